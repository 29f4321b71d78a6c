"""Gangfight: a player's turn of action points, spent now or held for interrupts in the other's.

Every rule is reached from here.  The modules are the chapters of the book; `data/` holds what is printed in tables.
"""

from __future__ import annotations

from ...core.ruleset import Ruleset
from ...mechanics.result import result
from ...mechanics.world import name_of
from ...space import drawing
from .actions import ACTIONS, band_attacks, banding, charms, interacting, interrupts
from .attacks import areas, charge_attacks, charge_runs, fighting, magic, shooting, shots, slamming
from .battle import civilians, complications, deployment, endgame, engagements, rounds, scoring, setup, turn
from .bots import goals, outcomes, value
from .consequences import FOLLOWS
from .events import EVENTS
from .harm import aftermath, courage
from .house_rules import HOUSE_RULES
from .movement import climbing, moving
from .printed.catalogue import DATA
from .printed.options import OPTIONS
from .printed.shelf import SHELF
from .records import Figure, Thing, Turn, World
from .records.position import derive
from .view import card, sightings, tableau, verdicts


def _seat_name(world: World, seat: int) -> str:
    return world.parties[seat] if seat < len(world.parties) else "the neutrals"


RULESET = Ruleset(
    id="gangfight",
    title="Gangfight",
    version="1",
    seats=2,
    turn=turn.turn,
    table=setup.table,
    result=result,
    active_seat=turn.active_seat,
    actions=ACTIONS,
    records=(Figure, Thing),
    turns=(Turn,),
    events=EVENTS,
    parts=(
        charge_runs.runs,
        charge_runs.flights,
        charge_runs.flee,
        charge_runs.advance,
        charge_attacks.counters,
        charge_attacks.counter,
        charge_attacks.attacks,
        charge_attacks.free_attack,
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
        aftermath.answers,
        aftermath.answer,
        aftermath.aftermath,
        aftermath.take_off_fallen,
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
        civilians.bolt,
        civilians.hurry,
    ),
    windows=interrupts.WINDOWS,
    follows=FOLLOWS,
    modifiers={
        "charge": charge_runs.RUN,
        "melee dice": fighting.DICE,
        "melee": fighting.DEFENCE,
        "melee damage": fighting.DAMAGE,
        "shooting dice": shots.DICE,
        "shooting": shots.DEFENCE,
        "shooting damage": shots.DAMAGE,
        "aiming an area": areas.DEFENCE,
    },
    options=OPTIONS,
    house_rules=HOUSE_RULES,
    name_of=name_of,
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
    poised=deployment.poised,
    scene=setup.scene,
    actions_left="record.ap",
    leads=goals.leads,
    notes=DATA.text("notes.md"),
)
