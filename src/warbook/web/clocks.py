"""Clocks: how long people may think.

No clock runs before every person has been at the table once.  From then on a seat's clock runs while a question to it
is open and somebody is at the table; time used counts against the limit for the whole battle, if there is one.
Programs have no clock.  If a server dies, clocks continue from what was last stored.  Times here are seconds of a clock
that only goes forward, whatever happens to the machine's calendar.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .protocol import At, Clock, ClockRules

NEVER = 0.0


class Clocks:
    """The clocks of one battle; `left` are the seconds that each seat still has, `joined` the seats whose person has
    been here (None: everybody, as of battles that were stored before this was kept)."""

    def __init__(
        self,
        rules: ClockRules | None,
        people: Iterable[int],
        left: tuple[float, ...] = (),
        joined: Collection[int] | None = None,
    ) -> None:
        self.rules = rules if rules is not None else ClockRules()
        self.people = tuple(people) if rules is not None else ()
        self.left = dict.fromkeys(self.people, self.rules.battle)
        if left and self.rules.battle:
            self.left = {seat: left[seat] for seat in self.people if seat < len(left)}
        self.joined = {seat for seat in self.people if joined is None or seat in joined}
        self.since: dict[int, float] = {}
        self._at: At | None = None

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats whose person has never come; as long as there are any, no clock runs."""
        return tuple(seat for seat in self.people if seat not in self.joined)

    def join(self, seats: Iterable[int]) -> bool:
        """Somebody has come for these seats.  Returns whether the clocks had waited for one of them."""
        come = set(seats) & set(self.absent)
        self.joined |= come
        return bool(come)

    def run(self, seats: Iterable[int], at: At, now: float) -> None:
        """Start the clocks of the seats that must decide at this point of the battle, and stop all others.  At a new
        point every clock is read, and the time for a question starts anew.  Nothing runs while a person has never come.
        """
        if self.absent:
            return
        if self._at != at or not self.since:
            self.stop(now)
            self.since = {seat: now for seat in seats if seat in self.left}
            self._at = at

    def stop(self, now: float) -> None:
        """All clocks stand still."""
        if self.rules.battle:
            for seat, since in self.since.items():
                self.left[seat] = max(0.0, self.left[seat] - (now - since))
        self.since = {}

    def expiry(self, seat: int) -> float:
        """When the question to a seat expires; 0: never."""
        since = self.since.get(seat)
        limits = [self.rules.move] if self.rules.move else []
        if self.rules.battle and seat in self.left:
            limits.append(self.left[seat])
        return NEVER if since is None or not limits else since + min(limits)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat in self.since if self.expiry(seat) != NEVER and self.expiry(seat) <= now]

    def stored_times(self, now: float) -> tuple[float, ...]:
        """What each seat has left, to be stored."""
        if not self.rules.battle or not self.left:
            return ()
        return tuple(self._seconds_left(seat, now) for seat in range(max(self.left) + 1))

    def clocks_at(self, now: float, today: float) -> tuple[Clock, ...]:
        """The clocks as the table shows them, in seconds since 1970: `today` is the present time in these."""
        battle = self.rules.battle
        return tuple(
            Clock(seat, self._seconds_left(seat, now) if battle else -1.0, self._expiry_since_1970(seat, today - now))
            for seat in self.left
        )

    def _expiry_since_1970(self, seat: int, since_1970: float) -> float:
        until = self.expiry(seat)
        return NEVER if until == NEVER else until + since_1970

    def _seconds_left(self, seat: int, now: float) -> float:
        used = now - self.since[seat] if seat in self.since else 0.0
        return round(max(0.0, self.left.get(seat, 0.0) - used), 3)
