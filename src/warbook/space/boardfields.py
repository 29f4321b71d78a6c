"""The fields of a board file, as TOML gives them; `boardfile` makes a board of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..core.length import INCH
from ..core.profile import Inches
from .terrain import DoorState, Scalar

Pair: TypeAlias = tuple[Inches, Inches]
Triple: TypeAlias = tuple[Inches, Inches, Inches]
Four: TypeAlias = tuple[Inches, Inches, Inches, Inches]
Ring: TypeAlias = tuple[Pair, ...]
Edge: TypeAlias = Literal["open", "rail"]


class ShapeFields(Struct, frozen=True, kw_only=True):
    polygon: Ring | None = None
    rect: Four | None = None


class PlatformFields(ShapeFields, frozen=True, kw_only=True):
    z: Inches
    thickness: Inches = 0
    edges: tuple[Edge, ...] | None = None
    rail: Literal["all"] | tuple[int, ...] = ()
    climbable: bool = True
    flimsy: bool = False


class WallFields(Struct, frozen=True, kw_only=True):
    line: Four | None = None
    points: Ring | None = None
    z: Inches = 0
    height: Inches
    climbable: bool = True
    flimsy: bool = False


class BlockFields(ShapeFields, frozen=True, kw_only=True):
    z: Inches = 0
    height: Inches
    top: Literal["floor", "none"] = "floor"
    climbable: bool = True
    flimsy: bool = False


class ObstacleFields(ShapeFields, frozen=True, kw_only=True):
    line: Four | None = None
    width: Inches | None = None
    z: Inches = 0
    height: Inches


class AreaFields(ShapeFields, frozen=True, kw_only=True):
    kind: str
    z: Inches = 0
    height: Inches = INCH


class LadderFields(Struct, frozen=True, kw_only=True):
    foot: Triple
    top: Triple


class SlopeFields(Struct, frozen=True, kw_only=True):
    foot: Triple
    top: Triple
    width: Inches


class DoorFields(Struct, frozen=True, kw_only=True):
    id: str
    line: Four
    z: Inches = 0
    height: Inches
    state: DoorState = "closed"
    toughness: int = 0
    wounds: int = 0
    terminals: tuple[Triple, ...] = ()


class DuctwayFields(Struct, frozen=True, kw_only=True):
    id: str
    ends: tuple[Triple, Triple]
    firing_port: bool = False


class LiftFields(Struct, frozen=True, kw_only=True):
    id: str
    rect: Four
    z: tuple[Inches, ...]


class MarkerFields(Struct, frozen=True, kw_only=True):
    id: str
    kind: str
    at: Triple
    params: dict[str, Scalar] = {}


class DeploymentFields(ShapeFields, frozen=True, kw_only=True):
    name: str


class FileFields(Struct, frozen=True, kw_only=True):
    kind: Literal["board"]
    id: str
    title: str
    size: Pair
    summary: str = ""
    platform: tuple[PlatformFields, ...] = ()
    wall: tuple[WallFields, ...] = ()
    block: tuple[BlockFields, ...] = ()
    obstacle: tuple[ObstacleFields, ...] = ()
    area: tuple[AreaFields, ...] = ()
    ladder: tuple[LadderFields, ...] = ()
    stairs: tuple[SlopeFields, ...] = ()
    ramp: tuple[SlopeFields, ...] = ()
    door: tuple[DoorFields, ...] = ()
    ductway: tuple[DuctwayFields, ...] = ()
    lift: tuple[LiftFields, ...] = ()
    marker: tuple[MarkerFields, ...] = ()
    deployment: tuple[DeploymentFields, ...] = ()
