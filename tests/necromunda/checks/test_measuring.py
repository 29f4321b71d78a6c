"""Distances are not measured through walls and closed doors: each rule that names one, in the open, through an open
door, and with something solid between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.necromunda.scenes import (
    TOUCH,
    ductway,
    fighter,
    gate,
    leg,
    low_wall,
    marker,
    piece,
    rolled_keys,
    run_rule,
    scene,
    wall,
    way,
)
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.necromunda.actions import caskets, doors, gear, skills
from warbook.rulesets.necromunda.attacks.close_combat import charging, coup_de_grace, grips, reaction_attacks
from warbook.rulesets.necromunda.attacks.close_combat.attacks import Clash
from warbook.rulesets.necromunda.attacks.shooting import blast_spots, bystanders, shots, target_choice
from warbook.rulesets.necromunda.battle import activations, ending, scoring
from warbook.rulesets.necromunda.checks import darkness, ductway_ends, guns, trap_reach
from warbook.rulesets.necromunda.checks.aiming import Shot
from warbook.rulesets.necromunda.events.attacks import CloudRose
from warbook.rulesets.necromunda.events.fighters import Rallied
from warbook.rulesets.necromunda.events.gear import Swigged
from warbook.rulesets.necromunda.events.moments import ActivationEnds, CasketBroken, FieldDischarged
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.things import Found
from warbook.rulesets.necromunda.harm import conditions, displacement, nerve
from warbook.rulesets.necromunda.movement import refuge, routes
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.position import across_barricade, near_by
from warbook.rulesets.necromunda.records.things import Cloud

WALL = wall(4, 10, 16, 10)
APART = [("", True), (gate("open"), True), (gate("closed"), False), (WALL, False)]
"""What may stand between somebody at (10, 9) and somebody at (10, 11), and whether one measures there."""
FAR = [fighter(40, 40)]
SOUTH, NORTH = (10, 9), (10, 11)
Near: TypeAlias = Callable[[str], bool]


def leader(x: float, y: float, **more: Any) -> Any:
    return fighter(x, y, profile="chandler", **more)


# ---- friends ---------------------------------------------------------------------------------------------------------


def joins_a_group(board: str) -> bool:
    game, (boss, friend), _ = scene(red=[leader(*SOUTH), fighter(*NORTH)], blue=FAR, board=board)
    return activations.group_candidates(game.play, game.model(boss), []) == [friend]


def hears_an_order(board: str) -> bool:
    game, (boss, friend), _ = scene(red=[fighter(*SOUTH, skills=["overseer"]), fighter(*NORTH)], blue=FAR, board=board)
    assert ("order" in game.allowed(boss)) is bool(skills.subordinates(game.model(boss)))
    return skills.subordinates(game.model(boss)) == [friend]


def has_ammunition_seen_to(board: str) -> bool:
    game, (red, _), _ = scene(red=[fighter(*SOUTH), fighter(*NORTH, skills=["munitioneer"])], blue=FAR, board=board)
    return guns.rolls_again(game.model(red))


def is_steadied_as_the_gang_flees(board: str) -> bool:
    game, (boss, friend), _ = scene(red=[leader(*SOUTH), fighter(*NORTH)], blue=FAR, board=board)
    game.state.turn = replace(game.state.turn, bottled=(True, False))
    steady = near_by(game.play, game.record(boss).at, game.record(friend).at, 12 * INCH)
    run_rule(game, ending.flee_battlefield, 0, dice=(6, 6) if steady else (6, 6, 6, 6))
    return rolled_keys(game).count("flee") == 1


def keeps_its_beast_by_it(board: str) -> bool:
    hound = fighter(*NORTH, profile="tallow-hound", beast_of=0)
    game, (owner, beast), _ = scene(red=[fighter(*SOUTH), hound], blue=FAR, board=board)
    stays = near_by(game.play, game.record(owner).at, game.record(beast).at, 3 * INCH)
    run_rule(game, nerve.test_nerve_of_stray_beast, ActivationEnds(beast), dice=() if stays else (6, 6))
    return rolled_keys(game) == []


def is_guarded_by_its_beast(board: str) -> bool:
    hound = fighter(*NORTH, profile="tallow-hound", skills=("loyal-protector",), beast_of=0)
    game, (owner, _), _ = scene(red=[fighter(*SOUTH, status=Status.SERIOUS), hound], blue=FAR, board=board)
    return coup_de_grace.protected_by_beast(game.play, game.record(owner))


@pytest.mark.parametrize(
    "near",
    [
        joins_a_group,
        hears_an_order,
        has_ammunition_seen_to,
        is_steadied_as_the_gang_flees,
        keeps_its_beast_by_it,
        is_guarded_by_its_beast,
    ],
)
@pytest.mark.parametrize(("board", "measured"), APART)
def test_a_friend_is_not_near_through_a_wall(near: Near, board: str, measured: bool) -> None:
    assert near(board) is measured


def test_a_beast_behind_a_wall_runs_round_it_to_its_owner_and_takes_heart_beside_it() -> None:
    hound = fighter(10, 10.6, profile="tallow-hound", beast_of=0, broken=True)
    game, (owner, beast), _ = scene(red=[fighter(10, 9.4), hound], blue=FAR, board=wall(9, 10, 48, 10))
    run_rule(game, lambda play: refuge.run_away(play, Model(play, beast), 12 * INCH))
    assert game.happened(Rallied) and near_by(game.play, game.record(beast).at, game.record(owner).at, INCH)
    run_rule(game, lambda play: play.happen(Moved(beast, 10 * INCH, 10600, 0)))
    game.given(beast, broken=True)
    run_rule(game, lambda play: refuge.run_away(play, Model(play, beast), 0))
    assert game.record(beast).broken, "it has got nowhere, and its owner is behind the wall"


# ---- fights and shots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "measured"), APART)
def test_a_field_flashes_at_nobody_through_a_wall(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(*SOUTH)], blue=[fighter(*NORTH)], board=board)
    flash = FieldDischarged(red, "conversion-field", 3)
    run_rule(game, conditions.dazzle_bystanders, flash, dice=(6,) * measured)
    assert rolled_keys(game) == ["flash"] * measured


ALONG_THE_WALL = [("", True), (WALL, False)]


@pytest.mark.parametrize(("board", "measured"), ALONG_THE_WALL)
def test_rapid_fire_spreads_round_no_wall_beside_its_target(board: str, measured: bool) -> None:
    game, red, (aimed, other) = scene(
        red=[fighter(2, 10, facing=(1, 0), weapons=["autogun"])],
        blue=[fighter(8, 9.2), fighter(8, 10.8)],
        board=board,
    )
    shooter = game.model(red)
    shot = Shot(shooter, aimed, guns.gun(shooter, (0, 0)), "short")
    assert shots.enemies_near_target(shot) == [other] * measured


@pytest.mark.parametrize(("board", "measured"), [("", True), (wall(10.25, 9, 10.25, 16), False)])
def test_no_shot_strays_behind_a_wall_that_runs_along_its_line(board: str, measured: bool) -> None:
    game, red, (aimed, other) = scene(
        red=[fighter(10, 2, weapons=["lasgun"])], blue=[fighter(10, 18), fighter(10.9, 12)], board=board
    )
    shot = Shot(game.model(red), aimed, guns.gun(game.model(red), (0, 0)), "short")
    assert bystanders.bystanders(game.play, shot) == [other] * measured


@pytest.mark.parametrize(("board", "measured"), [("", True), (wall(10.25, 15, 10.25, 22), False)])
def test_no_shot_flies_on_to_who_is_behind_a_wall_that_runs_along_its_line(board: str, measured: bool) -> None:
    game, red, (aimed, other) = scene(
        red=[fighter(10, 2, weapons=["harpoon-launcher"])], blue=[fighter(10, 11), fighter(10.9, 18)], board=board
    )
    shot = Shot(game.model(red), aimed, guns.gun(game.model(red), (0, 0)), "long")
    assert bystanders.in_line_beyond(shot) == [other] * measured


@pytest.mark.parametrize(("board", "measured"), APART)
def test_drink_turns_a_shot_on_nobody_behind_a_wall(board: str, measured: bool) -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 2, weapons=["lasgun"]), fighter(*NORTH)], blue=[fighter(*SOUTH)], board=board
    )
    run_rule(game, lambda play: [play.happen(Swigged(red, "black-eel")) for _ in range(2)])
    named = target_choice.friends_drink_may_hit(game.model(red), blue)
    assert bool(named) is measured


@pytest.mark.parametrize(("board", "measured"), [("", True), (wall(8, 11.2, 12, 11.2), False)])
def test_who_is_struck_from_afar_strikes_back_round_no_wall(board: str, measured: bool) -> None:
    arms = ("polearm",)
    game, red, blue = scene(red=[fighter(10, 10, weapons=arms)], blue=[fighter(10, 12.5, weapons=arms)], board=board)
    struck = Clash(missed=((blue, 1),))
    assert reaction_attacks.who_may_strike_back(game.play, game.model(red), struck) == [blue] * measured


def test_a_charge_with_a_long_weapon_stops_where_it_strikes_round_the_end_of_a_wall() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["whip"])], blue=[fighter(10, 13.5)], board=wall(6, 12, 10.5, 12)
    )
    game.does(red, "charge", at=blue, dice=[3, 1, 1], reach=2 * INCH, facing=(0, 1), passing=True)
    assert "fight.hit" in rolled_keys(game)
    assert INCH <= game.gap(red, blue) <= 2 * INCH


@pytest.mark.parametrize(("board", "measured"), [("", True), (wall(6, 10.5, 16, 10.5), False)])
def test_nobody_fights_over_a_barricade_that_a_wall_runs_along(board: str, measured: bool) -> None:
    board += low_wall(8, 10.25, 12)
    game, red, blue = scene(
        red=[fighter(10, 10 - TOUCH / 2)], blue=[fighter(10, 10.5 + TOUCH / 2, facing=(0, -1))], board=board
    )
    assert across_barricade(game.play, game.record(red).at, game.record(blue).at) is measured
    assert game.model(red).engaged is measured


# ---- things ----------------------------------------------------------------------------------------------------------

PARKED = marker("vehicle", 10, 11.2)


@pytest.mark.parametrize(("board", "measured"), APART)
def test_nobody_works_at_a_vehicle_through_a_wall(board: str, measured: bool) -> None:
    game, red, _ = scene(
        red=[fighter(10, 9.45, wargear=["cutting-beam"])], blue=[fighter(40, 40)], board=board + PARKED
    )
    model, hauler = game.model(red), len(game.state.records) - 1
    assert [v.id for v in guns.mounts(model)] == [hauler] * measured
    assert (hauler in gear.things_to_cut(model)) is measured
    assert grips.vehicles_beside(game.play, red) == (hauler,) * measured


@pytest.mark.parametrize(("board", "measured"), APART)
def test_nobody_holds_a_casket_through_a_wall(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(10, 9.4)], blue=FAR, board=marker("casket", 10, 10.6) + board)
    casket = next(r.id for r in game.state.records if r.profile == "casket")
    assert scoring.holding(game.play, casket, [game.record(red)]) == ({0} if measured else set())


@pytest.mark.parametrize(("board", "measured"), APART)
def test_what_spills_on_the_other_side_of_a_wall_is_nobodys(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(10, 9.4)], blue=FAR, board=marker("casket", 10, 10.6) + board)
    casket = next(r.id for r in game.state.records if r.profile == "casket")
    broken = CasketBroken(casket, red)
    run_rule(game, caskets.spill_broken_casket, broken, dice=(3, 4) if measured else (3,))
    assert len(game.happened(Found)) == measured


@pytest.mark.parametrize(("board", "measured"), APART)
def test_nobody_springs_the_trap_in_a_casket_behind_a_wall(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(10, 9.4)], blue=FAR, board=marker("casket", 10, 10.6) + board)
    casket = next(r.id for r in game.state.records if r.profile == "casket")
    run_rule(game, lambda play: caskets.open_casket(play, casket, None, 0), dice=(1, 2) if measured else (1,))
    assert ("trap" in rolled_keys(game)) is measured


TRAP = marker("booby-trap", 10, 11.5)


def traps_sprung(game: Any) -> int:
    return rolled_keys(game).count("trap")


@pytest.mark.parametrize(("board", "measured"), APART)
def test_nobody_springs_a_trap_through_a_wall(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(7, 9.3)], blue=FAR, board=TRAP + board)
    past = way(leg(11, 9.3))
    warned = any("snare" in note for note in game.asks(red, "move").notes(past))
    game.does(red, "move", path=past, dice=[2] * measured)
    assert traps_sprung(game) == measured and warned is measured


def test_a_trap_behind_a_wall_goes_off_as_soon_as_one_is_round_its_end() -> None:
    game, red, _ = scene(red=[fighter(8, 9.4)], blue=FAR, board=TRAP + wall(4, 10, 10.5, 10))
    game.does(red, "move", path=way(leg(12, 9.4)), dice=[1])
    first = game.happened(Moved)[0]
    assert 10500 < first.x < 11200, "near it all along, but it comes near where the wall ends"


def test_who_stands_by_a_trap_behind_a_wall_springs_it_at_the_end_of_its_way() -> None:
    game, red, _ = scene(red=[fighter(9.6, 9.4)], blue=FAR, board=TRAP + wall(4, 10, 10.7, 10))
    at = game.record(red).at
    assert [where for where, _ in trap_reach.traps_met(game.play, at, at.moved_to((10985, 9400, 0)))] == [1000]
    assert list(trap_reach.traps_met(game.play, at, at.moved_to((10970, 9400, 0)))) == []


@pytest.mark.parametrize(("walled", "measured"), [("", True), (wall(11.4, 10, 11.4, 14), False)])
def test_a_door_shakes_no_trap_behind_a_wall(walled: str, measured: bool) -> None:
    board = gate("closed") + wall(11, 10, 16, 10) + marker("booby-trap", 11.9, 10.6) + walled
    game, red, _ = scene(red=[fighter(10, 9)], blue=FAR, board=board)
    game.does(red, "operate-door", dice=[2] * measured)
    assert traps_sprung(game) == measured


@pytest.mark.parametrize(("walled", "helps"), [("", True), (wall(11, 6, 11, 10), False)])
def test_nobody_helps_to_force_a_door_from_behind_the_corner_of_a_wall(walled: str, helps: bool) -> None:
    board = gate("locked") + walled
    game, (red, _), _ = scene(red=[fighter(9.6, 9.4), fighter(11 + TOUCH / 2, 9.99)], blue=FAR, board=board)
    game.does(red, "force-door", dice=[4])  # 4 and Strength 3: two more are needed
    assert (game.state.records[-1].state == "open") is helps
    assert doors.doors_beside(game.play, red)


# ---- ductways and the dark -------------------------------------------------------------------------------------------

DUCT = wall(0, 14, 48, 14, 5) + ductway(14, 0.5)


def test_nobody_on_this_side_of_the_wall_is_by_the_far_end_of_a_ductway() -> None:
    game, red, (this, that) = scene(
        red=[fighter(9.5, 12.6, weapons=["lasgun"])], blue=[fighter(10.9, 13.45), fighter(10.9, 15)], board=DUCT
    )
    assert ductway_ends.beyond_ductways(game.model(red)) == [that]
    run_rule(game, lambda play: [play.happen(Swigged(red, "black-eel")) for _ in range(2)])
    ends = ductway_ends.ductway_exits(game.model(red))
    assert this not in target_choice._near_enough(game.model(red), that, ends)


def test_a_blast_through_a_ductway_is_aimed_at_no_point_on_this_side_of_the_wall() -> None:
    game, red, _ = scene(red=[fighter(10, 12.5, weapons=["frag-grenades"])], blue=FAR, board=DUCT)
    question = blast_spots.spot_beyond(game.model(red), (10000, 14500, 0))
    assert not question.legal((10000, 14700, 0))
    assert question.legal((10000, 13700, 0)) == ("A wall stands between there and the end of the ductway.",)


@pytest.mark.parametrize(
    ("board", "made_out"), [("", True), (WALL, False), (gate("closed"), False), (wall(4, 10, 16, 10, 0.8), True)]
)
def test_in_the_dark_nobody_is_charged_that_a_wall_hides(board: str, made_out: bool) -> None:
    game, red, blue = scene(red=[fighter(*SOUTH)], blue=[fighter(*NORTH)], board=board, dark=3 * INCH)
    assert charging.charge_targets(game.model(red)) == [blue] * made_out
    assert ("charge" in game.allowed(red)) is made_out
    game.given(blue, conditions=("revealed",))
    assert charging.charge_targets(game.model(red)) == [blue]


@pytest.mark.parametrize(("board", "lit"), APART)
def test_a_flare_lights_nobody_behind_a_wall(board: str, lit: bool) -> None:
    game, red, _ = scene(red=[fighter(*NORTH)], blue=FAR, board=board, dark=3 * INCH)
    at = replace(game.record(red).at, x=10 * INCH, y=9 * INCH, radius=0, height=0)
    number = len(game.state.records)
    flare = Cloud(id=number, owner=-1, profile="flare", at=at, kind="flare", size=2500)
    run_rule(game, lambda play: play.happen(CloudRose(flare)))
    assert darkness.given_away(game.play, red) is lit


# ---- an inch from enemies --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "measured"), APART)
def test_no_move_keeps_an_inch_from_who_stands_behind_a_wall(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(10, 9.3)], blue=[fighter(10, 10.7)], board=board)
    assert (routes.clear_of_those_near(game.model(red)) is not None) is measured
    end = routes.clear_of_enemies(game.model(red))
    assert bool(end(game.record(red).at.moved_to((10100, 9300, 0)))) is measured


@pytest.mark.parametrize(("board", "measured"), APART)
def test_who_ends_behind_a_wall_from_an_enemy_is_not_put_clear_of_it(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(10, 9.3)], blue=[fighter(10, 10.7)], board=board)
    run_rule(game, lambda play: displacement.displace(play, Model(play, red), ()))
    assert bool(game.happened(Moved)) is measured


@pytest.mark.parametrize(("board", "measured"), APART)
def test_a_move_that_may_end_in_contact_may_end_behind_a_wall_from_an_enemy(board: str, measured: bool) -> None:
    game, red, _ = scene(red=[fighter(6, 9.3)], blue=[fighter(10, 10.7)], board=board, house_rules=["moves-close-in"])
    refused = game.asks(red, "move").legal(way(leg(10, 9.3)))
    assert bool(refused) is measured


@pytest.mark.parametrize(("board", "measured"), [("", True), (wall(11.05, 8, 11.05, 12, 2), False)])
def test_a_lift_brings_nobody_near_to_who_stands_behind_a_wall(board: str, measured: bool) -> None:
    hoist = piece("lift", id="hoist", rect=[9, 9, 2, 2], z=[0, 3]) + piece("platform", rect=[5, 9, 4, 2], z=3)
    game, red, blue = scene(red=[fighter(10, 10, 3)], blue=[fighter(11.6, 10)], board=hoist + board)
    lift = game.state.records[-1]
    game.given(lift.id, level=3000, at=lift.at.moved_to((10000, 10000, 3000)))
    game.state.derived = None
    game.does(red, "send-lift")
    assert (game.record(red).at.spot != (10000, 10000, 0)) is measured


@pytest.mark.parametrize(("board", "clear"), [(WALL, True), ("", False)])
def test_a_broken_fighter_runs_from_those_it_is_near_to_and_not_from_who_is_behind_a_wall(
    board: str, clear: bool
) -> None:
    blue = [fighter(10, 10.7, status=Status.PINNED), fighter(10, 6, status=Status.PINNED)]
    game, red, (behind, before) = scene(red=[fighter(10, 9.4, broken=True)], blue=blue, board=board)
    [*_, (x, y, z, _)] = refuge.refuges(game.play, game.model(red), 2500)[0]
    there = game.record(red).at.moved_to((x, y, z))
    assert near_by(game.play, there, game.record(before).at, 3 * INCH) is not clear
