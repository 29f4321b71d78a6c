"""What happens in a scenario."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import State


class HeldRound(Event, frozen=True):
    """The squad has held its ground for one more round."""

    rounds: int
    text: ClassVar[str] = "The ground has been held for {rounds} rounds."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, held_rounds=self.rounds)


EVENTS: tuple[type[Event], ...] = (HeldRound,)
