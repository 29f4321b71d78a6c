"""Laying out a battle: from the texts of scenario, board and armies to the first position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import UNSET, Struct

from ....core.profile import known, read_value
from ....core.ruleset import Ruleset
from ....core.state import Placement, Posture
from ....core.structs import replace
from ....mechanics.cast import SCENE as SOURCE
from ....mechanics.cast import Cast
from ....mechanics.setup import table_from_files
from ....mechanics.shelf import BattleFiles
from ..printed import catalogue, units
from ..printed.catalogue import Base
from ..printed.roster import Roster, Soldier, Unit, entry_of, geared, soldiers_of, vehicles_of
from ..printed.scenario import SCENE, Scenario, Spot
from ..printed.shelf import SHELF
from ..printed.units import Entry, Profile, Vehicle
from ..records.state import NOBODY, Anything, Figure, Machine, Marker, Squad, State, Trooper, Turn
from ..records.world import Card, Kit, World

MARKER_RADIUS = 500


def lay_out(files: BattleFiles[Scenario, Roster]) -> tuple[World, list[Anything]]:
    """The world, and every record before anybody is deployed."""
    kits, cards, owners = list[Kit](), list[Card](), list[int]()
    for seat, roster in enumerate(files.rosters):
        for row in roster.units:
            models = kits_of(row)
            cards.append(Card(row.name, entry_of(row), row, tuple(range(len(kits), len(kits) + len(models)))))
            owners.append(seat)
            kits += models
    return assembled(files.scenario, files.board, kits, linked(cards, owners, len(kits)), owners, files.rosters)


table = table_from_files(SHELF, lay_out, Turn())
"""The world and the first position of a battle."""


def assembled(
    scenario: Scenario, board: Any, kits: list[Kit], cards: list[Card], owners: list[int], rosters: Sequence[Roster]
) -> tuple[World, list[Anything]]:
    """The world and the records of these units: models, then units, then markers."""
    records: list[Anything] = []
    for number, (card, owner) in enumerate(zip(cards, owners, strict=True), len(kits)):
        records += [new_model(id, owner, number, kits[id]) for id in card.models]
    names = {id: kit.name for id, kit in enumerate(kits)}
    for number, (card, owner) in enumerate(zip(cards, owners, strict=True), len(kits)):
        names[number] = card.name
        records.append(new_squad(number, owner, card, kits))
    for number, spot in enumerate(scenario.markers):
        names[len(records)] = f"marker {number + 1}"
        records.append(new_marker(len(records), spot))
    armies = tuple(roster.title for roster in rosters) or ("Red", "Blue")
    return World(board, tuple(kits), names, tuple(cards), armies, scenario), records


def linked(cards: Sequence[Card], owners: Sequence[int], first: int) -> list[Card]:
    """The cards, each with the units of its army that it joins or rides in by their ids, which begin with `first`."""
    ids = {(owner, card.row.id): number for number, (card, owner) in enumerate(zip(cards, owners, strict=True))}
    found = []
    for card, owner in zip(cards, owners, strict=True):
        joins, rides = ids.get((owner, card.row.joins)), ids.get((owner, card.row.rides))
        found.append(
            replace(
                card,
                joins=NOBODY if joins is None else first + joins,
                rides=NOBODY if rides is None else cards[rides].models[0],
            )
        )
    return found


# ---- models ----------------------------------------------------------------------------------------------------------


def kits_of(row: Unit) -> list[Kit]:
    """What the models of a unit are and have, its leader first, the guns of artillery last."""
    soldiers, vehicles = soldiers_of(row), vehicles_of(row)
    single = len(soldiers) + len(vehicles) == 1
    titles = Counter([each.profile.title for each in soldiers] + [each.title for each in vehicles])
    seen = Counter[str]()

    def name(title: str) -> str:
        seen[title] += 1
        number = f" {seen[title]}" if titles[title] > 1 else ""
        return row.name if single else f"{title}{number} of {row.name}"

    return [_soldier(name(each.profile.title), each) for each in soldiers] + [
        _vehicle(name(each.title), each) for each in vehicles
    ]


def _soldier(name: str, soldier: Soldier) -> Kit:
    return Kit(name, soldier.profile, soldier.weapons, (), soldier.blades, soldier.powers, soldier.gear, soldier.leader)


def _vehicle(name: str, vehicle: Vehicle) -> Kit:
    guns = tuple(catalogue.weapons()[mount.weapon] for mount in vehicle.mounts)
    blades = tuple(catalogue.blades()[id] for id in vehicle.blades)
    gear = tuple(f"{mount.weapon}@{mount.at}" for mount in vehicle.mounts)
    return Kit(name, vehicle, guns, vehicle.bearings, blades, gear=gear)


def placement_of(base: Base) -> Placement:
    """The placement of a model that is not on the table."""
    shape = base.shape
    return Placement(
        base.around, base.around, 0, 0, 1, base.around, base.height + base.stands, Posture.AWAY, shape or UNSET
    )


def new_model(id: int, owner: int, unit: int, kit: Kit) -> Trooper:
    """A model at the start of a battle, not yet on the table."""
    at, card = placement_of(kit.card.base), kit.card
    if isinstance(card, Profile):
        return Figure(id=id, owner=owner, profile=card.id, at=at, unit=unit, wounds=card.w)
    return Machine(id=id, owner=owner, profile=card.id, at=at, unit=unit, hull=card.hull_points)


def new_squad(id: int, owner: int, card: Card, kits: Sequence[Kit]) -> Squad:
    """A unit at the start of a battle."""
    leader = next((model for model in card.models if kits[model].leader or kits[model].character), card.models[0])
    members = (leader, *(model for model in card.models if model != leader))
    size = len(members)
    return Squad(
        id=id, owner=owner, profile=card.entry.id, members=members, leader=leader, size=size, strength=size,
        where="reserve",
    )  # fmt: skip


def new_marker(id: int, spot: Spot) -> Marker:
    """A mission marker, which lies flat and is in nobody's way."""
    at = Placement(*spot, radius=MARKER_RADIUS, height=1, posture=Posture.AWAY)
    return Marker(id=id, owner=NOBODY, profile="marker", at=at)


# ---- scenes ----------------------------------------------------------------------------------------------------------


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A model of a scene: what it is, what it has instead of what it usually has, the `squad` (a word) that it belongs
    to with all others that say the same, whether it leads that, and how the squad is (`unit`: fields of its record;
    whoever says it first is heard)."""

    id: str
    name: str
    profile: str
    gear: tuple[str, ...] | None = None
    squad: str = ""
    leader: bool = False
    unit: dict[str, Any] = {}


def scene(ruleset: Ruleset, given: Cast) -> tuple[World, State]:
    """Any models anywhere on a board, for tests, in the movement phase of the first turn of red.  Models that name the
    same `squad` are a unit, the others one each.  Raises `BadData`."""
    parts = [role.read(Part) for role in given.roles]
    kits = [kit_of_part(part) for part in parts]
    squads: dict[tuple[int, str], list[int]] = {}
    for role, part in zip(given.roles, parts, strict=True):
        squads.setdefault((role.owner, part.squad or f"{part.name}"), []).append(role.id)
    cards, owners = list[Card](), list[int]()
    for (owner, name), ids in squads.items():
        entry = entry_for(parts[ids[0]].profile)
        cards.append(Card(name, entry, Unit(id=parts[ids[0]].id, name=name, entry=entry.id), tuple(ids)))
        owners.append(owner)
    world, records = assembled(SCENE, given.board, kits, cards, owners, ())
    for role in given.roles:
        records[role.id] = role.put(cast(Trooper, records[role.id]))
    for id in world.units:
        said = next((parts[model].unit for model in world.card(id).models if parts[model].unit), {})
        records[id] = replace(read_fields(records[id], said), where=said.get("where", "table"))
        if cast(Squad, records[id]).where != "table":
            take_off(records, world.card(id).models)
    return world, State(records, Turn(phase="move", round=1, number=1))


def take_off(records: list[Anything], models: Sequence[int]) -> None:
    """These models are not on the table."""
    for id in models:
        record = cast(Trooper, records[id])
        records[id] = replace(record, at=replace(record.at, posture=Posture.AWAY))


def kit_of_part(part: Part) -> Kit:
    """What a model of a scene is and has.  Raises `BadData`."""
    vehicle = units.vehicles().get(part.profile)
    if vehicle is not None:
        return replace(_vehicle(part.name, vehicle), leader=part.leader)
    known(part.profile, units.profiles(), SOURCE, part.name, "a profile or a vehicle")
    profile = units.profiles()[part.profile]
    gear = profile.gear if part.gear is None else part.gear
    return _soldier(part.name, Soldier(geared(profile, gear), gear, part.leader))


def entry_for(card: str) -> Entry:
    """The first entry of an army list with a profile or a vehicle."""
    return next(
        entry
        for entry in units.entries().values()
        if card in (entry.profile, entry.vehicle) or (entry.leader and entry.leader.profile == card)
    )


def read_fields(squad: Any, said: Mapping[str, Any]) -> Any:
    """A record with fields as a scene says them.  Raises `BadData`."""
    fields = {name: read_value(value, type(squad), name, SOURCE, "unit") for name, value in said.items()}
    return replace(squad, **fields)
