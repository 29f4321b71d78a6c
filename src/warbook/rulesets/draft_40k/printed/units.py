"""Profiles of models and vehicles, and the entries from which armies are made, read from `data/` when first wanted."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from ....core.errors import BadData
from ....core.profile import Inches, known, unknown_ids
from . import catalogue
from .catalogue import DATA, Base, Count, Power10, Rate, Row, Rules, Worded, whole

UnitType: TypeAlias = Literal[
    "infantry", "jump", "jetpack", "bike", "jetbike", "beast", "cavalry", "monster", "artillery", "swarm"
]
"""What the models are that are no vehicles."""
VehicleType: TypeAlias = Literal["tank", "fast", "skimmer", "open-topped", "walker", "transport", "flyer", "gun"]
"""What a vehicle is besides; a `gun` is one of artillery."""
Site: TypeAlias = Literal["turret", "front", "left", "right", "arm"]
"""Where a weapon of a vehicle is mounted."""
Edge: TypeAlias = Literal["front", "left", "right", "rear"]
Slot: TypeAlias = Literal["command", "line", "support"]
"""What an entry is to its army: those of the line claim markers, and they and the command come first at dawn."""
Facing: TypeAlias = tuple[int, int]
"""A direction from a hull: so much ahead, so much to its left."""

SITES: dict[Site, tuple[Facing, Facing, int]] = {
    "turret": ((0, 0), (1, 0), 360),
    "front": ((1, 0), (1, 0), 90),
    "left": ((0, 1), (0, 1), 180),
    "right": ((0, -1), (0, -1), 180),
    "arm": ((1, 0), (1, 0), 90),
}
"""For each site where it is (0 the middle, 1 and -1 the edges), where it looks, and how many degrees it bears on."""


class Profile(Row, frozen=True, kw_only=True):
    """A model that is no vehicle.  `t` is its Toughness, `t_bare` that without its mount, by which it dies at once;
    `sv` and `inv` are 0 where it has no such save.  `gear` is what it has if nothing else is bought; `room` is what it
    takes up in a transport, 0 for whom none carries."""

    types: tuple[UnitType, ...]
    ws: int
    bs: int
    s: int
    t: int
    t_bare: int
    w: int
    i: int
    a: int
    ld: int
    sv: int
    inv: int
    base: Base
    rules: Rules
    gear: tuple[str, ...]
    room: int

    def has(self, rule: catalogue.Rule) -> int:
        """The level of a rule, 0 for one that it lacks."""
        return self.rules.get(rule, 0)

    def is_a(self, *types: UnitType) -> bool:
        """Whether it is of one of these types."""
        return any(kind in self.types for kind in types)


class _ProfileRow(Row, frozen=True, kw_only=True):
    """A profile as the file has it: WS BS S T W I A Ld and armour save in one line."""

    types: Annotated[tuple[UnitType, ...], Meta(min_length=1)]
    line: Annotated[tuple[Power10, ...], Meta(min_length=9, max_length=9)]
    base: str
    t_bare: Count = 0
    inv: Annotated[int, Meta(ge=0, le=6)] = 0
    rules: Rules = field(default_factory=dict)
    gear: tuple[str, ...] = ()
    room: Count = 0

    def profile(self, source: str) -> Profile:
        where = f"[{self.id}]"
        for mistake in unknown_ids(self, _ids(), source, where):
            raise mistake
        ws, bs, s, t, w, i, a, ld, sv = self.line
        rules = dict(self.rules)
        for id in self.gear:
            rules |= rules_of(id)
        return Profile(
            id=self.id, title=self.title, types=self.types, ws=ws, bs=bs, s=s, t=t, t_bare=self.t_bare or t, w=w, i=i,
            a=a, ld=ld, sv=sv, inv=self.inv, base=catalogue.bases()[self.base],
            rules=whole(rules, source, f"{where}.rules"), gear=self.gear, room=self.room,
        )  # fmt: skip


class Mount(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a vehicle, and where it is mounted."""

    weapon: str
    at: Site


class Vehicle(Row, frozen=True, kw_only=True, dict=True):
    """A vehicle.  `armour` is front, side, rear.  `ws s i a` are a walker's, 0 for others.  It carries `capacity`, and
    `fire_points` of those may shoot (-1: all); they get in and out at the middle of the `access` edges."""

    types: tuple[VehicleType, ...]
    armour: tuple[int, int, int]
    bs: int
    ws: int
    s: int
    i: int
    a: int
    hull_points: int
    base: Base
    mounts: tuple[Mount, ...]
    blades: tuple[str, ...]
    rules: Rules
    capacity: int
    fire_points: int
    access: tuple[Edge, ...]
    smoke: bool

    def has(self, rule: catalogue.Rule) -> int:
        """The level of a rule, 0 for one that it lacks."""
        return self.rules.get(rule, 0)

    def is_a(self, *types: VehicleType) -> bool:
        """Whether it is of one of these types."""
        return any(kind in self.types for kind in types)

    @cached_property
    def bearings(self) -> tuple[Bearing, ...]:
        """Where each of its mounts is and on what it bears, in their order."""
        return tuple(bearing(self.base, mount.at) for mount in self.mounts)


class Bearing(Struct, frozen=True):
    """Where a weapon is mounted, `ahead` and to the `left` of the middle of its vehicle, in which direction it looks,
    and how many degrees it bears on, half of them to each side."""

    ahead: Inches
    left: Inches
    towards: Facing
    degrees: int


def bearing(base: Base, site: Site) -> Bearing:
    """What a site of a vehicle bears on."""
    (ahead, left), towards, degrees = SITES[site]
    long, wide = (base.length or 2 * base.radius) // 2, (base.width or 2 * base.radius) // 2
    return Bearing(ahead * long, left * wide, towards, degrees)


class _VehicleRow(Row, frozen=True, kw_only=True):
    """A vehicle as the file has it: WS S I A of a walker in one line."""

    types: tuple[VehicleType, ...] = ()
    armour: tuple[Count, Count, Count]
    bs: Power10
    hull_points: Annotated[int, Meta(ge=1)]
    base: str
    line: tuple[Power10, Power10, Power10, Power10] = (0, 0, 0, 0)
    mounts: tuple[Mount, ...] = ()
    blades: tuple[str, ...] = ()
    rules: Rules = field(default_factory=dict)
    capacity: Count = 0
    fire_points: Annotated[int, Meta(ge=-1)] = 0
    access: tuple[Edge, ...] = ("rear",)
    smoke: bool = False

    def vehicle(self, source: str) -> Vehicle:
        where = f"[{self.id}]"
        known(self.base, catalogue.bases(), source, f"{where}.base", "a base")
        for number, mount in enumerate(self.mounts, 1):
            known(mount.weapon, catalogue.weapons(), source, f"{where}.mounts[{number}].weapon", "a weapon")
        for id in self.blades:
            known(id, catalogue.blades(), source, f"{where}.blades", "a weapon of close combat")
        if ("walker" in self.types) is not any(self.line):
            raise BadData(source, f"{where}.line", str(list(self.line)), "WS S I A of a walker, and of nothing else")
        if ("transport" in self.types) is not bool(self.capacity):
            raise BadData(source, f"{where}.capacity", str(self.capacity), "how many a transport carries, 0 for others")
        ws, s, i, a = self.line
        return Vehicle(
            id=self.id, title=self.title, types=self.types, armour=self.armour, bs=self.bs, ws=ws, s=s, i=i, a=a,
            hull_points=self.hull_points, base=catalogue.bases()[self.base], mounts=self.mounts, blades=self.blades,
            rules=whole(self.rules, source, f"{where}.rules"), capacity=self.capacity, fire_points=self.fire_points,
            access=self.access, smoke=self.smoke,
        )  # fmt: skip


def rate_of(model: Profile | Vehicle) -> Rate:
    """How far a model moves."""
    if isinstance(model, Profile):
        return catalogue.rates()[model.types[0]]
    if model.is_a("gun", "walker"):
        return catalogue.rates()["walker" if model.is_a("walker") else "artillery"]
    kind = "skimmer" if model.is_a("skimmer") else "vehicle"
    return catalogue.rates()[f"fast-{kind}" if model.is_a("fast") else kind]


# ---- entries of an army list -----------------------------------------------------------------------------------------


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may lead a unit: its profile and what it costs in all; one that is `always` there need not be bought."""

    profile: str
    points: Count
    always: bool = False


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """What models of a unit may buy: one thing of `gear`, each with its price, or `picks` of them, and at least
    `least`.

    It takes the place of `instead`.  `most` models of a unit may buy it, or one in `per`, 0 for all; `who` says whether
    the leader may, the others, or both.  With `twice` the same thing may be bought again, and nothing of `bars` beside
    it.  On a vehicle a weapon is mounted at each site of `at`, or, where that is left out, at that of the weapon which
    it replaces.
    """

    gear: dict[str, Count]
    instead: tuple[str, ...] = ()
    most: Count = 0
    per: Count = 0
    picks: Annotated[int, Meta(ge=1)] = 1
    least: Count = 0
    twice: bool = False
    who: Literal["all", "leader", "others"] = "all"
    bars: tuple[str, ...] = ()
    at: tuple[Site, ...] = ()


class Entry(Row, frozen=True, kw_only=True):
    """What an army may take: `least` to `most` models of a profile or a vehicle, each for `points`, with or without a
    leader, and what may be bought for them.  Of artillery it is guns that are counted, with so many `crew` each."""

    army: str
    slot: Slot
    points: Count
    least: Annotated[int, Meta(ge=1)] = 1
    most: Annotated[int, Meta(ge=1)] = 1
    profile: str = ""
    vehicle: str = ""
    crew: Count = 0
    leader: Leader | None = None
    choices: tuple[Choice, ...] = ()


def _entry(entry: Entry, source: str) -> Entry:
    """The entry.  Raises `BadData` for what does not fit together."""
    where = f"[{entry.id}]"
    for mistake in unknown_ids(entry, _entry_ids(), source, where):
        raise mistake
    if bool(entry.profile) is bool(entry.vehicle) and not entry.crew:
        raise BadData(source, where, "a profile and a vehicle, or neither", "one of them, or both with a crew")
    if entry.least > entry.most:
        raise BadData(source, f"{where}.least", str(entry.least), f"{entry.most} at most")
    if entry.leader:
        known(entry.leader.profile, profiles(), source, f"{where}.leader.profile", "a profile")
    buys, what = (
        (catalogue.weapons(), "a weapon") if entry.vehicle else (catalogue.things(), "a weapon, gear or a power")
    )
    for number, choice in enumerate(entry.choices, 1):
        for id in (*choice.gear, *choice.instead, *choice.bars):
            known(id, buys, source, f"{where}.choices[{number}]", what)
    return entry


def rules_of(id: str) -> Rules:
    """The rules that a thing gives to whoever has it."""
    return getattr(catalogue.things()[id], "rules", {})


def _ids() -> dict[str, tuple[dict[str, object], str]]:
    return {
        "base": (dict(catalogue.bases()), "a base"),
        "gear": (dict(catalogue.things()), "a weapon, gear or a power"),
    }


def _entry_ids() -> dict[str, tuple[dict[str, object], str]]:
    return {
        "army": (dict(armies()), "an army"),
        "profile": (dict(profiles()), "a profile"),
        "vehicle": (dict(vehicles()), "a vehicle"),
    }


armies = DATA.table("armies.toml", Worded)
"""The peoples that make war, by id."""
profiles = DATA.converted_table("profiles.toml", _ProfileRow, _ProfileRow.profile)
"""All profiles of models that are no vehicles, by id."""
vehicles = DATA.converted_table("vehicles.toml", _VehicleRow, _VehicleRow.vehicle)
"""All vehicles, by id."""
entries = DATA.converted_table("entries.toml", Entry, _entry)
"""All that armies may take, by id."""
