"""Standing orders: a seat passes in certain windows without being asked.

An order answers a window that the rules really open, in the same way as a click; the chat says that it did.  It never
answers a secret question, since everybody is told when it answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from ..core.decision import Decision
from ..core.errors import WarbookError
from ..core.events import WHO, Event
from ..core.ruleset import Ruleset
from ..core.structs import replace
from ..core.window import Window
from .asking import reactions_in
from .protocol import Order
from .stored import Given

MOST = 64  # orders of one seat


class Orders:
    """The standing orders of one battle, by their numbers."""

    def __init__(self, given: Iterable[Given] = ()) -> None:
        self.given = {each.order.id: each for each in given}

    def stand(self, seat: int, order: Order, round: int) -> Given:
        """Give an order.  Raises `WarbookError` if a seat has too many."""
        if sum(each.seat == seat for each in self.given.values()) >= MOST:
            raise WarbookError(f"You have {MOST} standing orders; drop one first.")
        number = max(self.given, default=-1) + 1
        self.given[number] = Given(seat, replace(order, id=number), round)
        return self.given[number]

    def drop(self, seat: int, number: int) -> None:
        """Withdraw an order.  Raises `WarbookError` if the seat has none of this number."""
        if number not in self.given or self.given[number].seat != seat:
            raise WarbookError("You have no such standing order; it may have lapsed.")
        del self.given[number]

    def lapse(self, round: int) -> list[int]:
        """Drop the orders of past rounds: their numbers."""
        over = [n for n, each in self.given.items() if each.order.until == "round" and each.round != round]
        for number in over:
            del self.given[number]
        return over

    def of(self, seats: Collection[int], ruleset: Ruleset) -> tuple[Order, ...]:
        """The orders of these seats, with their seats and titles."""
        return tuple(
            replace(each.order, seat=each.seat, title=reactions_in(ruleset, each.order.window))
            for each in self.given.values()
            if each.seat in seats
        )

    def answering(self, decision: Decision[Any]) -> Given | None:
        """The order that passes in this window, if one does."""
        if not isinstance(decision, Window) or decision.secret or decision.sealed:
            return None
        for each in self.given.values():
            ours = each.seat == decision.player and each.order.window == decision.key
            if ours and not models_in(decision.event) & set(each.order.unless):
                return each
        return None


def models_in(event: Event) -> set[int]:
    """The models that an event names."""
    named = (getattr(event, field, -1) for field in WHO)
    return {who for who in named if type(who) is int and who >= 0}
