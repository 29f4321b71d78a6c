"""Riders: those who stand on top of a hull, and where they are once it has moved."""

from __future__ import annotations

from ...core.state import Placement, Posture
from ...core.structs import replace
from ..fitting import footprint_of
from ..footprints import Core, half_over_root
from ..layout import HEIGHT, Layout, Z, per_layout
from ..shapes import UNIT, cross, dot


@per_layout
def riders(layout: Layout, id: int) -> tuple[int, ...]:
    """The bodies that stand on top of another, their middle on it, and those on top of these."""
    row = layout.row(id)
    top = _by_height(layout).get(row[Z] + row[HEIGHT], ())
    if not top:
        return ()
    core, found = footprint_of(layout, id).core, list[int]()
    for other, x, y in top:
        if other != id and _holds(core, x, y):
            found.extend((other, *riders(layout, other)))
    return tuple(found)


@per_layout
def _by_height(layout: Layout) -> dict[int, list[tuple[int, int, int]]]:
    """Those on the table above the ground, and where their middles are, by the height of what they stand on."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    for number, (x, y, z, *_, posture, _) in enumerate(layout.rows()):
        if z and posture != Posture.AWAY:
            found.setdefault(z, []).append((number, x, y))
    return found


def _holds(core: Core, x: int, y: int) -> bool:
    return len(core) > 2 and all(
        cross(b[0] - a[0], b[1] - a[1], x - a[0], y - a[1]) >= 0 for a, b in zip(core, core[1:] + core[:1], strict=True)
    )


def carried(before: Placement, after: Placement, rider: Placement) -> Placement:
    """Where a rider is once the hull below it has come from one place to another: it keeps its place on the hull, and
    turns with it.  Turning rounds to whole thousandths."""
    (fx, fy), (gx, gy) = (before.fx, before.fy), (after.fx, after.fy)
    dx, dy, z = rider.x - before.x, rider.y - before.y, rider.z - before.z + after.z
    if cross(fx, fy, gx, gy) == 0 < dot(fx, fy, gx, gy):
        return replace(rider, x=after.x + dx, y=after.y + dy, z=z)
    ahead, left = dot(fx, fy, gx, gy), cross(fx, fy, gx, gy)  # the turn as a vector
    square = ahead * ahead + left * left
    x, y = half_over_root(2 * (dx * ahead - dy * left), square), half_over_root(2 * (dx * left + dy * ahead), square)
    turned_x, turned_y = rider.fx * ahead - rider.fy * left, rider.fx * left + rider.fy * ahead
    length = turned_x * turned_x + turned_y * turned_y
    facing = (
        (half_over_root(2 * UNIT * turned_x, length), half_over_root(2 * UNIT * turned_y, length)) if length else (0, 0)
    )
    return replace(rider, x=after.x + x, y=after.y + y, z=z, fx=facing[0], fy=facing[1])
