"""Psychic powers: Force dice give points, light ones free and dark ones for strain; a skill is rolled with them where the
power asks for it, and whoever has used dark pips faces the warp.

By the other reading (option `psy`) there are no Force dice: a power is a check and two strain, and its points are its net
successes.
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
from ..events.checks import CheckClosed, CheckDeclared, CheckRolled
from ..events.fighters import Died
from ..events.powers import PipsUsed, VisitorCame
from ..harm import conditions, injuries, wounds
from ..movement.moving import field_of
from ..printed import catalogue
from ..printed.catalogue import Power, action
from ..printed.dice import Powered
from ..records import NOBODY, Check, Model, Play, allies, enemies
from ..records.effects import begin_until_next_turn_ends
from ..records.position import check_under_way, layout
from . import rulings

NOTHING = "nothing more"
GENESYS_STRAIN = 2
DARK_ON_CHART = DISCIPLINE_ON_CHART = 10


class Upgrade(NamedTuple):
    """What a further point may do, by name, and how many it costs."""

    name: str
    words: str
    cost: int = 1


# ---- which power, on whom --------------------------------------------------------------------------------------------


def known(actor: Model) -> tuple[str, ...]:
    """The powers that a fighter knows; one that only answers hits is not among them."""
    return tuple(id for id in actor.kit.profile.powers if id != "force-dome")


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
    limit = reach(play, power)
    if squares.apart(play, actor.id, whom) > limit:
        return (f"It is more than {limit} squares away.",)
    return () if squares.sees(play, actor.id, whom) else ("It is out of sight.",)


def reach(play: Play, power: Power) -> int:
    """How many squares a power reaches; a further point may take Smite to medium range."""
    band = "medium" if power.id == "smite" else power.range
    return 0 if band == "self" else squares.reach_of(play, band)


def power_refused(actor: Model, id: str) -> Reasons:
    """Why a power cannot be used now."""
    power = catalogue.powers()[id]
    if actor.play.option["psy"] == "genesys" and not actor.may_strain(GENESYS_STRAIN):
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
    whom = actor.id
    if power.on in ("enemy", "friend"):
        question_whom = Choose(
            "power.target", "On whom?", lambda: targets(actor, power),
            refuse=lambda who: target_refused(actor, power, who), named=Names(play.world.names),
        )  # fmt: skip
        whom = play.ask(actor.owner, question_whom)
    economy.take_action(play, actor)
    if play.option["psy"] == "genesys":
        wounds.strain(play, actor.id, GENESYS_STRAIN, willing=True)
    force = actor.kit.profile.psy if play.option["psy"] == "force" else 0
    check = Check("power", actor.id, whom, about=power.id, force=force)
    play.happen(CheckDeclared(actor.id, check, f"reaches for {power.title}"))
    play.then(manifest)
    play.then(rulings.spend_own)
    play.then(rulings.spend_theirs)
    play.then(let_go)


# ---- the throw -------------------------------------------------------------------------------------------------------


def manifest(play: Play) -> None:
    """The throw, the pips, and what the power does."""
    check = check_under_way(play)
    actor, power = Model(play, check.who), catalogue.powers()[check.about]
    rulings.circumstances(play, actor.id)
    check = check_under_way(play)
    rolled = throw(play, actor, power, check)
    points, dark = points_of(play, actor, rolled.light, rolled.dark)
    succeeded = rolled.success > 0 or not power.skill
    if succeeded and points >= power.cost:
        EFFECTS[power.id](play, Use(actor, power, check.target, max(0, rolled.success), points - power.cost))
    else:
        play.note(actor.id, "the power does not come" if points < power.cost else "the power slips away")
    if dark:
        face_warp(play, actor, dark)


def throw(play: Play, actor: Model, power: Power, check: Check) -> Powered:
    """Throws the dice of a power."""
    if not power.skill:
        pool = pools.pool_of(pools.Dice(force=max(1, check.force)))
        rolled: Powered = play.roll(pool, "power", power.title, actor.id)
        play.happen(CheckRolled(actor.id, 0, 0, 0, 0))
        return rolled
    whom = Model(play, check.target) if check.target != actor.id else None
    against = power.against or None
    attempt = Attempt(play, actor, power.skill, power.difficulty, check, whom, against=against)
    reckoned = pools.reckon(attempt)
    found = play.roll(pools.pool_of(reckoned.dice), "power", power.title, actor.id, reckoned.reasons)
    conditions.use_tokens(play, actor.id)
    light, dark = (found.light, found.dark) if isinstance(found, Powered) else (max(0, found.success), 0)
    success, advantage = found.success + reckoned.success, found.advantage + reckoned.advantage
    play.happen(CheckRolled(actor.id, success, advantage, found.triumph, found.despair))
    return Powered(success, advantage, found.triumph, found.despair, light, dark)


def points_of(play: Play, actor: Model, light: int, dark_pips: int) -> tuple[int, int]:
    """The points that Force dice give, and how many of them come from dark pips, each of which costs a strain."""
    most = [n for n in range(dark_pips + 1) if n == 0 or actor.may_strain(n)]
    if len(most) < 2:
        return light, 0
    question = Choose(
        "power.dark", f"{light} light pips: how many dark ones does it use?", lambda: most, idle=(0,),
        named=lambda n: f"{n} dark, for {n} strain" if n else "none",
    )  # fmt: skip
    dark: int = play.ask(actor.owner, question)
    if dark:
        wounds.strain(play, actor.id, dark, willing=True)
        play.happen(PipsUsed(actor.id, dark))
    return light + dark, dark


# ---- what the powers do ----------------------------------------------------------------------------------------------


class Use(NamedTuple):
    """A power that has come: who uses it on whom, with how many net successes, and the points that are left."""

    actor: Model
    power: Power
    whom: int
    success: int
    left: int


def spend_points(play: Play, use: Use, upgrades: list[Upgrade]) -> list[str]:
    """Asks what the points that are left are spent on."""
    left, bought = use.left, list[str]()
    while payable := [each for each in upgrades if each.cost <= left]:
        words = {each.name: each.words for each in payable}
        question = Choose(
            "power.points", f"{left} points left: on what?", partial(tuple, (*words, NOTHING)), idle=(NOTHING,),
            named=Names({}, {**words, NOTHING: NOTHING}),
        )  # fmt: skip
        name = play.ask(use.actor.owner, question)
        if name == NOTHING:
            break
        left -= next(each.cost for each in payable if each.name == name)
        bought.append(name)
    return bought


def smite(play: Play, use: Use) -> None:
    """Willpower and the net successes as damage."""
    far = squares.apart(play, use.actor.id, use.whom) > squares.reach_of(play, "short")
    if far and use.left < 1:
        play.note(use.actor.id, "it does not reach so far")
        return
    use = use._replace(left=use.left - int(far))
    bought = spend_points(play, use, [Upgrade("harder", "three more damage")])
    damage = use.actor.characteristic("willpower") + use.success + 3 * bought.count("harder")
    wounds.wound(play, use.whom, max(0, damage - Model(play, use.whom).soak), use.actor.id)


def haemorrhage(play: Play, use: Use) -> None:
    """Wounds without soak, once or more, and the psyker may heal as many."""
    bought = spend_points(play, use, [Upgrade("again", "once more"), Upgrade("heal", "the psyker heals as many")])
    each = use.actor.characteristic("intelligence")
    total = each * (1 + bought.count("again"))
    wounds.wound(play, use.whom, total, use.actor.id)
    if "heal" in bought:
        wounds.heal(play, use.actor.id, wounds=total)


def hurl(play: Play, use: Use) -> None:
    """Something small at first, larger with each further point."""
    bought = spend_points(play, use, [Upgrade("larger", "something larger")])
    size = bought.count("larger")
    damage = (10 * size or 5) + use.success
    wounds.wound(play, use.whom, max(0, damage - Model(play, use.whom).soak), use.actor.id)


def crush(play: Play, use: Use) -> None:
    """Held fast to the end of the psyker's next turn."""
    bought = spend_points(play, use, [Upgrade("pain", "three strain at once")])
    conditions.suffer(play, use.whom, "immobilized")
    if "pain" in bought:
        wounds.strain(play, use.whom, 3)


def compel(play: Play, use: Use) -> None:
    """Two strain, or four rounds without an attack."""
    question = Choose(
        "power.compel", "Pain, or a false belief?", lambda: ("pain", "belief"),
        named=lambda what: "two strain" if what == "pain" else "it attacks nobody for four rounds",
    )  # fmt: skip
    if play.ask(use.actor.owner, question) == "pain":
        wounds.strain(play, use.whom, 2)
    else:
        conditions.suffer(play, use.whom, "bewitched", 4)


def regenerate(play: Play, use: Use) -> None:
    """As many wounds as its Intelligence are healed."""
    wounds.heal(play, use.whom, wounds=use.actor.characteristic("intelligence"))


def inspire(play: Play, use: Use) -> None:
    """A success on the checks of as many allies as its Fellowship."""
    near = [
        who for who in allies(use.actor)
        if play.state.records[who].able
        and squares.apart(play, use.actor.id, who) <= squares.reach_of(play, "short")
    ]  # fmt: skip
    for who in near[: use.actor.characteristic("fellowship")]:
        begin_until_next_turn_ends(play, "augmented", who)


def foresee(play: Play, use: Use) -> None:
    """Two boost dice, for itself and the ally that is next."""
    conditions.give_token(play, use.actor.id, "next-boost")
    following = rulings.next_ally(play, use.actor.id)
    conditions.give_token(play, use.actor.id if following is None else following, "next-boost")


def quicken(play: Play, use: Use) -> None:
    """Each point is a success on the checks of this turn and the next."""
    begin_until_next_turn_ends(play, "augmented", use.actor.id, 1 + use.left)


EFFECTS: dict[str, Callable[[Play, Use], None]] = {
    "smite": smite,
    "haemorrhage": haemorrhage,
    "hurl": hurl,
    "crush": crush,
    "compel": compel,
    "regeneration": regenerate,
    "inspire": inspire,
    "augury": foresee,
    "quickening": quicken,
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
    """All that came of the power is done."""
    play.happen(CheckClosed(check_under_way(play).who))


@requirement("It must be a psyker.", fixed=True)
def psyker(actor: Model) -> bool:
    return actor.kit.profile.psy > 0


@requirement("It must have a power that it can use on somebody now.")
def has_power(actor: Model) -> bool:
    return any(not power_refused(actor, id) for id in known(actor))


PSYKER_POWER = action("psyker-power", (able, psyker, has_action, has_power), use_power, ours=(able, has_power))
