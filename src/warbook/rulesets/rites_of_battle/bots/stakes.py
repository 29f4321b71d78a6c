"""What the target of an attack has at stake: what the attack has come to so far, and what it may still come to."""

# long: one class; whatever is asked of what is at stake shares what the other questions have found
from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from ....core.structs import replace
from ..attacks import force, hits
from ..attacks.force import BACKLASH, BLED, DRAINED, RUPTURED
from ..attacks.reactions import DOME, PARRIED, PARRY_COST, who_may_dome
from ..checks import squares
from ..events.fighters import Wounded
from ..harm.injuries import MOST_STRAIN, TEN
from ..harm.wounds import BLEEDS_EVERY
from ..printed.catalogue import injuries, powers, warp_chart
from ..records import Check, Hit, Model
from .attacked import NEVER, Attacked
from .need import Need, most_strain, sums, wounds_by_warp

SIDES = 100
BLEEDING = "bleeding-out"


@cache
def _deadliest() -> int:
    """What the roll for an injury must come to at least to be the last of the table, of which one dies."""
    return max(injury.low for injury in injuries().values())


class Stakes(Attacked):
    """What the target has at stake, and what may still come of the attack."""

    __slots__ = ()

    @cached_property
    def least(self) -> int:
        """What a hit does past soak, besides its net successes."""
        return hits.damage_of(self.play, self.who, self.weapon, self.whom.id) - self.soak

    @property
    def domes(self) -> list[Model]:
        """Those who may put a dome over the target."""
        return [Model(self.play, who) for who in who_may_dome(self.play, self.whom.id)]

    @cached_property
    def least_lessened(self) -> int:
        """By how much a dome lessens a hit, at least."""
        return 1 + min((m.characteristic("willpower") for m in self.domes), default=NEVER) * force.by_dice(self.play)

    def vain(self, need: Need, warp: int = 0) -> bool:
        """Whether the attack can no longer come to what it `need`s, even with so many wounds by the warp."""
        need = need._replace(enough=need.enough - warp)
        return self.plain and need.taken < need.enough and need.in_vain(*self.symbols)

    def over(self, need: Need) -> bool:
        """Whether nothing can come of an attack that `need`s so much, once a dome over its last hit has closed."""
        return self.last_answer and not self.check.dark and self.vain(need)

    @property
    def all_domed(self) -> int:
        """Up to how many net successes a dome that closes takes all of a hit, however few are its own; 0 where nobody
        closes one, or something else may tell."""
        return max(0, self.least_lessened - self.least) if self.domes and self.plain and not self.turned_aside else 0

    @property
    def last_answer(self) -> bool:
        """Whether nobody can lessen a hit any more once a dome has been tried over it."""
        return len(self.domes) == 1 and not self.turned_aside

    def sure(self, need: Need, past: int) -> bool:
        """Whether it comes about as soon as the hits so far are carried out, which do so much past soak in all."""
        injured = need.wanted and need.taken and need.times(*self.symbols[1:])
        return self.plain and bool(past // self.share >= self.enough or injured)

    def goes_on(self, need: Need) -> bool:
        """Whether more hits may be bought that are worth a dome."""
        return self.further(need) > 0 and not self.vain(need)

    def strain_to_come(self, need: Need) -> int:
        """The most strain of further domes and what the warp does then, of injuries, and of hits that strain or are
        turned aside."""
        if self.stuns:
            return NEVER
        turned = PARRY_COST * self.further(need) + DRAINED if self.turned_aside else 0
        turned += BACKLASH * self.recoils
        if self.plain:
            return most_strain(need, *self.symbols, self._by_injury) + turned
        return (powers()[DOME].cost + DRAINED) * self.further(need) + self._by_injury * self.times + turned

    @property
    def _by_injury(self) -> int:
        """The strain of an injury that is bought, as far as it is felt: it comes after all answers to hits."""
        return MOST_STRAIN * (self.goal == "incapacitated")

    def further(self, need: Need) -> int:
        """How many further hits may be bought, at most."""
        _, *left = self.symbols
        return max(0, need.further(*self.symbols)) if self.plain else need.bought(1, *left)

    def sums(self, need: Need, warp: bool) -> frozenset[int]:
        """What further hits, with or without domes, may come to in wounds, and the `warp` before them."""
        success, advantage, triumph = self.symbols
        further = need.bought(success, advantage, triumph)
        at_once = self.by_warp if warp else frozenset({0})
        turned = PARRIED + self.turned_aside if self.turned_aside else 0
        whole = frozenset((need.hit(success), need.hit(success - turned)))
        return sums(whole, need.domed(success), self.by_warp, further, at_once)

    def unstrained(self, who: Model, to_come: int) -> bool:
        """Whether the strain that somebody has makes no difference to the target, though so much more may come."""
        if not force.by_dice(self.play) or not who.kit.has_strain or who.injured("winded"):
            return False
        felled = who == self.whom and self.goal == "incapacitated"
        felt = to_come if felled else to_come - DRAINED  # after the last dome: all the same
        return who.record.strain + felt <= who.strain_threshold

    def unfelt(self, to_come: int) -> bool:
        """The same of the target and of all who may put a dome over it."""
        return all(self.unstrained(m, to_come) for m in {self.whom, *self.domes})

    @cached_property
    def lessened(self) -> int:
        """By how much reactions may lessen a hit, at most."""
        return NEVER if self.domes else PARRIED + self.turned_aside if self.turned_aside else 0

    @cached_property
    def turned_aside(self) -> int:
        """The ranks of the target in turning hits aside, for which it must be able to take strain."""
        return max(self.whom.talent("parry" if weapon.melee else "reflect") for weapon in self.used)

    @property
    def taken(self) -> int:
        """The wounds that the hits on the target are sure to do."""
        return 0 if self.strained else sum(self.so_far) // self.share

    @cached_property
    def by_sums(self) -> bool:
        """Whether wounds bear on it only by whether they come to what is enough: a hero's death takes more than to
        fall."""
        return self.plain and not self.dies_harder

    @cached_property
    def may_tear(self) -> bool:
        """Whether the warp may injure whoever closes a dome, who then is weaker against hits that have landed."""
        rows, cost = list(warp_chart()), powers()[DOME].cost
        pools = (force.warp_pool(self.play, n, m.ranks("discipline")) for m in self.domes for n in range(1, cost + 1))
        return any(rows[row] == "torn" for pool in pools for row, _ in pool.ways()[1])

    @cached_property
    def plain(self) -> bool:
        """Whether nothing but hits and critical injuries may come of the attack."""
        return self.simple and not self.recoils

    @cached_property
    def simple(self) -> bool:
        """The same, but for what the warp may do in answer to it."""
        forceful = self.weapon.has("force") and not self.check.rolled
        special = self.offers("blast") or self.offers("stun") or forceful or self.may_tear
        return self.goal != "hit" and self.check.second < 0 and not (special or self.strained or self.at_item)

    @cached_property
    def only_hits_wound(self) -> bool:
        """Whether nothing wounds the target but hits, and injuries by their strain."""
        others = self.offers("blast") or self.offers("force") or (self.offers("stun") and not self.kit.has_strain)
        one = self.goal != "hit" and self.check.second < 0 and not self.at_item
        return one and not (others or self.strained or self.recoils or self.may_tear)

    def stays_up(self, need: Need) -> bool:
        """Whether all wounds that may still come of it are too few to fell the target: then nobody asks how many."""
        return self.to_fell and self.only_hits_wound and need.stays_up(*self.symbols)

    @property
    def only_death_tells(self) -> bool:
        """Whether nothing that injuries do by the hits that have landed makes a difference, but that one may kill."""
        need = self.need(self.check.hits)._replace(several=0)
        return not self.straining_tells and (self.stays_up(need) or self._dies_of_one_injury(need))

    def _dies_of_one_injury(self, need: Need) -> bool:
        """The same where the first hit that comes through fells it, or it has fallen: if neither wounds, however weak
        injuries make it, can kill it, nor an injury that is paid for once, nor one of the bleeding that begins.
        Each ten on a roll that may kill is worth the same.  So to pay for another injury instead is no gain, for all
        that may come of that besides is one injury more, by bleeding: ten more on the next roll, for ten less."""
        margin, fallen = self.play.option["death-margin"], self.whom.record.wounds - self.whom.wound_threshold
        past = [need.wounds(each) for each in self.so_far if each]
        bled = (margin - 1) // BLEEDS_EVERY
        if not (self.dies_harder and self.only_hits_wound and margin and past) or bled > 1:
            return False
        if fallen + past[0] <= 0 or self.whom.injured(BLEEDING):
            return False
        once = self._more_on_the_roll + 1 + len(past) + bled  # in tens, and one more
        alive = need._replace(enough=self.enough).stays_up(*self.symbols)
        return alive and SIDES + TEN * once < _deadliest()

    @property
    def straining_tells(self) -> bool:
        """Whether it makes a difference that injuries by the hits that have landed strain."""
        if not self.kit.has_strain:
            return self.to_fell
        return self.goal == "incapacitated" and self.injuries_may_do(0, len(self.check.hits))

    @property
    def weakening_tells(self) -> bool:
        """Whether it makes a difference that they weaken the target."""
        if self.frail:
            return True
        if not self.to_fell or (len(self.check.hits) < 2 and self.goal != "dead" and not self.domes):
            return self.recoils and self.to_fell
        bleeds = self.whom.injured(BLEEDING)  # which is rolled again where it comes of bleeding
        if self.kit.has_strain and self.only_hits_wound and not (bleeds or self._hits_to_come):
            return False
        return bool(self.domes) or not self.stays_up(self.need(self.check.hits))

    @property
    def _hits_to_come(self) -> int:
        """How many of the hits that have landed may still wound the target, where they are being carried out."""
        whom = self.whom.id
        came = sum([type(e) is Wounded and (e.who, e.by) == (whom, self.check.who) for e in self.play.events])
        return sum([hit.whom == whom for hit in self.check.hits]) - came

    def scratches(self) -> tuple[Hit, ...]:
        """The hits on the target so far that come through, or one that does not, each of which does as little as it
        can."""
        mine = [hit for hit in self.check.hits if hit.whom == self.whom.id]
        through = [
            replace(self.hit_of(1), criticals=hit.criticals)
            for hit, past in zip(mine, self.so_far, strict=True)
            if past
        ]
        return tuple(through or [self.hit_of(0)] * bool(mine))

    @property
    def only_sums_tell(self) -> bool:
        """Whether it makes no difference which hits do how many wounds, only how many come through, in which order."""
        alone = all(hit.whom == self.whom.id for hit in self.check.hits)
        return alone and self.by_sums and self.to_fell and self.share == 1 and not self.kit.minions

    def heaped(self, taken: int, weaker: int) -> tuple[Hit, ...]:
        """The hits so far, which do so much in all, the first of them that comes through all but one for each other.
        Those are left out that do not come through even when injuries by others before have made the target so much
        weaker."""
        mine, found = list(map(self.beyond_soak, self.check.hits)), list[Hit]()
        for hit, past in zip(self.check.hits, mine, strict=True):
            if past > 0:
                does = 1 if found else max(1, taken - sum(each > 0 for each in mine) + 1)
                found.append(replace(self.hit_of(does), criticals=hit.criticals))
            elif found and past + weaker > 0:
                found.append(self.hit_of(past))
        return tuple(found) or (self.hit_of(0),)

    @cached_property
    def telling(self) -> int:
        """The net successes of which more are worth no more, where it makes no difference how many wounds hits do:
        those of a hit that comes through whatever lessens it."""
        return max(1, 1 - self.least + self.lessened)

    @property
    def maker_may_be_injured(self) -> bool:
        """Whether the warp may injure whoever attacks before all hits have landed: what they do may be less then."""
        if not self.check.rolled:
            return self.check.force > 0
        fighter, taken = self.who.record, RUPTURED - self.who.soak
        near = (each.id for each in self.domes if squares.adjacent(self.play, each.id, self.who.id))
        return next(near, None) is not None and 0 <= self.who.wound_threshold - fighter.wounds < taken

    @property
    def only_makes_worse(self) -> bool:
        """Whether nothing is left to choose but to pay for the last injury as often as that can be, so that it kills:
        injuries are bought hit by hit, and after it no further hit comes through."""
        check = self.check
        if not (check.advantage or check.triumph) or not any(hit.criticals for hit in check.hits):
            return False
        last, past = self._last_injured, self.past_soak(check.hits)
        if not self.to_fell or self.at_item or len(past) != len(check.hits) or any(past[last + 1 :]):
            return False
        return self.fatal(self.times) and not self.injuries_may_do(self.taken, len(past))

    def made_worse(self) -> Check:
        """The attack once that has been paid for."""
        check, last = self.check, self._last_injured
        hit = check.hits[last]
        price = self.who.weapon(hit.slot).critical
        times = hit.criticals + check.triumph + (check.advantage // price if price else 0)
        landed = (*check.hits[:last], replace(hit, criticals=times), *check.hits[last + 1 :])
        return replace(check, advantage=0, triumph=0, hits=landed)

    @property
    def _last_injured(self) -> int:
        """The number of the last hit for which an injury has been bought."""
        return max(number for number, hit in enumerate(self.check.hits) if hit.criticals)

    def without_points(self) -> Check:
        """The same attack with no points of Force dice, whose one hit does as much past soak, as far as that counts."""
        (hit,), (past,) = self.check.hits, self.so_far
        plain = Stakes(self.goal, self.play, replace(self.check, success=1, points=0))
        taken = min(past, NEVER if self.enough == NEVER else self.enough * self.share)
        return replace(plain.check, hits=(replace(plain.hit_of(taken), criticals=hit.criticals),))

    def vain_but_for_recoil(self, need: Need) -> bool:
        """Whether all that may still come of it, besides what the warp does in answer to it, makes no difference."""
        if not self.simple:
            return False
        strain = self.whom.record.strain + MOST_STRAIN * need.times(*self.symbols[1:]) + BACKLASH
        if self.to_fell and self.kit.has_strain and strain > self.whom.strain_threshold:
            return False
        return need._replace(enough=need.enough - self.by_recoil).in_vain(*self.symbols)

    def _least_enough(self, enough: int) -> int:
        """How many wounds may bring the outcome about, where so many are certain to: those of a fall, too."""
        return enough if self.wanted else min(enough, self.left)

    @cached_property
    def _plain_need(self) -> Need:
        """What the attack must come to, before its first hit."""
        added, soak = self._added_and_stopped[self.check.slot]
        least = hits.damage_of(self.play, self.who, self.weapon, self.whom.id) + added - soak
        return Need(
            self._least_enough(self._enough),
            least,
            self.share,
            self.most_hits,
            self.critical,
            self.wanted,
            self._deadly if self.to_fell else NEVER,
            self._bears,
            self._answered,
            int(self.frail) if not self.to_fell or (self.kit.has_strain and not self.kit.minions) else self._each,
            self.least_lessened,
            max(self.by_warp) if self.domes else 0,
            self._times_to(injuries()["horrific-injury"].low),
            bool(self.play.option["thresholds-retroactive"]),
        )

    def beyond_soak(self, hit: Hit) -> int:
        """What a hit does past soak; below 0, by how much it does not come through."""
        added, soak = self._added_and_stopped[hit.slot]
        return hit.base + added - hit.lessened - soak

    def soak_to_lose(self, need: Need) -> int:
        """How many points of soak injuries may take, by the warp over this hit and further ones, or bought, before all
        hits have been carried out."""
        torn = (1 + self.further(need)) * self.may_tear
        return torn + (need.weaker(need.times(*self.symbols[1:])) if self.to_fell else 0)

    @property
    def so_far(self) -> list[int]:
        """What the hits that have landed on the target do past soak."""
        return self.past_soak(self.check.hits)

    def past_soak(self, landed: Sequence[Hit]) -> list[int]:
        """What those of some hits, from the first on, do past soak that wound the target."""
        mine = [hit for hit in landed[int(self.check.strikes_item) :] if hit.whom == self.whom.id]
        return [hits.past(hit, *self._added_and_stopped[hit.slot]) for hit in mine]

    @cached_property
    def _added_and_stopped(self) -> dict[int, tuple[int, int]]:
        """By the slot of each weapon that is used (see `hits`)."""
        return {s: hits.added_and_stopped(self.play, self.check, self.whom.id, s) for s in self.check.slots}

    def need(self, landed: Sequence[Hit]) -> Need:
        """What the attack has come to with these hits, and what it must come to."""
        need = self._plain_need
        if self.enough != self._enough:
            need = need._replace(enough=self._least_enough(self.enough))
        sold = [code for code in self.check.spent if code.partition(" ")[0] in ("linked", "second")]
        if sold:
            need = need._replace(several=need.several - len(sold))
        if not landed:
            return need
        criticals = sum([hit.criticals for hit in landed if hit.whom == self.whom.id])
        taken = sum(map(need.wounds, self.past_soak(landed)))
        return need._replace(taken=taken, landed=len(landed), criticals=criticals)

    @property
    def symbols(self) -> tuple[int, int, int]:
        """What there is to spend."""
        return self.check.success, self.check.advantage, self.check.triumph

    @property
    def times(self) -> int:
        """How many critical injuries may be paid for, or have been."""
        check = self.check
        return check.triumph + check.advantage // self.critical + sum(hit.criticals for hit in check.hits)

    @cached_property
    def by_warp(self) -> frozenset[int]:
        """The wounds that the warp may do to the target when somebody near it closes a dome."""
        own = self.whom in self.domes
        strain = 0 if self.kit.has_strain else (powers()[DOME].cost + DRAINED) if own else BACKLASH
        rupture = self.whom.alive * max(0, RUPTURED - self.whom.soak)
        return wounds_by_warp(rupture, BLED * own, strain, len(self.domes))

    def hit_of(self, taken: int) -> Hit:
        """A hit on the target that does so much past soak."""
        added, soak = self._added_and_stopped[self.check.slot]
        return Hit(self.whom.id, self.check.slot, taken + soak - added)

    @property
    def _deadly(self) -> int:
        """How many critical injuries may fell by themselves."""
        return max(1, self._times_to(_deadliest()) - 1)  # for the one that befalls whoever falls may be the last

    @property
    def _bears(self) -> int:
        """How much strain more does not fell the target."""
        felt = self.goal == "incapacitated" and self.kit.has_strain
        return self.whom.strain_threshold - self.whom.record.strain if felt else NEVER * NEVER

    @property
    def _answered(self) -> int:
        """The strain of an answer to a hit, and what the warp does then, at most."""
        own = powers()[DOME].cost + DRAINED if self.whom in self.domes else BACKLASH * bool(self.domes)
        return PARRY_COST * bool(self.turned_aside) + own

    def _times_to(self, low: int) -> int:
        """How many critical injuries it takes at least for one of them to come to a result."""
        more = low - SIDES - TEN * self._more_on_the_roll
        return max(1, 1 - (-more // TEN))

    @property
    def _each(self) -> int:
        """The wounds that a critical injury is good for: a member of a group, or strain and what is weakened by it."""
        return self.kit.profile.wounds if self.kit.minions else MOST_STRAIN + 1

    def fatal(self, times: int) -> bool:
        """Whether a critical injury that is paid for so often may kill at once, after those of a fall too."""
        more = self._more_on_the_roll + times - 1
        if self.dies_harder:
            more += 1 + self._bled(more + 1)
        return self.to_fell and not self.kit.minions and SIDES + TEN * more >= _deadliest()

    def still_fatal(self, bought: Sequence[int], left: int) -> bool:
        """The same where so many have been bought for each hit, and so many more may be, for the last of them that has
        one or a later one: those of one hit are one injury, and make the next as much worse as one."""
        injuring = [number for number, times in enumerate(bought) if times]
        if not injuring:
            return self.fatal(left)
        later = range(injuring[-1], len(bought)) if left else injuring
        worst = max(bought[number] + left + sum(each < number for each in injuring) for number in later)
        return self.fatal(max(worst, len(injuring)))

    def fall_is_fatal(self, times: int) -> bool:
        """Whether the injuries of a fall may kill somebody whom its wounds do not, if so many are paid for: at once, or
        by strain that is wounds."""
        before = times if self.several else int(self.offers("blast") or self.recoils)
        more = self._more_on_the_roll + before
        deadly = SIDES + TEN * (more + self._bled(more)) >= _deadliest()
        return self.dies_harder and (deadly or not self.kit.has_strain)

    def _bled(self, more: int) -> int:
        """How many injuries somebody who bleeds may suffer besides when it falls: whoever bleeds already, or begins to
        in the attack, with so many tens on the roll."""
        begins = self.several and SIDES + TEN * more >= injuries()[BLEEDING].low
        if not (begins or self.whom.injured(BLEEDING)):
            return 0
        margin = self.play.option["death-margin"]
        return (margin - 1) // BLEEDS_EVERY if margin else NEVER

    @property
    def _more_on_the_roll(self) -> int:
        """What is added to the roll for the first critical injury, in tens."""
        whom = len(self.whom.record.injuries) - self.whom.talent("durable")
        return whom + max(weapon.has("vicious") for weapon in self.used) + self.who.talent("lethal-blows")

    def injuries_may_do(self, sure: int, landed: int, answers: int = 0) -> bool:
        """Whether injuries by so many hits may fell a target that has so many wounds to come: minions one by one,
        others by what they strain, beside the strain of so many `answers` to hits and of Stun."""
        if self.kit.minions or not self.to_fell or self.frail:
            return self.to_fell
        stunned = NEVER if self.strained else sum(weapon.has("stun") for weapon in self.used)
        if self.kit.has_strain:
            answered = NEVER if answers and self.domes else PARRY_COST * answers * bool(self.turned_aside)
            most = self.whom.record.strain + MOST_STRAIN * landed + BACKLASH * self.recoils + stunned + answered
            return self.goal == "incapacitated" and most > self.whom.strain_threshold
        most = sure + MOST_STRAIN * (landed + self.dies_harder) + stunned  # by a fall, too
        return most + self.by_recoil >= self.enough

    @cached_property
    def soak(self) -> int:
        """The soak of the target that is left against the weapon."""
        return hits.soak_against(self.play, self.whom.id, self.weapon)

    @property
    def hits_are_better(self) -> bool:
        """Whether a further hit, which is no dearer, does as much as any injury can."""
        each = self.kit.profile.wounds if self.kit.minions else NEVER if self.kit.has_strain else MOST_STRAIN
        sure = self.check.mode == "auto" and self.weapon.critical > 1 and not self.lessened
        return sure and (self.least + 1) // self.share >= each

    def by_points(self, force: int) -> int:
        """What so many Force dice, of two points each, may add to a hit: as damage of a force weapon, or as successes;
        and what they go through of soak."""
        return (self.forced or 1) * 2 * force + min(2 * force, self.soak)

    def reach(self, good: int, further: int, force: int, added: int = 0) -> int:
        """More wounds than a throw of so many good dice, and of Force dice, can come to, with so many further hits and
        all else that is bought for it."""
        if self.offers("stun") or self.check.second >= 0 or self.strained:
            return NEVER
        one = max(0, self.least + 2 * good + added + self.by_points(force)) // self.share + self._each
        most = 2 * good + added + 2 * force * self.quickens
        burst = self.weapon.has("blast") + most - self.soak + 1 if self.offers("blast") else 0
        return one * (1 + further) + max(0, burst) * self.kit.count
