"""A unit in the words of the rules: what its models are, what they can, and how they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from ....core.play import Handle
from ..printed.catalogue import Rule
from ..printed.units import UnitType, VehicleType
from .position import model, models
from .state import NOBODY, Figure, Machine, Squad, Trooper
from .world import Card, Kit, Play

HullCondition = Literal["shaken", "stunned", "immobilised"]


class Unit(Handle[Squad]):
    """A unit, in the words of the rules."""

    __slots__ = ()

    play: Play

    @property
    def card(self) -> Card:
        return self.play.world.card(self.id)

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def members(self) -> tuple[int, ...]:
        """Its living models, the leader first."""
        return self.record.members

    @property
    def kits(self) -> list[Kit]:
        """What each of them is and has."""
        kits = self.play.world.kits
        return [kits[id] for id in self.members]

    @property
    def models(self) -> list[Trooper]:
        """Their records."""
        return models(self.play, self.record)

    def kit(self, id: int) -> Kit:
        """What one of its models is and has."""
        return self.play.world.kits[id]

    # ---- what it is --------------------------------------------------------------------------------------------------

    @property
    def crewed(self) -> bool:
        """Whether it is made of vehicles; artillery is not: its crew is the unit."""
        return self._all(lambda kit: kit.vehicle is not None)

    @property
    def gunners(self) -> bool:
        """Whether it is artillery."""
        return bool(self.card.entry.crew)

    @property
    def guns(self) -> tuple[int, ...]:
        """The guns of artillery that it has left."""
        return tuple(id for id in self.members if self.kit(id).gun) if self.gunners else ()

    def is_a(self, *types: UnitType) -> bool:
        """Whether all of its models are of one of these types (guns aside)."""
        return self._all(lambda kit: kit.profile is not None and kit.profile.is_a(*types))

    def drives(self, *types: VehicleType) -> bool:
        """Whether all of its models are vehicles of one of these types."""
        return bool(self.members) and all(kit.vehicle is not None and kit.vehicle.is_a(*types) for kit in self.kits)

    def _all(self, holds: Callable[[Kit], bool]) -> bool:
        kits = [kit for kit in self.kits if not kit.gun]
        return bool(kits) and all(map(holds, kits))

    @property
    def sturdy(self) -> bool:
        """Whether it is suppressed as hulls are: vehicles and monsters."""
        return self.crewed or self.is_a("monster")

    @property
    def on_foot(self) -> bool:
        """Whether it moves model by model: everything but vehicles, and walkers."""
        return not self.crewed or self.drives("walker")

    def has(self, rule: Rule) -> int:
        """The level of a rule that all of its models have, 0 where one lacks it."""
        return min((kit.has(rule) for kit in self.kits), default=0)

    def any_has(self, rule: Rule) -> int:
        """The highest level of a rule among its models."""
        return max((kit.has(rule) for kit in self.kits), default=0)

    @property
    def characters(self) -> tuple[int, ...]:
        """The independent characters among its models."""
        return tuple(id for id in self.members if self.kit(id).character)

    @property
    def ordinary(self) -> tuple[int, ...]:
        """Its other models."""
        return tuple(id for id in self.members if not self.kit(id).character)

    # ---- how it is ---------------------------------------------------------------------------------------------------

    @property
    def suppressed(self) -> bool:
        return self.record.morale == "suppressed"

    @property
    def falling_back(self) -> bool:
        return self.record.morale == "falling-back"

    @property
    def leader(self) -> int:
        """Who leads it, `NOBODY` where its leader has fallen and no other was named."""
        return self.record.leader

    @property
    def led(self) -> bool:
        """Whether it has a leader."""
        return self.record.leader != NOBODY

    @property
    def hull_conditions(self) -> Iterator[HullCondition]:
        """What its vehicles suffer from, the worst first."""
        machines = [each for each in self.models if isinstance(each, Machine)]
        number = self.play.state.turn.number
        if any(each.stunned >= number for each in machines):
            yield "stunned"
        if any(each.shaken >= number for each in machines):
            yield "shaken"
        if any(each.immobilised for each in machines):
            yield "immobilised"

    @property
    def crippled(self) -> bool:
        """Whether a vehicle of it is stunned or immobilised."""
        return not {"stunned", "immobilised"}.isdisjoint(self.hull_conditions)

    @property
    def combatants(self) -> list[tuple[int, ...]]:
        """The parts of it that are units of their own in close combat: all but its characters, and each of these.  One
        that is all of it is empty."""
        parts = [self.ordinary, *((id,) for id in self.characters)]
        parts = [part for part in parts if part]
        return parts if len(parts) > 1 else [()]

    def characteristic(
        self, name: Literal["ws", "bs", "s", "t", "t_bare", "i", "a", "ld"], among: Sequence[int] = ()
    ) -> int:
        """The value that is carried by most wounds of the unit, or of some of it; of several the highest."""
        carried: Counter[int] = Counter()
        for each in self.models:
            if among and each.id not in among:
                continue
            if isinstance(each, Figure) and (profile := self.kit(each.id).profile) is not None:
                carried[getattr(profile, name)] += each.wounds
        return max(carried, key=lambda value: (carried[value], value), default=0)

    def wounds_left(self, id: int) -> int:
        """How many wounds a model has left."""
        record = model(self.play, id)
        return record.wounds if isinstance(record, Figure) else int(record.alive)

    def groups(self, among: Sequence[int] | None = None) -> list[tuple[int, ...]]:
        """Its models, or those `among` them, by likeness, in the order of the first of each; a leader who has two saves
        stands alone."""
        found: dict[object, list[int]] = {}
        for id in self.members if among is None else among:
            found.setdefault(self.kit(id).likeness, []).append(id)
        return [tuple(group) for group in found.values()]
