"""Booby traps that go off."""

from __future__ import annotations

from ....core.dice import D6
from ..checks import trap_reach
from ..events.moments import ActionDone, TrapTriggered, VehicleActionDone
from ..events.things import ThingGone
from ..records import Play, Trap, actor_of
from ..records.effects import begin_effect
from . import blasts


def spring(play: Play, triggered: TrapTriggered) -> None:
    """A die is rolled for the trap: 1 it was a dud, 2-3 nothing happens, 4-6 it goes off."""
    who = triggered.trap
    trap = play.state.records[who]
    if not isinstance(trap, Trap) or not trap.there:
        return  # it went off meanwhile
    if play.world.edition.traps_at_end_of_action:
        if trap_reach.is_met(play, who):
            return
        leave_alone(play, who)
    face: int = play.roll(D6, "trap", "The trap")
    if face == 1:
        play.happen(ThingGone(who))
    elif face >= 4:
        explode(play, who)


def leave_alone(play: Play, trap: int) -> None:
    """A trap is triggered no more in the activation that goes on."""
    actor = play.state.turn.actor
    if actor >= 0:
        begin_effect(play, "trap-met", actor, "activation", trap)


def trigger_at_end_of_action(play: Play, done: ActionDone | VehicleActionDone) -> None:
    """Whoever ends an action near a trap triggers it, in some editions: a vehicle too."""
    actor = actor_of(play, done.who)
    if play.world.traps and actor.on_table:
        for trap in trap_reach.triggered_at_end(actor, actor.at):
            play.reach(TrapTriggered(trap))


def explode(play: Play, who: int) -> None:
    """A trap goes off where it lies, and is gone."""
    trap = play.state.record(Trap, who)
    play.happen(ThingGone(who))
    blasts.detonate(play, play.world.edition.library.traps[trap.kind].profile, trap.at.spot, -1)
