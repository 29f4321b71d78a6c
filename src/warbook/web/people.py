"""People: who is at a table, on how many screens, and which seats are theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from ..players import HUMAN
from . import tokens
from .protocol import Presence, SeatInfo, Server

MOST = 250  # screens at one table
OF_A_SEAT = 16  # screens of one seat


def plain(words: str) -> str:
    """Text without characters that cannot be read or stored: control characters, halves of pairs."""
    return "".join(c if c.isprintable() else " " for c in words).strip()


def seats_of(seats: Mapping[str, int], public: bool, shown: Iterable[str]) -> tuple[int, ...] | None:
    """The seats that these tokens open, of `seats` by the digests of their tokens; None if one of the tokens opens
    nothing, or if none was shown and the battle is not open to spectators."""
    found = [seats.get(tokens.digest(token)) for token in shown]
    if not found:
        return () if public else None
    opened = {seat for seat in found if seat is not None}
    return None if None in found else tuple(sorted(opened - {tokens.WATCHING}))


class Sitter(Protocol):
    """The connection of a person or program: a socket, a pair of pipes, a test."""

    def send(self, told: Server | bytes) -> None:
        """Send a message.  Never waits; the transport drops clients that do not read."""
        ...


class Visitor:
    """A screen at the table.  `eyes` is the seat whose view it was shown last, `heard` how many entries of that seat's
    log it has, `waits` how many slow answers it waits for, `weighs` whether one of them is odds counted with care."""

    __slots__ = ("eyes", "heard", "name", "sitter", "waits", "weighs", "yours")

    def __init__(self, sitter: Sitter, yours: tuple[int, ...], name: str, heard: int) -> None:
        self.sitter, self.yours, self.name = sitter, yours, name
        self.eyes, self.heard, self.waits, self.weighs = tokens.WATCHING, heard, 0, False

    def looks_as(self, deciding: Iterable[int]) -> int:
        """The seat whose view it should have now: the deciding one among its own, else the first of them."""
        for seat in deciding:
            if seat in self.yours:
                return seat
        return self.yours[0] if self.yours else tokens.WATCHING


class People:
    """The screens at a table.  `seats` are the seats by the digests of their tokens; `sides` are what the sides are
    called, `names` what those who sit there were called when the battle was opened."""

    def __init__(
        self,
        seats: dict[str, int],
        players: Sequence[str],
        sides: Sequence[str],
        names: Sequence[str] = (),
        *,
        public: bool,
    ) -> None:
        self._seats, self._public = seats, public
        self.players, self.sides = tuple(players), tuple(sides)
        self._names = {seat: name for seat, name in enumerate(names) if name}
        self._here: dict[Sitter, Visitor] = {}

    # ---- who may sit where -------------------------------------------------------------------------------------------

    def seats_of(self, shown: Iterable[str]) -> tuple[int, ...] | None:
        """The seats that these tokens open (see `seats_of`)."""
        return seats_of(self._seats, self._public, shown)

    def human(self, seat: int) -> bool:
        """Whether a person decides for a seat."""
        return self.players[seat] == HUMAN

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats that programs play."""
        return tuple(seat for seat in range(len(self.players)) if not self.human(seat))

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(len(self.players)) if self.human(seat))

    # ---- who is here -------------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Visitor]:
        return iter(list(self._here.values()))

    def __len__(self) -> int:
        return len(self._here)

    @property
    def full(self) -> bool:
        """Whether there are as many screens as there can be."""
        return len(self._here) >= MOST

    @property
    def only_watched(self) -> bool:
        """Whether nobody here has a seat."""
        return not any(visitor.yours for visitor in self)

    def in_the_way(self, yours: tuple[int, ...]) -> list[Visitor]:
        """The screens that make way for a screen of these seats, so that nobody is kept out of their own seat: the
        oldest screen of a seat that has too many, and the latest spectator if the table is full."""
        away: dict[Visitor, None] = {}
        for seat in yours:
            screens = [visitor for visitor in self if seat in visitor.yours and visitor not in away]
            away |= dict.fromkeys(screens[: max(0, len(screens) + 1 - OF_A_SEAT)])
        watching = [visitor for visitor in self if not visitor.yours]
        more = len(self._here) - len(away) + 1 - MOST
        return [*away, *(reversed(watching[-more:]) if more > 0 else ())]

    def of(self, sitter: Sitter) -> Visitor | None:
        """The screen of a line."""
        return self._here.get(sitter)

    def add(self, visitor: Visitor) -> None:
        """Add a screen."""
        self._here[visitor.sitter] = visitor

    def remove(self, sitter: Sitter) -> bool:
        """Remove a screen; whether it was here."""
        return self._here.pop(sitter, None) is not None

    def infos(self) -> tuple[SeatInfo, ...]:
        """Who sits where now."""
        return tuple(self._info(seat) for seat in range(len(self.players)))

    def _info(self, seat: int) -> SeatInfo:
        here = [visitor for visitor in self._here.values() if seat in visitor.yours]
        who = tuple(dict.fromkeys(visitor.name for visitor in here if visitor.name))
        if not who and seat in self._names:
            who = (self._names[seat],)
        return SeatInfo(seat, self.sides[seat], self.players[seat], len(here), who)

    def presence(self) -> Presence:
        """Who is here, for everybody."""
        return Presence(seats=self.infos(), watching=sum(not visitor.yours for visitor in self._here.values()))

    def called(self, visitor: Visitor, seat: int) -> str:
        """The name of somebody who speaks for a seat."""
        unnamed = self._names.get(seat) or self.sides[seat] if seat >= 0 else "somebody who watches"
        return visitor.name or unnamed
