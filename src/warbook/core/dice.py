"""Dice: what is rolled, and what the rule looks at.

A chance node is a `Pool` (so many dice of so many sides) together with its `Reading` (their sum, how many reach a
number, the highest ...).  People see every face; odds and search see only the readings and their exact probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import comb, gcd, lcm
from struct import unpack
from typing import Any, ClassVar


class Reading:
    """How the faces of a pool become one value: a fold from `start` by `add`, and what `finish` makes of the end of
    it.  A face is its number; in a pool of unlike dice it is what the face bears."""

    __slots__ = ("add", "finish", "name", "start")

    def __init__(
        self, name: str, start: Any, add: Callable[[Any, Any], Any], finish: Callable[[Any], Any] | None = None
    ) -> None:
        self.name, self.start, self.add, self.finish = name, start, add, finish

    def __call__(self, faces: Sequence[Any]) -> Any:
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


Ways = tuple[int, tuple[tuple[Any, int], ...]]
"""Outcomes in whole numbers: a common denominator, and every value with its numerator over it."""


class Pool:
    """`count` dice of `sides`, read by `reading`.  Pools are values: make them once, as module constants or through a
    cache.  (Unlike dice are a `warbook.core.mixed.Mixed`.)"""

    __slots__ = ("_outcomes", "_ways", "count", "name", "reading", "sides")
    has_signs: ClassVar[bool] = False
    """Whether faces bear signs, which a log names (see `signs`)."""

    def __init__(self, count: int, sides: int, reading: Reading = TOTAL, name: str = "") -> None:
        if count < 0 or not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"no pool of {count} dice with {sides} sides: a die has 1 to {MOST_SIDES}")
        self.count, self.sides, self.reading = count, sides, reading
        plain = f"{count if count != 1 else ''}D{sides}"
        self.name = name or (plain if reading is TOTAL else f"{plain} {reading.name}")
        self._outcomes: tuple[tuple[Any, Fraction], ...] | None = None
        self._ways: Ways | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many sides each of the dice has."""
        return (self.sides,) * self.count

    def of_sums(self, sums: tuple[str, ...]) -> Pool:
        """The same dice, read by these sums alone, with 0 for all others, if the reading is a `Tally`."""
        return self

    def read(self, faces: Sequence[int]) -> Any:
        """What the rule sees of these faces."""
        return self.reading(faces)

    def owed(self, faces: Sequence[int]) -> int:
        """How many more dice must be rolled after these; 0 if the roll is complete, negative if there are too many."""
        return self.count - len(faces)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these can be all the faces of one roll."""
        return self.owed(faces) == 0 and all(1 <= face <= self.sides for face in faces)

    def meant(self, said: Sequence[int | str]) -> list[int]:
        """Faces as people write them, as numbers.  Raises `ValueError` where it is not clear what is meant."""
        return [int(face) for face in said]

    def signs(self, faces: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        """For each die its name and what its face bears, where faces bear signs."""
        return ()

    def seeded(self, key: bytes, number: int) -> list[int]:
        """The faces of roll `number` under `key`."""
        shown = faces(key, number, self.count, self.sides)
        while (owed := self.owed(shown)) > 0:  # the first faces of a roll do not depend on how many follow
            shown = faces(key, number, len(shown) + owed, self.sides)
        return shown

    def thrown(self, random: Callable[[], float]) -> list[int]:
        """A complete roll of fair dice; `random()` is at least 0 and below 1."""
        sides = self.sides
        return self.throw(lambda count: [int(random() * sides) + 1 for _ in range(count)])

    def throw(self, more: Callable[[int], Sequence[int]]) -> list[int]:
        """A complete roll; `more(n)` gives n further faces."""
        shown = list(more(self.count))
        while (owed := self.owed(shown)) > 0:
            shown += more(owed)
        return shown

    @property
    def cut(self) -> float:
        """The part of the probability in `outcomes` that may belong to another reading: sums over dice that never end
        are cut off somewhere."""
        return 0.0

    def outcomes(self) -> tuple[tuple[Any, Fraction], ...]:
        """Every reading with its exact probability, each reading once."""
        if self._outcomes is None:
            total, ways = self.ways()
            self._outcomes = tuple((value, Fraction(n, total)) for value, n in ways)
        return self._outcomes

    def ways(self) -> Ways:
        """`outcomes` in whole numbers: a common denominator, and every reading with its numerator over it."""
        if self._ways is None:
            total, read = self._fold()
            common, ways = gcd(total, *read.values()), sorted(read.items())
            self._ways = total // common, tuple(ways if common == 1 else [(value, n // common) for value, n in ways])
        return self._ways

    def _fold(self) -> tuple[int, dict[Any, int]]:
        """How many throws there are, and how many of them have each reading."""
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
        return self.sides**self.count, read

    def __repr__(self) -> str:
        return self.name


class Endless(Pool):
    """Dice against a number, of which each natural highest face earns a further die, without end.

    It reads how many reach the `target`; a natural 1 never does.  `again` are faces that are rolled once more, first
    dice only.  Without `earns` the highest face is a success like others.  With `ones` it reads the pair of successes
    and natural 1s that lie in the end.

    What counts for the rule ends at `most` successes: more are read as `most`, and their probability is summed in
    closed form.  Where that is a cut rather than the truth, as against other dice without end, say `cuts`.  Fewer than
    `least` are read as `least`.
    """

    __slots__ = ("_beyond", "again", "cuts", "earns", "least", "most", "ones", "target")

    def __init__(
        self,
        count: int,
        target: int,
        *,
        most: int,
        least: int = 0,
        sides: int = 6,
        again: tuple[int, ...] = (),
        earns: bool = True,
        ones: bool = False,
        cuts: bool = False,
    ) -> None:
        if most < 1:
            raise ValueError(f"successes are counted up to 1 at least, not up to {most}")
        if earns and target > sides:
            raise ValueError(f"a {sides} that misses {target}+ cannot earn a further die")
        super().__init__(count, sides, reaching(target), f"{count if count != 1 else ''}D{sides} on {target}+")
        self.target, self.most, self.least, self.again = target, most, min(least, most), again
        self.earns, self.ones, self.cuts = earns, ones, cuts
        self._beyond = 0.0

    def owed(self, faces: Sequence[int]) -> int:
        if len(faces) < self.count:
            return self.count - len(faces)
        return self.count + self._set_aside(faces) + (self._lying(faces).count(self.sides) * self.earns) - len(faces)

    def read(self, faces: Sequence[int]) -> Any:
        lying = self._lying(faces)
        reached = max(self.least, min(self.most, sum(face >= self.target and face > 1 for face in lying)))
        return (reached, lying.count(1)) if self.ones else reached

    @property
    def cut(self) -> float:
        if self.cuts and self._ways is None:
            self.ways()
        return self._beyond

    def _set_aside(self, faces: Sequence[int]) -> int:
        return sum(face in self.again for face in faces[: self.count])

    def _lying(self, faces: Sequence[int]) -> list[int]:
        """The dice that count: those first rolled and kept, those rolled again, those earned."""
        return [*(face for face in faces[: self.count] if face not in self.again), *faces[self.count :]]

    def _fold(self) -> tuple[int, dict[Any, int]]:
        """Terms below `most` one by one; the last term is the whole tail."""
        sides, most = self.sides, self.most
        die = (sides, self.target, self.again, self.earns, self.ones)
        terms = _terms(self.count, die, (most + BLOCK - 1) // BLOCK * BLOCK)
        powers = (_rolls_of(self.again) * self.count) + most - 1
        tails = _chances_of_ones(self.count, die)
        total = lcm(sides**powers, *(p.denominator for p in tails))
        left = [p.numerator * (total // p.denominator) for p in tails]
        scale = [total // sides ** (powers - most + 1 + reached) for reached in range(most)]
        read: dict[Any, int] = {}
        for (reached, ones), n in terms.items():
            if reached < most:
                left[ones] -= n * scale[reached]
                value = max(self.least, reached)
                key = (value, ones) if self.ones else value
                read[key] = read.get(key, 0) + n * scale[reached]
        for ones, n in enumerate(left):
            if n:
                key = (most, ones) if self.ones else most
                read[key] = read.get(key, 0) + n
        self._beyond = sum(left) / total if self.cuts else 0.0
        return total, read


Earning = tuple[int, int, tuple[int, ...], bool, bool]
"""What makes dice without end alike: sides, target, faces rolled again, whether the highest earns, whether 1s count."""

BLOCK = 16  # terms are worked out by so many


def _rolls_of(again: tuple[int, ...]) -> int:
    """How often one of the first dice can be rolled at most."""
    return 2 if again else 1


@lru_cache(maxsize=1 << 12)
def _terms(count: int, die: Earning, most: int) -> dict[tuple[int, int], int]:
    """The chance of exactly so many successes, fewer than `most`, and so many natural 1s, with all that `count` dice
    earn.

    The chance of k successes is a whole number over sides ** (k + rolls): every success is a face at least, and every
    die is rolled `rolls` times at most.  What is kept is that number.
    """
    if count == 0:
        return {(0, 0): 1}
    one = _first(die, most)
    found: dict[tuple[int, int], int] = {}
    for (reached, ones), n in _terms(count - 1, die, most).items():
        for (more, other), m in one:
            if reached + more >= most:
                break
            key = reached + more, ones + other
            found[key] = found.get(key, 0) + n * m
    return found


@lru_cache(maxsize=1 << 8)
def _first(die: Earning, most: int) -> list[tuple[tuple[int, int], int]]:
    """As `_terms`, for one of the first dice, ordered by successes."""
    sides, target, again, earns, counts = die
    chain = _chain(die, most)
    rolls = _rolls_of(again)
    found: dict[tuple[int, int], int] = {}
    for face in range(1, sides + 1):
        reaches, one = int(face >= target and face > 1), int(counts and face == 1)
        if face in again:
            follows = chain
        elif earns and face == sides:
            follows = {(reached + 1, ones): n * sides ** (rolls - 1) for (reached, ones), n in chain.items()}
        else:
            follows = {(reaches, one): sides ** (reaches + rolls - 1)}
        for key, n in follows.items():
            found[key] = found.get(key, 0) + n
    return sorted(found.items())


def _chain(die: Earning, most: int) -> dict[tuple[int, int], int]:
    """As `_terms`, for a die that is not rolled again: a run of highest faces and the face that ends it."""
    sides, target, _, earns, counts = die
    found: dict[tuple[int, int], int] = {}
    for run in range(most if earns else 1):
        for face in range(1, sides if earns else sides + 1):
            reaches = int(face >= target and face > 1)
            key = run + reaches, int(counts and face == 1)
            found[key] = found.get(key, 0) + sides**reaches
    return found


def _chances_of_ones(count: int, die: Earning) -> list[Fraction]:
    """The probability of each number of natural 1s, whatever the other dice show; if 1s do not count, a single entry of
    probability 1."""
    sides, _, again, earns, counts = die
    if not counts:
        return [Fraction(1)]
    ends = Fraction(1, sides - earns)  # that a run of highest faces ends in a 1
    one = Fraction((1 not in again) + (len(again) + (earns and sides not in again)) * ends, sides)
    return [comb(count, n) * one**n * (1 - one) ** (count - n) for n in range(count + 1)]


D3, D6 = Pool(1, 3), Pool(1, 6)
TWO_D6 = Pool(2, 6)


@lru_cache(maxsize=256)
def dice(count: int, sides: int = 6) -> Pool:
    """`count` dice, added up."""
    return Pool(count, sides)


class Dice:
    """Real dice.  A face is a function of the seed and the number of the roll (BLAKE2b with rejection), the same on
    every Python.  The count of rolls only grows: undoing a choice never frees a number for a second roll."""

    __slots__ = ("key", "rolled", "seed")

    def __init__(self, seed: int, rolled: int = 0) -> None:
        self.seed, self.rolled = seed, rolled
        self.key = blake2b(str(seed).encode(), digest_size=32).digest()

    def roll(self, pool: Pool) -> list[int]:
        """The faces of the next roll."""
        number = self.rolled
        self.rolled = number + 1
        return pool.seeded(self.key, number)


@lru_cache(maxsize=64)
def _under(key: bytes) -> Any:
    """The hash under a key, of nothing so far: to copy it takes less than to begin one."""
    return blake2b(key=key)


def _drawn(key: bytes, number: int, block: int) -> bytes:
    """A block of the bytes from which roll `number` under `key` is read."""
    hashed = _under(key).copy()
    hashed.update(b"%d.%d" % (number, block))
    drawn: bytes = hashed.digest()
    return drawn


def faces(key: bytes, number: int, count: int, sides: int) -> list[int]:
    """`count` fair faces of 1..sides for roll `number` under `key`."""
    shown: list[int] = []
    span = 256 if sides <= 256 else MOST_SIDES
    limit = span - span % sides
    block = 0
    while True:
        drawn = _drawn(key, number, block)
        for word in drawn if span == 256 else unpack(">32H", drawn):
            if word < limit:
                shown.append(word % sides + 1)
                if len(shown) >= count:
                    return shown[:count]
        block += 1


def unlike_faces(key: bytes, number: int, sizes: Sequence[int]) -> list[int]:
    """One fair face of each of these dice for roll `number` under `key`.  Dice that are all alike show what `faces`
    gives."""
    shown: list[int] = []
    span = 256 if max(sizes, default=1) <= 256 else MOST_SIDES
    block = 0
    while len(shown) < len(sizes):
        drawn = _drawn(key, number, block)
        for word in drawn if span == 256 else unpack(">32H", drawn):
            sides = sizes[len(shown)]
            if word < span - span % sides:
                shown.append(word % sides + 1)
                if len(shown) == len(sizes):
                    break
        block += 1
    return shown
