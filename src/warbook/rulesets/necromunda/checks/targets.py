"""Who and what a fighter can see and aim at: sight, hiding, the dark, things on the table, and the range."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ....core.effect import has_effect
from ....core.state import Body, Placement, Posture
from ....core.structs import replace
from ....space.hull_sight import face_hidden
from ....space.layout import Layout, per_layout
from ....space.movement import Point
from ....space.sight import PARTS, hidden_from, in_arc, in_sight, touches_arc, visible, within
from ....space.sight import outlook as told
from ..printed.arms import ShootingAction
from ..records import (
    Actor,
    Casket,
    CrewedVehicle,
    Door,
    Driver,
    Fighter,
    Model,
    Piece,
    Play,
    Rat,
    Status,
    Trap,
    Vehicle,
    placement_in_status,
)
from ..records.position import (
    CONTACT,
    HALF_HIDDEN,
    board_now,
    crewed_vehicles,
    enemies,
    fighters,
    layout,
    per_position,
    touch,
)
from . import darkness
from .guns import Gun
from .pieces import hides_in_hatch, may_be_hit, out_of_reach_in_hatch
from .sides import facing_towards

Band: TypeAlias = Literal["short", "long", "beyond"]
EYE, PRONE_EYE = 1000, 350  # height of the eye above the floor, in thousandths
DOWN = (Status.PINNED, Status.SERIOUS)


# ---- fighters --------------------------------------------------------------------------------------------------------


def seen_from(play: Play, shooter: int, *, all_round: bool = False, through_smoke: bool = False) -> dict[int, int]:
    """The enemies a fighter can see, each with the number of hidden parts (0 open .. 24), in the order of their ids."""
    return _but_wrecks(play, _visible_enemies(play, shooter, all_round, through_smoke))


@per_position
def _visible_enemies(play: Play, shooter: int, all_round: bool, through_smoke: bool) -> dict[int, int]:
    me = play.state.record(Fighter, shooter)
    ahead = [each.id for each in models_of_enemy(play, me.owner) if all_round or touches_arc(me.at, each.at)]
    if not ahead:
        return {}
    now, aside = _layout_seen(play, through_smoke), friends_in_contact(play, me)
    seen = dict(visible(now, board_now(play), shooter, ahead, eye_of(me), aside))
    if not play.world.vehicle_kits:
        return seen
    eye = (me.at.x, me.at.y, me.at.z + eye_of(me))
    return {who: _hull_down(play, now, eye, me.at, who, hidden, (shooter, *aside)) for who, hidden in seen.items()}


def models_of_enemy(play: Play, seat: int) -> list[Body]:
    """The fighters of the other side that are on the table, and its crewed vehicles, wrecks included."""
    hulls = crewed_vehicles(play.world, play.state)
    return [*enemies(play, seat), *(v for v in hulls if v.owner != seat and v.at.posture != Posture.AWAY)]


def _but_wrecks(play: Play, seen: dict[int, int]) -> dict[int, int]:
    """The same without wrecks, which stand where they stood."""
    if not play.world.vehicle_kits:
        return seen
    count = play.world.count
    return {w: n for w, n in seen.items() if w < count or not play.state.record(CrewedVehicle, w).wrecked}


def _hull_down(
    play: Play, now: Layout, eye: Point, place: Placement, who: int, hidden: int, aside: tuple[int, ...]
) -> int:
    """How many parts of a model count as hidden: a vehicle of whose side nothing is seen that would be struck is hull
    down, which is full cover."""
    if who < play.world.count:
        return hidden
    side = facing_towards(Driver(play, who), place.x, place.y)
    down = face_hidden(now, board_now(play), eye, who, side, -1, aside) == PARTS
    return max(hidden, HALF_HIDDEN) if down else hidden


def friends_in_contact(play: Play, me: Fighter) -> tuple[int, ...]:
    """The friends in base contact with a fighter, who neither hide anybody from it nor give cover."""
    at, far = me.at, me.at.radius + play.world.widest + CONTACT
    west, east, south, north = at.x - far, at.x + far, at.y - far, at.y + far
    about = [f for f in fighters(play) if west <= f.at.x <= east and south <= f.at.y <= north and f.id != me.id]
    return tuple([f.id for f in about if f.owner == me.owner and f.status is Status.STANDING and touch(play, at, f.at)])


@per_position
def _seen_from_mount(play: Play, seat: int, mount: int, slot: int, through_smoke: bool) -> dict[int, int]:
    """The enemies of a side that can be seen from a weapon on a vehicle: all round a parked one, in the arcs of the
    mount on one with a crew."""
    now, board = _layout_seen(play, through_smoke), board_now(play)
    place, eye = muzzle_of(play, -1, mount, slot), _eye(play, -1, mount, slot)
    ahead = [each.id for each in models_of_enemy(play, seat) if bears_on(play, mount, slot, each.at)]
    looked = ((who, hidden_from(now, board, eye, who, (mount,))) for who in ahead)
    seen = {who: hidden for who, hidden in looked if hidden < PARTS}
    return {who: _hull_down(play, now, eye, place, who, hidden, (mount,)) for who, hidden in seen.items()}


def bears_on(play: Play, mount: int, slot: int, at: Placement) -> bool:
    """Whether a weapon on a vehicle may be turned on some part of a base: a parked one's on any."""
    return not play.world.is_crewed(mount) or Driver(play, mount).bears_on(slot, at)


def muzzle(shooter: Actor, gun: Gun) -> Placement:
    """The base from which range is measured: the shooter's, or that of the parked vehicle whose weapon it works; of a
    crewed vehicle the place of the weapon itself."""
    return muzzle_of(shooter.play, shooter.id, gun.mount, gun.slot)


def muzzle_of(play: Play, who: int, mount: int, slot: int) -> Placement:
    """The same of a weapon that stands on the vehicle `mount`, or that a fighter carries where that is -1."""
    if mount < 0:
        return play.state.records[who].at
    return Driver(play, mount).muzzle(slot) if play.world.is_crewed(mount) else play.state.records[mount].at


def eye_of(fighter: Fighter) -> int:
    """How high above the floor it looks."""
    return EYE if fighter.status is Status.STANDING else PRONE_EYE


def eye_point(shooter: Actor, gun: Gun) -> Point:
    """Where whoever fires this weapon looks from: its eye, the top of the parked vehicle that the weapon stands on, or
    the weapon of a crewed one."""
    return _eye(shooter.play, shooter.id, gun.mount, gun.slot)


def _eye(play: Play, who: int, mount: int, slot: int) -> Point:
    if play.world.is_crewed(mount):
        return Driver(play, mount).eye(slot)
    at = muzzle_of(play, who, mount, slot)
    return top_of(at) if mount >= 0 else (at.x, at.y, at.z + eye_of(play.state.record(Fighter, who)))


def top_of(at: Placement) -> Point:
    """The point right over the middle of a body."""
    return (at.x, at.y, at.z + at.height)


def layout_over(shooter: Actor, gun: Gun) -> Layout:
    """The position as it looks over this weapon: with its smoke, or without."""
    return _layout_seen(shooter.play, sees_through_smoke(shooter, gun))


def sees_through_smoke(shooter: Actor, gun: Gun) -> bool:
    """Whether there is smoke, and goggles, or the sight on a weapon, see through it."""
    return bool(layout(shooter.play).cloud_rows) and any(g.through_smoke for g in darkness.sight_gear(shooter, gun))


def _layout_seen(play: Play, through_smoke: bool) -> Layout:
    now = layout(play)
    return _without_smoke(now) if through_smoke and now.cloud_rows else now


@per_layout
def _without_smoke(now: Layout) -> Layout:
    return now.blocked_by(now.wall_rows)


def targets(shooter: Actor, gun: Gun, action: ShootingAction = "shoot") -> dict[int, int]:
    """The enemies that a weapon may be aimed at, each with the number of its hidden parts: seen, not in hiding, not
    lost in the dark; and one that lies low only within Short range."""
    play = shooter.play
    seen = seen_over(shooter, gun, action)
    if not seen:
        return seen
    reach = darkness.sight_in_the_dark(shooter, gun) if play.state.turn.dark else 0
    return {who: hidden for who, hidden in seen.items() if not in_hiding(shooter, gun, who, hidden, reach)}


def in_hiding(shooter: Actor, gun: Gun, who: int, hidden: int, reach: int) -> str:
    """Why an enemy of whom something could be seen may not be aimed at all the same; nothing where it may.  `reach` is
    how far one sees over this weapon in the dark."""
    play = shooter.play
    if who < play.world.count and (f := play.state.record(Fighter, who)).status in DOWN:
        if hides_in_hatch(play, who):
            far = out_of_reach_in_hatch(play, who, muzzle(shooter, gun))
            return "It hides in a service hatch." if far else ""
        if hidden:
            return "It lies low, partly hidden."
        if "lie-low" in play.world.kits[who].skills and not within(muzzle(shooter, gun), f.at, gun.short):
            return "It lies low, beyond short range."
    dark = play.state.turn.dark and (play.world.edition.dark_stops_blasts or not gun.has("blast"))
    if dark and darkness.lost_in_the_dark(play, muzzle(shooter, gun), who, reach):
        return "The dark hides it."
    return ""


def lies_in_hiding(play: Play, by: int, who: int) -> bool:
    """Whether somebody lies low, partly hidden at least, from a model of the other side that might aim at it."""
    if by < 0 or who >= play.world.count or play.state.records[by].owner == play.state.records[who].owner:
        return False
    if play.state.record(Fighter, who).status not in DOWN:
        return False
    aside = (by,) if play.world.is_crewed(by) else (by, *friends_in_contact(play, play.state.record(Fighter, by)))
    at = play.state.records[by].at
    eye = top_of(at) if play.world.is_crewed(by) else _eye(play, by, -1, 0)
    return bool(hidden_from(layout(play), board_now(play), eye, who, aside) or sheltered(play, who))


def hidden_of(shooter: Actor, gun: Gun, whom: int, action: ShootingAction = "shoot") -> int:
    """How many parts of a fighter or vehicle are hidden from whoever fires this weapon; other things have no cover."""
    play = shooter.play
    hidden = seen_over(shooter, gun, action).get(whom)
    if hidden is not None:
        return hidden
    if not isinstance(play.state.records[whom], (Fighter, Vehicle, CrewedVehicle)):
        return 0
    # A parked vehicle, or somebody nobody would aim at, but drink guides the hand.
    aside = (shooter.id, *friends_in_contact(play, shooter.record)) if isinstance(shooter, Model) else ()
    aside = (gun.mount,) if gun.mount >= 0 else aside
    now, eye = layout_over(shooter, gun), eye_point(shooter, gun)
    seen = hidden_from(now, board_now(play), eye, whom, aside) or sheltered(play, whom)
    crewed = play.world.is_crewed(whom)
    return _hull_down(play, now, eye, muzzle(shooter, gun), whom, seen, aside) if crewed else seen


def seen_over(shooter: Actor, gun: Gun, action: ShootingAction) -> dict[int, int]:
    """The enemies that can be seen over a weapon, hiding or not, each with the number of its hidden parts."""
    play = shooter.play
    if gun.mount >= 0:
        through_smoke = sees_through_smoke(shooter, gun)
        seen = _seen_from_mount(play, shooter.owner, gun.mount, gun.slot, through_smoke)
    else:
        seen = _visible_enemies(play, shooter.id, action == "blind-fire", sees_through_smoke(shooter, gun))
    seen = _but_wrecks(play, seen)
    return {who: hidden or sheltered(play, who) for who, hidden in seen.items()} if play.world.hatches else seen


def sheltered(play: Play, who: int) -> int:
    """How many parts of a fighter count as hidden because it has ducked behind a service hatch."""
    return int(play.world.hatches and has_effect(play.state, who, "sheltered"))


def outlook_in_words(play: Play, who: int, at: Placement) -> list[str]:
    """How well a fighter would be seen at a place by the enemies who are on their feet, as a remark."""
    f = play.state.record(Fighter, who)
    status = f.status if f.status is not Status.OUT else Status.STANDING
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    there.state.put(replace(f, at=placement_in_status(at, status), status=status))
    watching = [enemy.id for enemy in enemies(play, f.owner) if enemy.status is Status.STANDING]
    seen = [parts for enemy in watching if (parts := _parts_hidden_from(there, enemy, who)) is not None]
    return [told(seen.count(0), len(seen) - seen.count(0), len(watching))] if watching else []


def _parts_hidden_from(play: Play, viewer: int, who: int) -> int | None:
    """How many parts of a fighter are hidden from an enemy that turns to it; None where all of it is, or the dark hides
    it."""
    return None if darkness.darkness_hides(play, viewer, who) else seen_from(play, viewer, all_round=True).get(who)


# ---- things ----------------------------------------------------------------------------------------------------------


def things_seen(shooter: Actor, gun: Gun, action: ShootingAction = "shoot") -> list[int]:
    """The doors, caskets, traps, rats and vehicles that may be shot at: in the arc, and with neither smoke nor
    anything solid before them."""
    play, all_round = shooter.play, action == "blind-fire"
    seen = _visible_things(play, shooter.id, gun.mount, gun.slot, all_round, sees_through_smoke(shooter, gun))
    return [who for who in seen if shootable(play.state.records[who])]


@per_position
def _visible_things(play: Play, who: int, mount: int, slot: int, all_round: bool, through_smoke: bool) -> list[int]:
    now, at, eye = _layout_seen(play, through_smoke), muzzle_of(play, who, mount, slot), _eye(play, who, mount, slot)
    board = board_now(play)
    return [
        thing.id
        for thing in play.state.records[play.world.first_thing :]
        if thing.id != mount
        and (all_round or turned_to(play, at, mount, slot, thing.at))
        and in_sight(now, board, eye, near_face(thing, at.x, at.y))
    ]


def turned_to(play: Play, at: Placement, mount: int, slot: int, place: Placement) -> bool:
    """Whether the middle of something, or a point, is where a weapon may be aimed: in the vision arc of whoever carries
    it, or in the arcs of its mount."""
    if mount < 0:
        return in_arc(at, place.x, place.y)
    return bears_on(play, mount, slot, Placement(place.x, place.y, place.z, radius=0))


def shootable(thing: Body) -> bool:
    """Whether a thing is still there to be shot at."""
    if isinstance(thing, Door):
        return thing.state != "gone"
    if isinstance(thing, Casket):
        return not thing.open
    if isinstance(thing, Trap | Rat):
        return thing.there
    if isinstance(thing, Piece):
        return may_be_hit(thing)
    return isinstance(thing, Vehicle) and not thing.wrecked


def near_face(thing: Body, x: int, y: int) -> Point:
    """The point of a thing that a shooter at (x, y) looks at: halfway up, and a little towards it (a shut door is a
    wall)."""
    at = thing.at
    dx, dy = x - at.x, y - at.y
    size = max(abs(dx), abs(dy), 1)
    return (at.x + dx * 60 // size, at.y + dy * 60 // size, at.z + at.height // 2)


# ---- the range -------------------------------------------------------------------------------------------------------


def range_band(gun: Gun, a: Placement, b: Placement) -> Band:
    """The range band between two bases."""
    if gun.short and within(a, b, gun.short):
        return "short"
    return "long" if within(a, b, gun.long) else "beyond"
