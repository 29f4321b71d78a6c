"""What a position is worth to a side, for players that look one action ahead.

The worth of a side is that of its units, in tenths of points of price, with what the mission counts; on top of it, for
the side that is asked, what its units may do from where they stand and how far they are from where they are wanted.
All numbers are judged, by battles of `greedy` against `uniform` on the same seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from ....core.length import INCH
from ....core.state import Posture
from ..actions.claiming import NEAR as CLAIMED_WITHIN
from ..actions.claiming import scoring
from ..battle import missions
from ..checks import rates
from ..records.position import markers, model, squads
from ..records.state import Figure, Machine, Marker, Squad
from ..records.unit import Unit
from ..records.world import Kit, Play
from . import harm

VICTORY = 1000.0
WORTH = 0.1  # for each point of price
POINT = 12.0  # for a marker that is claimed, or a unit destroyed where that counts
LATE = 0.15  # more for each round that is gone
MORALE = {"steady": 1.0, "suppressed": 0.93, "falling-back": 0.7}  # of its worth
SHAKEN, STUNNED, IMMOBILISED, DISARMED = 0.97, 0.94, 0.85, 0.9
WOUNDED = 0.6  # of a model's worth lies in its wounds
SHOTS, BLOWS = 0.5, 0.4  # of what the shots and blows to come may take
AFTER = 0.5  # of that is left once it has shot or fought in this turn
FEAR = 0.5  # of what the enemy may do
LURE = 24.0 * INCH  # so far from an enemy its blows count for nothing
ERRAND = 0.15  # for each inch to a marker that is wanted
NEXT = 0.3  # of that for the second nearest of them, and so on: else whoever stands between two goes to neither
RIDING, GETTING_OUT = 0.5, 5.0  # of that for each inch of those who ride; and so many inches more
CONTEST = 0.5  # for each inch to a marker of the enemy, at which anybody takes its point away
HUNT = 0.03  # for each inch to the nearest enemy, beyond the reach of every weapon


class Group(NamedTuple):
    """A unit as this looks at it: its models by their kits, where they are, and what one of them costs."""

    unit: Unit
    kits: Sequence[tuple[Kit, int]]
    spots: Sequence[tuple[int, int]]
    each: float

    @property
    def middle(self) -> tuple[float, float]:
        """Where it is."""
        return sum(x for x, _ in self.spots) / len(self.spots), sum(y for _, y in self.spots) / len(self.spots)


def value(play: Play, seat: int) -> float:
    """What a position is worth to a seat."""
    now = play.state.turn
    if now.phase == "over":
        return VICTORY * ((now.winner == seat) - (now.winner == 1 - seat))
    worth = sum(squad_worth(play, squad) * (1 if squad.owner == seat else -1) for squad in squads(play))
    points = missions.points(play)
    worth += POINT * (1.0 + LATE * now.round) * (points[seat] - points[1 - seat])
    mine, theirs = groups(play, seat), groups(play, 1 - seat)
    return (
        worth + prospects(play, mine, theirs) - FEAR * prospects(play, theirs, mine) - errands(play, seat, mine, theirs)
    )


# ---- what units are worth --------------------------------------------------------------------------------------------


def squad_worth(play: Play, squad: Squad) -> float:
    """What a unit is worth as it is."""
    if not squad.members:
        return 0.0
    share = sum(model_worth(play, id) for id in squad.members) / squad.size
    return WORTH * play.world.card(squad.id).points * share * MORALE[squad.morale]


def model_worth(play: Play, id: int) -> float:
    """What part of its worth a model still has."""
    record, kit = model(play, id), play.world.kits[id]
    if not record.alive:
        return 0.0
    if isinstance(record, Figure):
        full = kit.profile.w if kit.profile is not None else 1
        return 1.0 if record.wounds >= full else 1.0 - WOUNDED * (1.0 - record.wounds / full)
    return machine_worth(play, record)


def machine_worth(play: Play, machine: Machine) -> float:
    """What part of its worth a vehicle still has."""
    number, worth = play.state.turn.number, DISARMED ** len(machine.lost)
    worth *= STUNNED if machine.stunned >= number else SHAKEN if machine.shaken >= number else 1.0
    return worth * (IMMOBILISED if machine.immobilised else 1.0)


# ---- what units may do -----------------------------------------------------------------------------------------------


def groups(play: Play, seat: int) -> list[Group]:
    """The units of a seat on the table."""
    return [
        group_of(play, squad)
        for squad in squads(play)
        if squad.owner == seat and squad.where == "table" and squad.members
    ]


def group_of(play: Play, squad: Squad) -> Group:
    """A unit as this looks at it."""
    world = play.world
    alike = Counter(world.kits[id].likeness for id in squad.members)
    kits = {world.kits[id].likeness: world.kits[id] for id in squad.members}
    places = [model(play, id).at for id in squad.members]
    each = WORTH * world.card(squad.id).points / squad.size
    counted = [(kit, alike[likeness]) for likeness, kit in kits.items()]
    return Group(Unit(play, squad.id), counted, [(at.x, at.y) for at in places], each)


def prospects(play: Play, ours: Sequence[Group], others: Sequence[Group]) -> float:
    """What some units may do to others from where they stand: each the best that it can."""
    return sum(max((prospect(play, one, other) for other in others), default=0.0) for one in ours)


def prospect(play: Play, one: Group, other: Group) -> float:
    """What a unit may take of another: by shots from where it stands, or by blows, the nearer the likelier."""
    apart, squad = distance(one, other), one.unit.record
    target = other.kits[0][0].card
    shots = 0.0
    if not squad.locked and not other.unit.record.locked:
        for kit, count in one.kits:
            shots += count * next(
                (part for reach, part in reversed(harm.shooting(kit.card, kit.guns, target)) if reach >= apart), 0.0
            )
    blows = sum(count * harm.fighting(kit.card, kit.blades, target) for kit, count in one.kits)
    near = 1.0 if other.unit.id in squad.locked else max(0.0, 1.0 - apart / LURE)
    done = AFTER if squad.has("shot", "fought") else 1.0
    return done * other.each * max(SHOTS * min(shots, len(other.spots)), BLOWS * near * min(blows, len(other.spots)))


def distance(one: Group, other: Group) -> float:
    """How far a unit is from the middle of another."""
    x, y = other.middle
    return min(hypot(x - ax, y - ay) for ax, ay in one.spots)


# ---- where they are wanted -------------------------------------------------------------------------------------------


def errands(play: Play, seat: int, mine: Sequence[Group], theirs: Sequence[Group]) -> float:
    """What a side loses by being far from the markers that it wants, and from the enemy."""
    able = [group for group in mine if scoring_unit(group.unit)]
    riding = list(rides(play, seat))
    wanted = [marker for marker in markers(play) if marker.claimed != seat] if able or riding else []
    far = sorted(
        min([*(away(group.spots, marker) for group in able), *(far_off(at, marker) for at in riding)])
        for marker in wanted
    )
    lost = sum(ERRAND * inches * NEXT**number for number, inches in enumerate(far))
    lost += CONTEST * sum(to_contest(play, seat, mine))
    for group in mine:
        if theirs and not group.unit.record.locked:
            lost += HUNT * max(0.0, min(distance(group, other) for other in theirs) - farthest(group)) / INCH
    return lost


def to_contest(play: Play, seat: int, mine: Sequence[Group]) -> Iterator[float]:
    """How far a side is from each marker that the enemy claims, where being there at the end takes its point away:
    whatever units it has can do that."""
    near = [group for group in mine if not group.unit.falling_back]
    if not near or not play.option["contested-at-the-end"]:
        return
    for marker in markers(play):
        if marker.claimed == 1 - seat:
            yield min(away(group.spots, marker) for group in near)


def scoring_unit(unit: Unit) -> bool:
    """Whether a unit may ever claim markers."""
    return scoring.holds(unit) is True


def rides(play: Play, seat: int) -> Iterator[tuple[int, int]]:
    """Where the units of a seat are that may claim markers, but ride in a transport on the table."""
    for squad in squads(play):
        if squad.owner == seat and squad.where == "aboard" and squad.members and scoring_unit(Unit(play, squad.id)):
            carrier = model(play, squad.aboard)
            if carrier.at.posture != Posture.AWAY:
                yield carrier.at.spot[:2]


def far_off(at: tuple[int, int], marker: Marker) -> float:
    """How far from a marker those count who ride: half as far, and then they have to get out."""
    return RIDING * away([at], marker) + GETTING_OUT


def away(spots: Sequence[tuple[int, int]], marker: Marker) -> float:
    """How many inches the nearest of some models is too far from a marker."""
    return min(max(0.0, hypot(x - marker.at.x, y - marker.at.y) - CLAIMED_WITHIN) / INCH for x, y in spots)


def farthest(group: Group) -> int:
    """How far a unit may do harm: the range of its best weapon, or as far as it goes."""
    return max(
        max((weapon.range for weapon in kit.guns), default=0) or 2 * rates.rate(kit).move for kit, _ in group.kits
    )
