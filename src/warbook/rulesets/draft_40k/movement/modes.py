"""The four modes of the movement phase: Advance, Surge, Fleet, Flat Out."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import Action, requirement
from ....core.length import INCH
from ....space.marching import March
from ....space.rules import Rules
from ..checks import ground, rates
from ..checks.coherency import coherency_of
from ..checks.permissions import permitted
from ..checks.requirements import in_phase, not_moved, on_table
from ..events.movement import MODE_WORDS, Moved, StoodStill
from ..printed.words import action
from ..records.position import layout
from ..records.state import Mode
from ..records.unit import Unit
from ..records.world import Play
from . import driving


@requirement("It must be able to run as fast as it can (Fleet).", fixed=True)
def fleet_of_foot(unit: Unit) -> bool:
    return bool(unit.has("fleet")) and rates.distance(unit, "fleet") > 0


@requirement("It must be made of bikes or fast vehicles.", fixed=True)
def fast(unit: Unit) -> bool:
    return all(rates.rate(kit).flat_out for kit in unit.kits)


@requirement(
    "It must be able to go twice its Move.",
    condition="It must be able to go twice its Move: by the moves of the game before the draft, vehicles alone.",
)
def surges(unit: Unit) -> bool:
    return rates.distance(unit, "surge") > 0


def move(play: Play, unit: Unit, mode: Mode) -> None:
    """A unit goes where its player likes: hulls drive, all others march."""
    if unit.on_foot:
        march(play, unit, mode)
    else:
        driving.drive(play, unit, mode)


def march(play: Play, unit: Unit, mode: Mode) -> None:
    """Every model of a unit goes as far as the slowest could."""
    question = way_question(play, unit, mode)
    answer = unit.ask(question)
    if answer == question.stay:
        play.happen(StoodStill(unit.id))
        return
    ends = tuple(question.placed(answer).items())
    play.happen(Moved(unit.id, mode, ends, MODE_WORDS[mode]))


def way_question(play: Play, unit: Unit, mode: Mode) -> March:
    """Where does a unit go?"""
    return March(
        "march",
        f"Where does {unit.name} go?",
        play.world.board,
        layout(play),
        unit.members,
        move_rules(unit, rates.distance(unit, mode)),
        coherency=coherency_of(unit),
        leads=lambda: play.ruleset.leads(play, unit.id),
        name=play.world.names.__getitem__,
    )


def move_rules(unit: Unit, allowance: int) -> Rules:
    """How the models of a unit go: past friends, an inch clear of enemies; ground takes nobody's time."""
    flying = rates.flies(unit)
    return Rules(
        allowance,
        keep_clear=INCH,
        going=ground.closed(),
        may_fly=flying,
        may_leap=False,
        may_jump=False,
        gap=0,
        climb_cost=1,
    )


def _in_mode(mode: Mode) -> Callable[[Play, Unit], None]:
    def go(play: Play, unit: Unit) -> None:
        move(play, unit, mode)

    go.__name__ = mode
    return go


MOVING = in_phase("move")
FASTER = permitted("faster", "It must be in a state to go faster than an advance.")
ADVANCE: Action[Unit] = action(
    "advance",
    (MOVING, on_table, not_moved, permitted("advance", "It must be in a state to move.")),
    _in_mode("advance"),
)
SURGE: Action[Unit] = action("surge", (surges, MOVING, on_table, not_moved, FASTER), _in_mode("surge"))
FLEET: Action[Unit] = action("fleet", (fleet_of_foot, MOVING, on_table, not_moved, FASTER), _in_mode("fleet"))
FLAT_OUT: Action[Unit] = action("flat-out", (fast, MOVING, on_table, not_moved, FASTER), _in_mode("flat-out"))
