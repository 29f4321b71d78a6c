"""What odds can be asked about a fighter, a vehicle or a thing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.ruleset import Outcome
from ..printed.options import Options
from ..records import Casket, Condition, CrewedVehicle, Door, Fighter, State, Status
from . import bearing

Holds = Callable[[State, int], bool]


def _status(*statuses: Status) -> Holds:
    def holds(state: State, who: int) -> bool:
        record = state.records[who]
        return isinstance(record, Fighter) and record.status in statuses

    return holds


def _broken(state: State, who: int) -> bool:
    record = state.records[who]
    return isinstance(record, Fighter) and record.broken


def _out_of_ammo(state: State, who: int) -> bool:
    record = state.records[who]
    return isinstance(record, Fighter) and bool(record.out or record.jammed)


def _flesh_wounded(state: State, who: int) -> bool:
    record = state.records[who]
    return isinstance(record, Fighter) and record.flesh > 0


def _suffers(condition: Condition) -> Holds:
    def holds(state: State, who: int) -> bool:
        record = state.records[who]
        return isinstance(record, Fighter) and condition in record.conditions

    return holds


def _of_vehicles(
    id: str, title: str, so: Callable[[CrewedVehicle], bool], *, lasting: bool = False, steered: bool = False
) -> Outcome:
    """An outcome of a vehicle, on which Handling tests bear by themselves if it is `steered`."""

    def holds(state: State, who: int) -> bool:
        record = state.records[who]
        return isinstance(record, CrewedVehicle) and so(record)

    return Outcome(
        id,
        title,
        holds,
        lasting=lasting,
        alike=bearing.alike,
        remains=partial(bearing.remains, so, steered),
        apart=partial(bearing.apart, so, steered),
    )


def _open(state: State, who: int) -> bool:
    record = state.records[who]
    if isinstance(record, Door):
        return record.state in ("open", "gone")
    # An opened casket is a trap, a cache or an empty box from then on.
    return not isinstance(record, Fighter) and (not isinstance(record, Casket) or record.open)


OUTCOMES: tuple[Outcome, ...] = (
    Outcome("out-of-action", "is out of action", _status(Status.OUT), lasting=True),
    Outcome("seriously-injured", "is seriously injured", _status(Status.SERIOUS)),
    Outcome("injured", "is seriously injured or out of action", _status(Status.SERIOUS, Status.OUT)),
    Outcome("pinned", "is pinned", _status(Status.PINNED)),
    Outcome("down", "is pinned, seriously injured or out", _status(Status.PINNED, Status.SERIOUS, Status.OUT)),
    Outcome("flesh-wounded", "has a flesh wound", _flesh_wounded),
    Outcome("broken", "is broken", _broken),
    Outcome("burning", "is on fire", _suffers("blaze")),
    Outcome("webbed", "is webbed", _suffers("webbed")),
    _of_vehicles("wrecked", "is wrecked (a vehicle)", lambda v: v.wrecked, lasting=True),
    _of_vehicles("hull-damaged", "has lost hull points (a vehicle)", lambda v: v.hull_lost > 0, lasting=True),
    _of_vehicles(
        "stalled", "has stalled, and is no wreck (a vehicle)", lambda v: v.stalled and not v.wrecked, steered=True
    ),
    _of_vehicles("driver-wounded", "has a wounded driver (a vehicle)", lambda v: v.flesh > 0),
    _of_vehicles("driver-out", "has a driver who has blacked out (a vehicle)", lambda v: v.unconscious),
    Outcome("open", "is open (a door or a casket)", _open),
    Outcome("out-of-ammo", "has a weapon out of ammo", _out_of_ammo, of="actor"),
    Outcome("actor-out-of-action", "is out of action", _status(Status.OUT), lasting=True, of="actor"),
    Outcome("actor-injured", "is injured", _status(Status.SERIOUS, Status.OUT), of="actor"),
    Outcome("actor-pinned", "is pinned", _status(Status.PINNED), of="actor"),
    Outcome("standing", "is on its feet", _status(Status.STANDING), of="actor", welcome=True),
)

DECLARING = ("", "deploy", "activate", "next", "group", "action", "weapon", "target")  # what is asked before measuring


def withheld(options: Options, question: str) -> str:
    """Why odds are not told: at a table that measures after declaring, an action and its target must be named
    first."""
    if options["premeasure"] or question.rsplit(".", 1)[-1] not in DECLARING:
        return ""
    return (
        "This table measures only after declaring (option premeasure is off): odds are told once an action and its "
        "target are named.  A battle set up with --option premeasure=on tells them at any time."
    )
