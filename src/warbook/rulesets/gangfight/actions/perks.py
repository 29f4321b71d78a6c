"""Perks and abilities that act: what one does when it is missed, charged or activated.

Those that only change a number are read where the number is: modifiers of close combat and shooting, what ground
costs, tests of nerve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.action import requirement
from ....core.decision import Choose, Confirm
from ....core.length import INCH
from ....space import legs
from ....space.movement import Point
from ..attacks import charge_attacks, charge_runs, charging, fighting, shooting
from ..attacks.shots import measure_shot, weapons_to_answer, why_not_ready
from ..checks import dice, lines, luck, reach
from ..checks.requirements import unpaid
from ..events.moments import ActivationStart, Arrival, AttackMissed, ClosedIn
from ..events.rounds import Drained, Gained
from ..harm import courage, healing
from ..movement import moving
from ..printed.catalogue import action
from ..records import Figure, Model, Play, having
from ..records.distances import gap, nearest, strike_of
from ..records.model import namer
from ..records.position import foes, friends, in_play

SIDESTEP, MASTERY, MENDING = 4, 5, 4  # the numbers of the tests
SMELL = 12 * INCH  # how near an enemy wakes a thirst for blood
HIVE = 12 * INCH  # how far points are shared


# ---- blows that miss -------------------------------------------------------------------------------------------------


def riposte(play: Play, missed: AttackMissed) -> None:
    """An agile figure strikes back at once at one that has missed it altogether, unless that one has fallen already.  A
    riposte is not answered by another."""
    able = missed.style != "riposte" and Model(play, missed.whom).has("agile-riposte")
    if able and in_play(play, missed.who) and reach.can_strike(play, missed.whom, missed.who):
        fighting.free_strike(play, missed.whom, missed.who, "riposte")


def sidestep(play: Play, missed: AttackMissed) -> None:
    """A figure that was missed makes a free test of Initiative: with a success it may move, its movement and an inch
    more for each success.  Nobody strikes at it for that."""
    model = Model(play, missed.whom)
    if not model.has("sidestep") or not model.standing:
        return
    test, again = dice.trial(play, model.iv, SIDESTEP), luck.rerolls(play, model.id, "a sidestep")
    inches = dice.successes(play, test, "sidestep", "Sidestep", model.id, most=24, again=again)
    if inches:
        moving.step_aside(play, model.id, model.move + inches * INCH)


# ---- arrivals --------------------------------------------------------------------------------------------------------


def counter_strikes(play: Play, arrival: Arrival) -> None:
    """Figures with Counter Strike strike at an enemy that enters their reach, unless they are trampled."""
    counter(play, arrival.who, arrival.points, arrival.underfoot)


def counter_closing(play: Play, closed_in: ClosedIn) -> None:
    """They also meet an enemy that enters their reach as it closes in, unless the table counts that as no move."""
    if play.option["counter-strike-at-fights"]:
        counter(play, closed_in.who, closed_in.points)


def counter(play: Play, who: int, points: Sequence[Point], underfoot: Sequence[int] = ()) -> None:
    """The counter strikes at a figure that has gone from point to point."""
    counters = having(play, "counter-strike")
    for enemy in foes(play, play.state.records[who].owner) if counters else ():
        if enemy.id not in counters or enemy.id in underfoot:
            continue
        if play.state.records[who].wounds <= 0:
            return
        if enters_reach(play, who, points, enemy):
            fighting.free_strike(play, enemy.id, who, "counter")


def enters_reach(play: Play, who: int, points: Sequence[Point], enemy: Figure) -> bool:
    """Whether a way has led a figure into the reach of an enemy, even if it only passed through.  A counter strike
    is a free strike, so a spear reaches further for it."""
    if not enemy.standing:
        return False
    backwards = tuple(reversed(points))
    entered = legs.leaves(backwards, play.state.records[who].at, enemy.at, strike_of(play, enemy))
    return entered and lines.sees(play, enemy.id, who)


def shoot_at_charger(play: Play, arrival: Arrival) -> None:
    """A free shot at a charger that has reached the figure.  It is not a free strike: the figure may shoot at every
    charger that reaches it, as long as a weapon is loaded."""
    charger, target = arrival.who, charge_attacks.charge_target(play, arrival.who)
    if target < 0 or play.state.records[charger].wounds <= 0 or not charge_runs.arrived(play, charger, target):
        return
    model = Model(play, target)
    if not model.has("bull-true") or not model.standing:
        return
    weapons = model.kit.weapons
    shots = [slot for slot in model.kit.shots if not weapons[slot].area]
    answering = weapons_to_answer(play, target, charger)
    slots = [slot for slot in shots if slot in answering]
    if slots:
        question = Choose("bull-true.weapon", "With what?", lambda: slots, named=lambda slot: weapons[slot].title)
        slot = play.pick(model.owner, question)
        distance, cover, _ = measure_shot(play, target, charger)
        shooting.shoot(play, target, charger, slot, distance, cover)
    elif shots and all(why_not_ready(play, target, slot) for slot in shots):
        play.note(target, "it has nothing ready to shoot with")


# ---- activations -----------------------------------------------------------------------------------------------------


def mend(play: Play, moment: ActivationStart) -> None:
    """Machines in the blood of a figure mend it when it is activated."""
    model = Model(play, moment.who)
    if model.able("biotechnology") and model.record.hurt:
        healing.endure(play, model.id, MENDING)


def thirst(play: Play, moment: ActivationStart) -> None:
    """A blood-thirsty figure that is activated near an enemy charges the closest one at no cost if it can, unless it
    holds back and masters itself."""
    model = Model(play, moment.who)
    if not model.able("blood-thirsty") or not unpaid(play, "charge").allowed(model):
        return
    near = [f.id for f in foes(play, model.owner) if gap(model.at, f.at) <= SMELL]
    if not near:
        return
    whom = nearest(play, model.id, near)
    if charging.charge_refused(model, whom) or masters_thirst(play, model) or not courage.dares(play, model, whom):
        return
    charge: Callable[..., None] = play.ruleset.action["charge"].rule
    charge(play, model, whom)


def masters_thirst(play: Play, model: Model) -> bool:
    """Whether a figure holds back: its player may let it go without a test, or it tests."""
    if not play.ask(model.owner, Confirm("thirst", f"{model.kit.name} thirsts for blood: hold it back?")):
        return False
    test, again = dice.trial(play, model.wp, MASTERY), luck.rerolls(play, model.id, "mastery")
    return dice.successes(play, test, "thirst", "Mastery", model.id, most=1, again=again) > 0


# ---- Hive Mind -------------------------------------------------------------------------------------------------------


def point_givers(model: Model) -> list[int]:
    """Its kin within 12" that share its mind and have points."""
    play, party = model.play, model.profile.party
    return [
        f.id
        for f in friends(play, model.id)
        if f.ap > 0
        and play.world.kits[f.id].able("hive-mind")
        and play.world.kits[f.id].profile.party == party
        and gap(model.at, f.at) <= HIVE
    ]


@requirement("It must share its mind with others.", fixed=True)
def of_a_hive(model: Model) -> bool:
    return model.able("hive-mind")


@requirement('It must have kin within 12" with a point to give.')
def kin_with_points(model: Model) -> bool:
    return bool(point_givers(model))


def share_points(play: Play, actor: Model) -> None:
    """A point of one of its kin becomes its own."""
    whose = play.pick(actor.owner, Choose("share.from", "Whose point?", lambda: point_givers(actor), named=namer(play)))
    play.happen(Drained(whose, 1))
    play.happen(Gained(actor.id, 1, "shared minds"))


SHARE_POINTS = action("share-points", (of_a_hive, kin_with_points), share_points, ours=(kin_with_points,))
