"""Scenes of Rites of Battle: fighters by square, and the table of rulings."""

from __future__ import annotations

from typing import Any

import pytest

from warbook.rulesets.rites_of_battle import RULESET
from warbook.testing import Placed, Scene, model, piece


def covers(entry: str, aspect: str) -> Any:
    """The ruling that a test shows."""
    return pytest.mark.covers("rites-of-battle", entry, aspect)


HALF = 0.5


def at(column: float, row: float, profile: str = "line-warden", **words: Any) -> Placed:
    """Somebody in the middle of a square, counted from 0."""
    return model(column + HALF, row + HALF, profile, **words)


def scene(red: list[Placed], blue: list[Placed], board: str = "", **more: Any) -> Any:
    """A scene without a game master's rulings, unless they are asked for."""
    options = {"gm": "engine", **more.pop("options", {})}
    return Scene.of(RULESET, red=red, blue=blue, board=board, options=options, **more)


__all__ = ["at", "covers", "model", "piece", "scene"]
