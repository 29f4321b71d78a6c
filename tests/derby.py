"""Derby: an invented game of a few lines with hulls that drive, ram, run over and shoot, and crates that break.

Each side has two trucks, two men and a bike.  A truck drives with whoever stands on it, and then shoots at whom one of
its guns bears on: one looks ahead, one to each side.  Then a man flies, onto a truck for instance, or the bike rides.
Whoever has more left after four rounds wins.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, NamedTuple

from warbook.core.decision import Choose, Reasons
from warbook.core.dice import D6
from warbook.core.events import Event
from warbook.core.length import INCH
from warbook.core.naming import Names
from warbook.core.play import Play
from warbook.core.ruleset import Result, Ruleset, Setup
from warbook.core.shape import Hull, Oval
from warbook.core.state import Body, Placement, Posture, State, Turn
from warbook.core.structs import replace
from warbook.core.tableau import Body as Drawn
from warbook.core.tableau import Counter, Side, Tableau
from warbook.space import footprints, sight
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.drawing import pictured, sketched
from warbook.space.drives.decision import Drive
from warbook.space.drives.met import Driven, DriveRules, Met
from warbook.space.drives.riding import carried, riders
from warbook.space.layout import layout
from warbook.space.movement import Rules
from warbook.space.paths import Path

ROUNDS, SPEED, RANGE = 4, 10 * INCH, 18 * INCH
TRUCK, HEIGHT, BIKE, MAN = Hull(4000, 2500, carries=True), 2000, Oval(3000, 1000), 500
RULES = DriveRules(SPEED, back=SPEED // 2, turns=2, widest=90)
RIDING, FLYING = Rules(SPEED, keep_clear=0), Rules(SPEED, keep_clear=0, may_fly=True)
NAMES = ("Anvil", "Brick", "Ada", "Bo", "Cy", "Dozer", "Eagle", "Di", "Ed", "Flo")
NAMED = Names(NAMES, {-1: "nobody"})
BOARD = """
kind = "board"
id = "yard"
title = "The yard"
size = [30, 30]
[[wall]]
points = [[5, 15], [10, 15]]
height = 3
[[obstacle]]
rect = [13, 14, 4, 1]
height = 1
[[obstacle]]
rect = [20, 12, 1, 4]
height = 1
[[area]]
kind = "difficult"
rect = [22, 18, 6, 5]
"""
STARTS = ((8, 5), (22, 5), (13, 3), (15, 3), (18, 3), (8, 25), (22, 25), (13, 27), (15, 27), (18, 27))


class Yard(NamedTuple):
    """What never changes."""

    board: Board


class Machine(Body, frozen=True, kw_only=True):
    """A truck, a man or a bike."""

    hull: int
    done: bool = False

    @property
    def truck(self) -> bool:
        return isinstance(self.at.shape, Hull)


class Go(Turn, frozen=True):
    seat: int = 0
    round: int = 1
    broken: tuple[int, ...] = ()


class Drove(Event, frozen=True):
    """Somebody has driven, ridden or flown, and whoever stands on it comes with it."""

    who: int
    at: Placement
    riders: tuple[int, ...] = ()
    text: ClassVar[str] = "{who} drives."

    def apply(self, state: State[Any, Any]) -> None:
        it = state.record(Machine, self.who)
        for id in self.riders:
            rider = state.record(Machine, id)
            state.put(replace(rider, at=carried(it.at, self.at, rider.at)))
        state.put(replace(it, at=self.at))


class Harmed(Event, frozen=True):
    who: int
    by: int
    text: ClassVar[str] = "{who} loses {by}."

    def apply(self, state: State[Any, Any]) -> None:
        it = state.record(Machine, self.who)
        left = max(0, it.hull - self.by)
        state.put(replace(it, hull=left, at=it.at if left else replace(it.at, posture=Posture.AWAY)))


class Broken(Event, frozen=True):
    """A crate vanishes."""

    number: int
    text: ClassVar[str] = "A crate breaks."

    def apply(self, state: State[Any, Any]) -> None:
        state.turn = replace(state.turn, broken=(*state.turn.broken, self.number))


class Done(Event, frozen=True):
    who: int
    text: ClassVar[str] = "{who} is done."

    def apply(self, state: State[Any, Any]) -> None:
        state.put(replace(state.record(Machine, self.who), done=True))
        state.turn = replace(state.turn, seat=1 - state.turn.seat)


class NextRound(Event, frozen=True):
    text: ClassVar[str] = "A new round begins."

    def apply(self, state: State[Any, Any]) -> None:
        state.turn = replace(state.turn, round=state.turn.round + 1)
        for each in tuple(state.records):
            state.put(replace(each, done=False))


def ground(play: Play[Any, Any, Any]) -> Board:
    """The board as it is by now."""
    board: Board = play.world.board
    return board.without(play.state.turn.broken)


def turn(play: Play[Any, Any, Any]) -> None:
    now = play.state.turn
    ready = [r for r in play.state.records if r.truck and r.hull and not r.done]
    if not ready:
        play.happen(NextRound())
        return
    mine = [r.id for r in ready if r.owner == now.seat] or [r.id for r in ready]
    seat = play.state.records[mine[0]].owner
    who = play.pick(seat, Choose("truck", "Which truck goes?", lambda: mine, named=NAMED))
    drive(play, who)
    if play.state.records[who].hull:
        shoot(play, who)
    move(play, seat)
    play.happen(Done(who))


def drive(play: Play[Any, Any, Any], who: int) -> None:
    """Rams the first hull or wall that it meets; men and crates before that give way."""
    question = drive_question(play, who)
    found = question.driven(play.ask(play.state.records[who].owner, question))
    play.happen(Drove(who, found.end, riders(question.layout, who)))
    for met in found.met:
        if met.what == "obstacle":
            play.happen(Broken(met.number))
        elif met == found.stopped:
            ram(play, who, met)
        elif met.what == "body":
            hurt(play, met.number, 1)


def drive_question(play: Play[Any, Any, Any], who: int) -> Drive:
    board, records = ground(play), play.state.records

    def gives_way(met: Met) -> bool:
        return met.what == "obstacle" or (met.what == "body" and not records[met.number].truck)

    def friend(met: Met) -> bool:
        return met.what == "body" and records[met.number].owner == records[who].owner

    def refuse(found: Driven) -> Reasons:
        corner = found.stopped is not None and found.stopped.turning
        return ("Its corner would catch on something.",) if corner else ()

    return Drive(
        "drive", f"Where does {NAMES[who]} drive?", board, layout(play.state, board), who, RULES, bars=friend,
        stops=lambda met: not gives_way(met), yields=gives_way, refuse=refuse, name=NAMES.__getitem__,
    )  # fmt: skip


def move(play: Play[Any, Any, Any], seat: int) -> None:
    """A man flies, or the bike rides."""
    able = [r.id for r in play.state.records if r.owner == seat and r.hull and not r.truck]
    who = play.pick(seat, Choose("walker", "Who moves?", lambda: [-1, *able], named=NAMED, idle=(-1,)))
    if who < 0:
        return
    board, bike = ground(play), bool(play.state.records[who].at.shape)
    question = Path(
        "move", f"Where does {NAMES[who]} go?", board, layout(play.state, board), who, RIDING if bike else FLYING,
        facing=bike, name=NAMES.__getitem__,
    )  # fmt: skip
    answer = play.ask(seat, question)
    if answer:
        play.happen(Drove(who, question.end_of(answer)))


def hurt(play: Play[Any, Any, Any], who: int, by: int) -> None:
    """Whoever stands on a truck is lost with it."""
    if play.state.records[who].hull <= by:
        for rider in riders(layout(play.state, play.world.board), who):
            play.happen(Harmed(rider, play.state.records[rider].hull))
    play.happen(Harmed(who, by))


def ram(play: Play[Any, Any, Any], who: int, met: Met) -> None:
    """Both are hurt, whoever is struck on its rear twice as much."""
    dents = play.roll(D6, "ram", "The ram", who)
    if met.what == "body":
        hurt(play, met.number, dents * (2 if met.struck == footprints.HullSide.REAR else 1))
    hurt(play, who, dents // 2)


def targets(play: Play[Any, Any, Any], who: int) -> list[int]:
    """Enemies in sight and reach on whom one of its guns bears: all but those behind it."""
    board, me, now = ground(play), play.state.records[who], layout(play.state, ground(play))
    return [
        foe.id
        for foe in play.state.records
        if foe.owner != me.owner and foe.hull
        if footprints.facing(me.at, foe.at.x, foe.at.y) != footprints.HullSide.REAR
        if footprints.gap(me.at, foe.at) <= RANGE and sight.hidden(now, board, who, foe.id) < 25
    ]


def shoot(play: Play[Any, Any, Any], who: int) -> None:
    listed = partial(targets, play, who)
    whom = play.pick(
        play.state.records[who].owner,
        Choose("shoot", "At whom?", lambda: [-1, *listed()], named=NAMED, idle=(-1,)),
    )
    if whom >= 0 and play.roll(D6, "shot", "The shot", who) > 3:
        hurt(play, whom, 2)


def result(state: State[Any, Any]) -> Result | None:
    left = tuple(sum(r.hull for r in state.records if r.owner == seat) for seat in (0, 1))
    trucks = any(r.truck and r.hull for r in state.records)
    if state.turn.round <= ROUNDS and all(left) and trucks:
        return None
    return Result(-1 if left[0] == left[1] else int(left[1] > left[0]), left, "it is over")


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[Yard, State[Any, Any]]:
    records = []
    for n, (x, y) in enumerate(content.get("places", STARTS)):
        owner, truck = n // 5, n % 5 < 2
        at = Placement(x * INCH, y * INCH, 0, 0, 1 - 2 * owner, MAN, 1250)
        if truck:
            at = replace(at, radius=TRUCK.radius, height=HEIGHT, shape=TRUCK)
        elif n % 5 == 4:
            at = replace(at, radius=BIKE.radius, shape=BIKE)
        records.append(Machine(id=n, owner=owner, profile="truck" if truck else "man", at=at, hull=8 if truck else 1))
    return Yard(read_board(BOARD, "yard")), State(records, Go())


def tableau(play: Play[Any, Any, Any]) -> Tableau:
    bodies = tuple(
        Drawn(r.id, r.owner, NAMES[r.id][:2], NAMES[r.id], r.profile, r.at, stands="here" if r.hull else "gone",
              counters=(Counter("hull", r.hull, 8),), looks=r.truck)
        for r in play.state.records
    )  # fmt: skip
    now = play.state.turn
    return Tableau(f"Round {now.round}", (Side(0, "Red"), Side(1, "Blue")), bodies, gone=now.broken)


DERBY = Ruleset(
    id="derby",
    title="Derby",
    version="1",
    seats=2,
    turn=turn,
    table=table,
    result=result,
    active_seat=lambda state: state.turn.seat,
    actions=(),
    records=(Machine,),
    turns=(Go,),
    events=(Drove, Harmed, Broken, Done, NextRound),
    name_of=lambda world, who: NAMES[who],
    seat_name=lambda world, seat: ("Red", "Blue")[seat],
    tableau=tableau,
    picture=pictured(tableau),
    sketch=sketched(tableau),
    value=lambda play, seat: float(sum(r.hull * (1 if r.owner == seat else -1) for r in play.state.records)),
)
SETUP = Setup("derby", {"scenario": {"text": "", "source": ""}})


def find(name: str) -> Ruleset:
    """As `warbook.rulesets.find`, for one game that is not installed."""
    assert name == "derby"
    return DERBY
