"""Squares: how far fighters are apart, in which band, who is engaged with whom, who sees whom, and what gives cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any

from ....core.decision import Choose
from ....core.grid import Tile
from ....core.state import Posture
from ....mechanics import grid
from ....space.grid import cells, views, ways
from ....space.grid.cells import ALTERNATING, CHEBYSHEV, OCTILE, Cell
from ....space.grid.ground import GridRules, Ground, ground_for
from ....space.grid.ways import Field, Members
from ....space.terrain import Point
from ..printed.catalogue import BANDS, Band
from ..records import NOBODY, SQUARE, Fighter, Model, Play, Thing
from ..records.position import fighters, layout, per_position, thing, things

OFF_BOARD = 999
HIDING = 2  # the silhouette from which on a body hides what is behind it

LIMITS: dict[str, tuple[int, ...]] = {"maneuver6": (1, 6, 12, 24, 36), "weston5": (1, 5, 10, 15, 20)}
"""The furthest square of each band, in each profile of ranges."""
DIAGONALS = {"one": CHEBYSHEV, "alternating": ALTERNATING, "octile": OCTILE}
"""What diagonal steps cost, by how the table counts them."""


@lru_cache(maxsize=8)
def _rules(diagonal: str, swift: bool, flying: bool, cutting: bool = True, friendly: bool = True) -> GridRules:
    going = (
        ("difficult", 1 if swift else 2),
        ("dangerous", 1),
        ("impassable", 0),
        ("pitfall", 0),
        ("obstacle", 0),
    )
    return GridRules(
        diagonals=DIAGONALS[diagonal],
        going=going,
        passing="everybody" if flying else "friends" if friendly else "nobody",
        claims=Posture.HELPLESS,
        corners="one" if cutting else "both",
    )


STEPS = _rules("one", False, False)
"""How squares lie next to each other, whatever the table plays of moves."""


def rules_for(play: Play, who: int, *, flying: bool = False) -> GridRules:
    """How a fighter goes over squares; what it rides is not as swift as itself."""
    model = Model(play, who)
    swift = flying or (model.talent("swift") > 0 and model.record.rides == NOBODY)
    option = play.option
    return _rules(option["diagonal"], swift, flying, option["corner-cutting"], option["friends-let-pass"])


def plain_rules(play: Play) -> GridRules:
    """How squares are counted where nobody moves."""
    return _rules(play.option["diagonal"], False, False)


def field_of(play: Play, who: int, *, flying: bool = False) -> Field:
    """The squares as a fighter finds them, those of the others of a group as full as that of the first."""
    return grid.field_of(play, who, rules_for(play, who, flying=flying), formation(play))


def free(play: Play, who: int, among: Iterable[Tile]) -> Iterator[Cell]:
    """The squares among these where a fighter could stand."""
    found = grid.vacant(play, who, rules_for(play, who), among)
    return (cell for cell in found if not is_crowded(play, who, cell)) if in_squares(play) else found


def choose_square(actor: Model, key: str, prompt: str, among: Callable[..., Sequence[Cell]], *args: Any) -> Cell:
    """A square of its player's liking, and the spot where a fighter then stands."""
    field = field_of(actor.play, actor.id)
    cell: Cell = actor.ask(Choose(key, prompt, among, *args, named=grid.places(field)))
    return field.placed(cell).spot


def near_things(play: Play, who: int, *kinds: str) -> list[Thing]:
    """The things of some kinds that are at hand to a fighter."""
    return [thing(play, id) for id in _near_things(play, who, kinds)]


@per_position
def _near_things(play: Play, who: int, kinds: tuple[str, ...]) -> tuple[int, ...]:
    found = (each for each in things(play) if each.kind in kinds)
    return tuple(
        each.id for each in found
        if (_is_at_door(play, who, each) if each.kind == "door" else at_hand(play, who, each.id))
    )  # fmt: skip


def _is_at_door(play: Play, who: int, door: Thing) -> bool:
    """Whether a square of a fighter touches the line of a door, be it with a corner."""
    x1, y1, x2, y2 = play.world.board.doors[door.number].line
    middles = (play.world.grid.centre(*cell[:2]) for cell in grid.taken_by(play, who))
    return any(
        min(x1, x2) - SQUARE // 2 <= x <= max(x1, x2) + SQUARE // 2
        and min(y1, y2) - SQUARE // 2 <= y <= max(y1, y2) + SQUARE // 2
        for x, y in middles
    )


def at_hand(play: Play, who: int, thing: int) -> bool:
    """Whether a thing is in a fighter's square or next to it, with no wall and no shut door between."""
    spot = grid.spot_of(play, thing)
    return spot is not None and is_at_hand(play, who, spot)


def is_at_hand(play: Play, who: int, spot: Cell) -> bool:
    """The same of what lies in a square."""
    if spot[:2] not in grid.near(play, who):
        return False
    if spot[2] not in _ground(play, who).floors(spot[:2]):
        return True  # it is set into a block, whose side can be reached
    return _reaches(play, who, spot)


def _reaches(play: Play, who: int, spot: Cell) -> bool:
    """Whether a square is a fighter's own or next to it, with no wall and no shut door between."""
    beside = (cell for cell in grid.taken_by(play, who) if cells.distance(play.world.grid, cell, spot) <= 1)
    return any(grid.is_clear(play, cell, spot) for cell in beside)


# ---- the squares of a group ------------------------------------------------------------------------------------------


def in_squares(play: Play) -> bool:
    """Whether each member of a group has a square of its own."""
    return play.option["groups-stand-on"] == "squares"


def others_of(play: Play, who: int) -> tuple[Cell, ...]:
    """Where the others of a group stand who are left and have a square of their own."""
    if who >= play.world.count or not in_squares(play) or not play.state.records[who].here:
        return ()
    return play.state.records[who].squares[: Model(play, who).alive - 1]


def formation(play: Play) -> Members:
    """Where the others of all groups stand: what is remembered of a position depends on it too."""
    return tuple(others_of(play, f.id) for f in fighters(play)) if in_squares(play) else ()


def taken_by(play: Play, who: int) -> tuple[Cell, ...]:
    """The squares that a fighter takes, or all of its group."""
    return (*grid.taken_by(play, who), *others_of(play, who))


def is_crowded(play: Play, who: int, cell: Cell) -> bool:
    """Whether a fighter who stood in a square would stand on the others of another group."""
    own = _ground(play, who).under(cell)
    return any(taken in own for f in fighters(play) if f.id != who for taken in others_of(play, f.id))


def nearest(play: Play, here: Iterable[Cell], there: Sequence[Cell]) -> int:
    """How many squares it is at least from some squares to others."""
    between = partial(cells.distance, play.world.grid, diagonals=plain_rules(play).diagonals)
    return min((between(p, q) for p in here for q in there), default=OFF_BOARD)


# ---- distances -------------------------------------------------------------------------------------------------------


def apart(play: Play, a: int, b: int) -> int:
    """How many squares two records are apart; a large number where one is off the board."""
    if play.option["groups-stand-on"] == "squares":  # not by `in_squares`, as little is asked as often
        return nearest(play, taken_by(play, a), taken_by(play, b))
    return _apart(play, min(a, b), max(a, b), play.option["diagonal"])


@per_position
def _apart(play: Play, a: int, b: int, diagonal: str) -> int:
    between = partial(cells.distance, diagonals=_rules(diagonal, False, False).diagonals)
    found = ways.apart(play.world.grid, layout(play), a, b, between)
    return OFF_BOARD if found is None else found


def band_of(play: Play, away: int) -> Band | None:
    """The band of a distance in squares, None beyond the last."""
    return next((band for band, limit in limits(play) if away <= limit), None)


def limits(play: Play) -> Iterator[tuple[Band, int]]:
    """Each band with its furthest square, which a scenario may set where the table plays it so."""
    return zip(BANDS, LIMITS.get(play.option["range-profile"], play.world.scenario.bands), strict=True)


def within(play: Play, here: Cell, far: int) -> Iterator[Tile]:
    """The squares at most so many from one."""
    return cells.within(play.world.grid, here, far, plain_rules(play).diagonals)


def reach_of(play: Play, band: Band) -> int:
    """The furthest square of a band."""
    return dict(limits(play))[band]


# ---- engagement ------------------------------------------------------------------------------------------------------


def by_corners(play: Play) -> bool:
    """Whether those are engaged whose squares share no more than a corner."""
    return play.option["engaged-across"] == "corners"


def in_contact(play: Play, a: int, b: int) -> bool:
    """Whether two fighters stand as near to each other as the table wants of those who fight."""
    return adjacent(play, a, b, corners=by_corners(play))


def adjacent(play: Play, a: int, b: int, *, corners: bool = True) -> bool:
    """Whether two fighters stand in squares next to each other, over a corner too if `corners`, with nothing
    between."""
    if play.option["groups-stand-on"] == "squares":
        ground, pairs = _ground(play, a), product(taken_by(play, a), taken_by(play, b))
        return any(p == q or ground.touches(p, q, corners=corners) for p, q in pairs)
    one, other = play.state.records[a].at, play.state.records[b].at
    wide = one.radius + other.radius + SQUARE
    if abs(one.x - other.x) > wide or abs(one.y - other.y) > wide:
        return False
    return _adjacent(play, min(a, b), max(a, b), corners)


@per_position
def _adjacent(play: Play, a: int, b: int, corners: bool) -> bool:
    return ways.next_to(play.world.board, layout(play), play.world.grid, STEPS, a, b, corners=corners)


def _ground(play: Play, who: int) -> Ground:
    return ground_for(play.world.board, layout(play), play.world.grid, STEPS, who)


def fights(play: Play, fighter: Fighter) -> bool:
    """Whether it is conscious and can act in melee; somebody staggered or bewitched cannot, unless the table plays it
    otherwise."""
    if fighter.state != "up":
        return False
    model, option = Model(play, fighter.id), play.option
    if model.staggered and not option["staggered-engage"]:
        return False
    return option["bewitched-engage"] or not model.has("bewitched")


def engaged_with(play: Play, who: int) -> list[int]:
    """The conscious enemies next to a fighter."""
    me, corners = play.state.records[who], by_corners(play)
    return [
        f.id for f in fighters(play)
        if f.owner != me.owner and fights(play, f) and adjacent(play, who, f.id, corners=corners)
    ]  # fmt: skip


def stays_in_fight(play: Play, who: int, cell: Cell) -> bool:
    """Whether a fighter in another square would still be in contact with everybody whom it fights: else it would have
    to withdraw first."""
    fighting = [taken_by(play, foe) for foe in engaged_with(play, who)]
    if not fighting:
        return True
    ground, corners = _ground(play, who), by_corners(play)
    touched = partial(ground.touches, corners=corners)
    return all(any(own == foe or touched(own, foe) for own in ground.under(cell) for foe in foes) for foes in fighting)


def in_the_way(play: Play, shooter: int, target: int) -> list[int]:
    """The friends of a shooter who fight its target; by one reading nobody fights somebody fallen."""
    records = play.state.records
    if not play.option["fallen-are-fought"] and not play.state.record(Fighter, target).able:
        return []
    owner = records[shooter].owner
    return [who for who in engaged_with(play, target) if who != shooter and records[who].owner == owner]


def is_engaged(play: Play, who: int) -> bool:
    """Whether a conscious enemy is next to it."""
    return bool(engaged_with(play, who))


def beside(play: Play, who: int, radius: int = 1) -> list[int]:
    """Everybody alive so many squares from a fighter, in the order of their numbers."""
    return [f.id for f in fighters(play) if f.here and f.id != who and apart(play, who, f.id) <= radius]


# ---- sight and cover -------------------------------------------------------------------------------------------------


def spots_of(play: Play, who: int) -> tuple[Point, ...]:
    """The middle of where a fighter stands, and of the squares of the others of its group; nothing off the board."""
    if grid.cell_of(play, who) is None:
        return ()
    others = (((*play.world.grid.centre(*cell[:2]), cell[2])) for cell in others_of(play, who))
    return (play.state.records[who].at.spot, *others)


def is_open(play: Play, a: int, b: int) -> bool:
    """Whether no wall and no shut door lies between two fighters, or the first of groups."""
    here, there = spots_of(play, a), spots_of(play, b)
    return bool(here and there) and grid.is_clear_between(play, here[0], there[0])


def sees(play: Play, a: int, b: int) -> bool:
    """Whether nothing lies on the line between the middles of two fighters, or of members of groups: no wall, no shut
    door, and no large body where those hide what is behind them."""
    a, b, hiding = min(a, b), max(a, b), play.option["large-bodies-hide"]
    if play.option["groups-stand-on"] != "squares":
        return _sees(play, a, b, hiding)
    return any(is_seen(play, p, q, hiding) for p in spots_of(play, a) for q in spots_of(play, b))


@per_position
def _sees(play: Play, a: int, b: int, hiding: bool) -> bool:
    return any(is_seen(play, p, q, hiding) for p in spots_of(play, a) for q in spots_of(play, b))


def is_seen(play: Play, here: Point, there: Point, hiding: bool) -> bool:
    """Whether nothing lies on the line between two spots."""
    world = play.world
    if not grid.is_clear_between(play, here, there):
        return False
    start, end = (world.grid.tile_at(*spot[:2]) for spot in (here, there))
    if not hiding or start is None or end is None:
        return True
    between = views.bodies_between(world.grid, layout(play), (*start, here[2]), (*end, there[2]))
    return not any(who < world.count and world.kits[who].profile.silhouette >= HIDING for who in between)


def covers(play: Play, who: int) -> tuple[Tile, ...]:
    """The squares of cover that a fighter can be behind: markers of that kind and low obstacles in its own square, and
    next to it where that is near enough and no wall is between."""
    return _covers(play, who, play.option["cover-from"] == "beside")


@per_position
def _covers(play: Play, who: int, beside: bool) -> tuple[Tile, ...]:
    own = grid.taken_by(play, who)
    near = grid.near(play, who) if beside else {cell[:2] for cell in own}
    marked = [tile for thing in things(play) if thing.kind == "cover" and (tile := grid.tile_of(play, thing.id))]
    found = (tile for tile in (*marked, *grid.low_cells(play)) if tile in near)
    return tuple(tile for tile in found if _reaches(play, who, (*tile, own[0][2])))


def in_cover_from(play: Play, who: int, shooter: int) -> bool:
    """Whether the cover that a fighter has taken lies on the side from which a shot comes, or on any where that is
    enough."""
    own, there = grid.taken_by(play, who), grid.cell_of(play, shooter)
    if not play.state.records[who].covered or not own or there is None:
        return False
    if play.option["cover-against"] == "all":
        return bool(covers(play, who))
    here = min(own, key=lambda cell: cells.distance(play.world.grid, there, cell))
    entry = views.comes_from(play.world.grid, there, here)
    return any(tile in (entry, here[:2]) for tile in covers(play, who))
