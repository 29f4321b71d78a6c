"""Saves: what armour, fields and shields make of a hit, and what cover adds against blasts and flames."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ....core.check import Target
from ....space.sight import in_arc
from ..checks import badzones, pieces
from ..printed import Armour
from ..records import Model
from ..records.position import HALF_HIDDEN

NO_SAVE = 7  # what a bare fighter's save starts from, and what says that there is none
HitWay: TypeAlias = Literal["melee", "shot", "blast", "template", "environment", "other"]
BARRIER, LIKE_A_BARRIER = "force-barrier", "refractor-field"
BLASTS: tuple[HitWay, ...] = ("blast", "template")


class Incoming(Struct, frozen=True):
    """How a hit comes in.

    `origin` is the point it comes from, if it comes from
    one; `family` that of the weapon; `hidden` how many points of the silhouette are hidden from there, which matters
    to blasts and templates; `field_only` that armour does not help; `front` that it came from the front before the
    one it hit went down; `tougher` how much more its Toughness counts against this hit.
    """

    way: HitWay = "other"
    origin: tuple[int, int] | None = None
    family: str = ""
    hidden: int = 0
    field_only: bool = False
    front: bool = False
    tougher: int = 0


OTHERWISE = Incoming()

SURROUNDINGS = Incoming("environment")  # falls, doors that close, what crushes


class Field(Struct, frozen=True):
    """A force field as the dice of a hit see it: what it needs on the die, which nothing modifies, and what becomes
    of it.

    After a save it is gone on a die of at most `burns_out`; `once` says that its first failure ends it.  `tells` says
    that others must be told what it has stopped: it flashes, or takes its wearer elsewhere.
    """

    id: str
    number: int
    burns_out: int = 0
    once: bool = False
    tells: bool = False


# ---- armour ----------------------------------------------------------------------------------------------------------


def armour_saves(victim: Model, ap: int, way: Incoming) -> tuple[Target, ...]:
    """What its armour saves need on the die, and why: the next one, then each further one as long as overlays wear off,
    the last number standing for all after it.  More than 6 is no save; empty where there is none at all."""
    worn = victim.armour
    if way.field_only or (not worn and way.way not in BLASTS):
        return ()
    found = tuple(armour_save(victim, worn, ap, way, later) for later in range(1 + _unspent(victim, worn)))
    return found if min(save.number for save in found) < NO_SAVE else ()


def _unspent(victim: Model, worn: tuple[Armour, ...]) -> int:
    """How many more saves an overlay improves before it is worn through."""
    return max((len(a.spent_bonuses) - _count_of_spent(victim, a) for a in worn if a.spent_bonuses), default=0)


def _count_of_spent(victim: Model, piece: Armour) -> int:
    return min(len(piece.spent_bonuses), sum(used == piece.id for used in victim.record.used))


def armour_save(victim: Model, worn: tuple[Armour, ...], ap: int, way: Incoming, later: int = 0) -> Target:
    """What the armour save needs: the best of what is worn, then AP, shields and cover.  `later` counts the saves of
    the same attack that come before it."""
    front = way.front or faces(victim, way.origin)
    blast = way.way in BLASTS
    body = [a for a in worn if a.kind == "armour"]
    base, best, source = NO_SAVE, None, "no armour"
    for piece in body:
        given = piece.best_save(front, blast)
        if way.way == "environment" and piece.environment:
            given = piece.environment
        if given and given < base:
            base, best, source = given, piece, piece.name
    if best is None:
        for overlay in worn:
            if overlay.kind == "overlay" and overlay.save and overlay.save < base:
                base, source = overlay.save, overlay.name
    extra = [a for a in worn if a.kind in ("shield", "overlay")]
    bonuses = [(a.name, _bonus(victim, a, best is not None, front, way, later)) for a in extra]
    bonuses.append(("cover", cover_bonus(way)))
    if badzones.befallen_by(victim.play, "chem-rain"):
        bonuses.append(("chem rain", -1))
    if base == NO_SAVE and not any(amount for _, amount in bonuses):
        return Target(NO_SAVE, NO_SAVE, source)
    counted = [("AP", _piercing(best, ap, way)), *bonuses]
    number = base - sum(amount for _, amount in counted)
    if best is not None and best.worst and number > best.worst:
        counted.append((f"it is never worse than {best.worst}+", number - best.worst))
        number = best.worst
    return Target(number, base, source, tuple(each for each in counted if each[1]))


def faces(victim: Model, origin: tuple[int, int] | None) -> bool:
    """Whether it stands and looks towards where something comes from."""
    return origin is not None and victim.standing and in_arc(victim.at, *origin)


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


def _bonus(victim: Model, piece: Armour, over_armour: bool, front: bool, way: Incoming, later: int) -> int:
    if (piece.front_only and not front) or (piece.standing_only and not (victim.standing or way.front)):
        return 0
    if piece.kind == "overlay" and piece.save and not over_armour:
        return 0  # an undersuit saves by itself where there is nothing to add to
    if piece.spent_bonuses:
        spent = _count_of_spent(victim, piece) + later
        return piece.spent_bonuses[spent] if spent < len(piece.spent_bonuses) else 0
    return piece.bonus_melee if way.way == "melee" else piece.bonus_ranged


# ---- fields ----------------------------------------------------------------------------------------------------------


def field_for(victim: Model, way: Incoming) -> Field | None:
    """The best of the fields it wears that still works and works against this; a force barrier that is shot through
    is one."""
    fields = [a for a in victim.armour if a.kind == "field" and a.save and _works(victim, a, way)]
    barrier = barrier_against(victim, way)
    best = min(fields, key=lambda a: a.save, default=None)
    if best is None or (barrier is not None and barrier.number < best.save):
        return barrier
    tells = bool(best.flash or best.displaces)
    return Field(best.id, best.save, best.burns_out, best.ends_on_failure, tells)


def barrier_against(victim: Model, way: Incoming) -> Field | None:
    """The field of a force barrier through which a fighter is shot at."""
    if way.way != "shot" or pieces.barrier_between(victim.play, way.origin, victim.at) is None:
        return None
    like = victim.play.world.edition.library.armour[LIKE_A_BARRIER]
    return Field(BARRIER, like.save, like.burns_out)


def _works(victim: Model, field: Armour, way: Incoming) -> bool:
    return field.id not in victim.record.used and not (field.ranged_only and way.way != "shot")
