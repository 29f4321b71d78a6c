"""What never changes in a battle: a `Kit` is what a figure is and carries, the `World` the table and all who may
come to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from ....core import play as core_play
from ....mechanics.world import BattleWorld, per_battle
from ..printed.catalogue import Armour, Charm, Profile, Size, Weapon, ranks, sizes
from ..printed.options import Options
from ..printed.scenario import Scenario
from .state import NEUTRAL, NOBODY, State

LARGE = 2  # where Large stands among the sizes


class Kit(Struct, frozen=True, dict=True):
    """What a figure is and carries: its profile and what its player bought for it.  `spells` are ids."""

    name: str
    profile: Profile
    weapons: tuple[Weapon, ...] = ()
    armour: tuple[Armour, ...] = ()
    charm: Charm | None = None
    perks: frozenset[str] = frozenset()
    abilities: Mapping[str, int] = {}
    spells: tuple[str, ...] = ()
    leader: bool = False
    price: int = 0

    @cached_property
    def size(self) -> Size:
        return sizes()["small" if self.able("diminutive") else self.profile.size]

    @cached_property
    def rank(self) -> int:
        """Where its rank stands among the ranks."""
        return ranks()[self.profile.rank].order

    @cached_property
    def reach(self) -> int:
        """How much further than its threat range the best of its weapons strikes, in thousandths."""
        return max((weapon.reach for weapon in self.weapons if weapon.kind == "melee"), default=0)

    @cached_property
    def shots(self) -> tuple[int, ...]:
        """The slots of weapons that shoot or are thrown."""
        return tuple(slot for slot, weapon in enumerate(self.weapons) if weapon.kind != "melee")

    @cached_property
    def range(self) -> int:
        """How far the furthest of them carries, in inches; 0 where there is none."""
        return max((self.weapons[slot].range for slot in self.shots), default=0)

    @cached_property
    def mov(self) -> int:
        """Inches that it moves, in what it wears."""
        return self.profile.mov + sum(a.mov for a in self.armour) + (self.charm.mov if self.charm else 0)

    @cached_property
    def en(self) -> int:
        """Wounds that it can take, unhurt."""
        return self.profile.en + (self.charm.en if self.charm else 0)

    def has(self, perk: str) -> bool:
        """Whether it has a perk."""
        return perk in self.perks

    def able(self, ability: str) -> bool:
        """Whether it has an ability."""
        return ability in self.abilities

    def wears(self, charm: str) -> bool:
        """Whether this is its charm."""
        return self.charm is not None and self.charm.id == charm


class World(BattleWorld[Kit], frozen=True, dict=True):
    """What never changes in a battle: the board, each figure's kit, the scenario.  `sides` are the figures of each
    seat, those of the neutrals last; `civilians`, whose owner defends, are numbered between them."""

    parties: tuple[str, ...]
    scenario: Scenario | None = None
    sides: tuple[tuple[int, ...], ...] = ()
    civilians: tuple[int, ...] = ()

    @cached_property
    def mustered(self) -> int:
        """How many figures there are without the neutrals, who come last and only as the battle calls for them."""
        return self.count - sum(len(side) for side in self.sides[NEUTRAL:])

    @cached_property
    def prices(self) -> dict[int, int]:
        """What each figure of the two parties has cost; civilians belong to neither."""
        return {who: self.kits[who].price for side in self.sides[:NEUTRAL] for who in side}

    @cached_property
    def endurance(self) -> tuple[int, ...]:
        """The wounds of each of the two parties, all told, while it is whole."""
        return tuple(sum(self.kits[who].en for who in side) for side in self.sides[:NEUTRAL])

    @cached_property
    def small(self) -> tuple[int, ...]:
        """The figures, Medium at most, that hide nobody behind them."""
        return tuple(number for number, kit in enumerate(self.kits) if kit.size.order < LARGE)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The party leader of each seat."""
        return tuple(next((who for who in side if self.kits[who].leader), NOBODY) for side in self.sides[:2])


Play = core_play.Play[State, World, Options]


@per_battle
def having(play: Play, perk: str) -> frozenset[int]:
    """The figures that have a perk."""
    return frozenset(number for number, kit in enumerate(play.world.kits) if kit.has(perk))
