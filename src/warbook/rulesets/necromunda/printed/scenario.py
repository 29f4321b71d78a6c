"""Scenarios: what is fought over, where, how long, and what earns points, as a file says it.

The book leaves all of this to the campaign, so scenarios are ours; ``docs/scenarios.md`` describes the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.length import INCH
from ....core.profile import Id, Inches, Parser, known
from ....mechanics.markers import MarkerKinds, check_markers
from ....mechanics.scenario import SEATS, Seat, check_zone
from ....space.board import Board
from ....space.shapes import contains
from .library import Library
from .roster import Roster

Scoring: TypeAlias = Literal["casualties", "caskets", "survivors", "goal"]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a scenario: the roster it ships with, its deployment zone or zones, what earns points for it alone,
    whether it fights on its home turf, and how many of its fighters start the battle, in the order of the roster (0:
    all); the others are reinforcements."""

    roster: str
    zone: str | tuple[str, ...]
    scoring: tuple[Scoring, ...] = ()
    home_turf: bool = False
    crew: Annotated[int, Meta(ge=0, le=50)] = 0

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of its deployment zones."""
        return (self.zone,) if isinstance(self.zone, str) else self.zone


class Casualty(Struct, frozen=True, forbid_unknown_fields=True):
    """The points for an enemy out of action, by the role of its profile, and for a vehicle that is wrecked or gone."""

    leader: Score = 3
    champion: Score = 2
    specialist: Score = 2
    brute: Score = 2
    ganger: Score = 1
    prospect: Score = 1
    juve: Score = 1
    dweller: Score = 1
    beast: Score = 0
    vehicle: Score = 3


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """What everything is worth.

    `opened` goes to whoever opens a casket, at once; `held` is for each casket, or ammo cache that was in one, that a
    side alone stands within an inch of at the end; `survivor` for each of one's own still on the table and not down;
    `reached` for each that stands in a goal, `arrived` for each vehicle there; `field` for being the only
    side left that can fight.
    """

    casualty: Casualty = Casualty()
    opened: Score = 1
    held: Score = 2
    survivor: Score = 1
    reached: Score = 2
    arrived: Score = 4
    field: Score = 3


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fought over, where and how long.

    `rounds` is the last round.  `attacker` is red, blue or nobody's.  `first` is the side that deploys all of its
    fighters first (nobody: the sides take turns), `keep_apart` how far from enemies the others must stay.  `goal` names
    the zones that fighters earn points in; `scoring` is what earns both sides points; `dark` starts in darkness.
    `environment` is what a badzone is like that it is fought in, `events` says that events befall it; `rolling_road`
    that it is fought on a road that rolls by.
    """

    kind: Literal["scenario"]
    id: Id
    title: str
    summary: str
    ruleset: str
    board: str
    red: Side
    blue: Side
    rounds: Annotated[int, Meta(ge=1, le=20)] = 8
    attacker: Seat = ""
    first: Seat = ""
    keep_apart: Inches = 0
    goal: tuple[str, ...] = ()
    dark: bool = False
    environment: str = ""
    events: bool = False
    rolling_road: bool = False
    scoring: tuple[Scoring, ...] = ("casualties",)
    points: Points = Points()

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides by seat."""
        return self.red, self.blue

    def scores(self, seat: int) -> tuple[Scoring, ...]:
        """What earns a side points."""
        return (*self.scoring, *self.sides[seat].scoring)


def _objections(scenario: Scenario, source: str) -> Iterator[BadData]:
    for name, side in zip(SEATS, scenario.sides, strict=True):
        if not side.zones:
            yield BadData(source, f"{name}.zone", "no zone", "the name of at least one deployment zone of the board")
    bound = [name for seat, name in enumerate(SEATS) if "goal" in scenario.scores(seat)]
    if bound and not scenario.goal:
        yield BadData(source, "goal", "no zone", f"the zones that {' and '.join(bound)} must reach")
    if scenario.keep_apart < 0:
        yield BadData(source, "keep_apart", "less than nothing", "0 or more inches")


def scenario_parser(ruleset: str) -> Parser[Scenario]:
    """What reads the scenarios of an edition."""
    return Parser(Scenario, ruleset, _objections)


def check_scenario(
    library: Library,
    scenario: Scenario,
    source: str,
    board: Board,
    board_source: str,
    rosters: Sequence[tuple[Roster, str]],
) -> None:
    """Raises `BadData` where the board has not everything that the scenario names.  Any two rosters are fit for any
    scenario."""
    if scenario.environment:
        known(scenario.environment, library.environments, source, "environment", "an environment of this edition")
    if scenario.rolling_road and not library.vehicles:
        raise BadData(source, "rolling_road", "true", "false: this edition has no vehicles")
    if scenario.events and not library.badzone_events:
        raise BadData(source, "events", "true", "false: this edition has no events of badzones")
    places = [(f"{name}.zone", side.zones) for name, side in zip(SEATS, scenario.sides, strict=True)]
    for where, names in (*places, ("goal", scenario.goal)):
        for name in names:
            check_zone(name, source, where, board, board_source)
    wanted = any("caskets" in scenario.scores(seat) for seat in (0, 1))
    if wanted and not any(marker.kind == "casket" for marker in board.markers):
        raise BadData(board_source, "marker", "no casket", f"a casket at least, for {scenario.id} scores caskets")


MOST_ORDNANCE, ORDNANCE_REACH = 2, 12 * INCH
IN_PITS, IN_AREAS = (
    ("compactor", "furnace", "sludge-vat"),
    ("collapsed-section", "flooded-passage", "sewer", "toxic-sludge"),
)
MARKERS: MarkerKinds = {
    "casket": {"name": str, "wounds": int},
    "ammo-cache": {"name": str},
    "booby-trap": {"name": str, "kind": str},
    "vehicle": {"name": str, "wounds": int, "toughness": int},
}
"""The markers of a board that all editions know, and what can be said of each."""


def check_board(library: Library, board: Board, source: str) -> None:
    """Raises `BadData` for a marker that this game does not know, or of which the board says what it does not know."""
    pieces = {
        kind: {**dict.fromkeys(("name", *row.says), str), **dict.fromkeys(row.flags, bool)}
        for kind, row in library.pieces.items()
    }
    check_markers(board, source, {**MARKERS, **pieces})
    controlled = ("ancient", *["lifts"] * bool(board.lifts), *(m.id for m in board.markers if m.kind in pieces))
    if (found := sum(marker.kind == "ordnance" for marker in board.markers)) > MOST_ORDNANCE:
        raise BadData(source, "marker", f"{found} pieces of ordnance", f"at most {MOST_ORDNANCE}")
    pits = [area.polygon for area in board.areas if area.kind == "pitfall"]
    for number, marker in enumerate(board.markers, 1):
        x, y, _ = marker.at
        away = (2 * x - board.width) ** 2 + (2 * y - board.depth) ** 2
        if marker.kind == "ordnance" and away > (2 * ORDNANCE_REACH) ** 2:
            raise BadData(
                source, f"marker[{number}].at", f'ordnance {isqrt(away) / (2 * INCH):.1f}" from the centre',
                'a place within 12" of the centre of the board',
            )  # fmt: skip
        if marker.kind in IN_PITS and not any(contains(polygon, x, y) for polygon in pits):
            raise BadData(source, f"marker[{number}].at", f"a {marker.kind} on firm ground", "a place in a pitfall")
        if marker.kind in IN_AREAS and not any(contains(a.polygon, x, y) for a in board.areas if a.kind != "pitfall"):
            raise BadData(source, f"marker[{number}].at", f"a {marker.kind} outside any area", "a place in an area")
        if marker.kind == "booby-trap":
            trap = str(marker.params.get("kind", "frag-trap"))
            known(trap, library.traps, source, f"marker[{number}].params.kind", "a kind of trap")
        if marker.kind in ("console", "terminal"):
            named = str(marker.params.get("controls", ""))
            what = '"lifts", "ancient", or the id of a piece of terrain with rules of its own'
            known(named, controlled, source, f"marker[{number}].params.controls", what)
