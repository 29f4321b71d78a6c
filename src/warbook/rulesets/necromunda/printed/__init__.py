"""What is printed: the kinds of rows for fighters, weapons, traits, skills, armour, wargear and tables, and the
`Library` of an edition, which has them.

All lengths are thousandths of an inch.  A characteristic tested on a target number ("4+") is that number, and 0 where
the profile has none; everything is frozen and may be shared.
"""

from __future__ import annotations

from .arms import RangeKind, Trait, TraitText, Weapon, WeaponKind, WeaponProfile, parse_trait
from .kit import Armour, Drink, Drinking, Skill, Wargear
from .library import Library
from .profiles import Gang, Profile, Role
from .reading import Face
from .tables import Changes, Fall, Lasting, Loot, Trap
