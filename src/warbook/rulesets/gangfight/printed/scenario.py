"""Scenarios: which engagement is fought, where, by whom and how long, as a file says it.

What an engagement asks for and what it earns is the book's; ``docs/parties.md`` describes the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.profile import Id, Inches, Parser, known
from ....mechanics.markers import MarkerKinds, check_markers
from ....mechanics.scenario import Seat, check_zone
from ....space.board import Board
from . import catalogue
from .catalogue import Setting, fits
from .roster import RULESET, Roster, total

Engagement: TypeAlias = Literal["escort", "ambush", "reinforcements", "supply-drop", "battleground", "point-defense"]
"""In the order of the die that is rolled for them."""
ENGAGEMENTS: tuple[Engagement, ...] = get_args(Engagement)
Spot: TypeAlias = tuple[Inches, Inches]


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a scenario: the roster that it ships with."""

    roster: str


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fought over, where and how long.

    `engagement` is one of the book's six, or the die's choice (roll).  `attacker` is red, blue, or whoever wins the
    roles.  `zones` names the two deployment zones of the board: that of red and that of blue, unless the defender may
    `choose_side`.  `points` is the most that either party may cost, 0 for what its roster allows.  `crates` are where
    those of a Supply Drop lie; `civilians` the profile and the number of those to be escorted, `dead` the profile of
    those that rise, `beast` that of the one that breaks in.
    """

    kind: Literal["scenario"]
    id: Id
    title: str
    summary: str
    ruleset: str
    setting: Setting
    board: str
    engagement: Literal[Engagement, "roll"]
    red: Side
    blue: Side
    rounds: Annotated[int, Meta(ge=1, le=20)] = 8
    attacker: Seat = ""
    zones: tuple[str, str] = ("south", "north")
    choose_side: bool = True
    points: Annotated[int, Meta(ge=0)] = 0
    crates: Annotated[tuple[Spot, ...], Meta(max_length=32)] = ()
    civilians: Annotated[int, Meta(ge=1, le=8)] = 4
    civilian: str = "civilian"
    dead: str = ""
    beast: str = "large-beast"

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides by seat."""
        return self.red, self.blue

    @property
    def risen(self) -> str:
        """The profile of the dead that walk: the scenario's, or that of its setting."""
        return self.dead or {"chronicle": "barrow-walker", "modern": "fevered"}[self.setting]


def _objections(scenario: Scenario, source: str) -> Iterator[BadData]:
    if scenario.zones[0] == scenario.zones[1]:
        yield BadData(source, "zones", f"{scenario.zones[0]!r} twice", "two zones")
    for key, id in (("civilian", scenario.civilian), ("dead", scenario.risen), ("beast", scenario.beast)):
        profile = catalogue.profiles()[known(id, catalogue.profiles(), source, key, "a profile")]
        if not fits(profile.setting, scenario.setting):
            yield BadData(source, key, repr(id), f"a profile of the {scenario.setting} setting")


parse_scenario = Parser(Scenario, RULESET, _objections)
"""A scenario from its text.  Raises `BadData` for the first thing that is wrong."""


# ---- what it needs ---------------------------------------------------------------------------------------------------


def check_scenario(
    scenario: Scenario, source: str, board: Board, board_source: str, rosters: Sequence[tuple[Roster, str]]
) -> None:
    """Raises `BadData` where board or rosters are not fit for the scenario."""
    for name in scenario.zones:
        check_zone(name, source, "zones", board, board_source)
    for number, (x, y) in enumerate(scenario.crates, 1):
        if not (0 <= x <= board.width and 0 <= y <= board.depth):
            raise BadData(source, f"crates[{number}]", "a spot off the table", f"a spot on {board_source}")
    for roster, where in rosters:
        if roster.setting != scenario.setting:
            raise BadData(where, "setting", repr(roster.setting), f"{scenario.setting!r}, for {scenario.id} is of it")
        if scenario.points and total(roster) > scenario.points:
            found = f"a party for {total(roster)} points"
            raise BadData(where, "points", found, f"one for at most {scenario.points}, which {scenario.id} allows")


MARKERS: MarkerKinds = {
    "chest": {"name": str, "lock": int, "heavy": bool},
    "crate": {"name": str, "lock": int, "heavy": bool},
    "objective": {"name": str},
    "lever": {"name": str},
}
"""The markers of a board that this game knows, and what can be said of each."""


def check_board(board: Board, source: str) -> None:
    """Raises `BadData` for a marker that this game does not know, or of which the board says what it does not know."""
    check_markers(board, source, MARKERS)
