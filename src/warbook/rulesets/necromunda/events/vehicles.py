"""What becomes of crewed vehicles."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..records import CrewedVehicle, State


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


EVENTS: tuple[type[Event], ...] = (VehicleDeployed, LeftBehind)
