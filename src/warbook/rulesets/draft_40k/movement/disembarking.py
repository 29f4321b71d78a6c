"""Disembark: a unit gets out of its transport, before that has moved or after."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import Action, requirement
from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.mustering import Muster
from ....space.sight import within
from ..checks import ground, transports
from ..checks.coherency import coherency_of
from ..checks.permissions import permitted
from ..checks.requirements import in_phase
from ..events.movement import GotOut
from ..events.turns import DeedDone, UnitDone
from ..printed.words import action
from ..records.position import enemies, layout, model
from ..records.state import Deed
from ..records.unit import Unit
from ..records.world import Play

Inside = Callable[[int, Placement], Reasons]


@requirement("It must be in a transport that is on the table.")
def rides(unit: Unit) -> bool:
    return unit.record.where == "aboard" and transports.carrier_of(unit).record.where == "table"


@requirement("Its transport must not have gone flat out.")
def slow_enough(unit: Unit) -> bool:
    return unit.record.where == "aboard" and transports.carrier_of(unit).record.mode != "flat-out"


def disembark(play: Play, unit: Unit) -> None:
    """It gets out where one does; where that is barred, anywhere round the hull, and does nothing else in this turn.
    Before its transport has moved it is free to do what it likes; afterwards it has moved."""
    hull = unit.record.aboard
    question, emergency = out_question(play, unit, hull), False
    if not question.candidates(1):
        question, emergency = out_question(play, unit, hull, anywhere=True), True
    if not question.candidates(1):
        play.note(unit.id, "it finds no room to get out")
        play.happen(UnitDone(unit.id))
        return
    moved = transports.carrier_of(unit).record.mode != "stationary"
    answer = unit.ask(question)
    play.happen(GotOut(unit.id, tuple(question.placed(answer).items()), "advance" if moved else "stationary"))
    bound: list[Deed] = ["bailed"] if emergency else [after_a_move(play, hull)] if moved else []
    for deed in bound:
        play.happen(DeedDone(unit.id, deed))


def after_a_move(play: Play, hull: int) -> Deed:
    """What it means to get out of a vehicle that has moved: no further move, and no charge either unless it is open or
    made for that."""
    vehicle = transports.vehicle_of(play, hull)
    return "sallied" if vehicle.is_a("open-topped") or vehicle.has("assault-ramp") else "disembarked"


def out_question(play: Play, unit: Unit, hull: int, *, anywhere: bool = False) -> Muster:
    """Where does it get out?"""

    def inside(_: int, at: Placement) -> Reasons:
        return transports.against_place(play, hull, at, anywhere=anywhere) or ground.against_standing(play, at)

    return places_about(play, unit, hull, inside)


def places_about(play: Play, unit: Unit, hull: int, inside: Inside) -> Muster:
    """Where do those stand who leave a hull?  More than an inch from enemies, not just clear of them."""
    at, foes = model(play, hull).at, enemies(play, unit.owner)

    def clear_inside(id: int, place: Placement) -> Reasons:
        near = any(within(place, model(play, foe).at, INCH) for foe in foes)
        return inside(id, place) or (("It must end more than an inch from enemies.",) if near else ())

    return Muster(
        "disembark", f"Where does {unit.name} get out?", play.world.board, layout(play), unit.members, near=at.spot,
        within=at.radius + transports.NEAR, inside=clear_inside, keep_clear=INCH, coherency=coherency_of(unit),
        tight=True, name=play.world.names.__getitem__,
    )  # fmt: skip


DISEMBARK: Action[Unit] = action(
    "disembark",
    (rides, in_phase("move"), slow_enough, permitted("disembark", "It must be in a state to get out.")),
    disembark,
)
