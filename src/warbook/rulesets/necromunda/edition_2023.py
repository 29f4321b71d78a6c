"""Necromunda as of the 2023 core book: what this edition has of the family's chapters.

`consequences.py` says what leads to what; `data/` holds what is printed in tables.
"""

from __future__ import annotations

from ...core.dice import D6
from ...core.length import INCH
from ...core.ruleset import Ruleset
from ...space import drawing
from .actions import gear, running
from .actions.catalogue import ACTIONS
from .attacks.close_combat import blows, fighting
from .battle import activations, ending, poised, scoring, setup, turn
from .battle.reactions import WINDOWS
from .bots import outcomes, value
from .checks import aiming, characteristics
from .consequences import FOLLOWS
from .events import EVENTS
from .harm import conditions, falling, nerve, recovery, taken_home
from .house_rules import HOUSE_RULES
from .printed import notes
from .printed.edition import Edition
from .printed.library import DATA, Library
from .printed.options import OPTIONS
from .printed.roster import roster_parser
from .printed.scenario import scenario_parser
from .printed.shelf import shelf_of
from .records.fighters import Fighter
from .records.position import derive
from .records.things import THINGS
from .records.world import Turn, World
from .view import card, sightings, tableau, verdicts


def _name_of(world: World, who: int) -> str:
    return world.names.get(who, "the cloud")  # the only thing that is not there from the start


def _seat_name(world: World, seat: int) -> str:
    return world.gangs[seat]


ID = "necromunda-2023"
LIBRARY = Library(DATA / "2023")
parse_roster = roster_parser(ID, LIBRARY)
"""A roster from its text.  Raises `BadData` for the first thing that is wrong."""
parse_scenario = scenario_parser(ID)
"""A scenario from its text.  Raises `BadData` for the first thing that is wrong."""
SHELF = shelf_of(LIBRARY, parse_scenario, parse_roster)
EDITION = Edition(
    library=LIBRARY,
    shelf=SHELF,
    lowest_roll_fails=False,
    serious_recovery_wounds=True,
    help_spares_wound=True,
    further_injuries_wound=True,
    fire_reveals=True,
    burning_strike_back=False,
    burning_keep_clear=INCH,
    injured_smother_fire=True,
    sight_in_dark=(3 * INCH, 6 * INCH, 6 * INCH, 12 * INCH, 12 * INCH, 24 * INCH),
    aim_helps=frozenset({"shoot"}),
    at_point=-2,
    strays_hit_vehicles=True,
    barricade_gap=INCH - 1,
    versatile_reactions=False,
    raised_has_turned=True,
    hurl_ends_charge=True,
    thrown_always_hit=False,
    iron_jaw_stops_blades=True,
    strike_at_failed_retreat=True,
    retreat_dice=D6,
    broken_retreat_dice=D6,
    vault_terminal=-4,
)

RULESET = Ruleset(
    id=ID,
    title="Necromunda (2023 core)",
    version="1",
    edition=EDITION,
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
        activations.carry_out,
        fighting.consolidate,
        nerve.nerve_tests,
        nerve.nerve_test,
        running.run_at_once,
        ending.bottle_check,
        ending.flee_battlefield,
        ending.voluntary_flight,
        ending.abandoned,
        ending.rally,
        recovery.recovery,
        recovery.recover,
        taken_home.lasting_injuries,
        recovery.web_aftermath,
        taken_home.succumb,
        taken_home.earn,
        conditions.recover_senses,
        conditions.lingering_effects,
        gear.wear_off,
        falling.climb_out,
        turn.end_of_round,
    ),
    windows=WINDOWS,
    follows=FOLLOWS,
    modifiers={
        "shoot": aiming.HIT_MODIFIERS,
        "fight": blows.HIT_MODIFIERS,
        "ap": (),  # of blows in close combat
        "cool": characteristics.COOL_MODIFIERS,
        "initiative": characteristics.INITIATIVE_MODIFIERS,
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
    poised=poised.about_to_act,
    withheld=outcomes.withheld,
    notes=notes.NOTES,
)
