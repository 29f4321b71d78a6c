"""Harm: wounds are marked at once, and what follows from them waits for the end of the action.

In the aftermath pushes, knock-overs and lost points are applied and the fallen are taken off; then come the tests of
nerve and what the scenario makes of it (see `consequences`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...core.events import Moment
from . import climbing
from .events.deeds import Owed, Settled
from .events.figures import Fell, Wounded
from .events.moments import KnockOverDue, PointLossDue, PushDue
from .events.movement import KnockedOver
from .events.rounds import Drained
from .model import Play, here, in_play, under_way
from .records import NOBODY, Due, Figure


def wound(play: Play, whom: int, wounds: int, by: int) -> None:
    """Marks wounds that somebody (or nobody: -1) has dealt."""
    if wounds > 0:
        play.happen(Wounded(whom, wounds, by))
    else:
        play.note(whom, "it takes no wound")


def owe(play: Play, kind: str, who: int, by: int = NOBODY, amount: int = 0, spare: int = 0) -> None:
    """Leaves something for the end of the action."""
    play.happen(Owed(Due(kind, who, by, amount, spare)))


# ---- the end of an action --------------------------------------------------------------------------------------------


def aftermath(play: Play) -> None:
    """What is due happens, but to nobody who has fallen; then the fallen are taken off."""
    for due in under_way(play).due:
        if in_play(play, due.who):
            play.reach(FALLS_DUE[due.kind](due))
    play.then(take_off_fallen)


FALLS_DUE: dict[str, Callable[[Due], Moment]] = {"push": PushDue, "knock": KnockOverDue, "lose-ap": PointLossDue}
"""The moment of each kind of thing that waits for the end of the action."""


def lose_points(play: Play, moment: PointLossDue) -> None:
    """Held points are lost, as many as there are."""
    due = moment.due
    figure: Figure = play.state.records[due.who]
    if figure.ap > 0:
        play.happen(Drained(due.who, min(figure.ap, due.amount)))


def knock_over_at_end(play: Play, moment: KnockOverDue) -> None:
    """Who was hit too hard goes over."""
    knock_over(play, moment.due.who)


def knock_over(play: Play, who: int) -> None:
    """A figure that stands is knocked over, one that clings to a face falls off it; one that lies stays so."""
    figure: Figure = play.state.records[who]
    if figure.here and figure.wounds > 0 and figure.face is not None:
        climbing.fall(play, who)
        figure = play.state.records[who]
    if figure.here and figure.wounds > 0 and not figure.down:
        play.happen(KnockedOver(who))


# ---- the fallen ------------------------------------------------------------------------------------------------------


def take_off_fallen(play: Play) -> None:
    """Everybody without wounds left is taken off, and the action is over."""
    take_off(play, [f.id for f in here(play) if f.wounds <= 0])
    play.happen(Settled())


def take_off(play: Play, fallen: Iterable[int], by: int = NOBODY) -> None:
    """Those who have fallen are incapacitated, all at once.  `by` did it, where no action is under way that knows
    better."""
    play.happen_together([Fell(who, killer_of(play, who, by)) for who in fallen])


def killer_of(play: Play, who: int, otherwise: int) -> int:
    """Who made somebody fall in the action under way: whose wounds it had, else the enemy whose action it is."""
    deed = play.state.turn.deed
    if deed is None:
        return otherwise
    killer, records = deed.felled_by(who), play.state.records
    if killer == NOBODY and records[deed.leader].owner != records[who].owner:
        return deed.leader
    return killer if killer != NOBODY else otherwise
