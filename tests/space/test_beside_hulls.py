"""Places in contact with a hull, against a search of every place round it."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random

import pytest

from tests.space.test_footprints import TRUCK, at
from tests.space.test_hulls import PLAIN, standing
from warbook.core.state import Placement
from warbook.space.contact import CLEARANCE, places_beside_hull
from warbook.space.footprints import corners
from warbook.space.layout import Layout
from warbook.space.routes import Journey
from warbook.space.rules import Point, Rules
from warbook.space.sight import contact
from warbook.space.units import stand_of

CASES = 250
HULL, MOVER = 0, 1
RULES = Rules(0, contact_with=(HULL,), going=())


def crowded(rng: Random) -> Layout:
    """A hull in the middle of a table, somebody far off, and others around the hull, some of whom are hulls."""
    hull = at(20_000, 20_000, TRUCK, rng.randint(-50, 50), rng.randint(1, 50))
    mover = at(2_000, 2_000)
    others: list[Placement] = []
    for _ in range(rng.randint(2, 14)):
        angle, away = radians(rng.randint(0, 359)), rng.randint(2_600, 4_500)
        shape = TRUCK if rng.random() < 0.25 else None
        place = (20_000 + int(away * cos(angle)), 20_000 + int(away * sin(angle)))
        others.append(at(*place, shape, rng.randint(-50, 50), rng.randint(1, 50)))
    return standing(hull, mover, *others)


def every_place(layout: Layout, hull: Placement, step: int = 60) -> list[Point]:
    """Places a hair off the sides of a hull, so far apart, where the mover may stand, and at those next to it too."""
    trip = Journey(PLAIN, layout, MOVER, RULES)
    off, ring, found = trip.gait.radius + CLEARANCE, corners(hull), list[Point]()
    for number, (ax, ay) in enumerate(ring):
        bx, by = ring[(number + 1) % len(ring)]
        length = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        spots = list[Point]()
        for part in range(int(length // step) + 1):
            x, y = ax + (bx - ax) * part * step / length, ay + (by - ay) * part * step / length
            spots.append((round(x + nx * off), round(y + ny * off), 0))
        stand = set(trip.where_it_stands(spots))
        found += [spot for n, spot in enumerate(spots[1:-1], 1) if stand.issuperset(spots[n - 1 : n + 2])]
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_place_is_found_wherever_there_is_one_and_each_is_in_contact(seed: int) -> None:
    rng, rich = Random(seed), 0
    for _ in range(CASES):
        layout = crowded(rng)
        row = layout.row(HULL)
        hull = at(row[0], row[1], TRUCK, row[3], row[4])
        near = (rng.randint(10_000, 30_000), rng.randint(10_000, 30_000))
        found, known = places_beside_hull(PLAIN, layout, MOVER, HULL, RULES, (near,)), every_place(layout, hull)
        rich += bool(known)
        assert bool(found) >= bool(known)
        assert all(contact(at(x, y), hull) for x, y, _ in found)
        for x, y, _ in known:  # something of its free piece, or nearer to what is wanted
            assert min(hypot(px - x, py - y) for px, py, _ in found) < 1_300
        if known:
            wanted = min(hypot(x - near[0], y - near[1]) for x, y, _ in known)
            assert min(hypot(x - near[0], y - near[1]) for x, y, _ in found) < wanted + 30
    assert rich > CASES // 2, "there are many of both"


def test_nobody_is_put_on_others_who_stand_there_by_now() -> None:
    layout = standing(at(20_000, 20_000, TRUCK, 0, 1), at(2_000, 2_000))
    first = places_beside_hull(PLAIN, layout, MOVER, HULL, RULES, ((20_000, 0),))
    alone = min(first, key=lambda p: p[1])
    other = (*alone, *stand_of(layout, MOVER)[3:])
    second = places_beside_hull(PLAIN, layout, MOVER, HULL, RULES, ((20_000, 0),), (other,))
    gaps = [hypot(x - alone[0], y - alone[1]) for x, y, _ in second if y == alone[1]]
    assert min(gaps) == pytest.approx(1_000, abs=5), "side by side"
