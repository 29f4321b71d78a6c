"""What a board may say of the markers of this game."""

from __future__ import annotations

from ....core.errors import BadData
from ....core.profile import known
from ....space.board import Board
from . import tables


def check_markers(board: Board, source: str) -> None:
    """Raises `BadData` for a marker that this game does not know, or that is told what it does not know."""
    for number, marker in enumerate(board.markers, 1):
        where = f"marker[{number}]"
        known(marker.kind, PARAMS, source, f"{where}.kind", "a marker of this game")
        for key, value in marker.params.items():
            known(key, PARAMS[marker.kind], source, f"{where}.params", f"what can be said of a {marker.kind}")
            kind = PARAMS[marker.kind][key]
            if type(value) is not kind:
                right = "text in quotes" if kind is str else "a whole number"
                raise BadData(source, f"{where}.params.{key}", repr(value), right)
        if marker.kind == "booby-trap":
            trap = str(marker.params.get("kind", "frag-trap"))
            known(trap, tables.traps(), source, f"{where}.params.kind", "a kind of trap")


PARAMS: dict[str, dict[str, type]] = {
    "casket": {"name": str, "wounds": int},
    "ammo-cache": {"name": str},
    "booby-trap": {"name": str, "kind": str},
    "vehicle": {"name": str, "wounds": int, "toughness": int},
}
