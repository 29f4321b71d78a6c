"""Scenarios, boards and gangs of the classic edition."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, piece, scene
from warbook.core.length import INCH
from warbook.core.state import Posture
from warbook.core.structs import replace
from warbook.rulesets.necromunda.battle import scoring, setup
from warbook.rulesets.necromunda.battle.poised import about_to_act
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET, SHELF, parse_roster, parse_scenario
from warbook.rulesets.necromunda.movement.driving import gear
from warbook.rulesets.necromunda.records import CrewedVehicle, Driver, Piece, Play
from warbook.rulesets.necromunda.records.position import layout
from warbook.space.boardfile import read_board
from warbook.space.drives.driving import driven
from warbook.space.movement import Rules, reach
from warbook.space.shapes import bounds, contains

SCENARIOS = {id: parse_scenario(*SHELF.text("scenario", id)) for id in SHELF.ids("scenario")}
ROSTERS = {id: parse_roster(*SHELF.text("roster", id)) for id in SHELF.ids("roster")}


def poised(scenario: str) -> Play:
    """A scenario with everybody put down and the first fighter about to act."""
    world, state = setup.table(RULESET, SHELF.content(scenario))
    return Play(about_to_act(Play(state, RULESET, world, []), 0), RULESET, world, [])


# ---- what is shipped -------------------------------------------------------------------------------------------------


def test_each_scenario_can_be_laid_out_with_two_gangs_that_no_other_has() -> None:
    assert set(SCENARIOS) == {"classic-foundry", "classic-haul", "classic-raid", "classic-stand-off"}
    for id, scenario in SCENARIOS.items():
        world, _ = setup.table(RULESET, SHELF.content(id))
        assert scenario.title and scenario.summary
        assert world.board.id == scenario.board
    fielded = [side.roster for scenario in SCENARIOS.values() for side in scenario.sides]
    assert sorted(fielded) == sorted(ROSTERS)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_begins_in_a_zone_of_its_side(scenario: str) -> None:
    play = poised(scenario)
    bodies = [r for r in play.state.records if r.owner in (0, 1)]
    assert len(bodies) == sum(map(len, play.world.sides)) + len(play.world.vehicle_kits)
    for body in bodies:
        zones = [zone for zone in play.world.board.zones if zone.name in SCENARIOS[scenario].sides[body.owner].zones]
        assert any(contains(zone.polygon, body.at.x, body.at.y) for zone in zones)


def test_the_ready_gangs_between_them_show_every_skill_and_every_action_that_gear_brings() -> None:
    members = [member for roster in ROSTERS.values() for member in roster.fighters]
    skills = {skill for member in members for skill in (*member.skills, *LIBRARY.fighters[member.profile].skills)}
    skills |= {skill for roster in ROSTERS.values() for vehicle in roster.vehicles for skill in vehicle.skills}
    assert skills == set(LIBRARY.skills)
    carried = {item for member in members for item in member.wargear}
    brought = {action for item in carried for action in LIBRARY.wargear[item].actions}
    assert brought == {action for item in LIBRARY.wargear.values() for action in item.actions}
    assert {"frag-trap", "gas-trap", "melta-trap", "bomb-delivery-rats"} <= carried


def test_the_ready_gangs_have_riders_and_two_have_vehicles_of_every_locomotion() -> None:
    profiles = [LIBRARY.fighters[m.profile] for m in ROSTERS["raid-blue"].fighters]
    assert sum(profile.mounted for profile in profiles) == 3
    driving = {id: roster for id, roster in ROSTERS.items() if roster.vehicles}
    assert set(driving) == {"haul-red", "haul-blue"}
    moves = {v.moves_by(LIBRARY.vehicles[v.profile]) for roster in driving.values() for v in roster.vehicles}
    assert moves == {"wheeled", "tracked", "hybrid", "walker"}


# ---- the foundry -----------------------------------------------------------------------------------------------------


def test_every_floor_of_the_foundry_can_be_reached_by_stairs_ladders_and_climbing() -> None:
    play = poised("classic-foundry")
    found = reach(play.world.board, layout(play), 0, Rules(120 * INCH))
    ends = [route[-1] for route in map(found.route, found.nodes()) if route]
    for platform in play.world.board.platforms:
        west, south, east, north = bounds(platform.polygon)
        there = [1 for x, y, z, *_ in ends if z == platform.z and west <= x <= east and south <= y <= north]
        assert there, f"the floor at {platform.z} from {west}, {south}"


def test_the_foundry_is_the_same_for_both_sides() -> None:
    """Half a turn puts its pieces on one another, but for what lies in it once."""
    board = read_board(*SHELF.text("board", "foundry"))
    turned = {bounds(p.polygon): p.z for p in board.platforms}
    width, depth = board.width, board.depth
    for (west, south, east, north), z in turned.items():
        assert turned[(width - east, depth - north, width - west, depth - south)] == z
    for kind in ("claw", "hatch", "hardware", "casket", "ammo-cache"):
        spots = {m.at for m in board.markers if m.kind == kind}
        odd = [at for at in spots if (width - at[0], depth - at[1], at[2]) not in spots]
        assert len(odd) == (kind == "casket")


def test_a_terminal_of_the_foundry_switches_each_thing_that_can_be_switched() -> None:
    play = poised("classic-foundry")
    desks = [r for r in play.state.records if isinstance(r, Piece) and r.profile == "terminal"]
    assert {desk.controls for desk in desks} == {"crane", "lifts", "ancient"}


def test_the_foundry_is_a_badzone() -> None:
    assert poised("classic-foundry").world.badzone >= 0
    assert SCENARIOS["classic-foundry"].environment == "ancient-manufactory"


# ---- the haul road ---------------------------------------------------------------------------------------------------


def goes_east(profile: str, x: int) -> int:
    """How far a vehicle of that kind gets, alone on the highway, that heads east from x for up to 12"."""
    world, state = setup.table(RULESET, SHELF.content("classic-haul"))
    play = Play(state, RULESET, world, [])
    who = next(r.id for r in state.records if isinstance(r, CrewedVehicle) and r.profile == profile)
    driver = Driver(play, who)
    at = replace(driver.at, x=x * INCH, y=25 * INCH, z=3 * INCH // 2, fx=1, fy=0, posture=Posture.UP)
    state.put(replace(driver.record, at=at))
    legs = ((12 * INCH, 1, 0),)
    return sum(driven(world.board, layout(play), who, legs, gear(driver, 12 * INCH), lambda met: True).lengths)


@pytest.mark.parametrize(
    ("profile", "gaps"), [("patchwork-walker", 1), ("wick-runner", 2), ("dust-hare", 2), ("gravel-eater", 3)]
)
def test_the_longer_a_hull_the_more_gaps_of_the_highway_it_crosses(profile: str, gaps: int) -> None:
    taken = [goes_east(profile, x) == 12 * INCH for x in (8, 21, 35)]
    assert taken == [True] * gaps + [False] * (3 - gaps)


# ---- points for vehicles ---------------------------------------------------------------------------------------------


def scored(**changes: Any) -> tuple[int, int]:
    """The points in a scene where red has a vehicle in a goal that counts for it, and blue nobody near."""
    text = piece("deployment", name="depot", rect=[10, 30, 10, 10])
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(46, 46)], board=text, ruleset=RULESET)
    scenario = replace(game.world.scenario, goal=("depot",), red=replace(game.world.scenario.red, scoring=("goal",)))
    game.world = replace(game.world, scenario=scenario)
    add_vehicle(game, 0, *changes.pop("at", (15, 35)), profile="tarpaulin", **changes)
    return scoring.points(game.play)


@pytest.mark.parametrize(
    ("changes", "points"),
    [({}, (4, 0)), ({"at": (25, 35)}, (0, 0)), ({"stalled": True}, (4, 0)), ({"wrecked": True}, (0, 3))],
)
def test_a_vehicle_earns_points_in_a_goal_and_the_enemy_earns_them_for_its_wreck(
    changes: Any, points: tuple[int, int]
) -> None:
    assert scored(**changes) == points
