"""How the events of this game change the action under way."""

from __future__ import annotations

from ....core.structs import replace
from ..records import Deed, State


def under_way(state: State) -> Deed:
    """The action under way; an event of one happens only while there is one."""
    deed = state.turn.deed
    assert deed is not None
    return deed


def continue_with(state: State, deed: Deed) -> None:
    """The action under way goes on as another."""
    state.turn = replace(state.turn, deed=deed)
