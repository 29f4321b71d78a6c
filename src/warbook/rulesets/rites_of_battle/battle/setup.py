"""Laying out a battle: from the texts of scenario, board and forces to the first position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from ....core.ruleset import Ruleset
from ....core.state import Body, Placement, Posture
from ....core.structs import replace
from ....mechanics.cast import Cast, Role
from ....mechanics.setup import doors_of, markers_of, table_from_files
from ....mechanics.shelf import BattleFiles
from ....space.board import Board
from ..printed import catalogue
from ..printed.roster import Member, Roster, objections_to, profile_of
from ..printed.scenario import SCENE, Scenario
from ..printed.shelf import SHELF
from ..records import ADVERSARIES, NOBODY, SQUAD, SQUARE, Fighter, Kit, Score, State, Thing, ThingKind, Turn, World

RADIUS = 2 * SQUARE // 5
TALL = 5 * SQUARE // 4


def lay_out(files: BattleFiles[Scenario, Roster]) -> tuple[World, list[Body]]:
    """The world, and every record before anybody is deployed."""
    scenario, board, rosters = files.scenario, files.board, files.rosters
    kits = [kit_of(member) for roster in rosters for member in roster.members]
    owners = [seat for seat, roster in enumerate(rosters) for _ in roster.members]
    kits.append(Kit(name="the visitor", profile=catalogue.profiles()[scenario.visitor]))
    owners.append(ADVERSARIES)
    records: list[Any] = [new_fighter(n, owner, kit) for n, (owner, kit) in enumerate(zip(owners, kits, strict=True))]
    names = {number: kit.name for number, kit in enumerate(kits)}
    tasks: dict[int, Mapping[str, Any]] = {}
    records += board_things(board, len(records), names, tasks)
    saddle(records, kits, names)
    visitor = len(kits) - 1
    sides = tuple(tuple(n for n, owner in enumerate(owners) if owner == seat and n != visitor) for seat in (0, 1))
    forces = tuple(roster.title for roster in rosters)
    return World(board, tuple(kits), names, forces, scenario, sides, visitor, tasks), records


table = table_from_files(SHELF, lay_out, Turn())
"""The world and the first position of a battle."""


def kit_of(member: Member) -> Kit:
    """What a member of a force is and carries."""
    profile = profile_of(member)
    weapons = tuple(catalogue.weapons()[id] for id in member.weapons or profile.weapons)
    gear = (*profile.gear, *member.gear)
    return Kit(member.name, profile, weapons, gear, member.count, member.player, member.id, member.mount)


def new_fighter(number: int, seat: int, kit: Kit) -> Fighter:
    """A fighter at the start of a battle, not yet on the board, with its first weapons in hand."""
    wide = max(1, kit.profile.silhouette)
    at = Placement(SQUARE * wide // 2, SQUARE * wide // 2, 0, 0, 1, RADIUS * wide, TALL * wide, Posture.AWAY)
    return Fighter(id=number, owner=seat, profile=kit.profile.id, at=at, held=in_hand_at_first(kit), gear=kit.gear)


def saddle(records: list[Any], kits: Sequence[Kit], names: dict[int, str]) -> None:
    """Whoever has a mount is on it at first."""
    for who, kit in enumerate(kits):
        if kit.mount:
            id, rider = len(records), records[who]
            names[id] = f"the {catalogue.mounts()[kit.mount].title.lower()} of {kit.name}"
            at = Placement(rider.at.x, rider.at.y, rider.at.z, radius=RADIUS, height=SQUARE, posture=Posture.AWAY)
            records[who] = replace(rider, rides=id)
            records.append(Thing(id=id, owner=NOBODY, profile=kit.mount, at=at, kind="mount", rider=who))


def in_hand_at_first(kit: Kit) -> tuple[int, ...]:
    """The first weapons that its hands have room for."""
    held: list[int] = []
    free = kit.hands
    for slot, weapon in enumerate(kit.weapons):
        takes, grenade = kit.hands_for(weapon), weapon.has("limited-ammo") and weapon.hands == 1
        if takes and takes <= free and not grenade:
            held.append(slot)
            free -= takes
    return tuple(held)


# ---- doors and markers -----------------------------------------------------------------------------------------------


KINDS: tuple[ThingKind, ...] = get_args(ThingKind)


def board_things(board: Board, first: int, names: dict[int, str], tasks: dict[int, Mapping[str, Any]]) -> list[Thing]:
    """Doors and markers of the board as records, numbered after the fighters."""
    found: list[Thing] = []
    for id, number, door, at in doors_of(board, first, names):
        state: Any = "locked" if door.state == "vault" else door.state
        found.append(Thing(id=id, owner=NOBODY, profile="door", at=at, kind="door", state=state, number=number))
    for id, marker, params in markers_of(board, first + len(found), names):
        kind = next(known for known in KINDS if known == marker.kind)
        place = Placement(*marker.at, radius=RADIUS, height=SQUARE, posture=Posture.AWAY)
        profile = str(params.get("is", kind)) if kind == "mount" else "gun-station" if kind == "gun" else kind
        tasks[id] = {"id": marker.id, **params}
        found.append(Thing(id=id, owner=NOBODY, profile=profile, at=place, kind=kind))
    return found


# ---- scenes ----------------------------------------------------------------------------------------------------------


def scene(ruleset: Ruleset, cast: Cast) -> tuple[World, State]:
    """Any fighters anywhere on a board, for tests: round 1 is under way, and the order is that in which they are given.
    Raises `BadData`."""
    kits = tuple(role.kit or kit_of_role(role) for role in cast.roles)
    names, tasks = cast.names, dict[int, Mapping[str, Any]]()
    records: list[Any] = [fighter_of_role(role, kit) for role, kit in zip(cast.roles, kits, strict=True)]
    records += board_things(cast.board, len(records), names, tasks)
    saddle(records, kits, names)
    sides = (cast.of(SQUAD), cast.of(ADVERSARIES))
    world = World(cast.board, kits, names, ("Red", "Blue"), SCENE, sides, NOBODY, tasks)
    order = tuple(Score(role.id, 0, 0) for role in cast.roles)
    return world, State(records, Turn(phase="play", round=1, order=order))


def kit_of_role(role: Role) -> Kit:
    """What a fighter of a scene is and carries.  Raises `BadData`."""
    member = role.read(Member)
    for mistake in objections_to(member, "the scene", role.name):
        raise mistake
    return kit_of(member)


def fighter_of_role(role: Role, kit: Kit) -> Fighter:
    """A fighter of a scene on the board."""
    fighter = role.put(new_fighter(role.id, role.owner, kit), state="up")
    if fighter.prone:
        return replace(fighter, at=replace(fighter.at, posture=int(Posture.DOWN)))
    return fighter
