"""What can change about a crewed vehicle, and the handle by which rules ask about one."""

from __future__ import annotations

from ....core import play as core_play
from ....core.effect import has_effect, total_effect
from ....core.state import Body, Placement, Posture
from ....mechanics.position import layout
from ....space.arcs import facing_sector
from ....space.drives.riding import riders
from ....space.footprints import HullSide, footprint, holds, middle_of
from ....space.movement import Point
from ..printed import WeaponProfile
from ..printed.vehicles import FASTEST, Arc, Crew, VehicleProfile
from .effects import EffectName
from .fighters import Condition
from .things import Cache, Casket
from .world import Play, VehicleKit, halved

WORST_SKILL = 6
POWER_RAM = 2
SIDES: dict[Arc, HullSide] = {
    "front": HullSide.FRONT,
    "left": HullSide.LEFT,
    "rear": HullSide.REAR,
    "right": HullSide.RIGHT,
}


class CrewedVehicle(Body, frozen=True, kw_only=True):
    """What can change about a vehicle and its crew, which are one model.  They are numbered after the fighters and
    before the things of the board.

    `hull_points` are those that it has left; `moved` is how far it has gone since it was last activated.  One whose
    engine has `stalled` is stationary, any other mobile; once it is `turned_over` it starts more easily.  `flesh`
    counts the flesh wounds of its driver, who may also be `unconscious`; `handling` is how much worse a damaged
    drive has made its Handling tests; one that is `held_back` goes no further in an activation than its Movement.
    `destroyed` are the slots of weapons that are so, `hull_lost` the hull points lost in battle; `out`, `jammed` and
    `gone` are as of a `Fighter`; `fired` has the round in which a passenger last fired a weapon, as (slot, round).  A
    wreck is no vehicle any more, but may stand where it was.
    `injuries` is what its crew and itself take home.  `holding` are the fighters who have held on to it since it
    was last activated, `embarked` those in its cage; `fired_from` has who has taken one of its fire points, and in
    which round; `used` names the upgrades that have done what they do once.
    """

    hull_points: int
    deployed: bool = False
    ready: bool = False
    moved: int = 0
    stalled: bool = False
    turned_over: bool = False
    flesh: int = 0
    unconscious: bool = False
    handling: int = 0
    held_back: bool = False
    destroyed: tuple[int, ...] = ()
    hull_lost: int = 0
    out: tuple[int, ...] = ()
    jammed: tuple[int, ...] = ()
    gone: tuple[tuple[int, int], ...] = ()
    fired: tuple[tuple[int, int], ...] = ()
    conditions: tuple[Condition, ...] = ()
    wrecked: bool = False
    experience: int = 0
    injuries: tuple[str, ...] = ()
    holding: tuple[int, ...] = ()
    embarked: tuple[int, ...] = ()
    fired_from: tuple[tuple[int, int], ...] = ()
    used: tuple[str, ...] = ()
    broken: bool = False

    def suffers(self, condition: Condition) -> bool:
        """Whether a condition is on it."""
        return condition in self.conditions


class Driver(core_play.Model[CrewedVehicle]):
    """A vehicle and its crew, in the words of the rules."""

    __slots__ = ()

    play: Play

    @property
    def kit(self) -> VehicleKit:
        return self.play.world.vehicle_kits[self.id - self.play.world.count]

    @property
    def profile(self) -> VehicleProfile:
        return self.kit.profile

    @property
    def crew(self) -> Crew:
        return self.kit.crew

    def has(self, skill: str) -> bool:
        """Whether its crew knows a skill."""
        return skill in self.kit.skills

    def built(self, upgrade: str) -> bool:
        """Whether an upgrade is built into it."""
        return any(each.id == upgrade for each in self.kit.upgrades)

    @property
    def ram(self) -> int:
        """What its front adds to the hits of those that meet it: the best of its rams."""
        return max((POWER_RAM * ("power-ram" in self.profile.features), *(each.ram for each in self.kit.upgrades)))

    @property
    def bs(self) -> int:
        """Ballistic Skill, which the driver's wounds make worse."""
        return min(WORST_SKILL, self.crew.bs + self.record.flesh)

    def weapon(self, arm: tuple[int, int]) -> WeaponProfile:
        """The profile of one of its weapons."""
        return self.kit.weapons[arm[0]].profiles[arm[1]]

    def muzzle(self, slot: int) -> Placement:
        """Where one of its weapons is: on the middle of the hull, or at the middle of the edge of its first arc."""
        mount, at = self.profile.mounts[slot], self.at
        x, y = (at.x, at.y) if mount.raised else middle_of(at, SIDES[mount.arcs[0]])
        return Placement(x, y, at.z, at.fx, at.fy, radius=0)

    def eye(self, slot: int) -> Point:
        """Where its crew looks from over one of its weapons: from the height of the hull, or half of that in front."""
        mount, (x, y, z) = self.profile.mounts[slot], self.muzzle(slot).spot
        return (x, y, z + (self.at.height if mount.raised else self.at.height // 2))

    def bears_on(self, slot: int, at: Placement) -> bool:
        """Whether some part of a base lies in the arcs of one of its weapons: those sides between the diagonals."""
        return any(facing_sector(self.at, SIDES[arc]).touches_body(at) for arc in self.profile.mounts[slot].arcs)

    @property
    def on_table(self) -> bool:
        return self.at.posture != Posture.AWAY and not self.record.wrecked

    @property
    def alert(self) -> bool:
        """On the table, its driver awake."""
        return self.on_table and not self.record.unconscious

    @property
    def mobile(self) -> bool:
        """On the table, its engine running."""
        return self.on_table and not self.record.stalled

    @property
    def aboard(self) -> tuple[int, ...]:
        """The fighters who stand or lie on it."""
        return tuple(who for who in riders(layout(self.play), self.id) if who < self.play.world.count)

    def has_aboard(self, who: int) -> bool:
        """Whether a fighter stands or lies on it: nobody does who is on the ground."""
        return self.play.state.records[who].at.z > 0 and who in self.aboard

    @property
    def cargo(self) -> tuple[int, ...]:
        """The caskets and ammo caches on it."""
        play, top, core = self.play, self.at.z + self.at.height, footprint(self.at).core
        found = (t for kind in (Casket, Cache) for t in play.state.records[play.world.first_thing :] if type(t) is kind)
        return tuple(t.id for t in found if t.at.z == top and holds(core, t.at.x, t.at.y))

    @property
    def move(self) -> int:
        """Movement in thousandths, with what drives the engine harder in this activation."""
        more = total_effect(self.play.state, self.id, "move")
        return min(FASTEST, self.profile.move_by(self.kit.locomotion) + more)

    @property
    def fins(self) -> int:
        """What its Movement is more where it drives without a turn."""
        return sum(each.straight for each in self.kit.upgrades)

    @property
    def half_move(self) -> int:
        """Half of that, in thousandths, rounded as the table says."""
        return halved(self.play, self.move)

    def suffers(self, condition: Condition) -> bool:
        """Whether a condition is on it."""
        return condition in self.record.conditions

    def effect(self, name: EffectName) -> bool:
        """Whether an effect is on it."""
        return has_effect(self.play.state, self.id, name)
