"""Hits as they arrive, at fighters and at crewed vehicles."""

from __future__ import annotations

from ..checks.sides import rear_of, side_towards
from ..harm.strikes import UNHARMED, Harm, Hit
from ..records import Driver, Model, Play
from . import hits, vehicle_victims


def resolve_hits(play: Play, who: int, hit: Hit, count: int = 1) -> Harm:
    """Everything that the hits of one attack do to a model.  A vehicle is struck on the side in whose arc they come
    from; nothing flies on through it."""
    if not play.world.is_crewed(who):
        return hits.resolve_hits(play, Model(play, who), hit, count)
    driver = Driver(play, who)
    side = side_towards(driver, *hit.place) if hit.place is not None else rear_of(driver)
    vehicle_victims.resolve_hits(play, driver, hit, side, count)
    return UNHARMED
