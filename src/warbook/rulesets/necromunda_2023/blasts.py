"""Blast markers and flame templates: aiming at a place, drifting, who is under it, and what hangs in the air
afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from ...core.decision import Choose, Order, Preview, Random, Reasons
from ...core.dice import D6, Pool, Reading
from ...core.length import INCH
from ...core.state import Placement, Posture
from ...space import templates
from ...space.board import Board
from ...space.decisions import Face, Spot
from ...space.movement import Point
from ...space.sight import hidden_from, in_arc, walled_off, within
from . import ductway_fire, hits, moving, shooting, shot_choices, targets, terrain
from .aiming import POINT, Shot, Volley
from .ammo import Gun
from .characteristics import passes_cool
from .events.attacks import BlastFell, CloudRose, FlameCast
from .harm import Hit, Strike
from .model import HALF_HIDDEN, Cloud, Model, Play, Status, Vehicle, fighters, layout, namer, things
from .printed import WeaponProfile
from .saves import faces

MUZZLE = 500  # from how high above its hole a blast is looked at, when cover is judged
SMOKE = 2500  # the radius of a ball of smoke
FROM_A_DUCT = 2 * INCH
AT_THE_END = 1 * INCH
DODGE = 2 * INCH
CLOUDS = ("smoke", "flare", "graviton-pulse")  # what leaves something hanging in the air
PUSHING = ("knockback", "drag")
SCATTER = Pool(1, 6, Reading("scatter", False, lambda _, face: face <= 2), "Scatter die")  # two faces show a hit


# ---- a place to aim at -----------------------------------------------------------------------------------------------


def spot_choice(shooter: Model, gun: Gun, action: str) -> Spot:
    """Where to aim: any point on a floor that the shooter sees, or its own feet, which it finds in the thickest
    smoke."""
    play: Play = shooter.play
    board, now, at, eye = play.world.board, targets.air(shooter, gun), shooter.at, targets.eye_point(shooter, gun)

    def refuse(point: Point) -> Reasons:
        if point == (at.x, at.y, at.z):
            return ()
        if action != "blind-fire" and not in_arc(at, point[0], point[1]):
            return ("It lies outside the vision arc.",)
        if not targets.in_sight(now, board, eye, (point[0], point[1], point[2] + 10)):
            return ("It cannot be seen from there.",)
        return ()

    near = [(f.at.x, f.at.y, f.at.z) for f in fighters(play) if f.owner != shooter.owner and f.status is not Status.OUT]
    question = Spot("point", "Where is the blast aimed?", board, refuse, [*near, *ahead_of(board, at)])
    lies = marker(play, gun, lambda point: laid(shooter, gun, point, Placement(*point, radius=0)))
    return question.previewed(sparing(shooter, lies)._replace(weapon=shot_choices.gun_name(shooter, gun)))


def sparing(shooter: Model, lies: Preview) -> Preview:
    """What is laid down, and which friends it would cover, where the table measures beforehand."""
    under = lies.touched
    if under is None or not shooter.play.option["premeasure"]:
        return lies._replace(actor=shooter.id)
    return lies._replace(
        cautions=lambda answer: shot_choices.endangered(shooter, "covers", under(answer)), actor=shooter.id
    )


def marker(play: Play, gun: Gun, lands: Callable[[Point], Point]) -> Preview:
    """The blast marker as it would lie if it did not miss, and who would be under it; `lands` says where that is."""
    size, smoke = gun.profile.value("blast"), gun.has("smoke")

    def under(point: Point) -> list[int]:
        return [] if smoke else templates.blast(layout(play), play.world.board, lands(point), size)

    def short(point: Point) -> list[str]:
        return [] if lands(point) == point else ["It flies no further than the long range of the weapon."]

    return Preview(lambda point: templates.disc(lands(point), SMOKE if smoke else size // 2), under, short)


def marker_on(shooter: Model, gun: Gun) -> Preview:
    """The marker as it would lie on a model or a thing; nothing for a place that is still to be chosen."""
    play: Play = shooter.play

    def lands(whom: int) -> Point:
        return laid(shooter, gun, aimed_at(play, shooter, whom), play.state.records[whom].at)

    spot = marker(play, gun, lambda point: point)
    outline, touched = spot.outline, spot.touched
    assert outline is not None
    assert touched is not None
    return Preview(
        lambda whom: None if whom == POINT else outline(lands(whom)),
        lambda whom: () if whom == POINT else touched(lands(whom)),
    )


def choose_spot(play: Play, shooter: Model, gun: Gun, action: str) -> Point:
    """Where a blast is aimed that is aimed at nobody."""
    return play.pick(shooter.owner, spot_choice(shooter, gun, action))


def ahead_of(board: Board, at: Placement) -> list[Point]:
    """Points straight ahead, nearer and nearer, on the floor of whoever looks, down to its own feet."""
    size = max(abs(at.fx), abs(at.fy), 1)
    steps = (6 * INCH, 3 * INCH, INCH, 0)
    places = ((at.x + at.fx * step // size, at.y + at.fy * step // size) for step in steps)
    return [(x, y, board.floor_below(x, y, at.z)) for x, y in places]


def spot_beyond(shooter: Model, end: Point) -> Spot:
    """Where to aim through a ductway: any point within an inch of its far end."""
    play: Play = shooter.play

    def refuse(point: Point) -> Reasons:
        near = within(Placement(*end, radius=0), Placement(*point, radius=0), AT_THE_END)
        return () if near else ('It must be within 1" of the far end of the ductway.',)

    floor = play.world.board.floor_below(*end)
    return Spot("point", "Where is the blast aimed?", play.world.board, refuse, [(end[0], end[1], floor)])


# ---- blasts ----------------------------------------------------------------------------------------------------------


def lob(play: Play, shooter: Model, gun: Gun, action: str, whom: int | None = None) -> None:
    """Aim a blast at a model or a point, beyond Long range no further than that; if it misses, it drifts."""
    if whom is None:
        whom = play.stage(shot_choices.choose_target, shooter, (gun,), action, True)
    if whom == POINT:
        hole = play.stage(choose_spot, shooter, gun, action)
        place = Placement(*hole, radius=0)
        whom = shot_choices.aims_at_point(play, shooter, gun, hole, action)
    if whom != POINT:
        hole = aimed_at(play, shooter, whom)
        place = play.state.records[whom].at
    at, hidden = shooter.at, 0
    band = targets.band(gun, at, place)
    hole = laid(shooter, gun, hole, place)
    if band == "beyond":
        whom, band = POINT, "long"
    elif whom != POINT:
        hidden = targets.hidden_of(shooter, gun, whom, action)
    throw(play, Shot(shooter, whom, gun, band, hidden, action), hole)


def laid(shooter: Model, gun: Gun, hole: Point, place: Placement) -> Point:
    """Where the hole is laid that is aimed at a place: beyond Long range no further away than that."""
    at = shooter.at
    if targets.band(gun, at, place) != "beyond":
        return hole
    return templates.point_towards(shooter.play.world.board, (at.x, at.y, at.z), hole, gun.long + at.radius)


def aimed_at(play: Play, shooter: Model, whom: int) -> Point:
    """Where the hole is laid on a model, or on the near side of a thing."""
    record = play.state.records[whom]
    if whom < play.world.count:
        return (record.at.x, record.at.y, record.at.z)
    x, y, _ = targets.near_face(record, shooter.at.x, shooter.at.y)
    return (x, y, record.at.z)


def lob_through(play: Play, shooter: Model, gun: Gun, end: Point) -> None:
    """A blast through a ductway: at somebody within an inch of the far end, or at a point there."""
    beyond = ductway_fire.beyond(shooter, end)
    choice: Choose[int] = Choose(
        "target",
        "Shoot at whom?",
        lambda: [*beyond, *((POINT,) if play.option["blasts-through-ductways"] else ())],
        named=namer(play, {POINT: "a point at the far end"}),
    )
    whom = play.pick(shooter.owner, choice)
    if whom == POINT:
        hole = play.pick(shooter.owner, spot_beyond(shooter, end).previewed(marker(play, gun, lambda point: point)))
    else:
        hole = aimed_at(play, shooter, whom)
    throw(play, Shot(shooter, whom, gun, "long", 0, "fire-through-ductway"), hole)


def throw(play: Play, shot: Shot, hole: Point) -> None:
    """Roll to hit, let what misses drift, resolve the blast where it comes down, and count the ammunition."""
    came = play.stage(shooting.roll, shot)
    hit = shooting.hit_of(shot, came, way="blast", origin=hole)
    fallen = play.stage(come_down, shot, hit, came.hits > 0)
    if fallen is not None:
        go_off(play, hit, fallen)
        if came.hits and shot.target >= play.world.count and not isinstance(shot.record, Vehicle):
            shooting.strike_thing(play, shot, 1)  # a vehicle was under the marker
    shooting.after_shot(play, shot, came)


def come_down(play: Play, shot: Shot, hit: Hit, hits: bool) -> Fallen | None:
    """Where a blast comes down that was thrown, and on whom: what misses drifts.  None if it comes down nowhere."""
    hole: Point | None = hit.origin
    if hole is not None and not hits:
        hole = drift(play, shot.shooter, hole) if drifts(play, shot) else None
    return None if hole is None else fall(play, hit, hole)


def drifts(play: Play, shot: Shot) -> bool:
    """Whether a blast that misses comes down somewhere else; through a ductway not at every table."""
    return shot.action != "fire-through-ductway" or bool(play.option["blasts-through-ductways"])


class Drifting(Struct, frozen=True):
    """Which way a blast that missed goes, in degrees, and how far; or how it went wrong altogether."""

    degree: int = 0
    distance: int = 0
    misfire: str = ""


def drifting(play: Play) -> Drifting:
    """Dice rule: the Scatter die and a D6.  A hit on the one with a 1 on the other is a misfire: on a further 1 the
    blast goes off in the shooter's hands, else it is a dud."""
    shows_hit = play.roll(SCATTER, "scatter", "Scatter")
    distance: int = play.roll(D6, "scatter.distance", "How far it drifts")
    if shows_hit and distance == 1:
        face: int = play.roll(D6, "misfire", "Misfire")
        return Drifting(misfire="in hand" if face == 1 else "dud")
    return Drifting(play.roll(moving.DEGREES, "scatter.direction", "in this direction"), distance)


def drift(play: Play, shooter: Model, hole: Point) -> Point | None:
    """Where a blast that missed comes down; None for a dud."""
    went = play.dice(drifting)
    if went.misfire == "dud":
        play.note(shooter.id, "it is a dud")
        return None
    if went.misfire:
        at = shooter.at
        return (at.x, at.y, at.z)
    return templates.scatter(layout(play), play.world.board, hole, went.degree, INCH * went.distance).point


def detonate(play: Play, profile: WeaponProfile, hole: Point, by: int) -> None:
    """Something goes off at a place: a blast, or else a hit on everybody as near as it reaches."""
    if profile.has("blast"):
        burst(play, hole, Hit(profile, by=by, way="blast", origin=hole))
        return
    place = Placement(*hole, radius=0)
    now, board = layout(play), play.world.board
    struck = [
        f.id
        for f in fighters(play)
        if f.status is not Status.OUT and within(f.at, place, profile.long) and not walled_off(now, board, hole, f.id)
    ]
    for who in order_of_hits(play, struck, by):
        close = within(play.state.records[who].at, place, profile.short)
        hits.land(play, Model(play, who), Hit(profile, by=by, origin=hole, close=close))


class Caught(Struct, frozen=True):
    """A fighter under a blast marker or template, the moment it comes down: how well cover shelters it (`hidden`, as
    saves count it), and whether it faces where that comes from."""

    who: int
    hidden: int = 0
    front: bool = False


class Fallen(Struct, frozen=True):
    """On whom a blast marker or template has come down: fighters in the order in which they are hit, then vehicles.
    `hole` is where, unless that no longer makes a difference."""

    caught: tuple[Caught, ...] = ()
    vehicles: tuple[int, ...] = ()
    hole: Point | None = None


def burst(play: Play, hole: Point, hit: Hit) -> None:
    """A blast marker comes to rest: everybody even partly under it is hit, in an order of the attacker's choosing."""
    go_off(play, hit, fall(play, hit, hole))


def fall(play: Play, hit: Hit, hole: Point) -> Fallen:
    """A blast marker comes down."""
    profile, hit = hit.profile, replace(hit, origin=hole)
    size = profile.value("blast")
    play.happen(BlastFell(hit.by, *hole, size))
    if profile.has("smoke"):
        return Fallen(hole=hole)
    fallen = beneath(play, lambda: templates.blast(layout(play), play.world.board, hole, size), hit)
    pushes = fallen.caught and any(profile.has(trait) for trait in PUSHING)
    nimble = any(Model(play, caught.who).has("dodge") for caught in fallen.caught)
    return fallen if pushes or nimble or any(profile.has(trait) for trait in CLOUDS) else replace(fallen, hole=None)


def go_off(play: Play, hit: Hit, fallen: Fallen) -> None:
    """What a blast does where it has come down, and what hangs in the air afterwards."""
    hole, size = fallen.hole, hit.profile.value("blast")
    if hole is None:
        engulf(play, replace(hit, origin=None), fallen, list)
        return
    if hit.profile.has("smoke"):
        raise_cloud(play, "smoke", hole, SMOKE)
        return
    engulf(play, replace(hit, origin=hole), fallen, lambda: templates.blast(layout(play), play.world.board, hole, size))
    for kind in CLOUDS[1:]:
        if hit.profile.has(kind):
            raise_cloud(play, kind.removesuffix("-pulse"), hole, size // 2)


def blast_thing(play: Play, who: int, hit: Hit) -> None:
    """A hit on something that is no fighter."""
    profile = hit.profile
    if profile.damage is not None and (profile.strength is not None or profile.has("graviton-pulse")):
        blow = Strike(profile.strength, profile.ap, profile.damage, frozenset(profile.trait_values))
        terrain.damage_thing(play, who, blow, 1, hit.by)


def beneath(play: Play, under: Callable[[], list[int]], hit: Hit) -> Fallen:
    """Those under a blast marker or template, and how they are hit.  Cover is judged as it comes down: who falls first
    still shelters the next."""
    board, now, struck = play.world.board, layout(play), under()
    x, y, z = hit.origin or (0, 0, 0)
    aside = targets.beside(play, play.state.records[hit.by]) if hit.way == "template" else ()
    caught = []
    for who in order_of_hits(play, [who for who in struck if who < play.world.count], hit.by):
        hidden = hit.hidden or hidden_from(now, board, (x, y, z + MUZZLE), who, aside)
        victim = Model(play, who)
        shelter = HALF_HIDDEN if hidden >= HALF_HIDDEN else min(hidden, 1)
        caught.append(Caught(who, shelter, bool(victim.armour) and faces(victim, hit.place)))
    vehicles = [v.id for v in things(play, Vehicle) if not v.wrecked]
    return Fallen(tuple(caught), tuple(who for who in struck if who in vehicles), hit.origin)


def engulf(play: Play, hit: Hit, fallen: Fallen, under: Callable[[], list[int]]) -> None:
    """Hit everybody under a blast marker or template, vehicles last; who dodges in time is no longer under it."""
    for caught in fallen.caught:
        victim = Model(play, caught.who)
        if victim.has("dodge") and dodges(play, victim) and caught.who not in under():
            continue
        play.stage(hits.land, victim, replace(hit, hidden=caught.hidden, front=caught.front))
    for vehicle in fallen.vehicles:
        blast_thing(play, vehicle, hit)


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
    moving.go(play, victim, moving.gait(victim, DODGE), "dodge.path", "Where does it dodge to?")
    return True


def raise_cloud(play: Play, kind: str, hole: Point, size: int) -> None:
    """Smoke, a flare or a graviton field stays for a while; it takes the number of one that has gone."""
    records = play.state.records
    number = next((c.id for c in things(play, Cloud) if not c.there), len(records))
    at = Placement(*hole, radius=0, height=0, posture=Posture.AWAY)
    play.happen(CloudRose(Cloud(id=number, owner=-1, profile=kind, at=at, kind=kind, size=size)))


# ---- flames ----------------------------------------------------------------------------------------------------------


class Bearing(Face):
    """Which way a flame is laid: wholly within the shooter's vision arc, unless it fires blindly.  `refuse` gives the
    game's own reasons against a direction."""

    __slots__ = ("at", "free", "refuse")

    def __init__(
        self,
        key: str,
        prompt: str,
        at: Placement,
        free: bool,
        towards: Sequence[tuple[int, int]] | Mapping[tuple[int, int], str],
        refuse: Callable[[tuple[int, int]], Reasons] = lambda _: (),
    ) -> None:
        super().__init__(key, prompt, towards=towards)
        self.at, self.free, self.refuse = at, free, refuse

    def legal(self, answer: tuple[int, int]) -> Reasons:
        malformed = super().legal(answer)
        if malformed:
            return malformed
        if not self.free and not templates.fits_arc(self.at, answer):
            return ("The flame would leave the vision arc.",)
        return self.refuse(answer)

    def candidates(self, n: int) -> list[tuple[int, int]]:
        wanted = dict.fromkeys((*self.towards, (self.at.fx, self.at.fy)))
        return list(islice((way for way in wanted if not self.legal(way)), n))

    def sample(self, rng: Random) -> tuple[int, int]:
        ways = self.candidates(8)
        return ways[int(rng.random() * len(ways))]


def flame(play: Play, shooter: Model, gun: Gun, action: str, whom: int | None = None) -> None:
    """Lay the flame template from the shooter's base: everybody even partly under it is hit without a roll.  Out of
    turn it must fall on `whom`."""
    at = shooter.at
    way = play.ask(shooter.owner, bearing(shooter, action) if whom is None else bearing_on(shooter, whom))
    if whom is None:
        way = by_priority(play, shooter, gun, action, way)
    play.happen(FlameCast(shooter.id, at.x, at.y, at.z, *way))
    board = play.world.board
    spray(play, shooter, gun, action, lambda: templates.flame(layout(play), board, shooter.id, way))


def by_priority(play: Play, shooter: Model, gun: Gun, action: str, way: tuple[int, int]) -> tuple[int, int]:
    """A flame is not bound by target priority; at some tables it must fall on the closest that it can reach, unless the
    shooter passes a Cool test."""
    if not play.option.get("templates-by-priority") or shooter.has("marksman"):
        return way
    all_round = action == "blind-fire"
    free = all_round or bool(play.option.get("closest-all-round"))
    among = [who for who in shot_choices.rivals(shooter, gun, action) if flame_reaches(shooter, who, free)]
    closest = shot_choices.closest_of(shooter, gun, among)
    under = templates.flame(layout(play), play.world.board, shooter.id, way)
    if not closest or any(who in under for who in closest) or passes_cool(shooter, "priority"):
        return way
    whom = shot_choices.choose_closest(play, shooter, gun, action, closest)
    if not flame_reaches(shooter, whom, all_round):  # seen from the corner of its eye, where no flame may go
        moving.turn_to(play, shooter, play.state.records[whom].at)
    bent: tuple[int, int] = play.ask(shooter.owner, bearing_on(shooter, whom, all_round))
    return bent


def bearing(shooter: Model, action: str) -> Bearing:
    """In which direction?"""
    foes = moving.ways_to_foes(shooter, templates.FLAME.length)
    question = Bearing("bearing", "In which direction?", shooter.at, action == "blind-fire", foes)
    return question.previewed(teardrop(shooter))


def teardrop(shooter: Model) -> Preview:
    """The flame as it would lie, and who would be under it."""
    play: Play = shooter.play
    lies = Preview(
        lambda way: templates.laid_out(shooter.at, way),
        lambda way: templates.flame(layout(play), play.world.board, shooter.id, way),
    )
    return sparing(shooter, lies)


def bearing_on(shooter: Model, whom: int, free: bool = False) -> Bearing:
    """In which direction, so that one enemy is caught?  `free`: outside the vision arc as well."""
    play: Play = shooter.play
    at, to = shooter.at, play.state.records[whom].at
    now, board = layout(play), play.world.board

    def refuse(way: tuple[int, int]) -> Reasons:
        return () if whom in templates.flame(now, board, shooter.id, way) else ("The flame would not fall on it.",)

    ways = {(to.x - at.x, to.y - at.y): namer(play)(whom)}
    for way in templates.flame_directions(at):
        ways.setdefault(way, "")
    return Bearing("bearing", "In which direction?", at, free, ways, refuse).previewed(teardrop(shooter))


def flame_reaches(shooter: Model, whom: int, free: bool = False) -> bool:
    """Whether a flame can be laid over one enemy, within the vision arc unless `free`; the answer is kept as long as
    nobody moves."""
    play: Play = shooter.play
    if not within(shooter.at, play.state.records[whom].at, templates.FLAME.length):
        return False
    memo, key = layout(play).memo, ("flame", shooter.id, whom, free)
    if key not in memo:
        memo[key] = bool(bearing_on(shooter, whom, free).candidates(1))
    reaches: bool = memo[key]
    return reaches


def spray(
    play: Play,
    shooter: Model,
    gun: Gun,
    action: str,
    under: Callable[[], list[int]],
    origin: Point | None = None,
    hidden: int = 0,
) -> None:
    """A flame from a place: the Firepower die, the hits, the ammunition."""
    shot = Shot(shooter, POINT, gun, "long", 0, action)
    came: Volley = play.stage(shooting.roll, shot, True)
    hit = shooting.hit_of(shot, came, way="template", origin=origin, hidden=hidden)
    engulf(play, hit, play.stage(beneath, under, hit), under)
    shooting.after_shot(play, shot, came)


def flame_through(play: Play, shooter: Model, gun: Gun, end: Point) -> None:
    """A flame through a ductway hits everybody within 2" of its far end; a firing port shelters them like full
    cover."""
    place = Placement(*end, radius=0)
    now, board = layout(play), play.world.board
    port = any(duct.firing_port and end in duct.ends for duct in board.ductways)

    def under() -> list[int]:
        models = (*(f for f in fighters(play) if f.status is not Status.OUT), *things(play, Vehicle))
        near = [model.id for model in models if within(model.at, place, FROM_A_DUCT)]
        return [who for who in near if not walled_off(now, board, end, who)]

    spray(play, shooter, gun, "fire-through-ductway", under, end, HALF_HIDDEN if port else 0)
