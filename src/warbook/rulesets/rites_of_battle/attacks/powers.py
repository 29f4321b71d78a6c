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
from ....space.grid.cells import neighbours
from ....space.grid.ways import vacant
from ..checks import economy, pools, squares
from ..checks.charts import warp_pool
from ..checks.pools import Attempt
from ..checks.requirements import able, has_action
from ..events.checks import CheckClosed, CheckDeclared, CheckRolled, HitLanded
from ..events.fighters import Died
from ..events.powers import PipsUsed, VisitorCame
from ..harm import conditions, injuries, wounds
from ..movement.moving import field_of
from ..printed import catalogue
from ..printed.catalogue import BANDS, Power, Skill, action
from ..printed.dice import Powered, Roll
from ..records import NOBODY, Check, Hit, Model, Play, allies, enemies
from ..records.effects import begin, end_of_turn
from ..records.position import check_under_way, layout
from . import hits, rulings, spending
from .offers import able_side

NOTHING = "nothing more"
GENESYS_STRAIN = 2
DARK_ON_CHART = DISCIPLINE_ON_CHART = 10
LARGEST = 4  # silhouette of what can be thrown
NOT_BY_ITSELF = ("force-dome", "quickening")  # one answers a hit, the other goes with a check
QUICKENED: tuple[Skill, ...] = ("athletics", "melee", "coordination")


class Upgrade(NamedTuple):
    """What a further point may do, by name, and how many it costs; one that is `repeated` more than once."""

    name: str
    words: str
    cost: int = 1
    repeated: bool = False


FURTHER = Upgrade("further", "a band further")
UPGRADES: dict[str, tuple[Upgrade, ...]] = {
    "smite": (Upgrade("harder", "three more damage", repeated=True), FURTHER),
    "haemorrhage": (Upgrade("again", "once more", repeated=True), Upgrade("heal", "the psyker heals as many")),
    "crush": (
        FURTHER, Upgrade("another", "one more target", 2, repeated=True), Upgrade("pain", "three strain when it acts")
    ),
}  # fmt: skip


# ---- which power, on whom --------------------------------------------------------------------------------------------


def by_dice(play: Play) -> bool:
    """Whether powers are used with Force dice."""
    return play.option["psy"] == "force"


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
    play = actor.play
    limit = reach(play, power, further=FURTHER in UPGRADES.get(power.id, ()))
    if squares.apart(play, actor.id, whom) > limit:
        return (f"It is more than {limit} squares away.",)
    return () if squares.sees(play, actor.id, whom) else ("It is out of sight.",)


def reach(play: Play, power: Power, *, further: bool = False) -> int:
    """How many squares a power reaches, or does with a further point."""
    return 0 if power.range == "self" else squares.reach_of(play, BANDS[BANDS.index(power.range) + int(further)])


def power_refused(actor: Model, id: str) -> Reasons:
    """Why a power cannot be used now."""
    power = catalogue.powers()[id]
    if not by_dice(actor.play) and not actor.may_strain(GENESYS_STRAIN):
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
    power = catalogue.powers()[play.ask(actor.owner, question)]
    whom = _choose_target(play, actor, power) if power.on in ("enemy", "friend") else actor.id
    size = _choose_size(play, actor) if power.id == "hurl" else 0
    added: tuple[str, ...] = ()
    if not by_dice(play):
        added = _beyond(play, actor, power, whom) + tuple(
            spend_points(play, actor, power, pools_room(power, size), "power.added", "{} more dice may make it harder")
        )
    economy.take_action(play, actor)
    if not by_dice(play):
        wounds.strain(play, actor.id, GENESYS_STRAIN, willing=True)
    force = actor.kit.profile.psy if by_dice(play) else 0
    harder = size + sum(_cost(power, name) for name in added)
    check = Check("power", actor.id, whom, about=power.id, force=force, difficulty=harder, spent=added)
    play.happen(CheckDeclared(actor.id, check, f"reaches for {power.title}"))
    play.then(manifest)
    play.then(spending.spend_own)
    play.then(spending.spend_theirs)
    play.then(let_go)


def pools_room(power: Power, size: int) -> int:
    """How many difficulty dice may be added to a power by the other reading: five in all are the most."""
    return max(0, 5 - power.genesys - size)


def _choose_target(play: Play, actor: Model, power: Power, but: tuple[int, ...] = ()) -> int:
    question = Choose(
        "power.target", "On whom?", lambda: [who for who in targets(actor, power) if who not in but],
        refuse=lambda who: target_refused(actor, power, who), named=Names(play.world.names),
    )  # fmt: skip
    whom: int = play.ask(actor.owner, question)
    return whom


def _choose_size(play: Play, actor: Model) -> int:
    """What is thrown: its silhouette is the difficulty, and makes it dearer."""
    question = Choose(
        "power.size", "How large a thing does it throw?", lambda: range(LARGEST + 1), named="silhouette {}".format
    )
    size: int = play.ask(actor.owner, question)
    return size


def _beyond(play: Play, actor: Model, power: Power, whom: int) -> tuple[str, ...]:
    """The point for the range, where the target is beyond that of the basic use."""
    far = whom != actor.id and squares.apart(play, actor.id, whom) > reach(play, power)
    return (FURTHER.name,) if far else ()


def _cost(power: Power, name: str) -> int:
    return next(each.cost for each in UPGRADES[power.id] if each.name == name)


# ---- the throw -------------------------------------------------------------------------------------------------------


def manifest(play: Play) -> None:
    """The throw, the pips, and what the power does."""
    actor = Model(play, check_under_way(play).who)
    rulings.circumstances(play, actor.id)
    check = check_under_way(play)
    power = catalogue.powers()[check.about]
    rolled = throw(play, actor, power, check)
    added = list(check.spent)
    if by_dice(play):
        points = points_of(play, actor, rolled).points
        added += _beyond(play, actor, power, check.target)
        left = points - power.cost - check.difficulty - len(added)
        if left < 0 or (power.skill and rolled.success <= 0):
            play.note(actor.id, "the power does not come" if left < 0 else "the power slips away")
            return
        added += spend_points(play, actor, power, left, "power.points", "{} points left: on what?")
    elif rolled.success <= 0:
        play.note(actor.id, "the power slips away")
        return
    EFFECTS[power.id](play, Use(actor, power, check, max(0, rolled.success), tuple(added)))


def throw(play: Play, actor: Model, power: Power, check: Check) -> Powered:
    """Throws the dice of a power."""
    if by_dice(play) and not power.skill:
        alone: Powered = play.roll(pools.pool_of(pools.Dice(force=check.force)), "power", power.title, actor.id)
        return alone
    whom = Model(play, check.target) if check.target != actor.id else None
    against = power.against or None if by_dice(play) else None
    base = power.difficulty if by_dice(play) else power.genesys
    attempt = Attempt(play, actor, power.skill or "discipline", base, check, whom, against=against)
    reckoned = pools.reckon(attempt)
    found = play.roll(pools.pool_of(reckoned.dice), "power", power.title, actor.id, reckoned.reasons)
    conditions.use_tokens(play, actor.id)
    mine = Roll(found.success + reckoned.success, found.advantage + reckoned.advantage, found.triumph, found.despair)
    if against and whom is not None and play.option["opposed"] == "A":
        mine = pools.contest(attempt, whom, against, mine)
    play.happen(CheckRolled(actor.id, *mine))
    if isinstance(found, Powered):
        return found._replace(success=mine.success)
    if mine.despair:
        _draw(play, actor, mine.despair)
    return Powered(*mine, 0, 0, 0)


class Drawn(NamedTuple):
    """The points that Force dice have given, and how many of them are dark."""

    points: int
    dark: int


def points_of(play: Play, actor: Model, rolled: Powered) -> Drawn:
    """The points that Force dice give: the light pips, and as many dark ones as its player likes, all or none of a die,
    each for a strain."""
    odd = rolled.dark > 2 * rolled.doubles
    most = [n for n in range(rolled.dark + 1) if n == 0 or ((odd or n % 2 == 0) and actor.may_strain(n))]
    if len(most) < 2:
        return Drawn(rolled.light, 0)
    question = Choose(
        "power.dark", f"{rolled.light} light pips: how many dark ones does it use?", lambda: most, idle=(0,),
        named=lambda n: f"{n} dark, for {n} strain" if n else "none",
    )  # fmt: skip
    dark: int = play.ask(actor.owner, question)
    if dark:
        wounds.strain(play, actor.id, dark, willing=True)
        _draw(play, actor, dark)
    return Drawn(rolled.light + dark, dark)


def _draw(play: Play, actor: Model, dark: int) -> None:
    play.happen(PipsUsed(actor.id, dark))
    if not play.option["chart-after-check"]:
        face_warp(play, actor, dark)


def answer(play: Play, who: int, dark: int) -> None:
    """After a check: what comes of the dark pips that were used in it."""
    if dark and play.option["chart-after-check"]:
        face_warp(play, Model(play, who), dark)


def spend_points(play: Play, actor: Model, power: Power, left: int, key: str, prompt: str) -> list[str]:
    """Asks what further points are spent on."""
    bought: list[str] = []
    mine = [each for each in UPGRADES.get(power.id, ()) if each is not FURTHER]
    while payable := [each for each in mine if each.cost <= left and (each.repeated or each.name not in bought)]:
        words = {each.name: each.words for each in payable}
        question = Choose(
            key, prompt.format(left), partial(tuple, (*words, NOTHING)), idle=(NOTHING,),
            named=Names({}, {**words, NOTHING: NOTHING}),
        )  # fmt: skip
        name = play.ask(actor.owner, question)
        if name == NOTHING:
            break
        left -= _cost(power, name)
        bought.append(name)
    return bought


# ---- Force dice that go with another check ---------------------------------------------------------------------------


class Points(NamedTuple):
    """What points of Force dice add to a check: successes and advantages, or power to a weapon."""

    success: int = 0
    advantage: int = 0
    force: int = 0


NO_POINTS = Points()


def force_for(actor: Model, skill: Skill, forceful: int = 0) -> int:
    """The Force dice that a psyker adds to a check: with a force weapon, or for Quickening."""
    quick = "quickening" in actor.kit.profile.powers and skill in QUICKENED
    return actor.kit.profile.psy if (forceful or quick) and by_dice(actor.play) else 0


def force_points(play: Play, attempt: Attempt, rolled: Powered) -> Points:
    """What the Force dice of a check add to it."""
    points = points_of(play, attempt.who, rolled).points
    if attempt.weapon is not None and attempt.weapon.has("force"):
        return Points(force=points)
    if not points:
        return NO_POINTS
    question = Choose(
        "power.quickening", f"{points} points: how many are successes?", lambda: range(points, -1, -1),
        named=lambda n: f"{n} successes, {points - n} advantages",
    )  # fmt: skip
    successes: int = play.ask(attempt.who.owner, question)
    return Points(successes, points - successes)


def leap_points(play: Play, actor: Model) -> int:
    """The points that Force dice alone give, for a leap."""
    dice = pools.Dice(force=actor.kit.profile.psy)
    rolled: Powered = play.roll(pools.pool_of(dice), "leap", "Quickening", actor.id)
    drawn = points_of(play, actor, rolled)
    answer(play, actor.id, drawn.dark)
    return drawn.points


# ---- what the powers do ----------------------------------------------------------------------------------------------


class Use(NamedTuple):
    """A power that has come: who uses it, the check, how many net successes, and what was added."""

    actor: Model
    power: Power
    check: Check
    success: int
    added: tuple[str, ...]


def smite(play: Play, use: Use) -> None:
    """Willpower and the net successes as damage."""
    damage = use.actor.characteristic("willpower") + use.success + 3 * use.added.count("harder")
    play.happen(HitLanded(use.actor.id, use.check.target, Hit(use.check.target, use.actor.mind_slot, damage)))


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
    held = [use.check.target]
    for _ in range(use.added.count("another")):
        if any(who not in held and not target_refused(use.actor, use.power, who) for who in enemies(use.actor)):
            held.append(_choose_target(play, use.actor, use.power, tuple(held)))
    until = end_of_turn(play.state, use.actor.id)
    for who in held:
        begin(play, "immobilized", who, until)
        if "pain" in use.added:
            begin(play, "tormented", who, until, 3)


def compel(play: Play, use: Use) -> None:
    """Two strain, or four rounds without an attack."""
    question = Choose(
        "power.compel", "Pain, or a false belief?", lambda: ("pain", "belief"),
        named=lambda what: "two strain" if what == "pain" else "it attacks nobody for four rounds",
    )  # fmt: skip
    if play.ask(use.actor.owner, question) == "pain":
        wounds.strain(play, use.check.target, 2)
    else:
        conditions.suffer(play, use.check.target, "bewitched", 4)


def regenerate(play: Play, use: Use) -> None:
    """As many wounds as its Intelligence are healed."""
    wounds.heal(play, use.check.target, wounds=use.actor.characteristic("intelligence"))


def inspire(play: Play, use: Use) -> None:
    """A success on the checks of as many allies as its Fellowship."""
    near = [
        who for who in able_side(play, use.actor.id)
        if who != use.actor.id and squares.apart(play, use.actor.id, who) <= reach(play, use.power)
    ]  # fmt: skip
    for _ in range(min(len(near), use.actor.characteristic("fellowship"))):
        who = _share(play, use.actor, near)
        near.remove(who)
        conditions.suffer(play, who, "augmented")


def foresee(play: Play, use: Use) -> None:
    """Two boost dice to share."""
    for _ in range(2):
        conditions.give_token(play, _share(play, use.actor, able_side(play, use.actor.id)), "next-boost")


def _share(play: Play, actor: Model, whom: list[int]) -> int:
    question = Choose("power.share", "Whom does it help?", lambda: whom, named=Names(play.world.names))
    found: int = play.pick(actor.owner, question)
    return found


EFFECTS: dict[str, Callable[[Play, Use], None]] = {
    "smite": smite,
    "haemorrhage": haemorrhage,
    "hurl": hurl,
    "crush": crush,
    "compel": compel,
    "regeneration": regenerate,
    "inspire": inspire,
    "augury": foresee,
}


# ---- the warp --------------------------------------------------------------------------------------------------------


def face_warp(play: Play, actor: Model, dark: int) -> None:
    """What comes of dark pips."""
    bonus = DARK_ON_CHART * dark - DISCIPLINE_ON_CHART * actor.ranks("discipline")
    rows = list(catalogue.warp_chart())
    titles = [row.title for row in catalogue.warp_chart().values()]
    number: int = play.roll(warp_pool(bonus), "warp", "The warp", actor.id, came=titles.__getitem__)
    who = actor.id
    match rows[number]:
        case "dazed":
            conditions.suffer(play, who, "disoriented")
        case "drained":
            wounds.strain(play, who, 3)
        case "backlash":
            for other in squares.beside(play, who, 2):
                wounds.strain(play, other, 1)
            conditions.suffer(play, who, "staggered")
        case "bleeding-mind":
            wounds.wound(play, who, 5)
        case "rupture":
            for other in (who, *squares.beside(play, who)):
                wounds.wound(play, other, max(0, 8 - Model(play, other).soak))
                conditions.knock_down(play, other)
        case "torn":
            injuries.inflict(play, who, bonus=20)
        case "visitor":
            let_in(play, who)
        case "gone":
            play.happen(Died(who))
        case _:
            play.note(who, "it grows cold, and something whispers")


def let_in(play: Play, who: int) -> None:
    """Something comes through next to the psyker, once a battle."""
    visitor = play.world.visitor
    here = squares.cell_of(play, who)
    if visitor == NOBODY or play.state.records[visitor].state != "waiting" or here is None:
        return
    world = play.world
    free = vacant(
        world.board, layout(play), world.grid, squares.plain_rules(play), visitor, neighbours(world.grid, here)
    )
    cell = next(iter(free), None)
    if cell is not None:
        play.happen(VisitorCame(visitor, *field_of(play, visitor).placed(cell).spot))


def let_go(play: Play) -> None:
    """The hit of a power, and then all that came of it is done; the warp answers."""
    check = check_under_way(play)
    for number in range(len(check.hits)):
        hits.carry_out(play, number)
    check = check_under_way(play)
    play.happen(CheckClosed(check.who))
    answer(play, check.who, check.dark)


@requirement("It must be a psyker.", fixed=True)
def psyker(actor: Model) -> bool:
    return actor.kit.profile.psy > 0


@requirement("It must have a power that it can use on somebody now.")
def has_power(actor: Model) -> bool:
    return any(not power_refused(actor, id) for id in known(actor))


PSYKER_POWER = action("psyker-power", (able, psyker, has_action, has_power), use_power, ours=(able, has_power))
