"""Independent characters and leaders: who joins whom, who leaves, who leads from now on."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records.state import NOBODY, Mode, Squad, State

PACE: tuple[Mode, ...] = ("stationary", "advance", "surge", "fleet", "flat-out")
"""The modes, the slowest first."""


def put_in(state: State, models: tuple[int, ...], unit: int) -> None:
    """Models belong to a unit."""
    for id in models:
        model: Any = state.records[id]
        state.put(replace(model, unit=unit))
    state.derived = None  # who sees whom, and how far units are apart, is remembered of units as they were


class Joined(Event, frozen=True):
    """A character is a part of a unit, and leads it; the faster of the two tells how it has moved."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} joins {whom}."

    def apply(self, state: State) -> None:
        own, host = state.record(Squad, self.who), state.record(Squad, self.whom)
        put_in(state, own.members, self.whom)
        mode = max(own.mode, host.mode, key=PACE.index)
        state.put(
            replace(
                host, members=(*own.members, *host.members), leader=own.leader, mode=mode,
                strength=host.strength + len(own.members), spent=(*host.spent, *own.spent),
            )
        )  # fmt: skip
        state.put(replace(own, members=(), leader=NOBODY, where="gone", joined=self.whom, done=(*own.done, "attached")))


class CharacterLeft(Event, frozen=True):
    """A character is a unit by itself again, as it has moved and as it feels; what it leaves has this leader."""

    who: int
    whom: int
    models: tuple[int, ...]
    leader: int
    text: ClassVar[str] = "{who} leaves {whom}."

    def apply(self, state: State) -> None:
        own, host = state.record(Squad, self.who), state.record(Squad, self.whom)
        put_in(state, self.models, self.who)
        state.put(
            replace(
                own, members=self.models, leader=self.models[0], where=host.where, aboard=host.aboard, joined=NOBODY,
                morale=host.morale, since=host.since, mode=host.mode, strength=len(self.models),
                done=tuple(dict.fromkeys((*own.done, *host.done, "attached"))),
                spent=tuple(each for each in host.spent if each[0] in self.models),
            )
        )  # fmt: skip
        members = tuple(id for id in host.members if id not in self.models)
        state.put(replace(host, members=members, leader=self.leader, strength=max(0, host.strength - len(self.models))))


class LeaderNamed(Event, frozen=True):
    """A model leads its unit from now on."""

    who: int
    whom: int
    text: ClassVar[str] = "{whom} leads {who}."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Squad, self.who), leader=self.whom))


class PowerUsed(Event, frozen=True):
    """A psyker uses a power, on a unit or a model."""

    who: int
    power: str
    whom: int

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} uses a power on {name(self.whom)}: {self.power.lower()}."

    def apply(self, state: State) -> None:
        """What comes of it are other events."""


EVENTS = (Joined, CharacterLeft, LeaderNamed, PowerUsed)
