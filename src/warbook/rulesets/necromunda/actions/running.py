"""Running for cover, Break for Air and Burn Out: what the broken do."""

from __future__ import annotations

from ....core.decision import Reasons
from ....core.dice import D3, TWO_D6, Pool
from ....core.length import INCH, written
from ....core.state import Placement
from ....space.movement import Point
from ....space.placing import Spot
from ..attacks import blasts
from ..attacks.close_combat import reaction_attacks
from ..checks.characteristics import passes_initiative
from ..checks.requirements import broken, broken_down, broken_on_the_move
from ..events.moments import ActivationEnds, NerveFailed, VehicleActivationEnds
from ..events.vehicles import VehicleForced
from ..harm import injury
from ..movement import refuge
from ..printed.library import action, vehicle_action
from ..records import Driver, Model, Play, actor_of
from ..records.effects import begin_effect
from ..records.position import board_now, near_by

RUNS = "running-for-cover"
FLEES = {True: "break-for-air", False: "burn-out"}
"""What a broken vehicle does: one that is mobile, and one that has stalled."""
SMOKES_WITHIN = 1 * INCH

# ---- running at once -------------------------------------------------------------------------------------------------


def run_before_anything_else(play: Play, failed: NerveFailed) -> None:
    """Whoever has lost its nerve runs at once: when the attack that shook it is over, or at some tables when whoever
    acts has done."""
    acting = play.state.turn.actor
    if play.option["broken-run-after"] == "activation" and acting not in (-1, failed.who):
        begin_effect(play, "must-run", failed.who, "any-activation")
    else:
        play.then(run_at_once, failed.who)


def run_when_that_is_over(play: Play, ends: ActivationEnds | VehicleActivationEnds) -> None:
    """At tables where the broken wait for the end of an activation, they run now."""
    for effect in play.state.effects:
        if effect.name == "must-run":
            play.then(run_at_once, effect.on)


def run_at_once(play: Play, who: int) -> None:
    """The activation that breaking forces upon a model, out of turn."""
    actor = actor_of(play, who)
    if actor.on_table:
        if isinstance(actor, Driver):
            play.happen(VehicleForced(who))
        play.ruleset.action[RUNS if isinstance(actor, Model) else FLEES[actor.mobile]].rule(play, actor)
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

# ---- vehicles --------------------------------------------------------------------------------------------------------

BREAKS_AWAY = Pool(3, 6)


def break_for_air(play: Play, driver: Driver) -> None:
    """It drives up to 3D6", pivoting as often as it likes, and seeks the same kind of place, clear of vehicles too."""
    distance = INCH * play.roll(BREAKS_AWAY, "break-for-air", "It breaks away", driver.id)
    refuge.drive_away(play, driver, distance)


BREAK_FOR_AIR = vehicle_action("break-for-air", (broken_on_the_move,), break_for_air)


def burn_out(play: Play, driver: Driver) -> None:
    """D3 clouds of smoke within an inch of it.  For each its test to restart in this end phase is one harder."""
    clouds: int = play.roll(D3, "burn-out", "So many clouds of smoke", driver.id)
    begin_effect(play, "smoking", driver.id, "round", clouds)
    for _ in range(clouds):
        smoke(play, driver, SMOKES_WITHIN)


def smoke(play: Play, driver: Driver, reach: int) -> None:
    """A cloud of smoke, so near to the vehicle."""
    blasts.raise_cloud(play, "smoke", play.ask(driver.owner, smoke_spot(driver, reach)), blasts.SMOKE)


BURN_OUT = vehicle_action("burn-out", (broken_down,), burn_out)


def smoke_spot(driver: Driver, reach: int) -> Spot:
    """Where does it smoke?  Anywhere so near to the hull, or on it."""
    play, at = driver.play, driver.at

    def refuse(point: Point) -> Reasons:
        near = near_by(play, at, Placement(*point, radius=0), reach)
        return () if near else (f"It must be within {written(reach)} of the vehicle.",)

    return Spot("smoke", "Where does it smoke?", board_now(play), refuse, [at.spot])
