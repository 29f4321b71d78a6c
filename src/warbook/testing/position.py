"""A position under test: what is looked at and arranged in it, and how an action is run from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, TypeVar

from ..core.decision import Choose, Decision
from ..core.errors import nearest
from ..core.events import Event, Rolled
from ..core.length import INCH, inches
from ..core.play import Handle, Model, Play
from ..core.ruleset import Ruleset
from ..core.state import Record, State, Turn
from ..core.structs import replace
from ..space import sight
from .given import IfAsked
from .script import Dice, Mismatch, Script, Unscripted

E = TypeVar("E", bound=Event)
MOST_STEPS = 100  # that may come by themselves before a model is asked what it does


class Position:
    """Where things stand in a scene (see `Scene`), and what a ruleset may fill in."""

    menu: ClassVar[str] = "action"
    aliases: ClassVar[Mapping[str, str]] = {"at": "target"}
    defaults: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, ruleset: Ruleset, world: Any, state: State[Any, Any]) -> None:
        self.ruleset, self.world, self.state = ruleset, world, state
        self.events: list[Event] = []
        self.history: list[Event] = []

    # ---- what a ruleset may fill in ----------------------------------------------------------------------------------

    def poised(self, who: int) -> State[Any, Any]:
        """The position in which the next step asks what this model does."""
        __tracebackhide__ = True
        if self.ruleset.poised is None:
            raise AssertionError(
                f"{self.ruleset.id} does not say how a model comes to act; wanted Ruleset.poised, or Scene.poised"
            )
        return self.ruleset.poised(self.play, who)

    def menu_answer(self, who: int, action: str) -> Any:
        """How the menu writes down that this action is chosen."""
        return action

    def action_of(self, answer: Any) -> str:
        """The action that an answer to the menu stands for; empty where it stands for none."""
        return answer if isinstance(answer, str) and answer in self.ruleset.action else ""

    def handle(self, who: Any) -> Any:
        """A handle on a model where things stand now."""
        return Model(self.play, self.id_of(who))

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play[Any, Any, Any]:
        """A Play over the position as it stands, to ask questions of."""
        return Play(self.state, self.ruleset, self.world, [])

    def record(self, who: Any) -> Any:
        """What is true of a model now."""
        return self.state.records[self.id_of(who)]

    def at(self, who: Any) -> tuple[float, float, float]:
        """Where the middle of a model's base is, in inches: x, y and the height of the floor below it."""
        x, y, z = self.record(who).at.spot
        return (x / INCH, y / INCH, z / INCH)

    def gap(self, one: Any, other: Any) -> int:
        """How far it is from one base to another, in thousandths of an inch, rounded up."""
        return sight.gap(self.record(one).at, self.record(other).at)

    def left(self, who: Any) -> int:
        """How many actions or points a model has left in its activation, as `Ruleset.actions_left` counts them.  Where
        they are counted for whoever acts, another has none, as far as the ruleset shows who acts."""
        __tracebackhide__ = True
        part, field = self._place_of_left()
        if part == "turn" and self._actor(self.id_of(who)) != self.id_of(who):
            return 0
        count: int = getattr(self.state.turn if part == "turn" else self.record(who), field)
        return count

    def happened(self, kind: type[E]) -> list[E]:
        """What happened of one kind in the last sentence."""
        return [event for event in self.events if isinstance(event, kind)]

    def rolled(self, key: str) -> list[list[int] | None]:
        """The faces of every roll of a key in the last sentence; the key may be given by its last part."""
        return [roll.faces for roll in self.happened(Rolled) if key in (roll.key, roll.key.rpartition(".")[2])]

    def log(self) -> list[str]:
        """The last sentence as the log tells it."""
        told = (self.ruleset.sentence(event, partial(self.ruleset.name_of, self.world)) for event in self.events)
        return [sentence for sentence in told if sentence]

    # ---- arranging ---------------------------------------------------------------------------------------------------

    def given(self, who: Any, **changes: Any) -> None:
        """Arranges the scene: changes fields of a model's record, outside the rules."""
        record: Record = self.record(who)
        self.state.put(replace(record, **changes))

    def place(self, who: Any, x: float, y: float, z: float | None = None) -> None:
        """Arranges the scene: puts a model elsewhere, outside the rules.  In inches; without `z` on the same height."""
        at = self.record(who).at
        self.given(who, at=at.moved_to((inches(x), inches(y), at.z if z is None else inches(z))))

    def id_of(self, who: Any) -> int:
        """The id of a model given by itself, by its handle or by its name."""
        __tracebackhide__ = True
        if not isinstance(who, str):
            return who.id if isinstance(who, Handle) else int(who)
        names = [self.ruleset.name_of(self.world, record.id) for record in self.state.records]
        if names.count(who) != 1:
            found = f"{names.count(who)} models" if who in names else f"nobody{nearest(who, names)}"
            raise AssertionError(f"the name {who!r}: found {found}; wanted an id, or the name of one model here")
        return names.index(who)

    # ---- running -----------------------------------------------------------------------------------------------------

    def script_of(self, dice: Dice, answers: Mapping[str, Any], passing: bool) -> Script:
        """The script of a sentence."""
        __tracebackhide__ = True
        choices = {self.aliases.get(key, key): self._plain(value) for key, value in answers.items()}
        script = Script(dice, choices, passing=passing, defaults=self.defaults)
        for word in answers:
            script.choices[self.aliases.get(word, word)].word = word  # as failures are to name it
        return script

    def _plain(self, value: Any) -> Any:
        """An answer with ids in place of handles; in a dictionary by models also in place of names."""
        if isinstance(value, Handle):
            return value.id
        if isinstance(value, IfAsked):
            return IfAsked(self._plain(value.answer))
        if isinstance(value, list | tuple):
            return type(value)(self._plain(v) for v in value)
        if isinstance(value, dict):
            return {self.id_of(key): self._plain(v) for key, v in value.items()}
        return value

    def run_action(
        self, who: int, action: str, state: State[Any, Any], script: Script, *, goes_on: bool = False
    ) -> list[Event]:
        """The step that asks what the model does, and then whatever it put on the agenda.  In an activation that goes
        on, steps may come before it."""
        __tracebackhide__ = True
        menu = script.give(self.menu, [self.menu_answer(who, action)])
        self.events, waiting = [], len(state.agenda)
        self._took(script.run(state, self.ruleset, self.world))
        for _ in range(MOST_STEPS if goes_on else 0):
            if not menu.items:
                break
            self.must_act(who, action)
            waiting = len(self.state.agenda)
            self._took(script.run(self.state, self.ruleset, self.world))
        while len(self.state.agenda) > waiting and self.ruleset.result(self.state) is None:
            try:
                self._took(script.run(self.state, self.ruleset, self.world))
            except Unscripted as fault:
                asked = fault.decision.key.rpartition(".")[2] if fault.decision is not None else ""
                if asked == self.menu and script.empty:
                    break
                raise
        script.finish()
        return self.events

    def must_act(self, who: int, action: str) -> None:
        """Fails unless it is this model that acts now, as far as the ruleset shows who does."""
        __tracebackhide__ = True
        actor = self._actor(who)
        if actor == who and self.ruleset.result(self.state) is None:
            return
        name = partial(self.ruleset.name_of, self.world)
        now = f"{name(actor)} acts now" if 0 <= actor < len(self.state.records) else "nobody acts now"
        said = f"{name(who)} cannot {action} in the same activation: it is over, and {now}"
        raise Mismatch(f"{said}; wanted does({who}, {action!r}) for a new one")

    def _actor(self, otherwise: int) -> int:
        """Who acts now, -1 for nobody; or `otherwise`, if the ruleset does not show it."""
        return self.ruleset.tableau(self.play).actor if self.ruleset.tableau is not None else otherwise

    def _took(self, play: Play[Any, Any, Any]) -> None:
        self.state = play.state
        self.events = [*self.events, *play.events]
        self.history = [*self.history, *play.events]

    # ---- asking ------------------------------------------------------------------------------------------------------

    def first_question(self, who: int, action: str, state: State[Any, Any], script: Script) -> Decision[Any]:
        """The first question that a script does not answer, when a model takes an action in this position."""
        __tracebackhide__ = True
        script.give(self.menu, [self.menu_answer(who, action)])
        return self._question(state, script)

    def menu_of(self, state: State[Any, Any]) -> Decision[Any]:
        """The menu that is asked first in this position."""
        __tracebackhide__ = True
        menu = self._question(state, Script())
        if menu.key.rpartition(".")[2] != self.menu:
            raise AssertionError(f"{menu.key!r} is asked ({menu.prompt}) before the menu ({self.menu!r})")
        return menu

    def actions_on(self, menu: Decision[Any]) -> list[str]:
        """The actions that a menu offers."""
        return [action for answer in menu.candidates(1000) if (action := self.action_of(answer))]

    def reasons_on(self, who: int, action: str, menu: Decision[Any]) -> tuple[str, ...]:
        """What a menu says against an action.  Fails for one that is not on it."""
        __tracebackhide__ = True
        answer = self.menu_answer(who, action)
        if isinstance(menu, Choose) and answer not in menu.listed():
            actions = [str(each) for each in menu.listed()]
            raise AssertionError(
                f"{action!r} is not on the menu{nearest(action, actions)}; on it are {', '.join(actions)}"
            )
        return menu.legal(answer)

    def _question(self, state: State[Any, Any], script: Script) -> Decision[Any]:
        __tracebackhide__ = True
        while self.ruleset.result(state) is None:
            try:
                state = script.run(state, self.ruleset, self.world).state
            except Unscripted as fault:
                if fault.decision is None or fault.refused or not script.empty:
                    raise
                return fault.decision
        raise AssertionError("the battle ends and nobody is asked")

    # ---- what is left of an activation -------------------------------------------------------------------------------

    def _place_of_left(self) -> tuple[str, str]:
        """Where it is counted: ``turn`` or ``record``, and the field."""
        __tracebackhide__ = True
        part, _, field = self.ruleset.actions_left.partition(".")
        if not part:
            raise AssertionError(f"{self.ruleset.id} does not say what is left; wanted Ruleset.actions_left")
        return part, field

    def set_left(self, who: int, left: int) -> None:
        """Arranges the scene: what a model has left in its activation."""
        __tracebackhide__ = True
        part, field = self._place_of_left()
        if part == "turn":
            turn: Turn = self.state.turn
            self.state.turn = replace(turn, **{field: left})
        else:
            self.given(who, **{field: left})
