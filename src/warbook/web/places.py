"""Places: which screens a server has, and which makes way if there are too many.

A screen comes as a stranger and has little time to say who it is.  Then it is a spectator, or it has a seat, whose
token it has shown.  Nobody with a seat is kept out: if everything is full, a spectator makes way, else a screen of the
address that has most seats.  A spectator is told to come later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Literal, NamedTuple

from .limits import Rules
from .protocol import Fault
from .refusals import MADE_WAY
from .screens import Screen

STRANGERS = 8  # for each stranger so many screens that said who they are

FULL = Fault(code="full", words="There are as many screens here as there can be.", todo="Close another.", last=True)
UNSAID = Fault(code="slow", words="Others came, and nothing had been said here.", todo="Say hello first.", last=True)


class Place(NamedTuple):
    """Where a screen comes from, what it does here, and its seats."""

    address: str
    kind: Literal["stranger", "watcher", "seat"]
    seats: Hashable = None


class Places:
    """The screens of one server, the oldest first."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._taken: dict[Screen, Place] = {}
        self._count: Counter[str] = Counter()  # screens of each kind

    def __iter__(self) -> Iterator[Screen]:
        return iter(list(self._taken))

    def __len__(self) -> int:
        return len(self._taken)

    def arrive(self, screen: Screen, address: str) -> None:
        """Add a screen that has not yet said who it is.  If too many are silent, the one that has been silent for
        longest makes way, of the address that has most of them."""
        self._put(screen, Place(address, "stranger"))
        while self._count["stranger"] > max(16, self.rules.screens // STRANGERS):
            self._dismiss(self._of_most("stranger")[0], UNSAID)
        if self.rules.public:
            ours = self._of("stranger", address)
            for silent in ours[: max(0, len(ours) - self.rules.sockets)]:
                self._dismiss(silent, UNSAID)

    def watch(self, screen: Screen) -> bool:
        """Whether there is room for a spectator of this screen's address and on the server."""
        place = self._taken.get(screen)
        if place is None:  # it made way meanwhile
            return False
        crowded = self.rules.public and len(self._of("watcher", place.address)) >= self.rules.sockets
        if crowded or self._count["watcher"] + self._count["seat"] >= self.rules.screens:
            return False
        self._put(screen, place._replace(kind="watcher"))
        return True

    def sit(self, screen: Screen, seats: Hashable) -> bool:
        """A screen shows the tokens of seats and gets its place.  Whether it is still here."""
        place = self._taken.get(screen)
        if place is None:
            return False
        while self._count["watcher"] + self._count["seat"] >= self.rules.screens:
            self._dismiss(self._least_entitled(), MADE_WAY)
        self._put(screen, place._replace(kind="seat", seats=seats))
        return True

    def leave(self, screen: Screen) -> None:
        """Remove a screen."""
        place = self._taken.pop(screen, None)
        if place is not None:
            self._count[place.kind] -= 1

    def _put(self, screen: Screen, place: Place) -> None:
        self.leave(screen)
        self._taken[screen] = place
        self._count[place.kind] += 1

    def _dismiss(self, screen: Screen, why: Fault) -> None:
        self.leave(screen)
        screen.tell(screen.fault(why.code, why.words, why.todo))

    def _least_entitled(self) -> Screen:
        """The screen that makes way for a seat: the latest spectator of the address with most spectators; without
        spectators the oldest screen of the seats with most screens, at the address with most of these."""
        if self._count["watcher"]:
            return self._of_most("watcher")[-1]
        crowd = self._of_most("seat")
        screens = Counter(self._taken[screen].seats for screen in crowd)
        return max(crowd, key=lambda screen: screens[self._taken[screen].seats])

    def _of_most(self, kind: str) -> list[Screen]:
        """The screens of a kind from the address that has most of them."""
        addresses = Counter(place.address for place in self._taken.values() if place.kind == kind)
        return self._of(kind, max(addresses, key=addresses.__getitem__))

    def _of(self, kind: str, address: str) -> list[Screen]:
        return [screen for screen, place in self._taken.items() if (place.address, place.kind) == (address, kind)]
