"""How far a unit goes: by the slowest of its models, and by how it moves."""

from __future__ import annotations

from ..printed.catalogue import Rate
from ..printed.units import rate_of
from ..records.state import Mode
from ..records.unit import Unit
from ..records.world import Kit

TIMES: dict[Mode, int] = {"stationary": 0, "advance": 1, "surge": 2, "fleet": 3, "flat-out": 3}


def rate(kit: Kit) -> Rate:
    """How a model moves."""
    return rate_of(kit.card)


def distance(unit: Unit, mode: Mode) -> int:
    """How far a unit goes in a mode, in thousandths of an inch."""
    slowest = min(rate(kit).move for kit in unit.kits)
    return TIMES[mode] * slowest


def flies(unit: Unit) -> bool:
    """Whether all of it passes over terrain and others."""
    return all(rate(kit).over for kit in unit.kits)
