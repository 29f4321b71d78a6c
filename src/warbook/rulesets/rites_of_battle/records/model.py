"""A combatant in the words of the rules: its characteristics, skills, thresholds and what is in its hands, as they are
now."""

from __future__ import annotations

from collections.abc import Sequence

from ....core import play as core_play
from ....core.effect import has_effect, total_effect
from ....core.structs import replace
from ..printed import catalogue
from ..printed.catalogue import CHARACTERISTICS, Characteristic, Skill, Talent, Weapon
from .effects import Condition, Token
from .position import foes, friends
from .state import Fighter
from .world import HANDS, Kit, Play

MOST_RANKS = 5
IMPROVISED = ("improvised-small", "improvised-medium", "improvised-large")


class Model(core_play.Model[Fighter]):
    """A fighter, in the words of the rules."""

    __slots__ = ()

    play: Play

    @property
    def kit(self) -> Kit:
        return self.play.world.kits[self.id]

    @property
    def name(self) -> str:
        return self.kit.name

    def talent(self, talent: Talent) -> int:
        """Its ranks in a talent."""
        return self.kit.ranks(talent)

    def has(self, effect: Condition | Token) -> bool:
        """Whether a condition or a token is on it."""
        return has_effect(self.play.state, self.id, effect)

    def amount(self, effect: Condition | Token) -> int:
        """The sum of all effects of a name on it."""
        return total_effect(self.play.state, self.id, effect)

    def injured(self, *injuries: str) -> bool:
        """Whether it has one of these critical injuries."""
        return not set(injuries).isdisjoint(self.record.injuries)

    # ---- characteristics and skills ----------------------------------------------------------------------------------

    def characteristic(self, name: Characteristic) -> int:
        """A characteristic, as injuries have left it."""
        printed, lost = self.kit.profile.line[CHARACTERISTICS.index(name)], self._lost(name)
        return max(1, printed - lost) if lost else printed

    def linked(self, skill: Skill) -> Characteristic:
        """The characteristic that a skill is rolled with."""
        if skill == "vigilance":
            return self.play.option["vigilance-by"]
        return catalogue.skills()[skill].characteristic

    def _lost(self, name: Characteristic) -> int:
        lost = self.record.lost
        return sum(each == name for each, _ in lost) if lost else 0

    def _lost_of_threshold(self, name: Characteristic) -> int:
        return self._lost(name) if self.play.option["thresholds-retroactive"] else 0

    def ranks(self, skill: Skill) -> int:
        """Ranks in a skill: of a group of minions one for each member beyond the first, in the skills of the group."""
        ranks = self.kit.profile.skills.get(skill, 0)
        if self.kit.minions:
            return min(MOST_RANKS, self.alive - 1) if ranks else 0
        return ranks

    @property
    def alive(self) -> int:
        """How many of its group are left; one for a single fighter."""
        return members_left(self.kit, self.record.wounds)

    @property
    def soak(self) -> int:
        """What is taken off damage."""
        return max(0, self.kit.profile.soak - self._lost("toughness"))

    @property
    def wound_threshold(self) -> int:
        """The wounds beyond which it falls; of a group, all of its members'."""
        return self.kit.count * (self.kit.profile.wounds - self._lost_of_threshold("toughness"))

    @property
    def strain_threshold(self) -> int:
        """The strain beyond which it falls; for those whose strain is wounds, their wounds'."""
        if not self.kit.has_strain:
            return self.wound_threshold
        return self.kit.profile.strain - self._lost_of_threshold("willpower")

    @property
    def strain(self) -> int:
        """The strain that it has, which may be its wounds."""
        return self.record.strain if self.kit.has_strain else self.record.wounds

    def may_strain(self, points: int) -> bool:
        """Whether it may take so much strain of its own will."""
        if self.kit.minions or self.injured("winded"):
            return False
        over = self.strain + points > self.strain_threshold
        return not over or self.play.option["voluntary-strain-over-threshold"]

    @property
    def held_fast(self) -> bool:
        """Whether it can make no maneuver, not even a bought one."""
        return self.has("immobilized") or self.has("ensnared") or self.has("temporarily-lame-held")

    @property
    def falls_before_it_dies(self) -> bool:
        """Whether it falls incapacitated and dies of more: heroes and nemeses, and rivals where the table plays it."""
        rival = self.kit.profile.tier == "rival" and self.play.option["rivals-fall"] == "incapacitated"
        return self.kit.hero or rival

    @property
    def staggered(self) -> bool:
        """Whether it can take no action."""
        return self.has("staggered") or self.injured("knocked-senseless")

    @property
    def drives(self) -> bool:
        """Whether it is on a machine."""
        ridden = self.record.rides
        return ridden >= 0 and not catalogue.mounts()[self.play.state.records[ridden].profile].beast

    @property
    def silhouette(self) -> int:
        return self.kit.profile.silhouette

    # ---- what it carries ---------------------------------------------------------------------------------------------

    def weapon(self, slot: int) -> Weapon:
        """The weapon of a slot: beyond what it carries are its hands, its mind, the gun that it mans, and
        what lies about."""
        weapons = self.kit.weapons
        if slot < len(weapons):
            return weapons[slot]
        if slot == self.mind_slot:
            return self._mind_bolt()
        return catalogue.weapons()[("unarmed", "", self.manned, *IMPROVISED)[slot - len(weapons)]]

    def _mind_bolt(self) -> Weapon:
        """What it strikes with by the power that it uses, with all that was added."""
        check = self.play.state.turn.check
        added, by_force = (check.spent, check.force > 0) if check is not None else ((), True)
        upgrades = [each for each in catalogue.powers()["smite"].upgrades if each.id in added]
        ranks = max(1, self.ranks("knowledge"))
        damage = self.characteristic("willpower") * (2 if "empowered" in added else 1) + 3 * added.count("harder")
        return replace(
            catalogue.weapons()["mind-bolt"],
            damage=damage,
            critical=4 if by_force else 2 if "deadly" in added else 0,
            qualities={quality: ranks for each in upgrades for quality in each.qualities},
        )

    @property
    def manned(self) -> str:
        """The weapon of the gun that it mans or of the beast that it rides; empty without one.  Whoever is thrown off
        in the midst of an attack carries it through."""
        ridden, check = self.record.rides, self.play.state.turn.check
        if ridden < 0:
            return check.gun if check is not None and check.who == self.id else ""
        beast = catalogue.mounts()[self.play.state.records[ridden].profile]
        return str(self.play.world.tasks.get(ridden, {}).get("weapon", beast.weapon))

    def still_has(self, slot: int) -> bool:
        """Whether it has a weapon that it has attacked with, and has not been thrown off its gun."""
        return slot != self.gun_slot or bool(self.manned)

    @property
    def mind_slot(self) -> int:
        """The slot of what a power strikes with: beyond its hands."""
        return len(self.kit.weapons) + 1

    @property
    def gun_slot(self) -> int:
        """The slot of the gun that it mans; beyond it are those of what it may take up."""
        return self.mind_slot + 1

    @property
    def improvised_slots(self) -> range:
        """The slots of what lies about, small to large."""
        return range(self.gun_slot + 1, self.gun_slot + 1 + len(IMPROVISED))

    @property
    def slots(self) -> Sequence[int]:
        """The slots of all that it fights with, its hands last, then a gun that it mans and what it has taken up."""
        own, gun = range(self.mind_slot), (self.gun_slot,) if self.manned else ()
        taken = tuple(slot for slot in self.record.held if slot > self.gun_slot)
        return (*own, *gun, *taken) if gun or taken else own

    @property
    def hands(self) -> int:
        """How many hands it has for weapons: one beside a shield, or where an arm is lost."""
        return self.kit.hands - int(self.kit.hands == HANDS and self.has("lost-arm"))

    def hands_for(self, slot: int) -> int:
        """How many hands the weapon of a slot takes."""
        return self.kit.hands_for(self.weapon(slot))

    def in_hand(self, slot: int) -> bool:
        """Whether a weapon can be used without drawing it."""
        return self.weapon(slot).hands == 0 or slot in self.record.held or slot == self.gun_slot


def members_left(kit: Kit, wounds: int) -> int:
    """How many of a group are left after so many wounds: a member falls when its share is exceeded."""
    if not kit.minions:
        return 1
    return kit.count - max(0, min(kit.count, (wounds - 1) // kit.profile.wounds if wounds else 0))


def enemies(actor: Model) -> list[int]:
    """All of the other side on the board, alive."""
    return [f.id for f in foes(actor.play, actor.owner)]


def allies(actor: Model) -> list[int]:
    """The others of its side on the board, alive."""
    return [f.id for f in friends(actor.play, actor.id)]
