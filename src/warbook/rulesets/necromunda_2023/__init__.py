"""Necromunda as of the 2023 core book: alternating activations of single fighters, two actions each.

Every rule is reached from here.  The modules are the chapters of the book; `data/` holds what is printed in tables.
"""

from __future__ import annotations

from ...core.ruleset import Ruleset
from ...space import drawing
from . import (
    blows,
    card,
    conditions,
    falling,
    fighting,
    gear,
    injury,
    morale,
    notes,
    outcomes,
    scoring,
    setup,
    shooting,
    sightings,
    tableau,
    turn,
    value,
    verdicts,
)
from .actions import ACTIONS
from .consequences import FOLLOWS
from .events import EVENTS
from .house_rules import HOUSE_RULES
from .model import THINGS, Fighter, Turn, World, derive
from .options import OPTIONS
from .reactions import WINDOWS
from .shelf import SHELF


def _name_of(world: World, who: int) -> str:
    return world.names.get(who, "the cloud")  # the only thing that is not there from the start


def _seat_name(world: World, seat: int) -> str:
    return world.gangs[seat]


RULESET = Ruleset(
    id="necromunda-2023",
    title="Necromunda (2023 core)",
    version="1",
    seats=2,
    turn=turn.turn,
    table=setup.table,
    result=scoring.result,
    active_seat=turn.active_seat,
    actions=ACTIONS,
    records=(Fighter, *THINGS),
    turns=(Turn,),
    events=EVENTS,
    steps=(
        turn.carry_out,
        fighting.consolidate,
        morale.nerve_tests,
        morale.nerve_test,
        morale.run_at_once,
        morale.bottle_check,
        morale.flee_battlefield,
        morale.voluntary_flight,
        morale.abandoned,
        morale.rally,
        injury.recovery,
        injury.recover,
        injury.lasting_injuries,
        injury.web_aftermath,
        injury.succumb,
        injury.earn,
        conditions.recover_senses,
        conditions.lingering_effects,
        gear.wear_off,
        falling.climb_out,
        turn.end_of_round,
    ),
    windows=WINDOWS,
    follows=FOLLOWS,
    modifiers={
        "shoot": shooting.HIT_MODIFIERS,
        "fight": blows.HIT_MODIFIERS,
        "ap": (),  # of blows in close combat
        "cool": gear.COOL_MODIFIERS,
        "initiative": conditions.INITIATIVE_MODIFIERS,
    },
    options=OPTIONS,
    house_rules=HOUSE_RULES,
    name_of=_name_of,
    seat_name=_seat_name,
    shelf=SHELF,
    picture=drawing.pictured(tableau.tableau),
    sketch=drawing.sketched(tableau.tableau),
    tableau=tableau.tableau,
    card=card.card,
    aims=sightings.aims,
    value=value.value,
    statistics=scoring.statistics,
    verdict=verdicts.verdict,
    derive=derive,
    outcomes=outcomes.OUTCOMES,
    poised=outcomes.poised,
    withheld=outcomes.withheld,
    notes=notes.NOTES,
)
