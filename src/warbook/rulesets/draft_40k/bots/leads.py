"""Where a unit would like to go: to the nearest enemies, and to the markers that its side does not claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Any

from ....core.state import Placement
from ..records.position import foes, markers, model, squad
from ..records.world import Play

ENEMIES = 3
"""So many of them are thought of."""
Lead = Callable[[Any], float]


def leads(play: Play, unit: int) -> Sequence[Lead]:
    """Functions from a point to how far it is from somewhere that a unit may want to be."""
    mine = squad(play, unit)
    here = _to(model(play, mine.members[0]).at)
    enemies = sorted((model(play, foe.members[0]).at for foe in foes(play, mine.owner)), key=lambda at: here(at.spot))
    wanted = [marker.at for marker in markers(play) if marker.claimed != mine.owner]
    return [_to(at) for at in (*sorted(wanted, key=lambda at: here(at.spot)), *enemies[:ENEMIES])]


def _to(at: Placement) -> Lead:
    return lambda point: hypot(point[0] - at.x, point[1] - at.y)
