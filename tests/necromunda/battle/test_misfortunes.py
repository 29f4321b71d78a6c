"""What befalls fighters in badzones, under the classic rules: critters, rain, spores, mazes, witches, the sea."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.badzones import badzone
from tests.necromunda.scenes import (
    COLD,
    KNIFE,
    TOUCH,
    end_round,
    fighter,
    leg,
    marker,
    next_round,
    rolled_keys,
    roof,
    run_rule,
    set_phase,
    wall,
    way,
)
from tests.necromunda.scenes import spot as place
from warbook.rulesets.necromunda.battle import before_acting, misfortunes
from warbook.rulesets.necromunda.checks import badzones, characteristics, darkness
from warbook.rulesets.necromunda.events.attacks import BlastFell, CloudRose
from warbook.rulesets.necromunda.events.moments import Recovering
from warbook.rulesets.necromunda.events.rounds import Activated
from warbook.rulesets.necromunda.harm import falling, injury, saves, sinking
from warbook.rulesets.necromunda.harm.strikes import Strike
from warbook.rulesets.necromunda.records.effects import begin_effect
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.view.card import in_force

EDGE = (13_000, 10_000, 3_000)


def activate(game: Any, who: int, *dice: int, **answers: Any) -> None:
    run_rule(game, lambda play: play.happen(Activated(who, 2)), dice=dice, **answers)


def passed(game: Any, test: Any, *dice: int) -> bool:
    came: list[bool] = []
    run_rule(game, lambda play: came.append(test(play)), dice=dice)
    return came[0]


def status(game: Any, who: int) -> str:
    return str(game.record(who).status.value)


# ---- critters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "environment", "attacked"), [(1, "", 1), (2, "", 0), (2, "dome-jungle", 1), (3, "dome-jungle", 0)]
)
def test_critters_bring_down_the_weak_in_the_end_phase(face: int, environment: str, attacked: int) -> None:
    for strength, falls in ((3, False), (4, True)):  # it has Strength 3
        game, red, _ = badzone(fighter(10, 10), event="critter-swarm", environment=environment)
        run_rule(game, misfortunes.swarm, dice=(face, 6, *[strength] * attacked))
        assert status(game, red) == ("pinned" if attacked and falls else "standing")


def test_critters_come_before_it_is_seen_whether_they_go() -> None:
    game, _, _ = badzone(fighter(10, 10), event="critter-swarm")
    end_round(game, 1, dice=[2, 2, 6, 5, 2, 1, 3])
    assert rolled_keys(game)[:3] == ["critters", "critters", "badzone.over"]


@pytest.mark.parametrize(
    ("status_before", "armour", "dice", "flesh", "after"),
    [
        ("pinned", (), (4,), 1, "pinned"),
        ("pinned", ("mesh",), (4, 5), 0, "pinned"),
        ("pinned", ("mesh",), (4, 4), 1, "pinned"),
        ("seriously-injured", (), (4, *COLD), 0, "out-of-action"),
    ],
)
def test_who_is_down_already_is_bitten(
    status_before: str, armour: tuple[str, ...], dice: tuple[int, ...], flesh: int, after: str
) -> None:
    game, red, _ = badzone(fighter(10, 10, status=status_before, armour=armour), event="critter-swarm")
    run_rule(game, misfortunes.be_swarmed, red, dice=dice)
    assert (game.record(red).flesh, status(game, red)) == (flesh, after)


def test_on_tainted_ground_critters_madden() -> None:
    game, red, _ = badzone(fighter(10, 10), event="critter-swarm", environment="tainted-ground")
    run_rule(game, misfortunes.be_swarmed, red, dice=(1, 1, 2))
    assert game.record(red).suffers("insane")


# ---- rain ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "comes"), [(2, "chem-rain"), (3, "irradiated-coolant"), (6, "waste-run-off")])
def test_a_die_says_what_comes_down(face: int, comes: str) -> None:
    game, _, _ = badzone(fighter(10, 10))
    next_round(game, dice=[5, 2, 2, 1, face])
    assert badzones.event(game.play) == comes and badzones.befallen_by(game.play, "toxic-downpour")
    game.given(game.world.badzone, event="")
    next_round(game, dice=[5, 2, 2, 1, 1])
    assert badzones.event(game.play) != comes or comes == "dome-collapse", "it does not rain twice in a row"


def test_chem_rain_makes_armour_worse() -> None:
    for event, number in (("chem-rain", 6), ("waste-run-off", 5)):
        game, red, _ = badzone(fighter(10, 10, armour=("mesh",)), event=event)
        assert saves.armour_saves(game.model(red), 0, saves.OTHERWISE)[0].number == number


def test_coolant_softens_everybody_up_and_gives_everybody_away() -> None:
    for event, wounds, seen in (("irradiated-coolant", 1, True), ("chem-rain", 2, False)):
        game, red, _ = badzone(fighter(10, 10, wounds=2), event=event, dark=3000)
        run_rule(game, lambda play, red=red: injury.strike(play, Model(play, red), Strike(3, 0, 1), 1, -1), dice=(3,))
        assert game.record(red).wounds == wounds, "3 wounds at Toughness 2, not at 3"
        assert darkness.given_away(game.play, red) == seen


def test_coolant_spoils_toughness_tests() -> None:
    for event, holds in (("irradiated-coolant", False), ("chem-rain", True)):
        game, red, _ = badzone(fighter(10, 10), event=event)
        assert (
            passed(game, lambda play, red=red: characteristics.holds_out(Model(play, red), "toughness", "x"), 3)
            == holds
        )


def test_in_a_rain_of_waste_fires_are_put_out_more_easily() -> None:
    for event, burns in (("waste-run-off", False), ("chem-rain", True)):
        game, red, _ = badzone(fighter(10, 10, conditions=("blaze",)), event=event)
        run_rule(game, lambda play, red=red: before_acting.put_out(play, Model(play, red)), dice=(4,))
        assert game.record(red).suffers("blaze") == burns


def test_rain_on_tainted_ground_clouds_the_mind() -> None:
    for environment, more in (("tainted-ground", 2), ("dome-jungle", 0)):
        game, red, _ = badzone(fighter(10, 10), event="chem-rain", environment=environment)
        model = game.model(red)
        needed = characteristics.number_needed("willpower", model.profile.wil, characteristics.Trial(model))
        assert needed.number == model.profile.wil + more


# ---- spores ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "blasts", "clouds", "hurt"),
    [((2,), 0, 0, False), ((1, 2, 6, 3), 1, 0, True), ((1, 5), 1, 1, False)],
)
def test_after_its_activation_a_fighter_may_attract_spores(
    dice: tuple[int, ...], blasts: int, clouds: int, hurt: bool
) -> None:
    game, red, _ = badzone(fighter(10, 10), event="spore-clouds")
    set_phase(game, "action", actor=red)
    run_rule(game, lambda play: injury.leave_activation(play, Model(play, red)), dice=dice)
    assert len(game.happened(BlastFell)) == blasts and len(game.happened(CloudRose)) == clouds
    assert (status(game, red) == "seriously-injured") == hurt


# ---- mazes -----------------------------------------------------------------------------------------------------------


SCREEN = wall(0, 20, 48, 20, 6)


def test_who_sees_nobody_in_a_labyrinth_may_lose_its_way() -> None:
    game, red, _ = badzone(fighter(10, 10), fighter(10, 40), event="labyrinth", board=SCREEN)
    activate(game, red, 1, 2, lost=place(18, 10)[:3])
    assert game.at(red) == (18, 10, 0) and not game.record(red).conditions
    for event, y, dice in (("labyrinth", 40, (6, 6)), ("labyrinth", 19, ()), ("old-cache", 40, ())):
        game, red, _ = badzone(fighter(10, 10), fighter(10, y), event=event, board=SCREEN)
        activate(game, red, *dice)
        assert game.at(red) == (10, 10, 0)


def test_who_loses_its_way_on_tainted_ground_is_insane() -> None:
    game, red, _ = badzone(
        fighter(10, 10), fighter(10, 40), event="labyrinth", environment="tainted-ground", board=SCREEN
    )
    activate(game, red, 1, 2, lost=place(18, 10)[:3])
    assert game.record(red).suffers("insane")


def test_the_other_side_puts_it_down_within_twelve_inches_and_an_inch_from_everybody() -> None:
    game, red, _ = badzone(fighter(10, 10), fighter(10, 40), event="labyrinth", board=SCREEN)
    where = misfortunes.lost_place(game.model(red))
    assert where.legal(place(22.9, 10)[:3]) == ()
    assert where.legal(place(23.1, 10)[:3]) != ()
    game, red, _ = badzone([fighter(10, 10), fighter(15, 10)], event="labyrinth")
    where = misfortunes.lost_place(game.model(red[0]))
    assert where.legal(place(15, 11.5)[:3]) != () and where.legal(place(15, 12.5)[:3]) == ()


# ---- witches ---------------------------------------------------------------------------------------------------------


def test_a_witch_picks_on_one_fighter_of_each_side() -> None:
    side = [fighter(10, 10), fighter(14, 10, status="pinned"), fighter(18, 10)]
    game, red, _ = badzone(side, event="witchs-lair")
    run_rule(game, misfortunes.bewitch, dice=(2, 6, 6, 6, 6))
    assert rolled_keys(game) == ["witch", "witch.mind", "witch.mind"]


def test_on_tainted_ground_a_witch_picks_on_two() -> None:
    game, _, _ = badzone([fighter(10, 10), fighter(18, 10)], event="witchs-lair", environment="tainted-ground")
    run_rule(game, misfortunes.bewitch, dice=(1, *[6, 6] * 3))
    assert rolled_keys(game) == ["witch", "witch.mind", "witch.mind", "witch.mind"]


@pytest.mark.parametrize(("y", "board"), [(16, wall(0, 13, 48, 13, 6)), (45, "")])
def test_the_bewitched_shoot_at_nobody_whom_they_do_not_see_or_reach(y: float, board: str) -> None:
    game, red, _ = badzone(fighter(10, 10, weapons=["autogun"]), fighter(10, y), event="witchs-lair", board=board)
    run_rule(game, misfortunes.be_bewitched, red, dice=(1, 2))
    assert rolled_keys(game) == ["witch.mind"]


def test_the_bewitched_shoot_at_whoever_is_nearest() -> None:
    side = [fighter(10, 10, weapons=["autogun", "flamer"]), fighter(10, 16, wounds=2)]
    game, red, _ = badzone(side, event="witchs-lair")
    run_rule(game, misfortunes.be_bewitched, red[0], dice=(1, 2, 6, 2, 6))
    assert game.record(red[1]).wounds == 1


def test_the_bewitched_strike_whoever_they_touch() -> None:
    game, red, blue = badzone(fighter(10, 10, weapons=KNIFE), fighter(10, 10 + TOUCH, wounds=2), event="witchs-lair")
    run_rule(game, misfortunes.be_bewitched, red, dice=(1, 2, 6, 6))
    assert game.record(blue).wounds == 1
    game, red, blue = badzone(fighter(10, 10), fighter(10, 16, wounds=2), event="witchs-lair")
    run_rule(game, misfortunes.be_bewitched, red, dice=(1, 2))
    assert game.record(blue).wounds == 2, "bare hands do not reach so far"


# ---- mutants ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hit", "after"), [(5, "standing"), (6, "pinned")])
def test_mutants_shoot_at_active_fighters_on_a_one(hit: int, after: str) -> None:
    game, red, _ = badzone(fighter(10, 10), event="mutant-tribe")
    next_round(game, dice=[5, 2, 1, 2, hit, *[1] * (hit == 6)])
    assert status(game, red) == after


def test_who_is_ready_may_drive_mutants_off_for_everybody_nearby() -> None:
    side = [fighter(10, 10, weapons=["autogun"]), fighter(10, 16.9), fighter(10, 17.1)]
    game, red, _ = badzone(side, event="mutant-tribe")
    for who in red:
        game.given(who, ready=True)
    run_rule(game, misfortunes.ambush, dice=(1, 1, 1, 6, 2, 1), watch=True)
    assert not game.record(red[0]).ready and game.record(red[1]).ready
    assert rolled_keys(game)[4:] == ["firepower", "mutants.hit"], "only the one beyond 6 inches is shot at"


def test_driving_mutants_off_may_cost_the_ammunition() -> None:
    game, red, _ = badzone(fighter(10, 10, weapons=["autogun"]), event="mutant-tribe")
    run_rule(game, misfortunes.be_shot_at, red, dice=(1, 1), watch=True)
    assert game.record(red).out == (0,)


# ---- the sea ---------------------------------------------------------------------------------------------------------


def fallen_into_the_sea() -> Any:
    game, red, _ = badzone(fighter(13, 10.5, z=3), board=roof(3), environment="sump-sea")
    run_rule(game, lambda play: falling.fall(play, Model(play, red), EDGE))
    assert status(game, red) == "pinned" and game.at(red)[2] == 0
    return game, red


def test_who_falls_into_the_sea_takes_no_harm() -> None:
    game, red = fallen_into_the_sea()
    assert game.record(red).wounds == game.model(red).profile.w and game.model(red).effect("sunk")


def test_the_next_activation_is_spent_on_the_sea() -> None:
    game, red = fallen_into_the_sea()
    activate(game, red, 3, swim=place(13, 6)[:3])
    assert rolled_keys(game) == ["swim"] and game.state.turn.actor < 0
    game, red = fallen_into_the_sea()
    activate(game, red, 4, *COLD)
    assert status(game, red) == "out-of-action", "it has Strength 3"


@pytest.mark.parametrize(("goal", "sunk"), [((13, 6, 0), True), ((13, 11, 3), False)])
def test_the_strong_swim_and_climb_out(goal: tuple[float, float, float], sunk: bool) -> None:
    game, red = fallen_into_the_sea()
    run_rule(game, lambda play: sinking.swim(play, Model(play, red)), dice=(3,), swim=place(*goal)[:3])
    assert game.at(red) == goal and game.model(red).effect("sunk") == sunk


def test_swimmers_go_as_far_as_they_move_and_climb_out_where_the_table_lets_them() -> None:
    for climbs in (True, False):
        game, red, _ = badzone(
            fighter(13, 9), board=roof(3), environment="sump-sea", options={"swimmers-climb-out": climbs}
        )
        shore = sinking.shore(game.model(red))
        assert (shore.legal(place(13, 11, 3)[:3]) == ()) == climbs
        assert shore.legal(place(13, 3.1)[:3]) == () and shore.legal(place(13, 2.9)[:3]) != ()


def test_elsewhere_there_is_no_sea() -> None:
    game, red, _ = badzone(fighter(13, 10.5, z=3), board=roof(3), environment="dome-jungle")
    run_rule(game, lambda play: falling.fall(play, Model(play, red), EDGE), dice=(1,))
    assert not game.model(red).effect("sunk")


# ---- jellies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gap", "event", "dice", "held"),
    [
        (0.9, "sludge-jellies", [2], False),
        (0.9, "sludge-jellies", [1, 3], False),
        (0.9, "sludge-jellies", [1, 4], True),
        (1.1, "sludge-jellies", [], False),
        (0.9, "labyrinth", [], False),
    ],
)
def test_a_jelly_lurks_near_hatches(gap: float, event: str, dice: list[int], held: bool) -> None:
    game, red, _ = badzone(fighter(10, 5), fighter(11, 5), event=event, board=marker("hatch", 10, 10 + gap))
    game.does(red, "move", path=way(leg(10, 9.016)), dice=dice)
    assert (status(game, red) == "seriously-injured") == held == game.model(red).effect("engulfed")
    assert (game.state.turn.actor != red) == (dice[:1] == [1])


@pytest.mark.parametrize(("helped", "after"), [(True, "seriously-injured"), (False, "out-of-action")])
def test_whom_a_jelly_has_needs_a_friend(helped: bool, after: str) -> None:
    side = [fighter(10, 10, status="seriously-injured"), fighter(10, 11.5 if helped else 16)]
    game, red, _ = badzone(side, event="sludge-jellies")
    run_rule(game, lambda play: begin_effect(play, "engulfed", red[0], "freed"))
    run_rule(game, lambda play: misfortunes.digest(play, Recovering(0)), dice=() if helped else COLD)
    assert status(game, red[0]) == after and not game.model(red[0]).effect("engulfed")


def test_a_card_says_who_lies_in_the_sea_or_in_a_jelly_and_until_when() -> None:
    game, red, _ = badzone(fighter(10, 10), event="sludge-jellies")
    run_rule(game, lambda play: begin_effect(play, "engulfed", red, "freed"))
    run_rule(game, lambda play: begin_effect(play, "sunk", red, "moved"))
    held, sunk = in_force(game.model(red))
    assert held.name.startswith("Is held by a jelly") and held.summary == "until it is free"
    assert sunk.name.startswith("Lies in the sea") and sunk.summary == "until it moves"
