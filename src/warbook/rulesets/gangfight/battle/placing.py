"""Putting figures on the table: where each may be put, and where it had best be."""

from __future__ import annotations

from ....core.naming import Preview
from ....core.state import Posture
from ....core.structs import replace
from ....mechanics.deployment import Start
from ....space import table_edges
from ....space.shapes import middle_of_box
from ....space.terrain import Polygon
from ..checks import edges, lines
from ..events.rounds import Deployed
from ..records import Play
from ..records.model import namer
from ..records.position import layout


def start_within(play: Play, who: int, key: str, prompt: str, ground: Polygon) -> Start:
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
        worth_facing=[middle_of_box(edges.zone(play, 1 - seat))],
        name=namer(play),
    )
    size = play.world.kits[who].size
    at = replace(play.state.records[who].at, posture=int(Posture.UP), height=size.height)
    return question.previewed(Preview(notes=lambda to: lines.outlook(play, who, at.moved_to(to))))


def back_edge(play: Play, seat: int, who: int) -> Polygon:
    """The strip in which a base touches its side's edge of the table, or nearly so."""
    depth = 2 * play.state.records[who].at.radius
    return table_edges.strip(play.world.board, edges.own_edge(play, seat), depth)


def put_down(play: Play, who: int, spot: tuple[int, ...]) -> None:
    """A figure takes its place."""
    x, y, z = spot
    play.happen(Deployed(who, x, y, z, play.world.kits[who].size.height))
