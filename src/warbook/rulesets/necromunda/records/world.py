"""Where a battle stands (`Turn`), and what never changes in it: the board, and what each player brought."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ....core import play as core_play
from ....core import state as core_state
from ....core.length import INCH
from ....mechanics.world import BattleWorld
from ....space.movement import Point
from ....space.shapes import contains
from ....space.terrain import Polygon
from ....space.vicinity import Vicinity
from ..printed import Armour, Profile, Wargear, Weapon
from ..printed.edition import Edition
from ..printed.options import AllOptions
from ..printed.scenario import Scenario
from ..printed.vehicles import Crew, Locomotion, Upgrade, VehicleProfile
from .things import CASKETS

HARMFUL = frozenset(
    {
        "archaeotech-device",
        "eggs",
        "fuel-cache",
        "fuel-drums",
        "fuel-pipes",
        "fungus",
        "generator",
        "grapple-weed",
        "needle-shrub",
        "plasma-canister",
        "plasma-pipes",
        "ritual-circle",
        "sewer",
        "still",
        "turbine",
        "web-gorse",
    }
)
"""The pieces of terrain that harm whoever stays near them."""
Phase: TypeAlias = Literal["setup", "priority", "action", "end", "over"]


class Turn(core_state.Turn, frozen=True, kw_only=True):
    """Where the battle stands.

    `seat` picks the next fighter, `actor` (or -1) is in its
    activation with `left` actions and `done` behind it; `group` still waits to be activated after it; `declined` says
    that the other side has just activated nobody.  `dark` is how far one sees in the dark (0: it is light)."""

    phase: Phase = "setup"
    round: int = 0
    priority: int = -1
    seat: int = 0
    actor: int = -1
    left: int = 0
    done: tuple[str, ...] = ()
    group: tuple[int, ...] = ()
    declined: bool = False
    bottled: tuple[bool, ...] = (False, False)
    points: tuple[int, ...] = (0, 0)
    dark: int = 0
    why_over: str = ""
    winner: int = -1


State = core_state.State[core_state.Body, Turn]


class Kit(Struct, frozen=True, dict=True):
    """What a fighter is and carries: its card, which no battle changes.  `accessories` are those of each weapon."""

    name: str
    profile: Profile
    weapons: tuple[Weapon, ...] = ()
    accessories: tuple[frozenset[str], ...] = ()
    armour: tuple[Armour, ...] = ()
    wargear: frozenset[str] = frozenset()
    skills: frozenset[str] = frozenset()
    gear: tuple[Wargear, ...] = ()  # the cards of its wargear, by id
    owner: int = -1  # of a beast: the fighter it belongs to

    @cached_property
    def arms(self) -> tuple[tuple[int, int], ...]:
        """Every weapon profile as (slot, profile)."""
        return tuple((s, p) for s, weapon in enumerate(self.weapons) for p in range(len(weapon.profiles)))

    @cached_property
    def sight_in_dark(self) -> int:
        """How much farther its gear lets it see in the dark, its sights left out."""
        return max((piece.sight_in_dark for piece in self.gear), default=0)

    @cached_property
    def shines(self) -> bool:
        """Whether something that it carries gives it away in the dark."""
        return any(piece.revealed for piece in self.gear)

    @cached_property
    def versatile_arms(self) -> tuple[tuple[int, int], ...]:
        """The versatile ones of these."""
        return tuple((s, p) for s, p in self.arms if self.weapons[s].profiles[p].has("versatile"))

    @cached_property
    def ranged_arms(self) -> tuple[tuple[int, int], ...]:
        """Those of these that are no melee weapons."""
        return tuple((s, p) for s, p in self.arms if self.weapons[s].profiles[p].range != "melee")


class VehicleKit(Struct, frozen=True):
    """What a crewed vehicle is: its card, its crew, how it gets about, the weapons of its mounts in their order, and
    what has been built into it, which its card includes as it does its `trailers`, and the skills of its crew."""

    name: str
    profile: VehicleProfile
    crew: Crew
    locomotion: Locomotion
    weapons: tuple[Weapon, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    skills: frozenset[str] = frozenset()
    trailers: int = 0


class World(BattleWorld[Kit], frozen=True, dict=True):
    """What never changes in a battle: the edition, the board, each fighter's kit and each vehicle's, the scenario.
    Records are numbered in that order: fighters, crewed vehicles, the things of the board and those that somebody
    brought, and the clouds that rise later.  `sides` are the fighters of each seat; `brought`
    has the fighter or vehicle that brings a thing to leave it on the table, by the id of the thing; `badzone` is the
    number of the record of what befalls a badzone, or -1."""

    edition: Edition
    gangs: tuple[str, ...]
    scenario: Scenario
    sides: tuple[tuple[int, ...], ...] = ()
    brought: Mapping[int, int] = {}
    vehicle_kits: tuple[VehicleKit, ...] = ()
    badzone: int = -1

    @cached_property
    def first_thing(self) -> int:
        """The number of the first record that is neither a fighter nor a crewed vehicle."""
        return self.count + len(self.vehicle_kits)

    @cached_property
    def first_cloud(self) -> int:
        """The number of the first cloud, if there is one: everything else is there from the start and has a name."""
        return len(self.names)

    def is_crewed(self, who: int) -> bool:
        """Whether this is the number of a crewed vehicle."""
        return self.count <= who < self.first_thing

    @cached_property
    def on_guard(self) -> tuple[int, ...]:
        """The fighters that know how to keep watch."""
        return tuple(number for number, kit in enumerate(self.kits) if "overwatch" in kit.skills)

    @cached_property
    def chances_of_hits(self) -> dict[Any, Any]:
        """What odds have found out about hits on vehicles."""
        return {}

    @cached_property
    def beasts(self) -> dict[int, tuple[int, ...]]:
        """The beasts of each fighter that has any."""
        owners = dict.fromkeys(kit.owner for kit in self.kits if kit.owner >= 0)
        return {who: tuple(n for n, kit in enumerate(self.kits) if kit.owner == who) for who in owners}

    @cached_property
    def widest(self) -> int:
        """The radius of the widest base."""
        return max((kit.profile.base // 2 for kit in self.kits), default=0)

    @cached_property
    def at_hand(self) -> int:
        """Within how many thousandths of the middle of a base, on one side of it, everything lies that is at hand."""
        hulls = (kit.profile.shape.radius for kit in self.vehicle_kits)
        return max((self.widest, *hulls)) + INCH

    @cached_property
    def doors_about(self) -> Vicinity:
        """Which doors may be at hand."""
        return Vicinity((door.line for door in self.board.doors), self.at_hand)

    @cached_property
    def door_terminals(self) -> tuple[tuple[int, Point], ...]:
        """The terminals of doors, each with the number of its door."""
        return tuple((number, spot) for number, door in enumerate(self.board.doors) for spot in door.terminals)

    @cached_property
    def door_terminals_about(self) -> Vicinity:
        """Which of these may be at hand."""
        return Vicinity(((*spot[:2], *spot[:2]) for _, spot in self.door_terminals), self.at_hand)

    @cached_property
    def duct_ends(self) -> tuple[tuple[int, int, Point], ...]:
        """The ends of ductways as (ductway, end, where it is)."""
        return tuple((n, end, duct.ends[end]) for n, duct in enumerate(self.board.ductways) for end in (0, 1))

    @cached_property
    def duct_ends_about(self) -> Vicinity:
        """Which of these may be at hand."""
        return Vicinity(((*spot[:2], *spot[:2]) for *_, spot in self.duct_ends), self.at_hand)

    @cached_property
    def traps(self) -> bool:
        """Whether there may be traps: on the board, in a casket, or in somebody's pack."""
        traps = self.edition.library.traps
        laid = any(marker.kind == "booby-trap" for marker in self.board.markers)
        carried = any(not traps.keys().isdisjoint(kit.wargear) for kit in self.kits)
        return laid or carried or self.caskets or any(each.lays in traps for each in self.upgrades)

    @cached_property
    def upgrades(self) -> tuple[Upgrade, ...]:
        """Everything that is built into vehicles."""
        return tuple(each for kit in self.vehicle_kits for each in kit.upgrades)

    @cached_property
    def caskets(self) -> bool:
        """Whether there may be loot caskets: on the board, or found in a badzone."""
        return self.badzone >= 0 or not self.kinds.isdisjoint(CASKETS)

    @cached_property
    def rats(self) -> bool:
        """Whether anybody brings bomb delivery rats, or a badzone has creatures that fare like them."""
        return self.badzone >= 0 or any("bomb-delivery-rats" in kit.wargear for kit in self.kits)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of markers that are on the board."""
        return frozenset(marker.kind for marker in self.board.markers)

    @cached_property
    def hazards(self) -> bool:
        """Whether there are pieces of terrain on the board that harm whoever stays near them."""
        return any(marker.kind in HARMFUL for marker in self.board.markers)

    @cached_property
    def ways_are_perilous(self) -> bool:
        """Whether there are pieces of terrain on the board that harm whoever passes: generators, sewers, fuel."""
        return any(marker.kind in ("generator", "sewer", "fuel-cache") for marker in self.board.markers)

    @cached_property
    def sewers(self) -> tuple[int, ...]:
        """The numbers of the areas of the board that are sewers."""
        return self.areas_with("sewer")

    @cached_property
    def sludge(self) -> tuple[int, ...]:
        """The numbers of the areas of the board that toxic sludge covers."""
        return self.areas_with("toxic-sludge")

    @cached_property
    def flooded(self) -> tuple[int, ...]:
        """The numbers of the areas of the board that are flooded passages."""
        return self.areas_with("flooded-passage")

    @cached_property
    def sections(self) -> tuple[int, ...]:
        """The numbers of the areas of the board that are collapsed sections."""
        return self.areas_with("collapsed-section")

    def areas_with(self, kind: str) -> tuple[int, ...]:
        """The numbers of the areas, pitfalls left out, in which a marker of some kind lies."""
        lie = [marker.at for marker in self.board.markers if marker.kind == kind]
        return tuple(
            number
            for number, area in enumerate(self.board.areas if lie else ())
            if area.kind != "pitfall" and any(contains(area.polygon, x, y) for x, y, _ in lie)
        )

    @cached_property
    def furnaces(self) -> tuple[Polygon, ...]:
        """The pitfalls in which furnaces burn."""
        return self.pits_with("furnace")

    def pits_with(self, kind: str) -> tuple[Polygon, ...]:
        """The pitfalls in which a marker of some kind lies."""
        lie = [marker.at for marker in self.board.markers if marker.kind == kind]
        pits = [area.polygon for area in self.board.areas if lie and area.kind == "pitfall"]
        return tuple(pit for pit in pits if any(contains(pit, x, y) for x, y, _ in lie))

    @cached_property
    def hatches(self) -> bool:
        """Whether there are service hatches on the board."""
        return any(marker.kind == "hatch" for marker in self.board.markers)

    @cached_property
    def crawlways(self) -> bool:
        """Whether there are service hatches on the board between which one may crawl."""
        return sum(marker.kind == "hatch" for marker in self.board.markers) > 1

    @cached_property
    def vehicles(self) -> bool:
        """Whether there are parked vehicles on the board."""
        return any(marker.kind == "vehicle" for marker in self.board.markers)


Play = core_play.Play[State, World, AllOptions]


def halved(play: Play, distance: int) -> int:
    """Half a Movement, in thousandths, rounded as the table says."""
    match play.option["half-movement"]:
        case "up":
            return -(-distance // (2 * INCH)) * INCH
        case "down":
            return max(1, distance // (2 * INCH)) * INCH
        case _:
            return distance // 2
