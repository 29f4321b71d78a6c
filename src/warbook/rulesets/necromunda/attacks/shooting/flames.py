"""Attacks with flames: laying the template, from a base or out of a ductway."""

from __future__ import annotations

from collections.abc import Callable

from .....core.decision import Reasons
from .....core.length import INCH
from .....core.naming import Preview
from .....core.state import Placement
from .....space import templates
from .....space.facing import turned
from .....space.movement import Point
from .....space.sight import walled_off, within
from ...checks import directions, pieces, targets
from ...checks.aiming import POINT, Shot, Volley
from ...checks.characteristics import passes_cool
from ...checks.guns import Gun
from ...events.attacks import FlameCast
from ...movement import turning
from ...printed.arms import ShootingAction
from ...records import Actor, Driver, Model, Play, Status, Vehicle
from ...records.position import HALF_HIDDEN, board_now, fighters, layout, loose_rats, namer, per_position, things
from .. import blasts
from . import blast_spots, shots, target_choice

FLAME_STEP = 5  # degrees between two flames that are thought of
FROM_A_DUCT = 2 * INCH


def flame(play: Play, shooter: Actor, gun: Gun, action: ShootingAction, whom: int | None = None) -> None:
    """Lay the flame template from the shooter's base: everybody even partly under it is hit without a roll.  Out of
    turn it must fall on `whom`."""
    at = targets.muzzle(shooter, gun)
    way = play.ask(shooter.owner, bearing(shooter, gun, action) if whom is None else bearing_on(shooter, whom))
    if whom is None:
        way = by_priority(play, shooter, gun, action, way)
    play.happen(FlameCast(shooter.id, at.x, at.y, at.z, *way))
    spray(play, shooter, gun, action, lambda: beneath(shooter, gun, way))


def beneath(shooter: Actor, gun: Gun, way: tuple[int, int]) -> list[int]:
    """Who and what is under a flame that is laid in a direction: from the base of the shooter, or from the weapon of a
    vehicle, which is not under it."""
    play = shooter.play
    muzzle = targets.muzzle(shooter, gun).spot[:2] if gun.mount >= 0 else None
    source = gun.mount if gun.mount >= 0 else shooter.id
    return templates.flame(
        layout(play),
        board_now(play),
        source,
        way,
        muzzle=muzzle,
        also=[it.id for it in (*loose_rats(play), *pieces.targets(play))],
    )


def by_priority(play: Play, shooter: Actor, gun: Gun, action: ShootingAction, way: tuple[int, int]) -> tuple[int, int]:
    """A flame is not bound by target priority; at some tables it must fall on the closest that it can reach, unless the
    shooter passes a Cool test."""
    if not play.world.edition.templates_by_priority or shooter.has("marksman"):
        return way
    all_round = action == "blind-fire"
    free = all_round or play.world.edition.closest_all_round
    among = [who for who in target_choice.rivals(shooter, gun, action) if flame_reaches(play, shooter.id, who, free)]
    closest = target_choice.closest_of(shooter, gun, among)
    under = templates.flame(layout(play), board_now(play), shooter.id, way)
    if not closest or any(who in under for who in closest) or passes_cool(shooter, "priority"):
        return way
    whom = target_choice.choose_closest(play, shooter, gun, action, closest)
    # Seen from the corner of its eye, where no flame may go.
    if isinstance(shooter, Model) and not flame_reaches(play, shooter.id, whom, all_round):
        turning.turn_to(play, shooter, play.state.records[whom].at)
    bent: tuple[int, int] = play.ask(shooter.owner, bearing_on(shooter, whom, all_round))
    return bent


def bearing(shooter: Actor, gun: Gun, action: ShootingAction) -> templates.Bearing:
    """In which direction?"""
    foes, at = directions.ways_to_foes(shooter, templates.FLAME.length), targets.muzzle(shooter, gun)
    carrier = Driver(shooter.play, gun.mount) if shooter.play.world.is_crewed(gun.mount) else None
    free, prompt = action == "blind-fire" or carrier is not None, "In which direction?"

    def refuse(way: tuple[int, int]) -> Reasons:
        ring, end = templates.teardrop(at.x, at.y, 0, way)
        kept = carrier is None or all(
            in_arcs(carrier, gun.slot, Placement(x, y, at.z, radius=0)) for x, y in (*ring, end)
        )
        return () if kept else ("The flame would leave the arcs of the weapon.",)

    return templates.Bearing("bearing", prompt, at, free, foes, refuse).previewed(teardrop(shooter, gun))


def in_arcs(carrier: Driver, slot: int, place: Placement) -> bool:
    """Whether a part of a flame lies in the arcs of a weapon, or over the hull itself: in the middle of that, where
    some weapons stand, no arc is as wide as the narrow end of a flame."""
    return carrier.bears_on(slot, place) or within(carrier.at, place, 0)


def teardrop(shooter: Actor, gun: Gun | None = None) -> Preview:
    """The flame as it would lie, and who would be under it."""
    play = shooter.play
    if gun is not None and gun.mount >= 0:
        at = targets.muzzle(shooter, gun)
        lies = Preview(
            lambda way: templates.laid_out(at, way, muzzle=at.spot[:2]), lambda way: beneath(shooter, gun, way)
        )
    else:
        lies = Preview(
            lambda way: templates.laid_out(shooter.at, way),
            lambda way: templates.flame(layout(play), board_now(play), shooter.id, way),
        )
    return blast_spots.with_cautions_for_friends(shooter, lies)


def bearing_on(shooter: Actor, whom: int, free: bool = False) -> templates.Bearing:
    """In which direction, so that one enemy is caught?  `free`: outside the vision arc as well."""
    play = shooter.play
    at, to = shooter.at, play.state.records[whom].at
    now, board = layout(play), board_now(play)

    def refuse(way: tuple[int, int]) -> Reasons:
        return () if whom in templates.flame(now, board, shooter.id, way) else ("The flame would not fall on it.",)

    ways = {(to.x - at.x, to.y - at.y): namer(play)(whom)}
    for way in templates.flame_directions(at):
        ways.setdefault(way, "")
    return templates.Bearing("bearing", "In which direction?", at, free, ways, refuse).previewed(teardrop(shooter))


def reaches(shooter: Actor, gun: Gun, whom: int, action: ShootingAction) -> bool:
    """Whether a flame can be laid over one enemy, from the base of a fighter or from a weapon on a vehicle."""
    if gun.mount < 0:
        return flame_reaches(shooter.play, shooter.id, whom, action == "blind-fire")
    question, at, to = bearing(shooter, gun, action), targets.muzzle(shooter, gun), shooter.play.state.records[whom].at
    ways = ((to.x - at.x, to.y - at.y), *(turned(at.fx, at.fy, degrees) for degrees in range(0, 360, FLAME_STEP)))
    return any(whom in beneath(shooter, gun, way) for way in ways if not question.legal(way))


@per_position
def flame_reaches(play: Play, who: int, whom: int, free: bool) -> bool:
    """Whether a fighter can lay a flame over one enemy, within the vision arc unless `free`."""
    shooter = Model(play, who)
    if not within(shooter.at, play.state.records[whom].at, templates.FLAME.length):
        return False
    return bool(bearing_on(shooter, whom, free).candidates(1))


def spray(
    play: Play,
    shooter: Actor,
    gun: Gun,
    action: ShootingAction,
    under: Callable[[], list[int]],
    origin: Point | None = None,
    hidden: int = 0,
) -> None:
    """A flame from a place: the Firepower die, the hits, the ammunition."""
    shot = Shot(shooter, POINT, gun, "long", 0, action)
    came: Volley = play.stage(shots.roll_shot, shot, True)
    hit = shots.hit_of(shot, came, way="template", origin=origin, hidden=hidden)
    blasts.engulf(play, hit, play.stage(blasts.caught_beneath, under, hit), under)
    shots.after_shot(play, shot, came)


def flame_through(play: Play, shooter: Model, gun: Gun, end: Point) -> None:
    """A flame through a ductway hits everybody within 2" of its far end; a firing port shelters them like full
    cover."""
    place = Placement(*end, radius=0)
    now, board = layout(play), board_now(play)
    port = any(duct.firing_port and end in duct.ends for duct in board.ductways)

    def under() -> list[int]:
        vehicles = things(play, Vehicle) if play.world.edition.ductways_reach_vehicles else ()
        models = (
            *(f for f in fighters(play) if f.status is not Status.OUT),
            *vehicles,
            *loose_rats(play),
            *pieces.targets(play),
        )
        near = [model.id for model in models if within(model.at, place, FROM_A_DUCT)]
        return [who for who in near if not walled_off(now, board, end, who)]

    spray(play, shooter, gun, "fire-through-ductway", under, end, HALF_HIDDEN if port else 0)
