"""Who sees whom, how far apart they are, and what cover a unit has from another.

A model sees over and through its own unit and the unit that it looks at.  A model is in cover where half of it or more
is hidden, or where it stands in ground that covers it; a unit where half of its models are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import UNSET

from ....core.state import Placement
from ....core.structs import replace
from ....space import sight
from ....space.arcs import Sector
from ....space.footprints import footprint
from ..printed import catalogue
from ..printed.tables import NEVER, cover_of
from ..records.position import layout, model, per_position, remains, squad
from ..records.state import Machine
from ..records.world import Play
from . import ground

HALF = 13
"""Of the 25 parts of a silhouette."""
View: TypeAlias = tuple[int, int]
"""A model that is seen, and how many parts of it are hidden."""


@per_position
def views(play: Play, unit: int, target: int) -> dict[int, tuple[View, ...]]:
    """For each model of a unit the models of another that it sees."""
    board, now = play.world.board, layout(play)
    if squad(play, unit).where == "aboard":
        return views_out(play, unit, target)
    own, theirs = squad(play, unit).members, squad(play, target).members
    transparent = (*own, *theirs, *seen_through(play, (*own, *theirs)))
    return {id: tuple(sight.visible(now, board, id, theirs, None, transparent)) for id in own}


def seen_through(play: Play, members: tuple[int, ...]) -> tuple[int, ...]:
    """The bodies that hide nothing: flyers, far above, and wrecks in which one of these models stands."""
    spots = [model(play, id).at.spot for id in members]
    wrecks = (
        [
            each.id
            for each in play.state.records
            if isinstance(each, Machine) and each.wrecked and any(ground.covers_spot(each.at, spot) for spot in spots)
        ]
        if remains(play)
        else []
    )
    return (*wrecks, *play.world.flyers)


def views_out(play: Play, unit: int, target: int) -> dict[int, tuple[View, ...]]:
    """The same for those who ride: they look out of the middle of their transport."""
    mine, theirs = squad(play, unit), squad(play, target).members
    seen = tuple(sight.visible(layout(play), play.world.board, mine.aboard, theirs, None, theirs))
    return dict.fromkeys(mine.members, seen)


def viewer(play: Play, id: int) -> int:
    """Who looks where a model does: the transport of one that rides, else itself."""
    riding = squad(play, model(play, id).unit)
    return riding.aboard if riding.where == "aboard" else id


def stand(play: Play, id: int) -> Placement:
    """Where a model shoots from: the middle of its transport, where it rides."""
    seen_from = viewer(play, id)
    at = model(play, seen_from).at
    return at if seen_from == id else replace(at, radius=0, shape=UNSET)


def sees(play: Play, unit: int, target: int) -> bool:
    """Whether anybody in a unit sees anybody in another."""
    return any(views(play, unit, target).values())


def gap(play: Play, one: int, other: int) -> int:
    """How far two models are apart, from edge to edge, in thousandths of an inch."""
    return sight.gap(stand(play, one), model(play, other).at)


def within(play: Play, one: int, other: int, reach: int) -> bool:
    """Whether two models are so near to each other."""
    return sight.within(stand(play, one), model(play, other).at, reach)


@per_position
def nearest(play: Play, unit: int, target: int) -> int:
    """How far two units are apart, at their nearest models."""
    return min(gap(play, one, other) for one in squad(play, unit).members for other in squad(play, target).members)


def reached(
    play: Play,
    id: int,
    unit: int,
    target: int,
    reach: int,
    nearest: int = 0,
    arc: Sector | None = None,
    *,
    blind: bool = False,
) -> bool:
    """Whether a model sees somebody of a unit (need not, if `blind`) who is no farther away than `reach`, and no nearer
    than `nearest`; in a sector, if there is one."""
    return any(
        within(play, id, each, reach)
        and not (nearest and within(play, id, each, nearest))
        and (arc is None or arc.touches(footprint(model(play, each).at)))
        for each in aimed_at(play, id, unit, target, blind=blind)
    )  # fmt: skip


def aimed_at(play: Play, id: int, unit: int, target: int, *, blind: bool = False) -> Iterable[int]:
    """The models of a unit that another model sees, or all of them."""
    return squad(play, target).members if blind else (each for each, _ in views(play, unit, target)[id])


# ---- cover -----------------------------------------------------------------------------------------------------------


@per_position
def cover(play: Play, unit: int, target: int, by: tuple[int, ...]) -> int:
    """The cover save that a unit has from the fire of these models of another, 0 for none: the worst that half of its
    models have at least."""
    seen = views(play, unit, target)
    members = judged_by(play, target)
    return worst_of_half([cover_of_model(play, id, [seen[viewer] for viewer in by]) or NEVER for id in members])


def cover_of_model(play: Play, id: int, seen: list[tuple[View, ...]]) -> int:
    """The cover save of a model, from the ground that it is in or from what hides it from most who look at it."""
    saves = ground_cover(play, id)
    hidden = sum(dict(views).get(id, sight.PARTS) >= HALF for views in seen)
    if seen and 2 * hidden >= len(seen):
        saves.append(cover_of("wall"))
    return min(saves, default=0)


def ground_cover(play: Play, id: int) -> list[int]:
    """The cover saves of a model from the ground that it is in."""
    inside = ground.kinds_at(play, model(play, id).at.spot)
    return [save for kind in inside if catalogue.grounds()[kind].area and (save := cover_of(kind))]


def cover_from(play: Play, point: tuple[int, int, int], target: int) -> int:
    """The cover save of a unit from what comes from a point, 0 for none: the worst that half of its models have."""
    board, now = play.world.board, layout(play)
    saves = []
    for id in judged_by(play, target):
        wall = [cover_of("wall")] * (sight.hidden_from(now, board, point, id) >= HALF)
        saves.append(min([*ground_cover(play, id), *wall], default=NEVER))
    return worst_of_half(saves)


def judged_by(play: Play, target: int) -> tuple[int, ...]:
    """The models whose cover is that of their unit: all, or at some tables the leader."""
    record = squad(play, target)
    by_leader = play.option["cover-judged"] == "leader" and record.leader in record.members
    return (record.leader,) if by_leader else record.members


def worst_of_half(saves: list[int]) -> int:
    """The worst save that half of some models have at least, 0 where it is none."""
    middle = sorted(saves)[(len(saves) + 1) // 2 - 1]
    return middle if middle < NEVER else 0
