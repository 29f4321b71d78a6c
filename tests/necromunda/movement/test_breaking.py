"""What vehicles break on their way, and what that changes for everybody."""

from __future__ import annotations

from typing import Any

from tests.necromunda.movement.test_collisions import EAST, LORRY, MOVE, NO_WOUND, NORTH, SOUTH, hit, road, slide
from tests.necromunda.scenes import add_vehicle, fighter, low_wall, scene, way
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.vehicles import Smashed, VehicleDamaged
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
    assert question.notes(drive((7, NORTH))) == ("What breaks below it hits it as well.",)
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
