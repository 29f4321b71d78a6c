"""Vehicles shoot: on the move with one weapon, or with all that the crew works."""

from __future__ import annotations

from typing import Any

from ....core.action import Requirement, requirement
from ....core.decision import Choose
from ....core.structs import replace
from ....space.drives.driving import turns
from ....space.drives.met import Driven, DriveRules
from ..checks import guns
from ..checks.guns import Arm
from ..checks.requirements import mobile
from ..movement import driving
from ..printed.arms import ShootingAction
from ..printed.library import vehicle_action
from ..records import Driver, Play
from .shooting import shooting, weapon_choice

FULL_SPEED = "dedicated-gunner"
FIRST, BETWEEN, LAST = "first", "between", "last"
MOMENTS = {FIRST: "before it moves", BETWEEN: "on its way", LAST: "when it has moved"}


# ---- who may ---------------------------------------------------------------------------------------------------------


@requirement("Its crew must be in its senses: not broken, and not blind until its next activation.")
def clear_headed(driver: Driver) -> bool:
    return not driver.record.broken and not driver.suffers("blind")


def not_both(other: str) -> Requirement[Driver]:
    """In one activation a vehicle either shoots on the move or fires all its weapons."""

    @requirement("It must not have shot in the other of its two ways in this activation.")
    def not_yet(driver: Driver) -> bool:
        return other not in driver.play.state.turn.done

    return not_yet


@requirement("It must have a loaded weapon that its crew works.")
def loaded(driver: Driver) -> bool:
    arms = weapon_choice.single_weapons(driver, "move-and-shoot")
    return any(not guns.why_empty(driver, arm) for arm in arms)


@requirement("It must have a loaded weapon that its crew works, and something to aim it at.")
def has_a_target(driver: Driver) -> bool | str:
    against: dict[str, None] = {}
    for arm in guns.guns(driver):
        why = weapon_choice.why_unfit(driver, arm, "fire-all", 0, again=False)
        if not why:
            return True
        against.update(dict.fromkeys(why))
    return " ".join(against) or False


# ---- shooting on the move --------------------------------------------------------------------------------------------


def move_and_shoot(play: Play, driver: Driver) -> None:
    """A move of half the Movement, of all of it with a dedicated gunner, and an attack with one weapon before it, on
    the way or after it."""
    halves = 2 if FULL_SPEED in driver.profile.features else 1
    rules = driving.by_movement(driver, halves, pivots=driving.pivots_of(driver))
    when = play.ask(
        driver.owner, Choose("shoot.when", "When does it shoot?", lambda: list(MOMENTS), named=MOMENTS.__getitem__)
    )
    if when == FIRST:
        shoot(play, driver)
        drive(play, driver, rules)
        return
    found = drive(play, driver, rules)
    shoot(play, driver)
    if when == BETWEEN and found.poses and found.stopped is None:
        drive(play, driver, left_of(rules, found))


def drive(play: Play, driver: Driver, rules: DriveRules) -> Driven:
    """Its player says where it drives, as long as it can."""
    if not driver.mobile or play.state.turn.actor != driver.id:
        return Driven(driver.at)
    objections = None if play.option["pivots-split-moves"] else driving.in_one_go
    question = driving.question(play, driver, rules, "Where does it drive?", objections)
    return driving.drive(play, driver, play.ask(driver.owner, question), rules)


def left_of(rules: DriveRules, found: Driven) -> DriveRules:
    """What is left of a drive of which a part has been driven."""
    pivots = sum(turns(a, b.fx, b.fy) for a, b in zip(found.poses, found.poses[1:], strict=False))
    at_will = rules.turns == driving.AT_WILL
    return replace(
        rules,
        allowance=max(0, rules.allowance - sum(map(abs, found.lengths)) - rules.first_turn * bool(pivots)),
        first_turn=0 if pivots else rules.first_turn,
        turns=rules.turns if at_will else max(0, rules.turns - pivots),
    )


def shoot(play: Play, driver: Driver) -> None:
    """An attack with one weapon, if there is something to aim one at."""
    able = driver.on_table and not driver.record.unconscious and clear_headed.holds(driver) is True
    if able and arms_that_fit(driver, "move-and-shoot"):
        shooting.attack(play, driver, "move-and-shoot")


def arms_that_fit(driver: Driver, action: ShootingAction, fired: frozenset[int] = frozenset()) -> list[Arm]:
    """The weapons, but for those that have been fired, which are loaded and may be aimed at something."""
    arms = (arm for arm in weapon_choice.single_weapons(driver, action) if arm[0] not in fired)
    return [arm for arm in arms if not weapon_choice.why_unfit(driver, arm, action, 0, again=False)]


MOVE_AND_SHOOT = vehicle_action(
    "move-and-shoot", (mobile, not_both("fire-all"), clear_headed, loaded), move_and_shoot, ours=(loaded,)
)


# ---- all weapons -----------------------------------------------------------------------------------------------------


def fire_all(play: Play, driver: Driver) -> None:
    """An attack with each weapon that the crew works, in an order of its player's choosing."""
    fired: frozenset[int] = frozenset()
    while driver.alert and (arms := arms_that_fit(driver, "fire-all", fired)):
        question: Choose[Any] = Choose(
            "weapon", "Which weapon is next?", list, arms, named=lambda arm: guns.weapon_name(driver, arm)
        )
        arm = play.pick(driver.owner, question)
        fired |= {arm[0]}
        shooting.fire_at_will(play, driver, (guns.gun(driver, arm),), "fire-all")


FIRE_ALL = vehicle_action("fire-all", (has_a_target, not_both("move-and-shoot"), clear_headed), fire_all)


# ---- taking aim ------------------------------------------------------------------------------------------------------

VEHICLE_AIM = vehicle_action("vehicle-aim", (mobile, loaded), shooting.aim, ours=(loaded,))
