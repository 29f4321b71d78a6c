"""Running for cover: what the broken do."""

from __future__ import annotations

from ....core.dice import TWO_D6
from ....core.length import INCH
from ..attacks.close_combat import reaction_attacks
from ..checks.characteristics import passes_initiative
from ..checks.requirements import broken
from ..events.moments import NerveFailed
from ..harm import injury
from ..movement import refuge
from ..printed.library import action
from ..records import Model, Play, actor_of

RUNS = "running-for-cover"
FLEES = {True: "break-for-air", False: "burn-out"}
"""What a broken vehicle does: one that is mobile, and one that has stalled."""

# ---- running at once -------------------------------------------------------------------------------------------------


def run_before_anything_else(play: Play, failed: NerveFailed) -> None:
    """Whoever has lost its nerve runs at once."""
    play.then(run_at_once, failed.who)


def run_at_once(play: Play, who: int) -> None:
    """The activation that breaking forces upon a model, out of turn."""
    actor = actor_of(play, who)
    if actor.on_table:
        flight = play.ruleset.action.get(RUNS if isinstance(actor, Model) else FLEES[actor.mobile])
        if flight is not None:  # an edition need not have those of vehicles
            flight.rule(play, actor)
        injury.leave_activation(play, actor)


# ---- running for cover -----------------------------------------------------------------------------------------------


def run_for_cover(play: Play, model: Model) -> None:
    """Standing, it runs 2D6"; prone, it crawls half its Movement.  It seeks a place clear of enemies, out of their
    sight, in cover, far away: in this order.  Engaged, it must first get away, and every enemy it leaves may
    strike."""
    if model.engaged:
        away = passes_initiative(model, "run-for-cover")
        if not away:
            return
        reaction_attacks.react_to_leaving(play, model)
        if not model.on_table:
            return
    if model.standing:
        distance = INCH * play.roll(TWO_D6, "run-for-cover.distance", "Running for cover", model.id)
    else:
        distance = model.half_move
    refuge.run_away(play, model, distance)


RUN_FOR_COVER = action("running-for-cover", (broken,), run_for_cover)
