"""Options: what tables may settle otherwise, and those that the round turns on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.necromunda_2023.scenes import fighter, scene
from tests.necromunda_2023.test_turn import question
from warbook.core.errors import WarbookError
from warbook.rulesets import necromunda_2023
from warbook.rulesets.necromunda_2023 import RULESET
from warbook.rulesets.necromunda_2023.events import Declined, PhaseBegan
from warbook.rulesets.necromunda_2023.options import OPTIONS

FREE = {"ready-must-activate": False}
HOLD = -1


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_read_by_a_rule_and_explained(option: Any) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", option.name)
    assert option.default in option.values and len(set(option.values)) == len(option.values) > 1
    assert option.summary.endswith(".") and option.source
    rules = [path.read_text() for path in Path(necromunda_2023.__file__).parent.glob("*.py")]
    assert any(f'option["{option.name}"]' in rule for rule in rules)


def test_no_name_is_given_twice() -> None:
    names = [option.name for option in OPTIONS]
    assert len(set(names)) == len(names)


def test_what_is_no_option_or_no_value_of_one_is_refused() -> None:
    with pytest.raises(WarbookError, match="half-movment"):
        RULESET.having({"half-movment": "up"}, ())
    with pytest.raises(WarbookError, match="sideways"):
        RULESET.having({"half-movement": "sideways"}, ())


# ---- must a ready fighter be activated? ------------------------------------------------------------------------------


def test_a_side_with_a_ready_fighter_must_activate_one() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    assert question(game).candidates(9) == [red]


def test_at_some_tables_it_may_hold_back() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], options=FREE)
    game.goes_on(activate=HOLD)
    assert [e.seat for e in game.happened(Declined)] == [0] and game.state.turn.seat == 1
    game.goes_on(activate=blue, action="end-activation")
    assert game.state.turn.seat == 0 and game.record(red).ready and not game.state.turn.declined


def test_when_both_hold_back_or_the_last_one_does_the_phase_is_over() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], options=FREE)
    game.goes_on(activate=[HOLD, HOLD])
    assert game.happened(PhaseBegan)[0].phase == "end"
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30, ready=False)], options=FREE)
    game.goes_on(activate=HOLD)
    assert game.happened(PhaseBegan)[0].phase == "end"
