"""Oracles that look ahead for `greedy`: one finds the paths up to the next roll, the other plays rollouts from there.

A path is a run up to a roll.  Rollouts draw the outcomes of dice by weight and without replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from ..core.answers import Answer, Chosen, Sealed, Shown, Whole
from ..core.decision import Decision
from ..core.dice import Pool, Ways
from ..core.play import Oracle, Play
from ..core.state import State
from ..odds.dice_rules import cheap_distribution
from ..odds.policy import Policy

BREADTH = 5  # candidates tried of a decision that follows from the first one
MANY = 24  # outcomes of one roll, above which a path is sampled with replacement
RARE = 0.002  # the most that the outcomes left out of a roll may add up to

A = TypeVar("A", Shown, Whole)


class ReachedRoll(BaseException):
    """A path has come to its first roll."""


class Path(NamedTuple):
    """A run up to a roll: its answers, and where the part of the action begins that this roll belongs to."""

    answers: list[Answer]
    start: State[Any, Any]
    at: int  # how many of the answers had been given by then

    def copy(self) -> Path:
        """The same path with its own list of answers, to be continued."""
        return Path(list(self.answers), self.start, self.at)


@lru_cache(maxsize=1 << 12)
def likely_outcomes(ways: Ways) -> Ways:
    """The outcomes of a roll without the rarest, which together come to less than `RARE`; the likeliest first."""
    total, outcomes = ways
    kept: list[tuple[Any, int]] = []
    left = total
    for outcome in sorted(outcomes, key=lambda outcome: -outcome[1]):
        if left <= total * RARE:
            break
        kept.append(outcome)
        left -= outcome[1]
    return total - left, tuple(kept)


class LookaheadOracle(Oracle):
    """The base of both oracles: `decide` answers for its own seat, the others react whenever they can.  `part` is where
    the part of the action began that is being run, and how many answers had been given by then."""

    __slots__ = ("decide", "others", "part", "seat")
    part: tuple[State[Any, Any], int]

    def __init__(self, seat: int, decide: Callable[[list[Answer], Decision[Any]], Any]) -> None:
        self.seat, self.decide, self.others = seat, decide, Policy(seat, defender="all")

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if decision.player == self.seat:
            return self.decide(play.answers, decision)
        return self.others.options(decision)[0]

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        seat, decision = next(iter(decisions.items()))
        return Sealed(decision.key, seat, self.choose(play, decision))


class PathSearch(LookaheadOracle):
    """Takes the first answer of its seat's decisions, leaves the others on the `stack`, and stops at the first roll."""

    __slots__ = ("stack",)

    def __init__(self, seat: int) -> None:
        super().__init__(seat, self._take_first)
        self.stack: list[Path] = []

    def _take_first(self, answers: list[Answer], decision: Decision[Any]) -> Any:
        found = decision.candidates(BREADTH)
        if not found:
            raise LookupError(f"{decision.key}: no answer is legal")
        self.stack += [Path([*answers, as_answer(decision, other)], *self.part) for other in reversed(found[1:])]
        return found[0]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise ReachedRoll

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole | None:
        raise ReachedRoll


class Rollouts(LookaheadOracle):
    """Draws one outcome of each roll by its weight and keeps the others as `branches` for later rollouts.  Its seat's
    decisions after the dice take the first candidate.  `with_replacement` says that a roll had too many outcomes to
    keep the others."""

    __slots__ = ("branches", "rng", "weight", "with_replacement")

    def __init__(self, seat: int, rng: Random) -> None:
        super().__init__(seat, _first_candidate)
        self.rng, self.weight, self.with_replacement = rng, 1.0, False
        self.branches: list[tuple[float, Path]] = []

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        return self._draw_outcome(play, pool.ways(), lambda value: Shown(key, None, value))

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole | None:
        ways = cheap_distribution(rule, values)
        return None if ways is None else self._draw_outcome(play, ways, lambda value: Whole(rule.__name__, value))

    def _draw_outcome(self, play: Play[Any, Any, Any], ways: Ways, answer: Callable[[Any], A]) -> A:
        """One of the likely outcomes; the others become branches."""
        total, outcomes = likely_outcomes(ways)
        if len(outcomes) == 1:
            return answer(outcomes[0][0])
        if len(outcomes) > MANY:
            self.with_replacement = True
        mark, drawn = self.rng.random() * total, len(outcomes) - 1
        for n, (_, times) in enumerate(outcomes):
            mark -= times
            if mark < 0:
                drawn = n
                break
        if not self.with_replacement:
            for n, (value, times) in enumerate(outcomes):
                if n != drawn:
                    branch = Path([*play.answers, answer(value)], *self.part)
                    self.branches.append((self.weight * times / total, branch))
            self.weight *= outcomes[drawn][1] / total
        return answer(outcomes[drawn][0])

    def draw_path(self) -> Path:
        """Take one of the branches, drawn by its weight, which becomes the weight of the rollout."""
        branches = self.branches
        mark = self.rng.random() * sum([weight for weight, _ in branches])
        at = len(branches) - 1
        for n, (weight, _) in enumerate(branches):
            mark -= weight
            if mark < 0:
                at = n
                break
        branches[at], branches[-1] = branches[-1], branches[at]
        self.weight, path = branches.pop()
        return path


class Arm:
    """A path that is compared with others, and what its rollouts have shown it to be worth.  (Each choice of a
    multi-armed bandit is called an arm.)"""

    __slots__ = ("covered_weight", "covered_worth", "estimates", "path", "rollouts", "runs")

    def __init__(self, path: Path, rollouts: Rollouts) -> None:
        self.path, self.rollouts = path, rollouts
        self.covered_worth = self.covered_weight = self.estimates = 0.0
        self.runs = 0
        rollouts.branches.append((1.0, path))

    def add_run(self, worth: float) -> None:
        """Count one rollout.  Without replacement, each rollout makes an estimate of its own, by Des Raj ("Some
        estimators in sampling with varying probabilities without replacement", 1956)."""
        rollouts = self.rollouts
        self.runs += 1
        self.estimates += self.covered_worth + (1.0 - self.covered_weight) * worth
        if rollouts.with_replacement:
            self.covered_worth = self.covered_weight = 0.0
            rollouts.branches[:] = [(1.0, self.path)]
        else:
            self.covered_worth += rollouts.weight * worth
            self.covered_weight += rollouts.weight

    @property
    def exact(self) -> bool:
        """Whether every outcome of the dice has been run."""
        return not self.rollouts.branches

    @property
    def worth(self) -> float:
        """The mean over the dice: exact once every outcome has been run, else estimated."""
        return self.covered_worth / self.covered_weight if self.exact else self.estimates / self.runs


def as_answer(decision: Decision[Any], value: Any) -> Answer:
    """An answer in the form that a play keeps."""
    if decision.sealed:
        return Sealed(decision.key, decision.player, value)
    return Chosen(decision.key, value)


def _first_candidate(answers: list[Answer], decision: Decision[Any]) -> Any:
    found = decision.candidates(1)
    if not found:
        raise LookupError(f"{decision.key}: no answer is legal")
    return found[0]
