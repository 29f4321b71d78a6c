"""Pools: which dice a check is made with, in the order in which a pool is built, and every reason why.

Build, add, raise the difficulty, upgrade, downgrade, take away, and add what needs no dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ....core.check import Tally, signed, tally
from ....mechanics.lasting import EffectsLost
from ....mechanics.narrative import Dice, Roll, negative, pool_of, positive
from ..printed.catalogue import Skill, Weapon, skills
from ..records import NOBODY, Check, Model, Play
from ..records.effects import TOKENS, Token
from . import circumstances

# ---- an attempt ------------------------------------------------------------------------------------------------------


class Attempt(NamedTuple):
    """A check that somebody makes or is about to: with which skill, against how many difficulty dice or whose skill,
    and in an attack at whom, with which weapon (of which slot) and how far off (in squares).  Who make it `together`
    have the highest characteristic and the most ranks among them."""

    play: Play
    who: Model
    skill: Skill
    difficulty: int
    check: Check
    target: Model | None = None
    weapon: Weapon | None = None
    away: int = 0
    against: Skill | None = None
    together: tuple[Model, ...] = ()
    slot: int = NOBODY

    @property
    def weapons(self) -> Sequence[Weapon]:
        """The weapons of an attack: the one that it is reckoned with, or both of two that are used at once."""
        if self.weapon is None:
            return ()
        return (self.weapon,) if self.check.second < 0 else [self.who.weapon(slot) for slot in self.check.slots]

    @property
    def attacks(self) -> bool:
        """Whether it is an attack."""
        return self.weapon is not None

    @property
    def foe(self) -> Model | None:
        """Whom it attacks, and not what that one rides."""
        check, target = self.check, self.target
        at_mount = check.at_mount and target is not None and target.id == check.target
        return None if self.weapon is None or at_mount else target

    @property
    def melee(self) -> bool:
        """Whether it is an attack in melee."""
        return self.weapon is not None and self.weapon.melee

    @property
    def ranged(self) -> bool:
        """Whether it is an attack from afar."""
        return self.weapon is not None and not self.weapon.melee


class Reckoned(NamedTuple):
    """The pool of an attempt, with what it comes from, and what was added and why."""

    dice: Dice
    said: str
    tallies: tuple[Tally, ...]
    success: int
    advantage: int

    @property
    def kept(self) -> tuple[int, ...]:
        """The dice of each kind and what is added to the throw, for a check that is made once more with them."""
        return (*self.dice, self.success, self.advantage)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What made the pool, as people read it."""
        added = [f"{each.name}: {', '.join(signed(each.because))}" for each in self.tallies if each.because]
        return tuple(filter(None, (self.said, *added)))


def reckon(attempt: Attempt) -> Reckoned:
    """The pool of an attempt, built in the printed order; of an attack that is made once more, that of the first."""
    who, modifiers, check = attempt.who, attempt.play.ruleset.modifiers, attempt.check
    if check.pool:
        *counts, success, advantage = check.pool
        return Reckoned(Dice(*counts).harder(check.upgrades), "", (), success, advantage)
    value, ranks, said = _ability(attempt)
    dice = Dice(ability=check.guided) if check.guided else positive(value, ranks)
    opposing = _opposing(attempt)
    counted = {kind: tally(kind, 0, modifiers[kind], attempt) for kind in modifiers}
    number = {name: max(0, each.number) for name, each in counted.items()}
    raised = counted["difficulty dice"].number
    dice = dice._replace(
        boost=number["boost dice"],
        setback=number["setback dice"],
        difficulty=max(0, opposing.difficulty + raised),
        challenge=opposing.challenge,
        force=check.force,
    )
    dice = dice.upgraded(number["upgrades"]).harder(number["upgrades of the difficulty"])
    if who.injured("scattered-senses"):
        dice = dice._replace(boost=0)
    return Reckoned(dice, said, tuple(counted.values()), counted["successes"].number, counted["advantages"].number)


def _ability(attempt: Attempt) -> tuple[int, int, str]:
    """The characteristic, the ranks, and both in words: with two weapons the lower ones."""
    who, check = attempt.who, attempt.check
    used = [weapon.skill for weapon in attempt.weapons] if check.second >= 0 else [attempt.skill]
    acting = (who, *attempt.together)
    names = [who.linked(skill) for skill in used]
    value, characteristic = min((max(each.characteristic(name) for each in acting), name) for name in names)
    ranks, skill = min((max(each.ranks(skill) for each in acting), skill) for skill in used)
    return value, ranks, f"{characteristic} {value}, {skills()[skill].title} {ranks}"


def _opposing(attempt: Attempt) -> Dice:
    """The difficulty: so many dice, or what the target's skill makes of it."""
    if attempt.against is None or attempt.target is None or attempt.play.option["opposed"] == "A":
        return Dice(difficulty=attempt.difficulty)
    whose, skill = attempt.target, attempt.against
    return negative(whose.characteristic(whose.linked(skill)), whose.ranks(skill))


# ---- the throw -------------------------------------------------------------------------------------------------------


def ruled(attempt: Attempt) -> Attempt:
    """An attempt after the rulings on it, which come before its pool is reckoned."""
    return attempt._replace(check=circumstances.ruled(attempt.play, attempt.check))


def throw(attempt: Attempt, key: str, why: str, reckoned: Reckoned | None = None) -> Any:
    """Throws the pool of an attempt, `reckoned` after the rulings on it, and adds what needs no dice; what waited for
    the next check of whoever makes it has served.  With Force dice it is a `Powered`, else a `Roll`."""
    if reckoned is None:
        attempt = ruled(attempt)
    play, who = attempt.play, attempt.who.id
    pool, reasons = play.stage(_with_reasons, attempt, reckoned)  # which odds need not reckon for each reading
    rolled = play.roll(pool_of(pool.dice), key, why, who, reasons)
    if any(e.on == who and e.name in TOKENS for e in play.state.effects) and uses_tokens(attempt):
        play.happen(EffectsLost(who, _served(attempt)))
    return rolled._replace(success=rolled.success + pool.success, advantage=rolled.advantage + pool.advantage)


FORCED = ("fear", "fall", "contest", "initiative")
"""The kinds of checks that their makers do not choose to make."""


def uses_tokens(attempt: Attempt) -> bool:
    """Whether a check is the next one, for which something waits."""
    return attempt.play.option["tokens-go-to"] == "any" or attempt.check.kind not in FORCED


def _served(attempt: Attempt) -> tuple[Token, ...]:
    """What has served with a check: what was aimed at a target's defence waits for an attack."""
    if attempt.attacks or not attempt.who.has("next-precise"):
        return TOKENS
    return tuple(token for token in TOKENS if token != "next-precise")


def waiting(token: Token) -> Callable[[Attempt], int]:
    """How much of something waits for a check."""

    def amount(attempt: Attempt) -> int:
        found = attempt.who.amount(token)
        return found if found and uses_tokens(attempt) else 0

    return amount


def _with_reasons(play: Play, attempt: Attempt, reckoned: Reckoned | None) -> tuple[Reckoned, tuple[str, ...]]:
    pool = reckoned or reckon(attempt)
    return pool, pool.reasons


RANKS: dict[str, Callable[[Roll], tuple[int, ...]]] = {
    "advantages": lambda roll: (roll.success, roll.advantage, roll.triumph),
    "defender": lambda roll: (roll.success,),
}
"""What a roll is worth in a comparison, by what decides between those that are level."""


def contest(play: Play, whose: Model, skill: Skill, mine: Roll) -> Roll:
    """By the other form of opposed checks both sides throw no dice against each other, and the higher result wins, then
    the more advantages and triumphs where the table counts them, then the defender; what is left of the success is by
    how much."""
    theirs: Roll = throw(Attempt(play, whose, skill, 0, Check("contest", whose.id)), "contest", "Against it")
    by = mine.success - theirs.success
    rank = RANKS[play.option["contest-ties"]]
    won = rank(mine) > rank(theirs)
    return mine._replace(success=max(1, by) if won else min(0, by))
