"""What comes with the ruleset: scenarios, boards and parties."""

from __future__ import annotations

from ....mechanics.shelf import TomlShelf
from . import catalogue
from .roster import Roster, parse_roster, total
from .scenario import check_board, check_scenario, parse_scenario


def roster_in_words(roster: Roster) -> str:
    """How many figures a party has, what they cost and where they belong."""
    cost = f"{total(roster)} of {roster.points} points"
    return f"{len(roster.members)} figures for {cost}, {roster.setting} setting"


SHELF = TomlShelf(catalogue.DATA.path, parse_scenario, parse_roster, check_board, check_scenario, roster_in_words)
