"""Vehicles and their crews, as they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from ....core.length import INCH
from ....core.profile import Inches, known
from ....core.shape import Hull
from ....core.structs import replace
from ....space.footprints import HullSide
from .arms import Trait, WeaponProfile
from .profiles import Gang

Locomotion: TypeAlias = Literal["wheeled", "tracked", "hybrid", "walker", "skimmer"]
Arc: TypeAlias = Literal["front", "left", "right", "rear"]
Location: TypeAlias = Literal["body", "crew", "drive", "engine"]
Feature: TypeAlias = Literal["agile", "dedicated-gunner", "power-ram", "transport-bed"]
Operator: TypeAlias = Literal["crew", "passenger", "driver"]
Length: TypeAlias = Annotated[Inches, Meta(gt=0)]
Toughness: TypeAlias = Annotated[int, Meta(ge=3, le=10)]
Needed: TypeAlias = Annotated[int, Meta(ge=3, le=10)]

FASTEST, TOUGHEST, SOUNDEST, HANDIEST = 12 * INCH, 10, 8, 3
"""The best Movement, Toughness, Hull Points and Handling that a vehicle can have."""


class Mount(Struct, frozen=True, forbid_unknown_fields=True):
    """A place for a weapon: who fires it, and on which sides of the hull it bears.  A `raised` one stands on the middle
    of the hull, at its height; any other at the middle of the edge of its first arc.  What the `driver` works is held
    in the hand, and fired out of the vehicle on the move."""

    arcs: Annotated[tuple[Arc, ...], Meta(min_length=1)]
    operator: Operator = "crew"
    raised: bool = False


BY_HAND = Mount(("front",), "driver")
"""Where the crew fires what it carries."""


class VehicleProfile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle without its crew.

    `length`, `width`, `height` and `move` are thousandths of an inch; `front`, `side` and `rear` the Toughness of its
    sides; `handling` and `save` target numbers.  `locomotions` are what its player may choose from.  `gang` names the
    only gang that fields it, if not all may.  Its cage holds so many fighters, of whom as many as it has fire points
    may shoot out of it.  A hit cannot come to a location that it is `without`.
    """

    id: str
    name: str
    summary: str
    cite: str
    cost: int
    length: Length
    width: Length
    height: Length
    move: Annotated[Inches, Meta(ge=INCH, le=12 * INCH)]
    front: Toughness
    side: Toughness
    rear: Toughness
    hull_points: Annotated[int, Meta(ge=1, le=8)]
    handling: Needed
    save: Annotated[int, Meta(ge=2, le=6)]
    locomotions: Annotated[tuple[Locomotion, ...], Meta(min_length=1)]
    mounts: tuple[Mount, ...]
    gang: str = ""
    features: tuple[Feature, ...] = ()
    without: Annotated[tuple[Location, ...], Meta(max_length=3)] = ()
    cage: Literal[0, 3, 6] = 0
    fire_points: int = 0
    trailers: Annotated[int, Meta(ge=0)] = 0
    """How many trailers it can pull."""
    trailer_points: int = 0
    """Hull points that each of them adds."""
    trailer_length: Inches = 0
    """How much longer each of them makes the hull, at tables where trailers take room."""

    @property
    def shape(self) -> Hull:
        """Its outline, on whose top others can stand."""
        return Hull(self.length, self.width, carries=True)

    def toughness(self, side: HullSide) -> int:
        """The Toughness of one of its sides."""
        return {HullSide.FRONT: self.front, HullSide.REAR: self.rear}.get(side, self.side)

    def move_by(self, locomotion: Locomotion) -> int:
        """Its Movement with one of its locomotions: whoever chooses tracks in place of wheels goes an inch less."""
        slower = locomotion == "tracked" and len(self.locomotions) > 1
        return self.move - INCH * slower


class UpgradeHit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The hit that an upgrade deals: to all whom the vehicle passes within `reach`, to the first that it meets head-on,
    or to all who are so near when it is wrecked."""

    when: Literal["passing", "head-on", "wrecked"]
    strength: int
    ap: int = 0
    damage: int = 1
    reach: Length = INCH
    traits: tuple[Literal["blaze"], ...] = ()

    def profile(self, upgrade: Upgrade) -> WeaponProfile:
        """The hit in the form that those of weapons have."""
        return WeaponProfile(
            id=upgrade.id,
            name=upgrade.name,
            range="ranged",
            strength=self.strength,
            ap=self.ap,
            damage=self.damage,
            traits=tuple(map(Trait, self.traits)),
        )


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something built into a vehicle: what it adds to Handling, Movement, the Toughness of all sides, Hull Points and
    tests to start the engine; room in a cage and fire points of it; and features that it gives.  One that `spares` a
    location turns the first damage there that is worse into a glancing hit; a `ram` adds so much to Strength, AP and
    Damage of what its front meets.  `straight` is added to Movement where it drives without a turn, a `boost` for an
    activation in which it is wanted.  One that `lays` a trap or caltrops drops at most so many of them at once.
    """

    id: str
    name: str
    summary: str
    cite: str
    handling: int = 0
    move: Inches = 0
    toughness: int = 0
    hull_points: int = 0
    restart: int = 0
    straight: Inches = 0
    boost: Inches = 0
    lays: Literal["", "caltrops", "melta-trap"] = ""
    lays_most: int = 1
    cage: Literal[0, 3, 6] = 0
    fire_points: int = 0
    spares: Location | Literal[""] = ""
    ram: int = 0
    hit: UpgradeHit | None = None
    gives: tuple[Feature, ...] = ()


def upgraded(profile: VehicleProfile, upgrades: Iterable[Upgrade]) -> VehicleProfile:
    """A vehicle with all that is built into it, within the limits of characteristics."""
    for each in upgrades:
        profile = replace(
            profile,
            handling=max(HANDIEST, profile.handling - each.handling),
            move=min(FASTEST, profile.move + each.move),
            front=min(TOUGHEST, profile.front + each.toughness),
            side=min(TOUGHEST, profile.side + each.toughness),
            rear=min(TOUGHEST, profile.rear + each.toughness),
            hull_points=min(SOUNDEST, profile.hull_points + each.hull_points),
            cage=max(profile.cage, each.cage),
            fire_points=profile.fire_points + each.fire_points,
            features=tuple(dict.fromkeys((*profile.features, *each.gives))),
        )
    return profile


class Hitch(NamedTuple):
    """How a table counts trailers: whether they take room behind a hull, and add hull points beyond the best; and
    whether all weapons stand on the middle of the hull."""

    takes_room: bool = False
    beyond_limit: bool = True
    weapons_central: bool = False


def hitched(profile: VehicleProfile, trailers: int, hitch: Hitch) -> VehicleProfile:
    """A vehicle with its trailers, which add hull points; where they take room its hull is so much longer."""
    if not trailers:
        return profile
    points = profile.hull_points + trailers * profile.trailer_points
    return replace(
        profile,
        hull_points=points if hitch.beyond_limit else max(profile.hull_points, min(SOUNDEST, points)),
        length=profile.length + trailers * profile.trailer_length * hitch.takes_room,
    )


class Crew(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who drives a vehicle and fires its weapons.  `gang` names the only gang that it belongs to, if not to all."""

    id: str
    name: str
    summary: str
    cite: str
    cost: int
    bs: Annotated[int, Meta(ge=2, le=6)]
    ld: Needed
    cl: Needed
    wil: Needed
    intelligence: Needed
    gang: str = ""


def must_have_gangs(rows: Mapping[str, VehicleProfile | Crew], gangs: Mapping[str, Gang], source: str) -> None:
    """Raises `BadData` for a row of a gang that there is not; `source` is what messages call the file."""
    for id, row in rows.items():
        if row.gang:
            known(row.gang, gangs, source, f"[{id}].gang", "a gang")
