"""What comes with an edition: scenarios, boards and gangs."""

from __future__ import annotations

from functools import partial

from ....core.profile import Parser
from ....mechanics.shelf import TomlShelf
from .library import SHARED, Library
from .roster import Roster
from .scenario import Scenario, check_board, check_scenario


def shelf_of(
    library: Library, parse_scenario: Parser[Scenario], parse_roster: Parser[Roster]
) -> TomlShelf[Scenario, Roster]:
    """The shelf of an edition: the folder of its library, in which scenarios, boards and gangs lie too."""
    return TomlShelf(
        library.path,
        parse_scenario,
        parse_roster,
        partial(check_board, library),
        partial(check_scenario, library),
        partial(_roster_in_words, library),
        SHARED,
    )


def _roster_in_words(library: Library, roster: Roster) -> str:
    """How many fighters a roster has, of which gang, and how many vehicles."""
    vehicles = len(roster.vehicles)
    with_them = f", {vehicles} vehicle{'s' * (vehicles != 1)}" if vehicles else ""
    return f"{len(roster.fighters)} fighters of {library.gangs[roster.gang].name}{with_them}"
