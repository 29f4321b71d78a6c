"""Putting figures on the table: where each may be put, and where it had best be."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.decision import Preview
from ....core.length import INCH
from ....core.state import Posture
from ....space.decisions import Place
from ....space.shapes import bounds
from ....space.terrain import Polygon
from ..checks import edges, lines
from ..events.rounds import Deployed
from ..records.model import namer
from ..records.position import layout
from ..records.world import Play

PLACES = 96
APART = 2 * INCH


class Start(Place):
    """Where a figure starts.  Its first candidate is as far forward as it gets without crowding its friends."""

    __slots__ = ()

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        rows = [self.layout.row(number) for number in range(len(self.layout))]
        owner = rows[self.mover_id][8]
        friends = [(row[0], row[1]) for row in rows if row[8] == owner and row[7]]
        ranked = sorted(super().candidates(max(n, PLACES)), key=lambda answer: self._rank(answer, friends))
        return [ranked[i * len(ranked) // n] for i in range(n)] if len(ranked) > n else ranked

    def _rank(self, answer: tuple[int, ...], friends: list[tuple[int, int]]) -> tuple[bool, int, tuple[int, ...]]:
        x, y = answer[:2]
        crowded = any((x - fx) ** 2 + (y - fy) ** 2 < APART * APART for fx, fy in friends)
        return crowded, min((x - gx) ** 2 + (y - gy) ** 2 for gx, gy in self.look), answer


def within(play: Play, who: int, key: str, prompt: str, ground: Polygon) -> Start:
    """Where a figure may be put on some ground."""
    seat = play.state.records[who].owner
    question = Start(
        key,
        prompt,
        play.world.board,
        layout(play),
        who,
        zones=(ground,),
        facing=False,
        look=[middle(edges.zone(play, 1 - seat))],
        name=namer(play),
    )
    size = play.world.kits[who].size
    at = replace(play.state.records[who].at, posture=int(Posture.UP), height=size.height)
    return question.previewed(
        Preview(notes=lambda to: lines.outlook(play, who, replace(at, x=to[0], y=to[1], z=to[2])))
    )


def back_edge(play: Play, seat: int, who: int) -> Polygon:
    """The strip in which a base touches its side's edge of the table, or nearly so."""
    depth = 2 * play.state.records[who].at.radius
    return edges.strip(play.world.board, edges.own_edge(play, seat), depth)


def middle(polygon: Polygon) -> tuple[int, int]:
    """The middle of the box around a polygon."""
    west, south, east, north = bounds(polygon)
    return (west + east) // 2, (south + north) // 2


def put_down(play: Play, who: int, spot: tuple[int, ...]) -> None:
    """A figure takes its place."""
    x, y, z = spot
    play.happen(Deployed(who, x, y, z, play.world.kits[who].size.height))
