"""Scenarios: the mission, how armies deploy, where, and how long, as a file says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.length import INCH, written
from ....core.profile import Id, Inches, Parser, known
from ....mechanics.scenario import Seat, check_zone
from ....space.board import Board
from ....space.terrain import AREA_CODES
from . import catalogue
from .roster import RULESET, Roster, total

Mission: TypeAlias = Literal["seize-ground", "capture-and-control", "annihilation"]
"""Markers in no man's land, D3+2 of them; one marker each; or a point for each unit destroyed."""
Deployment: TypeAlias = Literal["pitched", "spearhead", "dawn"]
"""A strip along each edge; opposite quarters, but for the middle; or two halves and only the first units, the rest on
the first turn, in the dark."""
TableEdge: TypeAlias = Literal["south", "north", "west", "east"]
Spot: TypeAlias = tuple[Inches, Inches]

APART = 12 * INCH
"""What is between markers, and between them and the edges."""
CLEAR = 12 * INCH
"""How far from the middle of the table a `spearhead` keeps."""
SPOTS: dict[Mission, int] = {"seize-ground": 5, "capture-and-control": 2, "annihilation": 0}
"""Places for markers that a mission needs."""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a scenario: its roster, the zone in which it deploys, and the edge that is its own, from which
    reserves come and to which those who fall back run."""

    roster: str
    zone: str
    edge: TableEdge


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fought over, where and how long.

    `markers` are the spots of the markers: for `seize-ground` five, of which the first D3+2 are used, for
    `capture-and-control` that of red and that of blue.  After the turn `rounds` a D6 is rolled at the end of each turn:
    the battle goes on at the numbers of `goes_on`, one turn for each.  `night` is how long the dark lasts: not at all,
    for the first turn, or always.  `first` has the first turn, or whoever wins the roll ("").  `points` is the most
    that either army may cost, 0 for what its roster allows.
    """

    kind: Literal["scenario"]
    id: Id
    title: str
    summary: str
    ruleset: str
    board: str
    mission: Mission
    deployment: Deployment
    red: Side
    blue: Side
    markers: tuple[Spot, ...] = ()
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    goes_on: Annotated[tuple[Annotated[int, Meta(ge=2, le=6)], ...], Meta(max_length=5)] = (3, 4)
    night: Literal["none", "first", "always"] = "none"
    first: Seat = ""
    points: Annotated[int, Meta(ge=0)] = 0

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides by seat."""
        return self.red, self.blue


_NOWHERE = Side(roster="", zone="", edge="south")
SCENE = Scenario(
    "scenario", "scene", "A scene", "", RULESET, "", "annihilation", "pitched",
    _NOWHERE, Side(roster="", zone="", edge="north"), rounds=0, goes_on=(),
)  # fmt: skip
"""What a scene of tests is played in: nothing is fought over, and it has no end."""


def _objections(scenario: Scenario, source: str) -> Iterator[BadData]:
    if scenario.red.zone == scenario.blue.zone:
        yield BadData(source, "blue.zone", f"{scenario.blue.zone!r} twice", "two zones")
    if scenario.red.edge == scenario.blue.edge:
        yield BadData(source, "blue.edge", f"{scenario.blue.edge!r} twice", "two edges")
    needed = SPOTS[scenario.mission]
    if len(scenario.markers) != needed:
        yield BadData(source, "markers", f"{len(scenario.markers)} of them", f"{needed} for {scenario.mission}")
    for (one, a), (two, b) in combinations(enumerate(scenario.markers, 1), 2):
        if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < APART**2:
            yield BadData(source, f"markers[{two}]", f"a spot near that of markers[{one}]", f"{written(APART)} between")


parse_scenario = Parser(Scenario, RULESET, _objections)
"""A scenario from its text.  Raises `BadData` for the first thing that is wrong."""


# ---- what it needs ---------------------------------------------------------------------------------------------------


def check_scenario(
    scenario: Scenario, source: str, board: Board, board_source: str, rosters: Sequence[tuple[Roster, str]]
) -> None:
    """Raises `BadData` where board or rosters are not fit for the scenario."""
    check_zone(scenario.red.zone, source, "red.zone", board, board_source)
    check_zone(scenario.blue.zone, source, "blue.zone", board, board_source)
    for number, (x, y) in enumerate(scenario.markers, 1):
        inside = min(x, y, board.width - x, board.depth - y)
        least = APART if scenario.mission == "seize-ground" else 0
        if inside < least:
            found = f"a spot {written(inside)} from the edge of {board_source}"
            raise BadData(source, f"markers[{number}]", found, f"{written(least)} at least")
    for roster, where in rosters:
        if scenario.points and total(roster) > scenario.points:
            found = f"an army for {total(roster)} points"
            raise BadData(where, "points", found, f"one for at most {scenario.points}, which {scenario.id} allows")


def check_board(board: Board, source: str) -> None:
    """Raises `BadData` for markers, and for ground that this game does not know."""
    if board.markers:
        raise BadData(source, "marker[1]", repr(board.markers[0].kind), "no markers: objectives are the scenario's")
    kinds = {ground.id for ground in catalogue.grounds().values() if not ground.piece}
    for number, area in enumerate(board.areas, 1):
        if area.kind not in AREA_CODES:
            known(area.kind, sorted(kinds), source, f"area[{number}].kind", "a kind of ground")
