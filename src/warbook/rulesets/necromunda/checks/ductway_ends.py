"""The ends of ductways beside a fighter, and who is at the other end."""

from __future__ import annotations

from ....core.decision import Reasons
from ....core.state import Placement
from ....space.movement import Point
from ..records import Actor, Model, Play, Vehicle
from ..records.position import enemies, nothing_between, things
from . import darkness, reach


def duct_ends_near(model: Actor) -> list[tuple[int, int]]:
    """The ends of ductways within an inch of a fighter, as (ductway, end)."""
    world, at = model.play.world, model.at
    about = [world.duct_ends[number] for number in world.duct_ends_about.at(at.x, at.y)]
    return [(number, end) for number, end, spot in about if reach.at_hand(model, spot)]


def ductway_exits(shooter: Actor) -> list[Point]:
    """The far ends of the ductways whose near end is within an inch."""
    ducts = shooter.play.world.board.ductways
    return [ducts[number].ends[1 - end] for number, end in duct_ends_near(shooter)]


def walled_off_from(play: Play, end: Point, place: Placement) -> Reasons:
    """What speaks against a place near the end of a ductway: a wall between them."""
    if nothing_between(play, place, Placement(*end, radius=0)):
        return ()
    return ("A wall stands between there and the end of the ductway.",)


def beyond_ductways(shooter: Actor) -> list[int]:
    """The enemies and vehicles within an inch of the other end of a ductway."""
    return list(dict.fromkeys(who for end in ductway_exits(shooter) for who in targets_beyond(shooter, end)))


def targets_beyond(shooter: Actor, end: Point) -> list[int]:
    """The enemies within an inch of the far end of one ductway that darkness does not hide, then (in some editions) the
    vehicles there that are not its own side's."""
    play = shooter.play
    foes = [f for f in enemies(play, shooter.owner) if not darkness.darkness_hides(play, shooter.id, f.id)]
    parked = things(play, Vehicle) if play.world.edition.ductways_reach_vehicles else ()
    vehicles = [v for v in parked if not v.wrecked and v.owner != shooter.owner]
    return [model.id for model in (*foes, *vehicles) if reach.at_hand(Model(play, model.id), end)]
