"""The handle by which rules ask about a fighter, in the words of the rulebook."""

from __future__ import annotations

from typing import Any

from ....core import play as core_play
from ....core.effect import has_effect, total_effect
from ....core.length import INCH
from ..printed import Armour, Profile, WeaponProfile
from .effects import EffectName
from .fighters import Condition, Fighter, Status
from .position import engaged_with, passengers, stands_in
from .world import Kit, Play, halved

MOST = 6  # of Strength and Toughness
FASTEST = 8 * INCH


class Model(core_play.Model[Fighter]):
    """A fighter, in the words of the rules."""

    __slots__ = ()

    play: Play

    # ---- its card ----------------------------------------------------------------------------------------------------

    @property
    def kit(self) -> Kit:
        return self.play.world.kits[self.id]

    @property
    def profile(self) -> Profile:
        return self.play.world.kits[self.id].profile

    @property
    def bs(self) -> int:
        """Ballistic Skill."""
        return self.profile.bs

    def has(self, skill: str) -> bool:
        """Whether it knows a skill."""
        return skill in self.play.world.kits[self.id].skills  # not by `kit`: it is asked all the time

    @property
    def armour(self) -> tuple[Armour, ...]:
        """What it wears: armour, overlays, shields and fields."""
        return self.kit.armour

    def carries(self, item: str) -> bool:
        """Whether it carries a piece of wargear."""
        return item in self.kit.wargear

    def weapon(self, arm: tuple[int, int]) -> WeaponProfile:
        """The profile of one of its weapons."""
        return self.kit.weapons[arm[0]].profiles[arm[1]]

    def fitted(self, arm: tuple[int, int], accessory: str) -> bool:
        """Whether that weapon bears an accessory."""
        return arm[0] < len(self.kit.accessories) and accessory in self.kit.accessories[arm[0]]

    def usable(self, arm: tuple[int, int]) -> bool:
        """Whether that weapon can be used at all: not out of ammo, jammed or spent."""
        r = self.record
        return arm[0] not in r.out and arm[0] not in r.jammed and arm not in r.gone

    # ---- its state (what is asked all the time, not by `record`) -----------------------------------------------------

    @property
    def standing(self) -> bool:
        record: Any = self.play.state.records[self.id]
        return record.status is Status.STANDING

    @property
    def pinned(self) -> bool:
        record: Any = self.play.state.records[self.id]
        return record.status is Status.PINNED

    @property
    def serious(self) -> bool:
        return self.record.status is Status.SERIOUS

    @property
    def prone(self) -> bool:
        return self.record.status in (Status.PINNED, Status.SERIOUS)

    @property
    def on_table(self) -> bool:
        record: Any = self.play.state.records[self.id]
        return record.status is not Status.OUT

    @property
    def embarked(self) -> int:
        """The vehicle in whose cage it is; -1 for none."""
        return passengers(self.play.world, self.play.state).get(self.id, -1)

    @property
    def active(self) -> bool:
        """Standing, and not engaged."""
        return self.standing and not self.engaged

    @property
    def engaged(self) -> bool:
        """Standing, and in base contact with an enemy that stands."""
        return bool(engaged_with(self.play, self.id))

    @property
    def broken(self) -> bool:
        record: Any = self.play.state.records[self.id]
        broken: bool = record.broken
        return broken

    def suffers(self, condition: Condition) -> bool:
        """Whether a condition is on it."""
        return condition in self.record.conditions

    # ---- its characteristics, as they are now ------------------------------------------------------------------------

    @property
    def move(self) -> int:
        """Movement in thousandths."""
        gunk = INCH if self.record.suffers("gunked") else 0
        more = total_effect(self.play.state, self.id, "move")
        swift = min(max(FASTEST, self.profile.move), self.profile.move + more) if more else self.profile.move
        return max(INCH, swift - gunk)

    @property
    def half_move(self) -> int:
        """Half of that, in thousandths, rounded as the table says."""
        return halved(self.play, self.move)

    @property
    def strength(self) -> int:
        """Nothing raises it above 6 that was not above it on the card."""
        more = total_effect(self.play.state, self.id, "strength")
        return min(max(MOST, self.profile.s), self.profile.s + more) if more else self.profile.s

    @property
    def toughness(self) -> int:
        """What flesh wounds and sludge have left of it; nothing raises it above 6 that was not above it on the card."""
        more = total_effect(self.play.state, self.id, "toughness")
        return min(max(MOST, self.profile.t), self.profile.t + more) - self.record.flesh - self.in_sludge

    @property
    def in_sludge(self) -> bool:
        """Whether it is in toxic sludge, which makes it less tough by one."""
        return any(stands_in(self.play, self.at, number) for number in self.play.world.sludge)

    @property
    def initiative(self) -> int:
        """The number an Initiative test needs; a concussion leaves it no worse than 6+."""
        worse = total_effect(self.play.state, self.id, "initiative") - sum(a.initiative for a in self.kit.armour)
        return min(max(6, self.profile.i), self.profile.i + worse) if worse else self.profile.i

    def effect(self, name: EffectName) -> bool:
        """Whether an effect is on it."""
        return has_effect(self.play.state, self.id, name)
