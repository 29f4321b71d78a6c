"""Line of sight and cover.

Sight is drawn from high on the viewer to all of the target.  Terrain stops it, more than three inches of dense growth
do, and so do Large and Huge figures that stand between; smaller ones only give cover.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.length import INCH
from ...core.state import Placement
from ...space.shapes import contains, stretch
from ...space.sight import hidden, visible
from ...space.sight import outlook as told
from ...space.terrain import Area
from . import ground
from .model import Play, foes, here, layout, touching
from .records import Figure

HALF_HIDDEN = 13  # of the 25 parts of a silhouette
HARD = "hard"  # the kind of area that is drawn round what stops bullets
ABOVE = 3 * INCH  # from so much higher one shoots over low walls


def sees(play: Play, viewer: int, target: int) -> bool:
    """Whether a figure has a line of sight to another."""
    found: bool = layout(play).once(("sees", viewer, target), _sees, play, viewer, target)
    return found


def _sees(play: Play, viewer: int, target: int) -> bool:
    me, other = play.state.records[viewer].at, play.state.records[target].at
    if touching(me, other):
        return True
    return target in in_sight(play, viewer, play.state.records[target].owner) and not overgrown(play, me, other)


def in_sight(play: Play, viewer: int, owner: int) -> frozenset[int]:
    """The figures of an owner that a figure does not lose behind terrain or behind Large and Huge figures."""
    found: frozenset[int] = layout(play).once(("in sight", viewer, owner), _in_sight, play, viewer, owner)
    return found


def _in_sight(play: Play, viewer: int, owner: int) -> frozenset[int]:
    owned = [figure.id for figure in here(play) if figure.owner == owner]
    height = eye(play.state.records[viewer].at)
    return frozenset(who for who, _ in visible(layout(play), play.world.board, viewer, owned, height, play.world.small))


def overgrown(play: Play, a: Placement, b: Placement) -> bool:
    """Whether more dense ground lies between two figures than one can look through."""
    thicket: int = play.option["sight-in-dense"] * INCH
    return _between(play, ground.DENSE, a, b) > thicket


def eye(at: Placement) -> int:
    """How high above its floor a figure looks from: the middle of its top third."""
    return at.height * 5 // 6


def _between(play: Play, kind: str, a: Placement, b: Placement) -> int:
    """How much of the straight line between the feet of two figures lies in areas of a kind, in thousandths."""
    west, south, east, north = min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)
    met = []
    for area, row in ground.of_kind(play.world.board, kind):
        if row[4] <= east and row[5] <= north and row[6] >= west and row[7] >= south:
            met.append(area)
    return stretch(met, (a.x, a.y, a.z), (b.x, b.y, b.z)) if met else 0


# ---- cover -----------------------------------------------------------------------------------------------------------


def cover(play: Play, shooter: int, target: int) -> int:
    """What cover adds to the target's defence against a shot: 1 where at least half of it is hidden or it stands in
    light or dense ground, one more where what hides it is hard.

    Base to base there is none, and who shoots from three inches above or more looks over obstacles.
    """
    found: int = layout(play).once(("cover", shooter, target), _cover, play, shooter, target)
    return found


def _cover(play: Play, shooter: int, target: int) -> int:
    me, other = play.state.records[shooter].at, play.state.records[target].at
    if touching(me, other):
        return 0
    more: int = play.option["cover"]
    if hidden_of(play, shooter, target) >= HALF_HIDDEN:
        return more + int(_between(play, HARD, me, other) > 0)
    return more * any(_stands_in(area, other) for area in ground.areas(play))


def hidden_of(play: Play, shooter: int, target: int) -> int:
    """How many of the parts of a target are hidden from a shooter's eye; from high above it looks over obstacles."""
    me, other = play.state.records[shooter].at, play.state.records[target].at
    return hidden(layout(play), play.world.board, shooter, target, eye(me), low=me.z - other.z < ABOVE)


def outlook(play: Play, who: int, at: Placement) -> list[str]:
    """How well a figure would be seen at a place by the enemies who are on their feet, as a remark."""
    figure: Figure = play.state.records[who]
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    there.state.put(replace(figure, at=at, state="here"))
    watching = [f.id for f in foes(play, figure.owner) if f.standing]
    covers = [cover(there, enemy, who) for enemy in watching if sees(there, enemy, who)]
    return [told(covers.count(0), len(covers) - covers.count(0), len(watching))] if watching else []


def _stands_in(area: Area, at: Placement) -> bool:
    """Whether at least half of a base is in an area: its middle is."""
    return area.z <= at.z <= area.z + area.height and contains(area.polygon, at.x, at.y)
