"""Handling terrain: choosing a thing, setting it down, stepping aside from something heavy, being crushed by it."""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Choose, Reasons
from ....core.length import INCH, written
from ....core.state import Body, Placement
from ....space.facing import ROUND
from ....space.movement import Point, beside
from ....space.placing import Place
from ....space.shapes import UNIT, stretched
from ..checks.characteristics import passes_initiative
from ..events.movement import Faced
from ..harm import injury
from ..harm.saves import SURROUNDINGS
from ..harm.strikes import Strike
from ..movement import gait, perils, routes
from ..records import Model, Play
from ..records.position import board_now, fighters, layout, namer

# ---- choosing a thing ------------------------------------------------------------------------------------------------


def pick_one(play: Play, model: Model, key: str, prompt: str, among: list[int]) -> int:
    """The one there is, or the one its player chooses."""
    who: int = play.pick(model.owner, Choose(key, prompt, lambda: among, named=namer(play)))
    return who


def spot_in_words(spot: Point) -> str:
    """A place as an option of a question reads."""
    return f"at ({written(spot[0])}, {written(spot[1])})"


# ---- setting a thing down --------------------------------------------------------------------------------------------


def places_beside(play: Play, model: Model, thing: Body) -> list[Point]:
    """Where a thing can be set down in contact with a fighter: eight places round it, those behind it first, that no
    wall and no other base takes up."""
    return places_round(play, model.at, Place("", "", board_now(play), layout(play), thing.id, facing=False), thing.at)


def places_round(play: Play, middle: Placement, where: Place, at: Placement) -> list[Point]:
    """The places in contact with a base, those behind it first, that another base at `at` can be put in."""
    fx, fy = stretched(middle.fx, middle.fy, UNIT)
    ring = sorted((stretched(*d, UNIT) for d in ROUND[::2]), key=lambda d: d[0] * fx + d[1] * fy)
    spots = [(*beside((middle.x, middle.y), middle.radius + at.radius, d), middle.z) for d in ring]
    return [spot for spot in spots if not where.legal(spot)]


# ---- in the way of something heavy -----------------------------------------------------------------------------------


def still_in_the_way(caught: bool) -> Reasons:
    """What speaks against a place to step aside to: that it would be caught there as well."""
    return ("It would still be in the way.",) if caught else ()


def in_the_way(play: Play, where: Callable[[Placement], bool]) -> list[int]:
    """The fighters on the table in such a place."""
    return [f.id for f in fighters(play) if f.at.posture and where(f.at)]


def crush_or_step_aside(
    play: Play, model: Model, blow: Strike, why: str, clear: Callable[[Placement], Reasons]
) -> None:
    """An Initiative test to step up to 2" out of the way of something heavy; whoever fails, or has nowhere to go, is
    hit."""
    if not step_aside(play, model, clear, why):
        injury.strike(play, model, blow, 1, -1, SURROUNDINGS)


def step_aside(play: Play, model: Model, clear: routes.End, why: str) -> bool:
    """An Initiative test to move up to 2" out of the way of something, an inch from enemies; whether it got clear."""
    if not passes_initiative(model, why):
        return False
    near = routes.clear_of_those_near(model)
    end: routes.End = (lambda at: (*clear(at), *near(at))) if near else clear
    question = routes.route_question(
        play, model, gait.gait(model, 2 * INCH), f"{why}.path", "Where does it get clear?", end=end
    )
    if not question.candidates(1):
        return False
    *legs, facing = play.ask(model.owner, question)
    if legs and not perils.follow(play, model, tuple(legs), question.rules):
        return model.on_table and not clear(model.at)
    play.happen(Faced(model.id, *facing))
    return True
