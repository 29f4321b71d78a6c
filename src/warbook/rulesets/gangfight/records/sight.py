"""Who sees whom past terrain and past Large and Huge figures: from the top third of the viewer, from three heights, and
where nothing is seen from its middle, from either side of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....core.state import Placement
from ....space.board import Board, per_board
from ....space.sight import visible
from .position import here, lasting, layout, per_position
from .world import Play

SKY = 1 << 40  # nothing hangs as high


def seen_among(play: Play, viewer: int, whom: list[int]) -> list[int]:
    """Those of some figures that a figure does not lose behind terrain or behind Large and Huge figures."""
    me = play.state.records[viewer].at
    seen, high = _seen_from(play, viewer, whom, me.height), with_high_heads(play)
    if high and len(seen) < len(whom):
        for height in eyes(me)[1:]:
            unseen = [who for who in whom if who not in seen and (viewer in high or who in high)]
            if unseen:
                seen += _seen_from(play, viewer, unseen, height)
    return seen


def is_seen(play: Play, viewer: int, whom: int) -> bool:
    """Whether a figure does not lose another behind terrain or behind Large and Huge figures."""
    return any(_seen_from(play, viewer, [whom], height) for height in heights_to_look_from(play, viewer, whom))


def _seen_from(play: Play, viewer: int, whom: list[int], height: int) -> list[int]:
    """Those of some figures that are seen from one height: from the middle of the viewer, at some tables from beside it
    too."""
    beside = play.option["sight-from"] == "body"
    seen = visible(layout(play), play.world.board, viewer, whom, height, play.world.small, beside=beside)
    return [who for who, _ in seen]


def eyes(at: Placement) -> tuple[int, ...]:
    """How high above its floor a figure looks from, in thousandths: the top of its top third, which looks over more
    than any other height; the foot of it, which looks out below what hangs low; and its middle, for what does both."""
    return (at.height, at.height * 2 // 3, at.height * 5 // 6)


def heights_to_look_from(play: Play, viewer: int, whom: int) -> tuple[int, ...]:
    """The heights from which a figure may see more of another than from the others."""
    me = play.state.records[viewer].at
    return (me.height,) if with_high_heads(play).isdisjoint((viewer, whom)) else eyes(me)


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
