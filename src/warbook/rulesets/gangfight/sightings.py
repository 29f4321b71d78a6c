"""Whom a figure could shoot at or fight, as a table shows it: lines of sight, distances, cover, the dice and why.

Every answer is that of the rules that would be asked if it did it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.check import Tally, Target
from ...core.tableau import Aim
from ...space.sight import PARTS, gap
from . import areas, fighting, lines, shooting
from .model import Model, Play, foes
from .records import Figure
from .requirements import not_engaged, standing

COVER = {0: "in the open", 1: "cover"}


def aims(play: Play, who: int) -> tuple[Aim, ...]:
    """A line for each of its weapons and each enemy."""
    model = Model(play, who)
    if not model.record.here:
        return ()
    return (*_shots(model), *_blows(model))


def _shots(model: Model) -> Iterator[Aim]:
    """What shoots or is thrown, against everybody, also those at whom it may not be aimed."""
    play: Play = model.play
    own = tuple(why for requirement in (standing, not_engaged) if (why := requirement.against(model)))
    for slot in model.kit.shots:
        unready = shooting.unready(play, model.id, slot)
        for f in foes(play, model.owner):
            yield _shot(model, slot, f, (*own, *unready, *shooting.refused(model, slot, f.id)))


def _shot(model: Model, slot: int, f: Figure, against: tuple[str, ...]) -> Aim:
    play: Play = model.play
    weapon = model.kit.weapons[slot]
    distance, cover, amid = shooting.sighted(play, model.id, f.id)
    shot = shooting.Shot(play, model, Model(play, f.id), slot, distance, cover, amid)
    dice, damage = shooting.pool(shot), shooting.damage(shot)
    needed = areas.number(shot, f.id) if weapon.area else shooting.number(shot)
    return Aim(
        f.id,
        weapon.title,
        eye_of(model),
        middle(f),
        distance,
        band=band(shot),
        hidden=lines.hidden_of(play, model.id, f.id),
        parts=PARTS,
        cover=COVER.get(cover, "hard cover") if lines.sees(play, model.id, f.id) else "out of sight",
        needs=told(dice, needed),
        because=derived(dice, needed, damage),
        against=against,
    )


def band(shot: shooting.Shot) -> str:
    """How the distance of a shot stands to the range of the weapon."""
    more = shooting.distance_dice(shot)
    return "within its range" if more > 0 else f"{-more} dice fewer" if more else "just beyond its range"


def _blows(model: Model) -> Iterator[Aim]:
    """Fight! against those whom it might strike, from where it stands or once it has closed in."""
    play: Play = model.play
    if not model.standing:
        return
    for f in foes(play, model.owner):
        if fighting.refused(model, f.id):
            continue
        blow = fighting.Blow(play, model, Model(play, f.id))
        dice, needed = fighting.pool(blow), fighting.number(blow)
        near = fighting.can_strike(play, model.id, f.id)
        yield Aim(
            f.id,
            "Fight!",
            eye_of(model),
            middle(f),
            gap(model.at, f.at),
            band="in reach" if near else "once it has closed in",
            needs=told(dice, needed),
            because=derived(dice, needed, fighting.damage(blow)),
        )


def eye_of(model: Model) -> tuple[int, int, int]:
    """Where a figure looks from."""
    at = model.at
    return (at.x, at.y, at.z + lines.eye(at))


def middle(f: Figure) -> tuple[int, int, int]:
    """The middle of a figure."""
    return (f.at.x, f.at.y, f.at.z + f.at.height // 2)


def told(dice: Tally, needed: Target) -> str:
    """A pool and its number."""
    count = max(0, dice.number)
    return f"{count} {'die' if count == 1 else 'dice'}, {needed.number}+"


def derived(dice: Tally, needed: Target, damage: Tally) -> tuple[str, ...]:
    """Where the dice, their number and that of the armour come from."""
    return (
        f"dice: {', '.join(dice.reasons)}",
        f"to hit: {', '.join(needed.reasons)}",
        f"armour needs {damage.number}+: {', '.join(damage.reasons)}",
    )
