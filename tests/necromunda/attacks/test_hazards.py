"""Pieces of terrain that harm whoever stays near them, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, fighter, marker, rolled_keys, run_rule, scene, set_phase
from warbook.core.effect import has_effect
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.harm import injury
from warbook.rulesets.necromunda.records.effects import begin_effect
from warbook.rulesets.necromunda.records.model import Model

FAR = fighter(40, 40)
PIECE = 2  # after one fighter a side


def beside(kind: str, gap: float, **changes: Any) -> Any:
    """A fighter in its activation, so many inches from the rim of a piece of terrain, with an action left."""
    here = fighter(10, 10 + gap + 2 * 0.492, weapons=["autogun"], **changes)
    game, red, _ = scene(red=[here], blue=[FAR], board=marker(kind, 10, 10), ruleset=RULESET)
    set_phase(game, "action", actor=red, left=1)
    return game, red


def end_activation(game: Any, who: int, *dice: int, **answers: Any) -> None:
    run_rule(game, lambda play: injury.leave_activation(play, Model(play, who)), dice=dice, **answers)


@pytest.mark.parametrize(("dice", "mad"), [((3, 4), ()), ((3, 3), ("insane",))])
def test_who_ends_its_activation_by_a_ritual_circle_may_go_mad(dice: tuple[int, int], mad: tuple[str, ...]) -> None:
    game, red = beside("ritual-circle", 5.9)
    end_activation(game, red, *dice)
    assert game.record(red).conditions == mad
    game, red = beside("ritual-circle", 6.1)
    end_activation(game, red)


def test_fungi_gas_who_stays_within_two_inches() -> None:
    game, red = beside("fungus", 1.9)
    end_activation(game, red, 6, 3)
    assert game.record(red).status.value == "seriously-injured"
    game, red = beside("fungus", 2.1)
    end_activation(game, red)


@pytest.mark.parametrize(("dice", "pinned"), [((4,), False), ((3, 2, 5, 4), True)])
def test_eggs_hatch_on_three_or_less(dice: tuple[int, ...], pinned: bool) -> None:
    game, red = beside("eggs", 0.9)
    end_activation(game, red, *dice)
    assert (game.record(red).status.value == "pinned") == pinned
    game, red = beside("eggs", 1.1)
    end_activation(game, red)


@pytest.mark.parametrize(
    ("gap", "dice", "y"), [(5.9, (4,), 16.884), (5.9, (3, 3), 13.884), (1.5, (3, 2, 1), None), (6.1, (), 17.084)]
)
def test_a_turbine_draws_in_who_is_too_weak(gap: float, dice: tuple[int, ...], y: float | None) -> None:
    game, red = beside("turbine", gap)
    run_rule(game, lambda play: injury.leave_activation(play, Model(play, red)), dice=(*dice, *COLD * (y is None)))
    if y is None:
        assert game.record(red).status.value == "out-of-action"
    else:
        assert abs(game.at(red)[1] - y) < 0.003


def test_a_generator_at_work_strikes_who_ends_an_action_beside_it() -> None:
    for works in (True, False):
        game, red = beside("generator", 0.9, wounds=3)
        if works:
            run_rule(game, lambda play: begin_effect(play, "running", PIECE, "end-phase"))
        game.does(red, "aim", dice=[2, 4, 1] if works else [])
        assert (game.record(red).wounds, game.record(red).status.value) == ((2, "pinned") if works else (3, "standing"))
        assert (game.state.turn.actor == red) != works


@pytest.mark.parametrize(("face", "begins"), [(5, False), (6, True)])
def test_a_generator_begins_by_chance_until_the_next_end_phase(face: int, begins: bool) -> None:
    game, _ = beside("generator", 10)
    set_phase(game, "end", actor=-1)
    game.goes_on(dice=[face, 5, 2])
    assert rolled_keys(game) == ["terrain", "priority"]
    assert has_effect(game.state, PIECE, "running") == begins
    set_phase(game, "end", actor=-1)
    game.goes_on(dice=[1, 5, 2])
    assert not has_effect(game.state, PIECE, "running")
