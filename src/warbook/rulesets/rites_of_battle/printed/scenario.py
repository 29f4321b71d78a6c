"""Scenarios: what the fight is about, where, and how long, as a file says it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.profile import Id, Parser, known
from ....mechanics.markers import MarkerKinds, check_markers
from ....mechanics.scenario import Seat, check_zone
from ....space.board import Board
from . import catalogue
from .catalogue import Skill
from .roster import RULESET, Roster

Aim: TypeAlias = Literal["hold", "machine", "nemesis", "rout"]
"""What a scenario is about: to hold a zone, to work a machine and get out, to take a nemesis, or the last side that can
act."""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a scenario: its roster and its zone.  `surprised` sides are placed first and roll initiative with so
    many setback dice; `arrives` is the round in which the members named in `late` come on."""

    roster: str
    zone: str
    surprised: Annotated[int, Meta(ge=0, le=2)] = 0
    late: tuple[str, ...] = ()
    arrives: Annotated[int, Meta(ge=1, le=20)] = 1


Worth: TypeAlias = Literal["", "action", "maneuver", "incidental"]
"""What a check takes."""


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """Work on a machine: so many actions, then a check of `skill` against `difficulty` dice.  Where the number of
    `actions` (0) or what the check is `worth` ("") is left out, the game master may say it."""

    marker: str
    skill: Skill = "tech-use"
    difficulty: Annotated[int, Meta(ge=0, le=5)] = 2
    actions: Annotated[int, Meta(ge=0, le=9)] = 0
    worth: Worth = ""


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fought over.  `red` is the squad, `blue` the adversaries.

    `goal` is the zone that is held or got out by; `needed` how many rounds it must be held, or how many must get out.
    `nemesis` is the member of the adversaries who is to be taken.  `dark` squares of concealment, `gravity` (-3 to 3)
    and `airless` say what the place is like, `hazard` is the damage of its dangerous ground in each round.
    """

    kind: Literal["scenario"]
    id: Id
    title: str
    summary: str
    ruleset: str
    board: str
    about: Aim
    red: Side
    blue: Side
    rounds: Annotated[int, Meta(ge=1, le=20)] = 8
    goal: str = ""
    needed: Annotated[int, Meta(ge=0, le=20)] = 0
    task: Task | None = None
    nemesis: str = ""
    concealment: Annotated[int, Meta(ge=0, le=3)] = 0
    gravity: Annotated[int, Meta(ge=-3, le=3)] = 0
    airless: bool = False
    hazard: Annotated[int, Meta(ge=0, le=20)] = 0
    bands: Annotated[tuple[int, ...], Meta(min_length=5, max_length=5)] = (1, 6, 12, 24, 36)
    visitor: str = "red-fiend"

    @property
    def hinders(self) -> bool:
        """Whether the place makes anything harder."""
        return self.concealment > 0 or self.gravity > 0

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides by seat."""
        return self.red, self.blue


_NOWHERE = Side(roster="", zone="")
SCENE = Scenario("scenario", "scene", "A scene", "", RULESET, "", "rout", _NOWHERE, _NOWHERE, rounds=0)
"""What a scene of tests is played in: nothing is fought over, and it has no end."""
SEATED: tuple[Seat, ...] = ("red", "blue")


def _objections(scenario: Scenario, source: str) -> Iterator[BadData]:
    if scenario.red.zone == scenario.blue.zone:
        yield BadData(source, "blue.zone", f"{scenario.blue.zone!r} twice", "two zones")
    for about, key, found in (
        (("hold", "machine"), "goal", scenario.goal),
        (("machine",), "task", scenario.task),
        (("nemesis",), "nemesis", scenario.nemesis),
    ):
        if scenario.about in about and not found:
            yield BadData(source, key, "nothing", f"one, for the scenario is about {scenario.about!r}")
    if scenario.about == "hold" and not 1 <= scenario.needed <= scenario.rounds:
        yield BadData(source, "needed", f"{scenario.needed} of {scenario.rounds} rounds", f"1 to {scenario.rounds}")
    if sorted({*scenario.bands}) != [*scenario.bands]:
        yield BadData(source, "bands", f"{list(scenario.bands)}", "five numbers of squares, each larger than the last")
    known(scenario.visitor, catalogue.profiles(), source, "visitor", "a profile")


parse_scenario = Parser(Scenario, RULESET, _objections)
"""A scenario from its text.  Raises `BadData` for the first thing that is wrong."""


# ---- what it needs ---------------------------------------------------------------------------------------------------


def check_scenario(
    scenario: Scenario, source: str, board: Board, board_source: str, rosters: Sequence[tuple[Roster, str]]
) -> None:
    """Raises `BadData` where board or rosters are not fit for the scenario."""
    for name, side, (roster, where) in zip(SEATED, scenario.sides, rosters, strict=True):
        check_zone(side.zone, source, f"{name}.zone", board, board_source)
        ids = sorted(member.id for member in roster.members)
        for late in side.late:
            known(late, ids, source, f"{name}.late", f"a member of {where}")
    if scenario.goal:
        check_zone(scenario.goal, source, "goal", board, board_source)
    adversaries, where = rosters[1]
    if scenario.nemesis:
        known(
            scenario.nemesis, [member.id for member in adversaries.members], source, "nemesis", f"a member of {where}"
        )
    heads = len(rosters[0][0].members)
    if scenario.about == "machine" and not 1 <= scenario.needed <= heads:
        raise BadData(source, "needed", f"{scenario.needed} of {heads} who can get out", f"1 to {heads}")
    if scenario.task:
        terminals = sorted(marker.id for marker in board.markers if marker.kind == "terminal")
        known(scenario.task.marker, terminals, source, "task.marker", f"a terminal of {board_source}")


MARKERS: MarkerKinds = {
    "cover": {"name": str},
    "terminal": {"name": str, "skill": str, "difficulty": int, "actions": int, "worth": str},
    "crate": {"name": str, "gear": str},
    "mount": {"name": str, "is": str},
    "gun": {"name": str, "weapon": str},
}
"""The markers of a board that this game knows, and what can be said of each."""


def check_board(board: Board, source: str) -> None:
    """Raises `BadData` for a marker that this game does not know, or that names what is not in its tables."""
    check_markers(board, source, MARKERS)
    tables: dict[str, tuple[Collection[str], str]] = {
        "is": (catalogue.mounts(), "a mount"), "weapon": (catalogue.weapons(), "a weapon"),
        "gear": (catalogue.gear(), "gear"), "skill": (catalogue.skills(), "a skill"),
        "worth": (get_args(Worth), "what a check takes"),
    }  # fmt: skip
    for number, marker in enumerate(board.markers, 1):
        needs = {"mount": {"is": ""}, "gun": {"weapon": ""}}.get(marker.kind, {})
        for key, value in (needs | dict(marker.params)).items():
            if key in tables:
                rows, what = tables[key]
                known(str(value), rows, source, f"marker[{number}].params.{key}", what)
