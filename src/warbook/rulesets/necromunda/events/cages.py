"""Getting into cages of vehicles, out of them, and to their fire points; and into crawlways and hatches."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import CrewedVehicle, Fighter, State, Status
from .changes import become, in_status


class Embarked(Event, frozen=True, gc=False):
    """A fighter gets into the cage of a vehicle: it is off the table."""

    who: int
    into: int
    text: ClassVar[str] = "{who} gets into {into}."
    named: ClassVar[tuple[str, ...]] = ("into",)

    def apply(self, state: State) -> None:
        vehicle = state.record(CrewedVehicle, self.into)
        _put_inside(state, self.who, vehicle.at.spot)
        state.put(replace(vehicle, embarked=tuple(sorted({*vehicle.embarked, self.who}))))


class GotOff(Event, frozen=True, gc=False):
    """A fighter is in the cage of a vehicle no longer; unless it `stays` as it is, it is on its feet, and about to be
    put down."""

    who: int
    of: int
    stays: bool = False
    text: ClassVar[str] = "{who} is out of {of}."
    named: ClassVar[tuple[str, ...]] = ("of",)

    def apply(self, state: State) -> None:
        vehicle, fighter = state.record(CrewedVehicle, self.of), state.record(Fighter, self.who)
        if not self.stays:
            fighter = in_status(fighter, Status.STANDING)
        state.put(replace(fighter, deployed=True))
        state.put(replace(vehicle, embarked=tuple(who for who in vehicle.embarked if who != self.who)))


class FirePointTaken(Event, frozen=True, gc=False):
    """A fighter in a cage has taken a fire point for a round."""

    who: int
    of: int
    round: int

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.of)
        users = {user for user in r.fired_from if user[0] == self.round} | {(self.round, self.who)}
        state.put(replace(r, fired_from=tuple(sorted(users))))


class LeantOut(Event, frozen=True, gc=False):
    """A fighter in a cage is at a fire point: while it shoots it stands there."""

    who: int
    of: int
    x: int
    y: int
    z: int
    fx: int
    fy: int
    text: ClassVar[str] = "{who} leans out of {of}."
    named: ClassVar[tuple[str, ...]] = ("of",)

    def apply(self, state: State) -> None:
        r = state.record(Fighter, self.who)
        at = replace(r.at, x=self.x, y=self.y, z=self.z, fx=self.fx, fy=self.fy)
        state.put(in_status(replace(r, at=at, deployed=True), Status.STANDING))


class LeantIn(Event, frozen=True, gc=False):
    """A fighter is inside a cage again."""

    who: int
    of: int

    def apply(self, state: State) -> None:
        _put_inside(state, self.who, state.record(CrewedVehicle, self.of).at.spot)


class CrawledIn(Event, frozen=True, gc=False):
    """A fighter crawls into a service hatch: it is off the table."""

    who: int
    text: ClassVar[str] = "{who} crawls into a service hatch."

    def apply(self, state: State) -> None:
        _put_inside(state, self.who, state.record(Fighter, self.who).at.spot)


class HidInHatch(Event, frozen=True, gc=False):
    """A fighter hides in a service hatch: it lies there, and is hard to get at."""

    who: int
    text: ClassVar[str] = "{who} hides in a service hatch."

    def apply(self, state: State) -> None:
        become(state, self.who, Status.PINNED)


def _put_inside(state: State, who: int, spot: tuple[int, int, int]) -> None:
    """Off the table, but not out of the battle."""
    fighter = in_status(state.record(Fighter, who), Status.OUT)
    state.put(replace(fighter, at=fighter.at.moved_to(spot), deployed=False))


EVENTS: tuple[type[Event], ...] = (Embarked, GotOff, FirePointTaken, LeantOut, LeantIn, CrawledIn, HidInHatch)
