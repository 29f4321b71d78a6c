"""What hits do: wound roll, save, damage, injury dice.

From the hit to the injury dice there is nothing to decide, so that stretch is a dice rule: plain values in, plain
values out, rolled die by die for people and taken as one node by odds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.check import Target
from ....core.dice import D6, Pool, Reading
from ....core.structs import replace
from ..records import Play
from .saves import NO_SAVE, Field
from .strikes import BARE, DEADLY, UNHARMED, Harm, Mark, Strike

FLESH_WOUND, SERIOUS_INJURY, OUT_OF_ACTION = 0, 1, 2
#: Two faces of the injury die are flesh wounds, three serious injuries, one takes the fighter out of action.
INJURY_FACES = (FLESH_WOUND, FLESH_WOUND, SERIOUS_INJURY, SERIOUS_INJURY, SERIOUS_INJURY, OUT_OF_ACTION)
INJURY = Pool(1, 6, Reading("injury", 0, lambda _, face: INJURY_FACES[face - 1]), "Injury die")
#: The results of the injury die, and what each of its faces means, as people read it.
RESULTS = ("a flesh wound", "a serious injury", "out of action")
INJURY_RESULTS = {face: RESULTS[result] for face, result in enumerate(INJURY_FACES, 1)}


def wound_number(strength: int, toughness: int) -> int:
    """What a wound roll needs.  The top row is tested first, then the bottom one, then those between."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 if strength == toughness else 3 if strength > toughness else 5


def strength_against_toughness(strength: int | None, toughness: int, side: str = "") -> tuple[str, ...]:
    """Where the number of a wound roll comes from, as people read it."""
    return (f"Strength {strength or 0}", f"Toughness {toughness}" + (f" ({side})" if side else ""))


def harm(play: Play, strike: Strike, mark: Mark, hits: int) -> Harm:
    """Dice rule: all hits of one attack on one fighter, one after the other, until it goes out."""
    done = UNHARMED
    for _ in range(hits):
        now = as_it_is(mark, done)
        if now.toughness <= 0 or done.out:
            break
        one: Harm = play.dice(harm_once, strike, now)
        done = done + one
    return boiled_down(done, mark)


def as_it_is(mark: Mark, done: Harm) -> Mark:
    """The one who is hit after what it has suffered so far in the same attack."""
    if done is UNHARMED:
        return mark
    return replace(
        mark,
        toughness=mark.toughness - done.flesh - (max(0, done.serious - (not mark.serious)) if mark.adds_up else 0),
        wounds=max(0, mark.wounds - done.wounds),
        saves=later_saves(mark.saves, done.saves),
        shredded=later_saves(mark.shredded, done.saves),
        serious=mark.serious or done.serious > 0,
        field=None if done.burnt else mark.field,
        booster=mark.booster and not done.boosted,
    )


def later_saves(saves: tuple[Target, ...], rolled: int) -> tuple[Target, ...]:
    """The saves that are left after so many."""
    return saves[min(rolled, len(saves) - 1) :] if rolled and saves else saves


def boiled_down(done: Harm, mark: Mark) -> Harm:
    """The same harm without what makes no difference: who goes out has no use for the rest, and every serious injury
    beyond the first is a flesh wound, or nothing where it does not add up."""
    wear = (done.saves, done.field, done.stopped, done.burnt, done.boosted)
    if done.out:
        return Harm(0, 0, 0, done.out, *wear)
    beyond = done.serious if mark.serious else max(0, done.serious - 1)
    flesh = done.flesh + beyond * mark.adds_up
    if flesh >= mark.toughness:
        return Harm(0, mark.toughness, 0, 0, *wear)
    return Harm(done.wounds, flesh, done.serious - beyond, 0, *wear)


def harm_once(play: Play, strike: Strike, mark: Mark) -> Harm:
    """Dice rule: one hit.  Wound roll, save, damage, injury dice."""
    if "gas" in strike.traits or "toxin" in strike.traits:
        return _poison(play, strike, mark)
    face = wounding_face(play, strike, mark.withstands)
    if not face:
        return UNHARMED
    six = strike.traits if face == 6 else frozenset()
    damage = (strike.damage or 0) + ("rending" in six)
    save_lost = strike.no_save or "seismic" in six
    if "shred" in six:
        mark = replace(mark, saves=mark.shredded)
    if mark.dodge and play.roll(D6, "dodge", "Dodge, 6+") == 6:
        return UNHARMED
    stopped, wear = (False, UNHARMED) if save_lost else _save(play, strike, mark)
    return wear if stopped else wear + _damage(play, strike, mark, damage)


def wounding_face(play: Play, strike: Strike, toughness: int, side: str = "") -> int:
    """The face of a wound roll that wounds, 0 if it does not; what wounds for sure shows a 1.  `side` says where that
    Toughness is, if it has sides."""
    if strike.sure_wound:
        return 1
    number = wound_number(strike.strength or 0, toughness)
    because = strength_against_toughness(strike.strength, toughness, side)
    face: int = play.roll(D6, "wound", f"To wound, {number}+", because=because, came=_wounding(strike, number))
    return face if face >= number else 0


def _wounding(strike: Strike, number: int) -> Callable[[int], str] | None:
    """What a wound roll came to, where the weapon makes more of it; None where it does not."""
    if not strike.no_save and strike.traits.isdisjoint(("rending", "seismic", "shred")):
        return None

    def meaning_of(face: int) -> str:
        if face < number:
            return ""
        more = ["1 more damage (Rending)"] * (face == 6 and "rending" in strike.traits)
        if strike.no_save:
            more.append("no save (Phase)")
        elif face == 6 and "seismic" in strike.traits:
            more.append("no save (Seismic)")
        elif face == 6 and "shred" in strike.traits:
            more.append("twice the AP (Shred)")
        return ", ".join(("a wound", *more))

    return meaning_of


def _poison(play: Play, strike: Strike, mark: Mark) -> Harm:
    """Gas and toxin do not wound: they beat the toughness with a die, and roll for injury whatever wounds are left."""
    gas = "gas" in strike.traits
    face: int = play.roll(D6, "gas" if gas else "toxin", f"Against toughness {mark.withstands}")
    if face < mark.withstands and face != 6:
        return UNHARMED
    if mark.dodge and play.roll(D6, "dodge", "Dodge, 6+") == 6:
        return UNHARMED
    stopped, wear = (False, UNHARMED) if gas or strike.no_save else _save(play, strike, mark)
    return wear if stopped else wear + _injuries(play, strike, mark, 1, 0)


# ---- saves -----------------------------------------------------------------------------------------------------------


def _save(play: Play, strike: Strike, mark: Mark) -> tuple[bool, Harm]:
    """One save: whether it stops the hit, and what it uses up.  A natural 1 fails."""
    number = mark.saves[0].number if mark.saves else NO_SAVE
    if mark.field is not None and (mark.field_first or number >= NO_SAVE):
        return _field_save(play, strike, mark.field)
    if number >= NO_SAVE:
        return False, UNHARMED
    face: int = play.roll(D6, "save", f"Save, {max(2, number)}+", because=mark.saves[0].reasons)
    return face >= max(2, number), Harm(saves=1) if len(mark.saves) > 1 else UNHARMED


def _field_save(play: Play, strike: Strike, field: Field) -> tuple[bool, Harm]:
    source = f"{field.id.replace('-', ' ').capitalize()} {field.number}+"
    because = (source, *[f"AP {strike.ap} does not count"] * (strike.ap != 0))
    face: int = play.roll(D6, "save", f"Force field, {field.number}+", because=because)
    if face < field.number:
        return False, Harm(field=field.id, burnt=True) if field.once else UNHARMED
    if field.burns_out and play.roll(D6, "field", "Does the field hold?", came=_holding(field)) <= field.burns_out:
        return True, Harm(field=field.id, burnt=True)
    return True, Harm(field=field.id, stopped=(strike.strength or 0,)) if field.tells else UNHARMED


def _holding(field: Field) -> Callable[[int], str]:
    return lambda face: "it burns out" if face <= field.burns_out else "it holds"


# ---- damage ----------------------------------------------------------------------------------------------------------


def _damage(play: Play, strike: Strike, mark: Mark, damage: int) -> Harm:
    """Every point takes a wound; the one that takes the last, and every one after it, rolls an injury die.  A fighter
    that has none left rolls for each, or once if the table says so."""
    if mark.once_a_hit and not mark.wounds:
        damage = min(damage, 1)
    lost = min(damage, mark.wounds)
    dice = damage - lost + (1 if lost and lost == mark.wounds else 0)
    if not dice:
        return Harm(wounds=lost)
    return _injuries(play, strike, mark, dice, lost)


def _injuries(play: Play, strike: Strike, mark: Mark, dice: int, lost: int) -> Harm:
    """Injury dice.  Grit and a booster each take one away, or where there is but one add one and drop the worst."""
    fewer = mark.grit + mark.booster
    kept = max(1, dice - fewer)
    count = kept + max(0, fewer - dice + 1)
    deadly = "sever" if strike.severs else next((trait for trait in DEADLY if lost and trait in strike.traits), "")
    rolled: list[int] = []
    for _ in range(count):
        rolled.append(_injury(play, partial(_injured, mark, tuple(rolled), count, dice, deadly)))
    if count > kept:
        rolled = sorted(rolled, key=_worst_last(mark))[:kept]
    if deadly:
        rolled = [OUT_OF_ACTION] * kept
    done = _count(play, strike, mark, rolled, lost)
    return done + Harm(boosted=True) if mark.booster else done


def _worst_last(mark: Mark) -> Callable[[int], int]:
    """How bad a result is: a flesh wound is the lightest, unless it is one too many, or a serious injury is none."""
    frail = not mark.adds_up if mark.serious else mark.toughness <= 1
    order = (SERIOUS_INJURY, FLESH_WOUND, OUT_OF_ACTION) if frail else (FLESH_WOUND, SERIOUS_INJURY, OUT_OF_ACTION)
    return order.index


def _injury(play: Play, came: Callable[[int], str]) -> int:
    result: int = play.roll(INJURY, "injury", "Injury, serious on 3+, out of action on 6", came=came)
    return result


def _injured(mark: Mark, before: tuple[int, ...], count: int, dice: int, deadly: str, result: int) -> str:
    """What an injury die came to, where something makes more of it than it shows: it is the one after those `before`,
    of `count` that are rolled for so many `dice`; `deadly` is the trait that overrides them."""
    if deadly:
        return f"{RESULTS[OUT_OF_ACTION]} instead of {RESULTS[result]} ({deadly.capitalize()})" * (
            result != OUT_OF_ACTION
        )
    helped = ", ".join(["True Grit"] * mark.grit + ["bio-booster"] * mark.booster)
    rolled = (*before, result)
    if count > 1 and helped and dice <= mark.grit + mark.booster:
        if len(rolled) < count:
            return ""
        best = min(rolled, key=_worst_last(mark))
        which = "one" if best == OUT_OF_ACTION else f"the {RESULTS[best].removeprefix('a ')}"
        return f"{RESULTS[result]}; of the {count} dice {which} counts ({helped})"
    told = RESULTS[result]
    more = mark.serious or SERIOUS_INJURY in before
    if result == SERIOUS_INJURY and more and mark.adds_up and OUT_OF_ACTION not in before:
        told += ", one flesh wound more"
    if helped and not before:
        told += f"; {'one die' if dice - count == 1 else f'{dice - count} dice'} fewer ({helped})"
    return told if told != RESULTS[result] else ""


def _count(play: Play, strike: Strike, mark: Mark, dice: list[int], lost: int) -> Harm:
    if "pulverise" in strike.traits and FLESH_WOUND in dice:
        face: int = play.roll(D6, "pulverise", f"Pulverise, against toughness {mark.toughness}")
        if face >= mark.toughness or face == 6:
            dice[dice.index(FLESH_WOUND)] = SERIOUS_INJURY
    return Harm(lost, dice.count(FLESH_WOUND), dice.count(SERIOUS_INJURY), dice.count(OUT_OF_ACTION))


def injury_dice(play: Play, victim: Mark, dice: int) -> Harm:
    """Dice rule: so many injury dice."""
    return _injuries(play, BARE, victim, dice, 0)
