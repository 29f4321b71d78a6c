"""The hot loops give the same results compiled and plain, whatever they are asked."""

from __future__ import annotations

import os
import sys
from heapq import heappop, heappush
from importlib.util import module_from_spec, spec_from_file_location
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.space.test_hulls import BIKE, FLATBED, TRUCK, board, hull, man, standing
from warbook.core.length import INCH
from warbook.core.state import Posture
from warbook.space import _kernels as compiled
from warbook.space._kernels import Arrays
from warbook.space.layout import Layout
from warbook.space.rules import Rules
from warbook.space.sight import MARGIN, cell_of, corridor
from warbook.space.terrain import LANDING, LOW, MOVE, SIGHT

pytestmark = pytest.mark.skipif(not compiled.COMPILED, reason="numba is not installed: there is only one form")


def plain_form() -> ModuleType:
    """The same module once more, as it is where there is no numba."""
    spec = spec_from_file_location("warbook.space._kernels_plain", compiled.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    before = os.environ.get("WARBOOK_PLAIN")
    os.environ["WARBOOK_PLAIN"] = "1"
    try:
        spec.loader.exec_module(module)
    finally:
        if before is None:
            del os.environ["WARBOOK_PLAIN"]
        else:
            os.environ["WARBOOK_PLAIN"] = before
    return module


plain = plain_form()

x = st.one_of(st.integers(0, 96_000), st.integers(0, 12).map(lambda step: step * 1_000))
z = st.one_of(st.integers(0, 9_000), st.sampled_from([0, 1_250, 3_000]))
size = st.integers(1, 4_000)
posture = st.integers(0, 3)
edges = st.tuples(x, x, x, x, z, size, st.sampled_from([MOVE | SIGHT, MOVE | SIGHT | LOW, SIGHT, MOVE])).map(
    lambda row: (*row[:5], row[4] + row[5], row[6])
)
boxes = st.tuples(x, x, size, size, z, st.sampled_from([0, LANDING]))
rows = st.tuples(x, x, z, st.just(0), st.just(1), size, size, posture, st.just(0))


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[Any], list[Any], list[Any]]:
    """Edges, floors (rectangles) and their corners."""
    floors: list[Any] = []
    corners: list[Any] = []
    for left, low, width, depth, height, flag in draw(st.lists(boxes, max_size=3)):
        floors.append((height, len(corners), 4, left, low, left + width, low + depth, 0, flag))
        ring = ((left, low), (left + width, low), (left + width, low + depth), (left, low + depth))
        corners += [(*corner, 0) for corner in ring]
    return draw(st.lists(edges, max_size=6)), floors, corners


def arrays(form: Any, board: tuple[list[Any], list[Any], list[Any]]) -> Arrays:
    given_edges, floors, corners = board
    tables = form.table(given_edges, 7), form.table(floors, 9), form.table(corners, 3)
    return Arrays(*tables, form.table((), 9), form.table((), 9), form.column(()))


@given(
    boards(),
    st.lists(edges, max_size=2),
    st.lists(st.tuples(x, x, z, size), max_size=2),
    st.lists(rows, min_size=2, max_size=5),
    z,
)
def test_sight_is_the_same(
    board: tuple[list[Any], list[Any], list[Any]], walls: list[Any], clouds: list[Any], bodies: list[Any], eye: int
) -> None:
    answers = []
    for form in (compiled, plain):
        counts: Any = form.scratch(1, len(bodies))[0]
        tables = form.table(walls, 7), form.table(clouds, 4), form.table(bodies, 9)
        targets = form.column(range(len(bodies)))
        beside: Any = form.scratch(1, len(bodies))[0]
        form.hidden_counts(arrays(form, board), *tables, 0, eye, 0, targets, counts)
        form.hidden_counts(arrays(form, board), *tables, 0, eye, 1, targets, beside)
        answers.append([int(count) for count in (*counts, *beside)])
    assert answers[0] == answers[1]


@given(boards(), st.lists(edges, max_size=2), st.tuples(x, x, z), st.tuples(x, x, z), st.sampled_from([0, LOW]))
def test_what_stops_a_line_is_the_same(
    board: tuple[list[Any], list[Any], list[Any]],
    walls: list[Any],
    a: tuple[int, int, int],
    b: tuple[int, int, int],
    passing: int,
) -> None:
    one, other = (
        form.line_stopped(arrays(form, board), form.table(walls, 7), *a, *b, passing) for form in (compiled, plain)
    )
    assert one == other


@given(st.tuples(x, x, x, x, x, x, size, size), st.integers(0, 4_000))
def test_the_predicates_of_the_plane_are_the_same(given_numbers: tuple[int, ...], reach: int) -> None:
    px, py, qx, qy, left, low, width, depth = given_numbers
    ring = [(left, low, 0), (left + width, low, 0), (left + width, low + depth, 0), (left, low + depth, 0)]
    answers = []
    for form in (compiled, plain):
        corners = form.table(ring, 3)
        answers.append(
            (
                form.in_polygon(corners, 0, 4, px, py),
                form.near_polygon(corners, 0, 4, px, py, reach),
                form.clip(corners, 0, 4, px, py, qx, qy),
                form.segments_meet(px, py, qx, qy, left, low, left + width, low + depth),
                form.near_segment(px, py, qx, qy, left, low, reach),
            )
        )
    assert answers[0] == answers[1]


@given(boards(), st.tuples(x, x, z), st.tuples(x, x, z), st.integers(0, MARGIN), st.integers(0, 4_000), st.booleans())
def test_culling_a_corridor_changes_nothing(
    board: tuple[list[Any], list[Any], list[Any]],
    eye: tuple[int, int, int],
    foot: tuple[int, int, int],
    radius: int,
    height: int,
    near: bool,
) -> None:
    if near:  # both ends within some cells of each other, where most edges lie
        eye, foot = (eye[0] % 9_000, eye[1] % 9_000, eye[2]), (foot[0] % 13_000, foot[1] % 13_000, foot[2])
    whole = arrays(plain, board)
    culled = corridor(whole, cell_of(*eye[:2]), cell_of(*foot[:2]))
    masks = [plain.hidden_parts(each, (), (), (), *eye, *foot, radius, height, -1, -1) for each in (whole, culled)]
    assert masks[0] == masks[1]


@given(st.integers(0, 2**62 - 1))
def test_the_root_is_the_same(n: int) -> None:
    assert compiled.isqrt(n) == plain.isqrt(n)
    assert compiled.root_up(n) == plain.root_up(n)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 5) | st.none()), max_size=60))
def test_a_queue_hands_out_its_nodes_by_rank_and_then_by_number(turns: list[tuple[int, int | None]]) -> None:
    """Against Python's own heap, in which a node that comes nearer to the top is twice."""
    for form in (compiled, plain):
        queue, places, n = form.scratch(6, 2), form.numbers(6, 0), 0
        waiting, ranks = list[tuple[int, int]](), dict[int, int]()
        for rank, node in turns:
            if node is not None and ranks.get(node, rank + 1) > rank:
                n, ranks[node] = form.queue_up(queue, places, n, rank, node), rank
                heappush(waiting, (rank, node))
            elif node is None and n:
                first = form.take_first(queue, places, n)
                n, places[first] = n - 1, 0
                while ranks.get(waiting[0][1]) != waiting[0][0]:
                    heappop(waiting)
                assert heappop(waiting) == (ranks.pop(first), first)
        assert n == len(ranks)


YARD = board(
    "[[wall]]\nline = [5, 10, 12, 12]\nheight = 3\n[[obstacle]]\nrect = [14, 6, 4, 1]\nheight = 1\n"
    '[[area]]\nkind = "difficult"\nrect = [4, 4, 6, 6]',
    "[20, 20]",
)


def crowd(rng: Random) -> Layout:
    """Round bases, hulls and ovals at random places, some lying, some carrying, some on one another."""
    places = [man(rng.uniform(2, 18), rng.uniform(2, 18), posture=rng.choice(UPRIGHT)) for _ in range(3)]
    for shape in (TRUCK, FLATBED, BIKE):
        facing = rng.randrange(-9, 9), rng.randrange(1, 9)
        places.append(hull(rng.uniform(2, 18), rng.uniform(2, 18), shape, *facing, posture=rng.choice(UPRIGHT)))
    return standing(*((place, n % 2) for n, place in enumerate(places)))


UPRIGHT = (Posture.UP, Posture.UP, Posture.DOWN)


def _plain(rows: Any) -> list[list[int]]:
    return [[int(value) for value in row] for row in rows]


@given(st.integers(0, 2**32), st.integers(0, 5), st.integers(0, 1_500))
def test_walks_and_sight_among_hulls_are_the_same(seed: int, me: int, keep: int) -> None:
    rng = Random(seed)
    now, rules = crowd(rng), Rules(30 * INCH, keep_clear=keep)
    *pieces, grid = YARD.priced(rules.going)
    at, to = now.row(me), (rng.randrange(20_000), rng.randrange(20_000))
    gait = rules.gait_of(at, YARD)
    eye, (ax, ay, bx, by) = (at[0], at[1], at[2] + at[6]), (rng.randrange(20_000) for _ in range(4))
    bodies, walls = _plain(now.bodies), _plain(now.barriers_for(me))
    seen, walked = [], []
    for form in (compiled, plain):
        sizes = (7, 9, 3, 10, 9)
        tables = [form.table(_plain(each), wide) for each, wide in zip(pieces, sizes, strict=True)]
        ground, others, barred = (
            Arrays._make([*tables, form.column([int(each) for each in grid])]),
            form.table(bodies, 9),
            form.table(walls, 11),
        )
        clouds, spared, marks, spans = form.table((), 4), form.column(()), form.scratch(64, 4), form.scratch(64, 4)
        seen.append(form.hidden_face(ground, barred, clouds, others, *eye, ax, ay, bx, by, 0, 2_000, me, -1))
        found = form.walk(ground, others, barred, spared, marks, spans, me, *at[:2], *at[:3], *to, form.ANY, 0, 1, gait)
        walked.append([int(value) for value in found])
    assert seen[0] == seen[1]
    assert walked[0] == walked[1]
