"""Blasts: who is under a marker or template, the hits, and what hangs in the air afterwards."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ....core.decision import Order
from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement, Posture
from ....core.structs import replace
from ....space import templates
from ....space.movement import Point
from ....space.sight import hidden_from, walled_off, within
from ..checks import badzones, directions, pieces, targets
from ..checks.characteristics import passes_initiative
from ..events.attacks import BlastFell, CloudRose
from ..events.moments import RatHit
from ..harm import damage
from ..harm.saves import faces
from ..harm.strikes import Hit, Strike
from ..movement import gait, routes
from ..printed import WeaponProfile
from ..records import Cloud, CloudKind, Driver, Fighter, Model, Piece, Play, Rat, Vehicle
from ..records.position import HALF_HIDDEN, board_now, crewed_vehicles, fighters, layout, loose_rats, namer, things
from . import hazards, victims

SMOKE = 2500  # the radius of a ball of smoke
MUZZLE = 500  # from how high above its hole a blast is looked at, when cover is judged
CLOUDS: dict[str, CloudKind] = {"smoke": "smoke", "flare": "flare", "graviton-pulse": "graviton"}  # by trait
PUSHING = ("knockback", "drag")
DODGE = 2 * INCH
ONE_FLOOR = INCH // 2  # as much higher or lower as is stepped over freely
AVOIDABLE = "avoidable"  # of what a fighter that passes an Initiative test is not hit by


def detonate(play: Play, profile: WeaponProfile, hole: Point, by: int) -> None:
    """Something goes off at a place: a blast, or else a hit on everybody as near as it reaches."""
    if profile.has("blast"):
        burst(play, hole, Hit(profile, by=by, way="blast", origin=hole))
        return
    place = Placement(*hole, radius=0)
    now, board = layout(play), board_now(play)
    struck = [
        each.id
        for each in (*fighters(play), *crewed_vehicles(play.world, play.state))
        if each.at.posture != Posture.AWAY
        and is_model(play, each.id)
        and within(each.at, place, profile.long)
        and not walled_off(now, board, hole, each.id)
    ]
    for who in order_of_hits(play, struck, by):
        close = within(play.state.records[who].at, place, profile.short)
        victims.resolve_hits(play, who, Hit(profile, by=by, origin=hole, close=close))


class Caught(Struct, frozen=True):
    """A model under a blast marker or template, the moment it comes down: how well cover shelters it (`hidden`, as
    saves count it), and whether it faces where that comes from."""

    who: int
    hidden: int = 0
    front: bool = False


class Fallen(Struct, frozen=True):
    """On whom a blast marker or template has come down: models in the order in which they are hit, then things.
    `hole` is where, unless that no longer makes a difference."""

    caught: tuple[Caught, ...] = ()
    things: tuple[int, ...] = ()
    hole: Point | None = None


def burst(play: Play, hole: Point, hit: Hit) -> None:
    """A blast marker comes to rest: everybody even partly under it is hit, in an order of the attacker's choosing."""
    go_off(play, hit, blast_falls(play, hit, hole))


def blast_falls(play: Play, hit: Hit, hole: Point) -> Fallen:
    """A blast marker comes down."""
    profile, hit = hit.profile, replace(hit, origin=hole)
    size = profile.value("blast")
    play.happen(BlastFell(hit.by, *hole, size))
    if profile.has("smoke"):
        return Fallen(hole=hole)
    fallen = caught_beneath(play, lambda: beneath(play, hole, size), hit)
    pushes = fallen.caught and any(profile.has(trait) for trait in PUSHING)
    among = [caught.who for caught in fallen.caught]
    nimble = any(may_dodge(play, who) for who in among)
    sided = any(play.world.is_crewed(who) for who in among)
    more = pushes or nimble or sided or badzones.fought_in(play, "unstable-dome")
    return fallen if more or any(profile.has(trait) for trait in CLOUDS) else replace(fallen, hole=None)


def beneath(play: Play, hole: Point, size: int) -> list[int]:
    """Who and what is under a blast marker."""
    also = [it.id for it in (*loose_rats(play), *pieces.targets(play))]
    return templates.blast(layout(play), board_now(play), hole, size, rise_of_blast(play), also)


def under_marker(play: Play, hole: Point, size: int) -> list[int]:
    """The models that would be under a blast marker."""
    return templates.blast(layout(play), board_now(play), hole, size, rise_of_blast(play))


def rise_of_blast(play: Play) -> int | None:
    """How much higher or lower than its hole a blast reaches: half as far as it is wide, which is None, or at some
    tables no further than the floor on which it lies."""
    return None if play.option["blasts-reach-other-floors"] else ONE_FLOOR


def go_off(play: Play, hit: Hit, fallen: Fallen) -> None:
    """What a blast does where it has come down; in an unstable dome another comes down beside it on 5 or more."""
    take_effect(play, hit, fallen)
    if badzones.fought_in(play, "unstable-dome") and fallen.hole and play.roll(D6, "rubble", "Another blast, 5+") >= 5:
        degree = play.roll(directions.by_chance(play), "rubble.direction", "beside the first")
        size = hit.profile.value("blast")
        beside = templates.scatter(layout(play), board_now(play), fallen.hole, degree, size).point
        take_effect(play, hit, blast_falls(play, hit, beside))


def take_effect(play: Play, hit: Hit, fallen: Fallen) -> None:
    """The hits of a blast, and what hangs in the air afterwards."""
    hole, size = fallen.hole, hit.profile.value("blast")
    if hole is None:
        engulf(play, replace(hit, origin=None), fallen, list)
        return
    if hit.profile.has("smoke"):
        raise_cloud(play, "smoke", hole, SMOKE)
        return
    engulf(play, replace(hit, origin=hole), fallen, lambda: beneath(play, hole, size))
    for trait, kind in CLOUDS.items():
        if hit.profile.has(trait):
            raise_cloud(play, kind, hole, size // 2)


def blast_thing(play: Play, who: int, hit: Hit) -> None:
    """A hit on something that is no fighter."""
    profile = hit.profile
    if isinstance(play.state.records[who], Rat):
        play.reach(RatHit(who, profile.strength or 0))
    elif isinstance(play.state.records[who], Piece):
        hazards.hit_piece(play, who, profile.strength or 0, profile.ap)
    elif profile.damage is not None and (profile.strength is not None or profile.has("graviton-pulse")):
        blow = Strike(profile.strength, profile.ap, profile.damage, frozenset(profile.trait_values))
        damage.damage_thing(play, who, blow, 1, hit.by)


def caught_beneath(play: Play, under: Callable[[], list[int]], hit: Hit) -> Fallen:
    """Those under a blast marker or template, and how they are hit.  Cover is judged as it comes down: who falls first
    still shelters the next."""
    board, now, struck = board_now(play), layout(play), under()
    if not play.option["blasts-find-the-hidden"]:
        struck = [who for who in struck if not targets.lies_in_hiding(play, hit.by, who)]
    if play.world.hatches:
        thrown_from = play.state.records[hit.by].at if hit.by >= 0 else None
        struck = [who for who in struck if not pieces.out_of_reach_in_hatch(play, who, thrown_from)]
    x, y, z = hit.origin or (0, 0, 0)
    by_fighter = hit.way == "template" and not play.world.is_crewed(hit.by)
    aside = targets.friends_in_contact(play, play.state.record(Fighter, hit.by)) if by_fighter else ()
    caught = []
    for who in order_of_hits(play, [who for who in struck if is_model(play, who)], hit.by):
        hidden = hit.hidden or hidden_from(now, board, (x, y, z + MUZZLE), who, aside) or targets.sheltered(play, who)
        shelter = HALF_HIDDEN if hidden >= HALF_HIDDEN else min(hidden, 1)
        caught.append(Caught(who, shelter, in_front(play, who, hit)))
    hit_too = [
        it.id for it in (*(v for v in things(play, Vehicle) if not v.wrecked), *loose_rats(play), *pieces.targets(play))
    ]
    return Fallen(tuple(caught), tuple(who for who in struck if who in hit_too), hit.origin)


def is_model(play: Play, who: int) -> bool:
    """Whether it is a fighter, or a crewed vehicle that is no wreck."""
    return not play.world.is_crewed(who) or Driver(play, who).on_table if who < play.world.first_thing else False


def in_front(play: Play, who: int, hit: Hit) -> bool:
    """Whether it is a fighter in armour that faces where a hit comes from."""
    if who >= play.world.count:
        return False
    victim = Model(play, who)
    return bool(victim.armour) and faces(victim, hit.place)


def may_dodge(play: Play, who: int) -> bool:
    """Whether it is a fighter that knows how to dodge."""
    return who < play.world.count and Model(play, who).has("dodge")


def engulf(play: Play, hit: Hit, fallen: Fallen, under: Callable[[], list[int]]) -> None:
    """Hit everybody under a blast marker or template, things last; who dodges in time is no longer under it."""
    for caught in fallen.caught:
        who = caught.who
        if may_dodge(play, who) and dodges(play, Model(play, who)) and who not in under():
            continue
        if hit.profile.has(AVOIDABLE) and who < play.world.count and passes_initiative(Model(play, who), "explosion"):
            continue
        play.stage(victims.resolve_hits, who, replace(hit, hidden=caught.hidden, front=caught.front))
    for who in fallen.things:
        blast_thing(play, who, hit)


def order_of_hits(play: Play, struck: list[int], by: int) -> list[int]:
    """Several are hit at once: the one who attacks says in which order."""
    if len(struck) < 2:
        return struck
    seat = play.state.records[by].owner if by >= 0 else play.ruleset.active_seat(play.state)
    order: Order[int] = Order("blast.order", "Who is hit first?", struck, named=namer(play))
    answer: tuple[int, ...] = play.ask(seat, order)
    return list(answer)


def dodges(play: Play, victim: Model) -> bool:
    """A nimble fighter on its feet may get away: on a 6 it moves up to 2" before it is hit."""
    if not victim.active or play.roll(D6, "dodge", "Dodge, 6+", victim.id) < 6:
        return False
    routes.ask_and_follow(play, victim, gait.gait(victim, DODGE), "dodge.path", "Where does it dodge to?")
    return True


def raise_cloud(play: Play, kind: CloudKind, hole: Point, size: int) -> None:
    """Smoke, a flare or a graviton field stays for a while; it takes the number of one that has gone."""
    records = play.state.records
    number = next((c.id for c in things(play, Cloud) if not c.there), len(records))
    at = Placement(*hole, radius=0, height=0, posture=Posture.AWAY)
    play.happen(CloudRose(Cloud(id=number, owner=-1, profile=kind, at=at, kind=kind, size=size)))
