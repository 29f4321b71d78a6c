"""The ground that a drive sweeps, as polygons to be drawn."""

from __future__ import annotations

from ..footprints import Core, footprint, hull_of
from .met import Driven
from .turning import poses_between, quarter_turns

_DRAWN = 8  # outlines of a quarter turn


def swept(drive: Driven) -> tuple[Core, ...]:
    """The ground that a drive swept: an outline for every few degrees of a turn, and the hull of the outlines at both
    ends of a straight leg."""
    found: list[Core] = []
    for before, after in zip(drive.poses, drive.poses[1:], strict=False):
        if (before.x, before.y) != (after.x, after.y):
            found.append(hull_of(footprint(before).core + footprint(after).core))
        elif (before.fx, before.fy) != (after.fx, after.fy):
            for one, other in quarter_turns(before, after):
                found.extend(footprint(pose).core for pose in poses_between(one, other, _DRAWN))
    return tuple(found)
