"""Which traps a way comes too near to, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.length import INCH
from ....core.state import Placement
from ..records import Actor, Play, Trap
from ..records.position import near_by, things
from . import reach

TRAP_REACH = 2 * INCH


def traps_about(play: Play, at: Placement, legs: Sequence[Sequence[int]]) -> bool:
    """Whether a trap lies near a route that begins at a place: near the box around it."""
    if not play.world.traps:
        return False
    xs, ys = [at.x, *[leg[0] for leg in legs]], [at.y, *[leg[1] for leg in legs]]
    far = at.radius + TRAP_REACH
    west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    for trap in things(play, Trap):
        wide, x, y = trap.at.radius, trap.at.x, trap.at.y
        if trap.there and west <= x + wide and x - wide <= east and south <= y + wide and y - wide <= north:
            return True
    return False


def traps_met(play: Play, at: Placement, to: Placement) -> Iterator[tuple[int, int]]:
    """The traps that a straight way brings a model within 2" of: how far along it (in thousandths), and which."""
    for trap in things(play, Trap):
        if trap.there:
            where = reach.where_it_comes_near(play, at, to, trap.at, TRAP_REACH)
            if where >= 0:
                yield where, trap.id


def traps_beside(play: Play, at: Placement) -> list[int]:
    """The traps within 2" of a place, with nothing solid between."""
    if not play.world.traps:
        return []
    return [trap.id for trap in things(play, Trap) if trap.there and near_by(play, at, trap.at, TRAP_REACH)]


def is_met(play: Play, trap: int) -> bool:
    """Whether a trap can no longer be triggered in this activation."""
    actor = play.state.turn.actor
    return any(e.name == "trap-met" and e.on == actor and e.amount == trap for e in play.state.effects)


def triggered_at_end(model: Actor, at: Placement) -> list[int]:
    """The traps that a model triggers by ending an action at a place: none in editions where only coming near
    counts."""
    play = model.play
    if not play.world.edition.traps_at_end_of_action:
        return []
    return [trap for trap in traps_beside(play, at) if not is_met(play, trap)]
