"""What stands for the readings of a roll that bear on what is asked about alike: odds follow one of them for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

IN_VAIN: Any = object()
"""What stands for all readings after which what is asked about cannot come true any more: odds do not follow them."""
SURE: Any = object()
"""What stands for all readings after which it is sure to come true."""


class InTwo(Struct, frozen=True):
    """What stands for the readings of a roll, told in two: what is `common` to many positions, which is found once for
    a pool, and then the position's `own`."""

    common: Callable[[Any], Any]
    own: Callable[[Any], Any]

    def __call__(self, value: Any) -> Any:
        return _unless_decided(self.common(value), self.own)


def _unless_decided(value: Any, standing_for: Callable[[Any], Any]) -> Any:
    return value if value in (SURE, IN_VAIN) else standing_for(value)


class OfSums(Struct, frozen=True):
    """What stands for the readings of a roll, where it looks at some `sums` of a `Tally` only: the others need not be
    added up, which saves most of the time that a pool of many kinds of dice takes."""

    sums: tuple[str, ...]
    own: Callable[[Any], Any]

    def __call__(self, value: Any) -> Any:
        return self.own(value)


class InParts(Struct, frozen=True):
    """What stands for the readings of a roll, told in two steps, where dice of their own make the `others` among the
    sums: first by the `sums` alone (`own`), and for what is left with all others (`whole`), so that readings which are
    alike in the first step are never multiplied by those of the other dice."""

    sums: tuple[str, ...]
    own: Callable[[Any], Any]
    others: tuple[str, ...]
    whole: Callable[[Any], Any]

    def __call__(self, value: Any) -> Any:
        return _unless_decided(self.own(value), self.whole)
