"""Squares: how far fighters are apart, in which band, who is engaged with whom, who sees whom, and what gives cover."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from ....core.grid import Tile
from ....core.state import Posture
from ....mechanics.world import per_battle
from ....space.grid import cells, views, ways
from ....space.grid.cells import ALTERNATING, CHEBYSHEV, Cell
from ....space.grid.ground import GridRules
from ....space.shapes import contains
from ..printed.catalogue import BANDS, Band
from ..records import Fighter, Model, Play
from ..records.position import fighters, layout, per_position, things
from ..records.world import SQUARE

EYE = SQUARE  # how high above its floor somebody looks, and is looked at
HIDING = 2  # the silhouette from which on a body hides what is behind it

MANEUVERS = (1, 6, 12, 24, 36)
LIMITS: dict[str, tuple[int, ...]] = {"maneuver6": MANEUVERS, "weston5": (1, 5, 10, 15, 20)}
"""The furthest square of each band, in each profile of ranges."""


@lru_cache(maxsize=8)
def _rules(diagonal: str, swift: bool, flying: bool) -> GridRules:
    going = (
        ("difficult", 1 if swift else 2),
        ("dangerous", 1 if swift else 2),
        ("impassable", 0),
        ("pitfall", 0),
        ("obstacle", 0),
    )
    return GridRules(
        diagonals=ALTERNATING if diagonal == "alternating" else CHEBYSHEV,
        going=going,
        passing="everybody" if flying else "friends",
        claims=Posture.HELPLESS,
    )


def rules_for(play: Play, who: int, *, flying: bool = False) -> GridRules:
    """How a fighter goes over squares."""
    swift = flying or Model(play, who).talent("swift") > 0
    return _rules(play.option["diagonal"], swift, flying)


def plain_rules(play: Play) -> GridRules:
    """How squares are counted where nobody moves."""
    return _rules(play.option["diagonal"], False, False)


def cell_of(play: Play, who: int) -> Cell | None:
    """The square of a record, None off the board."""
    at = play.state.records[who].at
    tile = play.world.grid.tile_at(at.x, at.y)
    return None if tile is None or at.posture == Posture.AWAY else (*tile, at.z)


@per_position
def taken_by(play: Play, who: int) -> tuple[Cell, ...]:
    """All the squares that a fighter takes."""
    return ways.cells_of(play.world.grid, layout(play), who)


def square_of(play: Play, thing: int) -> Cell | None:
    """The square of anything, whether or not it takes part in the fight."""
    at = play.state.records[thing].at
    tile = play.world.grid.tile_at(at.x, at.y)
    return None if tile is None else (*tile, at.z)


def at_hand(play: Play, who: int, thing: int) -> bool:
    """Whether a thing is in a fighter's square or next to it."""
    return thing in things_at_hand(play, who)


@per_position
def things_at_hand(play: Play, who: int) -> tuple[int, ...]:
    """The things in a fighter's square or next to it."""
    grid, own = play.world.grid, taken_by(play, who)
    near = {*(cell[:2] for cell in own), *(tile for cell in own for tile in cells.neighbours(grid, cell))}
    return tuple(each.id for each in things(play) if grid.tile_at(each.at.x, each.at.y) in near)


# ---- distances -------------------------------------------------------------------------------------------------------


def apart(play: Play, a: int, b: int) -> int:
    """How many squares two records are apart; a large number where one is off the board."""
    return _apart(play, min(a, b), max(a, b), play.option["diagonal"])


@per_position
def _apart(play: Play, a: int, b: int, diagonal: str) -> int:
    between = partial(cells.distance, diagonals=_rules(diagonal, False, False).diagonals)
    found = ways.apart(play.world.grid, layout(play), a, b, between)
    return 999 if found is None else found


def band_of(play: Play, away: int) -> Band | None:
    """The band of a distance in squares, None beyond the last."""
    return next((band for band, limit in limits(play) if away <= limit), None)


def limits(play: Play) -> Iterator[tuple[Band, int]]:
    """Each band with its furthest square, which a scenario may set where the table plays it so."""
    profile, scenario = play.option["range-profile"], play.world.scenario
    own = scenario.bands if profile == "custom" and scenario is not None else None
    return zip(BANDS, own or LIMITS.get(profile, MANEUVERS), strict=True)


def within(play: Play, here: Cell, far: int) -> Iterator[Tile]:
    """The squares at most so many from one."""
    return cells.within(play.world.grid, here, far, plain_rules(play).diagonals)


def reach_of(play: Play, band: Band) -> int:
    """The furthest square of a band."""
    return dict(limits(play))[band]


# ---- engagement ------------------------------------------------------------------------------------------------------


def touches(play: Play, a: int, b: int) -> bool:
    """Whether two fighters stand in squares next to each other, with nothing between."""
    one, other = play.state.records[a].at, play.state.records[b].at
    wide = one.radius + other.radius + SQUARE
    if abs(one.x - other.x) > wide or abs(one.y - other.y) > wide:
        return False
    return _touches(play, min(a, b), max(a, b))


@per_position
def _touches(play: Play, a: int, b: int) -> bool:
    return ways.next_to(play.world.board, layout(play), play.world.grid, _rules("one", False, False), a, b)


def fights(fighter: Fighter) -> bool:
    """Whether it is conscious and can act in melee."""
    return fighter.state == "up"


def engaged_with(play: Play, who: int) -> list[int]:
    """The conscious enemies next to a fighter."""
    me = play.state.records[who]
    return [f.id for f in fighters(play) if f.owner != me.owner and fights(f) and touches(play, who, f.id)]


def is_engaged(play: Play, who: int) -> bool:
    """Whether a conscious enemy is next to it."""
    return bool(engaged_with(play, who))


def beside(play: Play, who: int, radius: int = 1) -> list[int]:
    """Everybody alive so many squares from a fighter, in the order of their numbers."""
    return [f.id for f in fighters(play) if f.here and f.id != who and apart(play, who, f.id) <= radius]


# ---- sight and cover -------------------------------------------------------------------------------------------------


def sees(play: Play, a: int, b: int) -> bool:
    """Whether nothing lies on the line between two fighters: no wall, no shut door, no large body."""
    return _sees(play, min(a, b), max(a, b))


@per_position
def _sees(play: Play, a: int, b: int) -> bool:
    here, there = cell_of(play, a), cell_of(play, b)
    if here is None or there is None:
        return False
    world, now = play.world, layout(play)
    if not views.sees(world.board, now, world.grid, here, there, eye=EYE, mark=EYE):
        return False
    between = views.bodies_between(world.grid, now, here, there)
    return not any(who < world.count and world.kits[who].profile.silhouette >= HIDING for who in between)


def is_clear(play: Play, here: Cell, there: Cell) -> bool:
    """Whether no wall and no shut door lies between two squares."""
    return views.sees(play.world.board, layout(play), play.world.grid, here, there, eye=EYE, mark=EYE)


def cover_near(play: Play, who: int) -> bool:
    """Whether there is something to take cover behind in its own square or next to it."""
    return bool(covers(play, who))


@per_position
def covers(play: Play, who: int) -> tuple[Cell, ...]:
    """The squares of cover in and next to that of a fighter: markers of that kind and low obstacles."""
    own = taken_by(play, who)
    near = {tile for cell in own for tile in (cell[:2], *cells.neighbours(play.world.grid, cell))}
    found = [c for thing in things(play) if thing.kind == "cover" and (c := _tile_of(play, thing.id)) is not None]
    return tuple((*tile, own[0][2]) for tile in (*found, *low_squares(play)) if tile in near)


def _tile_of(play: Play, who: int) -> tuple[int, int] | None:
    at = play.state.records[who].at
    return play.world.grid.tile_at(at.x, at.y)


@per_battle
def low_squares(play: Play) -> frozenset[tuple[int, int]]:
    """The squares that low obstacles fill."""
    grid, polygons = play.world.grid, [obstacle.polygon for obstacle in play.world.board.obstacles]
    return frozenset(tile for tile in grid.tiles() if any(contains(each, *grid.centre(*tile)) for each in polygons))


def stands_on(play: Play, who: int, kind: str) -> bool:
    """Whether the middle of a fighter is on ground of a kind."""
    at = play.state.records[who].at
    return any(
        area.kind == kind and area.z <= at.z <= area.z + area.height and contains(area.polygon, at.x, at.y)
        for area in play.world.board.areas
    )


@per_battle
def squares_of(play: Play, zone: str) -> tuple[tuple[int, int], ...]:
    """The squares of a zone of the board."""
    grid = play.world.grid
    polygon = next(each.polygon for each in play.world.board.zones if each.name == zone)
    return tuple(tile for tile in grid.tiles() if contains(polygon, *grid.centre(*tile)))


def in_cover_from(play: Play, who: int, shooter: int) -> bool:
    """Whether the cover that a fighter has taken lies on the side from which a shot comes."""
    own, there = taken_by(play, who), cell_of(play, shooter)
    if not play.state.records[who].covered or not own or there is None:
        return False
    here = min(own, key=lambda cell: cells.distance(play.world.grid, there, cell))
    entry = views.comes_from(play.world.grid, there, here)
    return any(cell[:2] in (entry, here[:2]) for cell in covers(play, who))
