"""Odds: how likely an event is, read off the same rules that play it."""

from .prospect import Prospect, Prospects, prospects
from .report import Odds, odds, withheld

__all__ = ["Odds", "Prospect", "Prospects", "odds", "prospects", "withheld"]
