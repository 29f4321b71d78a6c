"""Traps that fighters bring and set."""

from __future__ import annotations

from functools import partial

from ....core.action import requirement
from ....core.decision import Reasons
from ....core.dice import D6
from ....core.length import INCH
from ....core.naming import Preview
from ....core.state import Placement
from ....space.placing import Place
from ....space.shapes import rectangle
from ..attacks import traps
from ..attacks.shooting import blast_spots
from ..checks import reach, trap_reach
from ..checks.requirements import standing_active
from ..events.gear import Used
from ..events.things import TrapSet
from ..movement import gait, routes
from ..printed.library import action
from ..records import Model, Play, Trap
from ..records.position import board_now, fighters, layout, namer, near_by, per_position
from . import gear, handling

TRAPS = ("frag-trap", "gas-trap", "melta-trap")


def traps_left(model: Model) -> list[int]:
    """The traps that it has brought and not set."""
    play = model.play
    brought = (play.state.records[id] for id, who in play.world.brought.items() if who == model.id)
    return [it.id for it in brought if isinstance(it, Trap) and it.kind not in model.record.used]


def trap_place(model: Model, trap: int) -> Place:
    """Where a trap can be laid: within an inch, past nothing solid, clear of bases and walls."""
    play, at = model.play, model.at
    far = at.radius + INCH + play.state.records[trap].at.radius

    def inside(to: Placement) -> Reasons:
        return () if near_by(play, at, to, reach.REACH) else ('It must be within 1" of the fighter, in the open.',)

    square = rectangle(at.x - far, at.y - far, 2 * far, 2 * far)
    question = Place(
        "place",
        "Where is the trap set?",
        board_now(play),
        layout(play),
        trap,
        zones=(square,),
        inside=inside,
        facing=False,
        name=namer(play),
    )
    question.previewed(Preview(cautions=partial(_friends_beside, model, question), actor=model.id))
    return question


def _friends_beside(model: Model, place: Place, answer: tuple[int, ...]) -> tuple[str, ...]:
    """The friends who would be near enough to a trap to trigger it."""
    play, lies = model.play, place.placed(answer)
    near = (f.id for f in fighters(play) if f.at.posture and near_by(play, lies, f.at, trap_reach.TRAP_REACH))
    return blast_spots.endangered(model, 'lies within 2" of', (who for who in near if who != model.id))


@per_position
def _room_for(play: Play, who: int, trap: int) -> bool:
    return trap_place(Model(play, who), trap).has_room()


carries_trap = gear.carrying("a trap", *TRAPS)


@requirement("It must have a trap left to set.")
def trap_left(model: Model) -> bool:
    return bool(traps_left(model))


@requirement("There must be room for a trap within an inch.")
def room_for_trap(model: Model) -> bool:
    left = traps_left(model)
    return bool(left) and _room_for(model.play, model.id, left[0])


def set_trap(play: Play, model: Model) -> None:
    """Lay a trap within an inch, then move up to D6"."""
    trap = handling.pick_one(play, model, "trap", "Which trap?", traps_left(model))
    x, y, z = play.ask(model.owner, trap_place(model, trap))
    play.happen(TrapSet(model.id, trap, x, y, z))
    play.happen(Used(model.id, play.state.record(Trap, trap).kind))
    if play.option["traps-spare-their-setter"]:
        traps.leave_alone(play, trap)
    rules = gait.gait(model, INCH * play.roll(D6, "trap.move", "It may move on", model.id))
    routes.ask_and_follow(play, model, rules, "path", "Where does it move, with the trap set?")


SET_TRAP = action(
    "set-trap", (carries_trap, standing_active, trap_left, room_for_trap), set_trap, ours=(room_for_trap,)
)
