"""What a volley comes to: how many shots, and the wounds that its target suffers."""

from __future__ import annotations

from ....core.structs import replace
from ..checks import sight
from ..checks.firing import has_marker
from ..checks.hitting import shot_needs
from ..checks.pools import times_d3
from ..checks.saving import Blow, cover_against
from ..checks.wounding import level_of_death, shot_wounds
from ..harm import allocation
from ..harm.rolls import shots_at
from ..printed.catalogue import Mode, Weapon, weapons
from ..records.state import Burst, Volley
from ..records.unit import Unit
from ..records.world import Play


def weapon_of(burst: Burst) -> tuple[Weapon, Mode]:
    """What a burst is fired with, and in which way."""
    weapon = weapons()[burst.weapon]
    return weapon, weapon.modes[burst.way]


def serves_once(burst: Burst) -> bool:
    """Whether it is fired with weapons that serve once in a battle."""
    return bool(weapon_of(burst)[1].has("one-shot"))


def shots_fired(play: Play, mode: Mode, dice: int) -> int:
    """How many shots there are: for some weapons so many times a D3."""
    if mode.shots != "D3":
        return dice
    found: int = play.roll(times_d3(dice), "shots", "Shots, a D3 each" if dice > 1 else "Shots, a D3")
    return found


def rolled(play: Play, shooter: Unit, target: Unit, volley: Volley, burst: Burst) -> Burst:
    """A burst with the hits and wounds that its dice have come to."""
    weapon, mode = weapon_of(burst)
    skill = max(shooter.kit(id).card.bs for id in burst.by)
    hit, wound = shot_needs(shooter, target, volley, skill, weapon, mode), shot_wounds(target, mode)
    dice = shots_fired(play, mode, burst.dice)
    cover = cover_against(target, sight.cover(play, shooter.id, target.id, burst.by))
    on_guns, wounds, sixes, burns = play.dice(
        shots_at, dice, hit, wound, rends(mode), weapon.title, burning(shooter, mode), bool(target.guns)
    )
    return replace(burst, wounds=wounds, rends=sixes, cover=cover, on_guns=on_guns, burns=burns)


def burning(shooter: Unit, mode: Mode) -> bool:
    """Whether what a unit fires may burn it: what gets hot does, but no vehicle."""
    return bool(mode.has("gets-hot")) and not shooter.crewed


def burn(play: Play, shooter: Unit, burst: Burst, ones: int) -> None:
    """Those who fired what got hot suffer a wound for each 1."""
    if ones and shooter.members:
        allocation.suffer_among(play, shooter, burst.by, Blow(0), ones)


def rends(mode: Mode) -> bool:
    """Whether a 6 to wound is a wound that no armour stops."""
    return bool(mode.has("rending") or mode.has("sniper"))


def blows(target: Unit, bursts: tuple[Burst, ...]) -> list[tuple[Blow, int]]:
    """The wounds of a volley by kind."""
    found: list[tuple[Blow, int]] = []
    for burst in bursts:
        weapon, mode = weapon_of(burst)
        death, pins = level_of_death(target, mode), bool(mode.has("pinning") or mode.has("sniper"))
        twice = has_marker(weapon, mode) and bool(target.has("vulnerable"))
        found.append((Blow(mode.ap, burst.cover, death, False, pins, twice), burst.wounds - burst.rends))
        found.append((Blow(mode.ap, burst.cover, death, True, pins, twice), burst.rends))
    return [(blow, count) for blow, count in found if count]


def directed(shooter: Unit, bursts: tuple[Burst, ...]) -> tuple[tuple[Burst, ...], tuple[Burst, ...]]:
    """Bursts in two parts: the wounds that whoever suffers them allocates, and those that the shooter directs where the
    table has it, which are every second one of a sniper and all of a character."""
    if not shooter.play.option["directed-wounds"]:
        return bursts, ()
    own, aimed = list[Burst](), list[Burst]()
    for burst in bursts:
        all_of_them = shooter.kit(burst.by[0]).character
        count = burst.wounds if all_of_them else burst.wounds // 2 if weapon_of(burst)[1].has("sniper") else 0
        left = burst.wounds - count
        rends = min(burst.rends, left)
        own.append(replace(burst, wounds=left, rends=rends))
        aimed.append(replace(burst, wounds=count, rends=burst.rends - rends))
    return tuple(own), tuple(aimed)
