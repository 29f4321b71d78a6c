"""Greedy: looks one action ahead.

For every answer worth a look it asks how the action may end and what its ruleset thinks those positions are worth, each
by its exact odds where they are few.  Where an action goes on in parts, it follows them: what is only declared is worth
nothing yet.  It knows no game.

It first scouts: all courses that the action can take by its own choices alone, up to the first roll.  Then it weighs
them by sequential halving (Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013):
each round gives every course that is left the same number of runs, and only the better half goes on.  The ways of the
dice are drawn by their weight and without replacement, so that a course whose ways are few is weighed exactly; what is
hardly ever rolled is left out, and what comes before a roll is not run again for each of its outcomes.  The others are
taken to answer whatever they can.  The budget counts runs and not time: the same seed plays the same battle anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from ..core.answers import Answer, Chosen, Misfit, Sealed, Shown, Whole
from ..core.decision import Choose, Decision
from ..core.dice import Pool, Ways
from ..core.errors import WarbookError
from ..core.play import Oracle, Play
from ..core.state import State
from ..core.step import run_step
from ..core.window import Window
from ..odds.exact import further, short_distribution
from ..odds.policy import Policy

BUDGET = 18  # runs to weigh the courses of one decision, after scouting
LISTED = 48  # options looked at of a list
WIDTH = 10  # candidates looked at of a path or a place
BREADTH = 5  # and of any decision that only follows from the one at hand
COURSES = 12  # scouted from each answer
SCOUTING = 12  # runs of a step for that, where actions go on in parts
LEAST = 2  # runs that a course gets in a round
MANY = 24  # ways of one roll, above which no course through it is followed way by way
RARE = 0.002  # what the outcomes of a roll that are left out come to at most
CLOSE = 1e-9

A = TypeVar("A", Shown, Whole)


class Dicey(BaseException):
    """A course has come to its first roll."""


class Way(NamedTuple):
    """A run as far as a roll: its answers, and where the part of the action begins in which that comes."""

    answers: list[Answer]
    start: State[Any, Any]
    at: int  # how many of the answers were given before

    def again(self) -> Way:
        """The same, to be gone on with."""
        return Way(list(self.answers), self.start, self.at)


@lru_cache(maxsize=1 << 12)
def likely(ways: Ways) -> Ways:
    """The likeliest outcomes: without those at the end of which all come to less than `RARE`, likeliest first."""
    total, outcomes = ways
    kept: list[tuple[Any, int]] = []
    left = total
    for outcome in sorted(outcomes, key=lambda outcome: -outcome[1]):
        if left <= total * RARE:
            break
        kept.append(outcome)
        left -= outcome[1]
    return total - left, tuple(kept)


class Foresight(Oracle):
    """The oracle of both looks ahead: its own seat by `own`, the others answering whatever they can.  `since` is where
    the part of the action began that is being run, and how many answers had been given by then."""

    __slots__ = ("others", "own", "seat", "since")
    since: tuple[State[Any, Any], int]

    def __init__(self, seat: int, own: Callable[[list[Answer], Decision[Any]], Any]) -> None:
        self.seat, self.own, self.others = seat, own, Policy(seat, defender="all")

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
        self.left: list[Way] = []

    def _all(self, answers: list[Answer], decision: Decision[Any]) -> Any:
        found = decision.candidates(BREADTH)
        if not found:
            raise LookupError(f"{decision.key}: no answer is legal")
        self.left += [Way([*answers, given(decision, other)], *self.since) for other in reversed(found[1:])]
        return found[0]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise Dicey

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole | None:
        raise Dicey


class Lots(Foresight):
    """Takes one reading of each roll, drawn by its weight, and leaves the others for later; its seat's decisions
    after the dice by their first candidate.  `endless` tells that a roll had too many readings to keep the others."""

    __slots__ = ("endless", "left", "rng", "weight")

    def __init__(self, seat: int, rng: Random) -> None:
        super().__init__(seat, self._first)
        self.rng, self.weight, self.endless = rng, 1.0, False
        self.left: list[tuple[float, Way]] = []

    def _first(self, answers: list[Answer], decision: Decision[Any]) -> Any:
        found = decision.candidates(1)
        if not found:
            raise LookupError(f"{decision.key}: no answer is legal")
        return found[0]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        return self._drawn(play, pool.ways(), lambda value: Shown(key, None, value))

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole | None:
        known = short_distribution(rule, values)
        return None if known is None else self._drawn(play, known, lambda value: Whole(rule.__name__, value))

    def _drawn(self, play: Play[Any, Any, Any], ways: Ways, answer: Callable[[Any], A]) -> A:
        """One of the likely outcomes; the others are left."""
        total, outcomes = likely(ways)
        if len(outcomes) == 1:
            return answer(outcomes[0][0])
        if len(outcomes) > MANY:
            self.endless = True
        mark, drawn = self.rng.random() * total, len(outcomes) - 1
        for n, (_, times) in enumerate(outcomes):
            mark -= times
            if mark < 0:
                drawn = n
                break
        if not self.endless:
            for n, (value, times) in enumerate(outcomes):
                if n != drawn:
                    way = Way([*play.answers, answer(value)], *self.since)
                    self.left.append((self.weight * times / total, way))
            self.weight *= outcomes[drawn][1] / total
        return answer(outcomes[drawn][0])

    def take(self) -> Way:
        """One of the ways that were left, drawn by its weight; its weight becomes that of the run."""
        left = self.left
        mark = self.rng.random() * sum([weight for weight, _ in left])
        at = len(left) - 1
        for n, (weight, _) in enumerate(left):
            mark -= weight
            if mark < 0:
                at = n
                break
        left[at], left[-1] = left[-1], left[at]
        self.weight, way = left.pop()
        return way


class Course:
    """What its seat may do up to the next roll, and what that is worth by the runs that were made of it."""

    __slots__ = ("covered", "estimates", "lots", "mass", "runs", "way")

    def __init__(self, way: Way, lots: Lots) -> None:
        self.way, self.lots = way, lots
        self.covered = self.mass = self.estimates = 0.0
        self.runs = 0
        lots.left.append((1.0, way))

    def learn(self, worth: float) -> None:
        """Count a run in.  Where the ways are kept, each run makes an estimate of its own: Des Raj's, for draws without
        replacement ("Some estimators in sampling with varying probabilities without replacement", 1956)."""
        lots = self.lots
        self.runs += 1
        self.estimates += self.covered + (1.0 - self.mass) * worth
        if lots.endless:
            self.covered = self.mass = 0.0
            lots.left[:] = [(1.0, self.way)]
        else:
            self.covered += lots.weight * worth
            self.mass += lots.weight

    @property
    def exact(self) -> bool:
        """Whether every way of the dice has been seen."""
        return not self.lots.left

    @property
    def worth(self) -> float:
        """The mean over the dice: exactly, or as estimated."""
        return self.covered / self.mass if self.exact else self.estimates / self.runs


class Greedy:
    """Takes the answer whose action is expected to end in the position worth most to its seat; among equals any that is
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

    __slots__ = ("budget", "goes_on", "play", "rng", "runs", "seat", "start")

    def __init__(self, play: Play[Any, Any, Any], seat: int, rng: Random, budget: int) -> None:
        assert play.start is not None
        self.play, self.seat, self.rng, self.budget, self.runs = play, seat, rng, budget, 0
        ruleset = play.ruleset
        start: State[Any, Any] = play.start
        if ruleset.secrets and ruleset.determinize is not None:
            start = ruleset.determinize(play.start, seat, rng)
        self.start = ruleset.rehearsed(play.world, start)
        self.goes_on = further(ruleset, start, "step")

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
        """The courses that are worth comparing, with what each is worth."""
        sure, dicey = self._scouted(prefixes)
        if not sure and len(dicey) == 1:
            return [(0.0, dicey[0].answers)]  # there is nothing to compare it with
        left = [Course(way, Lots(self.seat, self.rng)) for way in dicey]
        rounds = max(1, (len(left) - 1).bit_length())
        for _ in range(rounds):
            each = max(LEAST, self.budget // (rounds * max(1, len(left))))
            left = [course for course in left if self.follow(course, each)]
            left.sort(key=lambda course: course.worth, reverse=True)  # stable: equals stay in their order
            left = left[: (len(left) + 1) // 2]
        return sure + [(course.worth, course.way.answers) for course in left]

    def follow(self, course: Course, runs: int) -> bool:
        """Spend so many more runs on a course; False where it fails in a position drawn for what is secret."""
        lots = course.lots
        for _ in range(runs):
            if course.runs and course.exact:
                return True
            worth = self._end(lots.take().again(), lots)
            if worth is None:
                return False
            course.learn(worth)
        return True

    def _scouted(self, prefixes: Iterable[list[Answer]]) -> tuple[list[tuple[float, list[Answer]]], list[Way]]:
        """Every course up to its first roll: those that meet none, with their worth, and the others."""
        sure: list[tuple[float, list[Answer]]] = []
        dicey: list[Way] = []
        for prefix in prefixes:
            scout = Scout(self.seat)
            scout.left.append(Way(prefix, self.start, 0))
            until = self.runs + SCOUTING
            for _ in range(COURSES):
                if not scout.left or self.runs >= until:
                    break
                way = scout.left.pop()
                try:
                    worth = self._end(way, scout)
                except Dicey:
                    dicey.append(Way(way.answers, *scout.since))
                else:
                    if worth is not None:
                        sure.append((worth, way.answers))
        return sure, dicey

    def _end(self, way: Way, oracle: Foresight) -> float | None:
        """Run the action from where the way has come to and say what its end is worth; None where the answers do not
        fit a position drawn for what is secret.  The answers that are given are added to those of the way."""
        before, (answers, state, at) = self.play, way
        value = before.ruleset.value
        assert value is not None
        try:
            while True:
                self.runs += 1
                oracle.since = state, at
                play = Play(state.copy(), before.ruleset, before.world, answers, oracle, self.start)
                play.cursor = at
                run_step(play)
                if not self.goes_on.midway(play.state) or before.ruleset.result(play.state) is not None:
                    break
                state, at = play.state, play.cursor
        except (Misfit, LookupError):
            if before.ruleset.secrets:
                return None
            raise
        return value(play, self.seat)


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
