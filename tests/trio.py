"""Trio: an invented game of a few lines for three sides on hexagons: squads march, step and strike with unlike dice.

Each side has two squads of two.  A squad that acts does two things: all of it marches, one of
it steps over the cells, or it strikes somebody next to it, who may dodge.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from warbook.core.action import Action, requirement
from warbook.core.decision import Choose
from warbook.core.errors import WarbookError
from warbook.core.events import Event
from warbook.core.grid import BoardGrid
from warbook.core.length import INCH
from warbook.core.mixed import Die, Symbol, Tally, mixed, numbered
from warbook.core.naming import Names
from warbook.core.play import Handle, Play
from warbook.core.reaction import PREVENTED, Reaction, Respondent, Windows
from warbook.core.ruleset import Outcome, Result, Ruleset, Setup
from warbook.core.state import Body, Placement, Posture, Record, State, Turn
from warbook.core.structs import replace
from warbook.core.tableau import Body as Drawn
from warbook.core.tableau import Side, Tableau, Unit
from warbook.mechanics.cast import Cast
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.grid.cells import grid_over
from warbook.space.grid.ground import GridRules
from warbook.space.grid.paths import GridPath
from warbook.space.grid.ways import Field, next_to
from warbook.space.layout import Layout, layout
from warbook.space.marching import March
from warbook.space.movement import Rules
from warbook.space.units import Coherency

SIDES, ROUNDS, DEEDS = 3, 4, 2
OF_SIDES = ("Ash", "Bay", "Cob")
HIT, MISS = Symbol("hit", "hits", "H"), Symbol("miss", "misses", "M")
BONE = Die("bone", ((HIT,), (HIT, HIT), (), (MISS,)), "#d9cfb4")
TEN = numbered(10)
HEXES = GridRules(passing="nobody")
BOARD = """
kind = "board"
id = "corners"
title = "Three corners"
size = [20, 20]
[[wall]]
points = [[8, 8], [12, 8]]
height = 3
[[area]]
kind = "difficult"
rect = [9, 10, 3, 3]
"""


class Blow(NamedTuple):
    hits: int
    pips: int


BLOW = Tally(Blow, hits={HIT: 1, MISS: -1}, pips=lambda face: face if isinstance(face, int) else 0)


class Fighter(Body, frozen=True, kw_only=True):
    unit: int
    wounds: int = 1


class Squad(Record, frozen=True, kw_only=True):
    members: tuple[int, ...]


class Go(Turn, frozen=True):
    seat: int = 0
    round: int = 1
    actor: int = -1
    left: int = DEEDS


class Place(NamedTuple):
    """What never changes."""

    board: Board
    grid: BoardGrid
    names: dict[int, str]


class Moved(Event, frozen=True):
    who: int
    ends: tuple[tuple[int, Placement], ...]
    text: ClassVar[str] = "{who} moves."

    def apply(self, state: State[Any, Any]) -> None:
        for id, at in self.ends:
            state.put(replace(state.record(Fighter, id), at=at))


class Hurt(Event, frozen=True):
    who: int
    by: int
    text: ClassVar[str] = "{who} is hurt by {by}."

    def apply(self, state: State[Any, Any]) -> None:
        fighter = state.record(Fighter, self.who)
        wounds = max(0, fighter.wounds - 1)
        at = fighter.at if wounds else replace(fighter.at, posture=Posture.AWAY)
        state.put(replace(fighter, wounds=wounds, at=at))


class Activated(Event, frozen=True):
    who: int
    text: ClassVar[str] = "{who} acts."

    def apply(self, state: State[Any, Any]) -> None:
        state.turn = replace(state.turn, actor=self.who, left=DEEDS)


class Done(Event, frozen=True):
    """A squad has done something, or a side has nobody left who could."""

    deeds: int = 1

    def apply(self, state: State[Any, Any]) -> None:
        now = state.turn
        if now.left > self.deeds:
            state.turn = replace(now, left=now.left - self.deeds)
        else:
            state.turn = Go((now.seat + 1) % SIDES, now.round + (now.seat == SIDES - 1))


class SquadHandle(Handle[Squad]):
    """A squad, in the words of the rules."""

    @property
    def name(self) -> str:
        """What it is called."""
        names: dict[int, str] = self.play.world.names
        return names[self.id]

    @property
    def here(self) -> tuple[int, ...]:
        """Its fighters on the table."""
        return standing(self.play.state, self.record)

    @property
    def layout(self) -> Layout:
        """Where everybody is."""
        return layout(self.play.state, self.play.world.board)

    @property
    def foes(self) -> list[int]:
        """Enemies next to one of it."""
        board, grid, _ = self.play.world
        others = [r.id for r in self.play.state.records if isinstance(r, Fighter) and r.owner != self.owner]
        mine = self.here
        return [
            foe
            for foe in others
            if self.layout.row(foe)[7] and any(next_to(board, self.layout, grid, HEXES, me, foe) for me in mine)
        ]


def standing(state: State[Any, Any], squad: Squad) -> tuple[int, ...]:
    return tuple(id for id in squad.members if state.record(Fighter, id).at.posture)


@requirement("It must be next to an enemy.")
def engaged(squad: SquadHandle) -> bool:
    return bool(squad.foes)


@requirement("It must stand on the grid.")
def on_the_grid(squad: SquadHandle) -> bool:
    places = [squad.play.state.records[id].at for id in squad.here]
    return all(squad.play.world.grid.tile_at(at.x, at.y) is not None for at in places)


def march(play: Play[Any, Any, Any], squad: SquadHandle) -> None:
    """All of it goes four inches at most."""
    question = March(
        "march.ways", "Where does it go?", play.world.board, squad.layout, squad.here, Rules(4 * INCH, keep_clear=0),
        coherency=Coherency(2 * INCH), name=play.world.names.__getitem__,
    )  # fmt: skip
    placed = question.placed(play.ask(squad.owner, question))
    play.happen(Moved(squad.id, tuple(placed.items())))


def step(play: Play[Any, Any, Any], squad: SquadHandle) -> None:
    """One of it goes three cells at most."""
    named = Names(play.world.names)
    who = play.pick(squad.owner, Choose("step.who", "Who steps?", lambda: squad.here, named=named))
    field = Field(play.world.board, squad.layout, play.world.grid, who, HEXES)
    question = GridPath("step.way", "Where to?", field, 3, name=play.world.names.__getitem__)
    way = question.way(play.ask(squad.owner, question))
    if way:
        play.happen(Moved(who, ((who, field.placed(way[-1])),)))


def strike(play: Play[Any, Any, Any], squad: SquadHandle) -> None:
    """Throws two bones and a ten: a hit with 3 or more hurts."""
    named = Names(play.world.names)
    whom = play.ask(squad.owner, Choose("strike.target", "Whom?", lambda: squad.foes, named=named))
    blow: Blow = play.roll(mixed((BONE, BONE, TEN), BLOW), "strike.blow", "Blow", squad.id)
    if blow.hits > 0 and blow.pips >= 3:
        play.happen(Hurt(whom, squad.id))


def rest(play: Play[Any, Any, Any], squad: SquadHandle) -> None:
    """Does nothing."""


def fighters(play: Play[Any, Any, Any], event: Hurt) -> list[int]:
    return [record.id for record in play.state.records if isinstance(record, Fighter)]


@requirement("It must be the one that is hurt.")
def is_hurt(struck: Respondent) -> bool:
    same: bool = struck.event.who == struck.who
    return same


def dodge(play: Play[Any, Any, Any], who: int, event: Hurt) -> Any:
    bone: Blow = play.roll(mixed((BONE,), BLOW), "dodge.bone", "Dodge", who)
    return PREVENTED if bone.hits > 1 else None


DODGE = Reaction("dodge", "Dodge", "Two hits on a bone, and it is not hurt.", "", fighters, dodge, requires=(is_hurt,))


def turn(play: Play[Any, Any, Any]) -> None:
    now = play.state.turn
    if now.actor < 0:
        squads = [r for r in play.state.records if isinstance(r, Squad) and r.owner == now.seat]
        ready = [squad.id for squad in squads if standing(play.state, squad)]
        if not ready:
            play.happen(Done(DEEDS))
            return
        named = Names(play.world.names)
        play.happen(Activated(play.pick(now.seat, Choose("squad", "Which squad acts?", lambda: ready, named=named))))
    squad, actions = SquadHandle(play, play.state.turn.actor), play.ruleset.action
    question = Choose("action", "What does it do?", lambda: (*actions,), refuse=lambda a: actions[a].why_not(squad))
    actions[play.ask(squad.owner, question)].rule(play, squad)
    play.happen(Done())


def result(state: State[Any, Any]) -> Result | None:
    left = tuple(sum(r.wounds for r in state.records if isinstance(r, Fighter) and r.owner == s) for s in range(SIDES))
    if state.turn.round <= ROUNDS and sum(map(bool, left)) > 1:
        return None
    best = max(left)
    return Result(left.index(best) if left.count(best) == 1 else -1, left, "nobody is left to strike, or it is late")


def new_fighter(id: int, owner: int, unit: int, x: int = 0, y: int = 0) -> Fighter:
    return Fighter(id=id, owner=owner, profile="fighter", unit=unit, at=Placement(x, y, radius=400))


def place(board: Board, names: dict[int, str]) -> Place:
    return Place(board, grid_over(board, INCH, "hex"), names)


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[Place, State[Any, Any]]:
    records, names = list[Record](), dict[int, str]()
    for seat, (x, y) in enumerate(((6, 5), (14, 5), (10, 15))):
        for number in range(2):
            unit = len(records) + 2
            for id in (unit - 2, unit - 1):
                records.append(new_fighter(id, seat, unit, (x + id % 3) * INCH, (y + 2 * number) * INCH))
                names[id] = f"{OF_SIDES[seat]} {id}"
            records.append(Squad(id=unit, owner=seat, profile="squad", members=(unit - 2, unit - 1)))
            names[unit] = f"squad {number + 1} of side {seat + 1}"
    return place(read_board(BOARD, "trio"), names), State(records, Go())


def scene(ruleset: Ruleset, cast: Cast) -> tuple[Place, State[Any, Any]]:
    """Fighters anywhere, all of a side in one squad, for tests."""
    owners, names = sorted({role.owner for role in cast.roles}), cast.names
    units = {owner: len(cast.roles) + n for n, owner in enumerate(owners)}
    records: list[Record] = [role.put(new_fighter(role.id, role.owner, units[role.owner])) for role in cast.roles]
    for owner, unit in units.items():
        records.append(Squad(id=unit, owner=owner, profile="squad", members=cast.of(owner)))
        names[unit] = f"squad of side {owner + 1}"
    return place(cast.board, names), State(records, Go())


def poised(play: Play[Any, Any, Any], who: int) -> State[Any, Any]:
    squad = play.state.records[who]
    if not isinstance(squad, Squad):
        raise WarbookError(f"{play.world.names[who]} does not act by itself, its squad does")
    ready: State[Any, Any] = play.state.copy()
    ready.turn = Go(squad.owner, play.state.turn.round, who)
    return ready


def out_of_action(state: State[Any, Any], who: int) -> bool:
    """Of a fighter, or of all of a squad."""
    record = state.records[who]
    return not (standing(state, record) if isinstance(record, Squad) else record.wounds)


def tableau(play: Play[Any, Any, Any]) -> Tableau:
    now, names = play.state.turn, play.world.names
    bodies, units = list[Drawn](), list[Unit]()
    for record in play.state.records:
        if isinstance(record, Squad):
            units.append(Unit(record.id, record.owner, names[record.id], "squad", record.members))
        else:
            label, at = str(record.id), record.at
            bodies.append(
                Drawn(record.id, record.owner, label, names[record.id], "fighter", at, unit=record.unit, looks=False,
                      stands="here" if at.posture else "gone")
            )  # fmt: skip
    sides = tuple(Side(seat, f"side {seat + 1}") for seat in range(SIDES))
    heading = f"Round {now.round} of {ROUNDS}"
    return Tableau(
        heading, sides, tuple(bodies), round=now.round, actor=now.actor, units=tuple(units), grid=play.world.grid
    )


TRIO = Ruleset(
    id="trio",
    title="Trio",
    version="1",
    seats=SIDES,
    turn=turn,
    table=table,
    result=result,
    active_seat=lambda state: state.turn.seat,
    actions=(
        Action("march", "March", "1", "All of it goes up to four inches.", "", (), march),
        Action("step", "Step", "1", "One of it goes over three cells.", "", (on_the_grid,), step),
        Action("strike", "Strike", "1", "It strikes somebody next to it.", "", (on_the_grid, engaged), strike),
        Action("rest", "Rest", "1", "It does nothing.", "", (), rest),
    ),
    records=(Fighter, Squad),
    turns=(Go,),
    events=(Moved, Hurt, Activated, Done),
    windows={Hurt: Windows(before=(DODGE,))},
    dice=(BONE, TEN),
    name_of=lambda world, who: world.names[who],
    seat_name=lambda world, seat: f"side {seat + 1}",
    tableau=tableau,
    value=lambda play, seat: 0.0,
    poised=poised,
    scene=scene,
    actions_left="turn.left",
    outcomes=(Outcome("out", "out of action", out_of_action, lasting=True),),
)
SETUP = Setup("trio", {})
