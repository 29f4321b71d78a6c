"""Enemies behind walls: who measures no distance through a wall need not keep clear of whoever stands behind it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import hypot, isqrt
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.space.test_movement import JUMP, THEIRS, WALK, board, body, platform, scene, to, walk, walked, wall
from warbook.core.length import INCH
from warbook.core.state import Placement, Posture
from warbook.space.board import Board
from warbook.space.layout import HEIGHT, OWNER, POSTURE, Layout
from warbook.space.layout import RADIUS as RADIUS_OF
from warbook.space.movement import Leg, Rules, Walked, Why, check, push, reach, settle, shove_clear
from warbook.space.placing import Place
from warbook.space.sight import wall_between, within
from warbook.space.terrain import MOVE, SIGHT

Spot: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[int, int, int, int]

LYING = 400  # how high a body reaches that lies
RADIUS = 500
KEEP = INCH
LIMIT = 2 * RADIUS + KEEP

LONG_WALL = board(wall(0, 5, 20, 5))
SHORT_WALL = board(wall(8, 5, 12, 5))
FOE = body(10, 5.6, side=THEIRS)


# ---- what a wall keeps apart


def test_an_enemy_behind_a_wall_is_not_near() -> None:
    bodies = [body(5, 4.4), FOE]
    assert walk(LONG_WALL, bodies, to(15, 4.4)) == [Why.TOO_NEAR]
    assert walked(LONG_WALL, bodies, to(15, 4.4), walls_between=LYING)
    assert walked(LONG_WALL, bodies, to(10, 4.4), walls_between=LYING)


def test_an_enemy_is_near_from_where_it_is_seen_past_the_end_of_a_wall() -> None:
    """From (12.5, 5) one looks along the wall; an enemy at (12, 5.6) is seen over its end."""
    hidden = [body(5, 4.4), body(10.5, 5.6, side=THEIRS)]
    assert walked(SHORT_WALL, hidden, to(15, 4.4), walls_between=LYING)
    seen = [body(5, 4.4), body(11.5, 5.6, side=THEIRS)]
    assert walk(SHORT_WALL, seen, to(15, 4.4), walls_between=LYING) == [Why.TOO_NEAR]
    assert walked(SHORT_WALL, seen, to(12, 4.4), walls_between=LYING)
    # the line from the enemy over the end of the wall, half an inch to the east, meets the leg half an inch beyond
    assert walked(SHORT_WALL, seen, (12_500, 4_400, 0, WALK), walls_between=LYING)
    assert walk(SHORT_WALL, seen, (12_501, 4_400, 0, WALK), walls_between=LYING) == [Why.TOO_NEAR]


def test_an_enemy_is_near_through_a_gap_between_two_walls_and_not_where_they_meet() -> None:
    bodies = [body(5, 4.4), FOE]
    meeting, open_by_a_hair = (board(wall(0, 5, 10, 5), wall(x, 5, 20, 5)) for x in (10, 10.001))
    assert walked(meeting, bodies, to(15, 4.4), walls_between=LYING)
    assert walk(open_by_a_hair, bodies, to(15, 4.4), walls_between=LYING) == [Why.TOO_NEAR]


def test_blocks_and_shut_doors_keep_apart_and_low_obstacles_and_floors_do_not() -> None:
    bodies = [body(5, 4.4), body(10, 5.8, side=THEIRS)]
    block = board("[[block]]\nrect = [8, 5, 4, 0.2]\nheight = 2")
    assert walked(block, bodies, to(10, 4.4), walls_between=LYING)
    low = board("[[obstacle]]\nrect = [8, 5, 4, 0.2]\nheight = 1")
    assert walk(low, bodies, to(10, 4.4), walls_between=LYING) == [Why.TOO_NEAR]
    assert walk(board(platform(8, 5, 4, 0.2, 0.3)), bodies, to(10, 4.4), walls_between=LYING) == [Why.TOO_NEAR]
    door = (8_000, 5_000, 12_000, 5_000, 0, 2_000, MOVE | SIGHT)
    rules = Rules(12 * INCH, walls_between=LYING)
    assert isinstance(check(board(), Layout(bodies, [door]), 0, [to(10, 4.4)], rules), Walked)
    assert not isinstance(check(board(), Layout(bodies), 0, [to(10, 4.4)], rules), Walked)


def test_a_wall_keeps_apart_at_the_height_of_the_higher_one() -> None:
    """A floor an inch up reaches to a wall: one that ends there hides nothing from who stands on it."""
    bodies = [body(5, 4.4, 0.9), FOE]
    for height, hides in ((0.9, False), (0.901, True)):
        on = board(wall(0, 5, 20, 5, height), platform(0, 0, 20, 4.9, 0.9, "climbable = false"))
        found = walk(on, bodies, to(15, 4.4, 0.9), walls_between=LYING)
        assert isinstance(found, Walked) if hides else found == [Why.TOO_NEAR]
    hanging = board("[[wall]]\nline = [0, 5, 20, 5]\nz = 1.3\nheight = 3", platform(0, 0, 20, 4.9, 0.9))
    assert walked(hanging, [body(5, 4.4, 0.9), FOE], to(15, 4.4, 0.9), walls_between=401)
    assert walk(hanging, [body(5, 4.4, 0.9), FOE], to(15, 4.4, 0.9), walls_between=400) == [Why.TOO_NEAR]


def test_a_jump_down_beside_a_wall_lands_by_an_enemy_behind_it() -> None:
    on = board(platform(0, 0, 4, 20, 3), wall(5.6, 0, 5.6, 20))
    bodies = [body(3.8, 10, 3), body(6.2, 10, side=THEIRS)]
    assert walk(on, bodies, to(5, 10, mode=JUMP)) == [Why.TOO_NEAR]
    assert walked(on, bodies, to(5, 10, mode=JUMP), walls_between=LYING)


def test_nobody_is_run_over_whatever_stands_between() -> None:
    """A curb that one steps over hides an enemy that lies on it."""
    curb = board(wall(5, 5, 15, 5, 0.45))
    bodies = [body(10, 2), body(10, 5.2, side=THEIRS)]
    assert walk(curb, bodies, to(10, 4.3), walls_between=LYING) == [Why.IN_THE_WAY]
    assert walked(curb, bodies, to(10, 4.1), walls_between=LYING)


def test_who_begins_near_an_enemy_behind_a_wall_keeps_clear_of_it_round_the_end() -> None:
    """It was not near where it began, so that it may not be near where it is in the open, though farther off."""
    near = [body(11.9, 4.4), body(11.4, 5.6, side=THEIRS)]
    assert walk(SHORT_WALL, near, to(12.9, 4.4), walls_between=LYING) == [Why.TOO_NEAR]
    seen = [body(12.7, 4.4), body(11.4, 5.6, side=THEIRS)]
    assert walked(SHORT_WALL, seen, to(12.9, 4.4), walls_between=LYING)
    assert walk(SHORT_WALL, seen, to(12.69, 4.5), walls_between=LYING) == [Why.TOO_NEAR]


def test_helpless_enemies_and_those_who_are_charged_are_as_before() -> None:
    helpless = body(10, 5.6, side=THEIRS, posture=Posture.HELPLESS)
    assert walked(LONG_WALL, [body(5, 4.4), helpless], to(15, 4.4), walls_between=LYING)
    open_ground = [body(10, 10), body(10, 12, side=THEIRS)]
    assert walked(LONG_WALL, open_ground, to(10, 11), walls_between=LYING, contact_with=(1,))
    assert walk(LONG_WALL, open_ground, to(10, 10.1), walls_between=LYING) == [Why.TOO_NEAR]


# ---- pushed, placed, put clear


def test_a_push_past_an_enemy_behind_a_wall_goes_on() -> None:
    now = Layout([body(5, 4.4), FOE])
    assert push(LONG_WALL, now, 0, (1, 0), 8_000, keep_clear=KEEP).who == 1
    assert push(LONG_WALL, now, 0, (1, 0), 8_000, keep_clear=KEEP, walls_between=LYING).moved == 8_000


def test_a_body_may_be_put_down_near_an_enemy_behind_a_wall() -> None:
    now, spot = Layout([body(30, 30), FOE]), (10_000, 4_400, 0)
    for walls, refused in ((0, True), (LYING, False)):
        place = Place("p", "Where?", LONG_WALL, now, 0, keep_clear=KEEP, walls_between=walls, facing=False)
        assert bool(place.legal(spot)) is refused
        assert place.legal((10_000, 6_700, 0))


def test_who_is_put_clear_stays_where_a_wall_parts_it_from_an_enemy() -> None:
    now = Layout([body(10, 4.4), FOE])
    assert shove_clear(LONG_WALL, now, 0, (1,), KEEP) != (10_000, 4_400, 0)
    assert shove_clear(LONG_WALL, now, 0, (1,), KEEP, walls_between=LYING) == (10_000, 4_400, 0)


def test_nobody_is_put_clear_through_a_wall_that_has_room_on_its_own_side() -> None:
    """The nearest place is behind the wall, an inch and a third away."""
    now = Layout([body(10, 5.6), body(10, 6.3, side=THEIRS)])
    spot = shove_clear(LONG_WALL, now, 0, (1,), KEEP, walls_between=LYING)
    assert spot is not None
    assert spot[1] >= 5_500
    assert hypot(spot[0] - 10_000, spot[1] - 6_300) >= LIMIT
    cell = board(wall(8, 5, 12, 5), wall(12, 5, 12, 7), wall(8, 7, 12, 7), wall(8, 5, 8, 7))
    assert shove_clear(cell, now, 0, (1,), KEEP, walls_between=LYING) == (10_000, 4_300, 0)


@pytest.mark.parametrize("seed", range(6))
def test_all_that_is_found_keeps_clear_of_enemies_in_the_open(seed: int) -> None:
    on, now = scene(seed)
    rules = Rules(5_000, walls_between=LYING)
    for mover in range(4):
        found = reach(on, now, mover, rules)
        nodes = set(map(found.point, found.nodes()))
        for v in found.nodes():
            assert isinstance(check(on, now, mover, found.route(v), rules), Walked)
        stricter = reach(on, now, mover, Rules(5_000))
        assert {*map(stricter.point, stricter.nodes())} <= nodes


# ---- held against a slow search


def random_scene(seed: int) -> tuple[list[Line], Spot, Spot, Spot]:
    """Walls about an enemy, the enemy, and where a leg past it begins and ends."""
    rng = Random(seed)
    grain = rng.choice((1, 50, 250, 500))

    def near(reach: int) -> Spot:
        x, y = (rng.randrange(-reach, reach + 1) // grain * grain for _ in range(2))
        return 10_000 + x, 10_000 + y

    start, end = near(4_000), near(4_000)
    corners = [near(2_500) for _ in range(rng.randrange(2, 6))]
    lines = [(*near(1_500), *near(2_500)) for _ in range(rng.randrange(3))]
    lines += [(*a, *b) for a, b in pairwise(corners)]
    return [line for line in lines if line[:2] != line[2:]], near(500), start, start if rng.random() < 0.1 else end


def turn(a: Spot, b: Spot, c: Spot) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hides(line: Line, a: Spot, b: Spot) -> bool:
    """Whether a wall meets the line between two points: all of them whole numbers of any size."""
    c, d = line[:2], line[2:]
    if any(max(a[i], b[i]) < min(c[i], d[i]) or max(c[i], d[i]) < min(a[i], b[i]) for i in (0, 1)):
        return False
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def is_open(lines: list[Line], foe: Spot, start: Spot, end: Spot, at: Fraction) -> bool:
    """Whether nothing hides a point so far along a leg from an enemy."""
    by, on = at.denominator, at.numerator
    here = (start[0] * by + (end[0] - start[0]) * on, start[1] * by + (end[1] - start[1]) * on)
    there = (foe[0] * by, foe[1] * by)
    return not any(hides((a * by, b * by, c * by, d * by), there, here) for a, b, c, d in lines)


def square_at(foe: Spot, start: Spot, end: Spot, at: Fraction) -> Fraction:
    """The square of how far a point so far along a leg is from an enemy."""
    return sum(((start[i] + (end[i] - start[i]) * at - foe[i]) ** 2 for i in (0, 1)), Fraction(0))


def sampled(lines: list[Line], foe: Spot, start: Spot, end: Spot, limit: int, parts: int = 700) -> bool:
    """Whether some of many points of a leg is open and nearer than the limit."""
    points = [Fraction(k, parts) for k in range(parts + 1)]
    return any(square_at(foe, start, end, at) < limit**2 and is_open(lines, foe, start, end, at) for at in points)


def cut_at(p: Spot, q: Spot, start: Spot, end: Spot) -> list[Fraction]:
    """Where a line through two points cuts a leg."""
    one, other = turn(p, q, start), turn(p, q, end)
    return [Fraction(one, one - other)] if one != other and 0 <= Fraction(one, one - other) <= 1 else []


def pieces(lines: list[Line], foe: Spot, start: Spot, end: Spot, limit: int) -> bool:
    """The same exactly: between two cuts a leg is open or hidden as in the middle."""
    cuts = [Fraction(0), Fraction(1)]
    for line in lines:
        for p, q in ((foe, line[:2]), (foe, line[2:]), (line[:2], line[2:])):
            cuts += cut_at(p, q, start, end)
    way = (end[0] - start[0], end[1] - start[1])
    length = way[0] ** 2 + way[1] ** 2
    if length == 0:
        return square_at(foe, start, end, Fraction(0)) < limit**2 and is_open(lines, foe, start, end, Fraction(0))
    foot = Fraction(sum((foe[i] - start[i]) * way[i] for i in (0, 1)), length)
    cuts.sort()
    return any(
        square_at(foe, start, end, min(max(foot, a), b)) < limit**2 and is_open(lines, foe, start, end, (a + b) / 2)
        for a, b in pairwise(cuts)
        if a < b
    )


def judged(lines: list[Line], foe: Spot, start: Spot, end: Spot) -> Why | None:
    """What the referee finds against a leg.  Some of the walls are doors; they hang higher than the mover, who walks
    below them."""
    rows = [(*start, 0, 0, 1, RADIUS, 300, 3, 0), (*foe, 0, 0, 1, RADIUS, 300, 3, 1)]
    doors = [(*line, 350, 3_000, MOVE | SIGHT) for line in lines[::2]]
    hung = (f"[[wall]]\nline = {[v / INCH for v in line]}\nz = 0.35\nheight = 2" for line in lines[1::2])
    leg: Leg = (*end, 0, WALK)
    found = check(board(*hung, size=20), Layout(rows, doors), 0, [leg], Rules(20 * INCH, walls_between=LYING))
    return None if isinstance(found, Walked) else found[0].why


def crosses(lines: list[Line], start: Spot, end: Spot) -> bool:
    """Whether a leg crosses a wall, or all but does: it is a hundredth longer at both ends."""
    way = (end[0] - start[0], end[1] - start[1])
    before, after = ((at[0] * 100 - sign * way[0], at[1] * 100 - sign * way[1]) for at, sign in ((start, 1), (end, -1)))
    return any(hides((a * 100, b * 100, c * 100, d * 100), before, after) for a, b, c, d in lines)


@settings(max_examples=300)
@given(st.integers(0, 1_000_000))
@example(331255)  # it begins right over the enemy, and cannot come nearer
def test_a_leg_is_refused_where_any_point_of_it_is_near_and_open(seed: int) -> None:
    lines, foe, start, end = random_scene(seed)
    away = isqrt(int(square_at(foe, start, end, Fraction(0))))
    limit = min(LIMIT, away) if is_open(lines, foe, start, end, Fraction(0)) else LIMIT
    why = judged(lines, foe, start, end)
    if why in (Why.IN_THE_WAY, Why.OVERLAPS):
        assert pieces([], foe, start, end, 2 * RADIUS)
    elif crosses(lines, start, end):  # such a wall counts to the next thousandth
        assert why == Why.TOO_NEAR or not sampled(lines, foe, start, end, max(0, limit - 2))
        assert why is None or pieces(lines, foe, start, end, limit + 2)
    else:
        assert why == (Why.TOO_NEAR if pieces(lines, foe, start, end, limit) else None)
        assert why == Why.TOO_NEAR or not sampled(lines, foe, start, end, limit)


def too_near(now: Layout, on: Board, mover: int, at: tuple[int, int, int], spare: int) -> list[int]:
    """The enemies less than an inch and so much from a place, with nothing between."""
    here, owner = at_place(now.row(mover), at), now.row(mover)[OWNER]
    return [
        n
        for n in range(len(now))
        for row in (now.row(n),)
        if row[OWNER] != owner and row[POSTURE] >= Posture.DOWN
        for foe in (at_place(row, row[:3]),)
        if within(here, foe, KEEP - 1 + spare) and not wall_between(now, on, here, foe, LYING)
    ]


def at_place(row: tuple[int, ...], at: tuple[int, ...]) -> Placement:
    return Placement(at[0], at[1], at[2], 0, 1, row[RADIUS_OF], row[HEIGHT])


def points_of(start: tuple[int, int, int], end: tuple[int, ...], parts: int) -> list[tuple[int, int, int]]:
    """Points of a walk on one floor."""
    steps = ((end[i] - start[i]) * k for k in range(parts + 1) for i in (0, 1))
    return [(start[0] + dx // parts, start[1] + dy // parts, start[2]) for dx, dy in zip(steps, steps, strict=True)]


def close_quarters(seed: int) -> tuple[Board, Layout]:
    """A small board full of thin blocks, walls and low platforms, and whoever has room between them."""
    rng = Random(seed)
    pieces = [platform(rng.randrange(8), rng.randrange(8), 4, 4, z) for z in (0.4, 0.8)]
    for kind in range(10):
        x, y, long = rng.uniform(1, 9), rng.uniform(1, 9), rng.choice((1, 2, 3))
        across = rng.random() < 0.5
        if kind < 5:
            pieces.append(wall(x, y, *((x + long, y) if across else (x, y + long)), rng.choice((0.6, 1, 3))))
        else:
            wide, deep = (long, 0.2) if across else (0.2, long)
            pieces.append(f"[[block]]\nrect = [{x:.3f}, {y:.3f}, {wide}, {deep}]\nheight = {rng.choice((0.7, 1.5))}")
    on, bodies = board(*pieces, size=12), list[tuple[int, ...]]()
    for _ in range(400):
        x, y = rng.uniform(0.5, 11.5), rng.uniform(0.5, 11.5)
        z = on.floor_below(int(x * INCH), int(y * INCH), 3_000) / INCH
        rows = [*bodies, body(x, y, z, side=len(bodies) % 2, radius=400)]
        if settle(on, Layout(rows), len(bodies), (rows[-1][0], rows[-1][1], rows[-1][2]), limit=0) is not None:
            bodies = rows
    return on, Layout(bodies[:14])


def test_walks_among_walls_blocks_and_platforms_are_held_off_by_enemies_in_the_open_only() -> None:
    held = freed = 0
    for seed in range(10):
        on, now = close_quarters(seed)
        rng, rules = Random(seed), Rules(24 * INCH, walls_between=LYING)
        for mover in range(len(now)):
            x, y, z, *_ = now.row(mover)
            start = (x, y, z)
            if too_near(now, on, mover, start, 0):
                continue
            for _ in range(30):
                end = (x + rng.randrange(-2_500, 2_501), y + rng.randrange(-2_500, 2_501), z)
                found = check(on, now, mover, [(*end, WALK)], rules)
                points = points_of(start, end, 120)
                if isinstance(found, Walked):
                    assert not any(too_near(now, on, mover, at, 0) for at in points)
                    freed += not isinstance(check(on, now, mover, [(*end, WALK)], Rules(24 * INCH)), Walked)
                elif found[0].why == Why.TOO_NEAR:
                    held += 1
                    assert any(too_near(now, on, mover, at, 60) for at in points)
    assert held > 20
    assert freed > 2
