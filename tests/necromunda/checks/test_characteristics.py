"""Tests of characteristics: dice, numbers, naturals, modifiers; and the limits of what raises a profile."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import fighter, scene
from warbook.core.play import Play
from warbook.core.state import Effect
from warbook.rulesets.necromunda.checks import characteristics
from warbook.rulesets.necromunda.checks.characteristics import Trial, number_needed
from warbook.rulesets.necromunda.records.model import Model
from warbook.testing.script import Script


def alone(**more: Any) -> tuple[Any, int]:
    game, red, _ = scene(red=[fighter(10, 10, **more)], blue=[fighter(10, 40)], options=more.pop("options", None))
    return game, red


def passes(game: Any, who: int, test: Any, *dice: int, **more: Any) -> bool:
    """Whether these dice pass a test."""
    script = Script(dice)
    model = Model(Play(game.state.copy(), game.ruleset, game.world, [], script), who)
    passed: bool = test(model, "test", **more)
    script.finish()
    return passed


def test_initiative_is_one_die_against_the_characteristic() -> None:
    game, red = alone()
    assert passes(game, red, characteristics.passes_initiative, 4)
    assert not passes(game, red, characteristics.passes_initiative, 3)
    assert passes(game, red, characteristics.passes_initiative, 3, bonus=1)
    assert not passes(game, red, characteristics.passes_initiative, 4, bonus=-1)


def test_a_natural_one_fails_an_initiative_test_unless_a_table_says_otherwise() -> None:
    game, red = alone()
    assert not passes(game, red, characteristics.passes_initiative, 1, bonus=3)
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 40)], options={"natural-1-fails-initiative": False})
    assert passes(game, red, characteristics.passes_initiative, 1, bonus=3)
    assert not passes(game, red, characteristics.passes_initiative, 1, bonus=3, natural_one=True)


@pytest.mark.parametrize(
    ("test", "number"),
    [
        (characteristics.passes_cool, 7),
        (characteristics.passes_willpower, 7),
        (characteristics.passes_intelligence, 7),
        (characteristics.passes_leadership, 6),
    ],
)
def test_the_mind_is_tested_with_two_dice(test: Any, number: int) -> None:
    game, red = alone()
    assert passes(game, red, test, number - 2, 2)
    assert not passes(game, red, test, number - 3, 2)
    assert passes(game, red, test, 1, 1, bonus=number)  # no total fails by itself


def test_a_test_tells_every_reason_for_its_number() -> None:
    game, red = alone(conditions=("gunked",))
    told = number_needed("initiative", 4, Trial(game.model(red), None, "retreat"), 2)
    assert told.number == 3 and told.because == (("gunked", -1), ("retreat", 2))


def test_gunk_slows_and_dulls() -> None:
    game, red = alone(conditions=("gunked",))
    assert game.model(red).move == 4_000
    assert not passes(game, red, characteristics.passes_initiative, 4)
    game, red = alone(conditions=("gunked",), stats={"move": 1_000})
    assert game.model(red).move == 1_000


def test_a_concussion_leaves_initiative_no_worse_than_six() -> None:
    game, red = alone(stats={"i": 5})
    game.state.effects = (Effect("initiative", red, "round", 2),)
    assert game.model(red).initiative == 6
    assert passes(game, red, characteristics.passes_initiative, 6)


def test_heavy_carapace_dulls_the_initiative() -> None:
    game, red = alone(armour=["heavy-carapace"])
    assert game.model(red).initiative == 5


def test_flesh_wounds_lower_toughness() -> None:
    game, red = alone(flesh=2)
    assert game.model(red).toughness == 1


def test_nothing_raises_a_characteristic_past_its_limit() -> None:
    game, red = alone(stats={"s": 5, "t": 5, "move": 7_000})
    game.state.effects = tuple(
        Effect(name, red, "round", amount) for name, amount in (("strength", 2), ("toughness", 2), ("move", 2_000))
    )
    model = game.model(red)
    assert (model.strength, model.toughness, model.move) == (6, 6, 8_000)


@pytest.mark.parametrize(("how", "length"), [("exact", 2_500), ("up", 3_000), ("down", 2_000)])
def test_half_a_move_is_rounded_as_the_table_says(how: str, length: int) -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 40)], options={"half-movement": how})
    assert game.model(red).half_move == length
