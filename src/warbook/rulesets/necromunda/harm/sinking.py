"""Whoever falls into the sea, a vat or a compactor: lying there, and getting out."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ....core.decision import Reasons
from ....core.dice import D3
from ....core.state import Placement
from ....core.structs import replace
from ....space.movement import settle
from ....space.placing import Place
from ....space.shapes import rectangle, within_reach
from ....space.sight import within
from ..checks import badzones
from ..checks.characteristics import holds_out
from ..events.fighters import LastingInjury, Pinned
from ..events.moments import Swallowed
from ..events.rounds import Activated
from ..events.things import Found
from ..records import Model, Play
from ..records.effects import begin_effect
from ..records.position import board_now, layout, namer
from . import displacement, injury

Basin: TypeAlias = Literal["sludge-vat", "compactor"]


def lie_in_a_basin(play: Play, fallen: Swallowed) -> None:
    """Whoever falls into a vat or a compactor is pinned in it, and its activation is over."""
    model = Model(play, fallen.who)
    if model.on_table and (basin_at(play, model.at, "sludge-vat") or basin_at(play, model.at, "compactor")):
        sink(play, model)


def basin_at(play: Play, at: Placement, kind: Basin) -> bool:
    """Whether a place is in such a basin: a pitfall with a marker of that kind in it."""
    return any(within_reach(pit, at.x, at.y, 0) for pit in play.world.pits_with(kind))


def lie_in_the_sea(play: Play, fallen: Swallowed) -> None:
    """Whoever falls into the sea takes no harm of it."""
    model = Model(play, fallen.who)
    if model.on_table and badzones.fought_in(play, "sump-sea"):
        sink(play, model)


def sink(play: Play, model: Model) -> None:
    """It lies in there until it moves, and can do nothing more in this activation."""
    if model.standing:
        play.happen(Pinned(model.id))
    begin_effect(play, "sunk", model.id, "moved")
    injury.leave_activation(play, model)


def get_out(play: Play, begun: Activated) -> None:
    """An activation of whoever lies in there is spent on getting out of it."""
    model = Model(play, begun.who)
    if not model.effect("sunk") or play.state.turn.actor != model.id:
        return
    if not (basin_at(play, model.at, "sludge-vat") or basin_at(play, model.at, "compactor")):
        swim(play, model)
    elif not model.serious:
        climb_out(play, model)
    injury.leave_activation(play, model)


def climb_out(play: Play, model: Model) -> None:
    """Two Moves bring it to the edge of a basin, where it lies pinned; out of a vat with what swam in it."""
    found = basin_at(play, model.at, "sludge-vat")
    spot = settle(board_now(play), layout(play), model.id, model.at.spot)
    if spot is None:
        return
    if found:
        credits = play.roll(D3, "sludge", "Credits in the sludge") * play.roll(D3, "sludge.times", "times")
        play.happen(Found(model.id, credits))
    displacement.arrive(play, model, spot)


def swim(play: Play, model: Model) -> None:
    """A Strength test, or the sea has it; passed, it swims up to its Movement, and out onto any floor that its way
    reaches, however high."""
    if not holds_out(model, "strength", "swim"):
        injury.take_out(play, model, -1)
        return
    where = shore(model)
    if where.has_room():
        x, y, z = play.ask(model.owner, where)
        displacement.arrive(play, model, (x, y, z))
    if model.on_table and not model.at.z:
        begin_effect(play, "sunk", model.id, "moved")


def shore(model: Model) -> Place:
    """Where it may swim to."""
    play, at, move = model.play, model.at, model.move
    climbs = play.option["swimmers-climb-out"]

    def inside(to: Placement) -> Reasons:
        far = [] if within(at, replace(to, z=at.z), move) else ["It must be within its Movement."]
        return (*far, *["It must be in the sea."] * bool(to.z and not climbs))

    reach = at.radius + move + at.radius
    square = rectangle(at.x - reach, at.y - reach, 2 * reach, 2 * reach)
    return Place(
        "swim", f"Where does {model.kit.name} swim to?", board_now(play), layout(play), model.id,
        zones=(square,), inside=inside, facing=False, name=namer(play),
    )  # fmt: skip


def crush(play: Play, piece: int) -> None:
    """A compactor takes everybody in it out of action, with a critical injury."""
    lies = play.state.records[piece].at
    mine = [pit for pit in play.world.pits_with("compactor") if within_reach(pit, lies.x, lies.y, 0)]
    for who in range(play.world.count):
        model = Model(play, who)
        if model.on_table and any(within_reach(pit, model.at.x, model.at.y, 0) for pit in mine):
            injury.take_out(play, model, -1, injuries=0)
            if play.option["lasting-injuries"]:
                play.happen(LastingInjury(who, "critical-injury"))
