"""Things on the table: doors and terminals, loot caskets, ammo caches, booby traps, ductways and lifts.

What a fighter may do with a thing is an action; what a thing does to a fighter happens where the thing is met.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.action import Action, requirement
from ...core.decision import Choose
from ...core.dice import D6
from ...core.length import INCH
from ...core.state import Placement
from ...space.decisions import Place
from ...space.movement import Point
from ...space.shapes import near_segment
from . import blasts, injury, moving, printed, scoring
from .characteristics import passes_initiative, passes_intelligence
from .events import (
    CasketCarried,
    CasketOpened,
    DoorChanged,
    Faced,
    Found,
    Moved,
    ThingDamaged,
    ThingGone,
    ThingPlaced,
    Wrecked,
)
from .harm import Strike, wound_number
from .model import (
    CONTACT,
    Casket,
    Door,
    Model,
    Play,
    Status,
    Trap,
    Vehicle,
    fighters,
    friends,
    layout,
    namer,
    things,
    within,
)
from .requirements import standing_active

REACH = 1 * INCH
TRAP_REACH = 2 * INCH
DOOR_TOUGHNESS, VAULT_TOUGHNESS, CASKET_TOUGHNESS = 5, 8, 4
CLOSING_DOOR = Strike(strength=3, ap=0, damage=2)


# ---- what a fighter can reach, and whether it may handle it ----------------------------------------------------------


def near_point(model: Model, point: Point, reach: int = REACH) -> bool:
    """Whether a point is within reach of a base."""
    return within(model.at, Placement(*point, radius=0), reach)


def near_door(model: Model, door: Door) -> bool:
    """Whether any part of a door is within an inch of a base."""
    printed_door = model.play.world.board.doors[door.number]
    return near_line(model.at, printed_door.line, printed_door.z, REACH)


def doors_near(model: Model, *states: str) -> list[int]:
    """The doors within an inch that stand in one of these ways."""
    return [d.id for d in things(model.play, Door) if d.state in states and near_door(model, d)]


def caskets_near(model: Model) -> list[int]:
    """The closed loot caskets within an inch."""
    return [c.id for c in things(model.play, Casket) if not c.open and within(model.at, c.at, REACH)]


def clever(model: Model, intelligence: int) -> bool:
    """Beasts handle only what they are clever enough for."""
    return model.profile.role != "beast" or 0 < model.profile.intelligence <= intelligence


def strong(model: Model) -> bool:
    """Beasts carry and break only with Strength 4 or more."""
    return model.profile.role != "beast" or model.strength >= 4


@requirement("It must be within an inch of an open or unlocked door.")
def door_to_operate(model: Model) -> bool:
    return clever(model, 7) and bool(operable(model))


@requirement("It must be within an inch of a terminal.")
def terminal_to_access(model: Model) -> bool:
    return clever(model, 5) and bool(terminals_near(model))


@requirement("It must be within an inch of a locked door.")
def door_to_force(model: Model) -> bool:
    return strong(model) and bool(doors_near(model, "locked"))


@requirement("It must be within an inch of a closed loot casket.")
def casket_to_smash(model: Model) -> bool:
    return strong(model) and bool(caskets_near(model))


@requirement("It must be within an inch of a closed loot casket, and clever enough for its lock.")
def casket_to_unlock(model: Model) -> bool:
    return clever(model, 5) and bool(caskets_near(model))


@requirement("It must be within an inch of an end of a ductway.")
def ductway_near(model: Model) -> bool:
    return bool(duct_ends_near(model))


def near_line(at: Placement, line: tuple[int, int, int, int], z: int, reach: int) -> bool:
    """Whether a base is within reach of a line on its own level."""
    return abs(at.z - z) <= reach and near_segment(at.x, at.y, *line, at.radius + reach)


# ---- doors -----------------------------------------------------------------------------------------------------------


def operable(model: Model) -> list[int]:
    """The doors within an inch that it may simply open or close.  In a battle with an attacker the defender's side has the
    keys to what is locked."""
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
    """A door opens or closes; whoever stands in a closing door gets out of the way or is crushed; traps next to it mind."""
    door: Door = play.state.records[who]
    if door.state == "open":
        caught = in_doorway(play, door)
        for victim in caught:
            get_clear(play, Model(play, victim), door)
        play.happen(DoorChanged(who, "closed"))
    else:
        play.happen(DoorChanged(who, "open"))
    line, z = play.world.board.doors[door.number].line, play.world.board.doors[door.number].z
    for trap in list(things(play, Trap)):
        if trap.there and near_line(trap.at, line, z, REACH):
            spring(play, trap.id, -1)


def in_doorway(play: Play, door: Door) -> list[int]:
    """Whose bases are in the way of a door."""
    printed_door = play.world.board.doors[door.number]
    return [
        f.id for f in fighters(play) if f.at.posture and near_line(f.at, printed_door.line, printed_door.z, 0)
    ]


def get_clear(play: Play, model: Model, door: Door) -> None:
    """An Initiative test to step up to 2" out of a closing door; whoever fails is hit and shoved out of it."""
    line = play.world.board.doors[door.number].line
    if not passes_initiative(model, "door"):
        injury.strike(play, model, CLOSING_DOOR, 1, -1)
    if model.on_table:
        spot = moving.clear_of_line(play, model, line)
        if spot is not None:
            play.happen(Moved(model.id, *spot))


OPERATE_DOOR: Action[Model] = Action(
    "operate-door",
    "Operate Door",
    cost="simple",
    summary="Open a closed door or close an open one within an inch. Whoever stands in a door that closes must get clear with "
    "an Initiative test or takes a hit.",
    cite="core 2023, fighter actions",
    requires=(standing_active, door_to_operate),
    rule=operate_door,
    leaves_open="Locked doors open for the defender of a battle that has an attacker.",
)


def terminals_near(model: Model) -> list[int]:
    """The doors whose terminals are within an inch."""
    play: Play = model.play
    return [
        d.id
        for d in things(play, Door)
        if d.state != "gone" and any(near_point(model, t) for t in play.world.board.doors[d.number].terminals)
    ]


def access_terminal(play: Play, model: Model) -> None:
    """An Intelligence test at -2 (a vault's at -4): passed, the door is unlocked for good and swings open or shut."""
    who = _which(play, model, "door", "Which door's terminal?", terminals_near(model))
    door: Door = play.state.records[who]
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
    summary="Within an inch of a door terminal, pass an Intelligence test at -2 (-4 for a vault) to operate its door from there, "
    "locked or not.",
    cite="core 2023, fighter actions",
    requires=(standing_active, terminal_to_access),
    rule=access_terminal,
)


def force_door(play: Play, model: Model) -> None:
    """A die and Strength, two more for each other friend touching the door: 9 opens it, 11 a vault."""
    who = _which(play, model, "door", "Which door?", doors_near(model, "locked"))
    door: Door = play.state.records[who]
    line, z = play.world.board.doors[door.number].line, play.world.board.doors[door.number].z
    help_ = sum(near_line(f.at, line, z, CONTACT) for f in friends(play, model.id) if f.status is Status.ACTIVE)
    punch = max((printed.wargear()[i].force for i in model.kit.wargear if i in printed.wargear()), default=0)
    need = 11 if door.vault else 9
    total = play.roll(D6, "force", f"Forcing the door, {need} needed") + model.strength + punch + 2 * help_
    if total >= need:
        play.happen(DoorChanged(who, "gone" if punch else "open"))
    else:
        play.note(model.id, "the door holds.")


FORCE_DOOR: Action[Model] = Action(
    "force-door",
    "Force Door",
    cost="basic",
    summary="Within an inch of a locked door, roll a D6 and add your Strength, and 2 for each friend touching the door: on 9 or "
    "more (11 for a vault) it opens.",
    cite="core 2023, fighter actions",
    requires=(standing_active, door_to_force),
    rule=force_door,
)


# ---- loot caskets ----------------------------------------------------------------------------------------------------


def smash_open_casket(play: Play, model: Model) -> None:
    """A die and Strength: on 6 or more the casket bursts open, and what was in it has suffered."""
    who = _which(play, model, "casket", "Which casket?", caskets_near(model))
    if play.roll(D6, "smash", "Smashing the casket, 6 with Strength") + model.strength >= 6:
        open_casket(play, who, model, -1)
    else:
        play.note(model.id, "the casket holds.")


SMASH_OPEN_CASKET: Action[Model] = Action(
    "smash-open-casket",
    "Smash Open Loot Casket",
    cost="basic",
    summary="Within an inch of a loot casket, roll a D6 and add your Strength: on 6 or more it opens, but subtract 1 from the roll "
    "for what is inside.",
    cite="core 2023, fighter actions",
    requires=(standing_active, casket_to_smash),
    rule=smash_open_casket,
)


def bypass_casket_lock(play: Play, model: Model) -> None:
    """An Intelligence test opens the casket as it should be opened."""
    who = _which(play, model, "casket", "Which casket?", caskets_near(model))
    if passes_intelligence(model, "lock", lock_bonus(model)):
        open_casket(play, who, model, 0)


BYPASS_CASKET_LOCK: Action[Model] = Action(
    "bypass-casket-lock",
    "Bypass Loot Casket Lock",
    cost="basic",
    summary="Within an inch of a loot casket, pass an Intelligence test to open it.",
    cite="core 2023, fighter actions",
    requires=(standing_active, casket_to_unlock),
    rule=bypass_casket_lock,
)


def open_casket(play: Play, who: int, opener: Model | None, modifier: int) -> None:
    """What is inside: a trap, some credits, or ammunition for everybody."""
    play.happen(CasketOpened(who))
    if opener is not None:
        scoring.casket_opened(play, opener)
    roll = max(1, play.roll(D6, "contents", "What is inside") + modifier)
    inside = next(row for row in printed.loot() if row.low <= roll <= row.high)
    if inside.becomes:
        play.happen(ThingPlaced(who, inside.becomes))
    if inside.credits and opener is not None:
        play.happen(Found(opener.id, play.roll(D6, "credits", "Credits")))
    if inside.becomes == "frag-trap":
        for f in fighters(play):
            if f.at.posture and within(f.at, play.state.records[who].at, TRAP_REACH):
                spring(play, who, f.id)
                break


def carry_casket(play: Play, model: Model) -> None:
    """Move, and take the casket along: at the end it lies in contact with its carrier."""
    who = _which(play, model, "casket", "Which casket?", caskets_near(model))
    moving.go(play, model, moving.gait(model, model.move), "path", "Where does it carry the casket?")
    if model.on_table:
        play.happen(CasketCarried(who, *moving.beside_base(play, model, play.state.records[who].at)))


CARRY_CASKET: Action[Model] = Action(
    "carry-casket",
    "Carry Loot Casket",
    cost="simple",
    summary="Within an inch of a loot casket, make a move and take it with you; it ends in contact with you.",
    cite="core 2023, fighter actions",
    requires=(standing_active, casket_to_smash),
    rule=carry_casket,
)


# ---- booby traps -----------------------------------------------------------------------------------------------------


def traps_met(play: Play, model: Model) -> Iterator[int]:
    """The traps that a model has come near enough to set off."""
    for trap in list(things(play, Trap)):
        if trap.there and within(model.at, trap.at, TRAP_REACH):
            yield trap.id


def spring(play: Play, who: int, by: int) -> None:
    """A die: 1 it was a dud, 2-3 nothing happens, 4-6 it goes off."""
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
    lost = play.dice(thing_damage, blow, toughness_of(thing), hits)
    if not lost:
        return
    play.happen(ThingDamaged(who, lost))
    if play.state.records[who].wounds > 0:
        return
    if isinstance(thing, Door):
        play.happen(DoorChanged(who, "gone"))
    elif isinstance(thing, Casket):
        open_casket(play, who, None, -1)
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


def toughness_of(thing: Door | Casket | Vehicle) -> int:
    """What a hit has to beat."""
    if isinstance(thing, Door):
        return VAULT_TOUGHNESS if thing.vault else DOOR_TOUGHNESS
    return CASKET_TOUGHNESS if isinstance(thing, Casket) else thing.toughness


# ---- ductways --------------------------------------------------------------------------------------------------------


def duct_ends_near(model: Model) -> list[tuple[int, int]]:
    """The ends of ductways within an inch, as (ductway, end)."""
    play: Play = model.play
    return [
        (number, end)
        for number, duct in enumerate(play.world.board.ductways)
        for end in (0, 1)
        if near_point(model, duct.ends[end])
    ]


def duct_exit(model: Model, at: tuple[int, int]) -> Place:
    """Where a fighter may come out at the other end of a ductway."""
    play: Play = model.play
    far = play.world.board.ductways[at[0]].ends[1 - at[1]]
    return Place(
        "exit",
        "Where does it come out?",
        play.world.board,
        layout(play),
        model.id,
        near=far,
        within=REACH,
        keep_clear=moving.KEEP_CLEAR,
        name=namer(play),
    )


@requirement("There must be room at the other end of the ductway, an inch from every enemy.")
def way_through(model: Model) -> bool:
    return any(duct_exit(model, at).candidates(1) for at in duct_ends_near(model))


def crawl_through_ductway(play: Play, model: Model) -> None:
    """Go in at one end of a ductway and come out at the other."""
    ends = [at for at in duct_ends_near(model) if duct_exit(model, at).candidates(1)]
    at = ends[0]
    if len(ends) > 1:
        at = play.ask(model.owner, Choose("ductway", "Which ductway?", lambda: ends))
    x, y, z, fx, fy = play.ask(model.owner, duct_exit(model, at))
    play.happen(Moved(model.id, x, y, z))
    play.happen(Faced(model.id, fx, fy))


CRAWL_THROUGH_DUCTWAY: Action[Model] = Action(
    "crawl-through-ductway",
    "Crawl Through Ductway",
    cost="double",
    summary="Within an inch of one end of a ductway, be placed within an inch of the other, an inch from enemies and on top of "
    "nothing.",
    cite="core 2023, fighter actions",
    requires=(standing_active, ductway_near, way_through),
    rule=crawl_through_ductway,
)


def _which(play: Play, model: Model, key: str, prompt: str, among: list[int]) -> int:
    """The one there is, or the one its player chooses."""
    if len(among) == 1:
        return among[0]
    who: int = play.ask(model.owner, Choose(key, prompt, lambda: among, named=namer(play)))
    return who
