"""Psychic powers: which a model has and may still use, and which are on a unit."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ....core.effect import has_effect, total_effect
from ..printed.catalogue import Power
from ..records.unit import Unit
from ..records.world import Play

Spell: TypeAlias = Literal["kind-stars", "guided-aim", "ill-omen", "dome"]
"""The powers that last."""
USED = "used-power"
"""On a psyker, for each power that it has used in this player turn."""
SHOT = "shot-by-power"
"""On a psyker who has used one instead of a weapon."""


def moment(number: int) -> str:
    """The beginning of a player turn, up to which something lasts."""
    return f"turn-{number}"


def is_under(unit: Unit, spell: Spell) -> bool:
    """Whether a power is on a unit."""
    return has_effect(unit.play.state, unit.id, spell)


def powers_of(unit: Unit) -> list[tuple[int, Power]]:
    """The powers of the models of a unit that have not used as many in this turn as they may."""
    play = unit.play
    return [(id, power) for id in unit.members for power in unit.kit(id).powers if left(play, id)]


def left(play: Play, id: int) -> int:
    """How many powers a model may still use in this turn."""
    return play.world.kits[id].has("psyker") - total_effect(play.state, id, USED)


def has_shot_by_power(unit: Unit, id: int) -> bool:
    """Whether a model has used a power instead of a weapon in this turn."""
    return bool(unit.kit(id).powers) and has_effect(unit.play.state, id, SHOT)
