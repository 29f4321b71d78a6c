"""Warbook: a referee for tabletop battles."""

__version__ = "0.1.0"
