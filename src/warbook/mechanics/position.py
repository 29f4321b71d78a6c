"""The layout of a position: where everything stands, and what is remembered about that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from ..core.memo import Memo
from ..core.play import Play
from ..space.board import Board
from ..space.layout import Layout


class Door(Protocol):
    """A record of a door: its `number` on the board, and whether it is "open", "closed" or "locked"."""

    @property
    def number(self) -> int: ...
    @property
    def state(self) -> str: ...


def layout(play: Play[Any, Any, Any]) -> Layout:
    """The layout of a position, built by the ruleset's `derive` when it is first asked for."""
    derived: Layout | None = play.state.derived
    return derived if derived is not None else _built(play)


def memo_of(play: Play[Any, Any, Any]) -> Memo:
    """The memo of where everybody is, for the `per_position` of a game."""
    derived: Layout | None = play.state.derived  # not by `layout`, as nothing is asked as often
    return (derived if derived is not None else _built(play)).memo


def unturned_memo_of(play: Play[Any, Any, Any]) -> Memo:
    """The memo of where everybody is, whichever way they look."""
    derived: Layout | None = play.state.derived
    return (derived if derived is not None else _built(play)).unturned


def lasting_memo_of(play: Play[Any, Any, Any]) -> Memo:
    """The memo of what holds wherever they are, as long as nobody's posture and owner change."""
    derived: Layout | None = play.state.derived
    return (derived if derived is not None else _built(play)).lasting


def _built(play: Play[Any, Any, Any]) -> Layout:
    assert play.ruleset.derive is not None, f"{play.ruleset.id} derives nothing from a position"
    play.ruleset.derive(play.world, play.state)
    built: Layout = play.state.derived
    return built


def shut_doors(board: Board, doors: Iterable[Door]) -> tuple[tuple[int, ...], ...]:
    """The doors among these that bar the way, as walls."""
    return tuple(board.door_edge(door.number) for door in doors if door.state in ("closed", "locked"))
