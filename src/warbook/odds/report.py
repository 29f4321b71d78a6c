"""The odds that somebody asked for, and everything they rest on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import Any

from msgspec import Struct

from ..core.answers import Answer, Chosen
from ..core.decision import Decision
from ..core.errors import WarbookError, nearest
from ..core.game import Game
from ..core.play import Play
from ..core.ruleset import Outcome, Ruleset
from ..core.state import State
from ..core.step import run_step
from .dice_rules import Alike, Event, TooLong
from .estimate import CONFIDENCE, PLAYOUTS, Interval, Playout, estimate
from .exact import LIMIT, Exact, Pare, Remains
from .horizon import Horizon
from .policy import DEFENDERS, Choices, Defender, Paths, Policy
from .rising import Rising
from .stages import Apart

COMPARED = 3_000  # runs in which the choices of the acting side are compared


class Odds(Struct, frozen=True):
    """A probability and everything it rests on.

    Exact odds are `numerator / denominator` in lowest terms, and `low == probability == high`.  Estimated ones are so
    many hits in so many playouts, with the bounds of their interval.  `policy` says how everybody was taken to
    decide, `runs` how often the rules were run.

    `cut` is 0 unless dice without end met others and were cut: then exact odds are those of the dice up to there, and
    the truth is at most `cut` away from them, which `low` and `high` allow for.
    """

    event: str
    numerator: int
    denominator: int
    probability: float
    exact: bool
    low: float
    high: float
    horizon: str
    policy: str
    seconds: float
    runs: int = 0
    cut: float = 0.0

    @property
    def impossible(self) -> bool:
        """Whether it is known that it cannot happen."""
        return self.exact and self.numerator == 0 and not self.cut

    def __str__(self) -> str:
        if self.impossible:
            return f"{self.event}: cannot happen"
        if self.exact and self.cut:
            return f"{self.event}: {self.probability:.2%} (exact but for {self.cut:.1g}: dice without end are cut)"
        if self.exact:
            return f"{self.event}: {self.numerator}/{self.denominator} = {self.probability:.2%}"
        return f"{self.event}: {self.probability:.2%} (between {self.low:.2%} and {self.high:.2%})"


def odds(
    where: Game | Play[Any, Any, Any],
    who: int,
    action: str | None = None,
    answers: Mapping[str, Any] | None = None,
    outcome: str | None = None,
    *,
    about: int | None = None,
    defender: Defender = "none",
    paths: Paths = "first",
    choices: Choices = "best",
    horizon: Horizon = "step",
    limit: int = LIMIT,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    seat: int | None = None,
    seconds: float | None = None,
) -> Odds:
    """How likely an outcome is if model `who` takes an action.

    `answers` are its side's, by a decision's key or the last part of it (``{"target": 7}``).  The outcome, by default
    the ruleset's first, is asked of the model that it is naturally about (the target, or the one who acts), or of
    `about`.  Without an `action` the step in progress goes on from where it stands.  `seat` is the seat that asks, by
    default the model's own: nothing is used that it may not know.

    The answer is exact if it takes at most `limit` runs of a step and so many `seconds`, else an interval of confidence
    0.95 from so many `playouts` with dice from `seed`.  In games that know which answers bear on an outcome, the acting
    side takes the best of them where that takes few runs, else the likeliest to be best (`choices`).  Raises
    `WarbookError` for an unknown name, where this table is shown no odds yet or the battle is over, `Illegal` for an
    answer the rules refuse.
    """
    began = perf_counter()
    until = None if seconds is None else began + seconds
    ruleset = where.ruleset
    play = _play_to_ask(where, who, action)
    owner: int = play.state.records[who].owner
    seen = play.seen_by(owner if seat is None else seat)
    state, given = _start_of(seen, ruleset, who, action)
    wanted = _outcome(ruleset, outcome)
    said = dict(answers or {}) if action is None else {"action": action, **(answers or {})}
    policy = Policy(owner, said, defender=defender, paths=paths, choices=choices)
    natural = _target_of(seen, state, given, policy, who) if about is None and wanted.of == "target" else who
    subject = natural if about is None else about
    policy.maximise = (seen.state.records[subject].owner == owner) == wanted.welcome
    question = Question(ruleset, seen.world, policy, wanted, subject, given, horizon)
    hidden = determinizer(owner if seat is None else seat, ruleset, state)
    numbers, cut, policy = question.numbers(state, hidden, limit, playouts, seed, until)
    unused = policy.unused()
    if unused and not (question.lasting and question.event(state)):  # else nothing had to be asked
        raise WarbookError(f"nothing asked for the answer to {', '.join(map(repr, unused))} in this action")
    return Odds(
        f"{ruleset.name_of(seen.world, subject)}: {wanted.title}",
        *numbers,
        horizon=_horizon(horizon),
        policy=policy.describe(),
        seconds=perf_counter() - began,
        runs=question.runs,
        cut=cut,
    )


def _play_to_ask(where: Game | Play[Any, Any, Any], who: int, action: str | None) -> Play[Any, Any, Any]:
    """The play of a game, or that play itself.  Raises `WarbookError` where there can be no odds."""
    reason = why_withheld(where, action)
    if reason:
        raise WarbookError(reason)
    if isinstance(where, Game) and where.result is not None:
        raise WarbookError(f"the battle is over ({where.result.why}); there are odds of a position before its end")
    play = where.play if isinstance(where, Game) else where
    if not 0 <= who < len(play.state.records):
        raise WarbookError(f"there is no model {who}")
    return play


def why_withheld(where: Game | Play[Any, Any, Any], action: str | None = None) -> str:
    """Why this table is shown no odds for now, of an action or of the step in progress; empty where it is shown
    them."""
    ask = where.ruleset.withheld
    if ask is None:
        return ""
    taken = [a.value for a in where.answers if isinstance(a, Chosen) and a.key.rsplit(".", 1)[-1] == "action"]
    under_way = action is None or taken == [action]
    question = where.decision if isinstance(where, Game) else None
    return ask(where.ruleset.chosen, question.key if question is not None and under_way else "")


class Question:
    """One outcome of one model at one horizon under one policy, and the ways to answer it."""

    def __init__(
        self,
        ruleset: Ruleset,
        world: Any,
        policy: Policy,
        outcome: Outcome,
        about: int,
        answers: list[Answer],
        horizon: Horizon,
    ) -> None:
        self.ruleset, self.world, self.policy, self.answers, self.horizon = ruleset, world, policy, answers, horizon
        holds, pare = outcome.holds, outcome.pare
        alike, bearing, remains = outcome.alike, outcome.bearing, outcome.remains
        self.event: Event = lambda now: holds(now, about)
        self.pare: Pare | None = None if pare is None else lambda play: pare(play, about)
        self.alike: Alike | None = None if alike is None else lambda play, key: alike(play, key, about)
        self.remains: Remains | None = None if remains is None else lambda play, key: remains(play, key, about)
        if bearing is not None and horizon == "step":
            policy.bearing = lambda play, decision: bearing(play, decision, about)
            policy.forgoes = outcome.forgoes
        rising = outcome.rising
        self.rising: Rising | None = None if rising is None else lambda play, key: rising(play, key, about)
        apart = outcome.apart
        self.apart: Apart | None = None if apart is None else lambda play, key, args: apart(play, key, args, about)
        self.lasting, self.sound_for_all, self.runs = outcome.lasting, outcome.sound_for_all, 0

    def numbers(
        self,
        state: State[Any, Any],
        hidden: Any,
        limit: int,
        playouts: int,
        seed: int,
        until: float | None = None,
    ) -> tuple[tuple[int, int, float, bool, float, float], float, Policy]:
        """The first six numbers of `Odds`, how much of the probability was cut, and the policy they hold for: exact
        if nothing is hidden and the limit allows it."""
        exact = None if hidden else self.best(state, limit, until)
        if exact is not None:
            chance, cut = exact
            p = float(chance)
            bounds = max(0.0, p - cut), min(1.0, p + cut)
            return (chance.numerator, chance.denominator, p, True, *bounds), cut, self.policy
        found, policy = self.estimate(hidden or (lambda rng: state), playouts, seed)
        return (found.hits, found.of, found.hits / found.of, False, found.low, found.high), 0.0, policy

    @property
    def compares(self) -> bool:
        """Whether the acting side compares the answers that bear on the event."""
        return self.policy.bearing is not None and self.policy.choices == "best"

    def best(self, state: State[Any, Any], limit: int, until: float | None = None) -> tuple[Fraction, float] | None:
        """The same as `exact`, where the acting side compares its choices if that takes few runs."""
        found = self.exact(state, limit, COMPARED if self.compares else limit, until)
        if found is None and self.compares:
            self.policy = self.policy.changed(choices="likely")
            found = self.exact(state, limit, limit, until)
        return found

    def exact(
        self, state: State[Any, Any], limit: int, compared: int, until: float | None = None
    ) -> tuple[Fraction, float] | None:
        """The exact chance and how much of it was cut, or None where it takes more runs, or time, than the limit."""
        eager = self.policy.defender == "all"  # and may harm itself
        sound = self.sound_for_all or not eager
        tree = Exact(
            self.ruleset,
            self.world,
            self.policy,
            self.event,
            lasting=self.lasting,
            pare=self.pare if sound else None,
            alike=self.alike if sound else None,
            remains=self.remains if sound else None,
            apart=self.apart if sound else None,
            rising=self.rising if self.compares and self.policy.maximise and not eager else None,
            limit=limit,
            limit_compared=compared,
            until=until,
        )
        try:
            return tree.chance(state, self.answers, self.horizon), tree.cut
        except TooLong:
            return None
        finally:
            self.runs += tree.runs

    def estimate(self, draw_start: Any, playouts: int, seed: int) -> tuple[Interval, Policy]:
        """An interval by playouts.  A playout cannot work backwards from its end.  So for the best reactions it is
        played with none of them and with all of them, and the result that is better for the other side is taken."""
        fixed = DEFENDERS[:2] if self.policy.defender == "best" else (self.policy.defender,)
        policies = [self.policy.changed(defender=defender) for defender in fixed]
        found = [(self._playouts(policy, draw_start, playouts, seed), policy) for policy in policies]
        return (min if self.policy.maximise else max)(found, key=lambda pair: pair[0].hits)

    def _playouts(self, policy: Policy, draw_start: Any, playouts: int, seed: int) -> Interval:
        self.runs += playouts
        return estimate(
            self.ruleset,
            self.world,
            policy,
            self.event,
            draw_start,
            self.answers,
            horizon=self.horizon,
            lasting=self.lasting,
            playouts=playouts,
            seed=seed,
            confidence=CONFIDENCE,
        )


def _start_of(
    seen: Play[Any, Any, Any], ruleset: Ruleset, who: int, action: str | None
) -> tuple[State[Any, Any], list[Answer]]:
    """The position that the step starts from, and its answers so far."""
    if action is None:
        if seen.start is None:
            raise WarbookError("the step in progress cannot be run again from what this seat knows; name an action")
        return seen.start, list(seen.answers)
    if action not in ruleset.action:
        meant = nearest(action, ruleset.action) or f"; wanted one of {', '.join(sorted(ruleset.action))}"
        raise WarbookError(f"{ruleset.id} has no action {action!r}{meant}")
    if ruleset.poised is None:
        raise WarbookError(f"{ruleset.id} does not say how a model comes to act, so there are no odds of its actions")
    start = Play(seen.start if seen.start is not None else seen.state, ruleset, seen.world, [])
    return ruleset.poised(start, who), []


def _outcome(ruleset: Ruleset, name: str | None) -> Outcome:
    known = {outcome.id: outcome for outcome in ruleset.outcomes}
    if not known:
        raise WarbookError(f"{ruleset.id} names no outcome that odds could be asked about")
    if name is None:
        return ruleset.outcomes[0]
    if name not in known:
        raise WarbookError(f"{ruleset.id} has no outcome {name!r}{nearest(name, known)}; it has {', '.join(known)}")
    return known[name]


class _TargetNamed(BaseException):
    """The acting side has named its target."""


class _TargetFinder(Playout):
    """Plays until the acting side's first decision about a target."""

    __slots__ = ("target",)

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        answer = super().choose(play, decision)
        last = decision.key.rsplit(".", 1)[-1]
        if last == "target" and decision.player == self.policy.seat and isinstance(answer, int):
            self.target = answer
            raise _TargetNamed
        return answer


def _target_of(seen: Play[Any, Any, Any], state: State[Any, Any], given: list[Answer], policy: Policy, who: int) -> int:
    """The target of the action: the one that was given or is in the answers so far, else the one that the policy
    chooses; the acting model where there is no target."""
    named = policy.answers.get("target")
    if named is None:
        named = next((a.value for a in given if isinstance(a, Chosen) and a.key.rsplit(".", 1)[-1] == "target"), None)
    if named is None:
        finder = _TargetFinder(policy, None, Random(0))
        try:
            run_step(Play(state.copy(), seen.ruleset, seen.world, list(given), finder))
        except _TargetNamed:
            named = finder.target
    if named is None:
        return who
    if not isinstance(named, int) or not 0 <= named < len(state.records):
        raise WarbookError(f"target: found {named!r}; wanted the number of a model")
    return named


def determinizer(seat: int, ruleset: Ruleset, state: State[Any, Any]) -> Any:
    """A function that draws a state at random from those that agree with what the seat knows; None where it knows
    everything."""
    determinize = ruleset.determinize
    if not ruleset.secrets or determinize is None or determinize(state, seat, Random(0)) == state:
        return None
    return lambda rng: determinize(state, seat, rng)


def _horizon(horizon: Horizon) -> str:
    if horizon == "step":
        return "the end of the action"
    if horizon == "consequences":
        return "the end of everything that the action sets going"
    return f"{horizon} step{'' if horizon == 1 else 's'} after the end of the action"
