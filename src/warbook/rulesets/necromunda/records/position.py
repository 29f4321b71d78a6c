"""The position, asked in bulk: who is on the table, who is engaged with whom, what stands between."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypeVar

from ....core.length import INCH
from ....core.memo import Memoized
from ....core.naming import Names
from ....core.state import Body, Placement, Posture
from ....mechanics.position import layout as layout
from ....mechanics.position import memo_of, shut_doors, unturned_memo_of
from ....space.board import Board, floor_heights, per_board
from ....space.layout import Layout
from ....space.layout import layout as lay_out
from ....space.shapes import disc, sweeps, width, within_reach
from ....space.sight import contact, wall_between, within
from ....space.terrain import MOVE, Area, Polygon
from .effects import BROKEN
from .fighters import PRONE_HEIGHT, Fighter, Status
from .things import Cloud, Door, Lift, Rat
from .vehicles import CrewedVehicle
from .world import Play, State, World

CONTACT = 10
STEP = 500  # how much higher a base may stand than one that it touches, where a step is no height
Heights: TypeAlias = Literal["level", "step", "body"]
"""How much higher one base may stand than another that it touches (option `contact-over-heights`)."""
GRAIN = 2  # thousandths that may be lost where a way is cut off at a whole one
OFF_BARRICADE = 2 * CONTACT + GRAIN  # how much farther apart two are at most that touch a barricade, a hair off it each
GATE = 450  # how far the gate of a landing stands back from its edge
HALF_HIDDEN = 13  # of the 25 points of a silhouette: from here on cover is full
S = TypeVar("S", bound=Body)


def derive(world: World, state: State) -> Layout:
    """Packs the placements of a position, which keeps them from then on."""
    walls, clouds, ground = door_walls(world, state), smoke(world, state), heavy_ground(world, state)
    return lay_out(state, world.board, walls, clouds, ground)


per_position: Memoized[Play] = Memoized(memo_of)
"""Decorates a function of a play and plain values that asks about nothing but where everybody is."""

whichever_way: Memoized[Play] = Memoized(unturned_memo_of)
"""The same for one that does not ask which way anybody looks: neither for a facing nor for an arc."""


def board_now(play: Play) -> Board:
    """The board without what vehicles have broken: in a battle without them, the board of the world itself."""
    return without_the_broken(play.world, play.state) if play.world.vehicle_kits else play.world.board


def without_the_broken(world: World, state: State) -> Board:
    """The same of any position."""
    gone = broken(state)
    return world.board.without(gone) if gone else world.board


def broken(state: State) -> tuple[int, ...]:
    """The numbers of the pieces of the board that vehicles have broken."""
    return tuple(sorted([effect.amount for effect in state.effects if effect.name == BROKEN]))


def ground(play: Play) -> Board:
    """The board as it is for now: with the tops of hulls that carry, and with what lies on its floors."""
    return layout(play).with_ground(board_now(play))


def door_walls(world: World, state: State) -> tuple[tuple[int, ...], ...]:
    """What bars the way for now: doors that are shut, and the gates of landings where the lift is not."""
    board = world.board
    shut = shut_doors(board, _things(world, state, Door))
    return (*shut, *(gate for lift in _things(world, state, Lift) for gate in gates(board, lift.number, lift.level)))


@per_board
def gates(board: Board, number: int, stands: int) -> tuple[tuple[int, ...], ...]:
    """Low gates on every landing of a lift, except at the level where its plate stands.  They stand back from the edge,
    so that nobody whose base hangs over it is caught."""
    lift = board.lifts[number]
    corners = lift.polygon
    cx, cy = sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)
    polygon = [(x + max(-GATE, min(GATE, cx - x)), y + max(-GATE, min(GATE, cy - y))) for x, y in corners]
    return tuple(
        (ax, ay, bx, by, level, level + INCH, MOVE)
        for level in lift.levels
        if level and level != stands
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    )


def smoke(world: World, state: State) -> tuple[tuple[int, int, int, int], ...]:
    """Smoke and fumes, as spheres that nobody sees through."""
    hanging = (c for c in _things(world, state, Cloud) if c.kind in ("smoke", "fumes") and c.there)
    return tuple((c.at.x, c.at.y, c.at.z, c.size) for c in hanging)


def heavy_ground(world: World, state: State) -> tuple[Area, ...]:
    """Graviton fields, in which every step is hard."""
    fields = (c for c in _things(world, state, Cloud) if c.kind == "graviton" and c.there)
    return tuple(Area(disc(c.at.x, c.at.y, c.size), c.at.z, INCH, "difficult") for c in fields)


def things(play: Play, kind: type[S]) -> list[S]:
    """All records of a kind of thing."""
    return _things(play.world, play.state, kind)


def _things(world: World, state: State, kind: type[S]) -> list[S]:
    first = world.first_cloud if kind is Cloud else world.first_thing
    return [record for record in state.records[first:] if type(record) is kind]


def loose_rats(play: Play) -> list[Rat]:
    """The bomb delivery rats that run about."""
    return [rat for rat in things(play, Rat) if rat.there] if play.world.rats else []


def fighters(play: Play) -> list[Fighter]:
    """The records of all fighters, on the table or not."""
    records: Any = play.state.records  # of fighters first, and then of things
    known: list[Fighter] = records[: play.world.count]
    return known


def crewed_vehicles(world: World, state: State) -> list[CrewedVehicle]:
    """The records of all crewed vehicles, on the table or not."""
    records: Any = state.records
    known: list[CrewedVehicle] = records[world.count : world.first_thing]
    return known


def passengers(world: World, state: State) -> dict[int, int]:
    """The fighters who are in cages, off the table, each with its vehicle."""
    return {who: v.id for v in crewed_vehicles(world, state) for who in v.embarked}


def crawlers(state: State) -> tuple[int, ...]:
    """The fighters who are in crawlways, off the table."""
    return tuple(effect.on for effect in state.effects if effect.name == "crawling")


def vehicles_of_enemy(play: Play, seat: int) -> list[CrewedVehicle]:
    """The crewed vehicles of the other side that are on the table; a wreck is none."""
    known = crewed_vehicles(play.world, play.state)
    return [v for v in known if v.owner != seat and v.at.posture != Posture.AWAY and not v.wrecked]


def enemies(play: Play, seat: int) -> list[Fighter]:
    """The fighters of the other side that are on the table."""
    return [f for f in fighters(play) if f.owner != seat and f.status is not Status.OUT]


def friends(play: Play, who: int) -> list[Fighter]:
    """The other fighters of its own side that are on the table."""
    me = play.state.records[who]
    return [f for f in fighters(play) if f.owner == me.owner and f.id != who and f.status is not Status.OUT]


def beasts_of(play: Play, who: int) -> list[int]:
    """The beasts of a fighter that are on the table."""
    theirs = play.world.beasts.get(who)
    if theirs is None:  # mostly
        return []
    known = play.state.records_as(Fighter)
    return [beast for beast in theirs if known[beast].status is not Status.OUT]


def enemies_met(play: Play, who: int) -> tuple[int, ...]:
    """The enemies on the table in base contact with a fighter, or across a barricade that both touch: those on their
    feet and those who lie there."""
    return _enemies_met(play, who, play.option["contact-over-heights"])


def _enemies_met(play: Play, who: int, heights: Heights) -> tuple[int, ...]:
    records = play.state.records
    at = records[who].at
    return tuple(
        foe
        for foe in enemies_around(play, who)
        if in_contact(play, at, records[foe].at, heights) or across_barricade(play, at, records[foe].at)
    )


@whichever_way
def enemies_around(play: Play, who: int) -> tuple[int, ...]:
    """The enemies on the table in a box around a fighter in which all are who are less than an inch from it in plan, or
    an inch and a hair: whoever asks measures the distance; most are nowhere near."""
    me = play.state.records[who]
    at, owner = me.at, me.owner
    far = at.radius + INCH + OFF_BARRICADE + play.world.widest
    west, east, south, north = at.x - far, at.x + far, at.y - far, at.y + far
    return tuple(
        [
            f.id
            for f in fighters(play)
            if f.owner != owner and west < f.at.x < east and south < f.at.y < north and f.status is not Status.OUT
        ]
    )


def engaged_with(play: Play, who: int) -> tuple[int, ...]:
    """The standing enemies in base contact with a standing fighter, or across a barricade that both touch."""
    if not enemies_around(play, who):  # mostly, and nothing else is then worth remembering
        return ()
    return _engaged_with(play, who, play.option["contact-over-heights"])


@whichever_way
def _engaged_with(play: Play, who: int, heights: Heights) -> tuple[int, ...]:
    records = play.state.records_as(Fighter)
    if records[who].status is not Status.STANDING:
        return ()
    return tuple(foe for foe in _enemies_met(play, who, heights) if records[foe].status is Status.STANDING)


def meet(play: Play, a: Placement, b: Placement) -> bool:
    """Whether two fighters that stand there could fight: base to base, or across a barricade."""
    return touch(play, a, b) or across_barricade(play, a, b)


def touch(play: Play, a: Placement, b: Placement) -> bool:
    """Whether two fighters are base to base."""
    return in_contact(play, a, b, play.option["contact-over-heights"])


def in_contact(play: Play, a: Placement, b: Placement, heights: Heights) -> bool:
    """Whether two bases touch with nothing between: not through a wall or a closed door that both stand against."""
    return base_to_base(a, b, heights) and nothing_between(play, a, b)


def base_to_base(a: Placement, b: Placement, heights: Heights) -> bool:
    """Whether two bases touch: in plan, and one no higher above the other than the table allows."""
    if a.z == b.z or not joined(a, b, heights):
        return contact(a, b, CONTACT)
    return contact(a, b.moved_to((b.x, b.y, a.z)), CONTACT)


def joined(a: Placement, b: Placement, heights: Heights) -> bool:
    """Whether the heights of two bases do not keep them apart."""
    lower, higher = (a, b) if a.z <= b.z else (b, a)
    rise = higher.z - lower.z
    return rise <= STEP if heights == "step" else rise < lower.height if heights == "body" else not rise


def floors_joined(play: Play, at: Placement, other: Placement) -> list[int]:
    """The heights of other floors than that of a base on which another could stand in contact with it."""
    heights = play.option["contact-over-heights"]
    return [
        z
        for z in floor_heights(board_now(play))
        if z != other.z and joined(at.moved_to((*at.spot[:2], z)), other, heights)
    ]


def across_barricade(play: Play, a: Placement, b: Placement) -> bool:
    """Whether two fighters touch one obstacle less than an inch wide, and face each other over it: it lies between
    them, and they are no farther apart than the edition says."""
    board, gap = board_now(play), play.world.edition.barricade_gap
    if not board.obstacles or not near_by(play, a, b, gap + OFF_BARRICADE):
        return False
    return any(
        touches_obstacle(a, polygon, z)
        and touches_obstacle(b, polygon, z)
        and sweeps(polygon, a.spot, b.spot, 1)
        and (within(a, b, gap) or within(a, b, gap + off_obstacle(a, polygon) + off_obstacle(b, polygon) + GRAIN))
        for polygon, z in barricades(board)
    )


def off_obstacle(at: Placement, polygon: Polygon) -> int:
    """How far off an obstacle a base is that touches it, in thousandths: two who fight over it are no nearer to each
    other for that."""
    return next(off for off in range(CONTACT + 1) if within_reach(polygon, at.x, at.y, at.radius + off))


def at_barricade(play: Play, at: Placement) -> bool:
    """Whether a base stands at a barricade, over which another may face it."""
    return any(touches_obstacle(at, polygon, z) for polygon, z in barricades(board_now(play)))


def touches_obstacle(at: Placement, polygon: Polygon, z: int) -> bool:
    """Whether a base stands against an obstacle, on its floor."""
    return at.z == z and within_reach(polygon, at.x, at.y, at.radius + CONTACT)


@per_board
def barricades(board: Board) -> tuple[tuple[Polygon, int], ...]:
    """The obstacles narrow enough to fight across, and the floors they stand on."""
    return tuple((o.polygon, o.z) for o in board.obstacles if width(o.polygon) < INCH)


def near_by(play: Play, a: Placement, b: Placement, reach: int) -> bool:
    """Whether two bases are at most `reach` apart as the rules measure: never through a wall or a closed door."""
    return within(a, b, reach) and nothing_between(play, a, b)


def nothing_between(play: Play, a: Placement, b: Placement) -> bool:
    """Whether no wall and no closed door stands between two places, on the level of the higher one."""
    return not wall_between(layout(play), board_now(play), a, b, PRONE_HEIGHT)


def stands_in(play: Play, at: Placement, number: int) -> bool:
    """Whether a base is at least partly in an area of the board, on the level of that."""
    area = play.world.board.areas[number]
    return area.z <= at.z <= area.z + area.height and within_reach(area.polygon, at.x, at.y, at.radius)


def namer(play: Play, words: Mapping[Any, str] | None = None) -> Names:
    """How ids are read out to people; a negative one stands for nobody.  `words` are for options that are no ids."""
    return Names(play.world.names, words)
