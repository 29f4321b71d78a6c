"""Wounds and strain: who falls, who dies, and who comes round.

Those of the lower tiers have no strain: it is wounds to them.  A group of minions loses a member when that one's
share is exceeded; nothing is wasted between members.
"""

from __future__ import annotations

from ..events.fighters import Became, CharacteristicLost, Healed, InjuryHealed, Strained, Wounded
from ..events.turns import Aimed, Spent
from ..records import NOBODY, Model, Play
from . import conditions, injuries

BLEEDS_EVERY = 5


def wound(play: Play, who: int, wounds: int, by: int = NOBODY, bonus: int = 0) -> None:
    """Wounds that soak has not stopped; `bonus` is what the weapon adds to the roll for a critical injury."""
    if wounds > 0 and play.state.records[who].here:
        play.happen(Wounded(who, wounds, by, bonus))


def strain(play: Play, who: int, points: int) -> None:
    """Strain, which no soak stops."""
    if points > 0 and play.state.records[who].here:
        play.happen(Strained(who, points, as_wounds=not Model(play, who).kit.has_strain))


def heal(play: Play, who: int, wounds: int = 0, strain: int = 0) -> None:
    """Heals, as far as there is something to heal: what the want of air has cost stays, be it strain or wounds, and so
    do the fallen of a group."""
    fighter, model = play.state.records[who], Model(play, who)
    lost = model.kit.count - model.alive
    lethal = lost * model.kit.profile.wounds + 1 if lost else 0
    lasting = model.amount("breathless")
    staying = lethal if model.kit.has_strain else max(lethal, lasting)
    wounds, strain = max(0, min(wounds, fighter.wounds - staying)), max(0, min(strain, fighter.strain - lasting))
    if wounds or strain:
        play.happen(Healed(who, wounds, strain))


# ---- what follows ----------------------------------------------------------------------------------------------------


def judge_wounds(play: Play, event: Wounded) -> None:
    """Whoever has more wounds than it can bear falls, or dies."""
    _judge(play, event.who, event.wounds, event.by, event.bonus)


def judge_strain(play: Play, event: Strained) -> None:
    """Whoever has more strain than it can bear falls; to those without strain it is wounds."""
    if event.as_wounds:
        _judge(play, event.who, event.strain, NOBODY)
        return
    _judge_strain(play, event.who)


def judge_weakness(play: Play, event: CharacteristicLost) -> None:
    """Where thresholds follow a characteristic that is lost, somebody may fall of what it has suffered already."""
    if not play.option["thresholds-retroactive"]:
        return
    if event.characteristic == "toughness":
        _judge(play, event.who, 1, NOBODY)  # what it could just bear until now
    _judge_strain(play, event.who)


def _judge_strain(play: Play, who: int) -> None:
    model = Model(play, who)
    if model.kit.has_strain and model.record.able and model.strain > model.strain_threshold:
        play.happen(Became(who, "incapacitated"))


def _judge(play: Play, who: int, more: int, by: int, bonus: int = 0) -> None:
    model = Model(play, who)
    if not model.record.here:
        return
    wounds, threshold = model.record.wounds, model.wound_threshold
    if not model.falls_before_it_dies:
        if wounds > threshold:
            play.happen(Became(who, "dead", by))
        return
    margin = play.option["death-margin"]
    if margin and wounds - threshold >= margin:
        play.happen(Became(who, "dead", by))
        return
    bleeds = model.injured("bleeding-out")
    if wounds > threshold and model.record.able:
        play.happen(Became(who, "incapacitated", by))
    if wounds > threshold >= wounds - more:
        injuries.inflict(play, who, bonus=bonus, by=by)
    if wounds > threshold and bleeds:
        before = max(0, wounds - more - threshold)
        for _ in range((wounds - threshold) // BLEEDS_EVERY - before // BLEEDS_EVERY):
            injuries.inflict(play, who, by=by, bleeding=True)


def judge_recovery(play: Play, event: Healed | InjuryHealed) -> None:
    """Whoever has fallen comes round as soon as it can bear what is left."""
    model = Model(play, event.who)
    if model.record.state != "incapacitated":
        return
    if model.record.wounds <= model.wound_threshold and model.strain <= model.strain_threshold:
        play.happen(Became(event.who, "up"))


def lose_aim(play: Play, event: Wounded) -> None:
    """Whoever is wounded before it fires loses its aim."""
    now = play.state.turn
    if now.actor == event.who and now.aims:
        play.happen(Aimed(event.who))
    conditions.free(play, event.who, "aimed")


def pay_in_pain(play: Play, event: Spent) -> None:
    """Whoever spends its action acts."""
    if event.what == "action":
        act_in_pain(play, event.who)


def act_in_pain(play: Play, who: int) -> None:
    """Strain for each action of somebody at the brink, or in the grip of a power."""
    injuries.at_the_brink(play, who)
    strain(play, who, Model(play, who).amount("tormented"))
