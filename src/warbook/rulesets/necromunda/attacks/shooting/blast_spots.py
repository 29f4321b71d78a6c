"""Where a blast marker lies, and whom it would cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .....core.decision import Reasons
from .....core.length import INCH
from .....core.naming import Preview
from .....core.state import Placement
from .....space import templates
from .....space.board import Board
from .....space.movement import Point
from .....space.placing import Spot
from .....space.sight import in_sight, within
from ...checks import ductway_ends, guns, targets
from ...checks.aiming import POINT
from ...checks.guns import Gun
from ...printed.arms import ShootingAction
from ...records import Actor, Play
from ...records.position import board_now, ground
from ..blasts import SMOKE, under_marker

AT_THE_END = 1 * INCH


# ---- a place to aim at -----------------------------------------------------------------------------------------------


def spot_choice(shooter: Actor, gun: Gun, action: ShootingAction) -> Spot:
    """Where to aim: any point on a floor that the shooter sees, or its own feet, which it finds in the thickest
    smoke."""
    play = shooter.play
    board, floors, at = board_now(play), ground(play), shooter.at
    now, eye = targets.layout_over(shooter, gun), targets.eye_point(shooter, gun)

    def refuse(point: Point) -> Reasons:
        if point == at.spot:
            return ()
        place = Placement(*point, radius=0)
        if action != "blind-fire" and not targets.turned_to(play, at, gun.mount, gun.slot, place):
            return ("It lies outside the vision arc.",)
        if not in_sight(now, board, eye, (point[0], point[1], point[2] + 10)):
            return ("It cannot be seen from there.",)
        return ()

    near = [each.at.spot for each in targets.models_of_enemy(play, shooter.owner)]
    question = Spot("point", "Where is the blast aimed?", floors, refuse, [*near, *ahead_of(floors, at)])
    lies = marker_preview(play, gun, lambda point: hole_laid(shooter, gun, point, Placement(*point, radius=0)))
    return question.previewed(with_cautions_for_friends(shooter, lies)._replace(weapon=guns.gun_name(shooter, gun)))


def with_cautions_for_friends(shooter: Actor, lies: Preview) -> Preview:
    """What is laid down, and which friends it would cover, where the table measures beforehand."""
    under = lies.touched
    if under is None or not shooter.play.option["premeasure"]:
        return lies._replace(actor=shooter.id)
    return lies._replace(cautions=lambda answer: endangered(shooter, "covers", under(answer)), actor=shooter.id)


def marker_preview(play: Play, gun: Gun, lands: Callable[[Point], Point]) -> Preview:
    """The blast marker as it would lie if it did not miss, and who would be under it; `lands` says where that is."""
    size, smoke = gun.profile.value("blast"), gun.has("smoke")

    def under(point: Point) -> list[int]:
        return [] if smoke else under_marker(play, lands(point), size)

    def short(point: Point) -> list[str]:
        return [] if lands(point) == point else ["It flies no further than the long range of the weapon."]

    return Preview(lambda point: templates.disc(lands(point), SMOKE if smoke else size // 2), under, short)


def marker_preview_on(shooter: Actor, gun: Gun) -> Preview:
    """The marker as it would lie on a model or a thing; nothing for a place that is still to be chosen."""
    play = shooter.play

    def lands(whom: int) -> Point:
        return hole_laid(shooter, gun, aimed_at(play, shooter, whom), play.state.records[whom].at)

    spot = marker_preview(play, gun, lambda point: point)
    outline, touched = spot.outline, spot.touched
    assert outline is not None
    assert touched is not None
    return Preview(
        lambda whom: None if whom == POINT else outline(lands(whom)),
        lambda whom: () if whom == POINT else touched(lands(whom)),
    )


def ahead_of(board: Board, at: Placement) -> list[Point]:
    """Points straight ahead, nearer and nearer, on the floor of whoever looks, down to its own feet."""
    size = max(abs(at.fx), abs(at.fy), 1)
    steps = (6 * INCH, 3 * INCH, INCH, 0)
    places = ((at.x + at.fx * step // size, at.y + at.fy * step // size) for step in steps)
    return [(x, y, board.floor_below(x, y, at.z)) for x, y in places]


def spot_beyond(shooter: Actor, end: Point) -> Spot:
    """Where to aim through a ductway: any point within an inch of its far end."""
    play, mouth = shooter.play, Placement(*end, radius=0)

    def refuse(point: Point) -> Reasons:
        there = Placement(*point, radius=0)
        if not within(mouth, there, AT_THE_END):
            return ('It must be within 1" of the far end of the ductway.',)
        return ductway_ends.walled_off_from(play, end, there)

    floor = board_now(play).floor_below(*end)
    return Spot("point", "Where is the blast aimed?", board_now(play), refuse, [(end[0], end[1], floor)])


# ---- where the hole is laid ------------------------------------------------------------------------------------------


def hole_laid(shooter: Actor, gun: Gun, hole: Point, place: Placement) -> Point:
    """Where the hole is laid that is aimed at a place: beyond Long range no further away than that."""
    at = targets.muzzle(shooter, gun)
    if targets.range_band(gun, at, place) != "beyond":
        return hole
    return templates.point_towards(board_now(shooter.play), at.spot, hole, gun.long + at.radius)


def aimed_at(play: Play, shooter: Actor, whom: int) -> Point:
    """Where the hole is laid on a fighter, or on the near side of a vehicle or thing."""
    record = play.state.records[whom]
    if whom < play.world.count:
        return record.at.spot
    x, y, _ = targets.near_face(record, shooter.at.x, shooter.at.y)
    return (x, y, record.at.z)


def endangered(shooter: Actor, how: str, among: Iterable[int]) -> tuple[str, ...]:
    """The friends among some models, in words."""
    play = shooter.play
    count, records = play.world.first_thing, play.state.records
    own = [play.world.names[who] for who in among if who < count and records[who].owner == shooter.owner]
    return (f"{how} {' and '.join(own)}",) if own else ()
