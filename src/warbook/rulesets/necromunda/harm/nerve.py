"""Nerve: tests when friends fall, breaking, leaving the battle."""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Order
from ....core.length import INCH
from ..checks.characteristics import passes_cool
from ..events.fighters import Broke, Fled, Unreadied
from ..events.moments import ActivationEnds, BroughtDown, NerveFailed, VehicleActivationEnds, VehicleLost
from ..records import Actor, CrewedVehicle, Driver, Fighter, Model, Play, Status
from ..records.effects import begin_effect
from ..records.position import beasts_of, crewed_vehicles, friends, namer, near_by
from . import injury, taken_home

NERVE_REACH = 3 * INCH
WRECK_REACH = 6 * INCH
BEAST_STRAYS = 3 * INCH


# ---- nerve tests -----------------------------------------------------------------------------------------------------


def shake_friends(play: Play, fallen: BroughtDown) -> None:
    """The friends who are near as it goes down will test their nerve, wherever it and they are once the attack is
    resolved to the end.  A fighter brought down and then finished off for free in one activation shakes its friends
    once, and nobody is shaken twice by what one attack does to it."""
    victim = Model(play, fallen.who)
    shaken = [f.id for f in friends(play, fallen.who) if _shaken_by(play, f, victim.record, fallen.out)]
    if play.option["no-second-nerve-test-after-free-coup-de-grace"]:
        if fallen.free and victim.effect("brought-down"):
            return
        before = [w.args[1:] for w, _ in play.queue if w.rule == "nerve_tests" and w.args[0] == fallen.who]
        shaken = [who for who in shaken if not any(who in waiting for waiting in before)]
    if shaken:
        test_in_time(play, nerve_tests, fallen.who, shaken)


def test_in_time(play: Play, tests: Callable[..., None], lost: int, near: list[int]) -> None:
    """Those who are shaken test when the attack is over, or at some tables when whoever acts has done."""
    if play.option["nerve-tested-after"] == "activation" and play.state.turn.actor >= 0:
        for who in near:
            begin_effect(play, "shaken", who, "any-activation", lost)
    else:
        play.then(tests, lost, *near)


def test_when_that_is_over(play: Play, ends: ActivationEnds | VehicleActivationEnds) -> None:
    """At tables where the shaken wait for the end of an activation, they test now, one loss after the other."""
    shaken = [effect for effect in play.state.effects if effect.name == "shaken"]
    if not shaken:  # mostly
        return
    for lost in dict.fromkeys(effect.amount for effect in shaken):
        tests = nerve_tests_at_wreck if play.world.is_crewed(lost) else nerve_tests
        play.then(tests, lost, *(effect.on for effect in shaken if effect.amount == lost))


def nerve_tests(play: Play, victim: int, *near: int) -> None:
    """A fighter has been seriously injured, or has gone out of action: every friend that was within 3" tests its nerve,
    in an order its player likes."""
    shaken = [f.id for f in friends(play, victim) if f.id in near and not f.broken]
    if len(shaken) > 1:
        order: Order[int] = Order("nerve.order", "Who tests first?", shaken, named=namer(play))
        shaken = [*play.ask(play.state.record(Fighter, victim).owner, order)]
    for who in shaken:
        play.then(nerve_test, who)


def _shaken_by(play: Play, friend: Fighter, victim: Fighter, out: bool) -> bool:
    """Nobody minds a beast but beasts, and a youngster taken out but youngsters; who is broken already cannot break."""
    if friend.broken or not near_by(play, friend.at, victim.at, NERVE_REACH):
        return False
    role, fallen = play.world.kits[friend.id].profile.role, play.world.kits[victim.id].profile.role
    if fallen == "beast":
        return role == "beast"
    lesser = play.world.edition.lesser_roles
    if out and fallen in lesser:
        return role in lesser
    return True


def nerve_test(play: Play, who: int) -> None:
    """A Cool test, better by one for each other friend within 3" that is neither broken nor seriously injured."""
    model = Model(play, who)
    if model.on_table and not model.broken and not passes_cool(model, "nerve", friends_for_courage(play, model)):
        break_nerve(play, model)


def shake_at_wreck(play: Play, lost: VehicleLost) -> None:
    """The friends within 6" of a vehicle that is wrecked will test their nerve, vehicles among them; nobody minds one
    that its crew has only left."""
    wreck = play.state.records[lost.who]
    steady: list[Fighter | CrewedVehicle] = [*friends(play, lost.who), *vehicles_of(play, wreck.owner)]
    near = [each.id for each in steady if not each.broken and near_by(play, each.at, wreck.at, WRECK_REACH)]
    if near and not lost.abandoned:
        test_in_time(play, nerve_tests_at_wreck, lost.who, near)


def nerve_tests_at_wreck(play: Play, wreck: int, *near: int) -> None:
    """Each tests its nerve, in an order its player likes."""
    order: Order[int] = Order("nerve.order", "Who tests first?", near, named=namer(play))
    for who in play.ask(play.state.records[wreck].owner, order) if len(near) > 1 else near:
        play.then(nerve_test_of_vehicle if play.world.is_crewed(who) else nerve_test, who)


def nerve_test_of_vehicle(play: Play, who: int) -> None:
    """A Cool test of the crew, better by one for each other friendly vehicle within 6" that is not broken."""
    driver = Driver(play, who)
    bonus = vehicles_for_courage(play, driver)
    if driver.on_table and not driver.record.broken and not passes_cool(driver, "nerve", bonus):
        break_nerve(play, driver)


def vehicles_of(play: Play, seat: int) -> list[CrewedVehicle]:
    """The vehicles of a side that are on the table, and no wrecks."""
    return [v for v in crewed_vehicles(play.world, play.state) if v.owner == seat and Driver(play, v.id).on_table]


def vehicles_for_courage(play: Play, driver: Driver) -> int:
    """How many other vehicles of its side lend a crew courage."""
    return sum(
        not v.broken and v.id != driver.id and near_by(play, v.at, driver.at, WRECK_REACH)
        for v in vehicles_of(play, driver.owner)
    )


def test_nerve_of_stray_beast(play: Play, ends: ActivationEnds) -> None:
    """A beast that has strayed from its owner tests its nerve after its activation."""
    owner = play.world.kits[ends.who].owner
    if owner < 0:  # mostly
        return
    model = Model(play, ends.who)
    if model.on_table and not near_by(play, model.at, play.state.records[owner].at, BEAST_STRAYS):
        play.then(nerve_test, model.id)


def friends_for_courage(play: Play, model: Actor) -> int:
    """How many friends nearby lend it courage."""
    at = model.at
    return sum(
        not f.broken and f.status is not Status.SERIOUS and near_by(play, f.at, at, NERVE_REACH)
        for f in friends(play, model.id)
    )


def models_for_courage(play: Play, model: Actor) -> int:
    """The same with the vehicles among them: what rallies a model, or a vehicle."""
    hulls = (v for v in vehicles_of(play, model.owner) if v.id != model.id and not v.broken)
    return friends_for_courage(play, model) + sum(near_by(play, v.at, model.at, NERVE_REACH) for v in hulls)


def break_nerve(play: Play, model: Actor) -> None:
    """It is broken, no longer ready, and runs for cover at once, or drives."""
    play.happen(Broke(model.id))
    if model.record.ready:
        play.happen(Unreadied(model.id))
    play.reach(NerveFailed(model.id))


# ---- leaving the battle ----------------------------------------------------------------------------------------------


def leave_battle(play: Play, model: Model) -> None:
    """It leaves unharmed, its beasts with it; one that is seriously injured may still succumb."""
    hurt = model.serious and not model.suffers("webbed")
    play.happen(Fled(model.id))
    injury.leave_activation(play, model)
    if hurt and play.option["lasting-injuries"]:
        play.then(taken_home.succumb, model.id)
    for beast in beasts_of(play, model.id):
        play.happen(Fled(beast))
        injury.leave_activation(play, Model(play, beast))
