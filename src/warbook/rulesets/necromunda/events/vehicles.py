"""What becomes of crewed vehicles."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.length import about, spot
from ....core.state import Posture
from ....core.structs import replace
from ..records import CrewedVehicle, State
from .rounds import Activated, Readied


class VehicleDeployed(Event, frozen=True, gc=False):
    """A vehicle is put on the table."""

    who: int
    x: int
    y: int
    z: int
    fx: int
    fy: int
    text: ClassVar[str] = "{who} rolls onto the field."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        at = replace(r.at, x=self.x, y=self.y, z=self.z, fx=self.fx, fy=self.fy, posture=int(Posture.UP))
        state.put(replace(r, at=at, deployed=True))


class LeftBehind(Event, frozen=True, gc=False):
    """A vehicle that has no room in its zone takes no part in the battle."""

    who: int
    text: ClassVar[str] = "{who} finds no room, and stays behind."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(CrewedVehicle, self.who), deployed=True))


class VehiclesReadied(Readied, frozen=True):
    """These vehicles are ready."""

    def sentence(self, name: Any) -> str:
        return f"{len(self.whom)} vehicles are ready."


class VehicleActivated(Activated, frozen=True):
    """The activation of a vehicle begins."""


class Drove(Event, frozen=True, gc=False):
    """A vehicle is somewhere else, or faces another way; `distance` counts towards how far it went in this
    activation."""

    who: int
    x: int
    y: int
    z: int
    fx: int
    fy: int
    distance: int = 0

    def sentence(self, name: Any) -> str:
        drives = f"drives {about(self.distance)} to {spot(self.x, self.y, self.z)}" if self.distance else "turns"
        return f"{name(self.who)} {drives}."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        at = replace(r.at, x=self.x, y=self.y, z=self.z, fx=self.fx, fy=self.fy)
        state.put(replace(r, at=at, moved=r.moved + self.distance))


EVENTS: tuple[type[Event], ...] = (VehicleDeployed, LeftBehind, VehiclesReadied, VehicleActivated, Drove)
