"""What becomes of fighters that are hit: wounds, injuries, recovery, and what is taken home."""

from __future__ import annotations

from ...core.decision import Choose
from ...core.dice import D3, D6, SHOWN, Pool
from ...core.length import INCH
from . import morale, moving, printed
from .events import (
    ActivationEnded,
    ConditionEnded,
    Earned,
    FleshWounded,
    LastingInjury,
    Pinned,
    SeriouslyInjured,
    StoodUp,
    TakenOut,
    Used,
    Wounded,
)
from .harm import BARE, FLESH_WOUND, INJURY, OUT_OF_ACTION, UNHARMED, Harm, Mark, Strike, harm, injury_dice
from .model import Model, Play, Status, beasts_of, engaged_with, fighters, friends, namer, within
from .printed import Lasting, lasting_injury
from .saves import BLASTS, OTHERWISE, Incoming, save_numbers

D66 = Pool(2, 6, SHOWN, "D66")
SERIOUS_REWARD, OUT_REWARD, ASSIST_REWARD = 1, 2, 1
HELP_REACH = 1 * INCH


# ---- being hit -------------------------------------------------------------------------------------------------------


def strike(play: Play, victim: Model, blow: Strike, hits: int, by: int, way: Incoming = OTHERWISE) -> Harm:
    """Resolve the hits of one attack on a fighter: the dice, and what they did."""
    if not hits or not victim.on_table:
        return UNHARMED
    done = play.dice(harm, blow, mark(victim, blow, way), hits)
    suffer(play, victim, done, by)
    return done


def against_gas(victim: Model) -> int:
    """What filters and suits add to its toughness against gas; only the best of them counts."""
    gear = printed.wargear()
    filters = [gear[item].against_gas for item in victim.kit.wargear if item in gear]
    return max((*filters, *(a.against_gas for a in victim.armour)), default=0)


def roll_injury(play: Play, victim: Model, by: int = -1, dice: int = 1) -> None:
    """Injury dice that no hit called for."""
    suffer(play, victim, play.dice(injury_dice, mark(victim, BARE), dice), by)


def mark(victim: Model, blow: Strike, way: Incoming = OTHERWISE) -> Mark:
    """A fighter as the dice of a hit see it."""
    return Mark(
        toughness=victim.toughness + (against_gas(victim) if "gas" in blow.traits else 0),
        wounds=victim.record.wounds,
        saves=save_numbers(victim, blow.ap, way),
        serious=victim.serious,
        grit=victim.has("true-grit"),
        dodge=victim.has("dodge") and way.way not in BLASTS,
    )


def suffer(play: Play, victim: Model, done: Harm, by: int) -> None:
    """Apply an attack's harm: wounds, then flesh wounds, then serious injury, then out of action.

    Every serious injury beyond the first of one attack, and every one on a fighter that lies injured already, is one flesh
    wound more.
    """
    if not done or not victim.on_table:
        return
    if done.wounds:
        play.happen(Wounded(victim.id, done.wounds))
    if done.out:
        take_out(play, victim, by)
        return
    flesh = done.flesh + (done.serious if victim.serious else max(0, done.serious - 1))
    if flesh and take_flesh_wounds(play, victim, flesh, by):
        return
    if done.serious and not victim.serious:
        injure(play, victim, by)


def take_flesh_wounds(play: Play, victim: Model, wounds: int, by: int) -> bool:
    """Flesh wounds lower the toughness for the battle; at nothing left the fighter goes out, and the answer is True."""
    play.happen(FleshWounded(victim.id, wounds))
    if victim.toughness > 0:
        return False
    take_out(play, victim, by)
    return True


def injure(play: Play, victim: Model, by: int) -> None:
    """A fighter goes down seriously injured: friends nearby test their nerve, and whoever did it earns experience."""
    stood = victim.standing
    play.happen(SeriouslyInjured(victim.id, by))
    _shake_friends(play, victim)
    if by >= 0:
        play.then(earn, by, victim.id, SERIOUS_REWARD)
    leave_activation(play, victim)
    if stood:
        moving.teeter(play, victim)


def take_out(play: Play, victim: Model, by: int, *, injuries: int = 1) -> None:
    """A fighter goes out of action, with as many lasting injuries as results took it out."""
    play.happen(TakenOut(victim.id, by))
    _shake_friends(play, victim)
    if injuries:
        play.then(lasting_injuries, victim.id, injuries, by)
    if by >= 0:
        play.then(earn, by, victim.id, OUT_REWARD)
    leave_activation(play, victim)
    for beast in beasts_of(play, victim.id):
        play.happen(TakenOut(beast))


def _shake_friends(play: Play, victim: Model) -> None:
    """Nerve tests wait until the attack is resolved to the end.  A fighter brought down and then finished off for free in
    one go shakes its friends once."""
    queued = any(w.rule == "nerve_tests" and w.args == (victim.id,) for w, _ in play.queue)
    if not queued or not play.option["no-second-nerve-test-after-free-coup-de-grace"]:
        play.then(morale.nerve_tests, victim.id)


def pin(play: Play, victim: Model) -> None:
    """A standing fighter that is not engaged goes to ground; at an edge it may go further."""
    if victim.active:
        play.happen(Pinned(victim.id))
        moving.teeter(play, victim)


def rise(play: Play, model: Model) -> None:
    """A prone fighter is on its feet."""
    play.happen(StoodUp(model.id))


def leave_activation(play: Play, model: Model) -> None:
    """A fighter that can no longer act ends its activation."""
    if play.state.turn.actor == model.id:
        play.happen(ActivationEnded(model.id))


# ---- recovery, in the end phase --------------------------------------------------------------------------------------


def recovery(play: Play, seat: int) -> None:
    """Each seriously injured fighter of a side rolls to recover, one after the other."""
    for f in fighters(play):
        if f.owner == seat and f.status is Status.SERIOUS:
            play.then(recover, f.id)


def recover(play: Play, who: int) -> None:
    """A seriously injured fighter rolls an injury die, one more for a friend who helps, and picks one.

    A flesh wound: it takes one and is pinned.  A serious injury: it takes a flesh wound and lies there still.  Out of action:
    it goes out.  A fighter that was helped takes no flesh wound whatever the die.  A web holds as an injury does, but only
    getting free of it costs a flesh wound, and nobody is lastingly harmed by it.
    """
    model = Model(play, who)
    if not model.serious:
        return
    webbed = model.suffers("webbed")
    extra = grit(play, model)
    helper = choose_helper(play, model)
    kept = keep_one(play, model, recovery_dice(play, model, helper, webbed) + extra)
    if kept == OUT_OF_ACTION:
        take_out(play, model, -1, injuries=0 if webbed else 1)
        if webbed:
            play.then(web_aftermath, who)
        return
    if helper >= 0:
        play.happen(Earned(helper, ASSIST_REWARD))
    if helper < 0 and (kept == FLESH_WOUND or not webbed) and take_flesh_wounds(play, model, 1, -1):
        return
    if kept == FLESH_WOUND:
        if webbed:
            play.happen(ConditionEnded(who, "webbed"))
        play.happen(Pinned(who))


def grit(play: Play, model: Model) -> int:
    """Unstoppable: on 4+ it sheds a flesh wound, or rolls one die more where it has none."""
    if not model.has("unstoppable") or play.roll(D6, "unstoppable", "Unstoppable, 4+") < 4:
        return 0
    if model.record.flesh:
        play.happen(FleshWounded(model.id, -1))
        return 0
    return 1


def recovery_dice(play: Play, model: Model, helper: int, webbed: bool) -> int:
    """How many dice it may choose from: one, and what a friend's hands and gear add."""
    gear = printed.wargear()
    count = 1
    if webbed:
        count += max((gear[i].free_self for i in model.kit.wargear if i in gear), default=0)
    if helper >= 0:
        held = [gear[i] for i in play.world.kits[helper].wargear if i in gear]
        count += 1 + max((g.assist for g in held), default=0)
        if webbed:
            count += max((g.free_friend for g in held), default=0)
    return count


def keep_one(play: Play, model: Model, count: int) -> int:
    """So many injury dice, of which its player keeps one."""
    dice = [play.roll(INJURY, "recovery", "Recovery") for _ in range(count)]
    if len(set(dice)) == 1:
        return int(dice[0])
    kept: int = play.ask(model.owner, Choose("recovery.keep", "Which result?", lambda: sorted(set(dice)), named=_result))
    return kept


def web_aftermath(play: Play, who: int) -> None:
    """Taken out by a web: out cold on 1-4, captured on 5-6."""
    face: int = play.roll(D6, "web", "Out cold, or captured?")
    play.happen(LastingInjury(who, "out-cold" if face <= 4 else "captured"))


def _result(result: int) -> str:
    return ("flesh wound", "serious injury", "out of action")[result]


def choose_helper(play: Play, model: Model) -> int:
    """The friend who helps: standing, not engaged, within an inch, and helping nobody else in this phase; -1 for none."""
    able = helpers(play, model)
    if not able:
        return -1
    who: int = play.ask(model.owner, Choose("recovery.helper", "Who helps?", lambda: [*able, -1], named=namer(play)))
    if who >= 0:
        play.happen(Used(who, "round:help"))
    return who


def helpers(play: Play, model: Model) -> list[int]:
    """Those who could help a fighter to recover."""
    return [
        f.id
        for f in friends(play, model.id)
        if f.status is Status.ACTIVE
        and "round:help" not in f.used
        and not play.world.kits[f.id].profile.role == "beast"
        and within(f.at, model.at, HELP_REACH)
        and not engaged_with(play, f.id)
    ]


# ---- what is taken home ----------------------------------------------------------------------------------------------


def lasting_injuries(play: Play, who: int, count: int, by: int) -> None:
    """One roll of two dice, tens and units, on the table of lasting injuries for each result that took the fighter out."""
    for _ in range(count):
        lasting_harm(play, who, by, ())


def lasting_harm(play: Play, who: int, by: int, again: tuple[str, ...]) -> None:
    """One row of the table; rows in `again` are rolled again.  Some rows call for more rolls, and a memorable death for honour
    to whoever brought it about."""
    row = _row(play)
    while row.id in again:
        row = _row(play)
    play.happen(LastingInjury(who, row.id))
    if row.experience:
        play.happen(Earned(who, play.roll(D3, "lesson", "A lesson learned")))
    if row.rolls:
        for _ in range(play.roll(D3, "multiple", "Multiple injuries")):
            lasting_harm(play, who, by, row.not_again)
    if row.id == "memorable-death" and by >= 0:
        play.happen(Earned(by, 1))


def _row(play: Play) -> Lasting:
    tens, units = play.roll(D66, "lasting-injury", "Lasting injury")
    return lasting_injury(10 * tens + units)


def earn(play: Play, who: int, victim: int, amount: int) -> None:
    """Experience for an enemy brought down: one for a serious injury, two for taking it out of action, one more if it was a
    leader or champion; the best of them once for each enemy in an activation."""
    if play.state.records[victim].owner == play.state.records[who].owner:
        return
    role = play.world.kits[victim].profile.role
    play.happen(Earned(who, amount + (amount == OUT_REWARD and role in ("leader", "champion", "specialist"))))
