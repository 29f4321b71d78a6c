"""The hot loops of the geometry, on integers only.

Every function here is written once.  numba compiles it where numba is installed and has compiled all of them before
(see `_compiled`), and it runs as it stands where not (or where the environment says ``WARBOOK_PLAIN=1``); both give the
same results.  A process has one form for its whole life: tables are two-dimensional arrays of 64-bit integers when
compiled and sequences of tuples when plain, and are only ever indexed.

A kernel allocates nothing: whoever calls it hands over what it fills.  So numba need not count the references to
tables, which took half of the time of all kernels.

Coordinates stay within 96,000 thousandths, so a cross product stays below 2**35 and one of these times a height or
a radius below 2**52.  Two of them are never multiplied.
"""

# long: numba compiles a kernel together with what it calls; one module keeps the forms and their order
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from ..core.state import Posture
from . import _compiled
from .terrain import BODY, CLIMB, IMPASSABLE, LADDER, LANDING, LONG, LOW, MOVE, OBSTACLE, PITFALL, SIGHT

F = TypeVar("F", bound=Callable[..., Any])
Table: TypeAlias = Any  # rows of integers
Column: TypeAlias = Any  # integers

UP = int(Posture.UP)
LONG_BASE, HULL = 4, 8  # added to the posture of a body that is not round: its row has its number at 3
PARTS = 25  # of a silhouette
ALL_PARTS = (1 << PARTS) - 1

FORM = _compiled.form()
COMPILED = FORM.compiled
if COMPILED:
    import numba
    import numpy

    from . import _cache


def kernel(function: F) -> F:
    """The function, compiled if this process compiles; once, whatever constants other kernels hand over."""
    return _by_numba(function, _cache.take_all_numbers_alike) if COMPILED else function


def specialized(function: F) -> F:
    """A kernel that is compiled anew for each constant that other kernels hand over."""
    return _by_numba(function) if COMPILED else function


def copied(function: F) -> F:
    """A kernel that is copied into the kernels that call it: to hand over tables costs them more than what it does."""
    return _by_numba(function, inline="always") if COMPILED else function


def _by_numba(function: F, *changes: Callable[[Any], None], **options: Any) -> F:
    uncounted: dict[str, Any] = {"_nrt": False}  # no references, as nothing is allocated; numba does not document it
    dispatcher = numba.njit(**uncounted, **options)(function)
    for change in changes:
        change(dispatcher)
    if FORM.folder is not None:
        _cache.keep(dispatcher, FORM.folder)
    return cast("F", dispatcher)


def _first_call(name: str) -> Any:
    """A kernel that has not been called yet, for callers in Python."""
    called = globals().get(name)
    if called is None:
        raise AttributeError(name)

    def first(*args: Any) -> Any:
        result = called(*args)
        compiled = called.overloads.get(tuple(map(numba.typeof, args))) if COMPILED else None
        setattr(direct, name, called if compiled is None else compiled.entry_point)
        return result

    return first


#: The kernels for callers in Python: ``direct.walk(...)``.  numba looks at the types of all arguments of each call to
#: choose what it has compiled for them, which takes longer than most kernels.  Here the types are those of the first
#: call ever after: integers, tables and tuples of these.  It is a module, of which Python finds a name soonest.
direct: Any = ModuleType("direct")
direct.__getattr__ = _first_call


def table(rows: Sequence[Sequence[int]], width: int) -> Any:
    """Rows of `width` integers in the form that the kernels take."""
    if not COMPILED:
        return tuple(tuple(row) for row in rows)
    return numpy.array(rows, dtype=numpy.int64).reshape(len(rows), width) if len(rows) else _no_rows(width)


@cache
def _no_rows(width: int) -> Any:
    """The table without rows: of what may lie or hang about there is mostly none."""
    return numpy.empty((0, width), dtype=numpy.int64)


def column(values: Sequence[int]) -> Any:
    """Integers in the form that the kernels take."""
    return numpy.array(values, dtype=numpy.int64) if COMPILED else tuple(values)


def block(packed: Any, width: int) -> Any:
    """Rows packed one behind the other as one table; when plain, `packed` is a list of tuples and is that table."""
    if COMPILED:
        return numpy.ndarray((len(packed) // (8 * width), width), numpy.int64, packed)
    return packed


class Arrays(NamedTuple):
    """The board as the kernels see it.  Tables are arrays of shape (rows, width), or tuples of tuples when plain.

    * ``edges``: x1, y1, x2, y2, z0, z1, flags (MOVE, SIGHT, LOW, CLIMB)
    * ``floors``: z, first corner, corners, xmin, ymin, xmax, ymax, thickness, flags (CLIMB, PLATFORM, BLOCK_TOP,
      LANDING)
    * ``corners``: x, y, 1 if the edge that starts here has a railing
    * ``areas``: z0, z1, first corner, corners, xmin, ymin, xmax, ymax, kind
    * ``links``: x0, y0, z0, x1, y1, z1, kind, length, width
    * ``grid``: one column: cell size, columns, rows, then where in this column the list of each cell begins (row by
      row) and where the last one ends, then these lists: the numbers of the edges that meet the cell and bar the way
      to a base

    The ground is not among the floors.

    A layout has rows like edges too: its walls (doors that are shut), and behind them its barriers, the bodies that are
    not round, whose flags have BODY and whose rows are longer: x1, y1, x2, y2, z0, z1, flags, number of the body,
    owner, posture, radius.  A hull has a row for each of its edges, counter-clockwise and one behind the other; a long
    base has one row, flags LONG: the line in its middle.  Among the bodies each of them has the radius of the disc
    around it (see `HULL`).
    """

    edges: Any
    floors: Any
    corners: Any
    areas: Any
    links: Any
    grid: Any


# ---- integers ----


@kernel
def isqrt(n: int) -> int:
    """The integer root, rounded down.  Exact below 2**62: the float only guesses."""
    root = int(sqrt(n))
    while root * root > n:
        root -= 1
    while (root + 1) * (root + 1) <= n:
        root += 1
    return root


@kernel
def root_up(n: int) -> int:
    """The integer root, rounded up."""
    root = isqrt(n)
    return root if root * root == n else root + 1


# ---- shapes ----


@kernel
def segments_meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether the segments AB and CD have a point in common, ends included."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if (c > 0 and d > 0) or (c < 0 and d < 0):
        return False
    a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return not ((a > 0 and b > 0) or (a < 0 and b < 0))


@kernel
def in_polygon(corners: Table, first: int, count: int, x: int, y: int) -> bool:
    """Whether a point lies in a convex counter-clockwise polygon, its border included."""
    ax, ay = corners[first + count - 1][0], corners[first + count - 1][1]
    for i in range(first, first + count):
        bx, by = corners[i][0], corners[i][1]
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
            return False
        ax, ay = bx, by
    return True


@kernel
def floor_below(floors: Table, corners: Table, x: int, y: int, z: int) -> int:
    """The height of the highest floor under a point, that of the point itself included.  The ground is 0."""
    best = 0
    for i in range(len(floors)):
        floor = floors[i]
        if (
            best < floor[0] <= z
            and floor[3] <= x <= floor[5]
            and floor[4] <= y <= floor[6]
            and in_polygon(corners, floor[1], floor[2], x, y)
        ):
            best = floor[0]
    return best


@kernel
def floor_at(floors: Table, corners: Table, x: int, y: int, z: int) -> int:
    """The number of the floor at a point; -1 for the ground."""
    for i in range(len(floors)):
        floor = floors[i]
        if (
            floor[0] == z
            and floor[3] <= x <= floor[5]
            and floor[4] <= y <= floor[6]
            and in_polygon(corners, floor[1], floor[2], x, y)
        ):
            return i
    return -1


@kernel
def near_segment(x: int, y: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether a point is at most `reach` from the segment AB.

    Beside the segment |cross| is compared with reach * length, the length rounded down to 1/1024 of a thousandth: what
    lies at exactly that distance from a sloping segment may count as further.
    """
    dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
    dot = dx * px + dy * py
    if dot <= 0:
        return px * px + py * py <= reach * reach
    square = dx * dx + dy * dy
    if dot >= square:
        return (x - bx) * (x - bx) + (y - by) * (y - by) <= reach * reach
    return abs(dx * py - dy * px) * 1024 <= reach * isqrt(square * 1048576)


@kernel
def near_polygon(corners: Table, first: int, count: int, x: int, y: int, reach: int) -> bool:
    """Whether a point is in a convex polygon or at most `reach` from its border."""
    if in_polygon(corners, first, count, x, y):
        return True
    ax, ay = corners[first + count - 1][0], corners[first + count - 1][1]
    for i in range(first, first + count):
        bx, by = corners[i][0], corners[i][1]
        if near_segment(x, y, ax, ay, bx, by, reach):
            return True
        ax, ay = bx, by
    return False


@kernel
def clip(corners: Table, first: int, count: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The part of the segment AB inside a convex polygon, in 2**20ths of the way from A to B.

    It begins where the first number says (rounded down) and ends at the second (rounded up): ``(1, 0)`` is a miss.
    """
    enter, leave = 0, 1048576
    cx, cy = corners[first + count - 1][0], corners[first + count - 1][1]
    for i in range(first, first + count):
        dx, dy = corners[i][0], corners[i][1]
        a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
        b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
        cx, cy = dx, dy
        if a < 0 and b < 0:
            return 1, 0
        if a < 0:
            enter = max(enter, -a * 1048576 // (b - a))
        elif b < 0:
            leave = min(leave, -(-a * 1048576 // (a - b)))
    if enter > leave:
        return 1, 0
    return enter, leave


# ---- sight ----
#
# A silhouette is an upright rectangle square to the line of sight, divided into 5 columns and 5 rows; the middle of
# each of its 25 parts is looked at.  Part (column, row) is bit 5 * column + row of a mask, row 0 being the lowest,
# column 0 on the viewer's left.  A wall stops a line that touches it from its foot up to just below its top: what goes
# exactly over the top passes, and so does what runs along its face.


@specialized
def edge_hides(edge: Column, ex: int, ey: int, ez: int, px: int, py: int, base: int, height: int, rows: int) -> int:
    """Which of the `rows` points above (px, py), bit by bit, an edge hides from the eye at (ex, ey, ez)."""
    ax, ay, bx, by = edge[0], edge[1], edge[2], edge[3]
    eye = (bx - ax) * (ey - ay) - (by - ay) * (ex - ax)
    far = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    if eye == far or (eye > 0 and far > 0) or (eye < 0 and far < 0):
        return 0
    a = (px - ex) * (ay - ey) - (py - ey) * (ax - ex)
    b = (px - ex) * (by - ey) - (py - ey) * (bx - ex)
    if (a > 0 and b > 0) or (a < 0 and b < 0):
        return 0
    way, part = (eye - far, eye) if eye > far else (far - eye, -eye)
    low, top = (edge[4] - ez) * way, (edge[5] - ez) * way
    bits = 0
    for row in range(rows):
        rise = (base + height * (2 * row + 1) // (2 * rows) - ez) * part
        if low <= rise < top:
            bits |= 1 << row
    return bits


@specialized
def floor_hides(
    floor: Column, corners: Table, ex: int, ey: int, ez: int, px: int, py: int, base: int, height: int, rows: int
) -> int:
    """Which of the `rows` points above (px, py), bit by bit, a floor hides.  What is level with a floor is above it."""
    z, first, count = floor[0], floor[1], floor[2]
    bits = 0
    for row in range(rows):
        pz = base + height * (2 * row + 1) // (2 * rows)
        if (ez >= z) == (pz >= z):
            continue
        way, part = (pz - ez, z - ez) if pz > ez else (ez - pz, ez - z)
        inside = True
        ax, ay = corners[first + count - 1][0], corners[first + count - 1][1]
        for i in range(first, first + count):
            bx, by = corners[i][0], corners[i][1]
            eye = (bx - ax) * (ey - ay) - (by - ay) * (ex - ax)
            turn = (bx - ax) * (py - ey) - (by - ay) * (px - ex)
            if eye * way + turn * part < 0:
                inside = False
                break
            ax, ay = bx, by
        if inside:
            bits |= 1 << row
    return bits


@kernel
def cloud_hides(cloud: Column, ex: int, ey: int, ez: int, px: int, py: int, base: int, height: int, rows: int) -> int:
    """Which of the `rows` points above (px, py), bit by bit, a sphere hides.

    The point of the line that is nearest to its centre is rounded to the lattice.
    """
    wx, wy, wz, reach = cloud[0] - ex, cloud[1] - ey, cloud[2] - ez, cloud[3]
    dx, dy = px - ex, py - ey
    bits = 0
    for row in range(rows):
        dz = base + height * (2 * row + 1) // (2 * rows) - ez
        square = dx * dx + dy * dy + dz * dz
        part = min(max(wx * dx + wy * dy + wz * dz, 0), square)
        gx, gy, gz = wx, wy, wz
        if square > 0:
            gx -= (2 * dx * part + square) // (2 * square)
            gy -= (2 * dy * part + square) // (2 * square)
            gz -= (2 * dz * part + square) // (2 * square)
        if gx * gx + gy * gy + gz * gz <= reach * reach:
            bits |= 1 << row
    return bits


@kernel
def body_hides(body: Column, ex: int, ey: int, ez: int, px: int, py: int, base: int, height: int, rows: int) -> int:
    """Which of the `rows` points above (px, py), bit by bit, a body hides: an upright rectangle square to that line."""
    wx, wy, dx, dy = body[0] - ex, body[1] - ey, px - ex, py - ey
    part, way = wx * dx + wy * dy, dx * dx + dy * dy
    if part <= 0 or part >= way:
        return 0
    if abs(dx * wy - dy * wx) * 1024 > body[5] * isqrt(way * 1048576):
        return 0
    low, top = (body[2] - ez) * way, (body[2] + body[6] - ez) * way
    bits = 0
    for row in range(rows):
        rise = (base + height * (2 * row + 1) // (2 * rows) - ez) * part
        if low <= rise <= top:
            bits |= 1 << row
    return bits


@kernel
def long_base_hides(row: Column, ex: int, ey: int, ez: int, px: int, py: int, base: int, height: int, rows: int) -> int:
    """The same for a long base: a rectangle as wide as the base is when seen from there.  All lengths are doubled."""
    wx, wy, dx, dy = row[0] + row[2] - 2 * ex, row[1] + row[3] - 2 * ey, px - ex, py - ey
    part, way = wx * dx + wy * dy, dx * dx + dy * dy
    if part <= 0 or part >= 2 * way:
        return 0
    half = abs(dx * (row[1] - row[3]) - dy * (row[0] - row[2]))
    if (abs(dx * wy - dy * wx) - half) * 1024 > 2 * row[10] * isqrt(way * 1048576):
        return 0
    low, top = (row[4] - ez) * 2 * way, (row[5] - ez) * 2 * way
    bits = 0
    for i in range(rows):
        rise = (base + height * (2 * i + 1) // (2 * rows) - ez) * part
        if low <= rise <= top:
            bits |= 1 << i
    return bits


@specialized
def screened(
    kind: int,
    row: Column,
    corners: Table,
    ex: int,
    ey: int,
    ez: int,
    tx: int,
    ty: int,
    tz: int,
    height: int,
    sx: int,
    sy: int,
    size: int,
    mask: int,
) -> int:
    """The mask, and in it what one edge (kind 0), floor (1), body (2), cloud (3) or long base (4) hides of a
    rectangle around (tx, ty) whose columns are ``4 * (sx, sy) / size`` apart."""
    for k in range(5):
        if (mask >> (5 * k)) & 31 != 31:
            px = tx + (2 * sx * (4 * k - 8) + size) // (2 * size)
            py = ty + (2 * sy * (4 * k - 8) + size) // (2 * size)
            if kind == 0:
                bits = edge_hides(row, ex, ey, ez, px, py, tz, height, 5)
            elif kind == 1:
                bits = floor_hides(row, corners, ex, ey, ez, px, py, tz, height, 5)
            elif kind == 2:
                bits = body_hides(row, ex, ey, ez, px, py, tz, height, 5)
            elif kind == 3:
                bits = cloud_hides(row, ex, ey, ez, px, py, tz, height, 5)
            else:
                bits = long_base_hides(row, ex, ey, ez, px, py, tz, height, 5)
            mask |= bits << (5 * k)
    return mask


# long: one pass over all that can hide a rectangle; the parts share a dozen running numbers
@copied
def hidden_of(
    arrays: Arrays, walls: Table, clouds: Table, bodies: Table, ex: int, ey: int, ez: int, tx: int, ty: int, tz: int,
    radius: int, height: int, viewer: int, target: int, dx: int, dy: int, length: int, sx: int, sy: int, size: int,
) -> int:  # fmt: skip
    """The mask of the hidden parts of an upright rectangle around (tx, ty), all of it within `radius` of that point."""
    corners = arrays.corners
    margin = radius * (length + 1)
    west, east = min(ex, tx - radius), max(ex, tx + radius)
    south, north = min(ey, ty - radius), max(ey, ty + radius)
    low, high = min(ez, tz), max(ez, tz + height)
    mask = 0
    for fixed in range(2):
        edges = arrays.edges if fixed == 0 else walls
        for i in range(len(edges)):
            ax, ay, bx, by = edges[i][0], edges[i][1], edges[i][2], edges[i][3]
            if (
                (ax < west and bx < west)
                or (ax > east and bx > east)
                or (ay < south and by < south)
                or (ay > north and by > north)
                or edges[i][5] <= low
                or edges[i][4] > high
                or edges[i][6] & SIGHT == 0
            ):
                continue
            a, b = dx * (ay - ey) - dy * (ax - ex), dx * (by - ey) - dy * (bx - ex)
            if (a > margin and b > margin) or (a < -margin and b < -margin):
                continue
            if edges[i][6] & BODY != 0 and (edges[i][7] == viewer or edges[i][7] == target):
                continue
            mask = screened(0, edges[i], corners, ex, ey, ez, tx, ty, tz, height, sx, sy, size, mask)
            if mask == ALL_PARTS:
                return mask
    floors = arrays.floors
    for i in range(len(floors)):
        if not low < floors[i][0] <= high or floors[i][8] & LANDING != 0:
            continue
        if floors[i][3] > east or floors[i][5] < west or floors[i][4] > north or floors[i][6] < south:
            continue
        mask = screened(1, floors[i], corners, ex, ey, ez, tx, ty, tz, height, sx, sy, size, mask)
        if mask == ALL_PARTS:
            return mask
    for i in range(len(bodies)):
        x, r = bodies[i][0], bodies[i][5]
        if x + r < west or x - r > east or bodies[i][7] != UP or i in (viewer, target):
            continue
        y, foot = bodies[i][1], bodies[i][2]
        if y + r < south or y - r > north or foot > high or foot + bodies[i][6] < low:
            continue
        if abs(dx * (y - ey) - dy * (x - ex)) > margin + r * (length + radius + 1):
            continue
        mask = screened(2, bodies[i], corners, ex, ey, ez, tx, ty, tz, height, sx, sy, size, mask)
    for i in range(len(clouds)):
        mask = screened(3, clouds[i], corners, ex, ey, ez, tx, ty, tz, height, sx, sy, size, mask)
    if has_barriers(walls):
        for i in range(len(walls)):
            if walls[i][6] & LONG != 0 and walls[i][9] == UP and walls[i][7] != viewer and walls[i][7] != target:
                mask = screened(4, walls[i], corners, ex, ey, ez, tx, ty, tz, height, sx, sy, size, mask)
    return mask


@copied
def has_barriers(walls: Table) -> bool:
    """Whether there are bodies that are not round among a layout's walls: they are the last."""
    return len(walls) > 0 and walls[len(walls) - 1][6] & BODY != 0


@kernel
def hidden_parts(
    arrays: Arrays,
    walls: Table,
    clouds: Table,
    bodies: Table,
    ex: int,
    ey: int,
    ez: int,
    tx: int,
    ty: int,
    tz: int,
    radius: int,
    height: int,
    viewer: int,
    target: int,
) -> int:
    """The mask of the parts of a silhouette that are hidden from the eye at (ex, ey, ez).

    The silhouette stands at (tx, ty, tz).  `viewer` and `target` are the bodies that hide nothing, or -1.
    """
    dx, dy = tx - ex, ty - ey
    length = isqrt(dx * dx + dy * dy)
    sx, sy = (dy * radius, -dx * radius) if length > 0 else (0, radius)
    return hidden_of(
        arrays, walls, clouds, bodies, ex, ey, ez, tx, ty, tz, radius, height, viewer, target, dx, dy, length, sx, sy,
        10 * max(length, 1),
    )  # fmt: skip


@kernel
def hidden_face(
    arrays: Arrays, walls: Table, clouds: Table, bodies: Table, ex: int, ey: int, ez: int, ax: int, ay: int, bx: int,
    by: int, tz: int, height: int, viewer: int, target: int,
) -> int:  # fmt: skip
    """The same of an upright rectangle on the line from A, on the right of who looks at it, to B."""
    tx, ty = (ax + bx) // 2, (ay + by) // 2
    radius = isqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by)) // 2 + 2
    dx, dy = tx - ex, ty - ey
    return hidden_of(
        arrays, walls, clouds, bodies, ex, ey, ez, tx, ty, tz, radius, height, viewer, target, dx, dy,
        isqrt(dx * dx + dy * dy), ax - bx, ay - by, 20,
    )  # fmt: skip


@kernel
def parts(mask: int) -> int:
    """How many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def exposure(
    arrays: Arrays, walls: Table, clouds: Table, bodies: Table, viewers: Column, me: int, points: Table, counts: Table
) -> None:
    """How many parts of body `me` each of the `viewers` (rows of bodies) could not see if it stood at each of the
    `points` (rows x, y, z), written into `counts`, a row a point and a column a viewer."""
    radius, height = bodies[me][5], bodies[me][6]
    for n in range(len(points)):
        x, y, z = points[n][0], points[n][1], points[n][2]
        for k in range(len(viewers)):
            i = viewers[k]
            ex, ey, ez = bodies[i][0], bodies[i][1], bodies[i][2] + bodies[i][6]
            counts[n][k] = parts(
                hidden_parts(arrays, walls, clouds, bodies, ex, ey, ez, x, y, z, radius, height, i, me)
            )


@kernel
def line_stopped(
    arrays: Arrays, walls: Table, ax: int, ay: int, az: int, bx: int, by: int, bz: int, passing: int
) -> bool:
    """Whether an edge or a floor lies between two points.  Edges with one of the flags `passing` do not count."""
    west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    low, high = min(az, bz), max(az, bz)
    for fixed in range(2):
        edges = arrays.edges if fixed == 0 else walls
        for i in range(len(edges)):
            flags = edges[i][6]
            if flags & SIGHT == 0 or flags & passing != 0 or edges[i][4] > high or edges[i][5] <= low:
                continue
            x0, y0, x1, y1 = edges[i][0], edges[i][1], edges[i][2], edges[i][3]
            if (
                (x0 < west and x1 < west)
                or (x0 > east and x1 > east)
                or (y0 < south and y1 < south)
                or (y0 > north and y1 > north)
            ):
                continue
            if edge_hides(edges[i], ax, ay, az, bx, by, bz, 0, 1):
                return True
    floors = arrays.floors
    for i in range(len(floors)):
        if not low < floors[i][0] <= high or floors[i][8] & LANDING != 0:
            continue
        if floors[i][3] > east or floors[i][5] < west or floors[i][4] > north or floors[i][6] < south:
            continue
        if floor_hides(floors[i], arrays.corners, ax, ay, az, bx, by, bz, 0, 1):
            return True
    return False


@kernel
def hidden_from_beside(
    arrays: Arrays, walls: Table, clouds: Table, bodies: Table, viewer: int, mx: int, my: int, ez: int, target: int
) -> int:
    """How few parts of a round body are hidden from beside the middle of the viewer, (mx, my), where those parts of it
    are that the target looks at; not from behind a wall."""
    x, y, z = bodies[target][0], bodies[target][1], bodies[target][2]
    radius, height, reach = bodies[target][5], bodies[target][6], bodies[viewer][5]
    dx, dy, fewest = x - mx, y - my, PARTS
    size = 5 * max(isqrt(dx * dx + dy * dy), 1)
    for k in range(4):
        aside = reach * (4 if k < 2 else 2) * (1 if k % 2 == 0 else -1)
        ex, ey = mx - dy * aside // size, my + dx * aside // size
        mask = hidden_parts(arrays, walls, clouds, bodies, ex, ey, ez, x, y, z, radius, height, viewer, target)
        hidden = parts(mask)
        if hidden < fewest and not line_stopped(arrays, walls, mx, my, ez, ex, ey, ez, 0):
            fewest = hidden
    return fewest


@kernel
def hidden_counts(
    arrays: Arrays, walls: Table, clouds: Table, bodies: Table, viewer: int, eye: int, beside: int, targets: Column,
    counts: Column,
) -> None:  # fmt: skip
    """For each of the `targets` (rows of bodies) how many parts of it the viewer cannot see, written into `counts`; if
    it sees nothing from its middle, and `beside` is 1, from beside that (see `hidden_from_beside`)."""
    ex, ey, ez = bodies[viewer][0], bodies[viewer][1], bodies[viewer][2] + eye
    for n in range(len(targets)):
        i = targets[n]
        x, y, z, radius, height = bodies[i][0], bodies[i][1], bodies[i][2], bodies[i][5], bodies[i][6]
        hidden = parts(hidden_parts(arrays, walls, clouds, bodies, ex, ey, ez, x, y, z, radius, height, viewer, i))
        if hidden == PARTS and beside != 0:
            hidden = hidden_from_beside(arrays, walls, clouds, bodies, viewer, ex, ey, ez, i)
        counts[n] = hidden


@kernel
def walled(arrays: Arrays, walls: Table, ax: int, ay: int, bx: int, by: int, low: int, high: int) -> bool:
    """Whether an edge that bars the way, and is no low obstacle, crosses a line in plan between two heights."""
    west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    for fixed in range(2):
        edges = arrays.edges if fixed == 0 else walls
        for i in range(len(edges)):
            if edges[i][6] & (MOVE | LOW) != MOVE or edges[i][4] >= high or edges[i][5] <= low:
                continue
            x0, y0, x1, y1 = edges[i][0], edges[i][1], edges[i][2], edges[i][3]
            if max(x0, x1) < west or min(x0, x1) > east or max(y0, y1) < south or min(y0, y1) > north:
                continue
            if segments_meet(ax, ay, bx, by, x0, y0, x1, y1):
                return True
    return False


# ---- movement ----
#
# A leg is a straight line in plan.  `ground` says what carries a base along it and what that costs, `sweep` whether
# the base can be dragged along it, `standing` whether it may stop at a point, `walk` all of these.  Divisions find
# only the place, in whole thousandths along a leg, where it crosses a line; clearances are compared without a root.

OK = 0
AGAINST_WALL = 1
TOO_NEAR = 2
IN_THE_WAY = 3
IMPASSABLE_GROUND = 4
OVER_GAP = 5
NO_FLOOR = 6
OFF_BOARD = 7
OVERLAPS = 8
ON_OBSTACLE = 9
NO_ROOM = 10
CLOSED_GROUND = 11
TOO_HIGH = 12

GAP, ENTERED, CROSSED = 1, 2, 3  # marks left along a leg: rows of kind, index, from, to
ANY = -(1 << 20)  # whatever height the leg ends at
GROUNDED = -1  # no face is climbed
LINKED = -2  # walls do not matter on a ladder or stairs
CLIMBED, LEAPT, JUMPED, LINKED_BY = 1, 2, 3, 4  # how a way is gone (`rules.Mode`), if not on foot
DONE = -1  # in `places`: the node is behind the flood
FAR = 1 << 40
BEYOND_BOARD = 1 << 18  # further than anything is from anything on a board
NOWHERE = -(1 << 20)


def scratch(rows: int, width: int) -> Any:
    """A table that kernels write to."""
    return numpy.zeros((rows, width), dtype=numpy.int64) if COMPILED else [[0] * width for _ in range(rows)]


def unfilled(rows: int, width: int) -> Any:
    """A table of which kernels read only what they have written."""
    return numpy.empty((rows, width), dtype=numpy.int64) if COMPILED else scratch(rows, width)


def numbers(size: int, value: int) -> Any:
    """A column that kernels write to."""
    if not COMPILED:
        return [value] * size
    if value == 0:
        return numpy.zeros(size, dtype=numpy.int64)
    column = numpy.empty(size, dtype=numpy.int64)  # numpy.full takes five times as long for short columns
    column.fill(value)
    return column


def unfilled_numbers(size: int) -> Any:
    """A column of which kernels read only what they have written."""
    return numpy.empty(size, dtype=numpy.int64) if COMPILED else [0] * size


def grown(values: Any, more: Sequence[Any]) -> Any:
    """A copy of a table or column that kernels write to, with more rows or values at its end."""
    if not COMPILED:
        return [*(row[:] if isinstance(row, list) else row for row in values), *more]
    return numpy.concatenate((values, numpy.array(more, dtype=numpy.int64))) if len(more) else values.copy()


def plain(values: Any) -> Any:
    """A table or column that kernels have written to, as lists of integers."""
    return values.tolist() if COMPILED else values


MARKS = scratch(512, 4)
SPANS = scratch(1024, 4)


class Gait(NamedTuple):
    """What `walk` needs to know of whoever walks: lengths in thousandths, yes and no as 1 and 0."""

    radius: int
    height: int
    owner: int
    allowance: int
    keep: int  # the gap to keep from enemies
    threat: int  # the least posture that must be kept clear of
    gap: int  # the widest gap that is crossed without a thought
    spring: int  # how much of a leap costs nothing
    step: int
    plain: int  # hundredths of what an inch of open ground costs
    obstacle: int  # what an inch of an obstacle's height costs
    hurdle: int  # what an obstacle costs besides
    low: int  # the height up to which an obstacle costs nothing
    most: int  # the height above which it cannot be crossed
    rough: int  # 1 if the price of ground and obstacles count
    friends: int  # 1 if friends may be passed
    helpless: int  # 1 if helpless enemies may be passed
    width: int  # of the board
    depth: int
    walls: int  # how far above a floor walls are looked for that part it from an enemy; 0: none does
    begun: int  # the height at which the route began


@kernel
def nearer(px: int, py: int, x0: int, y0: int, dx: int, dy: int, reach: int) -> bool:
    """Whether a point is nearer than `reach` to the segment from (x0, y0) along (dx, dy): the root never taken."""
    ax, ay = px - x0, py - y0
    along, square = ax * dx + ay * dy, dx * dx + dy * dy
    if along <= 0:
        return ax * ax + ay * ay < reach * reach
    if along >= square:
        ax, ay = ax - dx, ay - dy
        return ax * ax + ay * ay < reach * reach
    across = abs(ax * dy - ay * dx)
    whole = isqrt(square)
    over = across - reach * whole
    if over < 0:
        return True
    if over >= reach:
        return False
    return 2 * reach * whole * over + over * over < reach * reach * (square - whole * whole)


@kernel
def crosses(x0: int, y0: int, dx: int, dy: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a leg and a line properly cross; touching is left to `nearer`."""
    a, b = dx * (ay - y0) - dy * (ax - x0), dx * (by - y0) - dy * (bx - x0)
    if (a >= 0 and b >= 0) or (a <= 0 and b <= 0):
        return False
    ex, ey = bx - ax, by - ay
    a, b = ex * (y0 - ay) - ey * (x0 - ax), ex * (y0 + dy - ay) - ey * (x0 + dx - ax)
    return not ((a >= 0 and b >= 0) or (a <= 0 and b <= 0))


@kernel
def grazes(x0: int, y0: int, dx: int, dy: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether a leg comes nearer than `reach` to the line from a to b."""
    return (
        nearer(ax, ay, x0, y0, dx, dy, reach)
        or nearer(bx, by, x0, y0, dx, dy, reach)
        or nearer(x0, y0, ax, ay, bx - ax, by - ay, reach)
        or nearer(x0 + dx, y0 + dy, ax, ay, bx - ax, by - ay, reach)
        or crosses(x0, y0, dx, dy, ax, ay, bx, by)
    )


@kernel
def gap_to(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The distance, rounded down, from a point to the line from a to b."""
    dx, dy = bx - ax, by - ay
    along, square = (px - ax) * dx + (py - ay) * dy, dx * dx + dy * dy
    if along <= 0:
        return isqrt((px - ax) * (px - ax) + (py - ay) * (py - ay))
    if along >= square:
        return isqrt((px - bx) * (px - bx) + (py - by) * (py - by))
    return abs((px - ax) * dy - (py - ay) * dx) // root_up(square)


@kernel
def gap_to_outline(corners: Table, first: int, count: int, px: int, py: int) -> int:
    """The distance, rounded down, from a point to the outline of a polygon."""
    least = FAR
    for i in range(first, first + count):
        j = i + 1 if i + 1 < first + count else first
        least = min(least, gap_to(px, py, corners[i][0], corners[i][1], corners[j][0], corners[j][1]))
    return least


@kernel
def between(lines: Table, i: int, j: int) -> int:
    """How far two lines are apart, rounded down; 0 where they cross."""
    ax, ay, bx, by = lines[i][0], lines[i][1], lines[i][2], lines[i][3]
    cx, cy, dx, dy = lines[j][0], lines[j][1], lines[j][2], lines[j][3]
    if segments_meet(ax, ay, bx, by, cx, cy, dx, dy):
        return 0
    return min(
        min(gap_to(cx, cy, ax, ay, bx, by), gap_to(dx, dy, ax, ay, bx, by)),
        min(gap_to(ax, ay, cx, cy, dx, dy), gap_to(bx, by, cx, cy, dx, dy)),
    )


@kernel
def hops(lines: Table, free: int, costs: Table) -> int:
    """Fills the square table `costs` with what it costs at least to come from each line to each other, by way of any
    others, where so much of each stretch between two is free; how many lines there are."""
    n = len(lines)
    for i in range(n):
        for j in range(i + 1, n):
            costs[i][j] = costs[j][i] = max(0, between(lines, i, j) - free)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                by_way = costs[i][k] + costs[k][j]
                if by_way < costs[i][j]:
                    costs[i][j] = by_way
    return n


@kernel
def sprung(lines: Table, costs: Table, x: int, y: int, around: int, found: Column) -> int:
    """Fills `found` with what it costs at least from somewhere `around` a point to each line; how many there are."""
    n = len(lines)
    for i in range(n):
        first = max(0, gap_to(x, y, lines[i][0], lines[i][1], lines[i][2], lines[i][3]) - around)
        for j in range(n):
            if i == 0 or first + costs[i][j] < found[j]:
                found[j] = first + costs[i][j]
    return n


@kernel
def least_by(lines: Table, costs: Column, x: int, y: int) -> int:
    """The least that it costs to come to a point from one of some lines, to each of which it costs so much; `FAR` where
    there are none."""
    least = FAR
    for i in range(len(lines)):
        least = min(least, costs[i] + gap_to(x, y, lines[i][0], lines[i][1], lines[i][2], lines[i][3]))
    return least


@kernel
def kept(lines: Table, there: Column, back: Column, most: int, found: Table, numbers: Column) -> int:
    """Puts those lines to which it costs so much to come, and so much to come back, `most` together, into `found` (rows
    x, y, x, y) and their numbers into `numbers`, and moves what they cost to the front; how many there are."""
    n = 0
    for i in range(len(lines)):
        if there[i] + back[i] <= most:
            found[n][0], found[n][1], found[n][2], found[n][3] = lines[i][0], lines[i][1], lines[i][2], lines[i][3]
            there[n], back[n], numbers[n] = there[i], back[i], i
            n += 1
    return n


@kernel
def box_around(lines: Table, costs: Column, x: int, y: int, most: int) -> tuple[int, int, int, int]:
    """The box around all that is as near to a point as `most`, and around all that is as near to some lines as `most`
    less what each of them costs."""
    west, south, east, north = x - most - 1, y - most - 1, x + most + 1, y + most + 1
    for i in range(len(lines)):
        wide = most - costs[i] + 1
        west, south = min(west, min(lines[i][0], lines[i][2]) - wide), min(south, min(lines[i][1], lines[i][3]) - wide)
        east, north = max(east, max(lines[i][0], lines[i][2]) + wide), max(north, max(lines[i][1], lines[i][3]) + wide)
    return west, south, east, north


@kernel
def foot_of(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The lattice point of the line from a to b that is nearest to a point; the point itself where that is no line."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0:
        return x, y
    along = max(0, min(square, (x - ax) * dx + (y - ay) * dy))
    return ax + (2 * dx * along + square) // (2 * square), ay + (2 * dy * along + square) // (2 * square)


@copied
def blocked(
    edges: Table, i: int, x0: int, y0: int, dx: int, dy: int, low: int, high: int, reach: int, sx: int, sy: int,
    climbed: int, cx: int, cy: int,
) -> bool:  # fmt: skip
    """Whether wall `i` stops a base dragged along a leg while it fills the heights `low` to `high`.

    Faces no higher than `climbed` around (cx, cy), where it climbs, may be hugged though not passed.  A base that
    already overlapped the wall where the route began, at (sx, sy), may leave it.
    """
    if edges[i][6] & (MOVE | LOW) != MOVE or edges[i][5] <= low or edges[i][4] >= high:
        return False
    ax, ay, bx, by = edges[i][0], edges[i][1], edges[i][2], edges[i][3]
    if (
        (ax < x0 - reach and bx < x0 - reach and ax < x0 + dx - reach and bx < x0 + dx - reach)
        or (ax > x0 + reach and bx > x0 + reach and ax > x0 + dx + reach and bx > x0 + dx + reach)
        or (ay < y0 - reach and by < y0 - reach and ay < y0 + dy - reach and by < y0 + dy - reach)
        or (ay > y0 + reach and by > y0 + reach and ay > y0 + dy + reach and by > y0 + dy + reach)
    ):
        return False
    if not grazes(x0, y0, dx, dy, ax, ay, bx, by, reach):
        return False
    if edges[i][6] & CLIMB and edges[i][5] <= climbed and nearer(cx, cy, ax, ay, bx - ax, by - ay, reach):
        return crosses(x0, y0, dx, dy, ax, ay, bx, by) and not nearer(cx, cy, ax, ay, bx - ax, by - ay, 3)
    least = gap_to(sx, sy, ax, ay, bx, by)
    return least >= reach or grazes(x0, y0, dx, dy, ax, ay, bx, by, least)


@copied
def barred(
    arrays: Arrays, walls: Table, x0: int, y0: int, dx: int, dy: int, low: int, high: int, reach: int, sx: int, sy: int,
    climbed: int, cx: int, cy: int,
) -> bool:  # fmt: skip
    """Whether any wall or closed door stops a base (see `blocked`)."""
    for i in range(len(walls)):
        if blocked(walls, i, x0, y0, dx, dy, low, high, reach, sx, sy, climbed, cx, cy):
            return True
    grid, edges = arrays.grid, arrays.edges
    cell, columns, lines = grid[0], grid[1], grid[2]
    west, east = min(x0, x0 + dx) - reach, max(x0, x0 + dx) + reach
    south, north = min(y0, y0 + dy) - reach, max(y0, y0 + dy) + reach
    for line in range(max(0, south // cell), min(lines - 1, north // cell) + 1):
        for place in range(
            3 + line * columns + max(0, west // cell), 4 + line * columns + min(columns - 1, east // cell)
        ):
            for i in range(grid[place], grid[place + 1]):
                if blocked(edges, grid[i], x0, y0, dx, dy, low, high, reach, sx, sy, climbed, cx, cy):
                    return True
    return False


@kernel
def threatens(posture: int, owner: int, gait: Gait) -> bool:
    """Whether a body has to be kept clear of: an enemy's, in a posture that counts."""
    return owner != gait.owner and owner >= 0 and posture & UP >= gait.threat


@kernel
def passed(posture: int, owner: int, gait: Gait) -> bool:
    """Whether a base may go over where a body is; what belongs to nobody lets nobody through, nor does a hull."""
    if posture >= HULL:
        return False
    posture &= UP
    if owner == gait.owner and owner >= 0:
        return gait.friends != 0
    return owner >= 0 and posture == 1 and gait.helpless != 0


@kernel
def minded(rows: Table, exempt: Column, me: int, gait: Gait, near: Table, spared: Column) -> tuple[int, int]:
    """Copies into `near` the bodies by which `sweep` could be stopped somewhere, and into `spared` which of these are
    `exempt`; how many there are of either."""
    n, m = 0, 0
    for j in range(len(rows)):
        posture, owner = rows[j][7], rows[j][8]
        if posture == 0 or j == me:
            continue
        if passed(posture, owner, gait) and not (gait.keep > 0 and threatens(posture, owner, gait)):
            continue
        for k in exempt:
            if k == j:
                spared[m] = n
                m += 1
        for i in range(len(rows[j])):
            near[n][i] = rows[j][i]
        n += 1
    return n, m


@kernel
def bars(
    walls: Table, who: int, sx: int, sy: int, x0: int, y0: int, dx: int, dy: int, reach: int, climbed: int, cx: int,
    cy: int,
) -> bool:  # fmt: skip
    """Whether a leg comes nearer than `reach` to the outline of a body that is not round, and nearer than it was where
    the route began.  An edge no higher than `climbed` around (cx, cy), where it is climbed, may be passed there."""
    least = FAR
    for i in range(len(walls)):
        if walls[i][6] & BODY != 0 and walls[i][7] == who:
            away = gap_to(sx, sy, walls[i][0], walls[i][1], walls[i][2], walls[i][3])
            least = min(least, away - walls[i][10])
    for i in range(len(walls)):
        if walls[i][6] & BODY != 0 and walls[i][7] == who:
            ax, ay, bx, by = walls[i][0], walls[i][1], walls[i][2], walls[i][3]
            wide = min(reach, least) + walls[i][10]
            if not grazes(x0, y0, dx, dy, ax, ay, bx, by, wide):
                continue
            if (
                walls[i][6] & CLIMB == 0
                or walls[i][5] > climbed
                or not nearer(cx, cy, ax, ay, bx - ax, by - ay, wide)
                or (crosses(x0, y0, dx, dy, ax, ay, bx, by) and not nearer(cx, cy, ax, ay, bx - ax, by - ay, 3))
            ):
                return True
    return False


@kernel
def covers(walls: Table, who: int, x: int, y: int, reach: int) -> bool:
    """Whether a body that is not round covers ground that is nearer than `reach` to a point."""
    inside = False
    for i in range(len(walls)):
        if walls[i][6] & BODY != 0 and walls[i][7] == who:
            ax, ay, bx, by = walls[i][0], walls[i][1], walls[i][2], walls[i][3]
            if nearer(x, y, ax, ay, bx - ax, by - ay, reach + walls[i][10]):
                return True
            if i == 0 or walls[i - 1][7] != who or walls[i - 1][6] & BODY == 0:
                inside = walls[i][6] & LONG == 0
            inside = inside and (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    return inside


# An enemy is seen past a wall, or is not, from each point of a leg: the centre of its base, a ray, the leg.  What hides
# a piece of the leg ends where a ray over an end of a wall meets the leg, so that rays are turned from wall to wall,
# beginning at that to the nearest point.  A ray is a vector from the centre.


@kernel
def is_between(edges: Table, i: int, low: int, high: int) -> bool:
    """Whether edge `i` is one of a wall, a block or a shut door that fills something between two heights."""
    return not (edges[i][6] & (MOVE | LOW) != MOVE or edges[i][4] >= high or edges[i][5] <= low)


@kernel
def hidden_up_to(
    edges: Table, i: int, cx: int, cy: int, area: int, dx: int, dy: int, side: int, ux: int, uy: int, ex: int, ey: int
) -> tuple[int, int]:
    """The last ray, as they turn from U to E, left (`side` 1) or right (-1), that edge `i` hides a leg from: U itself
    where it does not hide it there.

    The leg goes along (dx, dy) with (cx, cy) on its left, `area` times its distance from the line of the leg.  An edge
    that crosses this line counts up to the lattice point next to where it does.
    """
    ax, ay, bx, by = edges[i][0] - cx, edges[i][1] - cy, edges[i][2] - cx, edges[i][3] - cy
    near, far = area + dx * ay - dy * ax, area + dx * by - dy * bx  # no less than 0 on this side of the line
    if (near < 0 and far < 0) or (ux * ey - uy * ex) * side <= 0:
        return ux, uy
    turn = (ax * by - ay * bx) * side
    if turn == 0:  # seen end on; or the centre is on it, and nothing is seen at all
        return (ex, ey) if ax * bx + ay * by <= 0 else (ux, uy)
    if near < 0:
        ax, ay = bx + (ax - bx) * far // (far - near), by + (ay - by) * far // (far - near)
    elif far < 0:
        bx, by = ax + (bx - ax) * near // (near - far), ay + (by - ay) * near // (near - far)
    if turn < 0:
        ax, ay, bx, by = bx, by, ax, ay
    if (ax * uy - ay * ux) * side >= 0 and (ux * by - uy * bx) * side > 0:
        return bx, by
    return ux, uy


@kernel
def shorter(area: int, across: int, ux: int, uy: int, limit: int) -> bool:
    """Whether ``area * |U| < limit * across``, exactly."""
    square = ux * ux + uy * uy
    whole = isqrt(square)
    over = limit * across - area * whole
    if over <= 0 or over >= area:
        return over > 0
    return area * (square - whole * whole) - 2 * whole * over <= (over * over - 1) // area


@kernel
def open_beside(
    arrays: Arrays, walls: Table, cx: int, cy: int, area: int, dx: int, dy: int, side: int, ux: int, uy: int, ex: int,
    ey: int, low: int, high: int, limit: int, west: int, south: int, east: int, north: int,
) -> bool:  # fmt: skip
    """Whether a leg is seen somewhere nearer than `limit` as rays turn from U to E (see `hidden_up_to`): the first one
    that no edge hides is the shortest."""
    grid, edges = arrays.grid, arrays.edges
    cell, columns, lines = grid[0], grid[1], grid[2]
    while (ux * ey - uy * ex) * side > 0:
        vx, vy = ux, uy
        for i in range(len(walls)):
            if is_between(walls, i, low, high):
                vx, vy = hidden_up_to(walls, i, cx, cy, area, dx, dy, side, vx, vy, ex, ey)
        for line in range(max(0, south // cell), min(lines - 1, north // cell) + 1):
            for place in range(
                3 + line * columns + max(0, west // cell), 4 + line * columns + min(columns - 1, east // cell)
            ):
                for i in range(grid[place], grid[place + 1]):
                    if is_between(edges, grid[i], low, high):
                        vx, vy = hidden_up_to(edges, grid[i], cx, cy, area, dx, dy, side, vx, vy, ex, ey)
        if vx == ux and vy == uy:
            return shorter(area, dy * ux - dx * uy, ux, uy, limit)
        ux, uy = vx, vy
    return False


@kernel
def open_within(
    arrays: Arrays, walls: Table, cx: int, cy: int, x0: int, y0: int, dx: int, dy: int, low: int, high: int, limit: int
) -> bool:
    """Whether some point of a leg that comes nearer than `limit` to (cx, cy) is that near with nothing between: no
    wall, no block and no shut door (see `walled`)."""
    px, py = x0 - cx, y0 - cy
    area = px * dy - py * dx
    if area < 0:
        px, py, dx, dy, area = px + dx, py + dy, -dx, -dy, -area
    qx, qy = px + dx, py + dy
    ux, uy = dy, -dx  # square to the leg: the ray to the nearest point, if the leg has one there
    if px * dx + py * dy >= 0:
        ux, uy = px, py
    elif qx * dx + qy * dy <= 0:
        ux, uy = qx, qy
    elif area == 0:
        ux, uy = 0, 0
    if area == 0:  # straight at it or away from it: what hides the nearest point hides all on that side
        return not walled(arrays, walls, cx, cy, cx + ux, cy + uy, low, high)
    west, east = cx + max(-limit, min(0, px, qx)), cx + min(limit, max(0, px, qx))
    south, north = cy + max(-limit, min(0, py, qy)), cy + min(limit, max(0, py, qy))
    for side, ex, ey in ((1, qx, qy), (-1, px, py)):
        if open_beside(
            arrays, walls, cx, cy, area, dx, dy, side, ux, uy, ex, ey, low, high, limit, west, south, east, north
        ):
            return True
    return False


@kernel
def nears(
    arrays: Arrays, walls: Table, sx: int, sy: int, x0: int, y0: int, dx: int, dy: int, low: int, high: int, bx: int,
    by: int, bz: int, wide: int, limit: int, gait: Gait,
) -> bool:  # fmt: skip
    """Whether a leg that comes nearer than `limit` to an enemy comes too near: with nothing between, where walls part
    them, and nearer than it was where the route began, if it was too near there.  They touch at a distance of `wide`.
    """
    already, off = isqrt((sx - bx) * (sx - bx) + (sy - by) * (sy - by)), abs(bz - gait.begun)
    if off < gait.keep and already < limit and already < wide + root_up(gait.keep * gait.keep - off * off):
        z = max(bz, gait.begun)
        if gait.walls == 0 or not walled(arrays, walls, bx, by, sx, sy, z, z + gait.walls):
            limit = already
    if not nearer(bx, by, x0, y0, dx, dy, limit):
        return False
    if gait.walls == 0:
        return True
    top = max(bz, min(high, bz + gait.keep - 1))
    return open_within(arrays, walls, bx, by, x0, y0, dx, dy, top, max(bz, low) + gait.walls, limit)


@copied
def sweep(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, me: int, sx: int, sy: int, x0: int, y0: int, dx: int,
    dy: int, low: int, high: int, climbed: int, cx: int, cy: int, gait: Gait,
) -> tuple[int, int]:  # fmt: skip
    """Drags a base along a leg whose floor lies between `low` and `high`: what stops it, and which wall or body that
    is.

    (sx, sy) is where the route began: whoever was too near already may not be neared further, and that is all.
    """
    reach, tall = gait.radius, high + gait.height
    x1, y1 = x0 + dx, y0 + dy
    west, east = (x0, x1) if dx >= 0 else (x1, x0)
    south, north = (y0, y1) if dy >= 0 else (y1, y0)
    for j in range(len(rows)):
        bx, wide = rows[j][0], reach + rows[j][5]
        far = wide + gait.keep
        if bx + far <= west or bx - far >= east:
            continue
        by, posture = rows[j][1], rows[j][7]
        if by + far <= south or by - far >= north or posture == 0 or j == me:
            continue
        bz, tip, owner = rows[j][2], rows[j][2] + rows[j][6], rows[j][8]
        limit, code = 0, IN_THE_WAY
        if threatens(posture, owner, gait):
            away = bz - high if bz > high else (low - bz if bz < low else 0)
            if away < gait.keep:
                spared = False
                for k in exempt:
                    if k == j:
                        spared = True
                if not spared:
                    limit, code = wide + root_up(gait.keep * gait.keep - away * away), TOO_NEAR
        if limit == 0 and bz < tall and tip > low and not passed(posture, owner, gait):
            limit = wide
        if limit > 0 and nearer(bx, by, x0, y0, dx, dy, limit):
            if posture > UP:
                who, solid = rows[j][3], bz < tall and tip > low + gait.step and not passed(posture, owner, gait)
                if solid and bars(walls, who, sx, sy, x0, y0, dx, dy, reach, climbed, cx, cy):
                    return IN_THE_WAY, j
                if code == TOO_NEAR and bars(walls, who, sx, sy, x0, y0, dx, dy, limit - rows[j][5], climbed, cx, cy):
                    return TOO_NEAR, j
                continue
            solid = bz < tall and tip > low
            if code == TOO_NEAR:
                if nears(arrays, walls, sx, sy, x0, y0, dx, dy, low, high, bx, by, bz, wide, limit, gait):
                    return (IN_THE_WAY if solid and nearer(bx, by, x0, y0, dx, dy, wide) else TOO_NEAR), j
                if not solid or passed(posture, owner, gait) or not nearer(bx, by, x0, y0, dx, dy, wide):
                    continue
                limit = wide
            already = isqrt((sx - bx) * (sx - bx) + (sy - by) * (sy - by))
            if already >= limit or nearer(bx, by, x0, y0, dx, dy, already):
                return IN_THE_WAY, j
    if climbed == LINKED:
        return OK, -1
    if barred(arrays, walls, x0, y0, dx, dy, low + gait.step, tall, reach, sx, sy, climbed, cx, cy):
        return AGAINST_WALL, -1
    return OK, -1


@kernel
def hoist(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, me: int, sx: int, sy: int, ax: int, ay: int, az: int,
    bx: int, by: int, bz: int, gait: Gait,
) -> tuple[int, int]:  # fmt: skip
    """Drags a base along a ladder, stairs or a ramp, a tenth of an inch of its height at a time, as `sweep` does."""
    pieces = max(1, abs(bz - az) // 100)
    x, y, z = ax, ay, az
    for k in range(1, pieces + 1):
        u, v, w = ax + (bx - ax) * k // pieces, ay + (by - ay) * k // pieces, az + (bz - az) * k // pieces
        code, who = sweep(
            arrays, rows, walls, exempt, me, sx, sy, x, y, u - x, v - y, min(z, w), max(z, w), LINKED, 0, 0, gait
        )
        if code != OK:
            return code, who
        x, y, z = u, v, w
    return OK, -1


@kernel
def drop(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, me: int, sx: int, sy: int, ax: int, ay: int, az: int,
    bx: int, by: int, bz: int, gait: Gait,
) -> tuple[int, int]:  # fmt: skip
    """Drags a base over an edge and down to where it lands, as `sweep` does."""
    code, who = sweep(arrays, rows, walls, exempt, me, sx, sy, ax, ay, bx - ax, by - ay, az, az, GROUNDED, 0, 0, gait)
    if code == OK:
        code, who = sweep(arrays, rows, walls, exempt, me, sx, sy, bx, by, 0, 0, bz, az, GROUNDED, 0, 0, gait)
    return code, who


@kernel
def stretch(
    corners: Table, first: int, count: int, x0: int, y0: int, dx: int, dy: int, length: int
) -> tuple[int, int, int]:  # fmt: skip
    """The stretch of a leg inside a convex polygon, its border included: from, to (the nearest thousandths along the
    leg), and 1 if it begins strictly inside plus 2 if it ends there.  ``(1, 0, 0)`` where it misses."""
    enter, leave, inside = 0, length, 3
    ax, ay = corners[first + count - 1][0], corners[first + count - 1][1]
    for i in range(first, first + count):
        bx, by = corners[i][0], corners[i][1]
        ex, ey = bx - ax, by - ay
        a = ex * (y0 - ay) - ey * (x0 - ax)
        b = a + ex * dy - ey * dx
        ax, ay = bx, by
        if a <= 0 or b <= 0:
            if a < 0:
                if b < 0:
                    return 1, 0, 0
                enter = max(enter, (b - a - 2 * a * length) // (2 * (b - a)))
            elif b < 0:
                leave = min(leave, (a - b + 2 * a * length) // (2 * (a - b)))
            inside &= (0 if a <= 0 else 1) | (0 if b <= 0 else 2)
    if enter > leave:
        return 1, 0, 0
    return enter, leave, inside


@kernel
def skirts(corners: Table, first: int, count: int, x0: int, y0: int, dx: int, dy: int, reach: int) -> bool:
    """Whether a leg comes nearer than `reach` to a polygon or begins in it."""
    if in_polygon(corners, first, count, x0, y0):
        return True
    ax, ay = corners[first + count - 1][0], corners[first + count - 1][1]
    for i in range(first, first + count):
        bx, by = corners[i][0], corners[i][1]
        if grazes(x0, y0, dx, dy, ax, ay, bx, by, reach):
            return True
        ax, ay = bx, by
    return False


@kernel
def closed(kind: int) -> int:
    """The code for ground of a kind that may not be entered."""
    if kind == OBSTACLE:
        return TOO_HIGH
    return IMPASSABLE_GROUND if kind == IMPASSABLE else CLOSED_GROUND


@kernel
def surcharge(areas: Table, marks: Table, n: int, length: int, plain: int) -> int:
    """What a leg costs beyond its length: each piece of it the highest price of all ground there, rounded up in sum."""
    at, more = 0, 0
    while at < length:
        until, price = length, plain
        for i in range(n):
            s, t = marks[i][2], marks[i][3]
            if s <= at < t:
                price = max(price, areas[marks[i][1]][9])
                until = min(until, t)
            elif s > at:
                until = min(until, s)
        more += (until - at) * (price - 100)
        at = until
    return (more + 99) // 100


# long: one walk along a line; floors, gaps, areas and obstacles are merged in the order in which it meets them
@copied
def ground(
    arrays: Arrays, marks: Table, spans: Table, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, leap: int,
    gait: Gait,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """What carries a base along a leg: (code, where along the leg or the index, cost, height at the end, marks left).

    The centre follows the highest floor within a step of the last; a gap is free up to `gait.gap` and a `leap` takes it
    further, marked.  `z1` is the height wanted at the end, or ANY.  Ground has its price: where areas overlap, the
    highest.
    """
    dx, dy = x1 - x0, y1 - y0
    length = root_up(dx * dx + dy * dy)
    west, east = (x0, x1) if dx >= 0 else (x1, x0)
    south, north = (y0, y1) if dy >= 0 else (y1, y0)
    step = gait.step
    n, used = 0, 0
    corners = arrays.corners
    if -4 * step <= z0 <= 4 * step:
        spans[0][0], spans[0][1], spans[0][2] = 0, length, 0
        used = 1
    floors = arrays.floors
    for f in range(len(floors)):
        level = floors[f][0]
        if (
            -4 * step <= level - z0 <= 4 * step
            and floors[f][3] <= east
            and floors[f][5] >= west
            and floors[f][4] <= north
            and floors[f][6] >= south
        ):
            s, t, _ = stretch(corners, floors[f][1], floors[f][2], x0, y0, dx, dy, length)
            if s <= t:
                spans[used][0], spans[used][1], spans[used][2] = s, t, level
                used += 1
    holes = used
    low, high = z0, z0
    if z1 != ANY:
        low, high = min(z0, z1), max(z0, z1)
    areas, hurdles, dear = arrays.areas, 0, gait.plain != 100
    for f in range(len(areas)):
        kind, price = areas[f][8], areas[f][9]
        foot, tip = areas[f][0], areas[f][1]
        reach = gait.radius if price == 0 or (kind == OBSTACLE and tip - foot > gait.most) else 0
        if (
            areas[f][4] - reach > east
            or areas[f][6] + reach < west
            or areas[f][5] - reach > north
            or areas[f][7] + reach < south
            or foot > high
            or (tip <= low and foot < low)
        ):
            continue
        if reach:
            if skirts(corners, areas[f][2], areas[f][3], x0, y0, dx, dy, reach):
                return closed(kind), f, 0, z0, n
            continue
        s, t, inside = stretch(corners, areas[f][2], areas[f][3], x0, y0, dx, dy, length)
        if kind == PITFALL:
            if inside & 2:
                t = length + 1
            if s < t:
                spans[holes][0], spans[holes][1] = s, t
                holes += 1
        elif s < t:
            if kind == OBSTACLE:
                if inside & 1:  # it was paid for on the leg that entered it
                    continue
                if tip - foot > gait.low:
                    hurdles += gait.hurdle + (tip - foot) * gait.obstacle
            elif price > gait.plain:
                dear = True
            marks[n][0], marks[n][1], marks[n][2], marks[n][3] = (CROSSED if kind == OBSTACLE else ENTERED), f, s, t
            n += 1
    cost = length
    if gait.rough:
        cost += hurdles
        if dear:
            cost += surcharge(areas, marks, n, length, gait.plain)
    if used == 1 and holes == 1 and z0 == 0 and (z1 == ANY or z1 == 0):
        return OK, -1, cost, 0, n
    at, z, edge = 0, z0, -1
    while True:
        found, top, until, ahead = False, z, at, FAR
        pit = -1
        for k in range(used, holes):
            if spans[k][0] <= at < spans[k][1]:
                pit = max(pit, spans[k][1])
        for i in range(used):
            s, t, level = spans[i][0], spans[i][1], spans[i][2]
            if -step <= level - z <= step:
                if s <= at < t or (at == length and s <= at <= t):
                    if pit < 0 and (not found or level >= top):
                        until = max(until, t) if found and level == top else t
                        found, top = True, level
                elif s > at:
                    ahead = min(ahead, s)
        if found:
            if edge >= 0 and at - edge > gait.gap:
                if leap == 0:
                    return OVER_GAP, edge, cost, z, n
                marks[n][0], marks[n][1], marks[n][2], marks[n][3] = GAP, -1, edge, at
                n += 1
            z, edge = top, -1
            for i in range(used):
                if spans[i][0] > at and z < spans[i][2] <= z + step:
                    until = min(until, spans[i][0])
            for k in range(used, holes):
                if spans[k][1] > spans[k][0] > at:
                    until = min(until, spans[k][0])
            if until >= length:
                break
            at = until
        else:
            if edge < 0:
                edge = at
            at = pit if pit >= 0 else ahead
            if at > length:
                return NO_FLOOR, edge, cost, z, n
    if z1 != ANY and z1 != z:
        for i in range(used):
            if spans[i][2] == z1 and spans[i][0] <= length <= spans[i][1] and -step <= z1 - z <= step:
                return OK, -1, cost, z1, n
        return NO_FLOOR, length, cost, z, n
    return OK, -1, cost, z, n


@kernel
def slope(links: Table, x: int, y: int, z: int) -> int:
    """The stairs or ramp that a point lies on, or -1."""
    for i in range(len(links)):
        link = links[i]
        if link[6] == LADDER:
            continue
        dx, dy = link[3] - link[0], link[4] - link[1]
        square = dx * dx + dy * dy
        along = (x - link[0]) * dx + (y - link[1]) * dy
        across = abs((x - link[0]) * dy - (y - link[1]) * dx)
        if square > 0 and 0 <= along <= square and 2 * across <= link[8] * isqrt(square):
            height = link[2] + (link[5] - link[2]) * along // square
            if -1 <= z - height <= 1:
                return i
    return -1


@kernel
def in_pit(arrays: Arrays, x: int, y: int, z: int) -> bool:
    """Whether a point of the floor at height `z` is over a pitfall."""
    areas, corners = arrays.areas, arrays.corners
    for f in range(len(areas)):
        area = areas[f]
        if (
            area[8] == PITFALL
            and area[0] <= z
            and (area[1] > z or area[0] == z)
            and in_polygon(corners, area[2], area[3], x, y)
        ):
            return True
    return False


@kernel
def off_board(x: int, y: int, gait: Gait) -> bool:
    """Whether a base at a point would reach over the edge of the board."""
    radius = gait.radius
    return x < radius or y < radius or x + radius > gait.width or y + radius > gait.depth


@kernel
def standing(
    arrays: Arrays, rows: Table, walls: Table, me: int, x: int, y: int, z: int, swept: int, gait: Gait,
) -> tuple[int, int]:  # fmt: skip
    """What forbids to stop at a point, and which body, floor or wall that is.  `swept` says that a legal walk led
    there."""
    radius = gait.radius
    if off_board(x, y, gait):
        return OFF_BOARD, -1
    for j in range(len(rows)):
        ax, wide = rows[j][0] - x, rows[j][5] + radius
        if not -wide < ax < wide:
            continue
        ay, foot = rows[j][1] - y, rows[j][2]
        if (
            -wide < ay < wide
            and rows[j][7] != 0
            and j != me
            and ax * ax + ay * ay < wide * wide
            and foot < z + gait.height
            and foot + rows[j][6] > z
            and (rows[j][7] <= UP or covers(walls, rows[j][3], x, y, radius))
        ):
            return OVERLAPS, j
    floors, corners = arrays.floors, arrays.corners
    carried, stepped_on = z == 0, -1
    for f in range(len(floors)):
        level = floors[f][0]
        if level >= z and floors[f][3] <= x <= floors[f][5] and floors[f][4] <= y <= floors[f][6]:
            if level == z:
                carried = carried or in_polygon(corners, floors[f][1], floors[f][2], x, y)
            elif level - floors[f][7] < z + gait.height and in_polygon(corners, floors[f][1], floors[f][2], x, y):
                if level > z + gait.step:
                    return NO_ROOM, f
                stepped_on = f
    if not carried and slope(arrays.links, x, y, z) < 0:
        return NO_FLOOR, -1
    if carried and stepped_on >= 0:  # who is on a slope has not come to the floor at its top yet
        return NO_ROOM, stepped_on
    areas = arrays.areas
    for f in range(len(areas)):
        kind, foot = areas[f][8], areas[f][0]
        reach = 0 if kind == PITFALL else radius
        if (
            (kind in (OBSTACLE, PITFALL) or areas[f][9] == 0)
            and areas[f][4] - reach <= x <= areas[f][6] + reach
            and areas[f][5] - reach <= y <= areas[f][7] + reach
            and foot <= z
            and (areas[f][1] > z or foot == z)
            and skirts(corners, areas[f][2], areas[f][3], x, y, 0, 0, reach)
        ):
            if kind == PITFALL:
                return NO_FLOOR, f
            return (ON_OBSTACLE if kind == OBSTACLE else closed(kind)), f
    if swept == 0 and barred(
        arrays, walls, x, y, 0, 0, z + gait.step, z + gait.height, radius, NOWHERE, NOWHERE, GROUNDED, 0, 0
    ):
        return AGAINST_WALL, -1
    return OK, -1


@kernel
def footing(arrays: Arrays, rows: Table, walls: Table, me: int, x: int, y: int, z: int, gait: Gait) -> int:
    """The number of the floor on which a body may stop at a point (-1: the ground); `NOWHERE` where it may not."""
    if standing(arrays, rows, walls, me, x, y, z, 0, gait)[0] != OK:
        return NOWHERE
    return floor_at(arrays.floors, arrays.corners, x, y, z)


@kernel
def may_stop(arrays: Arrays, rows: Table, walls: Table, me: int, nodes: Table, v: int, gait: Gait) -> bool:
    """Whether a way may end at a node: at the first, where it begins, always."""
    return v == 0 or standing(arrays, rows, walls, me, nodes[v][0], nodes[v][1], nodes[v][2], 0, gait)[0] == OK


@kernel
def stops(
    arrays: Arrays, rows: Table, walls: Table, me: int, nodes: Table, cost: Column, may: Column, gait: Gait
) -> None:
    """Fills `may` with 1 for each node that is within reach and where one may stop."""
    for v in range(len(nodes)):
        if cost[v] >= 0 and may_stop(arrays, rows, walls, me, nodes, v, gait):
            may[v] = 1


@copied
def on_foot(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, sx: int, sy: int,
    x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, leap: int, last: int, gait: Gait,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """One leg on foot: (code, wall or body or place, cost, height at the end, marks left).  `last` if the route ends
    here."""
    code, who, cost, z, n = ground(arrays, marks, spans, x0, y0, z0, x1, y1, z1, leap, gait)
    if code == OK:
        low, high = min(z0, z), max(z0, z)
        code, who = sweep(
            arrays, rows, walls, exempt, me, sx, sy, x0, y0, x1 - x0, y1 - y0, low, high, GROUNDED, 0, 0, gait
        )
    if code == OK and last:
        code, who = standing(arrays, rows, walls, me, x1, y1, z, 1, gait)
    return code, who, cost, z, n


@kernel
def walk(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, sx: int, sy: int,
    x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, leap: int, last: int, gait: Gait,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """The same for who asks for a single leg."""
    return on_foot(arrays, rows, walls, exempt, marks, spans, me, sx, sy, x0, y0, z0, x1, y1, z1, leap, last, gait)


@kernel
def walk_price(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, sx: int, sy: int,
    x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, leap: int, last: int, gait: Gait,
) -> int:  # fmt: skip
    """What a leg on foot costs, which may `leap`; `FAR` where it is refused."""
    code, _, cost, _, n = walk(
        arrays, rows, walls, exempt, marks, spans, me, sx, sy, x0, y0, z0, x1, y1, z1, leap, last, gait
    )
    if code != OK:
        return FAR
    if gait.spring > 0:
        for k in range(n):
            if marks[k][0] == GAP:
                cost -= min(gait.spring, marks[k][3] - marks[k][2])
    return cost


@kernel
def straightest(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, x0: int, y0: int,
    z0: int, goals: Table, leap: int, gait: Gait,
) -> int:  # fmt: skip
    """Which of the `goals` (rows x, y, z, the nearest first) is the cheapest to walk straight to, or with one `leap`,
    the first of equals; -1 where none can be."""
    best, least = -1, gait.allowance + 1
    for i in range(len(goals)):
        x, y, z = goals[i][0], goals[i][1], goals[i][2]
        if root_up((x - x0) * (x - x0) + (y - y0) * (y - y0)) >= least and (leap == 0 or gait.spring == 0):
            break
        cost = walk_price(arrays, rows, walls, exempt, marks, spans, me, x0, y0, x0, y0, z0, x, y, z, leap, 1, gait)
        if cost < least:
            best, least = i, cost
    return best


@kernel
def summed(legs: Table, n: int, most: int) -> int:
    """What `n` legs cost together, `FAR` where that is more than `most`."""
    total = 0
    for i in range(n):
        total += legs[i][4]
        if total > most:
            return FAR
    return total


# long: three ways to shorten a route, tried in turn on the same arrays
@kernel
def tighten(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, x0: int, y0: int,
    z0: int, legs: Table, gait: Gait,
) -> int:  # fmt: skip
    """Makes a route shorter: walks joined where they may be, and bends drawn in as far as the ground allows; how many
    legs are left.

    `legs` are rows x, y, z, mode, cost, the latter looked up here for walks (mode 0) and leaps (2): a walk and a leap
    may be joined to a leap.
    """
    n = len(legs)
    for i in range(n):
        if legs[i][3] == 0 or legs[i][3] == 2:
            px, py, pz = (x0, y0, z0) if i == 0 else (legs[i - 1][0], legs[i - 1][1], legs[i - 1][2])
            legs[i][4] = walk_price(
                arrays, rows, walls, exempt, marks, spans, me, x0, y0, px, py, pz, legs[i][0], legs[i][1], legs[i][2],
                legs[i][3] // 2, 1 if i == n - 1 else 0, gait,
            )  # fmt: skip
    price = summed(legs, n, gait.allowance)
    for _ in range(4):
        before = price
        i = 0
        while i < n - 1:
            mode, mode2 = legs[i][3], legs[i + 1][3]
            if (mode != 0 and mode != 2) or (mode2 != 0 and mode2 != 2):
                i += 1
                continue
            last = 1 if i + 1 == n - 1 else 0
            px, py, pz = (x0, y0, z0) if i == 0 else (legs[i - 1][0], legs[i - 1][1], legs[i - 1][2])
            qx, qy, qz, first = legs[i][0], legs[i][1], legs[i][2], legs[i][4]
            rx, ry, rz, second = legs[i + 1][0], legs[i + 1][1], legs[i + 1][2], legs[i + 1][4]
            legs[i][4] = 0
            legs[i + 1][4] = walk_price(
                arrays, rows, walls, exempt, marks, spans, me, x0, y0, px, py, pz, rx, ry, rz, max(mode, mode2) // 2,
                last, gait,
            )  # fmt: skip
            shorter = summed(legs, n, gait.allowance)
            if shorter <= price:
                price = shorter
                legs[i + 1][3] = max(mode, mode2)
                for k in range(i, n - 1):
                    for j in range(5):
                        legs[k][j] = legs[k + 1][j]
                n -= 1
                continue
            legs[i][4], legs[i + 1][4] = first, second
            if pz == qz == rz:
                cx, cy = foot_of(qx, qy, px, py, rx, ry)
                low, high = 0, 64
                while high - low > 1:
                    half = (low + high) // 2
                    first, second = legs[i][4], legs[i + 1][4]
                    bx, by = qx + (cx - qx) * half // 64, qy + (cy - qy) * half // 64
                    legs[i][4] = walk_price(
                        arrays, rows, walls, exempt, marks, spans, me, x0, y0, px, py, pz, bx, by, qz,
                        mode // 2, 0, gait,
                    )  # fmt: skip
                    legs[i + 1][4] = walk_price(
                        arrays, rows, walls, exempt, marks, spans, me, x0, y0, bx, by, qz, rx, ry, rz,
                        mode2 // 2, last, gait,
                    )  # fmt: skip
                    shorter = summed(legs, n, gait.allowance)
                    if shorter < price:
                        price, low = shorter, half
                        legs[i][0], legs[i][1] = bx, by
                    else:
                        high = half
                        legs[i][4], legs[i + 1][4] = first, second
            i += 1
        if price == before:
            break
    return n


@kernel
def stride(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, x0: int, y0: int,
    z0: int, dx: int, dy: int, tries: int, gait: Gait,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """A walk straight on by (dx, dy), or by less and less of it until it is legal: its end, its cost and the number of
    marks left, cost -1 if none was."""
    for i in range(tries):
        x, y = x0 + dx * (tries - i) // tries, y0 + dy * (tries - i) // tries
        code, _, cost, z, n = walk(
            arrays, rows, walls, exempt, marks, spans, me, x0, y0, x0, y0, z0, x, y, ANY, 0, 1, gait
        )
        if code == OK and cost <= gait.allowance:
            return x, y, z, cost, n
    return x0, y0, z0, -1, 0


@kernel
def goes_so_far(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, sx: int, sy: int,
    x0: int, y0: int, z0: int, dx: int, dy: int, size: int, highest: int, left: int, leap: int, last: int, gait: Gait,
    far: int,
) -> bool:  # fmt: skip
    """Whether so much of a leg on foot may be gone (see `furthest`)."""
    x, y = x0 + dx * far // size, y0 + dy * far // size
    if last == 0 and off_board(x, y, gait):
        return False
    z = floor_below(arrays.floors, arrays.corners, x, y, highest)
    code, _, cost, _, n = walk(
        arrays, rows, walls, exempt, marks, spans, me, sx, sy, x0, y0, z0, x, y, z, leap, last, gait
    )
    if code != OK:
        return last == 0 and code == NO_FLOOR
    if gait.spring > 0:
        for k in range(n):
            if marks[k][0] == GAP:
                cost -= min(gait.spring, marks[k][3] - marks[k][2])
    return cost <= left


@kernel
def furthest(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table, spans: Table, me: int, sx: int, sy: int,
    x0: int, y0: int, z0: int, dx: int, dy: int, size: int, highest: int, left: int, leap: int, last: int, gait: Gait,
    known: int, most: int, fine: int,
) -> int:  # fmt: skip
    """How much of a leg on foot by (dx, dy), which has that `size` and may `leap`, may be gone for what is `left` of
    the allowance: up to `most`, where so much as is `known` may be, and nothing beyond the first that may not.  Its
    ends are on the floors under `highest`.  Where it is the `last` leg one must be able to stop there; else one may be
    in the middle of a gap.  Little less than `most` is tried first (`fine`), as mostly that may be gone."""
    if known >= most or goes_so_far(
        arrays, rows, walls, exempt, marks, spans, me, sx, sy, x0, y0, z0, dx, dy, size, highest, left, leap, last,
        gait, most,
    ):  # fmt: skip
        return most
    far, beyond, step = most, most, fine
    while far > known:
        far, beyond, step = max(known, far - step), far, 2 * step
        if far > known and goes_so_far(
            arrays, rows, walls, exempt, marks, spans, me, sx, sy, x0, y0, z0, dx, dy, size, highest, left, leap, last,
            gait, far,
        ):  # fmt: skip
            break
    while beyond - far > 1:
        middle = (far + beyond) // 2
        if goes_so_far(
            arrays, rows, walls, exempt, marks, spans, me, sx, sy, x0, y0, z0, dx, dy, size, highest, left, leap, last,
            gait, middle,
        ):  # fmt: skip
            far = middle
        else:
            beyond = middle
    return far


@kernel
def nearby(ways: Table, x: int, y: int, far: int, found: Column) -> int:
    """Puts the numbers of those of some `ways` (rows x and y of where each begins, of where it ends, its cost) into
    `found` that a body at (x, y) could finish within `far` if it walked to them as the crow flies; how many."""
    n = 0
    for i in range(len(ways)):
        left, dx, dy = far - ways[i][4], ways[i][0] - x, ways[i][1] - y
        if left >= 0 and dx * dx + dy * dy <= left * left:
            found[n] = i
            n += 1
    return n


@kernel
def on_the_way(ways: Table, found: Column, n: int, x: int, y: int, gx: int, gy: int, longest: int) -> int:
    """Leaves those of the first `n` ways in `found` that a way from (x, y) to (gx, gy) of at most `longest` may take;
    how many."""
    kept = 0
    for k in range(n):
        ax, ay = ways[found[k]][0], ways[found[k]][1]
        before = root_up((ax - x) * (ax - x) + (ay - y) * (ay - y))
        if before + root_up((gx - ax) * (gx - ax) + (gy - ay) * (gy - ay)) <= longest:
            found[kept] = found[k]
            kept += 1
    return kept


@kernel
def in_crowd(
    ways: Table, i: int, rows: Table, exempt: Column, me: int, walls: Table, x: int, y: int, away: int, gait: Gait
) -> bool:
    """Whether the box of way `i` meets that of a body no further than `away` from (x, y), or of a wall: what stands
    about may bar it."""
    clear = gait.radius
    west, east = min(ways[i][0], ways[i][2]), max(ways[i][0], ways[i][2])
    south, north = min(ways[i][1], ways[i][3]), max(ways[i][1], ways[i][3])
    for j in range(len(rows)):
        bx, by, posture, owner = rows[j][0], rows[j][1], rows[j][7], rows[j][8]
        if posture == 0 or j == me or abs(bx - x) > away or abs(by - y) > away:
            continue
        wide = rows[j][5] + clear
        if gait.keep > 0 and threatens(posture, owner, gait):
            spared = False
            for each in exempt:
                spared = spared or each == j
            wide += 0 if spared else gait.keep
        if west <= bx + wide and east >= bx - wide and south <= by + wide and north >= by - wide:
            return True
    for j in range(len(walls)):
        if walls[j][6] & BODY == 0:
            ax, ay, cx, cy = walls[j][0], walls[j][1], walls[j][2], walls[j][3]
            if (
                west <= max(ax, cx) + clear and east >= min(ax, cx) - clear
                and south <= max(ay, cy) + clear and north >= min(ay, cy) - clear
            ):  # fmt: skip
                return True
    return False


@kernel
def crowded(
    ways: Table, found: Column, n: int, arrays: Arrays, rows: Table, walls: Table, exempt: Column, marks: Table,
    spans: Table, me: int, x: int, y: int, away: int, areas: Table, same: int, gait: Gait, costs: Column,
    crowds: Column,
) -> int:  # fmt: skip
    """Fills `costs` with what the first `n` ways in `found` cost a body that is at (x, y): what they cost alone, or -1
    where somebody no further than `away`, or a wall, bars them.

    Those for which this does not tell, by their place in `found`, go into `crowds`: what leads by one of the `areas`
    (boxes), climbs beside others, and all that leads by others where the ground is not the `same` as alone.  How many
    these are."""
    m = 0
    for k in range(n):
        i, laid = found[k], False
        ax, ay, bx, by = ways[i][0], ways[i][1], ways[i][2], ways[i][3]
        az, bz, mode, code = ways[i][5], ways[i][6], ways[i][7], OK
        costs[k] = ways[i][4]
        for j in range(len(areas)):
            laid = laid or (
                min(ax, bx) <= areas[j][2] and max(ax, bx) >= areas[j][0]
                and min(ay, by) <= areas[j][3] and max(ay, by) >= areas[j][1]
            )  # fmt: skip
        if not laid and not in_crowd(ways, i, rows, exempt, me, walls, x, y, away, gait):
            continue
        if laid or same == 0 or mode == CLIMBED:
            crowds[m] = k
            m += 1
        elif mode == LINKED_BY:
            code, _ = hoist(arrays, rows, walls, exempt, me, x, y, ax, ay, az, bx, by, bz, gait)
        elif mode == JUMPED:
            code, _ = drop(arrays, rows, walls, exempt, me, x, y, ax, ay, az, bx, by, bz, gait)
            if code == OK:
                code, _ = standing(arrays, rows, walls, me, bx, by, bz, 0, gait)
        else:
            leap = 1 if mode == LEAPT else 0
            code, _, _, _, _ = walk(
                arrays, rows, walls, exempt, marks, spans, me, x, y, ax, ay, az, bx, by, bz, leap, 0, gait
            )
        if code != OK:
            costs[k] = -1
    return m


@kernel
def slot_of(nodes: Table, slots: Column, x: int, y: int, z: int) -> int:
    """Where `slots` have the number of the node at a point, and 1; or 0, where there is none.

    They are a power of two, and more than there are nodes.  A number stands where its point leads, or in the first slot
    behind that was free."""
    last = len(slots) - 1
    i = ((x * 2654435761 + y * 2246822519 + z * 3266489917) >> 15) & last
    while slots[i] > 0:
        v = slots[i] - 1
        if nodes[v][0] == x and nodes[v][1] == y and nodes[v][2] == z:
            break
        i = (i + 1) & last
    return i


@kernel
def numbered(nodes: Table, n: int, slots: Column, x: int, y: int, z: int) -> int:
    """The number of the node at a point: one of the first `n`, or `n` where it is none of these and was added."""
    i = slot_of(nodes, slots, x, y, z)
    if slots[i] == 0:
        slots[i] = n + 1
        nodes[n][0], nodes[n][1], nodes[n][2] = x, y, z
    return int(slots[i] - 1)


@kernel
def joined(
    ways: Table, found: Column, n: int, costs: Column, nodes: Table, known: int, slots: Column, legs: Table, m: int
) -> tuple[int, int]:
    """Adds where the first `n` ways in `found` begin and end to the `known` nodes (see `numbered`), and to the `m`
    `legs` (rows from, to, cost, mode) one for each of these ways but those whose cost is -1; how many nodes and legs
    there are then."""
    for k in range(n):
        if costs[k] >= 0:
            i = found[k]
            near = numbered(nodes, known, slots, ways[i][0], ways[i][1], ways[i][5])
            known = max(known, near + 1)
            far = numbered(nodes, known, slots, ways[i][2], ways[i][3], ways[i][6])
            known = max(known, far + 1)
            legs[m][0], legs[m][1], legs[m][2], legs[m][3] = near, far, costs[k], ways[i][7]
            m += 1
    return known, m


@kernel
def asked_for(points: Table, away: int, nodes: Table, known: int, slots: Column) -> int:
    """Adds those of some points that are no further than `away` from node 0 to the `known` nodes; how many there are
    then."""
    for k in range(len(points)):
        dx, dy = points[k][0] - nodes[0][0], points[k][1] - nodes[0][1]
        if dx * dx + dy * dy <= away * away:
            known = max(known, numbered(nodes, known, slots, points[k][0], points[k][1], points[k][2]) + 1)
    return known


@kernel
def linked(legs: Table, m: int, nodes: Table, known: int, links: Table) -> None:
    """Puts the first `m` legs into `links` (rows to, cost, mode), those that begin at one node behind each other, and
    into each node where its own begin and how many they are."""
    for k in range(m):
        nodes[legs[k][0]][6] += 1
    first = 0
    for v in range(known):
        nodes[v][5] = first
        first, nodes[v][6] = first + nodes[v][6], 0
    for k in range(m):
        v = legs[k][0]
        i = nodes[v][5] + nodes[v][6]
        links[i][0], links[i][1], links[i][2] = legs[k][1], legs[k][2], legs[k][3]
        nodes[v][6] += 1


@kernel
def covered(
    floors: Table, nodes: Table, known: int, west: int, south: int, columns: int, lines: int, pitch: int, rise: int,
    wanted: Column,
) -> tuple[int, int]:  # fmt: skip
    """Puts the numbers of the floors that a lattice (see `lattice`) covers, no further than `rise` from the height of
    the ground or of one of the first `known` nodes, into `wanted`: how many these are, and how many points they have
    room for."""
    n, room, east, north = 0, 0, west + columns * pitch, south + lines * pitch
    for f in range(len(floors)):
        z, x0, y0, x1, y1 = floors[f][0], floors[f][3], floors[f][4], floors[f][5], floors[f][6]
        if x0 > east or x1 < west or y0 > north or y1 < south:
            continue
        is_near, v = -rise <= z <= rise, 0
        while not is_near and v < known:
            is_near, v = -rise <= nodes[v][2] - z <= rise, v + 1
        if is_near:
            wanted[n] = f
            n += 1
            room += ((min(x1, east) - max(x0, west)) // pitch + 1) * ((min(y1, north) - max(y0, south)) // pitch + 1)
    return n, room


@kernel
def lattice(
    arrays: Arrays, wanted: Column, west: int, south: int, columns: int, lines: int, pitch: int, nodes: Table,
    known: int, starts: Column, items: Column, latest: Column, before: Column, gx: int, gy: int, longest: int,
    gait: Gait,
) -> int:  # fmt: skip
    """Adds to the first `known` rows of `nodes` (see `flood`) the points of a square lattice that lie within reach of
    node 0 as the crow flies, on the ground and on the `wanted` floors, and on no longer way than `longest` from node 0
    to (gx, gy); how many nodes there are then.

    The lattice begins at (west, south) and has `columns` by `lines` points.  Fills the columns and lines of all nodes,
    and `starts` and `items` with the nodes of each cell, in their order; `latest`, which is -1 for each cell, with the
    last of its nodes, and `before` with the one before each node in its cell.
    """
    sx, sy, square = nodes[0][0], nodes[0][1], gait.allowance * gait.allowance
    floors, corners = arrays.floors, arrays.corners
    for v in range(known):  # a way that costs less than it is long may lead beyond the lattice
        column = max(0, min(columns - 1, (nodes[v][0] - west + pitch // 2) // pitch))
        line = max(0, min(lines - 1, (nodes[v][1] - south + pitch // 2) // pitch))
        nodes[v][3], nodes[v][4] = column, line
        before[v], latest[line * columns + column] = latest[line * columns + column], v
    n = known
    for k in range(-1, len(wanted)):
        z, first, count = 0, 0, 0
        x0, y0, x1, y1 = gait.radius, gait.radius, gait.width - gait.radius, gait.depth - gait.radius
        if k >= 0:
            floor = floors[wanted[k]]
            z, first, count, x0, y0, x1, y1 = floor[0], floor[1], floor[2], floor[3], floor[4], floor[5], floor[6]
        for line in range(max(0, -((south - y0) // pitch)), min(lines - 1, (y1 - south) // pitch) + 1):
            for column in range(max(0, -((west - x0) // pitch)), min(columns - 1, (x1 - west) // pitch) + 1):
                x, y = west + column * pitch, south + line * pitch
                flat = (x - sx) * (x - sx) + (y - sy) * (y - sy)
                if flat > square:
                    continue
                if longest < FAR and isqrt(flat) + isqrt((x - gx) * (x - gx) + (y - gy) * (y - gy)) > longest:
                    continue
                if k >= 0 and not in_polygon(corners, first, count, x, y):
                    continue
                cell = line * columns + column
                v = latest[cell]
                while v >= 0 and (nodes[v][0] != x or nodes[v][1] != y or nodes[v][2] != z):
                    v = before[v]
                if v < 0:
                    nodes[n][0], nodes[n][1], nodes[n][2], nodes[n][3], nodes[n][4] = x, y, z, column, line
                    nodes[n][5], nodes[n][6] = 0, 0
                    before[n], latest[cell] = latest[cell], n
                    n += 1
    for v in range(n):
        starts[nodes[v][4] * columns + nodes[v][3] + 1] += 1
    for cell in range(columns * lines):
        starts[cell + 1] += starts[cell]
        v, i = latest[cell], starts[cell + 1]
        while v >= 0:
            i -= 1
            items[i] = v
            v = before[v]
    return n


@kernel
def placed(
    nodes: Table, known: int, west: int, south: int, columns: int, lines: int, pitch: int, starts: Column, items: Column
) -> None:
    """Fills the columns and lines of all nodes from `known` on, and `starts` and `items` with the nodes of each cell of
    a lattice (see `lattice`), in their order."""
    for v in range(known, len(nodes)):
        nodes[v][3] = max(0, min(columns - 1, (nodes[v][0] - west + pitch // 2) // pitch))
        nodes[v][4] = max(0, min(lines - 1, (nodes[v][1] - south + pitch // 2) // pitch))
    for v in range(len(nodes)):
        starts[nodes[v][4] * columns + nodes[v][3] + 1] += 1
    for cell in range(columns * lines):
        starts[cell + 1] += starts[cell]
    for v in range(len(nodes) - 1, -1, -1):
        cell = nodes[v][4] * columns + nodes[v][3] + 1
        starts[cell] -= 1
        items[starts[cell]] = v
    for cell in range(columns * lines):
        starts[cell] = starts[cell + 1]
    starts[columns * lines] = len(nodes)


@kernel
def seeded(nodes: Table, cost: Column, known: int, reach: int, seeds: Column) -> int:
    """Fills `seeds` with the nodes before `known` that a flood came to and that lie near one after it; how many there
    are."""
    n = 0
    for v in range(known):
        if cost[v] >= 0:
            for w in range(known, len(nodes)):
                if -reach <= nodes[w][0] - nodes[v][0] <= reach and -reach <= nodes[w][1] - nodes[v][1] <= reach:
                    seeds[n] = v
                    n += 1
                    break
    return n


@kernel
def nearest(nodes: Table, may: Column, spots: Table, away: Column) -> None:
    """Fills `away` with the squared distance from the nearest of the `spots` (rows x, y, z) of each node that `may`
    be asked for, `FAR` where there are no spots."""
    for v in range(len(away)):
        if may[v]:
            x, y, z, least = nodes[v][0], nodes[v][1], nodes[v][2], FAR
            for i in range(len(spots)):
                dx, dy, dz = spots[i][0] - x, spots[i][1] - y, spots[i][2] - z
                least = min(least, dx * dx + dy * dy + dz * dz)
            away[v] = least


@kernel
def closest(
    arrays: Arrays, rows: Table, walls: Table, me: int, nodes: Table, cost: Column, x: int, y: int, z: int, square: int,
    cheapest: int, most: int, gait: Gait,
) -> int:  # fmt: skip
    """The node that costs no more than `most` where one may stop that is nearest to a point, the first of equals or the
    first of the `cheapest` of these; -1 where the squared distance of none is less than `square`."""
    best = -1
    for v in range(len(nodes)):
        if 0 <= cost[v] <= most:
            dx, dy, dz = nodes[v][0] - x, nodes[v][1] - y, nodes[v][2] - z
            away = dx * dx + dy * dy + dz * dz
            better = away < square or (cheapest != 0 and best >= 0 and away == square and cost[v] < cost[best])
            if better and may_stop(arrays, rows, walls, me, nodes, v, gait):
                best, square = v, away
    return best


@kernel
def farthest(nodes: Table, away: Column, v: int) -> int:
    """Lowers `away`, the squared distance of each node from all that were chosen, by that from `v` (-1: nothing new);
    the node that is farthest away then, the first of equals, or -1 where none is any way off."""
    best, most = -1, 0
    for w in range(len(away)):
        if away[w] <= 0:
            continue
        if v >= 0:
            dx, dy, dz = nodes[w][0] - nodes[v][0], nodes[w][1] - nodes[v][1], nodes[w][2] - nodes[v][2]
            away[w] = min(away[w], dx * dx + dy * dy + dz * dz)
        if away[w] > most:
            best, most = w, away[w]
    return best


@kernel
def levelled(nodes: Table, cost: Column, links: Table, goals: Table, rise: int, may: Column) -> None:
    """Sets `may` to 1 for each goal (rows x, y, z) that is no more than `rise` higher or lower than some node that a
    flood came to, or than where some of the `links` leads to which it did not come."""
    for g in range(len(goals)):
        z = goals[g][2]
        for i in range(len(links)):
            v = links[i][0]
            if cost[v] < 0 and -rise <= nodes[v][2] - z <= rise:
                may[g] = 1
                break
        if may[g] == 0:
            for v in range(len(nodes)):
                if cost[v] >= 0 and -rise <= nodes[v][2] - z <= rise:
                    may[g] = 1
                    break


@kernel
def nearly(nodes: Table, cost: Column, goals: Table, pitch: int, spent: int, most: int) -> bool:
    """Whether some goal (rows x, y, z) might be come to for `most`, but for no more than `spent`, from a node of a
    flood that had `spent`; or the flood came near one."""
    for v in range(len(nodes)):
        left = most - cost[v]
        if cost[v] >= 0 and left >= 0:
            short = max(0, spent - 3 * pitch - cost[v])
            for g in range(len(goals)):
                dx, dy = goals[g][0] - nodes[v][0], goals[g][1] - nodes[v][1]
                away = dx * dx + dy * dy
                if away <= left * left and (away >= short * short or away <= 4 * pitch * pitch):
                    return True
    return False


@kernel
def hope(dx: int, dy: int, spread: int, goals: int) -> int:
    """How far it is at least to the goals, none of which is further than `spread` from a point (dx, dy) away."""
    return max(0, isqrt(dx * dx + dy * dy) - spread) if goals > 0 else 0


@kernel
def ahead_of(rank: int, v: int, other: int, w: int) -> bool:
    """Whether a node comes before another in a queue: the one of the lower rank, or else of the lower number."""
    return rank < other or (rank == other and v < w)


@kernel
def queue_up(queue: Table, places: Column, n: int, rank: int, v: int) -> int:
    """Puts a node into a heap of `n` (rows rank, node; the least first), or nearer to its top if it is in there with a
    higher rank; how many there are then.  `places` says of each node where in the heap it is, from 1; 0 for none."""
    i = places[v] - 1
    if i < 0:
        i, n = n, n + 1
    while i > 0:
        above = (i - 1) // 2
        if ahead_of(queue[above][0], queue[above][1], rank, v):
            break
        queue[i][0], queue[i][1] = queue[above][0], queue[above][1]
        places[queue[i][1]] = i + 1
        i = above
    queue[i][0], queue[i][1], places[v] = rank, v, i + 1
    return n


@kernel
def take_first(queue: Table, places: Column, n: int) -> int:
    """Takes the first node off such a heap; which it was."""
    taken: int = queue[0][1]
    rank, v, i, below = queue[n - 1][0], queue[n - 1][1], 0, 1
    while below < n - 1:
        if below + 1 < n - 1 and ahead_of(
            queue[below + 1][0], queue[below + 1][1], queue[below][0], queue[below][1]
        ):  # fmt: skip
            below += 1
        if ahead_of(rank, v, queue[below][0], queue[below][1]):
            break
        queue[i][0], queue[i][1] = queue[below][0], queue[below][1]
        places[queue[i][1]] = i + 1
        i, below = below, 2 * below + 1
    queue[i][0], queue[i][1], places[v] = rank, v, i + 1
    return taken


# long: one search; each part of it needs most of the tables
@kernel
def flood(
    arrays: Arrays, rows: Table, near: Table, walls: Table, spared: Column, marks: Table, spans: Table, me: int,
    nodes: Table, starts: Column, items: Column, columns: int, lines: int, links: Table, seeds: Column, queue: Table,
    places: Column, cost: Column, parent: Column, how: Column, gx: int, gy: int, spread: int, first: int, last: int,
    strict: int, gait: Gait,
) -> None:  # fmt: skip
    """Any-angle cheapest walks from node 0 to all `nodes` (rows x, y, z, column, line, first link, link count).

    Of all bodies (`rows`) those that could be in the way of somebody are `near` (see `minded`).

    Where there are goals, the nodes from `first` to before `last`, none further than `spread` from (gx, gy), it goes
    towards them first and is over at the first of them where one may stop.  If it is `strict`, it leaves out whatever
    does not lead within `spread` of (gx, gy) with what is left of the allowance.

    `starts` and `items` list the nodes of each cell of a lattice of `columns` by `lines`; `links` are rows to, cost,
    mode of legs that are no walks.  It begins at the `seeds`, whose costs are known.  Fills `cost` (-1: out of reach),
    `parent` (the node where the last leg begins) and `how` (its mode).  Each leg has been walked; whether one may stop
    at a node is not asked here.  `queue` (two wide) and `places`, which is 0, have room for all nodes (see `queue_up`).
    """
    sx, sy, n = nodes[0][0], nodes[0][1], 0
    for s in seeds:
        n = queue_up(queue, places, n, cost[s] + hope(nodes[s][0] - gx, nodes[s][1] - gy, spread, last - first), s)
    while n > 0:
        u = take_first(queue, places, n)
        n, places[u] = n - 1, DONE
        if (
            first <= u < last
            and standing(arrays, rows, walls, me, nodes[u][0], nodes[u][1], nodes[u][2], 0, gait)[0] == OK
        ):
            return
        uz, column, line = nodes[u][2], nodes[u][3], nodes[u][4]
        p = parent[u] if how[u] == 0 and u != 0 else u
        px, py = nodes[p][0], nodes[p][1]
        for c in range(max(0, column - 1), min(columns, column + 2)):
            for r in range(max(0, line - 1), min(lines, line + 2)):
                for i in range(starts[r * columns + c], starts[r * columns + c + 1]):
                    v = items[i]
                    if places[v] == DONE:
                        continue
                    x, y, z = nodes[v][0], nodes[v][1], nodes[v][2]
                    if not -2 * gait.step <= z - uz <= 2 * gait.step or off_board(x, y, gait):
                        continue
                    least = cost[p] + root_up((x - px) * (x - px) + (y - py) * (y - py))
                    onward = hope(x - gx, y - gy, spread, strict)
                    if least + onward > gait.allowance or (cost[v] >= 0 and least >= cost[v]):
                        continue
                    q, total = -1, 0
                    for a in (p, u):
                        code, _, extra, _, _ = on_foot(
                            arrays, near, walls, spared, marks, spans, -1, sx, sy, nodes[a][0], nodes[a][1],
                            nodes[a][2], x, y, z, 0, 0, gait,
                        )  # fmt: skip
                        if code == OK and (q < 0 or cost[a] + extra < total):
                            q, total = a, cost[a] + extra
                        if a == u or (q >= 0 and total <= least):
                            break
                    if q >= 0 and total + onward <= gait.allowance and (cost[v] < 0 or total < cost[v]):
                        cost[v], parent[v], how[v] = total, q, 0
                        n = queue_up(queue, places, n, total + hope(x - gx, y - gy, spread, last - first), v)
        for i in range(nodes[u][5], nodes[u][5] + nodes[u][6]):
            v, total = links[i][0], cost[u] + links[i][1]
            if total <= gait.allowance and (cost[v] < 0 or total < cost[v]):
                cost[v], parent[v], how[v] = total, u, links[i][2]
                x, y = nodes[v][0], nodes[v][1]
                if places[v] != DONE:
                    n = queue_up(queue, places, n, total + hope(x - gx, y - gy, spread, last - first), v)


# ---- what bounds where a base can be: exact places and narrow passages ----
#
# A bound is a line and a width: the centre of a base may come no nearer to the line than so wide.  Bodies are lines
# without length; edges of floors and of pits bound the centre alone and have no width.


@kernel
def bounded(
    found: Table, n: int, x0: int, y0: int, x1: int, y1: int, wide: int, west: int, south: int, east: int, north: int
) -> int:
    """Adds a bound that reaches into a box, if there is room for it; how many there are then."""
    if (
        n >= len(found)
        or max(x0, x1) + wide < west
        or min(x0, x1) - wide > east
        or max(y0, y1) + wide < south
        or min(y0, y1) - wide > north
    ):
        return n
    found[n][0], found[n][1], found[n][2], found[n][3], found[n][4] = x0, y0, x1, y1, wide
    return n + 1


@kernel
def outlined(
    corners: Table, first: int, count: int, wide: int, found: Table, n: int, west: int, south: int, east: int,
    north: int,
) -> int:  # fmt: skip
    """Adds the sides of a polygon as bounds."""
    ax, ay = corners[first + count - 1][0], corners[first + count - 1][1]
    for i in range(first, first + count):
        bx, by = corners[i][0], corners[i][1]
        n = bounded(found, n, ax, ay, bx, by, wide, west, south, east, north)
        ax, ay = bx, by
    return n


@kernel
def limit_of(rows: Table, j: int, exempt: Column, z: int, stops: int, gait: Gait) -> int:
    """How near the centre of a base at height `z` may come to that of body `j`, to go past it or to stop (`stops`); 0
    where it may go over it."""
    posture, owner, foot = rows[j][7], rows[j][8], rows[j][2]
    tip, wide = foot + rows[j][6], gait.radius + rows[j][5]
    limit = 0
    if foot < z + gait.height and tip > z and (stops != 0 or not passed(posture, owner, gait)):
        limit = wide
    if threatens(posture, owner, gait) and abs(foot - z) < gait.keep:
        spared = False
        for k in exempt:
            if k == j:
                spared = True
        if not spared:
            limit = wide + root_up(gait.keep * gait.keep - (foot - z) * (foot - z))
    return limit


@kernel
def limits(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, brinks: Table, me: int, west: int, south: int, east: int,
    north: int, z: int, stops: int, found: Table, gait: Gait,
) -> int:  # fmt: skip
    """Fills `found` with all that bounds a base at height `z` in a box (rows x, y, x, y, width), to go there or to
    stop (`stops`); how many there are.  `brinks` are edges of floors and pits beyond which nothing carries: rows x, y,
    x, y, height."""
    n, radius = 0, gait.radius
    for j in range(len(rows)):
        if rows[j][7] != 0 and j != me:
            wide = limit_of(rows, j, exempt, z, stops, gait)
            if wide > 0:
                x, y = rows[j][0], rows[j][1]
                n = bounded(found, n, x, y, x, y, wide, west, south, east, north)
    low, tall = z + gait.step, z + gait.height
    for i in range(len(walls)):
        if walls[i][6] & (MOVE | LOW) == MOVE and walls[i][5] > low and walls[i][4] < tall:
            n = bounded(found, n, walls[i][0], walls[i][1], walls[i][2], walls[i][3], radius, west, south, east, north)
    edges = arrays.edges
    for i in range(len(edges)):
        if edges[i][6] & (MOVE | LOW) == MOVE and edges[i][5] > low and edges[i][4] < tall:
            n = bounded(found, n, edges[i][0], edges[i][1], edges[i][2], edges[i][3], radius, west, south, east, north)
    areas = arrays.areas
    for f in range(len(areas)):
        kind, foot, tip = areas[f][8], areas[f][0], areas[f][1]
        shut = areas[f][9] == 0 or (kind == OBSTACLE and (stops != 0 or tip - foot > gait.most))
        if shut and foot <= z and (tip > z or foot == z):
            n = outlined(arrays.corners, areas[f][2], areas[f][3], radius, found, n, west, south, east, north)
    for i in range(len(brinks)):
        if -gait.step <= brinks[i][4] - z <= gait.step:
            n = bounded(found, n, brinks[i][0], brinks[i][1], brinks[i][2], brinks[i][3], 0, west, south, east, north)
    if stops != 0:
        floors = arrays.floors
        for f in range(len(floors)):
            if floors[f][0] > low and floors[f][0] - floors[f][7] < tall:
                n = outlined(arrays.corners, floors[f][1], floors[f][2], 0, found, n, west, south, east, north)
    wide, deep = gait.width, gait.depth
    n = bounded(found, n, 0, 0, wide, 0, radius, west, south, east, north)
    n = bounded(found, n, wide, 0, wide, deep, radius, west, south, east, north)
    n = bounded(found, n, wide, deep, 0, deep, radius, west, south, east, north)
    return bounded(found, n, 0, deep, 0, 0, radius, west, south, east, north)


@kernel
def beyond(away: int, dx: int, dy: int) -> tuple[int, int]:
    """The lattice point at least `away` from (0, 0) that is nearest to that distance in a direction."""
    length = max(1, isqrt(dx * dx + dy * dy))
    px, py = dx * away // length, dy * away // length
    best, bx, by = FAR, px, py
    for x in range(px - 1, px + 3):
        for y in range(py - 1, py + 3):
            over = x * x + y * y - away * away
            if over >= 0 and x * dx + y * dy > 0:
                off = over + abs(x * dy - y * dx) * 2 * away // length
                if off < best:
                    best, bx, by = off, x, y
    return bx, by


QUARTER = 1048576  # a quarter of a full turn, in the numbers of directions around a point


@kernel
def turn_of(dx: int, dy: int) -> int:
    """The number of a direction, which grows counter-clockwise from 0 in the east."""
    turn = dy * QUARTER // (abs(dx) + abs(dy))
    if dx < 0:
        return 2 * QUARTER - turn
    return turn if dy >= 0 else turn + 4 * QUARTER


@kernel
def direction_of(turn: int) -> tuple[int, int]:
    """The direction of a number."""
    dy = turn
    if turn > 3 * QUARTER:
        dy = turn - 4 * QUARTER
    elif turn > QUARTER:
        dy = 2 * QUARTER - turn
    dx = QUARTER - abs(dy)
    return (-dx if QUARTER < turn < 3 * QUARTER else dx), dy


@kernel
def turned(turns: Table, k: int, dx: int, dy: int) -> int:
    """Adds a direction to those around a point, in their order, the same one once; how many there are then."""
    if (dx == 0 and dy == 0) or k >= len(turns):
        return k
    turn = turn_of(dx, dy)
    i = k
    while i > 0 and turns[i - 1][0] > turn:
        i -= 1
    if i > 0 and turns[i - 1][0] == turn:
        return k
    for j in range(k, i, -1):
        turns[j][0], turns[j][1], turns[j][2] = turns[j - 1][0], turns[j - 1][1], turns[j - 1][2]
    turns[i][0], turns[i][1], turns[i][2] = turn, dx, dy
    return k + 1


@kernel
def cut_by_circle(turns: Table, k: int, away: int, dx: int, dy: int, wide: int) -> int:
    """Adds the directions in which a circle of radius `away` around (0, 0) meets one of `wide` around (dx, dy)."""
    square = dx * dx + dy * dy
    if square == 0 or square > (away + wide) * (away + wide) or square < (away - wide) * (away - wide):
        return k
    chord = square + away * away - wide * wide
    up = isqrt(max(0, 4 * square * away * away - chord * chord))
    for sign in (1, -1):
        k = turned(
            turns, k, (chord * dx - sign * up * dy) // (2 * square), (chord * dy + sign * up * dx) // (2 * square)
        )
    return k


@kernel
def cut_by_line(turns: Table, k: int, away: int, x0: int, y0: int, x1: int, y1: int) -> int:
    """Adds the directions in which a circle of radius `away` around (0, 0) meets a line."""
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    if square == 0:
        return k
    length = isqrt(square)
    off = (x0 * dy - y0 * dx) // length
    if abs(off) > away:
        return k
    half, middle = isqrt(away * away - off * off), -(x0 * dx + y0 * dy) // length
    for along in (middle - half, middle + half):
        if -1 <= along <= length + 1:
            k = turned(turns, k, x0 + dx * along // length, y0 + dy * along // length)
    return k


@kernel
def cuts(found: Table, n: int, cx: int, cy: int, away: int, turns: Table) -> int:
    """Fills `turns` with the directions in which bounds cut the circle of radius `away` around a point, and with
    sixteen others; how many there are."""
    k, part = 0, away * 41421 // 100000
    for dx, dy in ((away, 0), (away, part), (away, away), (part, away)):
        for sx, sy in ((dx, dy), (-dy, dx), (-dx, -dy), (dy, -dx)):
            k = turned(turns, k, sx, sy)
    for i in range(n):
        ax, ay, bx, by, wide = found[i][0] - cx, found[i][1] - cy, found[i][2] - cx, found[i][3] - cy, found[i][4]
        if wide > 0:
            k = cut_by_circle(turns, k, away, ax, ay, wide)
        dx, dy = bx - ax, by - ay
        if dx != 0 or dy != 0:
            length = isqrt(dx * dx + dy * dy)
            ox, oy = dy * wide // length, -dx * wide // length
            if wide > 0:
                k = cut_by_circle(turns, k, away, bx, by, wide)
                k = cut_by_line(turns, k, away, ax - ox, ay - oy, bx - ox, by - oy)
            k = cut_by_line(turns, k, away, ax + ox, ay + oy, bx + ox, by + oy)
    return k


@kernel
def free_beside(
    arrays: Arrays, rows: Table, walls: Table, me: int, cx: int, cy: int, z: int, away: int, dx: int, dy: int,
    places: Table, m: int, gait: Gait,
) -> int:  # fmt: skip
    """Adds the point `away` from another in a direction to the places, if a base may stand there; how many there are
    then."""
    x, y = beyond(away, dx, dy)
    if m >= len(places) or standing(arrays, rows, walls, me, cx + x, cy + y, z, 0, gait)[0] != OK:
        return m
    places[m][0], places[m][1], places[m][2] = cx + x, cy + y, z
    return m + 1


@kernel
def free_arcs(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, brinks: Table, me: int, cx: int, cy: int, z: int,
    away: int, tx: int, ty: int, found: Table, turns: Table, places: Table, m: int, gait: Gait,
) -> tuple[int, int, int]:  # fmt: skip
    """Adds to `places` points `away` from (cx, cy) at height `z` where a base may stand: of each free piece of that
    circle its ends, its middle or points a sixteenth of the circle apart, and the one towards (tx, ty); how many there
    are then, and how many directions in `turns` and bounds in `found`.

    Between two cuts (see `cuts`) a point is as free as any other there, so that one in the middle is judged.  The last
    column of `turns` says whether a place was found from there to the next.
    """
    n = limits(arrays, rows, walls, exempt, brinks, me, cx - away, cy - away, cx + away, cy + away, z, 1, found, gait)
    k = turned(turns, cuts(found, n, cx, cy, away, turns), tx - cx, ty - cy)
    for i in range(k):
        before = m
        m = free_beside(arrays, rows, walls, me, cx, cy, z, away, turns[i][1], turns[i][2], places, m, gait)
        turns[i][3] = m - before
    for i in range(k):
        j = i + 1 if i + 1 < k else 0
        ax, ay = beyond(away, turns[i][1], turns[i][2])
        bx, by = beyond(away, turns[j][1], turns[j][2])
        if turns[i][3] and turns[j][3]:
            x, y = beyond(away, ax + bx, ay + by)
            turns[i][4] = 1 if clearance(found, n, cx + x, cy + y) >= 0 else 0
            continue
        before = m
        m = free_beside(arrays, rows, walls, me, cx, cy, z, away, ax + bx, ay + by, places, m, gait)
        turns[i][4] = m - before
        if m == before:
            continue
        for shut, ux, uy, vx, vy in ((turns[i][3] == 0, ax, ay, bx, by), (turns[j][3] == 0, bx, by, ax, ay)):
            near = m
            for part in (64, 8):
                if shut and m == near:
                    dx, dy = part * ux + vx, part * uy + vy
                    m = free_beside(arrays, rows, walls, me, cx, cy, z, away, dx, dy, places, m, gait)
    return m, k, n


@kernel
def free_places(
    arrays: Arrays, rows: Table, walls: Table, exempt: Column, brinks: Table, me: int, cx: int, cy: int, z: int,
    away: int, loose: int, tx: int, ty: int, found: Table, turns: Table, further: Table, places: Table, gait: Gait,
) -> tuple[int, int, int]:  # fmt: skip
    """Fills `places` with points from `away` to `loose` further from (cx, cy) where a base may stand: those of
    `free_arcs` at either distance, and one of each free place between to which none of these belongs; how many after
    each of the three."""
    first, k, _ = free_arcs(
        arrays, rows, walls, exempt, brinks, me, cx, cy, z, away, tx, ty, found, turns, places, 0, gait
    )
    both, j, n = free_arcs(
        arrays, rows, walls, exempt, brinks, me, cx, cy, z, away + loose, tx, ty, found, further, places, first, gait
    )
    m, at, begins, i, o = both, 0, -1, 0, 0
    while i < k and o < j:
        known = turns[i][4] != 0 or further[o][4] != 0
        if known and begins >= 0:
            m = free_between(arrays, rows, walls, me, cx, cy, z, away, loose, begins, at, found, n, places, m, gait)
        if known or begins < 0:
            begins = -1 if known else at
        inner = turns[i + 1][0] if i + 1 < k else 4 * QUARTER
        outer = further[o + 1][0] if o + 1 < j else 4 * QUARTER
        at = min(inner, outer)
        i, o = i + (1 if inner == at else 0), o + (1 if outer == at else 0)
    if begins >= 0:
        m = free_between(arrays, rows, walls, me, cx, cy, z, away, loose, begins, at, found, n, places, m, gait)
    return first, both, m


@kernel
def free_between(
    arrays: Arrays, rows: Table, walls: Table, me: int, cx: int, cy: int, z: int, away: int, loose: int, begins: int,
    ends: int, found: Table, n: int, places: Table, m: int, gait: Gait,
) -> int:  # fmt: skip
    """Adds the roomiest point of each free place from `away` to `loose` further from (cx, cy) that lies between two
    directions; how many places there are then.

    It goes round midway between the two circles, so far at once as what is on one side of all bounds there stays on
    that side.  Where two bounds are near each other, each point of the lattice is judged; one alone leaves no place
    that comes to neither circle.  (What room there is may be 1 or 2 less than it should, by whole numbers.)
    """
    half, none = loose // 2, -3
    middle, turn, best, bx, by = away + half, begins, none, 0, 0
    while turn <= ends:
        ux, uy = direction_of(turn)
        length = isqrt(ux * ux + uy * uy)
        x, y = ux * middle // length, uy * middle // length
        room, near = bounds_near(found, n, cx, cy, x, y, away, half + 3)
        step, over = loose, 0
        if room >= half + 3 or room <= -half - 3:
            step = min(abs(room) - half - 1, BEYOND_BOARD)
            stands = room > 0 and standing(arrays, rows, walls, me, cx + x, cy + y, z, 0, gait)[0] == OK
            over = 0 if stands else 1
            if stands and room > best:
                best, bx, by = room, cx + x, cy + y
        elif near > 1:
            for px in range(x - half - 2, x + half + 3):
                for py in range(y - half - 2, y + half + 3):
                    if away * away <= px * px + py * py <= (away + loose) * (away + loose):
                        room = clearance(found, n, cx + px, cy + py)
                        if room > best and standing(arrays, rows, walls, me, cx + px, cy + py, z, 0, gait)[0] == OK:
                            best, bx, by = room, cx + px, cy + py
        onward = turn_of(ux * middle - uy * step, uy * middle + ux * step)
        if best > none and m < len(places) and (over == 1 or onward <= turn or onward > ends):
            places[m][0], places[m][1], places[m][2] = bx, by, z
            m, best = m + 1, none
        if onward <= turn:
            return m
        turn = onward
    return m


@kernel
def bounds_near(found: Table, n: int, cx: int, cy: int, x: int, y: int, away: int, wide: int) -> tuple[int, int]:
    """How much room there is at (x, y) from (cx, cy), and how many bounds are as near to that as `wide`: none, one, or
    two and more, the same line counted once.  The circle of what is touched, which leaves all from `away` on free, is
    none of them."""
    least, near, first = FAR, 0, 0
    for i in range(n):
        ax, ay, bx, by = found[i][0] - cx, found[i][1] - cy, found[i][2] - cx, found[i][3] - cy
        if ax == 0 and ay == 0 and bx == 0 and by == 0 and found[i][4] <= away:
            continue
        room = gap_to(x, y, ax, ay, bx, by) - found[i][4]
        least = min(least, room)
        if room < wide:
            fx, fy, gx, gy = found[first][0] - cx, found[first][1] - cy, found[first][2] - cx, found[first][3] - cy
            if near == 0:
                near, first = 1, i
            elif not (
                (ax == fx and ay == fy and bx == gx and by == gy) or (ax == gx and ay == gy and bx == fx and by == fy)
            ):
                near = 2
    return least, near


@kernel
def clearance(found: Table, n: int, x: int, y: int) -> int:
    """How much room there is at a point: how far it is from the nearest bound, less than 0 inside one."""
    least = FAR
    for i in range(n):
        least = min(least, gap_to(x, y, found[i][0], found[i][1], found[i][2], found[i][3]) - found[i][4])
    return least


@kernel
def midway(found: Table, i: int, j: int, end: int, wide: int) -> tuple[int, int, int, int, int]:
    """A place midway between two bounds, where they are nearest to each other as seen from one end of the first: the
    place, the direction along the passage, and how wide that is; too wide or too narrow is -1."""
    px, py = (found[i][0], found[i][1]) if end == 0 else (found[i][2], found[i][3])
    qx, qy = found[j][0], found[j][1]
    if qx != found[j][2] or qy != found[j][3]:
        qx, qy = foot_of(px, py, qx, qy, found[j][2], found[j][3])
    dx, dy = qx - px, qy - py
    away = isqrt(dx * dx + dy * dy)
    room = away - found[i][4] - found[j][4]
    if away == 0 or room < 0 or room > wide:
        return 0, 0, 0, 0, -1
    on = found[i][4] + room // 2
    return px + dx * on // away, py + dy * on // away, -dy, dx, room


@kernel
def centred(found: Table, n: int, x: int, y: int, dx: int, dy: int, most: int) -> tuple[int, int, int]:
    """The point with most room on a line through (x, y) along (dx, dy), at most so far off, and how much that is."""
    length, low, high = max(1, isqrt(dx * dx + dy * dy)), -most, most
    while high - low > 2:
        a, b = low + (high - low) // 3, high - (high - low) // 3
        if clearance(found, n, x + dx * a // length, y + dy * a // length) < clearance(
            found, n, x + dx * b // length, y + dy * b // length
        ):
            low = a + 1
        else:
            high = b - 1 if b > a + 1 else b
    best, bx, by = -FAR, x, y
    for on in range(low, high + 1):
        u, v = x + dx * on // length, y + dy * on // length
        room = clearance(found, n, u, v)
        if room > best:
            best, bx, by = room, u, v
    return bx, by, best


@kernel
def known_near(nodes: Table, m: int, x: int, y: int, near: int) -> int:
    """Which of the first `m` nodes lies nearer than that to a point; -1 where none does."""
    for i in range(m):
        dx, dy = nodes[i][0] - x, nodes[i][1] - y
        if dx * dx + dy * dy < near * near:
            return i
    return -1


@kernel
def followed(
    found: Table, n: int, x: int, y: int, dx: int, dy: int, wide: int, pitch: int, fine: int, nodes: Table, m: int
) -> int:
    """Follows the middle of a passage from a point until it is wide or ends, and adds points of it, so close to each
    other that a straight way from one to the next keeps in it, also where it narrows if `fine` is 1; how many nodes
    there are then."""
    for _ in range(64):
        room = clearance(found, n, x, y)
        step = max(40, min(pitch // 2, isqrt(2500 * max(1, room))))
        length = max(1, isqrt(dx * dx + dy * dy))
        u, v, best = centred(found, n, x + dx * step // length, y + dy * step // length, -dy, dx, step)
        while fine != 0 and best >= 0 and step > 40 and step * step > 2500 * max(1, best):
            step = max(40, step // 2)
            u, v, best = centred(found, n, x + dx * step // length, y + dy * step // length, -dy, dx, step)
        dx, dy = u - x, v - y
        x, y = u, v
        if best < 0 or m >= len(nodes) or (dx == 0 and dy == 0) or known_near(nodes, m, x, y, step // 4) >= 0:
            return m
        nodes[m][0], nodes[m][1] = x, y
        m += 1
        if 2 * best >= wide:
            return m
    return m


@kernel
def flooded(nodes: Table, cost: Column, x: int, y: int, dx: int, dy: int, near: int) -> tuple[int, int, int, int]:
    """The cheapest way of a flood to a node near a point, ahead of it and behind it as seen along (dx, dy), and how far
    from the point these nodes are together; `FAR` where it came to none.  The fourth is 1 where a node is near."""
    ahead, behind, on, back, any_near = FAR, FAR, 0, 0, 0
    for v in range(len(nodes)):
        ux, uy = nodes[v][0] - x, nodes[v][1] - y
        if cost[v] >= 0 and -near <= ux <= near and -near <= uy <= near:
            any_near = 1
            away = isqrt(ux * ux + uy * uy)
            side = ux * dx + uy * dy
            if side > 0 and cost[v] + away < ahead + on:
                ahead, on = cost[v], away
            elif side < 0 and cost[v] + away < behind + back:
                behind, back = cost[v], away
    return ahead, behind, on + back, any_near


@kernel
def leads_on(
    goals: Table, nodes: Table, cost: Column, x: int, y: int, dx: int, dy: int, gx: int, gy: int, spread: int,
    most: int, longer: int, pitch: int,
) -> int:  # fmt: skip
    """Whether the passage at a point, along (dx, dy), may lead somewhere new or cheaper than a flood found: it came to
    one side of it only or at very different costs, or not to a goal beside it (2), or to nothing near it at all, or to
    one side at great cost (1)."""
    ahead, behind, apart, near = flooded(nodes, cost, x, y, dx, dy, pitch)
    if near == 0:
        return 1
    least = min(ahead, behind)
    onward = max(0, isqrt((x - gx) * (x - gx) + (y - gy) * (y - gy)) - spread)
    if least - least // longer + onward > most:
        return 1 if max(ahead, behind) == FAR else 0
    if max(ahead, behind) - least > apart + apart // 4 + 100:
        return 2
    for g in range(len(goals)):
        ux, uy = goals[g][0] - x, goals[g][1] - y
        if -pitch < ux < pitch and -pitch < uy < pitch:
            there = least + isqrt(ux * ux + uy * uy)
            if there - there // longer <= most and (goals[g][2] < 0 or goals[g][2] > there + apart + 100):
                return 2
    return 0


@kernel
def nook(
    found: Table, n: int, x: int, y: int, wide: int, pitch: int, fine: int, nodes: Table, cost: Column,
    straits: Table, m: int,
) -> int:  # fmt: skip
    """Adds the middle of the passage from a goal that no wide place touches to where it is wide, if a flood came near;
    how many points there are then."""
    if flooded(nodes, cost, x, y, 1, 0, 4 * pitch)[3] == 0:
        return m
    least, dx, dy = FAR, 0, 0
    for i in range(n):
        away = gap_to(x, y, found[i][0], found[i][1], found[i][2], found[i][3]) - found[i][4]
        if away < least:
            fx, fy = found[i][0], found[i][1]
            if fx != found[i][2] or fy != found[i][3]:
                fx, fy = foot_of(x, y, fx, fy, found[i][2], found[i][3])
            least, dx, dy = away, fy - y, x - fx
    if least == FAR or 2 * least >= wide or (dx == 0 and dy == 0) or m >= len(straits):
        return m
    length, out = max(1, isqrt(dx * dx + dy * dy)), wide // 2 - least
    if 2 * clearance(found, n, x + dy * out // length, y - dx * out // length) >= wide - 8:
        return m
    straits[m][0], straits[m][1] = x, y
    m = followed(found, n, x, y, dx, dy, wide, pitch, fine, straits, m + 1)
    return followed(found, n, x, y, -dx, -dy, wide, pitch, fine, straits, m)


@kernel
def straits(
    found: Table, n: int, wide: int, pitch: int, goals: Table, nodes: Table, cost: Column, gx: int, gy: int,
    spread: int, most: int, longer: int, all_of_them: int, straits: Table,
) -> int:  # fmt: skip
    """Fills `straits` (rows x, y) with the middle of all passages between the first `n` bounds that are no wider than
    `wide`, which the lattice of a flood may have missed, that lie on a way no longer than `most` to somewhere no
    further than `spread` from (gx, gy), and that may lead on (see `leads_on`), and of those from goals in a nook to
    where it is wide; how many there are, or 0 where the flood came near none of them.  With `all_of_them`, whether they
    may lead on is not asked, and they are followed finely.

    `nodes` and `cost` are those of the flood, whose costs are too high by a part of `longer` at most; `goals` are rows
    x, y, cost (-1: not found).
    """
    m, sx, sy, come_near = 0, nodes[0][0], nodes[0][1], all_of_them != 0
    for i in range(n):
        alone = found[i][0] == found[i][2] and found[i][1] == found[i][3]
        for j in range(n):
            if (
                i == j
                or max(found[i][0], found[i][2]) + found[i][4] + wide < min(found[j][0], found[j][2]) - found[j][4]
                or max(found[j][0], found[j][2]) + found[j][4] + wide < min(found[i][0], found[i][2]) - found[i][4]
                or max(found[i][1], found[i][3]) + found[i][4] + wide < min(found[j][1], found[j][3]) - found[j][4]
                or max(found[j][1], found[j][3]) + found[j][4] + wide < min(found[i][1], found[i][3]) - found[i][4]
                or (alone and j < i and found[j][0] == found[j][2] and found[j][1] == found[j][3])
            ):
                continue
            for end in (0, 1):
                if alone and end == 1:
                    continue
                x, y, dx, dy, room = midway(found, i, j, end, wide)
                if room < 0 or m >= len(straits):
                    continue
                onward = max(0, isqrt((x - gx) * (x - gx) + (y - gy) * (y - gy)) - spread)
                if (
                    isqrt((x - sx) * (x - sx) + (y - sy) * (y - sy)) + onward > most
                    or known_near(straits, m, x, y, 30) >= 0
                    or clearance(found, n, x, y) < 0
                ):
                    continue
                leads = leads_on(goals, nodes, cost, x, y, dx, dy, gx, gy, spread, most, longer, pitch)
                if leads == 0 and all_of_them == 0:
                    continue
                before = m
                straits[m][0], straits[m][1] = x, y
                m = followed(found, n, x, y, dx, dy, wide, pitch, all_of_them, straits, m + 1)
                m = followed(found, n, x, y, -dx, -dy, wide, pitch, all_of_them, straits, m)
                come_near = come_near or leads == 2
                for v in range(before, m):
                    if not come_near:
                        come_near = flooded(nodes, cost, straits[v][0], straits[v][1], dx, dy, 2 * pitch)[3] == 1
    for g in range(len(goals)):
        if goals[g][2] < 0 and known_near(straits, m, goals[g][0], goals[g][1], pitch // 4) < 0:
            before = m
            m = nook(found, n, goals[g][0], goals[g][1], wide, pitch, all_of_them, nodes, cost, straits, m)
            come_near = come_near or m > before
    return m if come_near else 0


# ---- ways round corners ----

OUTSIDE = 3  # how far outside a circle, and inside an edge, a place to bend lies at least
ROUNDER = 400  # the part of a circle's radius by which it lies further outside
DIAGONALS = 4  # the first rows of a ring: where one bends around a corner, which is a circle of no radius
SPACING = 125  # how far apart places to bend are along an edge


@kernel
def least_way(ends: Column, lines: Table, there: Column, back: Column, x: int, y: int) -> int:
    """What a way by a point costs at least.  `ends` are the point where it begins, the point around which it ends, how
    far around, and what it may cost; `lines`, `there` and `back` those between which it may be free (see `kept`)."""
    dx, dy, gx, gy = x - ends[0], y - ends[1], x - ends[2], y - ends[3]
    to = min(isqrt(dx * dx + dy * dy), least_by(lines, there, x, y))
    return to + min(isqrt(gx * gx + gy * gy) - int(ends[4]), least_by(lines, back, x, y))


@kernel
def is_clear(found: Table, n: int, x: int, y: int) -> bool:
    """Whether a point is no nearer to any bound than it may be."""
    for i in range(n):
        x0, y0, x1, y1, wide = found[i][0], found[i][1], found[i][2], found[i][3], found[i][4]
        if (
            min(x0, x1) - wide < x < max(x0, x1) + wide
            and min(y0, y1) - wide < y < max(y0, y1) + wide
            and gap_to(x, y, x0, y0, x1, y1) < wide
        ):
            return False
    return True


@kernel
def bend_at(
    arrays: Arrays, found: Table, n: int, ends: Column, lines: Table, there: Column, back: Column, x: int, y: int,
    z: int, cx: int, cy: int, wide: int, bends: Table, m: int, gait: Gait,
) -> int:  # fmt: skip
    """Adds a place where a way may bend, and the circle that it touches there; how many there are then."""
    if m >= len(bends) or least_way(ends, lines, there, back, x, y) > ends[5] or not is_clear(found, n, x, y):
        return m
    floor = floor_below(arrays.floors, arrays.corners, x, y, z + gait.step)
    if floor < z - gait.step or in_pit(arrays, x, y, floor):
        return m
    bends[m][0], bends[m][1], bends[m][2] = x, y, floor
    bends[m][3], bends[m][4], bends[m][5] = cx, cy, wide
    return m + 1


@kernel
def is_first(found: Table, i: int, end: int) -> bool:
    """Whether no bound before has an end in the same place, and as wide."""
    cx, cy, wide = found[i][end], found[i][end + 1], found[i][4]
    if end > 0 and found[i][0] == cx and found[i][1] == cy:
        return False
    for j in range(i):
        if found[j][4] == wide and (
            (found[j][0] == cx and found[j][1] == cy) or (found[j][2] == cx and found[j][3] == cy)
        ):
            return False
    return True


@kernel
def bends_round(
    arrays: Arrays, found: Table, n: int, ring: Table, ends: Column, lines: Table, there: Column, back: Column, z: int,
    bends: Table, gait: Gait,
) -> int:  # fmt: skip
    """Fills `bends` (rows x, y, z, and a circle: x, y, radius) with the places just outside the ends of bounds where a
    way at height `z` may bend; how many there are.  `ring` are directions: `DIAGONALS`, then those of a circle."""
    m = 0
    for i in range(n):
        wide = found[i][4]
        away = wide + wide // ROUNDER + OUTSIDE
        first, last = (0, DIAGONALS) if wide == 0 else (DIAGONALS, len(ring))
        for end in range(0, 4, 2):
            cx, cy = found[i][end], found[i][end + 1]
            if least_way(ends, lines, there, back, cx, cy) <= ends[5] + 2 * wide and is_first(found, i, end):
                for k in range(first, last):
                    x, y = cx + ring[k][0] * away // FULL_TURN, cy + ring[k][1] * away // FULL_TURN
                    m = bend_at(arrays, found, n, ends, lines, there, back, x, y, z, cx, cy, wide, bends, m, gait)
    return m


@kernel
def bends_along(
    arrays: Arrays, found: Table, n: int, brinks: Table, ends: Column, lines: Table, there: Column, back: Column,
    z: int, bends: Table, m: int, gait: Gait,
) -> int:  # fmt: skip
    """Adds the places along brinks at height `z`, on the side that carries, where a leap of a way may begin or end."""
    for i in range(len(brinks)):
        x0, y0, dx, dy = brinks[i][0], brinks[i][1], brinks[i][2] - brinks[i][0], brinks[i][3] - brinks[i][1]
        length = max(1, isqrt(dx * dx + dy * dy))
        half = least_way(ends, lines, there, back, x0 + dx // 2, y0 + dy // 2)
        if brinks[i][4] == z and half <= ends[5] + length + 2 * OUTSIDE:
            x, y = x0 - dy * OUTSIDE // length, y0 + dx * OUTSIDE // length
            for along in range(OUTSIDE, length, SPACING):
                ax, ay = x + dx * along // length, y + dy * along // length
                m = bend_at(arrays, found, n, ends, lines, there, back, ax, ay, z, 0, 0, 0, bends, m, gait)
    return m


@kernel
def legs_from(places: Table, here: int, spent: int, least: Column, most: int, spring: int, legs: Table) -> int:
    """Fills `legs` with the straight legs from a place that may lie on the shortest way: what a way by each costs at
    least, and the number of the place that it leads to; how many there are.

    `places` are rows x, y, a circle (x, y, radius), and what it costs at least from there on; `least` what it has cost
    to come to each so far, `spent` to this one, `spring` how much of a leap is free.  A leg must not cut the circles
    that it touches at its ends, nor may the line that goes on beyond them.  Where the far end touches none (such as a
    goal, which may lie on the circle round which the way leads), the circle at the near end counts only as far as the
    leg goes."""
    x, y, wide = places[here][0], places[here][1], places[here][4]
    cx, cy, m = places[here][2] - x, places[here][3] - y, 0
    for to in range(len(places)):
        dx, dy, broad = places[to][0] - x, places[to][1] - y, places[to][4]
        square = dx * dx + dy * dy
        length = isqrt(square)
        so_far = spent + max(0, length - spring)
        if (
            so_far < least[to]
            and so_far + places[to][5] <= most
            and (abs(cx * dy - cy * dx) >= wide * length or (broad == 0 and cx * dx + cy * dy >= square))
            and abs((places[to][2] - x) * dy - (places[to][3] - y) * dx) >= broad * length
        ):
            legs[m][0], legs[m][1] = so_far + places[to][5], to
            m += 1
    return m


# ---- bodies of any shape ----
#
# What such a body may meet is a convex polygon with rounded corners: a row of first corner, corners, radius, and the
# box around it (west, south, east, north).  The corners are rows x, y of another table, counter-clockwise; there may be
# one or two of them.  Its own corners are the first rows of a table, too.

FULL_TURN = 1048576  # the length of a vector that says how a body is turned: `shapes.UNIT`
FINEST = 2  # thousandths that a point of an outline moves in a part of a turn that is not divided further
LOWER = 1073741823  # 30 bits


@kernel
def is_more(a: int, b: int, c: int, d: int) -> bool:
    """Whether ``a * b > c * d``, of whole numbers from 0 to 2**60."""
    p, q = (a & LOWER) * (b & LOWER), (c & LOWER) * (d & LOWER)
    m = (a >> 30) * (b & LOWER) + (a & LOWER) * (b >> 30) + (p >> 30)
    n = (c >> 30) * (d & LOWER) + (c & LOWER) * (d >> 30) + (q >> 30)
    high, other = (a >> 30) * (b >> 30) + (m >> 30), (c >> 30) * (d >> 30) + (n >> 30)
    if high != other:
        return high > other
    if m & LOWER != n & LOWER:
        return m & LOWER > n & LOWER
    return p & LOWER > q & LOWER


@kernel
def half_over_root(n: int, square: int) -> int:
    """``n / (2 * sqrt(square))``, rounded to the nearest whole number, a half away from 0; exact: the float guesses."""
    size = abs(n)
    root = int(size / sqrt(square))
    while is_more(root * root, square, size, size):
        root -= 1
    while not is_more((root + 1) * (root + 1), square, size, size):
        root += 1
    whole = (root + 1) // 2
    return whole if n >= 0 else -whole


@kernel
def whole_turn(x: int, y: int) -> tuple[int, int]:
    """The vector of the length `FULL_TURN` in a direction, rounded."""
    square = x * x + y * y
    return half_over_root(2 * FULL_TURN * x, square), half_over_root(2 * FULL_TURN * y, square)


@kernel
def outline_at(length: int, width: int, round_ends: int, x: int, y: int, fx: int, fy: int, outline: Table) -> int:
    """Fills `outline` with the core of a body at a point that faces along (fx, fy), an oval if it has round ends, as
    `footprints` has it; how many corners it has."""
    square = fx * fx + fy * fy
    if round_ends == 1:
        ahead = length - width
        ex, ey = half_over_root(ahead * fx, square), half_over_root(ahead * fy, square)
        outline[0][0], outline[0][1], outline[1][0], outline[1][1] = x + ex, y + ey, x - ex, y - ey
        return 1 if ex == 0 and ey == 0 else 2
    ax, ay = half_over_root(length * fx + width * fy, square), half_over_root(length * fy - width * fx, square)
    bx, by = half_over_root(length * fx - width * fy, square), half_over_root(length * fy + width * fx, square)
    outline[0][0], outline[0][1], outline[1][0], outline[1][1] = x + ax, y + ay, x + bx, y + by
    outline[2][0], outline[2][1], outline[3][0], outline[3][1] = x - ax, y - ay, x - bx, y - by
    return 4


@kernel
def part(mine: Table, n: int, dx: int, dy: int, corners: Table, first: int, count: int, ux: int, uy: int) -> bool:
    """Whether two cores are apart, or just touch, as seen along a direction; mine is dragged along (dx, dy)."""
    least = most = ux * mine[0][0] + uy * mine[0][1]
    for k in range(1, n):
        at = ux * mine[k][0] + uy * mine[k][1]
        least, most = min(least, at), max(most, at)
    drag = ux * dx + uy * dy
    least, most = min(least, least + drag), max(most, most + drag)
    low = high = ux * corners[first][0] + uy * corners[first][1]
    for k in range(first + 1, first + count):
        at = ux * corners[k][0] + uy * corners[k][1]
        low, high = min(low, at), max(high, at)
    return bool(most <= low or high <= least)


@kernel
def interlock(mine: Table, n: int, dx: int, dy: int, corners: Table, first: int, count: int) -> bool:
    """Whether two cores do more than touch; mine is dragged along (dx, dy)."""
    if n == 1 and count == 1 and dx == 0 and dy == 0:
        return False
    for k in range(n if n > 1 else 0):
        j = k + 1 if k + 1 < n else 0
        ux, uy = mine[j][1] - mine[k][1], mine[k][0] - mine[j][0]
        if part(mine, n, dx, dy, corners, first, count, ux, uy):
            return False
    if (dx != 0 or dy != 0) and part(mine, n, dx, dy, corners, first, count, dy, -dx):
        return False
    for k in range(first, first + count if count > 1 else first):
        j = k + 1 if k + 1 < first + count else first
        ux, uy = corners[j][1] - corners[k][1], corners[k][0] - corners[j][0]
        if part(mine, n, dx, dy, corners, first, count, ux, uy):
            return False
    return True


@kernel
def overlaps(mine: Table, n: int, dx: int, dy: int, corners: Table, first: int, count: int, radii: int) -> bool:
    """Whether two cores, mine dragged along (dx, dy), do more than touch, or come nearer to each other than that."""
    if interlock(mine, n, dx, dy, corners, first, count):
        return True
    if radii == 0:
        return False
    for k in range(n):
        i = k + 1 if k + 1 < n else 0
        x, y = mine[k][0], mine[k][1]
        ex, ey = mine[i][0] - x, mine[i][1] - y
        for m in range(first, first + count):
            j = m + 1 if m + 1 < first + count else first
            px, py = corners[m][0], corners[m][1]
            ox, oy = corners[j][0] - px, corners[j][1] - py
            if nearer(x, y, px, py, ox, oy, radii) or nearer(px, py, x, y, ex, ey, radii):
                return True
            if (dx != 0 or dy != 0) and (
                nearer(x + dx, y + dy, px, py, ox, oy, radii)
                or nearer(px, py, x + dx, y + dy, ex, ey, radii)
                or nearer(px, py, x, y, dx, dy, radii)
            ):
                return True
    return False


@kernel
def far_along(wx: int, wy: int, size: int, far: int) -> tuple[int, int]:
    """The vector of a length in a direction, each coordinate rounded towards 0; `size` is the length of (wx, wy) in
    2**20ths, rounded down."""
    if wx == 0 or wy == 0:
        x, y = far if wx != 0 else 0, far if wy != 0 else 0
    else:
        x, y = (abs(wx) * far << 20) // (size + 1), (abs(wy) * far << 20) // (size + 1)
    return x if wx >= 0 else -x, y if wy >= 0 else -y


@kernel
def met_ahead(
    things: Table, corners: Table, mine: Table, n: int, radius: int, wx: int, wy: int, size: int, far: int,
    found: Table,
) -> int:  # fmt: skip
    """Fills `found` with the numbers of the things that a body meets that goes so far along a way (see `far_along`),
    and the last whole thousandth at which it does not meet them yet (0 where it does at once); how many there are."""
    dx, dy = far_along(wx, wy, size, far)
    west = east = mine[0][0]
    south = north = mine[0][1]
    for k in range(1, n):
        west, east = min(west, mine[k][0]), max(east, mine[k][0])
        south, north = min(south, mine[k][1]), max(north, mine[k][1])
    west, east = min(west, west + dx) - radius, max(east, east + dx) + radius
    south, north = min(south, south + dy) - radius, max(north, north + dy) + radius
    many = 0
    for i in range(len(things)):
        if things[i][3] >= east or things[i][5] <= west or things[i][4] >= north or things[i][6] <= south:
            continue
        first, count, radii = things[i][0], things[i][1], radius + things[i][2]
        if overlaps(mine, n, dx, dy, corners, first, count, radii):
            free, met = 0, far
            while met - free > 1:
                middle = (free + met) // 2
                ex, ey = far_along(wx, wy, size, middle)
                if overlaps(mine, n, ex, ey, corners, first, count, radii):
                    met = middle
                else:
                    free = middle
            found[many][0], found[many][1] = i, free
            many += 1
    return many


@kernel
def first_contact(
    corners: Table, first: int, count: int, radii: int, length: int, width: int, round_ends: int, reach: int, x: int,
    y: int, ax: int, ay: int, bx: int, by: int, halves: Table, outline: Table,
) -> tuple[bool, int, int]:  # fmt: skip
    """Whether a body that turns by at most a quarter, from one facing to another, comes nearer to something than
    `radii`, and how it faces just before that.  `reach` is how far its outline goes from its middle.

    The turn is halved again and again by adding the vectors of its two ends, so that no angle is ever rounded: of the
    half in which nothing can come near, nothing is asked.  An arc of a quarter is 1.1108 times as long as its chord.
    """
    halves[0][0], halves[0][1], halves[0][2], halves[0][3] = ax, ay, bx, by
    top = 1
    while top > 0:
        top -= 1
        px, py, qx, qy = halves[top][0], halves[top][1], halves[top][2], halves[top][3]
        (ux, uy), (vx, vy) = whole_turn(px, py), whole_turn(qx, qy)
        mx, my = whole_turn(ux + vx, uy + vy)
        chord = root_up((ux - vx) * (ux - vx) + (uy - vy) * (uy - vy))
        swing = reach * chord * 5554 // (FULL_TURN * 10000) + 2  # of any point, from the middle of the turn to an end
        n = outline_at(length, width, round_ends, x, y, mx, my, outline)
        if overlaps(outline, n, 0, 0, corners, first, count, radii):
            if swing <= FINEST:
                return True, px, py
        elif not overlaps(outline, n, 0, 0, corners, first, count, radii + swing + 1):
            continue
        elif swing <= FINEST:
            n = outline_at(length, width, round_ends, x, y, qx, qy, outline)
            if overlaps(outline, n, 0, 0, corners, first, count, radii):
                return True, px, py
            continue
        halves[top][0], halves[top][1], halves[top][2], halves[top][3] = mx, my, qx, qy
        halves[top + 1][0], halves[top + 1][1], halves[top + 1][2], halves[top + 1][3] = px, py, mx, my
        top += 2
    return False, 0, 0


@kernel
def met_turning(
    things: Table, corners: Table, length: int, width: int, round_ends: int, radius: int, reach: int, x: int, y: int,
    ax: int, ay: int, bx: int, by: int, halves: Table, outline: Table, found: Table,
) -> int:  # fmt: skip
    """Fills `found` with the numbers of the things that a body meets that turns by at most a quarter, from one facing
    to another, and how it faces just before that (see `first_contact`); how many there are."""
    many, near = 0, reach + 1
    for i in range(len(things)):
        if (
            things[i][3] >= x + near or things[i][5] <= x - near or things[i][4] >= y + near or things[i][6] <= y - near
        ):  # fmt: skip
            continue
        first, count = things[i][0], things[i][1]
        outline[0][0], outline[0][1] = x, y
        if overlaps(outline, 1, 0, 0, corners, first, count, near + things[i][2]):
            meets, fx, fy = first_contact(
                corners, first, count, radius + things[i][2], length, width, round_ends, reach, x, y, ax, ay, bx, by,
                halves, outline,
            )  # fmt: skip
            if meets:
                found[many][0], found[many][1], found[many][2] = i, fx, fy
                many += 1
    return many


# ---- the nearest place ----
#
# What bars the middle of a body from a place is a convex polygon with rounded corners: a row of first corner, corners,
# radius, and the box around it (west, south, east, north).  Its border is made of parts: rows x, y, dx, dy, radius,
# ends; a circle where dx and dy are 0, else a line, which ends at (x + dx, y + dy) if `ends` is 1.

BESIDE = 3  # how far from where two borders meet one looks for a whole thousandth that is outside both


@kernel
def bars_spot(bars: Table, corners: Table, i: int, x: int, y: int) -> bool:
    """Whether a point lies inside a bar, not just on its border."""
    if not (bars[i][3] < x < bars[i][5] and bars[i][4] < y < bars[i][6]):
        return False
    first, count, radius = bars[i][0], bars[i][1], bars[i][2]
    inside: bool = count > 2
    ax, ay = corners[first + count - 1][0], corners[first + count - 1][1]
    for j in range(first, first + count):
        bx, by = corners[j][0], corners[j][1]
        if inside and (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0:
            inside = False
        if radius > 0 and nearer(x, y, ax, ay, bx - ax, by - ay, radius):
            return True
        ax, ay = bx, by
    return inside


@kernel
def bars_any(bars: Table, corners: Table, x: int, y: int) -> bool:
    """Whether a point lies inside some bar."""
    for i in range(len(bars)):
        if bars_spot(bars, corners, i, x, y):
            return True
    return False


@kernel
def bars_all_about(bars: Table, corners: Table, x: int, y: int) -> bool:
    """Whether all that lies no further than `BESIDE` from a point lies inside one bar."""
    for i in range(len(bars)):
        if (
            bars_spot(bars, corners, i, x - BESIDE, y - BESIDE)
            and bars_spot(bars, corners, i, x + BESIDE, y - BESIDE)
            and bars_spot(bars, corners, i, x - BESIDE, y + BESIDE)
            and bars_spot(bars, corners, i, x + BESIDE, y + BESIDE)
        ):
            return True
    return False


@kernel
def outside(bars: Table, corners: Table, x: int, y: int, found: Table) -> int:
    """Fills `found` with the whole thousandths beside a point that lie inside no bar; how many there are."""
    n = 0
    for px in range(x - BESIDE, x + BESIDE + 1):
        for py in range(y - BESIDE, y + BESIDE + 1):
            if not bars_any(bars, corners, px, py):
                found[n][0], found[n][1] = px, py
                n += 1
    return n


@kernel
def beyond_ends(parts: Table, i: int, x: int, y: int) -> bool:
    """Whether a point on the line of a part lies beyond its ends."""
    if parts[i][5] == 0:
        return False
    ax, ay, dx, dy = parts[i][0], parts[i][1], parts[i][2], parts[i][3]
    beside: bool = x < min(ax, ax + dx) - BESIDE or x > max(ax, ax + dx) + BESIDE
    above: bool = y < min(ay, ay + dy) - BESIDE or y > max(ay, ay + dy) + BESIDE
    return above or beside


@kernel
def crossing(ax: int, ay: int, dx: int, dy: int, bx: int, by: int, ex: int, ey: int) -> tuple[int, int, int]:
    """How many points two lines have in common, and that point, rounded."""
    by_what = dx * ey - dy * ex
    if by_what == 0:
        return 0, 0, 0
    along = (bx - ax) * ey - (by - ay) * ex
    return 1, ax + (2 * dx * along + by_what) // (2 * by_what), ay + (2 * dy * along + by_what) // (2 * by_what)


@kernel
def on_circle(cx: int, cy: int, r: int, x: int, y: int, dx: int, dy: int) -> tuple[int, int, int, int, int]:
    """How many points a circle and a line have in common, and these, rounded."""
    square = dx * dx + dy * dy
    if square == 0:
        return 0, 0, 0, 0, 0
    back = (x - cx) * dx + (y - cy) * dy
    fx, fy = (x - cx) * 256 - dx * back * 256 // square, (y - cy) * 256 - dy * back * 256 // square  # in 256ths
    under = 65536 * r * r - fx * fx - fy * fy
    if under < 0:
        return 0, 0, 0, 0, 0
    half, length = isqrt(under), isqrt(square * 1048576)
    ux, uy = half * dx * 1024 // length, half * dy * 1024 // length
    px, py, qx, qy = fx - ux + 128, fy - uy + 128, fx + ux + 128, fy + uy + 128
    return 2, cx + px // 256, cy + py // 256, cx + qx // 256, cy + qy // 256


@kernel
def common(parts: Table, i: int, j: int) -> tuple[int, int, int, int, int]:
    """How many points two parts of borders have in common, and these."""
    ax, ay, dx, dy, r = parts[i][0], parts[i][1], parts[i][2], parts[i][3], parts[i][4]
    bx, by, ex, ey, s = parts[j][0], parts[j][1], parts[j][2], parts[j][3], parts[j][4]
    straight, other = dx != 0 or dy != 0, ex != 0 or ey != 0
    if straight and other:
        n, x, y = crossing(ax, ay, dx, dy, bx, by, ex, ey)
        return n, x, y, x, y
    if other:
        return on_circle(ax, ay, r, bx, by, ex, ey)
    if straight:
        return on_circle(bx, by, s, ax, ay, dx, dy)
    wx, wy = bx - ax, by - ay  # the chord of two circles
    square = wx * wx + wy * wy
    if square == 0 or square > (r + s) * (r + s):
        return 0, 0, 0, 0, 0
    part = square + r * r - s * s
    return on_circle(ax, ay, r, ax + wx * part // (2 * square), ay + wy * part // (2 * square), -wy, wx)


@kernel
def border_points(
    bars: Table, corners: Table, parts: Table, x: int, y: int, limit: int, near: Column, found: Table
) -> int:
    """Fills `found` (rows x, y) with the points no further than `limit` from (x, y), and not deep inside any bar, where
    two parts of borders meet, or one of them is nearest; how many there are.  `near` is as long as `parts`."""
    m, n = 0, 0
    for i in range(len(parts)):
        ax, ay, dx, dy, r = parts[i][0], parts[i][1], parts[i][2], parts[i][3], parts[i][4]
        if dx == 0 and dy == 0:
            ux, uy = (x - ax, y - ay) if x != ax or y != ay else (0, 1)
            k, px, py, qx, qy = on_circle(ax, ay, r, ax, ay, ux, uy)
        else:
            k, px, py = crossing(ax, ay, dx, dy, x, y, -dy, dx)
            qx, qy = px, py
        for end in range(k):
            u, v = (px, py) if end == 0 else (qx, qy)
            square = (u - x) * (u - x) + (v - y) * (v - y)
            if square <= limit * limit and not beyond_ends(parts, i, u, v) and not bars_all_about(bars, corners, u, v):
                found[n][0], found[n][1] = u, v
                n += 1
        ux, uy = px - x, py - y
        if dx == 0 and dy == 0 and ux * ux + uy * uy > (qx - x) * (qx - x) + (qy - y) * (qy - y):
            ux, uy = qx - x, qy - y
        if k > 0 and ux * ux + uy * uy <= (limit + BESIDE) * (limit + BESIDE):
            near[m] = i
            m += 1
    for a in range(m):
        for b in range(a + 1, m):
            i, j = near[a], near[b]
            k, px, py, qx, qy = common(parts, i, j)
            for end in range(k):
                u, v = (px, py) if end == 0 else (qx, qy)
                if (
                    (u - x) * (u - x) + (v - y) * (v - y) <= limit * limit
                    and not beyond_ends(parts, i, u, v)
                    and not beyond_ends(parts, j, u, v)
                    and n < len(found)
                    and not bars_all_about(bars, corners, u, v)
                ):
                    found[n][0], found[n][1] = u, v
                    n += 1
    return n


# ---- what is compiled ----

ENTRIES: tuple[Callable[..., Any], ...] = (
    walk, exposure, hidden_counts, hidden_from_beside, hidden_parts, hidden_face, lattice, line_stopped, hoist, sweep,
    standing, ground,
    minded, stops, closest, flood, tighten, straightest, stride, furthest, walled, stretch, nearest, farthest, nearer,
    gap_to, foot_of, gap_to_outline, grazes, slope, in_pit, in_polygon, near_polygon, near_segment, floor_below,
    floor_at, footing, clip, segments_meet, parts, limits, free_places, straits, placed, seeded, levelled, nearly,
    nearby, on_the_way, crowded, bends_round, bends_along, legs_from,
    bars_any, outside, border_points, met_ahead, met_turning, hops, sprung, least_by, kept, box_around, drop, slot_of,
    numbered, joined, asked_for, linked, covered,
)  # fmt: skip
"""The kernels that are called from Python, in an order in which two processes rarely compile the same: a walk,
beside it what has no part in one, and then what is made of walks."""


def signature(entry: Callable[..., Any]) -> tuple[Any, ...]:
    """The types of the arguments with which a kernel is called from Python, as its annotations say.  Needs numba."""
    whole, typed = numba.int64, cast("Any", numba.types)
    types = {"int": whole, "Table": whole[:, ::1], "Column": whole[::1]}
    types["Arrays"] = typed.NamedTuple((*[types["Table"]] * 5, types["Column"]), Arrays)
    types["Gait"] = typed.NamedUniTuple(whole, len(Gait._fields), Gait)
    python: Any = getattr(entry, "py_func", entry)
    names = python.__code__.co_varnames[: python.__code__.co_argcount]
    return tuple(types[python.__annotations__[name]] for name in names)


def compile_entry(entry: Any) -> None:
    """Compile a kernel for calls from Python, or take what was kept of it.  Needs `COMPILED`."""
    entry.compile(signature(entry))
