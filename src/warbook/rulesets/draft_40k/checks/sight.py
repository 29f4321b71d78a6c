"""Who sees whom, how far apart they are, and what cover a unit has from another.

A model sees over and through its own unit and the unit that it looks at.  A model is in cover where half of it or more
is hidden, or where it stands in ground that covers it; a unit where half of its models are.
"""

from __future__ import annotations

from typing import TypeAlias

from ....space import sight
from ....space.arcs import Sector
from ....space.footprints import footprint
from ....space.shapes import contains
from ....space.terrain import Area
from ..printed import catalogue
from ..printed.tables import cover_of
from ..records.position import layout, model, per_position, squad
from ..records.world import Play

HALF = 13
"""Of the 25 parts of a silhouette."""
View: TypeAlias = tuple[int, int]
"""A model that is seen, and how many parts of it are hidden."""


@per_position
def views(play: Play, unit: int, target: int) -> dict[int, tuple[View, ...]]:
    """For each model of a unit the models of another that it sees."""
    board, now = play.world.board, layout(play)
    own, theirs = squad(play, unit).members, squad(play, target).members
    transparent = (*own, *theirs)
    return {id: tuple(sight.visible(now, board, id, theirs, None, transparent)) for id in own}


def sees(play: Play, unit: int, target: int) -> bool:
    """Whether anybody in a unit sees anybody in another."""
    return any(views(play, unit, target).values())


def gap(play: Play, one: int, other: int) -> int:
    """How far two models are apart, from edge to edge, in thousandths of an inch."""
    return sight.gap(model(play, one).at, model(play, other).at)


def within(play: Play, one: int, other: int, reach: int) -> bool:
    """Whether two models are so near to each other."""
    return sight.within(model(play, one).at, model(play, other).at, reach)


@per_position
def nearest(play: Play, unit: int, target: int) -> int:
    """How far two units are apart, at their nearest models."""
    return min(gap(play, one, other) for one in squad(play, unit).members for other in squad(play, target).members)


def reached(
    play: Play, id: int, unit: int, target: int, reach: int, nearest: int = 0, arc: Sector | None = None
) -> bool:
    """Whether a model sees somebody of a unit who is no farther away than `reach`, and no nearer than `nearest`; in a
    sector, if there is one."""
    return any(
        within(play, id, each, reach)
        and not (nearest and within(play, id, each, nearest))
        and (arc is None or arc.touches(footprint(model(play, each).at)))
        for each, _ in views(play, unit, target)[id]
    )


# ---- cover -----------------------------------------------------------------------------------------------------------


@per_position
def cover(play: Play, unit: int, target: int, by: tuple[int, ...]) -> int:
    """The cover save that a unit has from the fire of these models of another, 0 for none: the worst that half of its
    models have at least."""
    members = squad(play, target).members
    seen = views(play, unit, target)
    saves = sorted(cover_of_model(play, id, [seen[viewer] for viewer in by]) or 7 for id in members)
    middle = saves[(len(saves) + 1) // 2 - 1]
    return middle if middle < 7 else 0


def cover_of_model(play: Play, id: int, seen: list[tuple[View, ...]]) -> int:
    """The cover save of a model, from the ground that it is in or from what hides it from most who look at it."""
    saves = [
        save for area in areas_at(play, id) if catalogue.grounds()[area.kind].area and (save := cover_of(area.kind))
    ]
    looks = [parts for views in seen for other, parts in views if other == id]
    hidden = sum(parts >= HALF for parts in looks)
    if looks and 2 * hidden >= len(looks):
        saves.append(cover_of("wall"))
    return min(saves, default=0)


def areas_at(play: Play, id: int) -> list[Area]:
    """The areas that the middle of a model is in."""
    at = model(play, id).at
    return [
        area
        for area in play.world.board.areas
        if area.z <= at.z < area.z + max(area.height, 1) and contains(area.polygon, at.x, at.y)
    ]
