"""The tree that exact odds search, and the pruning that tells which branches need not be run.

A branch is what follows from one answer, or from one position at the end of a stage.  It adds up two probabilities:
that the event comes true (`won`) and that it does not (`lost`).  Branches meet at nodes: a `StageNode` is the end of a
stage, a `DecisionNode` a decision with several answers to compare.  The search is depth-first: what is still to be run
is a stack, and each node lies in it below everything that belongs to its branches.

Whoever decides at a node takes its best branch.  A branch is abandoned once it cannot be better than an earlier one of
the same node, or once it cannot change an earlier decision.  This is alpha-beta pruning; its cutoffs pass through
chance by weight, as in the *-minimax of B. W. Ballard, 1983.  An abandoned branch is never the better one, so the
result is exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from ..core.answers import Answer

Part = Fraction | int


class Cutoffs(NamedTuple):
    """A branch may be abandoned once this much of it is won, or this much lost, because the rest cannot change an
    earlier decision (None: no cutoff)."""

    won: Part | None = None
    lost: Part | None = None


class Bounds(NamedTuple):
    """Bounds of a probability: it lies between `won` and 1 - `lost`.  Where dice without end were cut, both bounds may
    be wrong by `cut`."""

    won: Part
    lost: Part
    cut: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether both bounds are the same number."""
        won, lost = self.won, self.lost  # in lowest terms
        whole = won.denominator
        return whole == lost.denominator and won.numerator + lost.numerator == whole

    def enough_for(self, cutoffs: Cutoffs) -> bool:
        """Whether closer bounds could not change an earlier decision."""
        return is_reached(self.won, cutoffs.won) or is_reached(self.lost, cutoffs.lost) or self.exact


NO_CUTOFFS, NOTHING = Cutoffs(), Fraction(0)
WON, LOST = Bounds(1, 0), Bounds(0, 1)
TOLERANCE = 1e-9  # floats closer to a cutoff than this are compared again as fractions


def is_reached(part: Part, cutoff: Part | None) -> bool:
    """Whether there is a cutoff and this much reaches it."""
    return cutoff is not None and part >= cutoff


class Branch:
    """What follows from one answer, or from one position at the end of a stage: sums of what is won and what is lost,
    by the denominators of their weights.

    Everything above `base` in the stack belongs to this branch, and is dropped once a cutoff is reached.  `complete`
    says that nothing was dropped: then everything that is not won is lost.  Otherwise `lost` is only added up where it
    has a cutoff.  `single` holds the bounds where the whole weight of the branch came at once.
    """

    __slots__ = ("base", "complete", "cut", "cutoffs", "lost", "lost_beyond", "single", "won", "won_beyond")

    def __init__(self, cutoffs: Cutoffs = NO_CUTOFFS, base: int = 0) -> None:
        self.cutoffs, self.base, self.cut, self.complete = cutoffs, base, 0.0, True
        self.single: Bounds | None = None
        self.won: dict[int, int] = {}
        self.lost: dict[int, int] = {}
        # As floats: how much is won and lost beyond the cutoffs; negative before they are reached.
        self.won_beyond = 0.0 if cutoffs.won is None else -float(cutoffs.won)
        self.lost_beyond = 0.0 if cutoffs.lost is None else -float(cutoffs.lost)

    def add(self, num: int, den: int, bounds: Bounds) -> None:
        """Add the result of a run, or of a node, whose weight is `num / den`."""
        if num == den:
            self.single = bounds
            return
        won, lost, cut = bounds
        if won:
            common = den * won.denominator
            self.won[common] = self.won.get(common, 0) + num * won.numerator
            if self.cutoffs.won is not None:
                self.won_beyond += num / den * float(won)
        if lost and self.cutoffs.lost is not None:
            common = den * lost.denominator
            self.lost[common] = self.lost.get(common, 0) + num * lost.numerator
            self.lost_beyond += num / den * float(lost)
        if cut:
            self.cut += num / den * cut
        if self.complete and not bounds.exact:
            self.complete = False

    @property
    def cutoff_reached(self) -> bool:
        """Whether the rest of this branch cannot change an earlier decision."""
        won, lost = self.cutoffs
        return (won is not None and self.won_beyond > -TOLERANCE and total(self.won) >= won) or (
            lost is not None and self.lost_beyond > -TOLERANCE and total(self.lost) >= lost
        )

    def cutoffs_below(self, num: int, den: int) -> Cutoffs:
        """The cutoffs of a part of this branch that has the weight `num / den`."""
        won, lost = cutoffs = self.cutoffs
        if (won is None and lost is None) or num == den:
            return cutoffs
        return Cutoffs(
            None if won is None else (won - total(self.won)) * Fraction(den, num),
            None if lost is None else (lost - total(self.lost)) * Fraction(den, num),
        )

    def bounds(self) -> Bounds:
        """The bounds of its probability, as far as it was run."""
        if self.single is not None:
            return self.single._replace(cut=self.single.cut + self.cut) if self.cut else self.single
        won = total(self.won)
        return Bounds(won, 1 - won if self.complete else total(self.lost), self.cut)


def total(sums: Mapping[int, int]) -> Fraction:
    """The sum of numerators that are listed by their denominators."""
    if len(sums) < 2:  # as most often
        return Fraction(*next(iter(sums.items()))[::-1]) if sums else NOTHING
    common = lcm(*sums)
    return Fraction(sum([num * (common // den) for den, num in sums.items()]), common)


class Node:
    """Where branches begin: it has the weight `num / den` in the branch `parent`, and `branch` is the one that is
    being run below it."""

    __slots__ = ("branch", "den", "num", "parent")

    def __init__(self, parent: Branch, num: int, den: int) -> None:
        self.parent, self.num, self.den = parent, num, den
        self.branch = parent  # until a branch of its own begins

    @property
    def cutoffs(self) -> Cutoffs:
        """The cutoffs of the next branch below it."""
        return self.parent.cutoffs_below(self.num, self.den)

    def bounds(self) -> Bounds:
        """The bounds of its probability."""
        return self.branch.bounds()


class StageNode(Node):
    """The end of a stage.  The bounds of the branch behind it are kept under `key`, which identifies the position.  The
    identity of the last `answer` before the stage is part of the key, so the node keeps that answer alive.  `waiting`
    are the answers that lead to the branch, until it begins."""

    __slots__ = ("answer", "key", "waiting")

    def __init__(self, parent: Branch, num: int, den: int, key: tuple[Any, ...], answer: Answer | None) -> None:
        super().__init__(parent, num, den)
        self.key, self.answer = key, answer
        self.waiting: list[Answer] | None = None


class DecisionNode(Node):
    """A decision with several answers to compare, each with a branch of its own.  `maximises` says whether the one who
    decides wants the event.  `others` are the answers whose branches have not begun; the last one comes next.

    The best of several bounds is no further from the truth than the worst of them.
    """

    __slots__ = ("best", "maximises", "others", "own_cutoffs")

    def __init__(self, parent: Branch, num: int, den: int, others: list[list[Answer]], maximises: bool) -> None:
        super().__init__(parent, num, den)
        self.others, self.maximises = others, maximises
        self.own_cutoffs = super().cutoffs
        self.best: Bounds | None = None

    @property
    def cutoffs(self) -> Cutoffs:
        """The cutoffs of the next branch: it is abandoned once it is no better than the best so far."""
        if self.best is None:
            return self.own_cutoffs
        won, lost = self.own_cutoffs
        if self.maximises:
            return Cutoffs(won, 1 - self.best.won if lost is None else min(lost, 1 - self.best.won))
        return Cutoffs(1 - self.best.lost if won is None else min(won, 1 - self.best.lost), lost)

    def close_branch(self) -> None:
        """Compare the branch that has just ended with the best so far."""
        bounds = self.branch.bounds()
        if self.best is not None:
            won, lost, cut = self.best
            best, worst = (max, min) if self.maximises else (min, max)
            bounds = Bounds(best(won, bounds.won), worst(lost, bounds.lost), max(cut, bounds.cut))
        self.best = bounds

    @property
    def finished(self) -> bool:
        """Whether no further branch need begin: none is left, or none could change an earlier decision."""
        assert self.best is not None
        won, lost, _ = self.best
        if self.maximises:
            return not self.others or won == 1 or is_reached(won, self.own_cutoffs.won)
        return not self.others or lost == 1 or is_reached(lost, self.own_cutoffs.lost)

    def bounds(self) -> Bounds:
        """The bounds of its probability.  Nothing is known of branches that have not begun."""
        assert self.best is not None
        if not self.others:
            return self.best
        won, lost, cut = self.best
        return Bounds(won, 0, cut) if self.maximises else Bounds(0, lost, cut)
