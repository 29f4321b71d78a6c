"""How the events of this game change a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from ..records import Check, State


def change(state: State, who: int, /, **changes: Any) -> None:
    """A record with other values."""
    state.put(replace(state.records[who], **changes))


def change_turn(state: State, **changes: Any) -> None:
    """The turn with other values."""
    state.turn = replace(state.turn, **changes)


def amend(state: State, **changes: Any) -> None:
    """The check under way with other values."""
    check = state.turn.check
    assert check is not None
    change_turn(state, check=replace(check, **changes))


def counted(pairs: Iterable[tuple[int, int]], key: int, by: int = 1) -> tuple[tuple[int, int], ...]:
    """Pairs of a key and a number, with that of one key raised."""
    numbers = dict(pairs)
    numbers[key] = numbers.get(key, 0) + by
    return tuple(sorted((each, number) for each, number in numbers.items() if number))


def under_way(state: State) -> Check:
    """The check under way; an event of one happens only while there is one."""
    check = state.turn.check
    assert check is not None
    return check
