"""What comes before the first action of an activation: madness, fire, getting up at once; the fire of a vehicle."""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Confirm
from ....core.dice import D6, TWO_D6
from ....core.length import INCH
from ..actions import running
from ..checks import badzones, directions, pieces
from ..checks.characteristics import passes_cool, passes_initiative
from ..checks.sides import rear_of
from ..events.fighters import Broke, ConditionEnded, Pinned, StoodUp
from ..events.moments import VehicleActivationEnds
from ..events.rounds import Acted, Activated, Ordered, Possessed
from ..events.vehicles import VehicleActivated
from ..harm import control, falling, injury, nerve, shoving, vehicle_hits, wrecks
from ..harm.strikes import Strike
from ..movement import turning
from ..records import Actor, Condition, Driver, Model, Play, Status
from ..records.effects import begin_effect
from ..records.position import engaged_with, friends, near_by

BURN = Strike(strength=3, ap=-1, damage=1)
UNTIL_ACTIVATED: tuple[Condition, ...] = ("blind",)


def suffer_before_acting(play: Play, begun: Activated | Ordered) -> None:
    """What comes before the first action: madness, then fire, then getting up at once where a fighter can."""
    model = Model(play, begun.who)
    record = model.record
    if record.conditions:
        come_round(play, model)
        ills: dict[Condition, Callable[[Play, Model], None]] = {"insane": madness, "blaze": burn_out}
        for ill in ills if play.option["madness-before-fire"] else reversed(ills):
            if ill in record.conditions and play.state.turn.actor == model.id:
                ills[ill](play, model)
    springs = model.pinned and not model.broken and model.has("spring-up") and not pieces.hides_in_hatch(play, model.id)
    if springs and play.state.turn.actor == model.id:
        spring_up(play, model)


def come_round(play: Play, model: Actor) -> None:
    """What lasts until a model is activated is over."""
    for condition in UNTIL_ACTIVATED:
        if model.suffers(condition):
            play.happen(ConditionEnded(model.id, condition))


# ---- madness ---------------------------------------------------------------------------------------------------------


def madness(play: Play, model: Actor) -> None:
    """Insane: a die.  1-2 it breaks (one that is broken already leaves the battlefield, a crew its vehicle); 3-4 the
    other side has it for this activation, as one of its own; 5-6 it acts as it likes, and may come to its senses
    afterwards."""
    face: int = play.roll(D6, "insane", "Insane", model.id)
    if face <= 2:
        if model.record.broken:
            if isinstance(model, Model):
                nerve.leave_battle(play, model)
            else:
                wrecks.abandon(play, model)
        else:
            play.happen(Broke(model.id))
    elif face <= 4:
        play.happen(Possessed(model.id, 1 - model.owner))
    else:
        begin_effect(play, "lucid", model.id, "activation")


# ---- fire ------------------------------------------------------------------------------------------------------------


def burn_out(play: Play, model: Model) -> None:
    """It burns, and with that its activation is over; at some tables whoever lies seriously injured may still crawl."""
    burn(play, model)
    if not (model.serious and play.option["burning-injured-crawl"]):
        injury.leave_activation(play, model)


def burn(play: Play, model: Model) -> None:
    """A burning fighter is hit, runs about, and tries to put the fire out; then its activation ends."""
    injury.strike(play, model, BURN, 1, -1)
    if not model.on_table:
        return
    if model.pinned:
        play.happen(StoodUp(model.id))
    if model.active:
        run_about(play, model)
    if model.on_table:
        put_out(play, model)


def run_about(play: Play, model: Model) -> None:
    """2D6" in a random direction; then it may throw itself down."""
    distance = INCH * play.roll(TWO_D6, "blaze.distance", "It runs about", model.id)
    degree = play.roll(directions.by_chance(play), "blaze.direction", "in a random direction")
    shoving.stagger(play, model, degree, distance, play.world.edition.burning_keep_clear)
    if model.active and play.ask(model.owner, Confirm("blaze.drop", "Does it throw itself down?")):
        play.happen(Pinned(model.id))
        if not play.option["take-cover-is-safe"]:
            falling.teeter(play, model)


def put_out(play: Play, model: Model) -> None:
    """A die, one more for each other active friend within an inch, two more if it lies down (in some
    editions only if it is pinned), and two in a rain of waste: on a 6 the fire is out."""
    at = model.at
    helpers = sum(
        f.status is Status.STANDING and near_by(play, f.at, at, INCH) and not engaged_with(play, f.id)
        for f in friends(play, model.id)
    )
    face: int = play.roll(D6, "blaze.out", "Putting out the fire, 6+", model.id)
    rolls_in_dirt = model.pinned or (model.serious and play.world.edition.injured_smother_fire)
    doused = badzones.befallen_by(play, "waste-run-off")
    if face + helpers + 2 * (rolls_in_dirt + doused) >= 6:
        play.happen(ConditionEnded(model.id, "blaze"))


# ---- getting up ------------------------------------------------------------------------------------------------------


def spring_up(play: Play, model: Model) -> None:
    """It may test its Initiative to be on its feet for nothing; then it does not stand up again in this activation."""
    if play.ask(model.owner, Confirm("spring-up", "Try to spring up?")) and passes_initiative(model, "spring-up"):
        play.happen(Acted(model.id, "stand-up", 0))
        turning.stand(play, model)


# ---- vehicles --------------------------------------------------------------------------------------------------------

FIRE_DIES = 4


def suffer_before_driving(play: Play, begun: VehicleActivated) -> None:
    """What comes before the first action of a vehicle: its crew sees again; then madness and fire."""
    driver = Driver(play, begun.who)
    come_round(play, driver)
    ills: dict[Condition, Callable[[Play, Driver], None]] = {"insane": madness, "blaze": burn_vehicle}
    for ill in ills if play.option["madness-before-fire"] else reversed(ills):
        if driver.suffers(ill) and play.state.turn.actor == driver.id:
            ills[ill](play, driver)


def burn_vehicle(play: Play, driver: Driver) -> None:
    """A burning vehicle is hit, as hard as its rear.  A crew that then keeps its Cool acts as it likes; else the
    vehicle is out of control, or burns out if it is stationary, and its activation ends."""
    vehicle_hits.strike(play, driver, BURN, rear_of(driver))
    if play.state.turn.actor != driver.id or passes_cool(driver, "blaze"):
        return
    if driver.mobile:
        control.lose_control(play, driver)
    else:
        running.burn_out(play, driver)
    injury.leave_activation(play, driver)


def burn_down(play: Play, ends: VehicleActivationEnds) -> None:
    """At the end of its activation the fire of a vehicle goes out on 4+."""
    driver = Driver(play, ends.who)
    if not driver.on_table or not driver.suffers("blaze"):
        return
    if play.roll(D6, "blaze.out", f"Does the fire go out? {FIRE_DIES}+", driver.id) >= FIRE_DIES:
        play.happen(ConditionEnded(driver.id, "blaze"))
