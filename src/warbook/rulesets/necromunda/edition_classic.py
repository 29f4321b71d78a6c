"""Necromunda before 2023: what this edition has of the family's chapters, and its values.

What it has in print lies in `data/classic/`, and in `data/shared/` what other editions have too.  In which way it
differs from another edition is told by the two pages side by side: both name the same values, and list what they have
in the same order.  The numbers are those of the differences in docs/decisions/two-editions.md.
"""

from __future__ import annotations

from ...core.action import Action
from ...core.dice import D6, TWO_D6
from ...core.length import INCH
from ...core.reaction import Windows
from ...core.structs import replace
from .actions import (
    badzones,
    cages,
    caskets,
    claws,
    consoles,
    demolition,
    doors,
    drivers,
    ductways,
    engines,
    gear,
    hatches,
    lifts,
    rats,
    reloading,
    retreat,
    running,
    skills,
    terminals,
    traps,
    treasures,
    upgrades,
)
from .attacks import explosives, hazards, plants, upgrade_hits, vehicle_fire
from .attacks import traps as traps_that_lie
from .attacks.close_combat import blows, brawling, charging, coup_de_grace, fighting, reaction_attacks
from .attacks.shooting import ductway_fire, shooting
from .battle import badzones as badzone_events
from .battle import before_acting, crawlways, creatures, deployment, misfortunes, reactions, terrain
from .checks import aiming, characteristics, handling
from .consequences import FOLLOWS
from .events.attacks import BlastFell
from .events.fighters import StoodUp
from .events.moments import (
    ActionDone,
    ActivationEnds,
    ChargeEnds,
    ControlLost,
    DriveEnded,
    DrivesOff,
    DroveInto,
    HazardMet,
    Overgrown,
    PieceHit,
    PriorityRolled,
    RatHit,
    Recovering,
    RolledOver,
    RoundEnding,
    Swallowed,
    TestFailed,
    TreasureFound,
    VehicleActionDone,
    VehicleActivationEnds,
    VehicleLost,
)
from .events.movement import Moved
from .events.rounds import Activated, Declared
from .events.vehicles import VehicleActivated
from .family import STEPS, ruleset_of
from .harm import conditions, control, falling, nerve, sinking, soaking, wrecks
from .house_rules import HOUSE_RULES
from .movement import brinks, driving, hard_ground, manoeuvres, moving, out_of_control, riders
from .printed.citations import printed_in
from .printed.edition import Edition
from .printed.library import DATA, Library
from .printed.options import AllOptions
from .printed.roster import roster_parser
from .printed.scenario import scenario_parser
from .printed.shelf import shelf_of
from .records import Model

ID = "necromunda-classic"
BOOK = "classic rules"

# ---- what is printed -------------------------------------------------------------------------------------------------

LIBRARY = Library(
    DATA / "classic", BOOK, AllOptions
)  # 7 and 8: booze.toml; 10: actions.toml; 18: lasting_injuries.toml
parse_roster = roster_parser(ID, LIBRARY)
"""A roster from its text.  Raises `BadData` for the first thing that is wrong."""
parse_scenario = scenario_parser(ID)
"""A scenario from its text.  Raises `BadData` for the first thing that is wrong."""
SHELF = shelf_of(LIBRARY, parse_scenario, parse_roster)

# ---- what vehicles do ------------------------------------------------------------------------------------------------

VEHICLE_ACTIONS = (
    # mobile
    driving.VEHICLE_MOVE,
    driving.MANOEUVRE,
    manoeuvres.DRIFT,
    manoeuvres.RAM,
    manoeuvres.SPIN,
    manoeuvres.FULL_THROTTLE,
    vehicle_fire.MOVE_AND_SHOOT,
    vehicle_fire.FIRE_ALL,
    vehicle_fire.VEHICLE_AIM,
    reloading.VEHICLE_RELOAD,
    # stalled
    engines.JUMP_START,
    engines.TURN_OVER,
    engines.FREE_WHEEL,
    # brought by upgrades
    upgrades.INJECT,
    upgrades.FIRE_COIL,
    upgrades.HEADLIGHTS,
    upgrades.LAUNCH_SMOKE,
    upgrades.LAUNCH_FLARES,
    upgrades.LAY_MINE,
    upgrades.LAY_CALTROPS,
    # brought by skills
    drivers.HEAVY_FOOT,
    # broken
    running.BREAK_FOR_AIR,
    running.BURN_OUT,
)

# ---- where it has other words than other editions --------------------------------------------------------------------

EDITION = Edition(
    library=LIBRARY,
    shelf=SHELF,
    vehicle_actions=frozenset(action.id for action in VEHICLE_ACTIONS),
    lowest_roll_fails=True,  # 16
    serious_recovery_wounds=False,  # 3
    help_spares_wound=False,  # 3
    medics_roll_again=True,  # 24
    webs_capture=False,  # 19
    severs_at_once=True,
    graviton_six_crushes=False,
    fields_stop_graviton=False,
    reinforcements_hold=False,  # 27
    lesser_roles=frozenset({"juve"}),
    fire_reveals=True,
    burning_strike_back=True,  # 21
    burning_keep_clear=0,  # 21
    injured_smother_fire=False,  # 21
    sight_in_dark=(3 * INCH,),  # 22
    aided_sight_in_dark=12 * INCH,  # 22
    dark_stops_blasts=False,  # 22
    rads_reveal=True,  # 22
    fields_reveal=frozenset({"refractor-field", "holo-field"}),  # 22
    traps_at_end_of_action=True,
    aim_helps=frozenset({"shoot", "fire-all", "move-and-shoot"}),  # 6
    at_point=0,  # 5
    ductways_reach_vehicles=False,
    strays_hit_vehicles=False,  # 13
    flames_on_overwatch=False,
    crews_fire_pistols=False,
    closest_all_round=False,
    templates_by_priority=False,
    barricade_gap=INCH // 2,  # 15
    versatile_reactions=True,  # 14
    raised_has_turned=False,  # 20
    fearsome_ends_activation=False,
    hurl_ends_charge=False,
    butts_over_barricades=True,
    finish_beside_the_dead=True,
    iron_jaw_stops_blades=False,  # 23
    strike_at_failed_retreat=False,  # 1
    retreat_dice=D6,  # 2
    broken_retreat_dice=TWO_D6,  # 2
    orders_tested=False,
)

# ---- what it has -----------------------------------------------------------------------------------------------------


def breathing(move: Action[Model]) -> Action[Model]:
    """A Move as it may be taken in bad air."""
    return replace(move, requires=(*move.requires, moving.breath_left))


ACTIONS = LIBRARY.worded(
    # standing and active
    breathing(moving.MOVE),
    charging.CHARGE,
    ductways.CRAWL_THROUGH_DUCTWAY,
    moving.TAKE_COVER,
    shooting.SHOOT,
    shooting.AIM,
    ductway_fire.FIRE_THROUGH_DUCTWAY,
    reloading.RELOAD,
    coup_de_grace.COUP_DE_GRACE,
    doors.OPERATE_DOOR,
    terminals.ACCESS_TERMINAL,
    doors.FORCE_DOOR,
    caskets.SMASH_OPEN_CASKET,
    caskets.BYPASS_CASKET_LOCK,
    breathing(caskets.CARRY),
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
    gear.DESCEND,
    gear.GRAPNEL,
    gear.LASER_CUT,
    gear.SCAN,
    gear.TAKE_A_SWIG,
    gear.USE_CHEM,
    traps.SET_TRAP,
    rats.PRIME_BOMB_RAT,
    # brought by terrain and badzones
    badzones.SCAVENGE,
    badzones.JURY_RIG,
    badzones.DISARM,
    hatches.COVER,
    claws.CLIMB_CLAW,
    claws.TRIGGER_CLAW,
    claws.HOOK_CARGO,
    consoles.ACTIVATE_DEVICE,
    consoles.DEACTIVATE_GENERATORS,
    consoles.CYCLE_COMPACTOR,
    # brought by vehicles
    cages.EMBARK,
    cages.DISEMBARK,
    cages.FIRE_POINT,
    cages.RELOAD_INSIDE,
    *VEHICLE_ACTIONS,
)

OF_SHOTS = (
    "arcs-join-nearest",
    "generators-always-run",
    "control-is-lost-once",
    "control-lost-costs-readiness",
    "disarmed-hulls-suffer",
    "half-movement",
    "piercing-breaches-fuel",
    "storms-upset-lasers",
    "wrecks-stay",
)
OVERWATCH = replace(reactions.OVERWATCH, options=(*reactions.OVERWATCH.options, *OF_SHOTS))

STRIKE_MODIFIERS = (
    *(each for each in blows.HIT_MODIFIERS if each is not blows.CHARGED_UNSEEN),
    blows.OVER_BARRICADE,  # 15
    blows.AT_RAT,
)

RULESET = ruleset_of(
    id=ID,
    title="Necromunda (before 2023)",
    version="1",
    edition=EDITION,
    actions=ACTIONS,
    steps=(
        *STEPS,
        rats.rat_runs,
        hazards.suffer_nearby,
        hazards.slide,
        plants.weaken,
        plants.shoot_needles,
        plants.creep,
        crawlways.surface,
        crawlways.emerge,
        terrain.settle,
        terrain.tick,
        soaking.drown,
        badzone_events.befall,
        badzone_events.go_to_ground,
        badzone_events.rebuild,
        creatures.creature_comes,
        creatures.prowl,
        creatures.more_rats,
        misfortunes.swarm,
        misfortunes.be_swarmed,
        misfortunes.attract_spores,
        misfortunes.bewitch,
        misfortunes.be_bewitched,
        misfortunes.be_shot_at,
        badzone_events.pass_over,
        deployment.arrive,
        wrecks.lasting_damage,
        engines.recover_vehicle,
        nerve.nerve_tests_at_wreck,
        nerve.nerve_test_of_vehicle,
    ),
    windows={Declared: Windows(after=printed_in(BOOK, OVERWATCH))},
    follows={
        **FOLLOWS,
        ActionDone: (
            *FOLLOWS[ActionDone],
            hazards.shock,
            hazards.burn,
            hazards.slip,
            plants.brush_past,
            creatures.rouse,
            misfortunes.meet_jelly,
            control.regain_control,
            crawlways.get_into_hatch,
        ),
        VehicleActionDone: (control.regain_control, traps_that_lie.trigger_at_end_of_action),
        Activated: (*FOLLOWS[Activated], hazards.wade, sinking.get_out, misfortunes.lose_the_way),
        ActivationEnds: (*FOLLOWS[ActivationEnds], hazards.suffer_later, misfortunes.attract_later),
        PriorityRolled: (control.regain_control, badzone_events.begin_round_later, rats.run_on),
        TestFailed: (conditions.go_mad,),
        RoundEnding: (
            terrain.settle_later,
            crawlways.surface_later,
            crawlways.emerge_later,
            terrain.tick_later,
            terrain.shut_containers,
            soaking.drown_later,
            plants.grow_later,
            badzone_events.end_phase_later,
            badzone_events.reinforce_later,
        ),
        ChargeEnds: (hazards.slip_in_a_charge, badzone_events.spark, *FOLLOWS[ChargeEnds]),
        Swallowed: (
            falling.lose_in_the_fire,
            sinking.lie_in_a_basin,
            sinking.lie_in_the_sea,
            falling.climb_from_the_depths,
            *FOLLOWS[Swallowed],
        ),
        Moved: (hatches.leave_cover,),
        StoodUp: (hatches.come_out,),
        BlastFell: (hazards.shake_floor,),
        HazardMet: (hazards.meet_hazard,),
        PieceHit: (explosives.blow_up,),
        RatHit: (creatures.be_hit, *FOLLOWS[RatHit]),
        Overgrown: (creatures.overgrow,),
        TreasureFound: (treasures.take_treasure,),
        ControlLost: (out_of_control.veer,),
        RolledOver: (out_of_control.roll_on,),
        VehicleActivated: (before_acting.suffer_before_driving,),
        VehicleActivationEnds: (
            hard_ground.come_down,
            conditions.try_to_recover_senses,
            upgrades.cool_down,
            before_acting.burn_down,
            nerve.test_when_that_is_over,
            running.run_when_that_is_over,
        ),
        DrivesOff: (reaction_attacks.react_to_driving_off,),
        DroveInto: (brinks.go_over,),
        DriveEnded: (
            traps_that_lie.trigger_on_the_way,
            upgrade_hits.strike_whoever_was_passed,
            upgrade_hits.shred_tyres,
        ),
        Recovering: (misfortunes.digest, engines.recover_later),
        VehicleLost: (
            riders.throw_clear,
            cages.spill,
            upgrade_hits.go_up,
            nerve.shake_at_wreck,
            wrecks.roll_for_lasting_damage,
        ),
    },
    modifiers={
        "shoot": printed_in(
            BOOK, *aiming.HIT_MODIFIERS, aiming.AT_RAT, aiming.AT_VENTS, aiming.ON_ROLLING_ROAD, *aiming.IN_BADZONE
        ),
        "fight": printed_in(BOOK, *STRIKE_MODIFIERS),
        "ap": (),  # of blows in close combat
        "cool": printed_in(BOOK, *characteristics.COOL_MODIFIERS, characteristics.BAD_FEELING),
        "willpower": printed_in(BOOK, characteristics.DOWNPOUR, characteristics.ICON),
        "initiative": printed_in(BOOK, *characteristics.INITIATIVE_MODIFIERS),
        "handling": printed_in(BOOK, *handling.HANDLING_MODIFIERS),
    },
    options=LIBRARY.options,
    house_rules=HOUSE_RULES,
    notes=LIBRARY.notes,
)
