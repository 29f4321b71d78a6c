"""What a position is worth to a side, for players that look one step ahead.

The value is a sum over fighters and vehicles, each side's own less the enemy's, in points of which a ganger in good
health is ten.  It judges as a glance at the table would: who stands, who bleeds, who has run dry, who is near what it
wants."""

from __future__ import annotations

from functools import cache

from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.afoot import Field, nearest, ways_to
from ....space.movement import Point
from ....space.shapes import middle_of_box
from ....space.sight import gap
from ..battle import scoring
from ..battle.zones import casket_ids, zones_named
from ..checks import targets
from ..printed import Role, Weapon
from ..records import Casket, Condition, Fighter, Kit, Play, Status
from ..records.position import fighters, layout, passengers, per_position
from . import vehicles

ROLE: dict[Role, float] = {
    "leader": 26.0,
    "champion": 20.0,
    "specialist": 18.0,
    "brute": 24.0,
    "ganger": 10.0,
    "prospect": 9.0,
    "juve": 7.0,
    "dweller": 7.0,
    "beast": 7.0,
}
STANDING = {Status.STANDING: 1.0, Status.PINNED: 0.88, Status.SERIOUS: 0.3, Status.OUT: 0.0}
BROKEN = 0.6
SCRATCHED = 0.9  # for each flesh wound
BADLY: dict[Condition, float] = {"blaze": 0.75, "webbed": 0.8, "insane": 0.85, "blind": 0.85, "gunked": 0.96}
WOUNDS = 0.35  # of the worth of a fighter lies in its wounds
AMMO = 0.2  # and in its ranged weapons being loaded
READY = 0.3
SCORE = 4.0  # for a point of the scenario
BOTTLED = 8.0
VICTORY = 1000.0
FAR = 0.12  # for each inch that an enemy is further off than the fighter would like
ERRAND = 0.1  # for each inch to a casket or a goal
TARGET = 1.2  # for the fighter in its activation: something to shoot at, with an action left to do it
OPEN = 0.15  # for each enemy that it sees, as that enemy sees it too
MELEE_WANTS, MOST_WANTED = 1.0, 14.0


def value(play: Play, seat: int) -> float:
    """What a position is worth to a seat: more is better, and the other seat's value is its negative."""
    state, now = play.state, play.state.turn
    if now.phase == "over":
        return VICTORY * ((now.winner == seat) - (now.winner == 1 - seat))
    sides: tuple[list[Fighter], list[Fighter]] = ([], [])
    difference, inside = 0.0, passengers(play.world, state)
    for f, kit in zip(state.records_as(Fighter), play.world.kits, strict=False):
        if f.status is not Status.OUT:
            sides[f.owner].append(f)
            difference += health(kit, f) if f.owner == 0 else -health(kit, f)
        elif f.id in inside:
            safe = health(kit, replace(f, status=Status.STANDING))
            difference += safe if f.owner == 0 else -safe
    if play.world.vehicle_kits:
        difference += vehicles.difference(play)
    difference += _errands(play, sides[1], sides[0], 1) - _errands(play, sides[0], sides[1], 0)
    difference += BOTTLED * (now.bottled[1] - now.bottled[0])
    red, blue = scoring.points(play)
    difference += SCORE * (red - blue)
    if now.actor >= 0 and not play.world.is_crewed(now.actor):
        prospect = _prospect(play, now.actor)
        difference += prospect if state.records[now.actor].owner == 0 else -prospect
    return difference if seat == 0 else -difference


def health(kit: Kit, fighter: Fighter) -> float:
    """What a fighter on the table is worth in the state that it is in."""
    worth = ROLE[kit.profile.role] * STANDING[fighter.status]
    worth *= 1.0 - WOUNDS * (1.0 - max(0, fighter.wounds) / kit.profile.w)
    if fighter.broken:
        worth *= BROKEN
    if fighter.flesh:
        worth *= SCRATCHED**fighter.flesh
    for condition in fighter.conditions:
        worth *= BADLY.get(condition, 1.0)
    if fighter.out or fighter.jammed:
        worth *= 1.0 - AMMO * len({*fighter.out, *fighter.jammed}) / len(kit.weapons)
    return worth + READY * fighter.ready


def _errands(play: Play, mine: list[Fighter], foes: list[Fighter], seat: int) -> float:
    """What a side loses by standing far from where it would like to be."""
    scores = play.world.scenario.scores(seat)
    board, walls = play.world.board, layout(play).wall_rows
    able = [f for f in mine if f.status in scoring.UNHURT and not f.broken]
    lost = 0.0
    if foes or vehicles.of_side(play, 1 - seat):
        far = _distance_to_errand(play)
        lost += sum([far[f.id] for f in able])
    if "goal" in scores:
        zones = zones_named(play.world.board, play.world.scenario.goal)
        goals = ways_to(board, walls, [(*middle_of_box(zone), 0) for zone in zones])
        lost += sum(ERRAND * _inches(f.at, goals) for f in able)
    if "caskets" in scores and able:
        for who in casket_ids(play.world):
            casket = play.state.records[who]
            if isinstance(casket, Casket):
                way = ways_to(board, walls, [casket.at.spot])
                lost += ERRAND * min(_inches(f.at, way) for f in able)
    return lost


@per_position
def _distance_to_errand(play: Play) -> list[float]:
    """What each fighter's side loses by its being further from the nearest enemy than it would like."""
    board, walls = play.world.board, layout(play).wall_rows
    everybody = [f for f in fighters(play) if f.status is not Status.OUT]
    anything = (*everybody, *vehicles.on_table(play))
    foes = [ways_to(board, walls, [each.at.spot for each in anything if each.owner != seat]) for seat in (0, 1)]
    lost = [0.0] * play.world.count
    for f in everybody:
        kit = play.world.kits[f.id]
        further = _inches(f.at, foes[f.owner]) - wanted_distance(kit.profile.s, kit.weapons)
        lost[f.id] = FAR * max(0.0, further)
    return lost


def _inches(at: Placement, ways: list[tuple[Point, Field]]) -> float:
    """How many inches it is, about, to the nearest of some places, on foot and by doors that are open."""
    return nearest(at.spot, ways) / INCH


@cache
def wanted_distance(strength: int, weapons: tuple[Weapon, ...]) -> float:
    """How near to its enemies a fighter would like to be, in inches: within the Short range of its best gun."""
    short = [profile.reach(strength)[0] / INCH for weapon in weapons for profile in weapon.profiles]
    return min(MOST_WANTED, max(short, default=0.0) or MELEE_WANTS)


def _prospect(play: Play, actor: int) -> float:
    """What the fighter in its activation can still hope for, and what it risks by being seen."""
    me = play.state.record(Fighter, actor)
    if me.status is not Status.STANDING:
        return 0.0
    seen = targets.seen_from(play, actor)
    hope = -OPEN * len(seen)
    now = play.state.turn
    if now.left and "shoot" not in now.done and any(_in_range(play, me, who) for who in seen):
        hope += TARGET
    return hope


def _in_range(play: Play, me: Fighter, who: int) -> bool:
    kit, distance = play.world.kits[me.id], gap(me.at, play.state.records[who].at)
    return any(
        profile.range != "melee" and profile.reach(kit.profile.s)[1] >= distance
        for slot, weapon in enumerate(kit.weapons)
        if slot not in me.out and slot not in me.jammed
        for profile in weapon.profiles
    )
