"""Which side of a vehicle is struck: by its diagonals from afar, by what is nearest from beside it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import TOUCH, add_vehicle, fighter, scene
from warbook.core.structs import replace
from warbook.rulesets.necromunda.checks.sides import rear_of, side_beside, side_towards
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.records.vehicles import Driver


def lorry(*red: Any, **changes: Any) -> Driver:
    """A lorry of 4" by 2.5" at (20, 20) that looks north: Toughness 5 in front, 4 elsewhere."""
    game, *_ = scene(red=[*red, fighter(40, 40)], blue=[fighter(44, 44)], ruleset=RULESET)
    who = add_vehicle(game, 0, 20, 20, profile="tarpaulin", **changes)
    return Driver(game.play, who)


@pytest.mark.parametrize(
    ("spot", "side", "toughness"),
    [
        ((20, 30), "front", 5),
        ((10, 20), "left", 4),
        ((30, 20), "right", 4),
        ((20, 10), "rear", 4),
        ((23, 30), "front", 5),  # beyond the corner, inside the diagonal
        ((28, 30), "right", 4),  # outside of it
        ((21.25, 22), "front", 5),  # on the corner: the harder of the two
        ((20, 20), "front", 5),  # on its middle: the hardest of all
    ],
)
def test_a_shot_strikes_the_side_in_whose_arc_it_comes_from(
    spot: tuple[float, float], side: str, toughness: int
) -> None:
    struck = side_towards(lorry(), round(spot[0] * 1000), round(spot[1] * 1000))
    assert (struck.name, struck.toughness) == (side, toughness)


def test_the_arcs_turn_with_the_vehicle() -> None:
    assert side_towards(lorry(facing=(1, 0)), 30_000, 20_000).name == "front"


def test_on_the_line_of_the_diagonal_the_harder_side_is_struck() -> None:
    front_left = (20_000 - 1250 * 4, 20_000 + 2000 * 4)
    assert side_towards(lorry(), *front_left).name == "front"
    assert side_towards(lorry(), front_left[0] - 1, front_left[1]).name == "left"


def test_from_beside_it_the_nearest_side_is_struck_at_a_corner_the_harder() -> None:
    half = TOUCH / 2
    assert side_beside(lorry(fighter(18.75 - half, 21.5)), 0).name == "left"
    assert side_beside(lorry(fighter(20.5, 22 + half)), 0).name == "front"
    assert side_beside(lorry(fighter(21.75, 22.5)), 0).name == "front"


def test_who_stands_on_it_strikes_where_it_is_softest() -> None:
    driver = lorry(fighter(20, 21.5))
    state = driver.play.state
    above: Any = state.records[0]
    state.put(replace(above, at=above.at.moved_to((20_000, 21_500, driver.at.height))))
    assert side_beside(driver, 0).toughness == 4
    assert rear_of(driver).name == "rear"
