"""How near to one another the models of a unit keep."""

from __future__ import annotations

from ....core.length import INCH
from ....space.units import Coherency, strays
from ..records.position import layout
from ..records.unit import Unit

ON_FOOT = Coherency(2 * INCH, 6 * INCH)
SQUADRON = Coherency(4 * INCH)


def coherency_of(unit: Unit) -> Coherency:
    """The gaps that a unit may leave between its models: twice as wide between vehicles."""
    return SQUADRON if unit.crewed else ON_FOOT


def is_scattered(unit: Unit) -> bool:
    """Whether somebody of a unit is too far from the others."""
    coherency = coherency_of(unit)
    return bool(strays(layout(unit.play), unit.members, coherency.gap, coherency.rise))
