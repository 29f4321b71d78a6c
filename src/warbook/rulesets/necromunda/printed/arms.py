"""Weapons, their profiles and traits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from ....core.errors import BadData
from ....core.length import inches
from ....core.profile import Inches, known
from .reading import Face

WeaponKind: TypeAlias = Literal["basic", "pistol", "special", "heavy", "grenade", "melee", "vehicle"]
RangeKind: TypeAlias = Literal["ranged", "template", "melee"]
ShootingAction: TypeAlias = Literal[
    "shoot",
    "overwatch",
    "blind-fire",
    "run-and-gun",
    "fire-through-ductway",
    "fire-point",
    "move-and-shoot",
    "fire-all",
]
"""The actions and reactions in which a ranged weapon is fired."""


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

    def profile(
        self, weapon: WeaponRow, source: str, where: str, known_traits: Mapping[str, TraitText]
    ) -> WeaponProfile:
        if (self.range is None) is (self.thrown is None):
            raise BadData(source, f"{where}.range", "both or neither of range and thrown", "one of the two")
        kind: RangeKind = self.range if isinstance(self.range, str) else "ranged"
        short, long = self.range if isinstance(self.range, tuple) else (0, self.reach)
        thrown = self.thrown or (0, 0)
        traits = [parse_trait(text, source, f"{where}.traits", known_traits) for text in self.traits]
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


class WeaponRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as the file has it."""

    id: str
    name: str
    kind: WeaponKind
    profiles: Annotated[tuple[_UseRow, ...], Meta(min_length=1)]
    family: str = ""
    cost: int | None = None
    carried: bool = True

    def weapon(self, source: str, known_traits: Mapping[str, TraitText]) -> Weapon:
        """The weapon; `source` is what messages call the file.  Raises `BadData`."""
        profiles = tuple(
            row.profile(self, source, f"[{self.id}].profiles[{row.id or number}]", known_traits)
            for number, row in enumerate(self.profiles, 1)
        )
        traits = {trait.name for profile in profiles for trait in profile.traits}
        slots = 2 if "unwieldy" in traits else 0 if "digi" in traits or not self.carried else 1
        return Weapon(
            id=self.id, name=self.name, kind=self.kind, slots=slots, profiles=profiles,
            family=self.family, cost=self.cost, carried=self.carried,
        )  # fmt: skip


def parse_trait(text: str, source: str, where: str, known_traits: Mapping[str, TraitText]) -> Trait:
    """``"rapid-fire 1"`` or ``"blast 3"`` or ``"silent"`` as a Trait, which must be one of those that are known."""
    shape = re.fullmatch(r"([a-z-]+)(?: (\d+))?", text)
    if shape is None:
        raise BadData(source, where, repr(text), 'the id of a trait and its number if it has one, as in "rapid-fire 1"')
    name, number = shape[1], shape[2]
    counts = known_traits[known(name, known_traits, source, where, "a trait")].value
    if (number is None) is not (counts == "none"):
        wanted = f'"{name}" alone' if counts == "none" else f'"{name}" and a {counts}, as in "{name} 3"'
        raise BadData(source, where, repr(text), wanted)
    if number is None:
        return Trait(name)
    return Trait(name, inches(int(number)) if counts == "length" else int(number))
