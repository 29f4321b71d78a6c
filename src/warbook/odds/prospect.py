"""Prospects: what an answer to an open question may lead to, quickly enough to be shown before the answer is given.

Where a game says what bears on an outcome, its odds come from a tree of its own (see `report`).  The odds of all other
outcomes come from one tree of runs.  Nobody has a choice in it (see `Policy`), so its value is a
weighted mean of the values of its ends.  The value of an end is a number with a digit for each outcome, 1 where the
outcome holds, in a base so large that no sum of weights carries from one digit into the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import perf_counter
from typing import Any

from msgspec import Struct

from ..core.answers import Answer, Chosen, Sealed
from ..core.decision import Decision, against
from ..core.errors import Illegal, WarbookError
from ..core.events import WHO
from ..core.play import Play
from ..core.ruleset import Outcome
from ..core.state import State
from ..core.window import Window
from .branches import Bounds
from .dice_rules import TooLong
from .estimate import estimate, wilson
from .exact import Exact, TreeEnumerator
from .horizon import Lookahead
from .policy import Policy
from .report import Question, determinizer

RUNS = 1_500
SECONDS = 0.2  # for the exact odds, and as much again for the playouts where these take longer
PLAYOUTS = 400
FEWEST = 25
NEGLIGIBLE = 0.0005  # a chance below this is no prospect

Asked = tuple[Outcome, int]  # and the model that it is about


class Prospect(Struct, frozen=True):
    """The odds of one outcome: whom it is about, and whether the side that asks wants it.

    Exact ones lie between `low` and `high` only where dice without end were cut; of others these are the bounds of an
    interval of confidence 0.95.
    """

    outcome: str
    title: str
    about: int
    probability: float
    low: float
    high: float
    exact: bool
    welcome: bool


class Prospects(Struct, frozen=True):
    """What an answer may lead to, and how everybody was taken to decide on the way."""

    found: tuple[Prospect, ...]
    policy: str


def prospects(
    play: Play[Any, Any, Any],
    decision: Decision[Any],
    answer: Any,
    *,
    runs: int = RUNS,
    seconds: float = SECONDS,
    playouts: int = PLAYOUTS,
    seed: int = 0,
) -> Prospects:
    """How likely the ruleset's outcomes are once this answer is given to an open question of the step in progress.

    `play` is the step as the deciding seat sees it, run up to that question.  Outcomes are asked of the models that the
    answer names or that were named before it, and of the one who acts.  Outcomes that the answer cannot bring about are
    left out, and those that hold already and still will.  The odds are exact if they take at most so many `runs` of the
    step and `seconds`, else estimated.

    Raises `WarbookError` where this table is shown no odds yet, and where the step cannot be run again from what the
    seat knows; `Illegal` for an answer that the rules refuse.
    """
    ruleset = play.ruleset
    reason = ruleset.withheld(ruleset.chosen, decision.key) if ruleset.withheld is not None else ""
    if reason:
        raise WarbookError(reason)
    if reasons := against(decision, answer):
        raise Illegal(answer, reasons)
    if play.start is None:
        raise WarbookError("the step in progress cannot be run again from what this seat knows")
    question = _Question(play, decision, decision.settled(answer))
    if not question.asked:
        return Prospects((), question.policy.describe())
    draw_start = determinizer(decision.player, ruleset, play.start)
    exact = {} if draw_start else question.exact(runs, seconds)
    rest = [asked for asked in question.asked if asked not in exact]
    rough = question.estimate(rest, draw_start or (lambda rng: play.start), playouts, seconds, seed) if rest else {}
    return Prospects(tuple(question.prospects(exact, rough)), question.policy.describe())


Chances = dict[Asked, tuple[float, float, float]]  # of each outcome: its probability and the bounds


class _Question:
    """An answer, what is asked about it, and the ways to find out."""

    def __init__(self, play: Play[Any, Any, Any], decision: Decision[Any], answer: Any) -> None:
        seat = decision.player
        given = Sealed(decision.key, seat, answer) if decision.sealed else Chosen(decision.key, answer)
        self.play, self.seat, self.policy = play, seat, Policy(seat)
        self.answers: list[Answer] = [*play.answers, given]
        self.asked = _outcomes_to_ask(play, decision, answer)

    def exact(self, runs: int, seconds: float) -> Chances:
        """The exact odds of those outcomes for which they do not take too long."""
        until, found = perf_counter() + seconds, dict[Asked, tuple[Fraction, float]]()
        together = [asked for asked in self.asked if asked[0].alike is None and asked[0].remains is None]
        if together:
            tree = _SeveralOutcomes(self.play, self.policy, together, runs, until)
            assert self.play.start is not None
            try:
                chances = _digits(tree.chance(self.play.start, self.answers) * tree.all_ones, len(together))
                found = {asked: (chance, tree.cut) for asked, chance in zip(together, chances, strict=True)}
            except TooLong:
                pass
        for asked in self.asked:
            alone = self._by_itself(*asked, runs, until) if asked not in together else None
            if alone is not None:
                found[asked] = alone
        exact = {asked: (float(chance), cut) for asked, (chance, cut) in found.items()}
        return {asked: (p, max(0.0, p - cut), min(1.0, p + cut)) for asked, (p, cut) in exact.items()}

    def _by_itself(self, outcome: Outcome, about: int, runs: int, until: float) -> tuple[Fraction, float] | None:
        """The chance of an outcome of which the game knows what bears on it: a tree of its own is the smallest."""
        play, start = self.play, self.play.start
        assert start is not None
        policy = Policy(self.seat, maximise=(play.state.records[about].owner == self.seat) == outcome.welcome)
        question = Question(play.ruleset, play.world, policy, outcome, about, self.answers, "step")
        found = question.best(start, runs, until)
        self.policy = min(self.policy, question.policy, key=lambda each: (each.bearing is None, each.choices == "best"))
        return found

    def estimate(self, rest: list[Asked], draw_start: Any, playouts: int, seconds: float, seed: int) -> Chances:
        """The odds of the rest by playouts: as many as there is time for."""
        hits, of = [0] * len(rest), 0
        until = perf_counter() + seconds

        def count_outcomes(state: State[Any, Any]) -> bool:
            for n, (outcome, about) in enumerate(rest):
                hits[n] += outcome.holds(state, about)
            return False  # so that a playout runs to its end and counts once

        while of < FEWEST or (of < playouts and perf_counter() < until):
            estimate(
                self.play.ruleset, self.play.world, self.policy, count_outcomes, draw_start, self.answers,
                playouts=FEWEST, seed=seed + of,
            )  # fmt: skip
            of += FEWEST
        found = zip(rest, (wilson(hit, of) for hit in hits), strict=True)
        return {asked: (interval.hits / of, interval.low, interval.high) for asked, interval in found}

    def prospects(self, exact: Chances, rough: Chances) -> list[Prospect]:
        """The outcomes that the answer may bring about, with their odds."""
        play, found, chances = self.play, [], {**exact, **rough}
        for asked in self.asked:
            (outcome, about), (chance, low, high) = asked, chances[asked]
            so_already = outcome.holds(play.state, about)
            if chance < NEGLIGIBLE or (so_already and chance > 1 - NEGLIGIBLE):
                continue
            title = f"{play.ruleset.name_of(play.world, about)} {outcome.title}"
            welcome = (play.state.records[about].owner == self.seat) == outcome.welcome
            found.append(Prospect(outcome.id, title, about, chance, low, high, asked in exact, welcome))
        return found


# ---- what is asked ---------------------------------------------------------------------------------------------------


def _outcomes_to_ask(play: Play[Any, Any, Any], decision: Decision[Any], answer: Any) -> list[Asked]:
    """The outcomes worth asking after an answer, each with the model that it is about."""
    records, outcomes = play.state.records, play.ruleset.outcomes
    asked = [(o, who) for who in _models_concerned(play, decision, answer) for o in outcomes if o.of == "target"]
    if not isinstance(decision, Window) and play.ruleset.tableau is not None:
        actor = play.ruleset.tableau(play).actor
        asked += [(o, actor) for o in outcomes if o.of == "actor" and 0 <= actor < len(records)]
    worth = [(o, who) for o, who in asked if o.apt is None or o.apt(play.state, who)]
    return list({(o.title, who): (o, who) for o, who in worth}.values())  # of whoever acts on itself each is said once


def _models_concerned(play: Play[Any, Any, Any], decision: Decision[Any], answer: Any) -> list[int]:
    """The models that an answer is about: the one it names, else the one that was aimed at before.  A reaction also
    concerns the models of the event that it reacts to."""
    named = [decision.whom(answer)]
    if isinstance(decision, Window):
        named += [getattr(decision.event, field, -1) for field in WHO]
    elif named == [-1]:
        named = [a.value for a in play.answers if isinstance(a, Chosen) and a.key.rsplit(".", 1)[-1] == "target"][-1:]
    records = play.state.records
    return list(dict.fromkeys(who for who in named if type(who) is int and 0 <= who < len(records)))


# ---- several outcomes of one tree ------------------------------------------------------------------------------------

DIGIT = 1 << 512
FINEST = 1 << 250  # two different fractions up to this denominator are further apart than the lower digits reach


class _SeveralOutcomes(Exact):
    """A tree whose ends have as their value a number with a digit for each outcome, divided by `all_ones`, the number
    with every digit 1."""

    def __init__(
        self, play: Play[Any, Any, Any], policy: Policy, asked: Sequence[Asked], runs: int, until: float
    ) -> None:
        super().__init__(play.ruleset, play.world, policy, lambda state: False, limit=runs, until=until)
        self.asked = asked
        self.all_ones = sum(DIGIT**n for n in range(len(asked)))

    def _after_step(self, state: State[Any, Any], oracle: TreeEnumerator, ahead: Lookahead) -> Bounds:
        if ahead.in_action(state) and self.ruleset.result(state) is None:
            return super()._after_step(state, oracle, ahead)
        won = sum(DIGIT**n for n, (outcome, about) in enumerate(self.asked) if outcome.holds(state, about))
        return Bounds(Fraction(won, self.all_ones), Fraction(self.all_ones - won, self.all_ones))


def _digits(number: Fraction, count: int) -> list[Fraction]:
    """The digits of a number, the lowest first.  Raises `TooLong` where the denominator of one is too large to find
    it."""
    found = []
    for n in reversed(range(count)):
        digit = (number / DIGIT**n).limit_denominator(FINEST)
        number -= digit * DIGIT**n
        found.append(digit)
    if number or any(not 0 <= digit <= 1 for digit in found):
        raise TooLong
    return found[::-1]
