"""What can be seen: smoke, cover, darkness."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import ductway, fighter, low_wall, marker, scene, wall
from warbook.core.length import INCH
from warbook.rulesets.necromunda.checks import aiming, ductway_ends, guns, targets

PARKED_AHEAD = marker("vehicle", 10, 12)
LOW_WALL = low_wall(8, 9, 12)


def smoked(**changes: Any) -> Any:
    """Somebody who has just laid smoke 5" ahead, with a vehicle in the open beyond it."""
    red = [fighter(10, 4, weapons=["frag-grenades", "smoke-grenades", "lasgun"], **changes)]
    game, red, blue = scene(red=red, blue=[fighter(30, 40)], board=PARKED_AHEAD)
    game.does(red, "shoot", weapon=(1, 0), target=-1, point=(10000, 7500, 0), dice=[6, 4])
    return game, red


@pytest.mark.parametrize("goggles", [False, True])
def test_nobody_aims_at_what_smoke_hides_except_through_goggles(goggles: bool) -> None:
    game, red = smoked(wargear=["photo-goggles"] if goggles else [])
    vehicle = 2
    shooter = game.model(red)
    assert (vehicle in targets.things_seen(shooter, guns.gun(shooter, (2, 0)))) is goggles
    spot = game.asks(red, "shoot", weapon=(0, 0), **({"target": -1} if goggles else {}))
    assert (spot.legal((10000, 10300, 0)) == ()) is goggles
    assert spot.legal((10000, 4900, 0)) == ()


def test_a_vehicle_behind_a_low_wall_has_cover() -> None:
    game, red, blue = scene(
        red=[fighter(10, 4, weapons=["lasgun"])], blue=[fighter(30, 40)], board=PARKED_AHEAD + LOW_WALL
    )
    shooter = game.model(red)
    shot = aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), 2, "shoot")
    assert ("cover", -2) in aiming.hit_number(shot).because


def test_darkness_hides_beyond_a_ductway_too() -> None:
    for y, conditions, there in ((15.5, (), True), (19, (), False), (19, ("blaze",), True)):
        board = wall(0, 14, 48, 14, 5) + ductway(14, 0.5, y - 15)
        game, red, blue = scene(
            red=[fighter(10, 12.5, weapons=["lasgun"])],
            blue=[fighter(10, y, conditions=conditions)],
            board=board,
            dark=3 * INCH,
        )
        assert bool(ductway_ends.beyond_ductways(game.model(red))) is there
