"""Exact odds of shots at vehicles, against fractions worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, scene
from warbook.core.structs import replace
from warbook.odds import odds
from warbook.rulesets.necromunda.edition_classic import RULESET

SIXTH, UNSTEADY = Fraction(1, 6), Fraction(15, 36)  # 2D6 fall short of Handling 7+
#: Location dice by chance, and Damage dice.
BODY, CREW, DRIVE, ENGINE = 3 * SIXTH, SIXTH, SIXTH, SIXTH
GLANCING, PENETRATING, CATASTROPHIC = 3 * SIXTH, 2 * SIXTH, SIXTH


def shot_at_lorry(outcome: str, hull_points: int) -> Fraction:
    """A lasgun of Strength 4 within short range at the front (5) of a lorry that saves on 5+."""
    red = [fighter(20, 10, weapons=("lasgun",))]
    game, who, _ = scene(red=red, blue=[fighter(2, 2)], ruleset=RULESET)
    kit = game.world.kits[who]
    stronger = replace(kit.weapons[0], profiles=(replace(kit.weapons[0].profiles[0], strength=4),))
    game.world = replace(game.world, kits=(replace(kit, weapons=(stronger,)), *game.world.kits[1:]))
    lorry = add_vehicle(game, 1, 20, 20, profile="tarpaulin", facing=(0, -1), hull_points=hull_points)
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
