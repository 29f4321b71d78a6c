"""What an attack has come to in numbers, what it must come to, and what may still come of what is left to spend."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..attacks.force import DRAINED
from ..attacks.offers import FURTHER_HIT
from ..attacks.reactions import DOME
from ..harm.injuries import MOST_STRAIN
from ..printed.catalogue import powers


class Need(NamedTuple):
    """What an attack has come to so far, in numbers, and what it must come to.

    `enough` wounds fell the target, `taken` are those of the hits that have `landed`, and a hit does `least` past soak
    besides its net successes; a wound takes `share` points of that.  So many further hits as `several` may be bought,
    critical injuries at the price `critical`.  Where an injury is `wanted`, one is enough.  Else it takes
    as many as are `deadly` to fell the target by injuries alone, or strain it more than it `bears` beside what each hit
    costs it that is `answered`, and each of fewer counts for so many wounds (`each`).
    A dome lessens a hit by `lessened` at least, and the `warp` answers it with so many wounds at most.  It takes so
    many injuries for one to be `weakening`: a point off soak for each further hit, and off what the `frail` can bear.
    """

    enough: int
    least: int
    share: int
    several: int
    critical: int
    wanted: bool
    deadly: int
    bears: int
    answered: int
    each: int
    lessened: int
    warp: int
    weakening: int
    frail: bool
    taken: int = 0
    landed: int = 0
    criticals: int = 0

    def with_hit(self, taken: int) -> Need:
        """What is needed after a hit that does so much past soak."""
        came = self.taken + self.wounds(taken), self.landed + 1, self.criticals
        return Need._make((*self[:-3], *came))  # in half the time that replacing takes

    @property
    def without_hits(self) -> Need:
        """What was needed before the first hit."""
        return self._replace(taken=0, landed=0, criticals=0)

    def wounds(self, taken: int) -> int:
        """The wounds of a hit that does so much past soak, at most."""
        return -(-max(0, taken) // self.share)

    def times(self, advantage: int, triumph: int) -> int:
        """How many critical injuries may be paid for, or have been."""
        return self.criticals + triumph + advantage // self.critical

    def hit(self, success: int) -> int:
        """The wounds of a further hit."""
        return self.wounds(self.least + success)

    def domed(self, success: int) -> int:
        """The same under a dome, at most."""
        return self.wounds(self.least + success - self.lessened)

    def bought(self, success: int, advantage: int, triumph: int) -> int:
        """How many further hits all symbols may buy."""
        return min(self.several, advantage // FURTHER_HIT + triumph) if success > 0 else 0

    def more(self, success: int, advantage: int, triumph: int, *, warp: bool = False) -> int:
        """The wounds to come, at most, by hits and by injuries, and by the `warp`."""
        coming = self.bought(success, advantage, triumph) + int(success > 0 and not self.landed)
        each = max(self.hit(success), self.domed(success) + self.warp) if warp else self.hit(success)
        return coming * each + self.times(advantage, triumph) * self.each

    def felling(self, answers: int) -> int:
        """How many injuries may fell the target by themselves after so many answers to hits."""
        return min(self.deadly, max(0, self.bears - answers * self.answered) // MOST_STRAIN + 1)

    def injuries_are_vain(self, success: int, advantage: int, triumph: int) -> bool:
        """Whether all injuries that may be paid for, or have been, do nothing, whatever hits to come are answered."""
        answers = self.bought(success, advantage, triumph) + int(not self.landed)
        times = self.times(advantage, triumph)
        if self.each or times < self.felling(answers):
            return not self.each
        domed = powers()[DOME].cost + DRAINED
        if times >= self.deadly or self.answered != domed:  # a hit is turned aside for strain, or only by others
            return False
        first = domed * (not self.landed)
        return first + most_strain(self, success, advantage, triumph, MOST_STRAIN) <= self.bears

    def stays_up(self, success: int, advantage: int, triumph: int) -> bool:
        """Whether wounds that have come, and may come, are too few to fell the target, even as weak as injuries may
        make it."""
        hits = max(1, self.landed) + self.bought(success, advantage, triumph)
        weaker = hits * (hits - 1) // 2 + hits * self.frail  # one injury a hit, each of which all further ones feel
        weaker *= self.times(advantage, triumph) >= self.weakening
        return not self.wanted and self.taken + self.more(success, advantage, triumph) + weaker < self.enough

    def weaker(self, times: int) -> int:
        """How many points of soak so many injuries may take."""
        return max(0, times - self.weakening + 1)

    def by_injury(self, success: int, advantage: int, triumph: int, *, warp: bool = True) -> bool:
        """Whether only an injury can do, because wounds cannot, not even with those by the `warp`."""
        return self.wanted and self.taken + self.more(success, advantage, triumph, warp=warp) < self.enough

    def further(self, success: int, advantage: int, triumph: int) -> int:
        """How many further hits may be bought; where it takes an injury, beside that one (-1: it cannot be paid)."""
        if self.criticals or not self.by_injury(success, advantage, triumph):
            return self.bought(success, advantage, triumph)
        return self._beside_injury(success, advantage, triumph)

    def _beside_injury(self, success: int, advantage: int, triumph: int) -> int:
        by_triumph = advantage // FURTHER_HIT + triumph - 1 if triumph else -1
        by_advantage = triumph + (advantage - self.critical) // FURTHER_HIT if advantage >= self.critical else -1
        most = max(by_triumph, by_advantage)
        return min(self.several, most) if success > 0 else min(0, most)

    def in_vain(self, success: int, advantage: int, triumph: int) -> bool:
        """Whether it can come to nothing with what is left to spend, unless a reaction makes it worse."""
        symbols = success, advantage, triumph
        if not self.taken and (success <= 0 or self.least + success <= 0):
            return True
        if self.by_injury(*symbols, warp=False):
            return not self.criticals and self._beside_injury(*symbols) < int(self.landed > 0 and not self.taken)
        short = self.taken + self.more(*symbols) < self.enough
        return short and not self.wanted and self.times(advantage, triumph) < self.felling(0)

    def settled(self, success: int, advantage: int, triumph: int) -> tuple[int, int]:
        """The advantages and triumphs that buy as much as these."""
        further = self.further(success, advantage, triumph)
        if self.wanted:
            return (advantage, triumph) if self.criticals else self._alike(success, advantage, triumph)
        if self.injuries_are_vain(success, advantage, triumph):
            return FURTHER_HIT * further, 0
        return advantage, triumph

    def _alike(self, success: int, advantage: int, triumph: int) -> tuple[int, int]:
        """The same where an injury is wanted: they buy as many further hits, both beside an injury and without one."""
        beside, hits = self._beside_injury(success, advantage, triumph), self.bought(success, advantage, triumph)
        if self.by_injury(success, advantage, triumph):
            return self.critical + FURTHER_HIT * beside, 0
        simple = (
            (FURTHER_HIT * hits, 0), (FURTHER_HIT * hits + 1, 0), (FURTHER_HIT * (hits - 1), 1),
            (FURTHER_HIT * hits + self.critical, 0),
        )  # fmt: skip
        alike = (
            each
            for each in simple
            if self.several and self._beside_injury(success, *each) == beside and self.bought(success, *each) == hits
        )
        return next(alike, (advantage, triumph))


@lru_cache(maxsize=1 << 12)
def sums(
    whole: frozenset[int], domed: int, by_warp: frozenset[int], further: int, at_once: frozenset[int]
) -> frozenset[int]:
    """What so many further hits may come to, beside what comes at once: each does all of its wounds, turned aside or
    not, or what is left of them under a dome and what the warp does then."""
    if not further:
        return at_once
    one = {0, *whole, *(left + each for left in range(domed + 1) for each in by_warp)}
    return frozenset(a + b for a in one for b in sums(whole, domed, by_warp, further - 1, at_once))


@lru_cache(maxsize=1 << 12)
def wounds_by_warp(rupture: int, bled: int, strain: int, domes: int) -> frozenset[int]:
    """What the warp may do in answer to as many domes; where strain is as good as wounds, so much `strain` besides."""
    once = range(max(rupture, bled) + strain + 1) if strain else (0, rupture, bled)
    return frozenset(sum(each) for each in product(once, repeat=domes))


@lru_cache(maxsize=1 << 12)
def most_strain(need: Need, success: int, advantage: int, triumph: int, by_injury: int) -> int:
    """The most strain that may come: of domes over further hits, each of which the warp answers with strain or with
    wounds, until the attack is in vain, and of the injuries that the symbols left can buy, each so much."""
    further, cost = max(0, need.further(success, advantage, triumph)), powers()[DOME].cost
    less, found = need.hit(success) - need.domed(success), by_injury * need.times(advantage, triumph)
    for drained, wounded in product(range(further), repeat=2):
        domes = drained + wounded + 1  # the last of which may be in vain
        short = need._replace(enough=need.enough + drained * less + wounded * (less - need.warp))
        if domes <= further and not short.in_vain(success, advantage, triumph):
            bought = ((advantage - FURTHER_HIT * (domes - n), triumph - n) for n in range(min(domes, triumph) + 1))
            times = max(need.times(*left) for left in bought if left[0] >= 0)
            found = max(found, cost * domes + DRAINED * (drained + 1) + by_injury * times)
    return found
