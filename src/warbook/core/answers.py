"""Answers: what a step has been told so far, and what happens where an answer is missing or does not fit."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .decision import Decision
from .events import Event
from .state import State, Waiting


class Chosen(Struct, frozen=True, tag="c", array_like=True, gc=False):
    """A player's answer to a decision."""

    key: str
    value: Any


class Shown(Struct, frozen=True, tag="r", array_like=True, gc=False):
    """A roll: its faces, and how the rule reads them.  Faces are None if only the reading was drawn."""

    key: str
    faces: list[int] | None
    value: Any = None


class Passed(Struct, frozen=True, tag="p", array_like=True, gc=False):
    """A window that passed by itself because nobody could react.  It is recorded, so that running the step again does
    not ask again."""

    key: str
    value: None = None


class Sealed(Struct, frozen=True, tag="s", array_like=True, gc=False):
    """One seat's answer to a question that several seats answer at once."""

    key: str
    seat: int
    value: Any


class Whole(Struct, frozen=True, tag="w", array_like=True, gc=False):
    """The outcome of a dice rule taken as one node (odds and search only; never written to a record)."""

    key: str
    value: Any


class Staged(Struct, frozen=True, eq=False, gc=False):
    """A finished stage as one answer: its value, and the position after it (odds only; never written to a record).  It
    belongs to one place in one tree of runs, and is equal only to itself."""

    key: str
    value: Any
    depth: int
    state: State[Any, Any]
    events: list[Event]
    queue: list[tuple[Waiting, int]]
    kept: tuple[int, ...]


Answer = Chosen | Shown | Passed | Sealed | Whole | Staged


class Pending(BaseException):
    """The rules have a question that nobody has answered.  `decisions` are open now, one for each seat that is asked.

    A BaseException, so that no rule swallows it by accident.
    """

    def __init__(self, *decisions: Decision[Any]) -> None:
        self.decisions = decisions
        super().__init__(*decisions)

    def __str__(self) -> str:
        """The questions, which are worded only when somebody reads them."""
        return ", ".join(d.prompt for d in self.decisions)


class Misfit(BaseException):
    """A recorded answer does not fit the question the rules now ask at its place."""

    def __init__(self, at: int, wanted: str, found: str) -> None:
        self.at, self.wanted, self.found = at, wanted, found
        super().__init__(f"answer {at}: the rules ask {wanted!r}, the record answers {found!r}")
