"""Laying out a battle: from the texts of scenario, board and rosters to the first position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ....core.ruleset import Ruleset
from ....core.state import Placement, Posture, Record
from ....space.board import Board
from ....space.boardfile import read_board
from ....space.shapes import bounds
from ....space.terrain import Lift as BoardLift
from ....space.terrain import Marker
from .. import printed
from ..printed.markers import check_markers
from ..printed.roster import Member, Roster, parse_roster
from ..printed.scenario import fitted, parse_scenario
from ..records.fighters import STANDING_HEIGHT, Fighter, Status
from ..records.things import Cache, Casket, Door, Lift, Trap, Vehicle
from ..records.world import Kit, State, Turn, World

Text = tuple[str, str]
"""A text and what messages call it."""
MARKERS: dict[str, type[Record]] = {
    "casket": Casket,
    "ammo-cache": Cache,
    "booby-trap": Trap,
    "vehicle": Vehicle,
}
MARKER_RADIUS = 492  # a 25 mm base
MARKER_HEIGHT = 400
VEHICLE_RADIUS = 1250
VEHICLE_HEIGHT = 1500
DOOR_WOUNDS = 4


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
    fitted(scenario, scenario_text[1], board, board_text[1])
    rosters = [parse_roster(*text) for text in roster_texts]
    kits, records, names = _muster(rosters)
    records += board_things(board, len(records), names)
    sides = tuple(tuple(f.id for f in records if f.owner == seat) for seat in range(len(rosters)))
    world = World(board, tuple(kits), names, tuple(r.title for r in rosters), scenario, sides)
    return world, tuple(records)


def _muster(rosters: list[Roster]) -> tuple[list[Kit], list[Any], dict[int, str]]:
    """Every fighter of every side: its kit, its record off the table, its name."""
    kits: list[Kit] = []
    records: list[Any] = []
    names: dict[int, str] = {}
    for seat, roster in enumerate(rosters):
        numbers = {member.id: len(kits) + n for n, member in enumerate(roster.fighters)}
        for member in roster.fighters:
            number, kit = len(kits), kit_of(member, numbers)
            kits.append(kit)
            names[number] = member.name
            records.append(new_fighter(number, seat, kit))
    return kits, records, names


def kit_of(member: Member, numbers: Mapping[str, int]) -> Kit:
    """What a member of a roster is and carries; `numbers` are the ids of the roster's fighters in the battle."""
    profile = printed.fighters()[member.profile]
    return Kit(
        name=member.name,
        profile=profile,
        weapons=tuple(printed.weapons()[id] for id in member.weapons),
        accessories=tuple(frozenset(member.accessories.get(id, ())) for id in member.weapons),
        armour=tuple(printed.armour()[id] for id in member.armour),
        wargear=frozenset((*profile.wargear, *member.wargear)),
        skills=frozenset((*profile.skills, *member.skills)),
        owner=numbers.get(member.owner, -1),
    )


def new_fighter(number: int, seat: int, kit: Kit) -> Fighter:
    """A fighter at the start of a battle, not yet on the table."""
    return Fighter(
        id=number,
        owner=seat,
        profile=kit.profile.id,
        at=Placement(0, 0, 0, 0, 1, kit.profile.base // 2, STANDING_HEIGHT, Posture.AWAY),
        status=Status.OUT,
        wounds=kit.profile.w,
        deployed=False,
    )


# ---- doors and markers -----------------------------------------------------------------------------------------------


def board_things(board: Board, first: int, names: dict[int, str]) -> list[Record]:
    """Doors, markers and lifts of the board as records, numbered after the fighters."""
    found: list[Record] = [*_doors(board, first, names)]
    for number, marker in enumerate(board.markers, first + len(found)):
        names[number] = str(marker.params.get("name", f"the {marker.id} {marker.kind}".replace("-", " ")))
        found.append(_thing(marker, number))
    for number, lift in enumerate(board.lifts):
        names[first + len(found)] = f"the {lift.id.replace('-', ' ')}"
        found.append(_lift(lift, first + len(found), number))
    return found


def _lift(lift: BoardLift, id: int, number: int) -> Lift:
    west, south, east, north = bounds(lift.polygon)
    at = Placement((west + east) // 2, (south + north) // 2, lift.levels[0], 0, 1, 0, 0, Posture.AWAY)
    return Lift(id=id, owner=-1, profile="lift", at=at, number=number, level=lift.levels[0])


def _doors(board: Board, first: int, names: dict[int, str]) -> Iterator[Door]:
    for number, door in enumerate(board.doors):
        x1, y1, x2, y2 = door.line
        names[first + number] = f"the {door.id.replace('-', ' ')}"
        yield Door(
            id=first + number,
            owner=-1,
            profile="door",
            at=Placement((x1 + x2) // 2, (y1 + y2) // 2, door.z, 0, 1, 0, door.height, Posture.AWAY),
            number=number,
            state="locked" if door.state == "vault" else door.state,
            vault=door.state == "vault",
            wounds=door.wounds or DOOR_WOUNDS,
        )


def _thing(marker: Marker, number: int) -> Record:
    # A parked vehicle is a body that hides what is behind it; the other things are stepped over and seen past.
    size = (MARKER_RADIUS, MARKER_HEIGHT, Posture.AWAY)
    if marker.kind == "vehicle":
        size = (VEHICLE_RADIUS, VEHICLE_HEIGHT, Posture.UP)
    at = Placement(*marker.at, 0, 1, *size)
    told = {key: value for key, value in marker.params.items() if key != "name"}
    return MARKERS[marker.kind](id=number, owner=-1, profile=marker.kind, at=at, **told)
