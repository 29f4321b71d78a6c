"""Wargear that brings actions, and what drink does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.necromunda.scenes import COLD, covers, fighter, gate, marker, roof, run_rule, scene, spot, wall
from warbook.core.length import INCH
from warbook.rulesets.necromunda.actions import gear
from warbook.rulesets.necromunda.checks import drink
from warbook.rulesets.necromunda.events.fighters import ConditionGained
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.things import DoorChanged, ThingGone, Wrecked
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.space.placing import Place

ROOF = roof(4)
DOOR = gate()
TRUCK = marker("vehicle", 10, 12, toughness=4, wounds=1)


# ---- coming down and going up ----------------------------------------------------------------------------------------


@covers("descend", "works")
def test_a_drop_rig_brings_its_bearer_down_without_a_test() -> None:
    game, red, _ = scene(red=[fighter(10.6, 13, 4, wargear=["drop-rig"])], blue=[fighter(40, 40)], board=ROOF)
    game.does(red, "descend", landing=spot(8.6, 13))
    assert (game.record(red).at.x, game.record(red).at.z) == (8600, 0)
    assert game.record(red).status is Status.STANDING
    assert game.state.turn.left == 1


@covers("descend", "numbers")
def test_a_drop_rig_reaches_three_inches_out_and_twelve_down() -> None:
    game, red, _ = scene(red=[fighter(10.6, 13, 4, wargear=["drop-rig"])], blue=[fighter(40, 40)], board=ROOF)
    question = game.asks(red, "descend")
    assert not question.legal(spot(7.6, 13))
    assert question.legal(spot(7.59, 13))
    assert question.legal(spot(11, 13, 4))
    for height, able in ((12, True), (12.1, False)):
        tall, red, _ = scene(
            red=[fighter(10.6, 13, height, wargear=["drop-rig"])],
            blue=[fighter(40, 40)],
            board=roof(height),
        )
        assert ("descend" in tall.allowed(red)) is able


def test_whoever_comes_down_beside_a_trap_sets_it_off() -> None:
    game, red, _ = scene(
        red=[fighter(10.6, 13, 4, wargear=["drop-rig"])],
        blue=[fighter(40, 40)],
        board=ROOF + marker("booby-trap", 6, 13),
    )
    assert game.asks(red, "descend").several()
    game.does(red, "descend", landing=spot(8.6, 13), dice=[1])
    assert game.happened(ThingGone)


@covers("descend", "refused")
def test_a_drop_rig_needs_an_edge_at_hand() -> None:
    middle, red, _ = scene(red=[fighter(13, 13, 4, wargear=["drop-rig"])], blue=[fighter(40, 40)], board=ROOF)
    assert middle.why_not(red, "descend") == (
        "It must be within an inch of the edge of a platform.",
        "There must be room to come down.",
    )
    without, red, _ = scene(red=[fighter(10.6, 13, 4)], blue=[fighter(40, 40)], board=ROOF)
    assert without.why_not(red, "descend")[0] == "It must carry a drop rig."


@covers("grapnel", "works")
def test_a_grapnel_pulls_its_bearer_up() -> None:
    game, red, _ = scene(red=[fighter(6, 13, wargear=["grapnel-launcher"])], blue=[fighter(40, 40)], board=ROOF)
    game.does(red, "grapnel", landing=spot(10.6, 13, 4))
    assert game.record(red).at.z == 4 * INCH
    assert game.state.turn.left == 0


@covers("grapnel", "numbers")
def test_a_grapnel_reaches_twelve_inches_through_nothing() -> None:
    game, red, _ = scene(red=[fighter(1, 13, wargear=["grapnel-launcher"])], blue=[fighter(40, 40)], board=ROOF)
    question = game.asks(red, "grapnel")
    assert not question.legal(spot(12.3, 13, 4))
    assert question.legal(spot(12.4, 13, 4)) == ('It reaches 12".',)
    assert question.legal(spot(3, 13)) == ("It must end on another level.",)
    walled = ROOF + wall(8, 12, 8, 14, 8)
    game, red, _ = scene(red=[fighter(4, 13, wargear=["grapnel-launcher"])], blue=[fighter(40, 40)], board=walled)
    assert game.asks(red, "grapnel").legal(spot(11, 13, 4)) == ("The line may not pass through terrain.",)


@covers("grapnel", "refused")
def test_a_grapnel_needs_another_level() -> None:
    flat, red, _ = scene(red=[fighter(6, 13, wargear=["grapnel-launcher"])], blue=[fighter(40, 40)])
    assert flat.why_not(red, "grapnel") == ("There must be another level that the grapnel reaches.",)
    far, red, _ = scene(red=[fighter(30, 30, wargear=["grapnel-launcher"])], blue=[fighter(40, 40)], board=ROOF)
    assert far.why_not(red, "grapnel") == ("There must be another level that the grapnel reaches.",)


def test_a_trap_that_a_grapnel_swings_its_bearer_past_goes_off_when_it_has_landed() -> None:
    game, red, _ = scene(
        red=[fighter(2, 13, wargear=["grapnel-launcher"])],
        blue=[fighter(40, 40)],
        board=ROOF + marker("booby-trap", 6, 13),
    )
    game.does(red, "grapnel", landing=spot(12.3, 13, 4), dice=[4])
    events = [type(e).__name__ for e in game.events if isinstance(e, Moved | ThingGone)]
    assert events == ["Moved", "ThingGone"]
    assert game.record(red).at.x == 12300
    assert game.record(red).status is Status.STANDING  # out of the reach of the blast by then


LEDGE = """
[[platform]]
rect = [14.3, 20.3, 0.4, 0.4]
z = 3
"""


def test_a_grapnel_finds_the_only_place_where_it_can_land() -> None:
    game, red, _ = scene(red=[fighter(14, 14, wargear=["grapnel-launcher"])], blue=[fighter(40, 40)], board=LEDGE)
    assert "grapnel" in game.allowed(red)
    landing = game.asks(red, "grapnel")
    assert isinstance(landing, Place)
    assert landing.candidates(4) and not landing.legal(landing.sample(Random(1)))


# ---- archaeotech -----------------------------------------------------------------------------------------------------


@covers("laser-cut", "works")
@covers("laser-cut", "numbers")
def test_a_beam_cuts_through_a_door() -> None:
    game, red, _ = scene(red=[fighter(10, 9, wargear=["cutting-beam"])], blue=[fighter(40, 40)], board=DOOR)
    game.does(red, "laser-cut", dice=[3])  # Strength 8 against Toughness 5 wounds on 3, for 3 Damage
    assert game.state.records[2].wounds == 1
    game.does(red, "laser-cut", dice=[2])
    assert game.state.records[2].wounds == 1
    game.does(red, "laser-cut", dice=[3])
    assert [e.to for e in game.happened(DoorChanged)] == ["gone"]


def test_at_some_tables_a_die_says_how_deep_a_beam_cuts() -> None:
    cutter, options = fighter(10, 9, wargear=["cutting-beam"]), {"beam-rolls-damage": True}
    game, red, _ = scene(red=[cutter], blue=[fighter(40, 40)], board=DOOR, options=options)
    game.does(red, "laser-cut", dice=[1, 3])
    assert game.state.records[2].wounds == 3


def test_a_beam_cuts_vehicles_too() -> None:
    game, red, _ = scene(red=[fighter(10, 9.9, wargear=["cutting-beam"])], blue=[fighter(40, 40)], board=TRUCK)
    game.does(red, "laser-cut", dice=[2])  # Strength 8 against Toughness 4
    assert game.happened(Wrecked)


@covers("laser-cut", "refused")
def test_a_beam_needs_something_at_hand() -> None:
    game, red, _ = scene(red=[fighter(10, 8, wargear=["cutting-beam"])], blue=[fighter(40, 40)], board=DOOR)
    assert game.why_not(red, "laser-cut") == ("There must be a door, a casket or a vehicle within an inch.",)


@covers("scan", "works")
@covers("scan", "numbers")
def test_a_viewer_finds_whoever_hides_within_eighteen_inches() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, wargear=["viewer"])],
        blue=[fighter(10, 28.9), fighter(10, 30), fighter(12, 10, conditions=("revealed",))],
        dark=3 * INCH,
    )
    assert game.asks(red, "scan").candidates(9) == [blues[0]]
    game.does(red, "scan", target=blues[0])
    assert [e.condition for e in game.happened(ConditionGained)] == ["revealed"]


@covers("scan", "refused")
def test_by_day_there_is_nothing_to_scan_for() -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["viewer"])], blue=[fighter(10, 20)])
    assert game.why_not(red, "scan") == ('It must be dark, with a hidden enemy within 18".',)
    lit, red, _ = scene(
        red=[fighter(10, 10, wargear=["viewer"])], blue=[fighter(10, 20, wargear=["photo-lumen"])], dark=3 * INCH
    )
    assert "scan" not in lit.allowed(red)


# ---- drink and chems -------------------------------------------------------------------------------------------------


@covers("take-a-swig", "works")
def test_a_swig_heals_and_may_empty_the_bottle() -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["rinse"], flesh=2)], blue=[fighter(30, 30)])
    game.does(red, "take-a-swig", dice=[4])
    assert (game.record(red).flesh, game.record(red).rinse) == (1, 1)
    game.goes_on(action="take-a-swig", dice=[3])
    assert (game.record(red).flesh, game.record(red).rinse) == (0, 2)
    assert game.why_not(red, "take-a-swig") == ("It must carry a bottle that is not empty.",)


@covers("take-a-swig", "numbers")
@pytest.mark.parametrize(
    ("bottle", "swigs", "ranged", "melee", "cool"),
    [
        ("rinse", 1, -1, 0, 1),
        ("rinse", 2, -2, 0, 2),
        ("rinse", 3, -3, -1, 3),
        ("rinse", 9, -3, -1, 3),
        ("black_eel", 1, -1, 0, 2),
        ("black_eel", 2, -1, 0, 3),
        ("black_eel", 3, -2, 0, 0),
    ],
)
def test_what_so_many_swigs_do(bottle: str, swigs: int, ranged: int, melee: int, cool: int) -> None:
    drunk: dict[str, Any] = {bottle: swigs}
    game, red, _ = scene(red=[fighter(10, 10, **drunk)], blue=[fighter(30, 30)])
    model = game.model(red)
    assert (drink.ranged_penalty(model), drink.melee_penalty(model), drink.courage(model)) == (ranged, melee, cool)
    assert drink.fearless(model) is (bottle == "black_eel" and swigs == 3)


def test_the_eel_lasts_longer_and_mixing_is_no_help() -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["black-eel"])], blue=[fighter(30, 30)])
    game.does(red, "take-a-swig", dice=[3])
    game.goes_on(action="take-a-swig", dice=[2])
    assert game.why_not(red, "take-a-swig") == ("It must carry a bottle that is not empty.",)
    mixed, red, _ = scene(red=[fighter(10, 10, rinse=2, black_eel=1)], blue=[fighter(30, 30)])
    model = mixed.model(red)
    assert (drink.ranged_penalty(model), drink.courage(model)) == (-2, 2)


@covers("take-a-swig", "refused")
def test_nobody_drinks_without_a_bottle_or_lying_down() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 30)])
    assert "It must carry a bottle." in game.why_not(red, "take-a-swig")
    prone, red, _ = scene(red=[fighter(10, 10, wargear=["rinse"], status=Status.PINNED)], blue=[fighter(30, 30)])
    assert prone.why_not(red, "take-a-swig") == ("It must be standing and not engaged.",)


@covers("use-chem", "works")
@covers("use-chem", "numbers")
def test_a_stimm_slug_makes_twice_the_fighter_for_a_round() -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["stimm-slug"], flesh=1)], blue=[fighter(30, 30)])
    game.does(red, "use-chem")
    model = game.model(red)
    assert (model.move, model.strength, model.toughness, game.record(red).flesh) == (7 * INCH, 5, 5, 0)


@covers("use-chem", "refused")
def test_there_is_one_dose_in_a_slug() -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["stimm-slug"])], blue=[fighter(30, 30)])
    game.does(red, "use-chem")
    assert game.why_not(red, "use-chem") == ("It must have a dose left.",)


@pytest.mark.parametrize(("face", "status"), [(1, Status.SERIOUS), (2, Status.STANDING)])
def test_the_body_may_pay_for_a_slug_at_the_end_of_the_round(face: int, status: Status) -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["stimm-slug"])], blue=[fighter(30, 30)])
    game.does(red, "use-chem")
    from warbook.core.play import Play
    from warbook.testing import Script

    play = Play(game.state.copy(), game.ruleset, game.world, [], Script([face, *([3] if face == 1 else [])]))
    gear.wear_off(play, red)
    assert play.state.records[red].status is status


@pytest.mark.parametrize(("flesh", "status"), [(2, Status.STANDING), (3, Status.OUT)])
def test_who_has_only_the_slug_to_thank_for_its_toughness_goes_out_with_it(flesh: int, status: Status) -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["stimm-slug"])], blue=[fighter(30, 30)])
    game.does(red, "use-chem")
    game.given(red, flesh=flesh)
    run_rule(game, gear.wear_off, red, dice=(2, *(COLD if status is Status.OUT else ())))
    assert game.record(red).status is status
