"""How far a unit goes: by the slowest of its models, and by how it moves."""

from __future__ import annotations

from ....core.length import INCH
from ..printed.catalogue import Rate
from ..printed.units import rate_of
from ..records.state import Mode
from ..records.unit import Unit
from ..records.world import Kit

TIMES: dict[Mode, int] = {"stationary": 0, "advance": 1, "surge": 2, "fleet": 3, "flat-out": 3}
UNLISTED = ("monster", "skimmer")
"""The kinds whose Move no list of the draft has."""


def rate(kit: Kit) -> Rate:
    """How a model moves."""
    return rate_of(kit.card)


def distance(unit: Unit, mode: Mode) -> int:
    """How far a unit goes in a mode, in thousandths of an inch; 0 where it has no such mode."""
    way = of_the_draft if unit.play.option["movement-rates"] == "rumour" else as_before
    return min((way(unit, kit, mode) for kit in unit.kits), default=0)


def of_the_draft(unit: Unit, kit: Kit, mode: Mode) -> int:
    """How far a model goes by the draft: once, twice or three times its Move."""
    found = rate(kit)
    move = unit.play.option["unlisted-move"] * INCH if found.id in UNLISTED else found.move
    return TIMES[mode] * move


def as_before(unit: Unit, kit: Kit, mode: Mode) -> int:
    """How far a model goes as in the game before the draft: at combat speed, twice that for vehicles, or flat out."""
    found = rate(kit)
    match mode:
        case "advance":
            return found.base
        case "surge":
            return 0 if found.runs or found.base_charge else 2 * found.base
        case "flat-out":
            return found.base_fast
    return 0


def charge_distance(unit: Unit, mode: Mode) -> int:
    """How far a unit charges in a mode."""
    if unit.play.option["movement-rates"] == "rumour":
        return distance(unit, mode)
    return min(rate(kit).base_charge for kit in unit.kits) if mode == "advance" else 0


def flat_out(unit: Unit) -> bool:
    """Whether all of it can go flat out."""
    return all(rate(kit).flat_out for kit in unit.kits)


def flies(unit: Unit) -> bool:
    """Whether all of it passes over terrain and others."""
    return all(rate(kit).over for kit in unit.kits)
