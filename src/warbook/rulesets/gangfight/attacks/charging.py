"""Charge!: who may be charged, what it takes, and the stages of a charge from its declaration to its aftermath."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from ....core.action import Requirement, requirement
from ....core.decision import Reasons
from ....core.length import INCH, written
from ....core.naming import Preview
from ....core.structs import replace
from ..checks import guarding, lines
from ..checks.requirements import has_points, not_engaged, standing, unburdened
from ..events.deeds import Declared
from ..events.rounds import Spent
from ..harm import aftermath, courage
from ..movement import going, moving, ways
from ..printed.catalogue import action
from ..records import NOBODY, Deed, Model, Play
from ..records.distances import no_further, strike_of, threat_of
from ..records.model import choose_enemy, enemies
from ..records.position import under_way
from . import charge_attacks, charge_runs

# ---- declaring -------------------------------------------------------------------------------------------------------


def charge_refused(actor: Model, whom: int) -> Reasons:
    """Why a figure may not charge an enemy."""
    play, me, other = actor.play, actor.record, actor.play.state.records[whom]
    if whom in me.cowed:
        return ("It dares not, in this activation.",)
    if no_further(me.at, other.at, threat_of(play, me)):
        return ("It is in its threat range already.",)
    if not lines.sees(play, actor.id, whom):
        return ("It is out of sight.",)
    kept_near = guarding.leash(play, actor.id)
    if kept_near is None:
        return ()
    return kept_near(me.at.moved_to(ways.touching_point(me.at, other.at)))


def choose_target(play: Play, actor: Model) -> int:
    """Whom to charge."""
    prompt = f"Whom does {actor.kit.name} charge?"
    preview = Preview(
        notes=lambda whom: prospects(actor, whom), cautions=lambda whom: cautions(actor, whom), actor=actor.id
    )
    return choose_enemy(play, actor, "charge.target", prompt, lambda whom: charge_refused(actor, whom), preview)


def prospects(actor: Model, whom: int) -> list[str]:
    """What a charge at an enemy takes: how far it is, how many dice must succeed, and who strikes on the way."""
    play = actor.play
    _, worst, test = charge_runs.paces(play, actor.id, whom)
    length, takes = ways.length_of_way(play, actor.id, whom), successes_wanted(actor, whom)
    dice = f"{test.dice} {'die' if test.dice == 1 else 'dice'} on {test.number}+"
    chance = f"it takes {takes} of {dice}" if takes > 0 else "it gets there whatever the dice show"
    if takes > test.dice:  # only dice that 6s earn carry it so far
        chance = f"{chance}, so 6s that earn more" if test.earns and test.dice else "it cannot get there"
    strikes = going.strikes_on(play, actor.id, ways.way(play, actor.id, whom), (whom,))
    return [*courage.asked_to_dare(actor, whom), f"{written(length)} to go over {worst} ground: {chance}", *strikes]


def successes_wanted(actor: Model, whom: int) -> int:
    """How many dice of a charge must succeed for it to reach an enemy that stays where it is."""
    play = actor.play
    inches = charge_runs.paces(play, actor.id, whom)[0].number
    length = ways.length_of_way(play, actor.id, whom)
    return inches_to(play, actor.id, whom, inches, -(-length // INCH)) - inches


def cautions(actor: Model, whom: int) -> list[str]:
    """A caution if an enemy is further off than the dice of a charge can carry without the dice that 6s earn."""
    play = actor.play
    counted, _, test = charge_runs.paces(play, actor.id, whom)
    at_most = strike_of(play, actor.record) + (counted.number + test.dice) * INCH
    if no_further(actor.at, play.state.records[whom].at, at_most) and successes_wanted(actor, whom) <= test.dice:
        return []
    return ["out of reach, but for 6s that earn more dice" if test.earns and test.dice else "out of reach"]


def caution_of_counter(play: Play, who: int) -> list[str]:
    """A caution if everybody who charges somebody else is too far off for a counter-charge, from where they stand.
    Those whom they charge they come to meet."""
    deed, me = under_way(play), Model(play, who)
    if who in deed.targets:
        return []
    said = [cautions(me, charger) for charger in deed.chargers]
    return [f"as they stand {said[0][0]}"] if said and all(said) else []


def inches_to(play: Play, who: int, whom: int, least: int, most: int) -> int:
    """The fewest whole inches, so many at least and so many at most, that bring an enemy into reach while nobody else
    moves."""
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    record = play.state.records[who]

    def gets_there(inches: int) -> bool:
        there.state.put(replace(record, at=record.at.moved_to(ways.run_towards(play, who, whom, inches * INCH)[-1])))
        return charge_runs.arrived(there, who, whom)

    return least + bisect_left(range(least, most), True, key=gets_there)  # no longer run ends further off


def charge(play: Play, actor: Model, whom: int = NOBODY) -> None:
    """Declare, let the other side declare, roll, run, strike.  Where another rule sends a figure at an enemy, `whom`,
    nobody is asked, and that rule has had it dare and pay."""
    if whom == NOBODY:
        whom = choose_target(play, actor)
        if not courage.dares(play, actor, whom):
            return
        play.happen(Spent(actor.id))
        survey(play, actor.id, whom)
    play.happen(Declared(actor.id, Deed("charge", "charge", actor.id, ((actor.id, whom),)), CHARGE.name))
    carry_out(play)


def survey(play: Play, who: int, whom: int) -> None:
    """A remark on the ground before a charger, which the other side may know before it declares anything."""
    play.note(who, f"the worst ground on its way is {charge_runs.ground_of_charge(play, who, whom)}")


def carry_out(play: Play, *more: Callable[[Play], None]) -> None:
    """Queues the stages of a charge that is declared, by one or by a band; `more` follow on the attacks."""
    deed = under_way(play)
    play.then(charge_runs.runs)
    play.then(charge_runs.flights)
    for who in deed.band:
        play.then(moving.stride if who in deed.walkers else charge_runs.advance, who)
    play.then(charge_attacks.counters)
    for attacking in (charge_attacks.attacks, *more):
        play.then(attacking)
    aftermath.close_action(play)


# ---- the attacks -----------------------------------------------------------------------------------------------------

somebody_to_charge: Requirement[Model] = requirement(
    "It must see an enemy outside its threat range that it dares to face.",
    condition="It must see an enemy that it dares to face.",
    ours="The enemy that it charges must be outside its threat range.",
)(lambda actor: any(not charge_refused(actor, whom) for whom in enemies(actor)))

CHARGE = action(
    "charge",
    (standing, has_points, not_engaged, unburdened, somebody_to_charge),
    charge,
    ours=(standing, not_engaged, unburdened),
)
