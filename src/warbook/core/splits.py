"""Splits: the ways to share out a number among bins of limited size, counted and numbered without listing them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from operator import sub


class Splits:
    """Every way to put `total` into bins that hold at most `most` each, as tuples of one number a bin.

    They are numbered from 0 in lexicographic order, from the first bin full.  Building this takes time in proportion to
    ``total * len(most)``, a split by its number little more than a step a bin.
    """

    def __init__(self, total: int, most: tuple[int, ...]) -> None:
        self.total, self.most = total, most
        self._ways = [[1] + [0] * total]  # of the bins from number i on, in how many ways they hold so much
        for bound in reversed(most):
            self._ways.insert(0, _with_one_bin_more(self._ways[0], bound))

    @property
    def count(self) -> int:
        """How many there are."""
        return self._ways[0][self.total]

    def __getitem__(self, rank: int) -> tuple[int, ...]:
        """The split with this number.  Raises `IndexError` for a number that none has."""
        if not 0 <= rank < self.count:
            raise IndexError(f"split {rank} of {self.count}")
        found, left = list[int](), self.total
        for bound, ways in zip(self.most, self._ways[1:], strict=True):
            given = min(bound, left)
            while rank >= ways[left - given]:
                rank -= ways[left - given]
                given -= 1
            found.append(given)
            left -= given
        return tuple(found)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return map(self.__getitem__, range(self.count))

    def spread(self, n: int) -> list[tuple[int, ...]]:
        """Up to `n` of them at equal steps, the first always among them; all where there are no more."""
        return [self[rank * self.count // n] for rank in range(n)] if n < self.count else list(self)


def _with_one_bin_more(ways: list[int], bound: int) -> list[int]:
    """The numbers of ways once a bin that holds at most `bound` stands in front."""
    held = [0] * (bound + 1) + ways  # by the bins behind, where this one holds one more than it can
    return list(accumulate(map(sub, ways, held)))


@lru_cache(maxsize=256)
def splits_of(total: int, most: tuple[int, ...]) -> Splits:
    """The splits, which are the same for every question of this size."""
    return Splits(total, most)
