"""Lifts: sending them up and down, with all that stands on them."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....core.dice import D3
from ....core.length import INCH, written
from ....core.state import Body, Placement
from ....core.structs import replace
from ....mechanics.world import per_battle
from ....space.movement import Point, beside
from ....space.placing import Place
from ....space.planar import foot_of
from ....space.shapes import bounds, contains, near_segment
from ....space.terrain import Polygon
from ..checks import pieces, reach
from ..checks.requirements import lifts_on_board
from ..events.attacks import WasHit
from ..events.things import CasketCarried, LiftSent
from ..harm import displacement, injury
from ..harm.saves import SURROUNDINGS
from ..harm.strikes import Strike
from ..printed.library import action
from ..records import Cache, Casket, Fighter, Lift, Model, Play, Status, Trap
from ..records.fighters import PRONE_HEIGHT
from ..records.position import CONTACT, board_now, enemies, engaged_with, fighters, layout, near_by, things
from . import handling

LIFT_REACH = 4 * INCH
CRUSHING_LIFT = Strike(strength=None, damage=0, sure_wound=True)


def under_foot(model: Model) -> Lift | None:
    """The lift that a fighter stands on."""
    play = model.play
    at = model.at
    if not any(west <= at.x <= east and south <= at.y <= north for west, south, east, north in _plates(play)):
        return None
    for lift in things(play, Lift):
        if at.z == lift.level and on_plate(play, at, lift):
            return lift
    return None


@per_battle
def _plates(play: Play) -> tuple[tuple[int, int, int, int], ...]:
    """The boxes around the plates of all lifts."""
    return tuple(bounds(lift.polygon) for lift in play.world.board.lifts)


def on_plate(play: Play, at: Placement, lift: Lift) -> bool:
    """Whether the middle of a base is over the plate of a lift."""
    return contains(play.world.board.lifts[lift.number].polygon, at.x, at.y)


def overlaps(polygon: Polygon, at: Placement) -> bool:
    """Whether a base is over a polygon with more than its rim."""
    rim = at.radius - CONTACT
    return contains(polygon, at.x, at.y) or any(
        near_segment(at.x, at.y, *p, *q, rim) for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    )


def levels_to_send_to(play: Play, lift: Lift) -> list[int]:
    """The levels that a lift can be sent to: those no more than 4" above or below."""
    levels = play.world.board.lifts[lift.number].levels
    return [z for z in levels if z != lift.level and abs(z - lift.level) <= LIFT_REACH]


@requirement(
    "It must stand on a lift that nobody has sent in this round.",
    ours="A beast must have an Intelligence of 7+ or better.",
)
def lift_to_send(model: Model) -> bool | str:
    if not reach.clever_enough(model, 7):
        return reach.TOO_SIMPLE
    lift = under_foot(model)
    if lift is not None and pieces.is_off(model.play, lift.id):
        return "Somebody has switched that lift off."
    return lift is not None and lift.sent < model.play.state.turn.round and bool(levels_to_send_to(model.play, lift))


@requirement("It must be on its feet.")
def upright(model: Model) -> bool:
    return model.standing and not model.broken


def send_lift(play: Play, model: Model) -> None:
    """Up or down by 4" at most, with everything on it; whoever is below a lift that comes down gets clear or is
    crushed."""
    lift = under_foot(model)
    assert lift is not None
    levels = levels_to_send_to(play, lift)
    level = play.pick(model.owner, Choose("lift.level", "To which level?", lambda: levels, named=written))
    polygon = play.world.board.lifts[lift.number].polygon

    def under(at: Placement) -> bool:
        return level <= at.z < lift.level and overlaps(polygon, at)

    riders = [r for r in play.state.records if r.at.z == lift.level and _goes_along(r) and on_plate(play, r.at, lift)]
    caught = handling.in_the_way(play, under)
    for victim in caught:
        below = Model(play, victim)
        if not handling.step_aside(play, below, lambda at: handling.still_in_the_way(under(at)), "lift"):
            damage = play.roll(D3, "lift.damage", "Crushed")
            through = bool(play.option["lifts-crush-through-armour"])
            play.happen(WasHit(victim, 1))
            injury.strike(play, below, replace(CRUSHING_LIFT, damage=damage, no_save=through), 1, -1, SURROUNDINGS)
    play.happen(LiftSent(lift.id, level, play.state.turn.round))
    for rider in riders:
        at = rider.at
        if rider.id < play.world.count:
            displacement.arrive(play, Model(play, rider.id), (at.x, at.y, level))
        else:
            play.happen(CasketCarried(rider.id, at.x, at.y, level))
    for victim in caught:
        push_off(play, Model(play, victim), polygon, level)
    for rider in riders:
        if rider.id < play.world.count:
            step_clear(play, Model(play, rider.id), {each.id for each in riders})


def step_clear(play: Play, rider: Model, riders: set[int]) -> None:
    """Whoever a lift has brought to within an inch of an enemy that did not ride along, or on top of anybody who did
    not, is put clear; whoever fights goes on fighting."""
    foes = [f for f in enemies(play, rider.owner) if f.id not in riders and f.status is not Status.SERIOUS]
    near = any(near_by(play, f.at, rider.at, displacement.KEEP_CLEAR - 1) for f in foes)
    keeps_off = near and not rider.serious and not riders.intersection(engaged_with(play, rider.id))
    if rider.on_table and (keeps_off or on_top_of_somebody(play, rider, riders)):
        displacement.put_clear(play, rider, [f.id for f in foes] if keeps_off else [])


def on_top_of_somebody(play: Play, rider: Model, riders: set[int]) -> bool:
    """Whether the base of a rider reaches beyond the plate and over that of somebody at the landing."""
    at = rider.at
    return any(
        f.at.posture and f.at.z == at.z and f.id not in riders
        for f in fighters(play)
        if (f.at.x - at.x) ** 2 + (f.at.y - at.y) ** 2 < (f.at.radius + at.radius - CONTACT) ** 2
    )


def push_off(play: Play, model: Model, polygon: Polygon, level: int) -> None:
    """Whoever is still where a plate has come down is put beside it, the shortest way."""
    at = model.at
    if not model.on_table or at.z != level or not overlaps(polygon, at):
        return
    keep_clear = 0 if model.serious else displacement.KEEP_CLEAR
    where = Place(
        "", "", board_now(play), layout(play), model.id,
        facing=False, keep_clear=keep_clear, walls_between=PRONE_HEIGHT,
    )  # fmt: skip
    spots: list[tuple[int, Point]] = []
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        fx, fy = foot_of((at.x, at.y), (px, py), (qx, qy))
        x, y = beside((fx, fy), at.radius, (qy - py, px - qx))
        spots.append(((x - at.x) ** 2 + (y - at.y) ** 2, (x, y, at.z)))
    for _, spot in sorted(spots):
        if not where.legal(spot):
            displacement.arrive(play, model, spot)
            return


def _goes_along(record: Body) -> bool:
    """Whether something lies or stands on the table that a lift takes along."""
    return bool(record.at.posture) if isinstance(record, Fighter) else isinstance(record, Casket | Cache | Trap)


SEND_LIFT = action("send-lift", (lifts_on_board, upright, lift_to_send), send_lift)
