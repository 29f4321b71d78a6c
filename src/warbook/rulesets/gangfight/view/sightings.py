"""Whom a figure could shoot at or fight, as a table shows it: lines of sight, distances, cover, the dice and why.

Every answer is that of the rules that would be asked if it did it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....core.check import Tally, Target
from ....core.structs import replace
from ....core.tableau import Aim
from ....space.sight import PARTS
from ..attacks import areas, fighting, shots
from ..checks import dice, lines, reach
from ..checks.requirements import not_engaged, standing
from ..records import Figure, Model, Play
from ..records.distances import gap
from ..records.position import foes


def aims(play: Play, who: int) -> tuple[Aim, ...]:
    """A line for each of its weapons and each enemy."""
    model = Model(play, who)
    if not model.record.here:
        return ()
    return (*_shots(model), *_blows(model))


def _shots(model: Model) -> Iterator[Aim]:
    """What shoots or is thrown, against everybody, also those at whom it may not be aimed."""
    play = model.play
    own = tuple(why for requirement in (standing, not_engaged) if (why := requirement.against(model)))
    for slot in model.kit.shots:
        unfit = shots.why_not_now(play, model.id, slot)
        for f in foes(play, model.owner):
            yield _shot(model, slot, f, (*own, *unfit, *shots.shot_refused(model, slot, f.id)))


def _shot(model: Model, slot: int, f: Figure, against: tuple[str, ...]) -> Aim:
    play = model.play
    weapon = model.kit.weapons[slot]
    distance, cover, amid = shots.measure_shot(play, model.id, f.id)
    shot = shots.Shot(play, model, Model(play, f.id), slot, distance, cover, amid)
    pool, damage = shots.pool(shot), shots.damage(shot)
    needed = areas.number(shot, f.id) if weapon.area else shots.number(shot)
    hidden, height = lines.best_look(play, model.id, f.id)
    return Aim(
        f.id,
        weapon.title,
        eye_at(model, height),
        middle(f),
        distance,
        band=band(shot),
        hidden=hidden,
        parts=PARTS,
        cover=cover_in_words(play, cover) if lines.sees(play, model.id, f.id) else "out of sight",
        needs=needed_in_words(play, pool, needed),
        because=derivation(play, pool, needed, damage),
        against=against,
    )


def cover_in_words(play: Play, cover: int) -> str:
    """What the game calls cover that adds so much to the defence."""
    return "in the open" if not cover else "hard cover" if cover > play.option["cover"] else "cover"


def band(shot: shots.Shot) -> str:
    """How the distance of a shot stands to the range of the weapon."""
    more = shots.distance_dice(shot)
    return "within its range" if more > 0 else f"{dice_in_words(-more)} fewer" if more else "just beyond its range"


def _blows(model: Model) -> Iterator[Aim]:
    """A Fight! against each enemy whom it might strike, from where it stands or once it has closed in."""
    play = model.play
    if not model.standing:
        return
    for f in foes(play, model.owner):
        if fighting.fight_refused(model, f.id):
            continue
        blow = fighting.Blow(play, model, Model(play, f.id))
        pool, needed, each = fighting.pool(blow), fighting.number(blow), fighting.each_hit(play, model)
        yield Aim(
            f.id,
            "Fight!",
            eye_at(model, lines.best_look(play, model.id, f.id)[1]),
            middle(f),
            gap(model.at, f.at),
            band=closing_in(model, f),
            needs=needed_in_words(play, pool, needed),
            because=(
                *derivation(play, pool, needed, fighting.damage(blow)),
                *[f"each hit: {each} wounds"] * (each > 1),
            ),
        )


def closing_in(model: Model, f: Figure) -> str:
    """Whether a Fight! comes to a blow: where it stands, once it has closed in, or not at all."""
    play = model.play
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    there.state.put(replace(model.record, at=model.at.moved_to(fighting.closest(play, model.id, f.id))))
    if fighting.falls_short(there, model.id, f.id):
        return "only near it, for it cannot close in so far"
    return "in reach" if reach.can_strike(play, model.id, f.id) else "once it has closed in"


def eye_at(model: Model, height: int) -> tuple[int, int, int]:
    """Where a figure looks from, so high above its floor."""
    return (model.at.x, model.at.y, model.at.z + height)


def middle(f: Figure) -> tuple[int, int, int]:
    """The middle of a figure."""
    return (f.at.x, f.at.y, f.at.z + f.at.height // 2)


def dice_rolled(play: Play, pool: Tally, needed: Target) -> dice.Throw:
    """The dice to hit that are really rolled."""
    return dice.throw_of(pool.number, needed.number, may_drop=play.option["drop-dice"])


def dice_in_words(count: int) -> str:
    """So many dice."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def needed_in_words(play: Play, pool: Tally, needed: Target) -> str:
    """What is rolled, and what each die must show."""
    test = dice_rolled(play, pool, needed)
    return f"{dice_in_words(test.dice)}, {test.number}+"


def derivation(play: Play, pool: Tally, needed: Target, damage: Tally) -> tuple[str, ...]:
    """Where the dice, their number and that of the armour come from."""
    test = dice_rolled(play, pool, needed)
    dropped = max(0, pool.number) - test.dice
    left_out = (f"-{dropped} to bring {needed.number}+ down to {test.number}+",) * (dropped > 0)
    alone = () if test.earns else ("only a 6 counts, and earns no die",)
    return (
        f"dice: {', '.join((*pool.reasons, *left_out, *alone))}",
        f"to hit: {', '.join(needed.reasons)}",
        f"armour needs {damage.number}+: {', '.join(damage.reasons)}",
    )
