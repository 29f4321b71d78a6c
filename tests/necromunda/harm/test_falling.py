"""Falls: who goes over an edge, how hard it lands, and on whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import fighter, leg, marker, piece, pitfall, roof, scene, way
from warbook.core.length import INCH
from warbook.core.play import Play
from warbook.rulesets.necromunda.edition_2023 import LIBRARY
from warbook.rulesets.necromunda.events.fighters import LastingInjury
from warbook.rulesets.necromunda.events.movement import Fell, Moved
from warbook.rulesets.necromunda.harm import falling, injury, shoving
from warbook.rulesets.necromunda.harm.strikes import Strike
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.space.movement import Mode
from warbook.testing import Script

RAILED = roof(3, rail="all")
PIT = pitfall()


def after(game: Any, rule: Any, *args: Any, dice: tuple[int, ...] = ()) -> None:
    """The scene once a rule has run by itself, with these dice."""
    play = Play(game.state.copy(), game.ruleset, game.world, [], Script(dice))
    rule(play, *(play_model(play, a) if isinstance(a, Who) else a for a in args))
    play.oracle.finish()  # type: ignore[attr-defined]
    game.state, game.events = play.state, play.events


class Who(int):
    """The id of a fighter that a rule wants a handle on."""


def play_model(play: Any, who: int) -> Any:
    return Model(play, who)


def on_the_edge(board: str = roof(3), **kit: Any) -> Any:
    """A fighter a third of an inch from the edge of a roof, and an enemy far away."""
    game, red, _ = scene(red=[fighter(10.3, 13, 3, **kit)], blue=[fighter(40, 40)], board=board)
    return game, Who(red)


# ---- edges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "stays"), [(4, True), (3, False)])
def test_who_is_pinned_near_an_edge_tests_or_falls(face: int, stays: bool) -> None:
    game, red = on_the_edge()
    after(game, injury.pin, red, dice=(face, *([] if stays else [1])))
    assert game.record(red).status is Status.PINNED
    assert bool(game.happened(Fell)) is not stays
    assert (game.record(red).at.z == 3 * INCH) is stays


def test_a_railing_adds_one() -> None:
    game, red = on_the_edge(RAILED)
    after(game, injury.pin, red, dice=(3,))
    assert not game.happened(Fell)


def test_a_natural_one_falls_whatever_is_added() -> None:
    options = {"natural-1-fails-initiative": False}
    game, red, _ = scene(
        red=[fighter(10.3, 13, 3, stats={"i": 2})], blue=[fighter(40, 40)], board=RAILED, options=options
    )
    after(game, injury.pin, Who(red), dice=(1, 1))
    assert game.happened(Fell)


@pytest.mark.parametrize(("x", "falls"), [(10.99, True), (10.993, False)])
def test_half_an_inch_from_the_edge_is_far_enough_measured_from_the_base(x: float, falls: bool) -> None:
    game, red, _ = scene(red=[fighter(x, 13, 3)], blue=[fighter(40, 40)], board=roof(3))
    after(game, injury.pin, Who(red), dice=(1, 1) if falls else ())
    assert bool(game.happened(Fell)) is falls


def test_whoever_lies_down_of_its_own_will_does_not_fall_unless_the_table_says_so() -> None:
    game, red = on_the_edge()
    game.does(red, "take-cover", path=way())
    assert not game.happened(Fell)
    strict, red, _ = scene(
        red=[fighter(10.3, 13, 3)],
        blue=[fighter(40, 40)],
        board=roof(3),
        options={"take-cover-is-safe": False},
    )
    strict.does(red, "take-cover", path=way(), dice=[3, 1])
    assert strict.happened(Fell)


def test_a_lifter_never_falls() -> None:
    game, red = on_the_edge(wargear=["lifter"])
    after(game, injury.pin, red)
    assert game.record(red).at.z == 3 * INCH


# ---- the landing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "strike"),
    [
        (1, None),
        (2, None),
        (2.1, Strike(3, 0, 1)),
        (3, Strike(3, 0, 1)),
        (5, Strike(3, 0, 1)),
        (5.5, Strike(5, -1, 1)),
        (7, Strike(5, -1, 1)),
        (8, Strike(7, -2, 2)),
        (9, Strike(7, -2, 2)),
        (10, Strike(9, -3, 3)),
        (30, Strike(9, -3, 3)),
    ],
)
def test_a_fall_is_as_hard_as_it_is_high(height: float, strike: Strike | None) -> None:
    assert falling.falling_strike(LIBRARY, round(height * INCH)) == strike


def test_a_fall_pins_and_ends_the_activation() -> None:
    game, red, _ = scene(red=[fighter(10.3, 13, 2)], blue=[fighter(40, 40)], board=roof(2))
    game.does(red, "move", path=way(leg(9.4, 13, 0, Mode.JUMP)), dice=[3])
    assert game.record(red).status is Status.PINNED
    assert game.state.turn.actor == -1
    assert [e.height for e in game.happened(Fell)] == [2 * INCH]


def test_who_lands_on_somebody_hurts_both_and_lies_beside_it() -> None:
    game, reds, _ = scene(red=[fighter(10.3, 13, 3), fighter(9.4, 13)], blue=[fighter(40, 40)], board=roof(3))
    after(game, injury.pin, Who(reds[0]), dice=(1, 4, 1, 4, 1))  # falls; each is hit, wounded, and only scratched
    for who in reds:
        assert game.record(who).status is Status.PINNED
        assert game.record(who).flesh == 1
    assert game.gap(*reds) >= 0
    a, b = (game.record(who).at for who in reds)
    assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= (a.radius + b.radius) ** 2


def test_who_lands_on_a_vehicle_damages_it_and_lies_beside_it() -> None:
    truck = marker("vehicle", 9.4, 13, wounds=3, toughness=3)
    game, red, _ = scene(red=[fighter(10.3, 13, 3)], blue=[fighter(40, 40)], board=roof(3) + truck)
    after(game, injury.pin, Who(red), dice=(1, 1, 4))  # falls, is not wounded; S3 damages T3 on a 4
    assert game.state.records[-1].wounds == 2
    assert game.gap(red, game.state.records[-1].id) >= 0


def test_who_lands_beside_an_enemy_is_put_an_inch_away() -> None:
    game, red, blue = scene(red=[fighter(10.3, 13, 3)], blue=[fighter(8.3, 13)], board=roof(3))
    after(game, injury.pin, Who(red), dice=(1, 1))
    assert game.gap(red, blue) >= INCH


def test_who_lands_at_another_edge_may_go_on_falling() -> None:
    board = roof(6) + "[[platform]]\nrect = [8.8, 10, 1.2, 6]\nz = 3\nthickness = 0.25\n"
    game, red, _ = scene(red=[fighter(10.3, 13, 6)], blue=[fighter(40, 40)], board=board)
    after(game, injury.pin, Who(red), dice=(1, 1, 1, 1))
    assert [e.height for e in game.happened(Fell)] == [3 * INCH, 3 * INCH]
    assert game.record(red).at.z == 0


# ---- those who fall well ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "status"), [(4, Status.STANDING), (3, Status.PINNED)])
def test_with_catfall_one_may_land_on_ones_feet(face: int, status: Status) -> None:
    game, red, _ = scene(red=[fighter(10.3, 13, 5, skills=["catfall"])], blue=[fighter(40, 40)], board=roof(5))
    game.does(red, "move", path=way(leg(9.4, 13, 0, Mode.JUMP)), dice=[4, 1, face])  # 5" is jumped, and hits, as 3"
    assert game.record(red).status is status
    assert game.state.turn.actor == -1


def test_catfall_is_no_help_to_who_is_brought_down_by_the_fall() -> None:
    game, red, _ = scene(red=[fighter(10.3, 13, 5, skills=["catfall"])], blue=[fighter(40, 40)], board=roof(5))
    game.does(red, "move", path=way(leg(9.4, 13, 0, Mode.JUMP)), dice=[4, 4, 3])
    assert game.record(red).status is Status.SERIOUS


def test_a_grav_chute_makes_a_fall_a_landing() -> None:
    game, red, _ = scene(red=[fighter(10.3, 13, 9, wargear=["grav-chute"])], blue=[fighter(40, 40)], board=roof(9))
    after(game, falling.fall, Who(red), (10000, 13000, 9000))
    assert game.record(red).status is Status.STANDING
    assert game.record(red).at.z == 0


# ---- pits ------------------------------------------------------------------------------------------------------------


def test_a_pit_is_leapt_or_is_the_end() -> None:
    over = way(leg(16.2, 10, 0, Mode.LEAP))
    game, red, _ = scene(red=[fighter(11.7, 10)], blue=[fighter(40, 40)], board=PIT)
    assert game.asks(red, "move").legal(way(leg(16.2, 10)))
    game.does(red, "move", path=over, dice=[4])
    assert game.record(red).at.x == 16200
    game, red, _ = scene(red=[fighter(11.7, 10)], blue=[fighter(40, 40)], board=PIT)
    game.does(red, "move", path=over, dice=[3, 1, 5])
    assert game.record(red).status is Status.OUT
    assert len(game.happened(LastingInjury)) == 1


def test_who_goes_down_beside_a_pit_may_go_in() -> None:
    game, red, _ = scene(red=[fighter(11.7, 10)], blue=[fighter(40, 40)], board=PIT)
    after(game, injury.pin, Who(red), dice=(3,))
    assert game.record(red).status is Status.OUT


@pytest.mark.parametrize(("x", "y"), [(15.3, 13.3), (15.3, 13.9), (12.7, 13.9), (14, 15.3), (13.6, 12.7), (15.3, 13)])
def test_who_falls_at_the_edge_of_a_pit_in_a_roof_goes_in_wherever_it_stood(x: float, y: float) -> None:
    """Not along the edge of the pit, over the roof, and down at the far end of a bridge."""
    bridge = piece("platform", rect=[13, 4, 2, 6], z=6, thickness=0.25)
    hole = piece("area", rect=[13, 13, 2, 2], z=6, kind="pitfall")
    board = piece("platform", rect=[10, 10, 8, 8], z=6, thickness=0.25) + bridge + hole
    game, red, _ = scene(red=[fighter(x, y, 6)], blue=[fighter(40, 40)], board=board)
    after(game, injury.pin, Who(red), dice=(1,))
    assert game.record(red).status is Status.OUT
    assert not any(fell.height for fell in game.happened(Fell))


# ---- moves that nobody chose -----------------------------------------------------------------------------------------


def test_who_runs_blindly_over_an_edge_falls_and_before_an_enemy_stops() -> None:
    game, red, blue = scene(red=[fighter(12, 13, 3)], blue=[fighter(12, 17.5, 0)], board=roof(3))
    after(game, shoving.stagger, Who(red), 180, 5 * INCH, dice=(1,))
    assert game.happened(Fell)
    level, red, blue = scene(red=[fighter(12, 13)], blue=[fighter(12, 17.5)])
    after(level, shoving.stagger, Who(red), 90, 6 * INCH)
    assert INCH <= level.gap(red, blue) <= INCH + 2


@pytest.mark.parametrize(("x", "y", "degree", "distance"), [(15.559, 17.039, 315, 2543), (13, 16.2, 60, 2500)])
def test_who_runs_blindly_into_a_narrow_gap_falls_there(x: float, y: float, degree: int, distance: int) -> None:
    """Not where it would come to if it crossed the gap and ran on over the next roof."""
    board = piece("platform", rect=[9, 10, 8, 8], z=6, thickness=0.25)
    board += piece("platform", rect=[17, 13, 4, 2], z=6, thickness=0.25)
    board += piece("platform", rect=[9, 18.8, 8, 4], z=6, thickness=0.25)
    game, red, _ = scene(red=[fighter(x, y, 6)], blue=[fighter(40, 40)], board=board)
    after(game, shoving.stagger, Who(red), degree, distance, dice=(1,))
    assert [fell.height for fell in game.happened(Fell)] == [6 * INCH]
    over, down = (event for event in game.happened(Moved)[1:])
    assert abs(over.x - down.x) + abs(over.y - down.y) < INCH


def between_blocks(gap: float, **kit: Any) -> Any:
    """A fighter a tenth of an inch from the edge of a block, beyond which the next one rises as high."""
    board = piece("block", rect=[8, 10, 8, 8], height=4) + piece("block", rect=[8, 18 + gap, 8, 8], height=4)
    game, red, _ = scene(red=[fighter(12, 17.4, 4, **kit)], blue=[fighter(40, 40)], board=board)
    return game, Who(red)


def test_nobody_falls_between_two_walls_that_are_closer_than_its_base_is_wide() -> None:
    game, red = between_blocks(0.8)
    after(game, injury.pin, red)
    assert game.record(red).status is Status.PINNED
    assert game.at(red) == (12, 17.4, 4)
    wider, red = between_blocks(1.2)
    after(wider, injury.pin, red, dice=(1, 1))
    assert wider.at(red)[::2] == (12, 0)


def test_who_runs_blindly_to_such_a_gap_stays_at_the_edge_on_its_feet() -> None:
    game, red = between_blocks(0.8)
    after(game, shoving.stagger, red, 90, INCH)
    assert game.at(red) == (12, 18, 4)
    assert not game.happened(Fell) and game.record(red).status is Status.STANDING


def test_who_runs_blindly_over_the_corner_of_a_pit_goes_in() -> None:
    board = piece("platform", rect=[8, 10, 12, 8], z=6, thickness=0.25)
    board += piece("area", rect=[13, 13, 2, 2], z=6, kind="pitfall")
    game, red, _ = scene(red=[fighter(14.982, 12.628, 6)], blue=[fighter(40, 40)], board=board)
    after(game, shoving.stagger, Who(red), 166, 1645)
    assert game.record(red).status is Status.OUT


def test_who_is_knocked_back_to_an_edge_tests() -> None:
    game, red = on_the_edge()
    origin = game.record(red).at.__class__(12000, 13000, 3000)
    after(game, shoving.knock_back, red, origin, dice=(4,))
    assert not game.happened(Fell)
    assert game.record(red).at.z == 3 * INCH
