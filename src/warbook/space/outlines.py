"""The outlines of sets of cells of a lattice."""

from __future__ import annotations


def rings(cells: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The outlines of a set of unit cells, counter-clockwise round the cells, corners only."""
    ahead: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for c, r in sorted(cells):
        for dc, dr, a, b in (
            (0, -1, (c, r), (c + 1, r)),
            (1, 0, (c + 1, r), (c + 1, r + 1)),
            (0, 1, (c + 1, r + 1), (c, r + 1)),
            (-1, 0, (c, r + 1), (c, r)),
        ):
            if (c + dc, r + dr) not in cells:
                ahead.setdefault(a, []).append(b)
    rings = []
    while ahead:
        start = next(iter(ahead))
        ring, at, came = [start], start, (0, 0)
        while True:
            ways = ahead[at]
            # where two cells touch at a corner only, keep to the one just followed: turn left
            way = max(ways, key=lambda w: came[0] * (w[1] - at[1]) - came[1] * (w[0] - at[0]))
            ways.remove(way)
            if not ways:
                del ahead[at]
            step = (way[0] - at[0], way[1] - at[1])
            if step == came:
                ring.pop()
            at, came = way, step
            if at == start:
                break
            ring.append(at)
        rings.append(ring)
    return rings
