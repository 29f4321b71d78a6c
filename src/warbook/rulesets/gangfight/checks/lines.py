"""Line of sight and cover.

Sight is drawn from the top third of the viewer to all of the target: one line that nothing stops is enough.  Terrain
stops it, more than three inches of dense growth do, and so do Large and Huge figures that stand between; smaller ones
only give cover.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.board import Board, per_board
from ....space.shapes import contains, stretch
from ....space.sight import hidden, line_blocked, visible
from ....space.sight import outlook as outlook_in_words
from ....space.terrain import Area, Point
from ..records import Play
from ..records.distances import touching
from ..records.position import foes, here, lasting, layout, per_position
from . import ground

HALF_HIDDEN = 13  # of the 25 parts of a silhouette
HARD = "hard"  # the kind of area that is drawn round what stops bullets
ABOVE = 3 * INCH  # from so much higher one shoots over low walls
SKY = 1 << 40  # nothing hangs as high


@per_position
def sees(play: Play, viewer: int, target: int) -> bool:
    """Whether a figure has a line of sight to another."""
    me, other = play.state.records[viewer].at, play.state.records[target].at
    if touching(me, other):
        return True
    return target in in_sight(play, viewer, play.state.records[target].owner) and not overgrown(play, me, other)


@per_position
def in_sight(play: Play, viewer: int, owner: int) -> frozenset[int]:
    """The figures of an owner that a figure does not lose behind terrain or behind Large and Huge figures."""
    me, owned = play.state.records[viewer].at, [figure.id for figure in here(play) if figure.owner == owner]
    seen, high = _seen_from(play, viewer, owned, me.height), with_high_heads(play)
    if high and len(seen) < len(owned):
        unseen = [who for who in owned if who not in seen and (viewer in high or who in high)]
        for height in eyes(me)[1:]:
            if unseen:
                seen += _seen_from(play, viewer, unseen, height)
                unseen = [who for who in unseen if who not in seen]
    return frozenset(seen)


def _seen_from(play: Play, viewer: int, whom: list[int], height: int) -> list[int]:
    return [who for who, _ in visible(layout(play), play.world.board, viewer, whom, height, play.world.small)]


def overgrown(play: Play, a: Placement, b: Placement) -> bool:
    """Whether more dense ground lies between two figures than one can see through."""
    thicket: int = play.option["sight-in-dense"] * INCH
    return _length_in(play, ground.DENSE, a, b) > thicket


def eyes(at: Placement) -> tuple[int, ...]:
    """How high above its floor a figure looks from, in thousandths: the top of its top third, which looks over more
    than any other height; the foot of it, which looks out below what hangs low; and its middle, for what does both."""
    return (at.height, at.height * 2 // 3, at.height * 5 // 6)


def open_to(play: Play, at: Placement, point: Point) -> bool:
    """Whether somebody at a place sees a point in space past walls, floors and shut doors."""
    now, board = layout(play), play.world.board
    return any(not line_blocked(now, board, (at.x, at.y, at.z + height), point) for height in eyes(at))


@per_position
def with_high_heads(play: Play) -> frozenset[int]:
    """The figures whose heads are as high as the lowest thing that does not stand on the ground, be it part of the
    board or a figure.  No two others see anything of each other from further down that they do not see from the top
    of their heads: nothing is low enough to be looked out below."""
    lowest, everybody = _lowest_hanging(play.world.board), here(play)
    raised = [figure.at.z for figure in everybody if figure.at.z]
    if raised:
        lowest = min(lowest, *raised)
    elif _tallest(play) < lowest:
        return frozenset()
    return frozenset([figure.id for figure in everybody if figure.at.z + figure.at.height >= lowest])


@lasting
def _tallest(play: Play) -> int:
    return max((figure.at.height for figure in here(play)), default=0)


@per_board
def _lowest_hanging(board: Board) -> int:
    return min(_hanging(board), default=SKY)


def _hanging(board: Board) -> Iterator[int]:
    """How high what hangs on a board begins: doors, walls and blocks above the ground, and floors."""
    yield from (door.z for door in board.doors if door.z)
    yield from (edge[4] for edge in board.rows.edges if edge[4])
    yield from (floor[0] for floor in board.rows.floors)


def _length_in(play: Play, kind: str, a: Placement, b: Placement) -> int:
    """How much of the straight line between the feet of two figures lies in areas of a kind, in thousandths."""
    west, south, east, north = min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)
    met = []
    for area, row in ground.of_kind(play.world.board, kind):
        if row[4] <= east and row[5] <= north and row[6] >= west and row[7] >= south:
            met.append(area)
    return stretch(met, a.spot, b.spot) if met else 0


# ---- cover -----------------------------------------------------------------------------------------------------------


@per_position
def cover(play: Play, shooter: int, target: int) -> int:
    """What cover adds to the target's defence against a shot: 1 where at least half of it is hidden or it stands in
    light or dense ground, one more where what hides it is hard.

    Base to base there is none, and who shoots from three inches above or more looks over obstacles.
    """
    me, other = play.state.records[shooter].at, play.state.records[target].at
    if touching(me, other):
        return 0
    more: int = play.option["cover"]
    if best_look(play, shooter, target)[0] >= HALF_HIDDEN:
        return more + int(_length_in(play, HARD, me, other) > 0)
    return more * any(_stands_in(area, other) for area in ground.areas(play))


def best_look(play: Play, shooter: int, target: int) -> tuple[int, int]:
    """How many of the parts of a target are hidden from a shooter, and how high it looks from: the first height from
    which it sees more than half, else the one from which it sees most.  From high above it looks over obstacles."""
    me, other = play.state.records[shooter].at, play.state.records[target].at
    now, board, low, looks = layout(play), play.world.board, me.z - other.z < ABOVE, list[tuple[int, int]]()
    for height in eyes(me):
        looks.append((hidden(now, board, shooter, target, height, low=low), height))
        if looks[-1][0] < HALF_HIDDEN or with_high_heads(play).isdisjoint((shooter, target)):
            break
    return min(looks, key=lambda look: look[0])


def outlook(play: Play, who: int, at: Placement) -> list[str]:
    """How well a figure would be seen at a place by the enemies who are on their feet, as a remark."""
    figure = play.state.records[who]
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    there.state.put(replace(figure, at=at, state="here"))
    watching = [f.id for f in foes(play, figure.owner) if f.standing]
    covers = [cover(there, enemy, who) for enemy in watching if sees(there, enemy, who)]
    return [outlook_in_words(covers.count(0), len(covers) - covers.count(0), len(watching))] if watching else []


def _stands_in(area: Area, at: Placement) -> bool:
    """Whether at least half of a base is in an area: its middle is."""
    return area.z <= at.z <= area.z + area.height and contains(area.polygon, at.x, at.y)
