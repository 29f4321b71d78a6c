"""Falling: over edges, to the level below, onto others, into pits."""

from __future__ import annotations

from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.movement import Fall, NearestEdge, Point, edge_near, landing, settle
from ....space.shapes import within_reach
from ..checks import badzones
from ..checks.characteristics import passes_initiative
from ..checks.sides import side_beside
from ..events.fighters import LastingInjury, Pinned
from ..events.moments import Swallowed, WentDown
from ..events.movement import Fell, Moved
from ..events.rounds import Deployed
from ..printed import Library
from ..records import Driver, Model, Play, Vehicle
from ..records.effects import begin_effect
from ..records.position import board_now, crewed_vehicles, ground, layout
from . import damage, displacement, injury, taken_home, vehicle_hits
from .saves import SURROUNDINGS
from .strikes import Strike

EDGE = 500  # within half an inch of an edge one may fall
ANYWHERE = 1_000_000


def teeter_where_it_went_down(play: Play, went: WentDown) -> None:
    """Whoever goes down near an edge may fall off it; in an unstable dome anywhere on a raised floor."""
    model = Model(play, went.who)
    unstable = badzones.fought_in(play, "unstable-dome") and model.at.z > 0
    teeter(play, model, ANYWHERE if unstable else EDGE)


def teeter(play: Play, model: Model, far: int = EDGE) -> None:
    """A fighter that goes prone within half an inch of an edge, or so `far` from one, tests its Initiative (better by
    one at a railing; a natural 1 fails) or falls."""
    if not model.on_table or model.carries("lifter"):
        return
    brink = brink_at(play, model.at, far)
    if (
        brink.near
        and where_it_falls(play, model, brink.at) is not None
        and not passes_initiative(model, "edge", int(brink.rail), natural_one=True)
    ):
        fall(play, model, brink.at)


def brink_at(play: Play, at: Placement, far: int = EDGE) -> NearestEdge:
    """The edge that a fighter who goes down here may fall over."""
    return edge_near(ground(play), at.x, at.y, at.z, at.radius + far)


def fall(play: Play, model: Model, edge: Point, toward: Point | None = None) -> bool:
    """Over an edge, to the next level below; before a gap that its base does not fit into it stays there.  Answers
    whether it fell."""
    spot = where_it_falls(play, model, edge, toward)
    play.happen(Moved(model.id, *edge))
    if spot is None:
        play.note(model.id, "its base does not fit into the gap: it stays at the edge")
    else:
        come_down(play, model, spot)
    return spot is not None


def where_it_falls(play: Play, model: Model, edge: Point, toward: Point | None = None) -> Fall | None:
    """Where somebody comes down who goes over an edge; None where there is no room for its base within twice its width,
    as between two walls."""
    rows = layout(play).after(replace(model.record, at=model.at.moved_to(edge)))
    spot = landing(board_now(play), rows, model.id, toward and toward[:2])
    near = (spot.x - edge[0]) ** 2 + (spot.y - edge[1]) ** 2 <= (4 * model.at.radius + INCH // 10) ** 2
    return spot if near else None


def come_down(play: Play, model: Model, spot: Fall) -> None:
    """The end of a fall: pinned, hit by its height, and its activation over; whoever it lands on takes the same hit.
    At another edge it may go on falling."""
    play.happen(Fell(model.id, spot.drop))
    grounded = badzones.fought_in(play, "bottomless-depths") or badzones.fought_in(play, "sump-sea")
    if spot.pit or (grounded and not spot.z):
        play.happen(Moved(model.id, spot.x, spot.y, spot.z))
        play.reach(Swallowed(model.id))
        return
    displacement.arrive(play, model, spot.spot)
    if model.carries("grav-chute"):
        displacement.displace(play, model, spot.onto)
        return
    blow = falling_strike(play.world.edition.library, counted_height(model, spot.drop))
    stood, agile = model.standing, model.has("catfall") and not model.serious
    if stood and not agile:
        play.happen(Pinned(model.id))
    if blow is not None:
        injury.strike(play, model, blow, 1, -1, SURROUNDINGS)
    if model.on_table and stood and agile and not model.serious and not passes_initiative(model, "catfall"):
        play.happen(Pinned(model.id))
    for who in (*spot.onto, *hulls_beneath(play, model)):
        fall_on(play, who, blow, model.id)
    displacement.displace(play, model, spot.onto)
    injury.leave_activation(play, model)
    if model.prone and not (agile and stood and model.serious):  # going down on landing has been tested then already
        teeter(play, model)


def hulls_beneath(play: Play, model: Model) -> list[int]:
    """The crewed vehicle on top of which somebody has come down."""
    hulls = crewed_vehicles(play.world, play.state)
    return [hull.id for hull in hulls if model.on_table and model.id in Driver(play, hull.id).aboard]


def fall_on(play: Play, who: int, blow: Strike | None, faller: int) -> None:
    """Whoever, or whatever vehicle, somebody comes down on takes the same hit: a fighter is pinned, a vehicle is hit
    where it is touched."""
    if who < play.world.count:
        under = Model(play, who)
        if blow is not None:
            injury.strike(play, under, blow, 1, -1, SURROUNDINGS)
        injury.pin(play, under)
    elif blow is not None and play.world.is_crewed(who):
        below = Driver(play, who)
        vehicle_hits.strike(play, below, blow, side_beside(below, faller))
    elif blow is not None and isinstance(play.state.records[who], Vehicle):
        damage.damage_thing(play, who, blow, 1)


def lose_in_the_pit(play: Play, fallen: Swallowed) -> None:
    """Nobody comes back from a pit in this battle."""
    model = Model(play, fallen.who)
    if model.on_table and not model.effect("sunk"):  # else a furnace has had it, or it has got away
        injury.take_out(play, model, -1)


def climb_from_the_depths(play: Play, fallen: Swallowed) -> None:
    """In bottomless depths whoever falls to the ground tests its Initiative to be back in the end phase."""
    model = Model(play, fallen.who)
    if model.on_table and badzones.fought_in(play, "bottomless-depths") and passes_initiative(model, "depths"):
        injury.take_out(play, model, -1, injuries=0)
        begin_effect(play, "regrouping", model.id, "reckoning")


def lose_in_the_fire(play: Play, fallen: Swallowed) -> None:
    """A furnace injures critically whoever falls into it."""
    model = Model(play, fallen.who)
    if any(within_reach(pit, model.at.x, model.at.y, 0) for pit in play.world.furnaces):
        injury.take_out(play, model, -1, injuries=0)
        if play.option["lasting-injuries"]:
            play.happen(LastingInjury(fallen.who, "critical-injury"))


def lose_unless_catlike(play: Play, fallen: Swallowed) -> None:
    """At some tables those who know how to fall may climb out at the end of the round, unless they are seriously
    injured."""
    model = Model(play, fallen.who)
    if not model.has("catfall") or model.serious or not model.on_table:
        lose_in_the_pit(play, fallen)
        return
    injury.take_out(play, model, -1, injuries=0)
    begin_effect(play, "down-a-pit", model.id, "reckoning")


def climb_out(play: Play, who: int) -> None:
    """At the end of the round: on 4+ it is back, lying beside the pit; else it is gone for good."""
    model = Model(play, who)
    at = model.at
    spot = settle(board_now(play), layout(play), who, at.spot)
    if play.roll(D6, "pit", "Out of the pit, 4+") < 4 or spot is None:
        if play.option["lasting-injuries"]:
            play.then(taken_home.lasting_injuries, who, 1, -1)
        return
    play.happen(Deployed(who, *spot, at.fx, at.fy))
    play.happen(Pinned(who))


def falling_strike(library: Library, height: int, harder: int = 0) -> Strike | None:
    """The hit that a fall of that many thousandths is worth, heights rounded up to the inch; its Strength, AP and
    Damage so much `harder`."""
    band = library.fall(-(-height // INCH))
    return None if band is None else Strike(band.strength + harder, band.ap - harder, band.damage + harder)


def counted_height(mover: Model, height: int) -> int:
    """A fall or jump of that height as it counts for this fighter: with Catfall half, rounded up to the inch."""
    return -(-height // (2 * INCH)) * INCH if mover.has("catfall") else height
