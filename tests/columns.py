"""Columns: an invented game of a few lines with units, a hull and a grid, for any number of seats.

Each side has two squads and a truck.  Squads are put on the table whole, then march; the truck drives to any square of
the grid near it.  Whoever stands nearest to the middle of the table after three rounds wins.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Literal

from warbook.core.decision import Choose, Reasons
from warbook.core.events import Event
from warbook.core.grid import BoardGrid
from warbook.core.length import INCH
from warbook.core.naming import Names
from warbook.core.play import Handle, Play
from warbook.core.ruleset import Result, Ruleset, Setup
from warbook.core.shape import Hull
from warbook.core.state import Body, Placement, Posture, Record, State, Turn
from warbook.core.structs import replace
from warbook.core.tableau import Badge, Counter, Side, Tableau, Unit
from warbook.core.tableau import Body as Drawn
from warbook.space.boardfile import read_board
from warbook.space.grid.cells import grid_over, within
from warbook.space.layout import layout
from warbook.space.marching import March
from warbook.space.movement import Rules
from warbook.space.mustering import Muster
from warbook.space.terrain import Polygon

ROUNDS, MOVE, DRIVE = 3, 6 * INCH, 6
FAR = 40  # squares that a truck may drive in the game of far drives: all of them, and it may stay
SIZE = 5  # models of a squad
TRUCK = Hull(4500, 3000)
COLOURS = ("Red", "Blue", "Ochre", "Green")
BOARD = """
kind = "board"
id = "plain"
title = "The plain"
size = [36, 30]
[[block]]
rect = [15, 11, 6, 3]
height = 3
[[area]]
kind = "difficult"
rect = [4, 12, 6, 6]
[[wall]]
points = [[24, 17], [31, 17]]
height = 2
"""


class Trooper(Body, frozen=True, kw_only=True):
    unit: int


class Truck(Body, frozen=True, kw_only=True):
    moved: bool = False


class Squad(Record, frozen=True, kw_only=True):
    members: tuple[int, ...]
    placed: bool = False
    moved: bool = False


class Go(Turn, frozen=True):
    seat: int = 0
    round: int = 1


class Placed(Event, frozen=True):
    """A squad is put somewhere, or has marched."""

    who: int
    spots: tuple[tuple[int, int, int], ...]
    text: ClassVar[str] = "{who} takes its place."

    def apply(self, state: State[Any, Any]) -> None:
        squad = state.record(Squad, self.who)
        for id, spot in zip(squad.members, self.spots, strict=True):
            trooper = state.record(Trooper, id)
            state.put(replace(trooper, at=replace(trooper.at.moved_to(spot), posture=Posture.UP)))
        state.put(replace(squad, moved=squad.placed, placed=True))


class Drove(Event, frozen=True):
    who: int
    x: int
    y: int
    text: ClassVar[str] = "{who} drives on."

    def apply(self, state: State[Any, Any]) -> None:
        truck = state.record(Truck, self.who)
        fx, fy = self.x - truck.at.x, self.y - truck.at.y
        at = replace(truck.at, x=self.x, y=self.y)
        state.put(replace(truck, moved=True, at=replace(at, fx=fx, fy=fy) if (fx, fy) != (0, 0) else at))


class Ended(Event, frozen=True):
    """A side has done all that it does in a round."""

    seats: int
    text: ClassVar[str] = "The next side goes."

    def apply(self, state: State[Any, Any]) -> None:
        now = state.turn
        last = now.seat == self.seats - 1
        state.turn = Go(0 if last else now.seat + 1, now.round + last)
        if last:
            for record in tuple(state.records):
                if isinstance(record, Squad | Truck):
                    state.put(replace(record, moved=False))


class SquadHandle(Handle[Squad]):
    """A squad, in the words of the rules."""

    @property
    def left(self) -> tuple[int, ...]:
        """Its models on the table."""
        records = self.play.state.records
        return tuple(id for id in self.record.members if records[id].at.posture)


class World:
    """What never changes: the board, the grid over it, and the names."""

    def __init__(self, seats: int, far: bool) -> None:
        self.board = read_board(BOARD, "columns")
        self.grid: BoardGrid = grid_over(self.board, 1440 if far else 1500)
        self.names: dict[int, str] = {}
        self.seats, self.far = seats, far


def table(seats: int, far: bool, ruleset: Ruleset, content: dict[str, Any]) -> tuple[World, State[Any, Any]]:
    world, records = World(seats, far), list[Record]()
    for seat in range(seats):
        for number in range(2):
            unit, members = len(records) + SIZE, tuple(range(len(records), len(records) + SIZE))
            away = Placement(0, 0, posture=Posture.AWAY)
            for n, id in enumerate(members):
                world.names[id] = f"{COLOURS[seat]} {number + 1}-{n + 1}"
                records.append(Trooper(id=id, owner=seat, profile="trooper", at=away, unit=unit))
            world.names[unit] = f"{COLOURS[seat]} squad {number + 1}"
            records.append(Squad(id=unit, owner=seat, profile="squad", members=members))
        world.names[len(records)] = f"the {COLOURS[seat].lower()} truck"
        west, _, east, north = corners(seat)
        x, y = world.grid.centre(*(world.grid.tile_at((west + east) // 2, north - 2 * INCH) or (0, 0)))
        at = Placement(x, y, 0, 1, 0, TRUCK.radius, 2000, shape=TRUCK)
        records.append(Truck(id=len(records), owner=seat, profile="truck", at=at))
    return world, State(records, Go())


EDGES = ((2, 0, 34, 7), (2, 23, 34, 30), (0, 8, 7, 22), (29, 8, 36, 22))


def corners(seat: int) -> tuple[int, int, int, int]:
    """The edge of the table where a side starts: west, south, east, north."""
    west, south, east, north = EDGES[seat]
    return west * INCH, south * INCH, east * INCH, north * INCH


def zone(seat: int) -> Polygon:
    west, south, east, north = corners(seat)
    return ((west, south), (east, south), (east, north), (west, north))


def turn(play: Play[Any, Any, Any]) -> None:
    """Whoever is next puts a squad on the table, or moves something."""
    now = play.state.turn
    squads = [r for r in play.state.records if isinstance(r, Squad) and r.owner == now.seat]
    waiting = [squad for squad in squads if not squad.placed]
    if waiting:
        put_down(play, waiting[0])
        return
    trucks = [r for r in play.state.records if isinstance(r, Truck) and r.owner == now.seat]
    ready = [squad.id for squad in squads if not squad.moved] + [truck.id for truck in trucks if not truck.moved]
    if not ready:
        play.happen(Ended(play.ruleset.seats))
        return
    named = Names(play.world.names, {-1: "end the turn"})
    which = play.ask(now.seat, Choose("unit", "Which unit goes?", lambda: [*ready, -1], named=named, idle=(-1,)))
    if which < 0:
        play.happen(Ended(play.ruleset.seats))
    elif isinstance(play.state.records[which], Squad):
        march(play, which)
    else:
        drive(play, which)


def put_down(play: Play[Any, Any, Any], squad: Squad) -> None:
    board = play.world.board
    question = Muster(
        "muster", f"Where does {play.world.names[squad.id]} begin?", board, layout(play.state, board), squad.members,
        zones=[zone(squad.owner)], name=partial(name_of, play.world),
    )  # fmt: skip
    play.happen(Placed(squad.id, play.ask(squad.owner, question)))


def march(play: Play[Any, Any, Any], unit: int) -> None:
    board, squad = play.world.board, SquadHandle(play, unit)
    question = March(
        "march", f"Where does {play.world.names[unit]} go?", board, layout(play.state, board), squad.left, Rules(MOVE),
        name=partial(name_of, play.world),
    )  # fmt: skip
    answer = play.ask(squad.owner, question)
    play.happen(Placed(unit, tuple(at.spot for at in question.placed(answer).values())))


def drive(play: Play[Any, Any, Any], who: int) -> None:
    grid, at = play.world.grid, play.state.records[who].at
    here = grid.tile_at(at.x, at.y)
    squares: list[tuple[int, int] | None] = list(within(grid, here, FAR if play.world.far else DRIVE))
    if play.world.far:
        squares.insert(0, None)

    def refuse(square: tuple[int, int] | None) -> Reasons:
        if square is None:
            return ()
        x, y = grid.centre(*square)
        blocked = any(
            r.id != who and r.at.posture and abs(r.at.x - x) < 2 * INCH and abs(r.at.y - y) < 2 * INCH
            for r in play.state.records
            if isinstance(r, Body)
        )
        return ("Somebody is in the way.",) if blocked else ()

    named = Names(
        {}, {None: "stay"}, said=lambda square: f"square {square[0] + 1}-{square[1] + 1}",
        spot=lambda square: (*grid.centre(*square), 0),
    )  # fmt: skip
    square = play.ask(
        play.state.records[who].owner,
        Choose("square", f"Where does {play.world.names[who]} drive?", lambda: squares, refuse=refuse, named=named),
    )
    play.happen(Drove(who, *((at.x, at.y) if square is None else grid.centre(*square))))


def result(state: State[Any, Any]) -> Result | None:
    if state.turn.round <= ROUNDS:
        return None
    points = [0] * (1 + max(record.owner for record in state.records))
    for record in state.records:
        if isinstance(record, Trooper) and abs(record.at.x - 18 * INCH) + abs(record.at.y - 15 * INCH) < 9 * INCH:
            points[record.owner] += 1
    best = max(points)
    return Result(points.index(best) if points.count(best) == 1 else -1, tuple(points), "three rounds are over")


def name_of(world: World, who: int) -> str:
    return world.names[who]


def tableau(play: Play[Any, Any, Any]) -> Tableau:
    now, names = play.state.turn, play.world.names
    bodies, units = list[Drawn](), list[Unit]()
    for record in play.state.records:
        if isinstance(record, Squad):
            units.append(
                Unit(
                    record.id, record.owner, names[record.id], "squad", record.members, record.members[0],
                    words=("has marched" if record.moved else "steady",), ready=not record.moved,
                    badges=(Badge("M", "has marched", "mark"),) if record.moved else (),
                    counters=(Counter("strength", SIZE, SIZE),),
                )
            )  # fmt: skip
        else:
            at = record.at
            unit, label = (-1, "T") if isinstance(record, Truck) else (record.unit, names[record.id][-1])
            stands: Literal["here", "waiting"] = "here" if at.posture else "waiting"
            bodies.append(
                Drawn(record.id, record.owner, label, names[record.id], record.profile, at, stands=stands, unit=unit,
                      looks=isinstance(record, Truck))
            )  # fmt: skip
    sides = tuple(Side(seat, COLOURS[seat]) for seat in range(play.world.seats))
    return Tableau(
        f"Round {now.round}", sides, tuple(bodies), round=now.round, units=tuple(units), grid=play.world.grid
    )


def columns(seats: int, far: bool = False) -> Ruleset:
    """The game for so many sides; with drives to anywhere if they are `far`."""
    return Ruleset(
        id="columns-far" if far else f"columns-{seats}",
        title=f"Columns for {seats}",
        version="1",
        seats=seats,
        turn=turn,
        table=partial(table, seats, far),
        result=result,
        active_seat=lambda state: state.turn.seat,
        actions=(),
        records=(Trooper, Truck, Squad),
        turns=(Go,),
        events=(Placed, Drove, Ended),
        name_of=name_of,
        seat_name=lambda world, seat: COLOURS[seat],
        tableau=tableau,
        value=lambda play, seat: 0.0,
    )


TWO, FOUR, FAR_DRIVES = columns(2), columns(4), columns(2, far=True)
RULESETS = {ruleset.id: ruleset for ruleset in (TWO, FOUR, FAR_DRIVES)}


def setup(ruleset: Ruleset) -> Setup:
    return Setup(ruleset.id, {"scenario": {"text": "", "source": ""}})


def find(name: str) -> Ruleset:
    return RULESETS[name]
