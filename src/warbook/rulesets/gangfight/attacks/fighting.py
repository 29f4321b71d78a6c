"""Close combat: Fight! and its two variants, the attack that all of them make, and free strikes.

A hit is a die that reaches the target's defence; armour dice that reach the damage cancel wounds one by one.
"""

from __future__ import annotations

from typing import NamedTuple

from ....core.action import Action, Requirement, requirement
from ....core.check import Modifier, Tally, Target, tally, target
from ....core.decision import Choose, Reasons
from ....core.naming import Preview
from ....space.movement import Point
from ..checks import defence, ground, lines, luck, reach
from ..checks.defence import clinging
from ..checks.dice import Throw, blown_away, throw_of, wounds
from ..checks.requirements import has_points, standing
from ..events.attacks import Attacked, Missed
from ..events.deeds import Declared
from ..events.moments import AttackMissed, ClosedIn, FightDue, FreeStrikeDrawn, Style
from ..events.movement import Moved
from ..events.rounds import Spent
from ..harm import aftermath, courage, wounding
from ..movement import ways
from ..printed.catalogue import action
from ..records import NOBODY, Deed, Model, Play, Pledge
from ..records.distances import no_further, threat_of, threat_range, touching
from ..records.model import choose_enemy, decide, enemies
from ..records.position import in_play, under_way

STYLES: tuple[Style, ...] = ("fight", "power", "finesse")
"""The styles of an attack that one declares."""

DECLARED: tuple[Style, ...] = (*STYLES, "weight")
"""Those, and the one that is made at the end of a charge alone."""

FREE: tuple[Style, ...] = ("free", "counter", "riposte")
"""The styles of free strikes."""


class Blow(NamedTuple):
    """One attack in close combat: who strikes whom and in what style, and how
    many in a band it counts for."""

    play: Play
    who: Model
    whom: Model
    style: Style = "fight"
    band: int = 0


# ---- what is rolled --------------------------------------------------------------------------------------------------


def _second_weapon(blow: Blow) -> int:
    """Not in free strikes, nor in a slam."""
    return sum(w.att for w in blow.who.kit.weapons if w.kind == "melee") if blow.style in DECLARED else 0


def _weapon(blow: Blow) -> int:
    """What the heaviest of its weapons adds; a slam is made with the body."""
    heaviest = max((w.more for w in blow.who.kit.weapons if w.kind == "melee"), default=0)
    return 0 if blow.style == "slam" else heaviest


def _heavy(blow: Blow) -> int:
    return int(blow.style in ("power", "weight"))


def _storm(blow: Blow) -> int:
    """A storm takes one of the dice that all other modifiers leave."""
    if not ground.stormy(blow.play):
        return 0
    others = blow.play.ruleset.modifiers["melee dice"]
    dice = _base(blow) + sum(other.amount(blow) for other in others if other.amount is not _storm)
    return -blown_away(blow.play, dice)


def _base(blow: Blow) -> int:
    return blow.who.iv if blow.style == "counter" else blow.who.att


# A Modifier of a number makes it easier where it is positive, as everywhere in Warbook.
DICE: tuple[Modifier, ...] = (
    Modifier("a second weapon", _second_weapon, "equipment, melee"),
    Modifier("a power attack", lambda b: -int(b.style == "power" and b.who.att > 1), "combat, power attacks"),
    Modifier("those who strike together", lambda b: b.band, "banding actions, Bring it Down!"),
    Modifier("the storm", _storm, "complications, storm"),
)
DEFENCE: tuple[Modifier, ...] = (
    Modifier("knocked over", lambda b: int(b.whom.record.down), "combat, knocked over"),
    clinging,
    Modifier("a finesse attack", lambda b: int(b.style == "finesse"), "combat, finesse attacks"),
    Modifier("bulwark", lambda b: -defence.bulwark(b.play, b.whom.id), "interrupts, Bulwark"),
    Modifier("artful dodger", lambda b: -int(b.style in FREE and b.whom.has("artful-dodger")), "perks"),
    Modifier("a counter strike", lambda b: -int(b.style == "counter"), "perks, Counter Strike"),
)
DAMAGE: tuple[Modifier, ...] = (
    Modifier("the weapon", _weapon, "equipment, melee"),
    Modifier("a power attack", _heavy, "combat, power attacks"),
    Modifier("a finesse attack", lambda b: -int(b.style == "finesse"), "combat, finesse attacks"),
    Modifier("those who strike together", lambda b: b.band, "banding actions, Bring it Down!"),
)


def pool(blow: Blow) -> Tally:
    """The dice of an attack."""
    name = "initiative" if blow.style == "counter" else "attacks"
    return tally(name, _base(blow), blow.play.ruleset.modifiers["melee dice"], blow)


def number(blow: Blow) -> Target:
    """What each die must reach: the target's defence."""
    return target("defence", blow.whom.defence, blow.play.ruleset.modifiers["melee"], blow)


def damage(blow: Blow) -> Tally:
    """What each armour die must reach."""
    return tally("damage", blow.who.dam, blow.play.ruleset.modifiers["melee damage"], blow)


def each_hit(play: Play, who: Model) -> int:
    """Wounds of one hit in close combat: more for those of great size, unless the errata are played."""
    return who.size.wounds_per_hit if play.option["wounds-rule"] == "web" else 1


# ---- one attack ------------------------------------------------------------------------------------------------------


def announce(blow: Blow) -> tuple[Throw, Throw]:
    """Says what is rolled and why: the tests to hit and of armour."""
    play, dice, needed, against = blow.play, pool(blow), number(blow), damage(blow)
    how = "takes a free strike at" if blow.style in FREE else "slams into" if blow.style == "slam" else "strikes at"
    play.happen(Attacked(blow.who.id, blow.whom.id, how, dice, needed, against, free=blow.style in FREE))
    hit = throw_of(dice.number, needed.number, may_drop=play.option["drop-dice"])
    return hit, defence.to_save(play, blow.whom, against.number, blow.who)


def strike(play: Play, who: int, whom: int, style: Style = "fight", band: int = 0) -> bool:
    """One attack in close combat.  Answers whether it hit; wounds are marked, riders wait for the end of the action."""
    blow = Blow(play, Model(play, who), Model(play, whom), style, band)
    hit, save = announce(blow)
    most = max(1, blow.whom.record.wounds)
    again = luck.attack_rerolls(play, who), luck.armour_rerolls(play, whom)
    struck, taken = play.dice(wounds, hit, save, each_hit(play, blow.who), most, *again)
    if not struck:
        miss(play, blow)
        return False
    wounding.wound(play, whom, taken, who)
    if taken:
        owe_riders(play, blow)
    return True


def miss(play: Play, blow: Blow) -> None:
    """Nothing hit."""
    play.happen(Missed(blow.who.id, blow.whom.id))
    play.reach(AttackMissed(blow.who.id, blow.whom.id, blow.style))


def owe_riders(play: Play, blow: Blow) -> None:
    """The further effect of a Power or Finesse Attack that has wounded waits for the end of the action."""
    who, whom = blow.who, blow.whom
    if _heavy(blow) and whom.size.order <= who.size.order:
        wounding.owe(play, "knock", whom.id, who.id)
    elif blow.style == "finesse":
        wounding.owe(play, "lose-ap", whom.id, who.id, 1)


# ---- closing in ------------------------------------------------------------------------------------------------------


def consolidate(play: Play, who: int, whom: int) -> None:
    """The move that a Fight! begins with: straight at the target, up to the threat range, whatever the ground; it stops
    at whatever is in its way, and before it would leave the threat range of another enemy.

    Who can strike already may stay.
    """
    me, spot = play.state.records[who], closest(play, who, whom)
    if spot == me.at.spot:
        return
    if reach.can_strike_yet(play, who, whom) and not play.option["fight-requires-contact"]:
        question = Choose(
            "fight.close",
            lambda: f"Does {play.world.names[who]} close in?",
            lambda: (False, True),
            named=lambda yes: "close in" if yes else "strike from where it stands",
        )
        if not decide(play, me.owner, question):
            return
    play.happen(Moved(who, *spot, "closes in"))
    play.reach(ClosedIn(who, (me.at.spot, spot)))


def closest(play: Play, who: int, whom: int) -> Point:
    """How near to an enemy the move of a Fight! brings a figure."""
    me, other = play.state.records[who], play.state.records[whom]
    if not me.here or me.down or touching(me.at, other.at):
        return me.at.spot
    return ways.straight_to(play, who, whom, threat_range(play, play.world.kits[who]), bound=True)


def gets_there(play: Play, who: int, whom: int) -> bool:
    """Closes in.  Answers whether the target is then in reach, or in base contact where the table asks for that.  A
    figure that falls on its way makes no attack unless it owes one: an interrupt is made good by the fallen too."""
    stood = in_play(play, who)
    consolidate(play, who, whom)
    if stood and not in_play(play, who) and under_way(play).pledged(who) is None:
        return False
    why = falls_short(play, who, whom)
    if why:
        play.note(who, why)
    return not why


def falls_short(play: Play, who: int, whom: int) -> str:
    """Why a figure that has closed in cannot strike from where it is; empty if it can."""
    me, other = play.state.records[who], play.state.records[whom]
    if play.option["fight-requires-contact"] and not touching(me.at, other.at):
        return "it does not get into base contact"
    return "" if reach.can_strike_yet(play, who, whom) else "it does not get near enough to strike"


def assault(play: Play, who: int, whom: int, style: Style = "fight") -> None:
    """A Fight! as it is carried out: close in, then strike."""
    if gets_there(play, who, whom):
        strike(play, who, whom, style)


# ---- Fight! ----------------------------------------------------------------------------------------------------------


def fight_refused(actor: Model, whom: int) -> Reasons:
    """Why a figure may not fight an enemy."""
    play, me, other = actor.play, actor.record, actor.play.state.records[whom]
    if whom in me.cowed:
        return ("It dares not, in this activation.",)
    far = 2 * threat_of(play, me) + play.world.kits[me.id].reach
    if not play.option["fight-from-afar"] and not no_further(me.at, other.at, far):
        return ("It is further away than twice the threat range.",)
    if not lines.sees(play, actor.id, whom):
        return ("It is out of sight.",)
    return ()


def choose_target(play: Play, actor: Model, style: Style = "fight") -> int:
    """Whom to fight."""
    prompt = f"Whom does {actor.kit.name} fight?"
    preview = Preview(notes=lambda whom: expectation(actor, whom, style), actor=actor.id)
    return choose_enemy(play, actor, "fight.target", prompt, lambda whom: fight_refused(actor, whom), preview)


def expectation(actor: Model, whom: int, style: Style) -> list[str]:
    """The dice of a blow, their number and that of the armour, with every reason; and who has to be dared first."""
    play = actor.play
    blow = Blow(play, actor, Model(play, whom), style)
    told = [f"dice: {pool(blow)}", f"to hit: {number(blow)}", f"armour: {damage(blow)}"]
    return [*courage.asked_to_dare(actor, whom), *told]


def fight(play: Play, actor: Model, whom: int = NOBODY) -> None:
    """Close in by the threat range, then attack.  Where another rule sets a figure on an enemy, `whom`, nobody is
    asked, and that rule has had it dare and pay."""
    if whom == NOBODY:
        declare(play, actor, FIGHT, "fight")
    else:
        carry_out(play, actor, whom, FIGHT, "fight")


def power_attack(play: Play, actor: Model) -> None:
    """A heavier blow with a die less, that may knock over."""
    declare(play, actor, POWER_ATTACK, "power")


def finesse_attack(play: Play, actor: Model) -> None:
    """A lighter blow that finds the gap, and unsettles."""
    declare(play, actor, FINESSE_ATTACK, "finesse")


def declare(play: Play, actor: Model, action: Action[Model], style: Style) -> None:
    """Name the enemy, dare, pay; then the other side declares, and the blow follows with whatever answers it."""
    whom = choose_target(play, actor, style)
    if not courage.dares(play, actor, whom):
        return
    play.happen(Spent(actor.id))
    carry_out(play, actor, whom, action, style)


def carry_out(play: Play, actor: Model, whom: int, action: Action[Model], style: Style) -> None:
    """Declares an attack in close combat, and queues its stages."""
    play.happen(Declared(actor.id, Deed(action.id, "melee", actor.id, ((actor.id, whom),)), action.name))
    play.then(blow, actor.id, style)
    aftermath.close_action(play)


def blow(play: Play, who: int, style: Style) -> None:
    """The active side's attack of a Fight!, Power or Finesse Attack."""
    assault(play, who, under_way(play).target_of(who), style)


def fight_back(play: Play, moment: FightDue) -> None:
    """A Fight! that was pledged."""
    strike_back(play, moment.pledge)


def strike_back(play: Play, pledge: Pledge, style: Style = "fight") -> None:
    """A Fight! or Counter-Charge that was pledged: one attack on who acted, unless that one has fallen already."""
    against = play.state.records[pledge.against]
    if against.here and against.wounds > 0:
        assault(play, pledge.who, pledge.against, style)


# ---- free strikes ----------------------------------------------------------------------------------------------------


def take_free_strike(play: Play, moment: FreeStrikeDrawn) -> None:
    """An enemy strikes at somebody who has taken its eyes off it."""
    free_strike(play, moment.by, moment.whom)


def free_strike(play: Play, who: int, whom: int, style: Style = "free") -> None:
    """One normal attack for nothing, in any of the free styles; nobody gets one at a battle dancer."""
    if Model(play, whom).able("battle-dancer"):
        return
    if reach.has_struck_free(play, who):
        play.note(who, "it has had its free strike in this action")
        return
    strike(play, who, whom, style)


somebody_to_fight: Requirement[Model] = requirement(
    "It must see an enemy near enough that it dares to fight.",
    condition="It must see an enemy that it dares to fight, no further away than twice its threat range unless the "
    "table lets it fight from afar (fight-from-afar).",
)(lambda actor: any(not fight_refused(actor, whom) for whom in enemies(actor)))

FIGHT = action("fight", (standing, has_points, somebody_to_fight), fight, ours=(standing, somebody_to_fight))

POWER_ATTACK = action("power-attack", FIGHT.requires, power_attack, ours=FIGHT.ours)

FINESSE_ATTACK = action("finesse-attack", FIGHT.requires, finesse_attack, ours=FIGHT.ours)
