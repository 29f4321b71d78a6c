"""Gangfight: a player's turn of action points, spent now or held for interrupts in the other's.

Every rule is reached from here.  The modules are the chapters of the book; `data/` holds what is printed in tables.
"""

from __future__ import annotations

from ...core.ruleset import Ruleset
from ...space import drawing
from . import (
    areas,
    band_attacks,
    banding,
    card,
    charging,
    charms,
    climbing,
    complications,
    courage,
    endgame,
    engagements,
    fighting,
    goals,
    harm,
    interacting,
    interrupts,
    magic,
    moving,
    neutrals,
    notes,
    outcomes,
    rounds,
    scoring,
    setup,
    shooting,
    sightings,
    slamming,
    tableau,
    turn,
    value,
    verdicts,
)
from .actions import ACTIONS
from .consequences import FOLLOWS
from .events import EVENTS
from .house_rules import HOUSE_RULES
from .model import World, derive
from .options import OPTIONS
from .records import Figure, Thing, Turn
from .shelf import SHELF


def _name_of(world: World, who: int) -> str:
    return world.names.get(who, f"number {who}")


def _seat_name(world: World, seat: int) -> str:
    return world.parties[seat] if seat < len(world.parties) else "the neutrals"


RULESET = Ruleset(
    id="gangfight",
    title="Gangfight",
    version="1",
    seats=2,
    turn=turn.turn,
    table=setup.table,
    result=scoring.result,
    active_seat=turn.active_seat,
    actions=ACTIONS,
    records=(Figure, Thing),
    turns=(Turn,),
    events=EVENTS,
    parts=(
        charging.runs,
        interrupts.flights,
        charging.flee,
        charging.advance,
        charging.counters,
        charging.counter,
        charging.attacks,
        charging.free_attack,
        moving.stride,
        moving.dash,
        moving.rise,
        fighting.blow,
        shooting.load,
        shooting.loose,
        areas.lobbed,
        areas.engulf,
        slamming.shove,
        slamming.stampede,
        slamming.underfoot,
        climbing.venture,
        interacting.handle,
        magic.gather,
        magic.speak,
        charms.wake,
        banding.strike_again,
        band_attacks.bear_down,
        band_attacks.volley,
        interrupts.answers,
        interrupts.answer,
        harm.aftermath,
        harm.take_off_fallen,
        banding.disband,
    ),
    steps=(
        courage.bravery,
        rounds.begin_turn,
        rounds.give_points,
        rounds.turn_over,
        engagements.hold_back,
        engagements.arrive,
        engagements.spring,
        engagements.pick_point,
        complications.complicate,
        complications.honour,
        endgame.end_game,
        neutrals.bolt,
        neutrals.hurry,
    ),
    windows=interrupts.WINDOWS,
    follows=FOLLOWS,
    modifiers={
        "charge": charging.RUN,
        "melee dice": fighting.DICE,
        "melee": fighting.DEFENCE,
        "melee damage": fighting.DAMAGE,
        "shooting dice": shooting.DICE,
        "shooting": shooting.DEFENCE,
        "shooting damage": shooting.DAMAGE,
        "aiming an area": areas.DEFENCE,
    },
    options=OPTIONS,
    house_rules=HOUSE_RULES,
    name_of=_name_of,
    seat_name=_seat_name,
    shelf=SHELF,
    between_bodies=True,
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
    leads=goals.leads,
    notes=notes.NOTES,
)
