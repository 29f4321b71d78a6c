"""What happens in a check: it is declared, thrown, paid for and closed; hits land and are lessened."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import NOBODY, Check, Hit, State
from .changes import continue_with, under_way


class CheckDeclared(Event, frozen=True):
    """A check that nobody answers: a task, a skill, a power."""

    who: int
    check: Check
    what: str
    text: ClassVar[str] = "{who} {what}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, check=self.check)


class AttackDeclared(Event, frozen=True):
    """An attack, before its dice are thrown: its target may do something about it."""

    who: int
    whom: int
    check: Check
    weapon: str
    text: ClassVar[str] = "{who} attacks {whom}: {weapon}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, check=self.check)


class Hindered(Event, frozen=True):
    """The difficulty of the check under way is upgraded."""

    who: int
    upgrades: int
    text: ClassVar[str] = "{who} makes it harder by {upgrades}."

    def apply(self, state: State) -> None:
        continue_with(state, replace(under_way(state), upgrades=under_way(state).upgrades + self.upgrades))


class CheckAmended(Event, frozen=True):
    """Somebody pays or rules for another pool: boost and setback dice, upgrades of the ability and
    of the difficulty."""

    who: int
    boosts: int = 0
    setbacks: int = 0
    upgrades: int = 0
    harder: int = 0

    def apply(self, state: State) -> None:
        check = under_way(state)
        continue_with(
            state,
            replace(
                under_way(state),
                boosts=check.boosts + self.boosts,
                setbacks=check.setbacks + self.setbacks,
                ability_upgrades=check.ability_upgrades + self.upgrades,
                upgrades=check.upgrades + self.harder,
            ),
        )


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
        how = "succeeds" if self.success > 0 else "fails"
        parts = [f"net {self.success} successes" if self.success > 0 else ""]
        if self.advantage:
            parts.append(f"{abs(self.advantage)} {'advantages' if self.advantage > 0 else 'threats'}")
        parts += [f"{self.triumph} triumph"] * (self.triumph > 0) + [f"{self.despair} despair"] * (self.despair > 0)
        told = ", ".join(part for part in parts if part)
        return f"{name(self.who)} {how}{f': {told}' if told else ''}."

    def apply(self, state: State) -> None:
        continue_with(
            state,
            replace(
                under_way(state),
                rolled=True,
                success=self.success,
                advantage=max(0, self.advantage),
                threat=max(0, -self.advantage),
                triumph=self.triumph,
                despair=self.despair,
                points=self.force,
                pool=self.pool,
            ),
        )


class HitLanded(Event, frozen=True):
    """A hit, before soak: whoever is hit may lessen it."""

    who: int
    whom: int
    hit: Hit
    text: ClassVar[str] = "{whom} is hit."

    def apply(self, state: State) -> None:
        continue_with(state, replace(under_way(state), hits=(*under_way(state).hits, self.hit)))


class HitLessened(Event, frozen=True):
    """The last hit on a fighter does so much less damage."""

    who: int
    by: int
    how: str
    text: ClassVar[str] = "{who} {how}: {by} less damage."

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} {self.how}: {self.by} less damage."

    def apply(self, state: State) -> None:
        hits = list(under_way(state).hits)
        hits[-1] = replace(hits[-1], lessened=hits[-1].lessened + self.by)
        continue_with(state, replace(under_way(state), hits=tuple(hits)))


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
        paid = ", ".join(
            f"{n} {word}{'s' if n > 1 else ''}"
            for n, word in (
                (self.advantage, "advantage"),
                (self.triumph, "triumph"),
                (self.threat, "threat"),
                (self.despair, "despair"),
            )
            if n
        )
        return f"For {paid}: {self.said or self.what}."

    def apply(self, state: State) -> None:
        check = under_way(state)
        hits = list(check.hits)
        if self.critical >= 0:
            hits[self.critical] = replace(hits[self.critical], criticals=hits[self.critical].criticals + 1)
        continue_with(
            state,
            replace(
                under_way(state),
                advantage=check.advantage - self.advantage,
                triumph=check.triumph - self.triumph,
                threat=check.threat - self.threat,
                despair=check.despair - self.despair,
                spent=(*check.spent, self.what),
                hits=tuple(hits),
            ),
        )


class AttackSentAgain(Event, frozen=True):
    """A shot has missed, and comes round at the end of the round."""

    who: int
    whom: int
    slot: int
    text: ClassVar[str] = "The shot of {who} turns back to {whom}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, guided=(*state.turn.guided, (self.who, self.whom, self.slot)))


class AttackCameRound(Event, frozen=True):
    """The first of the shots that were sent again arrives."""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, guided=state.turn.guided[1:])


class AttackGained(Event, frozen=True):
    """Whoever attacks may do so once more, for nothing."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} may attack {whom} once more."

    def apply(self, state: State) -> None:
        continue_with(state, replace(under_way(state), again=self.whom))


class CheckClosed(Event, frozen=True):
    """All that came of a check is done."""

    who: int = NOBODY

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, check=None)


EVENTS: tuple[type[Event], ...] = (
    CheckDeclared, AttackDeclared, Hindered, CheckAmended, CheckRolled, HitLanded, HitLessened, Bought, AttackSentAgain,
    AttackCameRound, AttackGained, CheckClosed,
)  # fmt: skip
