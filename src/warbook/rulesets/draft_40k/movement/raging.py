"""Rage: those who rage go as fast as they can towards the nearest enemy whom they see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.marching import March
from ....space.sight import gap
from ..checks import sight
from ..records.position import foes, model, squad
from ..records.state import NOBODY
from ..records.unit import Unit

WAYS = 12
"""How many ways are thought of."""
NEAR = INCH
"""As much farther away than the best of them an answer may end."""


def prey_of(unit: Unit) -> int:
    """The enemy unit that one goes for which rages: the nearest that it sees; `NOBODY` where it sees none."""
    if "rage" not in unit.play.world.rules or not unit.has("rage") or unit.record.where != "table":
        return NOBODY
    seen = [each.id for each in foes(unit.play, unit.owner) if sight.sees(unit.play, unit.id, each.id)]
    return min(seen, key=lambda id: (sight.nearest(unit.play, unit.id, id), id), default=NOBODY)


def headlong(plain: March, unit: Unit, prey: int) -> March:
    """The question where such a unit goes: as near to its prey as it comes, by the ways that are thought of."""
    play = unit.play
    theirs = [model(play, id).at for id in squad(play, prey).members]

    def apart(ends: Mapping[int, Placement]) -> int:
        return min(gap(at, foe) for at in ends.values() for foe in theirs)

    def left(answer: tuple[Any, ...]) -> int:
        return apart(plain.placed(answer))

    plain.leads = lambda: [lambda at: float(min((at[0] - foe.x) ** 2 + (at[1] - foe.y) ** 2 for foe in theirs))]
    ways = sorted(plain.candidates(WAYS), key=left)
    nearest = left(ways[0]) if ways else apart(plain.placed(plain.stay))

    def together(ends: Mapping[int, Placement]) -> Reasons:
        return () if apart(ends) <= nearest + NEAR else ("It rages: it has to go as near to its prey as it comes.",)

    plain.together = together
    return plain
