"""Exact odds: every roll of a step with its exact weight, read off the rules themselves.

The rules run once for each way the dice can fall.  A run that comes to a roll takes one reading of it and leaves the
others, each a longer list of answers, to be run later; a dice rule is one such node, whatever it rolls inside.  What is
left last is run first.  Where a decision has several answers worth a look, every one of them starts a strand, and the
next only when it is over (see `strands`): a strand is a sum, a fork its best or its worst strand.  What follows the end
of a stage is a strand as well, and runs that end it alike share it.  So backward induction is possible although the
rules only ever run forwards.

An action may go on in further steps, its parts.  Each position between two of them is worked out once, and for itself:
whoever decides in a later part knows the dice of the earlier ones.

Weights are whole numbers over a common denominator; fractions are made once, at the end.  Where a pool without end is
cut (`Pool.cut`), the probability that may lie elsewhere is added up beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from ..core.answers import Answer, Chosen, Sealed, Shown, Staged, Whole
from ..core.decision import Decision
from ..core.dice import Pool, Ways
from ..core.errors import WarbookError
from ..core.play import Oracle, Play
from ..core.ruleset import Ruleset
from ..core.state import State, Turn
from ..core.step import lapsed, run_step
from .policy import Policy
from .strands import FREE, LOST, WON, Bend, Fork, Knot, Known, Limits, Strand

#: How far odds look: the end of the action, so many steps more, or everything that the action sets going.
Horizon = Literal["step", "consequences"] | int
Event = Callable[[State[Any, Any]], bool]
Pare = Callable[[Play[Any, Any, Any]], State[Any, Any]]
G = TypeVar("G", Shown, Whole)

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

    hooks: Mapping[Any, Any] = MappingProxyType({})
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


class Rolls(Oracle):
    """Takes one reading of each roll and leaves the others for later runs.

    `left` holds what is still to be run: answers, the numerator and denominator of their weight, and the strand they
    belong to; `num`, `den` and `strand` are those of the run that is on.  An `event` that holds ends the run.  `whose`
    dice they are is known where a dice rule is run for itself.
    """

    __slots__ = ("den", "event", "left", "num", "strand", "whose")

    def __init__(self, answers: Sequence[Answer] = (), event: Event | None = None, limits: Limits = FREE) -> None:
        self.event, self.num, self.den = event, 1, 1
        self.strand = Strand(limits)
        self.whose: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        self.left: list[Any] = [(list(answers), 1, 1, self.strand)]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        if self.event is not None and self.event(play.state):
            raise Decided
        return self._first(play.answers, *pool.ways(), pool.cut, lambda value: Shown(key, None, value))

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole:
        if self.event is not None and self.event(play.state):
            raise Decided
        if self.whose == (rule, values):
            raise Anew
        (total, ways), cut = remembered(rule, values)
        name = rule.__name__
        return self._first(play.answers, total, ways, cut, lambda value: Whole(name, value))

    def _first(
        self,
        answers: list[Answer],
        total: int,
        ways: Sequence[tuple[Any, int]],
        cut: float,
        given: Callable[[Any], G],
    ) -> G:
        """Takes one reading and leaves the others.  Where a strand may be left before its end, the likeliest reading
        comes first, and so on: what decides comes sooner."""
        if cut:
            self.strand.cut += self.num / self.den * cut
        if len(ways) == 1:
            return given(ways[0][0])
        (value, n), *others = ways
        if self.strand.limits != FREE:
            *others, (value, n) = sorted(ways, key=WEIGHT)
        num, den, left, strand = self.num, self.den * total, self.left, self.strand
        for other, m in others:
            left.append(([*answers, given(other)], num * m, den, strand))
        self.num, self.den = num * n, den
        return given(value)


WEIGHT = itemgetter(1)


class Enumeration(Rolls):
    """The oracle of a tree: where a decision has several answers worth a look, it takes one and leaves the others to
    the fork.  What follows from a position behind a stage is a strand of its own: once it is known, it is what every
    other run comes to that ends the same stage there.

    Among what is `left` are the knots of the strands that are begun.
    """

    __slots__ = ("_known", "policy", "start")

    def __init__(
        self,
        answers: Sequence[Answer],
        policy: Policy,
        event: Event | None,
        start: State[Any, Any],
        limits: Limits = FREE,
    ) -> None:
        super().__init__(answers, event, limits)
        self.policy, self.start = policy, start
        self._known: dict[tuple[Any, ...], tuple[Known, Answer | None]] = {}

    # ---- during a run ------------------------------------------------------------------------------------------------

    def staged(self, play: Play[Any, Any, Any], rule: Callable[..., Any], at: int, value: Any) -> None:
        if self.event is not None and self.event(play.state):
            raise Decided
        answers, end = play.answers, play.cursor
        rolled = any(type(answer) in DICE for answer in answers[at:end])
        answers[at:end] = (play.staged(rule.__name__, value),)
        play.cursor = at + 1
        if rolled:
            # An answer is given once in a tree, so that the last one tells all that went before the stage, and with the
            # depth which stage it is.
            before = answers[at - 1] if at else None
            key = (id(before), play.depth, value, *position(play, self.start))
            known = self._known.get(key)
            if known is not None:
                self.strand.add(self.num, self.den, known[0])
                raise Met
            self._tie(Bend(self.strand, self.num, self.den, key, before))

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
        others = [[*answers, answer] for answer in reversed(given[1:])]
        self._tie(Fork(self.strand, self.num, self.den, others, self.policy.wants(decision.player)))

    def _tie(self, knot: Knot) -> None:
        """Goes on along a new strand."""
        self.left.append(knot)
        knot.strand = self.strand = Strand(knot.limits, len(self.left))
        self.num = self.den = 1

    # ---- between two runs --------------------------------------------------------------------------------------------

    def over(self, known: Known | None) -> None:
        """The run that was on has come to this; None where another has been there before it."""
        if known is not None:
            self.strand.add(self.num, self.den, known)
        self._trim(self.strand)

    def untie(self, knot: Knot) -> None:
        """All that hangs on a knot is run: begins its next strand, or adds what it comes to."""
        if isinstance(knot, Fork):
            knot.take()
            if not knot.over:
                self._tie(knot)
                self.left.append((knot.others.pop(), 1, 1, self.strand))
                return
        known = knot.known()
        if isinstance(knot, Bend) and known.exact:
            self._known[knot.key] = known, knot.answer
        knot.before.add(knot.num, knot.den, known)
        self._trim(knot.before)

    def _trim(self, strand: Strand) -> None:
        """Leaves undone what makes no difference any more."""
        if len(self.left) > strand.base and strand.decided:
            del self.left[strand.base :]
            strand.whole = False


#: The answers that other runs give otherwise.
DICE = (Shown, Whole, Staged)


def position(play: Play[Any, Any, Any], start: State[Any, Any]) -> tuple[Any, ...]:
    """The position in the middle of a step as one hashable value, told by what is new since its start."""
    state = play.state
    queue = tuple([(waiting, lapsed(play.events, waiting, at)) for waiting, at in play.queue])
    return *_changed(state, start), state.agenda, state.effects, queue, play.kept


def _changed(state: State[Any, Any], start: State[Any, Any]) -> tuple[Any, Any]:
    """The records and the turn, where they are others than they were."""
    old = start.records
    new = tuple([(n, r) for n, r in enumerate(state.records) if n >= len(old) or r is not old[n]])
    return new, None if state.turn is start.turn else state.turn


class Exact:
    """The exact probability that `event` comes true by the horizon.

    An event counts if it holds at the end of the action, or at the end of one of the steps after it; a `lasting` one
    ends a branch as soon as it holds.  Equal positions at the end of a step are worked out once; `pare` takes out of
    one, in the middle of the action, what can no longer bear on the event.  `runs` counts the runs made; more than
    `limit` raise `TooLong`.  `cut` is how far the last answer may be from the truth, because dice without end were cut.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        world: Any,
        policy: Policy,
        event: Event,
        *,
        lasting: bool = False,
        pare: Pare | None = None,
        limit: int = LIMIT,
    ) -> None:
        self.ruleset, self.world, self.policy, self.event = ruleset, world, policy, event
        self.lasting, self.pare, self.limit, self.runs, self.cut = lasting, pare, limit, 0, 0.0
        self._known: dict[Any, Known] = {}
        self._origin = NOWHERE

    def chance(self, state: State[Any, Any], answers: Sequence[Answer] = (), horizon: Horizon = "step") -> Fraction:
        """From the start of a step, given its first answers."""
        self._origin, self._known = state, {}
        known = self._step(state, answers, further(self.ruleset, state, horizon), FREE)
        assert known.exact
        self.cut = known.cut
        return Fraction(known.won)

    def _step(self, state: State[Any, Any], answers: Sequence[Answer], goes_on: GoesOn, limits: Limits) -> Known:
        """What a position at the start of a step comes to, as far as the limits ask for it."""
        state = self.ruleset.rehearsed(self.world, state)
        oracle = Enumeration(answers, self.policy, self.event if self.lasting else None, state, limits)
        left, root = oracle.left, oracle.strand
        while left:
            top = left.pop()
            if isinstance(top, Knot):
                oracle.untie(top)
                continue
            if self.runs + 1 + (len(left) if limits is FREE and oracle.strand is root else 0) > self.limit:
                raise TooLong
            prefix, oracle.num, oracle.den, oracle.strand = top
            self.runs += 1
            oracle.over(self._run(Play(state.copy(), self.ruleset, self.world, prefix, oracle), oracle, goes_on))
        return root.known()

    def _run(self, play: Play[Any, Any, Any], oracle: Enumeration, goes_on: GoesOn) -> Known | None:
        """What one run comes to; None where it has met another."""
        try:
            run_step(play)
        except Decided:
            return WON
        except Met:
            return None
        # Beyond the action it may matter again.
        pared = self.pare(play) if self.pare is not None and goes_on.steps == 0 else play.state
        return self._after(pared, oracle, goes_on)

    def _after(self, state: State[Any, Any], oracle: Enumeration, goes_on: GoesOn) -> Known:
        """What a position at the end of a step comes to, as far as it matters to the strand that it is on."""
        counts = self.lasting or not goes_on.midway(state)
        if counts and self.event(state):
            return WON
        over = self.ruleset.result(state) is not None
        next_one = None if over else goes_on.after(state)
        if next_one is None:
            return WON if not counts and self.event(state) else LOST
        key = (*_changed(state, self._origin), state.agenda, state.effects, next_one.steps)
        known = self._known.get(key)
        if known is not None and known.exact:
            return known
        limits = oracle.strand.limits_of(oracle.num, oracle.den)
        if known is None or not known.suffices(limits):
            known = self._known[key] = self._step(state, (), next_one, limits)
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
