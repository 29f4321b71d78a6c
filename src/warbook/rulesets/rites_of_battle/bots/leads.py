"""Where a fighter would like to go: to the nearest enemy, and to what the scenario is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..battle.scenario import worked
from ..records import SQUAD, Play
from ..records.position import foes, things


def leads(play: Play, who: int) -> Sequence[Callable[[Any], float]]:
    """Functions from a point to how far it is from somewhere that a fighter may want to be."""
    found = [_to(play.state.records[f.id].at.spot) for f in foes(play, play.state.records[who].owner) if f.able]
    about = play.world.scenario
    if about.goal and (about.about != "machine" or worked(play, about)):
        zone = next(zone.polygon for zone in play.world.board.zones if zone.name == about.goal)
        found.append(_to((sum(x for x, _ in zone) // len(zone), sum(y for _, y in zone) // len(zone), 0)))
    if about.about == "machine" and play.state.records[who].owner == SQUAD:
        found += [_to(each.at.spot) for each in things(play) if each.kind == "terminal" and each.state != "worked"]
    return found


def _to(spot: tuple[int, int, int]) -> Callable[[Any], float]:
    return lambda point: float(max(abs(point[0] - spot[0]), abs(point[1] - spot[1])))
