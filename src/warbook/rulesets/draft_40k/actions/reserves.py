"""Reserves: at the start of a preparation phase it is rolled for each unit that waits; those that come are placed, from
an edge of the table or from above."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from ....core.action import Action, requirement
from ....core.decision import Choose
from ....core.dice import D6
from ....core.state import Placement
from ....space.table_edges import Edge
from ..checks.requirements import in_phase
from ..checks.scattering import scattered
from ..events.casualties import Destroyed
from ..events.movement import Arrived
from ..events.turns import DeedDone
from ..movement import dangerous
from ..movement.arriving import FromEdge, comes_down, drop_question, ring_question
from ..printed.words import action
from ..records.position import squads
from ..records.state import Mode, Squad
from ..records.unit import Unit
from ..records.world import Play

Rolls: TypeAlias = Literal["5e", "6e"]
NEEDED: dict[Rolls, tuple[int, ...]] = {"5e": (4, 3, 2), "6e": (3, 3)}
"""What a unit needs to come, from the second turn on; later it comes without a roll."""
FIRST_ROLLED = 2
LEFT: dict[Edge, Edge] = {"south": "west", "north": "east", "west": "north", "east": "south"}
RIGHT: dict[Edge, Edge] = {edge: own for own, edge in LEFT.items()}
"""The flanks of whoever looks inward from an edge."""


def roll_for(play: Play, seat: int) -> None:
    """It is rolled for each unit in reserve whether it comes in this turn; those whom dawn holds up always do."""
    for squad in squads(play):
        if squad.owner == seat and squad.where == "reserve" and comes(play, squad):
            play.happen(DeedDone(squad.id, "called"))


def comes(play: Play, squad: Squad) -> bool:
    """Whether a unit comes in this turn."""
    if squad.returns or play.world.card(squad.id).row.arrival == "table":
        return True
    turn, needed = play.state.turn.round, NEEDED[play.option["reserve-rolls"]]
    if turn < FIRST_ROLLED:
        return False
    if turn - FIRST_ROLLED >= len(needed):
        return True
    number = needed[turn - FIRST_ROLLED]
    return bool(play.roll(D6, "reserve", f"Out of reserve, {number}+", squad.id) >= number)


@requirement("It must be in reserve.")
def waiting(unit: Unit) -> bool:
    return unit.record.where == "reserve"


@requirement("It must have been rolled for, and come in this turn.")
def called(unit: Unit) -> bool:
    return unit.record.has("called") and not unit.record.has("arrived", "dropped")


def must_arrive(unit: Unit) -> bool:
    """Whether a unit has to be placed before the phase is over."""
    return waiting.holds(unit) is True and called.holds(unit) is True


def place(play: Play, unit: Unit) -> None:
    """It comes as its army has it: from its own edge, from a flank, or from above."""
    match unit.card.row.arrival:
        case "deep-strike":
            drop(play, unit)
        case "outflank":
            come_from(play, unit, flank(play, unit))
        case _:
            come_from(play, unit, play.world.scenario.sides[unit.owner].edge)


# ---- from an edge ----------------------------------------------------------------------------------------------------


def flank(play: Play, unit: Unit) -> Edge:
    """The edge from which a unit outflanks: the left on a 1 or 2, the right on a 3 or 4, else as its player likes."""
    own = play.world.scenario.sides[unit.owner].edge
    rolled = play.roll(D6, "flank", "Outflanks: left on a 1 or 2, right on a 3 or 4", unit.id)
    if rolled > 4:
        return unit.pick(Choose("flank", f"From which edge does {unit.name} come?", lambda: [LEFT[own], RIGHT[own]]))
    return LEFT[own] if rolled <= 2 else RIGHT[own]


def come_from(play: Play, unit: Unit, edge: Edge) -> None:
    """All of it touches the edge; its move begins there, unless the table has it stay."""
    question = FromEdge(play, unit, edge)
    if not question.several():
        wait_on(play, unit, "it finds no room at the edge")
        return
    ends = tuple(question.placed(unit.ask(question)).items())
    acts = play.option["reserves-act"]
    play.happen(Arrived(unit.id, ends, "arrived", "stationary" if acts else "advance", "comes from the edge"))
    if not acts:
        play.happen(DeedDone(unit.id, "moved"))


def wait_on(play: Play, unit: Unit, why: str) -> None:
    """A unit stays in reserve for this turn."""
    play.note(unit.id, why)
    play.happen(DeedDone(unit.id, "arrived"))


# ---- from above ------------------------------------------------------------------------------------------------------


def drop(play: Play, unit: Unit) -> None:
    """Its first model is put somewhere and scatters, the others stand around it; where they have no room there is a
    mishap."""
    meant = unit.ask(drop_question(play, unit))
    dx, dy = play.dice(scattered)
    ends, objections = comes_down(play, unit, meant[0] + dx, meant[1] + dy)
    if objections:
        play.note(unit.id, objections[0].rstrip("."))
        mishap(play, unit)
    else:
        land(play, unit, ends)


def land(play: Play, unit: Unit, ends: Mapping[int, Placement]) -> None:
    """It has come down: vehicles count as having surged, others as having moved, and difficult ground is
    dangerous to them."""
    mode: Mode = "surge" if unit.crewed else "advance"
    play.happen(Arrived(unit.id, tuple(ends.items()), "dropped", mode, "comes from above"))
    dangerous.test_of_landing(play, unit, ends)


def mishap(play: Play, unit: Unit) -> None:
    """On a 1 or 2 it is lost, on a 3 or 4 the other side puts it down, else it waits for another turn."""
    rolled = play.roll(D6, "mishap", "Mishap: lost on a 1 or 2, led astray on a 3 or 4", unit.id)
    if rolled <= 2:
        play.happen(Destroyed(unit.id))
        return
    question = ring_question(play, unit, "astray", f"Where does {unit.name} come down?")
    if rolled > 4 or not question.candidates(1):
        wait_on(play, unit, "it waits for another turn")
        return
    answer = play.ask(1 - unit.owner, question)
    land(play, unit, question.placed(answer))


PLACE_RESERVES: Action[Unit] = action("place-reserves", (in_phase("prepare"), waiting, called), place)
