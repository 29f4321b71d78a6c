"""What is printed: sizes, ranks, profiles, equipment, perks, abilities and spells, read from `data/` when first wanted.

Lengths are thousandths of an inch, except those that are rolled for or counted out in whole inches: Movement, and the
range of a weapon or spell.  Attributes are dice (ATT, MRK, IV, WP, ARM), numbers to reach (DEF, DAM) or wounds (EN).
Everything is frozen and may be shared.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.profile import Inches, known
from ....mechanics.tables import DataFolder

DATA = DataFolder(Path(__file__).parents[1] / "data")
action = DATA.actions("actions.toml")
"""Gives an action of the game with its words."""

Setting: TypeAlias = Literal["chronicle", "modern"]
Settings: TypeAlias = Literal["chronicle", "modern", "both"]
RankName: TypeAlias = Literal["regular", "veteran", "hero"]
SizeName: TypeAlias = Literal["small", "medium", "large", "huge"]
Attribute: TypeAlias = Literal["mov", "att", "mrk", "defence", "iv", "wp", "arm", "en", "dam"]
Lasting: TypeAlias = Literal[Attribute, "swift", "manabane"]
"""What a charm or a spell leaves on a figure for a while."""
Count: TypeAlias = Annotated[int, Meta(ge=0)]


def fits(settings: Settings, setting: Setting) -> bool:
    """Whether something of these settings is at home in a setting."""
    return settings in (setting, "both")


# ---- sizes and ranks -------------------------------------------------------------------------------------------------


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """How large a figure is: a cylinder of diameter `base` and that `height`.

    `threat` is its threat range from the edge of its base, `wounds_per_hit` what each of its blows does, `order` counts
    from the smallest, and `price` multiplies what its equipment costs.
    """

    id: str
    title: str
    order: int
    threat: Inches
    width: Inches
    height: Inches
    base: Inches
    wounds_per_hit: int
    price: int


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """What a figure is to its party: `order` counts from the lowest, `perks` is how many it may have."""

    id: str
    title: str
    order: int
    perks: int


# ---- profiles --------------------------------------------------------------------------------------------------------


class Profile(Struct, frozen=True, kw_only=True):
    """The attributes of a figure.

    `mov` is whole inches and dice; `att mrk iv wp arm` are dice, `defence dam` numbers to reach, `en` wounds.  `party`
    is its people: kin are of the same.  `abilities` pairs each that it has with its number (0 without one), `upgrades`
    each that it may buy with the price.  One that is not `hired` is on no roster: the scenario brings it.
    """

    id: str
    title: str
    party: str
    rank: RankName
    size: SizeName
    mov: int
    att: int
    mrk: int
    defence: int
    iv: int
    wp: int
    arm: int
    en: int
    dam: int
    points: int
    setting: Settings = "both"
    hired: bool = True
    abilities: dict[str, int] = {}
    upgrades: dict[str, int] = {}

    def __hash__(self) -> int:
        return hash(self.id)


class _ProfileRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile as the file has it: attributes in one line, in the printed order."""

    id: str
    title: str
    party: str
    rank: RankName
    size: SizeName
    line: Annotated[tuple[Count, ...], Meta(min_length=9, max_length=9)]
    points: Count
    setting: Settings = "both"
    hired: bool = True
    abilities: tuple[str, ...] = ()
    upgrades: dict[str, Count] = {}

    def profile(self, source: str) -> Profile:
        where = f"[{self.id}]"
        for ability in self.upgrades:
            known(ability, abilities(), source, f"{where}.upgrades", "an ability")
        mov, att, mrk, defence, iv, wp, arm, en, dam = self.line
        return Profile(
            id=self.id, title=self.title, party=self.party, rank=self.rank, size=self.size, points=self.points,
            mov=mov, att=att, mrk=mrk, defence=defence, iv=iv, wp=wp, arm=arm, en=en, dam=dam,
            setting=self.setting, hired=self.hired, upgrades=self.upgrades,
            abilities=dict(parse_ability(text, source, f"{where}.abilities") for text in self.abilities),
        )  # fmt: skip


# ---- equipment -------------------------------------------------------------------------------------------------------


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon.

    `range` is the distance in whole inches up to which it shoots best, 0 for one that does not.  Its damage is `dam`,
    or, where that is 0, its bearer's and `more` on top.  `reach` is added to its bearer's threat range for striking,
    `att` to the dice of its attacks, `close_dice` to those of shots within `range`.  An `archaic` one must be loaded
    after every shot; a `consumed` one is gone after its first.  `area` is the radius of what it covers, 0 for none.
    A `free` one takes no room and belongs to whoever has no other of its sort.
    """

    id: str
    title: str
    kind: Literal["melee", "ranged", "thrown", "area"]
    summary: str
    cite: str
    setting: Settings
    points: Count
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    reach: Inches = 0
    att: int = 0
    dam: Count = 0
    more: int = 0
    range: Count = 0
    close_dice: int = 0
    archaic: bool = False
    consumed: bool = False
    once_per_activation: bool = False
    area: Inches = 0
    free: bool = False

    def __hash__(self) -> int:
        return hash(self.id)

    def damage(self, dam: int) -> int:
        """What armour must reach against it when its bearer's own DAM is `dam`."""
        return self.dam or dam + self.more


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """Armour for the body, or a shield: what it adds to attributes (`mov` in whole inches).

    `weight` orders armour from the lightest.
    """

    id: str
    title: str
    kind: Literal["body", "shield"]
    summary: str
    cite: str
    setting: Settings
    points: Count
    arm: int = 0
    defence: int = 0
    mov: int = 0
    weight: int = 0


class Charm(Struct, frozen=True, forbid_unknown_fields=True):
    """A talisman, potion or charm.

    It works all the time (passive), when its bearer spends a point on it (action), or by itself when its time comes
    (trigger); `once` a battle or whenever it may.  `mov defence arm en dam` are added as long as it works; `ap` are
    points that it gives, `number` what its test must reach, `fear` the number of the Fear that it causes.  `lasting`
    is what is on its bearer until its next turn: effects by name, and their amount.
    """

    id: str
    title: str
    when: Literal["passive", "action", "trigger"]
    summary: str
    cite: str
    setting: Settings
    points: Count
    once: bool = False
    mov: int = 0
    defence: int = 0
    arm: int = 0
    en: int = 0
    dam: int = 0
    ap: int = 0
    number: int = 0
    fear: int = 0
    lasting: dict[Lasting, int] = {}

    def __hash__(self) -> int:
        return hash(self.id)


# ---- perks, abilities, spells ----------------------------------------------------------------------------------------


class Perk(Struct, frozen=True, forbid_unknown_fields=True):
    """What a figure has learnt.  `bestial` ones are also the traits that beasts have in place of perks."""

    id: str
    title: str
    summary: str
    cite: str
    points: Count
    setting: Settings = "both"
    bestial: bool = False


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """What a people is born with or trained for.  `number`: whether it is written with one.

    `veterans`: in its setting every Veteran has it.
    """

    id: str
    title: str
    summary: str
    cite: str
    number: bool = False
    setting: Settings = "both"
    veterans: bool = False


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell: `mana` is paid first, then Willpower is rolled against `number`.

    `range` is whole inches; `on` says whom it is cast on.  A hostile one does `dam`, over a radius of `area` if it has
    one.  `lasting` is what is on its target until the caster's next turn; `most` limits what successes do, 0 for no
    limit.
    """

    id: str
    title: str
    summary: str
    cite: str
    mana: int
    number: int
    range: int
    on: Literal["enemy", "friend", "spot"]
    points: Count
    dam: int = 0
    area: Inches = 0
    lasting: dict[Lasting, int] = {}
    most: int = 0


class InterruptText(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of an interrupt (see `Reaction`)."""

    name: str
    cost: str
    summary: str
    cite: str
    leaves_open: str
    options: tuple[str, ...]


def parse_ability(text: str, source: str, where: str) -> tuple[str, int]:
    """``"fear 3"`` or ``"throwing-weight"`` as an id and its number, 0 without one.  Raises `BadData`."""
    shape = re.fullmatch(r"([a-z-]+)(?: (\d+))?", text)
    if shape is None:
        raise BadData(source, where, repr(text), 'the id of an ability and its number if it has one, as in "fear 3"')
    name = known(shape[1], abilities(), source, where, "an ability")
    if (shape[2] is not None) is not abilities()[name].number:
        wanted = f'"{name}" and a number, as in "{name} 3"' if abilities()[name].number else f'"{name}" alone'
        raise BadData(source, where, repr(text), wanted)
    return name, int(shape[2] or 0)


# ---- reading ---------------------------------------------------------------------------------------------------------
sizes = DATA.table("sizes.toml", Size)
"""The four sizes, smallest first."""
ranks = DATA.table("ranks.toml", Rank)
"""The three ranks, lowest first."""
profiles = DATA.converted_table("profiles.toml", _ProfileRow, _ProfileRow.profile)
"""All profiles, by id."""
weapons = DATA.table("weapons.toml", Weapon)
"""All weapons, by id."""
armour = DATA.table("armour.toml", Armour)
"""Armour from the lightest, and the shield, by id."""
charms = DATA.table("charms.toml", Charm)
"""All charms, talismans and potions, by id."""
perks = DATA.table("perks.toml", Perk)
"""All perks, by id."""
abilities = DATA.table("abilities.toml", Ability)
"""All abilities, by id."""
spells = DATA.table("spells.toml", Spell)
"""All spells, by id."""
interrupts = DATA.table("interrupts.toml", InterruptText)
"""The words of all interrupts, by kind."""
