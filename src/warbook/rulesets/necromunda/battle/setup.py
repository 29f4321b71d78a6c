"""Laying out a battle: from the texts of scenario, board and rosters to the first position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from ....core.profile import unknown
from ....core.ruleset import Ruleset
from ....core.state import Body, Placement, Posture
from ....core.structs import replace
from ....mechanics.cast import Cast, Role
from ....mechanics.setup import doors_of, markers_of, table_from_files
from ....mechanics.shelf import BattleFiles
from ....space.board import Board
from ....space.shapes import middle_of_box
from ....space.terrain import Lift as BoardLift
from ....space.terrain import Marker
from ..printed import Library, Wargear
from ..printed.edition import Edition
from ..printed.roster import Member, Roster, unknown_things
from ..printed.roster_vehicles import RosterVehicle
from ..printed.scenario import Scenario, Side
from ..printed.vehicles import BY_HAND, Hitch, hitched, upgraded
from ..records import (
    STANDING_HEIGHT,
    Badzone,
    Cache,
    Casket,
    CrewedVehicle,
    Door,
    Fighter,
    Kit,
    Lift,
    Piece,
    Rat,
    RatKind,
    State,
    Status,
    Trap,
    Turn,
    Vehicle,
    VehicleKit,
    World,
)
from ..records.fighters import placement_in_status
from ..records.things import CASKETS

MARKERS: dict[str, type[Body]] = {
    **dict.fromkeys(CASKETS, Casket),
    "ammo-cache": Cache,
    "booby-trap": Trap,
    "vehicle": Vehicle,
}
MARKER_RADIUS = 492  # a 25 mm base
MARKER_HEIGHT = 400
BODIES: dict[str, tuple[int, int]] = {
    "vehicle": (1250, 1500),
    "hardware": (1250, 1500),
    "smokestack": (1250, 3000),
    "generator": (MARKER_RADIUS, 1500),
    "still": (MARKER_RADIUS, 1500),
    "fuel-drums": (MARKER_RADIUS, 1000),
    "fuel-pipes": (MARKER_RADIUS, 1000),
    "plasma-pipes": (MARKER_RADIUS, 1000),
}
"""Markers that are in the way, and hide what is behind them: how wide and how tall."""
CALTROPS = "caltrops"
RATS = "bomb-delivery-rats"
RAT_RADIUS = 400
RAT_HEIGHT = 300
CREATURES: tuple[tuple[RatKind, int, int], ...] = (("giant-rat", 9, 1), ("overgrown", 6, 1), ("lair", 3, 3))
"""How many of each kind may be about at once, and their wounds."""
DOOR_WOUNDS = 4


# ---- fighters --------------------------------------------------------------------------------------------------------


def lay_out(edition: Edition, hitch: Hitch, files: BattleFiles[Scenario, Roster]) -> tuple[World, list[Body]]:
    """The world, and every record before anybody is deployed; trailers are hitched as the table says."""
    board, rosters = files.board, files.rosters
    kits, records, names = _muster(edition.library, rosters)
    sides = tuple(tuple(f.id for f in records if f.owner == seat) for seat in range(len(rosters)))
    vehicle_kits = _add_vehicles(edition.library, hitch, rosters, records, names)
    records += board_things(board, len(records), names)
    brought = add_things_brought(edition.library, kits, records, names, files.scenario.rounds)
    brought |= add_things_laid(vehicle_kits, len(kits), records, names, files.scenario.rounds)
    titles = tuple(r.title for r in rosters)
    badzone = add_badzone(files.scenario, records, names, len(kits))
    scenario = files.scenario
    return World(board, tuple(kits), names, edition, titles, scenario, sides, brought, vehicle_kits, badzone), records


@cache
def _table_of(edition: Edition, hitch: Hitch) -> Callable[[Ruleset, dict[str, Any]], tuple[World, State]]:
    return table_from_files(edition.shelf, partial(lay_out, edition, hitch), Turn())


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[World, State]:
    """The world and the first position of a battle, in the edition of the ruleset.  Raises `BadData` for a text that
    does not say what it should."""
    world, state = _table_of(ruleset.edition, hitch_of(ruleset))(ruleset, content)
    return world, with_caskets(ruleset, world, state)


def with_caskets(ruleset: Ruleset, world: World, state: State) -> State:
    """The same position with caskets as sturdy as the table has them, where the board does not say."""
    option = ruleset.chosen
    said = {marker.id for marker in world.board.markers if "wounds" in marker.params}
    for who, marker in enumerate(world.board.markers, world.first_thing + len(world.board.doors)):
        if marker.kind in CASKETS and marker.id not in said:
            state.put(replace(state.record(Casket, who), wounds=option["casket-wounds"]))
    return state


def _muster(library: Library, rosters: Sequence[Roster]) -> tuple[list[Kit], list[Any], dict[int, str]]:
    """Every fighter of every side: its kit, its record off the table, its name."""
    kits: list[Kit] = []
    records: list[Any] = []
    names: dict[int, str] = {}
    for seat, roster in enumerate(rosters):
        numbers = {member.id: len(kits) + n for n, member in enumerate(roster.fighters)}
        for member in roster.fighters:
            number, kit = len(kits), kit_of(library, member, numbers)
            kits.append(kit)
            names[number] = member.name
            records.append(new_fighter(number, seat, kit))
    return kits, records, names


def kit_of(library: Library, member: Member, numbers: Mapping[str, int]) -> Kit:
    """What a member of a roster is and carries; `numbers` are the ids of the roster's fighters in the battle."""
    profile = library.fighters[member.profile]
    wargear = frozenset((*profile.wargear, *member.wargear))
    return Kit(
        name=member.name,
        profile=profile,
        weapons=tuple(library.weapons[id] for id in member.weapons),
        accessories=tuple(frozenset(member.accessories.get(id, ())) for id in member.weapons),
        armour=tuple(library.armour[id] for id in member.armour),
        wargear=wargear,
        gear=cards_of(library, wargear),
        skills=frozenset((*profile.skills, *member.skills)),
        owner=numbers.get(member.owner, -1),
    )


def cards_of(library: Library, wargear: Iterable[str]) -> tuple[Wargear, ...]:
    """The cards of some wargear, by id."""
    return tuple(library.wargear[item] for item in sorted(wargear) if item in library.wargear)


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


# ---- vehicles --------------------------------------------------------------------------------------------------------


def _add_vehicles(
    library: Library, hitch: Hitch, rosters: Sequence[Roster], records: list[Any], names: dict[int, str]
) -> tuple[VehicleKit, ...]:
    """Adds a record and a name for every vehicle of every side, and gives their kits."""
    kits = []
    for seat, roster in enumerate(rosters):
        for vehicle in roster.vehicles:
            kits.append(kit := vehicle_kit(library, vehicle, hitch))
            names[len(records)] = vehicle.name
            records.append(new_vehicle(len(records), seat, kit))
    return tuple(kits)


def hitch_of(ruleset: Ruleset) -> Hitch:
    """How a table has vehicles built; the same for all in an edition without vehicles."""
    option = ruleset.chosen
    if not ruleset.edition.vehicle_actions:
        return Hitch()
    at_edges = option["hull-weapons-at-edges"]
    return Hitch(option["trailers-take-room"], option["trailers-exceed-limits"], weapons_central=not at_edges)


def vehicle_kit(library: Library, vehicle: RosterVehicle, hitch: Hitch) -> VehicleKit:
    """What a vehicle of a roster is, with its crew."""
    printed, crew = library.vehicles[vehicle.profile], library.crews[vehicle.crew]
    weapons = tuple(library.weapons[id] for id in (*vehicle.weapons, *vehicle.sidearms))
    upgrades = tuple(library.upgrades[id] for id in vehicle.upgrades)
    mounts = printed.mounts
    if hitch.weapons_central:
        mounts = tuple(replace(mount, raised=True) for mount in mounts)
    if vehicle.sidearms:  # what is carried comes after what is mounted
        mounts = (*mounts[: len(vehicle.weapons)], *[BY_HAND] * len(vehicle.sidearms))
    return VehicleKit(
        vehicle.name,
        replace(hitched(upgraded(printed, upgrades), vehicle.trailers, hitch), mounts=mounts),
        crew,
        vehicle.moves_by(printed),
        weapons,
        upgrades,
        frozenset(vehicle.skills),
        vehicle.trailers,
    )


def new_vehicle(number: int, seat: int, kit: VehicleKit) -> CrewedVehicle:
    """A vehicle at the start of a battle, not yet on the table."""
    shape, height = kit.profile.shape, kit.profile.height
    at = Placement(0, 0, 0, 0, 1, shape.radius, height, Posture.AWAY, shape)
    return CrewedVehicle(id=number, owner=seat, profile=kit.profile.id, at=at, hull_points=kit.profile.hull_points)


# ---- scenes ----------------------------------------------------------------------------------------------------------


SCENARIO = Scenario(
    kind="scenario",
    id="scene",
    title="A scene",
    summary="",
    ruleset="",
    board="",
    red=Side("", ""),
    blue=Side("", ""),
    scoring=("casualties",),
)
"""What is fought over in a scene."""


def scene(ruleset: Ruleset, cast: Cast) -> tuple[World, State]:
    """Any fighters anywhere on a table, for tests: in the action phase of the first round, everybody ready.  Raises
    `BadData`."""
    edition: Edition = ruleset.edition
    kits = tuple(role.kit or kit_of_role(edition.library, role, cast) for role in cast.roles)
    names = cast.names
    records: list[Body] = [fighter_of_role(role, kit) for role, kit in zip(cast.roles, kits, strict=True)]
    records += board_things(cast.board, len(records), names)
    brought = add_things_brought(edition.library, kits, records, names, SCENARIO.rounds)
    world = World(cast.board, kits, names, edition, ("Red", "Blue"), SCENARIO, (cast.of(0), cast.of(1)), brought)
    return world, with_caskets(ruleset, world, State(records, Turn(phase="action", round=1, priority=0)))


def kit_of_role(library: Library, role: Role, cast: Cast) -> Kit:
    """What a fighter of a scene is and carries; the owner of a beast goes by its name.  Raises `BadData`."""
    member = role.read(Member)
    mistake = unknown(member.profile, library.fighters, "the scene", role.name, "a fighter's profile")
    for each in (*filter(None, (mistake,)), *unknown_things(library, member, "the scene", role.name)):
        raise each
    return kit_of(library, member, {name: id for id, name in cast.names.items()})


def fighter_of_role(role: Role, kit: Kit) -> Fighter:
    """A fighter of a scene on the table, in the posture of its status."""
    on_table: dict[str, Any] = {"status": Status.STANDING, "deployed": True, "ready": True}
    fighter = role.put(new_fighter(role.id, role.owner, kit), **on_table)
    return replace(fighter, at=placement_in_status(fighter.at, fighter.status))


# ---- doors and markers -----------------------------------------------------------------------------------------------


def board_things(board: Board, first: int, names: dict[int, str]) -> list[Body]:
    """Doors, markers and lifts of the board as records, numbered from `first` on."""
    found: list[Body] = [
        Door(
            id=id,
            owner=-1,
            profile="door",
            at=at,
            number=number,
            state="locked" if door.state == "vault" else door.state,
            vault=door.state == "vault",
            wounds=door.wounds or DOOR_WOUNDS,
        )
        for id, number, door, at in doors_of(board, first, names)
    ]
    found += [_thing(id, marker, params) for id, marker, params in markers_of(board, first + len(found), names)]
    for number, lift in enumerate(board.lifts):
        names[first + len(found)] = f"the {lift.id.replace('-', ' ')}"
        found.append(_lift(lift, first + len(found), number))
    return found


def add_things_brought(
    library: Library, kits: Sequence[Kit], records: list[Body], names: dict[int, str], rounds: int
) -> dict[int, int]:
    """The traps and rats that fighters bring, as records in reserve after all others; gives their bearers.  Of rats
    there is one for each round, which is as many as anybody sends off."""
    brought: dict[int, int] = {}
    for who, kit in enumerate(kits):
        for trap in sorted(kit.wargear & library.traps.keys()):
            id = len(records)
            brought[id] = who
            names[id] = f"the {library.traps[trap].name.lower()} of {kit.name}"
            at = Placement(0, 0, 0, 0, 1, MARKER_RADIUS, MARKER_HEIGHT, Posture.AWAY)
            records.append(Trap(id=id, owner=-1, profile="booby-trap", at=at, kind=trap, there=False))
        for number in range(1, rounds + 1) if RATS in kit.wargear else ():
            id = len(records)
            brought[id] = who
            names[id] = f"rat {number} of {kit.name}"
            at = Placement(0, 0, 0, 0, 1, RAT_RADIUS, RAT_HEIGHT, Posture.AWAY)
            records.append(Rat(id=id, owner=-1, profile="bomb-rat", at=at, bearer=who))
    return brought


def add_things_laid(
    kits: Sequence[VehicleKit], first: int, records: list[Body], names: dict[int, str], rounds: int
) -> dict[int, int]:
    """What vehicles, numbered from `first` on, may drop behind them, likewise: one mine each, and caltrops for every
    round."""
    laid: dict[int, int] = {}
    at = Placement(0, 0, 0, 0, 1, MARKER_RADIUS, MARKER_HEIGHT, Posture.AWAY)
    for who, kit in enumerate(kits, first):
        for upgrade in (each for each in kit.upgrades if each.lays):
            caltrops = upgrade.lays == CALTROPS
            for number in range(rounds * upgrade.lays_most if caltrops else 1):
                id = len(records)
                laid[id] = who
                if caltrops:
                    names[id] = f"caltrops {number + 1} of {kit.name}"
                    records.append(Piece(id=id, owner=-1, profile=CALTROPS, at=at, there=False))
                else:
                    names[id] = f"the mine of {kit.name}"
                    records.append(Trap(id=id, owner=-1, profile="booby-trap", at=at, kind=upgrade.lays, there=False))
    return laid


def add_badzone(scenario: Scenario, records: list[Body], names: dict[int, str], fighters: int) -> int:
    """Where a scenario has events, the record of the badzone, and in reserve what may be found there, one thing for
    each fighter, and the creatures that may come; gives the number of the first, or -1."""
    if not scenario.events:
        return -1
    at, first = Placement(0, 0, 0, 0, 1, MARKER_RADIUS, MARKER_HEIGHT, Posture.AWAY), len(records)
    names[first] = "the badzone"
    records.append(Badzone(id=first, owner=-1, profile="badzone", at=at))
    for number in range(1, fighters + 1):
        names[first + number] = f"casket {number} of the old cache"
        records.append(Piece(id=first + number, owner=-1, profile="find", at=at, there=False))
    for kind, count, wounds in CREATURES:
        for number in range(1, count + 1):
            names[id := len(records)] = f"{kind.replace('-', ' ')} {number}"
            small = replace(at, radius=RAT_RADIUS, height=STANDING_HEIGHT)
            records.append(Rat(id=id, owner=-1, profile=kind, at=small, kind=kind, wounds=wounds))
    return first


def _lift(lift: BoardLift, id: int, number: int) -> Lift:
    at = Placement(*middle_of_box(lift.polygon), lift.levels[0], 0, 1, 0, 0, Posture.AWAY)
    return Lift(id=id, owner=-1, profile="lift", at=at, number=number, level=lift.levels[0])


def _thing(id: int, marker: Marker, params: dict[str, Any]) -> Body:
    # These are bodies that hide what is behind them; the other things are stepped over and seen past.
    small = (MARKER_RADIUS, MARKER_HEIGHT)
    posture = Posture.UP if marker.kind in BODIES else Posture.AWAY
    at = Placement(*marker.at, 0, 1, *BODIES.get(marker.kind, small), posture)
    return MARKERS.get(marker.kind, Piece)(id=id, owner=-1, profile=marker.kind, at=at, **params)
