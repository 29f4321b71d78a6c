"""Laying out a battle: from the texts of scenario, board and rosters to the first position."""

from __future__ import annotations

from typing import Any

from ....core.length import INCH
from ....core.ruleset import Ruleset
from ....core.state import Body, Placement, Posture
from ....core.structs import replace
from ....mechanics.cast import Cast, Role
from ....mechanics.setup import doors_of, markers_of, table_from_files
from ....mechanics.shelf import BattleFiles
from ....space import table_edges
from ....space.board import Board
from ..printed import catalogue
from ..printed.catalogue import Setting
from ..printed.roster import (
    Member,
    Roster,
    abilities_of,
    armour_of,
    charm_of,
    leader_of,
    price,
    profile_of,
    unknown_things,
    weapons_of,
)
from ..printed.scenario import Scenario
from ..printed.shelf import SHELF
from ..records import NEUTRAL, NOBODY, Figure, Kit, State, Thing, ThingKind, ThingState, Turn, World
from ..records.state import LYING, off_table

GRAVES = 16
"""How many of the dead that walk there are: a figure that has fallen may rise once more."""


# ---- figures ---------------------------------------------------------------------------------------------------------


def lay_out(files: BattleFiles[Scenario, Roster]) -> tuple[World, list[Body]]:
    """The world, and every record before anybody is deployed."""
    scenario, board, rosters = files.scenario, files.board, files.rosters
    kits = [
        [kit_of(member, roster.setting, leads=member.id == leader_of(roster)) for member in roster.members]
        for roster in rosters
    ]
    wards, neutrals = kits_of_scenario(scenario)
    everybody = (*kits[0], *kits[1], *wards, *neutrals)
    owners = (*[0] * len(kits[0]), *[1] * len(kits[1]), *[NOBODY] * len(wards), *[2] * len(neutrals))
    records: list[Body] = [new_figure(n, owners[n], kit) for n, kit in enumerate(everybody)]
    names = {number: kit.name for number, kit in enumerate(everybody)}
    records += board_things(board, len(records), names)
    records += crates(scenario, board, len(records), names)
    sides = tuple(tuple(n for n, owner in enumerate(owners) if owner == seat) for seat in (0, 1, 2))
    civilians = tuple(n for n, owner in enumerate(owners) if owner == NOBODY)
    parties = tuple(roster.title for roster in rosters)
    return World(board, everybody, names, parties, scenario, sides, civilians), records


table = table_from_files(SHELF, lay_out, Turn())
"""The world and the first position of a battle."""


def kit_of(member: Member, setting: Setting, *, leads: bool) -> Kit:
    """What a member of a roster is and carries in a setting, and whether it leads the party."""
    return Kit(
        name=member.name,
        profile=profile_of(member),
        weapons=weapons_of(member, setting),
        armour=armour_of(member),
        charm=charm_of(member),
        perks=frozenset(member.perks),
        abilities=abilities_of(member, setting),
        spells=member.spells,
        leader=leads,
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


# ---- scenes ----------------------------------------------------------------------------------------------------------


def scene(ruleset: Ruleset, cast: Cast) -> tuple[World, State]:
    """Any figures anywhere on a table, for tests: the attacker's first turn is under way, seat 0 attacks, and its
    figures have their points.  The sides come from the first two zones of the board.  Neutrals are models of seat 2;
    civilians are given as models of nobody, and belong to the defender.  Raises `BadData`."""
    kits = tuple(role.kit or kit_of_role(role) for role in cast.roles)
    names = cast.names
    records: list[Any] = [figure_of_role(role, kit) for role, kit in zip(cast.roles, kits, strict=True)]
    records += board_things(cast.board, len(records), names)
    sides = (cast.of(0), cast.of(1), cast.of(NEUTRAL))
    world = World(cast.board, kits, names, ("Red", "Blue"), None, sides, cast.of(NOBODY))
    zones = tuple(zone.name for zone in cast.board.zones[:2])
    return world, State(records, Turn(phase="play", round=1, attacker=0, sides=zones, neutrals=len(sides[NEUTRAL])))


def kit_of_role(role: Role) -> Kit:
    """What a figure of a scene is and carries, as a member of a party of the chronicle.  Raises `BadData`."""
    member = role.read(Member)
    for mistake in unknown_things(member, "the scene", role.name):
        raise mistake
    return kit_of(member, "chronicle", leads=member.leader)


def figure_of_role(role: Role, kit: Kit) -> Figure:
    """A figure of a scene on the table, on its feet or not; those of seat 0 are ready."""
    ready: dict[str, Any] = {"ap": kit.profile.iv, "activation": "ready"} if role.owner == 0 else {}
    figure = role.put(new_figure(role.id, 1 if role.owner == NOBODY else role.owner, kit), state="here", **ready)
    if figure.out or figure.state != "here":
        return replace(figure, at=off_table(figure.at))
    if figure.down:
        lying = min(LYING, kit.size.height)
        return replace(figure, at=replace(figure.at, posture=int(Posture.HELPLESS), height=lying))
    return figure


# ---- doors, chests and crates ----------------------------------------------------------------------------------------

THING_RADIUS = 492  # a 25 mm base
THING_HEIGHT = 1000
DOOR_LOCK = 4  # what a lock asks for where the board does not say
CRATES = (-12 * INCH, 0, 12 * INCH)  # of a Supply Drop, along the middle line from the middle of the table


def board_things(board: Board, first: int, names: dict[int, str]) -> list[Thing]:
    """Doors and markers of the board as records, numbered after the figures."""
    found: list[Thing] = []
    for id, number, door, at in doors_of(board, first, names):
        state: ThingState = "locked" if door.state == "vault" else door.state
        lock = DOOR_LOCK if state == "locked" else 0
        found.append(
            Thing(id=id, owner=NOBODY, profile="door", at=at, kind="door", state=state, lock=lock, number=number)
        )
    for id, marker, params in markers_of(board, first + len(found), names):
        lock, heavy = int(params.get("lock", 0)), bool(params.get("heavy", False))
        kind: Any = marker.kind  # one of this game's, as the scenario has been checked for
        found.append(_thing(id, kind, marker.at, lock, heavy))
    return found


def _thing(number: int, kind: ThingKind, at: tuple[int, int, int], lock: int = 0, heavy: bool = False) -> Thing:
    place = Placement(*at, radius=THING_RADIUS, height=THING_HEIGHT, posture=Posture.AWAY)
    state: ThingState = "locked" if lock else "closed"
    return Thing(id=number, owner=NOBODY, profile=kind, at=place, kind=kind, state=state, lock=lock, heavy=heavy)


def crates(scenario: Scenario, board: Board, first: int, names: dict[int, str]) -> list[Thing]:
    """What a Supply Drop drops; where the engagement is still to be rolled it may never come down."""
    if scenario.engagement not in ("supply-drop", "roll"):
        return []
    middle = (board.width // 2, board.depth // 2)
    south_north = table_edges.edge_along(board, scenario.zones[0]) in (table_edges.SOUTH, table_edges.NORTH)
    spots = scenario.crates or [
        (middle[0] + n, middle[1]) if south_north else (middle[0], middle[1] + n) for n in CRATES
    ]
    found = []
    for number, (x, y) in enumerate(spots):
        names[first + number] = f"supply crate {number + 1}"
        crate = _thing(first + number, "crate", (x, y, 0))
        found.append(replace(crate, profile="supply", state="gone"))
    return found
