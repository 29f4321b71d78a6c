"""Whom an attack is made on: how, what is enough to be hit, wounded, injured or felled, and what the warp may do to it
in answer to the attack itself."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, TypeAlias

from ....core.state import Effect
from ..attacks import force, hits
from ..attacks.force import BACKLASH, RUPTURED
from ..attacks.reactions import whose_domes_cover
from ..checks import squares
from ..printed.catalogue import Quality, Weapon
from ..records import Check, Model, Play
from ..records.position import per_position
from ..records.state import ITEM, Fighter, Mode

Goal: TypeAlias = Literal["hit", "wounded", "injured", "incapacitated", "dead"]
How: TypeAlias = tuple[int, int, Mode, int, int, int, bool, str, str]
"""How an attack is made: the slots of its two weapons, its mode, its Force dice, their points and the dark pips that
were used, whether the dice have been thrown, the gun that is manned, and the part of its target that it is aimed at."""

NEVER = 99


def attack_on(play: Play, about: int) -> Check | None:
    """The attack under way, where it is one on this fighter."""
    check = play.state.turn.check
    return check if check is not None and check.kind == "attack" and check.target == about else None


class Attacked:
    """The target of an attack, for one goal of whoever attacks.

    It is asked after every throw, and most of it seldom changes: all that is a `cached_property` depends on nothing but
    how the attack is made and the fighters whom it concerns, and is shared by all who ask while these are the same.
    """

    __slots__ = ("__dict__", "check", "enough", "goal", "kit", "play", "who", "whom")

    def __init__(self, goal: Goal, play: Play, check: Check) -> None:
        self.goal, self.play, self.check = goal, play, check
        self.who, self.whom = Model(play, check.who), Model(play, check.target)
        self.kit, records = self.whom.kit, play.state.records
        concerned = tuple([records[who] for who in (check.who, *whose_domes_cover(play, check.target))])
        force_dice = check.force, check.points, check.dark
        how = (check.slot, check.second, check.mode, *force_dice, check.rolled, check.gun, check.part)
        of_mind = check.spent if check.slot == self.who.mind_slot else ()
        self.__dict__ = _found_out(play, goal, how, of_mind, concerned, play.state.effects)
        self.enough = self._enough

    @cached_property
    def weapon(self) -> Weapon:
        """What the attack is made with."""
        return self.who.weapon(self.check.slot)

    @cached_property
    def used(self) -> list[Weapon]:
        """The weapons, where it is made with two."""
        return [self.who.weapon(slot) for slot in self.check.slots]

    @cached_property
    def at_item(self) -> bool:
        """Whether it is aimed at something in its target's hands, so that its first hit wounds nobody."""
        return self.goal != "hit" and self.check.part.startswith(ITEM)

    @cached_property
    def recoils(self) -> bool:
        """Whether the warp may yet do something to the target in answer to dark pips of the attack itself."""
        later, check = self.play.option["chart-after-check"], self.check
        answered = check.dark > 0 and later if check.rolled else check.force > 0
        return answered and squares.apart(self.play, check.who, self.whom.id) <= force.REACH

    @cached_property
    def recoil_tells(self) -> bool:
        """Whether that may bring the outcome about, once all else has come of the attack."""
        fighter = self.whom.record
        if self.goal == "wounded" or not self.recoils:
            return self.recoils
        strained = self.kit.has_strain and fighter.strain + BACKLASH > self.whom.strain_threshold
        return strained or self.by_recoil >= self.left

    @cached_property
    def by_recoil(self) -> int:
        """The wounds that it may do, at most."""
        strain = 0 if self.kit.has_strain else BACKLASH
        each = RUPTURED + 1 - self.whom.soak  # and a point of soak that is lost
        return max(self.whom.alive * each, strain) if self.recoils else 0

    @cached_property
    def may_fell_too_many(self) -> bool:
        """Whether it may be better to fell fewer of a group: once all else has come of the attack, the warp harms each
        that is left, and wounds that fell a member spare it that.  Not where a rupture fells all whom it harms."""
        if not (self.kit.minions and self.to_fell and self.recoils and self.play.option["chart-after-check"]):
            return False
        return self.whom.alive > 1 and 0 < RUPTURED - self.whom.soak < self.kit.profile.wounds

    @cached_property
    def may_be_spared(self) -> bool:
        """Whether a blast may find fewer of a group: the warp, which answers a dome over them, may fell some."""
        return self.kit.minions and self.whom.alive > 1 and self.offers("blast")

    @cached_property
    def to_fell(self) -> bool:
        """Whether it is about felling somebody."""
        return self.goal in ("incapacitated", "dead") or (self.goal == "injured" and self.kit.minions)

    @cached_property
    def frail(self) -> bool:
        """Whether an injury may fell the target by what it takes off a threshold."""
        return self.to_fell and not self.kit.minions and bool(self.play.option["thresholds-retroactive"])

    @cached_property
    def several(self) -> bool:
        """Whether further hits may be bought."""
        return self.check.mode in ("auto", "two") or self.offers("linked")

    @cached_property
    def most_hits(self) -> int:
        """How many further hits may be bought in all."""
        linked = sum(weapon.has("linked") for weapon in self.used)
        return NEVER if self.check.mode == "auto" else linked + int(self.check.mode == "two")

    @cached_property
    def strained(self) -> bool:
        """Whether hits strain the target instead of wounding it."""
        return self.kit.has_strain and any(hits.stuns(self.check, weapon, self.whom) for weapon in self.used)

    @cached_property
    def share(self) -> int:
        """How many points past soak make one wound: two for the warded, where the table plays it."""
        return 2 if self.play.option["fiends-halve-wounds"] and self.whom.talent("warded") else 1

    @cached_property
    def left(self) -> int:
        """How many wounds it takes until the target falls: one where it has more than it can bear now."""
        return max(1, self.whom.wound_threshold - self.whom.record.wounds + 1)

    @property
    def dies_harder(self) -> bool:
        """Whether it takes more to kill the target than to fell it."""
        return self.goal == "dead" and self.whom.falls_before_it_dies

    @cached_property
    def _enough(self) -> int:
        """How many wounds are certain to bring the outcome about."""
        if self.goal == "wounded":
            return 1
        over = self.whom.record.wounds - self.whom.wound_threshold
        unhurt_by_fall = self.goal == "injured" and self.whom.falls_before_it_dies and over > 0
        if not (self.dies_harder or unhurt_by_fall):
            return self.left
        margin = self.play.option["death-margin"]
        return max(1, margin - over) if margin else NEVER

    @cached_property
    def wanted(self) -> bool:
        """Whether a critical injury is all that it is about."""
        return self.goal == "injured" and not self.to_fell

    def offers(self, quality: Quality) -> bool:
        """Whether one of the weapons has a quality."""
        return any(weapon.has(quality) for weapon in self.used)

    @property
    def forced(self) -> int:
        """What a point of Force dice for a force weapon adds to a hit, 0 without one."""
        return self.play.option["force-damage"] * self.offers("force")

    @property
    def only_forced(self) -> int:
        """The same where points are for nothing else; 0 where they may be successes and advantages."""
        return 0 if self.quickens else self.forced

    @cached_property
    def quickens(self) -> bool:
        """Whether points of Force dice may be successes and advantages, as all are without a force weapon."""
        return not self.forced or force.may_quicken(self.who, self.check.slot)

    @cached_property
    def critical(self) -> int:
        """What a critical injury costs at least."""
        return min(weapon.critical or NEVER for weapon in self.used)

    @cached_property
    def stun_tells(self) -> bool:
        """Whether strain by Stun, which is paid for, may bring the outcome about."""
        return self.offers("stun") and (self.goal == "incapacitated" or not self.kit.has_strain)

    @cached_property
    def stuns(self) -> bool:
        """Whether hits may strain the target."""
        return self.strained or self.offers("stun")


@per_position
def _found_out(
    play: Play,
    goal: Goal,
    how: How,
    of_mind: tuple[str, ...],
    concerned: tuple[Fighter, ...],
    effects: tuple[Effect, ...],
) -> dict[str, Any]:
    """What has been found out of an attack that is made in such a way while these are so: nothing yet."""
    return {}
