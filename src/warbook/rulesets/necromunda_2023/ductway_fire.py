"""Shooting through a ductway: from one end, at what can be seen from another."""

from __future__ import annotations

from ...core.action import Action, requirement
from ...core.decision import Choose
from ...space.movement import Point
from . import blasts, darkness, ductways, shooting, shot_choices, terrain
from .aiming import Shot
from .model import Model, Play, Vehicle, enemies, namer, things
from .requirements import standing_active
from .targets import band


def ductway_exits(shooter: Model) -> list[Point]:
    """The far ends of the ductways whose near end is within an inch."""
    ducts = shooter.play.world.board.ductways
    return [ducts[number].ends[1 - end] for number, end in ductways.duct_ends_near(shooter)] if ducts else []


def beyond_ductways(shooter: Model) -> list[int]:
    """The enemies and vehicles within an inch of the other end of a ductway."""
    return list(dict.fromkeys(who for end in ductway_exits(shooter) for who in beyond(shooter, end)))


def beyond(shooter: Model, end: Point) -> list[int]:
    """The enemies within an inch of the far end of one ductway that darkness does not hide, then the vehicles there
    that are not its own side's."""
    play: Play = shooter.play
    foes = [f for f in enemies(play, shooter.owner) if not darkness.hides(play, shooter.id, f.id)]
    vehicles = [v for v in things(play, Vehicle) if not v.wrecked and v.owner != shooter.owner]
    return [model.id for model in (*foes, *vehicles) if terrain.near_point(Model(play, model.id), end)]


def fire_through_ductway(play: Play, shooter: Model) -> None:
    """A ranged attack through a ductway at somebody near its other end: it hits on 5+ whatever else holds, and flames
    hit everybody within 2" of that end."""
    if shooting.thwarted(shooter, "fire-through-ductway"):
        return
    drawn = shot_choices.choose_weapon(play, shooter, "fire-through-ductway")
    gun = drawn[0]
    if gun.profile.range == "template":
        blasts.flame_through(play, shooter, gun, choose_exit(play, shooter, ductway_exits(shooter)))
    elif gun.has("blast"):
        anywhere = play.option["blasts-through-ductways"]
        exits = [end for end in ductway_exits(shooter) if anywhere or beyond(shooter, end)]
        blasts.lob_through(play, shooter, gun, choose_exit(play, shooter, exits))
    else:
        there = beyond_ductways(shooter)
        whom = play.ask(shooter.owner, Choose("target", "Shoot at whom?", lambda: there, named=namer(play)))
        near = band(gun, shooter.at, play.state.records[whom].at) == "short"
        shooting.fire(play, [Shot(shooter, whom, gun, "short" if near else "long", 0, "fire-through-ductway")])
    shooting.give_away(play, shooter, drawn)


def choose_exit(play: Play, shooter: Model, exits: list[Point]) -> Point:
    """The far end of a ductway beside the shooter."""
    return play.pick(shooter.owner, Choose("ductway", "Out of which end?", lambda: exits))


@requirement('It must be within 1" of a ductway.')
def at_a_ductway(model: Model) -> bool:
    return bool(ductway_exits(model))


FIRE_THROUGH_DUCTWAY: Action[Model] = Action(
    "fire-through-ductway",
    "Fire Through Ductway",
    cost="basic",
    summary='Within 1" of a ductway, shoot at an enemy within 1" of its other end: it hits on 5+, whatever your skill. '
    'Flames hit everybody within 2" of that end; a blast is aimed there and drifts if it misses.',
    cite="core 2023, fighter actions",
    requires=(at_a_ductway, standing_active, shooting.ready_to("fire-through-ductway", 1)),
    rule=fire_through_ductway,
    leaves_open="Unwieldy weapons take both actions here too. Range does not matter, darkness does; stray shots do not "
    "come out.",
)
