"""Vault: an invented game of a few lines on squares with symbols on its dice, for the tests of both.

Each side moves one figure over a grid or strikes with it.  A strike throws unlike dice; what advantages are over are
spent one by one on harm, on pushing the foe's guard up or down, or kept.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, NamedTuple

from tests.core.signs import BLACK, CHECK, GREEN, LETTERS, PURPLE, YELLOW, Check
from warbook.core.action import Action, requirement
from warbook.core.decision import Choose
from warbook.core.events import Event
from warbook.core.grid import BoardGrid
from warbook.core.length import INCH
from warbook.core.mixed import mixed
from warbook.core.naming import Names
from warbook.core.play import Model, Play
from warbook.core.ruleset import Outcome, Result, Ruleset, Setup
from warbook.core.state import Body, Placement, State, Turn
from warbook.core.structs import replace
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.grid.cells import ALTERNATING, Cell, distance, grid_over
from warbook.space.grid.ground import GridRules
from warbook.space.grid.paths import GridPath
from warbook.space.grid.ways import Field, next_to
from warbook.space.layout import layout

ROUNDS, SPEED = 5, 4
NAMES = ("Ash", "Birch", "Coal", "Dove")
NAMED = Names(NAMES)
RULES = GridRules(diagonals=ALTERNATING)
BOARD = """
kind = "board"
id = "vault"
title = "The vault"
size = [8, 8]
[[wall]]
points = [[4, 2], [4, 6], [6, 6]]
height = 3
[[area]]
kind = "difficult"
rect = [1, 3, 2, 2]
"""


class Delver(Body, frozen=True, kw_only=True):
    wounds: int = 2
    guard: int = 0


class Hall(NamedTuple):
    """What never changes."""

    board: Board
    grid: BoardGrid


class Go(Turn, frozen=True):
    seat: int = 0
    actor: int = -1
    turns: int = 0


class Moved(Event, frozen=True, gc=False):
    who: int
    x: int
    y: int
    text: ClassVar[str] = "{who} moves."

    def apply(self, state: State[Any, Any]) -> None:
        record = state.records[self.who]
        state.put(replace(record, at=replace(record.at, x=self.x, y=self.y)))


class Struck(Event, frozen=True, gc=False):
    who: int
    wounds: int
    text: ClassVar[str] = "{who} loses {wounds}."

    def apply(self, state: State[Any, Any]) -> None:
        record = state.records[self.who]
        state.put(replace(record, wounds=max(0, record.wounds - self.wounds)))


class Guarded(Event, frozen=True, gc=False):
    who: int
    by: int
    text: ClassVar[str] = "The guard of {who} is another."

    def apply(self, state: State[Any, Any]) -> None:
        record = state.records[self.who]
        state.put(replace(record, guard=min(2, max(0, record.guard + self.by))))


class Passing(Event, frozen=True, gc=False):
    def apply(self, state: State[Any, Any]) -> None:
        state.turn = Go(1 - state.turn.seat, -1, state.turn.turns + 1)


def foes(play: Play[Any, Any, Any], who: int) -> list[int]:
    """Standing enemies in a neighbouring square."""
    hall, owner = play.world, play.state.records[who].owner
    now = layout(play.state, hall.board)
    others = [r.id for r in play.state.records if r.owner != owner and r.wounds]
    return [other for other in others if next_to(hall.board, now, hall.grid, RULES, who, other)]


def way_question(play: Play[Any, Any, Any], who: int) -> GridPath:
    """Where it goes: next to an enemy it has to stop."""
    hall = play.world
    field = Field(hall.board, layout(play.state, hall.board), hall.grid, who, RULES)
    owner = play.state.records[who].owner
    others = [r for r in play.state.records if r.owner != owner and r.wounds]
    near = {field.ground.cell_of(*r.at.spot) for r in others}

    def halts(cell: Cell) -> str:
        touching = any(foe is not None and field.ground.touches(cell, foe) for foe in near)
        return "Next to an enemy it has to stop." if touching else ""

    return GridPath("move.way", "Where to?", field, SPEED, halts=halts, name=partial(play.ruleset.name_of, play.world))


def move(play: Play[Any, Any, Any], me: Model[Delver]) -> None:
    """Moves four squares at most; every second diagonal counts two."""
    question = way_question(play, me.id)
    way = question.way(play.ask(me.owner, question))
    if way:
        x, y, _ = question.field.placed(way[-1]).spot
        play.happen(Moved(me.id, x, y))


def strike(play: Play[Any, Any, Any], me: Model[Delver]) -> None:
    """Throws two yellow and a green die against a purple and the foe's guard; what is over is spent."""
    whom = play.ask(me.owner, Choose("strike.target", "Whom?", foes, play, me.id, named=NAMED))
    guard = play.state.records[whom].guard
    pool = mixed((YELLOW, YELLOW, GREEN, PURPLE, *(BLACK,) * guard), CHECK.clamped(advantage=(-1, 2), triumph=(0, 1)))
    rolled: Check = play.roll(pool, "strike.roll", "Strike", me.id, came=in_words)
    if rolled.success > 0:
        play.happen(Struck(whom, 1 + rolled.triumph))
    left = rolled.advantage
    while left > 0:
        spent = play.ask(me.owner, Choose("strike.spend", f"{left} to spend.", lambda: ("harm", "expose", "keep")))
        if spent == "keep":
            break
        play.happen(Struck(whom, 1) if spent == "harm" and rolled.success > 0 else Guarded(whom, -1))
        left -= 1
    if left < 0:
        play.happen(Guarded(whom, 1))


def in_words(rolled: Check) -> str:
    return f"{'a hit' if rolled.success > 0 else 'a miss'}, {rolled.advantage} over"


@requirement("It must be next to an enemy.")
def next_to_a_foe(me: Model[Delver]) -> bool:
    return bool(foes(me.play, me.id))


def turn(play: Play[Any, Any, Any]) -> None:
    now = play.state.turn
    able = [d.id for d in play.state.records if d.owner == now.seat and d.wounds]
    who = now.actor if now.actor >= 0 else play.pick(now.seat, Choose("pick", "Who?", lambda: able, named=NAMED))
    me: Model[Delver] = Model(play, who)
    actions = play.ruleset.action
    question = Choose("action", "What?", lambda: (*actions,), refuse=lambda a: actions[a].why_not(me))
    actions[play.ask(now.seat, question)].rule(play, me)
    play.happen(Passing())


def result(state: State[Any, Any]) -> Result | None:
    left = tuple(sum(d.wounds for d in state.records if d.owner == seat) for seat in (0, 1))
    if all(left) and state.turn.turns < 2 * ROUNDS:
        return None
    return Result(-1 if left[0] == left[1] else int(left[1] > left[0]), left, "it is over")


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[Hall, State[Any, Any]]:
    places = content.get("places", [[1, 1], [2, 1], [5, 4], [6, 4]])
    records = [
        Delver(id=n, owner=n * 2 // len(places), profile="delver", at=Placement(x * INCH + 500, y * INCH + 500))
        for n, (x, y) in enumerate(places)
    ]
    board = read_board(BOARD, "vault")
    return Hall(board, grid_over(board, INCH)), State(records, Go())


def poised(play: Play[Any, Any, Any], who: int) -> State[Any, Any]:
    ready: State[Any, Any] = play.state.copy()
    ready.turn = replace(ready.turn, seat=ready.records[who].owner, actor=who)
    return ready


def value(play: Play[Any, Any, Any], seat: int) -> float:
    """Wounds count, and a little how near the enemy is."""
    records, grid = play.state.records, play.world.grid
    worth: float = sum(r.wounds * (10 if r.owner == seat else -10) for r in records)
    tiles = [grid.tile_at(r.at.x, r.at.y) or (0, 0) for r in records]
    away = [
        distance(grid, tiles[a.id], tiles[b.id])
        for a in records
        for b in records
        if a.owner < b.owner and a.wounds and b.wounds
    ]
    return worth - min(away, default=0)


VAULT = Ruleset(
    id="vault",
    title="Vault",
    version="1",
    seats=2,
    turn=turn,
    table=table,
    result=result,
    active_seat=lambda state: state.turn.seat,
    actions=(
        Action("move", "Move", "1", "It moves.", "", (), move),
        Action("strike", "Strike", "1", "It strikes.", "", (next_to_a_foe,), strike),
    ),
    records=(Delver,),
    turns=(Go,),
    events=(Moved, Struck, Guarded, Passing),
    dice=tuple(LETTERS.values()),
    name_of=lambda world, who: NAMES[who],
    poised=poised,
    value=value,
    outcomes=(
        Outcome("out", "out of action", lambda state, who: state.records[who].wounds == 0, lasting=True),
        Outcome("exposed", "exposed", lambda state, who: state.records[who].guard == 0),
    ),
)
SETUP = Setup("vault", {})
CLOSE = Setup("vault", {"places": [[1, 1], [2, 2]]})


def find(name: str) -> Ruleset:
    """As `warbook.rulesets.find`, for one game that is not installed."""
    assert name == "vault"
    return VAULT
