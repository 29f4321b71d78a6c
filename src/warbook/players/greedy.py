"""Greedy: looks one action ahead.

For each candidate answer it asks how the action may end and how much its ruleset says those positions are worth, by
exact odds where few outcomes are possible.  Where an action goes on in parts, it follows them: a mere declaration has
no worth.  It knows no game.

It first searches for paths: the choices that its seat can make up to the first roll.  It then compares the paths by
sequential halving (Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013): each
round gives every path that is left the same number of rollouts, and only the better half goes on.  Outcomes of dice are
drawn by weight and without replacement, so a path with few outcomes is evaluated exactly; very rare outcomes are left
out, and what comes before a roll is not run again for each of its outcomes.  The other sides are expected to react
whenever they can.  The budget counts rollouts and not time: the same seed plays the same battle on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from ..core.answers import Answer, Chosen, Misfit, Sealed
from ..core.decision import Choose, Decision
from ..core.errors import WarbookError
from ..core.play import Play
from ..core.state import State
from ..core.step import run_step
from ..core.window import Window
from ..odds.horizon import lookahead
from .rollouts import Arm, LookaheadOracle, Path, PathSearch, ReachedRoll, Rollouts, as_answer

BUDGET = 18  # rollouts for the paths of one decision, after the search
LISTED = 48  # options compared of a list
WIDTH = 10  # candidates compared of a path or a place
PATHS = 12  # searched from each answer
SEARCH_RUNS = 12  # runs of a step for that, where actions go on in parts
LEAST = 2  # rollouts of a path in a round
CLOSE = 1e-9  # worths that differ by no more count as equal


class Greedy:
    """Takes the answer whose action is expected to end in the position worth most to its seat; among equals any that is
    not idle.  Raises `WarbookError` for a ruleset that does not say what positions are worth."""

    __slots__ = ("budget", "plan", "rng", "start")
    trusted = True

    def __init__(self, seed: int, budget: int = BUDGET) -> None:
        self.rng, self.budget = Random(seed), budget
        self.plan: list[Answer] = []
        self.start: State[Any, Any] | None = None

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """The best answer it finds.  The answers of the best path up to the next roll are kept as its plan, so that
        they need not be searched for again."""
        if play.ruleset.value is None:
            raise WarbookError(
                f"{play.ruleset.id} does not say what positions are worth, and greedy plays by that alone"
            )
        planned = self._planned_answer(play, decision)
        if planned is not None:
            return planned.value
        options = decision.candidates(LISTED if isinstance(decision, Choose) else WIDTH)
        if play.start is None:
            return decision.sample(self.rng)
        if len(options) < 2:
            return options[0] if options else decision.sample(self.rng)
        best = Search(play, decision.player, self.rng, self.budget).best(
            [[*play.answers, as_answer(decision, option)] for option in options],
            idle=tuple(as_answer(decision, answer) for answer in idle_of(decision)),
        )
        if best is None:
            return decision.sample(self.rng)
        self.start, self.plan = play.start, best
        return best[len(play.answers)].value

    def _planned_answer(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Chosen | Sealed | None:
        """The next answer of its plan, if everything since has gone by the plan."""
        at = len(play.answers)
        if at >= len(self.plan) or play.start != self.start or play.answers != self.plan[:at]:
            return None
        planned = self.plan[at]
        return planned if isinstance(planned, Chosen | Sealed) and planned.key == decision.key else None


class Search:
    """The search for one decision: the paths that begin with each answer, and what each is worth.

    Where something is secret from the seat, the search starts from a position drawn at random from those that agree
    with what it knows, and some answers given so far may not fit there.
    """

    __slots__ = ("ahead", "budget", "play", "rng", "runs", "seat", "start")

    def __init__(self, play: Play[Any, Any, Any], seat: int, rng: Random, budget: int) -> None:
        assert play.start is not None
        self.play, self.seat, self.rng, self.budget, self.runs = play, seat, rng, budget, 0
        ruleset = play.ruleset
        start: State[Any, Any] = play.start
        if ruleset.secrets and ruleset.determinize is not None:
            start = ruleset.determinize(play.start, seat, rng)
        self.start = ruleset.rehearsed(play.world, start)
        self.ahead = lookahead(ruleset, start, "step")

    def best(self, prefixes: Iterable[list[Answer]], idle: tuple[Answer, ...]) -> list[Answer] | None:
        """The answers of the best path; None where no path fits the position that was drawn."""
        at = len(self.play.answers)
        compared = [(worth, answers[at] not in idle, answers) for worth, answers in self._compare(prefixes)]
        if not compared:
            return None
        most = max(worth for worth, _, _ in compared)
        equal = [(busy, answers) for worth, busy, answers in compared if worth >= most - CLOSE]
        choices = [answers for busy, answers in equal if busy] or [answers for _, answers in equal]
        return choices[int(self.rng.random() * len(choices))]

    def _compare(self, prefixes: Iterable[list[Answer]]) -> list[tuple[float, list[Answer]]]:
        """The worth and the answers of the paths that are left after sequential halving."""
        certain, uncertain = self._search_paths(prefixes)
        if not certain and len(uncertain) == 1:
            return [(0.0, uncertain[0].answers)]  # there is nothing to compare it with
        arms = [Arm(path, Rollouts(self.seat, self.rng)) for path in uncertain]
        rounds = max(1, (len(arms) - 1).bit_length())
        for _ in range(rounds):
            each = max(LEAST, self.budget // (rounds * max(1, len(arms))))
            arms = [arm for arm in arms if self.roll_out(arm, each)]
            arms.sort(key=lambda arm: arm.worth, reverse=True)  # stable: equals stay in their order
            arms = arms[: (len(arms) + 1) // 2]
        return certain + [(arm.worth, arm.path.answers) for arm in arms]

    def roll_out(self, arm: Arm, times: int) -> bool:
        """Make that many more rollouts of a path; False where it does not fit the position that was drawn."""
        rollouts = arm.rollouts
        for _ in range(times):
            if arm.runs and arm.exact:
                return True
            worth = self._worth_at_end(rollouts.draw_path().copy(), rollouts)
            if worth is None:
                return False
            arm.add_run(worth)
        return True

    def _search_paths(self, prefixes: Iterable[list[Answer]]) -> tuple[list[tuple[float, list[Answer]]], list[Path]]:
        """All paths: those that end without a roll, with what their end is worth, and those that reach one."""
        certain: list[tuple[float, list[Answer]]] = []
        uncertain: list[Path] = []
        for prefix in prefixes:
            search = PathSearch(self.seat)
            search.stack.append(Path(prefix, self.start, 0))
            until = self.runs + SEARCH_RUNS
            for _ in range(PATHS):
                if not search.stack or self.runs >= until:
                    break
                path = search.stack.pop()
                try:
                    worth = self._worth_at_end(path, search)
                except ReachedRoll:
                    uncertain.append(Path(path.answers, *search.part))
                else:
                    if worth is not None:
                        certain.append((worth, path.answers))
        return certain, uncertain

    def _worth_at_end(self, path: Path, oracle: LookaheadOracle) -> float | None:
        """Run the action from the end of the path and return what the position at its end is worth; None where the
        answers do not fit the position that was drawn.  Adds the answers that are given to those of the path."""
        before, (answers, state, at) = self.play, path
        value = before.ruleset.value
        assert value is not None
        try:
            while True:
                self.runs += 1
                oracle.part = state, at
                play = Play(state.copy(), before.ruleset, before.world, answers, oracle, self.start)
                play.cursor = at
                run_step(play)
                if not self.ahead.in_action(play.state) or before.ruleset.result(play.state) is not None:
                    break
                state, at = play.state, play.cursor
        except (Misfit, LookupError):
            if before.ruleset.secrets:
                return None
            raise
        return value(play, self.seat)


def idle_of(decision: Decision[Any]) -> tuple[Any, ...]:
    """The answers that do nothing."""
    if isinstance(decision, Window):
        return (None,)
    return decision.idle if isinstance(decision, Choose) else ()
