"""Industrial terrain whose effect begins and ends, under the classic rules: smokestacks, pipes that leak."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.badzones import badzone
from tests.necromunda.scenes import TOUCH, armed, fighter, marker, rolled_keys, run_rule, scene, way
from warbook.core.structs import replace
from warbook.rulesets.necromunda.actions import reloading, terminals
from warbook.rulesets.necromunda.attacks import fumes, hazards, hits
from warbook.rulesets.necromunda.battle import badzones as badzone_events
from warbook.rulesets.necromunda.battle import terrain
from warbook.rulesets.necromunda.checks import darkness, targets
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.moments import ChargeEnds
from warbook.rulesets.necromunda.harm import conditions
from warbook.rulesets.necromunda.harm.strikes import Hit
from warbook.rulesets.necromunda.printed.arms import Trait
from warbook.rulesets.necromunda.records.effects import begin_effect
from warbook.testing import leg

FAR = fighter(40, 40)
PIECE = 2  # after one fighter a side
BESIDE = 10 + 1.25 + 0.492  # of a smokestack at 10


def start(game: Any, piece: int = PIECE) -> None:
    """Its effect begins."""

    def begin(play: Any) -> None:
        begin_effect(play, "running", piece, "end-phase")
        fumes.vent(play)

    run_rule(game, begin)


# ---- smokestacks -----------------------------------------------------------------------------------------------------


def stack(red: Any, blue: Any = FAR, *, running: bool = True, **around: Any) -> Any:
    game, *ids = scene(red=[red], blue=[blue], board=marker("smokestack", 10, 10), ruleset=RULESET, **around)
    if running:
        start(game)
    return game, *ids


def test_nobody_sees_through_what_is_near_a_smokestack_at_work() -> None:
    gunman = fighter(17, 3, facing=(0, 1), weapons=["autogun"])
    for running, (x, y), seen in ((False, (17, 20), True), (True, (17, 20), False), (True, (19, 20), True)):
        game, red, blue = stack(gunman, fighter(x, y), running=running)
        assert (blue in targets.seen_from(game.play, red)) == seen


def test_fumes_hang_as_long_as_it_is_at_work() -> None:
    gunman = fighter(17, 3, facing=(0, 1), weapons=["autogun"])
    game, red, blue = stack(gunman, fighter(17, 20))
    run_rule(game, conditions.lingering_effects)
    assert blue not in targets.seen_from(game.play, red)
    run_rule(game, terrain.settle, dice=(5,))
    assert blue in targets.seen_from(game.play, red)
    run_rule(game, terrain.settle, dice=(6,))
    assert blue not in targets.seen_from(game.play, red)
    run_rule(game, lambda play: terminals.switch_off(play, PIECE))
    assert blue in targets.seen_from(game.play, red)
    run_rule(game, lambda play: terminals.switch_on(play, PIECE, effect=True))
    assert blue not in targets.seen_from(game.play, red)


def test_a_shutdown_ends_fumes_at_once() -> None:
    game, red, _ = badzone(fighter(17, 3), board=marker("smokestack", 10, 10))
    start(game)
    shutdown = LIBRARY.badzone_events["shutdown"]
    run_rule(game, lambda play: badzone_events.begin(play, shutdown))
    assert targets.seen_from(game.play, red) is not None
    assert not [c for c in game.state.records if getattr(c, "kind", "") == "fumes" and c.there]


@pytest.mark.parametrize(("y", "wargear", "twice"), [(16, (), False), (16, ("respirator",), True), (19, (), True)])
def test_who_breathes_fumes_moves_once_in_an_activation(y: float, wargear: tuple[str, ...], twice: bool) -> None:
    game, red, _ = stack(fighter(10, y, wargear=wargear))
    game.does(red, "move", path=way(leg(11, y)))
    assert ("move" in game.acting.allowed()) == twice


@pytest.mark.parametrize(("y", "strength"), [(BESIDE + 5.9, 5), (BESIDE + 6.1, 4)])
def test_what_burns_is_stronger_in_fumes(y: float, strength: int) -> None:
    game, red, _ = stack(fighter(10, y))
    flame = Hit(LIBRARY.weapons["flamer"].profiles[0], way="template")
    at = game.model(red).at
    assert hits.strike_of_hit(game.play, hits.fanned(game.play, flame, at), melts=False).strength == strength
    shot = Hit(LIBRARY.weapons["boltgun"].profiles[0])
    assert hits.fanned(game.play, shot, at) is shot


# ---- pipes that leak -------------------------------------------------------------------------------------------------


def pipes(red: Any, blue: Any = FAR, *, running: bool = True, **around: Any) -> Any:
    game, *ids = scene(red=[red], blue=[blue], board=marker("fuel-pipes", 10, 10), ruleset=RULESET, **around)
    if running:
        start(game)
    return game, *ids


@pytest.mark.parametrize(("gap", "running", "dice", "after"), [
    (2.9, True, (1,), "pinned"), (2.9, True, (6,), "standing"), (3.1, True, (), "standing"),
    (2.9, False, (), "standing"),
])  # fmt: skip
def test_who_ends_a_move_where_fuel_leaks_keeps_its_feet_or_not(
    gap: float, running: bool, dice: tuple[int, ...], after: str
) -> None:
    y = 10 + 2 * 0.492 + gap
    game, red, _ = pipes(fighter(14, y), running=running)
    game.does(red, "move", path=way(leg(10, y)), dice=list(dice))
    assert game.record(red).status.value == after and rolled_keys(game) == ["slick"] * len(dice)


@pytest.mark.parametrize(("face", "after"), [(1, "pinned"), (6, "standing")])
def test_a_charger_that_slips_lies_an_inch_short(face: int, after: str) -> None:
    game, red, blue = pipes(fighter(10, 12), fighter(10, 12 + TOUCH))
    run_rule(game, lambda play: hazards.slip_in_a_charge(play, ChargeEnds(red, ())), dice=(face,))
    assert game.record(red).status.value == after
    assert (game.gap(red, blue) >= 1000) == (after == "pinned")


def test_pipes_that_have_blown_up_leak_no_more() -> None:
    game, red, _ = pipes(fighter(10, 20))
    run_rule(game, lambda play: hazards.hit_piece(play, PIECE, 6, 0), dice=(6,))
    assert not terrain.left_to_chance(game.play)
    run_rule(game, lambda play: hazards.slip_in_a_charge(play, ChargeEnds(red, ())))


@pytest.mark.parametrize(("weapon", "y", "number"), [
    ("flamer", 12, 0), ("flamer", 20, 5), ("autogun", 12, 4),
])  # fmt: skip
def test_what_burns_is_plentiful_where_fuel_leaks(weapon: str, y: float, number: int) -> None:
    game, red, _ = pipes(fighter(10, y, weapons=[weapon], out=(0,)))
    assert reloading.reload_number(game.model(red), 0) == number


def test_what_burns_and_is_scarce_may_be_reloaded_there() -> None:
    weapon = LIBRARY.weapons["flamer"]
    scarce = replace(weapon, profiles=(weapon.profiles[0].with_traits(Trait("scarce")),))
    for y, refused in ((12, False), (20, True)):
        game, red, _ = pipes(fighter(10, y, weapons=["flamer"], out=(0,)))
        armed(game, red, scarce)
        assert bool(reloading.why_not_reloaded(game.model(red), 0)) == refused
        assert reloading.reload_number(game.model(red), 0) == 5


# ---- plasma ----------------------------------------------------------------------------------------------------------


def test_plasma_pipes_light_up_whoever_is_near_until_they_blow_up() -> None:
    for x, seen in ((16.9, True), (17.1, False)):
        game, red, _ = scene(
            red=[fighter(x, 10)], blue=[FAR], board=marker("plasma-pipes", 10, 10), ruleset=RULESET, dark=3000
        )
        assert darkness.given_away(game.play, red) == seen
        run_rule(game, lambda play: hazards.hit_piece(play, PIECE, 6, 0), dice=(6,))
        assert not darkness.given_away(game.play, red)
