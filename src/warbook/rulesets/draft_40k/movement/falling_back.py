"""Falling back: a unit that has broken runs towards its own edge; one that is shut in is trapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....core.action import Action, requirement
from ....core.dice import dice
from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.layout import Layout
from ....space.reach import reach
from ....space.rules import Point, Route, Rules
from ....space.strides import run
from ....space.units import moved_stand, overlap, stand_of
from ..checks import ground, rates
from ..checks.requirements import in_phase
from ..events.casualties import Destroyed, Removed
from ..events.morale import MoraleChanged, Parted, Trapped
from ..events.movement import Consolidated
from ..events.turns import DeedDone
from ..printed.scenario import TableEdge
from ..printed.words import action
from ..records.position import model, way_layout
from ..records.state import Squad
from ..records.unit import Unit
from ..records.world import Play
from .contacts import touches

TOWARDS: dict[TableEdge, tuple[int, int]] = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}
SHORT = INCH
"""Whoever is left with so much of its way is trapped."""
PITCH = INCH // 2


@requirement("It must be falling back.")
def broken(unit: Unit) -> bool:
    return unit.falling_back and unit.record.where == "table"


@requirement("It must not have fallen back in this turn.")
def not_yet(unit: Unit) -> bool:
    return not unit.record.has("fell-back")


def flee(play: Play, event: MoraleChanged) -> None:
    """Whoever breaks falls back at once."""
    if event.morale == "falling-back":
        play.then(fall_back_at_once, event.who)


def fall_back_at_once(play: Play, id: int) -> None:
    """A unit that has just broken."""
    unit = Unit(play, id)
    if unit.members and unit.falling_back:
        fall_back(play, unit)


def fall_back(play: Play, unit: Unit) -> None:
    """All of a unit runs towards its own edge, past terrain and around enemies; whoever comes to the edge is gone."""
    distance = distance_of(play, unit)
    play.happen(DeedDone(unit.id, "fell-back"))
    fought = unit.record.locked
    edge = play.world.scenario.sides[unit.owner].edge
    ends, gone, stuck = ways_back(play, unit, edge, distance, fought)
    for foe in fought:
        play.happen(Parted(unit.id, foe))
    if ends:
        play.happen(Consolidated(unit.id, tuple(ends.items()), "falls back"))
    if gone:
        play.happen(Removed(unit.id, tuple(gone)))
    if stuck and unit.members:
        play.then(perish, unit.id)
        play.happen(Trapped(unit.id))


def distance_of(play: Play, unit: Unit) -> int:
    """How far a unit runs: as many dice as it has, or at some tables its Move and one."""
    by_move = play.option["fall-back-distance"] == "move"
    inches: int = play.roll(dice(1 if by_move else dice_of(unit)), "fall-back", "Falls back", unit.id)
    return inches * INCH + (rates.distance(unit, "advance") if by_move else 0)


def dice_of(unit: Unit) -> int:
    """How many dice it runs: as few as the slowest of it has."""
    return min(rates.rate(kit).flees for kit in unit.kits)


def perish(play: Play, id: int) -> None:
    """Whoever is trapped and has not fought its way out is destroyed."""
    squad = play.state.record(Squad, id)
    if squad.members and squad.morale == "falling-back":
        play.happen(Destroyed(id))


def ways_back(
    play: Play, unit: Unit, edge: TableEdge, distance: int, fought: Sequence[int]
) -> tuple[dict[int, Placement], list[int], bool]:
    """Where the models of a unit are when they have run so far towards an edge, who has come to it, and whether one
    could not run all of its way (or at some tables none of them could)."""
    spared = tuple(id for foe in fought for id in play.state.record(Squad, foe).members)
    rules = Rules(
        distance, keep_clear=INCH, exempt=spared, going=ground.closed(), may_pass_helpless=True, ignore_terrain=True,
        may_leap=False, gap=0,
    )  # fmt: skip
    now = way_layout(play).lifted((*unit.members, *spared))
    ends: dict[int, Placement] = {}
    gone: list[int] = []
    short = 0
    for id in sorted(unit.members, key=lambda id: (to_edge(play, model(play, id).at, edge), id)):
        at = model(play, id).at
        point, ran = way_of(play, now, id, edge, rules, Taken(play, now, id, ends, spared))
        rest = to_edge(play, at.moved_to(point), edge)
        if rest < PITCH and ran + rest <= distance:
            gone.append(id)
            continue
        short += distance - ran >= SHORT
        if point != at.spot:
            ends[id] = replace(at, x=point[0], y=point[1], z=point[2])
    needed = 1 if play.option["trapped-when"] == "any" else len(unit.members)
    return ends, gone, short >= needed


def to_edge(play: Play, at: Placement, edge: TableEdge) -> int:
    """How far a base is from an edge."""
    board = play.world.board
    far = {"south": at.y, "north": board.depth - at.y, "west": at.x, "east": board.width - at.x}
    return max(0, far[edge] - at.radius)


def way_of(play: Play, now: Layout, id: int, edge: TableEdge, rules: Rules, taken: Taken) -> tuple[Point, int]:
    """Where one model gets to, and how far it has run: straight on where nothing bars it, else by the way around that
    brings it nearest to the edge and never leads away from it."""
    board, towards = play.world.board, TOWARDS[edge]
    far = min(rules.allowance, to_edge(play, model(play, id).at, edge))
    straight = run(board, now, id, rules, towards, lengths=64, far=far)
    if straight[1] >= far - PITCH and taken.leaves(straight[0]):
        return straight
    found = reach(board, now, id, rules, pitch=PITCH)
    start = model(play, id).at.spot
    best: tuple[int, int, Point] = (0, 0, start)
    for node in found.nodes():
        point, cost = found.point(node), found.cost[node]
        ahead = (point[0] - start[0]) * towards[0] + (point[1] - start[1]) * towards[1]
        worth = (ahead, cost, point)
        if worth > best and taken.leaves(point) and never_back(found.route(node), start, towards, play):
            best = worth
    return best[2], best[1]


def never_back(route: Route, start: Point, towards: tuple[int, int], play: Play) -> bool:
    """Whether no part of a way leads away from the edge, nor, where the table plays it so, sideways."""
    at, aside = start, play.option["fall-back-sideways"]
    for x, y, z, _ in route:
        ahead = (x - at[0]) * towards[0] + (y - at[1]) * towards[1]
        if ahead < 0 or (ahead == 0 and not aside):
            return False
        at = (x, y, z)
    return True


class Taken(NamedTuple):
    """What room is taken already for a model that runs: by those of its unit that have run before it (`ends`), and by
    those whom it fought, through whom it runs but with whom it does not end in contact."""

    play: Play
    now: Layout
    id: int
    ends: Mapping[int, Placement]
    fought: tuple[int, ...]

    def leaves(self, point: Point) -> bool:
        """Whether the model may stand at a point."""
        here = moved_stand(stand_of(self.now, self.id), point)
        if any(overlap(here, moved_stand(stand_of(self.now, other), at.spot)) for other, at in self.ends.items()):
            return False
        x, y, z = point
        return not touches(self.play, replace(model(self.play, self.id).at, x=x, y=y, z=z), self.fought)


FALL_BACK: Action[Unit] = action("fall-back", (broken, in_phase("move"), not_yet), fall_back)
