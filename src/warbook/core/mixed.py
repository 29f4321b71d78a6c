"""Mixed pools: unlike dice with symbols on their faces, read all together.

A `Die` has faces that bear symbols; a `Mixed` pool is a row of such dice.  A face is still a number, 1 for the first:
that is what records hold.  What the rule sees is a reading over what lies there, usually a `Tally`: several sums at
once, such as successes less failures, advantages less threats, triumphs.  Its distribution is exact and quick, because
sums of unlike dice are convolved die by die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import groupby
from math import gcd, prod
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from .dice import Pool, Reading, unlike_faces
from .text import list_in_words

BLANK = "blank"  # what a face without symbols is called


class Symbol(Struct, frozen=True):
    """What a face may bear: its name in words, for one and for several, and a `sign` of a character or two.  `shape` is
    its drawing: the data of an SVG path in a box of 24 by 24 whose origin is the upper left corner."""

    name: str
    plural: str = ""
    sign: str = ""
    shape: str = ""

    def counted(self, n: int) -> str:
        """So many of it, in words."""
        return f"1 {self.name}" if n == 1 else f"{n} {self.plural or self.name}"


Face: TypeAlias = tuple[Symbol, ...] | int
"""What one face bears: symbols, none where it is blank; or its number."""


class Die(Struct, frozen=True, eq=False):
    """A kind of die: its name, its faces in their order, and the colour in which it is drawn (``#rrggbb``).  Two dice
    are alike only if they are the same object: make each once, as a constant."""

    name: str
    faces: tuple[Face, ...]
    colour: str = ""

    @property
    def sides(self) -> int:
        """How many faces it has."""
        return len(self.faces)

    def marks(self, face: int) -> tuple[str, ...]:
        """The names of the symbols on a face, or its number as text."""
        lies = self.faces[face - 1]
        return (str(lies),) if isinstance(lies, int) else tuple(symbol.name for symbol in lies)

    def face_in_words(self, face: int) -> str:
        """What a face shows, as people read it."""
        lies = self.faces[face - 1]
        if isinstance(lies, int):
            return str(lies)
        return ", ".join(symbol.counted(n) if n > 1 else symbol.name for symbol, n in Counter(lies).items()) or BLANK

    def face_meant(self, said: int | str) -> int:
        """The number of the face that somebody means: by its number, or by what it shows, as names ("success,
        advantage") or as signs ("SA").  The name of the die may stand before it ("ability: success").  Raises
        `ValueError` with the faces that there are."""
        if isinstance(said, int):
            number = said
        else:
            named, _, shown = said.rpartition(":")
            number = (
                self._showing(shown.strip().casefold()) if named.strip().casefold() in ("", self.name.casefold()) else 0
            )
        if not 1 <= number <= self.sides:
            faces = dict.fromkeys(self.face_in_words(n + 1) for n in range(self.sides))
            raise ValueError(f"a die '{self.name}' cannot show {said!r}; its faces are: {'; '.join(faces)}")
        return number

    def _showing(self, shown: str) -> int:
        """The first face that shows this, 0 if none does."""
        if shown.isdecimal() and (int(shown) in self.faces or not any(isinstance(f, int) for f in self.faces)):
            return self.faces.index(int(shown)) + 1 if int(shown) in self.faces else int(shown)
        for wanted in (_words_of(shown), list(shown.replace(" ", ""))):
            for number, face in enumerate(self.faces, 1):
                if isinstance(face, tuple) and _says(wanted, face):
                    return number
        return 0


def signs_in_words(signs: Iterable[Sequence[str]]) -> str:
    """What lies there, die by die, as people read it; `signs` are those of `Pool.signs`."""
    return ", ".join(f"{die} ({', '.join(marks) or BLANK})" for die, *marks in signs)


def _words_of(shown: str) -> list[str]:
    """The symbols that are named in a text: "2 successes, threat" names a success twice."""
    if shown in ("", "-", "–", BLANK):
        return []
    words: list[str] = []
    for part in shown.replace("+", ",").replace(" and ", ",").split(","):
        count, _, name = part.strip().partition(" ")
        words += [name.strip()] * int(count) if count.isdecimal() and name else [part.strip()]
    return words


def _says(words: Sequence[str], face: tuple[Symbol, ...]) -> bool:
    """Whether each word names one of the symbols of a face, and all are named."""
    left = list(words)
    for symbol in face:
        known = {symbol.name.casefold(), symbol.plural.casefold(), symbol.sign.casefold()} - {""}
        word = next((word for word in left if word in known), None)
        if word is None:
            return False
        left.remove(word)
    return not left


@lru_cache(maxsize=64)
def numbered(sides: int, colour: str = "") -> Die:
    """A die with the numbers from 1 on, to be thrown together with unlike ones."""
    return Die(f"D{sides}", tuple(range(1, sides + 1)), colour)


Weight = Mapping[Symbol, int] | Callable[[Face], int]
"""How much a face adds to a sum: so much for each symbol, or what a function makes of the face."""

_BITS = 24  # of a whole number that holds several sums side by side, for each of them, which is less than `_HALF`
_HALF, _MASK = 1 << _BITS - 1, (1 << _BITS) - 1


class Tally(Reading):
    """Several sums over all that lies there, as a value of `kind`: a NamedTuple with a field for each sum.

        class Check(NamedTuple):
            success: int
            advantage: int

        CHECK = Tally(Check, success={SUCCESS: 1, FAILURE: -1}, advantage={ADVANTAGE: 1, THREAT: -1})

    The sums go to the fields of their names.  `clamped` gives the same reading with bounds: what lies beyond the least
    or the most that matters to a rule is read as that.  Fewer readings make fewer branches in odds.
    """

    __slots__ = ("_bias", "_clamped", "_limits", "_only", "_shifts", "bounds", "fields", "kind", "unclamped", "weights")

    def __init__(self, kind: Callable[..., Any], **weights: Weight) -> None:
        named = getattr(kind, "_fields", None)
        if named is not None:
            if set(named) != set(weights):
                name = getattr(kind, "__name__", kind)
                raise ValueError(f"found the sums {', '.join(weights) or 'none'}; {name} has {', '.join(named)}")
            weights = {name: weights[name] for name in named}
        super().__init__("tally", (0,) * len(weights), self._plus, self._read)
        self.kind, self.weights = kind, tuple(weights.values())
        self.fields: tuple[str, ...] = tuple(weights)
        self.bounds: tuple[tuple[int, int] | None, ...] = (None,) * len(weights)
        self._shifts = tuple(range(0, _BITS * len(weights), _BITS))
        self._bias = sum(_HALF << shift for shift in self._shifts)
        self._limits: tuple[tuple[int, int, int], ...] = ()  # the place, the least and the most of the bounded sums
        self.unclamped: Tally = self
        self._clamped: dict[tuple[tuple[int, int] | None, ...], Tally] = {}
        self._only: dict[tuple[str, ...], Tally] = {}

    def clamped(self, **bounds: tuple[int, int]) -> Tally:
        """The same reading with the least and the most that matter of these sums.  Raises `ValueError` for a sum that
        there is not."""
        for name in bounds:
            if name not in self.fields:
                raise ValueError(f"no sum {name!r} to clamp; found {', '.join(self.fields)}")
        wanted = tuple(bounds.get(name, old) for name, old in zip(self.fields, self.bounds, strict=True))
        known = self.unclamped._clamped
        if wanted not in known:
            other = Tally(self.kind, **dict(zip(self.fields, self.weights, strict=True)))
            other.bounds, other.unclamped = wanted, self.unclamped
            other._limits = tuple((place, *bound) for place, bound in enumerate(wanted) if bound is not None)
            known[wanted] = other
        return known[wanted]

    def only(self, sums: tuple[str, ...]) -> Tally:
        """The same reading, with 0 for all other sums."""
        if sums not in self._only:
            weights = zip(self.fields, self.weights, strict=True)
            left = Tally(self.kind, **{name: weight if name in sums else {} for name, weight in weights})
            bounds = zip(self.fields, self.bounds, strict=True)
            self._only[sums] = left.clamped(**{name: bound for name, bound in bounds if bound and name in sums})
        return self._only[sums]

    def sums_of(self, face: Face) -> tuple[int, ...]:
        """What a face adds to each sum."""
        return tuple(
            weight(face)
            if callable(weight)
            else sum(weight.get(symbol, 0) for symbol in face)
            if isinstance(face, tuple)
            else 0
            for weight in self.weights
        )

    def _plus(self, so_far: tuple[int, ...], face: Face) -> tuple[int, ...]:
        return tuple(a + b for a, b in zip(so_far, self.sums_of(face), strict=True))

    def _read(self, sums: Sequence[int]) -> Any:
        return self.kind(*self.bounded(sums))

    def bounded(self, sums: Sequence[int]) -> Sequence[int]:
        """Sums within the bounds of this tally."""
        if not self._limits:
            return sums
        within = list(sums)
        for place, least, most in self._limits:
            if not least <= within[place] <= most:
                within[place] = least if within[place] < least else most
        return within

    def most(self, die: Die) -> int:
        """The most that one die adds to a sum or takes from it."""
        return max((abs(n) for face in die.faces for n in self.sums_of(face)), default=0)

    # ---- all sums in one whole number: adding two of these adds every sum --------------------------------------------

    def packed(self, face: Face) -> int:
        """What a face adds, as one number."""
        return sum(n << _BITS * place for place, n in enumerate(self.sums_of(face)))

    def unpacked(self, number: int) -> list[int]:
        """The sums that a number holds."""
        number += self._bias  # no sum is negative now, so that none borrows from the next
        return [(number >> shift & _MASK) - _HALF for shift in self._shifts]


class Mixed(Pool):
    """Unlike dice, read together by `reading`: a `Tally`, or a `Reading` whose `add` takes what a face bears."""

    __slots__ = ("dice", "sizes")
    has_signs: ClassVar[bool] = True
    dice: tuple[Die, ...]
    sizes: tuple[int, ...]

    def __init__(self, dice: Sequence[Die], reading: Reading, name: str = "") -> None:
        sizes = tuple(die.sides for die in dice)
        super().__init__(len(dice), max(sizes, default=1), reading, name or dice_in_words(dice))
        self.dice, self.sizes = tuple(dice), sizes

    def read(self, faces: Sequence[int]) -> Any:
        return self.reading([die.faces[face - 1] for die, face in zip(self.dice, faces, strict=True)])

    def fits(self, faces: Sequence[int]) -> bool:
        return len(faces) == self.count and all(
            1 <= face <= sides for face, sides in zip(faces, self.sizes, strict=True)
        )

    def of_sums(self, sums: tuple[str, ...]) -> Pool:
        return mixed(self.dice, self.reading.only(sums)) if isinstance(self.reading, Tally) else self

    def meant(self, said: Sequence[int | str]) -> list[int]:
        return [die.face_meant(each) for die, each in zip(self.dice, said, strict=True)]

    def signs(self, faces: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        return tuple((die.name, *die.marks(face)) for die, face in zip(self.dice, faces, strict=True))

    def seeded(self, key: bytes, number: int) -> list[int]:
        return unlike_faces(key, number, self.sizes)

    def thrown(self, random: Callable[[], float]) -> list[int]:
        return [int(random() * sides) + 1 for sides in self.sizes]

    def _fold(self) -> tuple[int, dict[Any, int]]:
        alike, reading = frozenset(Counter(self.dice).items()), self.reading
        if isinstance(reading, Tally) and sum(count * reading.most(die) for die, count in alike) < _HALF:
            return _tallied(alike, reading)
        return prod(self.sizes), _folded(alike, reading)


@lru_cache(maxsize=1 << 10)
def mixed(dice: tuple[Die, ...], reading: Reading) -> Mixed:
    """A pool of these dice, the same object whenever it is asked for: what is known of its odds is kept."""
    return Mixed(dice, reading)


def dice_in_words(dice: Iterable[Die]) -> str:
    """Dice as people call them: "2 ability and 1 difficulty dice"."""
    counted = [(die, len(list(each))) for die, each in groupby(dice)]
    words = list_in_words([f"{n} {die.name}" for die, n in counted])
    return f"{words} {'die' if [n for _, n in counted] == [1] else 'dice'}" if words else "no dice"


# ---- distributions ---------------------------------------------------------------------------------------------------

Alike: TypeAlias = frozenset[tuple[Die, int]]
"""The dice of a pool without their order: each kind, and how many."""


@lru_cache(maxsize=1 << 9)
def _folded(alike: Alike, reading: Reading) -> dict[Any, int]:
    """How many throws have each reading, for a reading of any kind: die by die."""
    ways: dict[Any, int] = {reading.start: 1}
    for die in (die for die, count in alike for _ in range(count)):
        faces, further = Counter(die.faces).items(), dict[Any, int]()
        for so_far, n in ways.items():
            for face, times in faces:
                value = reading.add(so_far, face)
                further[value] = further.get(value, 0) + n * times
        ways = further
    read: dict[Any, int] = {}
    for value, n in ways.items():
        seen = reading.finish(value) if reading.finish else value
        read[seen] = read.get(seen, 0) + n
    return read


@lru_cache(maxsize=1 << 9)
def _tallied(alike: Alike, tally: Tally) -> tuple[int, dict[Any, int]]:
    """The number of throws and how many of them have each reading, for a tally, in lowest terms.  Dice that have no sum
    in common (those of a check and Force dice, say) are read apart, and each reading of the ones goes with each of the
    others: that is one product for a reading, not one for each pair of numbers to be added and told apart."""
    make = getattr(tally.kind, "_make", None) or (lambda sums: tally.kind(*sums))
    *others, last = [_read(*group, tally) for group in _apart(alike, tally)]
    total = prod([sum(each.values()) for each in (*others, last)])
    ways: dict[tuple[int, ...], int] = {(): 1}
    for each in others:
        ways = {(*some, *more): n * m for some, n in ways.items() for more, m in each.items()}
    return total, {make((*some, *more)): n * m for some, n in ways.items() for more, m in last.items()}


def _apart(alike: Alike, tally: Tally) -> list[tuple[list[tuple[Die, int]], int, int]]:
    """The dice in groups that have no sum in common, each with the place of its first sum and of the first sum of the
    next group."""
    groups: list[tuple[list[tuple[Die, int]], int, int]] = [([], 0, 0)]
    for each in sorted(alike, key=lambda each: _touched(each[0], tally)):
        first, last = _touched(each[0], tally)
        dice, start, end = groups[-1]
        if first >= end > 0:
            groups[-1] = dice, start, first
            groups.append(([each], first, last + 1))
        else:
            groups[-1] = [*dice, each], start, max(end, last + 1)
    dice, start, _ = groups[-1]
    groups[-1] = dice, start, len(tally.fields)
    return groups


@lru_cache(maxsize=1 << 8)
def _touched(die: Die, tally: Tally) -> tuple[int, int]:
    """The places of the first and the last sum that a die adds to; -1 if it adds to none."""
    places = [place for face in die.faces for place, n in enumerate(tally.sums_of(face)) if n]
    return min(places, default=-1), max(places, default=-1)


def _read(dice: Iterable[tuple[Die, int]], first: int, end: int, tally: Tally) -> dict[tuple[int, ...], int]:
    """How many throws of a group of dice come to which of its sums (from the place `first` to before `end`), in lowest
    terms.  Sums of alike dice are kept; the smallest distributions are convolved first."""
    parts = sorted((_several(die, count, tally.unclamped) for die, count in dice), key=len)
    ways: dict[int, int] = {0: 1}
    while parts:
        ways = parts.pop(0)
        if parts:
            parts[0] = _convolved(ways, parts[0])
            parts.sort(key=len)
    read: dict[tuple[int, ...], int] = {}
    for number, n in ways.items():
        sums = tuple(tally.bounded(tally.unpacked(number))[first:end])
        read[sums] = read.get(sums, 0) + n
    common = gcd(*read.values())
    return {sums: n // common for sums, n in sorted(read.items())}


@lru_cache(maxsize=1 << 10)
def _several(die: Die, count: int, tally: Tally) -> dict[int, int]:
    """How many throws of some dice of one kind have which sums, packed."""
    return reduce(_convolved, [_one(die, tally)] * count, {0: 1})


@lru_cache(maxsize=1 << 8)
def _one(die: Die, tally: Tally) -> dict[int, int]:
    return Counter(tally.packed(face) for face in die.faces)


def _convolved(some: Mapping[int, int], others: Mapping[int, int]) -> dict[int, int]:
    """The distribution of the sums of both."""
    found: dict[int, int] = {}
    get = found.get
    pairs = list(others.items())
    for one, n in some.items():
        for other, m in pairs:
            both = one + other
            found[both] = get(both, 0) + n * m
    return found
