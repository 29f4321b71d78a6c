"""At whom a model could shoot, as a table shows it: lines to each enemy unit, what each needs to hit, every reason
against."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Reasons
from ....core.tableau import Aim
from ....space.sight import PARTS
from ..attacks.shooting import against_target
from ..checks import firing, sight
from ..checks.hitting import shot_needs
from ..checks.mounts import Gun
from ..printed.catalogue import title_of
from ..printed.tables import NEVER
from ..records.position import foes, model, named_model, squad
from ..records.state import Squad, Volley
from ..records.unit import Unit
from ..records.world import Play

OUT_OF_REACH = "It must be in range of the weapon, in its arc, and the weapon fit to be fired."


def aims(play: Play, who: int) -> tuple[Aim, ...]:
    """A line for each way of firing a weapon and each enemy unit, to the nearest of its models, first of those that are
    seen.  Raises `WarbookError` for what is no model."""
    unit = Unit(play, named_model(play, who).unit)
    if who not in unit.members or unit.record.where != "table":
        return ()
    return tuple(line for foe in foes(play, unit.owner) for line in lines(unit, who, foe))


def lines(unit: Unit, who: int, foe: Squad) -> Iterator[Aim]:
    """The lines of a model to a unit."""
    against, able = against_target(unit, foe.id), firing.guns(unit, who, foe.id)
    seen = dict(sight.views(unit.play, unit.id, foe.id)[who])
    mark = min(seen or squad(unit.play, foe.id).members, key=lambda id: (sight.gap(unit.play, who, id), id))
    for number, weapon in enumerate(unit.kit(who).guns):
        for way in range(len(weapon.modes)):
            reasons = against if against or (number, way) in able else (OUT_OF_REACH,)
            yield line(unit, who, foe.id, (number, way), mark, seen.get(mark, PARTS), reasons)


def line(unit: Unit, who: int, foe: int, gun: Gun, mark: int, hidden: int, against: Reasons) -> Aim:
    """A line to a model with one way of firing."""
    play, (number, way) = unit.play, gun
    weapon = unit.kit(who).guns[number]
    mode = weapon.modes[way]
    needed = shot_needs(unit, Unit(play, foe), Volley(unit.id, foe), unit.kit(who).card.bs, weapon, mode)
    saves = sight.cover(play, unit.id, foe, (who,)) if hidden < PARTS else 0
    return Aim(
        mark,
        title_of(weapon, mode),
        eye(play, who),
        eye(play, mark),
        sight.gap(play, who, mark),
        hidden=hidden,
        parts=PARTS,
        cover="out of sight" if hidden == PARTS else f"cover save {saves}+" if saves else "",
        needs=f"{needed.number}+" if needed.number < NEVER else "never",
        because=needed.because,
        against=tuple(against),
    )


def eye(play: Play, id: int) -> tuple[int, int, int]:
    """The point that lines of sight begin and end at."""
    at = model(play, id).at
    return (at.x, at.y, at.z + at.height)
