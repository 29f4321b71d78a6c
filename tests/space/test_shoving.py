"""Shoving: who is pushed by whom and how far, and the nearest way aside.  Shapely is the judge of both."""

from __future__ import annotations

from math import atan2, degrees, hypot, pi
from random import Random
from typing import Any

import pytest
import shapely
import shapely.affinity

from tests.space.test_hulls import BIKE, PLAIN, TRUCK, board, hull, man, standing
from warbook.core.length import INCH
from warbook.core.shape import Hull
from warbook.core.state import Placement, Posture
from warbook.space.drives.shoving import Contact, Outcome, ahead_of, least_turn, shove
from warbook.space.footprints import HullSide, footprint, overlap
from warbook.space.settling import nearest_fit

FAR = 10 * INCH


def pushes(contact: Contact) -> Outcome:
    """Hulls go along, men are gone over, all else stops them; whoever comes to a brink goes over it."""
    met = contact.met
    if met.what == "brink":
        return "falls"
    return "stops" if met.what != "body" else "joins" if met.struck is not None else "passes"


def outline(at: Placement) -> Any:
    core, radius = footprint(at)
    return shapely.MultiPoint(core).convex_hull.buffer(radius, quad_segs=64) if radius else shapely.Polygon(core)


# ---- in chains ----


def test_a_chain_is_pushed_to_the_end_and_keeps_its_gaps() -> None:
    now = standing(hull(20, 5), hull(20, 10), hull(20, 16, TRUCK, 1, 0), man(21, 12.5))
    found = shove(PLAIN, now, 0, (0, 1), FAR, pushes)
    assert [(c.who, c.met.number, c.met.at, c.met.side, c.met.struck) for c in found.met] == [
        (0, 1, 1_000, HullSide.FRONT, HullSide.REAR),
        (1, 3, 1_000, HullSide.FRONT, None),
        (1, 2, 3_750, HullSide.FRONT, HullSide.RIGHT),
        (0, 3, 5_000, HullSide.FRONT, None),
    ]
    assert (found.stopped, found.length) == (None, FAR)
    assert [found.ends[n].y for n in (0, 1, 2)] == [15_000, 19_000, 22_250]
    assert (found.ends[2].fx, found.ends[2].fy) == (1, 0), "it is pushed as it lies"


def test_what_stops_the_first_of_a_chain_stops_all() -> None:
    wall = board("[[wall]]\nline = [15, 20, 25, 20]\nheight = 3")
    found = shove(wall, standing(hull(20, 5), hull(20, 10), hull(20, 15)), 0, (0, 1), FAR, pushes)
    assert found.stopped is not None
    assert (found.stopped.who, found.stopped.met.what, found.length) == (2, "wall", 5_000)
    assert [found.ends[n].y for n in (0, 1, 2)] == [10_000, 14_000, 18_000]
    held = shove(PLAIN, standing(hull(20, 5), hull(20, 10)), 0, (0, 1), FAR, lambda contact: "stops")
    assert (held.length, tuple(held.ends)) == (1_000, (0,))


def test_whoever_is_pushed_over_an_edge_is_gone_and_the_others_go_on() -> None:
    pit = board('[[area]]\nkind = "pitfall"\nrect = [15, 12, 10, 20]')
    found = shove(pit, standing(hull(20, 3), hull(20, 9)), 0, (0, 1), FAR, pushes)
    assert found.fallen == (1, 0)
    assert found.stopped is not None and found.stopped.who == 0
    assert (found.ends[1].y, found.ends[0].y) == (12_000, 12_000)
    border = shove(PLAIN, standing(hull(20, 30), hull(20, 35)), 0, (0, 1), FAR, pushes)
    assert border.stopped is not None and (border.stopped.who, border.stopped.met.what) == (1, "border")
    assert border.ends[1].y == 38_000


def test_riders_go_along_and_are_not_met() -> None:
    flat = Hull(6_000, 3_000, carries=True)
    now = standing(hull(20, 5, flat), hull(20, 12, flat), man(20, 6, 2), man(20, 13, 2))
    assert [c.met.number for c in shove(PLAIN, now, 0, (0, 1), FAR, pushes).met] == [1]


def crowd(rng: Random, hulls: int) -> list[Placement]:
    """Trucks at random places and facings, none on another."""
    found: list[Placement] = []
    while len(found) < hulls:
        turn = rng.randrange(-20, 21), rng.randrange(-20, 21)
        one = hull(rng.uniform(12, 28), rng.uniform(12, 28), TRUCK, *(turn if any(turn) else (0, 1)))
        if not any(overlap(footprint(one), footprint(other)) for other in found):
            found.append(one)
    return found


@pytest.mark.parametrize("seed", range(2))
def test_chains_of_three_are_pushed_as_shapely_says(seed: int) -> None:
    """Polygons that are moved on in whole, joined by whatever they would next share ground with."""
    rng = Random(seed)
    for _ in range(250):
        places = crowd(rng, 4)
        way, far = (rng.randrange(-9, 10), rng.randrange(1, 10)), rng.randrange(1_000, 9_000)
        found = shove(PLAIN, standing(*places), 0, way, far, pushes)
        ux, uy = way[0] / hypot(*way), way[1] / hypot(*way)
        shapes = {n: outline(at) for n, at in enumerate(places)}
        for n, at in found.ends.items():
            moved = shapely.affinity.translate(shapes[n], at.x - places[n].x, at.y - places[n].y)
            assert moved.within(shapely.box(-5, -5, 40_005, 40_005))
            along, aside = _parts(at.x - places[n].x, at.y - places[n].y, ux, uy)
            assert abs(aside) < 8 and -1 < along <= far + 1
            if found.stopped is None and n == 0:
                assert along > far - 8
            shapes[n] = moved
        for n in shapes:
            for m in range(n):
                assert shapes[n].intersection(shapes[m]).area < 1, "nobody is left on another"
        for contact in found.met:
            if contact.met.what == "body":  # from then on they touch
                assert shapes[contact.who].distance(shapes[contact.met.number]) < 8
        for n in set(shapes) - set(found.ends):  # and whoever was not met was in nobody's way
            assert not any(_swept(places[m], at).intersection(shapes[n]).area > 12_000 for m, at in found.ends.items())


def _parts(x: int, y: int, ux: float, uy: float) -> tuple[float, float]:
    return x * ux + y * uy, y * ux - x * uy


def _swept(before: Placement, after: Placement) -> Any:
    return shapely.union_all([outline(before), outline(after)]).convex_hull


# ---- aside ----


def barred(mine: Placement, other: Placement, keep: int) -> Any:
    """Where the middle of a body may not be, as shapely has it: the sum of two convex outlines."""
    (core, radius), (theirs, their_radius) = footprint(mine), footprint(other)
    differences = [(mine.x + qx - px, mine.y + qy - py) for px, py in core for qx, qy in theirs]
    return shapely.MultiPoint(differences).convex_hull.buffer(radius + their_radius + keep, quad_segs=256)


@pytest.mark.parametrize(("shape", "keep"), [(None, INCH), (None, 0), (TRUCK, 0), (TRUCK, INCH), (BIKE, 500)])
def test_the_nearest_way_aside_is_the_nearest_that_shapely_finds(shape: Any, keep: int) -> None:
    rng = Random(keep)
    for _ in range(100):
        near = crowd(rng, 3)
        me = _within(rng, near[0], shape)
        now = standing(me, *((at, 1) for at in near))
        found = nearest_fit(PLAIN, now, 0, me.spot, clear_of=(1, 2), distance=keep)
        bars = [barred(me, at, keep if n < 2 else 0) for n, at in enumerate(near)]
        free = shapely.box(0, 0, 40_000, 40_000) - shapely.union_all(bars)
        least = free.distance(shapely.Point(me.x, me.y))
        if least > 5_990:
            continue
        assert found is not None
        assert least - 3 < hypot(found[0] - me.x, found[1] - me.y) < least + 20, (
            "where two meet at a sharp angle, a few thousandths more"
        )


def _within(rng: Random, other: Placement, shape: Any) -> Placement:
    x, y = other.x + rng.randrange(-1_500, 1_500), other.y + rng.randrange(-1_500, 1_500)
    if shape is None:
        return Placement(x, y, 0, 0, 1, 500)
    return Placement(x, y, 0, rng.randrange(1, 9), rng.randrange(-9, 9), shape.radius, 2_000, Posture.UP, shape)


def test_whoever_is_put_aside_stands_off_the_ground_that_a_drive_goes_over_and_off_walls() -> None:
    now = standing(man(20, 18), hull(20, 15))
    ahead = ahead_of(hull(20, 15), (0, 1), 8 * INCH)
    assert nearest_fit(PLAIN, now, 0, (20_000, 18_000, 0), clear_of=(1,), distance=INCH) == (20_000, 18_500, 0)
    spot = nearest_fit(PLAIN, now, 0, (20_100, 18_000, 0), off=(ahead,))
    assert spot == (21_750, 18_000, 0)
    walled = board("[[wall]]\nline = [22, 10, 22, 30]\nheight = 3")
    assert nearest_fit(walled, now, 0, (20_100, 18_000, 0), off=(ahead,)) == (18_250, 18_000, 0)
    assert nearest_fit(PLAIN, now, 0, (20_100, 18_000, 0), off=(ahead,), limit=INCH) is None
    beside = board("[[wall]]\nline = [21.2, 10, 21.2, 30]\nheight = 3")
    assert nearest_fit(beside, now, 0, (20_100, 18_000, 0), off=(ahead,)) == (21_750, 18_000, 0)
    assert nearest_fit(beside, now, 0, (20_100, 18_000, 0), off=(ahead,), this_side=True) == (18_250, 18_000, 0)


# ---- the least turn ----


def test_the_least_turn_that_frees_the_way_is_the_least_that_shapely_finds() -> None:
    rng, turned = Random(4), 0
    for _ in range(100):
        mine, other = crowd(rng, 2)
        far = rng.randrange(1_000, 8_000)
        found = least_turn(mine, far, (footprint(other),), widest=60)
        there = outline(other)
        wanted = next((d for d in range(61) if any(_free(mine, s * d, far, there) for s in (1, -1))), None)
        if found is None or wanted is None:
            assert found is None and wanted is None
            continue
        assert overlap(ahead_of(found, (found.fx, found.fy), far), footprint(other)) is False
        degrees = _angle(mine, found)
        assert -0.01 < degrees - wanted < 1.01, "shapely lets pass what all but touches"
        turned += wanted > 0
    assert turned > 3


def _free(mine: Placement, degrees: int, far: int, other: Any) -> bool:
    body = shapely.affinity.rotate(outline(mine), degrees, origin=(mine.x, mine.y))
    heading = shapely.affinity.rotate(shapely.Point(mine.fx, mine.fy), degrees, origin=(0, 0))
    length = hypot(heading.x, heading.y)
    there = shapely.affinity.translate(body, heading.x / length * far, heading.y / length * far)
    return bool(shapely.union_all([body, there]).convex_hull.intersection(other).area < 500)


def _angle(before: Placement, after: Placement) -> float:
    turn = atan2(after.fy, after.fx) - atan2(before.fy, before.fx)
    return abs(degrees((turn + pi) % (2 * pi) - pi))


def test_a_body_that_slides_may_be_turned_too() -> None:
    mine, other = hull(20, 20), footprint(hull(24, 23.5))
    found = least_turn(mine, 3 * INCH, (other,), (1, 0))
    assert found is not None and _angle(mine, found) > 0
    assert not overlap(ahead_of(found, (1, 0), 3 * INCH), other)
    assert least_turn(mine, 3 * INCH, (footprint(hull(24, 20)),), (1, 0)) is None
