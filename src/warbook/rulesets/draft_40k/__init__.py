"""The reaction draft of the forties: whole units move, shoot, fight and react.

Every rule is reached from here.  The modules are the chapters; `data/` holds what is printed in tables.
"""

from __future__ import annotations

from ...core.ruleset import Ruleset, Statistics
from ...mechanics.result import result
from ...mechanics.world import name_of
from ...space import drawing
from .actions import ACTIONS, WINDOWS
from .attacks import assault, breaching, chance, courses, ramming, shooting, tank_shock
from .battle import setup, turn
from .bots import leads, outcomes, value
from .consequences import FOLLOWS
from .events import EVENTS
from .harm import morale
from .movement import breaking_off, charging, falling_back, wrecks
from .printed.catalogue import DATA
from .printed.options import OPTIONS
from .printed.shelf import SHELF
from .records.position import derive
from .records.state import Figure, Machine, Marker, Squad, State, Turn
from .records.world import World
from .view import card, sightings, tableau, verdicts


def _seat_name(world: World, seat: int) -> str:
    return world.armies[seat] if seat < len(world.armies) else f"side {seat + 1}"


def _statistics(world: World, state: State) -> Statistics:
    lost = tuple(
        sum(isinstance(r, Figure | Machine) and r.owner == seat and not r.alive for r in state.records)
        for seat in (0, 1)
    )
    return Statistics(state.turn.round, lost)


RULESET = Ruleset(
    id="draft-40k",
    title="The reaction draft",
    version="1",
    seats=2,
    turn=turn.turn,
    table=setup.table,
    result=result,
    active_seat=turn.active_seat,
    actions=ACTIONS,
    records=(Figure, Machine, Squad, Marker),
    turns=(Turn,),
    events=EVENTS,
    parts=(
        charging.declare,
        charging.charge_home,
        shooting.roll_volley,
        shooting.suffer_volley,
        shooting.suffer_return,
        shooting.push_high,
        shooting.end_volley,
        assault.close_up,
        assault.strike,
        assault.settle,
        assault.end_combat,
        courses.roll_on,
        courses.come_to_rest,
        tank_shock.settle_shock,
        ramming.settle_ram,
        chance.charge_tank,
        wrecks.burst,
        wrecks.crash,
        wrecks.leave,
    ),
    steps=(
        turn.end_phase,
        turn.go_on,
        morale.stand_losses,
        falling_back.fall_back_at_once,
        falling_back.perish,
        breaking_off.break_off,
        breaching.strike_back,
    ),
    windows=WINDOWS,
    follows=FOLLOWS,
    options=OPTIONS,
    name_of=name_of,
    seat_name=_seat_name,
    shelf=SHELF,
    picture=drawing.pictured(tableau.tableau),
    sketch=drawing.sketched(tableau.tableau),
    tableau=tableau.tableau,
    card=card.card,
    aims=sightings.aims,
    verdict=verdicts.verdict,
    value=value.value,
    statistics=_statistics,
    derive=derive,
    outcomes=outcomes.OUTCOMES,
    poised=turn.poised,
    scene=setup.scene,
    leads=leads.leads,
    notes=DATA.text("notes.md"),
)
