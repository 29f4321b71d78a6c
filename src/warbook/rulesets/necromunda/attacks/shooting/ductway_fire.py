"""Shooting through a ductway: from one end, at what can be seen from another."""

from __future__ import annotations

from .....core.action import requirement
from .....core.decision import Choose
from .....core.naming import Preview
from .....space.movement import Point
from ...checks import ductway_ends
from ...checks.aiming import Shot
from ...checks.requirements import ductways_on_board, standing_active
from ...checks.targets import range_band
from ...printed.library import action
from ...records import Model, Play
from ...records.position import namer
from . import blast_attacks, flames, shooting, target_choice


def fire_through_ductway(play: Play, shooter: Model) -> None:
    """A ranged attack through a ductway at somebody near its other end: it hits on 5+ whatever else holds, and flames
    hit everybody within 2" of that end."""
    drawn = play.stage(shooting.draw_weapons, shooter, "fire-through-ductway")
    if not drawn:
        return
    gun = drawn[0]
    if gun.profile.range == "template":
        flames.flame_through(play, shooter, gun, choose_exit(play, shooter, ductway_ends.ductway_exits(shooter)))
    elif gun.has("blast"):
        anywhere = play.option["blasts-through-ductways"]
        exits = [
            end for end in ductway_ends.ductway_exits(shooter) if anywhere or ductway_ends.targets_beyond(shooter, end)
        ]
        blast_attacks.lob_through(play, shooter, gun, choose_exit(play, shooter, exits))
    else:
        there = ductway_ends.beyond_ductways(shooter)
        question = Choose("target", "Shoot at whom?", lambda: there, named=namer(play))
        preview = Preview(cautions=lambda whom: target_choice.friends_drink_may_hit_beyond(shooter, whom))
        whom = play.ask(shooter.owner, question.previewed(preview))
        whom = target_choice.sway_through_ductway(play, shooter, whom)
        near = range_band(gun, shooter.at, play.state.records[whom].at) == "short"
        shooting.fire(play, [Shot(shooter, whom, gun, "short" if near else "long", 0, "fire-through-ductway")])
    shooting.give_away(play, shooter, drawn)


def choose_exit(play: Play, shooter: Model, exits: list[Point]) -> Point:
    """The far end of a ductway beside the shooter."""
    return play.pick(shooter.owner, Choose("ductway", "Out of which end?", lambda: exits))


@requirement('It must be within 1" of a ductway.')
def at_a_ductway(model: Model) -> bool:
    return bool(ductway_ends.ductway_exits(model))


FIRE_THROUGH_DUCTWAY = action(
    "fire-through-ductway",
    (ductways_on_board, at_a_ductway, standing_active, shooting.ready_to("fire-through-ductway", 1)),
    fire_through_ductway,
)
