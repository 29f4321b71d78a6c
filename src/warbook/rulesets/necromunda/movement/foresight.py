"""Foresight: what a drive would come to, in words, before it is confirmed.  Everything is asked of the rules that would
follow; only what dice decide is left open."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.length import written
from ....core.structs import replace
from ....space.drives.met import Driven, DriveRules, Met
from ....space.shapes import dot, stretched
from ..checks.characteristics import initiative_needed
from ..checks.handling import handling_needed
from ..checks.sides import NAMES
from ..records import Driver, Model
from ..records.position import layout, namer
from . import brinks, collisions, hard_ground, impacts, riders

# ---- what it meets ---------------------------------------------------------------------------------------------------


def meeting(driver: Driver, met: Met) -> str:
    """What comes of what it meets; nothing of what only stops it."""
    play = driver.play
    name = met.named(namer(play))
    if collisions.is_fighter(play, met):
        return f"runs over {name}" if collisions.runs_over(driver, met) else f"passes below {name}"
    if collisions.is_vehicle(play, met):
        return _collision(driver, met, name)
    return f"breaks through {name}" if collisions.breaks(play, met) else ""


def _collision(driver: Driver, met: Met, name: str) -> str:
    play = driver.play
    mine, theirs = collisions.toughnesses(play, driver, met)
    against = f"(Toughness {mine} against {theirs})"
    if driver.effect("rolling"):
        return f"collides with {name}, which stops it {against}"
    if not collisions.head_on(play, met):
        side = NAMES[collisions.sides(met)[0]]
        needed = handling_needed(driver, "collision", int(mine > theirs))
        return f"strikes {name} with its {side} {against}: Handling test, {needed}, or it is turned aside"
    if not collisions.overcomes(play, driver, met):
        return f"collides head-on with {name}, which stops it {against}"
    return f"collides head-on with {name} and pushes it {'aside' if met.turning else 'along'} {against}"


# ---- what is to be feared --------------------------------------------------------------------------------------------


def risks(driver: Driver, rules: DriveRules, found: Driven) -> tuple[str, ...]:
    """What is to be feared of a drive, in the order in which it would happen."""
    return (*_leaves(driver, found), *_pushes(driver, rules, found), *_falls(driver, found), *_tests(driver, found))


def _leaves(driver: Driver, found: Driven) -> Iterator[str]:
    """Who may strike at it before it goes."""
    for who in collisions.left_behind(driver, found):
        foe = Model(driver.play, who)
        yield f"{foe.kit.name} may strike at it first: Initiative test, {initiative_needed(foe, 'react')}."


def _pushes(driver: Driver, rules: DriveRules, found: Driven) -> Iterator[str]:
    """What those meet that are pushed along."""
    play, name = driver.play, namer(driver.play)
    for met in found.met:
        if not collisions.pushes(driver, met):
            continue
        before, after = (driver.at, *found.ends)[met.leg : met.leg + 2]
        ahead = dot(after.x - before.x, after.y - before.y, after.fx, after.fy) >= 0
        way = (after.fx, after.fy) if ahead else (-after.fx, -after.fy)
        dx, dy = stretched(*way, met.at)
        now = layout(play).after(replace(driver.record, at=replace(after, x=before.x + dx, y=before.y + dy)))
        far = found.lengths[met.leg] - met.at
        for who, other in collisions.push(play, now, driver.id, way, far, rules).met:
            if who != driver.id:
                over = "over" if collisions.is_fighter(play, other) else "into"
                yield f"{name(who)} is pushed {over} {other.named(name)}."


def _falls(driver: Driver, found: Driven) -> Iterator[str]:
    over = brinks.foretold(driver, found)
    if over is not None:
        yield f"It falls {written(over.drop)}."


def _tests(driver: Driver, found: Driven) -> Iterator[str]:
    """Who has to hold on, or to get out of the way; and what the ground does to it."""
    play = driver.play
    for who in riders.unheld(driver) if found.ends else ():
        rider = Model(play, who)
        yield f"{rider.kit.name} holds on or falls off: Initiative test, {initiative_needed(rider, 'hold-on')}."
    for who in dict.fromkeys(met.number for met in found.met if collisions.runs_over(driver, met)):
        victim = Model(play, who)
        yield f"{victim.kit.name} leaps aside or is hit: {impacts.way_out(victim)}."
    if any(collisions.breaks(play, met) for met in found.met):
        yield "What it breaks hits it as well."
    if hard_ground.dangers(driver, found):
        yield f"Dangerous ground: Handling test, {handling_needed(driver, 'dangerous')}."
