"""What befalls vehicles: crews are shaken and stunned, weapons are lost, hulls stay where they are and are wrecked."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..records.state import NOBODY, Machine, Smoke, Squad, State


class CrewShaken(Event, frozen=True):
    """A crew does not shoot up to the end of that player turn."""

    who: int
    until: int
    text: ClassVar[str] = "The crew of {who} is shaken."

    def apply(self, state: State) -> None:
        machine = state.record(Machine, self.who)
        state.put(replace(machine, shaken=max(machine.shaken, self.until)))


class CrewStunned(Event, frozen=True):
    """A crew neither shoots nor moves up to the end of that player turn."""

    who: int
    until: int
    text: ClassVar[str] = "The crew of {who} is stunned."

    def apply(self, state: State) -> None:
        machine = state.record(Machine, self.who)
        state.put(replace(machine, stunned=max(machine.stunned, self.until)))


class WeaponLost(Event, frozen=True):
    """A weapon of a vehicle is destroyed, by its number."""

    who: int
    weapon: int
    title: str
    text: ClassVar[str] = "{who} loses its {title}."

    def apply(self, state: State) -> None:
        machine = state.record(Machine, self.who)
        state.put(replace(machine, lost=(*machine.lost, self.weapon)))


class Immobilised(Event, frozen=True):
    """A vehicle never moves again."""

    who: int
    text: ClassVar[str] = "{who} is immobilised."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Machine, self.who), immobilised=True))


class HullPointLost(Event, frozen=True):
    """A vehicle loses a hull point, where the table counts them."""

    who: int
    text: ClassVar[str] = "{who} loses a hull point."

    def apply(self, state: State) -> None:
        machine = state.record(Machine, self.who)
        state.put(replace(machine, hull=machine.hull - 1))


class Wrecked(Event, frozen=True):
    """A vehicle is a wreck, which belongs to nobody and stays where it is; one that explodes is gone, and leaves a
    crater unless it flew."""

    who: int
    unit: int
    gone: bool = False
    crater: bool = False

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} {'explodes' if self.gone else 'is wrecked'}."

    def apply(self, state: State) -> None:
        machine = state.record(Machine, self.who)
        at = replace(machine.at, posture=int(Posture.AWAY)) if self.gone else machine.at
        state.put(replace(machine, at=at, owner=NOBODY, wrecked=True, crater=self.crater))
        state.derived = None  # there is other ground now
        squad = state.record(Squad, self.unit)
        members = tuple(id for id in squad.members if id != self.who)
        leader = squad.leader if squad.leader in members else next(iter(members), NOBODY)
        state.put(replace(squad, members=members, leader=leader))


class SmokeWent(Event, frozen=True):
    """What has become of the smoke launchers of a vehicle."""

    who: int
    smoke: Smoke

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Machine, self.who), smoke=self.smoke))


EVENTS = (CrewShaken, CrewStunned, WeaponLost, Immobilised, HullPointLost, Wrecked, SmokeWent)
