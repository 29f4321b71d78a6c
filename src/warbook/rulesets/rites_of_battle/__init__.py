"""Rites of Battle: narrative dice on squares, one fixed order, an action and a maneuver.

Every rule is reached from here.  The modules are the chapters; `data/` holds what is printed in tables.
"""

from __future__ import annotations

from ...core.ruleset import Ruleset, Statistics
from ...mechanics.narrative import DICE, verdict
from ...mechanics.result import result
from ...mechanics.world import name_of
from ...space import drawing
from .actions import ACTIONS, WINDOWS, tasks
from .attacks import combat, powers, spending
from .attacks.modifiers import MODIFIERS
from .battle import deployment, initiative, setup, turn
from .bots import leads, outcomes, value
from .checks import circumstances
from .consequences import FOLLOWS
from .events import EVENTS
from .printed.catalogue import DATA
from .printed.options import OPTIONS
from .printed.shelf import SHELF
from .records import Fighter, State, Thing, Turn, World
from .records.position import derive
from .view import card, sightings, tableau


def _seat_name(world: World, seat: int) -> str:
    return world.forces[seat] if seat < len(world.forces) else f"side {seat + 1}"


def _person_of(world: World, who: int) -> str:
    return world.kits[who].player if who < len(world.kits) else ""


def _statistics(world: World, state: State) -> Statistics:
    lost = tuple(sum(state.records[who].state in ("incapacitated", "dead") for who in side) for side in world.sides)
    return Statistics(state.turn.round, lost)


RULESET = Ruleset(
    id="rites-of-battle",
    title="Rites of Battle",
    version="1",
    seats=2,
    turn=turn.turn,
    table=setup.table,
    result=result,
    active_seat=turn.active_seat,
    actions=ACTIONS,
    records=(Fighter, Thing),
    turns=(Turn,),
    events=EVENTS,
    parts=(
        combat.resolve,
        spending.spend_own,
        spending.spend_theirs,
        combat.harm,
        combat.close,
        powers.manifest,
        powers.let_go,
        powers.use_again,
        tasks.work,
        tasks.finish,
    ),
    steps=(
        combat.attack_again,
        combat.come_round,
        circumstances.fill_destiny,
        initiative.roll_for,
        initiative.settle,
        initiative.arrive,
        initiative.insert,
        deployment.place,
        turn.end_round,
        turn.begin_turn,
    ),
    windows=WINDOWS,
    follows=FOLLOWS,
    modifiers=MODIFIERS,
    options=OPTIONS,
    dice=DICE,
    name_of=name_of,
    seat_name=_seat_name,
    person_of=_person_of,
    shelf=SHELF,
    picture=drawing.pictured(tableau.tableau),
    sketch=drawing.sketched(tableau.tableau),
    tableau=tableau.tableau,
    card=card.card,
    aims=sightings.aims,
    verdict=verdict,
    value=value.value,
    statistics=_statistics,
    derive=derive,
    outcomes=outcomes.OUTCOMES,
    poised=deployment.poised,
    scene=setup.scene,
    leads=leads.leads,
    notes=DATA.text("notes.md"),
)
