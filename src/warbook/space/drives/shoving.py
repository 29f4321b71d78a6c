"""Shoving: bodies that go straight on together, each pushed by one behind it, and ways past a body at its side.

All that go together go by the same vector, so that they keep their places to one another to the thousandth.  Whether
what is met joins them, stops them, is gone over, or is an edge over which somebody falls, is for the game to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from ...core.state import Body, Placement
from ...core.structs import replace
from ..board import Board
from ..facing import turned
from ..fitting import placement_of
from ..footprints import Footprint, footprint, hull_of, overlap
from ..layout import OWNER, Layout
from ..shapes import stretched
from ..walked import Entry
from .driving import driven
from .met import Driven, DriveRules, Met, What
from .riding import riders

Outcome: TypeAlias = Literal["stops", "joins", "passes", "falls"]
"""What comes of a contact: all stop; the body that is met goes along; they go on over or through it; whoever comes to
an edge goes over it, and the others on without it."""


class Contact(NamedTuple):
    """Who meets something, and what; `met.at` counts from where the shove began."""

    who: int
    met: Met


class Shoved(Struct, frozen=True):
    """Where everybody is who went along, who of them is over an edge, what was met in order, what stopped them all
    (None: nothing), how far the first of them went, and over what special ground."""

    ends: dict[int, Placement]
    fallen: tuple[int, ...] = ()
    met: tuple[Contact, ...] = ()
    stopped: Contact | None = None
    length: int = 0
    areas: tuple[Entry, ...] = ()


def shove(
    board: Board,
    layout: Layout,
    id: int,
    way: tuple[int, int],
    distance: int,
    judge: Callable[[Contact], Outcome],
    rules: DriveRules | None = None,
) -> Shoved:
    """A body goes so far along a way, whichever way it faces, and pushes what `judge` says it does, in chains.  Where
    it goes over an edge itself, all stop there.  `rules` are those of what a body goes over."""
    rules = replace(rules or DriveRules(), slides=True)
    train, ends, fallen = [id], {id: placement_of(layout, id)}, list[int]()
    met, areas, gone, stopped = list[Contact](), list[Entry](), 0, None
    while stopped is None and gone < distance:
        known = {(who, each.thing) for who, each in met}

        def judged(contact: Contact, known: set[tuple[int, tuple[What, int]]] = known) -> Outcome:
            return "passes" if (contact.who, contact.met.thing) in known else judge(contact)

        drives = {who: _alone(board, layout, who, train, way, distance - gone, rules, judged) for who in train}
        first = min(drives, key=lambda who: drives[who].lengths[0])  # who came along first, if two are met at once
        far, due = drives[first].lengths[0], drives[first].stopped
        for who in train:
            if drives[who].lengths[0] > far:
                drives[who] = _alone(board, layout, who, train, way, far, rules)
            ends[who] = drives[who].end
            layout = layout.after(Body(id=who, owner=layout.row(who)[OWNER], profile="", at=ends[who]))
        areas += drives[id].areas
        contacts = (Contact(who, replace(each, at=gone + each.at)) for who in train for each in drives[who].met)
        passed = [each for each in contacts if (each.who, each.met.thing) not in known and judge(each) == "passes"]
        met += sorted(passed, key=lambda each: each.met.at)
        gone += far
        if due is None:
            break
        met.append(Contact(first, replace(due, at=gone)))
        outcome = judge(met[-1])
        if outcome == "joins":
            train.append(due.number)
            ends[due.number] = placement_of(layout, due.number)
        elif outcome == "falls" and first != id:
            train.remove(first)
            fallen.append(first)
        else:
            fallen += [first] if outcome == "falls" else []
            stopped = met[-1]
    return Shoved(ends, tuple(fallen), tuple(met), stopped, gone, tuple(areas))


def _alone(
    board: Board, layout: Layout, who: int, train: list[int], way: tuple[int, int], far: int, rules: DriveRules,
    judge: Callable[[Contact], Outcome] = lambda contact: "passes",
) -> Driven:  # fmt: skip
    """How one of those who go together goes by itself, the others and their riders not being there."""
    others = tuple(each for other in train if other != who for each in (other, *riders(layout, other)))
    return driven(
        board, layout.lifted(others), who, [(far, *way)], rules, lambda met: judge(Contact(who, met)) != "passes"
    )


def least_turn(
    at: Placement, far: int, others: tuple[Footprint, ...], way: tuple[int, int] | None = None, widest: int = 180
) -> Placement | None:
    """The body after the least turn, in whole degrees, after which it can go so far without meeting any of some
    others: straight ahead (backwards below 0), or along a `way` that does not turn with it.  None if there is none.  Of
    two that are as small it is the one to the left."""
    for degrees in range(widest + 1):
        for sign in (1, -1) if 0 < degrees < 180 else (1,):
            fx, fy = turned(at.fx, at.fy, sign * degrees)
            pose = replace(at, fx=fx, fy=fy)
            ground = ahead_of(pose, way or (fx, fy), far)
            if not any(overlap(ground, other) for other in others):
                return pose
    return None


def ahead_of(at: Placement, way: tuple[int, int], far: int) -> Footprint:
    """The ground that a body sweeps that goes so far along a way; backwards below 0."""
    foot = footprint(at)
    dx, dy = stretched(*way, abs(far))
    there = foot.moved(dx, dy) if far >= 0 else foot.moved(-dx, -dy)
    return Footprint(hull_of(foot.core + there.core), foot.radius)
