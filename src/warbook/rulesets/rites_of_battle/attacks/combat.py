"""Combat checks: what with and at whom, the pool, the throw, what is bought for its symbols, and the hits.

An attack goes on in parts.  It is declared, and its target may make it harder; the dice are thrown, and whoever is
hit may lessen the hit; then the two sides spend the symbols, each its own; at the end come wounds, injuries and
whatever else was bought.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ....core.naming import Names, Preview
from ....mechanics.narrative import Roll, pool_of
from ..checks import economy, instinct, pools, squares
from ..checks.members import member_hit
from ..checks.pools import Attempt
from ..checks.requirements import able, has_action
from ..events.checks import AttackDeclared, CheckRolled
from ..events.turns import Aimed, ShotsSentRound
from ..harm import conditions, mounts
from ..printed.catalogue import action
from ..records import NOBODY, Check, Mode, Model, Play, enemies
from ..records.position import check_under_way, thing
from ..records.state import MAJOR, MOUNT
from . import force, hits, parts, rulings, spending, weapons
from .weapons import Use

NO_MORE = -1
SHOWN = ("single", "auto")  # the ways to attack of which a table shows the pool before one is chosen
SEVERAL = 3  # further targets of auto-fire that may be named


# ---- what with and at whom -------------------------------------------------------------------------------------------


def target_refused(actor: Model, use: Use, whom: int) -> Reasons:
    """Why a fighter may not attack somebody in this way."""
    return weapons.why_not_now(actor, use) + out_of_reach(actor, use, whom)


def out_of_reach(actor: Model, use: Use, whom: int) -> Reasons:
    """Why a fighter who may use a weapon may not use it on somebody."""
    return tuple(_out_of_reach(actor, use, whom))


def _out_of_reach(actor: Model, use: Use, whom: int) -> Iterator[str]:
    play, weapon = actor.play, actor.weapon(use.slot)
    if not weapons.reaches(play, actor, weapon, whom):
        yield weapons.OUT_OF_REACH[play.option["engaged-across"]] if weapon.melee else "It is out of range."
    elif use.second >= 0 and not weapons.reaches(play, actor, actor.weapon(use.second), whom):
        yield "It is out of range of the second weapon."
    if not weapon.melee and not squares.sees(play, actor.id, whom):
        yield "It is out of sight."
    if actor.has("bewitched"):
        yield "It is bewitched, and will not attack."
    yield from instinct.against_attack(actor, whom)


def has_target(actor: Model, use: Use) -> bool:
    """Whether there is somebody to attack in this way."""
    return any(next(_out_of_reach(actor, use, whom), None) is None for whom in enemies(actor))


def use_refused(actor: Model, use: Use) -> Reasons:
    """Why a fighter cannot attack in this way at all."""
    return weapons.why_not_now(actor, use) or (() if has_target(actor, use) else ("Nobody is in its reach.",))


def choose_use(play: Play, actor: Model) -> Use:
    """With what, and how."""
    names = Names({}, said=partial(use_in_words, actor))
    question = Choose(
        "attack.with",
        f"With what does {actor.name} attack?",
        weapons.uses,
        actor,
        refuse=lambda use: use_refused(actor, Use(*use)),
        named=names,
    )
    return Use(*actor.ask(question))


def use_in_words(actor: Model, use: Use) -> str:
    """A way to attack as people read it."""
    use = Use(*use)
    title = actor.weapon(use.slot).title
    match use.mode:
        case "auto":
            return f"{title}, auto-fire"
        case "stun":
            return f"{title}, to stun"
        case "two":
            return f"{title} and {actor.weapon(use.second).title.lower()}"
        case _:
            return title


def attack_in_words(actor: Model, check: Check) -> str:
    """A way to attack as people read it, with what it is aimed at if that is no fighter, or a part of one."""
    play = actor.play
    at = f", at {play.world.names[play.state.records[check.target].rides]}" if check.at_mount else ""
    if check.part:
        at = f", at {parts.part_in_words(Model(play, check.target), check.part)}"
    return use_in_words(actor, Use(check.slot, check.mode, check.second)) + at


def choose_target(play: Play, actor: Model, use: Use) -> int:
    """At whom."""
    shown = use_in_words(actor, use) if use.mode in SHOWN else ""
    preview = Preview(notes=lambda whom: expectation(actor, use, whom), actor=actor.id, weapon=shown)
    question = Choose(
        "attack.target", f"Whom does {actor.name} attack?", targets, actor,
        refuse=lambda whom: target_refused(actor, use, aim_of(play, whom)[0]), named=Names(play.world.names),
    )  # fmt: skip
    whom: int = actor.ask(question.previewed(preview))
    return whom


def targets(actor: Model) -> tuple[int, ...]:
    """Whom a fighter might attack, and what they ride."""
    foes = enemies(actor)
    return (*foes, *mounts.targets(actor.play, foes))


def aim_of(play: Play, whom: int) -> tuple[int, str]:
    """At whom an attack is made, and what it is about: on a mount it is made at its rider."""
    return (thing(play, whom).rider, MOUNT) if hits.is_mount(play, whom) else (whom, "")


def choose_others(play: Play, actor: Model, use: Use, first: int) -> tuple[int, ...]:
    """The further targets of auto-fire, named before the dice are thrown."""
    named: list[int] = []
    while len(named) < SEVERAL:
        left = [
            who for who in enemies(actor)
            if who != first and who not in named and not target_refused(actor, use, who)
        ]  # fmt: skip
        if not left:
            break
        question = Choose(
            "attack.also",
            "At whom else may further hits go?",
            lambda left=left: (NO_MORE, *left),
            idle=(NO_MORE,),
            named=Names(play.world.names, {NO_MORE: "nobody else"}),
        )
        who = actor.ask(question)
        if who == NO_MORE:
            break
        named.append(who)
    return tuple(named)


# ---- the pool --------------------------------------------------------------------------------------------------------


def attempt_of(play: Play, check: Check) -> Attempt:
    """The attack of a check; of two weapons the one that is harder to use counts, of several targets the one that is
    hardest to hit."""
    targets = (check.target, *check.others)
    attempts = [_attempt_with(play, check, slot, whom) for whom in targets for slot in check.slots]
    return max(attempts, key=_hardness) if len(attempts) > 1 else attempts[0]


def _attempt_with(play: Play, check: Check, slot: int, whom: int) -> Attempt:
    """The attack of a check with one of its weapons on one of its targets."""
    who, away = Model(play, check.who), squares.apart(play, check.who, whom)
    weapon = who.weapon(slot)
    difficulty = weapons.difficulty_of(play, weapon, away)
    return Attempt(play, who, weapon.skill, difficulty, check, Model(play, whom), weapon, away, slot=slot)


def _hardness(attempt: Attempt) -> tuple[int, int, int]:
    dice = pools.reckon(attempt).dice
    return dice.difficulty + dice.challenge, dice.challenge, dice.setback - dice.boost


def expectation(actor: Model, use: Use, whom: int) -> list[str]:
    """The pool of an attack with every reason, and the damage of each weapon."""
    target, about = aim_of(actor.play, whom)
    check = Check("attack", actor.id, target, use.slot, use.second, use.mode, about=about)
    return expected(actor, whom, check)


def expected(actor: Model, whom: int, check: Check) -> list[str]:
    """The same of an attack that is ready to be made."""
    attempt = attempt_of(actor.play, check)
    reckoned = pools.reckon(attempt)
    play, found = actor.play, [str(pool_of(reckoned.dice)), *reckoned.reasons]
    for weapon in attempt.weapons:
        damage, soak = hits.damage_of(play, actor, weapon, check.target), hits.soak_against(play, whom, weapon)
        found.append(f"damage {damage} and net successes, soak {soak}")
    return found


# ---- declaring -------------------------------------------------------------------------------------------------------


def combat_check(play: Play, actor: Model) -> None:
    """An attack, as the action of the turn."""
    use = choose_use(play, actor)
    whom, about = aim_of(play, choose_target(play, actor, use))
    others = choose_others(play, actor, use, whom) if use.mode == "auto" else ()
    forceful = any(actor.weapon(slot).has("force") for slot in (use.slot, use.second) if slot >= 0)
    pips = force.force_for(actor, actor.weapon(use.slot).skill, forceful)
    check = Check("attack", actor.id, whom, use.slot, use.second, use.mode, others, about, force=pips, gun=actor.manned)
    check = parts.aim_at(play, actor, check, partial(expected, actor, whom))
    check = rulings.with_talents(play, actor, check)
    economy.take_action(play, actor)
    if instinct.is_wild(actor):
        economy.once_a_turn(play, actor.id, instinct.ATTACKED)
    declare(play, actor, check)


def declare(play: Play, actor: Model, check: Check) -> None:
    """Announces an attack, and queues its parts."""
    words = attack_in_words(actor, check)
    play.happen(AttackDeclared(actor.id, check.target, check, words[:1].lower() + words[1:]))
    play.then(resolve)
    play.then(close)


def resolve(play: Play) -> None:
    """The throw, and the first hit."""
    check = check_under_way(play)
    actor = Model(play, check.who)
    if not actor.record.able or not play.state.records[check.target].here:
        play.note(check.who, "the attack comes to nothing")
        return
    aimed_at = play.stage(cast)
    check = check_under_way(play)
    if check.hit:
        hits.land_first(play, check, aimed_at, check.slot)
    play.then(spending.spend_own)
    play.then(spending.spend_theirs)
    play.then(harm)


def cast(play: Play) -> int:
    """The dice of the attack under way are thrown, at the one of its targets that is hardest to hit."""
    attempt = attempt_of(play, check_under_way(play))
    throw(play, attempt)
    leave_behind(play, attempt)
    return attempt.target.id if attempt.target is not None else NOBODY


def leave_behind(play: Play, attempt: Attempt) -> None:
    """What an attack uses up and shows, hit or miss."""
    check, actor, target = attempt.check, attempt.who, attempt.target
    slots = () if check.guided else check.slots
    for slot in slots:
        weapons.spend_use(play, actor, slot)
    if attempt.melee and target is not None:
        conditions.close_to_blow(play, target.id, actor.id)
    if any(not actor.weapon(slot).melee for slot in slots):
        give_opening(play, actor)
    if play.state.turn.aims and play.state.turn.actor == actor.id:
        play.happen(Aimed(actor.id))


def give_opening(play: Play, actor: Model) -> None:
    """Whoever shoots in a fight is open to a blow."""
    conditions.open_to_blows(play, actor.id, squares.engaged_with(play, actor.id))


def throw(play: Play, attempt: Attempt) -> Roll:
    """Throws the dice of an attempt, and says what they came to."""
    attempt = pools.ruled(attempt)
    reckoned, who = pools.reckon(attempt), attempt.who
    rolled = pools.throw(attempt, "check", attempt.check.kind.capitalize(), reckoned)
    points = force.force_points(play, attempt, rolled) if attempt.check.force else force.NO_POINTS
    success, advantage = rolled.success + points.success, rolled.advantage + points.advantage
    play.happen(CheckRolled(who.id, success, advantage, rolled.triumph, rolled.despair, points.force, reckoned.kept))
    return Roll(success, advantage, rolled.triumph, rolled.despair)


def harm(play: Play) -> None:
    """The hits, in the order in which they landed, the blast, and then what else was bought."""
    check = check_under_way(play)
    who = Model(play, check.who)
    bursts = [slot for slot in check.slots if hits.code_of("blast", check, slot) in check.spent]
    caught = [(who.weapon(slot), *each) for slot in bursts for each in blast(play, check, slot)]
    disable(play, check)
    if check.strikes_item:
        parts.strike_item(play, check)
    for number, _ in check.wounding:
        hits.carry_out(play, number)
        if number == 0:
            parts.strike_limb(play, check)
    for weapon, victim, times in caught:
        hits.burst(play, check, victim, weapon, times)
    for quality, whom, *slot in (code.split() for code in check.spent if code.partition(" ")[0] in hits.AFFLICTIONS):
        if play.state.records[int(whom)].here:
            hits.afflict(play, quality, int(whom), who.weapon(int(slot[0]) if slot else check.slot))
    blows = (hit for hit in check.hits if hit.whom == check.target and who.weapon(hit.slot).melee)
    if check.about == "crippling" and any(blows):
        conditions.for_the_battle(play, check.target, "bound-by-pain")


def disable(play: Play, check: Check) -> None:
    """The first hit disables somebody, or a weapon, instead of wounding, where that was bought."""
    for bought in (code.split() for code in check.spent if code.startswith("disable ")):
        whom = check.hits[0].whom
        if bought[1] == "weapon":
            conditions.damage_weapon(play, whom, int(bought[2]), MAJOR)
        else:
            conditions.suffer(play, whom, play.option["disabled-are"])


def blast(play: Play, check: Check, slot: int) -> Iterator[tuple[int, int]]:
    """Whom the blast of a weapon catches, and how often: everybody around whom it has hit, and whoever of that group
    has not been hit; after a miss the target too."""
    struck = () if check.at_mount else check.struck_with(slot)
    centre, radius = struck[0] if struck else check.target, play.option["blast-radius"]
    hit = member_hit(play, check.who, centre)
    yield centre, hits.members_caught(play, centre, centre, radius, hit, int(bool(struck)))
    yield from hits.around(play, centre, radius, hit)


def close(play: Play) -> None:
    """The attack is over, and whoever has overpowered its target may attack once more."""
    check = force.close_check(play)
    if check.again != NOBODY:
        play.then(attack_again, check.who, check.again, check.slot, check.mode, check.second, check.force, *check.pool)


def attack_again(play: Play, who: int, whom: int, slot: int, mode: Mode, second: int, pips: int, *pool: int) -> None:
    """A further attack for nothing, with the same dice: an action of its own, though it costs none."""
    actor = Model(play, who)
    use, at_once = Use(slot, mode, second), play.option["overpowering-is-at-once"]
    able_to = actor.record.able and actor.still_has(slot)
    if able_to and not weapons.why_not_now(actor, use, at_once=at_once) and not out_of_reach(actor, use, whom):
        declare(play, actor, Check("attack", who, whom, slot, second, mode, pool=pool, force=pips))


def come_round(play: Play) -> None:
    """A shot that has missed arrives once more, with as many ability dice as it is guided by."""
    (who, whom, slot), *others = play.state.turn.guided
    play.happen(ShotsSentRound(tuple(others)))
    actor = Model(play, who)
    if actor.record.able and play.state.records[whom].here and actor.still_has(slot):
        declare(play, actor, Check("attack", who, whom, slot, guided=actor.weapon(slot).has("guided")))


@requirement("It must have a weapon in its hands that it can use on an enemy now.")
def can_attack(actor: Model) -> bool | str:
    if instinct.is_wild(actor) and instinct.flees(actor):
        return instinct.NO_ATTACK
    return any(not use_refused(actor, Use(slot)) for slot in actor.slots if actor.in_hand(slot))


COMBAT_CHECK = action("combat-check", (able, has_action, can_attack), combat_check, ours=(able, can_attack))
