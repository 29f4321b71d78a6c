"""Terrain: what a fighter can reach and handle, damage to things, and being crushed by them.

Each kind of thing has a module of its own: doors, caskets, traps, ductways, lifts.
"""

from __future__ import annotations

from collections.abc import Callable

from ...core.decision import Choose, Reasons
from ...core.dice import D6
from ...core.length import INCH, written
from ...core.state import Placement
from ...space.movement import Point
from ...space.shapes import near_segment
from ...space.sight import within
from . import falling, injury
from .events.moments import CasketBroken
from .events.things import DoorChanged, ThingDamaged, Wrecked
from .harm import Strike, matched, wound_number
from .model import Casket, Door, Model, Play, Vehicle, fighters, namer, nothing_between
from .saves import SURROUNDINGS

REACH = 1 * INCH
TRAP_REACH = 2 * INCH
DOOR_TOUGHNESS, VAULT_TOUGHNESS = 5, 8


# ---- what a fighter can reach, and whether it may handle it ----------------------------------------------------------


def near_point(model: Model, point: Point, reach: int = REACH) -> bool:
    """Whether a point is within reach of a base."""
    at = model.at
    far = at.radius + reach
    if not (-far <= point[0] - at.x <= far and -far <= point[1] - at.y <= far):
        return False
    return within(at, Placement(*point, radius=0), reach)


def at_hand(model: Model, point: Point) -> bool:
    """Whether a point is within an inch of a base, with nothing solid between; a point of a wall is in reach from both
    sides of it."""
    if not near_point(model, point):
        return False
    return in_the_open(model, point)


def in_the_open(model: Model, point: Point) -> bool:
    """Whether nothing solid stands between a base and a point, or the side of it that is turned to the base."""
    at = model.at
    dx, dy = at.x - point[0], at.y - point[1]
    size = max(abs(dx), abs(dy), 1)
    this_side = Placement(point[0] + dx * 60 // size, point[1] + dy * 60 // size, point[2], radius=0)
    return nothing_between(model.play, at, this_side)


def near_line(at: Placement, line: tuple[int, int, int, int], z: int, reach: int) -> bool:
    """Whether a base is within reach of a line on its own level."""
    far, (ax, ay, bx, by) = at.radius + reach, line
    if max(ax, bx) + far < at.x or min(ax, bx) - far > at.x or max(ay, by) + far < at.y or min(ay, by) - far > at.y:
        return False
    return abs(at.z - z) <= reach and near_segment(at.x, at.y, *line, at.radius + reach)


def clever(model: Model, intelligence: int) -> bool:
    """Beasts handle only what they are clever enough for."""
    return model.profile.role != "beast" or 0 < model.profile.intelligence <= intelligence


def strong(model: Model) -> bool:
    """Beasts carry and break only with Strength 4 or more."""
    return model.profile.role != "beast" or model.strength >= 4


TOO_SIMPLE = "A beast is not clever enough for that."
TOO_WEAK = "A beast needs a Strength of 4 for that."


def pick_one(play: Play, model: Model, key: str, prompt: str, among: list[int]) -> int:
    """The one there is, or the one its player chooses."""
    who: int = play.pick(model.owner, Choose(key, prompt, lambda: among, named=namer(play)))
    return who


def told(spot: Point) -> str:
    """A place as an option of a question reads."""
    return f"at ({written(spot[0])}, {written(spot[1])})"


# ---- in the way of something heavy -----------------------------------------------------------------------------------


def still(caught: bool) -> Reasons:
    """What speaks against a place to step aside to: that it would be caught there as well."""
    return ("It would still be in the way.",) if caught else ()


def in_the_way(play: Play, where: Callable[[Placement], bool]) -> list[int]:
    """The fighters on the table in such a place."""
    return [f.id for f in fighters(play) if f.at.posture and where(f.at)]


def crush(play: Play, model: Model, blow: Strike, why: str, clear: Callable[[Placement], Reasons]) -> None:
    """An Initiative test to step up to 2" out of the way of something heavy; whoever fails, or has nowhere to go, is
    hit."""
    if not falling.step_aside(play, model, clear, why):
        injury.strike(play, model, blow, 1, -1, SURROUNDINGS)


# ---- damage to things ------------------------------------------------------------------------------------------------


def damage_thing(play: Play, who: int, blow: Strike, hits: int, by: int = -1) -> None:
    """Hits on a door, a casket or a vehicle: a wound roll against its toughness, no save, and its wounds go down."""
    thing = play.state.records[who]
    if not isinstance(thing, Door | Casket | Vehicle) or thing.wounds <= 0:
        return  # another hit has dealt with it
    lost = play.dice(thing_damage, blow, toughness_of(play, thing), hits)
    if not lost:
        return
    play.happen(ThingDamaged(who, lost))
    if play.state.records[who].wounds > 0:
        return
    if isinstance(thing, Door):
        play.happen(DoorChanged(who, "gone"))
    elif isinstance(thing, Casket):
        play.reach(CasketBroken(who, by))
    else:
        play.happen(Wrecked(who))


def thing_damage(play: Play, blow: Strike, toughness: int, hits: int) -> int:
    """Dice rule: the wounds that so many hits take off a thing; gravity, which has no Strength, must roll its
    Toughness, or a 6."""
    lost = 0
    for _ in range(hits):
        need = min(6, toughness) if blow.strength is None else wound_number(blow.strength, toughness)
        because = (f"Toughness {toughness}",) if blow.strength is None else matched(blow.strength, toughness)
        face: int = play.roll(D6, "wound", f"To damage, {need}+", because=because)
        if face >= need:
            lost += (blow.damage or 0) + (face == 6 and "rending" in blow.traits)
    return lost


def toughness_of(play: Play, thing: Door | Casket | Vehicle) -> int:
    """What a hit has to beat: what the board says of a door, else what the book does."""
    if isinstance(thing, Door):
        return play.world.board.doors[thing.number].toughness or (VAULT_TOUGHNESS if thing.vault else DOOR_TOUGHNESS)
    if isinstance(thing, Casket):
        return int(play.option["casket-toughness"])
    return thing.toughness
