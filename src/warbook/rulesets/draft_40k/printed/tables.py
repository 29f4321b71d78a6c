"""The numbers to reach: to hit, to wound, to save, and what comes of a Strength far above a Toughness."""

from __future__ import annotations

from typing import Literal, TypeAlias

from . import catalogue

WsTable: TypeAlias = Literal["5e", "leak"]
InstantDeath: TypeAlias = Literal["5e", "graded"]
NEVER = 7
"""A number that no die reaches."""
AUTOMATIC = 1
"""A number that needs no die."""


def to_hit(bs: int) -> tuple[int, int]:
    """What a shot needs at a Ballistic Skill, and what a miss needs when it is rolled again, `NEVER` without one.  A 1
    always misses."""
    if bs < 1:
        return NEVER, NEVER
    return max(7 - bs, 2), max(12 - bs, 2) if bs > 5 else NEVER


def to_hit_in_combat(attacker: int, defender: int, table: WsTable = "5e") -> int:
    """What a blow needs; nobody who has no Weapon Skill can avoid one."""
    if defender == 0:
        return AUTOMATIC
    if table == "5e":
        return 3 if attacker > defender else 5 if defender > 2 * attacker else 4
    if attacker > defender:
        return 2 if attacker >= 2 * defender else 3
    return 6 if defender >= 3 * attacker else 5 if defender >= 2 * attacker else 4


def to_wound(strength: int, toughness: int, always_on_6: bool = False) -> int:
    """What a hit needs to wound, `NEVER` where it cannot."""
    short = toughness - strength
    if short >= 4:
        return 6 if always_on_6 else NEVER
    return min(max(4 + short, 2), 6)


def pierces(ap: int, save: int) -> bool:
    """Whether a shot leaves no armour save; an AP of 0 never does."""
    return 0 < ap <= save


def deadliness(strength: int, toughness: int, way: InstantDeath = "5e") -> int:
    """The level of instant death of an unsaved wound, 0 to 3; `toughness` is that which no mount raises."""
    if way == "5e":
        return 3 if strength >= 2 * toughness else 0
    return min(max(strength - toughness - 3, 0), 3)


def better_cover(save: int, by: int) -> int:
    """A cover save (0: none) that is so much better: at least a 6 from nothing, never better than a 2."""
    return max(save - by, 2) if save else (7 - by if by else 0)


def cover_of(kind: str) -> int:
    """The cover save of a kind of ground or piece, 0 for none."""
    return catalogue.grounds()[kind].cover
