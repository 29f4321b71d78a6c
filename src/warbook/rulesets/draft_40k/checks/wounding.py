"""The number that a hit needs to wound, and what kind of wound it is."""

from __future__ import annotations

from ..printed.catalogue import Mode
from ..printed.tables import NEVER, deadliness, to_wound
from ..records.unit import Unit
from .hitting import Needed
from .powers import is_under

SNIPER = 4


def shot_wounds(target: Unit, mode: Mode) -> Needed:
    """What the hit of a shot needs to wound a unit: by the Toughness of most of it."""
    toughness = target.characteristic("t")
    if mode.has("sniper"):
        return Needed(SNIPER, SNIPER if is_under(target, "ill-omen") else NEVER, ("sniper",))
    number = to_wound(mode.strength, toughness, target.play.option["always-wound-on-6"])
    return Needed(
        number,
        number if is_under(target, "ill-omen") else NEVER,
        (f"Strength {mode.strength}", f"Toughness {toughness}"),
    )


def level_of_death(target: Unit, mode: Mode) -> int:
    """The level of instant death of an unsaved wound: by the Toughness that no mount raises."""
    return deadliness(mode.strength, target.characteristic("t_bare"), target.play.option["instant-death"])
