"""Hits on vehicles: the dice of one hit, their odds against icepool, and what the attacker picks of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from tests.necromunda.scenes import COLD, add_vehicle, fighter, run_rule, scene
from warbook.core.check import Target
from warbook.core.structs import replace
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.checks.sides import Side
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.vehicles import VehicleDamaged
from warbook.rulesets.necromunda.harm import vehicle_hits
from warbook.rulesets.necromunda.harm.strikes import Strike
from warbook.rulesets.necromunda.harm.vehicle_hits import Breach, Plating, breach, plating
from warbook.rulesets.necromunda.printed.vehicles import Location
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.testing import Unscripted

FRONT = Side("front", 5)
BODY, CREW, DRIVE, ENGINE = 1, 4, 5, 6  # faces of a Location die
GLANCING, PENETRATING, CATASTROPHIC = 1, 4, 6  # and of a Damage die


def scene_with_lorry(**changes: Any) -> tuple[Any, int, int]:
    """A lorry of red (5/4/4, 3 hull points, save 5+), and a fighter of blue."""
    game, _, blue = scene(red=[fighter(2, 2)], blue=[fighter(20, 30)], ruleset=RULESET)
    return game, add_vehicle(game, 0, 20, 20, profile="tarpaulin", weapons=["heavy-stubber"], **changes), blue


def struck(game: Any, who: int, blow: Strike, *, hits: int = 1, by: int = -1, dice: Any = (), **more: Any) -> None:
    """Lets a vehicle be hit in front."""
    answers = {key: more.pop(key) for key in list(more) if key == "pick"}

    def rule(play: Any) -> None:
        vehicle_hits.strike(play, Driver(play, who), blow, FRONT, hits, by, **more)

    run_rule(game, rule, dice=tuple(dice), **answers)


def damages(game: Any) -> list[tuple[str, str]]:
    return [(e.location, e.result) for e in game.events if isinstance(e, VehicleDamaged)]


# ---- the dice --------------------------------------------------------------------------------------------------------


def test_a_hit_wounds_gets_through_the_save_and_damages_a_location() -> None:
    game, lorry, blue = scene_with_lorry()
    struck(game, lorry, Strike(5), by=blue, dice=[4, 4, CREW, PENETRATING])
    assert damages(game) == [("crew", "penetrating")]
    assert game.record(lorry).flesh == 1 and game.record(lorry).hull_points == 3


@pytest.mark.parametrize(("blow", "dice"), [(Strike(5), [3]), (Strike(5), [4, 5]), (Strike(5, -1), [4, 6])])
def test_what_does_not_wound_or_is_saved_does_nothing(blow: Strike, dice: list[int]) -> None:
    game, lorry, blue = scene_with_lorry()
    struck(game, lorry, blow, by=blue, dice=dice)
    assert damages(game) == []


def test_a_natural_one_fails_the_best_save_and_ap_makes_it_worse() -> None:
    hard = Plating(FRONT, Target(1, 1, "save"), Target(1, 1, "save"))
    assert odds(Strike(10), hard)[Breach()] == 1 - Fraction(5, 6) * Fraction(1, 6)
    game, lorry, _ = scene_with_lorry()
    driver = Driver(game.play, lorry)
    assert str(plating(driver, FRONT, Strike(5, -1)).save) == "6+ (save 5+, -1 AP)"
    assert plating(driver, FRONT, Strike(5, -1, 1, frozenset({"shred"}))).shredded.number == 7


def test_each_hit_is_rolled_for_by_itself_until_it_is_a_wreck() -> None:
    game, lorry, blue = scene_with_lorry(hull_points=2)
    one = [4, 1, ENGINE, CATASTROPHIC]
    struck(game, lorry, Strike(5), hits=2, by=blue, dice=[2, *one, 3, *COLD])
    assert game.record(lorry).wrecked
    struck(game, lorry, Strike(5), hits=2, by=blue)
    assert game.events == []


# ---- an independent computation --------------------------------------------------------------------------------------


def odds(blow: Strike, plates: Plating, picks: int = 1, at: Any = "") -> dict[Breach, Fraction]:
    """The distribution of one hit by the rules."""
    total, ways = enumerate_outcomes(breach, (blow, plates, picks, at))
    return {found: Fraction(n, total) for found, n in ways}


def by_icepool(blow: Strike, plates: Plating, picks: int, at: str) -> dict[Breach, Fraction]:
    """The same by the book, and not by the code under test."""
    strength, toughness = blow.strength or 0, plates.side.toughness
    if strength >= 2 * toughness:
        needed = 2
    elif 2 * strength <= toughness:
        needed = 6
    else:
        needed = 4 if strength == toughness else 3 if strength > toughness else 5
    where = {"body": 3, "crew": 1, "drive": 1, "engine": 1}
    location = icepool.Die({place: n for place, n in where.items() if place not in plates.without})
    grade = icepool.Die({0: 3, 1: 2, 2: 1})
    found: dict[Breach, Fraction] = {}

    def add(outcome: Breach, chance: Fraction) -> None:
        found[outcome] = found.get(outcome, Fraction(0)) + chance

    for face in range(1, 7):
        if face < needed:
            add(Breach(), Fraction(1, 6))
            continue
        number = (plates.shredded if face == 6 and "shred" in blow.traits else plates.save).number
        lost = blow.no_save or (face == 6 and "seismic" in blow.traits) or number > 6
        saved = Fraction(0) if lost else Fraction(7 - max(2, number), 6)
        add(Breach(), Fraction(1, 6) * saved)
        count = (blow.damage or 0) + (face == 6 and "rending" in blow.traits) + ("melta" in blow.traits)
        count += "pulverise" in blow.traits
        places = [((at,), Fraction(1))] if at else dice_of(location, picks)
        for (shown, p), (grades, q) in product(places, dice_of(grade, count)):
            order: tuple[Location, ...] = ("engine", "drive", "body", "crew")
            kept = tuple(place for place in order if place in shown)
            outcome = Breach(kept, tuple(sorted(set(grades), reverse=True))) if count else Breach()
            add(outcome, Fraction(1, 6) * (1 - saved) * p * q)
    return {outcome: chance for outcome, chance in found.items() if chance}


def dice_of(die: Any, count: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    """Every way in which so many dice can lie."""
    if not count:
        return [((), Fraction(1))]
    pool = icepool.tupleize(*[die] * count)
    return [(faces, Fraction(ways, pool.denominator())) for faces, ways in pool.items()]


def cases() -> Iterator[tuple[Strike, Plating, int, str]]:
    for strength, toughness, damage, save in product((3, 5, 9), (3, 5, 8), (1, 2, 3), (4, 7)):
        plates = Plating(Side("left", toughness), Target(save, save, "save"), Target(save, save, "save"))
        yield Strike(strength, 0, damage), plates, 1, ""
    soft = Plating(FRONT, Target(4, 4, "save"), Target(5, 4, "save"))
    for traits in ("melta", "rending", "pulverise", "seismic", "shred"):
        yield Strike(5, 0, 1, frozenset({traits})), soft, 1, ""
    yield Strike(5, 0, 2), soft, 2, ""
    yield Strike(5, 0, 1), replace(soft, without=("engine", "body")), 2, ""
    yield Strike(5, 0, 2), soft, 1, "drive"
    yield Strike(5, 0, None), soft, 1, ""
    yield Strike(5, 0, 1, no_save=True), soft, 1, ""


def test_the_odds_of_a_hit_agree_with_icepool() -> None:
    for case in cases():
        assert odds(*case) == by_icepool(*case), case


def test_one_hit_in_fractions_worked_by_hand() -> None:
    plates = Plating(FRONT, Target(5, 5, "save"), Target(5, 5, "save"))
    found = odds(Strike(5), plates)
    through = Fraction(3, 6) * Fraction(4, 6)
    assert found[Breach(("engine",), (2,))] == through * Fraction(1, 6) * Fraction(1, 6)
    assert found[Breach(("body",), (0,))] == through * Fraction(1, 2) * Fraction(1, 2)
    assert found[Breach()] == 1 - through


def test_a_location_that_the_vehicle_has_not_got_is_rolled_again() -> None:
    game, lorry, blue = scene_with_lorry()
    kit = game.world.vehicle_kits[0]
    odd = replace(kit, profile=replace(kit.profile, without=("engine",)))
    game.world = replace(game.world, vehicle_kits=(odd,))
    struck(game, lorry, Strike(5), by=blue, dice=[4, 1, ENGINE, ENGINE, CREW, PENETRATING])
    assert damages(game) == [("crew", "penetrating")]


# ---- the pick --------------------------------------------------------------------------------------------------------


def test_the_attacker_picks_one_of_the_locations_and_one_of_the_results() -> None:
    game, lorry, blue = scene_with_lorry()
    dice = [4, 1, ENGINE, CREW, CATASTROPHIC, PENETRATING]
    with pytest.raises(Unscripted) as fault:
        struck(game, lorry, Strike(5, 0, 2), by=blue, picks=2, dice=dice)
    question: Any = fault.value.decision
    assert question.player == 1
    assert [question.label(option) for option in question.options()] == [
        "engine: catastrophic", "crew: catastrophic", "engine: penetrating", "crew: penetrating",
    ]  # fmt: skip
    struck(game, lorry, Strike(5, 0, 2), by=blue, picks=2, dice=dice, pick="crew-penetrating")
    assert damages(game) == [("crew", "penetrating")]


def test_dice_that_agree_leave_nothing_to_pick_and_a_known_location_is_not_rolled_for() -> None:
    game, lorry, blue = scene_with_lorry()
    struck(game, lorry, Strike(5, 0, 2), by=blue, at="drive", dice=[4, 1, GLANCING, 2, 6, 6])
    assert damages(game) == [("drive", "glancing")]


def test_where_nobody_attacks_the_other_side_picks() -> None:
    game, lorry, _ = scene_with_lorry()
    with pytest.raises(Unscripted) as fault:
        struck(game, lorry, Strike(5, 0, 2), dice=[4, 1, CREW, GLANCING, PENETRATING])
    assert fault.value.decision is not None and fault.value.decision.player == 1
