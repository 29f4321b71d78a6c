"""What the attacks of close combat come to: dice to hit and to wound, and the wounds by kind."""

from __future__ import annotations

from ..checks import hulls
from ..checks.pools import reaching, with_sixes
from ..checks.saving import Blow
from ..checks.striking import Attack
from ..harm import penetration
from ..printed.tables import AUTOMATIC, NEVER
from ..records.unit import Unit
from ..records.world import Play


def struck(play: Play, attack: Attack) -> list[tuple[Blow, int]]:
    """The wounds that some attacks cause, by kind."""
    wounds, sixes = play.dice(wounds_of, attack)
    plain = (Blow(0, 0, attack.death, attack.pierces), wounds - sixes)
    return [kind for kind in (plain, (Blow(0, 0, attack.death, True), sixes)) if kind[1]]


def strike_hull(play: Play, target: Unit, attack: Attack, side: int) -> int:
    """Attacks at a unit of vehicles, the first of which is struck: each hit is rolled against its armour on a side.
    How many glanced off or went through."""
    caused = 0
    for _ in range(hits_of(play, attack)):
        id = next(iter(target.record.members), None)
        if id is None:
            break
        deep = play.dice(through, attack.strength, hulls.armour_of(target, id, side), attack.penetrating)
        if deep:
            caused += 1
            penetration.damage(play, target, id, play.state.records[attack.who].owner, glancing=deep == 1)
    return caused


def through(play: Play, strength: int, armour: int, dice: int) -> int:
    """Dice rule: whether a hit glances off (1) or goes through (2)."""
    return penetration.penetrate(play, strength, armour, dice=dice)


def wounds_of(play: Play, attack: Attack) -> tuple[int, int]:
    """Dice rule: how many of so many attacks wound, and how many of these by a 6 that no armour stops."""
    hits = hits_of(play, attack)
    if not hits or attack.wound.number >= NEVER:
        return 0, 0
    why = f"To wound, {attack.wound.number}+"
    if attack.rends:
        plain, sixes = play.roll(with_sixes(hits, attack.wound.number), "wound", why, because=attack.wound.because)
        return plain + sixes, sixes
    found: int = play.roll(reaching(hits, attack.wound.number), "wound", why, because=attack.wound.because)
    if found < hits and attack.again_to_wound:
        found += play.roll(reaching(hits - found, attack.wound.number), "wound-again", "Again")
    return found, 0


def hits_of(play: Play, attack: Attack) -> int:
    """How many of so many attacks hit."""
    if attack.hit.number <= AUTOMATIC:
        return attack.dice
    hits: int = play.roll(
        reaching(attack.dice, attack.hit.number), "strike", f"To hit, {attack.hit.number}+", attack.who,
        because=attack.hit.because,
    )  # fmt: skip
    if hits < attack.dice and attack.hit.again < NEVER:
        hits += play.roll(reaching(attack.dice - hits, attack.hit.again), "strike-again", "Again")
    return hits
