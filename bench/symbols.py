"""Dice with symbols: how long the exact distribution of a mixed pool takes, with nothing known beforehand."""

from __future__ import annotations

from time import process_time
from typing import NamedTuple

from warbook.core import mixed
from warbook.core.mixed import Die, Mixed, Symbol, Tally

from .figures import Figure, Skipped

REPEATS = 7

GOOD, EDGE, STAR, BAD, SNAG, DOOM = (Symbol(name) for name in ("good", "edge", "star", "bad", "snag", "doom"))
PALE, DARK = Symbol("pale"), Symbol("dark")
LETTERS = {"G": GOOD, "E": EDGE, "*": STAR, "B": BAD, "S": SNAG, "!": DOOM, "L": PALE, "K": DARK}


def _die(name: str, faces: str) -> Die:
    return Die(name, tuple(tuple(LETTERS[sign] for sign in face if sign != "-") for face in faces.split()))


#: Seven kinds of die as several games have them: two small, two of eight sides, and three of twelve, one with symbols
#: that no other die has.
DICE = {
    "b": _die("boost", "- - G GE EE E"),
    "s": _die("setback", "- - B B S S"),
    "a": _die("ability", "- G G GG E E GE EE"),
    "d": _die("difficulty", "- B BB S S S SS BS"),
    "p": _die("proficiency", "- G G GG GG E GE GE GE EE EE *"),
    "c": _die("challenge", "- B B BB BB S S BS BS SS SS !"),
    "f": _die("force", "K K K K K K KK L L LL LL LL"),
}


class Check(NamedTuple):
    """What is over, and the signs that nothing cancels."""

    good: int
    edge: int
    star: int
    doom: int


CHECK = Tally(
    Check, good={GOOD: 1, STAR: 1, BAD: -1, DOOM: -1}, edge={EDGE: 1, SNAG: -1}, star={STAR: 1}, doom={DOOM: 1}
)


class Powered(NamedTuple):
    """The same, and what the dice show that have symbols of their own: how many pips, and how many dice with two."""

    good: int
    edge: int
    star: int
    doom: int
    pale: int
    dark: int
    doubles: int


POWER = Tally(
    Powered,
    **dict(zip(CHECK.fields, CHECK.weights, strict=True)),
    pale={PALE: 1},
    dark={DARK: 1},
    doubles=lambda face: int(face == (DARK, DARK)),
)
TEN = ("pppaaccdbs", "ppppccccbs", "pppppddddd", "aaaaaddddd", "pppbbbcsss")
TWELVE = ("pppaabccddss", "pppppcccccbs", "ppppaacccdds", "aabbbbddssss")
FORCE = ("pppaabccddsf", "ppaabbccddff", "ppaabbccdfff")


def worst(pools: tuple[str, ...], tally: Tally = CHECK) -> float:
    """Seconds for the slowest of these pools, each the best of several attempts that know nothing."""
    return max(min(_seconds(pool, tally) for _ in range(REPEATS)) for pool in pools)


def _seconds(letters: str, tally: Tally) -> float:
    for known in (mixed._tallied, mixed._several, mixed._one):
        known.cache_clear()
    began = process_time()
    Mixed([DICE[letter] for letter in letters], tally).ways()
    return process_time() - began


def figures() -> list[Figure | Skipped]:
    """The figures of mixed pools."""
    return [
        Figure("a mixed pool of ten dice, exactly (worst of 5)", worst(TEN) * 1e3, "ms", wanted=20),
        Figure("a mixed pool of twelve dice, exactly (worst of 4)", worst(TWELVE) * 1e3, "ms", wanted=20),
        Figure("the same with Force dice among them (worst of 3)", worst(FORCE, POWER) * 1e3, "ms", wanted=20),
    ]
