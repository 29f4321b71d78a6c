"""What ways cost in a crowd: one kernel tells it for all of them, and says of each what a route that takes it does."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.space.test_hulls import TRUCK, hull, man, standing
from tests.space.test_vanishing import CLUTTERED, MANY
from warbook.core.length import INCH
from warbook.core.state import Placement, Posture
from warbook.space.board import Board
from warbook.space.boardfile import load_board
from warbook.space.crowds import open_passages
from warbook.space.passages import offered_passages
from warbook.space.routes import Journey
from warbook.space.rules import Rules
from warbook.space.terrain import Area

YARD = load_board(Path(__file__).parent / "boards" / "yard.toml")
FAR = 100 * INCH
CROWDS = 12
OIL = Area(((4_000, 8_000), (12_000, 8_000), (12_000, 14_000), (4_000, 14_000)), 0, 3_000, "difficult")


def crowd(rng: Random, on: Board, rules: Rules) -> list[tuple[Placement, int]]:
    """Bodies of both sides, up and down, most of them at an end of a way that the board offers."""
    ways = [way for way, _ in offered_passages(on, 500, 1_250, rules).priced]
    found = [(man(rng.uniform(1, 23), rng.uniform(1, 19)), 0)]
    for _ in range(10):
        x, y, z = rng.choice((rng.choice(ways).near, rng.choice(ways).far))
        x, y = x + rng.randint(-900, 900), y + rng.randint(-900, 900)
        posture = rng.choice((Posture.UP, Posture.UP, Posture.DOWN, Posture.AWAY))
        found.append((man(x / INCH, y / INCH, z / INCH, posture=posture), rng.randint(0, 1)))
    return found


@pytest.mark.parametrize("rules", [Rules(FAR), Rules(FAR, keep_clear=0), Rules(FAR, may_pass_friends=False, gap=0)])
@pytest.mark.parametrize("laid", ["", "ground", "hull"])
@pytest.mark.parametrize("on", [YARD, CLUTTERED, MANY], ids=["yard", "cluttered", "many"])
def test_a_way_costs_in_a_crowd_what_a_route_that_takes_it_costs(on: Board, laid: str, rules: Rules) -> None:
    rng, barred = Random(7), 0
    for _ in range(CROWDS):
        bodies = crowd(rng, on, rules)
        if laid == "hull":
            bodies.append((hull(rng.uniform(4, 20), rng.uniform(4, 16), TRUCK, rng.randint(-9, 9), 5), 1))
        now = standing(*bodies)
        if laid == "ground":
            now = now.blocked_by((), ground=(OIL,))
        journey = Journey(on, now, 0, rules)
        priced = open_passages(on, now, journey, None, FAR)
        assert priced is not None
        for number, cost in zip(priced.found, priced.costs, strict=True):
            way = priced.offered.priced[number][0]
            found, reason = journey.ruling(0, way.near, way.far, way.mode, False)
            assert (found if reason is None else -1) == cost, way
            barred += cost < 0
    assert barred > CROWDS, "some of them are barred"
