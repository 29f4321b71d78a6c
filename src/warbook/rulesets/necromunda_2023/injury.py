"""Hits and what comes of them: wound, save, damage, injury, and going down.

From the hit to the injury dice there is nothing to decide, so that stretch is a dice rule: plain values in, plain values out,
rolled die by die for people and taken as one node by odds.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ...core.decision import Choose
from ...core.dice import D6, SHOWN, Pool, Reading
from ...core.length import INCH
from . import morale, moving
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
from .model import Model, Play, Status, engaged_with, fighters, friends, namer, within
from .printed import lasting_injury
from .saves import OTHERWISE, Incoming, save_numbers

FLESH_WOUND, SERIOUS_INJURY, OUT_OF_ACTION = 0, 1, 2
#: Two faces of the injury die are flesh wounds, three serious injuries, one takes the fighter out of action.
INJURY_FACES = (FLESH_WOUND, FLESH_WOUND, SERIOUS_INJURY, SERIOUS_INJURY, SERIOUS_INJURY, OUT_OF_ACTION)
INJURY = Pool(1, 6, Reading("injury", 0, lambda _, face: INJURY_FACES[face - 1]), "Injury die")

D66 = Pool(2, 6, SHOWN, "D66")
SERIOUS_REWARD, OUT_REWARD, ASSIST_REWARD = 1, 2, 1
HELP_REACH = 1 * INCH

#: Traits that change what a hit does once it has landed; the others have had their say before.
HARMFUL = frozenset({"gas", "melta", "power", "pulverise", "rending", "sever", "toxin", "seismic"})


class Strike(Struct, frozen=True):
    """One landed hit: `strength` and `damage` are None where the weapon has none.  `traits` holds only those that matter now;
    `natural_six` that the hit roll showed one (Shock, Power, Precision Shot and their like are settled by then)."""

    strength: int | None
    ap: int = 0
    damage: int | None = 1
    traits: frozenset[str] = frozenset()
    sure_wound: bool = False
    no_save: bool = False


class Mark(Struct, frozen=True):
    """The one who is hit, as far as dice care: `saves` are the numbers its saves need after every modifier (7: none)."""

    toughness: int
    wounds: int
    saves: tuple[int, ...] = ()
    serious: bool = False
    grit: bool = False
    dodge: bool = False


class Harm(Struct, frozen=True):
    """What an attack did to one fighter: wounds lost, and the injury dice by result."""

    wounds: int = 0
    flesh: int = 0
    serious: int = 0
    out: int = 0

    def __bool__(self) -> bool:
        return bool(self.wounds or self.flesh or self.serious or self.out)


UNHARMED = Harm()
BARE = Strike(strength=None)


def wound_number(strength: int, toughness: int) -> int:
    """What a wound roll needs.  The top row is tested first, then the bottom one, then those between."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 if strength == toughness else 3 if strength > toughness else 5


def harm(play: Play, strike: Strike, mark: Mark, hits: int) -> Harm:
    """Dice rule: all hits of one attack on one fighter, one after the other."""
    done = UNHARMED
    for _ in range(hits):
        toughness = mark.toughness - done.flesh - max(0, done.serious - (not mark.serious))
        if toughness <= 0 or done.out:
            break
        now = replace(mark, toughness=toughness, wounds=max(0, mark.wounds - done.wounds))
        one: Harm = play.dice(harm_once, strike, now)
        done = Harm(done.wounds + one.wounds, done.flesh + one.flesh, done.serious + one.serious, done.out + one.out)
    return done


def harm_once(play: Play, strike: Strike, mark: Mark) -> Harm:
    """Dice rule: one hit.  Wound roll, save, damage, injury dice."""
    if "gas" in strike.traits or "toxin" in strike.traits:
        return _poison(play, strike, mark)
    damage = strike.damage or 0
    save_lost = strike.no_save
    if not strike.sure_wound:
        number = wound_number(strike.strength or 0, mark.toughness)
        face: int = play.roll(D6, "wound", f"To wound, {number}+")
        if face < number:
            return UNHARMED
        if face == 6 and "rending" in strike.traits:
            damage += 1
        if face == 6 and "seismic" in strike.traits:
            save_lost = True
    if mark.dodge and play.roll(D6, "dodge", "Dodge, 6+") == 6:
        return UNHARMED
    if not save_lost and _saved(play, mark):
        return UNHARMED
    return _damage(play, strike, mark, damage)


def _poison(play: Play, strike: Strike, mark: Mark) -> Harm:
    """Gas and toxin do not wound: they beat the toughness with a die, and roll for injury whatever wounds are left."""
    gas = "gas" in strike.traits
    face: int = play.roll(D6, "gas" if gas else "toxin", f"Against toughness {mark.toughness}")
    if face < mark.toughness and face != 6:
        return UNHARMED
    if not gas and not strike.no_save and _saved(play, mark):
        return UNHARMED
    return _injuries(play, strike, mark, 1, 0)


def _saved(play: Play, mark: Mark) -> bool:
    """The best of its saves; a natural 1 fails it."""
    best = min(mark.saves, default=7)
    if best > 6:
        return False
    face: int = play.roll(D6, "save", f"Save, {max(2, best)}+")
    return face != 1 and face >= best


def _damage(play: Play, strike: Strike, mark: Mark, damage: int) -> Harm:
    """Every point takes a wound; the one that takes the last, and every one after it, rolls an injury die.  A fighter that
    has none left rolls for each."""
    lost = min(damage, mark.wounds)
    dice = damage - lost + (1 if lost and lost == mark.wounds else 0)
    if not dice:
        return Harm(wounds=lost)
    return _injuries(play, strike, mark, dice, lost)


def _injuries(play: Play, strike: Strike, mark: Mark, dice: int, lost: int) -> Harm:
    if mark.grit and dice > 1:
        dice -= 1
    elif mark.grit:
        return _count(play, strike, mark, [min(_injury(play), _injury(play))], lost)
    return _count(play, strike, mark, [_injury(play) for _ in range(dice)], lost)


def _injury(play: Play) -> int:
    result: int = play.roll(INJURY, "injury", "Injury")
    return result


def _count(play: Play, strike: Strike, mark: Mark, dice: list[int], lost: int) -> Harm:
    if lost and not strike.traits.isdisjoint(("melta", "sever")):
        dice = [OUT_OF_ACTION] * len(dice)
    if "pulverise" in strike.traits and FLESH_WOUND in dice:
        face: int = play.roll(D6, "pulverise", f"Pulverise, against toughness {mark.toughness}")
        if face >= mark.toughness or face == 6:
            dice[dice.index(FLESH_WOUND)] = SERIOUS_INJURY
    return Harm(lost, dice.count(FLESH_WOUND), dice.count(SERIOUS_INJURY), dice.count(OUT_OF_ACTION))


# ---- what follows ----------------------------------------------------------------------------------------------------


def strike(play: Play, victim: Model, blow: Strike, hits: int, by: int, way: Incoming = OTHERWISE) -> Harm:
    """Resolve the hits of one attack on a fighter: the dice, and what they did."""
    if not hits or not victim.on_table:
        return UNHARMED
    done = play.dice(harm, blow, mark(victim, blow, way), hits)
    suffer(play, victim, done, by)
    return done


def roll_injury(play: Play, victim: Model, by: int = -1, dice: int = 1) -> None:
    """Injury dice that no hit called for."""
    suffer(play, victim, play.dice(injury_dice, mark(victim, BARE), dice), by)


def injury_dice(play: Play, victim: Mark, dice: int) -> Harm:
    """Dice rule: so many injury dice."""
    return _injuries(play, BARE, victim, dice, 0)


def mark(victim: Model, blow: Strike, way: Incoming = OTHERWISE) -> Mark:
    """A fighter as the dice of a hit see it."""
    return Mark(
        toughness=victim.toughness,
        wounds=victim.record.wounds,
        saves=save_numbers(victim, blow.ap, way),
        serious=victim.serious,
        grit=victim.has("true-grit"),
        dodge=victim.has("dodge"),
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
        play.then(lasting_injuries, victim.id, injuries)
    if by >= 0:
        play.then(earn, by, victim.id, OUT_REWARD)
    leave_activation(play, victim)


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
    it goes out.  A fighter that was helped takes no flesh wound whatever the die.
    """
    model = Model(play, who)
    if not model.serious:
        return
    helper = choose_helper(play, model)
    count = 1 + (helper >= 0) + (helper >= 0 and Model(play, helper).carries("medicae-kit"))
    dice = [play.roll(INJURY, "recovery", "Recovery") for _ in range(count)]
    kept = dice[0]
    if len(set(dice)) > 1:
        kept = play.ask(model.owner, Choose("recovery.keep", "Which result?", lambda: sorted(set(dice)), named=_result))
    if kept == OUT_OF_ACTION:
        take_out(play, model, -1)
        return
    if helper >= 0:
        play.happen(Earned(helper, ASSIST_REWARD))
    if helper < 0 and take_flesh_wounds(play, model, 1, -1):
        return
    if kept == FLESH_WOUND:
        if model.suffers("webbed"):
            play.happen(ConditionEnded(who, "webbed"))
        play.happen(Pinned(who))


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


def lasting_injuries(play: Play, who: int, count: int) -> None:
    """One roll of two dice, tens and units, on the table of lasting injuries for each result that took the fighter out."""
    for _ in range(count):
        tens, units = play.roll(D66, "lasting-injury", "Lasting injury")
        play.happen(LastingInjury(who, lasting_injury(10 * tens + units).id))


def earn(play: Play, who: int, victim: int, amount: int) -> None:
    """Experience for an enemy brought down: one for a serious injury, two for taking it out of action, one more if it was a
    leader or champion; the best of them once for each enemy in an activation."""
    if play.state.records[victim].owner == play.state.records[who].owner:
        return
    role = play.world.kits[victim].profile.role
    play.happen(Earned(who, amount + (amount == OUT_REWARD and role in ("leader", "champion", "specialist"))))
