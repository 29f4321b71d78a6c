"""What the scenario files of several games have in common."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from ..core.errors import BadData, nearest
from ..space.board import Board

Seat: TypeAlias = Literal["", "red", "blue"]
"""A side as a scenario file names it; "" for neither."""
SEATS = ("red", "blue")


class SideFile(Protocol):
    """What is asked of a side of a scenario: the roster that it names."""

    @property
    def roster(self) -> str: ...


class ScenarioFile(Protocol):
    """What is asked of a scenario: what it is called, and the board and the rosters that it names."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def board(self) -> str: ...
    @property
    def red(self) -> SideFile: ...
    @property
    def blue(self) -> SideFile: ...


def check_zone(name: str, source: str, where: str, board: Board, board_source: str) -> None:
    """Raises `BadData` where a board has no zone of that name, which stands at `where` in the file `source`."""
    zones = [zone.name for zone in board.zones]
    if name not in zones:
        has = f"a deployment zone of {board_source}: {', '.join(zones) or 'it has none'}"
        raise BadData(source, where, repr(name) + nearest(name, zones), has)
