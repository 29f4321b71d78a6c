"""What conformance compares of a battle: its questions, its positions, and what each seat sees."""

from __future__ import annotations

from typing import Any

from ..core.course import Done
from ..core.events import Begun
from ..core.game import Game
from ..core.state import State


def name_of_step(done: Done) -> str:
    first = done.events[0] if done.events else None
    return first.rule if isinstance(first, Begun) else type(first).__name__


def open_questions(game: Game) -> list[tuple[Any, ...]]:
    return [(d.key, d.player, d.prompt, d.kind, d.secret, d.sealed, d.candidates(20)) for d in game.decisions]


def state_as_bytes(game: Game, state: State[Any, Any]) -> bytes:
    return game.codec.state(state)


def seen_by_seat(game: Game, seat: int) -> tuple[Any, ...]:
    """All that a seat gets to see of a battle, and of what is open to others only that it is."""
    own = [question for question in open_questions(game) if question[1] == seat]
    open_to = [] if any(d.sealed for d in game.decisions) else [(d.key, d.player) for d in game.decisions]
    view = state_as_bytes(game, game.view(seat).state)
    return view, game.log(seat), game.save(export=True, seat=seat) if not game.is_over else b"", own, open_to


def derived_facts(state: State[Any, Any]) -> Any:
    """What was derived from a position in a form that can be compared, if it has one."""
    derived = state.derived
    if derived is None or "__eq__" in vars(type(derived)):
        return derived
    row = getattr(derived, "row", None)
    if row is None:
        return getattr(derived, "rows", None)
    others = [getattr(derived, name, ()) for name in ("wall_rows", "cloud_rows", "ground")]
    return [row(number) for number in range(len(derived))], others
