"""What a fighter has drunk, and what that does to it."""

from __future__ import annotations

from ..printed import Drinking
from ..records import Actor, Model


def drinks_felt(model: Actor) -> list[Drinking]:
    """The rows of the drinks that it feels; the crew of a vehicle has none."""
    if not isinstance(model, Model):
        return []
    r = model.record
    if not r.rinse and not r.black_eel:
        return []
    drinks = model.play.world.edition.library.drinks
    rinse, eel = r.rinse, r.black_eel
    if rinse and eel and model.play.option["drinks-count-together"]:
        rinse = eel = rinse + eel
    rows = (drinks["rinse"].at(rinse), drinks["black-eel"].at(eel))
    return [row for row in rows if row is not None]


def ranged_penalty(model: Actor) -> int:
    """What drink does to its shooting: the worst of what it has drunk."""
    return min((row.ranged for row in drinks_felt(model)), default=0)


def melee_penalty(model: Model) -> int:
    """What drink does to its fighting."""
    return min((row.melee for row in drinks_felt(model)), default=0)


def courage(model: Actor) -> int:
    """What drink adds to its Cool: the best of what it has drunk."""
    return max((row.cool for row in drinks_felt(model)), default=0)


def staggers(model: Model) -> bool:
    """Drunk enough that its moves go somewhere else."""
    return any(row.staggers for row in drinks_felt(model))


def fearless(model: Actor) -> bool:
    """Drunk enough to pass every Cool test."""
    return any(row.passes_cool for row in drinks_felt(model))
