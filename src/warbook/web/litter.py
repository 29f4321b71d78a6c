"""Litter: when Python looks for what nobody holds any more.

Its full collection looks at every object that there is: with five hundred battles in memory that takes a second, in
which nobody is answered, and it is made the more often the more is played.  What a battle leaves behind as it goes on
holds no cycles (the tests see to that) and is freed without it; what does are connections and rooms that were left.  So
the young are collected as always, and everything only when nobody is here, when enough has been left, or after an hour.
"""

from __future__ import annotations

import gc
from time import monotonic

OFTEN, NEVER = (700, 2), 2**31 - 1  # how many objects and collections lead to the next: none takes long
WORTH = 1000  # departures
LONGEST = 3600.0  # seconds: requests leave a little too


def wait_for_quiet() -> None:
    """From now on a full collection happens only in `Litter.clear`; objects that exist now are never collected."""
    gc.freeze()
    gc.set_threshold(*OFTEN, NEVER)


class Litter:
    """Counts what has been left in a house: `left` are the screens and battles that have gone."""

    def __init__(self) -> None:
        self.left, self._since = 0, monotonic()

    def clear(self, *, quiet: bool) -> None:
        """Collect everything if it is time; `quiet` says that nobody is here."""
        waited = monotonic() - self._since > LONGEST
        if (quiet and self.left) or self.left >= WORTH or waited:
            gc.collect()
            self.left, self._since = 0, monotonic()
