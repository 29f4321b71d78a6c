"""What becomes of fighters that are hit: wounds, injuries, recovery, and what is taken home."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.decision import Choose
from ...core.dice import D3, D6, SHOWN, Pool
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect
from ...space.sight import within
from . import printed
from .events.attacks import WasHit
from .events.fighters import (
    ConditionEnded,
    Earned,
    FleshWounded,
    LastingInjury,
    Pinned,
    SeriouslyInjured,
    TakenOut,
    Wounded,
)
from .events.gear import Used
from .events.moments import ActivationEnds, BroughtDown, FieldDischarged, WentDown
from .events.rounds import ActivationEnded
from .harm import BARE, FLESH_WOUND, INJURY, OUT_OF_ACTION, UNHARMED, Harm, Mark, Strike, harm, injury_dice
from .model import Model, Play, Status, beasts_of, engaged_with, fighters, friends, namer
from .printed import Lasting, lasting_injury
from .saves import OTHERWISE, Incoming, armour_saves, field_for

D66 = Pool(2, 6, SHOWN, "D66")
SERIOUS_REWARD, OUT_REWARD, ASSIST_REWARD = 1, 2, 1
HELP_REACH = 1 * INCH
SUCCUMBS = 2  # left lying there, a fighter comes to lasting harm on a die of at most this
NOTABLE = ("leader", "champion", "specialist")
BOOSTER = "bio-booster"
ARMOUR = "armour"
AIMED = ("melee", "shot")  # attacks that one may dodge where one stands


# ---- being hit -------------------------------------------------------------------------------------------------------


def strike(play: Play, victim: Model, blow: Strike, hits: int, by: int, way: Incoming = OTHERWISE) -> Harm:
    """Resolve the hits of one attack on a fighter: the dice, and what they did."""
    if not hits or not victim.on_table:
        return UNHARMED
    if way is OTHERWISE:  # else somebody has been named who shot or struck
        play.happen(WasHit(victim.id, hits))
    done: Harm = play.dice(harm, blow, play.stage(braced, victim, blow, way), hits)
    suffer(play, victim, done, by)
    return done.hurt


def against_gas(victim: Model) -> int:
    """What filters and suits add to its toughness against gas; only the best of them counts."""
    filters = [piece.against_gas for piece in victim.kit.gear]
    return max((*filters, *(a.against_gas for a in victim.armour)), default=0)


def roll_injury(play: Play, victim: Model, by: int = -1, dice: int = 1) -> None:
    """Injury dice that no hit called for."""
    suffer(play, victim, play.dice(injury_dice, mark(victim, BARE), dice), by)


def mark(victim: Model, blow: Strike, way: Incoming = OTHERWISE) -> Mark:
    """A fighter as the dice of a hit see it."""
    return Mark(
        toughness=victim.toughness + (against_gas(victim) if "gas" in blow.traits else 0),
        wounds=victim.record.wounds,
        saves=armour_saves(victim, blow.ap, way),
        serious=victim.serious,
        grit=victim.has("true-grit"),
        dodge=way.way in AIMED and victim.has("dodge"),
        field=field_for(victim, way) if victim.armour else None,
        booster=victim.carries(BOOSTER) and BOOSTER not in victim.record.used,
    )


def braced(play: Play, victim: Model, blow: Strike, way: Incoming) -> Mark:
    """The same, once its player has said which is to save it where armour and a field both could: only one may."""
    seen = mark(victim, blow, way)
    if seen.field is None or not seen.saves or blow.no_save or "gas" in blow.traits:
        return seen
    field = seen.field.id
    question = Choose("save", "Save with what?", lambda: [ARMOUR, field], named=_source)
    return replace(seen, field_first=play.ask(victim.owner, question) == field)


def _source(source: str) -> str:
    worn = printed.armour()
    return worn[source].name if source in worn else "Armour"


def suffer(play: Play, victim: Model, done: Harm, by: int) -> None:
    """Apply an attack's harm, then what it did to armour and fields."""
    if not victim.on_table:
        return
    if done:
        _harmed(play, victim, done, by)
    if done.wear:
        wear_down(play, victim, done)


def _harmed(play: Play, victim: Model, done: Harm, by: int) -> None:
    """Wounds, then flesh wounds, then serious injury, then out of action.

    Every serious injury beyond the first of one attack, and every one on a fighter that lies injured already, is one
    flesh wound more.
    """
    if done.wounds:
        play.happen(Wounded(victim.id, done.wounds))
    if done.out:
        take_out(play, victim, by, injuries=done.out)
        return
    flesh = done.flesh + (done.serious if victim.serious else max(0, done.serious - 1))
    if flesh and take_flesh_wounds(play, victim, flesh, by):
        return
    if done.serious and not victim.serious:
        injure(play, victim, by)


def wear_down(play: Play, victim: Model, done: Harm) -> None:
    """What a save used up or set off: overlays wear thin, a field burns out, flashes, or puts its wearer somewhere
    else."""
    if done.boosted:
        play.happen(Used(victim.id, BOOSTER))
    overlays = [a for a in victim.armour if a.spent_bonuses]
    for _ in range(done.saves):
        for overlay in overlays:
            play.happen(Used(victim.id, overlay.id))
    if done.burnt:
        play.note(victim.id, "the force field is gone")
        play.happen(Used(victim.id, done.field))
    for strength in done.stopped:
        play.reach(FieldDischarged(victim.id, done.field, strength))


def take_flesh_wounds(play: Play, victim: Model, wounds: int, by: int) -> bool:
    """Flesh wounds lower the toughness for the battle; at nothing left the fighter goes out, and the answer is True."""
    play.happen(FleshWounded(victim.id, wounds))
    if victim.toughness > 0:
        return False
    take_out(play, victim, by)
    return True


def injure(play: Play, victim: Model, by: int) -> None:
    """A fighter goes down seriously injured, and if it stood may fall over an edge."""
    stood = victim.standing
    play.happen(SeriouslyInjured(victim.id, by))
    play.reach(BroughtDown(victim.id, by))
    if play.state.turn.actor >= 0:
        play.happen(EffectBegan(Effect("brought-down", victim.id, "any-activation", by)))
    leave_activation(play, victim)
    if stood:
        play.reach(WentDown(victim.id))


def take_out(play: Play, victim: Model, by: int, *, injuries: int = 1, free: bool = False) -> None:
    """A fighter goes out of action, with as many lasting injuries as results took it out.  `free`: by a coup de grace
    that cost no action."""
    play.happen(TakenOut(victim.id, by))
    play.reach(BroughtDown(victim.id, by, True, injuries, free))
    leave_activation(play, victim)
    for beast in beasts_of(play, victim.id):
        play.happen(TakenOut(beast))
        leave_activation(play, Model(play, beast))


def pin(play: Play, victim: Model) -> None:
    """A standing fighter that is not engaged goes to ground; at an edge it may go further."""
    if victim.active:
        play.happen(Pinned(victim.id))
        play.reach(WentDown(victim.id))


def leave_activation(play: Play, model: Model) -> None:
    """A fighter that can no longer act, or has done what it would, ends its activation."""
    if play.state.turn.actor == model.id:
        play.reach(ActivationEnds(model.id))
        play.happen(ActivationEnded(model.id))


# ---- recovery, in the end phase --------------------------------------------------------------------------------------


def recovery(play: Play, seat: int) -> None:
    """Each seriously injured fighter of a side rolls to recover, one after the other."""
    for f in fighters(play):
        if f.owner == seat and f.status is Status.SERIOUS:
            play.then(recover, f.id)


def recover(play: Play, who: int) -> None:
    """A seriously injured fighter rolls an injury die, one more for a friend who helps, and picks one.

    A flesh wound: it takes one and is pinned.  A serious injury: it takes a flesh wound and lies there still.  Out of
    action: it goes out.  A fighter that was helped takes no flesh wound whatever the die.  A web holds as an injury
    does, but only getting free of it costs a flesh wound, and nobody is lastingly harmed by it.
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
    if helper >= 0 and kept == FLESH_WOUND:
        play.happen(Earned(helper, ASSIST_REWARD))
    if helper < 0 and (kept == FLESH_WOUND or not webbed) and take_flesh_wounds(play, model, 1, -1):
        return
    if kept == FLESH_WOUND:
        if webbed:
            play.happen(ConditionEnded(who, "webbed"))
        play.happen(Pinned(who))


def grit(play: Play, model: Model) -> int:
    """Unstoppable: on 4+ it sheds a flesh wound, or rolls one die more where it has none."""
    if not model.has("unstoppable") or play.roll(D6, "unstoppable", "Unstoppable, 4+", model.id) < 4:
        return 0
    if model.record.flesh:
        play.happen(FleshWounded(model.id, -1))
        return 0
    return 1


def recovery_dice(play: Play, model: Model, helper: int, webbed: bool) -> int:
    """How many dice it may choose from: one, and what a friend's hands and gear add."""
    count = 1
    if webbed:
        count += max((piece.free_self for piece in model.kit.gear), default=0)
    if helper >= 0:
        held = play.world.kits[helper].gear
        count += 1 + max((g.assist for g in held), default=0)
        if webbed:
            count += max((g.free_friend for g in held), default=0)
    return count


def keep_one(play: Play, model: Model, count: int) -> int:
    """So many injury dice, of which its player keeps one."""
    why = "Recovery, serious on 3+, out of action on 6"
    results = sorted({play.roll(INJURY, "recovery", why, model.id) for _ in range(count)})
    kept: int = play.pick(model.owner, Choose("recovery.keep", "Which result?", lambda: results, named=_result))
    return kept


def web_aftermath(play: Play, who: int) -> None:
    """Taken out by a web: out cold on 1-4, captured on 5-6."""
    face: int = play.roll(D6, "web", "Out cold, or captured?")
    play.happen(LastingInjury(who, "out-cold" if face <= 4 else "captured"))


def _result(result: int) -> str:
    return ("flesh wound", "serious injury", "out of action")[result]


def choose_helper(play: Play, model: Model) -> int:
    """The friend who helps: standing, not engaged, within an inch, and helping nobody else in this phase; -1 for
    none."""
    able = helpers(play, model)
    if not able:
        return -1
    prompt = f"Who helps {model.kit.name}?"
    who: int = play.ask(model.owner, Choose("recovery.helper", prompt, lambda: [*able, -1], named=namer(play)))
    if who >= 0:
        play.happen(Used(who, "round:help"))
    return who


def helpers(play: Play, model: Model) -> list[int]:
    """Those who could help a fighter to recover."""
    return [
        f.id
        for f in friends(play, model.id)
        if f.status is Status.STANDING
        and "round:help" not in f.used
        and play.world.kits[f.id].profile.role != "beast"
        and within(f.at, model.at, HELP_REACH)
        and not engaged_with(play, f.id)
    ]


# ---- what is taken home ----------------------------------------------------------------------------------------------


def roll_for_lasting_injuries(play: Play, fallen: BroughtDown) -> None:
    """Whoever goes out of action will be rolled for, at tables that keep count of lasting injuries."""
    if fallen.injuries and play.option["lasting-injuries"]:
        play.then(lasting_injuries, fallen.who, fallen.injuries, fallen.by)


def lasting_injuries(play: Play, who: int, count: int, by: int) -> None:
    """One roll of two dice, tens and units, on the table of lasting injuries for each result that took the fighter
    out."""
    for _ in range(count):
        lasting_harm(play, who, by, ())


def lasting_harm(play: Play, who: int, by: int, again: tuple[str, ...]) -> None:
    """One row of the table; rows in `again` are rolled again.  Some rows call for more rolls, and a memorable death
    for honour to whoever brought it about."""
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


def succumb(play: Play, who: int) -> None:
    """Left lying on the field when the battle is over, or carried off it: on a 1 or 2 that comes to as much as going
    out."""
    if play.roll(D6, "succumb", "Does it succumb? On 1 or 2") <= SUCCUMBS:
        lasting_injuries(play, who, 1, -1)


def reward_victor(play: Play, fallen: BroughtDown) -> None:
    """Whoever brought a fighter down will earn experience for it."""
    if fallen.by >= 0:
        amount = reward(play, fallen.by, Model(play, fallen.who)) if fallen.out else SERIOUS_REWARD
        play.then(earn, fallen.by, fallen.who, amount)


def earn(play: Play, who: int, victim: int, amount: int) -> None:
    """Experience for an enemy brought down; nobody learns from shooting friends."""
    if not any(who in side and victim in side for side in play.world.sides):
        play.happen(Earned(who, amount))


def reward(play: Play, by: int, victim: Model) -> int:
    """What taking an enemy out earns: two, one more for a leader or champion, one less if the serious injury that
    went before in the same activation was rewarded."""
    before = any(e.name == "brought-down" and e.on == victim.id and e.amount == by for e in play.state.effects)
    return OUT_REWARD + (victim.profile.role in NOTABLE) - SERIOUS_REWARD * before
