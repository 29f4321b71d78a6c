"""What the attacks of close combat come to: wounds by kind, or hits on the armour of a vehicle.

Whoever may strike at several enemy units strikes at the nearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ..checks import hulls
from ..checks.saving import Blow
from ..checks.sight import gap
from ..checks.striking import Attack
from ..harm import allocation, penetration
from ..harm.rolls import hits_of, wounds_of
from ..records.position import squad
from ..records.unit import Unit
from ..records.world import Play

BLOWS = "Blows"
Aimed: TypeAlias = tuple[tuple[int, ...], Unit, tuple[int, ...]]
"""Models that strike alike, the unit at which they strike, and the part of it (none: all)."""


def struck(play: Play, attack: Attack) -> list[tuple[Blow, int]]:
    """The wounds that some attacks cause, by kind."""
    wounds, sixes = play.dice(wounds_of, attack.dice, attack.hit, attack.wound, attack.rends, BLOWS)
    plain = (Blow(0, 0, attack.death, attack.pierces, force=attack.force), wounds - sixes)
    return [kind for kind in (plain, (Blow(0, 0, attack.death, True), sixes)) if kind[1]]


def strike_hull(play: Play, target: Unit, attack: Attack, side: int) -> int:
    """Attacks at a unit of vehicles: each hit is rolled against the armour on a side, of a squadron's as its player
    shares them out.  How many glanced off or went through."""
    caused = 0
    shares = allocation.shared(target, hits_of(play, attack.dice, attack.hit, BLOWS))
    for id in (id for id, count in shares for _ in range(count)):
        if id not in target.members:
            continue
        armour = hulls.armour_of(target, id, side)
        deep = play.dice(penetration.penetrate, attack.strength, armour, attack.penetrating)
        if deep:
            caused += 1
            penetration.damage(play, target, id, play.state.records[attack.who].owner, glancing=deep == 1)
    return caused


def aimed_at(unit: Unit, able: Sequence[int], targets: Sequence[int]) -> Iterator[Aimed]:
    """Those models of a unit that are able to strike, by likeness and by whom they strike at: the nearest, of a unit
    with characters one of its parts."""
    play = unit.play
    parts = [(target, part) for target in targets for part in Unit(play, target).combatants]
    for group in unit.groups(able):
        nearest = {id: min(parts, key=lambda part: (apart(play, id, *part), part)) for id in group}
        for target, part in sorted(set(nearest.values())):
            yield tuple(id for id in group if nearest[id] == (target, part)), Unit(play, target), part


def apart(play: Play, id: int, target: int, part: tuple[int, ...]) -> int:
    """How far a model is from a unit, or a part of it."""
    return min(gap(play, id, foe) for foe in part or squad(play, target).members)
