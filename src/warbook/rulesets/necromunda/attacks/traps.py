"""Booby traps that go off."""

from __future__ import annotations

from ....core.dice import D6
from ..checks import trap_reach
from ..events.moments import ActionDone, DriveEnded, TrapTriggered, VehicleActionDone
from ..events.things import ThingGone
from ..harm.strikes import Hit
from ..records import Driver, Play, Trap, actor_of
from ..records.effects import begin_effect
from ..records.position import near_by, things
from . import blasts, upgrade_hits, victims


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
    goes_off(play, who)


def goes_off(play: Play, who: int) -> bool:
    """Whether the die for a trap says so, and it does."""
    face: int = play.roll(D6, "trap", "The trap")
    if face == 1:
        play.happen(ThingGone(who))
    elif face >= 4:
        explode(play, who)
    return face >= 4


def leave_alone(play: Play, trap: int) -> None:
    """A trap is triggered no more in the activation that goes on."""
    actor = play.state.turn.actor
    if actor >= 0:
        begin_effect(play, "trap-met", actor, "activation", trap)


def trigger_at_end_of_action(play: Play, done: ActionDone | VehicleActionDone) -> None:
    """Whoever ends an action near a trap triggers it, in some editions: a vehicle too."""
    if not (play.world.traps and play.world.edition.traps_at_end_of_action):
        return
    actor = actor_of(play, done.who)
    if actor.on_table:
        for trap in trap_reach.triggered_at_end(actor, actor.at):
            play.reach(TrapTriggered(trap))


def trigger_on_the_way(play: Play, ended: DriveEnded) -> None:
    """A vehicle triggers the traps that its drive has come within 2" of, once it is over: what goes off behind it hits
    it all the same, and whoever stands on it."""
    driver, start = Driver(play, ended.who), ended.stretches[0].poses[0]
    for trap in [trap for trap in things(play, Trap) if trap.there] if play.world.traps else ():
        near_at_start = near_by(play, trap.at, start, trap_reach.TRAP_REACH)
        if near_at_start or trap_reach.is_met(play, trap.id) or not driver.on_table:
            continue
        if not play.state.record(Trap, trap.id).there:
            continue  # another has set it off
        if not upgrade_hits.passed(play, trap.at, ended.stretches, trap_reach.TRAP_REACH):
            continue
        leave_alone(play, trap.id)
        profile = play.world.edition.library.traps[trap.kind].profile
        under = blasts.beneath(play, trap.at.spot, profile.value("blast"))
        if goes_off(play, trap.id) and play.option["traps-hit-who-drives-on"]:
            hit = Hit(profile, way="blast" if profile.has("blast") else "shot", origin=trap.at.spot)
            for who in (driver.id, *driver.aboard):
                if who not in under and blasts.is_model(play, who):
                    victims.resolve_hits(play, who, hit)


def explode(play: Play, who: int) -> None:
    """A trap goes off where it lies, and is gone."""
    trap = play.state.record(Trap, who)
    play.happen(ThingGone(who))
    blasts.detonate(play, play.world.edition.library.traps[trap.kind].profile, trap.at.spot, -1)
