"""How far odds look ahead: to the end of the action, some steps further, or to the end of all that it sets going."""

from __future__ import annotations

from typing import Any, Literal

from ..core.errors import WarbookError
from ..core.ruleset import Ruleset
from ..core.state import State

#: The end of the action; that many steps after it; or everything that the action sets going.
Horizon = Literal["step", "consequences"] | int


class Lookahead:
    """Whether another step is run: always while one of the action's `parts` waits on the agenda; after that at most
    `steps` more (-1: no bound), as long as more than `waiting` rules wait on the agenda."""

    __slots__ = ("parts", "steps", "waiting")

    def __init__(self, steps: int, waiting: int, parts: frozenset[str]) -> None:
        self.steps, self.waiting, self.parts = steps, waiting, parts

    def in_action(self, state: State[Any, Any]) -> bool:
        """Whether the action is still in progress."""
        return bool(self.parts) and any(waiting.rule in self.parts for waiting in state.agenda)

    def after_step(self, state: State[Any, Any]) -> Lookahead | None:
        """The horizon as seen from the end of this step, or None where it ends there."""
        if self.in_action(state):
            return self
        if self.steps == 0 or len(state.agenda) <= self.waiting:
            return None
        return self if self.steps < 0 else Lookahead(self.steps - 1, self.waiting, self.parts)


def lookahead(ruleset: Ruleset, state: State[Any, Any], horizon: Horizon) -> Lookahead:
    """The horizon of odds whose first step begins in this position."""
    parts = ruleset.going_on
    if horizon == "step":
        return Lookahead(0, -1, parts)
    if horizon == "consequences":
        return Lookahead(-1, max(len(state.agenda) - 1, 0), parts)
    if horizon < 0:
        raise WarbookError(f"horizon: found {horizon}; wanted 'step', 'consequences' or a number of further steps")
    return Lookahead(horizon, -1, parts)
