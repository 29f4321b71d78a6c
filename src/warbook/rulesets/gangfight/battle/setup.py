"""Laying out a battle: from the texts of scenario, board and rosters to the first position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ....core.length import INCH
from ....core.ruleset import Ruleset
from ....core.state import Placement, Posture
from ....space.board import Board
from ....space.boardfile import read_board
from ..checks import edges
from ..printed import catalogue
from ..printed.roster import (
    Member,
    Roster,
    abilities_of,
    armour_of,
    charm_of,
    leader_of,
    parse_roster,
    price,
    profile_of,
    weapons_of,
)
from ..printed.scenario import Scenario, check_markers, fitted, parse_scenario
from ..records.state import NOBODY, Figure, State, Thing, Turn
from ..records.world import Kit, World

Text = tuple[str, str]
"""A text and what messages call it."""

GRAVES = 16
"""How many of the dead that walk there are: who has fallen may rise once more."""


# ---- from texts to a table -------------------------------------------------------------------------------------------


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[World, State]:
    """The world and the first position of a battle.  Raises `BadData` for a text that does not say what it should."""
    rosters = tuple(_text(roster) for roster in content["rosters"])
    world, records = _laid_out(_text(content["scenario"]), _text(content["board"]), rosters)
    return world, State(list(records), Turn())


def _text(given: Mapping[str, str]) -> Text:
    return given["text"], given["source"]


@lru_cache(maxsize=16)
def _laid_out(scenario_text: Text, board_text: Text, roster_texts: tuple[Text, ...]) -> tuple[World, tuple[Any, ...]]:
    """The world, and every record before anybody is deployed.  The battles of a match share them: nothing in them ever
    changes, and what has been worked out about a board stays with it."""
    scenario, board = parse_scenario(*scenario_text), read_board(*board_text)
    check_markers(board, board_text[1])
    rosters = [parse_roster(*text) for text in roster_texts]
    fitted(
        scenario,
        scenario_text[1],
        board,
        board_text[1],
        [(r, t[1]) for r, t in zip(rosters, roster_texts, strict=True)],
    )
    kits = [[kit_of(member, roster) for member in roster.members] for roster in rosters]
    wards, neutrals = kits_of_scenario(scenario)
    everybody = (*kits[0], *kits[1], *wards, *neutrals)
    owners = (*[0] * len(kits[0]), *[1] * len(kits[1]), *[NOBODY] * len(wards), *[2] * len(neutrals))
    records: list[Any] = [new_figure(n, owners[n], kit) for n, kit in enumerate(everybody)]
    names = {number: kit.name for number, kit in enumerate(everybody)}
    records += board_things(board, len(records), names)
    records += crates(scenario, board, len(records), names)
    sides = tuple(tuple(n for n, owner in enumerate(owners) if owner == seat) for seat in (0, 1, 2))
    civilians = tuple(n for n, owner in enumerate(owners) if owner == NOBODY)
    parties = tuple(roster.title for roster in rosters)
    return World(board, everybody, names, parties, scenario, sides, civilians), tuple(records)


def kit_of(member: Member, roster: Roster) -> Kit:
    """What a member of a roster is and carries."""
    return Kit(
        name=member.name,
        profile=profile_of(member),
        weapons=weapons_of(member, roster.setting),
        armour=armour_of(member),
        charm=charm_of(member),
        perks=frozenset(member.perks),
        abilities=abilities_of(member, roster.setting),
        spells=member.spells,
        leader=member.id == leader_of(roster),
        price=price(member),
    )


def kits_of_scenario(scenario: Scenario) -> tuple[list[Kit], list[Kit]]:
    """Those whom a scenario brings: civilians where they may be escorted; the beast, and the dead that may walk."""
    escort = scenario.engagement in ("escort", "roll")
    wards = [_stock(scenario.civilian, f" {n}") for n in range(1, scenario.civilians + 1)] if escort else []
    return wards, [_stock(scenario.beast, ""), *(_stock(scenario.risen, f" {n}") for n in range(1, GRAVES + 1))]


def _stock(id: str, suffix: str) -> Kit:
    """The kit of one whom a scenario brings: its profile alone."""
    profile = catalogue.profiles()[id]
    return Kit(name=profile.title + suffix, profile=profile, abilities=profile.abilities, price=profile.points)


def new_figure(number: int, seat: int, kit: Kit) -> Figure:
    """A figure at the start of a battle, not yet on the table."""
    return Figure(
        id=number,
        owner=seat,
        profile=kit.profile.id,
        at=Placement(0, 0, 0, 0, 0, kit.size.base // 2, kit.size.height, Posture.AWAY),
        wounds=kit.en,
    )


# ---- doors, chests and crates ----------------------------------------------------------------------------------------

THING_RADIUS = 492  # a 25 mm base
THING_HEIGHT = 1000
DOOR_LOCK = 4  # what a lock asks for where the board does not say
CRATES = (-12 * INCH, 0, 12 * INCH)  # of a Supply Drop, along the middle line from the middle of the table


def board_things(board: Board, first: int, names: dict[int, str]) -> list[Thing]:
    """Doors and markers of the board as records, numbered after the figures."""
    found = list(_doors(board, first, names))
    for number, marker in enumerate(board.markers, first + len(found)):
        told = dict(marker.params)
        names[number] = str(told.pop("name", f"the {marker.id} {marker.kind}".replace("-", " ")))
        lock, heavy = int(told.get("lock", 0)), bool(told.get("heavy", False))
        found.append(_thing(number, marker.kind, marker.at, lock, heavy))
    return found


def _doors(board: Board, first: int, names: dict[int, str]) -> Iterator[Thing]:
    for number, door in enumerate(board.doors):
        x1, y1, x2, y2 = door.line
        locked = door.state in ("locked", "vault")
        names[first + number] = f"the {door.id.replace('-', ' ')}"
        yield Thing(
            id=first + number,
            owner=NOBODY,
            profile="door",
            at=Placement((x1 + x2) // 2, (y1 + y2) // 2, door.z, 0, 1, 0, door.height, Posture.AWAY),
            kind="door",
            state="locked" if locked else door.state,
            lock=DOOR_LOCK if locked else 0,
            number=number,
        )


def _thing(number: int, kind: str, at: tuple[int, int, int], lock: int = 0, heavy: bool = False) -> Thing:
    place = Placement(*at, 0, 1, THING_RADIUS, THING_HEIGHT, Posture.AWAY)
    state = "locked" if lock else "closed"
    return Thing(id=number, owner=NOBODY, profile=kind, at=place, kind=kind, state=state, lock=lock, heavy=heavy)


def crates(scenario: Scenario, board: Board, first: int, names: dict[int, str]) -> list[Thing]:
    """What a Supply Drop drops; where the engagement is still to be rolled it may never come down."""
    if scenario.engagement not in ("supply-drop", "roll"):
        return []
    middle = (board.width // 2, board.depth // 2)
    south_north = edges.edge_along(board, scenario.zones[0]) in (edges.SOUTH, edges.NORTH)
    spots = scenario.crates or [
        (middle[0] + n, middle[1]) if south_north else (middle[0], middle[1] + n) for n in CRATES
    ]
    found = []
    for number, (x, y) in enumerate(spots):
        names[first + number] = f"supply crate {number + 1}"
        crate = _thing(first + number, "crate", (x, y, 0))
        found.append(replace(crate, profile="supply", state="gone"))
    return found
