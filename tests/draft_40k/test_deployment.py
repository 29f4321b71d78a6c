"""Before the battle: who is there, where infiltrators start and scouts go, who has the first turn; and the night."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row, with_row
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.battle import deployment
from warbook.rulesets.draft_40k.checks.firing import moved
from warbook.rulesets.draft_40k.events.markers import MarkersLaid
from warbook.rulesets.draft_40k.records.position import markers
from warbook.rulesets.draft_40k.records.state import Marker
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Unscripted, model

FAR = row(3, 10, 40, "militia", "others")


def in_scenario(game: Field, **words: Any) -> Field:
    """The scene in another scenario."""
    game.world = replace(game.world, scenario=replace(game.world.scenario, **words))
    return game


def test_at_dawn_one_in_command_and_two_of_the_line_are_there_and_the_rest_comes_in_the_first_turn() -> None:
    reserve = {"where": "reserve"}
    army = [
        *(model(5 * n, 10, "abbot", name=f"abbot {n}", unit=reserve) for n in (1, 2)),
        *(each for n in (1, 2, 3) for each in row(2, 5 * n, 15, "keeper", f"keepers {n}", unit=reserve)),
        model(30, 10, "breakwater", name="tank", unit=reserve),
    ]
    game = in_scenario(field(army, FAR, phase="deploy"), deployment="dawn")
    units = [Unit(game.play, id) for id in game.world.units]
    there = {unit.name for unit in units if unit.owner == 0 and deployment.there_at_dawn(game.play, unit)}
    assert there == {"abbot 1", "keepers 1", "keepers 2"}


@pytest.mark.parametrize(("needed", "face", "stolen"), [(6, 6, True), (6, 5, False), (5, 5, True), (5, 4, False)])
def test_what_steals_the_first_turn(needed: int, face: int, stolen: bool) -> None:
    game = field(row(2, 10, 10, "militia", "us"), FAR, phase="deploy", first=0, options={"seize-on": needed})
    game.runs(deployment.steal, dice=[face])
    assert game.state.turn.first == int(stolen)


@pytest.mark.parametrize(
    ("away", "wall", "may"), [(12, True, False), (12.1, True, True), (17, False, False), (18.1, False, True)]
)
def test_where_those_start_who_infiltrate(away: float, wall: bool, may: bool) -> None:
    board = "[[wall]]\npoints = [[0, 38], [48, 38]]\nheight = 5\n" if wall else ""
    game = field(
        [model(20, 5, "veiled-scout", name="us", unit={"where": "reserve"})],
        row(1, 20, 40, "militia", "others"),
        board=board,
        phase="deploy",
        first=0,
    )
    with_row(game, "us", arrival="infiltrate")
    question = deployment.place_question(game.play, Unit(game.play, game.unit("us")))
    at = game.state.records[game.squad("us").members[0]].at
    spot = (20 * INCH, int((40 - 0.5 - at.radius / INCH - away) * INCH), 0)
    assert (question.legal((spot,)) == ()) is may


def test_armies_in_quarters_keep_clear_of_the_middle() -> None:
    game = in_scenario(
        field(row(1, 5, 5, "militia", "us", unit={"where": "reserve"}), FAR, phase="deploy", first=0),
        deployment="spearhead",
    )
    question = deployment.place_question(game.play, Unit(game.play, game.unit("us")))
    assert question.legal(((24 * INCH, int(11.6 * INCH), 0),)) != ()
    assert question.legal(((24 * INCH, int(11.5 * INCH), 0),)) != (), "more than twelve inches"
    assert question.legal(((24 * INCH, int(11.4 * INCH), 0),)) == ()


@pytest.mark.parametrize(("y", "may"), [(9.7, True), (9.75, False)])
def test_it_is_the_hull_of_a_vehicle_that_keeps_clear_of_it(y: float, may: bool) -> None:
    """Its nose is 2.25 inches ahead of its middle."""
    game = in_scenario(
        field([model(5, 5, "breakwater", name="us", unit={"where": "reserve"})], FAR, phase="deploy", first=0),
        deployment="spearhead",
    )
    question = deployment.place_question(game.play, Unit(game.play, game.unit("us")))
    assert (question.legal(((24 * INCH, int(y * INCH), 0, 0, 1000),)) == ()) is may


def test_scouts_move_ahead_once_and_stay_twelve_inches_from_enemies() -> None:
    game = field([model(10, 20, "strider", name="us")], row(1, 10, 39.5, "militia", "others"), phase="deploy", first=0)
    assert deployment.to_scout(game.play) == [game.unit("us")]
    at = game.state.records[game.squad("us").members[0]].at
    assert at.radius == 1200
    far, near = (((10 * INCH, 20 * INCH + step, 0, 0),) for step in (5500, 6000))
    with pytest.raises(Unscripted, match='more than 12" from enemies'):
        game.runs(deployment.move_ahead, "us", scout=(near,))
    game.runs(deployment.move_ahead, "us", scout=(far,))
    assert deployment.to_scout(game.play) == []


def test_ground_is_seized_at_as_many_markers_as_are_laid() -> None:
    game = field(row(1, 10, 10, "militia", "us"), FAR, phase="deploy")
    for number in range(5):
        id = len(game.state.records)
        game.state.records.append(Marker(id=id, owner=-1, profile="marker", at=game.state.records[0].at))
        game.world = replace(game.world, names={**game.world.names, id: f"marker {number}"})
    game.runs(lambda play: play.happen(MarkersLaid(3)))
    assert len(markers(game.play)) == 3


# ---- the night -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("night", "round", "dark"), [("none", 1, False), ("first", 1, True), ("first", 2, False), ("always", 2, True)]
)
def test_at_night_a_unit_has_to_make_out_its_target(night: str, round: int, dark: bool) -> None:
    """19 inches from edge to edge: seven pips see as far, six do not."""
    game = field(
        row(1, 10, 10, "keeper", "us", gear=["laser-cannon"]),
        row(2, 10, 30, "militia", "them"),
        phase="shoot",
        round=round,
    )
    in_scenario(game, night=night)
    shot: Any = {"target": game.unit("them"), "passing": True}
    game.does(game.unit("us"), "shoot", dice=[*([3, 4] if dark else []), 1], **shot)
    if dark:
        blind = in_scenario(
            field(
                row(1, 10, 10, "keeper", "us", gear=["laser-cannon"]),
                row(2, 10, 30, "militia", "them"),
                phase="shoot",
                round=round,
            ),
            night=night,
        )
        blind.does(blind.unit("us"), "shoot", target=blind.unit("them"), dice=[3, 3])
        assert blind.squad("us").has("shot")


@pytest.mark.parametrize(("spotting", "hits"), [([2, 1], True), ([1, 1], False)])
def test_at_night_who_returns_fire_has_to_make_out_its_attacker_too(spotting: list[int], hits: bool) -> None:
    """9 inches from edge to edge; the first unit sees twelve, and misses."""
    game = field(
        row(1, 10, 10, "keeper", "us", gear=["laser-cannon"]), row(1, 10, 20, "militia", "them"), phase="shoot"
    )
    in_scenario(game, night="always")
    window: Any = {"ShotAt.after": ("return-fire", game.unit("them"))}
    dice = [2, 2, *spotting, *([1, 1] if hits else [1])]
    game.does(game.unit("us"), "shoot", target=game.unit("them"), dice=dice, **window)


def test_acute_senses_look_again_and_the_blurred_are_looked_for_by_day() -> None:
    game = field(
        [model(10, 10, "ram-rider", name="us", gear=["laser-rifle"])],
        row(2, 10, 30, "veiled-scout", "them"),
        phase="shoot",
    )
    game.does(game.unit("us"), "shoot", target=game.unit("them"), passing=True, dice=[1, 2, 3, 4, 1])


# ---- after a rally ---------------------------------------------------------------------------------------------------


def test_who_rallies_from_falling_back_has_advanced_and_fires_as_if_it_had_not_moved() -> None:
    game = field(row(4, 10, 20, "militia", "us", unit={"morale": "falling-back"}), FAR, phase="prepare")
    us = game.unit("us")
    game.does(us, "rally", dice=[3, 3], consolidate=((),) * 4)
    assert game.squad("us").mode == "advance"
    assert not moved(Unit(game.play, us))


@pytest.mark.parametrize(("fire", "counts"), [("source", False), ("moved", True)])
def test_how_those_fire_who_fell_back(fire: str, counts: bool) -> None:
    unit = {"morale": "falling-back", "done": ["fell-back"]}
    game = field(row(2, 10, 20, "militia", "us", unit=unit), FAR, phase="shoot", options={"fall-back-fire": fire})
    assert moved(Unit(game.play, game.unit("us"))) is counts
