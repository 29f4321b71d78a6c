"""What is printed: fighters, weapons, traits, skills, armour, wargear and tables, read from `data/` when first wanted.

All lengths are thousandths of an inch.  A characteristic tested on a target number ("4+") is that number, and 0 where
the profile has none; everything is frozen and may be shared.
"""

from __future__ import annotations

from .arms import RangeKind, Trait, TraitText, Weapon, WeaponKind, WeaponProfile, parse_trait, traits, weapons
from .kit import Armour, Drink, Drinking, Skill, Wargear, armour, drinks, skills, wargear
from .profiles import Gang, Profile, Role, fighters, gangs
from .reading import DATA, Face
from .tables import Changes, Fall, Lasting, Loot, Trap, fall, falls, lasting_injuries, lasting_injury, loot, traps

__all__ = [
    "DATA",
    "Armour",
    "Changes",
    "Drink",
    "Drinking",
    "Face",
    "Fall",
    "Gang",
    "Lasting",
    "Loot",
    "Profile",
    "RangeKind",
    "Role",
    "Skill",
    "Trait",
    "TraitText",
    "Trap",
    "Wargear",
    "Weapon",
    "WeaponKind",
    "WeaponProfile",
    "armour",
    "drinks",
    "fall",
    "falls",
    "fighters",
    "gangs",
    "lasting_injuries",
    "lasting_injury",
    "loot",
    "parse_trait",
    "skills",
    "traits",
    "traps",
    "wargear",
    "weapons",
]
