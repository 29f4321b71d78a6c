"""Vehicles that are activated and drive."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, low_wall, scene, wall
from warbook.core.decision import Choose
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.rounds import ActivationEnded
from warbook.rulesets.necromunda.events.vehicles import Drove, VehicleActivated
from warbook.testing import drive

NORTH, EAST, WEST = (0, 1), (1, 0), (-1, 0)
MOVE = "vehicle-move"


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of an entry of the classic catalogue."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


def on_the_road(profile: str = "tarpaulin", *, board: str = "", **changes: Any) -> tuple[Any, int]:
    """A vehicle that looks north from (20, 10), with nobody near."""
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(46, 46)], board=board, ruleset=RULESET)
    return game, add_vehicle(game, 0, 20, 10, profile=profile, **changes)


# ---- activations -----------------------------------------------------------------------------------------------------


def test_a_ready_vehicle_is_activated_takes_two_actions_and_is_done() -> None:
    game, lorry = on_the_road(ready=True)
    game.goes_on(activate=lorry)
    assert game.happened(VehicleActivated) and not game.record(lorry).ready
    game.goes_on(action=[MOVE, MOVE], drive=[drive((7, NORTH)), drive((3, NORTH))])
    assert game.at(lorry) == (20, 20, 0) and game.record(lorry).moved == 10_000
    assert game.happened(ActivationEnded) and game.state.turn.seat == 1


def test_fighters_and_vehicles_have_lists_of_their_own() -> None:
    game, lorry = on_the_road()
    menu = game.offered(lorry)
    assert isinstance(menu, Choose) and MOVE in menu.listed()
    assert not {"move", "shoot", "face-about"} & set(menu.listed())
    assert MOVE not in game.offered(0).listed() and "face-about" in game.offered(0).listed()


def test_its_card_offers_what_it_could_do() -> None:
    game, lorry = on_the_road()
    assert RULESET.card is not None
    (offer,) = [each for each in RULESET.card(game.play, lorry).tray if each.id == MOVE]
    assert offer.against == ("It is not in its activation.", "It is not ready.")
    game.activation(lorry)
    assert not next(each for each in RULESET.card(game.play, lorry).tray if each.id == MOVE).against


# ---- the move --------------------------------------------------------------------------------------------------------


@covers(MOVE, "works")
@pytest.mark.parametrize(
    ("legs", "end", "facing"),
    [
        (drive((7, NORTH)), (20, 17, 0), NORTH),
        (drive((7, EAST)), (27, 10, 0), EAST),  # a pivot before
        (drive((4, NORTH), (3, WEST)), (17, 14, 0), WEST),  # on the way
        (drive((5, NORTH), (0, EAST)), (20, 15, 0), EAST),  # after
        (drive(), (20, 10, 0), NORTH),
    ],
)
def test_a_vehicle_drives_straight_ahead_with_one_pivot(legs: Any, end: Any, facing: Any) -> None:
    game, lorry = on_the_road()
    game.does(lorry, MOVE, drive=legs)
    at = game.record(lorry).at
    assert game.at(lorry) == end and (at.fx, at.fy) == facing
    assert len(game.happened(Drove)) == bool(legs)


@covers(MOVE, "refused")
@pytest.mark.parametrize(
    ("legs", "against"),
    [
        (drive((7.5, NORTH)), "7.5"),
        (drive((-1, NORTH)), "It may not go backwards."),
        (drive((1, EAST), (1, NORTH)), "It may turn once at most."),
        (drive((1, (-1, -10))), "It may turn by 90° at most."),
    ],
)
def test_what_is_no_move_is_refused(legs: Any, against: str) -> None:
    game, lorry = on_the_road()
    assert against in " ".join(game.asks(lorry, MOVE).legal(legs))


@covers(MOVE, "refused")
def test_whose_engine_has_stalled_does_not_move() -> None:
    game, lorry = on_the_road(stalled=True)
    assert game.why_not(lorry, MOVE) == ("It must be mobile: its engine has stalled.",)


@covers(MOVE, "refused")
@pytest.mark.parametrize(
    ("board", "who", "said"),
    [
        (wall(15, 14, 25, 14), (46, 46), "A wall is in the way."),
        (low_wall(15, 14, 25), (46, 46), "An obstacle is in the way."),
        ("", (20, 14), "Dipper at 20, 14 is in the way."),
    ],
)
def test_the_ground_must_be_free(board: str, who: tuple[float, float], said: str) -> None:
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(*who)], board=board, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin")
    question = game.asks(lorry, MOVE)
    assert said in question.legal(drive((5, NORTH)))
    assert question.legal(drive((1, NORTH))) == ()


@covers(MOVE, "numbers")
@pytest.mark.parametrize(
    ("profile", "pivots"), [("tarpaulin", 1), ("dust-hare", 2), ("wick-runner", 2), ("patchwork-walker", -1)]
)
def test_most_pivot_once_and_some_more_often(profile: str, pivots: int) -> None:
    game, who = on_the_road(profile)
    assert game.asks(who, MOVE).rules.turns == pivots


@covers(MOVE, "numbers")
def test_tracks_in_place_of_wheels_cost_an_inch() -> None:
    far = [on_the_road("patchwork-light", locomotion=each) for each in ("wheeled", "tracked")]
    assert [game.asks(who, MOVE).rules.allowance for game, who in far] == [7000, 6000]


def test_players_are_offered_drives_that_are_legal() -> None:
    game, lorry = on_the_road(board=wall(15, 14, 25, 14))
    question = game.asks(lorry, MOVE)
    drives = question.candidates(12)
    assert len(drives) == 12 and all(question.is_legal(each) for each in drives)
