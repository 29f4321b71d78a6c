"""Necromunda as of the 2023 core book: what this edition has of the family's chapters, and its values.

What it has in print lies in `data/2023/`, and in `data/shared/` what other editions have too.
 `consequences.py` says what leads to what.
"""

from __future__ import annotations

from ...core.dice import D6
from ...core.length import INCH
from ...core.reaction import Windows
from .actions import (
    caskets,
    demolition,
    doors,
    ductways,
    gear,
    lifts,
    reloading,
    retreat,
    running,
    skills,
)
from .attacks.close_combat import blows, brawling, charging, coup_de_grace, fighting
from .attacks.shooting import ductway_fire, shooting
from .battle import reactions
from .checks import aiming, characteristics
from .consequences import FOLLOWS
from .events.rounds import Declared
from .family import STEPS, ruleset_of
from .house_rules import house_rules_but
from .movement import moving
from .printed.citations import printed_in
from .printed.edition import Edition
from .printed.library import DATA, Library
from .printed.roster import roster_parser
from .printed.scenario import scenario_parser
from .printed.shelf import shelf_of

ID = "necromunda-2023"
BOOK = "core 2023"

# ---- what is printed -------------------------------------------------------------------------------------------------

LIBRARY = Library(DATA / "2023", BOOK)
parse_roster = roster_parser(ID, LIBRARY)
"""A roster from its text.  Raises `BadData` for the first thing that is wrong."""
parse_scenario = scenario_parser(ID)
"""A scenario from its text.  Raises `BadData` for the first thing that is wrong."""
SHELF = shelf_of(LIBRARY, parse_scenario, parse_roster)

# ---- where it has other words than other editions --------------------------------------------------------------------

EDITION = Edition(
    library=LIBRARY,
    shelf=SHELF,
    lowest_roll_fails=False,
    serious_recovery_wounds=True,
    help_spares_wound=True,
    medics_roll_again=False,
    webs_capture=True,
    severs_at_once=False,
    graviton_six_crushes=True,
    fields_stop_graviton=True,
    reinforcements_hold=True,
    lesser_roles=frozenset({"juve", "prospect"}),
    fire_reveals=True,
    burning_strike_back=False,
    burning_keep_clear=INCH,
    injured_smother_fire=True,
    sight_in_dark=(3 * INCH, 6 * INCH, 6 * INCH, 12 * INCH, 12 * INCH, 24 * INCH),
    aided_sight_in_dark=0,
    dark_stops_blasts=True,
    rads_reveal=False,
    fields_reveal=frozenset(),
    traps_at_end_of_action=False,
    aim_helps=frozenset({"shoot"}),
    at_point=-2,
    ductways_reach_vehicles=True,
    strays_hit_vehicles=True,
    flames_on_overwatch=True,
    crews_fire_pistols=False,
    closest_all_round=False,
    templates_by_priority=False,
    barricade_gap=INCH - 1,
    versatile_reactions=False,
    raised_has_turned=True,
    fearsome_ends_activation=True,
    hurl_ends_charge=True,
    butts_over_barricades=False,
    finish_beside_the_dead=False,
    iron_jaw_stops_blades=True,
    strike_at_failed_retreat=True,
    retreat_dice=D6,
    broken_retreat_dice=D6,
    orders_tested=True,
)

# ---- what it has -----------------------------------------------------------------------------------------------------

ACTIONS = LIBRARY.worded(
    # standing and active
    moving.MOVE,
    charging.CHARGE,
    ductways.CRAWL_THROUGH_DUCTWAY,
    moving.TAKE_COVER,
    shooting.SHOOT,
    shooting.AIM,
    ductway_fire.FIRE_THROUGH_DUCTWAY,
    reloading.RELOAD,
    reloading.RELOAD_VEHICLE_WEAPON,
    coup_de_grace.COUP_DE_GRACE,
    doors.OPERATE_DOOR,
    doors.ACCESS_TERMINAL,
    doors.FORCE_DOOR,
    caskets.SMASH_OPEN_CASKET,
    caskets.BYPASS_CASKET_LOCK,
    caskets.CARRY_CASKET,
    lifts.SEND_LIFT,
    # standing and engaged
    fighting.FIGHT,
    retreat.RETREAT,
    # prone
    moving.STAND_UP,
    moving.CRAWL,
    shooting.BLIND_FIRE,
    # broken
    running.RUN_FOR_COVER,
    # brought by skills and gear
    brawling.HEADBUTT,
    brawling.HURL,
    demolition.SET_CHARGE,
    shooting.RUN_AND_GUN,
    skills.ORDER,
    skills.TREAT_WOUNDS,
    gear.DESCEND,
    gear.GRAPNEL,
    gear.LASER_CUT,
    gear.SCAN,
    gear.TAKE_A_SWIG,
    gear.USE_CHEM,
)

RULESET = ruleset_of(
    id=ID,
    title="Necromunda (2023 core)",
    version="1",
    edition=EDITION,
    actions=ACTIONS,
    steps=STEPS,
    windows={Declared: Windows(after=printed_in(BOOK, reactions.OVERWATCH))},
    follows=FOLLOWS,
    modifiers={
        "shoot": printed_in(BOOK, *aiming.HIT_MODIFIERS),
        "fight": printed_in(BOOK, *blows.HIT_MODIFIERS),
        "ap": (),  # of blows in close combat
        "cool": printed_in(BOOK, *characteristics.COOL_MODIFIERS),
        "initiative": printed_in(BOOK, *characteristics.INITIATIVE_MODIFIERS),
    },
    options=LIBRARY.options,
    house_rules=house_rules_but("hurl-in-charge", "rolls-downhill", "pistols-from-vehicles"),  # in print; of vehicles
    notes=LIBRARY.notes,
)
