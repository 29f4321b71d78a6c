"""What is printed: skills, profiles, equipment, talents, powers and the two charts, read from `data/` when first
wanted.

Distances are whole squares.  Everything is frozen and may be shared.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from ....mechanics.tables import DataFolder

DATA = DataFolder(Path(__file__).parents[1] / "data")
action = DATA.actions("actions.toml")
"""Gives an action of the game with its words."""

Characteristic: TypeAlias = Literal[
    "strength", "toughness", "agility", "intelligence", "perception", "willpower", "fellowship"
]
CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)
Skill: TypeAlias = Literal[
    "melee", "athletics", "resilience", "ballistics", "gunnery", "coordination", "piloting", "stealth", "vigilance",
    "survival", "security", "medicae", "tech-use", "logic", "tactics", "astrogation", "knowledge", "discipline",
    "psyniscience", "coercion", "leadership",
]  # fmt: skip
Band: TypeAlias = Literal["engaged", "short", "medium", "long", "extreme"]
BANDS: tuple[Band, ...] = get_args(Band)
Quality: TypeAlias = Literal[
    "accurate", "inaccurate", "auto-fire", "linked", "blast", "breach", "pierce", "burn", "concussive", "disorient",
    "ensnare", "knockdown", "stun", "stun-damage", "stun-setting", "sunder", "vicious", "guided", "prepare",
    "slow-firing", "limited-ammo", "cumbersome", "unwieldy", "defensive", "deflection", "superior", "inferior",
    "reinforced", "ion", "tractor", "overheats", "force", "improvised",
]  # fmt: skip
Talent: TypeAlias = Literal[
    "toughened", "grit", "enduring", "durable", "lethal-blows", "adversary", "quick-strike", "rapid-reaction",
    "quick-draw", "jump-up", "dodge", "side-step", "defensive-stance", "parry", "reflect", "point-blank", "barrage",
    "feral-strength", "frenzied-attack", "true-aim", "precise-aim", "sniper-shot", "deadly-accuracy", "brace",
    "field-commander", "inspiring-rhetoric", "surgeon", "crippling-blow", "rain-of-death", "spare-clip", "swift",
    "furious", "synapse", "instinctive", "dreaded", "frightening", "fearless", "warded", "quick-clotting",
    "three-lungs", "machine",
]  # fmt: skip
Tier: TypeAlias = Literal["hero", "minion", "rival", "nemesis"]
Count: TypeAlias = Annotated[int, Meta(ge=0)]

NO_STRAIN: tuple[Tier, ...] = ("minion", "rival")
"""The tiers whose strain counts as wounds."""


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a table: what it is called."""

    id: str
    title: str

    def __hash__(self) -> int:
        return hash(self.id)


class Worded(Row, frozen=True, kw_only=True):
    """A row that says what it does: a talent, a quality, a result of a chart."""

    summary: str


class SkillRow(Row, frozen=True):
    """A skill.  `perceives`: it needs to see or hear what it is about; `limb` is what it cannot do without."""

    id: Skill
    characteristic: Characteristic
    perceives: bool = False
    limb: Literal["", "arm", "leg"] = ""


class QualityRow(Worded, frozen=True):
    """A quality of weapons: `cost` is what using it costs in advantages, 0 for one that always works."""

    id: Quality
    cost: Count


class Weapon(Row, frozen=True):
    """A weapon.  Strength is added to the damage of one for Melee; `critical` is what a critical injury costs in
    advantages; `range` is the furthest band; `hands` is 0 for what its bearer is born with, and one is enough in armour
    of `one_handed_in`."""

    skill: Skill
    damage: Count
    critical: Count
    range: Band
    hands: Annotated[int, Meta(ge=0, le=2)]
    qualities: dict[Quality, Count] = {}
    one_handed_in: tuple[str, ...] = ()

    def has(self, quality: Quality) -> int:
        """The number of a quality, 0 for one that it lacks."""
        return self.qualities.get(quality, 0)

    @property
    def melee(self) -> bool:
        return self.skill == "melee"


class Armour(Row, frozen=True):
    """Armour, or a shield: what it adds to soak, the defence that it gives, its bearer's speed in it (0: unchanged).
    `strength` counts where weight matters; a `sealed` one has air of its own; a `reinforced` one knows neither Pierce
    nor Breach."""

    soak: Count
    melee: Count
    ranged: Count
    sealed: bool = False
    strength: Count = 0
    speed: Count = 0
    hands: Count = 0
    reinforced: bool = False


class TalentRow(Worded, frozen=True):
    """A talent.  `ranked`: it is written with a number."""

    id: Talent
    ranked: bool = False


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True):
    """What a further point may do to a power, or a difficulty die by the other reading (`by`): `words` say what, `cost`
    how many it takes; one that is `repeated` may be bought more than once.  A bolt of the mind has these `qualities`,
    each as high as the psyker's ranks in Knowledge."""

    id: str
    words: str
    cost: Annotated[int, Meta(ge=1)] = 1
    repeated: bool = False
    by: Literal["", "force", "genesys"] = ""
    qualities: tuple[Quality, ...] = ()


class Power(Worded, frozen=True):
    """A psychic power.  `skill` is rolled together with the Force dice, against `difficulty` dice or the target's skill
    `against`; `cost` is the points of its basic use, `range` its furthest band; `genesys` is its difficulty where
    powers are plain checks; `upgrades` are what more may be had of it."""

    cost: Count
    range: Literal[Band, "self"]
    on: Literal["enemy", "self", "friend", "friends"]
    skill: Literal["", Skill] = ""
    difficulty: Count = 0
    against: Literal["", Skill] = ""
    genesys: Count = 1
    upgrades: tuple[Upgrade, ...] = ()


class Mount(Row, frozen=True):
    """What can be ridden, driven or manned: `speed` squares a maneuver, 0 for what stands where it is.  An `untrained`
    beast is mounted by a check.  One without `wounds` cannot be struck.  `weapon` is what a beast
    strikes with, by the action of its rider."""

    speed: Count
    beast: bool = False
    untrained: bool = False
    soak: Count = 0
    wounds: Count = 0
    weapon: str = ""


class ChartRow(Worded, frozen=True):
    """A result of a chart, for rolls from `low` on."""

    low: Count


class Injury(ChartRow, frozen=True):
    """A critical injury; `severity` is the difficulty to heal it."""

    severity: Count


# ---- profiles --------------------------------------------------------------------------------------------------------


class Profile(Row, frozen=True):
    """A combatant.  `line` has its characteristics; `soak`, `wounds`, `strain` and `defence` (melee, ranged) are whole,
    equipment and talents included.  `skills` and `talents` are ranks; of minions any number stands for a skill that a
    group of them has.  `flies` is how many squares a jump takes it, 0 for none; `psy` is its psychic rating.
    `accurate_with` is the skill for which it has Deadly Accuracy."""

    tier: Tier
    line: Annotated[tuple[Count, ...], Meta(min_length=7, max_length=7)]
    soak: Count
    wounds: Count
    strain: Count = 0
    defence: tuple[Count, Count] = (0, 0)
    speed: Count = 6
    silhouette: Count = 1
    skills: dict[Skill, Count] = {}
    weapons: tuple[str, ...] = ()
    armour: str = "none"
    talents: dict[Talent, Count] = {}
    accurate_with: Literal["", Skill] = ""
    psy: Count = 0
    powers: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    flies: Count = 0


# ---- reading ---------------------------------------------------------------------------------------------------------

skills = DATA.table("skills.toml", SkillRow)
qualities = DATA.table("qualities.toml", QualityRow)
weapons = DATA.table("weapons.toml", Weapon)
armour = DATA.table("armour.toml", Armour)
talents = DATA.table("talents.toml", TalentRow)
powers = DATA.table("powers.toml", Power)
gear = DATA.table("gear.toml", Worded)
mounts = DATA.table("mounts.toml", Mount)
injuries = DATA.table("injuries.toml", Injury)
warp_chart = DATA.table("warp_chart.toml", ChartRow)
profiles = DATA.table("profiles.toml", Profile)
