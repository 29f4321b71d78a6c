"""Consoles of ancient devices, generators and compactors, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import KNIFE, fighter, marker, pitfall, rolled_keys, run_rule, scene
from warbook.rulesets.necromunda.attacks.close_combat import blows
from warbook.rulesets.necromunda.checks import guns, pieces
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.harm import sinking
from warbook.rulesets.necromunda.records.model import Model

FAR = fighter(40, 40)
WITTY, WITLESS = [3, 4], [3, 3]  # for 7+
ENTRIES = {
    "activate-device": "archaeotech-device",
    "deactivate-generators": "generator",
    "cycle-compactor": "compactor",
}
CALLED = {
    "activate-device": ("an ancient device", "an ancient device"),
    "deactivate-generators": ("a generator", "a generator at work"),
    "cycle-compactor": ("a compactor", "a compactor"),
}


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(RULESET.id, entry, aspect)


def hall(kind: str, red: Any, blue: Any = FAR) -> Any:
    """A console at (10, 10), and what it controls at (14, 10), a compactor in a pitfall."""
    board = marker("console", 10, 10, controls="it") + marker(kind, 14, 10, "it") + pitfall() * (kind == "compactor")
    return scene(red=[red], blue=[blue], board=board, ruleset=RULESET)


@pytest.mark.covers(RULESET.id, "activate-device", "refused")
@pytest.mark.covers(RULESET.id, "deactivate-generators", "refused")
@pytest.mark.covers(RULESET.id, "cycle-compactor", "refused")
@pytest.mark.parametrize("entry", ENTRIES)
def test_it_takes_a_console_within_an_inch(entry: str) -> None:
    there, beside = CALLED[entry]
    game, red, _ = scene(red=[fighter(10, 8)], blue=[FAR], ruleset=RULESET)
    assert game.why_not(red, entry) == (f"There must be {there} on the board.",)
    game, red, _ = hall(ENTRIES[entry], fighter(10, 8.4))
    assert game.why_not(red, entry) == (f"It must be within an inch of the console of {beside}.",)
    game, red, _ = hall(ENTRIES[entry], fighter(10, 8.6, status="pinned"))
    assert game.why_not(red, entry) == ("It must be standing and not engaged.",)
    game, red, _ = hall(ENTRIES[entry], fighter(10, 8.6))
    assert not game.why_not(red, entry)


# ---- devices ---------------------------------------------------------------------------------------------------------


@covers("activate-device", "works")
@covers("activate-device", "numbers")
@pytest.mark.parametrize(("x", "charged"), [(17.4, True), (17.6, False)])
def test_a_device_charges_the_weapons_of_everybody_within_three_inches(x: float, charged: bool) -> None:
    # the rims of a base and of the device are half an inch from their middles
    blue = fighter(x + 0.49, 10, weapons=[*KNIFE, "autogun"])
    game, red, blue = hall("archaeotech-device", fighter(10, 8.6), blue)
    game.does(red, "activate-device", dice=WITTY)
    model = game.model(blue)
    assert blows.weapon_held(model, (0, 0)).has("shock") == charged
    assert guns.gun(model, (1, 0)).has("shock") == charged
    assert not blows.weapon_held(game.model(red), blows.BARE).has("shock")


@covers("activate-device", "numbers")
def test_without_wit_it_strikes_them() -> None:
    game, red, blue = hall("archaeotech-device", fighter(10, 8.6), fighter(16, 10, wounds=3))
    game.does(red, "activate-device", dice=[*WITLESS, 2, 6, 4])
    assert game.record(blue).status.value == "pinned" and game.record(blue).wounds == 2
    assert rolled_keys(game) == ["console", "surge", "wound", "wound"]


# ---- generators ------------------------------------------------------------------------------------------------------


@covers("deactivate-generators", "works")
@covers("deactivate-generators", "numbers")
@pytest.mark.parametrize(("dice", "runs"), [(WITTY, False), (WITLESS, True)])
def test_generators_are_shut_down_until_the_round_ends(dice: list[int], runs: bool) -> None:
    game, red, _ = hall("generator", fighter(10, 8.6))
    generator = next(r.id for r in game.state.records if r.profile == "generator")
    game.does(red, "deactivate-generators", dice=dice)
    assert pieces.is_running(game.play, generator) == runs
    if not runs:
        reason = "It must be within an inch of the console of a generator at work."
        assert game.why_not(red, "deactivate-generators") == (reason,)
        game.state.turn = game.state.turn.__class__(phase="end", round=1, priority=0)
        game.goes_on(dice=[5, 2])
        assert pieces.is_running(game.play, generator)


# ---- compactors ------------------------------------------------------------------------------------------------------


@covers("cycle-compactor", "works")
@covers("cycle-compactor", "numbers")
@pytest.mark.parametrize(("dice", "after"), [(WITTY, "out-of-action"), (WITLESS, "pinned")])
def test_a_compactor_crushes_whoever_lies_in_it(dice: list[int], after: str) -> None:
    game, red, blue = hall("compactor", fighter(10, 8.6), fighter(14, 11, status="pinned"))
    run_rule(game, lambda play: sinking.sink(play, Model(play, blue)))
    game.does(red, "cycle-compactor", dice=dice)
    assert game.record(blue).status.value == after and game.record(red).status.value == "standing"
    assert game.record(blue).injuries == (("critical-injury",) if after == "out-of-action" else ())
