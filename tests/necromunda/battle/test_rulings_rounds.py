"""Rulings of the round: what broken fighters may do and where they run, doors and walls, drink and long climbs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import fighter, gate, leg, roof, scene, wall, way
from warbook.core.length import INCH
from warbook.rulesets.necromunda.events.things import DoorChanged
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.space.movement import Mode

RUN = "running-for-cover"
SCREEN = wall(18, 18, 18, 22)
CORNER = wall(11.2, 4, 11.2, 16)
LEDGE = roof(3)


# ---- broken fighters -------------------------------------------------------------------------------------------------


def test_behind_the_back_of_its_enemies_a_broken_fighter_is_out_of_sight_already() -> None:
    game, red, blue = scene(red=[fighter(24, 20, broken=True)], blue=[fighter(24, 26, facing=(0, 1))], board=SCREEN)
    game.does(red, RUN, dice=[4, 4])
    assert game.record(red).at.y == 12 * INCH  # straight away, not behind the wall at its side


def test_before_the_eyes_of_its_enemy_it_takes_the_wall() -> None:
    game, red, blue = scene(red=[fighter(24, 20, broken=True)], blue=[fighter(24, 26, facing=(0, -1))], board=SCREEN)
    game.does(red, RUN, dice=[4, 4])
    at, eye = game.record(red).at, game.record(blue).at
    assert at.x <= 18 * INCH or abs(at.x - eye.x) > eye.y - at.y  # behind it, or out of the vision arc


@pytest.mark.parametrize("broken", [True, False])
def test_a_broken_fighter_does_not_spring_up(broken: bool) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, status=Status.PINNED, skills=["spring-up"], broken=broken)], blue=[fighter(10, 40)]
    )
    answers: dict[str, Any] = {"action": RUN} if broken else {"spring-up": True, "facing": (0, 1)}
    game.goes_on(activate=red, dice=[] if broken else [6], **answers)
    assert (game.record(red).status is Status.PINNED) is broken


# ---- doors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "reached"), [(10.6, True), (11.8, False)])
def test_nobody_reaches_a_door_through_a_wall(x: float, reached: bool) -> None:
    game, red, _ = scene(red=[fighter(x, 9.4)], blue=[fighter(40, 40)], board=CORNER + gate("closed"))
    assert ("operate-door" in game.allowed(red)) is reached


@pytest.mark.parametrize("status", [Status.STANDING, Status.PINNED, Status.SERIOUS])
def test_every_friend_that_touches_a_door_helps_to_force_it(status: Status) -> None:
    game, (red, friend), _ = scene(
        red=[fighter(9.4, 9.4), fighter(10.5, 9.505, status=status)],
        blue=[fighter(40, 40)],
        board=CORNER + gate("locked"),
    )
    game.does(red, "force-door", dice=[4])  # with Strength 3 and a friend it makes nine
    assert [e.to for e in game.happened(DoorChanged)] == ["open"]


# ---- drink -----------------------------------------------------------------------------------------------------------


def test_a_climb_that_takes_both_moves_makes_a_drunkard_reel() -> None:
    game, red, _ = scene(red=[fighter(13, 9.4, rinse=2)], blue=[fighter(40, 40)], board=LEDGE)
    game.does(red, "move", path=way(leg(13, 10.9, 3, Mode.CLIMB), leg(13, 11.1, 3)), dice=[3])
    assert game.record(red).status is Status.PINNED
