"""Darkness: how far one sees, who is hidden, and what reveals.

In the dark every fighter is hidden unless something gives it away; a hidden fighter may be shot at or charged only
from as near as the darkness lets one see."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement
from ....mechanics.world import per_battle
from ....space.arcs import facing_sector
from ....space.footprints import HullSide, middle_of
from ....space.sight import PARTS, hidden_from, walled_off, within
from ..events.fighters import ConditionGained
from ..events.rounds import DarknessFell
from ..printed import Wargear
from ..records import Actor, Cloud, CrewedVehicle, Driver, Fighter, Model, Play
from ..records.position import board_now, layout, near_by, things
from . import badzones, guns, pieces
from .guns import Gun

HEADLIGHTS_REACH = 12 * INCH
Light: TypeAlias = Callable[[Play, Fighter | CrewedVehicle], bool]
"""Whether something shows a fighter or a vehicle in the dark."""


def fall_of_night(play: Play) -> None:
    """At the start of a battle in the dark: a die says how far one sees, where the edition leaves that to a die."""
    by_face = play.world.edition.sight_in_dark
    face: int = play.roll(D6, "darkness", "How far does one see?") if len(by_face) > 1 else 1
    play.happen(DarknessFell(by_face[face - 1]))


def darkness_hides(play: Play, viewer: int, target: int) -> bool:
    """Whether darkness keeps a fighter from making out another."""
    me = Model(play, viewer)
    return bool(play.state.turn.dark) and lost_in_the_dark(play, me.at, target, sight_in_the_dark(me))


def lost_in_the_dark(play: Play, place: Placement, target: int, reach: int) -> bool:
    """Whether a fighter cannot be made out from a place, as far as one sees from there in the dark."""
    return not within(place, play.state.records[target].at, reach) and not given_away(play, target)


def sight_in_the_dark(viewer: Actor, gun: Gun | None = None) -> int:
    """How far a fighter sees in the dark, in thousandths: over a gun, or where none is named over whichever of its own
    helps it most."""
    dark: int = viewer.play.state.turn.dark
    further = _aid(viewer, gun)
    aided = viewer.play.world.edition.aided_sight_in_dark
    return max(dark, aided) if further and aided else dark + further


def _aid(viewer: Actor, gun: Gun | None) -> int:
    """How much farther its gear lets a fighter see; in editions with one distance for all such gear, anything but 0."""
    if gun is not None:
        gear = sight_gear(viewer, gun)
    elif not isinstance(viewer, Model):
        return 0
    elif any((kit := viewer.kit).accessories):
        gear = [g for arm in guns.guns(viewer) for g in sight_gear(viewer, guns.gun(viewer, arm))]
    else:
        return kit.sight_in_dark
    return max((g.sight_in_dark for g in gear), default=0)


def sight_gear(viewer: Actor, gun: Gun) -> list[Wargear]:
    """What helps a fighter to see: the goggles it wears and the sight on the weapon (not for rapid fire or blasts)."""
    if not isinstance(viewer, Model):
        return []
    fits = gun.accessories and not gun.has("rapid-fire") and not gun.has("blast")
    return [*viewer.kit.gear, *(gun.accessories if fits else ())]


def given_away(play: Play, who: int) -> bool:
    """Whether something gives a fighter away: it burns (in some editions), has been revealed, or something here lights
    it."""
    fighter: Fighter | CrewedVehicle = play.state.record(Fighter, who)
    burns = fighter.suffers("blaze") and play.world.edition.fire_reveals
    if burns or fighter.suffers("revealed"):
        return True
    for light in lights_here(play):  # a plain loop, as in the dark nothing is asked as often
        if light(play, fighter):
            return True
    return False


@per_battle
def lights_here(play: Play) -> tuple[Light, ...]:
    """What may show a fighter in the dark on this table, with what it carries: most tables have little of it."""
    world = play.world
    there: dict[Light, bool] = {
        in_a_flare: True,
        in_headlights: bool(world.vehicle_kits),
        by_plasma_light: "plasma-pipes" in world.kinds,
        in_coolant: world.badzone >= 0,
        shines: any(kit.shines for kit in world.kits),
        in_a_field: any(it.id in world.edition.fields_reveal for kit in world.kits for it in kit.armour),
    }
    return tuple(light for light, may_be in there.items() if may_be)


def in_coolant(play: Play, _: Fighter | CrewedVehicle) -> bool:
    """Whether coolant that glows is on everybody."""
    return badzones.befallen_by(play, "irradiated-coolant")


def shines(play: Play, fighter: Fighter | CrewedVehicle) -> bool:
    """Whether a fighter carries a light."""
    return isinstance(fighter, Fighter) and play.world.kits[fighter.id].shines


def in_a_field(play: Play, fighter: Fighter | CrewedVehicle) -> bool:
    """Whether a fighter wears a field that glows, and has not burnt out."""
    if not isinstance(fighter, Fighter):
        return False
    worn, glow = play.world.kits[fighter.id].armour, play.world.edition.fields_reveal
    return any(it.id in glow and it.id not in fighter.used for it in worn)


def by_plasma_light(play: Play, fighter: Fighter | CrewedVehicle) -> bool:
    """Whether it is near plasma pipes that have not blown up."""
    glowing = (it for it in pieces.harmful(play, "plasma-pipes") if not it.tokens)
    return any(near_by(play, fighter.at, it.at, pieces.PLASMA_LIGHT) for it in glowing)


def in_a_flare(play: Play, fighter: Fighter | CrewedVehicle) -> bool:
    """Whether it stands, if only in part, in the light of a flare, with no wall before all of it."""
    if play.world.first_cloud == len(play.state.records):  # mostly
        return False
    return any(
        within(fighter.at, flare.at, flare.size)
        and not walled_off(layout(play), board_now(play), flare.at.spot, fighter.id)
        for flare in [cloud for cloud in things(play, Cloud) if cloud.kind == "flare" and cloud.there]
    )


def in_headlights(play: Play, fighter: Fighter | CrewedVehicle) -> bool:
    """Whether the headlights of a vehicle show it, in front of them, in sight and within 12 inches; or are its own."""
    lit = [e.on for e in play.state.effects if e.name == "headlights"]
    return any(_shines_on(Driver(play, who), fighter) for who in lit)


def _shines_on(driver: Driver, fighter: Fighter | CrewedVehicle) -> bool:
    play, at = driver.play, driver.at
    if not driver.on_table or driver.id == fighter.id:
        return driver.on_table
    lamp = (*middle_of(at, HullSide.FRONT), at.z + at.height // 2)
    return (
        within(at, fighter.at, HEADLIGHTS_REACH)
        and facing_sector(at, HullSide.FRONT).touches_body(fighter.at)
        and hidden_from(layout(play), board_now(play), lamp, fighter.id, (driver.id,)) < PARTS
    )


def reveal(play: Play, model: Actor) -> None:
    """It has given itself away until the round ends."""
    if play.state.turn.dark and not model.suffers("revealed"):
        play.happen(ConditionGained(model.id, "revealed"))
