"""Exact odds: every roll of a step with its exact weight, found by running the rules themselves.

The rules run once for each way the dice can fall (see `dice_rules`).  Where a decision has several answers to compare,
each of them begins a branch, and the next branch begins when the one before it has ended (see `branches`): a decision
is worth its best or its worst branch, and a branch is a sum.  What follows the end of a stage is a branch too, and runs
that end the stage alike share it.  So backward induction is possible although rules only run forwards.

An action may continue in further steps, its parts.  Each position between two of them is worked out once and by itself:
whoever decides in a later part knows the dice of the earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from time import perf_counter
from typing import Any

from ..core.answers import Answer, Chosen, Sealed, Shown, Staged, Whole
from ..core.decision import Decision
from ..core.play import Play
from ..core.ruleset import Ruleset
from ..core.state import State
from ..core.step import lapsed, run_step
from .branches import LOST, NO_CUTOFFS, WON, Bounds, Branch, Cutoffs, DecisionNode, Node, StageNode
from .dice_rules import DECIDED, NOWHERE, Alike, AllDecided, Decided, Event, RollEnumerator, TooLong
from .horizon import Horizon, Lookahead, lookahead
from .policy import Policy
from .rising import Rising, RollNode
from .stages import Apart, Ends, Several, Stages

#: Takes out of a position what can no longer bear on the event.
Pare = Callable[[Play[Any, Any, Any]], State[Any, Any]]
#: What can still bear on the event at the end of a stage (by its key), besides its value; None: everything.
Remains = Callable[[Play[Any, Any, Any], str], Any]

LIMIT = 6_000  # runs
RANKED = 3  # readings: of a roll with fewer all are followed, however they rank
PARTS = 4  # runs of stages by themselves that count as one


class Transposition(BaseException):
    """Another run has been in this very position, so its odds are known."""


class TreeEnumerator(RollEnumerator):
    """The oracle of a search: where a decision has several answers to compare, it takes one and leaves the others to a
    `DecisionNode`.  What follows a stage is a branch of its own; once its odds are known, every other run that ends the
    same stage in the same position takes them from the cache.

    The `stack` also holds the nodes whose branches have begun.
    """

    __slots__ = ("_cached", "_undecided", "policy", "remains", "rising", "stages", "start")

    def __init__(
        self,
        answers: Sequence[Answer],
        policy: Policy,
        event: Event | None,
        start: State[Any, Any],
        cutoffs: Cutoffs = NO_CUTOFFS,
        alike: Alike | None = None,
        remains: Remains | None = None,
        apart: Apart | None = None,
        rising: Rising | None = None,
        count_run: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(answers, event, cutoffs, alike)
        self.policy, self.start, self.remains, self.rising = policy, start, remains, rising
        self.stages = Stages(policy, event, alike, self._end_key, apart, count_run)
        self._cached: dict[tuple[Any, ...], tuple[Bounds, Answer | None]] = {}
        self._undecided = set[str]()

    # ---- during a run ------------------------------------------------------------------------------------------------

    def _take_roll(
        self, play: Play[Any, Any, Any], key: str, total: int, ways: Sequence[tuple[Any, int]], cut: float
    ) -> Shown:
        rank = None
        if self.rising is not None and len(ways) >= RANKED and not cut and self.policy.decides_freely:
            rank = self.rising(play, key)
        if rank is None:
            return super()._take_roll(play, key, total, ways, cut)
        if ways[-1][0] in DECIDED:
            ways = self._without_decided(total, ways)
        node = RollNode(self.branch, self.num, self.den, total, ways, rank, play.answers, key)
        self._begin_branch(node)
        return node.next_answer()

    def staged(self, play: Play[Any, Any, Any], rule: Callable[..., Any], at: int, value: Any) -> None:
        if self.event is not None and self.event(play.state):
            raise Decided
        answers, end = play.answers, play.cursor
        rolled = any(type(answer) in DICE for answer in answers[at:end])
        stage = play.staged(rule.__name__, value)
        answers[at:end], play.cursor = (stage,), at + 1
        if rolled:
            before = answers[at - 1] if at else None
            key = self._end_key(play, stage, before)
            if key is True:
                raise Decided
            bounds = LOST if key is False else self._cached[key][0] if key in self._cached else None
            if bounds is not None:
                self.branch.add(self.num, self.den, bounds)
                raise Transposition
            self._begin_branch(StageNode(self.branch, self.num, self.den, key, before))

    def _end_key(self, play: Play[Any, Any, Any], end: Staged, before: Answer | None) -> Any:
        """What identifies the end of a stage, where a Play stands, or whether the event comes true where that is
        decided.  Each answer object is made once in a tree, so the last one before the stage identifies all of them;
        the depth tells which stage it is."""
        left = self.remains(play, end.key) if self.remains is not None else None
        if left is None:
            return (id(before), end.depth, end.value, *position(play, self.start))
        if isinstance(left, bool) and not self.policy.unused():  # else something that was said would not be asked
            return left
        return end.key, end.depth, end.value, left

    def begun(self, play: Play[Any, Any, Any], rule: Callable[..., Any], args: tuple[Any, ...]) -> Staged | None:
        """Where the ruleset says what alone bears on a stage, it is one chance node."""
        if rule.__name__ in self._undecided or not self.stages.known(play, rule, args):
            return None
        try:
            ends = self.stages.ends(play, rule, args)
        except Several:
            self._undecided.add(rule.__name__)
            return None
        if ends.only is None:
            self._part(play.answers, ends)
            raise Transposition
        return ends.only

    def _part(self, answers: list[Answer], ends: Ends) -> None:
        """Leave the ends of a stage for later, and add what is decided in it."""
        num, den, before = self.num, self.den, answers[-1] if answers else None
        for key, (share, end) in ends.found.items():
            node = StageNode(self.branch, num * share.numerator, den * share.denominator, key, before)
            node.waiting = [*answers, end]
            self.stack.append(node)
        for share, bounds in ((ends.won, WON), (ends.lost, LOST)):
            self.branch.add(num * share.numerator, den * share.denominator, bounds)

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if self.event is not None and self.event(play.state):
            raise Decided
        options = self.policy.options(decision, play)
        if len(options) > 1:
            self._compare(play.answers, decision, [Chosen(decision.key, option) for option in options])
        return options[0]

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        if self.event is not None and self.event(play.state):
            raise Decided
        seat, decision = next(iter(decisions.items()))
        options = [Sealed(decision.key, seat, option) for option in self.policy.options(decision, play)]
        if len(options) > 1:
            self._compare(play.answers, decision, options)
        return options[0]

    def _compare(self, answers: list[Answer], decision: Decision[Any], options: Sequence[Answer]) -> None:
        """Begin the branch of the first option and leave the others for later."""
        others = [[*answers, option] for option in reversed(options[1:])]
        maximises = self.policy.wants(decision.player)
        self._begin_branch(DecisionNode(self.branch, self.num, self.den, others, maximises))

    def _begin_branch(self, node: Node) -> None:
        self.stack.append(node)
        node.branch = self.branch = Branch(node.cutoffs, len(self.stack))
        self.num = self.den = 1

    # ---- between two runs --------------------------------------------------------------------------------------------

    def end_run(self, bounds: Bounds | None) -> None:
        """Add the result of the run that has ended; None where it has been added."""
        if bounds is not None:
            self.branch.add(self.num, self.den, bounds)
        self._prune(self.branch)

    def end_node(self, node: Node) -> None:
        """Everything above this node in the stack has been run: begin its next branch, or add its result to the branch
        above."""
        if isinstance(node, DecisionNode):
            node.close_branch()
            if not node.finished:
                self._begin_branch(node)
                self.stack.append((node.others.pop(), 1, 1, self.branch))
                return
        if isinstance(node, RollNode):
            node.close_branch()
            if not node.open or node.parent.cutoff_reached:
                node.parent.complete = node.parent.complete and not node.open
                self._prune(node.parent)
                return
            self._begin_branch(node)
            self.stack.append(([*node.answers, node.next_answer()], 1, 1, self.branch))
            return
        if isinstance(node, StageNode) and node.waiting is not None:
            answers, node.waiting = node.waiting, None
            cached = self._cached.get(node.key)
            if cached is None:
                self._begin_branch(node)
                self.stack.append((answers, 1, 1, self.branch))
            else:
                node.parent.add(node.num, node.den, cached[0])
                self._prune(node.parent)
            return
        bounds = node.bounds()
        if isinstance(node, StageNode) and bounds.exact:
            self._cached[node.key] = bounds, node.answer
        node.parent.add(node.num, node.den, bounds)
        self._prune(node.parent)

    def _prune(self, branch: Branch) -> None:
        """Drop the rest of a branch that cannot change an earlier decision."""
        if len(self.stack) > branch.base and branch.cutoff_reached:
            del self.stack[branch.base :]
            branch.complete = False


#: The kinds of answers that differ between the runs of a tree because dice fell differently.
DICE = (Shown, Whole, Staged)


def position(play: Play[Any, Any, Any], start: State[Any, Any]) -> tuple[Any, ...]:
    """The position in the middle of a step as one hashable value: only what differs from its start."""
    state = play.state
    queue = tuple([(waiting, lapsed(play.events, waiting, at)) for waiting, at in play.queue])
    return *_changes(state, start), state.agenda, state.effects, queue, play.kept


def _changes(state: State[Any, Any], start: State[Any, Any]) -> tuple[Any, Any]:
    """The records, and the turn, that differ from those of the start."""
    old = start.records
    new = tuple([(n, r) for n, r in enumerate(state.records) if n >= len(old) or (r is not old[n] and r != old[n])])
    return new, None if state.turn is start.turn else state.turn


class Exact:
    """The exact probability that `event` comes true by the horizon.

    An event counts if it holds at the end of the action, or at the end of one of the steps after it; a `lasting` one
    ends a run as soon as it holds.  Equal positions at the end of a step are worked out once; `pare` takes out of one,
    in the middle of the action, what can no longer bear on the event; readings of a roll that are `alike` are one
    branch, and so are ends of a stage of which the same `remains`.  `runs` counts the runs made; more than `limit`
    raise `TooLong`, or than `limit_compared` once the acting side has compared answers that bear on the event, or the
    time `until` (of `perf_counter`).  `cut` is how far the last result may be from the truth, because dice without end
    were cut.
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
        alike: Alike | None = None,
        remains: Remains | None = None,
        apart: Apart | None = None,
        rising: Rising | None = None,
        limit: int = LIMIT,
        limit_compared: int | None = None,
        until: float | None = None,
    ) -> None:
        self.until = until
        self.limit_compared = limit if limit_compared is None else min(limit, limit_compared)
        self.ruleset, self.world, self.policy, self.event = ruleset, world, policy, event
        self.lasting, self.pare, self.alike, self.remains, self.limit = lasting, pare, alike, remains, limit
        self.apart, self.rising = apart, rising
        self.cut, self._spent = 0.0, 0
        self._cached: dict[Any, Bounds] = {}
        self._origin = NOWHERE

    def chance(self, state: State[Any, Any], answers: Sequence[Answer] = (), horizon: Horizon = "step") -> Fraction:
        """The probability from the start of a step, given its first answers."""
        self._origin, self._cached = state, {}
        bounds = self._search_step(state, answers, lookahead(self.ruleset, state, horizon), NO_CUTOFFS)
        assert bounds.exact
        self.cut = bounds.cut
        return Fraction(bounds.won)

    def _search_step(
        self, state: State[Any, Any], answers: Sequence[Answer], ahead: Lookahead, cutoffs: Cutoffs
    ) -> Bounds:
        """The bounds of the probability from the start of a step, as close as the cutoffs need them."""
        state = self.ruleset.rehearsed(self.world, state)
        # What is alike, or pared, may bear on the event again in steps after the action.
        bearing = (self.alike, self.remains, self.apart, self.rising) if ahead.steps == 0 else (None,) * 4
        event = self.event if self.lasting else None
        oracle = TreeEnumerator(answers, self.policy, event, state, cutoffs, *bearing, self._count_part)
        stack, root = oracle.stack, oracle.branch
        while stack:
            top = stack.pop()
            if isinstance(top, Node):
                oracle.end_node(top)
                continue
            # Without cutoffs all that is on the stack will be run, so a search that must fail can fail at once.
            self._count_run(len(stack) if cutoffs is NO_CUTOFFS and oracle.branch is root else 0)
            prefix, oracle.num, oracle.den, oracle.branch = top
            oracle.end_run(self._run(Play(state.copy(), self.ruleset, self.world, prefix, oracle), oracle, ahead))
        return root.bounds()

    def _count_run(self, certain: int = 0) -> None:
        """One run more; so many more are `certain` to follow."""
        self._spend(PARTS, certain)

    def _count_part(self) -> None:
        """One run more of a stage by itself."""
        self._spend(1, 0)

    def _spend(self, parts: int, certain: int) -> None:
        most = self.limit_compared if self.policy.compared else self.limit
        if self._spent + parts > PARTS * (most - certain) or (self.until is not None and perf_counter() > self.until):
            raise TooLong
        self._spent += parts

    @property
    def runs(self) -> int:
        """How many runs were made, those of stages by themselves counted as parts of runs."""
        return -(-self._spent // PARTS)

    def _run(self, play: Play[Any, Any, Any], oracle: TreeEnumerator, ahead: Lookahead) -> Bounds | None:
        """The bounds at the end of one run; None where its odds came from the cache, or all that it read decides it."""
        try:
            run_step(play)
        except Decided:
            return WON
        except (Transposition, AllDecided):
            return None
        pared = self.pare(play) if self.pare is not None and ahead.steps == 0 else play.state
        return self._after_step(pared, oracle, ahead)

    def _after_step(self, state: State[Any, Any], oracle: TreeEnumerator, ahead: Lookahead) -> Bounds:
        """The bounds from a position at the end of a step, as close as its branch needs them."""
        counts = self.lasting or not ahead.in_action(state)
        if counts and self.event(state):
            return WON
        battle_over = self.ruleset.result(state) is not None
        following = None if battle_over else ahead.after_step(state)
        if following is None:
            return WON if not counts and self.event(state) else LOST
        key = (*_changes(state, self._origin), state.agenda, state.effects, following.steps)
        bounds = self._cached.get(key)
        if bounds is not None and bounds.exact:
            return bounds
        cutoffs = oracle.branch.cutoffs_below(oracle.num, oracle.den)
        if bounds is None or not bounds.enough_for(cutoffs):
            bounds = self._cached[key] = self._search_step(state, (), following, cutoffs)
        return bounds
