"""What can change in a battle, what never does, and how the rules talk about a fighter.

A `Fighter` is the record of one model, a `Model` the handle by which rules ask about it, a `Kit` what its player
brought for it.  Doors, caskets, traps and the like are records of their own, numbered after the fighters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...core import play as core_play
from ...core import state as core_state
from ...core.decision import Names
from ...core.effect import has_effect, total_effect
from ...core.length import INCH
from ...core.state import Placement, Posture, Record
from ...space.board import Board
from ...space.layout import Layout
from ...space.layout import layout as lay_out
from ...space.shapes import disc, width, within_reach
from ...space.sight import contact, wall_between, within
from ...space.terrain import MOVE, Area, Polygon
from .printed import Armour, Profile, Wargear, Weapon, WeaponProfile, wargear

STANDING_HEIGHT = 1250  # of a silhouette, where the books name none
PRONE_HEIGHT = 400
CONTACT = 10
GRAIN = 2  # thousandths that may be lost where a way is cut off at a whole one
GATE = 450  # how far the gate of a landing stands back from its edge
MOST = 6  # of Strength and Toughness
FASTEST = 8 * INCH
HALF_HIDDEN = 13  # of the 25 points of a silhouette: from here on cover is full


class Status(Enum):
    """How a fighter fares.  Engaged is not among them: it is asked, never stored."""

    STANDING = "standing"
    PINNED = "pinned"
    SERIOUS = "seriously-injured"
    OUT = "out-of-action"


POSTURE = {
    Status.STANDING: Posture.UP,
    Status.PINNED: Posture.DOWN,
    Status.SERIOUS: Posture.HELPLESS,
    Status.OUT: Posture.AWAY,
}


def placed(at: Placement, status: Status) -> Placement:
    """The same place, in the posture and height of a status."""
    height = STANDING_HEIGHT if status is Status.STANDING else PRONE_HEIGHT
    return replace(at, posture=int(POSTURE[status]), height=height)


class Fighter(Record, frozen=True, kw_only=True):
    """What can change about one fighter.

    `wounds` are those left, `flesh` the flesh wounds taken.  `out` holds the slots of weapons that are out of ammo,
    `jammed` those that are so for the battle, `gone` spent profiles as (slot, profile).  `conditions` are names,
    sorted.  `moved` is how far it went in its last activation, in thousandths."""

    status: Status = Status.STANDING
    wounds: int = 1
    flesh: int = 0
    ready: bool = False
    broken: bool = False
    out: tuple[int, ...] = ()
    jammed: tuple[int, ...] = ()
    gone: tuple[tuple[int, int], ...] = ()
    used: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    rinse: int = 0
    black_eel: int = 0
    moved: int = 0
    experience: int = 0
    credits: int = 0
    injuries: tuple[str, ...] = ()
    fled: bool = False
    deployed: bool = True


class Door(Record, frozen=True, kw_only=True):
    """A door: `state` is open, closed, locked or gone; `number` finds it on the board."""

    number: int
    state: str
    vault: bool = False
    wounds: int = 4


class Casket(Record, frozen=True, kw_only=True):
    """A loot casket: closed, until opened or broken open; then it may be a trap or an ammo cache that stands there."""

    wounds: int = 2
    open: bool = False


class Cache(Record, frozen=True, kw_only=True):
    """An ammo cache."""

    there: bool = True


class Trap(Record, frozen=True, kw_only=True):
    """A booby trap of some kind, until it is gone."""

    kind: str = "frag-trap"
    there: bool = True


class Vehicle(Record, frozen=True, kw_only=True):
    """A parked vehicle: hull points, whether its weapon is out of ammo or jammed, and the last round in which that was
    fired."""

    wounds: int = 3
    toughness: int = 5
    out: bool = False
    jammed: bool = False
    fired: int = 0
    wrecked: bool = False


class Lift(Record, frozen=True, kw_only=True):
    """A lift: `number` finds it on the board, `level` is the height of its plate, `sent` the last round in which
    somebody sent it up or down."""

    number: int
    level: int = 0
    sent: int = 0


class Cloud(Record, frozen=True, kw_only=True):
    """What hangs or burns in the air for a while: smoke, a flare, a graviton field.  `size` is its radius."""

    kind: str = "smoke"
    size: int = 2500
    there: bool = True


THINGS = (Door, Casket, Cache, Trap, Vehicle, Lift, Cloud)


class Turn(core_state.Turn, frozen=True, kw_only=True):
    """Where the battle stands.

    `phase` is setup, priority, action, end or over.  `seat` picks the next fighter, `actor` (or -1) is in its
    activation with `left` actions and `done` behind it; `group` still waits to be activated after it; `declined` says
    that the other side has just activated nobody.  `dark` is how far one sees in the dark (0: it is light)."""

    phase: str = "setup"
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


State = core_state.State[Any, Turn]


class Kit(Struct, frozen=True, dict=True):
    """What a fighter is and carries: its card, which no battle changes.  `accessories` are those of each weapon."""

    name: str
    profile: Profile
    weapons: tuple[Weapon, ...] = ()
    accessories: tuple[frozenset[str], ...] = ()
    armour: tuple[Armour, ...] = ()
    wargear: frozenset[str] = frozenset()
    skills: frozenset[str] = frozenset()
    owner: int = -1  # of a beast: the fighter it belongs to

    @cached_property
    def gear(self) -> tuple[Wargear, ...]:
        """The cards of its wargear, by name."""
        known = wargear()
        return tuple(known[item] for item in sorted(self.wargear) if item in known)

    @cached_property
    def arms(self) -> tuple[tuple[int, int], ...]:
        """Every weapon profile as (slot, profile)."""
        return tuple((s, p) for s, weapon in enumerate(self.weapons) for p in range(len(weapon.profiles)))

    @cached_property
    def versatile_arms(self) -> tuple[tuple[int, int], ...]:
        """The versatile ones of these."""
        return tuple((s, p) for s, p in self.arms if self.weapons[s].profiles[p].has("versatile"))

    @cached_property
    def ranged_arms(self) -> tuple[tuple[int, int], ...]:
        """Those of these that are no melee weapons."""
        return tuple((s, p) for s, p in self.arms if self.weapons[s].profiles[p].range != "melee")


class World(Struct, frozen=True, dict=True):
    """What never changes in a battle: the board, each fighter's kit, the scenario."""

    board: Board
    kits: tuple[Kit, ...]
    names: Mapping[int, str]
    gangs: tuple[str, ...]
    scenario: Any = None
    sides: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def on_guard(self) -> tuple[int, ...]:
        """The fighters that know how to keep watch."""
        return tuple(number for number, kit in enumerate(self.kits) if "overwatch" in kit.skills)

    @cached_property
    def vehicles(self) -> bool:
        """Whether there are parked vehicles on the board."""
        return any(marker.kind == "vehicle" for marker in self.board.markers)

    @cached_property
    def count(self) -> int:
        """How many fighters there are; records from here on are things."""
        return len(self.kits)

    def knowing(self, skill: str) -> tuple[int, ...]:
        """The fighters of either side that know a skill."""
        known: dict[str, tuple[int, ...]] = self.__dict__.setdefault("_knowing", {})
        if skill not in known:
            known[skill] = tuple(who for who, kit in enumerate(self.kits) if skill in kit.skills)
        return known[skill]


Play = core_play.Play[Any, Turn, World]


class Model(core_play.Model[Fighter]):
    """A fighter, in the words of the rules."""

    __slots__ = ()

    # ---- its card ----------------------------------------------------------------------------------------------------

    @property
    def kit(self) -> Kit:
        world: World = self.play.world
        return world.kits[self.id]

    @property
    def profile(self) -> Profile:
        world: World = self.play.world
        return world.kits[self.id].profile

    def has(self, skill: str) -> bool:
        """Whether it knows a skill."""
        return skill in self.kit.skills

    @property
    def armour(self) -> tuple[Armour, ...]:
        """What it wears: armour, overlays, shields and fields."""
        return self.kit.armour

    def carries(self, item: str) -> bool:
        """Whether it carries a piece of wargear."""
        return item in self.kit.wargear

    def weapon(self, arm: tuple[int, int]) -> WeaponProfile:
        """The profile of one of its weapons."""
        return self.kit.weapons[arm[0]].profiles[arm[1]]

    def fitted(self, arm: tuple[int, int], accessory: str) -> bool:
        """Whether that weapon bears an accessory."""
        return arm[0] < len(self.kit.accessories) and accessory in self.kit.accessories[arm[0]]

    def usable(self, arm: tuple[int, int]) -> bool:
        """Whether that weapon can be used at all: not out of ammo, jammed or spent."""
        r = self.record
        return arm[0] not in r.out and arm[0] not in r.jammed and arm not in r.gone

    # ---- its state ---------------------------------------------------------------------------------------------------

    @property
    def at(self) -> Placement:
        return self.record.at

    @property
    def standing(self) -> bool:
        return self.record.status is Status.STANDING

    @property
    def pinned(self) -> bool:
        return self.record.status is Status.PINNED

    @property
    def serious(self) -> bool:
        return self.record.status is Status.SERIOUS

    @property
    def prone(self) -> bool:
        return self.record.status in (Status.PINNED, Status.SERIOUS)

    @property
    def on_table(self) -> bool:
        return self.record.status is not Status.OUT

    @property
    def active(self) -> bool:
        """Standing, and not engaged."""
        return self.standing and not self.engaged

    @property
    def engaged(self) -> bool:
        """Standing, and in base contact with an enemy that stands."""
        return bool(engaged_with(self.play, self.id))

    @property
    def broken(self) -> bool:
        return self.record.broken

    def suffers(self, condition: str) -> bool:
        """Whether a condition is on it."""
        return condition in self.record.conditions

    # ---- its characteristics, as they are now ------------------------------------------------------------------------

    @property
    def move(self) -> int:
        """Movement in thousandths."""
        gunk = INCH if "gunked" in self.record.conditions else 0
        more = total_effect(self.play.state, self.id, "move")
        swift = min(max(FASTEST, self.profile.move), self.profile.move + more) if more else self.profile.move
        return max(INCH, swift - gunk)

    @property
    def half_move(self) -> int:
        """Half of that, in thousandths, rounded as the table says."""
        match self.play.option["half-movement"]:
            case "up":
                return -(-self.move // (2 * INCH)) * INCH
            case "down":
                return max(1, self.move // (2 * INCH)) * INCH
            case _:
                return self.move // 2

    @property
    def strength(self) -> int:
        """Nothing raises it above 6 that was not above it on the card."""
        more = total_effect(self.play.state, self.id, "strength")
        return min(max(MOST, self.profile.s), self.profile.s + more) if more else self.profile.s

    @property
    def toughness(self) -> int:
        """What flesh wounds have left of it; nothing raises it above 6 that was not above it on the card."""
        more = total_effect(self.play.state, self.id, "toughness")
        return min(max(MOST, self.profile.t), self.profile.t + more) - self.record.flesh

    @property
    def initiative(self) -> int:
        """The number an Initiative test needs; a concussion leaves it no worse than 6+."""
        worse = total_effect(self.play.state, self.id, "initiative") - sum(a.initiative for a in self.kit.armour)
        return min(max(6, self.profile.i), self.profile.i + worse) if worse else self.profile.i

    def effect(self, name: str) -> bool:
        """Whether an effect is on it."""
        return has_effect(self.play.state, self.id, name)


# ---- the position, asked in bulk -------------------------------------------------------------------------------------

S = TypeVar("S", bound=Record)


def layout(play: Play) -> Layout:
    """The packed placements, with every closed door a wall."""
    derived: Layout | None = play.state.derived
    return derived if derived is not None else derive(play.world, play.state)


def derive(world: World, state: State) -> Layout:
    """Packs the placements of a position, which keeps them from then on."""
    walls, clouds, ground = door_walls(world, state), smoke(world, state), heavy_ground(world, state)
    return lay_out(state, world.board, walls, clouds, ground)


def door_walls(world: World, state: State) -> tuple[tuple[int, ...], ...]:
    """What bars the way for now: doors that are shut, and the gates of landings where the lift is not."""
    board = world.board
    shut = [board.door_edge(d.number) for d in _things(world, state, Door) if d.state in ("closed", "locked")]
    return (*shut, *(gate for lift in _things(world, state, Lift) for gate in gates(board, lift)))


def gates(board: Board, lift: Lift) -> Iterator[tuple[int, ...]]:
    """Low gates on every landing of a lift, except where its plate is.  They stand back from the edge, so that nobody
    whose base hangs over it is caught."""
    corners = board.lifts[lift.number].polygon
    cx, cy = sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)
    polygon = [(x + max(-GATE, min(GATE, cx - x)), y + max(-GATE, min(GATE, cy - y))) for x, y in corners]
    for level in board.lifts[lift.number].levels:
        if level and level != lift.level:
            for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
                yield (ax, ay, bx, by, level, level + INCH, MOVE)


def smoke(world: World, state: State) -> tuple[tuple[int, int, int, int], ...]:
    """Smoke, as spheres that nobody sees through."""
    hanging = (c for c in _things(world, state, Cloud) if c.kind == "smoke" and c.there)
    return tuple((c.at.x, c.at.y, c.at.z, c.size) for c in hanging)


def heavy_ground(world: World, state: State) -> tuple[Area, ...]:
    """Graviton fields, in which every step is hard."""
    fields = (c for c in _things(world, state, Cloud) if c.kind == "graviton" and c.there)
    return tuple(Area(disc(c.at.x, c.at.y, c.size), c.at.z, INCH, "difficult") for c in fields)


def things(play: Play, kind: type[S]) -> Iterator[S]:
    """All records of a kind of thing."""
    return _things(play.world, play.state, kind)


def _things(world: World, state: State, kind: type[S]) -> Iterator[S]:
    for record in state.records[world.count :]:
        if type(record) is kind:
            yield record


def fighters(play: Play) -> list[Fighter]:
    """The records of all fighters, on the table or not."""
    records: list[Fighter] = play.state.records[: play.world.count]
    return records


def enemies(play: Play, seat: int) -> list[Fighter]:
    """The fighters of the other side that are on the table."""
    return [f for f in fighters(play) if f.owner != seat and f.status is not Status.OUT]


def friends(play: Play, who: int) -> list[Fighter]:
    """The other fighters of its own side that are on the table."""
    me = play.state.records[who]
    return [f for f in fighters(play) if f.owner == me.owner and f.id != who and f.status is not Status.OUT]


def beasts_of(play: Play, who: int) -> list[int]:
    """The beasts of a fighter that are on the table."""
    kits = play.world.kits
    return [f.id for f in fighters(play) if kits[f.id].owner == who and f.status is not Status.OUT]


def engaged_with(play: Play, who: int) -> tuple[int, ...]:
    """The standing enemies in base contact with a standing fighter, or across a barricade that both touch."""
    memo = layout(play).memo
    key = ("engaged", who)
    found: tuple[int, ...] | None = memo.get(key)
    if found is None:
        found = memo[key] = _touching(play, who)
    return found


def _touching(play: Play, who: int) -> tuple[int, ...]:
    me: Fighter = play.state.records[who]
    if me.status is not Status.STANDING:
        return ()
    at, owner, board = me.at, me.owner, play.world.board
    x, y, beyond = at.x, at.y, at.radius + INCH
    near = []
    for f in fighters(play):
        other = f.at
        if f.owner == owner or f.status is not Status.STANDING:
            continue
        far = beyond + other.radius
        if not (-far < other.x - x < far and -far < other.y - y < far):
            continue  # most enemies are nowhere near
        if meet(board, at, other):
            near.append(f.id)
    return tuple(near)


def meet(board: Board, a: Placement, b: Placement) -> bool:
    """Whether two fighters that stand there could fight: base to base, or across a barricade."""
    return contact(a, b, CONTACT) or across_barricade(board, a, b)


def across_barricade(board: Board, a: Placement, b: Placement) -> bool:
    """Whether two fighters touch one obstacle less than an inch wide, and face each other over it: less than an inch
    apart."""
    if not board.obstacles or not within(a, b, INCH - 1):
        return False
    return any(_touches(a, polygon, z) and _touches(b, polygon, z) for polygon, z in barricades(board))


def _touches(at: Placement, polygon: Polygon, z: int) -> bool:
    return at.z == z and within_reach(polygon, at.x, at.y, at.radius + CONTACT)


@lru_cache(maxsize=64)
def barricades(board: Board) -> tuple[tuple[Polygon, int], ...]:
    """The obstacles narrow enough to fight across, and the floors they stand on."""
    return tuple((o.polygon, o.z) for o in board.obstacles if width(o.polygon) < INCH)


def nothing_between(play: Play, a: Placement, b: Placement) -> bool:
    """Whether no wall and no closed door stands between two places, on the level of the higher one."""
    return not wall_between(layout(play), play.world.board, a, b, PRONE_HEIGHT)


def namer(play: Play, words: Mapping[Any, str] | None = None) -> Names:
    """How ids are read out to people; a negative one stands for nobody.  `words` are for options that are no ids."""
    return Names(play.world.names, words)
