"""Ten thousand random formations: who keeps together, who touches an enemy, who fights and who could have come into
contact, against distances and reachability worked out by numpy for all pairs at once."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.draft_40k.scenes import INCH, field
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.checks.coherency import coherency_of, is_scattered
from warbook.rulesets.draft_40k.movement.contacts import fighting, touches
from warbook.rulesets.draft_40k.records.position import layout, model
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.units import strays
from warbook.testing import model as placed

CASES = 2_000  # of each of five kinds
OURS, THEIRS = 7, 4
TOUCH = 10  # thousandths
SLACK = 2  # what lies nearer to a limit is left out
KINDS = [("militia", "keeper"), ("bell-keeper", "fry"), ("road-keeper", "militia"), ("mere-bull", "mere-bull"),
         ("coast-hound", "ram-rider")]  # fmt: skip


def reachable(joined: np.ndarray) -> np.ndarray:
    """Who is joined to whom by a chain."""
    found = joined.copy()
    for _ in range(len(found).bit_length() + 1):
        found = found @ found > 0
    return found


def gaps_between(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """From each base (x, y, radius) to each of others, how far their rims are apart."""
    apart = np.hypot(one[:, None, 0] - other[None, :, 0], one[:, None, 1] - other[None, :, 1])
    found: np.ndarray = apart - one[:, None, 2] - other[None, :, 2]
    return found


def scattered_at(rng: Random, spots: int, wide: float) -> list[tuple[int, int]]:
    """Places in a square of a random width."""
    far = int(rng.uniform(1, wide) * INCH)
    return [(20 * INCH + rng.randint(-far, far), 20 * INCH + rng.randint(-far, far)) for _ in range(spots)]


@pytest.mark.parametrize(("ours", "theirs"), KINDS)
def test_coherency_and_contact(ours: str, theirs: str) -> None:
    rng, seen = Random(f"{ours} {theirs}"), {"together": 0, "scattered": 0, "touching": 0, "fighting": 0}
    red = [placed(2 + 2 * n, 5, ours, squad="us", name=f"us {n}") for n in range(OURS)]
    blue = [placed(2 + 3 * n, 40, theirs, squad="them", name=f"them {n}") for n in range(THEIRS)]
    game = field(red, blue)
    us, foes = game.unit("us"), tuple(range(OURS, OURS + THEIRS))
    for _ in range(CASES):
        for id, (x, y) in enumerate(scattered_at(rng, OURS + THEIRS, 9)):
            record = game.state.records[id]
            game.state.put(replace(record, at=replace(record.at, x=x, y=y)))
        play = game.play
        unit = Unit(play, us)
        bases = np.array([(at.x, at.y, at.radius) for at in (model(play, id).at for id in range(OURS + THEIRS))], float)
        mine, enemies = bases[:OURS], bases[OURS:]
        among, across = gaps_between(mine, mine), gaps_between(mine, enemies)
        if np.abs(among - coherency_of(unit).gap).min() < SLACK or np.abs(across - TOUCH).min() < SLACK:
            continue
        chained = reachable(among <= coherency_of(unit).gap)
        assert is_scattered(unit) is not bool(chained.all())
        largest = max((tuple(np.flatnonzero(row)) for row in chained), key=lambda group: (len(group), -group[0]))
        gap, rise = coherency_of(unit).gap, coherency_of(unit).rise
        assert strays(layout(play), unit.members, gap, rise) == tuple(id for id in range(OURS) if id not in largest)
        touching = (across <= TOUCH).any(axis=1)
        assert [touches(play, model(play, id).at, foes) for id in range(OURS)] == touching.tolist()
        near = (among[:, touching] <= 2 * INCH).any(axis=1) if touching.any() else touching
        assert fighting(play, unit, foes) == np.flatnonzero(near).tolist()
        seen["scattered" if is_scattered(unit) else "together"] += 1
        seen["touching"] += int(touching.any())
        seen["fighting"] += int(near.sum() > touching.sum())
    assert min(seen.values()) > CASES // 20, f"there are many of each: {seen}"
