"""Seats: how many sides a battle can have, and what is made for two of them alone.

The referee, records, undo, odds, players, the terminal and the tables take any number of sides.  What assumes two is
listed in `FOR_TWO`, and asks `must_be_for_two` before it begins.  Odds and the bots that search take every other side
for an opponent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from .errors import WarbookError

if TYPE_CHECKING:
    from .ruleset import Ruleset

MOST_AT_A_TABLE = 8
"""Sides that can sit at a table: what the messages of the protocol have room for.  A record may have more."""

MadeForTwo: TypeAlias = Literal["a simulation", "a scenario file"]

FOR_TWO: dict[MadeForTwo, str] = {
    "a simulation": "a red and a blue player meet and exchange their sides (`warbook.sim`)",
    "a scenario file": "it names the sides red and blue (`mechanics.scenario`, `mechanics.setup.table_from_files`)",
}
"""What assumes two sides, and why.  A game with more has something of its own in their place; so it has for what
`mechanics` offers about red and blue (`mechanics.result`)."""


def must_be_for_two(ruleset: Ruleset, what: MadeForTwo) -> None:
    """Raises `WarbookError` where a ruleset has more or fewer than the two sides that something is made for."""
    if ruleset.seats != 2:
        raise WarbookError(f"{ruleset.id} has {ruleset.seats} sides; {what} is for two: {FOR_TWO[what]}")


def must_fit_at_a_table(ruleset: Ruleset) -> None:
    """Raises `WarbookError` where more sides would sit at a table than the protocol has room for."""
    if ruleset.seats > MOST_AT_A_TABLE:
        raise WarbookError(f"{ruleset.id} has {ruleset.seats} sides; at a table there is room for {MOST_AT_A_TABLE}")
