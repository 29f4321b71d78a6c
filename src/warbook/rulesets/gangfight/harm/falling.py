"""Falls: down to the next floor, and over onto the ground."""

from __future__ import annotations

from ....core.length import INCH
from ....space.movement import Point, floor_below, landing, settle
from ..checks import defence, dice, luck
from ..events.movement import Dropped, KnockedOver
from ..records import NOBODY, Model, Play
from ..records.position import layout
from . import wounding

SOFTENS = 4  # the number for the armour dice of a fall


def knock_over(play: Play, who: int) -> None:
    """A figure that stands is knocked over, one that clings to a face falls off it; one that lies stays so."""
    figure = play.state.records[who]
    if figure.here and figure.wounds > 0 and figure.face is not None:
        fall(play, who)
        figure = play.state.records[who]
    if figure.here and figure.wounds > 0 and not figure.down:
        play.happen(KnockedOver(who))


def fall(play: Play, who: int, toward: tuple[int, int] | None = None) -> None:
    """Down to the next floor below: off the face that it clings to, or over the edge before it."""
    figure = play.state.records[who]
    at, board = figure.at, play.world.board
    if figure.face is not None or not board.on_floor(at.x, at.y, at.z):
        foot = (at.x, at.y, floor_below(board, at.x, at.y, at.z))
    else:
        below = landing(board, layout(play), who, toward)
        foot = below.spot
    come_down(play, who, foot, at.z - foot[2])


def fall_over_edge(play: Play, who: int, toward: tuple[int, int]) -> None:
    """Over the edge before it; before a gap that its base does not fit into it stays there."""
    if has_room_to_fall(play, who, toward):
        fall(play, who, toward)
    else:
        play.note(who, "its base does not fit into the gap: it stays at the edge")


def has_room_to_fall(play: Play, who: int, toward: tuple[int, int]) -> bool:
    """Whether a base fits in where it would fall, no further from the edge than twice its width."""
    at, board, rows = play.state.records[who].at, play.world.board, layout(play)
    spot = landing(board, rows, who, toward).spot
    if (spot[0] - at.x) ** 2 + (spot[1] - at.y) ** 2 > (4 * at.radius + INCH // 10) ** 2:
        return False
    return settle(board, rows, who, spot, bodies=False, limit=0) == spot


def come_down(play: Play, who: int, foot: Point, depth: int, harmless: int = 0) -> None:
    """A figure comes down; deeper than what is harmless, it crashes."""
    spot = settle(play.world.board, layout(play), who, foot) or foot
    play.happen(Dropped(who, *spot, depth))
    if depth > harmless:
        crash(play, who, depth)


def crash(play: Play, who: int, depth: int) -> None:
    """A wound for every 2" of a fall, armour against them, and it lies there."""
    taken = depth // (play.option["fall-inches"] * INCH)
    if taken == 0:
        return
    model = Model(play, who)
    save, again = defence.to_save(play, model, SOFTENS), luck.armour_rerolls(play, who)
    wounding.wound(play, who, play.dice(dice.saved, save, taken, max(1, model.record.wounds), who, again), NOBODY)
    knock_over(play, who)
