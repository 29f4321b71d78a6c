"""Estimated odds: playouts, and the interval in which the true probability lies with some confidence.

Used where an exact answer would take more runs than the limit, and where something is secret from the seat that asks:
then each playout draws at random what that seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Any

from msgspec import Struct

from ..core.answers import Answer, Sealed, Shown
from ..core.decision import Decision
from ..core.dice import Pool
from ..core.play import Oracle, Play
from ..core.ruleset import Ruleset
from ..core.state import State
from ..core.step import run_step
from .dice_rules import Decided, Event
from .horizon import Horizon, Lookahead, lookahead
from .policy import Policy

PLAYOUTS = 2_000
CONFIDENCE = 0.95


class Interval(Struct, frozen=True):
    """How many playouts of how many were hits, and the bounds of the probability that this supports."""

    hits: int
    of: int
    low: float
    high: float


def wilson(hits: int, of: int, confidence: float = CONFIDENCE) -> Interval:
    """The score interval of a proportion (E. B. Wilson, "Probable inference", 1927): close to its nominal
    confidence for few trials and near 0 and 1 as well."""
    if of <= 0:
        return Interval(hits, of, 0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, squared = hits / of, z * z / of
    middle = (share + squared / 2) / (1 + squared)
    reach = z / (1 + squared) * sqrt(share * (1 - share) / of + squared / (4 * of))
    low = 0.0 if hits == 0 else max(0.0, middle - reach)
    return Interval(hits, of, low, 1.0 if hits == of else min(1.0, middle + reach))


class Playout(Oracle):
    """Fair dice, rolled one by one, and a policy for every seat; a playout ends once its event is decided."""

    __slots__ = ("event", "policy", "rng")

    def __init__(self, policy: Policy, event: Event | None, rng: Random) -> None:
        self.policy, self.event, self.rng = policy, event, rng

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        if self.event is not None and self.event(play.state):
            raise Decided
        faces = pool.thrown(self.rng.random)
        return Shown(key, faces, pool.read(faces))

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if self.event is not None and self.event(play.state):
            raise Decided
        return self.policy.options(decision, play)[0]

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        seat, decision = next(iter(decisions.items()))
        return Sealed(decision.key, seat, self.policy.options(decision, play)[0])


def estimate(
    ruleset: Ruleset,
    world: Any,
    policy: Policy,
    event: Event,
    draw_start: Callable[[Random], State[Any, Any]],
    answers: Sequence[Answer] = (),
    *,
    horizon: Horizon = "step",
    lasting: bool = False,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> Interval:
    """How often `event` came true in playouts of an action and what its horizon adds.  `draw_start` gives the position
    to start from: always the same one, or one drawn at random from those that agree with what a seat knows."""
    oracle = Playout(policy, event if lasting else None, Random(seed))
    hits = 0
    for _ in range(playouts):
        state = draw_start(oracle.rng)
        play = Play(state.copy(), ruleset, world, list(answers), oracle)
        hits += _event_happens(play, event, lasting, lookahead(ruleset, state, horizon))
    return wilson(hits, playouts, confidence)


def _event_happens(play: Play[Any, Any, Any], event: Event, lasting: bool, ahead: Lookahead) -> bool:
    """Whether the event comes true in one playout."""
    while True:
        try:
            run_step(play)
        except Decided:
            return True
        state = play.state
        counts = lasting or not ahead.in_action(state)
        if counts and event(state):
            return True
        following = None if play.ruleset.result(state) is not None else ahead.after_step(state)
        if following is None:
            return not counts and event(state)
        ahead = following
        play = Play(state, play.ruleset, play.world, [], play.oracle)
