"""What happens in a check: it is declared, thrown, paid for and closed; hits land and are lessened."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ....mechanics.narrative import in_words
from ..records import NOBODY, Check, Hit, State
from ..records.state import under_way


def continue_with(state: State, check: Check | None) -> None:
    """The check under way goes on as another, or is over."""
    state.turn = replace(state.turn, check=check)


class CheckDeclared(Event, frozen=True):
    """A check that nobody answers: a task, a skill, a power."""

    who: int
    check: Check
    what: str
    text: ClassVar[str] = "{who}: {what}."

    def apply(self, state: State) -> None:
        continue_with(state, self.check)


class AttackDeclared(Event, frozen=True):
    """An attack, before its dice are thrown: its target may do something about it."""

    who: int
    whom: int
    check: Check
    weapon: str
    text: ClassVar[str] = "{who} attacks {whom}: {weapon}."

    def apply(self, state: State) -> None:
        continue_with(state, self.check)


class CheckAmended(Event, frozen=True):
    """Somebody pays or rules for another pool: boost and setback dice, upgrades of the ability and of the difficulty
    (`harder`).  `dark` pips are used, points have `added` something, or its maker may attack somebody `again`."""

    who: int
    boosts: int = 0
    setbacks: int = 0
    upgrades: int = 0
    harder: int = 0
    dark: int = 0
    again: int = NOBODY
    added: tuple[str, ...] = ()

    def sentence(self, name: Any) -> str:
        parts = [
            (self.boosts, "boost die", "boost dice"), (self.setbacks, "setback die", "setback dice"),
            (self.upgrades, "upgrade", "upgrades"), (self.dark, "dark pip", "dark pips"),
            (self.harder, "upgrade of the difficulty", "upgrades of the difficulty"),
        ]  # fmt: skip
        told = [f"{number} {one if number == 1 else several}" for number, one, several in parts if number]
        told += [f"it may attack {name(self.again)} once more"] * (self.again != NOBODY)
        return f"{name(self.who)}: {', '.join(told)}." if told else ""

    def applied_to(self, check: Check) -> Check:
        """A check with all that."""
        return replace(
            check,
            boosts=check.boosts + self.boosts,
            setbacks=check.setbacks + self.setbacks,
            ability_upgrades=check.ability_upgrades + self.upgrades,
            upgrades=check.upgrades + self.harder,
            dark=self.dark or check.dark,
            again=check.again if self.again == NOBODY else self.again,
            spent=self.added or check.spent,
        )

    def apply(self, state: State) -> None:
        continue_with(state, self.applied_to(under_way(state)))


class CheckRolled(Event, frozen=True):
    """The dice of a check lie there.  `force` are the points of Force dice for a weapon, `pool` are the dice of each
    kind and what was added to the throw."""

    who: int
    success: int
    advantage: int
    triumph: int
    despair: int
    force: int = 0
    pool: tuple[int, ...] = ()

    def sentence(self, name: Any) -> str:
        told = in_words(self.success, self.advantage, self.triumph, self.despair)
        return f"{name(self.who)} {'succeeds' if self.success > 0 else 'fails'}{f': {told}' if told else ''}."

    def apply(self, state: State) -> None:
        rolled = replace(
            under_way(state),
            rolled=True,
            success=self.success,
            advantage=max(0, self.advantage),
            threat=max(0, -self.advantage),
            triumph=self.triumph,
            despair=self.despair,
            points=self.force,
            pool=self.pool,
        )
        continue_with(state, rolled)


class HitLanded(Event, frozen=True):
    """A hit, before soak: whoever is hit may lessen it."""

    who: int
    whom: int
    hit: Hit
    text: ClassVar[str] = "{whom} is hit."

    def apply(self, state: State) -> None:
        check = under_way(state)
        continue_with(state, replace(check, hits=(*check.hits, self.hit)))


class HitLessened(Event, frozen=True):
    """The last hit on a fighter does so much less damage."""

    who: int
    less: int
    how: str
    text: ClassVar[str] = "{who} {how}: {less} less damage."

    def apply(self, state: State) -> None:
        check = under_way(state)
        *others, last = check.hits
        continue_with(state, replace(check, hits=(*others, replace(last, lessened=last.lessened + self.less))))


class Bought(Event, frozen=True):
    """Symbols of the check under way are spent on something.  `critical` is the number of the hit that a critical
    injury was bought for, or -1."""

    who: int
    what: str
    advantage: int = 0
    triumph: int = 0
    threat: int = 0
    despair: int = 0
    critical: int = -1
    words: ClassVar[tuple[str, ...]] = ("said",)
    said: str = ""

    def sentence(self, name: Any) -> str:
        paid = in_words(0, self.advantage - self.threat, self.triumph, self.despair)
        return f"For {paid}: {self.said or self.what}."

    def apply(self, state: State) -> None:
        check = under_way(state)
        hits = list(check.hits)
        if self.critical >= 0:
            hits[self.critical] = replace(hits[self.critical], criticals=hits[self.critical].criticals + 1)
        paid = replace(
            check,
            advantage=check.advantage - self.advantage,
            triumph=check.triumph - self.triumph,
            threat=check.threat - self.threat,
            despair=check.despair - self.despair,
            spent=(*check.spent, self.what),
            hits=tuple(hits),
        )
        continue_with(state, paid)


class CheckClosed(Event, frozen=True):
    """All that came of a check is done."""

    who: int = NOBODY

    def apply(self, state: State) -> None:
        continue_with(state, None)


EVENTS: tuple[type[Event], ...] = (
    CheckDeclared, AttackDeclared, CheckAmended, CheckRolled, HitLanded, HitLessened, Bought, CheckClosed,
)  # fmt: skip
