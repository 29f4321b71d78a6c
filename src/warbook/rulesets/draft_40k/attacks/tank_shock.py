"""Whom a tank comes to that drives at the enemy: units on foot test their Leadership, and fall back or make way."""

from __future__ import annotations

from typing import Any

from ....core.action import requirement
from ....core.length import INCH
from ....core.reaction import Respondent
from ....core.structs import replace
from ....space.settling import nearest_fit
from ....space.sight import gap
from ..checks.leadership import GIVES_WAY, margin
from ..events.courses import CourseWent, TankShocked
from ..events.morale import Trapped
from ..events.movement import Went
from ..harm import morale
from ..records.position import course_of, enemies, layout, model
from ..records.unit import Unit
from ..records.world import Play

FARTHEST_ASIDE = 24 * INCH
"""How far models are looked for room at most."""


def shock(play: Play, tank: Unit, target: Unit) -> None:
    """A unit tests whether it stands; who is falling back already does not."""
    spare = GIVES_WAY if target.falling_back else margin(play, target, "tank shock")
    play.happen(TankShocked(tank.id, target.id, spare is None or spare >= 0, spare))


def settle_shock(play: Play) -> None:
    """Who did not stand falls back at once, unless it has got away, or charges."""
    course = course_of(play)
    target = Unit(play, course.whom)
    if not course.held and not course.evaded and target.id not in course.chargers and target.members:
        morale.break_unit(play, target)


def make_way(play: Play, tank: Unit) -> None:
    """Where a tank has stopped the models of units that it has come to step aside by the shortest way, an inch clear of
    enemies; those next to its edges go first."""
    for number in course_of(play).met:
        unit = Unit(play, number)
        if unit.crewed or unit.falling_back or unit.record.where != "table":
            continue
        for id in sorted(unit.members, key=lambda id: (-to_hull(play, tank, id), id)):
            if to_hull(play, tank, id) < INCH:
                step_aside(play, unit, id)


def to_hull(play: Play, tank: Unit, id: int) -> int:
    """How far a model is from a tank; below 0 the nearer it is to the middle of one that it is under."""
    hull, at = model(play, tank.members[0]).at, model(play, id).at
    apart = gap(hull, at)
    return apart or abs(at.x - hull.x) + abs(at.y - hull.y) - FARTHEST_ASIDE


def step_aside(play: Play, unit: Unit, id: int) -> None:
    """One model goes to the nearest place where it can stand; one that finds none stays."""
    at, foes = model(play, id).at, enemies(play, unit.owner)
    spot = nearest_fit(play.world.board, layout(play), id, at.spot, clear_of=foes, distance=INCH, limit=FARTHEST_ASIDE)
    if spot is None:
        play.note(id, "it finds no room to make way")
    else:
        play.happen(Went(id, replace(at, x=spot[0], y=spot[1], z=spot[2])))


@requirement("It must not have answered this tank.")
def not_answered(asked: Respondent) -> bool:
    trapped = isinstance(asked.event, Trapped)  # by others than a tank
    unlimited = asked.play.option["reactions-per-trigger"] == "unlimited"
    return trapped or unlimited or not course_of(asked.play).answers


def answered(play: Play, id: str, **changed: Any) -> None:
    """A reaction to a tank is noted."""
    course = course_of(play)
    play.happen(CourseWent(replace(course, answers=(*course.answers, id), **changed)))
