"""Scenarios: which engagement is fought, where, by whom and how long, as a file says it.

What an engagement asks for and what it earns is the book's; ``docs/parties.md`` describes the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.errors import BadData, nearest
from ....core.profile import Id, Inches, kind_in, known, read_document, read_row
from ....space.board import Board
from . import catalogue
from .catalogue import Setting, fits
from .roster import RULESET, Roster, total

Engagement: TypeAlias = Literal[
    "escort", "ambush", "reinforcements", "supply-drop", "battleground", "point-defense", "roll"
]
Seat: TypeAlias = Literal["", "red", "blue"]
Spot: TypeAlias = tuple[Inches, Inches]

SEATS = ("red", "blue")
ENGAGEMENTS: tuple[Engagement, ...] = (
    "escort", "ambush", "reinforcements", "supply-drop", "battleground", "point-defense"
)  # fmt: skip
"""In the order of the die that is rolled for them."""


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
    engagement: Engagement
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


def parse_scenario(text: str, source: str) -> Scenario:
    """A scenario from its text; `source` is what messages call it.  `BadData` for the first thing that is wrong."""
    document = read_document(text, source)
    kind_in(document, source, ("scenario",))
    scenario = read_row(document, source, Scenario)
    for objection in _objections(scenario, source):
        raise objection
    return scenario


def _objections(scenario: Scenario, source: str) -> Iterator[BadData]:
    if scenario.ruleset != RULESET:
        yield BadData(source, "ruleset", repr(scenario.ruleset), repr(RULESET))
    if scenario.zones[0] == scenario.zones[1]:
        yield BadData(source, "zones", f"{scenario.zones[0]!r} twice", "two zones")
    for key, id in (("civilian", scenario.civilian), ("dead", scenario.risen), ("beast", scenario.beast)):
        profile = catalogue.profiles()[known(id, catalogue.profiles(), source, key, "a profile")]
        if not fits(profile.setting, scenario.setting):
            yield BadData(source, key, repr(id), f"a profile of the {scenario.setting} setting")


# ---- what it needs ---------------------------------------------------------------------------------------------------


def fitted(
    scenario: Scenario, source: str, board: Board, board_source: str, rosters: Sequence[tuple[Roster, str]]
) -> Scenario:
    """The scenario, once it is sure that board and rosters are fit for it.  Raises `BadData`."""
    zones = [zone.name for zone in board.zones]
    for name in scenario.zones:
        if name not in zones:
            has = f"a deployment zone of {board_source}: {', '.join(zones) or 'it has none'}"
            raise BadData(source, "zones", repr(name) + nearest(name, zones), has)
    for number, (x, y) in enumerate(scenario.crates, 1):
        if not (0 <= x <= board.width and 0 <= y <= board.depth):
            raise BadData(source, f"crates[{number}]", "a spot off the table", f"a spot on {board_source}")
    for roster, where in rosters:
        if roster.setting != scenario.setting:
            raise BadData(where, "setting", repr(roster.setting), f"{scenario.setting!r}, for {scenario.id} is of it")
        if scenario.points and total(roster) > scenario.points:
            found = f"a party for {total(roster)} points"
            raise BadData(where, "points", found, f"one for at most {scenario.points}, which {scenario.id} allows")
    return scenario


MARKERS: dict[str, dict[str, type]] = {
    "chest": {"name": str, "lock": int, "heavy": bool},
    "crate": {"name": str, "lock": int, "heavy": bool},
    "objective": {"name": str},
    "lever": {"name": str},
}
"""The markers of a board that this game knows, and what can be said of each."""


def check_markers(board: Board, source: str) -> None:
    """Raises `BadData` for a marker that this game does not know, or that is told what it does not know."""
    for number, marker in enumerate(board.markers, 1):
        where = f"marker[{number}]"
        allowed = MARKERS[known(marker.kind, MARKERS, source, f"{where}.kind", "a marker of this game")]
        for key, value in marker.params.items():
            known(key, allowed, source, f"{where}.params", f"what can be said of a {marker.kind}")
            if type(value) is not allowed[key]:
                raise BadData(source, f"{where}.params.{key}", _shown(value), _TYPES[allowed[key]])


_TYPES: dict[type, str] = {str: "text in quotes", int: "a whole number", bool: "true or false"}


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)
