"""The reference: every face of every die, by plain recursion over the questions of a step.

It shares nothing with `warbook.odds` but the rules that it runs: dice rules are rolled die by die, faces are counted
one by one, and nothing is merged, cut short or weighed in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from warbook.core.answers import Answer, Chosen, Shown
from warbook.core.decision import Decision
from warbook.core.dice import Pool
from warbook.core.play import Oracle, Play
from warbook.core.ruleset import Ruleset
from warbook.core.state import State
from warbook.core.step import run_step
from warbook.core.window import Window


class Question(BaseException):
    def __init__(self, worth: Callable[[Callable[[Answer], Fraction]], Fraction]) -> None:
        self.worth = worth


class Asking(Oracle):
    """Turns every question into an exception that knows how to weigh its answers."""

    def __init__(self, intent: Mapping[str, Any], seat: int, defender: str, maximise: bool) -> None:
        self.intent, self.seat, self.defender, self.maximise = intent, seat, defender, maximise

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        faces = list(product(*(range(1, sides + 1) for sides in pool.sizes)))
        raise Question(lambda go: sum((go(Shown(key, list(f), pool.read(f))) for f in faces), Fraction(0)) / len(faces))

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if decision.player == self.seat:
            if isinstance(decision, Window):
                return None
            return self.intent.get(decision.key, decision.candidates(1)[0])
        options = decision.candidates(100)
        if self.defender == "none":
            return options[-1]
        if self.defender == "all":
            return options[0]
        best = min if self.maximise else max
        raise Question(lambda go: best(go(Chosen(decision.key, option)) for option in options))


def brute(
    ruleset: Ruleset,
    state: State[Any, Any],
    intent: Mapping[str, Any],
    event: Callable[[State[Any, Any]], bool],
    *,
    seat: int,
    defender: str,
    maximise: bool,
    world: Any = None,
) -> Fraction:
    """The chance that `event` holds at the end of the action, each side deciding as `warbook.odds.policy` says."""
    oracle = Asking(intent, seat, defender, maximise)

    def worth(state: State[Any, Any], answers: list[Answer]) -> Fraction:
        play = Play(state.copy(), ruleset, world, list(answers), oracle)
        try:
            run_step(play)
        except Question as question:
            return question.worth(lambda answer: worth(state, [*play.answers, answer]))
        if any(waiting.rule in ruleset.going_on for waiting in play.state.agenda):
            return worth(play.state, [])
        return Fraction(event(play.state))

    return worth(state, [])
