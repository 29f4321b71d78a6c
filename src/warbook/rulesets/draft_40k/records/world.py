"""What never changes in a battle: a `Kit` is what a model is and has, a `Card` what a unit is, the `World` the board
and all who may come to it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from ....core import play as core_play
from ....mechanics.world import BattleWorld
from ..printed.catalogue import Blade, Power, Rule, Weapon
from ..printed.options import Options
from ..printed.roster import Unit, price
from ..printed.scenario import SCENE, Scenario
from ..printed.units import Bearing, Entry, Profile, Vehicle
from .state import NOBODY, State


class Kit(Struct, frozen=True, dict=True):
    """What a model is and has: its profile, or its vehicle, as what was bought for it has made it.

    `guns` are its weapons that shoot; those of a vehicle are mounted, in the same order, as `bearings` say.  A `leader`
    leads its unit; an independent `character` is a unit by itself until it joins one.
    """

    name: str
    card: Profile | Vehicle
    guns: tuple[Weapon, ...] = ()
    bearings: tuple[Bearing, ...] = ()
    blades: tuple[Blade, ...] = ()
    powers: tuple[Power, ...] = ()
    gear: tuple[str, ...] = ()
    leader: bool = False

    @cached_property
    def profile(self) -> Profile | None:
        """Its profile, if it is no vehicle."""
        return self.card if isinstance(self.card, Profile) else None

    @cached_property
    def vehicle(self) -> Vehicle | None:
        """Its vehicle, if it is one, or a gun of artillery."""
        return self.card if isinstance(self.card, Vehicle) else None

    @cached_property
    def gun(self) -> bool:
        """Whether it is a gun of artillery."""
        return self.vehicle is not None and self.vehicle.is_a("gun")

    @cached_property
    def character(self) -> bool:
        """Whether it is an independent character."""
        return bool(self.has("independent"))

    @cached_property
    def likeness(self) -> tuple[Any, ...]:
        """What models of a unit have in common that are alike: profile, gear and rules."""
        return (self.card.id, self.gear, tuple(sorted(self.card.rules.items())), self.leader)

    def has(self, rule: Rule) -> int:
        """The level of a rule, 0 for one that it lacks."""
        return self.card.rules.get(rule, 0)


class Card(Struct, frozen=True, dict=True):
    """What a unit is: its entry of the army list, its row of the roster, its models at the start, and the ids of the
    unit that it joins and of the vehicle (a model) that it rides in at the start, `NOBODY` without one."""

    name: str
    entry: Entry
    row: Unit
    models: tuple[int, ...]
    joins: int = NOBODY
    rides: int = NOBODY

    @cached_property
    def points(self) -> int:
        """What it costs."""
        return price(self.row)


class World(BattleWorld[Kit], frozen=True, dict=True):
    """What never changes in a battle: the board, each model's kit, each unit's card, the scenario.  Ids of models come
    first, then those of units, then those of markers."""

    cards: tuple[Card, ...]
    armies: tuple[str, ...]
    scenario: Scenario = SCENE

    @cached_property
    def units(self) -> range:
        """The ids of all units."""
        return range(self.count, self.count + len(self.cards))

    @cached_property
    def rules(self) -> frozenset[Rule]:
        """The rules that anybody in this battle has."""
        return frozenset(rule for kit in self.kits for rule in kit.card.rules)

    @cached_property
    def flyers(self) -> tuple[int, ...]:
        """The models that are flyers."""
        return tuple(id for id, kit in enumerate(self.kits) if kit.vehicle is not None and kit.vehicle.is_a("flyer"))

    def card(self, unit: int) -> Card:
        """The card of a unit."""
        return self.cards[unit - self.count]


Play = core_play.Play[State, World, Options]
