"""What is built into vehicles to hurt others: scythes, engines that burn, reactors that go up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.movement.test_collisions import LORRY, MOVE, NO_WOUND, NORTH, hit, road
from tests.necromunda.scenes import COLD, add_vehicle, fighter, run_rule, wall
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.harm import wrecks
from warbook.rulesets.necromunda.records import Driver, Status
from warbook.testing import drive, if_asked

BESIDE = 20 + 1.25 + 0.492  # x of a fighter in contact with the flank of the lorry
AHEAD = drive((7, NORTH))


def went_past(x: float, y: float, *dice: int, upgrade: str = "wheel-scythes", **around: Any) -> tuple[Any, int, int]:
    """A lorry has driven 7 inches north from (20, 10), past a fighter of blue."""
    game, lorry, blue = road(fighter(x, y, stats={"t": 3}), upgrades=(upgrade,), **around)
    game.does(lorry, MOVE, drive=AHEAD, dice=dice, react=if_asked(None))
    return game, lorry, blue


@pytest.mark.parametrize(
    ("x", "y", "struck"),
    [
        (BESIDE + 1, 14, True),
        (BESIDE + 1.01, 14, False),
        (BESIDE + 0.5, 9, True),  # beside where it began
        (20, 19 + 0.49 + 0.99, True),  # ahead of where it ends
        (20, 19 + 0.49 + 1.02, False),
    ],
)
def test_whoever_is_passed_within_an_inch_is_hit_and_pinned(x: float, y: float, struck: bool) -> None:
    game, _, blue = went_past(x, y, *[NO_WOUND] * struck)
    assert hit(game) == [blue] * struck
    assert game.record(blue).status is (Status.PINNED if struck else Status.STANDING)


def test_walls_keep_it_off_and_friends_are_no_safer_than_foes() -> None:
    game, _, _ = went_past(BESIDE + 0.7, 14, board=wall(21.5, 5, 21.5, 20))
    assert hit(game) == []
    game, lorry, blue = road(fighter(BESIDE + 0.7, 14), upgrades=("wheel-scythes",))
    car = add_vehicle(game, 0, 20 - 1.25 - 0.5 - 1.25, 14, profile=LORRY)
    game.does(lorry, MOVE, drive=AHEAD, order=(car, blue), dice=[NO_WOUND, NO_WOUND])
    assert hit(game) == [car, blue]


def test_whoever_rides_on_it_is_safe_and_whoever_is_run_over_is_not() -> None:
    game, lorry, blue = road(fighter(20, 15, stats={"i": 4}), upgrades=("wheel-scythes",))
    game.does(lorry, MOVE, drive=AHEAD, dice=[6, NO_WOUND])  # it leaps aside, but not far enough
    assert hit(game) == [blue]
    game, lorry, blue = road(fighter(20, 10, 2.25), upgrades=("wheel-scythes",))
    game.does(lorry, MOVE, drive=AHEAD)
    assert hit(game) == [] and game.at(blue)[:2] == (20, 17)


@pytest.mark.parametrize(("face", "burns"), [(4, True), (3, False)])
def test_an_engine_that_burns_sets_fire_to_whom_it_passes(face: int, burns: bool) -> None:
    game, _, blue = went_past(BESIDE + 1, 14, NO_WOUND, face, upgrade="promethium-engine")
    assert game.record(blue).suffers("blaze") == burns


def gone_up(x: float, *dice: int, upgrade: str = "archaeotech-reactor") -> list[int]:
    """Whom it hits when a lorry at (20, 10) is wrecked, with a fighter beside it."""
    game, lorry, _ = road(fighter(x, 10), upgrades=(upgrade,))

    def rule(play: Any) -> None:
        wrecks.wreck(play, Driver(play, lorry))

    run_rule(game, rule, dice=(*dice, 3, *COLD))
    return [event.who for event in game.events if isinstance(event, WasHit)]


def test_a_reactor_goes_up_with_the_vehicle_and_reaches_three_inches() -> None:
    assert gone_up(BESIDE + 3, NO_WOUND) == [1]
    assert gone_up(BESIDE + 3.01) == []
    assert gone_up(BESIDE + 1, upgrade="ram") == []


def test_a_reactor_does_not_go_up_in_a_vehicle_that_its_crew_has_left() -> None:
    game, lorry, _ = road(fighter(BESIDE + 1, 10), upgrades=("archaeotech-reactor",))
    run_rule(game, lambda play: wrecks.abandon(play, Driver(play, lorry)))
    assert not any(isinstance(event, WasHit) for event in game.events)
