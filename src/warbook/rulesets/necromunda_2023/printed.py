"""What is printed: fighters, weapons, traits, skills, armour, wargear and tables, read from `data/` when first wanted.

All lengths are thousandths of an inch.  A characteristic tested on a target number ("4+") is that number, and 0 where
the profile has none; everything is frozen and may be shared.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from ...core.errors import BadData
from ...core.length import inches
from ...core.profile import Inches, Millimetres, known, read_table

DATA = Path(__file__).parent / "data"

Role: TypeAlias = Literal["leader", "champion", "specialist", "ganger", "prospect", "juve", "brute", "beast", "dweller"]
WeaponKind: TypeAlias = Literal["basic", "pistol", "special", "heavy", "grenade", "melee", "vehicle"]
RangeKind: TypeAlias = Literal["ranged", "template", "melee"]
Face: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
S = TypeVar("S", bound=Struct)


# ---- fighters --------------------------------------------------------------------------------------------------------


class Gang(Struct, frozen=True, gc=False):
    """A faction whose fighters may stand on one roster."""

    id: str
    name: str
    summary: str


class Profile(Struct, frozen=True, kw_only=True):
    """A fighter's characteristics.

    `move` and `base` (a diameter) are thousandths of an inch; `s t w a` are plain numbers; `ws bs i ld cl wil
    intelligence` are target numbers, 0 where there is none.  `group` is how many others it may take along in a group
    activation; `example` how far its steadiness reaches when its gang flees, 0 for nobody's.
    """

    id: str
    name: str
    gang: str
    role: Role
    move: int
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int
    cl: int
    wil: int
    intelligence: int
    group: int
    base: int
    example: int = 0
    mounted: bool = False
    cost: int = 0
    skills: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)


class _ProfileRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A fighter as the file has it: characteristics in one line, in the printed order."""

    id: str
    name: str
    gang: str
    role: Role
    base: Millimetres
    line: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(min_length=12, max_length=12)]
    group: Annotated[int, Meta(ge=0)] = 0
    example: Inches = 0
    mounted: bool = False
    cost: int = 0
    skills: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()

    def profile(self, source: str) -> Profile:
        where = f"[{self.id}]"
        known(self.gang, gangs(), source, f"{where}.gang", "a gang")
        for skill in self.skills:
            known(skill, skills(), source, f"{where}.skills", "a skill")
        for item in self.wargear:
            known(item, wargear(), source, f"{where}.wargear", "a piece of wargear")
        move, ws, bs, s, t, w, i, a, ld, cl, wil, intelligence = self.line
        return Profile(
            id=self.id, name=self.name, gang=self.gang, role=self.role, cost=self.cost, base=self.base,
            group=self.group, example=self.example, mounted=self.mounted, skills=self.skills, wargear=self.wargear,
            move=inches(move), ws=ws, bs=bs, s=s, t=t, w=w, i=i, a=a, ld=ld, cl=cl, wil=wil, intelligence=intelligence,
        )  # fmt: skip


# ---- weapons ---------------------------------------------------------------------------------------------------------


class TraitText(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a weapon trait does.  `value` says what a number behind its name counts."""

    id: str
    name: str
    summary: str
    cite: str
    value: Literal["none", "count", "length"] = "none"


class Trait(Struct, frozen=True, gc=False):
    """One trait on one weapon: ``Trait("rapid-fire", 1)``, ``Trait("blast", 3000)``; `value` is 0 without one."""

    name: str
    value: int = 0


class WeaponProfile(Struct, frozen=True, kw_only=True):
    """One way of using a weapon.

    `short` and `long` are ranges in thousandths, 0 for none; where `short_strength` or `long_strength` is not 0 that
    range is so many inches for each point of the wielder's Strength.  In close combat `long` is the reach of a
    versatile weapon, `accuracy_short` counts in base contact and `accuracy_long` at reach.  `strength` is None where no
    wound is rolled with it; with `strength_user` it is what the wielder's Strength is raised by.  `ap` is added to the
    save die.  `damage` is None where the weapon takes no wounds by itself; `ammo` is what an Ammo test needs, 0 where
    it never runs out.
    """

    id: str
    name: str
    range: RangeKind
    short: int = 0
    long: int = 0
    short_strength: int = 0
    long_strength: int = 0
    accuracy_short: int = 0
    accuracy_long: int = 0
    strength: int | None = None
    strength_user: bool = False
    ap: int = 0
    damage: int | None = None
    ammo: int = 0
    traits: tuple[Trait, ...] = ()
    trait_values: dict[str, int] = {}

    def __post_init__(self) -> None:
        force_setattr(self, "trait_values", {trait.name: trait.value for trait in self.traits})

    def __hash__(self) -> int:
        return hash(self.id)

    def has(self, trait: str) -> bool:
        """Whether it has a trait."""
        return trait in self.trait_values

    def value(self, trait: str) -> int:
        """The number behind a trait (thousandths for a blast), 0 without the trait or without a number."""
        return self.trait_values.get(trait, 0)

    def with_traits(self, *traits: Trait) -> WeaponProfile:
        """The same profile with more traits, for a skill that lends its bearer's weapons one."""
        return _with_traits(self, traits)

    def reach(self, strength: int) -> tuple[int, int]:
        """Short and Long range in thousandths for a wielder of that Strength."""
        return (
            inches(self.short_strength * strength) if self.short_strength else self.short,
            inches(self.long_strength * strength) if self.long_strength else self.long,
        )

    def hits_at(self, strength: int) -> int | None:
        """The Strength of its hits when a wielder of that Strength uses it; None where no wound is rolled with it."""
        return self.strength + strength if self.strength is not None and self.strength_user else self.strength


@cache
def _with_traits(profile: WeaponProfile, traits: tuple[Trait, ...]) -> WeaponProfile:
    given = {trait.name: trait for trait in (*profile.traits, *traits)}
    fields = {name: getattr(profile, name) for name in profile.__struct_fields__}
    return WeaponProfile(**{**fields, "traits": tuple(given.values())})


class Weapon(Struct, frozen=True, kw_only=True):
    """A weapon and its profiles.

    `slots` is how many of a fighter's places it takes up; `family` what armour and accessories ask about ("las",
    "plasma", "melta" ...).  What is not `carried` is no entry for a roster: bare hands, a vehicle's gun.
    """

    id: str
    name: str
    kind: WeaponKind
    slots: int
    profiles: tuple[WeaponProfile, ...]
    family: str = ""
    cost: int | None = None
    carried: bool = True

    def __hash__(self) -> int:
        return hash(self.id)

    def has(self, trait: str) -> bool:
        """Whether any of its profiles has a trait."""
        return any(profile.has(trait) for profile in self.profiles)


class _UseRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon profile as the file has it."""

    id: str = ""
    name: str = ""
    range: Annotated[tuple[Inches, ...], Meta(min_length=2, max_length=2)] | Literal["template", "melee"] | None = None
    thrown: tuple[int, int] | None = None
    reach: Inches = 0
    accuracy: tuple[int, int] = (0, 0)
    strength: Annotated[int, Meta(ge=1)] | Annotated[str, Meta(pattern=r"^S(\+[1-9])?$")] | None = None
    ap: int = 0
    damage: Annotated[int, Meta(ge=1)] | None = None
    ammo: Face = 0
    traits: tuple[str, ...] = ()

    def profile(self, weapon: _WeaponRow, source: str, where: str) -> WeaponProfile:
        if (self.range is None) is (self.thrown is None):
            raise BadData(source, f"{where}.range", "both or neither of range and thrown", "one of the two")
        kind: RangeKind = self.range if isinstance(self.range, str) else "ranged"
        short, long = self.range if isinstance(self.range, tuple) else (0, self.reach)
        thrown = self.thrown or (0, 0)
        traits = [parse_trait(text, source, f"{where}.traits") for text in self.traits]
        if kind == "melee":
            traits.append(Trait("melee"))
        return WeaponProfile(
            id=f"{weapon.id}-{self.id}" if self.id else weapon.id,
            name=self.name or weapon.name,
            range=kind,
            short=short,
            long=long,
            short_strength=thrown[0],
            long_strength=thrown[1],
            accuracy_short=self.accuracy[0],
            accuracy_long=self.accuracy[1],
            strength=int(self.strength[1:] or 0) if isinstance(self.strength, str) else self.strength,
            strength_user=isinstance(self.strength, str),
            ap=self.ap,
            damage=self.damage,
            ammo=self.ammo,
            traits=tuple(sorted(traits, key=lambda trait: trait.name)),
        )


class _WeaponRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as the file has it."""

    id: str
    name: str
    kind: WeaponKind
    profiles: Annotated[tuple[_UseRow, ...], Meta(min_length=1)]
    family: str = ""
    cost: int | None = None
    carried: bool = True

    def weapon(self, source: str) -> Weapon:
        profiles = tuple(
            row.profile(self, source, f"[{self.id}].profiles[{row.id or number}]")
            for number, row in enumerate(self.profiles, 1)
        )
        traits = {trait.name for profile in profiles for trait in profile.traits}
        slots = 2 if "unwieldy" in traits else 0 if "digi" in traits or not self.carried else 1
        return Weapon(
            id=self.id, name=self.name, kind=self.kind, slots=slots, profiles=profiles,
            family=self.family, cost=self.cost, carried=self.carried,
        )  # fmt: skip


def parse_trait(text: str, source: str, where: str) -> Trait:
    """``"rapid-fire 1"`` or ``"blast 3"`` or ``"silent"`` as a Trait."""
    shape = re.fullmatch(r"([a-z-]+)(?: (\d+))?", text)
    if shape is None:
        raise BadData(source, where, repr(text), 'the id of a trait and its number if it has one, as in "rapid-fire 1"')
    name, number = shape[1], shape[2]
    counts = traits()[known(name, traits(), source, where, "a trait")].value
    if (number is None) is not (counts == "none"):
        wanted = f'"{name}" alone' if counts == "none" else f'"{name}" and a {counts}, as in "{name} 3"'
        raise BadData(source, where, repr(text), wanted)
    if number is None:
        return Trait(name)
    return Trait(name, inches(int(number)) if counts == "length" else int(number))


# ---- skills, armour, wargear -----------------------------------------------------------------------------------------


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill, and the ids of the actions it brings."""

    id: str
    name: str
    summary: str
    cite: str
    actions: tuple[str, ...] = ()


class Armour(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that saves.  Each `save` is the number needed, 0 for none of its own.

    Where `blast` (against blasts and flame templates), `front` (from the front arc) or `front_blast` is given it is
    used there if it is better.  A field's save is modified by nothing.  `bonus_melee` and `bonus_ranged` are added to
    the save die; `front_only`, `standing_only` say when.  `spent_bonuses` are added to the first saves of the battle,
    one each.
    """

    id: str
    name: str
    kind: Literal["armour", "field", "shield", "overlay"]
    summary: str
    cite: str
    save: Face = 0
    blast: Face = 0
    front: Face = 0
    front_blast: Face = 0
    environment: Face = 0
    worst: Face = 0
    """AP never makes the save worse than this; 0 if it may."""
    ap_less: int = 0
    """How much nearer to 0 it brings an AP, never past -1."""
    ap_ignored: tuple[str, ...] = ()
    """Families of weapons whose AP counts for nothing."""
    immune: tuple[str, ...] = ()
    """Traits that do nothing to the wearer."""
    ignores_melta_in_sight: bool = False
    against_gas: int = 0
    initiative: int = 0
    charge: int = 0
    """Whole inches added to the distance of a charge."""
    bonus_melee: int = 0
    bonus_ranged: int = 0
    front_only: bool = False
    standing_only: bool = False
    spent_bonuses: tuple[int, ...] = ()
    move_is_basic: bool = False
    burns_out: Face = 0
    """The D6 on which a field that saved is gone."""
    ends_on_failure: bool = False
    ranged_only: bool = False
    """Saves against shots alone: neither close combat, nor blasts, nor flame templates."""
    flash: Inches = 0
    """Others this near to a wearer whose field saves suffer the Flash trait."""
    displaces: bool = False
    hit_ranged: int = 0
    """Added to the hit rolls of shots at the wearer; `hit_melee` to those of blows."""
    hit_melee: int = 0
    still_only: bool = False
    """Works only while the wearer has not moved."""

    def best_save(self, from_front: bool, blast: bool) -> int:
        """The save it gives against a hit from that side, by a blast or template or not; 0 if it gives none."""
        given = (
            self.save,
            self.blast if blast else 0,
            self.front if from_front else 0,
            self.front_blast if from_front and blast else 0,
        )
        return min((save for save in given if save), default=0)


class Wargear(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of gear: what it adds to rolls, the actions it brings, how often it works (`uses`, 0 without end)."""

    id: str
    name: str
    kind: Literal["gear", "accessory", "chem", "drink", "mount"]
    summary: str
    cite: str
    cost: int = 0
    uses: int = 0
    actions: tuple[str, ...] = ()
    against_gas: int = 0
    against_flash: int = 0
    sight_in_dark: Inches = 0
    """Added to how far the wearer sees in the dark."""
    through_smoke: bool = False
    revealed: bool = False
    """The bearer cannot be Hidden."""
    lock: int = 0
    """Added to Intelligence tests at door terminals and casket locks."""
    force: int = 0
    """Added to Strength to force a door."""
    assist: int = 0
    """Injury dice added when helping a friend to recover."""
    free_self: int = 0
    """Dice added to the wearer's own recovery from a web; `free_friend` to that of a friend it helps."""
    free_friend: int = 0
    aim: int = 0
    """What Aim adds to hit, in place of 1."""
    accuracy_short: int = 0
    hit_ranged: int = 0
    still_only: bool = False
    gives: tuple[str, ...] = ()
    """Traits that an accessory lends its weapon."""
    fits_kinds: tuple[WeaponKind, ...] = ()
    """An accessory fits a weapon of one of these kinds (of any if none are named) that has all of `fits_traits`."""
    fits_traits: tuple[str, ...] = ()

    def fits(self, weapon: Weapon) -> bool:
        """Whether this accessory can be put on a weapon."""
        return (
            self.kind == "accessory"
            and (not self.fits_kinds or weapon.kind in self.fits_kinds)
            and all(weapon.has(trait) for trait in self.fits_traits)
        )


# ---- tables ----------------------------------------------------------------------------------------------------------


class Drinking(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What so many swigs of one drink do; the highest row reached counts, rows are not added up."""

    tokens: int
    ranged: int = 0
    melee: int = 0
    cool: int = 0
    passes_cool: bool = False
    reels: bool = False
    """After two Move actions in a row: Initiative test or prone."""
    stray: Inches = 0
    """Its shots go to a target drawn from all models this near to the one it meant; 0 for none."""
    staggers: bool = False
    """It moves D6" in a random direction instead of its Movement."""


class Drink(Struct, frozen=True, forbid_unknown_fields=True):
    """A bottle: empty when a D6 after a swig is at most `empties`."""

    id: str
    name: str
    summary: str
    cite: str
    cost: int
    empties: Face
    rows: Annotated[tuple[Drinking, ...], Meta(min_length=1)]

    def at(self, tokens: int) -> Drinking | None:
        """What that many swigs do; None for none."""
        return next((row for row in reversed(self.rows) if row.tokens <= tokens), None)


class Changes(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Lasting changes of characteristics as a player says them: -1 is one worse, also where the number needed rises."""

    move: int = 0
    ws: int = 0
    bs: int = 0
    s: int = 0
    t: int = 0
    ld: int = 0
    cl: int = 0
    wil: int = 0
    intelligence: int = 0


class Lasting(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of lasting injuries, for a D66 from `low` to `high`.  `misses`: how its victim is laid up."""

    id: str
    name: str
    low: int
    high: int
    summary: str
    cite: str
    changes: Changes = Changes()
    misses: Literal["", "convalescence", "recovery"] = ""
    skill: str = ""
    rolls: Literal["", "D3"] = ""
    """Roll so many further injuries, again whatever is in `not_again`."""
    not_again: tuple[str, ...] = ()
    experience: Literal["", "D3"] = ""
    dies: bool = False


class Fall(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A band of the falling table: a fall of `low` to `high` inches, rounded up (`high` 0: no limit), and its hit."""

    id: str
    low: int
    high: int
    cite: str
    strength: int = 0
    ap: int = 0
    damage: int = 0


class Loot(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a loot casket holds on a D6 from `low` to `high`: it becomes a trap or an ammo cache, or holds credits."""

    id: str
    name: str
    low: Face
    high: Face
    summary: str
    cite: str
    becomes: Literal["", "frag-trap", "ammo-cache"] = ""
    credits: Literal["", "D6"] = ""


class Trap(Struct, frozen=True):
    """A booby trap.  Its profile is the hit; where that is no blast, `long` is how near a model has to be."""

    id: str
    name: str
    summary: str
    cite: str
    profile: WeaponProfile


class _TrapRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    summary: str
    cite: str
    range: tuple[Inches, Inches] = (0, 0)
    strength: Annotated[int, Meta(ge=1)] | None = None
    ap: int = 0
    damage: Annotated[int, Meta(ge=1)] | None = None
    traits: tuple[str, ...] = ()

    def trap(self, source: str) -> Trap:
        profile = WeaponProfile(
            id=self.id,
            name=self.name,
            range="ranged",
            short=self.range[0],
            long=self.range[1],
            strength=self.strength,
            ap=self.ap,
            damage=self.damage,
            traits=tuple(parse_trait(text, source, f"[{self.id}].traits") for text in self.traits),
        )
        return Trap(self.id, self.name, self.summary, self.cite, profile)


# ---- reading ---------------------------------------------------------------------------------------------------------


def _read(name: str, kind: type[S]) -> tuple[dict[str, S], str]:
    path = DATA / name
    return read_table(path.read_text(encoding="utf-8"), name, kind), name


@cache
def gangs() -> dict[str, Gang]:
    """All factions, by id."""
    return _read("gangs.toml", Gang)[0]


@cache
def fighters() -> dict[str, Profile]:
    """All profiles of fighters, brutes and beasts, by id."""
    rows, source = _read("fighters.toml", _ProfileRow)
    return {id: row.profile(source) for id, row in rows.items()}


@cache
def traits() -> dict[str, TraitText]:
    """All weapon traits, by id."""
    return _read("traits.toml", TraitText)[0]


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons, by id."""
    rows, source = _read("weapons.toml", _WeaponRow)
    return {id: row.weapon(source) for id, row in rows.items()}


@cache
def skills() -> dict[str, Skill]:
    """All skills of fighters, by id."""
    return _read("skills.toml", Skill)[0]


@cache
def armour() -> dict[str, Armour]:
    """All armour, fields and shields, by id."""
    return _read("armour.toml", Armour)[0]


@cache
def wargear() -> dict[str, Wargear]:
    """All gear, accessories, chems, drinks and mounts, by id."""
    return _read("wargear.toml", Wargear)[0]


@cache
def drinks() -> dict[str, Drink]:
    """The bottles, by the id of the wargear."""
    return _read("booze.toml", Drink)[0]


@cache
def lasting_injuries() -> tuple[Lasting, ...]:
    """The table of lasting injuries, lowest first."""
    return tuple(_read("lasting_injuries.toml", Lasting)[0].values())


def lasting_injury(roll: int) -> Lasting:
    """The lasting injury of a D66 (11 to 66)."""
    return next(row for row in lasting_injuries() if row.low <= roll <= row.high)


@cache
def falls() -> tuple[Fall, ...]:
    """The falling table, lowest first."""
    return tuple(_read("falling.toml", Fall)[0].values())


def fall(inches_fallen: int) -> Fall | None:
    """The band of a fall of that many whole inches (round up first); None where it does no harm."""
    return next((row for row in reversed(falls()) if row.low <= inches_fallen and row.strength), None)


@cache
def loot() -> tuple[Loot, ...]:
    """What loot caskets hold, lowest first."""
    return tuple(_read("loot.toml", Loot)[0].values())


@cache
def traps() -> dict[str, Trap]:
    """The booby traps, by id."""
    rows, source = _read("traps.toml", _TrapRow)
    return {id: row.trap(source) for id, row in rows.items()}
