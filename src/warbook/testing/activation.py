"""An activation under test: one action after the other, with what is left of it."""

from __future__ import annotations

from typing import Any

from ..core.decision import Decision
from ..core.events import Event
from .position import Position
from .running import actions_on, first_question, menu_of, must_act, reasons_on, run_action, script_of
from .script import Dice


class Activation:
    """A model in its activation, as `Scene.activation` begins it and `Scene.acting` goes on with it.

    Its sentences are those of a scene, without the model; nothing is refilled between them.
    """

    def __init__(self, position: Position, who: int) -> None:
        self._position, self.who = position, who

    @property
    def left(self) -> int:
        """How many actions or points the model has left, as `Ruleset.actions_left` counts them."""
        __tracebackhide__ = True
        return self._position.left(self.who)

    def does(self, action: str, *, dice: Dice = (), passing: bool = False, **answers: Any) -> list[Event]:
        """The model takes its next action; as `Scene.does`."""
        __tracebackhide__ = True
        position = self._position
        must_act(position, self.who, action)
        script = script_of(position, dice, answers, passing)
        return run_action(position, self.who, action, position.state, script, goes_on=True)

    def asks(self, action: str, *, dice: Dice = (), **answers: Any) -> Decision[Any]:
        """The first question that is not answered here, when the model takes its next action; nothing changes."""
        __tracebackhide__ = True
        position = self._position
        must_act(position, self.who, action)
        script = script_of(position, dice, answers, False)
        return first_question(position, self.who, action, position.state, script)

    def offered(self) -> Decision[Any]:
        """The menu of its next action."""
        __tracebackhide__ = True
        must_act(self._position, self.who, "act")
        return menu_of(self._position, self._position.state)

    def allowed(self) -> list[str]:
        """The actions that the model may choose next."""
        __tracebackhide__ = True
        return actions_on(self._position, self.offered())

    def why_not(self, action: str) -> tuple[str, ...]:
        """Every reason why the model may not choose an action next; empty where it may."""
        __tracebackhide__ = True
        return reasons_on(self._position, self.who, action, self.offered())
