"""The markers of a board: which a game knows, and what a board may say of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ..core.errors import BadData
from ..core.profile import known
from ..space.board import Board

MarkerKinds: TypeAlias = Mapping[str, Mapping[str, type]]
"""The kinds of markers that a game knows, each with the keys that a board may give it and their types: str, int or
bool."""
_IN_WORDS: dict[type, str] = {str: "text in quotes", int: "a whole number", bool: "true or false"}


def check_markers(board: Board, source: str, kinds: MarkerKinds) -> None:
    """Raises `BadData` for a marker of an unknown kind, or with an unknown key or a value of the wrong type; `source`
    is what messages call the board."""
    for number, marker in enumerate(board.markers, 1):
        where = f"marker[{number}]"
        params = kinds[known(marker.kind, kinds, source, f"{where}.kind", "a marker of this game")]
        for key, value in marker.params.items():
            known(key, params, source, f"{where}.params", f"what can be said of a {marker.kind}")
            if type(value) is not params[key]:
                raise BadData(source, f"{where}.params.{key}", _in_toml(value), _IN_WORDS[params[key]])


def _in_toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)
