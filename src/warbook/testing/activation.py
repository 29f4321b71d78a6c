"""An activation under test: one action after the other, with what is left of it."""

from __future__ import annotations

from typing import Any

from ..core.decision import Decision
from ..core.events import Event
from .position import Position
from .script import Dice


class Activation:
    """A model in its activation, as `Scene.activation` begins it and `Scene.acting` goes on with it.

    Its sentences are those of a scene, without the model; nothing is refilled between them.
    """

    def __init__(self, position: Position, who: int) -> None:
        self.position, self.who = position, who

    @property
    def left(self) -> int:
        """How many actions or points the model has left, as `Ruleset.actions_left` counts them."""
        __tracebackhide__ = True
        return self.position.left(self.who)

    def does(self, action: str, *, dice: Dice = (), passing: bool = False, **answers: Any) -> list[Event]:
        """The model takes its next action; as `Scene.does`."""
        __tracebackhide__ = True
        position = self.position
        position.must_act(self.who, action)
        script = position.script_of(dice, answers, passing)
        return position.run_action(self.who, action, position.state, script, goes_on=True)

    def asks(self, action: str, *, dice: Dice = (), **answers: Any) -> Decision[Any]:
        """The first question that is not answered here, when the model takes its next action; nothing changes."""
        __tracebackhide__ = True
        position = self.position
        position.must_act(self.who, action)
        script = position.script_of(dice, answers, False)
        return position.first_question(self.who, action, position.state, script)

    def offered(self) -> Decision[Any]:
        """The menu of its next action."""
        __tracebackhide__ = True
        self.position.must_act(self.who, "act")
        return self.position.menu_of(self.position.state)

    def allowed(self) -> list[str]:
        """The actions that the model may choose next."""
        __tracebackhide__ = True
        return self.position.actions_on(self.offered())

    def why_not(self, action: str) -> tuple[str, ...]:
        """Every reason why the model may not choose an action next; empty where it may."""
        __tracebackhide__ = True
        return self.position.reasons_on(self.who, action, self.offered())
