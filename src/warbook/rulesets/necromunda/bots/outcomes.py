"""What odds can be asked about a fighter."""

from __future__ import annotations

from collections.abc import Callable

from ....core.ruleset import Outcome
from ..printed.options import Options
from ..records import Casket, Condition, Door, Fighter, State, Status

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
    Outcome("open", "is open (a door or a casket)", _open),
    Outcome("out-of-ammo", "has a weapon out of ammo", _out_of_ammo, of="actor"),
    Outcome("actor-out-of-action", "is out of action itself", _status(Status.OUT), lasting=True, of="actor"),
    Outcome("actor-injured", "is injured itself", _status(Status.SERIOUS, Status.OUT), of="actor"),
    Outcome("actor-pinned", "is pinned itself", _status(Status.PINNED), of="actor"),
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
