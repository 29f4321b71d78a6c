"""What skills add to a fight: heads that butt, enemies that fly."""

from __future__ import annotations

from .....core.action import requirement
from .....core.decision import Choose
from .....core.dice import D3, HIGHEST, Pool
from .....core.length import INCH
from .....core.state import Posture
from .....core.structs import replace
from .....space.displacement import overlapping
from .....space.facing import Face
from .....space.layout import Layout
from .....space.pushing import push
from .....space.reasons import Why
from ...checks.characteristics import passes_initiative
from ...checks.requirements import knowing, sighted, standing_engaged
from ...checks.sides import side_beside
from ...events.attacks import Does
from ...events.fighters import Pinned
from ...harm import damage, displacement, falling, injury, shoving, vehicle_hits
from ...harm.saves import Incoming
from ...harm.strikes import Strike
from ...printed.library import action
from ...records import Driver, Model, Play, Status, Vehicle
from ...records.position import board_now, enemies, engaged_with, fighters, layout, namer, near_by, touch
from .blows import IRON_JAW

REACH = 1 * INCH
TWO_DICE = Pool(2, 6, HIGHEST, "2D6, the higher")
THROWN = Strike(strength=3, ap=0, damage=1)


def touching(model: Model) -> list[int]:
    """The enemies that it is engaged with base to base: not those across a barricade."""
    play = model.play
    at = model.at
    return [who for who in engaged_with(play, model.id) if touch(play, at, play.state.records[who].at)]


def buttable(model: Model) -> list[int]:
    """The enemies that it could knock heads with: in some editions across a barricade, too."""
    if model.play.world.edition.butts_over_barricades:
        return list(engaged_with(model.play, model.id))
    return touching(model)


@requirement("There must be an engaged enemy in base contact.")
def someone_to_butt(model: Model) -> bool | str:
    over = model.play.world.edition.butts_over_barricades
    return bool(buttable(model)) or ("There must be an engaged enemy." if over else False)


def headbutt(play: Play, model: Model) -> None:
    """Two dice against an enemy's Toughness: if either reaches it, a hard hit; if both fall short, the hit is your
    own."""
    foes = buttable(model)
    whom = play.pick(model.owner, Choose("headbutt.target", "Headbutt whom?", lambda: foes, named=namer(play)))
    victim = Model(play, whom)
    play.happen(Does(model.id, "headbutts", whom))
    higher: int = play.roll(TWO_DICE, "headbutt", f"Headbutt, {victim.toughness}+ on either die")
    if higher >= victim.toughness:
        injury.strike(play, victim, Strike(model.strength + 2, 0, 2), 1, model.id, head_on(model, victim))
    else:
        injury.strike(play, model, Strike(model.strength, 0, 1), 1, -1, head_on(model, model))


def head_on(model: Model, victim: Model) -> Incoming:
    """How the hit of a headbutt comes in: at most tables an iron jaw helps against it."""
    jaw = victim.has("iron-jaw") and model.play.option["iron-jaw-takes-headbutts"]
    return Incoming("melee", (model.at.x, model.at.y), tougher=IRON_JAW if jaw else 0)


HEADBUTT = action(
    "headbutt", (knowing("headbutt", "Headbutt"), standing_engaged, sighted, someone_to_butt), headbutt, ours=(sighted,)
)


@requirement("There must be an engaged enemy in base contact, or a seriously injured one within an inch.")
def someone_to_hurl(model: Model) -> bool:
    return bool(hurlable(model))


def hurlable(model: Model) -> list[int]:
    """The enemies that it could throw."""
    play = model.play
    at = model.at
    lying = [f.id for f in enemies(play, model.owner) if f.status is Status.SERIOUS and near_by(play, at, f.at, REACH)]
    return [*touching(model), *lying]


def hurl(play: Play, model: Model) -> None:
    """The enemy tests its Initiative; if it fails it flies D3" in a direction of your choice, and whatever it strikes
    is hit as it is itself."""
    foes = hurlable(model)
    whom = play.pick(model.owner, Choose("hurl.target", "Hurl whom?", lambda: foes, named=namer(play)))
    victim = Model(play, whom)
    play.happen(Does(model.id, "lays hands on", whom))
    if passes_initiative(victim, "hurl"):
        return
    at, say = victim.at, namer(play)
    away = (at.x - model.at.x, at.y - model.at.y)
    ways = {(f.at.x - at.x, f.at.y - at.y): say(f.id) for f in enemies(play, model.owner) if f.id != whom}
    question = Face("hurl.direction", "In which direction?", towards=ways or [away], mover_id=whom)
    ahead = play.ask(model.owner, question)
    distance = INCH * play.roll(D3, "hurl.distance", "Hurl")
    throw_enemy(play, model, victim, ahead, distance)


def throw_enemy(play: Play, thrower: Model, victim: Model, ahead: tuple[int, int], distance: int) -> None:
    """Through the air until something stops it: then a hit for both; at some tables, and as some books have it, it is
    hit in any case.  Over an edge it falls; a standing fighter ends pinned."""
    went = push(board_now(play), without_the_prone(play), victim.id, ahead, distance)
    flew = displacement.go_straight(play, victim, went.spot, went.moved)
    if not victim.on_table:
        return
    over = flew and went.stopped in (Why.NO_FLOOR, Why.GAP) and not victim.carries("lifter")
    if over and falling.fall(play, victim, went.spot, (went.x + ahead[0], went.y + ahead[1], went.z)):
        return
    goes_down = victim.standing
    if goes_down:
        play.happen(Pinned(victim.id))
    struck = flew and went.stopped not in shoving.NOTHING_STRUCK
    if struck or not play.option["hurl-hits-on-contact-only"]:
        injury.strike(play, victim, THROWN, 1, thrower.id)
    if struck:
        collide(play, thrower, victim, went.who)
    if victim.on_table:
        at = victim.at
        displacement.displace(play, victim, overlapping(layout(play), victim.id, at.spot))
        if goes_down:
            falling.teeter(play, victim)


def collide(play: Play, thrower: Model, thrown: Model, who: int) -> None:
    """What a thrown fighter strikes is hit as it is itself: a fighter is pinned, a vehicle hit where it is touched."""
    by = thrower.id if who >= 0 and play.state.records[who].owner != thrower.owner else -1
    if 0 <= who < play.world.count:
        struck = Model(play, who)
        injury.strike(play, struck, THROWN, 1, by)
        injury.pin(play, struck)
    elif who >= 0 and play.world.is_crewed(who):
        hull = Driver(play, who)
        vehicle_hits.strike(play, hull, THROWN, side_beside(hull, thrown.id), 1, by)
    elif who >= 0 and isinstance(play.state.records[who], Vehicle):
        damage.damage_thing(play, who, THROWN, 1, thrower.id)


def without_the_prone(play: Play) -> Layout:
    """The position without those who lie there: whoever is thrown flies over them."""
    now = layout(play)
    for f in fighters(play):
        if f.status in (Status.PINNED, Status.SERIOUS):
            now = now.after(replace(f, at=replace(f.at, posture=int(Posture.AWAY))))
    return now


HURL = action("hurl", (knowing("hurl", "Hurl"), standing_engaged, sighted, someone_to_hurl), hurl, ours=(sighted,))
