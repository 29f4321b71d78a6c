"""What happens to the action under way, from its declaration to its aftermath."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.length import written
from ....core.structs import replace
from ..records import Deed, Due, Pledge, Row, State
from .changes import continue_with, under_way


def ended(sentence: str) -> str:
    """A sentence with its full stop, unless it is an exclamation already."""
    return sentence if sentence.endswith("!") else f"{sentence}."


class Declared(Event, frozen=True):
    """An action is announced and paid for; its window follows."""

    who: int
    deed: Deed
    action: str

    def sentence(self, name: Any) -> str:
        deed = self.deed
        others = [name(who) for who in deed.band if who != self.who]
        does = [
            (name(who), f"against {name(whom)}" if whom >= 0 else "moves")
            for who, whom in deed.aims
            if whom >= 0 or who in deed.walkers
        ]
        whom = f" {does[0][1]}" if len(does) == 1 else ""
        each = ", ".join(map(" ".join, does)) if len(does) > 1 else ""
        joined = f", with {', '.join(others)}" if others else ""
        return ended(f"{name(self.who)} declares {self.action}{whom}{joined}{f': {each}' if each else ''}")

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, deed=replace(self.deed, named=self.deed.targets))


class Aimed(Event, frozen=True):
    """A charge or a free attack turns to somebody else.  Where it is `late`, its window for that one figure follows:
    a free attack opens none for a figure that had one in this action."""

    who: int
    whom: int
    row: Row = "melee"
    late: bool = True
    text: ClassVar[str] = "{who} turns on {whom}."

    def apply(self, state: State) -> None:
        deed = under_way(state)
        aims = tuple((each, self.whom if each == self.who else target) for each, target in deed.aims)
        continue_with(state, replace(deed, aims=aims, named=tuple(dict.fromkeys((*deed.named, self.whom)))))


class Pledged(Event, frozen=True):
    """An interrupt is declared and paid for."""

    who: int
    what: str
    pledge: Pledge

    def sentence(self, name: Any) -> str:
        aimed = self.pledge.kind not in ("bulwark", "dodge")
        return ended(f"{name(self.who)} declares {self.what}{f' against {name(self.pledge.against)}' if aimed else ''}")

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, ap=figure.ap - 1))
        deed = under_way(state)
        continue_with(state, replace(deed, pledges=(*deed.pledges, self.pledge)))


class Met(Event, frozen=True):
    """A counter-charger answers another charger than the one that it named."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} stays to meet {whom}."

    def apply(self, state: State) -> None:
        deed = under_way(state)
        pledges = tuple(replace(p, against=self.whom) if p.who == self.who else p for p in deed.pledges)
        continue_with(state, replace(deed, pledges=pledges))


class Ran(Event, frozen=True):
    """How far a charge may go, or even further where there is `more`: what is beyond `enough` changes nothing."""

    who: int
    length: int
    enough: int
    more: bool = False
    text: ClassVar[str] = "{who} may go {far}."

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} may go {written(self.length)}{' or more' if self.more else ''}."

    def apply(self, state: State) -> None:
        deed = under_way(state)
        continue_with(state, replace(deed, runs=(*deed.runs, (self.who, min(self.length, self.enough)))))


class Reached(Event, frozen=True):
    """The enemies whom a charger's run brought into its reach.  The run is over, however far it might have gone."""

    who: int
    whom: tuple[int, ...]

    def apply(self, state: State) -> None:
        deed = under_way(state)
        runs = tuple(run for run in deed.runs if run[0] != self.who)
        reached = (*deed.reached, *((self.who, whom) for whom in self.whom))
        continue_with(state, replace(deed, runs=runs, reached=reached))


class Struck(Event, frozen=True):
    """A figure has had its free attack in this action, or its interrupt."""

    who: int

    def apply(self, state: State) -> None:
        deed = under_way(state)
        continue_with(state, replace(deed, done=tuple(sorted((*deed.done, self.who)))))


class Owed(Event, frozen=True):
    """Something waits for the end of the action: a push, a knock-over, lost points."""

    due: Due

    def apply(self, state: State) -> None:
        deed = under_way(state)
        continue_with(state, replace(deed, due=(*deed.due, self.due)))


class Settled(Event, frozen=True):
    """The action is over."""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, deed=None)


EVENTS: tuple[type[Event], ...] = (Declared, Aimed, Pledged, Met, Ran, Reached, Struck, Owed, Settled)
