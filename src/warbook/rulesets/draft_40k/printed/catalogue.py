"""What is printed of equipment, rules, powers, bases and ground, read from `data/` when first wanted.

Lengths are thousandths of an inch.  A Strength, AP or save of 0 is one that is not there ("-").  Everything is frozen
and may be shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.length import INCH
from ....core.profile import Inches
from ....core.shape import Hull
from ....core.structs import replace
from ....mechanics.tables import DataFolder

DATA = DataFolder(Path(__file__).parents[1] / "data")

Class: TypeAlias = Literal["rapid-fire", "assault", "heavy", "pistol", "ordnance"]
Keyword: TypeAlias = Literal[
    "searing", "lance", "rending", "sniper", "poisoned", "twin-linked", "gets-hot", "pinning", "one-shot", "skyfire",
    "barrage", "unseen",
]  # fmt: skip
"""What is special about a shot; one that is `unseen` needs no line of sight."""
Rule: TypeAlias = Literal[
    # of all peoples
    "relentless", "fleet", "furious-charge", "feel-no-pain", "stealth", "scouts", "infiltrate", "deep-strike",
    "steadfast", "hit-and-run", "counter-attack", "move-through-cover", "acute-senses", "rage", "slow-and-purposeful",
    "tank-hunters", "preferred-enemy", "skilled-rider", "swarm", "vulnerable", "mob-rule", "synapse", "combat-tactics",
    "overwatch", "eternal-warrior", "fearless", "stubborn", "independent",
    # of a few
    "brood", "psyker", "null-hood", "spirit-ward", "blurred", "smoke-trail", "no-sweep", "two-weapons", "impetus",
    "glide", "assault-ramp", "second-target", "fires-as-fast", "deflector", "assault-grenades", "defensive-grenades",
]  # fmt: skip
Level: TypeAlias = Annotated[int, Meta(ge=1)]
Rules: TypeAlias = dict[Rule, Level]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Roll: TypeAlias = Annotated[int, Meta(ge=2, le=6)]
Power10: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
"""A characteristic."""

UNLIMITED = 1000 * INCH
"""The range of what reaches everywhere."""
TEMPLATE = 8 * INCH


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a table: what it is called."""

    id: str
    title: str

    def __hash__(self) -> int:
        return hash(self.id)


class Worded(Row, frozen=True, kw_only=True):
    """A row that says what it does."""

    summary: str


# ---- weapons ---------------------------------------------------------------------------------------------------------


class Mode(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way of firing a weapon: `title` says which where there are several.

    `strength` is 0 where the shot wounds by a number of its own (sniper), `ap` 0 where it pierces no armour.  `shots`
    may be a D3.  `blast` is the diameter of its marker, 0 for none.
    """

    title: str = ""
    strength: Power10
    ap: Annotated[int, Meta(ge=0, le=6)] = 0
    shots: Annotated[int, Meta(ge=1)] | Literal["D3"] = 1
    blast: Inches = 0
    keywords: dict[Keyword, Level] = {}

    def has(self, keyword: Keyword) -> int:
        """The number of a keyword, 0 for one that it lacks."""
        return self.keywords.get(keyword, 0)


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon that shoots, from `nearest` to `range`; a `template` reaches as far as it is long.  It is fired in one
    of its `modes`; the first is what it usually does."""

    kind: Class
    range: Inches
    modes: tuple[Mode, ...]
    nearest: Inches = 0
    template: bool = False


class _WeaponRow(Row, frozen=True, kw_only=True):
    """A weapon as the file has it: its only way of firing without a list, and whether there is a `twin` of it."""

    kind: Class
    range: Inches = TEMPLATE
    nearest: Inches = 0
    template: bool = False
    twin: bool = False
    strength: Power10 | None = None
    ap: Annotated[int, Meta(ge=0, le=6)] = 0
    shots: Annotated[int, Meta(ge=1)] | Literal["D3"] = 1
    blast: Inches = 0
    keywords: dict[Keyword, Level] = {}
    modes: tuple[Mode, ...] = ()

    def weapon(self) -> Weapon:
        """The weapon.  Raises `BadData` where it has no way of firing, or its way both with and without a list."""
        if (self.strength is None) is not bool(self.modes):
            found = "both of them" if self.modes else "neither"
            raise BadData("weapons.toml", f"[{self.id}]", found, "either a strength or a list of modes")
        only = Mode(strength=self.strength or 0, ap=self.ap, shots=self.shots, blast=self.blast, keywords=self.keywords)
        return Weapon(
            id=self.id, title=self.title, kind=self.kind, range=self.range, nearest=self.nearest,
            template=self.template, modes=self.modes or (only,),
        )  # fmt: skip


def title_of(weapon: Weapon, mode: Mode) -> str:
    """A weapon in words, with the way in which it is fired where it has several."""
    return f"{weapon.title} ({mode.title})" if mode.title else weapon.title


def _twin(weapon: Weapon) -> Weapon:
    """Two of a weapon, linked."""
    modes = tuple(replace(mode, keywords={**mode.keywords, "twin-linked": 1}) for mode in weapon.modes)
    title = f"Twin {weapon.title[0].lower()}{weapon.title[1:]}"
    return replace(weapon, id=f"twin-{weapon.id}", title=title, modes=modes)


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons that shoot, by id; behind each its twin (``twin-laser-cannon``), if there is one."""
    found: dict[str, Weapon] = {}
    for row in DATA.rows("weapons.toml", _WeaponRow).values():
        found[row.id] = weapon = row.weapon()
        if row.twin:
            found[f"twin-{row.id}"] = _twin(weapon)
    return found


class Blade(Row, frozen=True, kw_only=True):
    """A weapon of close combat, or grenades.

    One that `pierces` leaves no armour save; `doubled` is Strength times two; `last` strikes at Initiative 1; `rerolls`
    are the to-hit dice that are rolled again (with `two_reroll` all misses for whoever has a pair); `wounds_on` is a
    number of its own to wound, 0 for none, `hull_strength` the Strength against vehicles, 0 for its bearer's own, and
    `dice` how many are rolled to penetrate.  Each `arm` beyond the first is an attack more.  `hands` is 0 for
    grenades, of which one attack is made instead of all others, and for what its bearer is born with.
    """

    hands: Annotated[int, Meta(ge=0, le=2)] = 1
    grenade: bool = False
    pierces: bool = False
    doubled: bool = False
    last: bool = False
    arm: bool = False
    rending: bool = False
    force: bool = False
    reroll_wounds: bool = False
    rerolls: Literal["none", "ones", "misses"] = "none"
    two_reroll: bool = False
    wounds_on: Annotated[int, Meta(ge=0, le=6)] = 0
    poisoned: Annotated[int, Meta(ge=0, le=6)] = 0
    hull_strength: Power10 = 0
    dice: Annotated[int, Meta(ge=1, le=2)] = 1
    rules: Rules = {}


# ---- rules, gear, powers ---------------------------------------------------------------------------------------------


class RuleRow(Worded, frozen=True, kw_only=True):
    """A rule of models and units.  Rules that are written with a number go up to level `most`; `brings` are others
    that come with it."""

    id: Rule
    most: Level = 1
    brings: Rules = {}


class Gear(Worded, frozen=True, kw_only=True):
    """Equipment that is no weapon: the rules that it gives, the armour save that it betters."""

    rules: Rules = {}
    sv: Annotated[int, Meta(ge=0, le=6)] = 0


class Power(Worded, frozen=True, kw_only=True):
    """A psychic power, up to `range`, 0 for one on the psyker's own unit.  A `shooting` one is used instead of a weapon
    in the shooting phase; if it fires as one, `weapon` is which."""

    kind: Literal["blessing", "curse", "shooting"]
    on: Literal["own", "friend", "enemy"]
    range: Inches = 0
    weapon: str = ""


# ---- bases and ground ------------------------------------------------------------------------------------------------


class Base(Struct, frozen=True, forbid_unknown_fields=True):
    """What a model covers of the table: a disc of `radius`, or a hull `length` by `width`; how high it is, and how high
    above the ground it `stands`."""

    id: str
    height: Inches
    radius: Inches = 0
    length: Inches = 0
    width: Inches = 0
    stands: Inches = 0

    @property
    def shape(self) -> Hull | None:
        """The shape of its placements, None for a disc."""
        return Hull(self.length, self.width) if self.length else None

    @property
    def around(self) -> int:
        """The radius of its placements."""
        return self.shape.radius if self.shape else self.radius


class Ground(Row, frozen=True, kw_only=True):
    """What an area of a board, or anything else that models stand in or behind, does: its `cover` is a save, 0 for
    none; an `area` covers whoever is inside from every side."""

    cover: Annotated[int, Meta(ge=0, le=6)] = 0
    area: bool = False
    difficult: bool = False
    dangerous: bool = False
    impassable: bool = False
    piece: bool = False


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """How far those of a kind move.

    Three fields for the movement of the draft: `move`, whether they can go `flat_out`, and whether terrain hinders them
    (`over`: only where the move starts or ends); `forces`: whether they may surge through it.  The rest is for that of
    the game as it was: `base`, at most `base_fast` where they go as fast as they can, `base_charge`, `runs`, and the
    dice of falling back (`flees`; of both).
    """

    id: str
    move: Inches
    flat_out: bool = False
    over: bool = False
    forces: bool = True
    base: Inches = 0
    base_fast: Inches = 0
    base_charge: Inches = 0
    runs: bool = False
    flees: Annotated[int, Meta(ge=0, le=3)] = 2


# ---- reading ---------------------------------------------------------------------------------------------------------

blades = DATA.table("blades.toml", Blade)
"""All weapons of close combat and grenades, by id."""
rules = DATA.table("rules.toml", RuleRow)
"""All rules, by id."""
gear = DATA.table("gear.toml", Gear)
"""All equipment that is no weapon, by id."""
powers = DATA.table("powers.toml", Power)
"""All psychic powers, by id."""
bases = DATA.table("bases.toml", Base)
"""All bases and hulls, by id."""
grounds = DATA.table("grounds.toml", Ground)
"""What can be stood in or behind, by id; those that are no `piece` are kinds of area of a board."""
rates = DATA.table("rates.toml", Rate)
"""How far each kind moves, by id."""


@cache
def things() -> Mapping[str, Weapon | Blade | Gear | Power]:
    """All that a model can have, by id: no two tables have the same id."""
    return {**weapons(), **blades(), **gear(), **powers()}


def whole(written: Rules, source: str, where: str) -> Rules:
    """Rules with those that they bring.  Raises `BadData` for a level that there is not."""
    found: Rules = {}
    for rule, level in written.items():
        if level > rules()[rule].most:
            raise BadData(source, f"{where}.{rule}", str(level), f"1 to {rules()[rule].most}")
        for each, number in {rule: level, **rules()[rule].brings}.items():
            found[each] = max(number, found.get(each, 0))
    return found
