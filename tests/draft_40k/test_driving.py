"""Vehicles drive: how far in which mode, what stops them, what the ground does, squadrons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.rulesets.draft_40k.battle.deployment import place_question
from warbook.rulesets.draft_40k.checks import rates
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.sight import gap
from warbook.testing import Placed, drive, model, piece

NORTH, EAST, SOUTH = (0, 1), (1, 0), (0, -1)


def tank(profile: str = "breakwater", x: float = 10, y: float = 10, board: str = "", **words: Any) -> Field:
    """A vehicle that looks north, far from an enemy."""
    options = words.pop("options", {})
    them = words.pop("them", row(1, 40, 40, "militia", "them"))
    us = [model(x, y, profile, name="tank", squad="tank", facing=(0, 1), **words)]
    return field(us, them, board, options=options)


def goes(game: Field, mode: str, *legs: tuple[float, tuple[int, int]], dice: list[int] | None = None) -> None:
    """The tank drives."""
    game.does(game.unit("tank"), mode, drive=drive(*legs), dice=dice or [])


def reasons(game: Field, mode: str, *legs: tuple[float, tuple[int, int]]) -> tuple[str, ...]:
    """Why the tank may not drive so."""
    return game.asks(game.unit("tank"), mode).legal(drive(*legs))


@covers("flat-out", "works")
@covers("flat-out", "numbers")
@pytest.mark.parametrize(
    ("profile", "mode", "far"),
    [
        ("breakwater", "advance", 6),
        ("breakwater", "surge", 12),
        ("haul-wagon", "flat-out", 18),
        ("gull-skiff", "advance", 8),
        ("gull-skiff", "flat-out", 24),
        ("courier", "surge", 12),
    ],
)
def test_a_vehicle_drives_as_far_as_its_kind_and_mode(profile: str, mode: str, far: int) -> None:
    game = tank(profile)
    assert reasons(game, mode, (far + 0.1, NORTH)) != ()
    goes(game, mode, (far, NORTH))
    assert game.machine("tank").at.spot == (10 * INCH, (10 + far) * INCH, 0)
    assert game.squad("tank").mode == mode
    assert game.why_not(game.unit("tank"), "advance") == ("It must not have moved in this phase.",)


@pytest.mark.parametrize(
    ("profile", "reach"),
    [
        ("breakwater", (6, 12, 12)),
        ("haul-wagon", (6, 12, 18)),
        ("gull-skiff", (6, 12, 24)),
        ("road-keeper", (12, 0, 24)),
        ("militia", (6, 0, 0)),
        ("walking-tomb", (6, 0, 0)),
    ],
)
def test_before_the_draft_all_went_at_other_speeds(profile: str, reach: tuple[int, int, int]) -> None:
    game = tank(profile, options={"movement-rates": "base5e"})
    unit = Unit(game.play, game.unit("tank"))
    assert tuple(rates.distance(unit, mode) // INCH for mode in ("advance", "surge", "flat-out")) == reach
    assert ("surge" in game.allowed(unit.id)) is bool(reach[1])


def test_the_move_that_no_list_has_may_be_eight_inches() -> None:
    for move in (6, 8):
        game = tank("courier", options={"unlisted-move": move})
        assert rates.distance(Unit(game.play, game.unit("tank")), "surge") == 2 * move * INCH


def test_it_turns_and_goes_back_as_it_likes() -> None:
    game = tank()
    goes(game, "advance", (2, EAST), (-2, NORTH), (1, SOUTH))
    at = game.machine("tank").at
    assert (at.x, at.y, at.fx, at.fy) == (12 * INCH, 7 * INCH, 0, -1)


def test_who_only_turns_has_not_moved_but_does_not_turn_again() -> None:
    game = tank()
    goes(game, "surge", (0, EAST))
    assert (game.squad("tank").mode, game.machine("tank").at.fx) == ("stationary", 1)
    assert game.why_not(game.unit("tank"), "advance") == ("It must not have moved in this phase.",)
    idle = tank()
    goes(idle, "surge")
    assert idle.unit("tank") in idle.state.turn.through


def test_it_stops_an_inch_from_enemies_and_at_friends() -> None:
    game = tank(them=row(1, 10, 15, "militia", "them"))
    goes(game, "advance", (6, NORTH))
    assert game.machine("tank").at.y == pytest.approx(15 * INCH - 500 - INCH - 2250, abs=1)
    crowd = field(
        [model(10, 10, "breakwater", name="tank", squad="tank", facing=(0, 1)), *row(1, 10, 14, "militia", "us")],
        row(1, 40, 40, "militia", "them"),
    )
    crowd.does(crowd.unit("tank"), "advance", drive=drive((6, NORTH)))
    assert crowd.machine("tank").at.y == 14 * INCH - 500 - 2250


def test_who_is_nearer_than_an_inch_comes_no_nearer_and_gets_away() -> None:
    game = tank(them=row(1, 10, 13.25, "militia", "them"))  # half an inch before it
    us, them = game.machine("tank"), game.state.records[game.squad("them").members[0]]
    assert gap(us.at, them.at) == INCH // 2
    assert reasons(game, "advance", (-4, NORTH)) == ()
    goes(game, "advance", (2, NORTH))
    assert game.machine("tank").at.y <= 10 * INCH + 1


WOODS = piece("area", rect=[5, 15, 10, 4], height=4, kind="woods")
WATER = piece("area", rect=[5, 15, 10, 4], height=0.1, kind="water")


def test_difficult_ground_is_entered_at_a_risk() -> None:
    safe = tank(board=WOODS)
    goes(safe, "advance", (6, NORTH), dice=[2])
    assert (safe.machine("tank").at.y, safe.machine("tank").immobilised) == (16 * INCH, False)
    stuck = tank(board=WOODS)
    goes(stuck, "advance", (6, NORTH), dice=[1])
    assert (stuck.machine("tank").at.y, stuck.machine("tank").immobilised) == (12_750, True), "at the edge of it"


def test_nobody_goes_flat_out_through_it_and_a_surge_may_be_forced() -> None:
    assert reasons(tank("haul-wagon", board=WOODS), "flat-out", (18, NORTH)) != ()
    assert reasons(tank("haul-wagon", board=WOODS), "flat-out", (2, NORTH)) == ()
    assert reasons(tank(board=WOODS), "surge", (12, NORTH)) == ()
    assert reasons(tank(board=WOODS, options={"forced-surge": False}), "surge", (12, NORTH)) != ()
    by_dice = {"forced-surge": False, "difficult-terrain": "dice"}
    assert reasons(tank("haul-wagon", board=WOODS, options=by_dice), "flat-out", (18, NORTH)) == ()


def test_obstacles_are_difficult_too() -> None:
    fence = piece("obstacle", rect=[5, 14, 10, 0.5], height=1)
    game = tank(board=fence)
    goes(game, "surge", (8, NORTH), dice=[1])
    assert (game.machine("tank").at.y, game.machine("tank").immobilised) == (11_750, True)


def test_deep_water_stops_hulls_and_skimmers_end_beyond_it() -> None:
    game = tank(board=WATER)
    goes(game, "surge", (12, NORTH))
    assert game.machine("tank").at.y == 12_750
    skiff = tank("gull-skiff", board=WATER)
    assert reasons(skiff, "advance", (7, NORTH)) != ()
    goes(skiff, "surge", (14, NORTH))
    assert skiff.machine("tank").at.y == 24 * INCH


def test_skimmers_test_only_where_they_start_or_end_in_it() -> None:
    over = tank("gull-skiff", board=WOODS)
    goes(over, "surge", (14, NORTH))
    into = tank("gull-skiff", board=WOODS)
    goes(into, "advance", (7, NORTH), dice=[1])
    assert (into.machine("tank").immobilised, into.machine("tank").at.y) == (True, 17 * INCH)


def test_skimmers_pass_over_enemies_and_end_an_inch_from_them() -> None:
    game = tank("gull-skiff", them=row(1, 10, 16, "militia", "them"))
    assert reasons(game, "advance", (3, NORTH)) != ()
    assert reasons(game, "advance", (8, NORTH)) != ()
    assert reasons(game, "surge", (10, NORTH)) == ()


@pytest.mark.parametrize(
    ("state", "mode", "why"),
    [
        ({"stunned": 1}, "advance", "Its crew must not be stunned."),
        ({"immobilised": True}, "advance", "It must not be immobilised."),
        ({"shaken": 1}, "surge", ""),
    ],
)
def test_damage_holds_it_back(state: dict[str, Any], mode: str, why: str) -> None:
    game = tank(**state)
    assert game.why_not(game.unit("tank"), mode) == ((why,) if why else ())


# ---- squadrons -------------------------------------------------------------------------------------------------------


def squadron(apart: float = 4) -> list[Placed]:
    return [
        model(10 + apart * n, 10, "gull-skiff", name=f"skiff {n + 1}", squad="tank", facing=(0, 1)) for n in range(3)
    ]


def test_a_squadron_goes_one_by_one_and_keeps_together() -> None:
    game = field(squadron(), row(1, 40, 40, "militia", "them"))
    unit, ids = game.unit("tank"), list(game.squad("tank").members)
    question: Any = game.asks(unit, "advance", vehicle=[ids[1], ids[0]], drive=[drive((8, NORTH))])
    assert question.legal(drive()) == ('It must end within 4" of one of its squadron that has gone.',)
    assert question.legal(drive((4, NORTH))) == ()
    ways = [drive((8, NORTH)), drive((4, NORTH)), drive((5, NORTH))]
    game.does(unit, "advance", vehicle=[ids[1], ids[0]], drive=ways)
    assert [game.state.records[id].at.y // INCH for id in ids] == [14, 18, 15]


def test_every_drive_of_a_squadron_that_is_drawn_keeps_it_together() -> None:
    for seed in range(5):
        game = field(squadron(), row(3, 12, 20, "militia", "them"))
        unit, ids, rng = game.unit("tank"), list(game.squad("tank").members), Random(seed)
        ways: list[Any] = []
        for number in range(1, 4):
            driven: Any = {"drive": ways} if ways else {}
            ways.append(game.asks(unit, "advance", vehicle=ids[: min(number, 2)], **driven).sample(rng))
        game.does(unit, "advance", vehicle=ids[:2], drive=ways)
        placed = [game.state.records[id].at for id in ids]
        assert min(gap(placed[2], placed[0]), gap(placed[2], placed[1])) <= 4 * INCH
        assert gap(placed[0], placed[1]) <= 4 * INCH


def test_nobody_is_set_up_or_marches_on_closed_ground() -> None:
    pond = piece("area", rect=[5, 12, 10, 4], height=0.1, kind="water")
    game = field(row(1, 10, 10, "militia", "tank"), row(1, 40, 40, "militia", "them"), pond)
    question: Any = game.asks(game.unit("tank"), "advance")
    assert question.legal((((10_000, 13_000, 0, 0),),)) != ()
    game.state.turn = type(game.state.turn)(phase="deploy")
    setting = place_question(game.play, Unit(game.play, game.unit("tank")))
    assert "Nobody stands on ground that is closed." in " ".join(setting.legal(((10_000, 13_000, 0),)))
