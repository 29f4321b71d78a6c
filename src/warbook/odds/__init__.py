"""Odds: how likely an event is, read off the same rules that play it."""

from .report import Odds, odds, withheld

__all__ = ["Odds", "odds", "withheld"]
