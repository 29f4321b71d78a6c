"""A scene: a position, and sentences about what somebody does in it.

A ruleset derives its own from `Scene` and adds what its tests talk about: how to lay out a table in a line, gaps,
distances moved.  Everything goes through the rules as in a game; there are no short cuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, TypeVar

from msgspec import structs

from ..core.decision import Decision
from ..core.events import Event
from ..core.play import Handle, Model, Play
from ..core.ruleset import Ruleset
from ..core.state import Record, State
from .script import Script, Unscripted

E = TypeVar("E", bound=Event)


class Scene:
    """A position under test.  `state` is where things stand now, `events` what the last sentence made happen,
    `history` what all of them did.

    A ruleset may set `menu` (the key of the question that offers actions) and `aliases` (other names for keys), and
    override `poised`, `menu_answer`, `action_of` and `handle`.  Models may be named by their id or a handle everywhere.
    """

    menu: ClassVar[str] = "action"
    aliases: ClassVar[Mapping[str, str]] = {"at": "target"}

    def __init__(self, ruleset: Ruleset, world: Any, state: State[Any, Any]) -> None:
        self.ruleset, self.world, self.state = ruleset, world, state
        self.events: list[Event] = []
        self.history: list[Event] = []

    # ---- what a ruleset may fill in ----------------------------------------------------------------------------------

    def poised(self, who: int) -> State[Any, Any]:
        """The position in which the next step asks what this model does."""
        if self.ruleset.poised is None:
            raise AssertionError(f"{self.ruleset.id} does not say how a model comes to act; override poised()")
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

    # ---- sentences ---------------------------------------------------------------------------------------------------

    def does(
        self, who: Any, action: str, *, dice: Iterable[int | str] = (), passing: bool = False, **answers: Any
    ) -> list[Event]:
        """A model takes an action, with everything that it leads to at once: the action's step and what it puts on
        the agenda.  Every die and every answer must be in the script, and used (see `Script`); `passing` passes the
        windows that the script does not mention.  Answers what happened."""
        known = self.id_of(who)
        script = self._script(dice, answers, passing)
        script.choices[self.menu] = [self.menu_answer(known, action)]
        self._run(self.poised(known), script)
        script.finish()
        return self.events

    def goes_on(self, *, dice: Iterable[int | str] = (), passing: bool = False, **answers: Any) -> list[Event]:
        """The battle goes on by itself from where it stands, step by step, as far as the script carries it and at
        least one step: to the first question or roll that is not in it, before whose step it stops."""
        script = self._script(dice, answers, passing)
        self.events = []
        while self.ruleset.result(self.state) is None:
            used = script.used
            try:
                play = script.run(self.state, self.ruleset, self.world)
            except Unscripted:
                if script.empty and script.used == used and self.events:
                    break
                raise
            self._took(play)
        script.finish()
        return self.events

    def asks(self, who: Any, action: str, *, dice: Iterable[int | str] = (), **answers: Any) -> Decision[Any]:
        """The first question that is not answered here, when a model takes an action; nothing changes."""
        known = self.id_of(who)
        script = self._script(dice, answers, False)
        script.choices[self.menu] = [self.menu_answer(known, action)]
        return self._question(self.poised(known), script)

    def offered(self, who: Any) -> Decision[Any]:
        """The menu of a model that is about to act."""
        menu = self._question(self.poised(self.id_of(who)), Script())
        assert menu.key.rpartition(".")[2] == self.menu, f"{menu.key} is asked before the menu ({self.menu})"
        return menu

    def allowed(self, who: Any) -> list[str]:
        """The actions that a model may choose."""
        return [action for answer in self.offered(who).candidates(1000) if (action := self.action_of(answer))]

    def why_not(self, who: Any, action: str) -> tuple[str, ...]:
        """Every reason why a model may not choose an action; empty where it may."""
        return self.offered(who).legal(self.menu_answer(self.id_of(who), action))

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play[Any, Any, Any]:
        """A Play over the position as it stands, to ask questions of."""
        return Play(self.state, self.ruleset, self.world, [])

    def record(self, who: Any) -> Any:
        """What is true of a model now."""
        return self.state.records[self.id_of(who)]

    def given(self, who: Any, **changes: Any) -> None:
        """Arranges the scene: changes fields of a model's record, outside the rules."""
        record: Record = self.record(who)
        self.state.put(structs.replace(record, **changes))

    def happened(self, kind: type[E]) -> list[E]:
        """What happened of one kind in the last sentence."""
        return [event for event in self.events if isinstance(event, kind)]

    def log(self) -> list[str]:
        """The last sentence as the log tells it."""
        told = (self.ruleset.sentence(event, partial(self.ruleset.name_of, self.world)) for event in self.events)
        return [sentence for sentence in told if sentence]

    def id_of(self, who: Any) -> int:
        """The id of a model given by itself or by its handle."""
        return who.id if isinstance(who, Handle) else int(who)

    # ---- running -----------------------------------------------------------------------------------------------------

    def _script(self, dice: Iterable[int | str], answers: Mapping[str, Any], passing: bool) -> Script:
        choices = {self.aliases.get(key, key): self._plain(value) for key, value in answers.items()}
        return Script(dice, choices, passing=passing)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, Handle):
            return value.id
        if isinstance(value, list | tuple):
            return type(value)(self._plain(v) for v in value)
        if isinstance(value, dict):
            return {key: self._plain(v) for key, v in value.items()}
        return value

    def _run(self, state: State[Any, Any], script: Script) -> None:
        """The step that begins with the menu, and then whatever it put on the agenda."""
        self.events, waiting = [], len(state.agenda)
        self._took(script.run(state, self.ruleset, self.world))
        while len(self.state.agenda) > waiting and self.ruleset.result(self.state) is None:
            try:
                self._took(script.run(self.state, self.ruleset, self.world))
            except Unscripted as fault:
                asked = fault.decision.key.rpartition(".")[2] if fault.decision is not None else ""
                if asked == self.menu and script.empty:
                    break
                raise

    def _took(self, play: Play[Any, Any, Any]) -> None:
        self.state = play.state
        self.events = [*self.events, *play.events]
        self.history = [*self.history, *play.events]

    def _question(self, state: State[Any, Any], script: Script) -> Decision[Any]:
        while self.ruleset.result(state) is None:
            try:
                state = script.run(state, self.ruleset, self.world).state
            except Unscripted as fault:
                if fault.decision is None or not script.empty:
                    raise
                return fault.decision
        raise AssertionError("the battle ends and nobody is asked")
