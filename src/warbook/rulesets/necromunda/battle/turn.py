"""The round: priority, the action phase with its activations, the end phase.

`turn` is what the referee runs when nothing waits on the agenda: it looks at the phase and says what comes next."""

from __future__ import annotations

from collections.abc import Collection

from ....core.dice import SHOWN, Pool
from ....core.events import EffectsEnded
from ..actions import gear
from ..events.moments import PriorityRolled, RoundEnding
from ..events.rounds import PhaseBegan, Readied, RoundBegan
from ..events.vehicles import VehiclesReadied
from ..harm import conditions, falling, recovery
from ..records import Driver, Fighter, Play, State, Status
from ..records.position import crewed_vehicles, fighters, passengers
from . import activations, deployment, ending

PRIORITY = Pool(2, 6, SHOWN, "a D6 each")


def turn(play: Play) -> None:
    """What happens next."""
    now = play.state.turn
    match now.phase:
        case "setup":
            deployment.deploy(play)
        case "priority":
            priority_phase(play)
        case "action":
            activations.action_phase(play)
        case "end":
            end_phase(play)
        case _:
            raise AssertionError(f"nothing is next in phase {now.phase!r}")


def active_seat(state: State) -> int:
    """The seat whose step it is: that of the fighter in its activation, else the one to pick."""
    actor = state.turn.actor
    seat: int = state.records[actor].owner if actor >= 0 else state.turn.seat
    return seat


# ---- priority --------------------------------------------------------------------------------------------------------


def priority_phase(play: Play) -> None:
    """Each side rolls a die and the higher has priority; a tie passes it to the side that had it not, and is rolled
    again in the first round.  Then everybody is ready who is on the table."""
    now = play.state.turn
    red, blue = play.roll(PRIORITY, "priority", "Priority")
    while red == blue and now.priority < 0:
        red, blue = play.roll(PRIORITY, "priority", "Priority, again")
    first = 1 - now.priority if red == blue else int(blue > red)
    play.happen(RoundBegan(now.round + 1, first, play.world.gangs[first]))
    dazzled = {e.on for e in play.state.effects if e.name == "dazzled"}
    make_ready(play, dazzled)
    if dazzled:
        play.happen(EffectsEnded("readying"))
    play.reach(PriorityRolled(first))
    for seat in (first, 1 - first):
        if now.bottled[seat]:
            play.then(ending.voluntary_flight, seat)


# ---- who is ready ----------------------------------------------------------------------------------------------------


def make_ready(play: Play, dazzled: Collection[int] = ()) -> None:
    """Everybody is ready who is on the table, but for those whom a flash has dazzled."""
    inside = passengers(play.world, play.state)
    able = (f.id for f in fighters(play) if is_made_ready(f) or f.id in inside)
    play.happen(Readied(tuple(who for who in able if who not in dazzled)))
    hulls = (v.id for v in crewed_vehicles(play.world, play.state))
    if ready := tuple(who for who in hulls if Driver(play, who).alert and who not in dazzled):
        play.happen(VehiclesReadied(ready))


def is_made_ready(fighter: Fighter) -> bool:
    """Whether a fighter is made ready at the start of a round."""
    return fighter.status is not Status.OUT


# ---- the end phase ---------------------------------------------------------------------------------------------------


def end_phase(play: Play) -> None:
    """The end of a round, each part a step of its own, the side with priority first."""
    first = play.state.turn.priority
    seats = (first, 1 - first)
    play.then(conditions.lingering_effects)
    for part in (ending.bottle_check, ending.flee_battlefield, recovery.recovery, ending.rally):
        for seat in seats:
            play.then(part, seat)
    for effect in play.state.effects:
        if effect.name == "stimm":
            play.then(gear.wear_off, effect.on)
        elif effect.name == "down-a-pit":
            play.then(falling.climb_out, effect.on)
    play.reach(RoundEnding())
    for seat in seats:
        if deployment.reserve(play.world, play.state, seat):
            play.then(deployment.reinforce, seat)
    play.then(end_of_round)


def end_of_round(play: Play) -> None:
    """What lasted for the round ends; after the last round, or when a side is gone, so does the battle."""
    for moment in ("round", "reckoning"):
        play.happen(EffectsEnded(moment))
    conditions.end_of_round(play)
    if not ending.conclude(play):
        play.happen(PhaseBegan("priority"))
