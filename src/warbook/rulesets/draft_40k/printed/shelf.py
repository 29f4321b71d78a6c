"""What comes with the ruleset: scenarios, boards and armies."""

from __future__ import annotations

from ....mechanics.shelf import TomlShelf
from . import catalogue
from .mustering import parse_roster
from .roster import force_in_words
from .scenario import check_board, check_scenario, parse_scenario

SHELF = TomlShelf(catalogue.DATA.path, parse_scenario, parse_roster, check_board, check_scenario, force_in_words)
