"""The ground of a board: what is difficult, dangerous or closed to everybody, and what a hull has come to of it."""

from __future__ import annotations

from functools import cache

from ....core.decision import Reasons
from ....core.state import Placement
from ....space.board import Board, Going, per_board
from ....space.drives.driving import beneath
from ....space.drives.met import Driven, DriveRules, Met
from ....space.footprints import Footprint, footprint, overlap
from ....space.rules import Point
from ....space.shapes import contains
from ....space.terrain import Area
from ..printed import catalogue
from ..records.position import layout, model, remains
from ..records.world import Play


@cache
def difficult() -> tuple[str, ...]:
    """The kinds of area that are difficult ground."""
    return tuple(kind for kind, ground in catalogue.grounds().items() if ground.difficult and not ground.piece)


@cache
def closed() -> Going:
    """The kinds of area that nobody enters."""
    return tuple((kind, 0) for kind, ground in catalogue.grounds().items() if ground.impassable)


def kind_of(play: Play, area: int) -> str:
    """The kind of an area, of the board or of what lies on it."""
    return (*play.world.board.areas, *layout(play).ground)[area].kind


def is_closed(play: Play, met: Met) -> bool:
    """Whether something that a hull comes to is ground that nobody enters."""
    return met.what == "ground" and kind_of(play, met.number) not in difficult()


def is_difficult(play: Play, met: Met) -> bool:
    """Whether something that a hull comes to is difficult: such ground, or an obstacle."""
    return met.what == "obstacle" or (met.what == "ground" and kind_of(play, met.number) in difficult())


def difficult_under(play: Play, id: int, found: Driven) -> bool:
    """Whether a hull that drives so starts or ends in difficult ground."""
    board, now, rules = play.world.board, layout(play), DriveRules(noticed=difficult())
    ends = (model(play, id).at, found.end)
    return any(is_difficult(play, met) for at in ends for met in beneath(board, now, id, at, rules))


def kinds_at(play: Play, point: Point) -> set[str]:
    """The kinds of area that a point lies in."""
    x, y, z = point
    found = {area.kind for area in play.world.board.areas if lies_in(area, x, y, z)}
    return found | {kind for kind, area in remains(play) if lies_in(area, x, y, z)}


def lies_in(area: Area, x: int, y: int, z: int) -> bool:
    """Whether a point lies in an area."""
    return area.z <= z < area.z + max(area.height, 1) and contains(area.polygon, x, y)


def covers_spot(at: Placement, spot: Point) -> bool:
    """Whether a point lies under a body."""
    return overlap(footprint(at), Footprint((spot[:2],), 0))


def against_standing(play: Play, at: Placement) -> Reasons:
    """Why a model may not stand somewhere: ground is closed there."""
    r = at.radius
    for outline, (west, south, east, north), low, high in closed_areas(play.world.board):
        beside = at.x + r <= west or at.x - r >= east or at.y + r <= south or at.y - r >= north
        if not beside and low <= at.z < high and overlap(footprint(at), outline):
            return ("Nobody stands on ground that is closed.",)
    return ()


@per_board
def closed_areas(board: Board) -> tuple[tuple[Footprint, tuple[int, int, int, int], int, int], ...]:
    """The areas of a board that nobody enters: the outline, the box around it, and from what height to what."""
    kinds = {kind for kind, _ in closed()}
    found = [(Footprint(area.polygon, 0), area) for area in board.areas if area.kind in kinds]
    return tuple((foot, foot.bounds(), area.z, area.z + max(area.height, 1)) for foot, area in found)
