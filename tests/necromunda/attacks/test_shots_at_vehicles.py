"""Shots of fighters at crewed vehicles: who is a target, the hit roll, and on which side they are hit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, add_vehicle, fighter, low_wall, scene, target_of, wall
from warbook.core.structs import replace
from warbook.rulesets.necromunda.checks import guns, targets
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.vehicles import VehicleDamaged
from warbook.rulesets.necromunda.printed.arms import Trait
from warbook.rulesets.necromunda.records.fighters import Status

NORTH, SOUTH, EAST = (0, 1), (0, -1), (1, 0)
CREW, PENETRATING = 4, 4  # faces of a Location die and of a Damage die


def lorry_ahead(
    y: float = 20,
    *,
    weapons: Any = ("lasgun",),
    board: str = "",
    facing: Any = SOUTH,
    blue: Any = (),
    x: float = 20,
    me: tuple[float, float] = (20, 10),
    **changes: Any,
) -> tuple[Any, int, int]:
    """A fighter of red at (20, 10) that looks north, and a lorry of blue (5/4/4, save 5+) that looks at it."""
    others = list(blue) or [fighter(2, 2)]
    game, red, _ = scene(red=[fighter(*me, weapons=weapons)], blue=others, board=board, ruleset=RULESET)
    return game, red, add_vehicle(game, 1, x, y, profile="tarpaulin", facing=facing, **changes)


def damages(game: Any) -> list[tuple[str, str]]:
    return [(e.location, e.result) for e in game.events if isinstance(e, VehicleDamaged)]


def seen(game: Any, red: int) -> dict[int, int]:
    shooter = game.model(red)
    return targets.targets(shooter, guns.gun(shooter, (0, 0)))


# ---- who is a target -------------------------------------------------------------------------------------------------


def test_a_vehicle_in_sight_is_shot_at_and_hit_on_the_side_towards_the_shooter() -> None:
    for facing, toughness in ((SOUTH, 5), (NORTH, 4), (EAST, 4)):
        game, red, lorry = lorry_ahead(weapons=("boltgun",), facing=facing)
        assert seen(game, red) == {lorry: 0}
        game.does(red, "shoot", at=lorry, dice=[6, SAFE, 3])
        (rolled,) = [e for e in game.events if getattr(e, "key", "") == "wound"]
        assert rolled.why == ("To wound, 5+" if toughness == 5 else "To wound, 4+")


def test_a_hit_damages_it() -> None:
    game, red, lorry = lorry_ahead(weapons=("boltgun",), facing=NORTH)
    game.does(red, "shoot", at=lorry, pick="crew-penetrating", dice=[6, SAFE, 4, 1, CREW, PENETRATING, 1])
    assert damages(game) == [("crew", "penetrating")] and game.record(lorry).flesh == 1


@pytest.mark.parametrize("how", [{"wrecked": True}, {"x": 40, "y": 8}, {"board": wall(10, 15, 30, 15, 6)}])
def test_a_wreck_is_no_target_nor_what_is_out_of_sight_or_arc(how: Any) -> None:
    game, red, _ = lorry_ahead(**how)
    assert seen(game, red) == {}
    assert any("nothing it may be aimed at" in why for why in game.why_not(red, "shoot"))


def test_ones_own_vehicle_is_no_target() -> None:
    game, red, lorry = lorry_ahead()
    game.state.put(replace(game.record(lorry), owner=0))
    assert seen(game, red) == {}


def test_it_is_wrecked_where_it_stands_and_then_no_target_any_more() -> None:
    game, red, lorry = lorry_ahead()
    assert seen(game, red) == {lorry: 0}
    game.state.put(replace(game.record(lorry), wrecked=True))
    assert seen(game, red) == {}


# ---- the hit roll ----------------------------------------------------------------------------------------------------


def test_range_is_measured_to_the_hull() -> None:
    """The lorry is 4 inches long: at 30 inches from middle to middle it is 27.5 from the rim of the base."""
    game, red, lorry = lorry_ahead(37.5)
    shooter = game.model(red)
    gun, at, hull = guns.gun(shooter, (0, 0)), shooter.at, game.record(lorry).at
    assert targets.range_band(replace(gun, short=25010), at, hull) == "short"
    assert targets.range_band(replace(gun, short=25000), at, hull) == "beyond"


def test_a_low_wall_is_partial_cover_and_a_hull_that_shows_nothing_of_the_side_is_hull_down() -> None:
    game, red, lorry = lorry_ahead(board=low_wall(15, 17.5, 25))
    assert ("cover", -1) in target_of(game, red, lorry).because
    # A high wall hides all of the front, in whose arc it is, but the left side can be seen past its end.
    game, red, lorry = lorry_ahead(me=(26, 10), board=wall(10, 17, 21.9, 17, 6))
    assert seen(game, red)[lorry] == 13 and ("cover", -2) in target_of(game, red, lorry).because
    game, red, lorry = lorry_ahead(me=(26, 10), board=wall(10, 17, 21.5, 17, 6))
    assert 0 < seen(game, red)[lorry] < 13 and ("cover", -1) in target_of(game, red, lorry).because


# ---- target priority -------------------------------------------------------------------------------------------------


def test_the_closest_is_shot_at_or_cool_is_tested_whether_it_is_a_vehicle_or_a_fighter() -> None:
    game, red, lorry = lorry_ahead(blue=[fighter(24, 30)])
    game.does(red, "shoot", target=1, dice=[3, 3, 2, SAFE])
    assert [e.key for e in game.events if getattr(e, "key", "")][:2] == ["priority", "hit"]
    game, red, lorry = lorry_ahead(30, blue=[fighter(22, 20)])
    game.does(red, "shoot", target=lorry, dice=[6, 6, 2, SAFE])
    game, red, lorry = lorry_ahead(30, blue=[fighter(22, 20, status="seriously-injured")])
    game.does(red, "shoot", target=lorry, dice=[2, SAFE])


# ---- several hits ----------------------------------------------------------------------------------------------------


def test_rapid_fire_is_shared_out_among_vehicles_and_fighters_near_by() -> None:
    game, red, lorry = lorry_ahead(25, weapons=("autogun",), blue=[fighter(22.6, 24, facing=SOUTH)])
    game.does(red, "shoot", target=lorry, allocation=(1, 1), dice=[6, 4, 1, 1])
    assert [(e.who, e.hits) for e in game.happened(WasHit)] == [(lorry, 1), (1, 1)]
    assert game.record(1).status is Status.PINNED


def test_a_blast_hits_whom_it_touches_on_the_side_of_its_hole() -> None:
    game, red, lorry = lorry_ahead(weapons=("frag-grenades",), y=15, facing=EAST)
    game.does(red, "shoot", target=-1, point=(20000, 12500, 0), dice=[6, 1, 1])
    assert [e.who for e in game.happened(WasHit)] == [lorry]


def test_a_flame_burns_a_vehicle() -> None:
    game, red, lorry = lorry_ahead(weapons=("flamer",), y=15)
    game.does(red, "shoot", bearing=(0, 1000), dice=[SAFE, 1, 3])
    assert [e.who for e in game.happened(WasHit)] == [lorry]


def test_a_miss_at_a_vehicle_strays_to_fighters_but_never_to_another_vehicle() -> None:
    game, red, lorry = lorry_ahead(blue=[fighter(20.5, 16, facing=SOUTH, status="pinned")])
    add_vehicle(game, 1, 22, 15, profile="dust-hare", facing=NORTH)
    game.does(red, "shoot", target=lorry, priority=[6, 6], dice=[1, SAFE, 1, 1])
    assert [e.who for e in game.happened(WasHit)] == [1]


def test_gas_goes_for_the_driver_and_leaves_the_hull() -> None:
    game, red, lorry = lorry_ahead()
    profile = LIBRARY.weapons["lasgun"].profiles[0].with_traits(Trait("gas"))
    kit = game.world.kits[red]
    armed = replace(kit, weapons=(replace(kit.weapons[0], profiles=(replace(profile, strength=None, damage=None),)),))
    game.world = replace(game.world, kits=(armed, *game.world.kits[1:]))
    game.does(red, "shoot", at=lorry, dice=[6, SAFE, 4])
    assert game.record(lorry).flesh == 1 and damages(game) == []
