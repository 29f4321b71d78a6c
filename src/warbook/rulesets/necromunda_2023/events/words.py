"""How the log says lengths, places and names."""

from __future__ import annotations

from ....core.length import INCH


def plain(id: str) -> str:
    """An id as words."""
    return id.replace("-", " ")


def about(length: int) -> str:
    """A length in inches."""
    return f"{length / INCH:.1f}"


def spot(x: int, y: int, z: int) -> str:
    """A place: where, and how far up."""
    return f"({about(x)}, {about(y)})" + (f', {about(z)}" up' if z else "")
