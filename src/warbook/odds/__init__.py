"""Odds: how likely an event is, found by running the same rules that play the battle."""

from .prospect import Prospect, Prospects, prospects
from .report import Odds, odds, why_withheld

__all__ = ["Odds", "Prospect", "Prospects", "odds", "prospects", "why_withheld"]
