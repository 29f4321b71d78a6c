"""What a crewed vehicle is worth as it is, and where it would like to be, for players that look one step ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ....core.length import INCH
from ....core.state import Placement, Posture
from ....space.afoot import Field, nearest, ways_to
from ....space.board import Board, per_board
from ....space.drives.driving import driven
from ....space.drives.met import DriveRules
from ....space.layout import Layout, Row, row_of
from ....space.movement import Point, Rules
from ....space.shapes import middle_of_box
from ..battle.zones import zones_named
from ..records import Condition, CrewedVehicle, Driver, Fighter, Play, Status, VehicleKit
from ..records.position import board_now, crewed_vehicles, fighters, layout

WORTH = 36.0  # with all its Hull Points, its engine running
HULL = 0.6  # of it lies in its Hull Points
STALLED, UNCONSCIOUS, SCRATCHED, HELD_BACK = 0.85, 0.6, 0.93, 0.95
GUNS = 0.3  # in its weapons, all of them
BADLY: dict[Condition, float] = {"blaze": 0.85, "blind": 0.9}
READY = 0.6
FAR = 0.2  # for each inch that it is further from the nearest enemy than its guns would like
MOST_PLACES = 1 << 14  # from which a board remembers where straight on leads
ERRAND = 0.2  # for each inch to a goal
ROLLING = Rules(allowance=200 * INCH, may_climb=False, may_leap=False, may_jump=False, may_link=False)


def worth(kit: VehicleKit, v: CrewedVehicle) -> float:
    """What a vehicle on the table is worth in the state that it is in."""
    left = WORTH * (1.0 - HULL * (1.0 - v.hull_points / kit.profile.hull_points))
    left *= SCRATCHED**v.flesh
    for condition in v.conditions:
        left *= BADLY.get(condition, 1.0)
    for so, factor in ((v.stalled, STALLED), (v.unconscious, UNCONSCIOUS), (v.held_back, HELD_BACK)):
        left *= factor if so else 1.0
    if v.destroyed and kit.weapons:
        left *= 1.0 - GUNS * len(v.destroyed) / len(kit.weapons)
    return left + READY * v.ready


def difference(play: Play) -> float:
    """What the vehicles of red are worth where they are, less those of blue."""
    total = 0.0
    for v in on_table(play):
        kit = play.world.vehicle_kits[v.id - play.world.count]
        found = worth(kit, v) - _short_of(play, kit, v)
        total += found if v.owner == 0 else -found
    return total


def on_table(play: Play) -> list[CrewedVehicle]:
    """The vehicles on the table that are no wrecks."""
    return [v for v in crewed_vehicles(play.world, play.state) if v.at.posture != Posture.AWAY and not v.wrecked]


def of_side(play: Play, seat: int) -> list[CrewedVehicle]:
    """Those of one side."""
    return [v for v in on_table(play) if v.owner == seat] if play.world.vehicle_kits else []


def leads(play: Play, who: int) -> Sequence[Callable[[Point], float]]:
    """Where a vehicle may want to be: functions from a point to about how far it is from its goals, and from the
    nearest enemy; none for a fighter."""
    if not play.world.is_crewed(who):
        return ()
    kit = play.world.vehicle_kits[who - play.world.count]
    owner = play.state.records[who].owner
    found = (_goals(play, kit, owner), _enemies(play, kit, owner))
    return [partial(nearest, ways=ways) for ways in found if ways]


def _short_of(play: Play, kit: VehicleKit, v: CrewedVehicle) -> float:
    """What a vehicle's side loses by its being far from where it would like to be.  It drives ahead: half of it is how
    far it would be then."""
    if v.stalled:
        return 0.0
    places, lost = (v.at.spot, _ahead(play, v.id)), 0.0
    if goals := _goals(play, kit, v.owner):
        lost += ERRAND * sum(nearest(at, goals) / INCH for at in places) / 2.0
    if enemies := _enemies(play, kit, v.owner):
        lost += FAR * sum(max(0.0, nearest(at, enemies) / INCH - _wanted(kit)) for at in places) / 2.0
    return lost


def _ahead(play: Play, who: int) -> Point:
    """Where a vehicle gets to that drives straight on until something is in its way that stays there."""
    driver = Driver(play, who)
    return _straight_on(board_now(play), driver.at, driver.move, layout(play).wall_rows)


@per_board.at_most(MOST_PLACES)
def _straight_on(board: Board, at: Placement, far: int, doors: tuple[Row, ...]) -> Point:
    alone = Layout([row_of(at, -1)], doors, shapes={0: at.shape} if at.shape else {})
    return driven(board, alone, 0, ((far, at.fx, at.fy),), DriveRules(allowance=far)).end.spot


def _goals(play: Play, kit: VehicleKit, owner: int) -> list[tuple[Point, Field]]:
    if "goal" not in play.world.scenario.scores(owner):
        return []
    zones = zones_named(play.world.board, play.world.scenario.goal)
    return _ways(play, kit, [(*middle_of_box(zone), 0) for zone in zones])


def _enemies(play: Play, kit: VehicleKit, owner: int) -> list[tuple[Point, Field]]:
    foes = [f.at.spot for f in fighters(play) if _is_foe(f, owner)]
    return _ways(play, kit, foes + [v.at.spot for v in of_side(play, 1 - owner)])


def _is_foe(f: Fighter, owner: int) -> bool:
    return f.owner != owner and f.status is not Status.OUT and f.at.posture != Posture.AWAY


def _ways(play: Play, kit: VehicleKit, spots: list[Point]) -> list[tuple[Point, Field]]:
    return ways_to(play.world.board, layout(play).wall_rows, spots, ROLLING, kit.profile.width // 2)


def _wanted(kit: VehicleKit) -> float:
    """How near to its enemies its guns would like to be, in inches."""
    return max((profile.short / INCH for weapon in kit.weapons for profile in weapon.profiles), default=0.0)
