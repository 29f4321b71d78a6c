"""Line of sight and cover.

Sight is drawn from the top third of the viewer to all of the target: one line that nothing stops is enough.  Terrain
stops it, more than three inches of dense growth do, and so do Large and Huge figures that stand between; smaller ones
only give cover.
"""

from __future__ import annotations

from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.shapes import contains, stretch
from ....space.sight import hidden, line_blocked
from ....space.sight import outlook as outlook_in_words
from ....space.terrain import Area, Point
from ..records import Play
from ..records.distances import touching
from ..records.position import foes, here, layout, per_position
from ..records.sight import eyes, heights_to_look_from, seen_among
from . import ground

HALF_HIDDEN = 13  # of the 25 parts of a silhouette
HARD = "hard"  # the kind of area that is drawn round what stops bullets
ABOVE = 3 * INCH  # from so much higher one shoots over low walls


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
    return frozenset(seen_among(play, viewer, [figure.id for figure in here(play) if figure.owner == owner]))


def overgrown(play: Play, a: Placement, b: Placement) -> bool:
    """Whether more dense ground lies between two figures than one can see through."""
    thicket: int = play.option["sight-in-dense"] * INCH
    return _length_in(play, ground.DENSE, a, b) > thicket


def open_to(play: Play, at: Placement, point: Point) -> bool:
    """Whether somebody at a place sees a point in space past walls, floors and shut doors."""
    now, board = layout(play), play.world.board
    return any(not line_blocked(now, board, (at.x, at.y, at.z + height), point) for height in eyes(at))


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
    light or dense ground, one more where what hides it is hard.  It is judged from the middle of the shooter: whom one
    only sees from beside that has cover.

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
    """How many of the parts of a target are hidden from the middle of a shooter, and how high it looks from: the first
    height from which it sees more than half, else the one from which it sees most.  From high above it looks over
    obstacles."""
    me, other = play.state.records[shooter].at, play.state.records[target].at
    now, board, low, looks = layout(play), play.world.board, me.z - other.z < ABOVE, list[tuple[int, int]]()
    for height in heights_to_look_from(play, shooter, target):
        looks.append((hidden(now, board, shooter, target, height, low=low), height))
        if looks[-1][0] < HALF_HIDDEN:
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
