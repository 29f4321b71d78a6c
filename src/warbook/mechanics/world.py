"""What never changes in a battle, as far as games have it alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec import Struct

from ..core.memo import Memo, Memoized
from ..core.play import Play
from ..space.board import Board

K = TypeVar("K")


class BattleWorld(Struct, Generic[K], frozen=True, dict=True):
    """The board, the kit of each model (its card, and what its player brought), and the names of models and things by
    id."""

    board: Board
    kits: tuple[K, ...]
    names: Mapping[int, str]

    @cached_property
    def count(self) -> int:
        """How many models there are; records from here on are things."""
        return len(self.kits)

    @cached_property
    def memos(self) -> dict[tuple[str, ...], Memo]:
        """What functions have come to that were asked about this world, by the house rules (see `per_battle`)."""
        return {}


def name_of(world: BattleWorld[Any], who: int) -> str:
    """What a model or a thing is called."""
    return world.names.get(who, f"number {who}")


def _memo_of(play: Play[Any, Any, Any]) -> Memo:
    memos: dict[tuple[str, ...], Memo] = play.world.memos
    try:
        return memos[play.ruleset.patched]
    except KeyError:
        return memos.setdefault(play.ruleset.patched, {})


per_battle = Memoized(_memo_of)
"""Decorates a function of a play and plain values that asks about nothing but what never changes in a battle: its world
and the house rules.  Battles of the same files share their world."""
