"""How near to one another the models of a unit keep."""

from __future__ import annotations

from ....core.length import INCH
from ....space.units import Coherency
from ..records.unit import Unit

ON_FOOT = Coherency(2 * INCH, 6 * INCH)
SQUADRON = Coherency(4 * INCH)


def coherency_of(unit: Unit) -> Coherency:
    """The gaps that a unit may leave between its models: twice as wide between vehicles."""
    return SQUADRON if unit.crewed else ON_FOOT
