"""Doors: opening, closing on whoever stands in them, terminals and force."""

from __future__ import annotations

from ....core.action import requirement
from ....core.dice import D6, Pool
from ....core.state import Placement
from ....space.movement import beside
from ....space.planar import before_line
from ....space.shapes import near_segment
from ..checks import badzones, reach
from ..checks.characteristics import passes_intelligence
from ..checks.requirements import doors_on_board, standing_active
from ..events.attacks import Does
from ..events.moments import TrapTriggered
from ..events.movement import Moved
from ..events.things import DoorChanged
from ..harm import displacement
from ..harm.strikes import Strike
from ..printed.library import action
from ..records import Door, DoorState, Model, Play, Status, Trap
from ..records.position import CONTACT, fighters, friends, nothing_between, things, whichever_way
from . import handling

TERMINAL = -2  # what is added to the test at a terminal
CLOSING_DOOR = Strike(strength=3, ap=0, damage=2)


@whichever_way
def doors_beside(play: Play, who: int) -> tuple[int, ...]:
    """The doors within an inch of a fighter, however they stand."""
    at, first = Model(play, who).at, play.world.first_thing
    about = (play.state.record(Door, first + number) for number in play.world.doors_about.at(at.x, at.y))
    return tuple(door.id for door in about if is_beside(play, at, door, reach.REACH))


def is_beside(play: Play, at: Placement, door: Door, far: int) -> bool:
    """Whether a base is no further than that from a door, with no wall between it and what is nearest to it of the
    door; the jambs do not count, which could be touched from behind the corner of the wall that they stand in."""
    line, z = _line(play, door)
    if not reach.near_line(at, line, z, far):
        return False
    return nothing_between(play, at, Placement(*before_line((at.x, at.y), line), z, radius=0))


def doors_near(model: Model, *states: DoorState) -> list[int]:
    """The doors within an inch that stand in one of these ways."""
    play, at = model.play, model.at
    if not play.world.doors_about.at(at.x, at.y):
        return []
    return [who for who in doors_beside(play, model.id) if play.state.record(Door, who).state in states]


@requirement(
    "It must be within an inch of an open or unlocked door.",
    condition="It must be within an inch of an open or unlocked door; a beast must have an Intelligence of 7+ or "
    "better.",
)
def door_to_operate(model: Model) -> bool | str:
    if badzones.befallen_by(model.play, "shutdown"):
        return "Everything is shut down: doors are opened by force alone."
    return bool(operable_doors(model)) and (reach.clever_enough(model, 7) or reach.TOO_SIMPLE)


@requirement(
    "It must be within an inch of the terminal of a door.",
    condition="It must be within an inch of the terminal of a door; a beast must have an Intelligence of 5+ or better.",
)
def terminal_to_access(model: Model) -> bool | str:
    return bool(terminals_near(model)) and (reach.clever_enough(model, 5) or reach.TOO_SIMPLE)


@requirement(
    "It must be within an inch of a locked door.",
    condition="It must be within an inch of a locked door; a beast must have a Strength of 4 or more.",
)
def door_to_force(model: Model) -> bool | str:
    return bool(doors_near(model, "locked")) and (reach.strong_enough(model) or reach.TOO_WEAK)


def operable_doors(model: Model) -> list[int]:
    """The doors within an inch that it may simply open or close.  In a battle with an attacker the defender's side
    has the keys to what is locked."""
    play = model.play
    keys = ("locked",) if defends(play, model.owner) else ()
    return doors_near(model, "open", "closed", *keys)


def defends(play: Play, seat: int) -> bool:
    """Whether a side is the defender of a battle that has one."""
    attacker = play.world.scenario.attacker
    return bool(attacker) and ("red", "blue")[seat] != attacker


def operate_door(play: Play, model: Model) -> None:
    """A door that is not locked is opened, or closed where it stands open."""
    door = handling.pick_one(play, model, "door", "Which door?", operable_doors(model))
    swing_door(play, door)


def swing_door(play: Play, who: int) -> None:
    """A door opens or closes; whoever stands in a closing door gets out of the way or is crushed; traps next to it
    mind."""
    door = play.state.record(Door, who)
    if door.state != "open":
        play.happen(DoorChanged(who, "open"))
    else:
        line, z = _line(play, door)
        caught = handling.in_the_way(play, lambda at: in_doorway(at, line, z))
        for victim in caught:
            handling.crush_or_step_aside(
                play,
                Model(play, victim),
                CLOSING_DOOR,
                "door",
                lambda at: handling.still_in_the_way(in_doorway(at, line, z)),
            )
        play.happen(DoorChanged(who, "closed"))
        for victim in caught:
            squeeze_out(play, Model(play, victim), line, z)
    rattle(play, door)


def _line(play: Play, door: Door) -> tuple[tuple[int, int, int, int], int]:
    printed_door = play.world.board.doors[door.number]
    return printed_door.line, printed_door.z


def rattle(play: Play, door: Door) -> None:
    """A door that moves may set off a trap within an inch of it."""
    for trap in things(play, Trap):
        if trap.there and is_beside(play, trap.at, door, reach.REACH):
            play.reach(TrapTriggered(trap.id))


def in_doorway(at: Placement, line: tuple[int, int, int, int], z: int) -> bool:
    """Whether a base is in the way of a door: more than touching it."""
    return abs(at.z - z) <= reach.REACH and near_segment(at.x, at.y, *line, at.radius - CONTACT)


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
    foes = [f.id for f in fighters(play) if f.owner != model.owner and f.status in (Status.STANDING, Status.PINNED)]
    displacement.put_clear(play, model, [] if model.serious else foes)


OPERATE_DOOR = action("operate-door", (doors_on_board, standing_active, door_to_operate), operate_door)


def terminals_near(model: Model) -> list[int]:
    """The doors whose terminals are within an inch."""
    play = model.play
    if badzones.befallen_by(play, "shutdown"):
        return []
    about = [play.world.door_terminals[number] for number in play.world.door_terminals_about.at(*model.at.spot[:2])]
    at_hand = dict.fromkeys(number for number, spot in about if reach.at_hand(model, spot))
    doors = [play.state.record(Door, play.world.first_thing + number) for number in at_hand]
    return [door.id for door in doors if door.state != "gone"]


def access_terminal(play: Play, model: Model) -> None:
    """An Intelligence test at -2 (a vault's may be harder): passed, the door is unlocked and swings open or shut."""
    access(play, model, handling.pick_one(play, model, "door", "Which door's terminal?", terminals_near(model)))


def access(play: Play, model: Model, who: int) -> None:
    """The same at the terminal of this door."""
    door = play.state.record(Door, who)
    play.happen(Does(model.id, "works at the terminal of", who))
    if passes_intelligence(model, "terminal", terminal_penalty(play, door) + lock_bonus(model)):
        if door.state == "locked":
            play.happen(DoorChanged(who, "closed"))
        swing_door(play, who)


def terminal_penalty(play: Play, door: Door) -> int:
    """What the test at the terminal of a door is changed by."""
    return play.option["vault-terminal"] if door.vault else TERMINAL


def lock_bonus(model: Model) -> int:
    """What its gear adds to Intelligence tests at terminals and locks."""
    return max((piece.lock for piece in model.kit.gear), default=0)


ACCESS_TERMINAL = action("access-terminal", (doors_on_board, standing_active, terminal_to_access), access_terminal)


def force_door(play: Play, model: Model) -> None:
    """A die and Strength, two more for each other friend touching the door: 9 opens it, 11 a vault."""
    who = handling.pick_one(play, model, "door", "Which door?", doors_near(model, "locked"))
    door = play.state.record(Door, who)
    play.happen(Does(model.id, "forces", who))
    help_ = sum(is_beside(play, f.at, door, CONTACT) for f in friends(play, model.id))
    punch = max((piece.force for piece in model.kit.gear), default=0)
    need = 11 if door.vault else 9
    total = play.roll(D6, "force", f"Forcing the door, {need} needed") + model.strength + punch + 2 * help_
    if total >= need:
        play.happen(DoorChanged(who, "gone" if punch else "open"))
        rattle(play, door)
    else:
        play.note(model.id, "the door holds")


FORCE_DOOR = action("force-door", (doors_on_board, standing_active, door_to_force), force_door)
