"""The end of an action: the attacks that were pledged against it, what is due, and the fallen.

Who falls is taken off in the aftermath, so that Counter-Charge and Fight! still strike; Fire! does not.  What follows
from each of these is listed in `consequences`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....core.decision import Choose
from ....core.events import Moment
from ..events.deeds import Settled, Struck
from ..events.figures import Fell
from ..events.moments import CounterChargeDue, FightDue, FireDue, KnockOverDue, PointLossDue, PushDue
from ..events.rounds import Drained
from ..records import NOBODY, Due, DueKind, Interrupt, Play, Pledge
from ..records.model import namer
from ..records.position import fallen_figures, in_play, under_way
from . import falling

PLEDGE_DUE: dict[Interrupt, Callable[[Pledge], Moment]] = {
    "counter-charge": CounterChargeDue,
    "fight": FightDue,
    "fire": FireDue,
}
"""The moment at which each kind of attack that was pledged is made."""


def close_action(play: Play) -> None:
    """Queues the end of every action: the attacks that were pledged, then the aftermath."""
    play.then(answers)
    play.then(aftermath)


def answers(play: Play) -> None:
    """The attacks that were pledged, in any order that their side likes.  Attacks on a figure that has fallen are
    left out."""
    deed = under_way(play)
    owed = [p for p in deed.pledges if p.kind in PLEDGE_DUE and p.who not in deed.done]
    waiting = [p.who for p in owed if in_play(play, p.against)]
    if not waiting:
        return
    seat = play.state.records[waiting[0]].owner
    ours = [who for who in waiting if play.state.records[who].owner == seat]
    who = play.pick(seat, Choose("answer", "Whose interrupt is resolved next?", lambda: ours, named=namer(play)))
    play.then(answer, who)
    play.then(answers)


def answer(play: Play, who: int) -> None:
    """One pledged attack.  A figure that has fallen in this action still makes its Counter-Charge or Fight!, but not
    its Fire!."""
    deed = under_way(play)
    pledge, figure = deed.pledged(who), play.state.records[who]
    assert pledge is not None
    play.happen(Struck(who))
    if not figure.here:
        return
    play.reach(PLEDGE_DUE[pledge.kind](pledge))


def aftermath(play: Play) -> None:
    """What is due happens, except to those who have fallen; then the fallen are taken off."""
    for due in under_way(play).due:
        if in_play(play, due.who):
            play.reach(FALLS_DUE[due.kind](due))
    play.then(take_off_fallen)


FALLS_DUE: dict[DueKind, Callable[[Due], Moment]] = {"push": PushDue, "knock": KnockOverDue, "lose-ap": PointLossDue}
"""The moment of each kind of thing that waits for the end of the action."""


def lose_points(play: Play, moment: PointLossDue) -> None:
    """Held points are lost, as many as there are."""
    due = moment.due
    figure = play.state.records[due.who]
    if figure.ap > 0:
        play.happen(Drained(due.who, min(figure.ap, due.amount)))


def knock_over_at_end(play: Play, moment: KnockOverDue) -> None:
    """A figure that was hit hard enough is knocked over."""
    falling.knock_over(play, moment.due.who)


def take_off_fallen(play: Play) -> None:
    """Everybody without wounds left is taken off, and the action is over."""
    take_off(play, fallen_figures(play))
    play.happen(Settled())


def take_off(play: Play, fallen: Iterable[int], by: int = NOBODY) -> None:
    """Those who have fallen are incapacitated, all at once.  `by` did it if no action is under way that says who
    did."""
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
