"""What comes with the ruleset: scenarios, boards and gangs."""

from __future__ import annotations

from ....mechanics.shelf import TomlShelf
from . import profiles
from .reading import DATA
from .roster import Roster, parse_roster
from .scenario import check_board, check_scenario, parse_scenario


def roster_in_words(roster: Roster) -> str:
    """How many fighters a roster has, and of which gang."""
    return f"{len(roster.fighters)} fighters of {profiles.gangs()[roster.gang].name}"


SHELF = TomlShelf(DATA.path, parse_scenario, parse_roster, check_board, check_scenario, roster_in_words)
