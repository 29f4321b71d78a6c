"""What conformance compares of a battle: its questions, its positions, and what each seat sees."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...core.course import Done
from ...core.events import Begun
from ...core.game import Game
from ...core.state import State


def name_of_step(done: Done) -> str:
    """The rule that began a step; where that is the turn, with the action that was chosen in it."""
    first = done.events[0] if done.events else None
    if isinstance(first, Begun):
        return first.rule
    chosen = next((answer.value for answer in done.answers if answer.key.rpartition(".")[2] == "action"), "")
    return f"turn: {chosen}" if chosen else "turn"


def difference(found: State[Any, Any], wanted: State[Any, Any]) -> str:
    """The first difference between two positions in words; empty if they are equal."""
    if found == wanted:
        return ""
    for number, (new, old) in enumerate(zip(found.records, wanted.records, strict=False)):
        if new != old:
            return f"record {number} has {_fields_that_differ(new, old)}"
    if found.turn != wanted.turn:
        return f"the turn has {_fields_that_differ(found.turn, wanted.turn)}"
    if found.agenda != wanted.agenda:
        return f"the agenda is {list(found.agenda)}, and was {list(wanted.agenda)}"
    if found.effects != wanted.effects:
        return f"the effects are {list(found.effects)}, and were {list(wanted.effects)}"
    return f"there are {len(found.records)} records, and were {len(wanted.records)}"


def _fields_that_differ(new: Struct, old: Struct) -> str:
    if type(new) is not type(old):
        return f"become a {type(new).__name__}, and was a {type(old).__name__}"
    differing = [field for field in new.__struct_fields__ if getattr(new, field) != getattr(old, field)]
    return ", ".join(f"{field} = {getattr(new, field)!r} in place of {getattr(old, field)!r}" for field in differing)


def open_questions(game: Game) -> list[tuple[Any, ...]]:
    """All that can be told apart of the questions that are open."""
    return [(d.key, d.player, d.prompt, d.kind, d.secret, d.sealed, d.candidates(20)) for d in game.decisions]


def state_as_bytes(game: Game, state: State[Any, Any]) -> bytes:
    """A position as a record of the battle holds it."""
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
    others = [getattr(derived, name, ()) for name in ("wall_rows", "cloud_rows", "ground", "shapes")]
    return [row(number) for number in range(len(derived))], others
