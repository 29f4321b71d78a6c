"""The round: priority, ready fighters, alternation, what an activation may hold, the end phase in its order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import fighter, next_question, scene, set_phase
from warbook.core.events import Begun
from warbook.core.state import Effect
from warbook.rulesets.necromunda.battle import menu
from warbook.rulesets.necromunda.events.rounds import ActivationEnded, BattleEnded, PhaseBegan, Readied, RoundBegan
from warbook.rulesets.necromunda.records.fighters import Status

# ---- priority --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "first"), [([5, 2], 0), ([2, 5], 1)])
def test_the_higher_die_has_priority(dice: list[int], first: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], round=0)
    set_phase(game, "priority", priority=-1)
    game.goes_on(dice=dice)
    assert game.state.turn.priority == game.state.turn.seat == first and game.state.turn.round == 1


def test_a_tie_passes_priority_on_and_is_rolled_again_in_the_first_round() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    set_phase(game, "priority", priority=0)
    game.goes_on(dice=[4, 4])
    assert game.state.turn.priority == 1
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], round=0)
    set_phase(game, "priority", priority=-1)
    game.goes_on(dice=[4, 4, 3, 3, 6, 1])
    assert game.state.turn.priority == 0


def test_everybody_on_the_table_is_ready_whatever_its_state() -> None:
    down: dict[str, Any] = {"status": Status.SERIOUS, "ready": False}
    game, red, (hurt, out, broken) = scene(
        red=[fighter(10, 10, ready=False)],
        blue=[
            fighter(10, 30, **down),
            fighter(20, 30, status=Status.OUT, ready=False),
            fighter(30, 30, broken=True, ready=False),
        ],
    )
    set_phase(game, "priority")
    game.goes_on(dice=[4, 3])
    assert game.happened(Readied)[0].whom == (red, hurt, broken)
    assert not game.record(out).ready


def test_what_works_once_a_round_works_again_in_the_next() -> None:
    used = ("round:help", "bio-booster")
    game, red, blue = scene(red=[fighter(10, 10, used=used)], blue=[fighter(10, 30)])
    set_phase(game, "priority")
    game.goes_on(dice=[4, 3])
    assert game.record(red).used == ("bio-booster",) and game.happened(RoundBegan)


# ---- activations -----------------------------------------------------------------------------------------------------


def test_the_sides_take_turns_until_one_has_nobody_left() -> None:
    game, (one, two), blue = scene(red=[fighter(10, 10), fighter(20, 10)], blue=[fighter(10, 30)])
    order = []
    for who in (one, blue, two):
        game.goes_on(activate=who, action="end-activation")
        order += [e.who for e in game.happened(ActivationEnded)]
    assert order == [one, blue, two]
    game, (one, two), blue = scene(red=[fighter(10, 10), fighter(20, 10)], blue=[fighter(10, 30, ready=False)])
    game.goes_on(activate=[one, two], action=["end-activation"] * 2)  # nobody of the other side is ready
    assert [e.who for e in game.happened(ActivationEnded)] == [one, two]


def test_one_that_has_been_activated_is_not_ready_and_the_phase_ends_when_nobody_is() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    game.goes_on(activate=[red, blue], action=["end-activation"] * 2)
    assert not game.record(red).ready and not game.record(blue).ready
    assert [e.phase for e in game.happened(PhaseBegan)][:1] == ["end"]


def test_nobody_activates_the_other_sides_fighters_or_beasts_alone() -> None:
    game, (red, hound), blue = scene(
        red=[fighter(10, 10), fighter(12, 10, profile="tallow-hound", beast_of=0)], blue=[fighter(10, 30)]
    )
    asked = next_question(game)
    assert asked.key == "activate" and asked.candidates(9) == [red]


def test_an_activation_holds_two_actions_or_one_that_takes_both() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 40)])
    game.goes_on(activate=red, action="move", path=((12_000, 10_000, 0, 0), (0, 1)))
    assert game.state.turn.left == 1
    assert any("takes 2 actions and 1 are left" in why for why in menu.why_not(game.model(red), "charge"))
    game.goes_on(action="move", path=((14_000, 10_000, 0, 0), (0, 1)))
    assert game.state.turn.left == 0


def test_basic_actions_are_taken_once_and_simple_ones_again() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20)])
    game.goes_on(activate=red, action="aim")
    assert "It has done that already in this activation." in menu.why_not(game.model(red), "aim")
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 40)])
    game.goes_on(activate=red, action="move", path=((0, 1),))
    assert menu.why_not(game.model(red), "move") == ()


def test_a_ceramite_shield_makes_move_a_basic_action() -> None:
    game, red, blue = scene(red=[fighter(10, 10, armour=["ceramite-shield"])], blue=[fighter(10, 40)])
    game.goes_on(activate=red, action="move", path=((0, 1),))
    assert "It has done that already in this activation." in menu.why_not(game.model(red), "move")


def test_a_free_action_costs_nothing_and_is_taken_once() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, skills=["headbutt"])], blue=[fighter(10, 10.984, stats={"w": 3}, wounds=3)]
    )
    game.goes_on(activate=red, action="headbutt", dice=[6, 6, 1], passing=True)
    assert game.state.turn.left == 2
    assert "It has done that already in this activation." in menu.why_not(game.model(red), "headbutt")


def test_a_standing_fighter_faces_about_before_its_first_action_for_nothing() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], facing=(0, -1))], blue=[fighter(10, 20)])
    game.goes_on(activate=red, action="face-about", facing=(0, 1))
    assert (game.record(red).at.fx, game.record(red).at.fy) == (0, 1) and game.state.turn.left == 2
    assert menu.why_not(game.model(red), "face-about")  # once
    assert menu.why_not(game.model(red), "shoot") == ()
    game, red, blue = scene(red=[fighter(10, 10, status=Status.PINNED)], blue=[fighter(10, 20)])
    game.state = game.poised(red)
    assert menu.why_not(game.model(red), "face-about")


def test_a_fighter_may_do_nothing() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    game.goes_on(activate=red, action="end-activation")
    assert game.state.turn.actor == -1 and game.state.turn.seat == 1


# ---- the end phase ---------------------------------------------------------------------------------------------------


def test_the_end_phase_goes_in_its_order_and_priority_goes_first() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    set_phase(game, "end", priority=1)
    game.goes_on()
    parts = [e.rule for e in game.happened(Begun)]
    assert parts == [
        "lingering_effects",
        "bottle_check",
        "bottle_check",
        "flee_battlefield",
        "flee_battlefield",
        "recovery",
        "recovery",
        "rally",
        "rally",
        "end_of_round",
    ]
    assert game.state.turn.phase == "priority"


def test_what_lasts_for_the_round_ends_with_it() -> None:
    game, red, blue = scene(red=[fighter(10, 10, conditions=("blind", "gunked", "revealed"))], blue=[fighter(10, 30)])
    game.state.effects = (Effect("initiative", red, "round", 2),)
    assert game.model(red).initiative == 6
    set_phase(game, "end")
    game.goes_on()
    assert game.record(red).conditions == ("blind",) and game.model(red).initiative == 4


def test_a_stimm_wears_off_with_an_injury_die_on_a_one() -> None:
    game, red, blue = scene(red=[fighter(10, 10, wargear=["stimm-slug"])], blue=[fighter(10, 40)])
    game.does(red, "use-chem")
    assert (game.model(red).strength, game.model(red).toughness, game.model(red).move) == (5, 5, 7_000)
    set_phase(game, "end", actor=-1)
    game.goes_on(dice=[1, 1])
    assert game.record(red).flesh == 1 and game.model(red).strength == 3 and game.state.effects == ()


def test_the_battle_ends_with_the_round_in_which_a_side_has_nobody_left() -> None:
    game, red, (blue, hurt) = scene(
        red=[fighter(10, 10)], blue=[fighter(10, 30, status=Status.OUT), fighter(20, 30, status=Status.SERIOUS)]
    )
    set_phase(game, "end")
    game.goes_on(bottle=True, dice=[6, 6, 3, 5])  # who lies there does not flee, stays down, and does not succumb
    assert game.happened(BattleEnded) and game.state.turn.phase == "over"


def test_one_that_lies_there_when_the_battle_is_over_may_succumb() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30, status=Status.SERIOUS, flesh=1)])
    set_phase(game, "end")
    game.goes_on(bottle=True, dice=[6, 6, 3, 2, 3, 1])  # stays, recovery fails, succumbs: convalescence
    assert game.record(blue).injuries == ("convalescence",)
