"""Exact outcomes of rolls: an oracle that visits every reading of every roll, and the distribution of a dice rule.

A rule runs once for each way its dice can fall.  A run that comes to a roll takes one reading and puts the others on a
stack, each as a longer list of answers to be run later.  A dice rule (one that only rolls) counts as one roll, whatever
it rolls inside.

Weights are whole numbers over a common denominator; fractions are made once, at the end.  Where a pool without end is
cut (`Pool.cut`), the probability that may lie elsewhere is added up beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd, lcm
from operator import add, itemgetter
from types import MappingProxyType
from typing import Any, TypeVar

from ..core.answers import Answer, Shown, Whole
from ..core.bearings import IN_VAIN, SURE, InParts, InTwo, OfSums
from ..core.dice import Pool, Ways
from ..core.errors import WarbookError
from ..core.play import Oracle, Play
from ..core.state import State, Turn
from .branches import LOST, NO_CUTOFFS, WON, Bounds, Branch, Cutoffs

Event = Callable[[State[Any, Any]], bool]
#: What stands for the readings of a roll (by its key, or the name of a dice rule) that bear alike on the event; None:
#: each bears in its own way.
Alike = Callable[[Play[Any, Any, Any], str], Callable[[Any], Any] | None]
G = TypeVar("G", Shown, Whole)
#: Values with their numerators.
Weighted = Sequence[tuple[Any, int]]

CHEAP = 200  # runs that a dice rule may take to count as cheap
CACHED = 1 << 14  # distributions that are kept


class TooLong(Exception):
    """More runs would be needed than the limit allows."""


class Decided(BaseException):
    """The event has come true for good: no later roll can change that."""


class AllDecided(BaseException):
    """Whatever is read decides whether the event comes true."""


class Restarted(BaseException):
    """A dice rule has called itself with the values it began with, so it starts over."""


class RollEnumerator(Oracle):
    """Takes one reading of each roll and leaves the others for later runs.

    `stack` holds what is still to be run: answers, the numerator and denominator of their weight, and the branch they
    belong to; `num`, `den` and `branch` are those of the run in progress.  A run ends as soon as the `event` holds.
    Readings that are `alike` are one, and those that decide it are not followed.  `restart` is the dice rule that is
    being enumerated by itself, with its values.
    """

    __slots__ = ("alike", "branch", "den", "event", "num", "restart", "stack")

    def __init__(
        self,
        answers: Sequence[Answer] = (),
        event: Event | None = None,
        cutoffs: Cutoffs = NO_CUTOFFS,
        alike: Alike | None = None,
    ) -> None:
        self.event, self.alike, self.num, self.den = event, alike, 1, 1
        self.branch = Branch(cutoffs)
        self.restart: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        self.stack: list[Any] = [(list(answers), 1, 1, self.branch)]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        if self.event is not None and self.event(play.state):
            raise Decided
        standing_for = self.alike(play, key) if self.alike is not None else None
        total, ways = pool.ways() if standing_for is None else merged_ways(pool, standing_for)
        return self._take_roll(play, key, total, ways, pool.cut)

    def _take_roll(
        self, play: Play[Any, Any, Any], key: str, total: int, ways: Sequence[tuple[Any, int]], cut: float
    ) -> Shown:
        """Takes one of the readings of a roll, and leaves the others."""
        return self._take_reading(play.answers, total, ways, cut, lambda value: Shown(key, None, value))

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole:
        if self.event is not None and self.event(play.state):
            raise Decided
        if self.restart == (rule, values):
            raise Restarted
        (total, ways), cut = distribution_and_cut(rule, values)
        name = rule.__name__
        standing_for = self.alike(play, name) if self.alike is not None else None
        if standing_for is not None:
            ways = merged(ways, standing_for)
        return self._take_reading(play.answers, total, ways, cut, lambda value: Whole(name, value))

    def _take_reading(
        self,
        answers: list[Answer],
        total: int,
        ways: Sequence[tuple[Any, int]],
        cut: float,
        as_answer: Callable[[Any], G],
    ) -> G:
        """Takes one reading and leaves the others.  Where a branch has cutoffs, the likeliest reading comes first,
        because it reaches them sooner."""
        if cut:
            self.branch.cut += self.num / self.den * cut
        if ways[-1][0] in DECIDED:
            ways = self._without_decided(total, ways)
        elif len(ways) == 1:
            return as_answer(ways[0][0])
        (value, n), *others = ways
        if self.branch.cutoffs != NO_CUTOFFS:
            *others, (value, n) = sorted(ways, key=WEIGHT)
        num, den, stack, branch = self.num, self.den * total, self.stack, self.branch
        for other, m in others:
            stack.append(([*answers, as_answer(other)], num * m, den, branch))
        self.num, self.den = num * n, den
        return as_answer(value)

    def _without_decided(self, total: int, ways: Sequence[tuple[Any, int]]) -> Sequence[tuple[Any, int]]:
        """The readings that decide nothing, once those are added up that do, which come last."""
        while ways and (bounds := DECIDED.get(ways[-1][0])) is not None:
            self._add_decided(self.num * ways[-1][1], self.den * total, bounds)
            ways = ways[:-1]
        if not ways:
            raise AllDecided
        return ways

    def _add_decided(self, num: int, den: int, bounds: Bounds) -> None:
        self.branch.add(num, den, bounds)


DECIDED: dict[Any, Bounds] = {SURE: WON, IN_VAIN: LOST}
WEIGHT = itemgetter(1)


@lru_cache(maxsize=1 << 10)
def merged_ways(pool: Pool, standing_for: Callable[[Any], Any]) -> Ways:
    """The outcomes of a pool where one reading stands for all that are alike."""
    match standing_for:
        case InParts(sums, own, others, whole):
            (total, ways), (among, parts) = merged_ways(pool, OfSums(sums, own)), pool.of_sums(others).ways()
            return total * among, merged(_together(ways, among, parts), whole)
        case InTwo(common, own):
            total, ways = merged_ways(pool, common)
        case OfSums(sums, own):
            total, ways = pool.of_sums(sums).ways()
        case own:
            total, ways = pool.ways()
    return total, merged(ways, own)


def _together(ways: Weighted, among: int, parts: Weighted) -> Iterator[tuple[Any, int]]:
    """Each outcome with each of the `parts` that other dice add to it, whose numerators come to `among`."""
    for one, n in ways:
        if one in DECIDED:
            yield one, n * among
        else:
            for other, m in parts:
                yield one._make(map(add, one, other)), n * m


def merged(ways: Iterable[tuple[Any, int]], standing_for: Callable[[Any], Any]) -> tuple[tuple[Any, int], ...]:
    """Outcomes of which one stands for all that are alike; those that decide the event come last."""
    found: dict[Any, int] = {}
    for value, n in ways:
        if value not in DECIDED:
            value = standing_for(value)
        found[value] = found.get(value, 0) + n
    decided = [(each, found.pop(each)) for each in DECIDED if each in found]
    return (*found.items(), *decided)


class _NoRules:
    """What a dice rule may know of its game: nothing."""

    hooks: Mapping[Any, Any] = MappingProxyType({})
    chosen: Mapping[str, Any] = MappingProxyType({})


NO_RULES: Any = _NoRules()
NOWHERE: State[Any, Any] = State([], Turn())


def enumerate_outcomes(rule: Callable[..., Any], values: tuple[Any, ...], limit: int = 0) -> Ways:
    """The exact outcomes of a rule that only rolls, found by running it over every roll once: a common denominator,
    and each outcome with its numerator.  Outcomes must be hashable.  Raises `TooLong` for more than `limit` runs
    (0: no limit)."""
    return _enumerate(rule, values, limit)[0]


def _enumerate(rule: Callable[..., Any], values: tuple[Any, ...], limit: int = 0) -> tuple[Ways, float]:
    """The outcomes, and the probability that was cut.  A rule that starts over as itself is a geometric series, so only
    its other outcomes count."""
    oracle = RollEnumerator()
    oracle.restart = rule, values
    stack = oracle.stack
    found: dict[int, dict[Any, int]] = {}
    restarts: dict[int, int] = {}
    runs = 0
    while stack:
        runs += 1
        if runs == limit:
            raise TooLong
        answers, oracle.num, oracle.den, _ = stack.pop()
        try:
            value = rule(Play(NOWHERE, NO_RULES, None, answers, oracle), *values)
        except Restarted:
            restarts[oracle.den] = restarts.get(oracle.den, 0) + oracle.num
            continue
        same = found.setdefault(oracle.den, {})
        same[value] = same.get(value, 0) + oracle.num
    common = lcm(*found, *restarts)
    ways: dict[Any, int] = {}
    for den, outcomes in found.items():
        times = common // den
        for value, n in outcomes.items():
            ways[value] = ways.get(value, 0) + n * times
    total = common - sum(n * (common // den) for den, n in restarts.items())
    if not total:
        raise WarbookError(f"{rule.__name__}{values} starts over for ever")
    divisor = gcd(total, *ways.values())
    reduced = tuple((value, n // divisor) for value, n in ways.items())
    return (total // divisor, reduced), oracle.branch.cut * common / total


#: The outcomes of a dice rule and the probability that was cut, cached: the same hit, wound and save recur often.
distribution_and_cut = lru_cache(maxsize=CACHED)(_enumerate)


def distribution(rule: Callable[..., Any], values: tuple[Any, ...]) -> Ways:
    """The outcomes of a dice rule, from the cache (see `enumerate_outcomes`)."""
    return distribution_and_cut(rule, values)[0]


@lru_cache(maxsize=CACHED)
def cheap_distribution(rule: Callable[..., Any], values: tuple[Any, ...]) -> Ways | None:
    """The outcomes of a dice rule if few runs find them, else None: for a caller who can roll the dice instead."""
    try:
        return enumerate_outcomes(rule, values, CHEAP)
    except TooLong:
        return None
