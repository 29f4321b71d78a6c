"""Fighters beside a vehicle fight it, and charge it: it never strikes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import KNIFE, add_vehicle, fighter, leg, scene, wall, way
from warbook.core.events import Rolled
from warbook.rulesets.necromunda.attacks.close_combat import blows
from warbook.rulesets.necromunda.checks.sides import side_beside
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.vehicles import VehicleDamaged
from warbook.rulesets.necromunda.records.vehicles import Driver

NORTH, SOUTH, EAST = (0, 1), (0, -1), (1, 0)
CREW, ENGINE, PENETRATING = 4, 6, 4


def beside(y: float = 10, *, weapons: Any = KNIFE, facing: Any = SOUTH, **changes: Any) -> tuple[Any, int, int]:
    """A fighter of red at (20, y) that looks north, and a lorry of blue (5/4/4, save 5+) from y = 11 on."""
    stats: dict[str, Any] = {key: changes.pop(key) for key in ("a", "ws", "s") if key in changes}
    red = [fighter(20, y, weapons=weapons, stats={"a": 1, "s": 5, **stats})]
    game, who, _ = scene(red=red, blue=[fighter(2, 2)], ruleset=RULESET, board=changes.pop("board", ""))
    return game, who, add_vehicle(game, 1, 20, 13, profile="tarpaulin", facing=facing, **changes)


def damages(game: Any) -> list[tuple[str, str]]:
    return [(e.location, e.result) for e in game.events if isinstance(e, VehicleDamaged)]


def test_a_fighter_within_an_inch_fights_a_vehicle_with_a_location_die_more_to_pick_from() -> None:
    game, red, lorry = beside()
    game.does(red, "fight", pick="engine-penetrating", dice=[3, 4, 1, CREW, ENGINE, 4, 6, 6])
    assert damages(game) == [("engine", "penetrating")] and game.record(lorry).hull_points == 2
    assert game.events and not any(e.key == "fight.hit" for e in game.happened(Rolled)[1:])


def test_it_is_one_easier_to_hit_and_struck_on_the_side_next_to_the_attacker() -> None:
    game, red, lorry = beside()
    bout = blows.Bout(game.model(red), game.model(lorry), blows.weapon_held(game.model(red), (0, 0)))
    assert ("vehicle", 1) in blows.hit_number(bout).because
    assert side_beside(Driver(game.play, lorry), red).toughness == 5
    game, red, lorry = beside(facing=NORTH)
    assert side_beside(Driver(game.play, lorry), red).toughness == 4


@pytest.mark.parametrize("how", [{"y": 9}, {"wrecked": True}])
def test_what_is_further_off_or_a_wreck_is_not_fought(how: Any) -> None:
    game, red, _ = beside(**how)
    assert any("a vehicle beside it" in why for why in game.why_not(red, "fight"))


def test_nobody_is_held_by_a_vehicle_beside_it() -> None:
    game, red, _ = beside()
    assert {"move", "charge"} <= set(game.allowed(red)) and game.why_not(red, "retreat")


def test_one_may_walk_up_to_an_enemy_vehicle() -> None:
    game, red, _ = beside(7)
    assert not game.asks(red, "move").legal(way(leg(20, 10.4)))


def test_a_charge_at_a_vehicle_ends_beside_it_in_a_fight() -> None:
    game, red, lorry = beside(6)
    game.does(red, "charge", target=lorry, dice=[1, 1, 1])
    assert game.record(red).at.y > 9000 and [e.key for e in game.happened(Rolled)][:2] == [
        "charge.distance",
        "fight.hit",
    ]


def test_a_charge_that_falls_short_of_a_vehicle_ends_where_it_gets_to() -> None:
    game, red, lorry = beside(2)
    game.does(red, "charge", target=lorry, dice=[1])
    assert game.record(red).at.y == 8000 and not [e for e in game.happened(Rolled) if e.key == "fight.hit"]


def test_a_charge_keeps_an_inch_from_other_enemies() -> None:
    game, red, lorry = beside(6, board=wall(0, 9, 19, 9, 6))
    assert lorry in game.asks(red, "charge").options() and 1 in game.asks(red, "charge").options()
