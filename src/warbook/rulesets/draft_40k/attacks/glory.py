"""Death or Glory: one model stands in the way of a tank and hits it once; it stops the tank, or dies."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....core.naming import Names
from ....core.reaction import Reaction, Respondent
from ....space.drives.driving import driven
from ..checks import firing, hulls, mounts
from ..checks.hulls import FRONT, REAR
from ..checks.permissions import may
from ..checks.requirements import unit_of
from ..checks.striking import attacks_of
from ..events.attacks import WeaponsSpent
from ..events.casualties import Removed
from ..events.courses import Rammed, TankShocked
from ..harm import penetration
from ..printed.catalogue import Blade, Mode, Weapon, title_of
from ..records.position import course_of, model, way_layout
from ..records.unit import Unit
from ..records.world import Play
from .evading import approached
from .ramming import able_to_go
from .tank_shock import answered, not_answered
from .volleys import rends

BLOW = -1
Means = tuple[int, int]
"""A gun by its number with one of its ways of firing; a grenade, -2 and less, or a blow (`BLOW`), with 0."""


@requirement("It must be free to react, and have passed its test.")
def stands(asked: Respondent) -> bool:
    unit = unit_of(asked)
    return bool(unit.members) and may(unit, "react") and (isinstance(asked.event, Rammed) or asked.event.held)


@requirement("It must be made of models on foot; of vehicles, walkers alone, and where they are rammed in front.")
def fit(asked: Respondent) -> bool:
    unit = unit_of(asked)
    if isinstance(asked.event, TankShocked):
        return not unit.crewed
    at, tank = model(asked.play, asked.event.hull).at, model(asked.play, rammer(asked.play)).at
    return unit.drives("walker") and hulls.side_towards(at, tank.x, tank.y) != REAR


def rammer(play: Play) -> int:
    """The tank, by its model."""
    return Unit(play, course_of(play).who).members[0]


def stand(play: Play, who: int, event: TankShocked | Rammed) -> None:
    """It hits the front of the tank once without fail; if that does not hold the tank up, it is dead, or a walker that
    is rammed hit in its rear."""
    unit, tank = Unit(play, who), Unit(play, event.who)
    names = Names(play.world.names)
    ready = [event.hull] if isinstance(event, Rammed) else in_the_path(play, unit)
    hero = unit.pick(Choose("hero", "Who stands in the way?", lambda: ready, named=names))
    answered(play, "death-or-glory")
    hit(play, unit, hero, tank)
    if not able_to_go(tank):
        return
    if isinstance(event, Rammed):
        answered(play, "turned", bared=True)
    else:
        play.happen(Removed(who, (hero,)))


def in_the_path(play: Play, unit: Unit) -> list[int]:
    """The models of a unit over which a tank would go."""
    course, tank = course_of(play), rammer(play)
    at = model(play, tank).at
    found = driven(
        play.world.board, way_layout(play), tank, ((max(1, course.left), at.fx, at.fy),), stops=lambda met: False
    )
    ahead = dict.fromkeys(met.number for met in found.met if met.what == "body" and met.number in unit.members)
    return list(ahead)


def hit(play: Play, unit: Unit, hero: int, tank: Unit) -> None:
    """Its one hit, with what its player says."""
    kit, target = unit.kit(hero), tank.members[0]
    grenades = [blade for blade in kit.blades if blade.grenade and blade.hull_strength]
    means = [*guns(unit, hero), *((-2 - number, 0) for number in range(len(grenades))), (BLOW, 0)]

    def words(each: Means) -> str:
        number, way = each
        if number < BLOW:
            return grenades[-2 - number].title.lower()
        return "a blow" if number == BLOW else title_of(kit.guns[number], kit.guns[number].modes[way])

    number, way = unit.pick(Choose("means", f"What does {kit.name} hit it with?", lambda: means, named=words))
    if number < 0:
        deep = strike(play, unit, hero, tank, grenades[-2 - number] if number < BLOW else None)
        ap = None
    else:
        weapon, mode = kit.guns[number], kit.guns[number].modes[way]
        deep, ap = fire(play, unit, hero, tank, weapon, mode), mode.ap
    if deep:
        penetration.damage(play, tank, target, unit.owner, glancing=deep == 1, ap=ap)


def guns(unit: Unit, hero: int) -> list[Means]:
    """What a model can shoot with."""
    able = [
        number
        for number in range(len(unit.kit(hero).guns))
        if mounts.is_whole(unit, hero, number) and not firing.spent(unit, hero, number)
    ]
    return [(number, way) for number in able for way in range(len(unit.kit(hero).guns[number].modes))]


def fire(play: Play, unit: Unit, hero: int, tank: Unit, weapon: Weapon, mode: Mode) -> int:
    """What one shot comes to against the front of a tank."""
    target = tank.members[0]
    strength = hulls.strength_against(tank, target, FRONT, mode) + bool(unit.kit(hero).has("tank-hunters"))
    melts = bool(mode.has("searing")) and not hulls.deflects(tank, target, FRONT)
    ordnance = weapon.kind == "ordnance"
    if mode.has("one-shot"):
        play.happen(WeaponsSpent(unit.id, ((hero, weapon.id),)))
    armour, dice = hulls.armour_of(tank, target, FRONT, mode), 2 if melts or ordnance else 1
    found: int = play.dice(penetration.penetrate, strength, armour, dice, ordnance, rends(mode))
    return found


def strike(play: Play, unit: Unit, hero: int, tank: Unit, grenade: Blade | None) -> int:
    """What one blow or grenade comes to."""
    attack = attacks_of(unit, (hero,), tank)
    strength, dice = (grenade.hull_strength, grenade.dice) if grenade else (attack.strength, attack.penetrating)
    found: int = play.dice(penetration.penetrate, strength, hulls.armour_of(tank, tank.members[0], FRONT), dice)
    return found


DEATH_OR_GLORY = Reaction(
    "death-or-glory", "Death or Glory",
    "One model of a unit to which a tank has come hits its front once, without fail. It stops the tank if that is "
    "stunned, immobilised or destroyed; otherwise it dies. A walker that is rammed may do so too.",
    "vehicles", approached, stand, cost="the model, if the tank goes on", requires=(fit, stands, not_answered),
    ours=(not_answered,),
    options=(
        "reactions-per-trigger", "fleet-bars-reactions", "falling-back-bars-reactions", "suppressed-react",
        "hull-points",
    ),
)  # fmt: skip
