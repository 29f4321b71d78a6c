"""Random positions at edges: a body at the foot of a face or at an edge, others around it, and what rises there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from warbook.core.state import Placement
from warbook.space import _kernels as kernels
from warbook.space.board import Board
from warbook.space.edges import edges
from warbook.space.movement import Mode, Point, Rules, Walked, check
from warbook.space.planar import on_lattice, plan
from warbook.space.routes import Journey

HAND = 100  # how much further than its base a body reaches: what it touches

Spot = tuple[float, float, float]
Floor = tuple[float, float, float, float, float]  # west, south, width, depth, height


class Missed(NamedTuple):
    """A way that the search found and the list did not."""

    number: int
    what: str


class Position(NamedTuple):
    """Pieces of a board, where the body that goes stands, and the others with whether they are friends."""

    board: str
    at: Spot
    others: list[tuple[Spot, bool]]


def position(rng: Random, wide: float, ledges: bool = False) -> Position:
    """A body whose base is so wide, from its middle, at the foot of a face or at an edge, and others around it; with
    `ledges` narrow ones beside the floors, over narrow gaps and hardly higher or lower."""
    pieces, floors = _raised_floors(rng)
    for _ in range(rng.randrange(1, 5) if ledges else 0):
        floors.append(_ledge(rng, rng.choice(floors)))
        pieces.append(_piece(rng, floors[-1]))
    x, y, z = _beside_an_edge(rng, floors, wide)
    low = min(floor[4] for floor in floors) <= 1  # no higher than a pitfall is deep: nothing stands over that
    if rng.random() < 0.25 and not low:
        px, py, across = x + rng.uniform(-2, 1), y + rng.uniform(-2, 1), rng.uniform(0.3, 2)
        if z or not (px - 0.01 < x < px + across + 0.01 and py - 0.01 < y < py + 2.01):  # nobody stands over a pitfall
            pieces.append(f'[[area]]\nkind = "pitfall"\nrect = [{px:.3f}, {py:.3f}, {across:.3f}, 2]\n')
    for _ in range(rng.randrange(3)):
        wx, wy = x + rng.uniform(-3, 3), y + rng.uniform(-3, 3)
        dx, dy = rng.choice(((rng.uniform(0.5, 3), 0), (0, rng.uniform(0.5, 3))))
        line = f"line = [{wx:.3f}, {wy:.3f}, {wx + dx:.3f}, {wy + dy:.3f}]"
        pieces.append(f"[[wall]]\n{line}\nz = {rng.choice((0, z))}\nheight = 2\nclimbable = false\n")
    taken, others = [(x, y)], list[tuple[Spot, bool]]()
    for _ in range(rng.randrange(14)):
        bx, by = round(x + rng.uniform(-2.6, 2.6), 3), round(y + rng.uniform(-2.6, 2.6), 3)
        under = [h for west, south, w, deep, h in floors if west <= bx <= west + w and south <= by <= south + deep]
        if all((bx - ox) ** 2 + (by - oy) ** 2 >= (2 * wide) ** 2 for ox, oy in taken):
            taken.append((bx, by))
            others.append(((bx, by, max(under, default=0.0)), rng.random() < 0.4))
    return Position("".join(pieces), (x, y, z), others)


def _raised_floors(rng: Random) -> tuple[list[str], list[Floor]]:
    pieces, floors = [], list[Floor]()
    for column in range(2):
        for row in range(2):
            if floors and rng.random() < 0.25:
                continue
            height = rng.choice((1.5, 2, 3, 3, 3, 4))
            west = 18 + 6 * column + rng.uniform(0, 2.5)
            south = 18 + 6 * row + rng.uniform(0, 2.5)
            floor = (
                round(west, 3),
                round(south, 3),
                round(rng.uniform(1.5, 5), 3),
                round(rng.uniform(1.5, 5), 3),
                height,
            )
            floors.append(floor)
            pieces.append(_piece(rng, floor))
    return pieces, floors


def _piece(rng: Random, floor: Floor) -> str:
    rect, height = f"rect = [{floor[0]}, {floor[1]}, {floor[2]}, {floor[3]}]", floor[4]
    kind = rng.choice((f"[[block]]\n{rect}\nheight = {height}", f"[[platform]]\n{rect}\nz = {height}"))
    return kind + f"\nclimbable = {'true' if rng.random() < 0.8 else 'false'}\n"


def _ledge(rng: Random, floor: Floor) -> Floor:
    """A small floor beside another."""
    west, south, across, deep, height = floor
    x, y = west + rng.random() * across, south + rng.random() * deep
    long, wide, away = rng.uniform(0.3, 3), rng.uniform(0.05, 0.9), rng.choice((0, rng.uniform(0.03, 1.4)))
    place = rng.choice(
        (
            (x, south - away - wide, long, wide),
            (x, south + deep + away, long, wide),
            (west - away - wide, y, wide, long),
            (west + across + away, y, wide, long),
        )
    )
    height = round(max(0.3, height + rng.choice((0, 0, 0, 0.4, -0.4, -1, -2))), 3)
    return (round(place[0], 3), round(place[1], 3), round(place[2], 3), round(place[3], 3), height)


def _beside_an_edge(rng: Random, floors: list[Floor], wide: float) -> Spot:
    west, south, across, deep, height = rng.choice(floors)
    above = rng.random() < 0.6
    away = -rng.uniform(0, 0.7) if above else rng.uniform(wide + 0.001, wide + 0.09)
    along = rng.random()
    x, y = rng.choice(
        (
            (west + along * across, south - away),
            (west + along * across, south + deep + away),
            (west - away, south + along * deep),
            (west + across + away, south + along * deep),
        )
    )
    x, y = (
        round(min(max(x, west - away), west + across + away), 3),
        round(min(max(y, south - away), south + deep + away), 3),
    )
    if above and min(across, deep) < 1:  # on a ledge that is narrower than that
        x, y = min(max(x, west + 0.002), west + across - 0.002), min(max(y, south + 0.002), south + deep - 0.002)
    return x, y, height if above else 0.0


# ---- ways ------------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A way that is looked for: its kind, the height where it ends, and the floor there (-1: the ground)."""

    kind: str
    z: int
    floor: int


def floor_at(board: Board, at: Point) -> int:
    """The number of the floor at a point, of floors of one height that overlap the least; -1 for the ground."""
    rows, corners = board.rows.floors, board.arrays.corners
    for number, (z, first, count, *_) in enumerate(rows):
        if z == at[2] and kernels.in_polygon(corners, first, count, at[0], at[1]):
            return next(n for n, row in enumerate(rows) if row[0] == z and _overlap(row[3:7], rows[number][3:7]))
    return -1


def _overlap(one: Any, other: Any) -> bool:
    return bool(one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1])


def ways_at_random(
    board: Board, at: Placement, rng: Random, tries: int, judge: Callable[[Point, Point, Mode], str]
) -> dict[Way, str]:
    """What ways drawn at random come upon, which begin where a body stands or within its reach; `judge` gives the kind
    of a way, or nothing where it is not legal."""
    found = dict[Way, str]()
    hand, heights = at.radius + HAND, [0, *(floor[0] for floor in board.rows.floors)]
    for number in range(tries):
        near = at.spot
        if number % 3:
            near = (at.x + rng.randint(-hand, hand), at.y + rng.randint(-hand, hand), at.z)
        mode = rng.choice((Mode.CLIMB, Mode.LEAP, Mode.JUMP))
        reach = 6000 if mode == Mode.LEAP and number % 2 else 2500
        x, y = near[0] + rng.randint(-reach, reach), near[1] + rng.randint(-reach, reach)
        for z in {z for z in heights if board.on_floor(x, y, z)}:
            word = judge(near, (x, y, z), mode)
            if word:
                found.setdefault(Way(word, z, floor_at(board, (x, y, z))), f"{word} from {near} to {(x, y, z)}")
    return found


def leads_over_an_edge(
    board: Board, rows: Any, who: int, at: Placement, rules: Rules, near: Point, far: Point, mode: Mode
) -> bool:
    """Whether a way is legal, leads over an edge that a body touches and begins beside there, and ends no further than
    the width of a base beyond an edge."""
    walked = check(board, rows, who, ((*near, int(Mode.WALK)), (*far, int(mode))), rules)
    if not isinstance(walked, Walked):
        return False
    if mode == Mode.LEAP:
        if len(walked.leaps) != 1:
            return False
        begins, ends = walked.leaps[0].near, walked.leaps[0].far
    else:
        high, low = (near, far) if near[2] > far[2] else (far, near)
        brink = Journey(board, rows, who, rules).edge(high, low)
        assert brink is not None
        begins = ends = on_lattice(high, low, brink[0], plan(high, low))
    level = near[2] if mode == Mode.LEAP else max(near[2], far[2])
    beyond = at.radius + HAND if mode == Mode.CLIMB and far[2] < near[2] else 2 * at.radius
    return touched(board, at, near, (*begins[:2], level)) and plan(ends, far) <= beyond


def touched(board: Board, at: Placement, near: Point, crossed: Point) -> bool:
    """Whether a body touches an edge that is crossed at a point, and the way begins beside that point."""
    hand = at.radius + HAND
    return plan(near, crossed) <= hand and any(
        edge.z == crossed[2] and edge.near(crossed[0], crossed[1], 3) and edge.near(at.x, at.y, hand)
        for edge in edges(board)
    )
