"""What a position remembers of itself as it is played on is what it would find out if it were read from its record."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from tests.gangfight.anybody import any_setup
from tests.gangfight.scenes import figure, scene
from warbook.core.dice import Dice
from warbook.core.oracle import Table
from warbook.core.play import Play
from warbook.core.record import Codec
from warbook.core.ruleset import Ruleset, Setup
from warbook.core.step import run_step
from warbook.players import by_seat
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.attacks import charge_runs
from warbook.rulesets.gangfight.checks import ground, lines, reach
from warbook.rulesets.gangfight.events.figures import Wounded
from warbook.rulesets.gangfight.events.movement import Climbed, KnockedOver
from warbook.rulesets.gangfight.movement import climbing, ways
from warbook.rulesets.gangfight.records.distances import engaged_with
from warbook.rulesets.gangfight.records.position import figures, foes, friends, here
from warbook.rulesets.gangfight.records.state import State
from warbook.rulesets.gangfight.records.world import World
from warbook.rulesets.necromunda.edition_2023 import RULESET as NECROMUNDA
from warbook.space import _kernels as kernels
from warbook.testing import every_setup

STEPS = 220
SEATS = 3


def facts(play: Play[State, World, Any]) -> dict[str, Any]:
    """What rules ask again and again, and layouts remember."""
    found: dict[str, Any] = {"here": [f.id for f in here(play)]}
    for seat in range(SEATS):
        found[f"foes of {seat}"] = [f.id for f in foes(play, seat)]
    for each in figures(play):
        who = each.id
        found[f"friends of {who}"] = [f.id for f in friends(play, who)]
        found[f"in combat with {who}"] = engaged_with(play, who)
        if each.here:
            found[f"ground under {who}"] = ground.standing_on(play, who)
            found[f"ways of {who}"] = climbing.ways(play, who)
    return found


def between(play: Play[State, World, Any], one: int, other: int) -> list[Any]:
    """The same of two figures."""
    return [
        lines.sees(play, one, other),
        lines.cover(play, one, other),
        reach.can_strike(play, one, other),
        ways.way(play, one, other),
        charge_runs.ground_of_charge(play, one, other),
    ]


def anew(play: Play[State, World, Any]) -> Play[State, World, Any]:
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
        play: Play[State, World, Any] = Play(state.copy(), ruleset, world, [], oracle, state)
        run_step(play)
        state = play.state
        played, read = Play(state.copy(), ruleset, world, []), anew(play)
        assert facts(played) == facts(read)
        there = [f.id for f in here(played)]
        if len(there) > 1:
            one, other = rng.sample(there, 2)
            assert between(played, one, other) == between(read, one, other)


def test_a_rehearsal_does_not_take_who_has_fallen_for_who_lies() -> None:
    """Both are at the same place, in the same posture."""
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 11.5)])
    start = game.ruleset.rehearsed(game.world, game.state)

    def engaged(*events: Any) -> tuple[int, ...]:
        state = start.copy()
        for event in events:
            event.apply(state)
        return engaged_with(Play(state, game.ruleset, game.world, []), red)

    for _ in range(2):
        assert engaged(KnockedOver(blue)) == engaged() == (blue,)
        assert engaged(Wounded(blue, 9)) == ()


def test_a_rehearsal_does_not_take_who_clings_for_who_stands() -> None:
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(40, 40)])
    start = game.ruleset.rehearsed(game.world, game.state)

    def ways(face: tuple[int, int, int] | None) -> tuple[Any, ...]:
        state = start.copy()
        Climbed(red, 10_000, 10_000, 0, face).apply(state)
        return climbing.ways(Play(state, game.ruleset, game.world, []), red)

    assert ways((10_000, 10_600, 4_000)) != ()
    assert ways(None) == ()


class Noting:
    """The kernels, called as from Python: with what types of arguments is noted by their names."""

    def __init__(self) -> None:
        self.typeof = import_module("numba").typeof
        self.types: dict[str, set[tuple[str, ...]]] = {}

    def __getattr__(self, name: str) -> Any:
        called = getattr(kernels, name)

        def noted(*args: Any) -> Any:
            self.types.setdefault(name, set()).add(tuple(str(self.typeof(each)) for each in args))
            return called(*args)

        return noted


@pytest.mark.skipif(not kernels.COMPILED, reason="numba is not installed: nothing is compiled")
@pytest.mark.parametrize("rules", [RULESET, NECROMUNDA], ids=lambda rules: rules.id)
def test_kernels_that_are_called_directly_are_always_called_alike(
    rules: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    noting = Noting()
    monkeypatch.setattr(kernels, "direct", noting)
    setup = every_setup(rules)[0]
    ruleset = rules.having(setup.options, setup.house_rules)
    world, state = ruleset.table(ruleset, setup.content)
    oracle = Table(Dice(5), by_seat(("uniform", "uniform"), 5))
    for _ in range(STEPS):
        play: Play[Any, Any, Any] = Play(state.copy(), ruleset, world, [], oracle, state)
        run_step(play)
        state = play.state
    assert len(noting.types) > 3
    for name, types in noting.types.items():
        assert len(types) == 1, f"{name} was called with {types}"
        assert {each for each in next(iter(types)) if "(" not in each} <= {"int64"}, name
