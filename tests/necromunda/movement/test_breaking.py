"""What vehicles break on their way, and what that changes for everybody."""

from __future__ import annotations

from typing import Any

from tests.necromunda.movement.test_collisions import EAST, LORRY, MOVE, NO_WOUND, NORTH, SOUTH, hit, road, slide
from tests.necromunda.scenes import add_vehicle, fighter, low_wall, scene, way
from warbook.core.events import Rolled
from warbook.core.state import Placement
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.movement import Fell
from warbook.rulesets.necromunda.events.things import ThingFell
from warbook.rulesets.necromunda.events.vehicles import Smashed, VehicleDamaged, WreckSmashed
from warbook.rulesets.necromunda.records import Casket, Status
from warbook.rulesets.necromunda.records.position import board_now, engaged_with, layout
from warbook.space.sight import hidden
from warbook.testing import drive, leg, piece

TWO_WALLS = low_wall(15, 13, 25) + low_wall(15, 30, 25)


def smashed(game: Any) -> list[int]:
    """The numbers of what broke in the last sentence."""
    return [event.piece for event in game.happened(Smashed)]


def test_a_vehicle_goes_through_an_obstacle_which_breaks_and_hits_it_without_being_tougher() -> None:
    game, lorry, _ = road(board=TWO_WALLS)
    question = game.asks(lorry, MOVE)
    assert not question.legal(drive((7, NORTH))) and not question.legal(drive((3, NORTH))), "also to where it stands"
    assert question.notes(drive((7, NORTH))) == ("What it breaks hits it as well.",)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[4, 1, 1, 6, 6, 6])  # S5 against Toughness 5: 4+
    assert game.at(lorry) == (20, 17, 0) and smashed(game) == [0]
    assert hit(game) == [lorry] and len(game.happened(VehicleDamaged)) == 1


def test_what_is_broken_hides_costs_and_bars_nothing_any_more() -> None:
    game, *_ = scene(red=[fighter(16, 14)], blue=[fighter(18.5, 11)], board=TWO_WALLS, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 22, 9, profile=LORRY)

    def covered() -> int:
        return hidden(layout(game.play), board_now(game.play), 0, 1)

    def costs(y: int) -> Any:
        return game.asks(0, "move").legal(way(leg(16, y)))

    before = covered()
    assert before > 0
    assert any("movement" in each for each in costs(9)), "five inches, and one for the wall"
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND])
    assert covered() == 0 and not costs(9)
    assert not game.asks(0, "move").legal(way(leg(17, 13))), "one may stand where it was"
    assert RULESET.tableau is not None and RULESET.tableau(game.play).gone == (0,)
    assert len(board_now(game.play).obstacles) == 1 and len(game.world.board.obstacles) == 2
    assert game.state.copy().effects == game.state.effects, "it lasts"


def test_each_obstacle_breaks_once_and_the_next_drive_meets_it_no_more() -> None:
    game, lorry, _ = road(board=low_wall(15, 13, 25) + low_wall(15, 15, 25))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND, NO_WOUND])
    assert smashed(game) == [0, 1] and hit(game) == [lorry, lorry]
    game.acting.does("manoeuvre", drive=drive((-3, NORTH)))
    assert smashed(game) == [] and game.at(lorry) == (20, 14, 0)


def test_a_ram_counts_half_its_movement_for_itself_against_an_obstacle_too() -> None:
    game, lorry, _ = road(board=low_wall(15, 13, 25))
    game.does(lorry, "ram", drive=drive((7, NORTH)), dice=[1, 4])  # S3 against Toughness 5 needs 6+
    assert smashed(game) == [0] and not game.happened(VehicleDamaged)


def test_a_hull_that_is_pushed_breaks_obstacles_and_so_does_one_that_slides_or_turns() -> None:
    game, lorry, _ = road(board=low_wall(15, 21, 25))
    other = add_vehicle(game, 1, 20, 16, profile=LORRY)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND] * 3)
    assert smashed(game) == [0] and game.happened(Smashed)[0].who == other
    assert [event.who for event in game.happened(WasHit)] == [other, lorry, other]
    game, lorry, _ = road(board=low_wall(21.5, 11, 21.8))
    slide(game, lorry, NO_WOUND)
    assert smashed(game) == [0] and game.at(lorry) == (23, 10, 0)
    game, lorry, _ = road(board=low_wall(21.5, 10.4, 21.8))
    game.does(lorry, MOVE, drive=drive((0, EAST)), dice=[NO_WOUND])
    assert smashed(game) == [0] and (game.record(lorry).at.fx, game.record(lorry).at.fy) == EAST


def test_nobody_fights_across_a_barricade_that_is_broken() -> None:
    game, red, blue = scene(
        red=[fighter(16, 13 + 0.2 + 0.493, facing=SOUTH)], blue=[fighter(16, 13 - 0.2 - 0.493, facing=NORTH)],
        board=piece("obstacle", line=[15, 13, 25, 13], width=0.4, height=1), ruleset=RULESET,
    )  # fmt: skip
    lorry = add_vehicle(game, 0, 22, 9, profile=LORRY)
    assert engaged_with(game.play, red) == (blue,)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND])
    assert engaged_with(game.play, red) == ()


# ---- what is flimsy --------------------------------------------------------------------------------------------------

SHED = piece("block", rect=[17, 14, 6, 3], height=3, flimsy=True)
GANTRY = piece("platform", rect=[15, 13, 10, 4], z=4, thickness=3, flimsy=True)


def test_what_is_flimsy_breaks_once_and_hits_the_vehicle_as_something_softer() -> None:
    game, lorry, _ = road(board=SHED)
    assert [met.thing for met in game.asks(lorry, MOVE).driven(drive((7, NORTH))).met] == [("flimsy", 0)]
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[3])  # S5 against Toughness 5; S6 would wound
    assert game.at(lorry) == (20, 17, 0) and smashed(game) == [0] and hit(game) == [lorry]
    assert game.happened(Smashed)[0].what == "something flimsy" and board_now(game.play).blocks == ()
    sturdy, lorry, _ = road(board=SHED.replace("flimsy = true", "flimsy = false"))
    sturdy.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[2])
    assert sturdy.at(lorry)[1] < 14 and smashed(sturdy) == []


def test_whoever_stands_on_what_breaks_falls_without_a_test() -> None:
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(24, 14, 4), fighter(26, 14)], board=GANTRY, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 9, profile=LORRY)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND, NO_WOUND])
    assert smashed(game) == [0] and game.at(1) == (24, 14, 0)
    assert [event.height for event in game.happened(Fell)] == [4000] and game.rolled("wound") == [[1], [1]]
    assert hit(game) == [lorry] and game.record(1).status is Status.PINNED
    assert game.record(2).status is Status.STANDING


def test_who_falls_onto_the_vehicle_comes_down_on_its_top() -> None:
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(20, 15, 4)], board=GANTRY, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 9, profile=LORRY)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND])
    assert game.at(1) == (20, 15, 2.25) and game.record(1).status is Status.PINNED


def test_vehicles_wrecks_and_caskets_come_down_too() -> None:
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(46, 46)], board=GANTRY, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 9, profile=LORRY)
    above, wreck = (add_vehicle(game, 1, x, 15, profile="dust-hare", wrecked=x > 20) for x in (16.5, 23.5))
    for who in (above, wreck):
        game.place(who, *game.at(who)[:2], 4)
    at = Placement(18_000, 14_000, 4000, 0, 1, 492)
    casket = Casket(id=len(game.state.records), owner=-1, profile="casket", at=at)
    game.state.records.append(casket)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND, 6, 6, NO_WOUND])
    assert [game.at(who)[2] for who in (above, wreck, casket.id)] == [0, 0, 0]
    assert [event.who for event in game.happened(ThingFell)] == [casket.id]
    assert "control" in [event.key for event in game.happened(Rolled)]


def test_under_a_gantry_that_is_high_enough_it_drives() -> None:
    game, lorry, _ = road(board=GANTRY.replace("thickness = 3", "thickness = 1"))
    game.does(lorry, MOVE, drive=drive((7, NORTH)))
    assert smashed(game) == []


def test_the_wreck_of_a_vehicle_breaks_like_what_is_flimsy_and_is_gone() -> None:
    game, lorry, blue = road(fighter(20, 17, 1.5))
    wreck = add_vehicle(game, 1, 20, 17, profile="dust-hare", wrecked=True)
    question = game.asks(lorry, MOVE)
    into = drive((4, NORTH))
    assert not question.legal(into) and question.notes(into) == ("What it breaks hits it as well.",)
    game.does(lorry, MOVE, drive=into, dice=[3])  # S5 against Toughness 5: 4+, as it is the tougher
    assert game.at(lorry) == (20, 14, 0) and hit(game) == [lorry]
    assert [event.wreck for event in game.happened(WreckSmashed)] == [wreck]
    assert game.happened(Fell) and game.at(blue)[2] == 0
    game.then(MOVE, drive=drive((7, NORTH)), dice=[6])
    assert not game.happened(WreckSmashed) and game.at(lorry) == (20, 21, 0)
    assert game.record(wreck).wrecked, "it still counts"


def test_a_vehicle_that_is_pushed_through_a_wreck_breaks_it() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 20, 15, profile=LORRY)
    add_vehicle(game, 1, 20, 20.5, profile="dust-hare", wrecked=True)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND] * 3)
    assert game.happened(WreckSmashed)[0].who == other and sorted(hit(game)) == [lorry, other, other]
