"""Greedy: looks one step ahead.

For every answer worth a look it asks how the step may end and what its ruleset thinks those positions are worth, each
by its exact odds where they are few.  It knows no game.

It first scouts: all courses that the step can take by its own choices alone, up to the first roll.  Then it weighs
each course.  The dice after it are followed way by way, in a random order that prefers the likelier; a course whose
ways are fewer than its share of the budget is weighed exactly, any other by a sample without replacement.  The budget
counts runs of the step and not time, so that the same seed plays the same battle anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from ..core.decision import Choose, Decision
from ..core.dice import Pool
from ..core.errors import WarbookError
from ..core.oracle import Answer, Chosen, Misfit, Oracle, Sealed, Shown, Whole
from ..core.play import Play, Window, run_step
from ..core.state import State
from ..odds.exact import distribution
from ..odds.policy import Policy

BUDGET = 160  # runs of a step for one decision
LISTED = 48  # options looked at of a list
WIDTH = 12  # candidates looked at of a path or a place
BREADTH = 6  # and of any decision that only follows from the one at hand
LEAST = 6  # runs that even the last of many courses gets
CLOSE = 1e-9


class Dicey(BaseException):
    """A course has come to its first roll."""


class Foresight(Oracle):
    """The oracle of both looks ahead: its own seat by `own`, the others passing whatever they may pass."""

    __slots__ = ("others", "own", "seat")

    def __init__(self, seat: int, own: Callable[[list[Answer], Decision[Any]], Any]) -> None:
        self.seat, self.own, self.others = seat, own, Policy(seat)

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if decision.player == self.seat:
            return self.own(play.answers, decision)
        return self.others.options(decision)[0]

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        seat, decision = next(iter(decisions.items()))
        return Sealed(decision.key, seat, self.choose(play, decision))


class Scout(Foresight):
    """Takes the first answer of its seat's decisions, leaves the others for later, and stops at the first roll."""

    __slots__ = ("left",)

    def __init__(self, seat: int) -> None:
        super().__init__(seat, self._all)
        self.left: list[list[Answer]] = []

    def _all(self, answers: list[Answer], decision: Decision[Any]) -> Any:
        found = decision.candidates(BREADTH)
        if not found:
            raise LookupError(f"{decision.key}: no answer is legal")
        self.left += [[*answers, given(decision, other)] for other in reversed(found[1:])]
        return found[0]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise Dicey

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole | None:
        raise Dicey


class Lots(Foresight):
    """Takes one reading of each roll, drawn by its weight, and leaves the others for later; its seat's decisions
    after the dice by their first candidate."""

    __slots__ = ("left", "rng", "weight")

    def __init__(self, seat: int, rng: Random) -> None:
        super().__init__(seat, self._first)
        self.rng, self.weight = rng, 1.0
        self.left: list[tuple[float, list[Answer]]] = []

    def _first(self, answers: list[Answer], decision: Decision[Any]) -> Any:
        found = decision.candidates(1)
        if not found:
            raise LookupError(f"{decision.key}: no answer is legal")
        return found[0]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        total, ways = pool.ways()
        drawn = self._draw(total, ways)
        answers = play.answers
        for n, (value, ways_to) in enumerate(ways):
            if n != drawn:
                self.left.append((self.weight * ways_to / total, [*answers, Shown(key, None, value)]))
        self.weight *= ways[drawn][1] / total
        return Shown(key, None, ways[drawn][0])

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole:
        total, ways = distribution(rule, values)
        drawn = self._draw(total, ways)
        name, answers = rule.__name__, play.answers
        for n, (value, ways_to) in enumerate(ways):
            if n != drawn:
                self.left.append((self.weight * ways_to / total, [*answers, Whole(name, value)]))
        self.weight *= ways[drawn][1] / total
        return Whole(name, ways[drawn][0])

    def _draw(self, total: int, ways: tuple[tuple[Any, int], ...]) -> int:
        if len(ways) == 1:
            return 0
        mark = self.rng.random() * total
        for n, (_, ways_to) in enumerate(ways):
            mark -= ways_to
            if mark < 0:
                return n
        return len(ways) - 1

    def take(self) -> list[Answer]:
        """One of the ways that were left, drawn by its weight; its weight becomes that of the run."""
        left = self.left
        mark = self.rng.random() * sum(weight for weight, _ in left)
        at = len(left) - 1
        for n, (weight, _) in enumerate(left):
            mark -= weight
            if mark < 0:
                at = n
                break
        left[at], left[-1] = left[-1], left[at]
        self.weight, answers = left.pop()
        return answers


class Greedy:
    """Takes the answer whose step is expected to end in the position worth most to its seat; among equals any that is
    not idle.  Raises `WarbookError` for a ruleset that does not say what positions are worth."""

    __slots__ = ("budget", "course", "rng", "start")
    trusted = True

    def __init__(self, seed: int, budget: int = BUDGET) -> None:
        self.rng, self.budget = Random(seed), budget
        self.course: list[Answer] = []
        self.start: State[Any, Any] | None = None

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """The best answer it finds.  What it has thought through to the next roll it does not think through again."""
        if play.ruleset.value is None:
            raise WarbookError(
                f"{play.ruleset.id} does not say what positions are worth, and greedy plays by that alone"
            )
        known = self._known(play, decision)
        if known is not None:
            return known.value
        options = decision.candidates(LISTED if isinstance(decision, Choose) else WIDTH)
        if play.start is None:
            return decision.sample(self.rng)
        if len(options) < 2:
            return options[0] if options else decision.sample(self.rng)
        best = Judgement(play, decision.player, self.rng, self.budget).best(
            [[*play.answers, given(decision, option)] for option in options],
            spare=tuple(given(decision, idle) for idle in idle_of(decision)),
        )
        if best is None:
            return decision.sample(self.rng)
        self.start, self.course = play.start, best
        return best[len(play.answers)].value

    def _known(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Chosen | Sealed | None:
        """The next answer of the course it is on, if nothing has come between."""
        at = len(play.answers)
        if at >= len(self.course) or play.start != self.start or play.answers != self.course[:at]:
            return None
        planned = self.course[at]
        return planned if isinstance(planned, Chosen | Sealed) and planned.key == decision.key else None


class Judgement:
    """One decision thought through: the courses that follow each answer, and what each is worth."""

    __slots__ = ("budget", "play", "rng", "runs", "seat", "start")

    def __init__(self, play: Play[Any, Any, Any], seat: int, rng: Random, budget: int) -> None:
        assert play.start is not None
        self.play, self.seat, self.rng, self.budget, self.runs = play, seat, rng, budget, 0
        ruleset = play.ruleset
        self.start: State[Any, Any] = play.start
        if ruleset.secrets and ruleset.determinize is not None:
            self.start = ruleset.determinize(play.start, seat, rng)

    def best(self, prefixes: Iterable[list[Answer]], spare: tuple[Answer, ...]) -> list[Answer] | None:
        """The answers of the best course; None where every course fails in a position drawn for what is secret."""
        at = len(self.play.answers)
        weighed = [(worth, course[at] not in spare, course) for worth, course in self._weighed(prefixes)]
        if not weighed:
            return None
        most = max(worth for worth, _, _ in weighed)
        equal = [(busy, course) for worth, busy, course in weighed if worth >= most - CLOSE]
        courses = [course for busy, course in equal if busy] or [course for _, course in equal]
        return courses[int(self.rng.random() * len(courses))]

    def _weighed(self, prefixes: Iterable[list[Answer]]) -> list[tuple[float, list[Answer]]]:
        sure, dicey = self._scouted(prefixes)
        for n, course in enumerate(dicey):
            share = max(LEAST, (self.budget - self.runs) // (len(dicey) - n))
            worth = self._expected(course, share)
            if worth is not None:
                sure.append((worth, course))
        return sure

    def _scouted(self, prefixes: Iterable[list[Answer]]) -> tuple[list[tuple[float, list[Answer]]], list[list[Answer]]]:
        """Every course up to its first roll: those that meet none, with their worth, and the others."""
        sure: list[tuple[float, list[Answer]]] = []
        dicey: list[list[Answer]] = []
        for prefix in prefixes:
            scout = Scout(self.seat)
            scout.left.append(prefix)
            enough = self.runs + self.budget // 4
            while scout.left and self.runs < enough:
                course = scout.left.pop()
                try:
                    worth = self._end(course, scout)
                except Dicey:
                    dicey.append(course)
                else:
                    if worth is not None:
                        sure.append((worth, course))
        return sure, dicey

    def _expected(self, course: list[Answer], share: int) -> float | None:
        """What a course is worth on the average over the dice: exactly where its ways are no more than so many runs,
        else by Des Raj's ordered estimator for draws without replacement ("Some estimators in sampling with varying
        probabilities without replacement", 1956)."""
        lots = Lots(self.seat, self.rng)
        lots.left.append((1.0, course))
        covered = mass = estimates = 0.0
        for _ in range(share):
            worth = self._end(list(lots.take()), lots)
            if worth is None:
                return None
            estimates += covered + (1.0 - mass) * worth
            covered += lots.weight * worth
            mass += lots.weight
            if not lots.left:
                return covered / mass
        return estimates / share

    def _end(self, answers: list[Answer], oracle: Oracle) -> float | None:
        """Run the step and say what its end is worth; None where the answers do not fit a position drawn for what is
        secret."""
        self.runs += 1
        before = self.play
        play = Play(self.start.copy(), before.ruleset, before.world, answers, oracle)
        value = before.ruleset.value
        assert value is not None
        try:
            run_step(play)
        except (Misfit, LookupError):
            if before.ruleset.secrets:
                return None
            raise
        return value(play.world, play.state, self.seat)


def given(decision: Decision[Any], value: Any) -> Answer:
    """An answer as it is written down."""
    if decision.sealed:
        return Sealed(decision.key, decision.player, value)
    return Chosen(decision.key, value)


def idle_of(decision: Decision[Any]) -> tuple[Any, ...]:
    """The answers that do nothing."""
    if isinstance(decision, Window):
        return (None,)
    return decision.idle if isinstance(decision, Choose) else ()
