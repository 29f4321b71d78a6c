"""Gaps, contact, arcs and swept ground on ten thousand random cases each, all at once: shapely and numpy are the
judges, but for what lies nearer to a limit than their floats can tell."""

from __future__ import annotations

from random import Random

import numpy as np
import shapely

from tests.space.test_footprints import BIKE, SLACK, TRUCK, at, drawn
from tests.space.test_hulls import PLAIN, standing
from warbook.core.shape import Shape
from warbook.core.state import Placement
from warbook.space import sight
from warbook.space.drives.driving import driven
from warbook.space.footprints import HullSide, facings, footprint, overlap

CASES = 10_000
SHAPES: tuple[Shape | None, ...] = (None, TRUCK, BIKE)


def bodies(rng: Random, shapes: tuple[Shape | None, ...] = SHAPES, low: int = 0, high: int = 5_000) -> list[Placement]:
    """Bodies at random places, facings and of random kinds."""

    def one() -> Placement:
        facing = rng.randint(-50, 50), rng.choice((-1, 1)) * rng.randint(1, 50)
        return at(rng.randint(low, high), rng.randint(low, high), rng.choice(shapes), *facing)

    return [one() for _ in range(CASES)]


def test_gaps_and_contact() -> None:
    rng = Random(1)
    pairs = list(zip(bodies(rng), bodies(rng), strict=True))
    first, second = (np.array([drawn(pair[n]) for pair in pairs]) for n in (0, 1))
    away = shapely.distance(first, second)
    gaps = np.array([sight.gap(one, other) for one, other in pairs])
    assert np.abs(gaps - away).max() < 2 * SLACK
    contact = np.array([sight.contact(one, other) for one, other in pairs])
    assert (contact == (gaps <= 10)).all()
    over = np.array([overlap(footprint(one), footprint(other)) for one, other in pairs])
    assert not over[away > 2 * SLACK].any()
    assert over[shapely.area(shapely.intersection(first, second)) > 100_000].all()
    assert 2_000 < over.sum() < 8_000, "there are many of both"


def test_arcs_and_facings() -> None:
    rng = Random(2)
    hulls = bodies(rng, (TRUCK,))
    spots = [(rng.randint(-8_000, 20_000), rng.randint(-8_000, 20_000)) for _ in hulls]
    widths = np.array([rng.randint(1, 360) for _ in hulls])
    bearing = np.array([np.arctan2(y - b.y, x - b.x) for b, (x, y) in zip(hulls, spots, strict=True)])
    heading = np.array([np.arctan2(b.fy, b.fx) for b in hulls])
    turn = np.degrees((bearing - heading + np.pi) % (2 * np.pi) - np.pi)
    cases = list(zip(hulls, spots, widths, strict=True))
    inside = np.array([sight.in_arc(b, x, y, int(width)) for b, (x, y), width in cases])
    clear = np.abs(np.abs(turn) - widths / 2) > 0.1
    assert (inside == (np.abs(turn) < widths / 2))[clear].all()
    limit = np.degrees(np.arctan2(TRUCK.width, TRUCK.length))
    wanted = np.select(
        [np.abs(turn) < limit, np.abs(turn) > 180 - limit, turn > 0], [HullSide.FRONT, HullSide.REAR, HullSide.LEFT],
        HullSide.RIGHT,
    )  # fmt: skip
    told = np.array([facings(b, x, y)[0] for b, (x, y), _ in cases])
    clear = (np.abs(np.abs(turn) - limit) > 0.1) & (np.abs(180 - np.abs(turn) - limit) > 0.1)
    assert (told == wanted)[clear].all()


def test_swept_ground() -> None:
    rng = Random(3)
    trucks, men = bodies(rng, (TRUCK,), 18_000, 22_000), bodies(rng, (None,), 14_000, 26_000)
    ways = [rng.randint(1_000, 12_000) for _ in trucks]
    met, ends = [], []
    for truck, man, far in zip(trucks, men, ways, strict=True):
        found = driven(
            PLAIN, standing(truck, man), 0, [(far, truck.fx, truck.fy)], stops=lambda met: met.what == "border"
        )
        met.append(any(each.what == "body" for each in found.met))
        ends.append(found.end)
    start, end = (np.array([drawn(one) for one in poses]) for poses in (trucks, ends))
    swept = shapely.convex_hull(shapely.union(start, end))
    spots = shapely.points([(man.x, man.y) for man in men])
    away, before = shapely.distance(swept, spots), shapely.distance(start, spots)
    free = before > 505  # it is not on it from the start
    hits = np.array(met)
    assert hits[free & (away < 497)].all()
    assert not hits[free & (away > 503)].any()
    assert (free & (away < 497)).sum() > 500
