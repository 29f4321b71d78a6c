"""Long climbs that take two Moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from ....core.decision import Reasons
from ....core.state import Placement
from ....core.structs import replace
from ....space.board import Board, per_board
from ....space.facing import is_facing
from ....space.movement import Fall, Mode, Point, Route, Rules, Walked, check, is_leg, overlapping, passages, trace
from ....space.openings import routes_over_edges
from ....space.paths import Path
from ..events.movement import Faced, Moved
from ..events.rounds import Acted, Declared
from ..harm import falling
from ..records import Model, Play
from ..records.position import board_now, enemies, layout, namer
from . import perils, routes
from .routes import End, Unmeasured


class High(Path):
    """A route that may end its first Move on a face, if the second, which `further` allows for, finishes the climb."""

    __slots__ = ("further",)

    further: Rules

    def legal(self, answer: tuple[Any, ...]) -> Reasons:
        """Every reason against a route of one Move, or of two that meet on a face."""
        reasons = super().legal(answer)
        return () if reasons and self.hung(answer) is not None else reasons

    def hung(self, answer: tuple[Any, ...]) -> Walked | None:
        """The route, where it takes both Moves and the first ends on a face."""
        if not isinstance(answer, tuple) or not answer or not is_facing(answer[-1]):
            return None
        if not all(is_leg(leg) for leg in answer[:-1]):
            return None
        walked = check(self.board, self.layout, self.mover_id, answer[:-1], self.further)
        if isinstance(walked, Walked) and face_of(walked, self.rules.allowance) >= 0:
            return walked
        return None

    def notes(self, answer: tuple[Any, ...]) -> tuple[str, ...]:
        """What a route of one Move or of two will ask of a fighter."""
        hung = self.hung(answer)
        if hung is None or self.foreseen is None:
            return super().notes(answer)
        return ("it hangs on the face after the first Move, and the second finishes the climb", *self.foreseen(hung))

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        """Routes of one Move, then a few climbs that take two."""
        found = super().candidates(n)
        if len(found) < n:
            found += self.high_climbs(n - len(found))
        return found

    def high_climbs(self, n: int) -> list[tuple[Any, ...]]:
        """Up to so many climbs that take two Moves: from where it stands, then from the spots that the board lists."""
        return list(islice(filter(self.hung, map(self.complete, self._climbs())), n))

    def _climbs(self) -> Iterator[Route]:
        for route in routes_over_edges(self.board, self.layout, self.mover_id, self.further):
            if route[-1][3] == Mode.CLIMB:
                yield route
        x, y, z, _, _, radius, height, _, _ = self.layout.row(self.mover_id)
        for way in passages(self.board, radius, height, self.further):
            if way.mode != Mode.CLIMB or way.near[2] != z:
                continue
            if (way.near[0] - x) ** 2 + (way.near[1] - y) ** 2 <= self.rules.allowance**2:
                yield ((*way.near, int(Mode.WALK)), (*way.far, int(Mode.CLIMB)))


def face_of(walked: Walked, allowance: int) -> int:
    """The climb in which a route has used up its first Move; -1 where there is none."""
    spent = 0
    for number, cost in enumerate(walked.costs):
        if number in walked.climbs and spent < allowance < spent + cost:
            return number
        spent += cost
    return -1


@per_board
def has_faces(board: Board) -> bool:
    """Whether a board has anything that is worth climbing."""
    return bool(board.platforms or board.blocks)


def climb_high(play: Play, mover: Model, rules: Rules, further: Rules, prompt: str, end: End | None = None) -> None:
    """A Move that may go up a face further than it has movement for: then it takes the next Move along, at once, to
    finish the climb.  Whoever is brought down between the two falls.  `end` gives the reasons against a place where
    one Move stops."""
    board, end = board_now(play), end or routes.clear_of_those_near(mover)
    worth_facing = [(f.at.x, f.at.y) for f in enemies(play, mover.owner)]
    kind = High if play.option["premeasure"] else UnmeasuredHigh
    question = kind(
        "path", prompt, board, layout(play), mover.id, rules,
        end=end, worth_facing=worth_facing, foreseen=partial(routes.route_warnings, mover), name=namer(play),
    )  # fmt: skip
    question.further = further
    *legs, facing = play.ask(mover.owner, question)
    if isinstance(trace(board, layout(play), mover.id, tuple(legs), rules), Walked):
        if not legs or perils.follow(play, mover, tuple(legs), rules):
            play.happen(Faced(mover.id, *facing))
        return
    walked = check(board, layout(play), mover.id, tuple(legs), further)
    if not isinstance(walked, Walked):
        raise AssertionError(f"an illegal route: {walked}")
    number = face_of(walked, rules.allowance)
    if number and not perils.follow(play, mover, tuple(legs[:number]), further):
        return
    x, y, top = legs[number][:3]
    left = rules.allowance - sum(walked.costs[:number])
    foot, hold = on_the_face(mover.at, (x, y, top), left, walked.costs[number])
    play.happen(Moved(mover.id, foot[0], foot[1], hold, left))
    play.happen(Acted(mover.id, "move", 1))
    play.happen(Declared(mover.id, "move"))
    if not mover.standing:
        let_go(play, mover)
        return
    play.happen(Moved(mover.id, x, y, top, walked.costs[number] - left))
    rest = tuple(legs[number + 1 :])
    if not rest or perils.follow(play, mover, rest, replace(further, allowance=walked.cost)):
        play.happen(Faced(mover.id, *facing))


def on_the_face(start: Placement, end: Point, spent: int, cost: int) -> tuple[tuple[int, int], int]:
    """Where a climb is, and how high, once so much of its cost is spent: beside the face, over its foot."""
    rise = abs(end[2] - start.z)
    gone = min(rise - 1, max(1, spent * rise // cost))
    if end[2] > start.z:
        return (start.x, start.y), start.z + gone
    return (end[0], end[1]), start.z - gone


def let_go(play: Play, model: Model) -> None:
    """Whoever is brought down on a face falls to its foot."""
    if not model.on_table:
        return
    at = model.at
    below = board_now(play).floor_below(at.x, at.y, at.z)
    falling.come_down(
        play,
        model,
        Fall(at.x, at.y, below, at.z - below, overlapping(layout(play), model.id, (at.x, at.y, below))),
    )


class UnmeasuredHigh(High, Unmeasured):
    """The same at a table that does not measure beforehand."""

    __slots__ = ()
