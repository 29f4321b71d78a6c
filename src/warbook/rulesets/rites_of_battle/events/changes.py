"""How the events of this game change the check under way."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.structs import replace
from ..records import Check, State


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


def continue_with(state: State, check: Check) -> None:
    """The check under way goes on as another."""
    state.turn = replace(state.turn, check=check)
