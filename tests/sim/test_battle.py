"""One battle between bots, driven straight through."""

import gc

import pytest

from warbook import rulesets, table
from warbook.core.decision import Decision
from warbook.core.play import Play
from warbook.core.state import State
from warbook.players import by_seat
from warbook.sim.battle import Field


@pytest.mark.parametrize("scenario", ["hive-stand-off", "open-field"])
def test_a_battle_leaves_nothing_for_the_garbage_collector(scenario: str) -> None:
    """A question that a closure of its own refers to keeps the whole position alive until the collector comes by, and
    makes battles slower."""
    setup = table.setup(scenario)
    field = Field(rulesets.find(setup.ruleset), setup)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        field.fight(by_seat(("uniform", "uniform"), 1), 1)
        gc.collect()
        left = {type(thing).__name__ for thing in gc.garbage if isinstance(thing, Decision | Play | State)}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert left == set()
