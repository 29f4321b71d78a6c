"""Combat checks: what with and at whom, the pool, the throw, what is bought for its symbols, and the hits.

An attack goes on in parts.  It is declared, and its target may make it harder; the dice are thrown, and whoever is hit may
lessen the hit; then the two sides spend the symbols, each its own; at the end come wounds, injuries and whatever else was
bought.
"""

from __future__ import annotations

from functools import partial

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ....core.naming import Names, Preview
from ..checks import economy, pools, squares
from ..checks.defence import melee_defence, ranged_defence
from ..checks.pools import Attempt
from ..checks.requirements import able, has_action
from ..events.checks import AttackDeclared, CheckClosed, CheckRolled, HitLanded
from ..events.turns import AimLost
from ..harm import conditions
from ..printed.catalogue import Skill, Weapon, action
from ..printed.dice import Roll
from ..records import Check, Hit, Model, Play, choose_enemy, enemies
from ..records.effects import begin, end_of_turn
from ..records.position import check_under_way
from . import hits, powers, rulings, weapons
from .weapons import Use

NO_MORE = -1
SEVERAL = 3  # further targets of auto-fire that may be named


# ---- what with and at whom -------------------------------------------------------------------------------------------


def target_refused(actor: Model, use: Use, whom: int) -> Reasons:
    """Why a fighter may not attack somebody in this way."""
    play, weapon = actor.play, actor.weapon(use.slot)
    reasons = list(weapons.why_not_now(actor, use))
    if not weapons.reaches(play, actor, weapon, whom):
        reasons.append("It must stand next to it." if weapon.melee else "It is out of range.")
    elif use.second >= 0 and not weapons.reaches(play, actor, actor.weapon(use.second), whom):
        reasons.append("It is out of range of the second weapon.")
    if not weapon.melee and not squares.sees(play, actor.id, whom):
        reasons.append("It is out of sight.")
    if actor.has("bewitched"):
        reasons.append("It is bewitched, and will not attack.")
    return tuple(reasons)


def has_target(actor: Model, use: Use) -> bool:
    """Whether there is somebody to attack in this way."""
    return any(not target_refused(actor, use, whom) for whom in enemies(actor))


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
    return Use(*play.ask(actor.owner, question))


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


def choose_target(play: Play, actor: Model, use: Use) -> int:
    """At whom."""
    preview = Preview(notes=lambda whom: expectation(actor, use, whom), actor=actor.id)
    return choose_enemy(
        play, actor, "attack.target", f"Whom does {actor.name} attack?", partial(target_refused, actor, use), preview
    )


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
        who = play.ask(actor.owner, question)
        if who == NO_MORE:
            break
        named.append(who)
    return tuple(named)


# ---- the pool --------------------------------------------------------------------------------------------------------


def attempt_of(play: Play, check: Check) -> Attempt:
    """The attack of a check; of several targets the one that is hardest to hit counts."""
    who = Model(play, check.who)
    weapon = who.weapon(check.slot)
    away = max(squares.apart(play, check.who, whom) for whom in (check.target, *check.others))
    difficulty = weapons.difficulty_of(play, weapon, away)
    if check.second >= 0:
        difficulty = max(difficulty, weapons.difficulty_of(play, who.weapon(check.second), away))
    target = max((check.target, *check.others), key=lambda whom: _hardness(play, check, weapon, whom))
    return Attempt(play, who, _lower_skill(who, check), difficulty, check, Model(play, target), weapon, away)


def _hardness(play: Play, check: Check, weapon: Weapon, whom: int) -> tuple[int, int]:
    target = Model(play, whom)
    protected = melee_defence(target) if weapon.melee else ranged_defence(target, check.who)
    return target.talent("adversary") + protected, -whom


def _lower_skill(who: Model, check: Check) -> Skill:
    """The skill of an attack; with two weapons the lower one."""
    first = who.weapon(check.slot).skill
    if check.second < 0:
        return first
    return min((first, who.weapon(check.second).skill), key=who.ranks)


def expectation(actor: Model, use: Use, whom: int) -> list[str]:
    """The pool of an attack with every reason, and its damage."""
    check = Check("attack", actor.id, whom, use.slot, use.second, use.mode)
    attempt = attempt_of(actor.play, check)
    reckoned = pools.reckon(attempt)
    damage = hits.damage_of(actor.play, attempt)
    soak = hits.soak_against(actor.play, Model(actor.play, whom), actor.weapon(use.slot))
    return [str(pools.pool_of(reckoned.dice)), *reckoned.reasons, f"damage {damage} and net successes, soak {soak}"]


# ---- declaring -------------------------------------------------------------------------------------------------------


def combat_check(play: Play, actor: Model) -> None:
    """An attack, as the action of the turn."""
    use = choose_use(play, actor)
    whom = choose_target(play, actor, use)
    others = choose_others(play, actor, use, whom) if use.mode == "auto" else ()
    force = actor.kit.profile.psy if actor.weapon(use.slot).has("force") else 0
    check = Check("attack", actor.id, whom, use.slot, use.second, use.mode, others, force=force)
    check = rulings.with_talents(play, actor, check)
    economy.take_action(play, actor)
    declare(play, actor, check)


def declare(play: Play, actor: Model, check: Check) -> None:
    """Announces an attack, and queues its parts."""
    words = use_in_words(actor, Use(check.slot, check.mode, check.second))
    play.happen(AttackDeclared(actor.id, check.target, check, words.lower()))
    play.then(resolve)
    play.then(close)


def resolve(play: Play) -> None:
    """The throw, and the first hit."""
    check = check_under_way(play)
    actor = Model(play, check.who)
    if not actor.record.able or not play.state.records[check.target].here:
        play.note(check.who, "the attack comes to nothing")
        return
    rulings.circumstances(play, check.who)
    check = check_under_way(play)
    attempt = attempt_of(play, check)
    throw(play, attempt)
    weapons.spend_use(play, actor, check.slot)
    if attempt.ranged and squares.is_engaged(play, actor.id):
        begin(play, "shot-while-engaged", actor.id, end_of_turn(play.state, actor.id))
    if play.state.turn.aims and play.state.turn.actor == actor.id:
        play.happen(AimLost(actor.id))
    if check_under_way(play).hit:
        land(play, attempt, check.target, check.slot)
    play.then(rulings.spend_own)
    play.then(rulings.spend_theirs)
    play.then(harm)


def throw(play: Play, attempt: Attempt) -> Roll:
    """Throws the dice of an attempt, and says what they came to."""
    reckoned, who = pools.reckon(attempt), attempt.who
    pool = pools.pool_of(reckoned.dice)
    rolled = play.roll(pool, "check", f"{attempt.check.kind.capitalize()}", who.id, reckoned.reasons)
    success, advantage = rolled.success + reckoned.success, rolled.advantage + reckoned.advantage
    conditions.use_tokens(play, who.id)
    points = powers.points_of(play, who, rolled.light, rolled.dark) if attempt.check.force else (0, 0)
    play.happen(CheckRolled(who.id, success, advantage, rolled.triumph, rolled.despair, *points))
    return Roll(success, advantage, rolled.triumph, rolled.despair)


def land(play: Play, attempt: Attempt, whom: int, slot: int) -> None:
    """One hit, which whoever is hit may lessen."""
    check = check_under_way(play)
    other = attempt._replace(weapon=attempt.who.weapon(slot))
    base = hits.damage_of(play, other) + check.success
    play.happen(HitLanded(check.who, whom, Hit(whom, slot, base)))


def harm(play: Play) -> None:
    """The hits, in the order in which they landed, the blast, and then what else was bought."""
    check = check_under_way(play)
    disabled = rulings.weapon_of(play, check.target) if "disable" in check.spent else None
    if disabled is not None:
        rulings.damage_weapon(play, check.target, disabled, weapons.UNUSABLE)
    for number in range(int(disabled is not None), len(check.hits)):
        hits.carry_out(play, number)
    blast(play, check)
    if check.dark:
        powers.face_warp(play, Model(play, check.who), check.dark)
    for what in check.spent:
        quality, _, whom = what.partition(" ")
        if quality in hits.AFFLICTIONS and play.state.records[int(whom)].here:
            hits.afflict(play, check, quality, int(whom))
    if check.about == "crippling" and check.hits:
        conditions.for_the_battle(play, check.target, "bound-by-pain")


def blast(play: Play, check: Check) -> None:
    """What a blast does around its target: with the net successes after a hit, on the target too after a miss."""
    if "blast" not in check.spent:
        return
    weapon = Model(play, check.who).weapon(check.slot)
    damage = weapon.has("blast") + max(0, check.success)
    caught = squares.beside(play, check.target, play.option["blast-radius"])
    if check.hit:
        for _ in range(hits.members_caught(play, check.target)):
            hits.burst(play, check.target, damage, weapon, check.who)
    else:
        caught = [check.target, *caught]
    for who in caught:
        hits.burst(play, who, damage, weapon, check.who)


def close(play: Play) -> None:
    """All that came of the attack is done."""
    play.happen(CheckClosed(check_under_way(play).who))


@requirement("It must have a weapon in its hands that it can use on an enemy now.")
def can_attack(actor: Model) -> bool:
    return any(not use_refused(actor, use) for use in weapons.uses(actor))


COMBAT_CHECK = action("combat-check", (able, has_action, can_attack), combat_check, ours=(able, can_attack))
