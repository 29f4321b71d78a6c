"""Ramming: both vehicles hit each other, the harder the farther the one that rams has come."""

from __future__ import annotations

from ....core.decision import Confirm
from ....core.length import INCH
from ....core.state import Posture
from ....core.structs import replace
from ..checks import hulls
from ..checks.hulls import FRONT, REAR
from ..checks.striking import STRONGEST
from ..events.courses import CourseWent, Rammed
from ..harm import penetration
from ..records.position import course_of, model
from ..records.state import Course
from ..records.unit import Unit
from ..records.world import Play

STRIDE = 3 * INCH
"""For so much of its way a ram is one harder."""
BARE = 10
"""The armour that adds nothing to a ram."""


def come_to(play: Play, tank: Unit, hull: int) -> None:
    """A tank comes to an enemy vehicle, which may react; one that it comes to again, as it has not got out of the way,
    does not."""
    course, target = course_of(play), model(play, hull).unit
    if target in course.met:
        play.happen(CourseWent(replace(course, whom=target, hull=hull, evaded=False)))
    else:
        play.happen(Rammed(tank.id, target, hull))


def settle_ram(play: Play) -> None:
    """Whoever has not moved away is hit, and hits back; where nothing of it is left the tank may go on."""
    course = course_of(play)
    tank, target = Unit(play, course.who), Unit(play, course.whom)
    if course.evaded or not able_to_go(tank):
        return
    clash(play, course, tank, target)
    here = model(play, course.hull).at.posture != Posture.AWAY
    goes_on = not here and able_to_go(tank) and tank.ask(Confirm("goes-on", f"Does {tank.name} go on?"))
    if not goes_on:
        play.happen(CourseWent(replace(course_of(play), left=0)))


def able_to_go(tank: Unit) -> bool:
    """Whether a tank can still drive."""
    return bool(tank.members) and not tank.crippled


def clash(play: Play, course: Course, tank: Unit, target: Unit) -> None:
    """Each of the two hits the other once: the tank with its front, the other on the side that is met."""
    rammer, rammed = tank.members[0], course.hull
    at, other = model(play, rammer).at, model(play, rammed).at
    side = REAR if course.bared else hulls.side_towards(other, at.x, at.y)
    hit = penetrate(play, course, tank, rammer, FRONT, target, rammed, side)
    hit_back = penetrate(play, course, target, rammed, side, tank, rammer, FRONT)
    if hit:
        penetration.damage(play, target, rammed, tank.owner, glancing=hit == 1)
    if hit_back and tank.members:
        penetration.damage(play, tank, rammer, target.owner, glancing=hit_back == 1)


def penetrate(
    play: Play, course: Course, by: Unit, striker: int, with_side: int, target: Unit, struck: int, side: int
) -> int:
    """What the hit of one vehicle comes to against the other."""
    strength = strength_of(course, by, striker, with_side)
    if hulls.deflects(target, struck, side):
        strength = min(strength, hulls.DEFLECTED)
    found: int = play.dice(penetration.penetrate, strength, hulls.armour_of(target, struck, side))
    return found


def strength_of(course: Course, unit: Unit, id: int, side: int) -> int:
    """How hard a vehicle hits: by its armour there, by how far the ram has come, and one more for a tank."""
    tank = unit.kit(id).vehicle
    armour = hulls.armour_of(unit, id, side) - BARE
    return min(STRONGEST, armour + course.went // STRIDE + bool(tank and tank.is_a("tank")))
