"""Tanks that drive at the enemy: how far they have come, and whom they come to."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records.state import Course, State


class CourseWent(Event, frozen=True):
    """How a tank that drives at the enemy goes on; `None`: it has stopped."""

    course: Course | None

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, course=self.course)


class TankShocked(Event, frozen=True):
    """A tank has come to a unit, which has taken its test or need not: `held` says whether it stands, `spare` with how
    much (see `Course`).  This is what it may react to."""

    who: int
    whom: int
    held: bool
    spare: int | None

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} drives at {name(self.whom)}, which {'holds' if self.held else 'gives way'}."

    def apply(self, state: State) -> None:
        course = state.turn.course
        assert course is not None, "a tank drives at the enemy"
        met = replace(
            course, met=(*course.met, self.whom), whom=self.whom, held=self.held, spare=self.spare, answers=(),
            evaded=False,
        )  # fmt: skip
        state.turn = replace(state.turn, course=met)


class Rammed(Event, frozen=True):
    """A tank is about to ram a vehicle (`hull`) of a unit.  This is what it may react to."""

    who: int
    whom: int
    hull: int
    text: ClassVar[str] = "{who} rams {whom}."

    def apply(self, state: State) -> None:
        course = state.turn.course
        assert course is not None, "a tank drives at the enemy"
        met = replace(
            course, met=(*course.met, self.whom), whom=self.whom, hull=self.hull, answers=(), evaded=False, bared=False
        )
        state.turn = replace(state.turn, course=met)


EVENTS = (CourseWent, TankShocked, Rammed)
