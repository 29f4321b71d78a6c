"""What becomes of crewed vehicles."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.length import about, spot
from ....core.state import Body, Effect, Posture
from ....core.structs import replace
from ....space.drives.riding import carried
from ....space.facing import compass_name
from ..printed.vehicles import Location
from ..records import CrewedVehicle, State
from ..records.effects import BROKEN
from .changes import Fields, FieldsSet
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


class LeftBehind(FieldsSet, frozen=True, gc=False):
    """A vehicle that has no room in its zone takes no part in the battle."""

    text: ClassVar[str] = "{who} finds no room, and stays behind."
    sets: ClassVar[Fields] = {"deployed": True}


class VehiclesReadied(Readied, frozen=True):
    """These vehicles are ready."""

    def sentence(self, name: Any) -> str:
        return f"{len(self.whom)} vehicles are ready."


class VehicleActivated(Activated, frozen=True):
    """The activation of a vehicle begins."""

    def apply(self, state: State) -> None:
        super().apply(state)
        state.put(replace(state.record(CrewedVehicle, self.who), holding=()))


class VehicleForced(FieldsSet, frozen=True, gc=False):
    """A vehicle is activated out of turn, as one whose crew has broken is: how far it goes counts anew, and whoever
    stands on it has to hold on again."""

    text: ClassVar[str] = "{who} is activated at once."
    sets: ClassVar[Fields] = {"moved": 0, "holding": ()}


class Drove(Event, frozen=True, gc=False):
    """A vehicle is somewhere else, or faces another way; `distance` counts towards how far it went in this
    activation.  Its `riders` come with it."""

    who: int
    x: int
    y: int
    z: int
    fx: int
    fy: int
    distance: int = 0
    riders: tuple[int, ...] = ()

    def sentence(self, name: Any) -> str:
        where, way = spot(self.x, self.y, self.z), compass_name((self.fx, self.fy))
        drives = f"drives {about(self.distance)} to {where}" if self.distance else f"is now at {where} and faces {way}"
        return f"{name(self.who)} {drives}."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        at = replace(r.at, x=self.x, y=self.y, z=self.z, fx=self.fx, fy=self.fy)
        for who in self.riders:
            rider = state.record(Body, who)
            state.put(replace(rider, at=carried(r.at, at, rider.at)))
        state.put(replace(r, at=at, moved=r.moved + self.distance))


class Smashed(Event, frozen=True, gc=False):
    """A vehicle breaks a piece of the board, which is known by its number (see `Board.breakable`)."""

    who: int
    piece: int
    what: str
    text: ClassVar[str] = "{who} smashes {what}."

    def apply(self, state: State) -> None:
        state.effects = (*state.effects, Effect(BROKEN, -1, "battle", self.piece))
        state.derived = None  # what was worked out while it stood


class WreckSmashed(Event, frozen=True, gc=False):
    """A vehicle breaks what is left of another, which is in nobody's way any more."""

    who: int
    wreck: int
    text: ClassVar[str] = "{who} smashes the wreck of {wreck}."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.wreck)
        state.put(replace(r, at=replace(r.at, posture=int(Posture.AWAY))))


class HeldOn(Event, frozen=True, gc=False):
    """A fighter has held on to the vehicle that it stands on."""

    who: int
    to: int
    text: ClassVar[str] = "{who} holds on to {to}."
    named: ClassVar[tuple[str, ...]] = ("to",)

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.to)
        state.put(replace(r, holding=tuple(sorted({*r.holding, self.who}))))


class VehicleDamaged(Event, frozen=True, gc=False):
    """A hit has got through to a location of a vehicle; what it does there are events of their own."""

    who: int
    location: Location
    result: str
    text: ClassVar[str] = "{who} takes damage to its {location}: {result}."


class HullPointsLost(Event, frozen=True, gc=False):
    """A vehicle loses hull points, or gets them back (a negative number)."""

    who: int
    points: int

    def sentence(self, name: Any) -> str:
        if self.points < 0:
            return f"{name(self.who)} is mended by a hull point."
        return f"{name(self.who)} loses {'a hull point' if self.points == 1 else f'{self.points} hull points'}."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        state.put(replace(r, hull_points=r.hull_points - self.points, hull_lost=r.hull_lost + self.points))


class WeaponDestroyed(Event, frozen=True, gc=False):
    """A weapon of a vehicle is destroyed, by its slot."""

    who: int
    slot: int
    weapon: str
    text: ClassVar[str] = "{who} loses its weapon: {weapon}."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        state.put(replace(r, destroyed=tuple(sorted((*r.destroyed, self.slot)))))


class WeaponFired(Event, frozen=True, gc=False):
    """A passenger has fired a weapon of a vehicle in this round."""

    who: int
    slot: int
    round: int

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        others = (each for each in r.fired if each[0] != self.slot)
        state.put(replace(r, fired=tuple(sorted((*others, (self.slot, self.round))))))


class HeldBack(FieldsSet, frozen=True, gc=False):
    """For the rest of the battle a vehicle goes no further in an activation than its Movement."""

    text: ClassVar[str] = "The engine of {who} pulls no more than it must."
    sets: ClassVar[Fields] = {"held_back": True}


class DriveDamaged(Event, frozen=True, gc=False):
    """For the rest of the battle the Handling tests of a vehicle are so much harder."""

    who: int
    harder: int
    text: ClassVar[str] = "{who} is {harder} harder to handle."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        state.put(replace(r, handling=r.handling + self.harder))


class Stalled(FieldsSet, frozen=True, gc=False):
    """The engine of a vehicle stops."""

    text: ClassVar[str] = "{who} stalls."
    sets: ClassVar[Fields] = {"stalled": True}


class TurnedOver(FieldsSet, frozen=True, gc=False):
    """The engine of a vehicle has been turned over, so that it starts more easily."""

    text: ClassVar[str] = "{who} turns its engine over."
    sets: ClassVar[Fields] = {"turned_over": True}


class Restarted(Event, frozen=True, gc=False):
    """An engine that has stalled starts again, or it does not; `helped` says that it had been turned over for this."""

    who: int
    runs: bool
    helped: bool

    def sentence(self, name: Any) -> str:
        return f"The engine of {name(self.who)} {'starts again' if self.runs else 'does not start'}."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        state.put(replace(r, stalled=not self.runs, turned_over=r.turned_over and not (self.runs or self.helped)))


class DriverWounded(Event, frozen=True, gc=False):
    """The driver of a vehicle takes flesh wounds, or gets over them (a negative number)."""

    who: int
    wounds: int

    def sentence(self, name: Any) -> str:
        takes = "takes" if self.wounds > 0 else "gets over"
        return f"The driver of {name(self.who)} {takes} a flesh wound."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        state.put(replace(r, flesh=r.flesh + self.wounds))


class DriverBlackedOut(FieldsSet, frozen=True, gc=False):
    """The driver of a vehicle loses consciousness."""

    text: ClassVar[str] = "The driver of {who} blacks out."
    sets: ClassVar[Fields] = {"unconscious": True}


class DriverWoke(FieldsSet, frozen=True, gc=False):
    """The driver of a vehicle comes to."""

    text: ClassVar[str] = "The driver of {who} wakes."
    sets: ClassVar[Fields] = {"unconscious": False}


class VehicleWrecked(Event, frozen=True, gc=False):
    """A vehicle is wrecked: it counts as out of action.  It `stays` where it was, or is taken off the table."""

    who: int
    by: int = -1
    stays: bool = True
    text: ClassVar[str] = "{who} is wrecked."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        at = r.at if self.stays else replace(r.at, posture=int(Posture.AWAY))
        state.put(replace(r, at=at, hull_points=0, wrecked=True, ready=False))


class WreckCleared(Event, frozen=True, gc=False):
    """A wreck is taken off the table."""

    who: int

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        state.put(replace(r, at=replace(r.at, posture=int(Posture.AWAY))))


class DroveAway(Event, frozen=True, gc=False):
    """A vehicle leaves the battle; it counts as wrecked, but is not."""

    who: int
    text: ClassVar[str] = "{who} leaves the battlefield."

    def apply(self, state: State) -> None:
        r = state.record(CrewedVehicle, self.who)
        state.put(replace(r, at=replace(r.at, posture=int(Posture.AWAY)), wrecked=True, ready=False))


EVENTS: tuple[type[Event], ...] = (
    VehicleDeployed,
    LeftBehind,
    VehiclesReadied,
    VehicleActivated,
    VehicleForced,
    Drove,
    Smashed,
    WreckSmashed,
    HeldOn,
    VehicleDamaged,
    HullPointsLost,
    WeaponDestroyed,
    WeaponFired,
    HeldBack,
    DriveDamaged,
    Stalled,
    TurnedOver,
    Restarted,
    DriverWounded,
    DriverBlackedOut,
    DriverWoke,
    VehicleWrecked,
    WreckCleared,
    DroveAway,
)
