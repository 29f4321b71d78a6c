"""How the log says names."""

from __future__ import annotations


def plain(id: str) -> str:
    """An id as words."""
    return id.replace("-", " ")
