"""The end of the floor: where vehicles go over it, and what a fall does to them and to those below."""

from __future__ import annotations

from ....core.length import INCH
from ....core.state import Body, Placement, Posture
from ....core.structs import replace
from ....space.board import Piece
from ....space.drives.met import Driven, Met
from ....space.footprints import HullSide, middle_of
from ....space.movement import Fall, landing, overlapping, plunge, settle
from ....space.planar import on_board
from ....space.shapes import contains, stretched
from ....space.terrain import Block, Platform
from ..checks.sides import rear_of
from ..events.moments import DroveInto
from ..events.movement import Fell
from ..events.things import ThingFell
from ..harm import control, falling, vehicle_hits
from ..records import Cache, Casket, CrewedVehicle, Driver, Fighter, Model, Play, Rat, Trap, Vehicle
from ..records import Piece as Thing
from ..records.position import board_now, broken, crewed_vehicles, layout, per_position
from . import riders

LOOSE = (Cache, Casket, Rat, Thing, Trap, Vehicle)
"""Things that come down where the floor below them is gone."""
A_STEP = 3 * INCH  # of the height of a fall makes control so much harder to keep


def go_over(play: Play, into: DroveInto) -> None:
    """Where the floor ends a vehicle falls, with everybody aboard, to the next one below.

    The fall is a hit on its drive, as hard as its rear; whatever it comes down on takes the same; and it has to keep
    control, the harder the deeper it fell.  A pit that is too wide for it only stops it.
    """
    driver = Driver(play, into.who)
    if into.met.what != "brink" or driver.at.posture == Posture.AWAY:
        return
    spot = fall_from(driver, driver.at, into.met)
    if not spot.pit and spot.drop:
        come_down(play, driver, spot)


def come_down(play: Play, driver: Driver, spot: Fall) -> None:
    """The end of a fall."""
    play.happen(Fell(driver.id, spot.drop))
    below = replace(driver.at, x=spot.x, y=spot.y, z=spot.z)
    riders.carry(play, driver, below)
    blow = falling.falling_strike(play.world.edition.library, spot.drop)
    if blow is not None:
        vehicle_hits.strike(play, driver, blow, rear_of(driver), at="drive")
    for who in spot.onto:
        falling.fall_on(play, who, blow, driver.id)
    if spot.onto:
        shift(play, driver)
    control.keep_control(play, driver, -spot.drop // A_STEP)


def shift(play: Play, driver: Driver) -> None:
    """From on top of others it comes down beside them, the shortest way."""
    at = driver.at
    free = settle(board_now(play), layout(play), driver.id, at.spot)
    if free is not None and free != at.spot:
        riders.carry(play, driver, at.moved_to(free))


def standing_on(play: Play, piece: Piece) -> list[int]:
    """Who and what stands on a piece of the board."""
    if not isinstance(piece, Platform) and not (isinstance(piece, Block) and piece.top):
        return []
    top = piece.z if isinstance(piece, Platform) else piece.z + piece.height
    return [
        record.id
        for record in play.state.records
        if record.at.z == top and contains(piece.polygon, record.at.x, record.at.y) and _is_there(record)
    ]


def _is_there(record: Body) -> bool:
    if isinstance(record, Fighter | CrewedVehicle):
        return record.at.posture != Posture.AWAY
    return isinstance(record, LOOSE) and getattr(record, "there", True)


def lose_footing(play: Play, who: int) -> None:
    """Whoever stands on nothing, as on what is broken, falls to the next floor below; things come down there and are
    none the worse for it."""
    board, record = board_now(play), play.state.records[who]
    if board.on_floor(*record.at.spot) or board.slope(*record.at.spot) is not None or not _is_there(record):
        return
    if not isinstance(record, Fighter | CrewedVehicle):
        x, y, z = record.at.spot
        play.happen(ThingFell(who, x, y, board.floor_below(x, y, z)))
        return
    spot = plunge(board, layout(play), who)
    if isinstance(record, Fighter):
        falling.come_down(play, Model(play, who), spot)
    elif record.wrecked:
        riders.carry(play, Driver(play, who), record.at.moved_to(spot.spot))
    else:
        come_down(play, Driver(play, who), spot)


def fall_from(driver: Driver, at: Placement, brink: Met) -> Fall:
    """Where a vehicle comes down that meets the end of the floor with this side ahead.  Tops of others are no floor
    for it."""
    return _fall_from(driver.play, driver.id, at, brink.side or HullSide.FRONT, broken(driver.play.state))


@per_position
def _fall_from(play: Play, who: int, at: Placement, side: HullSide, gone: tuple[int, ...]) -> Fall:
    """The same, with these pieces of the board `gone`."""
    record = play.state.record(CrewedVehicle, who)
    now = bare = layout(play).after(replace(record, at=at))
    for v in crewed_vehicles(play.world, play.state):
        if v.id != who and v.at.posture != Posture.AWAY:
            bare = bare.after(replace(v, at=replace(v.at, posture=int(Posture.AWAY))))
    ahead = middle_of(at, side)
    if board_now(play).on_floor(*at.spot):
        spot = landing(board_now(play), bare, who, ahead)
    else:  # over the side of a ramp
        dx, dy = stretched(ahead[0] - at.x, ahead[1] - at.y, at.radius + 1)
        beside = at.moved_to((*on_board(board_now(play), (at.x + dx, at.y + dy), at.radius), at.z))
        spot = plunge(board_now(play), bare.after(replace(record, at=beside)), who)
    return replace(spot, onto=overlapping(now, who, spot.spot))


def foretold(driver: Driver, found: Driven) -> Fall | None:
    """Where a vehicle falls from the end of the floor that stops a drive; None where it does not come to that."""
    met = found.stopped
    return None if met is None or met.what != "brink" else fall_from(driver, found.end, met)
