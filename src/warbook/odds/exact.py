"""Exact odds: every roll of a step with its exact weight, read off the rules themselves.

The rules run once for each way the dice can fall.  A run that comes to a roll takes its first reading and leaves the
others, each a longer list of answers, to be run later; a dice rule is one such node, whatever it rolls inside.  Where
a decision has several answers worth a look, every one of them starts a `Strand`: what is summed up along it, and the
forks that it leads to.  The strands form a tree, and when all is run it is folded: a strand is a sum, a fork its best
or its worst strand.  What follows the end of a stage is a strand as well, and runs that end it alike share it.
Folding last is what makes backward induction possible although the rules only ever run forwards.

An action may go on in further steps, its parts.  Each position between two of them is worked out once, and folded
for itself: whoever decides in a later part knows the dice of the earlier ones.

Weights are whole numbers over a common denominator; fractions are made once, at the end.  Where a pool without end is
cut (`Pool.cut`), the probability that may lie elsewhere is added up beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from types import MappingProxyType
from typing import Any, Literal

from ..core.decision import Decision
from ..core.dice import Pool, Ways
from ..core.errors import WarbookError
from ..core.oracle import Answer, Chosen, Oracle, Sealed, Shown, Staged, Whole
from ..core.play import Play, lapsed, run_step
from ..core.ruleset import Ruleset
from ..core.state import State, Turn
from .policy import Policy

#: How far odds look: the end of the action, so many steps more, or everything that the action sets going.
Horizon = Literal["step", "consequences"] | int
Event = Callable[[State[Any, Any]], bool]

LIMIT = 6_000
FEW = 200  # runs of a dice rule


class TooLong(Exception):
    """More runs would be needed than the limit allows."""


class Met(BaseException):
    """Another run has been in this very position: what follows from it is known."""


class Decided(BaseException):
    """The event has come true for good: nothing that is still to be rolled can change it."""


class Anew(BaseException):
    """A dice rule has called itself with the values that it began with: it starts over."""


# ---- dice rules ------------------------------------------------------------------------------------------------------


class _NoRules:
    """What a dice rule may know of its game: nothing."""

    windows: Mapping[Any, Any] = MappingProxyType({})
    chosen: Mapping[str, Any] = MappingProxyType({})


NO_RULES: Any = _NoRules()
NOWHERE: State[Any, Any] = State([], Turn())


def unrolled(rule: Callable[..., Any], values: tuple[Any, ...], limit: int = 0) -> Ways:
    """The exact outcomes of a rule that only rolls, found by running it over every roll once: a common denominator,
    and each outcome with its numerator.  Outcomes must be hashable.  Raises `TooLong` for more than `limit` runs
    (0: no limit)."""
    return _unroll(rule, values, limit)[0]


def _unroll(rule: Callable[..., Any], values: tuple[Any, ...], limit: int = 0) -> tuple[Ways, float]:
    """The same, and how much of it was cut.  A rule that starts over as itself is a geometric series: what it comes to
    otherwise is all that counts."""
    oracle = Rolls()
    oracle.whose = rule, values
    left = oracle.left
    found: dict[int, dict[Any, int]] = {}
    anew: dict[int, int] = {}
    runs = 0
    while left:
        runs += 1
        if runs == limit:
            raise TooLong
        answers, oracle.num, oracle.den, _ = left.pop()
        try:
            value = rule(Play(NOWHERE, NO_RULES, None, answers, oracle), *values)
        except Anew:
            anew[oracle.den] = anew.get(oracle.den, 0) + oracle.num
            continue
        same = found.setdefault(oracle.den, {})
        same[value] = same.get(value, 0) + oracle.num
    whole = lcm(*found, *anew)
    ways: dict[Any, int] = {}
    for den, outcomes in found.items():
        times = whole // den
        for value, n in outcomes.items():
            ways[value] = ways.get(value, 0) + n * times
    total = whole - sum(n * (whole // den) for den, n in anew.items())
    if not total:
        raise WarbookError(f"{rule.__name__}{values} starts over for ever")
    common = gcd(total, *ways.values())
    reduced = tuple((value, n // common) for value, n in ways.items())
    return (total // common, reduced), oracle.strand.cut * whole / total


#: `_unroll`, remembered: the same hit, wound and save come up again and again.
remembered = lru_cache(maxsize=1 << 14)(_unroll)


def distribution(rule: Callable[..., Any], values: tuple[Any, ...]) -> Ways:
    """`unrolled`, remembered."""
    return remembered(rule, values)[0]


@lru_cache(maxsize=1 << 14)
def short_distribution(rule: Callable[..., Any], values: tuple[Any, ...]) -> Ways | None:
    """The same where it takes few runs to find, else None: for those who can do without."""
    try:
        return unrolled(rule, values, FEW)
    except TooLong:
        return None


# ---- the tree --------------------------------------------------------------------------------------------------------


class Strand:
    """What follows from one answer, or from one position behind a stage: a sum of worths by the denominator of their
    weights, and what is tied to it: forks, and strands that others may be tied to as well.

    `cut` is how much of the probability along it may lie elsewhere, because dice without end were cut; once it is
    folded, with all that is tied to it.  `fork` is what it is a branch of, until it is begun.
    """

    __slots__ = ("cut", "fork", "sums", "tied", "worth")

    def __init__(self, fork: Fork | None = None) -> None:
        self.cut, self.fork = 0.0, fork
        self.sums: dict[int, Any] = {}
        self.tied: list[tuple[int, int, Fork | Strand]] = []
        self.worth: Fraction | None = None

    def fold(self) -> Fraction:
        """The worth of the strand, exactly.  It is worked out once: nothing may be added afterwards."""
        if self.worth is None:
            sums = self.sums
            for num, den, other in self.tied:
                worth = other.fold()
                if worth:
                    whole = den * worth.denominator
                    sums[whole] = sums.get(whole, 0) + num * worth.numerator
                if other.cut:
                    self.cut += num / den * other.cut
            total = lcm(*sums)
            self.worth = Fraction(sum(num * (total // den) for den, num in sums.items()), total)
        return self.worth


class Fork:
    """A decision with several answers worth a look, and the strand of each that is begun.  The best of several numbers
    is as far from the truth as the worst known of them at most."""

    __slots__ = ("best", "cut", "strands")

    def __init__(self, first: Strand, best: Callable[..., Any]) -> None:
        self.strands, self.best, self.cut = [first], best, 0.0

    def begins(self, strand: Strand) -> bool:
        """Whether a further strand is worth to be begun: not where nothing can be better than the one that is over."""
        if self.strands[-1].fold() == (self.best is max):
            return False
        self.strands.append(strand)
        return True

    def fold(self) -> Fraction:
        worth: Fraction = self.best(strand.fold() for strand in self.strands)
        self.cut = max(strand.cut for strand in self.strands)
        return worth


class Rolls(Oracle):
    """Takes the first reading of each roll and leaves the others for later runs.

    `left` holds what is still to be run: answers, the numerator and denominator of their weight, and the strand they
    belong to; `num`, `den` and `strand` are those of the run that is on.  An `event` that holds ends the run.  `whose`
    dice they are is known where a dice rule is run for itself.
    """

    __slots__ = ("den", "event", "left", "num", "strand", "whose")

    def __init__(self, answers: Sequence[Answer] = (), event: Event | None = None) -> None:
        self.event, self.num, self.den = event, 1, 1
        self.strand = Strand()
        self.whose: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        self.left: list[tuple[list[Answer], int, int, Strand]] = [(list(answers), 1, 1, self.strand)]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        if self.event is not None and self.event(play.state):
            raise Decided
        total, ways = pool.ways()
        if pool.cut:
            self.strand.cut += self.num / self.den * pool.cut
        value, n = ways[0]
        if len(ways) > 1:
            num, self.den = self.num, self.den * total
            den, left, strand, answers = self.den, self.left, self.strand, play.answers
            for other, m in ways[1:]:
                left.append(([*answers, Shown(key, None, other)], num * m, den, strand))
            self.num = num * n
        return Shown(key, None, value)

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole:
        if self.event is not None and self.event(play.state):
            raise Decided
        if self.whose == (rule, values):
            raise Anew
        (total, ways), cut = remembered(rule, values)
        if cut:
            self.strand.cut += self.num / self.den * cut
        name = rule.__name__
        value, n = ways[0]
        if len(ways) > 1:
            num, self.den = self.num, self.den * total
            den, left, strand, answers = self.den, self.left, self.strand, play.answers
            for other, m in ways[1:]:
                left.append(([*answers, Whole(name, other)], num * m, den, strand))
            self.num = num * n
        return Whole(name, value)


class Enumeration(Rolls):
    """The oracle of a tree: where a decision has several answers worth a look, it takes one and leaves the others for
    later runs.  What follows from a position behind a stage is a strand of its own, which every run is tied to that
    comes there; only the first goes on."""

    __slots__ = ("_known", "policy", "start")

    def __init__(self, answers: Sequence[Answer], policy: Policy, event: Event | None, start: State[Any, Any]) -> None:
        super().__init__(answers, event)
        self.policy, self.start = policy, start
        self._known: dict[tuple[Any, ...], tuple[Strand, Answer | None]] = {}

    def staged(self, play: Play[Any, Any, Any], rule: Callable[..., Any], at: int, value: Any) -> None:
        if self.event is not None and self.event(play.state):
            raise Decided
        answers, end = play.answers, play.cursor
        rolled = any(type(answer) in DICE for answer in answers[at:end])
        answers[at:end] = (Staged(play, rule.__name__, value),)
        play.cursor = at + 1
        if rolled:
            # An answer is given once in a tree, so that the last one tells all that went before the stage, and with the
            # depth which stage it is.
            before = answers[at - 1] if at else None
            key = (id(before), play.depth, value, *position(play, self.start))
            known = self._known.get(key)
            strand = known[0] if known else Strand()
            self.strand.tied.append((self.num, self.den, strand))
            if known:
                raise Met
            self._known[key] = strand, before
            self.strand, self.num, self.den = strand, 1, 1

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if self.event is not None and self.event(play.state):
            raise Decided
        options = self.policy.options(decision)
        if len(options) > 1:
            self._fork(play.answers, decision, [Chosen(decision.key, option) for option in options])
        return options[0]

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        if self.event is not None and self.event(play.state):
            raise Decided
        seat, decision = next(iter(decisions.items()))
        given = [Sealed(decision.key, seat, option) for option in self.policy.options(decision)]
        if len(given) > 1:
            self._fork(play.answers, decision, given)
        return given[0]

    def _fork(self, answers: list[Answer], decision: Decision[Any], given: Sequence[Answer]) -> None:
        first = Strand()
        fork = Fork(first, max if self.policy.wants(decision.player) else min)
        self.strand.tied.append((self.num, self.den, fork))
        for answer in given[1:]:
            self.left.append(([*answers, answer], 1, 1, Strand(fork)))
        self.num = self.den = 1
        self.strand = first


#: The answers that other runs give otherwise.
DICE = (Shown, Whole, Staged)


def position(play: Play[Any, Any, Any], start: State[Any, Any]) -> tuple[Any, ...]:
    """The position in the middle of a step as one hashable value, told by what is new since its start."""
    state, old = play.state, start.records
    new = tuple([(n, r) for n, r in enumerate(state.records) if n >= len(old) or r is not old[n]])
    turn = None if state.turn is start.turn else state.turn
    queue = tuple([(waiting, lapsed(play.events, waiting, at)) for waiting, at in play.queue])
    return new, turn, state.agenda, state.effects, queue, play.kept


class Exact:
    """The exact probability that `event` comes true by the horizon.

    An event counts if it holds at the end of the action, or at the end of one of the steps after it; a `lasting` one
    ends a branch as soon as it holds.  Equal positions at the end of a step are worked out once.  `runs` counts the
    runs made; more than `limit` raise `TooLong`.  `cut` is how far the last answer may be from the truth, because dice
    without end were cut.
    """

    def __init__(
        self, ruleset: Ruleset, world: Any, policy: Policy, event: Event, *, lasting: bool = False, limit: int = LIMIT
    ) -> None:
        self.ruleset, self.world, self.policy, self.event = ruleset, world, policy, event
        self.lasting, self.limit, self.runs, self.cut = lasting, limit, 0, 0.0
        self._known: dict[Any, tuple[Fraction, float]] = {}

    def chance(self, state: State[Any, Any], answers: Sequence[Answer] = (), horizon: Horizon = "step") -> Fraction:
        """From the start of a step, given its first answers."""
        worth, self.cut = self._step(state, answers, further(self.ruleset, state, horizon))
        return worth

    def _step(self, state: State[Any, Any], answers: Sequence[Answer], goes_on: GoesOn) -> tuple[Fraction, float]:
        ruleset, world = self.ruleset, self.world
        state = ruleset.rehearsed(world, state)
        oracle = Enumeration(answers, self.policy, self.event if self.lasting else None, state)
        left, root = oracle.left, oracle.strand
        while left:
            if self.runs + len(left) > self.limit:  # each that is left takes a run, as a rule
                raise TooLong
            prefix, oracle.num, oracle.den, strand = left.pop()
            oracle.strand = strand
            if strand.fork is not None:  # what was left later is done with, the branch before this one too
                fork, strand.fork = strand.fork, None
                if not fork.begins(strand):
                    continue
            self.runs += 1
            play = Play(state.copy(), ruleset, world, prefix, oracle)
            worth: Fraction | int
            try:
                run_step(play)
                worth, cut = self._worth(play.state, goes_on)
            except Decided:
                worth, cut = 1, 0.0
            except Met:
                continue
            if worth:
                sums, den = oracle.strand.sums, oracle.den * worth.denominator
                sums[den] = sums.get(den, 0) + oracle.num * worth.numerator
            if cut:
                oracle.strand.cut += oracle.num / oracle.den * cut
        return root.fold(), root.cut

    def _worth(self, state: State[Any, Any], goes_on: GoesOn) -> tuple[Fraction | int, float]:
        """The worth of a position at the end of a step."""
        counts = self.lasting or not goes_on.midway(state)
        if counts and self.event(state):
            return 1, 0.0
        over = self.ruleset.result(state) is not None
        next_one = None if over else goes_on.after(state)
        if next_one is None:
            return int(not counts and self.event(state)), 0.0
        key = (state.key(), next_one.steps)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._step(state, (), next_one)
        return known


class GoesOn:
    """Whether a further step lies within the horizon: the rest of the action, and once none of its `parts` waits,
    `steps` more at most (-1: no bound) while more than `waiting` rules wait on the agenda."""

    __slots__ = ("parts", "steps", "waiting")

    def __init__(self, steps: int, waiting: int, parts: frozenset[str]) -> None:
        self.steps, self.waiting, self.parts = steps, waiting, parts

    def midway(self, state: State[Any, Any]) -> bool:
        """Whether the action is still under way."""
        return bool(self.parts) and any(waiting.rule in self.parts for waiting in state.agenda)

    def after(self, state: State[Any, Any]) -> GoesOn | None:
        """The horizon as seen from the end of this step, or None where it ends there."""
        if self.midway(state):
            return self
        if self.steps == 0 or len(state.agenda) <= self.waiting:
            return None
        return self if self.steps < 0 else GoesOn(self.steps - 1, self.waiting, self.parts)


def further(ruleset: Ruleset, state: State[Any, Any], horizon: Horizon) -> GoesOn:
    """The horizon of odds that start with a step of this position."""
    parts = ruleset.going_on
    if horizon == "step":
        return GoesOn(0, -1, parts)
    if horizon == "consequences":
        return GoesOn(-1, max(len(state.agenda) - 1, 0), parts)
    if horizon < 0:
        raise WarbookError(f"horizon: found {horizon}; wanted 'step', 'consequences' or a number of further steps")
    return GoesOn(horizon, -1, parts)
