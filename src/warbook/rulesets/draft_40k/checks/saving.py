"""The saves that a model has from a wound, and every reason for their numbers.

There are four kinds: armour, cover, invulnerable, and Feel No Pain after them.  Most models roll one save; characters,
leaders, and monsters that brace roll two of different kinds, or one and Feel No Pain.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..printed.tables import NEVER, better_cover, pierces
from ..records.state import NOBODY, Volley
from ..records.unit import Unit
from .powers import is_under

SaveKind: TypeAlias = Literal["armour", "cover", "invulnerable", "feel no pain"]
PAINLESS = 4
FAST_BIKES = 3
"""The cover save of bikes that have gone flat out."""
DOME = 5
"""The invulnerable save of those under a dome."""


class Blow(Struct, frozen=True):
    """One kind of wound, as saves look at it: its AP (0: it pierces nothing), the cover save that its victims have from
    it (0: none), its level of instant death, whether no armour helps, whether it pins, whether an unsaved one
    counts twice, and the psyker whose force weapon it is."""

    ap: int
    cover: int = 0
    death: int = 0
    rends: bool = False
    pins: bool = False
    doubled: bool = False
    force: int = NOBODY

    @property
    def piercing(self) -> int:
        """The AP that counts: that of a wound that no armour stops is 1, or 2 for what rends."""
        return min(self.ap or 2, 2) if self.rends else self.ap


class Saves(Struct, frozen=True):
    """The saves of a model from one kind of wound, in the order in which they are rolled, and why."""

    numbers: tuple[int, ...] = ()
    painless: int = NEVER
    because: tuple[str, ...] = ()


def saves_of(unit: Unit, id: int, blow: Blow, volley: Volley | None = None) -> Saves:
    """What a model may roll against a wound: the best save that it has, or the best two."""
    kit = unit.kit(id)
    assert kit.profile is not None, "who has wounds has a profile"
    found: list[tuple[int, SaveKind]] = []
    if kit.profile.sv and not pierces(blow.piercing, kit.profile.sv):
        found.append((kit.profile.sv, "armour"))
    if blow.cover:
        found.append((blow.cover, "cover"))
    if inv := invulnerable(unit, id):
        found.append((inv, "invulnerable"))
    found.sort()
    pain = PAINLESS if feels_none(unit, id, blow) else NEVER
    rolled = found[:1]
    if has_two_saves(unit, id, volley):
        rolled = found[:1] * 2 if unit.play.option["two-saves"] == "any" else found[:2]
    if len(rolled) == 2 and pain < NEVER:  # two rolls at most: the better of the second save and of Feel No Pain
        rolled, pain = (rolled, NEVER) if rolled[1][0] <= pain else (rolled[:1], pain)
    if found and is_under(unit, "kind-stars") and found[0][0] <= min([pain, *(number for number, _ in rolled[1:])]):
        rolled, pain = found[:1] * 2, NEVER  # rolled again it takes both of what a wound allows
    return Saves(tuple(number for number, _ in rolled), pain, tuple(f"{kind} {number}+" for number, kind in rolled))


def invulnerable(unit: Unit, id: int) -> int:
    """The invulnerable save of a model, by itself or under a dome, 0 for none."""
    profile = unit.kit(id).profile
    own = profile.inv if profile is not None else 0
    return min(own or DOME, DOME) if is_under(unit, "dome") else own


def has_two_saves(unit: Unit, id: int, volley: Volley | None) -> bool:
    """Whether a model may roll two saves against a wound: characters, leaders, and monsters that brace."""
    if unit.kit(id).character or (unit.kit(id).leader and id == unit.leader):
        return True
    return volley is not None and volley.braced > 0 and unit.is_a("monster")


def feels_none(unit: Unit, id: int, blow: Blow) -> bool:
    """Whether a model may still ignore a wound that no save has stopped."""
    return bool(unit.kit(id).has("feel-no-pain")) and blow.death < 3 and not blow.rends and blow.ap not in (1, 2)


def cover_against(unit: Unit, cover: int) -> int:
    """The cover save of a unit, with what makes it better: what trails behind it, or a bike's speed.  Only who keeps
    down has one in the open; stealth betters one that there is."""
    option = unit.play.option
    fast = FAST_BIKES if unit.record.mode == "flat-out" and unit.is_a("bike", "jetbike") else 0
    cover = min(filter(None, (cover, unit.has("smoke-trail"), fast)), default=0)
    foot, both = option["suppressed-protects"] == "foot", option["suppressed-protects"] == "both"
    if unit.suppressed and (both or (foot and not unit.sturdy)):
        cover = better_cover(cover, option["suppressed-cover"])
    return better_cover(cover, 1) if cover and unit.has("stealth") else cover
