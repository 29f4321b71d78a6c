"""What there is: records, the turn, the world, and the handle through which rules ask about a fighter.

A `Fighter` is the record of one model, a `Model` the handle by which rules ask about it, a `Kit` what its player
brought for it.  A `CrewedVehicle` is the record of a vehicle with its crew, a `Driver` its handle; an `Actor` is either
handle.
Doors, caskets, traps and the like are records of their own, numbered after fighters and crewed vehicles.
"""

from __future__ import annotations

from .actor import Actor, actor_of
from .fighters import STANDING_HEIGHT, Condition, Fighter, Status, placement_in_status
from .model import Model
from .things import (
    CLOUD_TITLES,
    THINGS,
    Badzone,
    Cache,
    Casket,
    Cloud,
    CloudKind,
    Door,
    DoorState,
    Lift,
    Piece,
    Rat,
    RatKind,
    Trap,
    Vehicle,
)
from .vehicles import CrewedVehicle, Driver
from .world import Kit, Phase, Play, State, Turn, VehicleKit, World
