"""The number that an attack needs to hit, and every reason for it."""

from __future__ import annotations

from msgspec import Struct

from ..printed.catalogue import Mode, Weapon
from ..printed.tables import NEVER, to_hit
from ..records.state import Volley
from ..records.unit import Unit
from .firing import moved
from .jinking import has_jinked
from .permissions import verdict
from .powers import is_under

SNAP_SKILL = 1
"""The Ballistic Skill of a snap shot."""


class Needed(Struct, frozen=True):
    """A number to reach, what a miss needs when it is rolled again (`NEVER`: it is not), and the reasons; with
    `only_ones` no miss is rolled again but those that show a 1."""

    number: int
    again: int = NEVER
    because: tuple[str, ...] = ()
    only_ones: bool = False


def snaps(shooter: Unit, target: Unit, volley: Volley, weapon: Weapon, mode: Mode) -> str:
    """Why a unit only fires snap shots in an attack, empty where it aims."""
    if verdict(shooter, "shoot")[0] == "s":
        return "it is suppressed"
    if has_jinked(shooter):
        return "it has jinked"
    if (volley.flyer or target.drives("flyer")) and not mode.has("skyfire"):
        return "its target counts as a flyer"
    if volley.hasty:
        return "at those who charge"
    if weapon.kind == "heavy" and moved(shooter):
        return "a heavy weapon that has moved"
    return ""


def evasion(target: Unit, *, flyer: bool) -> int:
    """By how much a unit is harder to hit than most, where the table counts that: large and slow things are easier."""
    mode = target.record.mode
    if flyer or target.drives("flyer"):
        return 2
    base = (-2 if mode == "stationary" else -1) if target.crewed else -int(target.is_a("monster"))
    return base + (mode in ("surge", "fleet", "flat-out")) + (mode in ("fleet", "flat-out"))


def shot_needs(shooter: Unit, target: Unit, volley: Volley, skill: int, weapon: Weapon, mode: Mode) -> Needed:
    """What a shot needs to hit."""
    because = [f"Ballistic Skill {skill}"]
    if why := snaps(shooter, target, volley, weapon, mode):
        skill = SNAP_SKILL
        because.append(f"a snap shot: {why}")
    number, again = to_hit(skill)
    if shooter.play.option["evasion-values"] and (harder := evasion(target, flyer=volley.flyer)):
        number = min(max(number + harder, 2), 6)
        because.append(f"evasion, {harder:+}")
    if mode.has("twin-linked"):
        again = number
        because.append("linked, misses are rolled again")
    elif again == NEVER and is_under(shooter, "guided-aim"):
        again = number
        because.append("guided, misses are rolled again")
    return Needed(number, again, tuple(because))
