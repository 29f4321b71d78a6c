"""Exact odds of shots at vehicles, against fractions worked by hand."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from tests.necromunda.scenes import add_vehicle, fighter, low_wall, piece, scene, wall
from warbook.cli.odds import command
from warbook.core.errors import WarbookError
from warbook.core.structs import replace
from warbook.odds import odds
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.bots import bearing
from warbook.rulesets.necromunda.checks.characteristics import steered
from warbook.rulesets.necromunda.edition_classic import RULESET

SIXTH, UNSTEADY = Fraction(1, 6), Fraction(15, 36)  # 2D6 fall short of Handling 7+
#: Location dice by chance, and Damage dice.
BODY, CREW, DRIVE, ENGINE = 3 * SIXTH, SIXTH, SIXTH, SIXTH
GLANCING, PENETRATING, CATASTROPHIC = 3 * SIXTH, 2 * SIXTH, SIXTH


def at_a_lorry(hull_points: int, board: str = "", weapon: str = "lasgun") -> tuple[Any, int, int]:
    """A weapon, here of Strength 4, within short range at the front (5) of a lorry that saves on 5+."""
    red = [fighter(20, 10, weapons=(weapon,))]
    game, who, _ = scene(red=red, blue=[fighter(2, 2)], board=board, ruleset=RULESET)
    kit = game.world.kits[who]
    stronger = replace(kit.weapons[0], profiles=(replace(kit.weapons[0].profiles[0], strength=4),))
    game.world = replace(game.world, kits=(replace(kit, weapons=(stronger,)), *game.world.kits[1:]))
    lorry = add_vehicle(game, 1, 20, 20, profile="tarpaulin", facing=(0, -1), hull_points=hull_points)
    return game, who, lorry


def shot_at_lorry(outcome: str, hull_points: int) -> Fraction:
    """The exact odds of it."""
    game, who, lorry = at_a_lorry(hull_points)
    found = odds(game.play, who, "shoot", {"target": lorry}, outcome)
    assert found.exact
    return Fraction(found.numerator, found.denominator)


#: Hits on 3+ (4+, and the weapon is accurate), wounds on 5+, is saved on 5+.
THROUGH = Fraction(4, 6) * Fraction(2, 6) * Fraction(4, 6)
LOSES_A_POINT = (BODY + DRIVE + ENGINE) * (PENETRATING + CATASTROPHIC)


def worked(outcome: str, hull_points: int) -> Fraction:
    out_of_control = SIXTH  # the face of a Control die that rolls a vehicle over
    if outcome == "hull-damaged":
        # Who rolls over loses no hull point by damage.
        return THROUGH * LOSES_A_POINT
    rolls_over = DRIVE * GLANCING * UNSTEADY * out_of_control + CREW * CATASTROPHIC * out_of_control
    assert (outcome, hull_points) == ("wrecked", 1)
    return THROUGH * (LOSES_A_POINT + rolls_over)


@pytest.mark.parametrize(("outcome", "hull_points"), [("wrecked", 1), ("hull-damaged", 3)])
def test_the_odds_of_a_shot_at_a_vehicle_are_those_worked_by_hand(outcome: str, hull_points: int) -> None:
    assert shot_at_lorry(outcome, hull_points) == worked(outcome, hull_points)


@pytest.mark.parametrize("outcome", ["wrecked", "hull-damaged", "stalled", "driver-out"])
def test_what_a_vehicle_runs_into_out_of_control_is_in_its_exact_odds(outcome: str) -> None:
    """Walls on both sides, and drives on the way to them, against shots that are thrown die by die."""
    game, who, lorry = at_a_lorry(2, board=wall(16.5, 14, 16.5, 26) + wall(23.5, 14, 23.5, 26))
    game.place(lorry, 20, 20, 0)
    found = odds(game.play, who, "shoot", {"target": lorry}, outcome)
    thrown = odds(game.play, who, "shoot", {"target": lorry}, outcome, limit=1, playouts=3000, seed=4)
    assert found.exact and not thrown.exact
    assert thrown.low <= found.probability <= thrown.high


def test_a_test_of_handling_is_one_of_two_things_to_odds() -> None:
    for number, passing in ((7, Fraction(21, 36)), (2, Fraction(35, 36)), (13, Fraction(0))):
        total, ways = enumerate_outcomes(steered, (number, "control", "", 0, (), True))
        assert {passed: Fraction(n, total) for passed, n in ways}.get(True, 0) == passing


def test_a_casket_does_not_act() -> None:
    told = CliRunner().invoke(command, ["classic-haul", "--who", "19"])
    assert isinstance(told.exception, WarbookError) and "19 is a thing that does not act" in str(told.exception)


# ---- what bears on a vehicle -----------------------------------------------------------------------------------------

OF_VEHICLES = ("wrecked", "hull-damaged", "stalled", "driver-wounded", "driver-out")


def asked_of_everything(game: Any) -> None:
    """Odds take nothing for alike from here on but the ways to roll over, which are far too many."""

    def alike(play: Any, key: str, who: int) -> Any:
        return bearing.alike(play, key, who) if key.startswith("roll-over") else None

    outcomes = tuple(replace(each, alike=each.alike and alike, remains=None, apart=None) for each in RULESET.outcomes)
    game.ruleset = dataclasses.replace(RULESET, outcomes=outcomes)
    game.play.ruleset = game.ruleset


def board_of(which: str) -> str:
    """What stands on both sides of the lorry."""
    if which == "obstacles":
        return low_wall(14, 14, 26) + low_wall(14, 26, 26)
    return piece("area", rect=[10, 10, 8, 20], kind="dangerous") if which == "dangerous ground" else ""


def neighbours(game: Any, which: str) -> None:
    """What the lorry may run into as it swerves: nothing, an empty wreck, or whoever shoots."""
    if which == "a wreck":
        add_vehicle(game, 1, 16, 15, profile="tarpaulin", facing=(0, -1), hull_points=0, wrecked=True)
    elif which == "whoever shoots":
        game.place(0, 17, 15, 0)


@pytest.mark.parametrize("outcome", OF_VEHICLES)
@pytest.mark.parametrize("which", ["nothing", "a wreck", "whoever shoots", "obstacles", "dangerous ground"])
@pytest.mark.parametrize(("weapon", "hull_points"), [("lasgun", 2), ("autogun", 1)])
def test_what_is_taken_for_alike_never_changes_the_odds(
    weapon: str, hull_points: int, which: str, outcome: str
) -> None:
    found = []
    for everything in (True, False):
        game, who, lorry = at_a_lorry(hull_points, board_of(which), weapon)
        neighbours(game, which)
        if everything:
            asked_of_everything(game)
        found.append(odds(game.play, who, "shoot", {"target": lorry}, outcome, limit=60_000))
    apart, merged = found
    assert apart.exact and merged.exact
    assert (apart.numerator, apart.denominator) == (merged.numerator, merged.denominator)


@pytest.mark.parametrize("outcome", ["wrecked", "hull-damaged"])
def test_nothing_of_a_vehicle_becomes_of_a_fighter(outcome: str) -> None:
    """A table asks every outcome of whoever is aimed at."""
    game, who, target = scene(red=[fighter(20, 10, weapons=("lasgun",))], blue=[fighter(20, 18)], ruleset=RULESET)
    found = odds(game.play, who, "shoot", {"target": target}, outcome, about=target)
    assert found.exact and found.numerator == 0


def test_what_is_kept_of_hits_does_not_depend_on_the_place() -> None:
    """The same lorry between walls, on dangerous ground and in the open, asked about in one battle and in three."""
    board = wall(16.5, 14, 16.5, 26) + piece("area", rect=[28, 4, 14, 14], kind="dangerous")
    found = []
    for alone in (True, False):
        game, who, lorry = at_a_lorry(2, board)
        for x, y in ((20, 20), (33, 12), (20, 33)):
            if alone:
                game, who, lorry = at_a_lorry(2, board)
            game.place(lorry, x, y, 0)
            game.place(who, x, y - 10, 0)
            found.append(odds(game.play, who, "shoot", {"target": lorry}, "wrecked").probability)
    assert found[:3] == found[3:] and len(set(found)) == 3


@pytest.mark.parametrize(
    ("outcome", "which"), [("driver-wounded", "nothing"), ("stalled", "obstacles"), ("wrecked", "dangerous ground")]
)
def test_what_several_hits_have_in_common_never_changes_the_odds(outcome: str, which: str) -> None:
    """Up to three hits, after each of which a vehicle may be in dozens of states: the same hits come again and again,
    and with other weapons and outcomes too, whose ends are kept."""
    found = []
    for told in ("nothing", "what remains", "all"):
        game, who, lorry = at_a_lorry(3, board_of(which), "autogun")
        if told == "nothing":
            asked_of_everything(game)
        elif told == "what remains":
            outcomes = tuple(replace(each, apart=None) for each in RULESET.outcomes)
            game.ruleset = dataclasses.replace(RULESET, outcomes=outcomes)
            game.play.ruleset = game.ruleset
        else:
            for other in OF_VEHICLES:
                odds(game.play, who, "shoot", {"target": lorry}, other)
        found.append(odds(game.play, who, "shoot", {"target": lorry}, outcome, limit=60_000))
    apart, remaining, merged = found
    assert apart.exact and merged.exact
    assert Fraction(apart.numerator, apart.denominator) == Fraction(merged.numerator, merged.denominator)
    assert Fraction(apart.numerator, apart.denominator) == Fraction(remaining.numerator, remaining.denominator)
    assert 3 * merged.runs < apart.runs


def test_what_is_kept_of_hits_is_not_that_of_another_vehicle() -> None:
    """Two lorries at the same distance, one of them with a wounded driver, in one battle and in two."""
    found = []
    for alone in (True, False):
        game, who, *lorries = at_two_lorries()
        for n in (0, 1):
            if alone:
                game, who, *lorries = at_two_lorries()
            found.append(odds(game.play, who, "shoot", {"target": lorries[n]}, "stalled").probability)
    assert found[:2] == found[2:] and len(set(found)) == 2


def at_two_lorries() -> tuple[Any, int, int, int]:
    """A shooter with one lorry to the left and one, whose driver is wounded, to the right."""
    game, who, lorry = at_a_lorry(2)
    game.place(who, 24, 8, 0)
    return game, who, lorry, add_vehicle(game, 1, 28, 20, profile="tarpaulin", facing=(0, -1), hull_points=2, flesh=2)


def test_what_is_kept_of_hits_here_goes_when_somebody_comes_into_the_way() -> None:
    """Beside one wreck, with another far away; then that is pushed to the other side of the lorry."""
    found = []
    for alone in (True, False):
        game, who, lorry, wreck = beside_a_wreck()
        for x, y in ((40, 40), (24, 15)):
            if alone:
                game, who, lorry, wreck = beside_a_wreck()
            game.place(wreck, x, y, 0)
            found.append(odds(game.play, who, "shoot", {"target": lorry}, "wrecked"))
    assert all(each.exact for each in found)
    chances = [each.probability for each in found]
    assert chances[:2] == chances[2:] and len(set(chances)) == 2


def beside_a_wreck() -> tuple[Any, int, int, int]:
    """A shooter, a lorry with a wreck beside it, and another wreck."""
    game, who, lorry = at_a_lorry(2)
    neighbours(game, "a wreck")
    wreck = add_vehicle(game, 1, 40, 40, profile="tarpaulin", facing=(0, -1), hull_points=0, wrecked=True)
    return game, who, lorry, wreck


def test_the_same_shot_asked_about_again_is_looked_up() -> None:
    """Nothing is run but what comes before the hits, beside obstacles and in the open."""
    for which in ("nothing", "obstacles"):
        game, who, lorry = at_a_lorry(3, board_of(which), "autogun")
        first, again = (odds(game.play, who, "shoot", {"target": lorry}, "wrecked") for _ in range(2))
        assert (first.numerator, first.denominator) == (again.numerator, again.denominator)
        assert again.runs < 10 < first.runs
