"""Memo: what a function has come to, kept with the thing that it was asked about.

Two things are worth it: a position, whose memo is gone as soon as somebody moves, and what never changes in a battle,
such as a board.  Functions of plain values use `functools.cache` or `lru_cache`, and what needs no further argument is
a `cached_property`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar, TypeVarTuple

K = TypeVar("K")
V = TypeVar("V")
Ts = TypeVarTuple("Ts")

Memo = dict[Any, Any]
"""The answers of functions, each with the others of its function, by their arguments without the first."""


_UNKNOWN: Any = object()  # no KeyError, as every position begins with nothing known


class Memoized(Generic[K]):
    """A decorator for functions whose first argument has a memo, which `memo_of` finds.

    The keys are the function and all its other arguments, so nothing that the answer depends on can be left out of it.
    They are hashable.  Neither they nor the answer hold on to anything that the first argument should not keep alive:
    they are ids and plain values, no handles.  Callers share the answer, so nobody may change what it says.  An answer
    that is computed piece by piece as callers ask for more must stay right where that is interrupted (Ctrl-C).
    """

    def __init__(self, memo_of: Callable[[K], Memo]) -> None:
        self._memo_of = memo_of

    def __call__(self, function: Callable[[K, *Ts], V]) -> Callable[[K, *Ts], V]:
        memo_of = self._memo_of

        @wraps(function)
        def remembered(about: K, *args: *Ts) -> V:
            memo = memo_of(about)
            answers = memo.get(remembered)
            if answers is None:
                answers = memo[remembered] = {}
            known: V = answers.get(args, _UNKNOWN)
            if known is _UNKNOWN:
                known = answers[args] = function(about, *args)
            return known

        return remembered

    def at_most(self, most: int) -> Callable[[Callable[[K, *Ts], V]], Callable[[K, *Ts], V]]:
        """The same decorator for large answers: with so many of a function in one memo, it forgets them all."""

        def decorate(function: Callable[[K, *Ts], V]) -> Callable[[K, *Ts], V]:
            memo_of = self._memo_of

            @wraps(function)
            def remembered(about: K, *args: *Ts) -> V:
                answers = memo_of(about).setdefault(remembered, {})
                if args not in answers:
                    if len(answers) >= most:
                        answers.clear()
                    answers[args] = function(about, *args)
                known: V = answers[args]
                return known

            return remembered

        return decorate

    def tell(self, function: Callable[[K, *Ts], V], answer: V, about: K, *args: *Ts) -> None:
        """Remember an answer that somebody knows already of a function that this has decorated (not `at_most`)."""
        self._memo_of(about).setdefault(function, {})[args] = answer
