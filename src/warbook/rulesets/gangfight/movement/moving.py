"""Moving: Move, Run and Stand Up, and the way of whoever moves, in a band or alone."""

from __future__ import annotations

from functools import partial

from ....core.action import Requirement, requirement
from ....space.movement import Point, Route, Rules, Walked, trace
from ....space.paths import Path
from ..checks import ground, guarding, lines, provoking
from ..checks.requirements import has_points, standing, unburdened
from ..events.moments import Arrival, OwnMove
from ..events.movement import Moved, StoodUp
from ..events.rounds import Drained, Finished
from ..printed.catalogue import action
from ..records import Model, Play
from ..records.model import namer
from ..records.position import layout
from . import declaring, going
from .rules import allowance, rules_for, run_rules

# ---- the way ---------------------------------------------------------------------------------------------------------


def choose_way(
    play: Play, who: int, rules: Rules, key: str, prompt: str, *, provokes: bool = True
) -> tuple[Point, ...]:
    """The points of the way that a figure's player chooses under these rules; `provokes` says that those strike whose
    threat range it leaves."""
    board, now = play.world.board, layout(play)
    end = guarding.leash(play, who)
    leads, notes = partial(play.ruleset.leads, play, who), partial(remarks_on_way, play, who, provokes=provokes)
    question = Path(
        key, prompt, board, now, who, rules, facing=False, end=end, leads=leads, foreseen=notes, name=namer(play)
    )
    route: Route = play.ask(play.state.records[who].owner, question)
    walked = trace(board, now, who, route, rules)
    assert isinstance(walked, Walked)
    return walked.points


def remarks_on_way(play: Play, who: int, walked: Walked, *, provokes: bool) -> list[str]:
    """What a way brings: who strikes at a figure that goes it, and who sees the figure at its end."""
    seen = lines.outlook(play, who, play.state.records[who].at.moved_to(walked.end))
    return [*(going.strikes_on(play, who, walked.points) if provokes else ()), *seen]


def walk(play: Play, who: int, rules: Rules, key: str, prompt: str, how: str = "moves") -> bool:
    """A figure goes where its player likes; those whose threat range it leaves strike first.  Answers whether it is
    still on its feet."""
    points = choose_way(play, who, rules, key, prompt)
    if going.go_along(play, who, points, provoking.provokes(play, who, points), how) and points[-1] != points[0]:
        play.reach(OwnMove(who))
        play.reach(Arrival(who, points))
    return bool(play.state.records[who].standing)


def step_aside(play: Play, who: int, length: int) -> None:
    """A figure goes somewhere out of turn, and nobody strikes at it for that."""
    rules = rules_for(play, who, length)
    prompt = f"Where does {Model(play, who).kit.name} step?"
    points = choose_way(play, who, rules, "sidestep.path", prompt, provokes=False)
    if points[-1] != points[0]:
        play.happen(Moved(who, *points[-1], "steps aside"))


# ---- Move ------------------------------------------------------------------------------------------------------------


def move(play: Play, actor: Model) -> None:
    """Up to its movement, round corners as it likes."""
    declaring.openly(play, actor, MOVE, stride)


def stride(play: Play, who: int) -> None:
    """The way of a Move."""
    rules = rules_for(play, who, allowance(play, who))
    walk(play, who, rules, "move.path", f"Where does {Model(play, who).kit.name} move?")


# ---- Run -------------------------------------------------------------------------------------------------------------


def run(play: Play, actor: Model) -> None:
    """Twice its movement over open ground, and its activation is over."""
    declaring.openly(play, actor, RUN, dash)


def dash(play: Play, who: int) -> None:
    """The way of a Run; what points are left are held."""
    actor = Model(play, who)
    rules = run_rules(play, who, 2 * actor.move)
    walk(play, who, rules, "run.path", f"Where does {actor.kit.name} run?", "runs")
    if actor.record.ap and not play.option["run-keeps-points"]:
        play.happen(Drained(who, actor.record.ap))
    if play.state.turn.actor == who:
        play.happen(Finished(who, actor.record.ap))


# ---- Stand Up --------------------------------------------------------------------------------------------------------


def stand_up(play: Play, actor: Model) -> None:
    """Back on its feet, where it lies."""
    declaring.openly(play, actor, STAND_UP, rise)


def rise(play: Play, who: int) -> None:
    """Back on its feet."""
    play.happen(StoodUp(who, Model(play, who).size.height))


# ---- the actions -----------------------------------------------------------------------------------------------------

can_move: Requirement[Model] = requirement("It must have movement.")(lambda actor: actor.mov > 0)
on_open_ground: Requirement[Model] = requirement(
    "It must not stand in difficult ground.",
    condition="It must not stand in difficult ground: the ground where it sets out is part of its way.",
)(lambda actor: ground.at_ease(actor.play, actor.id))
free_to_run: Requirement[Model] = requirement(
    "It must not be in close combat.",
    condition="It must not be in close combat where the table forbids to run from it (run-from-combat).",
)(lambda actor: bool(actor.play.option["run-from-combat"]) or not actor.engaged)
knocked_over: Requirement[Model] = requirement("It must be knocked over.")(lambda actor: actor.record.down)

MOVE = action("move", (standing, has_points, can_move), move, ours=(standing, can_move))

RUN = action(
    "run",
    (standing, has_points, can_move, unburdened, free_to_run, on_open_ground),
    run,
    ours=(standing, can_move, unburdened, free_to_run, on_open_ground),
)

STAND_UP = action("stand-up", (knocked_over, has_points), stand_up)
