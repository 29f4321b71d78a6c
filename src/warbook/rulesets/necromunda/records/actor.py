"""The handle of whoever is activated."""

from __future__ import annotations

from typing import TypeAlias

from .model import Model
from .vehicles import Driver
from .world import Play

Actor: TypeAlias = Model | Driver
"""Whoever is activated."""


def actor_of(play: Play, who: int) -> Actor:
    """The handle of a fighter or a crewed vehicle."""
    return Model(play, who) if who < play.world.count else Driver(play, who)
