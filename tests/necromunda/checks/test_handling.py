"""Handling tests of vehicles: the dice, and what makes them harder."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, scene
from warbook.core.play import Play
from warbook.core.state import Effect
from warbook.rulesets.necromunda.checks.characteristics import Steering, number_needed
from warbook.rulesets.necromunda.checks.handling import passes_handling
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.testing import Script


def lorry(*dice: int, **changes: Any) -> Driver:
    """A lorry whose Handling is 7+, and the dice of what it is tested for."""
    game, *_ = scene(red=[fighter(40, 40)], ruleset=RULESET)
    who = add_vehicle(game, 0, 10, 10, profile="tarpaulin", **changes)
    return Driver(Play(game.state.copy(), game.ruleset, game.world, [], Script(dice)), who)


def test_handling_is_two_dice_against_the_characteristic_and_the_lowest_roll_fails() -> None:
    assert passes_handling(lorry(4, 3), "control")
    assert not passes_handling(lorry(3, 3), "control")
    assert passes_handling(lorry(3, 3), "control", 1)
    assert not passes_handling(lorry(1, 1), "control", 6)


@pytest.mark.parametrize(
    ("changes", "number"),
    [({}, 7), ({"flesh": 1}, 8), ({"flesh": 2}, 9), ({"handling": 2}, 9), ({"flesh": 1, "handling": 3}, 11)],
)
def test_wounds_of_the_driver_and_damage_to_the_drive_make_it_worse(changes: dict[str, int], number: int) -> None:
    assert number_needed("handling", 7, Steering(lorry(**changes), "control")).number == number


def test_a_concussion_makes_it_two_worse_and_is_told() -> None:
    driver = lorry()
    driver.play.state.effects = (Effect("handling", driver.id, "round", 2),)
    assert str(number_needed("handling", 7, Steering(driver, "control"))) == "9+ (handling 7+, -2 concussion)"
