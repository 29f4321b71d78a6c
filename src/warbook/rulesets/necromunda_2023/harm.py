"""What hits do: wound roll, save, damage, injury dice.

From the hit to the injury dice there is nothing to decide, so that stretch is a dice rule: plain values in, plain values out,
rolled die by die for people and taken as one node by odds.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ...core.dice import D6, Pool, Reading
from ...space.movement import Point
from .model import Play
from .printed import WeaponProfile
from .saves import Incoming

FLESH_WOUND, SERIOUS_INJURY, OUT_OF_ACTION = 0, 1, 2
#: Two faces of the injury die are flesh wounds, three serious injuries, one takes the fighter out of action.
INJURY_FACES = (FLESH_WOUND, FLESH_WOUND, SERIOUS_INJURY, SERIOUS_INJURY, SERIOUS_INJURY, OUT_OF_ACTION)
INJURY = Pool(1, 6, Reading("injury", 0, lambda _, face: INJURY_FACES[face - 1]), "Injury die")

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


class Hit(Struct, frozen=True):
    """How an attack arrives at a model.

    `way` is shot, blast or template; `origin` the point it comes from (the shooter, or the hole of a blast); `hidden` how many
    parts of the model are hidden from there.  `close` says that Melta works, `six` that the hit roll showed a natural 6 and
    `shoves` that it was high enough for Knockback; `marksman` and `precise` are the skills of whoever fired.
    """

    profile: WeaponProfile
    by: int = -1
    way: str = "shot"
    origin: Point | None = None
    family: str = ""
    hidden: int = 0
    close: bool = True
    six: bool = False
    shoves: bool = False
    marksman: bool = False
    precise: bool = False
    weaker: int = 0

    @property
    def incoming(self) -> Incoming:
        """The hit as saves look at it: gravity goes through armour, and so does a shot that finds a gap in it."""
        from_point = self.origin[:2] if self.origin is not None else None
        gap_found = self.six and self.precise and self.way == "shot"
        through = gap_found or self.profile.has("graviton-pulse")
        return Incoming(self.way, from_point, self.family, self.hidden, field_only=through)


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
    return boiled_down(done, mark)


def boiled_down(done: Harm, mark: Mark) -> Harm:
    """The same harm without what makes no difference: who goes out has no use for the rest, and every serious injury
    beyond the first is a flesh wound."""
    if done.out:
        return Harm(out=done.out)
    beyond = done.serious if mark.serious else max(0, done.serious - 1)
    if done.flesh + beyond >= mark.toughness:
        return Harm(flesh=mark.toughness)
    return Harm(done.wounds, done.flesh + beyond, done.serious - beyond)


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


def injury_dice(play: Play, victim: Mark, dice: int) -> Harm:
    """Dice rule: so many injury dice."""
    return _injuries(play, BARE, victim, dice, 0)
