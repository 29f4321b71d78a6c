"""The members of a group on the board: where each stands, which of them is hit, and how many are near to something."""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

from ....mechanics import grid
from ....space.grid.cells import Cell
from ....space.terrain import Point
from ..records import Model, Play
from . import squares


class Member(NamedTuple):
    """Where somebody stands, or one of a group: its squares, and their middle."""

    cells: tuple[Cell, ...]
    spot: Point


def members_of(play: Play, who: int) -> tuple[Member, ...]:
    """Where a fighter stands, or each of a group that has a square of its own; nothing off the board."""
    cells = (grid.taken_by(play, who), *((cell,) for cell in squares.others_of(play, who)))
    return tuple(map(Member, cells, squares.spots_of(play, who)))


def member_hit(play: Play, by: int, whom: int) -> Member:
    """Which of a group is hit by an attack: the nearest of those whom the attacker sees, or the first in any case."""
    members, there = members_of(play, whom), squares.taken_by(play, by)
    if play.option["hits-are-on"] == "first" or len(members) == 1:
        return members[0]
    seen = [each for each in members if sees_member(play, by, each)]
    return min(seen or members, key=lambda each: squares.nearest(play, there, each.cells))


def sees_member(play: Play, by: int, member: Member) -> bool:
    """Whether somebody, or a member of a group, sees where one of a group stands."""
    hiding = play.option["large-bodies-hide"]
    return any(squares.is_seen(play, eye, member.spot, hiding) for eye in squares.spots_of(play, by))


def members_near(
    play: Play, who: int, centre: int, radius: int, *, behind_walls: bool = True, hit: Member | None = None
) -> int:
    """How many of a group are at most so many squares from where somebody stands, or that member of a group who was
    `hit`, else the first; one or none for a single fighter.  Those behind a wall count or not."""
    alive = Model(play, who).alive
    if not squares.in_squares(play):
        return alive if behind_walls or who == centre or squares.is_open(play, centre, who) else 0
    middle, members = hit or members_of(play, centre)[0], members_of(play, who)
    near = [
        squares.nearest(play, middle.cells, each.cells) <= radius
        and (behind_walls or grid.is_clear_between(play, middle.spot, each.spot))
        for each in members
    ]
    return near[0] * (alive - len(members) + 1) + sum(near[1:])


def line_between(play: Play, a: int, b: int) -> tuple[Point, Point]:
    """The line between two fighters: of groups the shortest on which a member of each sees the other, else that between
    the first of them."""
    hiding = play.option["large-bodies-hide"]
    pairs = list(product(squares.spots_of(play, a), squares.spots_of(play, b)))
    seen = [pair for pair in pairs if squares.is_seen(play, *pair, hiding)] if len(pairs) > 1 else pairs
    return min(seen or pairs[:1], key=lambda pair: math.dist(*pair))
