"""Strands: what exact odds keep of a tree of runs while it is run, and how they tell what need not be run.

A strand is what follows from one answer, or from one position behind a stage: a sum of what is surely won (the event
comes true) and one of what is surely lost.  Strands are tied to one another by knots: a `Bend` is the end of a stage, a
`Fork` a decision with several answers worth a look.  One strand is followed to its end before the next is begun, so
that what is still to be run is a stack, and each knot lies in it below all that hangs on it.

Whoever decides at a fork wants the best strand of it.  A strand that is sure to be no better than one before it is
left, and so is a fork that is sure to change nothing for those who decided before it (alpha-beta pruning, with its
bounds taken through the chances by their weights as in the *-minimax of B. W. Ballard, 1983).  What is left is never
better, so that the answer is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from ..core.answers import Answer

Part = Fraction | int


class Limits(NamedTuple):
    """How much must be won, or lost, for the rest to make no difference to those who decided before (None: all of it
    counts)."""

    won: Part | None = None
    lost: Part | None = None


class Known(NamedTuple):
    """What is known of a probability: the truth lies between `won` and 1 - `lost`.  `cut` is how much of it may lie
    elsewhere, because dice without end were cut."""

    won: Part
    lost: Part
    cut: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether it is known to the last bit."""
        return self.won + self.lost == 1

    def suffices(self, limits: Limits) -> bool:
        """Whether nobody needs to know more."""
        return reached(self.won, limits.won) or reached(self.lost, limits.lost) or self.exact


FREE = Limits()
WON, LOST = Known(1, 0), Known(0, 1)
NEAR = 1e-9  # what is as near as that to a limit is compared exactly


def reached(part: Part, limit: Part | None) -> bool:
    """Whether a limit, if there is one, is reached."""
    return limit is not None and part >= limit


class Strand:
    """What follows from one answer, or from one position behind a stage: sums of what is won and what is lost, by the
    denominator of their weights.

    All that stands above its `base` among what is still to be run hangs on it, and is left once a limit is reached.
    It is `whole` if nothing was; then what is not won is lost.  Otherwise what is lost counts where it has a limit.
    `only` is what it comes to where there is but one way along it.
    """

    __slots__ = ("base", "cut", "far", "limits", "lost", "near", "only", "whole", "won")

    def __init__(self, limits: Limits = FREE, base: int = 0) -> None:
        self.limits, self.base, self.cut, self.whole = limits, base, 0.0, True
        self.only: Known | None = None
        self.won: dict[int, int] = {}
        self.lost: dict[int, int] = {}
        # In fast arithmetic, how much is won and lost beyond the limits.
        self.near = 0.0 if limits.won is None else -float(limits.won)
        self.far = 0.0 if limits.lost is None else -float(limits.lost)

    def add(self, num: int, den: int, known: Known) -> None:
        """So much of it comes to this."""
        if num == den:
            self.only = known
            return
        won, lost, cut = known
        if won:
            whole = den * won.denominator
            self.won[whole] = self.won.get(whole, 0) + num * won.numerator
            if self.limits.won is not None:
                self.near += num / den * float(won)
        if lost and self.limits.lost is not None:
            whole = den * lost.denominator
            self.lost[whole] = self.lost.get(whole, 0) + num * lost.numerator
            self.far += num / den * float(lost)
        if cut:
            self.cut += num / den * cut
        if self.whole and won + lost != 1:
            self.whole = False

    @property
    def decided(self) -> bool:
        """Whether a limit is reached."""
        won, lost = self.limits
        return (won is not None and self.near > -NEAR and total(self.won) >= won) or (
            lost is not None and self.far > -NEAR and total(self.lost) >= lost
        )

    def limits_of(self, num: int, den: int) -> Limits:
        """The limits of what has so much of its weight."""
        won, lost = limits = self.limits
        if (won is None and lost is None) or num == den:
            return limits
        return Limits(
            None if won is None else (won - total(self.won)) * Fraction(den, num),
            None if lost is None else (lost - total(self.lost)) * Fraction(den, num),
        )

    def known(self) -> Known:
        """What it comes to, as far as it was followed."""
        if self.only is not None:
            return self.only._replace(cut=self.only.cut + self.cut) if self.cut else self.only
        won = total(self.won)
        return Known(won, 1 - won if self.whole else total(self.lost), self.cut)


def total(sums: Mapping[int, int]) -> Fraction:
    """Numerators, by their denominators, added up."""
    common = lcm(*sums)
    return Fraction(sum(num * (common // den) for den, num in sums.items()), common)


class Knot:
    """Where a strand is tied to the one `before` it, as so much of that one's weight."""

    __slots__ = ("before", "den", "num", "strand")

    def __init__(self, before: Strand, num: int, den: int) -> None:
        self.before, self.num, self.den = before, num, den
        self.strand = before  # until its own is begun

    @property
    def limits(self) -> Limits:
        """The limits of what hangs on it."""
        return self.before.limits_of(self.num, self.den)

    def known(self) -> Known:
        """What it comes to."""
        return self.strand.known()


class Bend(Knot):
    """The end of a stage: what is known of the strand behind it is kept under a `key` that tells where it is.  The last
    answer before the stage is part of that, by its identity."""

    __slots__ = ("answer", "key")

    def __init__(self, before: Strand, num: int, den: int, key: tuple[Any, ...], answer: Answer | None) -> None:
        super().__init__(before, num, den)
        self.key, self.answer = key, answer


class Fork(Knot):
    """A decision with several answers worth a look, by somebody who `wants` the event or does not: one strand for each.
    The `others` are those that are not begun yet, the first to come last.

    The best of several numbers is as far from the truth as the worst known of them at most.
    """

    __slots__ = ("others", "own", "so_far", "wants")

    def __init__(self, before: Strand, num: int, den: int, others: list[list[Answer]], wants: bool) -> None:
        super().__init__(before, num, den)
        self.others, self.wants = others, wants
        self.own = super().limits
        self.so_far: Known | None = None

    @property
    def limits(self) -> Limits:
        """The limits of the next strand: no further than it takes to be no better than those before it."""
        if self.so_far is None:
            return self.own
        won, lost = self.own
        if self.wants:
            return Limits(won, 1 - self.so_far.won if lost is None else min(lost, 1 - self.so_far.won))
        return Limits(1 - self.so_far.lost if won is None else min(won, 1 - self.so_far.lost), lost)

    def take(self) -> None:
        """Its strand is over."""
        known = self.strand.known()
        if self.so_far is not None:
            won, lost, cut = self.so_far
            best, worst = (max, min) if self.wants else (min, max)
            known = Known(best(won, known.won), worst(lost, known.lost), max(cut, known.cut))
        self.so_far = known

    @property
    def over(self) -> bool:
        """Whether no further strand is to be begun: there is none, or none could make a difference."""
        assert self.so_far is not None
        won, lost, _ = self.so_far
        if self.wants:
            return not self.others or won == 1 or reached(won, self.own.won)
        return not self.others or lost == 1 or reached(lost, self.own.lost)

    def known(self) -> Known:
        """What it comes to.  Strands that were not begun may come to anything."""
        assert self.so_far is not None
        if not self.others:
            return self.so_far
        won, lost, cut = self.so_far
        return Known(won, 0, cut) if self.wants else Known(0, lost, cut)
