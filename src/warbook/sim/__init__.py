"""Simulation: battles by the hundred, and what they come to."""

from __future__ import annotations

from .battle import Row, fight
from .match import Comparison, Totals, compare, match

__all__ = ["Comparison", "Row", "Totals", "compare", "fight", "match"]
