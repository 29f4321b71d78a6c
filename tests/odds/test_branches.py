"""Pruning changes no odds: trees drawn at random, against plain recursion over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.odds.duel import DUEL, Hurt, position
from warbook.core.decision import Choose
from warbook.core.dice import Pool
from warbook.core.play import Play
from warbook.odds.branches import NO_CUTOFFS, Bounds, Branch, Cutoffs, DecisionNode
from warbook.odds.exact import Exact
from warbook.odds.policy import Paths, Policy

Tree = tuple[Any, ...]
"""`("end", won)`, `("dice", key, branches)`, `("mine" or "theirs", key, branches)`, `("part", key, branch)` or
`("stage", key, inner, branches)`, where the ends of `inner` tell which of the branches comes next."""


class Somewhere(Choose[int]):
    """A choice that nobody takes for a list: a policy looks at several answers of it."""

    kind = "place"


def grown(rng: Random, depth: int, ends: int = 2) -> Tree:
    """A tree of so many levels, with numbers at its ends.  Several of its branches may lead to the same part."""
    parts: list[Tree] = []

    def branch(depth: int, ends: int, kinds: str) -> Tree:
        kind = rng.choice(kinds.split()) if depth > 0 and rng.random() < 0.95 else "end"
        if kind == "end":
            return ("end", rng.randrange(ends))
        key = f"k{rng.random()}"
        if kind == "part":
            if not parts or rng.random() < 0.4:
                parts.append(("part", key, branch(depth - 1, ends, kinds)))
            return rng.choice(parts)
        ways = rng.randint(2, 3)
        if kind == "stage":
            inner = branch(min(3, depth - 1), ways, INNER)
            return ("stage", key, inner, [branch(depth - 2, ends, kinds) for _ in range(ways)])
        return (kind, key, [branch(depth - 1, ends, kinds) for _ in range(ways)])

    return branch(depth, ends, f"{INNER} part stage part")


INNER = "dice dice mine theirs theirs"


def followed(play: Play[Any, Any, Any], tree: Tree) -> int | None:
    """A rule that follows a tree; the number at its end, None where a further part goes on."""
    match tree:
        case ("dice", key, branches):
            return followed(play, branches[play.roll(Pool(1, len(branches)), key) - 1])
        case ("mine", key, branches):
            return followed(play, branches[play.ask(0, Somewhere(key, "Where?", lambda: range(len(branches))))])
        case ("theirs", key, branches):
            return followed(play, branches[play.ask(1, Choose(key, "Which?", lambda: range(len(branches))))])
        case ("part", key, _):
            play.then(part, key)
            return None
        case ("stage", _, inner, branches):
            return followed(play, branches[play.stage(followed, inner) or 0])
    end: int = tree[1]
    return end


def part(play: Play[Any, Any, Any], key: str) -> None:
    """A further part of the action: what follows from the tree there."""
    ended(play, play.world[key])


def ended(play: Play[Any, Any, Any], tree: Tree) -> None:
    if followed(play, tree) == 1:
        play.happen(Hurt(2, 1))


def parts_of(tree: Tree) -> dict[str, Tree]:
    """The trees behind the further parts, by their keys."""
    found = {tree[1]: tree[2]} if tree[0] == "part" else {}
    branches = tree[-1] if isinstance(tree[-1], list) else [tree[2]] if tree[0] == "part" else []
    for branch in branches:
        found.update(parts_of(branch))
    return found


def worth(
    tree: Tree, best: Callable[..., Fraction], worst: Callable[..., Fraction], goes_on: Any = Fraction
) -> Fraction:
    """What a tree comes to: a mean over dice, the best of mine, the worst of theirs."""
    match tree:
        case ("end", number):
            told: Fraction = goes_on(number)
            return told
        case ("part", _, branch):
            return worth(branch, best, worst, goes_on)
        case ("stage", _, inner, branches):
            return worth(inner, best, worst, lambda number: worth(branches[number], best, worst, goes_on))
    values = [worth(branch, best, worst, goes_on) for branch in tree[2]]
    if tree[0] == "dice":
        return sum(values, Fraction(0)) / len(values)
    return best(values) if tree[0] == "mine" else worst(values)


def tree_of(tree: Tree, paths: Paths, *, maximise: bool) -> Exact:
    """Exact odds that somebody is hurt at the end of a tree."""
    rules = replace(DUEL, turn=lambda play: ended(play, tree), parts=(part,))
    policy = Policy(0, defender="best", paths=paths, maximise=maximise)
    return Exact(rules, parts_of(tree), policy, lambda state: state.records[2].wounds == 0, limit=1_000_000)


@pytest.mark.parametrize(("maximise", "paths"), list(product([True, False], ["first", "best"])))
def test_pruning_changes_no_odds(maximise: bool, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = every = 0
    for seed in range(150):
        tree = grown(Random(seed), 7)
        best, worst = (max, min) if maximise else (min, max)
        mine: Callable[..., Any] = best if paths == "best" else lambda values: values[0]
        exact = tree_of(tree, paths, maximise=maximise)
        assert exact.chance(position(8)) == worth(tree, mine, worst), f"tree {seed}"
        runs += exact.runs
        with monkeypatch.context() as patched:
            patched.setattr(Branch, "cutoff_reached", property(lambda branch: False))
            patched.setattr(DecisionNode, "finished", property(lambda node: not node.others))
            whole = tree_of(tree, paths, maximise=maximise)
            whole.chance(position(8))
            every += whole.runs
    assert runs < 0.9 * every


def test_a_branch_is_abandoned_as_soon_as_a_cutoff_is_reached() -> None:
    branch = Branch(Cutoffs(won=Fraction(1, 3)))
    branch.add(1, 4, Bounds(1, 0))
    assert not branch.cutoff_reached
    branch.add(1, 12, Bounds(1, 0))
    assert branch.cutoff_reached


def test_cutoffs_are_compared_exactly_however_near_they_are() -> None:
    hair = Fraction(1, 10**40)
    for limit, reached in ((Fraction(1, 3) - hair, True), (Fraction(1, 3) + hair, False)):
        branch = Branch(Cutoffs(won=limit))
        branch.add(1, 3, Bounds(1, 0))
        assert branch.cutoff_reached == reached
        branch = Branch(Cutoffs(lost=limit))
        branch.add(1, 3, Bounds(0, 1))
        assert branch.cutoff_reached == reached


def test_cutoffs_pass_through_chance_by_weight() -> None:
    branch = Branch(Cutoffs(Fraction(1, 2), Fraction(3, 4)))
    branch.add(1, 4, Bounds(Fraction(1, 2), Fraction(1, 2)))
    assert branch.cutoffs_below(1, 2) == (Fraction(3, 4), Fraction(5, 4))
    assert Branch(NO_CUTOFFS).cutoffs_below(1, 2) == NO_CUTOFFS


def test_an_abandoned_branch_has_both_bounds() -> None:
    branch = Branch(Cutoffs(Fraction(1, 4), Fraction(2)))
    branch.add(1, 2, Bounds(Fraction(1, 2), Fraction(1, 2)))
    branch.complete = False
    assert branch.bounds() == (Fraction(1, 4), Fraction(1, 4), 0.0)
    assert not branch.bounds().exact


def test_a_decision_asks_of_the_next_branch_that_it_is_better() -> None:
    for wants, cutoffs in ((True, Cutoffs(None, Fraction(2, 3))), (False, Cutoffs(Fraction(1, 3), None))):
        node = DecisionNode(Branch(), 1, 1, [[]], wants)
        node.branch = Branch()
        node.branch.add(1, 3, Bounds(1, 0))
        node.close_branch()
        assert node.cutoffs == cutoffs
        assert not node.finished
