"""Actions: rules that a player may choose, with what they cost and what they require."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

H = TypeVar("H")


class Requirement(Struct, Generic[H], frozen=True):
    """A condition on the one who acts.

    `reason` is what a player is told when it does not hold; a predicate may return its own reason (a string) instead of
    False where it can say more.  The answer of a `fixed` one never changes in a battle: what is known, carried, built.
    `condition` says for a page of the rules what must hold, where the reason alone does not; `ours` is the part of it
    that our ruling adds to the printed one.
    """

    holds: Callable[[H], bool | str]
    reason: str
    fixed: bool = False
    condition: str = ""
    ours: str = ""

    @property
    def text(self) -> str:
        """What must hold."""
        return self.condition or self.reason

    def against(self, who: H) -> str:
        """Why not, or nothing."""
        held = self.holds(who)
        if held is True:
            return ""
        return held if isinstance(held, str) and held else self.reason


def requirement(
    reason: str, *, fixed: bool = False, condition: str = "", ours: str = ""
) -> Callable[[Callable[[H], bool | str]], Requirement[H]]:
    """Makes a predicate a `Requirement`: ``@requirement("It must be standing.")``."""

    def as_requirement(holds: Callable[[H], bool | str]) -> Requirement[H]:
        return Requirement(holds, reason, fixed, condition, ours)

    return as_requirement


def some(reason: str, among: Callable[[H], Iterable[Any]], *, condition: str = "") -> Requirement[H]:
    """Makes a `Requirement` of a function: for whoever acts it must find something."""
    return Requirement(lambda who: any(True for _ in among(who)), reason, condition=condition)


class Action(Struct, Generic[H], frozen=True):
    """A rule that a player may choose for a model.

    `cost` is in the words of the ruleset's own economy (``"simple"``, ``"1 AP"``).  `summary` says the rule as a
    player would; `cite` says where it is printed; `leaves_open` tells what the printed rule does not settle, and the
    ruling taken.  `options` are the options of the ruleset that its rule, its cost or its conditions read; `ours` are
    those of its requirements that the printed rule does not state.
    """

    id: str
    name: str
    cost: str
    summary: str
    cite: str
    requires: tuple[Requirement[H], ...]
    rule: Callable[[Any, H], None]
    leaves_open: str = ""
    options: tuple[str, ...] = ()
    ours: tuple[Requirement[H], ...] = ()

    def why_not(self, who: H) -> tuple[str, ...]:
        """Every reason against it; empty if it may be chosen.  If a fixed requirement fails, only the fixed reasons are
        given: a model that can never choose the action need not hear of the others."""
        never = tuple(why for r in self.requires if r.fixed and (why := r.against(who)))
        return never or tuple(why for r in self.requires if not r.fixed and (why := r.against(who)))

    def allowed(self, who: H) -> bool:
        """Whether it may be chosen, stopping at the first reason against it."""
        for r in self.requires:  # a plain loop: this is the hottest question of a playout
            if r.holds(who) is not True:
                return False
        return True
