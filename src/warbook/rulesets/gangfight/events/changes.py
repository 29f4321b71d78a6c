"""How the events of this game change a position."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..records import Deed, State


def change(state: State, who: int, /, **changes: Any) -> None:
    """A record with other values."""
    state.put(replace(state.records[who], **changes))


def change_turn(state: State, **changes: Any) -> None:
    """The turn with other values."""
    state.turn = replace(state.turn, **changes)


def amend(state: State, **changes: Any) -> None:
    """The action under way with other values."""
    change_turn(state, deed=replace(under_way(state), **changes))


def under_way(state: State) -> Deed:
    """The action under way; an event of one happens only while there is one."""
    deed = state.turn.deed
    assert deed is not None
    return deed
