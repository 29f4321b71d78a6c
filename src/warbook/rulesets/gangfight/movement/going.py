"""Going a way, and the free strikes of those whose reach it leaves or who see an opening."""

from __future__ import annotations

from collections.abc import Sequence

from ....space.movement import Point
from ..checks import lines, provoking, reach
from ..events.moments import FreeStrikeDrawn
from ..events.movement import Moved
from ..harm import aftermath
from ..records import Play


def strikes_on(play: Play, who: int, points: Sequence[Point], underfoot: Sequence[int] = ()) -> list[str]:
    """Who strikes at a figure that goes from point to point over those."""
    names = play.world.names
    by = (enemy for enemy in provoking.provokes(play, who, points) if enemy not in underfoot)
    return [f"draws a free strike from {names[enemy]}" for enemy in by if not reach.has_struck_free(play, enemy)]


def go_along(play: Play, who: int, points: Sequence[Point], by: tuple[int, ...], how: str = "moves") -> bool:
    """A figure goes its way.  Those enemies whose reach it leaves on it strike first: before it sets out, or where the
    table has it so as it leaves each of them.  Answers whether it has gone all of it."""
    if play.option["free-strikes-fall"] == "leaving":
        for spot, enemy in provoking.partings(play, who, points, by):
            _put_at(play, who, spot, how)
            if not gets_away(play, who, (enemy,)):
                return False
    elif not gets_away(play, who, by):
        return False
    _put_at(play, who, points[-1], how)
    return True


def gets_away(play: Play, who: int, by: tuple[int, ...]) -> bool:
    """The free strikes of those whom a figure is about to leave.  Answers whether it goes on: it has neither fallen nor
    stepped aside from one of them."""
    here = play.state.records[who].at
    if not free_strikes(play, who, by):
        return False
    if play.state.records[who].at == here:
        return True
    play.note(who, "it has stepped aside, and goes no further")
    return False


def _put_at(play: Play, who: int, spot: Point, how: str) -> None:
    """A figure is there now."""
    if play.state.records[who].at.spot != spot:
        play.happen(Moved(who, *spot, how))


def free_strikes(play: Play, who: int, by: tuple[int, ...]) -> bool:
    """Each of these enemies strikes for nothing, before the figure does what provoked them.  Answers whether the
    figure is still there; if it falls, it is taken off at once."""
    for enemy in by:
        if play.state.records[enemy].standing and lines.sees(play, enemy, who):
            play.reach(FreeStrikeDrawn(enemy, who))
        if play.state.records[who].wounds <= 0:
            aftermath.take_off(play, (who,), enemy)
            break
    left = play.state.records[who]
    return bool(left.here and left.wounds > 0)
