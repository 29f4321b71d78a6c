"""Course: how a battle has run so far.  Its finished steps, the step in progress, and the position."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from msgspec import Struct

from .answers import Answer, Misfit, Pending
from .decision import Decision
from .events import Event
from .oracle import Table
from .play import SILENT, Play
from .ruleset import Result, Ruleset
from .state import State
from .step import Running, run_step, running


class Done(Struct, frozen=True):
    """A finished step: the position before it, the answers given in it, its events, and how many rolls had been made by
    its end."""

    before: State[Any, Any]
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    dice: int = 0


class Course:
    """How a battle has run so far.

    `steps` are finished; `answers` belong to the step in progress, which starts from `state`.  `play` shows that step
    as far as it has got, `decisions` are open now (more than one only while several seats answer at once).
    """

    def __init__(self, ruleset: Ruleset, world: Any, start: State[Any, Any], oracle: Table) -> None:
        self.ruleset, self.world, self.oracle = ruleset, world, oracle
        self._begin_at(start)

    def _begin_at(self, start: State[Any, Any]) -> None:
        """Nothing has happened yet."""
        self.start, self.state = start, start.copy()
        self.steps: list[Done] = []
        self.answers: list[Answer] = []
        self.result: Result | None = None
        self.decisions: tuple[Decision[Any], ...] = ()
        self.play: Play[Any, Any, Any] = self._new_play()

    def _new_play(self) -> Play[Any, Any, Any]:
        """A run of the step in progress, with the answers so far."""
        return Play(self.state.copy(), self.ruleset, self.world, list(self.answers), self.oracle, self.state)

    @property
    def trail(self) -> tuple[str, ...]:
        """The rules that led to what is to be decided, outermost first, by the names of their functions; none where
        nothing is."""
        return tuple(rule.name for rule in self.rules_running())

    @property
    def actions_running(self) -> tuple[str, ...]:
        """The same in people's words: the actions and reactions that led to what is to be decided, by their names.  The
        rules within them have no names that a player knows."""
        return tuple(rule.entry.name for rule in self.rules_running() if rule.entry)

    def rules_running(self) -> tuple[Running, ...]:
        """The rules of the `trail`, and whose rules they are.  The step in progress is run again for it: most questions
        are answered without anybody asking.  Rules that do not come to the question again have none either:
        `conformance` says what is wrong with them."""
        if not self.decisions:
            return ()
        play = Play(self.state.copy(), self.ruleset, self.world, list(self.answers), SILENT, self.state)
        with suppress(Misfit, Exception):
            try:
                run_step(play)
            except Pending as pending:
                return running(pending, (*self.ruleset.actions, *self.ruleset.reactions.values()))
        return ()

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended."""
        return self.result is not None

    def events(self) -> list[Event]:
        """Everything that has happened, the half-played step included."""
        return [e for done in self.steps for e in done.events] + self.play.events

    def log(self, seat: int | None = None) -> list[str]:
        """The battle in sentences, as a seat (None: everybody's secrets included) may read it."""
        said = []
        for event in self.events():
            seen = event if seat is None else event.seen_by(seat)
            if seen is not None and (sentence := self.ruleset.sentence(seen, self.name)):
                said.append(sentence)
        return said

    def name(self, who: int) -> str:
        """What a model or marker is called."""
        return self.ruleset.name_of(self.world, who)

    def view(self, seat: int) -> Play[Any, Any, Any]:
        """The position, in the middle of its step, as a seat may see it."""
        return self.play.seen_by(seat)

    def _repr_svg_(self) -> str | None:
        """The position as a picture, for notebooks."""
        return self.play._repr_svg_()
