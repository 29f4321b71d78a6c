"""Scatter: which way, and how far, what comes from above or out of a tube misses the point that it was meant for."""

from __future__ import annotations

from typing import TypeAlias

from ....core.dice import TWO_D6, Pool, Reading
from ....core.length import INCH
from ....space.shapes import direction, stretched
from ..records.world import Play

SCATTER = Pool(1, 6, Reading("scatter", False, lambda _, face: face <= 2), "Scatter die")  # two faces show a hit
DEGREES = Pool(1, 360, name="a random direction")

Point: TypeAlias = tuple[int, int]


def scattered(play: Play, skill: int = 0) -> Point:
    """Dice rule: how far something ends beside the point that it was meant for, by x and y: two faces of the scatter
    die show a hit, else 2D6 inches, less the Ballistic Skill, in a random direction."""
    if play.roll(SCATTER, "scatter", "Scatter"):
        return 0, 0
    inches: int = play.roll(TWO_D6, "scatter.distance", "How far it scatters") - skill
    degree: int = play.roll(DEGREES, "scatter.direction", "in this direction")
    return stretched(*direction(degree), inches * INCH) if inches > 0 else (0, 0)
