"""Simulation: battles by the hundred, and what they come to."""

from __future__ import annotations

from .battle import Row, fight
from .failure import BattleFailed
from .match import Comparison, Stopped, Totals, compare, simulate
from .measures import Effect, Measure

__all__ = [
    "BattleFailed",
    "Comparison",
    "Effect",
    "Measure",
    "Row",
    "Stopped",
    "Totals",
    "compare",
    "fight",
    "simulate",
]
