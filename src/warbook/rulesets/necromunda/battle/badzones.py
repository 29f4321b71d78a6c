"""The course of events in a badzone: what befalls it, for how long, and what that does in which phase."""

from __future__ import annotations

from ....core.dice import D6
from ..attacks import fumes
from ..checks import badzones
from ..events.badzones import BadzoneEventBegan, BadzoneEventEnded, EnvironmentChanged
from ..events.fighters import ConditionGained
from ..events.moments import ChargeEnds, PriorityRolled, RoundEnding
from ..events.rounds import DarknessFell, DarknessLifted
from ..harm import injury
from ..harm.saves import SURROUNDINGS
from ..harm.strikes import Strike
from ..harm.taken_home import D66
from ..printed.tables import BadzoneEvent
from ..records import Badzone, Model, Play, Status
from ..records.position import enemies_met, fighters
from . import creatures, deployment, misfortunes

LONGEST = 3  # rounds
SPARK = Strike(strength=1, ap=0, damage=1)


def begin_round_later(play: Play, rolled: PriorityRolled) -> None:
    """After the roll for priority something may befall a badzone; that is a step of its own."""
    if play.world.badzone >= 0:
        play.then(befall)


def befall(play: Play) -> None:
    """Where nothing is in force two dice say what befalls the badzone; then what is in force does what it does each
    round."""
    if not badzones.event(play):
        begin(play, draw(play))
    match badzones.event(play):
        case "gunk-tank":
            for fighter in fighters(play):
                if fighter.status is not Status.OUT and play.roll(D6, "gunk", "Gunked on a 1", fighter.id) == 1:
                    play.happen(ConditionGained(fighter.id, "gunked"))
        case "mutant-tribe":
            misfortunes.ambush(play)


def draw(play: Play) -> BadzoneEvent:
    """The event that two dice name; where that was the last one too (at some tables any before), the one
    that comes in its place."""
    tens, units = play.roll(D66, "badzone", "What befalls the badzone")
    known = play.world.edition.library.badzone_events
    rows = known.values()
    drawn = next(row for row in rows if row.low <= 10 * tens + units <= row.high)
    seen = play.state.record(Badzone, play.world.badzone).seen
    counted = seen if play.option["no-event-comes-twice"] else seen[-1:]
    if all(drawn.id not in (before, known[before].kind_of) for before in counted):
        return drawn
    return next(row for row in rows if row.repeat == ("odd" if tens % 2 else "even"))


def begin(play: Play, event: BadzoneEvent) -> None:
    """Something befalls the badzone; what is over at once does not stay."""
    who = play.world.badzone
    kinds = [row for row in play.world.edition.library.badzone_events.values() if row.kind_of == event.id]
    if kinds:
        face = play.roll(D6, "badzone.kind", f"{event.name}: which")
        event = next(row for row in kinds if face in row.faces)
    play.happen(BadzoneEventBegan(who, event.id, event.name, play.state.turn.round))
    if not event.discard:
        play.happen(BadzoneEventEnded(who, event.name))
    fumes.vent(play)
    creatures.invade(play, event.id)
    if event.id == "shutdown" and not play.state.turn.dark:
        play.happen(DarknessFell(play.world.edition.sight_in_dark[0]))
    if event.id == "dome-collapse":
        for fighter in fighters(play):
            play.then(go_to_ground, fighter.id)
        play.then(rebuild)


def go_to_ground(play: Play, who: int) -> None:
    """The ground shakes: it is pinned, unless it is engaged."""
    injury.pin(play, Model(play, who))


def rebuild(play: Play) -> None:
    """A die says what the badzone is like now that its dome has come down."""
    face = play.roll(D6, "environment", "What the badzone is like now")
    now = next(row for row in play.world.edition.library.environments.values() if row.roll == face)
    play.happen(EnvironmentChanged(play.world.badzone, now.id, now.name))


def spark(play: Play, ends: ChargeEnds) -> None:
    """In a static storm a charger and those whom it comes into contact with strike sparks from one another."""
    if badzones.befallen_by(play, "static-storm"):
        touched = enemies_met(play, ends.charger)
        for who in (ends.charger, *touched) if touched else ():
            injury.strike(play, Model(play, who), SPARK, 1, -1, SURROUNDINGS)


def end_phase_later(play: Play, ending: RoundEnding) -> None:
    """In the end phase what befalls a badzone does what it does then, and may be over: steps of their own."""
    ends = {"critter-swarm": misfortunes.swarm, "witchs-lair": misfortunes.bewitch}
    if now := badzones.event(play):
        if now in ends:
            play.then(ends[now])
        creatures.prowl_later(play)
        play.then(pass_over)


def reinforce_later(play: Play, ending: RoundEnding) -> None:
    """Whoever has climbed out of the depths comes back as a reinforcement, each in a step of its own."""
    for effect in play.state.effects:
        if effect.name == "regrouping":
            play.then(deployment.arrive, effect.on)


def pass_over(play: Play) -> None:
    """A die says whether the event in force is over; after three whole rounds it is."""
    badzone = play.state.record(Badzone, play.world.badzone)
    event = play.world.edition.library.badzone_events[badzone.event]
    lasted = play.state.turn.round - badzone.since + 1
    why = f"{event.name}, over on {event.discard}+"
    if lasted < LONGEST and play.roll(D6, "badzone.over", why) < event.discard:
        return
    play.happen(BadzoneEventEnded(badzone.id, event.name))
    creatures.vanish(play)
    if event.id == "shutdown" and play.state.turn.dark and not play.world.scenario.dark:
        play.happen(DarknessLifted())
