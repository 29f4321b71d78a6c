"""What never changes in a battle: a `Kit` is what a fighter is and carries, the `World` the board with its grid and all
who may come to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from ....core import play as core_play
from ....core.length import INCH
from ....mechanics.grid import GridWorld
from ..printed import catalogue
from ..printed.catalogue import Armour, Profile, Talent, Weapon
from ..printed.options import Options
from ..printed.scenario import SCENE, Scenario
from .state import State

HANDS = 2
SQUARE = INCH
"""A square is an inch of the board: a metre and a half of the battle, or five feet."""


class Kit(Struct, frozen=True, dict=True):
    """What a fighter is and carries; `count` is how many are in its group, `player` whose it is where several share a
    force."""

    name: str
    profile: Profile
    weapons: tuple[Weapon, ...] = ()
    gear: tuple[str, ...] = ()
    count: int = 1
    player: str = ""
    member: str = ""
    mount: str = ""

    @cached_property
    def armour(self) -> Armour:
        return catalogue.armour()[self.profile.armour]

    @cached_property
    def minions(self) -> bool:
        """Whether it is a minion or a group of them."""
        return self.profile.tier == "minion"

    @cached_property
    def has_strain(self) -> bool:
        """Whether strain is strain for it, and not wounds."""
        return self.profile.tier not in catalogue.NO_STRAIN

    @cached_property
    def hero(self) -> bool:
        """Whether it falls as the heroes do: heroes and nemeses."""
        return self.profile.tier in ("hero", "nemesis")

    @cached_property
    def hands(self) -> int:
        """How many hands its armour leaves for weapons."""
        return HANDS - self.armour.hands

    def hands_for(self, weapon: Weapon) -> int:
        """How many hands a weapon takes in its armour."""
        return 1 if self.profile.armour in weapon.one_handed_in else weapon.hands

    def ranks(self, talent: Talent) -> int:
        """Ranks in a talent, 0 without it."""
        return self.profile.talents.get(talent, 0)


class World(GridWorld[Kit], frozen=True, dict=True):
    """What never changes in a battle: the board and its grid, each fighter's kit, the scenario; `visitor` is the number
    of the one whom the warp may send, or -1; `tasks` has what the board says of each thing, by its id."""

    forces: tuple[str, ...]
    scenario: Scenario = SCENE
    sides: tuple[tuple[int, ...], ...] = ()
    visitor: int = -1
    tasks: Mapping[int, Mapping[str, Any]] = {}


Play = core_play.Play[State, World, Options]
