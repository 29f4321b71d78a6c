"""Pieces of terrain with rules of their own: which there are, and whether what they do goes on."""

from __future__ import annotations

from ....core.effect import has_effect
from ..records import Piece, Play
from ..records.position import things


def pieces(play: Play, kind: str) -> list[Piece]:
    """The pieces of a kind that are on the table, those that are switched off included."""
    return [piece for piece in things(play, Piece) if piece.profile == kind and piece.there]


def is_off(play: Play, who: int) -> bool:
    """Whether somebody has switched a piece or a lift off."""
    return has_effect(play.state, who, "switched-off")


def is_running(play: Play, who: int) -> bool:
    """Whether the special effect of a piece has begun and not ended."""
    return has_effect(play.state, who, "running")
