"""The ruleset keeps the contract that every table, bot and odds rely on; and tiny scenes lead to as many positions as
they did when somebody counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.necromunda.anybody import any_setup
from tests.necromunda.scenes import fighter, scene
from warbook.core.answers import Answer, Chosen, Pending, Shown, Whole
from warbook.core.decision import Decision
from warbook.core.dice import Pool
from warbook.core.play import Oracle, Play
from warbook.core.record import Codec
from warbook.core.ruleset import Setup
from warbook.core.state import State
from warbook.core.step import run_step
from warbook.odds.dice_rules import distribution
from warbook.rulesets.necromunda.edition_2023 import RULESET
from warbook.testing import conformance, every_setup
from warbook.testing.fuzz import fuzz

SHIPPED = every_setup(RULESET)


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_battles_in_the_shipped_scenarios_keep_the_contract(number: int) -> None:
    report = conformance(RULESET, [SHIPPED[number]], games=1, seed=number, samples=4, milliseconds=0)
    assert report.examined > 4
    assert report.refused > 20


@pytest.mark.parametrize("seed", [3, 11])
def test_battles_of_anybody_with_anything_keep_the_contract(seed: int) -> None:
    report = conformance(RULESET, [any_setup(Random(seed))], games=1, seed=seed, samples=4, milliseconds=0)
    assert report.examined > 4


def test_nonsense_undo_and_pulled_plugs_break_nothing(tmp_path: Path) -> None:
    setups: list[Setup] = [any_setup(Random(seed)) for seed in (21, 22, 23)]
    assert fuzz(RULESET, setups, games=3, seed=21, out=tmp_path) == []


# ---- counting positions ----------------------------------------------------------------------------------------------

PATHS = 3  # routes and places are without number: so many of each are followed


class Unrolled(BaseException):
    """A roll that nobody has chosen the outcome of yet; `outcomes` are the answers it can have."""

    def __init__(self, outcomes: list[Answer]) -> None:
        self.outcomes = outcomes


class Open(Oracle):
    """Leaves every choice and every roll open."""

    __slots__ = ()

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise Unrolled([Shown(key, None, value) for value, _ in pool.outcomes()])

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole:
        _, ways = distribution(rule, values)
        raise Unrolled([Whole(rule.__name__, value) for value, _ in ways])


def positions(game: Any, who: int, choices: int) -> int:
    """How many positions lie behind so many choices of one who is about to act, however the dice fall: each as it is
    when the next choice is to be made, or when consequences wait to be rolled for."""
    found: set[bytes] = set()
    codec = Codec(game.ruleset)
    begun: set[tuple[bytes, int]] = set()
    left: list[tuple[State[Any, Any], tuple[Answer, ...], int]] = [(game.poised(who), (), choices)]
    while left:
        before, answers, depth = left.pop()
        play = Play(before.copy(), game.ruleset, game.world, list(answers), Open())
        try:
            run_step(play)
        except Unrolled as roll:
            left += [(before, (*play.answers, outcome), depth) for outcome in roll.outcomes]
        except Pending as pending:
            decision = pending.decisions[0]
            if depth:
                answers = tuple(play.answers)
                options = answers_to(decision)
                left += [(before, (*answers, Chosen(decision.key, option)), depth - 1) for option in options]
            else:
                found.add(codec.state(play.state))
        else:
            key = (codec.state(play.state), depth)
            if play.state.agenda:
                found.add(key[0])
            elif key not in begun:
                begun.add(key)
                left.append((play.state, (), depth))
    return len(found)


def answers_to(decision: Decision[Any]) -> list[Any]:
    """All answers to a question, or some where they are without number."""
    return decision.candidates(PATHS if decision.kind in ("path", "place", "face", "spot", "bearing") else 1000)


def test_a_duel_in_contact_has_so_many_positions_behind_two_choices() -> None:
    knife = fighter(10, 10, weapons=["fighting-knife"])
    game, red, _ = scene(red=[knife], blue=[fighter(10, 10.99, weapons=["stub-gun"])])
    assert game.allowed(red) == ["fight", "retreat"]
    assert positions(game, red, 1) == 7
    assert positions(game, red, 2) == 10


def test_a_shot_across_the_street_has_so_many_positions_behind_two_choices() -> None:
    foes = [fighter(10, 16), fighter(14, 16, wounds=2)]
    game, red, _ = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=foes)
    assert game.allowed(red) == ["move", "charge", "take-cover", "shoot", "aim"]
    assert positions(game, red, 1) == 7
    assert positions(game, red, 2) == 41
