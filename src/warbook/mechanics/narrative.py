"""Narrative dice: seven kinds with symbols on their faces, what is read from a throw of them, and how a pool is built.

A triumph is a success besides, and a despair a failure; neither cancels the other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..core.events import Rolled
from ..core.mixed import Die, Mixed, Symbol, Tally, mixed

SUCCESS = Symbol("success", "successes", "S", "M12 2 14.6 9.4 22 12 14.6 14.6 12 22 9.4 14.6 2 12 9.4 9.4z")
ADVANTAGE = Symbol("advantage", "advantages", "A", "M12 3 20 12H15.5L20 17 12 21 4 17 8.5 12H4z")
TRIUMPH = Symbol("triumph", "triumphs", "T", "M12 1a11 11 0 1 0 .01 0zM12 5 14 10 19 12 14 14 12 19 10 14 5 12 10 10z")
FAILURE = Symbol("failure", "failures", "F", "M5 3 12 10 19 3 21 5 14 12 21 19 19 21 12 14 5 21 3 19 10 12 3 5z")
THREAT = Symbol("threat", "threats", "H", "M12 2 21 7V17L12 22 3 17V7zM12 7 8 9.5V14.5L12 17 16 14.5V9.5z")
DESPAIR = Symbol("despair", "despairs", "D", "M12 1 23 12 12 23 1 12zM12 6 6 12 12 18 18 12z")
LIGHT = Symbol("light pip", "light pips", "L", "M12 5a7 7 0 1 0 .01 0zM12 7.5a4.5 4.5 0 1 1-.01 0z")
DARK = Symbol("dark pip", "dark pips", "K", "M12 5a7 7 0 1 0 .01 0z")

_SYMBOLS = {s.sign: s for s in (SUCCESS, ADVANTAGE, TRIUMPH, FAILURE, THREAT, DESPAIR, LIGHT, DARK)}


def _die(name: str, colour: str, faces: str) -> Die:
    """A die from its faces as signs, a dash for a blank one."""
    return Die(name, tuple(tuple(_SYMBOLS[sign] for sign in face.strip("-")) for face in faces.split()), colour)


BOOST = _die("boost", "#8ec9e8", "- - S SA AA A")
SETBACK = _die("setback", "#26262b", "- - F F H H")
ABILITY = _die("ability", "#3f9142", "- S S SS A A SA AA")
DIFFICULTY = _die("difficulty", "#5b2a86", "- F FF H H H HH FH")
PROFICIENCY = _die("proficiency", "#f2c511", "- S S SS SS A SA SA SA AA AA T")
CHALLENGE = _die("challenge", "#b3202c", "- F F FF FF H H FH FH HH HH D")
FORCE = _die("force", "#f4f4f0", "K K K K K K KK L L LL LL LL")

DICE = (BOOST, ABILITY, PROFICIENCY, SETBACK, DIFFICULTY, CHALLENGE, FORCE)


class Roll(NamedTuple):
    """What a check came to, net: successes less failures, advantages less threats; and the symbols that nothing
    cancels."""

    success: int
    advantage: int
    triumph: int = 0
    despair: int = 0


def in_words(success: int, advantage: int, triumph: int = 0, despair: int = 0) -> str:
    """Symbols as people read them: of successes and advantages negative numbers are failures and threats."""
    symbols = (SUCCESS, success), (FAILURE, -success), (ADVANTAGE, advantage), (THREAT, -advantage)
    found = [symbol.counted(n) for symbol, n in (*symbols, (TRIUMPH, triumph), (DESPAIR, despair)) if n > 0]
    return ", ".join(found)


def verdict(rolled: Rolled) -> str:
    """What is left of the symbols on the dice of a roll, for the log; a sum that matters has a line of its own."""
    value = rolled.value
    return (in_words(*value[:4]) or "nothing") if isinstance(value, tuple | list) and len(value) >= 4 else ""


class Powered(NamedTuple):
    """What a check came to (see `Roll`) that was thrown together with Force dice, and the pips on these."""

    success: int
    advantage: int
    triumph: int
    despair: int
    light: int
    dark: int
    doubles: int  # dice with two dark pips, of which both are used or none


_SUCCESS = {SUCCESS: 1, TRIUMPH: 1, FAILURE: -1, DESPAIR: -1}
_ADVANTAGE = {ADVANTAGE: 1, THREAT: -1}

CHECK = Tally(Roll, success=_SUCCESS, advantage=_ADVANTAGE, triumph={TRIUMPH: 1}, despair={DESPAIR: 1})
POWER = Tally(
    Powered,
    success=_SUCCESS,
    advantage=_ADVANTAGE,
    triumph={TRIUMPH: 1},
    despair={DESPAIR: 1},
    light={LIGHT: 1},
    dark={DARK: 1},
    doubles=lambda face: int(face == (DARK, DARK)),
)


# ---- pools -----------------------------------------------------------------------------------------------------------


class Dice(NamedTuple):
    """How many dice of each kind a pool has."""

    boost: int = 0
    ability: int = 0
    proficiency: int = 0
    setback: int = 0
    difficulty: int = 0
    challenge: int = 0
    force: int = 0

    def upgraded(self, times: int) -> Dice:
        """Ability dice turned into proficiency dice; one more ability die where there is none to turn.  A negative
        number turns proficiency dice back, as far as there are any."""
        ability, proficiency = _turned(self.ability, self.proficiency, times)
        return self._replace(ability=ability, proficiency=proficiency)

    def harder(self, times: int) -> Dice:
        """Difficulty dice turned into challenge dice, in the same way."""
        difficulty, challenge = _turned(self.difficulty, self.challenge, times)
        return self._replace(difficulty=difficulty, challenge=challenge)


def _turned(basic: int, strong: int, times: int) -> tuple[int, int]:
    for _ in range(times):
        basic, strong = (basic - 1, strong + 1) if basic else (basic + 1, strong)
    back = min(max(0, -times), strong)
    return basic + back, strong - back


def positive(characteristic: int, ranks: int) -> Dice:
    """The dice of a skill: as many as the greater of the two, of which the lesser are proficiency dice."""
    strong = min(characteristic, ranks)
    return Dice(ability=max(characteristic, ranks) - strong, proficiency=strong)


def negative(characteristic: int, ranks: int) -> Dice:
    """The dice against a check that another's skill opposes."""
    strong = min(characteristic, ranks)
    return Dice(difficulty=max(characteristic, ranks) - strong, challenge=strong)


@lru_cache(maxsize=1 << 12)
def pool_of(dice: Dice) -> Mixed:
    """The pool of these dice, read as a check, with Force dice as a power."""
    row = [die for die, count in zip(DICE, dice, strict=True) for _ in range(count)]
    return mixed(tuple(row), POWER if dice.force else CHECK)
