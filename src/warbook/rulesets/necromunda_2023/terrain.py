"""Things on the table: doors and terminals, loot caskets, ammo caches, booby traps, ductways and lifts.

What a fighter may do with a thing is an action; what a thing does to a fighter happens where the thing is met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from ...core.action import Action, requirement
from ...core.decision import Choose, Reasons
from ...core.dice import D3, D6, Pool
from ...core.length import INCH, written
from ...core.state import Placement, Posture, Record
from ...space.board import Board
from ...space.decisions import ROUND, Place
from ...space.movement import Point, beside
from ...space.routes import foot_of
from ...space.shapes import UNIT, contains, near_segment, stretched
from ...space.terrain import Polygon
from . import blasts, injury, moving, printed, scoring
from .characteristics import passes_intelligence
from .events import (
    CasketCarried,
    CasketOpened,
    Does,
    DoorChanged,
    Found,
    LiftSent,
    Moved,
    ThingDamaged,
    ThingGone,
    ThingPlaced,
    Wrecked,
)
from .harm import Strike, wound_number
from .model import (
    CONTACT,
    Cache,
    Casket,
    Door,
    Fighter,
    Lift,
    Model,
    Play,
    Status,
    Trap,
    Vehicle,
    fighters,
    friends,
    layout,
    namer,
    nothing_between,
    things,
    within,
)
from .requirements import caskets_on_board, doors_on_board, ductways_on_board, lifts_on_board, standing_active
from .saves import SURROUNDINGS

REACH = 1 * INCH
TRAP_REACH = 2 * INCH
DOOR_TOUGHNESS, VAULT_TOUGHNESS, CASKET_TOUGHNESS = 5, 8, 4
LIFT_REACH = 4 * INCH
CRUSHING_LIFT = Strike(strength=None, damage=0, sure_wound=True, no_save=True)
CLOSING_DOOR = Strike(strength=3, ap=0, damage=2)


# ---- what a fighter can reach, and whether it may handle it ----------------------------------------------------------


def near_point(model: Model, point: Point, reach: int = REACH) -> bool:
    """Whether a point is within reach of a base."""
    at = model.at
    far = at.radius + reach
    if not (-far <= point[0] - at.x <= far and -far <= point[1] - at.y <= far):
        return False
    return within(at, Placement(*point, radius=0), reach)


def at_hand(model: Model, point: Point) -> bool:
    """Whether a point is within an inch of a base, with nothing solid between; a point of a wall is in reach from both
    sides of it."""
    if not near_point(model, point):
        return False
    at = model.at
    dx, dy = at.x - point[0], at.y - point[1]
    size = max(abs(dx), abs(dy), 1)
    this_side = Placement(point[0] + dx * 60 // size, point[1] + dy * 60 // size, point[2], radius=0)
    return nothing_between(model.play, at, this_side)


def near_line(at: Placement, line: tuple[int, int, int, int], z: int, reach: int) -> bool:
    """Whether a base is within reach of a line on its own level."""
    far, (ax, ay, bx, by) = at.radius + reach, line
    if max(ax, bx) + far < at.x or min(ax, bx) - far > at.x or max(ay, by) + far < at.y or min(ay, by) - far > at.y:
        return False
    return abs(at.z - z) <= reach and near_segment(at.x, at.y, *line, at.radius + reach)


def doors_beside(model: Model) -> tuple[int, ...]:
    """The doors within an inch, however they stand."""
    play: Play = model.play
    if not play.world.board.doors:
        return ()
    memo = layout(play).memo
    key = ("doors", model.id)
    found: tuple[int, ...] | None = memo.get(key)
    if found is None:
        at, doors = model.at, play.world.board.doors
        found = memo[key] = tuple(
            d.id for d in things(play, Door) if near_line(at, doors[d.number].line, doors[d.number].z, REACH)
        )
    return found


def doors_near(model: Model, *states: str) -> list[int]:
    """The doors within an inch that stand in one of these ways."""
    play: Play = model.play
    return [who for who in doors_beside(model) if play.state.records[who].state in states]


def caskets_near(model: Model) -> list[int]:
    """The closed loot caskets within an inch."""
    play: Play = model.play
    if not play.world.board.markers:
        return []
    memo = layout(play).memo
    key = ("caskets", model.id)
    found: tuple[int, ...] | None = memo.get(key)
    if found is None:
        found = memo[key] = tuple(
            c.id for c in things(play, Casket) if at_hand(model, (c.at.x, c.at.y, c.at.z)) or _touches(model, c)
        )
    records = play.state.records
    return [who for who in found if isinstance(records[who], Casket) and not records[who].open]


def _touches(model: Model, casket: Casket) -> bool:
    return within(model.at, casket.at, REACH) and nothing_between(model.play, model.at, casket.at)


def clever(model: Model, intelligence: int) -> bool:
    """Beasts handle only what they are clever enough for."""
    return model.profile.role != "beast" or 0 < model.profile.intelligence <= intelligence


def strong(model: Model) -> bool:
    """Beasts carry and break only with Strength 4 or more."""
    return model.profile.role != "beast" or model.strength >= 4


TOO_SIMPLE = "A beast is not clever enough for that."
TOO_WEAK = "A beast needs a Strength of 4 for that."


@requirement("It must be within an inch of an open or unlocked door.")
def door_to_operate(model: Model) -> bool | str:
    return bool(operable(model)) and (clever(model, 7) or TOO_SIMPLE)


@requirement("It must be within an inch of the terminal of a door.")
def terminal_to_access(model: Model) -> bool | str:
    return bool(terminals_near(model)) and (clever(model, 5) or TOO_SIMPLE)


@requirement("It must be within an inch of a locked door.")
def door_to_force(model: Model) -> bool | str:
    return bool(doors_near(model, "locked")) and (strong(model) or TOO_WEAK)


@requirement("It must be within an inch of a closed loot casket.")
def casket_to_smash(model: Model) -> bool | str:
    return bool(caskets_near(model)) and (strong(model) or TOO_WEAK)


@requirement("It must be within an inch of a closed loot casket.")
def casket_to_unlock(model: Model) -> bool | str:
    return bool(caskets_near(model)) and (clever(model, 5) or TOO_SIMPLE)


@requirement("It must be within an inch of an end of a ductway.")
def ductway_near(model: Model) -> bool:
    return bool(duct_ends_near(model))


# ---- doors -----------------------------------------------------------------------------------------------------------


def operable(model: Model) -> list[int]:
    """The doors within an inch that it may simply open or close.  In a battle with an attacker the defender's side
    has the keys to what is locked."""
    play: Play = model.play
    keys = ("locked",) if defends(play, model.owner) else ()
    return doors_near(model, "open", "closed", *keys)


def defends(play: Play, seat: int) -> bool:
    """Whether a side is the defender of a battle that has one."""
    attacker = play.world.scenario.attacker
    return bool(attacker) and ("red", "blue")[seat] != attacker


def operate_door(play: Play, model: Model) -> None:
    """Open a closed door or close an open one."""
    door = _which(play, model, "door", "Which door?", operable(model))
    swing(play, door)


def swing(play: Play, who: int) -> None:
    """A door opens or closes; whoever stands in a closing door gets out of the way or is crushed; traps next to it
    mind."""
    door: Door = play.state.records[who]
    if door.state != "open":
        play.happen(DoorChanged(who, "open"))
    else:
        line, z = _line(play, door)
        caught = in_the_way(play, lambda at: in_doorway(at, line, z))
        for victim in caught:
            crush(play, Model(play, victim), CLOSING_DOOR, "door", lambda at: _still(in_doorway(at, line, z)))
        play.happen(DoorChanged(who, "closed"))
        for victim in caught:
            squeeze_out(play, Model(play, victim), line, z)
    rattle(play, door)


def _line(play: Play, door: Door) -> tuple[tuple[int, int, int, int], int]:
    printed_door = play.world.board.doors[door.number]
    return printed_door.line, printed_door.z


def rattle(play: Play, door: Door) -> None:
    """A door that moves may set off a trap within an inch of it."""
    line, z = _line(play, door)
    for trap in list(things(play, Trap)):
        if trap.there and near_line(trap.at, line, z, REACH):
            spring(play, trap.id)


def in_doorway(at: Placement, line: tuple[int, int, int, int], z: int) -> bool:
    """Whether a base is in the way of a door: more than touching it."""
    return abs(at.z - z) <= REACH and near_segment(at.x, at.y, *line, at.radius - CONTACT)


def _still(caught: bool) -> Reasons:
    return ("It would still be in the way.",) if caught else ()


def in_the_way(play: Play, where: Callable[[Placement], bool]) -> list[int]:
    """The fighters on the table in such a place."""
    return [f.id for f in fighters(play) if f.at.posture and where(f.at)]


def crush(play: Play, model: Model, blow: Strike, why: str, clear: Callable[[Placement], Reasons]) -> None:
    """An Initiative test to step up to 2" out of the way of something heavy; whoever fails, or has nowhere to go, is
    hit."""
    if not moving.step_aside(play, model, clear, why):
        injury.strike(play, model, blow, 1, -1, SURROUNDINGS)


def squeeze_out(play: Play, model: Model, line: tuple[int, int, int, int], z: int) -> None:
    """Whoever is still in a door that has closed is put clear of it, the shortest way; to either side by chance,
    where it stood right in the middle."""
    at = model.at
    if not model.on_table or not in_doorway(at, line, z):
        return
    x1, y1, x2, y2 = line
    side = (at.x - x1) * (y2 - y1) - (at.y - y1) * (x2 - x1)
    if side == 0:
        side = 1 if play.roll(Pool(1, 2), "door.side", "To which side") == 1 else -1
        out = (y2 - y1, x1 - x2) if side > 0 else (y1 - y2, x2 - x1)
        x, y = beside((at.x, at.y), CONTACT, out)
        play.happen(Moved(model.id, x, y, at.z))
    foes = [f.id for f in fighters(play) if f.owner != model.owner and f.status in (Status.ACTIVE, Status.PINNED)]
    moving.put_clear(play, model, [] if model.serious else foes)


OPERATE_DOOR: Action[Model] = Action(
    "operate-door",
    "Operate Door",
    cost="simple",
    summary="Open a closed door or close an open one within an inch. Whoever stands in a door that closes must get "
    "clear with an Initiative test or takes a hit.",
    cite="core 2023, fighter actions",
    requires=(doors_on_board, standing_active, door_to_operate),
    rule=operate_door,
    leaves_open="Locked doors open for the defender of a battle that has an attacker.",
)


def terminals_near(model: Model) -> list[int]:
    """The doors whose terminals are within an inch."""
    play: Play = model.play
    doors = play.world.board.doors
    if not doors:
        return []
    memo = layout(play).memo
    key = ("terminals", model.id)
    found: tuple[int, ...] | None = memo.get(key)
    if found is None:
        found = memo[key] = tuple(
            d.id for d in things(play, Door) if any(at_hand(model, t) for t in doors[d.number].terminals)
        )
    return [who for who in found if play.state.records[who].state != "gone"]


def access_terminal(play: Play, model: Model) -> None:
    """An Intelligence test at -2 (a vault's at -4): passed, the door is unlocked for good and swings open or shut."""
    who = _which(play, model, "door", "Which door's terminal?", terminals_near(model))
    door: Door = play.state.records[who]
    play.happen(Does(model.id, "works at the terminal of", who))
    if passes_intelligence(model, "terminal", (-4 if door.vault else -2) + lock_bonus(model)):
        if door.state == "locked":
            play.happen(DoorChanged(who, "closed"))
        swing(play, who)


def lock_bonus(model: Model) -> int:
    """What its gear adds to Intelligence tests at terminals and locks."""
    return max((printed.wargear()[item].lock for item in model.kit.wargear if item in printed.wargear()), default=0)


ACCESS_TERMINAL: Action[Model] = Action(
    "access-terminal",
    "Access Terminal",
    cost="basic",
    summary="Within an inch of a door terminal, pass an Intelligence test at -2 (-4 for a vault) to operate its door "
    "from there, locked or not.",
    cite="core 2023, fighter actions",
    requires=(doors_on_board, standing_active, terminal_to_access),
    rule=access_terminal,
)


def force_door(play: Play, model: Model) -> None:
    """A die and Strength, two more for each other friend touching the door: 9 opens it, 11 a vault."""
    who = _which(play, model, "door", "Which door?", doors_near(model, "locked"))
    door: Door = play.state.records[who]
    line, z = _line(play, door)
    play.happen(Does(model.id, "forces", who))
    help_ = sum(near_line(f.at, line, z, CONTACT) for f in friends(play, model.id) if f.status is Status.ACTIVE)
    punch = max((printed.wargear()[i].force for i in model.kit.wargear if i in printed.wargear()), default=0)
    need = 11 if door.vault else 9
    total = play.roll(D6, "force", f"Forcing the door, {need} needed") + model.strength + punch + 2 * help_
    if total >= need:
        play.happen(DoorChanged(who, "gone" if punch else "open"))
        rattle(play, door)
    else:
        play.note(model.id, "the door holds.")


FORCE_DOOR: Action[Model] = Action(
    "force-door",
    "Force Door",
    cost="basic",
    summary="Within an inch of a locked door, roll a D6 and add your Strength, and 2 for each friend touching the "
    "door: on 9 or more (11 for a vault) it opens.",
    cite="core 2023, fighter actions",
    requires=(doors_on_board, standing_active, door_to_force),
    rule=force_door,
)


# ---- loot caskets ----------------------------------------------------------------------------------------------------


def smash_open_casket(play: Play, model: Model) -> None:
    """A die and Strength: on 6 or more the casket bursts open, and what was in it has suffered."""
    who = _which(play, model, "casket", "Which casket?", caskets_near(model))
    play.happen(Does(model.id, "smashes", who))
    if play.roll(D6, "smash", "Smashing the casket, 6 with Strength") + model.strength >= 6:
        open_casket(play, who, model, -1)
    else:
        play.note(model.id, "the casket holds.")


SMASH_OPEN_CASKET: Action[Model] = Action(
    "smash-open-casket",
    "Smash Open Loot Casket",
    cost="basic",
    summary="Within an inch of a loot casket, roll a D6 and add your Strength: on 6 or more it opens, but subtract 1 "
    "from the roll for what is inside.",
    cite="core 2023, fighter actions",
    requires=(caskets_on_board, standing_active, casket_to_smash),
    rule=smash_open_casket,
)


def bypass_casket_lock(play: Play, model: Model) -> None:
    """An Intelligence test opens the casket as it should be opened."""
    who = _which(play, model, "casket", "Which casket?", caskets_near(model))
    play.happen(Does(model.id, "works at the lock of", who))
    if passes_intelligence(model, "lock", lock_bonus(model)):
        open_casket(play, who, model, 0)


BYPASS_CASKET_LOCK: Action[Model] = Action(
    "bypass-casket-lock",
    "Bypass Loot Casket Lock",
    cost="basic",
    summary="Within an inch of a loot casket, pass an Intelligence test to open it.",
    cite="core 2023, fighter actions",
    requires=(caskets_on_board, standing_active, casket_to_unlock),
    rule=bypass_casket_lock,
)


def open_casket(play: Play, who: int, opener: Model | None, modifier: int) -> None:
    """What is inside: a trap, some credits, or ammunition for everybody.  Some openers know where to look for more."""
    play.happen(CasketOpened(who))
    if opener is not None:
        scoring.casket_opened(play, opener)
    roll = max(1, play.roll(D6, "contents", "What is inside") + modifier)
    inside = next(row for row in printed.loot() if row.low <= roll <= row.high)
    if opener is not None:
        if inside.credits:
            play.happen(Found(opener.id, play.roll(D6, "credits", "Credits")))
        if opener.has("always-another-secret"):
            play.happen(Found(opener.id, 10 * play.roll(D6, "secret", "Another secret")))
    if inside.becomes:
        play.happen(ThingPlaced(who, inside.becomes))
    if inside.becomes == "frag-trap" and play.option["casket-traps-spring"]:
        at = play.state.records[who].at
        if any(f.at.posture and within(f.at, at, TRAP_REACH) for f in fighters(play)):
            spring(play, who)


def carry_casket(play: Play, model: Model) -> None:
    """Make a Move and take the casket along: at the end it lies in contact with its carrier, or where that was last."""
    who = _which(play, model, "casket", "Which casket?", caskets_near(model))
    moving.stride(play, model, "Where does it carry the casket?")
    at = model.at
    spots = set_down(play, model, play.state.records[who]) if model.on_table else []
    spot = spots[0] if spots else (at.x, at.y, at.z)
    if len(spots) > 1:
        spot = play.ask(model.owner, Choose("casket.side", "Where does it set the casket down?", lambda: spots, named=_told))
    play.happen(CasketCarried(who, *spot))


def _told(spot: Point) -> str:
    return f"at ({written(spot[0])}, {written(spot[1])})"


def set_down(play: Play, model: Model, casket: Casket) -> list[Point]:
    """Where a casket can lie in contact with its carrier: eight places round it, those behind it first, that no wall
    and no other base takes up."""
    me, board = model.at, play.world.board
    where = Place("", "", board, layout(play), casket.id, facing=False)
    fx, fy = stretched(me.fx, me.fy, UNIT)
    ring = sorted((stretched(*d, UNIT) for d in ROUND[::2]), key=lambda d: d[0] * fx + d[1] * fy)
    spots = [(*beside((me.x, me.y), me.radius + casket.at.radius, d), me.z) for d in ring]
    return [spot for spot in spots if not where.legal(spot)]


CARRY_CASKET: Action[Model] = Action(
    "carry-casket",
    "Carry Loot Casket",
    cost="simple",
    summary="Within an inch of a loot casket, make a move and take it with you; it ends in contact with you.",
    cite="core 2023, fighter actions",
    requires=(caskets_on_board, standing_active, casket_to_smash),
    rule=carry_casket,
)


# ---- booby traps -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _may_hold_traps(board: Board) -> bool:
    return any(marker.kind in ("booby-trap", "casket") for marker in board.markers)


def traps_about(play: Play, at: Placement, legs: Sequence[Sequence[int]]) -> bool:
    """Whether a trap lies near a route that begins at a place: near the box around it."""
    if not _may_hold_traps(play.world.board):
        return False
    xs, ys = [at.x, *[leg[0] for leg in legs]], [at.y, *[leg[1] for leg in legs]]
    far = at.radius + TRAP_REACH
    west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    for trap in things(play, Trap):
        wide, x, y = trap.at.radius, trap.at.x, trap.at.y
        if trap.there and west <= x + wide and x - wide <= east and south <= y + wide and y - wide <= north:
            return True
    return False


def traps_met(play: Play, at: Placement, to: Placement) -> Iterator[tuple[int, int]]:
    """The traps that a straight way brings a model within 2" of: how far along it (in thousandths), and which."""
    for trap in things(play, Trap):
        if trap.there:
            where = nears(at, to, trap.at, TRAP_REACH)
            if where >= 0:
                yield where, trap.id


def nears(at: Placement, to: Placement, thing: Placement, reach: int) -> int:
    """How far along a straight way (in thousandths of it) one first comes within reach of a thing; -1 where one never
    does, or was there from the start."""
    if within(at, thing, reach):
        return -1
    dx, dy, dz = to.x - at.x, to.y - at.y, to.z - at.z

    def near(where: int) -> bool:
        here = replace(at, x=at.x + dx * where // 1000, y=at.y + dy * where // 1000, z=at.z + dz * where // 1000)
        return within(here, thing, reach)

    square = dx * dx + dy * dy
    closest = 1000 * ((thing.x - at.x) * dx + (thing.y - at.y) * dy) // square if square else 1000
    low, high = 0, max(0, min(1000, closest))
    if not near(high):
        high = 1000
        if not near(high):
            return -1
    while high - low > 1:
        middle = (low + high) // 2
        if near(middle):
            high = middle
        else:
            low = middle
    return high


def spring(play: Play, who: int) -> None:
    """A die: 1 it was a dud, 2-3 nothing happens, 4-6 it goes off."""
    trap = play.state.records[who]
    if not isinstance(trap, Trap) or not trap.there:
        return  # it went off meanwhile
    face: int = play.roll(D6, "trap", "The trap")
    if face == 1:
        play.happen(ThingGone(who))
    elif face >= 4:
        explode(play, who)


def explode(play: Play, who: int) -> None:
    """A trap goes off where it lies, and is gone."""
    trap: Trap = play.state.records[who]
    play.happen(ThingGone(who))
    blasts.detonate(play, printed.traps()[trap.kind].profile, (trap.at.x, trap.at.y, trap.at.z), -1)


# ---- damage to things ------------------------------------------------------------------------------------------------


def damage_thing(play: Play, who: int, blow: Strike, hits: int, by: int = -1) -> None:
    """Hits on a door, a casket or a vehicle: a wound roll against its toughness, no save, and its wounds go down."""
    thing = play.state.records[who]
    if not isinstance(thing, Door | Casket | Vehicle) or thing.wounds <= 0:
        return  # another hit has dealt with it
    lost = play.dice(thing_damage, blow, toughness_of(play, thing), hits)
    if not lost:
        return
    play.happen(ThingDamaged(who, lost))
    if play.state.records[who].wounds > 0:
        return
    if isinstance(thing, Door):
        play.happen(DoorChanged(who, "gone"))
    elif isinstance(thing, Casket):
        near = by >= 0 and within(play.state.records[by].at, thing.at, REACH)
        open_casket(play, who, Model(play, by) if near else None, -1)
    else:
        play.happen(Wrecked(who))


def thing_damage(play: Play, blow: Strike, toughness: int, hits: int) -> int:
    """Dice rule: the wounds that so many hits take off a thing."""
    lost = 0
    for _ in range(hits):
        need = wound_number(blow.strength or 0, toughness)
        face: int = play.roll(D6, "wound", f"To damage, {need}+")
        if face >= need:
            lost += (blow.damage or 0) + (face == 6 and "rending" in blow.traits)
    return lost


def toughness_of(play: Play, thing: Door | Casket | Vehicle) -> int:
    """What a hit has to beat: what the board says of a door, else what the book does."""
    if isinstance(thing, Door):
        return play.world.board.doors[thing.number].toughness or (VAULT_TOUGHNESS if thing.vault else DOOR_TOUGHNESS)
    return CASKET_TOUGHNESS if isinstance(thing, Casket) else thing.toughness


# ---- ductways --------------------------------------------------------------------------------------------------------


def duct_ends_near(model: Model) -> list[tuple[int, int]]:
    """The ends of ductways within an inch, as (ductway, end)."""
    play: Play = model.play
    if not play.world.board.ductways:
        return []
    memo = layout(play).memo
    key = ("ducts", model.id)
    found: list[tuple[int, int]] | None = memo.get(key)
    if found is None:
        found = memo[key] = [
            (number, end)
            for number, duct in enumerate(play.world.board.ductways)
            for end in (0, 1)
            if at_hand(model, duct.ends[end])
        ]
    return found


def duct_exit(model: Model, at: tuple[int, int]) -> Place:
    """Where a fighter may come out at the other end of a ductway: an inch from every enemy, those who lie injured
    too."""
    play: Play = model.play
    far = play.world.board.ductways[at[0]].ends[1 - at[1]]
    mouth = Placement(*far, radius=0)

    def inside(to: Placement) -> Reasons:
        return () if nothing_between(play, to, mouth) else ("A wall stands between there and the end of the ductway.",)

    return Place(
        "exit",
        "Where does it come out?",
        play.world.board,
        layout(play),
        model.id,
        near=far,
        within=REACH,
        inside=inside,
        keep_clear=moving.KEEP_CLEAR,
        keep_from=Posture.HELPLESS,
        name=namer(play),
    )


def ways_through(model: Model) -> list[tuple[int, int]]:
    """The ends of ductways within an inch behind which there is room."""
    play: Play = model.play
    memo = layout(play).memo
    key = ("ways", model.id)
    found: list[tuple[int, int]] | None = memo.get(key)
    if found is None:
        found = memo[key] = [at for at in duct_ends_near(model) if duct_exit(model, at).candidates(1)]
    return found


@requirement("There must be room at the other end of the ductway, an inch from every enemy.")
def way_through(model: Model) -> bool:
    return bool(ways_through(model))


def crawl_through_ductway(play: Play, model: Model) -> None:
    """Go in at one end of a ductway and come out at the other."""
    ends = ways_through(model)
    at = ends[0]
    if len(ends) > 1:
        ducts = play.world.board.ductways
        at = play.ask(
            model.owner, Choose("ductway", "Which ductway?", lambda: ends, named=lambda way: f"the {ducts[way[0]].id}")
        )
    moving.put_down(play, model, duct_exit(model, at))


CRAWL_THROUGH_DUCTWAY: Action[Model] = Action(
    "crawl-through-ductway",
    "Crawl Through Ductway",
    cost="double",
    summary="Within an inch of one end of a ductway, be placed within an inch of the other, an inch from enemies and "
    "on top of nothing.",
    cite="core 2023, fighter actions",
    requires=(ductways_on_board, standing_active, ductway_near, way_through),
    rule=crawl_through_ductway,
)


# ---- lifts -----------------------------------------------------------------------------------------------------------


def under_foot(model: Model) -> Lift | None:
    """The lift that a fighter stands on."""
    play: Play = model.play
    at = model.at
    for lift in things(play, Lift):
        if at.z == lift.level and on_plate(play, at, lift):
            return lift
    return None


def on_plate(play: Play, at: Placement, lift: Lift) -> bool:
    """Whether the middle of a base is over the plate of a lift."""
    return contains(play.world.board.lifts[lift.number].polygon, at.x, at.y)


def overlaps(polygon: Polygon, at: Placement) -> bool:
    """Whether a base is over a polygon with more than its rim."""
    rim = at.radius - CONTACT
    return contains(polygon, at.x, at.y) or any(
        near_segment(at.x, at.y, *p, *q, rim) for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    )


def stops(play: Play, lift: Lift) -> list[int]:
    """The levels that a lift can be sent to: those no more than 4" above or below."""
    levels = play.world.board.lifts[lift.number].levels
    return [z for z in levels if z != lift.level and abs(z - lift.level) <= LIFT_REACH]


@requirement("It must stand on a lift that nobody has sent in this round.")
def lift_to_send(model: Model) -> bool | str:
    if not clever(model, 7):
        return TOO_SIMPLE
    lift = under_foot(model)
    return lift is not None and lift.sent < model.play.state.turn.round and bool(stops(model.play, lift))


@requirement("It must be on its feet.")
def upright(model: Model) -> bool:
    return model.standing and not model.broken


def send_lift(play: Play, model: Model) -> None:
    """Up or down by 4" at most, with everything on it; whoever is below a lift that comes down gets clear or is
    crushed."""
    lift = under_foot(model)
    assert lift is not None
    levels = stops(play, lift)
    level = levels[0]
    if len(levels) > 1:
        level = play.ask(model.owner, Choose("lift.level", "To which level?", lambda: levels, named=written))
    polygon = play.world.board.lifts[lift.number].polygon

    def under(at: Placement) -> bool:
        return level <= at.z < lift.level and overlaps(polygon, at)

    riders = [r for r in play.state.records if r.at.z == lift.level and _goes_along(r) and on_plate(play, r.at, lift)]
    caught = in_the_way(play, under)
    for victim in caught:
        below = Model(play, victim)
        if not moving.step_aside(play, below, lambda at: _still(under(at)), "lift"):
            damage = play.roll(D3, "lift.damage", "Crushed")
            injury.strike(
                play,
                below,
                replace(CRUSHING_LIFT, damage=damage, no_save=bool(play.option["lifts-crush-through-armour"])),
                1,
                -1,
            )
    play.happen(LiftSent(lift.id, level, play.state.turn.round))
    for rider in riders:
        at = rider.at
        if rider.id < play.world.count:
            moving.arrive(play, Model(play, rider.id), (at.x, at.y, level))
        else:
            play.happen(CasketCarried(rider.id, at.x, at.y, level))
    for victim in caught:
        push_off(play, Model(play, victim), polygon, level)


def push_off(play: Play, model: Model, polygon: Polygon, level: int) -> None:
    """Whoever is still where a plate has come down is put beside it, the shortest way."""
    at = model.at
    if not model.on_table or at.z != level or not overlaps(polygon, at):
        return
    keep_clear = 0 if model.serious else moving.KEEP_CLEAR
    where = Place("", "", play.world.board, layout(play), model.id, facing=False, keep_clear=keep_clear)
    spots: list[tuple[int, Point]] = []
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        fx, fy = foot_of((at.x, at.y), (px, py), (qx, qy))
        x, y = beside((fx, fy), at.radius, (qy - py, px - qx))
        spots.append(((x - at.x) ** 2 + (y - at.y) ** 2, (x, y, at.z)))
    for _, spot in sorted(spots):
        if not where.legal(spot):
            moving.arrive(play, model, spot)
            return


def _goes_along(record: Record) -> bool:
    """Whether something lies or stands on the table that a lift takes along."""
    return bool(record.at.posture) if isinstance(record, Fighter) else isinstance(record, Casket | Cache | Trap)


SEND_LIFT: Action[Model] = Action(
    "send-lift",
    "Send Lift",
    cost="free",
    summary='Standing on a lift, send it up or down by up to 4", once a round; everything on it goes along. Whoever '
    "is under a lift that comes down gets clear with an Initiative test or takes D3 damage.",
    cite="core 2023, special terrain",
    requires=(lifts_on_board, upright, lift_to_send),
    rule=send_lift,
    leaves_open="What a lift does to whoever is under it: D3 damage without a save. Where the plate is not, a gate "
    "keeps people off the landing.",
)


def _which(play: Play, model: Model, key: str, prompt: str, among: list[int]) -> int:
    """The one there is, or the one its player chooses."""
    if len(among) == 1:
        return among[0]
    who: int = play.ask(model.owner, Choose(key, prompt, lambda: among, named=namer(play)))
    return who
