"""Being somewhere else by no move of one's own: put down, put clear, arriving where traps are."""

from __future__ import annotations

from ....core.events import Moment
from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import Point, shove_clear
from ....space.placing import Place
from ..checks import trap_reach
from ..events.moments import TrapTriggered
from ..events.movement import Faced, Moved
from ..records import Model, Play, Status
from ..records.fighters import PRONE_HEIGHT
from ..records.position import board_now, enemies, layout, near_by

KEEP_CLEAR = 1 * INCH
HALF_INCH = 500


def arrive(play: Play, model: Model, to: Point, distance: int = 0) -> None:
    """It is somewhere else by no move of its own: traps that it comes near go off all the same."""
    before = model.at
    play.happen(Moved(model.id, *to, distance))
    if trap_reach.traps_about(play, before, (to,)):
        for _, trap in sorted(trap_reach.traps_met(play, before, model.at)):
            play.reach(TrapTriggered(trap))


def go_straight(play: Play, model: Model, to: Point, distance: int = 0) -> bool:
    """Pushed, dragged or thrown along a straight line: a trap goes off as soon as the model comes near it, and may end
    its way there.  Whether it got to the end."""
    start, gone, spot = model.at, 0, None
    if trap_reach.traps_about(play, start, (to,)):
        end = start.moved_to(to)
        for nears, trap in sorted(trap_reach.traps_met(play, start, end)):
            where = footing(play, start, to, nears)
            covered = distance * where // 1000
            spot = point_on_way(play, start, to, where)
            if not goes_on_after(play, model, spot, covered - gone, TrapTriggered(trap)):
                return stands_at(model, to)
            gone = covered
    if spot != to:
        play.happen(Moved(model.id, *to, distance - gone))
    return True


def goes_on_after(play: Play, model: Model, spot: Point, distance: int, moment: Moment) -> bool:
    """It gets as far as a place on its way where something is due.  Whether its way goes on then: it stands or lies
    there as before."""
    play.happen(Moved(model.id, *spot, distance))
    status = model.record.status
    play.reach(moment)
    return model.record.status is status and stands_at(model, spot)


def stands_at(model: Model, spot: Point) -> bool:
    """Whether it is on the table, at this very place."""
    at = model.at
    return model.on_table and at.spot == spot


def footing(play: Play, start: Placement, to: Point, where: int) -> int:
    """How far along a straight way (in thousandths) there is a floor again to stand on, from a place on it that may be
    over a gap."""
    lowest = min(start.z, to[2]) - HALF_INCH
    while where < 1000 and point_on_way(play, start, to, where)[2] < lowest:
        where += 1
    return where


def point_on_way(play: Play, start: Placement, to: Point, where: int) -> Point:
    """The point of a straight way over the floor so many thousandths along it."""
    if where >= 1000:
        return to
    x, y = start.x + (to[0] - start.x) * where // 1000, start.y + (to[1] - start.y) * where // 1000
    return (x, y, board_now(play).floor_below(x, y, max(start.z, to[2]) + HALF_INCH))


def put_down(play: Play, model: Model, where: Place) -> None:
    """Where its player puts it, and facing as that likes."""
    x, y, z, fx, fy = play.ask(model.owner, where)
    arrive(play, model, (x, y, z))
    if model.on_table:
        play.happen(Faced(model.id, fx, fy))


def displace(play: Play, model: Model, others: tuple[int, ...]) -> None:
    """Whoever ends a move it did not choose on top of others, or within an inch of an enemy, is put clear the
    shortest way."""
    if not model.on_table:
        return
    at, foes = model.at, kept_clear_of(model)
    if others or any(near_by(play, play.state.records[foe].at, at, KEEP_CLEAR - 1) for foe in foes):
        put_clear(play, model, foes)


def kept_clear_of(model: Model) -> list[int]:
    """The enemies from whom it ends an inch away after a move that it did not choose."""
    return [f.id for f in enemies(model.play, model.owner) if not _helpless(model, f.status)]


def put_clear(play: Play, model: Model, enemies_near: list[int]) -> None:
    """To the nearest place where it stands on nobody and against nothing, an inch from those enemies."""
    board, now = board_now(play), layout(play)
    spot = shove_clear(board, now, model.id, enemies_near, KEEP_CLEAR, walls_between=PRONE_HEIGHT)
    if spot is not None and spot != model.at.spot:
        arrive(play, model, spot)


def _helpless(model: Model, status: Status) -> bool:
    return model.serious or status is Status.SERIOUS
