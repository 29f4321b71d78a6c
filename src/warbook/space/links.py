"""Ladders, stairs and ramps: where on one a base is."""

from __future__ import annotations

from math import isqrt

from ._kernels import Gait
from .rules import Point
from .terrain import LADDER


def on_link(link: tuple[int, ...], at: Point, gait: Gait) -> int | None:
    """How far up a link, in thousandths of its length, a base stands at or on it; None if it does neither.

    A ladder is taken at its foot or its head, no further off than half its width and the base; stairs and ramps
    anywhere on them.
    """
    x0, y0, z0, x1, y1, z1, kind, length, width = link[:9]
    x, y, z = at
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    if kind == LADDER or square == 0:
        near = width // 2 + gait.radius
        for px, py, pz, s in ((x0, y0, z0, 0), (x1, y1, z1, length)):
            if -gait.step <= z - pz <= gait.step and (x - px) ** 2 + (y - py) ** 2 <= near * near:
                return s
        return None
    run = isqrt(square)
    along = ((x - x0) * dx + (y - y0) * dy) // run
    across = abs((x - x0) * dy - (y - y0) * dx) // run
    if 2 * across > width + gait.radius or not -2 * gait.radius <= along <= run + 2 * gait.radius:
        return None
    along = max(0, min(run, along))
    height = z0 + (z1 - z0) * along // run
    if along == 0:
        return 0 if z == z0 else None
    if along == run:
        return length if z == z1 else None
    return length * along // run if -1 <= z - height <= 1 else None
