"""A shot: its dice, its number and its damage, the bands of range, and the weapons that can be shot.

No weapon has a longest range: each six inches beyond its own cost a die, until none is left.
"""

from __future__ import annotations

from typing import NamedTuple

from ....core.check import Modifier, Tally, Target, tally, target
from ....core.decision import Reasons
from ....core.effect import has_effect
from ....core.events import EffectBegan
from ....core.length import INCH
from ....core.state import Effect
from ..checks import defence, ground, lines
from ..checks.defence import clinging
from ..checks.dice import blown_away
from ..events.attacks import Discharged
from ..events.figures import UsedUp
from ..events.rounds import Spent
from ..printed.catalogue import Weapon
from ..records import Model, Play
from ..records.distances import engaged_with, gap

# ---- what is rolled --------------------------------------------------------------------------------------------------

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
    """A storm takes one of the dice that all other modifiers leave."""
    if not ground.stormy(shot.play):
        return 0
    others = shot.play.ruleset.modifiers["shooting dice"]
    dice = shot.who.mrk + sum(other.amount(shot) for other in others if other.amount is not _storm)
    return -blown_away(shot.play, dice)


def _lying_far(shot: Shot) -> bool:
    return bool(shot.whom.record.down) and shot.gap > FAR


# A Modifier of a number makes it easier where it is positive, as everywhere in Warbook.
lying_far = Modifier("on the ground, far off", lambda s: -int(_lying_far(s)), "combat, knocked over")
"""Whoever lies on the ground is harder to hit from far off, by shots and by areas that are aimed at it."""
DICE: tuple[Modifier, ...] = (
    Modifier("the distance", distance_dice, "combat, bands of range"),
    Modifier("a spread of shot", _close, "equipment, ranged"),
    Modifier("those who shoot together", lambda s: s.band, "banding actions, On my Mark!"),
    Modifier("the winds", lambda s: int(s.play.state.turn.windy), "complications, winds"),
    Modifier("the storm", _storm, "complications, storm"),
)
DEFENCE: tuple[Modifier, ...] = (
    Modifier("cover", lambda s: -s.cover, "combat, cover"),
    Modifier("a friend in the way", lambda s: -int(bool(s.amid)), "combat, shooting into a fight"),
    lying_far,
    clinging,
    Modifier("camouflage", lambda s: -int(s.whom.able("camouflage")), "abilities"),
    Modifier("bulwark", lambda s: -defence.bulwark(s.play, s.whom.id), "interrupts, Bulwark"),
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


# ---- weapons and targets ---------------------------------------------------------------------------------------------


def why_not_ready(play: Play, who: int, slot: int) -> Reasons:
    """Why a weapon cannot be shot: not loaded, or used up."""
    figure, kit = play.state.records[who], play.world.kits[who]
    weapon = kit.weapons[slot]
    if slot in figure.unloaded:
        return ("It is not loaded.",)
    same = sum(1 for other in kit.weapons[: slot + 1] if other.id == weapon.id)
    if weapon.consumed and figure.spent.count(weapon.id) >= same:
        return ("It is used up.",)
    return ()


def has_been_fired(play: Play, who: int, slot: int) -> bool:
    """Whether a weapon that may be fired once in an activation has been fired in this one."""
    return play.state.turn.actor == who and has_effect(play.state, who, f"fired-{slot}")


def why_not_now(play: Play, who: int, slot: int) -> Reasons:
    """Why a figure cannot shoot with a weapon now, whatever the target."""
    if reasons := why_not_ready(play, who, slot):
        return reasons
    return ("It has been fired in this activation.",) if has_been_fired(play, who, slot) else ()


def discharge(play: Play, who: int, slot: int) -> None:
    """After the shot an archaic weapon is to be loaded again, and what is consumed is gone."""
    weapon = play.world.kits[who].weapons[slot]
    if weapon.archaic:
        play.happen(Discharged(who, slot))
    if weapon.consumed:
        play.happen(UsedUp(who, weapon.id))


def settle_on(play: Play, actor: Model, slot: int) -> None:
    """The point for a shot is paid.  A weapon that may be fired once in an activation counts as fired."""
    play.happen(Spent(actor.id))
    if actor.kit.weapons[slot].once_per_activation:
        play.happen(EffectBegan(Effect(f"fired-{slot}", actor.id, f"turn-{actor.owner}")))


def friends_amid(play: Play, who: int, whom: int) -> tuple[int, ...]:
    """The friends of a shooter who are in close combat with its target."""
    owner = play.state.records[who].owner
    return tuple(f for f in engaged_with(play, whom) if play.state.records[f].owner == owner and f != who)


def shot_refused(actor: Model, slot: int, whom: int) -> Reasons:
    """Why a figure may not shoot at an enemy with a weapon."""
    play = actor.play
    if not lines.sees(play, actor.id, whom):
        return ("It is out of sight.",)
    if dice_at(play, actor.id, slot, gap(actor.at, play.state.records[whom].at)) <= 0:
        return ("It is so far away that no die is left.",)
    return ()


def measure_shot(play: Play, who: int, whom: int) -> tuple[int, int, tuple[int, ...]]:
    """The distance to a target, its cover, and the friends that it stands amid."""
    distance = gap(play.state.records[who].at, play.state.records[whom].at)
    return distance, lines.cover(play, who, whom), friends_amid(play, who, whom)


def weapons_to_interrupt(play: Play, who: int, whom: int) -> list[int]:
    """Those with which the interrupt Fire! may be declared at an enemy: at some tables only within their range."""
    slots = weapons_to_answer(play, who, whom)
    if play.option["interrupt-fire-reaches"] == "dice":
        return slots
    distance, weapons = gap(play.state.records[who].at, play.state.records[whom].at), play.world.kits[who].weapons
    return [slot for slot in slots if distance <= weapons[slot].range * INCH]


def weapons_to_answer(play: Play, who: int, whom: int) -> list[int]:
    """The weapons with which a figure could shoot at an enemy in the other side's turn."""
    actor = Model(play, who)
    return [
        slot for slot in actor.kit.shots if not why_not_ready(play, who, slot) and not shot_refused(actor, slot, whom)
    ]


def can_interrupt(play: Play, who: int, whom: int) -> bool:
    """Whether a figure may declare the interrupt Fire! at an enemy."""
    return bool(weapons_to_interrupt(play, who, whom))


def expectation(actor: Model, slot: int, whom: int) -> list[str]:
    """The dice of a shot, their number and that of the armour, with every reason."""
    play = actor.play
    shot = Shot(play, actor, Model(play, whom), slot, *measure_shot(play, actor.id, whom))
    return [f"dice: {pool(shot)}", f"to hit: {number(shot)}", f"armour: {damage(shot)}"]


def risks(play: Play, who: int, whom: int) -> tuple[str, ...]:
    """Which friends a shot at an enemy may hit."""
    amid = friends_amid(play, who, whom) if play.option["stray-shots"] else ()
    return (f"natural 1s hit {' or '.join(play.world.names[friend] for friend in amid)}",) if amid else ()
