"""Fighters beside a vehicle fight it, and charge it: it never strikes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import KNIFE, TOUCH, add_vehicle, fighter, leg, run_rule, scene, wall, way
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.necromunda.attacks.close_combat import blows
from warbook.rulesets.necromunda.checks.sides import side_beside
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import Struck
from warbook.rulesets.necromunda.events.vehicles import VehicleDamaged
from warbook.rulesets.necromunda.harm import control
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.position import near_by
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.testing import drive, if_asked

NORTH, SOUTH, EAST = (0, 1), (0, -1), (1, 0)
CREW, ENGINE, PENETRATING = 4, 6, 4
AWAY = drive((7, (0, 1)))
TURNS = drive((3, (0, 1)), (0, (0, -1)))


def beside(y: float = 10, *, weapons: Any = KNIFE, facing: Any = SOUTH, **changes: Any) -> tuple[Any, int, int]:
    """A fighter of red at (20, y) that looks north, and a lorry of blue (5/4/4, save 5+) from y = 11 on."""
    stats: dict[str, Any] = {key: changes.pop(key) for key in ("a", "ws", "s") if key in changes}
    broken = changes.pop("broken", False)
    red = [fighter(20, y, weapons=weapons, stats={"a": 1, "s": 5, **stats}, broken=broken)]
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
    assert {"move", "charge", "retreat"} <= set(game.allowed(red))


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


@pytest.mark.parametrize(
    ("charger", "facing", "blocks", "move"),  # on the straight way to its middle
    [
        ((27.004, 29.485), (-5, 12), wall(24.902, 27.17, 25.449, 27.541), 5),
        ((29.923, 19.975), EAST, wall(26.904, 21.049, 26.847, 21.874), 6),
        ((29.02, 20.408), NORTH, wall(27.961, 19.843, 27.276, 22.398), 4),
    ],
)
def test_a_charge_gets_to_within_an_inch_of_a_vehicle_past_what_stands_before_it(
    charger: tuple[float, float], facing: Any, blocks: str, move: int
) -> None:
    red = [fighter(*charger, weapons=KNIFE, stats={"move": move * INCH})]
    game, who, _ = scene(red=red, blue=[fighter(2, 2)], ruleset=RULESET, board=blocks)
    lorry = add_vehicle(game, 1, 24, 24, profile="tarpaulin", facing=facing)
    game.does(who, "charge", target=lorry, dice=[1, 1, 1])
    assert near_by(game.play, game.record(who).at, game.record(lorry).at, INCH)


@pytest.mark.parametrize(
    ("charger", "facing", "enemy", "inches"),
    [
        # past one who lies seriously injured an inch off, to a side: 4.97"
        ((984, 22.256, 17.08), (-4, 3), (1260, 23.971, 20.811, Status.SERIOUS), 5.025),
        # round one who stands beside a corner: 3.11"
        ((984, 25.116, 29.1), NORTH, (1260, 24.501, 27.011, Status.STANDING), 3.217),
    ],
)  # fmt: skip
def test_a_charge_gets_to_within_an_inch_of_a_vehicle_past_an_enemy_beside_it(
    charger: Any, facing: Any, enemy: Any, inches: float
) -> None:
    (base, *at), (wide, x, y, status) = charger, enemy
    red = [fighter(*at, weapons=KNIFE, stats={"base": base, "move": round(inches * INCH) - INCH})]
    blue = [fighter(2, 2), fighter(x, y, stats={"base": wide}, status=status)]
    game, who, (_, other) = scene(red=red, blue=blue, ruleset=RULESET)
    lorry = add_vehicle(game, 1, 24, 24, profile="tarpaulin", facing=facing)
    game.does(who, "charge", target=lorry, dice=[1, 1, 1], targets=if_asked(lorry))
    assert near_by(game.play, game.record(who).at, game.record(lorry).at, INCH)
    assert game.gap(who, other) >= INCH


def test_a_charge_keeps_an_inch_from_other_enemies() -> None:
    game, red, lorry = beside(6, board=wall(0, 9, 19, 9, 6))
    assert lorry in game.asks(red, "charge").options() and 1 in game.asks(red, "charge").options()


def test_whoever_is_beside_a_vehicle_may_retreat_from_it() -> None:
    game, red, _ = beside()
    game.does(red, "retreat", dice=[6, 5], path=way(leg(20, 5.2), face=SOUTH))
    assert game.at(red) == (20, 5.2, 0)
    game, red, _ = beside(broken=True)
    assert game.why_not(red, "retreat")


@pytest.mark.parametrize("weapon", ["chainsword", "maul"])
def test_how_handy_a_weapon_is_counts_against_vehicles_too(weapon: str) -> None:
    game, red, lorry = beside(weapons=(weapon,), ws=4)
    bout = blows.Bout(game.model(red), game.model(lorry), blows.weapon_held(game.model(red), (0, 0)))
    assert blows.hit_number(bout).number == (2 if weapon == "chainsword" else 3)


def test_nobody_else_who_is_engaged_helps_or_hinders_a_fight_with_a_vehicle() -> None:
    red = [fighter(20, 10, weapons=KNIFE, stats={"a": 1})]
    blue = [fighter(20 + x, 10, weapons=KNIFE) for x in (-TOUCH, TOUCH)]
    game, who, _ = scene(red=red, blue=blue, ruleset=RULESET)
    lorry = add_vehicle(game, 1, 20, 13, profile="tarpaulin", facing=SOUTH)
    game.does(who, "fight", face="stay as it is", target=if_asked(lorry), dice=[3, 1], react=if_asked(None))
    assert [event.key for event in game.happened(Rolled)] == ["fight.hit", "wound"], "3+: nothing but the vehicle's 1"


# ---- leaving a fight -------------------------------------------------------------------------------------------------


def leaves(*dice: int, drives: Any = AWAY, action: str = "vehicle-move", **answers: Any) -> tuple[Any, int]:
    """A lorry of blue drives, which has its rear to a fighter of red beside it."""
    game, red, lorry = beside(facing=NORTH)
    game.state.turn = replace(game.state.turn, seat=1)
    game.does(lorry, action, drive=drives, dice=dice, **answers)
    return game, lorry


@pytest.mark.parametrize(("dice", "struck"), [((3,), False), ((4, 3, 1), True)])
def test_who_is_beside_a_vehicle_that_drives_away_may_test_initiative_and_strike_first(dice: Any, struck: bool) -> None:
    game, lorry = leaves(*dice, react=0)
    assert bool(game.happened(Struck)) == struck and game.at(lorry) == (20, 20, 0)


def test_that_somebody_may_strike_is_told_before_it_goes() -> None:
    game, red, lorry = beside(facing=NORTH)
    question = game.asks(lorry, "vehicle-move")
    said = f"{game.world.names[red]} may strike at it first: Initiative test, 4+ (initiative 4+)."
    assert question.notes(AWAY) == (said,) and not question.notes(drive((0.4, NORTH)))


def test_nobody_strikes_at_a_vehicle_that_stays_beside_them_or_runs_them_over_or_is_not_steered() -> None:
    assert not leaves(drives=drive((0.4, NORTH)))[0].happened(Rolled)
    game, _ = leaves(4, drives=drive((-3.5, NORTH)), action="manoeuvre")
    assert [event.key for event in game.happened(Rolled)] == ["run-over"]
    game, _, lorry = beside(facing=NORTH)
    run_rule(game, lambda play: control.lose_control(play, Driver(play, lorry)), dice=(1, 1))
    assert game.at(lorry) != (20, 13, 0)


def test_what_such_a_blow_stops_does_not_go() -> None:
    """It wounds and gets through to the engine, which stalls; nobody tests for a drift that there has not been."""
    hit = (4, 3, 6, 1, ENGINE, ENGINE, 1)
    for action, way_off in (("vehicle-move", drive((7, NORTH))), ("drift", drive((3.5, EAST))), ("spin", TURNS)):
        game, lorry = leaves(*hit, drives=way_off, action=action, react=0)
        assert game.record(lorry).stalled and game.at(lorry) == (20, 13, 0)
