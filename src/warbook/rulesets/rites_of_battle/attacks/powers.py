"""Psychic powers: Force dice give points, light ones free and dark ones for strain; a skill is rolled with them where
the power asks for it, and whoever has used dark pips faces the warp.

By the other reading (option `psy`) there are no Force dice: a power is a check and two strain, and what further
points would buy makes it harder instead; a despair wakes the warp.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ....core.naming import Names
from ....core.structs import replace
from ....mechanics.lasting import end_of_turn
from ....mechanics.narrative import Dice, Powered, Roll, pool_of
from ..checks import economy, pools, squares
from ..checks.pools import Attempt
from ..checks.requirements import able, has_action
from ..events.checks import AttackDeclared, CheckAmended, CheckDeclared, CheckRolled
from ..events.fighters import InjuryHealed
from ..harm import conditions, wounds
from ..printed import catalogue
from ..printed.catalogue import BANDS, Power, Upgrade, action
from ..records import NOBODY, Check, Mode, Model, Play, allies, enemies
from ..records.effects import begin
from ..records.position import check_under_way
from . import combat, force, hits, rulings, spending
from .offers import able_side

NOTHING = "nothing more"
SMITE, HAEMORRHAGE = "smite", "haemorrhage"
LARGEST = 4  # silhouette of what can be thrown
NOT_BY_ITSELF = ("force-dome", "quickening")  # one answers a hit, the other goes with a check


FURTHER = "further"  # the upgrade for the range


def upgrades_of(play: Play, power: Power) -> dict[str, Upgrade]:
    """What more may be had of a power, as the table reads powers."""
    return {each.id: each for each in power.upgrades if each.by in ("", play.option["psy"])}


def power_of(play: Play, id: str) -> Power:
    """A power as the table plays it: Haemorrhage may need no check but the throw of Force dice, where there are any."""
    power = catalogue.powers()[id]
    checked = id != HAEMORRHAGE or play.option["haemorrhage-is-opposed"]
    return power if checked else replace(power, skill="", against="")


# ---- which power, on whom --------------------------------------------------------------------------------------------


def known(actor: Model) -> tuple[str, ...]:
    """The powers that a fighter may use by themselves."""
    return tuple(id for id in actor.kit.profile.powers if id not in NOT_BY_ITSELF)


def targets(actor: Model, power: Power) -> list[int]:
    """Whom a power might be used on."""
    match power.on:
        case "self" | "friends":
            return [actor.id]
        case "friend":
            return [actor.id, *allies(actor)]
        case _:
            return enemies(actor)


def target_refused(actor: Model, power: Power, whom: int) -> Reasons:
    """Why a power cannot be used on somebody."""
    if whom == actor.id:
        return ()
    if actor.has("bewitched") and power.on == "enemy":
        return ("It is bewitched, and will not attack.",)
    play = actor.play
    limit = reach(play, power, further=FURTHER in upgrades_of(play, power))
    if squares.apart(play, actor.id, whom) > limit:
        return (f"It is more than {limit} squares away.",)
    return () if squares.sees(play, actor.id, whom) else ("It is out of sight.",)


def reach(play: Play, power: Power, *, further: bool = False) -> int:
    """How many squares a power reaches, or does with a further point."""
    return 0 if power.range == "self" else squares.reach_of(play, BANDS[BANDS.index(power.range) + int(further)])


def power_refused(actor: Model, id: str) -> Reasons:
    """Why a power cannot be used now."""
    power = catalogue.powers()[id]
    if not force.by_dice(actor.play) and not actor.may_strain(force.GENESYS_STRAIN):
        return ("It must be able to take two strain.",)
    if any(not target_refused(actor, power, whom) for whom in targets(actor, power)):
        return ()
    return ("Nobody is in its reach.",)


def use_power(play: Play, actor: Model) -> None:
    """A power, as the action of the turn."""
    titles = {id: row.title for id, row in catalogue.powers().items()}
    question = Choose(
        "power", f"Which power does {actor.name} use?", lambda: known(actor),
        refuse=lambda id: power_refused(actor, id), named=titles.__getitem__,
    )  # fmt: skip
    power = catalogue.powers()[actor.ask(question)]
    whom = _choose_target(play, actor, power) if power.on in ("enemy", "friend") else actor.id
    size = _choose_size(play, actor) if power.id == "hurl" else 0
    added: tuple[str, ...] = ()
    if not force.by_dice(play):
        added = _beyond(play, actor, power, whom) + tuple(
            spend_points(play, actor, power, pools_room(power, size), "power.added", "{} more dice may make it harder")
        )
    economy.take_action(play, actor)
    if not force.by_dice(play):
        wounds.strain(play, actor.id, force.GENESYS_STRAIN)
    pips = actor.kit.profile.psy if force.by_dice(play) else 0
    harder = size + sum(upgrades_of(play, power)[name].cost for name in added)
    slot: int = actor.mind_slot if power.id == SMITE else NOBODY
    mode: Mode = "auto" if "lightning" in added else "single"
    check = Check("power", actor.id, whom, slot, mode=mode, about=power.id, force=pips, difficulty=harder, spent=added)
    declare(play, power, check)


def declare(play: Play, power: Power, check: Check) -> None:
    """Announces a power, and queues its parts."""
    if is_attack(play, power):
        play.happen(AttackDeclared(check.who, check.target, check, power.title))
    else:
        play.happen(CheckDeclared(check.who, check, power.title))
    play.then(manifest)
    play.then(spending.spend_own)
    play.then(spending.spend_theirs)
    play.then(let_go)


def is_attack(play: Play, power: Power) -> bool:
    """Whether a power is an attack from afar, with all that counts for and against one, or a check alone."""
    return power.id == SMITE and play.option["smite-is-an-attack"]


def pools_room(power: Power, size: int) -> int:
    """How many difficulty dice may be added to a power by the other reading: five in all are the most."""
    return max(0, 5 - power.genesys - size)


def _choose_target(play: Play, actor: Model, power: Power, but: tuple[int, ...] = ()) -> int:
    question = Choose(
        "power.target", "On whom?", lambda: [who for who in targets(actor, power) if who not in but],
        refuse=lambda who: target_refused(actor, power, who), named=Names(play.world.names),
    )  # fmt: skip
    whom: int = actor.ask(question)
    return whom


def _choose_size(play: Play, actor: Model) -> int:
    """What is thrown: its silhouette is the difficulty, and makes it dearer."""
    question = Choose(
        "power.size", "How large a thing does it throw?", lambda: range(LARGEST + 1), named="silhouette {}".format
    )
    size: int = actor.ask(question)
    return size


def _beyond(play: Play, actor: Model, power: Power, whom: int) -> tuple[str, ...]:
    """The point for the range, where the target is beyond that of the basic use."""
    far = whom != actor.id and squares.apart(play, actor.id, whom) > reach(play, power)
    return (FURTHER,) if far else ()


# ---- the throw -------------------------------------------------------------------------------------------------------


def manifest(play: Play) -> None:
    """The throw, the pips, and what the power does."""
    check = rulings.check_begun(play, "the power does not come")
    if check is None:
        return
    actor = Model(play, check.who)
    power = power_of(play, check.about)
    rolled = throw(play, actor, power, check)
    added = list(check.spent)
    if force.by_dice(play):
        points = force.points_of(play, actor, rolled).points
        added += _beyond(play, actor, power, check.target)
        left = points - power.cost - check.difficulty - len(added)
        if left < 0 or (power.skill and rolled.success <= 0):
            play.note(actor.id, "the power does not come" if left < 0 else "the power slips away")
            return
        added += spend_points(play, actor, power, left, "power.points", "{} points left: on what?")
        play.happen(CheckAmended(actor.id, added=tuple(added)))
    elif rolled.success <= 0:
        play.note(actor.id, "the power slips away")
        return
    EFFECTS[power.id](play, Use(actor, power, check, max(0, rolled.success), tuple(added)))


def throw(play: Play, actor: Model, power: Power, check: Check) -> Powered:
    """Throws the dice of a power."""
    if force.by_dice(play) and not power.skill:
        alone: Powered = play.roll(pool_of(Dice(force=check.force)), "power", power.title, actor.id)
        return alone
    whom = Model(play, check.target) if check.target != actor.id else None
    against = power.against or None if force.by_dice(play) else None
    base = power.difficulty if force.by_dice(play) else power.genesys
    bolt = actor.weapon(check.slot) if is_attack(play, power) else None
    away = squares.apart(play, actor.id, check.target)
    skill = power.skill or "discipline"
    attempt = Attempt(play, actor, skill, base, check, whom, bolt, away, against, slot=check.slot)
    attempt = pools.ruled(attempt)
    reckoned = pools.reckon(attempt)
    found = pools.throw(attempt, "power", power.title, reckoned)
    if bolt is not None:
        combat.give_opening(play, actor)
    mine = Roll(*found[:4])
    if against and whom is not None and play.option["opposed"] == "A":
        mine = pools.contest(play, whom, against, mine)
    play.happen(CheckRolled(actor.id, *mine, pool=reckoned.kept if play.option["overpowering-powers"] else ()))
    if isinstance(found, Powered):
        return found._replace(success=mine.success)
    if mine.despair:
        force.draw(play, actor, mine.despair)
    return Powered(*mine, 0, 0, 0)


def spend_points(play: Play, actor: Model, power: Power, left: int, key: str, prompt: str) -> list[str]:
    """Asks what further points are spent on."""
    bought: list[str] = []
    mine = [each for each in upgrades_of(play, power).values() if each.id != FURTHER]
    while payable := [each for each in mine if each.cost <= left and (each.repeated or each.id not in bought)]:
        words = {each.id: each.words for each in payable}
        question = Choose(
            key, prompt.format(left), partial(tuple, (*words, NOTHING)), idle=(NOTHING,),
            named=Names({}, {**words, NOTHING: NOTHING}),
        )  # fmt: skip
        name = actor.ask(question)
        if name == NOTHING:
            break
        left -= upgrades_of(play, power)[name].cost
        bought.append(name)
    return bought


# ---- what the powers do ----------------------------------------------------------------------------------------------


class Use(NamedTuple):
    """A power that has come: who uses it, the check, how many net successes, and what was added."""

    actor: Model
    power: Power
    check: Check
    success: int
    added: tuple[str, ...]


def affected(play: Play, use: Use) -> list[int]:
    """Whom a power works on: its target, and as many others as were paid for, within the range that was paid for."""
    found, limit = [use.check.target], reach(play, use.power, further=FURTHER in use.added)
    all_of_them = targets(use.actor, use.power)
    beyond = [who for who in all_of_them if squares.apart(play, use.actor.id, who) > limit]
    for _ in range(use.added.count("another")):
        but = (*found, *beyond)
        if any(who not in but and not target_refused(use.actor, use.power, who) for who in all_of_them):
            found.append(_choose_target(play, use.actor, use.power, but))
    return found


def smite(play: Play, use: Use) -> None:
    """Willpower and the net successes as damage."""
    hits.land_first(play, check_under_way(play), use.check.target, use.check.slot)


def haemorrhage(play: Play, use: Use) -> None:
    """Wounds without soak, once or more, and the psyker may heal as many."""
    total = use.actor.characteristic("intelligence") * (1 + use.added.count("again"))
    wounds.wound(play, use.check.target, total, use.actor.id)
    if "heal" in use.added:
        wounds.heal(play, use.actor.id, wounds=total)


def hurl(play: Play, use: Use) -> None:
    """Damage by the silhouette of what is thrown."""
    damage = (10 * use.check.difficulty or 5) + use.success
    wounds.wound(play, use.check.target, damage - Model(play, use.check.target).soak, use.actor.id)


def crush(play: Play, use: Use) -> None:
    """Held fast to the end of the psyker's next turn."""
    until = end_of_turn(play.state, use.actor.id)
    for who in affected(play, use):
        begin(play, "immobilized", who, until)
        if "doom" in use.added:
            conditions.give_token(play, who, "next-upgrade")
        if "paralysed" in use.added:
            begin(play, "staggered", who, until)
        if "pain" in use.added:
            begin(play, "tormented", who, until, 3)


def compel(play: Play, use: Use) -> None:
    """Two strain, or four rounds without an attack."""
    question = Choose(
        "power.compel", "Pain, or a false belief?", lambda: ("pain", "belief"),
        named=lambda what: "two strain" if what == "pain" else "it attacks nobody for four rounds",
    )  # fmt: skip
    if use.actor.ask(question) == "pain":
        wounds.strain(play, use.check.target, 2)
    else:
        conditions.suffer(play, use.check.target, "bewitched", 4)


def regenerate(play: Play, use: Use) -> None:
    """As many wounds as its Intelligence are healed, by the other reading as many as it has net successes."""
    heals = use.actor.characteristic("intelligence") if force.by_dice(play) else use.success
    for who in affected(play, use):
        wounds.heal(play, who, wounds=heals)
        if "mend" in use.added and (found := play.state.records[who].injuries):
            play.happen(InjuryHealed(who, found[0]))


def inspire(play: Play, use: Use) -> None:
    """A success on the checks of as many allies as its Fellowship."""
    near = [
        who for who in able_side(play, use.actor.id)
        if who != use.actor.id and squares.apart(play, use.actor.id, who) <= reach(play, use.power)
    ]  # fmt: skip
    for _ in range(min(len(near), use.actor.characteristic("fellowship"))):
        who = _share(play, use.actor, near)
        near.remove(who)
        conditions.free(play, who, "augmented")
        whose = use.actor.id if play.option["meditation-lasts"] == "psyker" else who
        begin(play, "augmented", who, end_of_turn(play.state, whose))


def foresee(play: Play, use: Use) -> None:
    """Two boost dice to share."""
    for _ in range(2):
        conditions.give_token(play, _share(play, use.actor, able_side(play, use.actor.id)), "next-boost")


def _share(play: Play, actor: Model, whom: list[int]) -> int:
    question = Choose("power.share", "Whom does it help?", lambda: whom, named=Names(play.world.names))
    found: int = actor.pick(question)
    return found


EFFECTS: dict[str, Callable[[Play, Use], None]] = {
    SMITE: smite,
    HAEMORRHAGE: haemorrhage,
    "hurl": hurl,
    "crush": crush,
    "compel": compel,
    "regeneration": regenerate,
    "inspire": inspire,
    "augury": foresee,
}


def let_go(play: Play) -> None:
    """The hit of a power, and then all that came of it is done; the warp answers.  Advantages that are left heal strain
    by the other reading, where the power heals."""
    check = check_under_way(play)
    if check.hit and check.about == "regeneration" and not force.by_dice(play):
        wounds.heal(play, check.target, strain=check.advantage)
    combat.harm(play)
    check = force.close_check(play)
    if check.again != NOBODY:
        mine = upgrades_of(play, catalogue.powers()[check.about]) if not force.by_dice(play) else ()
        added = " ".join(name for name in check.spent if name in mine)
        again = (check.slot, check.mode, check.about, check.force, check.difficulty, added)
        play.then(use_again, check.who, check.again, *again, *check.pool)


def use_again(
    play: Play, who: int, whom: int, slot: int, mode: Mode, about: str, pips: int, harder: int, added: str, *pool: int
) -> None:
    """A power that has overpowered its target comes once more for nothing, with the same dice: what Force dice pay for
    is bought anew, what had made it harder still holds."""
    actor, power = Model(play, who), catalogue.powers()[about]
    if actor.record.able and play.state.records[whom].here and not target_refused(actor, power, whom):
        bought = tuple(added.split())
        declare(play, power, Check("power", who, whom, slot, mode=mode, about=about, force=pips, difficulty=harder,
            spent=bought, pool=pool))  # fmt: skip


@requirement("It must be a psyker.", fixed=True)
def psyker(actor: Model) -> bool:
    return actor.kit.profile.psy > 0


@requirement("It must have a power that it can use on somebody now.")
def has_power(actor: Model) -> bool:
    return any(not power_refused(actor, id) for id in known(actor))


PSYKER_POWER = action("psyker-power", (able, psyker, has_action, has_power), use_power, ours=(able, has_power))
