"""Dice with symbols for tests: those of the narrative dice that several games use, called by their colours."""

from __future__ import annotations

from typing import NamedTuple

from warbook.core.dice import Reading
from warbook.core.mixed import Die, Mixed, Symbol, Tally

SUCCESS = Symbol("success", "successes", "S", "M12 3 21 21H3z")
ADVANTAGE = Symbol("advantage", "advantages", "A")
TRIUMPH = Symbol("triumph", "triumphs", "T")
FAILURE = Symbol("failure", "failures", "F")
THREAT = Symbol("threat", "threats", "H")
DESPAIR = Symbol("despair", "despairs", "D")
LIGHT = Symbol("light", "light", "L")
DARK = Symbol("dark", "dark", "K")
_SIGNS = {s.sign: s for s in (SUCCESS, ADVANTAGE, TRIUMPH, FAILURE, THREAT, DESPAIR, LIGHT, DARK)}


def _die(name: str, colour: str, faces: str) -> Die:
    return Die(name, tuple(tuple(_SIGNS[sign] for sign in face if sign != "-") for face in faces.split()), colour)


BLUE = _die("blue", "#5ab4e6", "- - S SA AA A")
BLACK = _die("black", "#222222", "- - F F H H")
GREEN = _die("green", "#3c9b46", "- S S SS A A SA AA")
PURPLE = _die("purple", "#6e4696", "- F FF H H H HH FH")
YELLOW = _die("yellow", "#f0d732", "- S S SS SS A SA SA SA AA AA T")
RED = _die("red", "#c82828", "- F F FF FF H H FH FH HH HH D")
FORCE = _die("white", "#ffffff", "K K K K K K KK L L LL LL LL")
LETTERS = {"P": YELLOW, "A": GREEN, "D": PURPLE, "C": RED, "B": BLUE, "S": BLACK}


class Check(NamedTuple):
    """What a check came to, net."""

    success: int
    advantage: int
    triumph: int
    despair: int


class Pips(NamedTuple):
    light: int
    dark: int


class Power(NamedTuple):
    """A check that was thrown together with white dice."""

    success: int
    advantage: int
    triumph: int
    despair: int
    light: int
    dark: int
    doubles: int  # dice with two dark pips


SYMBOLS: dict[str, dict[Symbol, int]] = {
    "success": {SUCCESS: 1, TRIUMPH: 1, FAILURE: -1, DESPAIR: -1},
    "advantage": {ADVANTAGE: 1, THREAT: -1},
    "triumph": {TRIUMPH: 1},
    "despair": {DESPAIR: 1},
}
CHECK = Tally(Check, **SYMBOLS)
PIPS = Tally(Pips, light={LIGHT: 1}, dark={DARK: 1})
POWER = Tally(Power, **SYMBOLS, light={LIGHT: 1}, dark={DARK: 1}, doubles=lambda face: int(face == (DARK, DARK)))


def pool_of(letters: str, reading: Reading = CHECK) -> Mixed:
    """A pool by the letters that its dice are often called by."""
    return Mixed([LETTERS[letter] for letter in letters], reading)
