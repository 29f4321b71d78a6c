"""What leads to what: the rules that follow from each event and each moment, in the order in which they run.

A rule of a chapter does not know what follows from what it makes happen: it is listed here.  Where the order matters a
comment says why.
"""

from __future__ import annotations

from ...core.ruleset import Follows
from .actions import interacting, perks
from .attacks import charge_attacks, fighting, shooting, slamming
from .battle import civilians, complications, endgame, engagements, risen, scoring
from .events.figures import Fell, Revived, Wounded
from .events.moments import (
    ActivationStart,
    Arrival,
    AttackMissed,
    BetweenActions,
    ClosedIn,
    CounterChargeDue,
    FightDue,
    FireDue,
    FreeStrikeDrawn,
    KnockOverDue,
    OwnMove,
    PointLossDue,
    PushDue,
    RoundEnd,
    TurnEnd,
    TurnStart,
)
from .events.rounds import TurnBegan
from .harm import aftermath, courage, healing

FOLLOWS: Follows = {
    # Turns and rounds.
    TurnStart: (healing.wear_off, engagements.bring_on),
    TurnBegan: (civilians.alarm_civilians, complications.bind_leader),
    # Machines mend before a thirst for blood may lead into a fight.
    ActivationStart: (perks.mend, perks.thirst),
    # What the engagement and the complication earn is scored before the end game may end the battle, and all that
    # before a side that has nobody left loses it.  Between the first two nothing but the order of the lines hangs on
    # their order: no complication looks at civilians or crates, and an engagement that leads on only queues the
    # complication.
    BetweenActions: (
        engagements.judge_engagement,
        complications.judge_complication,
        endgame.judge_end_game,
        scoring.end_if_wiped_out,
    ),
    TurnEnd: (engagements.judge_encirclement, endgame.judge_retreat),
    # The points of the round are scored before the battle may end with it.
    RoundEnd: (complications.count_round, endgame.end_after_rout, scoring.end_after_last_round),
    # Moves.
    FreeStrikeDrawn: (fighting.take_free_strike,),
    OwnMove: (complications.note_messenger,),
    # A figure that a counter strike fells is not shot at any more.
    Arrival: (perks.counter_strikes, perks.shoot_at_charger),
    ClosedIn: (perks.counter_closing,),
    # Attacks.  A figure that was missed strikes back from where it stands, and steps aside after that.
    AttackMissed: (perks.riposte, perks.sidestep),
    Wounded: (healing.break_talisman, healing.spare_fallen),
    # The attacks that were pledged, each in its turn.
    CounterChargeDue: (charge_attacks.counter_attack,),
    FightDue: (fighting.fight_back,),
    FireDue: (shooting.fire_back,),
    # What waited for the end of the action.
    PushDue: (slamming.push,),
    KnockOverDue: (aftermath.knock_over_at_end,),
    PointLossDue: (aftermath.lose_points,),
    # Those who saw a Hero fall are noted before anybody rises, and the points are scored before a victim of the plague
    # rolls.
    Fell: (
        interacting.drop_everything,
        courage.witness_hero,
        engagements.reward_ambush,
        complications.reward_kill,
        risen.rise_again,
    ),
    Revived: (engagements.note_return, complications.strike_off_prize),
}
