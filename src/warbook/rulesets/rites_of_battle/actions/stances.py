"""Aim, Guarded Stance, and the exchange of actions and strain for maneuvers."""

from __future__ import annotations

from ....core.action import requirement
from ..checks import economy
from ..checks.requirements import able, free_to_move, has_action, has_maneuver, most_maneuvers
from ..events.turns import Aimed, ManeuverGained
from ..harm import conditions, wounds
from ..printed.catalogue import action
from ..records import Model, Play
from ..records.effects import begin_until_next_turn_ends

# ---- aiming ----------------------------------------------------------------------------------------------------------


def aim(play: Play, actor: Model) -> None:
    """A boost die on the attack that follows at once; a second aim adds another."""
    economy.make_maneuver(play, actor, aiming=True)
    has_aimed(play, actor, play.state.turn.aims + 1)


def has_aimed(play: Play, actor: Model, aims: int) -> None:
    """So many aims count; with True Aim each of them upgrades the attack, or the first alone."""
    times = aims if play.option["true-aim-repeats"] else 1
    play.happen(Aimed(actor.id, aims, times * actor.talent("true-aim")))


def keep_aim(play: Play, actor: Model) -> None:
    """At the end of a turn an aim is lost, unless the table lets it last into the next."""
    if (aims := play.state.turn.aims) and play.option["aim-lasts"] == "next-turn":
        begin_until_next_turn_ends(play, "aimed", actor.id, aims)


def take_up_aim(play: Play, actor: Model) -> None:
    """An aim that was kept counts in the turn that begins."""
    if aims := actor.amount("aimed"):
        conditions.free(play, actor.id, "aimed")
        has_aimed(play, actor, aims)


@requirement("It must have its action left to attack with.")
def can_still_act(actor: Model) -> bool:
    return economy.has_action(actor.play, actor.id)


@requirement("It must have a weapon in its hands that it can aim.")
def can_aim(actor: Model) -> bool:
    melee = actor.play.option["aim-melee"]
    return any(actor.in_hand(slot) and (melee or not actor.weapon(slot).melee) for slot in actor.slots)


# ---- Guarded Stance --------------------------------------------------------------------------------------------------


def take_guard(play: Play, actor: Model) -> None:
    """A point of melee defence and a setback die on attacks."""
    economy.make_maneuver(play, actor)
    conditions.take_guard(play, actor.id)


# ---- more maneuvers --------------------------------------------------------------------------------------------------


def exchange(play: Play, actor: Model) -> None:
    """The action of the turn for a maneuver, which is an action too."""
    play.happen(ManeuverGained(actor.id, "its action"))
    if play.option["exchange-is-an-action"]:
        wounds.act_in_pain(play, actor.id)


def strain_for_maneuver(play: Play, actor: Model) -> None:
    """Two strain for a maneuver."""
    play.happen(ManeuverGained(actor.id, "strain"))
    wounds.strain(play, actor.id, economy.STRAIN)


@requirement("It must not have two maneuvers in this turn already.")
def room_for_maneuver(actor: Model) -> bool:
    return actor.play.state.turn.allowed < most_maneuvers(actor)


@requirement("It must not have paid strain for a maneuver in this turn.")
def has_not_paid(actor: Model) -> bool:
    return not actor.play.state.turn.paid


@requirement("It must not have given its action for a maneuver in this turn.")
def has_not_traded(actor: Model) -> bool:
    return not actor.play.state.turn.traded


@requirement("It must be able to take two strain.")
def can_pay(actor: Model) -> bool:
    return actor.may_strain(economy.STRAIN)


AIM = action("aim", (able, has_maneuver, can_still_act, can_aim), aim, ours=(able,))
GUARDED_STANCE = action("guarded-stance", (able, has_maneuver), take_guard, ours=(able,))
EXCHANGE = action(
    "exchange-for-maneuver", (able, has_action, room_for_maneuver, has_not_paid, free_to_move), exchange, ours=(able,)
)
EXTRA = action(
    "extra-maneuver",
    (able, room_for_maneuver, has_not_traded, has_not_paid, can_pay, free_to_move),
    strain_for_maneuver,
    ours=(able,),
)
