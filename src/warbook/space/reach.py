"""Reach: where a body can get to, and the shortest way there.

A lattice enumerates, `check` rules: whatever is proposed here has passed it, and a point between the points of the
lattice is not refused for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.structs import replace
from . import _kernels as kernels
from .board import Board
from .crowds import Priced, open_passages
from .flights import TAKE_OFFS, flights, sky_is_open
from .layout import Layout
from .passages import deck_passages
from .planar import box_of_ways, common_box
from .reached import ASUNDER, Reach, Search, squared_distance
from .routes import Journey
from .rules import Point, Rules
from .springs import farthest


def reach(
    board: Board,
    layout: Layout,
    mover_id: int,
    rules: Rules,
    pitch: int = 500,
    extra: Sequence[Point] = (),
    nearing: tuple[int, int, int] | None = None,
    first: bool = False,
    strict: bool = False,
) -> Reach:
    """Floods every floor around a body with legal routes, over a lattice of `pitch`, the ends of all passages and
    `extra` points.

    With `nearing` (x, y, distance) it leaves out what cannot be on a way to anywhere nearer to that point in plan.  If
    all `extra` points are that near, it may stop at the `first` of them that it comes to.  If it is `strict`, it leaves
    out as well what came too dear on the way there, although straighter ways may have led past it.
    """
    journey = Journey(board, layout, mover_id, rules)
    x, y, _ = journey.start
    gx, gy, longest = x, y, kernels.FAR
    away = farthest(journey)
    if nearing is not None and away == rules.allowance:  # else a way may be longer than it is dear
        gx, gy, longest = nearing[0], nearing[1], rules.allowance + nearing[2] + 2
    aim = (gx, gy, longest) if nearing is not None else None
    crossings = _crossings(board, layout, journey, aim, pitch, extra, away)
    points, goals, links, slots = _off_the_lattice(journey.start, crossings, extra, away)
    known = len(points)
    longest += pitch  # a flood goes from cell to cell: no straight way may lead past all points that are kept
    lattice = _lattice_around(board, journey.start, (gx, gy, longest), away, pitch)
    cells = lattice[2] * lattice[3]
    floors, places = _floors_of_lattice(journey, points, lattice)
    nodes = kernels.unfilled(known + cells + places, 7)
    nodes[:known] = points
    starts, items = kernels.numbers(cells + 1, 0), kernels.unfilled_numbers(len(nodes))
    latest, before = kernels.numbers(cells, -1), kernels.unfilled_numbers(len(nodes))
    count = kernels.direct.lattice(
        journey.arrays, floors, *lattice, nodes, known, starts, items, latest, before, gx, gy, longest,
        journey.gait._replace(allowance=away),
    )  # fmt: skip
    nodes = nodes[:count]
    costs, parent, how = (kernels.numbers(count, value) for value in (-1, 0, 0))
    costs[0] = 0
    search = Search(
        *lattice, goals, known if first else goals, known, links, slots,
        (gx, gy, nearing[2] if nearing is not None and longest < kernels.FAR else kernels.FAR), strict,
    )  # fmt: skip
    found = Reach(journey.blank_copy(), nodes, costs, parent, how, search)
    found.flood(journey, starts, items, kernels.column((0,)))
    return found


def _off_the_lattice(
    start: Point, crossings: Sequence[Priced], extra: Sequence[Point], away: int
) -> tuple[Any, int, Any, Any]:
    """The nodes that the lattice need not have: where a body is, the ends of all that is no walk, and those of some
    `extra` points that are no further than `away`; how many there are before these points; the links, the legs that are
    no walks; and the slots of the nodes (see `_kernels.slot_of`)."""
    ways = sum(len(each.found) for each in crossings)
    room = 1 + 2 * ways + len(extra)
    nodes, slots = kernels.scratch(room, 7), kernels.numbers(2 << room.bit_length(), 0)
    legs, links = kernels.scratch(ways, 4), kernels.scratch(ways, 3)
    known, m = kernels.direct.numbered(nodes, 0, slots, *start) + 1, 0
    for offered, found, costs in crossings:
        known, m = kernels.direct.joined(offered.rows, found, len(found), costs, nodes, known, slots, legs, m)
    kernels.direct.linked(legs, m, nodes, known, links)
    count = kernels.direct.asked_for(kernels.table(extra, 3), away, nodes, known, slots)
    return nodes[:count], int(known), links[:m], slots


def _crossings(
    board: Board, layout: Layout, journey: Journey, aim: tuple[int, int, int] | None, pitch: int,
    extra: Sequence[Point], away: int,
) -> list[Priced]:  # fmt: skip
    """All that is no walk: passages that nobody blocks, those over the edges of hulls, and the flights of a body that
    may fly."""
    passages = open_passages(board, layout, journey, aim, away)
    found = [passages] if passages is not None else []
    if layout.shapes:
        found.append(Priced.of(list(deck_passages(journey, len(layout.decks()), away))))
    if journey.rules.may_fly:
        found.append(Priced.of(list(flights(journey, _take_offs(board, layout, journey, pitch), pitch, extra, aim))))
    return found


def _take_offs(board: Board, layout: Layout, journey: Journey, pitch: int) -> list[tuple[Point, int]]:
    """From where a body that flies takes off, and what it costs to walk there: from where it stands, or from under a
    roof the nearest places outside."""
    if sky_is_open(journey, journey.start):
        return [(journey.start, 0)]
    walked = reach(board, layout, journey.me, replace(journey.rules, may_fly=False), pitch)
    found: list[tuple[Point, int]] = []
    for v in sorted(walked.nodes(), key=lambda v: walked.cost[v]):
        at = walked.point(v)
        if all(squared_distance(at, other) >= ASUNDER for other, _ in found) and sky_is_open(journey, at):
            found.append((at, walked.cost[v]))
            if len(found) == TAKE_OFFS:
                break
    return found


def _lattice_around(
    board: Board, start: Point, aim: tuple[int, int, int], away: int, pitch: int
) -> tuple[int, int, int, int, int]:
    """The lattice through a start that covers the board as far as `away` from it, and with an `aim` (x, y, longest)
    nearer than `FAR` the ways of that length to there: west, south, columns, lines and pitch."""
    x, y, _ = start
    box = common_box((0, 0, board.width, board.depth), (x - away, y - away, x + away, y + away))
    if aim[2] < kernels.FAR:
        box = common_box(box, box_of_ways(start, (*aim[:2], 0), aim[2]))
    west, south, east, north = box
    left, down = max(0, x - west) // pitch, max(0, y - south) // pitch
    columns, lines = left + max(0, east - x) // pitch + 1, down + max(0, north - y) // pitch + 1
    return x - left * pitch, y - down * pitch, columns, lines, pitch


def _floors_of_lattice(journey: Journey, points: Any, lattice: tuple[int, int, int, int, int]) -> tuple[Any, int]:
    """The numbers of the floors that a lattice (west, south, columns, lines, pitch) covers, no more than four steps
    from the height of some point, and how many points they have room for."""
    floors = journey.arrays.floors
    wanted = kernels.numbers(len(floors), 0)
    n, room = kernels.direct.covered(floors, points, len(points), *lattice, 4 * journey.rules.step, wanted)
    return wanted[:n], int(room)
