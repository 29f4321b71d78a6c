"""What leads to what: the rules of other chapters that follow from an event or a moment, in this order."""

from __future__ import annotations

from ...core.ruleset import Follows
from .actions import caskets, running
from .attacks import rats, traps
from .attacks.close_combat import charging, reaction_attacks
from .attacks.shooting import strays
from .battle import before_acting, scoring
from .events.moments import (
    ActionDone,
    ActivationEnds,
    BottledByChoice,
    BroughtDown,
    CasketBroken,
    CasketLooted,
    ChargeEnds,
    ControlLost,
    DriveEnded,
    DrivesOff,
    DroveInto,
    FieldDischarged,
    HazardMet,
    NerveFailed,
    Overgrown,
    PieceHit,
    PriorityRolled,
    RatHit,
    Recovering,
    RiddenPast,
    RolledOver,
    RoundEnding,
    Swallowed,
    TestFailed,
    TrapTriggered,
    TreasureFound,
    VehicleActionDone,
    VehicleActivationEnds,
    VehicleLost,
    WentDown,
)
from .events.rounds import Activated, Ordered
from .harm import conditions, falling, nerve, shoving, taken_home

FOLLOWS: Follows = {
    # activations
    Activated: (before_acting.suffer_before_acting,),
    Ordered: (before_acting.suffer_before_acting,),
    ActionDone: (traps.trigger_at_end_of_action,),
    # Whether it comes to its senses is rolled for before a beast among the insane tests its nerve.
    ActivationEnds: (
        conditions.try_to_recover_senses,
        nerve.test_nerve_of_stray_beast,
        nerve.test_when_that_is_over,
        running.run_when_that_is_over,
    ),
    PriorityRolled: (),
    RoundEnding: (),
    # going down
    WentDown: (falling.teeter_where_it_went_down,),
    # All three wait until the attack is over; then the friends test first, and the victor learns from it last.
    BroughtDown: (nerve.shake_friends, taken_home.roll_for_lasting_injuries, taken_home.reward_victor),
    Swallowed: (falling.lose_in_the_pit,),
    # A field flashes where its wearer stood, and then throws it.
    FieldDischarged: (conditions.dazzle_bystanders, shoving.throw_wearer),
    # nerve
    TestFailed: (),
    NerveFailed: (running.run_before_anything_else,),
    BottledByChoice: (),
    # charges, shots, riders, traps and caskets
    ChargeEnds: (charging.strike_at_the_end,),
    strays.ShotMissed: (strays.stray_on_three,),
    RiddenPast: (reaction_attacks.ride_by,),
    TrapTriggered: (traps.spring,),
    RatHit: (rats.strike_rat,),
    HazardMet: (),
    Overgrown: (),
    PieceHit: (),
    CasketBroken: (caskets.spill_broken_casket,),
    CasketLooted: (scoring.score_opened_casket,),
    TreasureFound: (),
    # vehicles, where an edition has them
    VehicleActionDone: (),
    VehicleActivationEnds: (),
    DrivesOff: (),
    DroveInto: (),
    DriveEnded: (),
    ControlLost: (),
    RolledOver: (),
    VehicleLost: (),
    Recovering: (),
}
