"""Falling, and other moves that nobody chose: over edges, onto others, shoved and staggering."""

from __future__ import annotations

from ...core.dice import D6
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect, Placement
from ...space.movement import Brink, Fall, Point, Pushed, Why, edge_near, landing, push, settle, shove_clear
from ...space.shapes import direction
from ...space.sight import within
from . import injury, moving, printed
from .characteristics import passes_initiative
from .events.fighters import Pinned
from .events.moments import FieldDischarged, Swallowed, WentDown
from .events.movement import Faced, Fell, Moved
from .events.rounds import Deployed
from .harm import Strike
from .model import Model, Play, Status, enemies, layout
from .saves import SURROUNDINGS

EDGE = 500  # within half an inch of an edge one may fall
NOTHING_STRUCK = (None, Why.NO_FLOOR, Why.GAP, Why.OFF_BOARD)
"""How whoever is pushed or thrown may come to a stop without having struck anything: at the end of its way, or at the
edge of a floor or of the table."""


def teeter_where_it_went_down(play: Play, went: WentDown) -> None:
    """Whoever goes down may be at an edge."""
    teeter(play, Model(play, went.who))


def teeter(play: Play, model: Model) -> None:
    """A fighter that goes prone within half an inch of an edge tests its Initiative (better by one at a railing; a
    natural 1 fails) or falls."""
    if not model.on_table or model.carries("lifter"):
        return
    brink = brink_at(play, model.at)
    if brink.near and not passes_initiative(model, "edge", int(brink.rail), natural_one=True):
        fall(play, model, brink.at)


def brink_at(play: Play, at: Placement) -> Brink:
    """The edge that a fighter who goes down here may fall over."""
    return edge_near(play.world.board, at.x, at.y, at.z, at.radius + EDGE)


def fall(play: Play, model: Model, edge: Point, toward: Point | None = None) -> None:
    """Over an edge, to the next level below."""
    play.happen(Moved(model.id, *edge))
    come_down(play, model, landing(play.world.board, layout(play), model.id, toward and toward[:2]))


def come_down(play: Play, model: Model, spot: Fall) -> None:
    """The end of a fall: pinned, hit by its height, and its activation over; whoever it lands on takes the same hit.
    At another edge it may go on falling."""
    play.happen(Fell(model.id, spot.drop))
    if spot.pit:
        play.happen(Moved(model.id, spot.x, spot.y, spot.z))
        play.reach(Swallowed(model.id))
        return
    moving.arrive(play, model, (spot.x, spot.y, spot.z))
    if model.carries("grav-chute"):
        displace(play, model, spot.onto)
        return
    blow = falling_strike(moving.softened(model, spot.drop))
    stood, agile = model.standing, model.has("catfall") and not model.serious
    if stood and not agile:
        play.happen(Pinned(model.id))
    if blow is not None:
        injury.strike(play, model, blow, 1, -1, SURROUNDINGS)
    if model.on_table and stood and agile and not model.serious and not passes_initiative(model, "catfall"):
        play.happen(Pinned(model.id))
    for who in (number for number in spot.onto if number < play.world.count):
        below = Model(play, who)
        if blow is not None:
            injury.strike(play, below, blow, 1, -1, SURROUNDINGS)
        injury.pin(play, below)
    displace(play, model, spot.onto)
    injury.leave_activation(play, model)
    if model.prone and not (agile and stood and model.serious):  # going down on landing has been tested then already
        teeter(play, model)


def lose_in_the_pit(play: Play, fallen: Swallowed) -> None:
    """Nobody comes back from a pit in this battle."""
    injury.take_out(play, Model(play, fallen.who), -1)


def lose_unless_catlike(play: Play, fallen: Swallowed) -> None:
    """At some tables those who know how to fall may climb out at the end of the round."""
    model = Model(play, fallen.who)
    if not model.has("catfall"):
        injury.take_out(play, model, -1)
        return
    injury.take_out(play, model, -1, injuries=0)
    play.happen(EffectBegan(Effect("down-a-pit", model.id, "reckoning")))


def climb_out(play: Play, who: int) -> None:
    """At the end of the round: on 4+ it is back, lying beside the pit; else it is gone for good."""
    model = Model(play, who)
    at = model.at
    spot = settle(play.world.board, layout(play), who, (at.x, at.y, at.z))
    if play.roll(D6, "pit", "Out of the pit, 4+") < 4 or spot is None:
        play.then(injury.lasting_injuries, who, 1, -1)
        return
    play.happen(Deployed(who, *spot, at.fx, at.fy))
    play.happen(Pinned(who))


def falling_strike(height: int) -> Strike | None:
    """The hit that a fall of that many thousandths is worth, heights rounded up to the inch."""
    band = printed.fall(-(-height // INCH))
    return None if band is None else Strike(band.strength, band.ap, band.damage)


def displace(play: Play, model: Model, others: tuple[int, ...]) -> None:
    """Whoever ends a move it did not choose on top of others, or within an inch of an enemy, is put clear the
    shortest way."""
    if not model.on_table:
        return
    at = model.at
    foes = [f for f in enemies(play, model.owner) if not _helpless(model, f.status)]
    if others or any(within(f.at, at, moving.KEEP_CLEAR - 1) for f in foes):
        put_clear(play, model, [f.id for f in foes])


def put_clear(play: Play, model: Model, enemies_near: list[int]) -> None:
    """To the nearest place where it stands on nobody and against nothing, an inch from those enemies."""
    spot = shove_clear(play.world.board, layout(play), model.id, enemies_near, moving.KEEP_CLEAR)
    if spot is not None and spot != (model.at.x, model.at.y, model.at.z):
        moving.arrive(play, model, spot)


def _helpless(model: Model, status: Status) -> bool:
    return model.serious or status is Status.SERIOUS


def stagger(play: Play, model: Model, degree: int, distance: int) -> None:
    """Run that far in a direction that nobody chose: stop at whatever is solid and an inch from an enemy; at an edge,
    test Initiative or fall; over an edge, fall."""
    ahead = direction(degree)
    went = push(play.world.board, layout(play), model.id, ahead, distance, keep_clear=moving.KEEP_CLEAR)
    moving.arrive(play, model, (went.x, went.y, went.z), went.moved)
    if not model.on_table:
        return
    if went.stopped in (Why.NO_FLOOR, Why.GAP) and not model.carries("lifter"):
        fall(play, model, (went.x, went.y, went.z), (went.x + ahead[0], went.y + ahead[1], went.z))
    else:
        displace(play, model, ())
        teeter(play, model)


def throw_wearer(play: Play, discharged: FieldDischarged) -> None:
    """A displacer field that has stopped a hit throws its wearer as many inches as the hit had Strength, in a random
    direction."""
    wearer = Model(play, discharged.who)
    if printed.armour()[discharged.field].displaces and discharged.strength and wearer.on_table:
        degree = play.roll(moving.DEGREES, "displaced", "The field displaces it")
        stagger(play, wearer, degree, INCH * discharged.strength)


def knock_back(play: Play, victim: Model, origin: Placement) -> Pushed:
    """Knockback: up to an inch straight away from whoever struck it, as far as nothing is in the way; at an edge, test
    Initiative or fall.  Where it ends near an enemy is for the caller to settle (see `displace`)."""
    play.note(victim.id, "it is knocked back")
    went = push(play.world.board, layout(play), victim.id, away_from(victim, origin), INCH)
    if went.moved:
        moving.arrive(play, victim, (went.x, went.y, went.z), went.moved)
    teeter(play, victim)
    return went


def room_to_fall_back(victim: Model, origin: Placement) -> bool:
    """Whether nothing but an edge, of a floor or of the table, stands in the way of being knocked back an inch."""
    play: Play = victim.play
    memo = layout(play).memo
    key = ("room", victim.id, origin.x, origin.y)
    found: bool | None = memo.get(key)
    if found is None:
        went = push(play.world.board, layout(play), victim.id, away_from(victim, origin), INCH)
        found = memo[key] = went.stopped in NOTHING_STRUCK
    return found


def away_from(model: Model, origin: Placement) -> tuple[int, int]:
    """The direction straight away from a place; the way it looks, where it stands on that very place."""
    at = model.at
    away = (at.x - origin.x, at.y - origin.y)
    return away if away != (0, 0) else (at.fx, at.fy)


def step_aside(play: Play, model: Model, clear: moving.End, why: str) -> bool:
    """An Initiative test to move up to 2" out of the way of something, an inch from enemies; whether it got clear."""
    if not passes_initiative(model, why):
        return False
    question = moving.path(
        play, model, moving.gait(model, 2 * INCH), f"{why}.path", "Where does it get clear?", end=clear
    )
    if not question.candidates(1):
        return False
    *legs, facing = play.ask(model.owner, question)
    if legs and not moving.follow(play, model, tuple(legs), question.rules):
        return model.on_table and not clear(model.at)
    play.happen(Faced(model.id, *facing))
    return True
