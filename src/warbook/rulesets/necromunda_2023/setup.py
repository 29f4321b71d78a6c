"""Laying out a battle: from the texts of scenario, board and rosters to the world and the first position, and deployment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...core.profile import read_one
from ...core.ruleset import Ruleset
from ...core.state import Placement, Posture, Record
from ...space.board import Board
from ...space.decisions import Place
from ...space.terrain import Zone
from . import printed
from .model import (
    STANDING_HEIGHT,
    Cache,
    Casket,
    Door,
    Fighter,
    Kit,
    Play,
    State,
    Status,
    Trap,
    Turn,
    Vehicle,
    World,
    layout,
)
from .events import Deployed, PhaseBegan
from .roster import Member, Roster, parse_roster


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a scenario: the roster it ships with, and the deployment zone it has."""

    roster: str
    zone: str


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fought over, where and how long.

    `attacker` is red, blue or nobody's; `dark` starts the battle in darkness; `scoring` names what earns points
    (casualties, caskets, survivors), `rounds` is the last round.
    """

    kind: str
    id: str
    title: str
    summary: str
    ruleset: str
    board: str
    red: Side
    blue: Side
    rounds: int = 8
    attacker: str = ""
    dark: bool = False
    scoring: tuple[str, ...] = ("casualties",)


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[World, State]:
    """The world and the first position of a battle."""
    scenario = read_one(content["scenario"]["text"], content["scenario"]["source"], Scenario)
    board = Board.parse(content["board"]["text"], content["board"]["source"])
    rosters = [parse_roster(r["text"], r["source"]) for r in content["rosters"]]
    kits, records, names = _muster(rosters)
    records += board_things(board, len(records), names)
    sides = tuple(tuple(f.id for f in records if f.owner == seat) for seat in range(len(rosters)))
    world = World(board, tuple(kits), names, tuple(r.title for r in rosters), scenario, sides)
    return world, State(records, Turn())


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
            records.append(fresh(number, seat, kit))
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


def fresh(number: int, seat: int, kit: Kit) -> Fighter:
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


def board_things(board: Board, first: int, names: dict[int, str]) -> list[Record]:
    """Doors and markers of the board as records, numbered after the fighters."""
    found: list[Record] = []
    for number, door in enumerate(board.doors):
        x1, y1, x2, y2 = door.line
        at = Placement((x1 + x2) // 2, (y1 + y2) // 2, door.z, 0, 1, 0, door.height, Posture.AWAY)
        names[first + len(found)] = f"the door {door.id}"
        state = "locked" if door.state == "vault" else door.state
        found.append(
            Door(
                id=first + len(found),
                owner=-1,
                profile="door",
                at=at,
                number=number,
                state=state,
                vault=door.state == "vault",
                wounds=door.wounds or 4,
            )
        )
    for marker in board.markers:
        kind = MARKERS.get(marker.kind)
        if kind is None:
            continue
        names[first + len(found)] = f"the {marker.kind} {marker.id}".replace("-", " ")
        at = Placement(*marker.at, 0, 1, MARKER_RADIUS, MARKER_HEIGHT, Posture.AWAY)
        found.append(kind(id=first + len(found), owner=-1, profile=marker.kind, at=at))
    return found


MARKER_RADIUS = 492  # a 25 mm base
MARKER_HEIGHT = 400
MARKERS: dict[str, type[Record]] = {
    "casket": Casket,
    "ammo-cache": Cache,
    "booby-trap": Trap,
    "vehicle": Vehicle,
}


def deploy(play: Play) -> None:
    """The sides take turns to put a fighter down in their zone, the larger side first; then the first round begins."""
    waiting = [[f.id for f in side_of(play, seat) if not f.deployed] for seat in (0, 1)]
    if not waiting[0] and not waiting[1]:
        play.happen(PhaseBegan("priority"))
        return
    seat = 0 if len(waiting[0]) >= len(waiting[1]) else 1
    who = waiting[seat][0]
    zone = zone_of(play, seat)
    prompt = f"Where does {play.world.names[who]} start?"
    x, y, z, fx, fy = play.ask(seat, Place("deploy", prompt, play.world.board, layout(play), who, zones=(zone.polygon,)))
    play.happen(Deployed(who, x, y, z, fx, fy))


def zone_of(play: Play, seat: int) -> Zone:
    """The deployment zone of a side."""
    scenario: Scenario = play.world.scenario
    name = (scenario.red, scenario.blue)[seat].zone
    return next(zone for zone in play.world.board.zones if zone.name == name)


def side_of(play: Play, seat: int) -> list[Fighter]:
    """The fighters of a side."""
    return [play.state.records[who] for who in play.world.sides[seat]]
