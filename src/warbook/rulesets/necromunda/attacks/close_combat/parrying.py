"""What can be parried, and with what."""

from __future__ import annotations

from ...printed import WeaponProfile
from ...records import Model


def can_parry(victim: Model, weapon: WeaponProfile) -> bool:
    """Whether its hits can be parried at all: never with Entangle, and a power weapon only by another."""
    if weapon.has("entangle"):
        return False
    return not weapon.has("power") or bool(blades_with(victim, "power", "" if victim.has("parry") else "parry"))


def blades_with(model: Model, *traits: str) -> list[tuple[int, int]]:
    """The close combat weapons that it can use and that have these traits, by slot and profile."""
    return [
        arm
        for arm in model.kit.arms
        if (use := model.weapon(arm)).has("melee") and all(use.has(t) for t in traits if t) and model.usable(arm)
    ]
