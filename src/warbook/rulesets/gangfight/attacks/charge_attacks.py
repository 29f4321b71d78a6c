"""The blows of a charge: counter-charges against those who fell short, and the free attacks of those who came home."""

from __future__ import annotations

from ....core.decision import Choose
from ..events.deeds import Aimed, Met, Struck
from ..events.moments import CounterChargeDue, Style
from ..records import NOBODY, Model, Play
from ..records.distances import touching
from ..records.model import decide, namer
from ..records.position import foes, in_play, under_way
from . import charge_runs, fighting

# ---- counter-charges -------------------------------------------------------------------------------------------------


def counters(play: Play) -> None:
    """Those who counter-charge run, once all chargers have moved.  Where another charger has reached one of them, it
    runs all the same, or stays and meets that one, as the table plays it."""
    deed = under_way(play)
    for pledge in deed.pledges:
        if pledge.kind != "counter-charge" or (pledge.against, pledge.who) in deed.reached:
            continue
        came = [each for each, whom in deed.reached if whom == pledge.who]
        if not came or play.option["counter-from-combat"]:
            play.then(counter, pledge.who)
        else:
            stay_and_meet(play, pledge.who, came)


def stay_and_meet(play: Play, who: int, came: list[int]) -> None:
    """A counter-charger turns on one of those who have reached it instead of the one that it named."""
    question = Choose(
        "counter-charge.meets", f"Whom does {Model(play, who).kit.name} meet?", lambda: came, named=namer(play)
    )
    play.happen(Met(who, play.pick(play.state.records[who].owner, question)))


def counter(play: Play, who: int) -> None:
    """A counter-charger runs to meet a charger that fell short of it."""
    deed = under_way(play)
    pledge = deed.pledged(who)
    assert pledge is not None
    if play.state.records[who].standing and in_play(play, pledge.against):
        charge_runs.roll_run(play, who, pledge.against)
        charge_runs.run_at(play, who, pledge.against, under_way(play).run_of(who), "counter-charges")


def counter_attack(play: Play, moment: CounterChargeDue) -> None:
    """The blow of a counter-charge, if one of the two has reached the other.  A figure that has fallen strikes it
    too."""
    deed, pledge = under_way(play), moment.pledge
    if {(pledge.against, pledge.who), (pledge.who, pledge.against)} & {*deed.reached}:
        fighting.strike_back(play, pledge, "weight" if throws_weight(play, pledge.who) else "fight")


def charge_target(play: Play, who: int) -> int:
    """At whom a figure charges or counter-charges in the action under way, or nobody."""
    deed = play.state.turn.deed
    if deed is None or deed.row != "charge":
        return NOBODY
    pledge = deed.pledged(who)
    return pledge.against if pledge is not None and pledge.kind == "counter-charge" else deed.target_of(who)


# ---- the attacks -----------------------------------------------------------------------------------------------------


def attacks(play: Play) -> None:
    """The free attacks of those who act, in the order that their side likes."""
    deed = under_way(play)
    waiting = [who for who in deed.band if who not in deed.done and in_reach(play, who)]
    if not waiting:
        return
    seat = play.state.records[deed.leader].owner
    who = play.pick(seat, Choose("charge.next", "Who attacks next?", lambda: waiting, named=namer(play)))
    play.then(free_attack, who)
    play.then(attacks)


def in_reach(play: Play, who: int) -> list[int]:
    """The enemies at whom a free attack of this action may be aimed: of a charger those whom its charge brought into
    reach and who are still there, at some tables after the charge of a band only those in base contact."""
    deed, me = under_way(play), play.state.records[who]
    if who not in deed.chargers or who in deed.done:
        return targets_of_order(play, who)
    near = reached_by(play, who)
    if len(deed.band) > 1 and play.option["band-needs-contact"]:
        near = [whom for whom in near if touching(me.at, play.state.records[whom].at)]
    return [whom for whom in near if whom not in me.cowed and charge_runs.arrived(play, who, whom)]


def targets_of_order(play: Play, who: int) -> list[int]:
    """The enemies at whom the attack that an order gives may be aimed by a figure that is base to base with one of
    them: all whom it could fight, or at some tables only those in contact."""
    me = Model(play, who)
    near = [f.id for f in foes(play, me.owner) if touching(me.at, f.at)]
    if not me.standing or not near:
        return []
    those = near if play.option["band-attacks"] == "contact" else [f.id for f in foes(play, me.owner)]
    return [whom for whom in those if not fighting.fight_refused(me, whom)]


def reached_by(play: Play, who: int) -> list[int]:
    """The enemies whom a charge brought into a figure's reach: all of them, or only its target, as the table plays
    it; at some tables also those who came to meet a charger that fell short."""
    deed = under_way(play)
    near = [whom for each, whom in deed.reached if each == who]
    if play.option["failed-charger-strikes"]:
        near += [each for each, whom in deed.reached if whom == who and each not in near]
    return (
        near if play.option["charge-attacks"] == "anybody" else [whom for whom in near if whom == deed.target_of(who)]
    )


def free_attack(play: Play, who: int) -> None:
    """An attack for nothing: of a charge at the target if it is in reach, else at another enemy in reach whom the
    figure dares to face; of an order at whom its player likes.  It need not be made.  Nobody is asked if the target of
    the charge is in reach (and of an order nobody else), unless a miss would do the target good.

    A figure that throws its weight into a charge makes it a Power Attack, without the loss of a die.  What an order
    gives, after a move or besides the attack of the charge, is a plain Fight!.
    """
    deed = under_way(play)
    of_charge = who in deed.chargers and who not in deed.done
    actor, whom, near = Model(play, who), deed.target_of(who), in_reach(play, who)
    play.happen(Struck(who))
    bound = whom in near and (of_charge or len(near) == 1)
    if not bound or welcomes_misses(play, whom):
        chosen = charge_runs.turn_on(
            play, actor, [whom] if bound else near, "charge.attack", f"Whom does {actor.kit.name} attack?"
        )
        if chosen == NOBODY:
            return
        if chosen != whom:
            whom = chosen
            play.happen(Aimed(who, whom, "melee", whom not in deed.named))
    fighting.assault(play, who, whom, style_of_charge(play, actor) if of_charge else "fight")


def throws_weight(play: Play, who: int) -> bool:
    """Whether a figure throws its weight into its blow: it has the ability, and its own run has reached an enemy."""
    return Model(play, who).able("throwing-weight") and any(each == who for each, _ in under_way(play).reached)


def style_of_charge(play: Play, actor: Model) -> Style:
    """How a charger attacks: with its weight, else by a Fight!, or where the table allows it one of its variants."""
    if throws_weight(play, actor.id):
        return "weight"
    if not play.option["charge-any-attack"]:
        return "fight"
    prompt = f"How does {actor.kit.name} attack?"
    question = Choose("charge.style", prompt, lambda: fighting.STYLES, named=lambda style: style.capitalize())
    return decide(play, actor.owner, question)


def welcomes_misses(play: Play, whom: int) -> bool:
    """Whether a figure gains something when a blow misses it."""
    return Model(play, whom).has("agile-riposte") or Model(play, whom).has("sidestep")
