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

    def owed(self, faces: Sequence[int]) -> int:
        """How many dice are still to be rolled once these lie; 0 where the roll is whole, less where they are too
        many."""
        return self.count - len(faces)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these can be all the faces of one roll."""
        return self.owed(faces) == 0 and all(1 <= face <= self.sides for face in faces)

    def throw(self, more: Callable[[int], Sequence[int]]) -> list[int]:
        """A whole roll; `more` gives so many further faces."""
        shown = list(more(self.count))
        while (owed := self.owed(shown)) > 0:
            shown += more(owed)
        return shown

    @property
    def cut(self) -> Fraction:
        """How much of the probability `outcomes` give a reading that may not be the true one: dice that never end
        are cut somewhere."""
        return Fraction(0)

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


class Endless(Pool):
    """Dice against a number, of which each natural highest face earns a further die, without end.

    It reads how many reach the `target`; a natural 1 never does.  `again` are faces that are rolled once more, first
    dice only.  Without `earns` the highest face is a success like others.  With `ones` it reads the pair of successes
    and natural 1s that lie in the end.

    What counts for the rule ends at `most` successes: more are read as `most`, and their probability is summed in
    closed form.  Where that is a cut rather than the truth, as against other dice without end, say `cuts`.
    """

    __slots__ = ("again", "cuts", "earns", "most", "ones", "target")

    def __init__(
        self,
        count: int,
        target: int,
        *,
        most: int,
        sides: int = 6,
        again: tuple[int, ...] = (),
        earns: bool = True,
        ones: bool = False,
        cuts: bool = False,
    ) -> None:
        if most < 1:
            raise ValueError(f"successes are counted up to 1 at least, not up to {most}")
        super().__init__(count, sides, reaching(target), f"{count if count != 1 else ''}D{sides} on {target}+")
        self.target, self.most, self.again, self.earns, self.ones, self.cuts = target, most, again, earns, ones, cuts

    def owed(self, faces: Sequence[int]) -> int:
        if len(faces) < self.count:
            return self.count - len(faces)
        return self.count + self._set_aside(faces) + (self._lying(faces).count(self.sides) * self.earns) - len(faces)

    def read(self, faces: Sequence[int]) -> Any:
        lying = self._lying(faces)
        reached = min(self.most, sum(face >= self.target and face > 1 for face in lying))
        return (reached, lying.count(1)) if self.ones else reached

    @property
    def cut(self) -> Fraction:
        if not self.cuts:
            return Fraction(0)
        at_most = (p for value, p in self.outcomes() if (value[0] if self.ones else value) == self.most)
        return sum(at_most, Fraction(0))

    def _set_aside(self, faces: Sequence[int]) -> int:
        return sum(face in self.again for face in faces[: self.count])

    def _lying(self, faces: Sequence[int]) -> list[int]:
        """The dice that count: those first rolled and kept, those rolled again, those earned."""
        return [*(face for face in faces[: self.count] if face not in self.again), *faces[self.count :]]

    def _fold(self) -> tuple[tuple[Any, Fraction], ...]:
        first = self._first()
        ways: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
        for _ in range(self.count):
            further: dict[tuple[int, int], Fraction] = {}
            for (reached, ones), p in ways.items():
                for (more, other), q in first.items():
                    value = (min(self.most, reached + more), ones + other)
                    further[value] = further.get(value, Fraction(0)) + p * q
            ways = further
        if self.ones:
            return tuple(sorted(ways.items()))
        read: dict[int, Fraction] = {}
        for (reached, _), p in ways.items():
            read[reached] = read.get(reached, Fraction(0)) + p
        return tuple(sorted(read.items()))

    def _first(self) -> dict[tuple[int, int], Fraction]:
        """Successes and natural 1s of one of the first dice and all that it earns."""
        chain = self._chain()
        found: dict[tuple[int, int], Fraction] = {}
        for face in range(1, self.sides + 1):
            follows = chain if face in self.again else self._after(face, chain)
            for value, p in follows.items():
                found[value] = found.get(value, Fraction(0)) + p / self.sides
        return found

    def _after(self, face: int, chain: dict[tuple[int, int], Fraction]) -> dict[tuple[int, int], Fraction]:
        """What comes of a die that shows this face."""
        reaches = int(face >= self.target and face > 1)
        if not (self.earns and face == self.sides):
            return {(reaches, int(self.ones and face == 1)): Fraction(1)}
        found: dict[tuple[int, int], Fraction] = {}
        for (reached, ones), p in chain.items():
            value = (min(self.most, reached + reaches), ones)
            found[value] = found.get(value, Fraction(0)) + p
        return found

    def _chain(self) -> dict[tuple[int, int], Fraction]:
        """The same of a die that is not rolled again: a run of highest faces and the face that ends it.  With `most`
        in the run or more of them it is a geometric series, whose sum is known."""
        sides, c = self.sides, Fraction(int(self.earns), self.sides)
        low = range(1, sides if self.earns else sides + 1)  # the faces that end a run
        worth = int(sides >= self.target)  # of a highest face
        found: dict[tuple[int, int], Fraction] = {}
        for face in low:
            value, ones = int(face >= self.target and face > 1), int(self.ones and face == 1)
            for run in range(self.most + 1 if worth and self.earns else 1):
                weight = Fraction(1, sides) * (c**run if run < self.most and worth else c**run / (1 - c))
                key = (min(self.most, run * worth + value), ones)
                found[key] = found.get(key, Fraction(0)) + weight
        return found


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
        shown = faces(self.key, number, pool.count, pool.sides)
        while (owed := pool.owed(shown)) > 0:  # the first faces of a roll do not depend on how many follow
            shown = faces(self.key, number, len(shown) + owed, pool.sides)
        return shown


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
