"""The four modes of the movement phase: Advance, Surge, Fleet, Flat Out."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import Action, Requirement, requirement
from ....core.dice import D6
from ....core.length import INCH
from ....space.board import Going
from ....space.marching import March
from ....space.rules import Rules
from ..checks import rates, terrain
from ..checks.coherency import coherency_of
from ..checks.permissions import permitted
from ..checks.requirements import in_phase, not_moved, on_table
from ..events.movement import MODE_WORDS, Moved, StoodStill
from ..printed.words import action
from ..records.position import way_layout
from ..records.state import NOBODY, Mode
from ..records.unit import Unit
from ..records.world import Play
from . import dangerous, driving, flying, raging
from .ways import Ways


@requirement("It must be able to run as fast as it can (Fleet).", fixed=True)
def fleet_of_foot(unit: Unit) -> bool:
    return bool(unit.has("fleet")) and rates.distance(unit, "fleet") > 0


@requirement("It must be made of bikes or fast vehicles.", fixed=True)
def fast(unit: Unit) -> bool:
    return rates.flat_out(unit)


@requirement(
    "It must be able to go twice its Move.",
    condition="It must be able to go twice its Move: by the moves of the game before the draft, vehicles alone.",
)
def surges(unit: Unit) -> bool:
    return rates.distance(unit, "surge") > 0 or runs(unit)


def runs(unit: Unit) -> bool:
    """Whether a unit may run instead of shooting, as in the game before the draft."""
    return unit.play.option["movement-rates"] == "base5e" and all(rates.rate(kit).runs for kit in unit.kits)


@requirement(
    "It must be the movement phase.",
    condition="It must be the movement phase; by the moves of the game before the draft those on foot run in the "
    "shooting phase, instead of shooting.",
)
def time_to_surge(unit: Unit) -> bool:
    return unit.play.state.turn.phase == ("shoot" if runs(unit) else "move")


@requirement("It must not have moved in this phase.", condition="It must not have moved in this phase, nor shot.")
def unspent(unit: Unit) -> bool | str:
    if not runs(unit):
        return not_moved.holds(unit)
    shot = unit.record.has("shot", "fell-back", "regrouped", "charged")
    return (
        not (shot or (unit.record.has("moved") and unit.record.mode != "advance")) or "It must neither shoot nor run."
    )


def move(play: Play, unit: Unit, mode: Mode) -> None:
    """A unit goes where its player likes: flyers zoom, hulls drive, all others march."""
    if unit.drives("flyer"):
        flying.zoom(play, unit)
    elif unit.on_foot:
        march(play, unit, mode)
    else:
        driving.drive(play, unit, mode)


def march(play: Play, unit: Unit, mode: Mode) -> None:
    """Every model of a unit goes as far as the slowest could; those who go through dangerous ground test for it."""
    distance, through = dangerous.rolled_distance(play, unit, distance_of(play, unit, mode))
    question = way_question(play, unit, mode, distance, through=through)
    if (prey := raging.prey_of(unit)) != NOBODY:
        question = raging.headlong(question, unit, prey)
    answer = unit.ask(question)
    if answer == question.stay:
        play.happen(StoodStill(unit.id))
        return
    tested = dangerous.who_tests(play, unit, mode, question, answer)
    ends = tuple(question.placed(answer).items())
    play.happen(Moved(unit.id, mode, ends, MODE_WORDS[mode]))
    dangerous.test(play, unit, tested)


def distance_of(play: Play, unit: Unit, mode: Mode) -> int:
    """How far a unit goes in a mode; who runs rolls for it."""
    if mode == "surge" and runs(unit):
        inches: int = play.roll(D6, "run", "Runs", unit.id)
        return inches * INCH
    return rates.distance(unit, mode)


def way_question(play: Play, unit: Unit, mode: Mode, distance: int, *, through: bool = True) -> March:
    """Where does a unit go?"""
    return Ways(
        play,
        "march",
        f"Where does {unit.name} go?",
        play.world.board,
        way_layout(play),
        unit.members,
        move_rules(unit, distance, terrain.going(unit, mode, through=through)),
        coherency=coherency_of(unit),
        leads=lambda: play.ruleset.leads(play, unit.id),
        name=play.world.names.__getitem__,
    )


def move_rules(unit: Unit, allowance: int, going: Going) -> Rules:
    """How the models of a unit go: around other units, an inch clear of enemies; ground takes nobody's time."""
    flying = rates.flies(unit)
    return Rules(
        allowance,
        keep_clear=INCH,
        going=going,
        may_fly=flying,
        may_leap=False,
        may_jump=False,
        may_pass_friends=False,
        gap=0,
        climb_cost=1,
    )


def _in_mode(mode: Mode) -> Callable[[Play, Unit], None]:
    def go(play: Play, unit: Unit) -> None:
        move(play, unit, mode)

    go.__name__ = mode
    return go


def clear_of(mode: Mode) -> Requirement[Unit]:
    """The requirement that no ground in which a unit stands holds it to less than a mode."""

    @requirement("It must not stand in ground that holds it to an advance.")
    def clear(unit: Unit) -> bool:
        held = unit.on_foot and terrain.is_barred(unit, mode)
        return not held or not terrain.starts_in_difficult(unit.play, unit.id)

    return clear


def at_full_speed(*faster: str) -> Requirement[Unit]:
    """The requirement that who rages can take none of these actions, which are faster."""

    @requirement(
        "It rages: it must go as fast as it can.", condition="It must not rage: who rages goes as fast as it can."
    )
    def fast_enough(unit: Unit) -> bool:
        actions = unit.play.ruleset.action
        return raging.prey_of(unit) == NOBODY or not any(actions[each].allowed(unit) for each in faster)

    return fast_enough


def must_rush(unit: Unit) -> bool:
    """Whether a unit rages and has not moved yet."""
    actions = unit.play.ruleset.action
    return raging.prey_of(unit) != NOBODY and any(
        actions[each].allowed(unit) for each in ("advance", "surge", "fleet", "flat-out")
    )


MOVING = in_phase("move")
FASTER = permitted("faster", "It must be in a state to go faster than an advance.")


@requirement(
    "It must be in a state to surge.", condition="It must be in a state to go faster than an advance, or be a flyer."
)
def may_surge(unit: Unit) -> bool | str:
    return unit.drives("flyer") or FASTER.holds(unit)


@requirement("It must not be a flyer, which goes on as fast as it flies.", fixed=True)
def grounded(unit: Unit) -> bool:
    return not unit.drives("flyer")


ADVANCE: Action[Unit] = action(
    "advance",
    (
        grounded, MOVING, on_table, not_moved, permitted("advance", "It must be in a state to move."),
        at_full_speed("surge", "fleet", "flat-out"),
    ),
    _in_mode("advance"),
)  # fmt: skip
SURGE: Action[Unit] = action(
    "surge",
    (
        surges, time_to_surge, on_table, unspent, may_surge, clear_of("surge"),
        at_full_speed("fleet", "flat-out"),
    ),
    _in_mode("surge"),
)  # fmt: skip
FLEET: Action[Unit] = action(
    "fleet", (fleet_of_foot, MOVING, on_table, not_moved, FASTER, clear_of("fleet")), _in_mode("fleet")
)
FLAT_OUT: Action[Unit] = action(
    "flat-out", (fast, MOVING, on_table, not_moved, FASTER, clear_of("flat-out")), _in_mode("flat-out")
)
