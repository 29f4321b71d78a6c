"""Moves that others force on a fighter: knockback, dragging and hauling."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, SAFE, TOUCH, fighter, marker, piece, pitfall, roof, run_rule, scene, wall
from warbook.core.length import INCH, inches
from warbook.rulesets.necromunda.attacks import hits
from warbook.rulesets.necromunda.events.movement import Fell
from warbook.rulesets.necromunda.events.things import ThingGone
from warbook.rulesets.necromunda.harm import displacement
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model

# ---- dragged along ---------------------------------------------------------------------------------------------------


def test_who_is_hauled_pushes_each_of_those_ahead_once_and_not_a_hair_at_a_time() -> None:
    game, red, (first, second) = scene(
        red=[fighter(10, 10)],
        blue=[fighter(11.343, 9.154), fighter(12.435, 9.286)],
        board=wall(12.6, 0, 12.6, 40),
    )
    play = game.play
    hits.haul(play, game.model(red), (6728, -1929), 3 * INCH, ())
    moves = [event.who for event in play.events]
    assert moves[0] == red and set(moves) == {red, first, second} and len(moves) <= 6
    assert play.state.records[second].at.x < inches(12.6)


DUD = 1


def harpooned(*blue: Any, **around: Any) -> Any:
    return scene(red=[fighter(10, 10, weapons=["harpoon-launcher"], skills=["marksman"])], blue=blue, **around)


def test_whoever_is_dragged_past_a_trap_springs_it() -> None:
    game, red, blue = harpooned(fighter(10, 15, wounds=2), board=marker("booby-trap", 12.8, 12.6))
    # hit, firepower, wound, Drag 3+, dragged 2", the trap
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 3, 2, DUD])
    assert game.happened(ThingGone) == [ThingGone(2)]


def test_whoever_is_pushed_ahead_of_one_who_is_dragged_springs_a_trap_as_well() -> None:
    pushed = fighter(10.5, 14, status=Status.PINNED)
    game, red, (blue, ahead) = harpooned(fighter(10, 16, wounds=2), pushed, board=marker("booby-trap", 13.3, 12.5))
    # the second is in the way of the first; the harpoon flies on and misses it
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 3, 3, DUD])
    assert game.record(blue).at.y == 13 * INCH > game.record(ahead).at.y
    assert game.happened(ThingGone) == [ThingGone(3)]


def test_whoever_staggers_past_a_trap_that_is_a_dud_has_moved_all_the_way() -> None:
    game, red, _ = scene(red=[fighter(10, 10, rinse=3)], blue=[fighter(40, 40)], board=marker("booby-trap", 12, 14))
    game.does(red, "move", dice=[90, 6, DUD])
    assert (game.record(red).at.y, game.record(red).moved) == (16 * INCH, 6 * INCH)


def test_whoever_has_nowhere_to_be_put_clear_stays_where_it_is() -> None:
    pillars = "".join(piece("platform", rect=[9.5, y, 1, 1], z=5) for y in (8, 9.5, 11))
    game, red, _ = scene(red=[fighter(10, 10, 5)], blue=[fighter(10, 11.3, 5), fighter(10, 8.7, 5)], board=pillars)
    run_rule(game, lambda play: displacement.displace(play, Model(play, red), ()))
    assert not game.events


def test_nobody_is_put_clear_of_an_enemy_who_lies_injured() -> None:
    fallen = fighter(10, 10 + TOUCH + 0.5, status=Status.SERIOUS)
    game, red, blue = scene(red=[fighter(10, 10, rinse=3)], blue=[fallen])
    game.does(red, "move", dice=[360, 1])
    assert (game.record(red).at.x, game.record(red).at.y) == (11 * INCH, 10 * INCH) and game.gap(red, blue) < INCH


def test_whoever_is_dragged_near_an_enemy_is_put_clear_of_it() -> None:
    game, (red, other), blue = scene(
        red=[fighter(10, 10, weapons=["harpoon-launcher"], skills=["marksman"]), fighter(11.7, 13)],
        blue=[fighter(10, 15, wounds=2)],
    )
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 1, 3, 2])
    assert game.gap(blue, other) >= INCH > 800 and game.gap(red, blue) > INCH


def test_a_drunkard_who_staggers_towards_an_enemy_nearby_is_put_clear_of_it() -> None:
    game, red, blue = scene(red=[fighter(10, 10, rinse=3)], blue=[fighter(10, 10 + TOUCH + 0.5)])
    game.does(red, "move", dice=[90, 3])
    assert INCH <= game.gap(red, blue) <= INCH + 5


def test_a_trap_that_takes_out_the_one_who_is_dragged_ends_the_dragging() -> None:
    game, red, (blue, ahead) = harpooned(
        fighter(10, 17, wounds=1), fighter(10.5, 14, status=Status.PINNED), board=marker("booby-trap", 12.8, 14.6)
    )
    # the trap goes off: no knockback, a wound, out of action; the other one gets away with it
    game.does(red, "shoot", at=blue, dice=[4, SAFE, 1, 3, 3, 4, 1, 6, 6, 1, 1, 6, 6, *COLD], order=(blue, ahead))
    assert not game.model(blue).on_table and game.record(ahead).at.y == 14 * INCH


def test_whoever_is_in_the_way_of_one_who_is_dragged_is_pushed_ahead_the_first_of_a_roster_too() -> None:
    game, (ahead, dragged), blue = scene(
        red=[fighter(10.5, 14, status=Status.PINNED), fighter(10, 16, wounds=2)],
        blue=[fighter(10, 10, facing=(0, 1), weapons=["harpoon-launcher"], skills=["marksman"])],
    )
    game.does(blue, "shoot", at=dragged, dice=[3, SAFE, 6, 3, 3])
    assert game.record(dragged).at.y == 13 * INCH > game.record(ahead).at.y


# ---- knockback in close combat ---------------------------------------------------------------------------------------


def test_a_blocked_knockback_in_close_combat_drives_the_victim_as_far_as_it_goes_and_hits_harder() -> None:
    walled = wall(4, 12.0, 16, 12.0)
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["spud-jacker"])], blue=[fighter(10, 10 + TOUCH, stats={"w": 3})], board=walled
    )
    assert game.record(blue).wounds == 3
    game.does(red, "fight", dice=[5, 6], follow=True, react=None)
    assert game.record(blue).wounds == 1 and game.record(blue).at.y > (11 + TOUCH / 2) * INCH
    assert game.gap(red, blue) <= 10


def test_nobody_follows_an_enemy_that_could_not_be_moved_at_all() -> None:
    walled = wall(4, 11.476, 16, 11.476)
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["spud-jacker"])], blue=[fighter(10, 10 + TOUCH, stats={"w": 3})], board=walled
    )
    game.does(red, "fight", dice=[5, 6], react=None)
    assert game.record(blue).wounds == 1


# ---- the edge of the table -------------------------------------------------------------------------------------------


def test_the_edge_of_the_table_stops_who_is_knocked_back_in_close_combat_and_hurts_nobody() -> None:
    game, red, blue = scene(
        red=[fighter(10, 47.4 - TOUCH, weapons=["spud-jacker"])], blue=[fighter(10, 47.4, stats={"w": 3})]
    )
    game.does(red, "fight", dice=[5, 6], follow=False)
    assert game.record(blue).wounds == 2 and 47.5 * INCH < game.record(blue).at.y < 47.51 * INCH


def test_nor_who_is_knocked_back_there_by_a_shot() -> None:
    game, red, blue = scene(
        red=[fighter(10, 41, weapons=["shotgun"])], blue=[fighter(10, 47.4, stats={"w": 3}, wounds=3)]
    )
    game.does(red, "shoot", at=blue, weapon="Shotgun, solid", dice=[6, SAFE, 6])
    assert game.record(blue).wounds == 1 and 47.5 * INCH < game.record(blue).at.y < 47.51 * INCH


def test_nor_who_is_hurled_against_it() -> None:
    game, red, blue = scene(red=[fighter(10, 46.4, skills=["hurl"])], blue=[fighter(10, 46.4 + TOUCH, stats={"w": 2})])
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3])
    assert game.record(blue).wounds == 2 and game.record(blue).status is Status.PINNED


# ---- knockback by shots ----------------------------------------------------------------------------------------------


def test_a_burst_knocks_back_everybody_whose_strength_its_hit_roll_reaches() -> None:
    game, red, (target, weak, strong) = scene(
        red=[fighter(10, 10, weapons=["autocannon"])],
        blue=[
            fighter(10, 20, stats={"s": 4}),
            fighter(12, 20, stats={"s": 4}),
            fighter(8, 20, stats={"s": 6}),
        ],
    )
    game.does(red, "shoot", at=target, dice=[5, 6, 1, 1, 1], allocation=(1, 1, 1))  # hit on a 5, three holes, no wound
    assert [game.record(who).at.y > 20 * INCH for who in (target, weak, strong)] == [True, True, False]


@pytest.mark.parametrize(("face", "y"), [(3, 18), (4, 19)])
def test_a_knockback_counts_the_face_of_the_die(face: int, y: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["shotgun"])], blue=[fighter(10, 18, stats={"s": 4})])
    game.does(red, "shoot", weapon="solid", at=blue, dice=[face, SAFE, 1])  # +1 to hit for short range, not to shove
    assert game.record(blue).at.y == y * INCH


def test_a_blast_right_on_its_victim_throws_it_anywhere() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["frag-grenades"])], blue=[fighter(10, 17)])
    game.does(red, "shoot", at=blue, dice=[6, 4, 3, 360, 1])
    assert (game.record(blue).at.x, game.record(blue).at.y) == (11 * INCH, 17 * INCH)


def test_nobody_is_knocked_back_who_went_down_a_pit_when_it_was_hit() -> None:
    game, red, blue = scene(red=[fighter(10, 4, weapons=["frag-grenades"])], blue=[fighter(11.7, 10)], board=pitfall())
    game.does(red, "shoot", at=blue, dice=[6, 4, 1, *COLD])  # hit, the Ammo test, into the pit
    assert not game.model(blue).on_table and game.record(blue).at.x > 12 * INCH


# ---- past a trap -----------------------------------------------------------------------------------------------------

GOES_OFF = 4


def thrown_past_a_trap(dice: list[int]) -> Any:
    """On a roof, somebody is hurled towards its edge, 2.6" away, and comes near a trap after an inch."""
    trap = piece("marker", id="snare", kind="booby-trap", at=[14.2, 15.6, 5])
    game, red, blue = scene(
        red=[fighter(11.5, 12.4, 5, skills=("hurl",))],
        blue=[fighter(11.5, 12.4 + TOUCH, 5, stats={"w": 3})],
        board=roof(5) + trap,
    )
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3, *dice])
    return game, blue


def test_a_trap_goes_off_when_whoever_is_hurled_comes_near_and_brings_it_down_there() -> None:
    game, blue = thrown_past_a_trap([GOES_OFF, 1, 1])  # no knockback, no wound
    assert game.record(blue).status is Status.PINNED
    assert game.record(blue).at.z == 5 * INCH and 14 * INCH < game.record(blue).at.y < 14.5 * INCH


def test_who_is_blown_off_a_roof_while_it_is_hurled_falls_once() -> None:
    game, blue = thrown_past_a_trap([GOES_OFF, 6, 1, 1, 1])  # knocked back to the near edge, falls; no wounds
    assert [event.height for event in game.happened(Fell)] == [5 * INCH]
    assert game.record(blue).at.x < 10 * INCH


def test_a_dud_stops_nobody_who_is_hurled() -> None:
    game, blue = thrown_past_a_trap([DUD, 1])
    assert [event.height for event in game.happened(Fell)] == [5 * INCH]
    assert game.record(blue).at.y > 16 * INCH


@pytest.mark.parametrize(("face", "y"), [(GOES_OFF, 13.02), (DUD, 20)])
def test_who_runs_about_in_flames_is_caught_by_the_trap_that_it_runs_past(face: int, y: float) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, conditions=("blaze",))], blue=[fighter(40, 40)], board=marker("booby-trap", 10, 16)
    )
    # no wound; 10" to the north; a blast that knocks nobody back and does not wound; the fire burns on
    blast, drop = ([1, 1], {}) if face == GOES_OFF else ([], {"drop": False})
    game.goes_on(activate=red, dice=[1, 5, 5, 90, face, *blast, 1], **drop)
    assert abs(game.record(red).at.y - y * INCH) < 0.1 * INCH
