"""Blows at vehicles that do not strike back: by how they moved, against the armour of their rear, with grenades too."""

from __future__ import annotations

from ....core.decision import Choose
from ....core.structs import replace
from ..checks.hitting import Needed
from ..checks.hulls import REAR
from ..checks.striking import Attack, attacks_of, with_grenades
from ..events.turns import DeedDone, PhaseBegan
from ..movement.contacts import fighting
from ..movement.stepping_back import step_back
from ..records.position import foes, squad
from ..records.unit import Unit
from ..records.world import Play
from .blows import aimed_at, strike_hull

BLOWS = "blows"


def hulls_at(unit: Unit) -> list[Unit]:
    """The enemy vehicles that a unit touches and that do not strike back."""
    others = (Unit(unit.play, each.id) for each in foes(unit.play, unit.owner))
    return [other for other in others if not other.on_foot and fighting(unit.play, unit, other.members)]


def breach(play: Play, unit: Unit) -> None:
    """A unit strikes at the vehicles that it touches: nobody is locked, nobody loses, and it goes back afterwards."""
    play.happen(DeedDone(unit.id, "fought"))
    targets = [target.id for target in hulls_at(unit)]
    hulls = [id for target in targets for id in squad(play, target).members]
    landed = [
        (target, with_what(play, unit, models[0], attacks_of(unit, models, target), len(models)))
        for models, target, _ in aimed_at(unit, fighting(play, unit, hulls), targets)
    ]
    for target, attack in landed:
        strike_hull(play, target, attack, REAR)
    step_back(play, unit, hulls)


def strike_by_chance(play: Play, event: PhaseBegan) -> None:
    """In an assault phase those of the other side strike as well who have charged a vehicle by chance."""
    for foe in foes(play, play.state.turn.seat) if event.phase == "assault" else ():
        if foe.has("by-chance") and not foe.locked:
            play.then(strike_back, foe.id)


def strike_back(play: Play, id: int) -> None:
    """A unit strikes at the vehicles that it still touches."""
    unit = Unit(play, id)
    if unit.members and hulls_at(unit):
        breach(play, unit)


def with_what(play: Play, unit: Unit, id: int, attack: Attack, models: int, thrown: Needed | None = None) -> Attack:
    """The attacks of models that are alike, by blows or, if their player says so, with grenades, one each, which may
    need another number to hit."""
    grenades = {blade.id: blade for blade in unit.kit(id).blades if blade.grenade and blade.hull_strength}
    question = Choose(
        "blow", f"What does {unit.kit(id).name} strike with?", lambda: [BLOWS, *grenades],
        named=lambda each: grenades[each].title.lower() if each in grenades else "its weapons",
    )  # fmt: skip
    grenade = grenades.get(unit.pick(question))
    if grenade is None:
        return attack
    return with_grenades(replace(attack, hit=thrown or attack.hit), models, grenade)
