"""Shooting: bands of range, the shot, Fire! and Reload, and the Fire! that was pledged.

No weapon has a longest range: each six inches beyond its own cost a die, until none is left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...core.action import Action, Requirement, requirement
from ...core.check import Modifier, Tally, Target, tally, target
from ...core.decision import Choose, Preview, Reasons
from ...core.dice import Pool
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect
from . import areas, fighting, harm, interrupts, lines, moving, perks
from .dice import CUT, Throw, blown_away, endless, saved, successes, throw_of, wounds
from .events.attacks import Attacked, Discharged, Loaded, Missed
from .events.deeds import Declared
from .events.figures import UsedUp
from .events.moments import AttackMissed, FireDue
from .events.rounds import Spent
from .model import Model, Play, choose_enemy, enemies, engaged_with, gap, in_play, under_way
from .printed import Weapon
from .records import WINDS, Deed, spot_of
from .requirements import clinging, has_points, not_engaged, standing

CITE = "actions and action points, standard actions"

STEP = 6 * INCH  # beyond its range a weapon loses a die for each
FAR = 6 * INCH  # from further off, who lies on the ground is hard to hit


class Shot(NamedTuple):
    """One shot: who shoots at whom with which of its weapons, from how far (thousandths), how much cover is in the way,
    which friends the target stands amid, and how many in a band it counts for."""

    play: Play
    who: Model
    whom: Model
    slot: int
    gap: int
    cover: int = 0
    amid: tuple[int, ...] = ()
    band: int = 0

    @property
    def weapon(self) -> Weapon:
        return self.who.kit.weapons[self.slot]


# ---- what is rolled --------------------------------------------------------------------------------------------------


def band_dice(distance: int, reach: int, *, printed: bool = False) -> int:
    """What a distance in thousandths does to the dice of a weapon that shoots best up to `reach` whole inches: one more
    up to there, and one less for each full six inches beyond; as `printed`, none for the last thousandth of the six."""
    over = distance - reach * INCH
    return 1 if over <= 0 else -((over - printed) // STEP)


def distance_dice(shot: Shot) -> int:
    """What the distance of a shot does to its dice."""
    return band_dice(shot.gap, shot.weapon.range, printed=shot.play.option["range-bands"] == "printed")


def _close(shot: Shot) -> int:
    return shot.weapon.close_dice if shot.gap <= shot.weapon.range * INCH else 0


def _storm(shot: Shot) -> int:
    dice = shot.who.mrk + distance_dice(shot) + _close(shot) + shot.band
    return -blown_away(shot.play, dice)


def _lying_far(shot: Shot) -> bool:
    return bool(shot.whom.record.down) and shot.gap > FAR


# A Modifier of a number makes it easier where it is positive, as everywhere in Warbook.
DICE: tuple[Modifier, ...] = (
    Modifier("the distance", distance_dice, "combat, bands of range"),
    Modifier("a spread of shot", _close, "equipment, ranged"),
    Modifier("those who shoot together", lambda s: s.band, "banding actions, On my Mark!"),
    Modifier("the winds", lambda s: int(s.play.state.turn.complication == WINDS), "complications, winds"),
    Modifier("the storm", _storm, "complications, storm"),
)
DEFENCE: tuple[Modifier, ...] = (
    Modifier("cover", lambda s: -s.cover, "combat, cover"),
    Modifier("a friend in the way", lambda s: -int(bool(s.amid)), "combat, shooting into a fight"),
    Modifier("on the ground, far off", lambda s: -int(_lying_far(s)), "combat, knocked over"),
    clinging,
    Modifier("camouflage", lambda s: -int(s.whom.able("camouflage")), "abilities"),
    Modifier("bulwark", lambda s: -interrupts.bulwark(s.play, s.whom.id), "interrupts, Bulwark"),
)
DAMAGE: tuple[Modifier, ...] = (Modifier("those who shoot together", lambda s: s.band, "banding actions, On my Mark!"),)


def pool(shot: Shot) -> Tally:
    """The dice of a shot."""
    return tally("marksmanship", shot.who.mrk, shot.play.ruleset.modifiers["shooting dice"], shot)


def number(shot: Shot) -> Target:
    """What each die must reach: the target's defence."""
    return target("defence", shot.whom.defence, shot.play.ruleset.modifiers["shooting"], shot)


def damage(shot: Shot) -> Tally:
    """What each armour die must reach."""
    base = shot.weapon.damage(shot.who.dam)
    return tally(shot.weapon.title.lower(), base, shot.play.ruleset.modifiers["shooting damage"], shot)


def dice_at(play: Play, who: int, slot: int, distance: int) -> int:
    """How many dice a figure would have with a weapon at a distance; with none it may not shoot."""
    model = Model(play, who)
    return pool(Shot(play, model, model, slot, distance)).number


# ---- the shot --------------------------------------------------------------------------------------------------------


def shoot(
    play: Play,
    who: int,
    whom: int,
    slot: int,
    gap: int,
    cover: int,
    amid: tuple[int, ...] = (),
    band: int = 0,
) -> None:
    """One shot at a figure.  Wounds are marked, and the weapon is discharged or gone; one that covers an area comes
    down where its target is."""
    if play.world.kits[who].weapons[slot].area:
        areas.throw(play, who, whom, slot, spot_of(play.state.records[whom].at), gap, cover)
        return
    shot = Shot(play, Model(play, who), Model(play, whom), slot, gap, cover, amid, band)
    dice, needed, against = pool(shot), number(shot), damage(shot)
    play.happen(Attacked(who, whom, "shoots at", dice, needed, against, close=False))
    discharge(play, who, slot)
    hit = throw_of(dice.number, needed.number, may_drop=play.option["drop-dice"])
    save = fighting.to_save(play, shot.whom, against.number)
    most = max(1, shot.whom.record.wounds)
    again = perks.again(play, who, shot=True), perks.armour_again(play, whom)
    if amid or play.state.turn.complication == WINDS:
        struck, taken, ones = play.dice(wild, hit, save, most, *again)
    else:
        struck, taken = play.dice(wounds, hit, save, 1, most, *again)
        ones = 0
    if struck:
        harm.wound(play, whom, taken, who)
    else:
        play.happen(Missed(who, whom))
        play.reach(AttackMissed(who, whom, "shot"))
    stray(play, who, amid, ones, against.number)
    if ones and play.state.turn.complication == WINDS:
        harm.wound(play, who, 1, who)


def wild(
    play: Play,
    hit: Throw,
    save: Throw,
    most: int,
    again: tuple[int, ...] = (),
    armour_again: tuple[int, ...] = (),
) -> tuple[bool, int, int]:
    """A shot of which natural 1s matter, as a rule that only rolls: whether anything hit, the wounds that are left, and
    the natural 1s."""
    hits, ones = play.roll(endless(hit, CUT, again, True), "hit", "To hit") if hit.dice else (0, 0)
    if not hits:
        return False, 0, ones
    cancelled = successes(play, save, "armour", "Armour", most=min(CUT, hits), again=armour_again)
    return True, min(most, hits - cancelled), ones


@lru_cache(maxsize=64)
def one_of(count: int) -> Pool:
    """Which of so many."""
    return Pool(1, count, name="somebody")


def stray(play: Play, who: int, amid: tuple[int, ...], ones: int, against: int) -> None:
    """Each natural 1 hits one of the friends who are in close combat with the target."""
    hits = dict.fromkeys(amid, 0)
    for _ in range(ones if amid and play.option["stray-shots"] else 0):
        at = play.roll(one_of(len(amid)), "stray", "Which friend it hits", who) - 1 if len(amid) > 1 else 0
        hits[amid[at]] += 1
    for friend, taken in hits.items():
        if taken:
            play.note(friend, "it is hit by a friend")
            model = Model(play, friend)
            save, most = fighting.to_save(play, model, against), max(1, model.record.wounds)
            again = perks.armour_again(play, friend)
            harm.wound(play, friend, play.dice(saved, save, taken, most, friend, again), who)


def discharge(play: Play, who: int, slot: int) -> None:
    """After the shot an archaic weapon is to be loaded again, and what is consumed is gone."""
    weapon = play.world.kits[who].weapons[slot]
    if weapon.archaic:
        play.happen(Discharged(who, slot))
    if weapon.consumed:
        play.happen(UsedUp(who, weapon.id))


# ---- weapons ---------------------------------------------------------------------------------------------------------


def unready(play: Play, who: int, slot: int) -> Reasons:
    """Why a weapon cannot shoot."""
    figure, kit = play.state.records[who], play.world.kits[who]
    weapon = kit.weapons[slot]
    if slot in figure.unloaded:
        return ("It is not loaded.",)
    same = sum(1 for other in kit.weapons[: slot + 1] if other.id == weapon.id)
    if weapon.consumed and figure.spent.count(weapon.id) >= same:
        return ("It is used up.",)
    return ()


def fired(play: Play, who: int, slot: int) -> bool:
    """Whether a figure has fired a weapon in this activation that is fired once in one."""
    return play.state.turn.actor == who and Model(play, who).effect(f"fired-{slot}")


def unfit(play: Play, who: int, slot: int) -> Reasons:
    """Why a figure cannot shoot with a weapon now, at whomever."""
    if reasons := unready(play, who, slot):
        return reasons
    return ("It has been fired in this activation.",) if fired(play, who, slot) else ()


def amidst(play: Play, who: int, whom: int) -> tuple[int, ...]:
    """The friends of a shooter who are in close combat with its target."""
    owner = play.state.records[who].owner
    return tuple(f for f in engaged_with(play, whom) if play.state.records[f].owner == owner and f != who)


def refused(actor: Model, slot: int, whom: int) -> Reasons:
    """Why a figure may not shoot at an enemy with a weapon."""
    play = actor.play
    if not lines.sees(play, actor.id, whom):
        return ("It is out of sight.",)
    if dice_at(play, actor.id, slot, gap(actor.at, play.state.records[whom].at)) <= 0:
        return ("It is so far away that no die is left.",)
    return ()


# ---- Fire! -----------------------------------------------------------------------------------------------------------


def weapon_refused(actor: Model, slot: int) -> Reasons:
    """Why a figure may not take a weapon for Fire!"""
    play = actor.play
    weapon = actor.kit.weapons[slot]
    if reasons := unfit(play, actor.id, slot):
        return reasons
    if weapon.area or any(not refused(actor, slot, whom) for whom in enemies(actor)):
        return ()
    return ("No enemy is in its sight and range.",)


def choose_weapon(play: Play, actor: Model) -> int:
    """With what to shoot."""
    weapons = actor.kit.weapons
    return play.pick(
        actor.owner,
        Choose(
            "fire.weapon",
            f"With what does {actor.kit.name} shoot?",
            lambda: actor.kit.shots,
            refuse=lambda slot: weapon_refused(actor, slot),
            named=lambda slot: weapons[slot].title,
        ),
    )


def fire(play: Play, actor: Model) -> None:
    """Choose a weapon and an enemy, let the other side declare, shoot."""
    slot = choose_weapon(play, actor)
    if actor.kit.weapons[slot].area:
        areas.lob(play, actor, slot)
        return
    prompt = f"At whom does {actor.kit.name} shoot?"
    preview = Preview(
        notes=lambda whom: expectation(actor, slot, whom),
        cautions=lambda whom: risks(play, actor.id, whom),
        actor=actor.id,
        weapon=actor.kit.weapons[slot].title,
    )
    whom = choose_enemy(play, actor, "fire.target", prompt, lambda whom: refused(actor, slot, whom), preview)
    settle_on(play, actor, slot)
    play.happen(Declared(actor.id, Deed(FIRE.id, "shot", actor.id, ((actor.id, whom),), slot=slot), FIRE.name))
    play.then(loose, actor.id)
    play.then(interrupts.answers)
    play.then(harm.aftermath)


def expectation(actor: Model, slot: int, whom: int) -> list[str]:
    """The dice of a shot, their number and that of the armour, with every reason."""
    play: Play = actor.play
    shot = Shot(play, actor, Model(play, whom), slot, *sighted(play, actor.id, whom))
    return [f"dice: {pool(shot)}", f"to hit: {number(shot)}", f"armour: {damage(shot)}"]


def risks(play: Play, who: int, whom: int) -> tuple[str, ...]:
    """Which friends a shot at an enemy may hit."""
    amid = amidst(play, who, whom) if play.option["stray-shots"] else ()
    return (f"natural 1s hit {' or '.join(play.world.names[friend] for friend in amid)}",) if amid else ()


def settle_on(play: Play, actor: Model, slot: int) -> None:
    """The point is paid; a weapon that is fired once in an activation has been."""
    play.happen(Spent(actor.id))
    if actor.kit.weapons[slot].once_per_activation:
        play.happen(EffectBegan(Effect(f"fired-{slot}", actor.id, f"turn-{actor.owner}")))


def loose(play: Play, who: int) -> None:
    """The active side's shot."""
    deed = under_way(play)
    whom = deed.target_of(who)
    shoot(play, who, whom, deed.slot, *sighted(play, who, whom))


def sighted(play: Play, who: int, whom: int) -> tuple[int, int, tuple[int, ...]]:
    """The distance to a target, its cover, and the friends that it stands amid."""
    distance = gap(play.state.records[who].at, play.state.records[whom].at)
    return distance, lines.cover(play, who, whom), amidst(play, who, whom)


# ---- the Fire! that is pledged ---------------------------------------------------------------------------------------


def answering(play: Play, who: int, whom: int) -> list[int]:
    """The weapons with which a figure could shoot at an enemy in the other side's turn."""
    actor = Model(play, who)
    return [slot for slot in actor.kit.shots if not unready(play, who, slot) and not refused(actor, slot, whom)]


def answers(play: Play, who: int, whom: int) -> bool:
    """Whether a figure could shoot at an enemy in the other side's turn."""
    return bool(answering(play, who, whom))


def measured(play: Play, who: int, whom: int) -> dict[str, Any]:
    """What a pledged shot keeps of the moment when it is declared: the weapon, and what was seen then."""
    weapons = play.world.kits[who].weapons
    slot = play.pick(
        play.state.records[who].owner,
        Choose("fire.weapon", "With what?", lambda: answering(play, who, whom), named=lambda slot: weapons[slot].title),
    )
    distance, cover, amid = sighted(play, who, whom)
    return {"gap": distance, "cover": cover, "slot": slot, "amid": amid}


def fire_back(play: Play, moment: FireDue) -> None:
    """The Fire! that was pledged, as it was measured: a charger that has arrived since does not spoil it, unless the
    table measures it now.  The weapon may have been shot since for nothing, and is not loaded in this turn."""
    pledge = moment.pledge
    if play.state.records[pledge.who].wounds <= 0:
        play.note(pledge.who, "it has fallen, and its shot is lost")
        return
    if not in_play(play, pledge.against):
        play.note(pledge.who, "there is nobody left to shoot at")
        return
    if unready(play, pledge.who, pledge.slot):
        play.note(pledge.who, "its weapon has been emptied since, and its shot is lost")
        return
    if not play.option["fire-measured-when-declared"]:
        if engaged_with(play, pledge.who) or refused(Model(play, pledge.who), pledge.slot, pledge.against):
            play.note(pledge.who, "it can no longer shoot")
            return
        gap, cover, amid = sighted(play, pledge.who, pledge.against)
        pledge = replace(pledge, gap=gap, cover=cover, amid=amid)
    shoot(play, pledge.who, pledge.against, pledge.slot, pledge.gap, pledge.cover, pledge.amid)


# ---- Reload ----------------------------------------------------------------------------------------------------------


def reload(play: Play, actor: Model) -> None:
    """A weapon is loaded; enemies in whose reach that is done strike first."""
    moving.openly(play, actor, RELOAD, load)


def load(play: Play, who: int) -> None:
    """Free strikes, then a weapon is loaded, unless its bearer has fallen."""
    actor = Model(play, who)
    weapons, unloaded = actor.kit.weapons, actor.record.unloaded
    question = Choose("reload.weapon", "Load which weapon?", lambda: unloaded, named=lambda slot: weapons[slot].title)
    slot = play.pick(actor.owner, question)
    if fighting.free_strikes(play, who, fighting.threatening(play, who)):
        play.happen(Loaded(who, slot, weapons[slot].title.lower()))


# ---- the actions -----------------------------------------------------------------------------------------------------


@requirement("It must have something to shoot with.", fixed=True)
def _armed(model: Model) -> bool:
    return bool(model.kit.shots)


@requirement("It must have a weapon that can shoot at somebody now.")
def _can_shoot(model: Model) -> bool | str:
    refusals: list[str] = []
    for slot in model.kit.shots:
        reasons = weapon_refused(model, slot)
        if not reasons:
            return True
        refusals += reasons
    return " ".join(dict.fromkeys(refusals))


@requirement("It must have a weapon of the kind that is loaded.", fixed=True)
def _archaic(model: Model) -> bool:
    return any(weapon.archaic for weapon in model.kit.weapons)


@requirement("It must have a weapon that is not loaded.")
def _unloaded(model: Model) -> bool:
    return bool(model.record.unloaded)


armed: Requirement[Model] = _armed

RELOAD: Action[Model] = Action(
    "reload",
    "Reload",
    "1 AP",
    "It loads a weapon of the kind that must be loaded; enemies in whose reach it stands strike first.",
    CITE,
    (_archaic, standing, has_points, _unloaded),
    reload,
    leaves_open="Whether Reload and Fire! are one action: they are two, a point each. Loading in reach provokes.",
)

FIRE: Action[Model] = Action(
    "fire",
    "Fire!",
    "1 AP",
    'It shoots a loaded weapon at an enemy in sight: a die more within its range, one less for each 6" beyond. An '
    "archaic weapon must then be loaded again.",
    CITE,
    (armed, standing, has_points, not_engaged, _can_shoot),
    fire,
    leaves_open=(
        "How far a weapon reaches: until no die is left (range-bands). What cover does: defence +1, or +2 behind "
        "something hard (cover, sight-in-dense); +1 where a friend of the shooter is in close combat with the target, "
        "and natural 1s hit that friend (stray-shots). How areas of effect work: aimed at a point or at somebody, they "
        "hit everybody whom they cover (area-number)."
    ),
)
