"""Saves: what armour, fields and shields make of a hit, and what cover adds against blasts and flames."""

from __future__ import annotations

from msgspec import Struct

from ...space.sight import in_arc
from .model import HALF_HIDDEN, Model
from .printed import Armour

NO_SAVE = 7  # what a bare fighter's save starts from, and what says that there is none
BLASTS = ("blast", "template")


class Incoming(Struct, frozen=True):
    """How a hit comes in.

    `way` is melee, shot, blast, template, environment or other; `origin` the point it comes from, if it comes from one;
    `family` that of the weapon; `hidden` how many points of the silhouette are hidden from there, which matters to blasts and
    templates; `field_only` that armour does not help.
    """

    way: str = "other"
    origin: tuple[int, int] | None = None
    family: str = ""
    hidden: int = 0
    field_only: bool = False


OTHERWISE = Incoming()


def save_numbers(victim: Model, ap: int, way: Incoming) -> tuple[int, ...]:
    """What each of the saves it may choose between needs on the die: its armour with everything that modifies it, and each
    field, which nothing modifies.  More than 6 is no save."""
    worn = victim.armour
    numbers = [f.save for f in worn if f.kind == "field" and f.save and _field_works(victim, f, way)]
    if way.field_only:
        return tuple(numbers)
    if not numbers and not worn and way.way not in BLASTS:
        return ()
    armoured = armour_number(victim, worn, ap, way)
    return tuple(n for n in (armoured, *numbers) if n < NO_SAVE)


def armour_number(victim: Model, worn: tuple[Armour, ...], ap: int, way: Incoming) -> int:
    """What the armour save needs: the best of what is worn, then AP, shields and cover."""
    front = way.origin is not None and victim.standing and in_arc(victim.at, *way.origin)
    blast = way.way in BLASTS
    body = [a for a in worn if a.kind == "armour"]
    base, best = NO_SAVE, None
    for piece in body:
        given = piece.best_save(front, blast)
        if way.way == "environment" and piece.environment:
            given = piece.environment
        if given and given < base:
            base, best = given, piece
    if best is None:
        base = min((a.save for a in worn if a.kind == "overlay" and a.save), default=NO_SAVE)
    bonus = sum(_bonus(victim, a, best is not None, front, way) for a in worn if a.kind in ("shield", "overlay"))
    bonus += cover_bonus(way)
    if base == NO_SAVE and not bonus:
        return NO_SAVE
    number = base - bonus - _piercing(best, ap, way)
    if best is not None and best.worst:
        number = min(number, best.worst)
    return number


def cover_bonus(way: Incoming) -> int:
    """Against blasts and flames cover improves the save: by one if partial, by two if full."""
    if way.way not in BLASTS or not way.hidden:
        return 0
    return 2 if way.hidden >= HALF_HIDDEN else 1


def _piercing(armour: Armour | None, ap: int, way: Incoming) -> int:
    """The AP of the hit as this armour lets it count."""
    if armour is None or ap >= 0:
        return ap
    if way.family in armour.ap_ignored:
        return 0
    return min(-1, ap + armour.ap_less) if armour.ap_less else ap


def _bonus(victim: Model, piece: Armour, over_armour: bool, front: bool, way: Incoming) -> int:
    if piece.front_only and not front or piece.standing_only and not victim.standing:
        return 0
    if piece.kind == "overlay" and piece.save and not over_armour:
        return 0  # an undersuit saves by itself where there is nothing to add to
    spent = sum(u == piece.id for u in victim.record.used)
    if piece.spent_bonuses:
        return piece.spent_bonuses[spent] if spent < len(piece.spent_bonuses) else 0
    return piece.bonus_melee if way.way == "melee" else piece.bonus_ranged


def _field_works(victim: Model, field: Armour, way: Incoming) -> bool:
    return field.id not in victim.record.used and not (field.ranged_only and way.way != "shot")
