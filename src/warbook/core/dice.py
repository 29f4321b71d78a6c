"""Dice: what is rolled, and what the rule looks at.

A chance node is a `Pool` (so many dice of so many sides) together with its `Reading` (their sum, how many reach a
number, the highest ...).  People see every face; odds and search see only the readings and their exact probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import lcm
from struct import unpack
from typing import Any


class Reading:
    """How the faces of a pool become one value: a fold from `start` by `add`, and what `finish` makes of the end of
    it."""

    __slots__ = ("add", "finish", "name", "start")

    def __init__(
        self, name: str, start: Any, add: Callable[[Any, int], Any], finish: Callable[[Any], Any] | None = None
    ) -> None:
        self.name, self.start, self.add, self.finish = name, start, add, finish

    def __call__(self, faces: Sequence[int]) -> Any:
        value = self.start
        for face in faces:
            value = self.add(value, face)
        return self.finish(value) if self.finish else value


def _sum(so_far: int, face: int) -> int:
    return so_far + face


TOTAL = Reading("total", 0, _sum)
SHOWN = Reading("as they lie", (), lambda seen, face: (*seen, face))
SORTED = Reading("sorted", (), lambda seen, face: tuple(sorted((*seen, face))))
HIGHEST = Reading("highest", 0, max)
LOWEST = Reading("lowest", 1 << 30, min)


@lru_cache(maxsize=64)
def reaching(target: int) -> Reading:
    """How many dice show `target` or more."""
    return Reading(f"on {target}+", 0, lambda passed, face: passed + (face >= target))


MOST_SIDES = 1 << 16  # a face is drawn from one or two bytes


class Pool:
    """`count` dice of `sides`, read by `reading`.  Pools are values: make them once, as module constants or through a
    cache."""

    __slots__ = ("_outcomes", "_ways", "count", "name", "reading", "sides")

    def __init__(self, count: int, sides: int, reading: Reading = TOTAL, name: str = "") -> None:
        if count < 0 or not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"no pool of {count} dice with {sides} sides: a die has 1 to {MOST_SIDES}")
        self.count, self.sides, self.reading = count, sides, reading
        plain = f"{count if count != 1 else ''}D{sides}"
        self.name = name or (plain if reading is TOTAL else f"{plain} {reading.name}")
        self._outcomes: tuple[tuple[Any, Fraction], ...] | None = None
        self._ways: tuple[int, tuple[tuple[Any, int], ...]] | None = None

    def read(self, faces: Sequence[int]) -> Any:
        """What the rule sees of these faces."""
        return self.reading(faces)

    def outcomes(self) -> tuple[tuple[Any, Fraction], ...]:
        """Every reading with its exact probability, each reading once."""
        if self._outcomes is None:
            self._outcomes = self._fold()
        return self._outcomes

    def ways(self) -> tuple[int, tuple[tuple[Any, int], ...]]:
        """`outcomes` in whole numbers: a common denominator, and every reading with its numerator over it."""
        if self._ways is None:
            outcomes = self.outcomes()
            total = lcm(*(p.denominator for _, p in outcomes))
            self._ways = total, tuple((value, p.numerator * (total // p.denominator)) for value, p in outcomes)
        return self._ways

    def _fold(self) -> tuple[tuple[Any, Fraction], ...]:
        reading = self.reading
        ways: dict[Any, int] = {reading.start: 1}
        for _ in range(self.count):
            further: dict[Any, int] = {}
            for so_far, n in ways.items():
                for face in range(1, self.sides + 1):
                    value = reading.add(so_far, face)
                    further[value] = further.get(value, 0) + n
            ways = further
        read: dict[Any, int] = {}
        for value, n in ways.items():
            seen = reading.finish(value) if reading.finish else value
            read[seen] = read.get(seen, 0) + n
        total = self.sides**self.count
        return tuple((value, Fraction(n, total)) for value, n in sorted(read.items()))

    def __repr__(self) -> str:
        return self.name


D3, D6 = Pool(1, 3), Pool(1, 6)
TWO_D6 = Pool(2, 6)


@lru_cache(maxsize=256)
def dice(count: int, sides: int = 6) -> Pool:
    """`count` dice, added up."""
    return Pool(count, sides)


class Dice:
    """Real dice.  A face is a function of the seed and the number of the roll (BLAKE2b, rejection), the same on every
    Python; the count only grows, so taking a choice back never gives a number back."""

    __slots__ = ("key", "rolled", "seed")

    def __init__(self, seed: int, rolled: int = 0) -> None:
        self.seed, self.rolled = seed, rolled
        self.key = blake2b(str(seed).encode(), digest_size=32).digest()

    def roll(self, pool: Pool) -> list[int]:
        """The faces of the next roll."""
        number = self.rolled
        self.rolled = number + 1
        return faces(self.key, number, pool.count, pool.sides)


def faces(key: bytes, number: int, count: int, sides: int) -> list[int]:
    """`count` fair faces of 1..sides for roll `number` under `key`."""
    shown: list[int] = []
    span = 256 if sides <= 256 else MOST_SIDES
    limit = span - span % sides
    block = 0
    while True:
        digest = blake2b(b"%d.%d" % (number, block), key=key).digest()
        for word in digest if span == 256 else unpack(">32H", digest):
            if word < limit:
                shown.append(word % sides + 1)
                if len(shown) >= count:
                    return shown[:count]
        block += 1
