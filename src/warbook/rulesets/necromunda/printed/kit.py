"""Skills, armour, wargear and drinks."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.profile import Inches
from .arms import Weapon, WeaponKind
from .reading import Face


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
    """Added to how far the wearer sees in the dark, unless the edition says how far one sees so aided."""
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


Bottle: TypeAlias = Literal["rinse", "black-eel"]


class Drink(Struct, frozen=True, forbid_unknown_fields=True):
    """A bottle: empty when a D6 after a swig is at most `empties`."""

    id: Bottle
    name: str
    summary: str
    cite: str
    cost: int
    empties: Face
    rows: Annotated[tuple[Drinking, ...], Meta(min_length=1)]

    def at(self, tokens: int) -> Drinking | None:
        """What that many swigs do; None for none."""
        return next((row for row in reversed(self.rows) if row.tokens <= tokens), None)
