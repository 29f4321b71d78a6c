"""Vehicles on fire, blind, insane or revealed, and those that come near a trap."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.movement.test_driving import NORTH, on_the_road
from tests.necromunda.scenes import SAFE, add_vehicle, fighter, rolled_keys, run_rule, scene
from warbook.core.state import Placement
from warbook.core.structs import replace
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.vehicles import Drove
from warbook.rulesets.necromunda.harm import conditions
from warbook.rulesets.necromunda.records.position import things
from warbook.rulesets.necromunda.records.things import Cloud, Trap
from warbook.testing import drive, if_asked

NO_HARM, HOLDS, SLIPS = (1,), (6, 6), (1, 2)  # of the hit, and of a Cool test
SWERVES, LEFT = 1, 1


def burning(*, dice: Any, suffers: tuple[str, ...] = ("blaze",), **more: Any) -> tuple[Any, int]:
    """A vehicle that was ready, and has been activated on these dice."""
    answers = {key: more.pop(key) for key in ("smoke", "action") if key in more}
    game, lorry = on_the_road(ready=True, conditions=suffers, **more)
    game.goes_on(activate=lorry, dice=dice, **answers)
    return game, lorry


def test_a_crew_that_keeps_cool_acts_as_it_likes_and_then_the_fire_may_go_out() -> None:
    game, lorry = burning(dice=[*NO_HARM, *HOLDS])
    assert game.state.turn.actor == lorry and game.record(lorry).conditions == ("blaze",)
    game.goes_on(action="end-activation", dice=[4])
    assert game.state.turn.actor == -1 and game.record(lorry).conditions == ()


@pytest.mark.parametrize(("face", "burns"), [(3, True), (4, False)])
def test_a_crew_that_does_not_is_out_of_control_and_its_activation_ends(face: int, burns: bool) -> None:
    game, lorry = burning(dice=[*NO_HARM, *SLIPS, SWERVES, LEFT, face])
    assert [event.distance for event in game.happened(Drove)] == [3500]
    assert game.state.turn.actor == -1 and ("blaze" in game.record(lorry).conditions) == burns


def test_one_that_is_stationary_burns_out() -> None:
    game, lorry = burning(dice=[*NO_HARM, *SLIPS, 1, 6], stalled=True, smoke=[(20_000, 10_000, 0)])
    assert len(things(game.play, Cloud)) == 1 and not game.happened(Drove)
    assert game.state.turn.actor == -1 and "control.die" not in rolled_keys(game)


def test_fire_bites_as_deep_as_the_rear_is_tough() -> None:
    # S3 wounds the Toughness of its rear, 4, on 5+; it gets through to the body, and stalls it: a glancing hit.
    game, lorry = burning(dice=[5, 1, 1, 1, *SLIPS, *HOLDS])
    assert game.record(lorry).stalled and game.state.turn.actor == lorry


def test_a_vehicle_that_fire_wrecks_does_nothing_more() -> None:
    game, lorry = burning(dice=[6, 1, 1, 4], hull_points=1, options={"lasting-injuries": False})
    assert game.record(lorry).wrecked and game.state.turn.actor == -1 and "blaze" not in rolled_keys(game)


def test_blindness_lasts_until_it_is_activated() -> None:
    game, lorry = burning(dice=[], suffers=("blind",))
    assert game.record(lorry).conditions == () and game.state.turn.actor == lorry


def test_what_has_revealed_a_vehicle_passes_with_the_round() -> None:
    game, lorry = on_the_road(conditions=("blaze", "revealed"))
    run_rule(game, conditions.end_of_round)
    assert game.record(lorry).conditions == ("blaze",)


@pytest.mark.parametrize("shoots", [False, True])
def test_in_the_dark_a_vehicle_that_drives_or_shoots_is_revealed(shoots: bool) -> None:
    foe = fighter(20, 14.6, facing=(0, -1), weapons=["autogun"])
    game, _, blue = scene(red=[fighter(2, 2)], blue=[foe], dark=3000, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", weapons=("heavy-stubber",))
    if shoots:
        game.does(lorry, "fire-all", firepower=1, at=if_asked(blue), dice=[1, SAFE])
    else:
        game.place(blue, 20, 24)
        assert game.why_not(blue, "shoot")
        game.does(lorry, "vehicle-move", drive=drive((1, NORTH)))
    assert game.record(lorry).suffers("revealed") and not game.why_not(blue, "shoot")


# ---- madness ---------------------------------------------------------------------------------------------------------


def mad(*dice: int, **more: Any) -> tuple[Any, int]:
    """A vehicle with an insane crew that was ready, and has been activated on these dice."""
    return burning(dice=list(dice), suffers=("insane",), **more)


def test_an_insane_crew_may_break() -> None:
    game, lorry = mad(2)
    assert game.record(lorry).broken and game.allowed(lorry) == ["break-for-air"]


def test_an_insane_crew_that_is_broken_already_leaves_its_vehicle() -> None:
    game, lorry = mad(2, broken=True)
    assert game.record(lorry).wrecked and game.state.turn.actor == -1


def test_an_insane_crew_may_drive_for_the_other_side() -> None:
    game, lorry = mad(3)
    assert game.record(lorry).owner == 1 and game.state.turn.actor == lorry
    game.goes_on(action="end-activation")
    assert game.record(lorry).owner == 0 and game.record(lorry).suffers("insane")


@pytest.mark.parametrize(("dice", "cured"), [(HOLDS, True), (SLIPS, False)])
def test_a_crew_that_keeps_its_head_may_come_to_its_senses(dice: tuple[int, ...], cured: bool) -> None:
    game, lorry = mad(5)
    game.goes_on(action="end-activation", dice=dice)
    assert game.record(lorry).suffers("insane") != cured


def test_madness_comes_before_fire_or_after_it() -> None:
    for first, keys in ((True, ["insane", "wound", "blaze"]), (False, ["wound", "blaze", "insane"])):
        dice = [5, *NO_HARM, *HOLDS] if first else [*NO_HARM, *HOLDS, 5]
        game, _ = burning(dice=dice, suffers=("blaze", "insane"), options={"madness-before-fire": first})
        assert rolled_keys(game) == keys


# ---- traps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "dice"), [(17.9, [1]), (20.1, [])])
def test_a_vehicle_that_ends_an_action_near_a_trap_triggers_it(y: float, dice: Any) -> None:
    game, lorry = on_the_road()  # its front is two inches ahead of its middle
    lay_trap(game, lorry + 1, 20, y)
    game.does(lorry, "vehicle-move", drive=drive((4, NORTH)), dice=dice)
    assert game.record(lorry + 1).there == (not dice)


def lay_trap(game: Any, number: int, x: float, y: float) -> None:
    """A frag trap lies at a place."""
    me, *others = game.world.kits
    game.world = replace(game.world, kits=(replace(me, wargear=frozenset({"frag-trap"})), *others))
    at = Placement(round(1000 * x), round(1000 * y), 0, radius=0, height=0)
    game.state.records.append(Trap(id=number, owner=-1, profile="frag-trap", at=at, kind="frag-trap"))
    game.state.derived = None


@pytest.mark.parametrize(("x", "dice"), [(22.9, [2]), (23.4, [])])
def test_a_vehicle_triggers_the_traps_that_it_passes(x: float, dice: Any) -> None:
    game, lorry = on_the_road()  # it is two and a half inches wide
    lay_trap(game, lorry + 1, x, 14)
    game.does(lorry, "vehicle-move", drive=drive((7, NORTH)), dice=dice)
    assert rolled_keys(game) == ["trap"] * len(dice)


def test_a_trap_that_it_was_beside_already_is_not_triggered_as_it_drives_away() -> None:
    game, lorry = on_the_road()
    lay_trap(game, lorry + 1, 20, 7)
    game.does(lorry, "vehicle-move", drive=drive((7, NORTH)))
    assert not rolled_keys(game)


@pytest.mark.parametrize("hit", [True, False])
def test_a_trap_that_goes_off_behind_a_vehicle_hits_it_all_the_same(hit: bool) -> None:
    game, lorry = on_the_road(options={"traps-hit-who-drives-on": hit})
    lay_trap(game, lorry + 1, 20, 14.5)
    game.does(lorry, "full-throttle", drive=drive((21, NORTH)), dice=[4, *[1] * hit])
    assert not game.record(lorry + 1).there and rolled_keys(game) == ["trap", *["wound"] * hit]


def test_whoever_rides_along_is_hit_too() -> None:
    game, _, blue = scene(red=[fighter(2, 2)], blue=[fighter(20, 10, 2.25)], ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", upgrades=())
    lay_trap(game, lorry + 1, 20, 14.5)
    game.given(lorry, holding=(blue,))
    game.does(lorry, "full-throttle", drive=drive((21, NORTH)), dice=[4, 1, 1, 1])
    assert game.record(blue).status.value == "pinned"
