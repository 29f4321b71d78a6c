"""Blows at vehicles that do not strike back: by how they moved, against the armour of their rear, with grenades too."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Choose
from ..checks.hulls import REAR
from ..checks.striking import Attack, attacks_of, with_grenades
from ..events.turns import DeedDone
from ..movement.contacts import engaged, fighting
from ..movement.stepping_back import step_back
from ..printed.catalogue import Blade
from ..records.position import foes
from ..records.unit import Unit
from ..records.world import Play
from .blows import strike_hull

BLOWS = "blows"


def hulls_at(unit: Unit) -> list[Unit]:
    """The enemy vehicles that a unit touches and that do not strike back, a squadron at a time."""
    others = (Unit(unit.play, each.id) for each in foes(unit.play, unit.owner))
    return [other for other in others if not other.on_foot and touches(unit, other)]


def touches(unit: Unit, other: Unit) -> bool:
    """Whether a model of a unit is in contact with one of another."""
    return any(engaged(unit.play, id, other.members) for id in unit.members)


def breach(play: Play, unit: Unit) -> None:
    """A unit strikes at the vehicles that it touches: nobody is locked, nobody loses, and it goes back afterwards."""
    play.happen(DeedDone(unit.id, "fought"))
    targets = hulls_at(unit)
    near = [id for target in targets for id in target.members]
    landed = [(target, attack) for target in targets for attack in attacks_at(play, unit, target, targets)]
    for target, attack in landed:
        strike_hull(play, target, attack, REAR)
    step_back(play, unit, near)


def attacks_at(play: Play, unit: Unit, target: Unit, targets: list[Unit]) -> Iterator[Attack]:
    """The attacks of a unit at one of the vehicles that it touches: of all who may strike at it first."""
    able = [id for id in fighting(play, unit, target.members) if _first(play, unit, id, targets) == target.id]
    for group in unit.groups(able):
        attack = attacks_of(unit, group, target)
        grenade = with_what(play, unit, group[0])
        yield attack if grenade is None else with_grenades(attack, len(group), grenade)


def _first(play: Play, unit: Unit, id: int, targets: list[Unit]) -> int:
    """Which of some vehicles a model strikes at: the first of them that it may."""
    return next(each.id for each in targets if id in fighting(play, unit, each.members))


def with_what(play: Play, unit: Unit, id: int) -> Blade | None:
    """Whether models that are alike strike with grenades, and with which."""
    grenades = {blade.id: blade for blade in unit.kit(id).blades if blade.grenade and blade.hull_strength}
    question = Choose(
        "blow", f"What does {unit.kit(id).name} strike with?", lambda: [BLOWS, *grenades],
        named=lambda each: grenades[each].title.lower() if each in grenades else "its weapons",
    )  # fmt: skip
    return grenades.get(unit.pick(question))
