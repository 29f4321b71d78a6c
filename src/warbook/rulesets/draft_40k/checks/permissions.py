"""What a unit may do: one table for the states that it can be in, one for how it has moved in this turn.

A cell says `y` (yes), `n` (no), `s` (snap shots only) or `f` (only where a rule forces it).  Charging and disembarking
have columns of their own, since a limit on modes of movement does not limit them.  Every action of the game asks
`permitted` for its column; nothing else in the rules looks at states and modes to forbid something.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, cast, get_args

from ....core.action import Requirement
from ..records.state import Mode
from ..records.unit import Unit

Kind: TypeAlias = Literal[
    "advance", "faster", "charge", "disembark", "consolidate", "psychic", "shoot", "react", "residual"
]
"""What can be allowed: to move at all, to move faster than an advance, and so on."""
Cell: TypeAlias = Literal["y", "n", "s", "f"]
Row: TypeAlias = dict[Kind, Cell]
Condition: TypeAlias = Literal[
    "aboard", "suppressed-foot", "suppressed-hull", "falling-back", "locked", "shaken", "stunned", "immobilised",
    "dropped", "bailed",
]  # fmt: skip


def _rows(table: str) -> dict[str, Row]:
    """Reads a table that is written out."""
    head, *lines = (line.split() for line in table.strip().splitlines())
    columns = [cast(Kind, column) for column in head]
    assert set(columns) <= set(get_args(Kind)), columns
    return {name: dict(zip(columns, cast("list[Cell]", cells), strict=True)) for name, *cells in lines}


STATES = _rows("""
                 advance faster charge disembark consolidate psychic shoot react residual
aboard           n       n      n      y         n           y       y     n     n
suppressed-foot  n       n      n      n         f           n       s     y     n
suppressed-hull  y       n      n      y         f           n       s     y     y
falling-back     f       f      n      n         f           n       y     y     n
locked           n       n      n      n         f           y       n     n     n
shaken           y       y      y      y         y           n       n     y     y
stunned          n       n      n      y         f           n       n     n     y
immobilised      n       n      n      y         f           y       y     y     y
dropped          n       n      n      y         y           y       y     y     n
bailed           n       n      n      n         f           n       n     y     n
""")
"""By the state of a unit.  Whoever is in no such state may do everything."""

MODES = _rows("""
            charge consolidate psychic shoot react residual
stationary  y      y           y       y     y     y
advance     y      y           y       y     y     y
surge       y      y           y       n     y     n
fleet       y      n           n       n     y     n
flat-out    n      n           n       n     y     n
""")
"""By how it has moved in this turn.  What vehicles may fire stands in a table of their own (see `mounts`)."""

WORDS: dict[Condition, str] = {
    "aboard": "It must not be in a transport.",
    "suppressed-foot": "It must not be suppressed.",
    "suppressed-hull": "It must not be suppressed.",
    "falling-back": "It must not be falling back.",
    "locked": "It must not be locked in combat.",
    "shaken": "Its crew must not be shaken.",
    "stunned": "Its crew must not be stunned.",
    "immobilised": "It must not be immobilised.",
    "bailed": "It must not have got out in an emergency in this turn.",
    "dropped": "It must not have come from above in this turn.",
}
MODE_WORDS: dict[Mode, str] = {
    "stationary": "",
    "advance": "",
    "surge": "It must not have surged in this turn.",
    "fleet": "It must not have run as fast as it can in this turn.",
    "flat-out": "It must not have gone flat out in this turn.",
}


def conditions(unit: Unit) -> Iterator[Condition]:
    """The states that a unit is in, in the order of the table."""
    squad = unit.record
    if squad.where == "aboard":
        yield "aboard"
    if squad.morale == "suppressed":
        yield "suppressed-hull" if unit.sturdy else "suppressed-foot"
    elif squad.morale == "falling-back":
        yield "falling-back"
    if squad.locked:
        yield "locked"
    if unit.crewed:
        yield from unit.hull_conditions
    if squad.has("dropped"):
        yield "dropped"
    if squad.has("bailed"):
        yield "bailed"


def verdict(unit: Unit, kind: Kind, but: Condition | None = None) -> tuple[Cell, str]:
    """What the two tables say of something, `but` for one state: the worst cell, and the sentence that goes with it."""
    found: tuple[Cell, str] = ("y", "")
    for condition in conditions(unit):
        if condition == but:
            continue
        cell = cell_of(unit, condition, kind)
        if cell == "n":
            return cell, WORDS[condition]
        if cell != "y":
            found = cell, WORDS[condition]
    mode = unit.record.mode
    if kind == "react" and mode == "fleet" and unit.play.option["fleet-bars-reactions"]:
        return "n", MODE_WORDS[mode]
    if unit.record.has("moved") and not (kind == "shoot" and unit.crewed):
        smokes = kind == "residual" and mode == "surge" and unit.play.option["smoke-any-speed"]
        cell = "y" if smokes else MODES[mode].get(kind, "y")
        if cell == "n":
            return cell, MODE_WORDS[mode]
    return found


def cell_of(unit: Unit, condition: Condition, kind: Kind) -> Cell:
    """A cell of the first table, as this table of players has it."""
    option, cell = unit.play.option, STATES[condition][kind]
    if kind == "react":
        barred = (condition == "falling-back" and option["falling-back-bars-reactions"]) or (
            condition.startswith("suppressed") and not option["suppressed-react"]
        )
        return "n" if barred else "y" if condition == "stunned" and option["stunned-react"] else cell
    if condition == "falling-back" and kind == "shoot":
        return "s" if option["fall-back-fire"] == "snap" else cell
    if condition.startswith("suppressed") and not option["suppressed-hinders"]:
        return "y"
    return cell


def may(unit: Unit, kind: Kind) -> bool:
    """Whether a unit may do something of its own will."""
    return verdict(unit, kind)[0] in "ys"


def in_state_to(unit: Unit, kind: Kind) -> bool:
    """Whether no state of a unit is against something, however it has moved."""
    return all(cell_of(unit, condition, kind) in "ys" for condition in conditions(unit))


def permitted(kind: Kind, condition: str) -> Requirement[Unit]:
    """The requirement of an action that its column of the tables allows it; `condition` says so on the rules page."""

    def holds(unit: Unit) -> bool | str:
        cell, why = verdict(unit, kind)
        return cell in "ys" or why

    return Requirement(holds, condition)
