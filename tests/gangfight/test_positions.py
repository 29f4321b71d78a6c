"""What a position remembers of itself as it is played on is what it would find out if it were read from its record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.gangfight.anybody import any_setup
from warbook.core.dice import Dice
from warbook.core.oracle import Table
from warbook.core.play import Play, run_step
from warbook.core.record import Codec
from warbook.core.ruleset import Setup
from warbook.players import by_seat
from warbook.rulesets.gangfight import RULESET, charging, climbing, fighting, ground, lines
from warbook.rulesets.gangfight.model import World, engaged_with, figures, foes, friends, here
from warbook.space import _kernels as kernels
from warbook.testing import every_setup

STEPS = 220
SEATS = 3


def facts(play: Play[Any, Any, World]) -> dict[str, Any]:
    """What rules ask again and again, and layouts remember."""
    found: dict[str, Any] = {"here": [f.id for f in here(play)]}
    for seat in range(SEATS):
        found[f"foes of {seat}"] = [f.id for f in foes(play, seat)]
    for figure in figures(play):
        who = figure.id
        found[f"friends of {who}"] = [f.id for f in friends(play, who)]
        found[f"in combat with {who}"] = engaged_with(play, who)
        if figure.here:
            found[f"ground under {who}"] = ground.standing_on(play, who)
            found[f"ways of {who}"] = climbing.ways(play, who)
    return found


def between(play: Play[Any, Any, World], one: int, other: int) -> list[Any]:
    """The same of two figures."""
    return [
        lines.sees(play, one, other),
        lines.cover(play, one, other),
        fighting.can_strike(play, one, other),
        ground.way(play, one, other),
        charging.grade(play, one, other),
    ]


def anew(play: Play[Any, Any, World]) -> Play[Any, Any, World]:
    """The position read back from its record."""
    codec = Codec(play.ruleset)
    return Play(codec.read_state(codec.state(play.state)), play.ruleset, play.world, [])


@pytest.mark.parametrize("number", range(8))
def test_a_position_that_is_played_on_knows_what_it_would_know_afresh(number: int) -> None:
    shipped, rng = every_setup(RULESET), Random(number)
    setup: Setup = shipped[number] if number < len(shipped) else any_setup(rng)
    ruleset = RULESET.having(setup.options, setup.house_rules)
    world, state = ruleset.table(ruleset, setup.content)
    oracle = Table(Dice(number), by_seat(("uniform", "uniform"), number))
    for _ in range(STEPS):
        if ruleset.result(state) is not None:
            break
        play: Play[Any, Any, World] = Play(state.copy(), ruleset, world, [], oracle, state)
        run_step(play)
        state = play.state
        played, read = Play(state.copy(), ruleset, world, []), anew(play)
        assert facts(played) == facts(read)
        there = [f.id for f in here(played)]
        if len(there) > 1:
            one, other = rng.sample(there, 2)
            assert between(played, one, other) == between(read, one, other)


@pytest.mark.skipif(not kernels.COMPILED, reason="numba is not installed: nothing is compiled")
def test_kernels_that_are_called_directly_are_always_called_alike() -> None:
    setup = every_setup(RULESET)[0]
    ruleset = RULESET.having(setup.options, setup.house_rules)
    world, state = ruleset.table(ruleset, setup.content)
    oracle = Table(Dice(5), by_seat(("uniform", "uniform"), 5))
    for _ in range(STEPS):
        play: Play[Any, Any, World] = Play(state.copy(), ruleset, world, [], oracle, state)
        run_step(play)
        state = play.state
    called = [getattr(kernels, name) for name in vars(kernels.direct)]
    assert len(called) > 3
    for kernel in called:
        taken = [types for types in kernel.signatures if "Literal" not in str(types)]  # not by a kernel
        assert len(taken) == 1, f"{kernel.__name__} was called with {taken}"
        assert {str(each) for each in taken[0] if "(" not in str(each)} <= {"int64"}
