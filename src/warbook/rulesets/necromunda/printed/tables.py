"""The tables that dice are rolled on: lasting injuries, falls, loot, pieces of terrain, and booby traps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.profile import Inches
from .arms import TraitText, WeaponProfile, parse_trait
from .reading import Face


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
    """A row of a table of lasting injuries or damage, for a roll from `low` to `high`.  `misses`: how its victim is
    laid up."""

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


class Fall(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A band of the falling table: a fall of `low` to `high` inches, rounded up (`high` 0: no limit), and its hit."""

    id: str
    low: int
    high: int
    cite: str
    strength: int = 0
    ap: int = 0
    damage: int = 0


Content: TypeAlias = Literal["frag-trap", "ammo-cache"]
"""What may stand where a casket stood."""


class Loot(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a loot casket holds on a D6 from `low` to `high`: it becomes a trap or an ammo cache, or holds credits, or
    a `prize` for the campaign; or it `injures` whoever opens it."""

    id: str
    name: str
    low: Face
    high: Face
    summary: str
    cite: str
    becomes: Literal["", Content] = ""
    credits: Literal["", "D6"] = ""
    prize: str = ""
    injures: bool = False


class Environment(Struct, frozen=True, forbid_unknown_fields=True):
    """What a badzone is like for the whole of a battle; `roll` is its face where a die says which it is."""

    id: str
    name: str
    roll: Face
    summary: str
    cite: str


class BadzoneEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """What befalls a badzone for some rounds, on a D66 from `low` to `high`; `repeat` says in the place of which tens
    one comes that has just been there.  It is over on a D6 of `discard` or more in the end phase; 0: at once.  A row
    with `faces` is a `kind_of` another, which a D6 says when that one comes."""

    id: str
    name: str
    summary: str
    cite: str
    discard: Annotated[int, Meta(ge=0, le=6)]
    low: int = 0
    high: int = 0
    repeat: Literal["", "odd", "even"] = ""
    kind_of: str = ""
    faces: tuple[int, ...] = ()


class PieceOfTerrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain with rules of its own, which a board has as a marker of the kind `id`.  `says` are the texts
    and `flags` the trues and falses that the board may give it besides its name; the effect of a `random` one begins by
    chance in the end phase."""

    id: str
    name: str
    summary: str
    cite: str
    says: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    random: bool = False


class Trap(Struct, frozen=True):
    """A booby trap.  Its profile is the hit; where that is no blast, `long` is how near a model has to be."""

    id: str
    name: str
    summary: str
    cite: str
    profile: WeaponProfile


class TrapRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    summary: str
    cite: str
    range: tuple[Inches, Inches] = (0, 0)
    strength: Annotated[int, Meta(ge=1)] | None = None
    ap: int = 0
    damage: Annotated[int, Meta(ge=1)] | None = None
    traits: tuple[str, ...] = ()

    def trap(self, source: str, known_traits: Mapping[str, TraitText]) -> Trap:
        """The trap; `source` is what messages call the file.  Raises `BadData`."""
        profile = WeaponProfile(
            id=self.id,
            name=self.name,
            range="ranged",
            short=self.range[0],
            long=self.range[1],
            strength=self.strength,
            ap=self.ap,
            damage=self.damage,
            traits=tuple(parse_trait(text, source, f"[{self.id}].traits", known_traits) for text in self.traits),
        )
        return Trap(self.id, self.name, self.summary, self.cite, profile)
