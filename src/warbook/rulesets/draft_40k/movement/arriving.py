"""Where units come onto the table: side by side from an edge, or from above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ....core.decision import Random, Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space import table_edges
from ....space.footprints import corners
from ....space.mustering import TOUCHING, Muster
from ....space.placing import Place
from ....space.table_edges import Edge
from ..checks import ground
from ..checks.coherency import coherency_of
from ..records.position import model, way_layout
from ..records.unit import Unit
from ..records.world import Play

INWARD: dict[Edge, tuple[int, int]] = {"south": (0, 1000), "north": (0, -1000), "west": (1000, 0), "east": (-1000, 0)}
STEP = INCH
"""How far apart along an edge places are tried."""
STRIDE = 17
"""How many places further on the next is tried, all round the edge: so the first few are spread over all of it."""


class FromEdge(Muster):
    """Where a unit comes from the edge of the table: each model touches it.  Proposals are lines along the edge."""

    __slots__ = ("bodies", "edge")

    def __init__(self, play: Play, unit: Unit, edge: Edge) -> None:
        self.edge = edge
        super().__init__(
            "arrive", f"Where does {unit.name} come?", play.world.board, way_layout(play), unit.members,
            inside=lambda _, at: self._against(play, at),
            keep_clear=INCH, coherency=coherency_of(unit), facing=unit.crewed, name=play.world.names.__getitem__,
        )  # fmt: skip
        self.bodies = {id: model(play, id).at for id in self.members}

    def _against(self, play: Play, at: Placement) -> Reasons:
        if not self._touches(at):
            return (f"It must touch the {self.edge} edge of the table.",)
        return ground.against_standing(play, at)

    def _touches(self, at: Placement) -> bool:
        """Whether a base or a hull touches the edge, and lies on the table."""
        if not at.shape:
            near = table_edges.inland(self.board, self.edge, at) - at.radius
        else:
            ring = corners(at)
            near = min(table_edges.inland(self.board, self.edge, Placement(x, y)) for x, y in ring)
        return 0 <= near <= TOUCHING

    # ---- proposing ---------------------------------------------------------------------------------------------------

    def line(self, start: int) -> tuple[Any, ...] | None:
        """The unit side by side from a point of the edge on, past what stands there; None where it finds no room."""
        along, parts = start, list[tuple[int, ...]]()
        for id in self.members:
            wide, deep = half_extents(self.bodies[id])
            for skip in range(0, (self.coherency.gap if self.coherency and parts else 0) + 1, STEP // 2):
                part = self._part(along + skip + wide, deep)
                if self.places[id].is_legal(part):
                    parts.append(part)
                    along += skip + 2 * wide + TOUCHING
                    break
            else:
                return None
        answer = tuple(parts)
        return answer if self.is_legal(answer) else None

    def _part(self, along: int, deep: int) -> tuple[int, ...]:
        """A place so far along the edge, and from it."""
        width, depth = self.board.width, self.board.depth
        x, y = {
            "south": (along, deep), "north": (along, depth - deep), "west": (deep, along), "east": (width - deep, along)
        }[self.edge]  # fmt: skip
        at = (x, y, self.board.floor_below(x, y, INCH))
        return (*at, *INWARD[self.edge]) if self.facing else at

    def _lines(self, starts: Sequence[int]) -> Iterator[tuple[Any, ...]]:
        return filter(None, map(self.line, starts))

    @property
    def _length(self) -> int:
        return self.board.width if self.edge in ("south", "north") else self.board.depth

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        places = self._length // STEP
        starts = [(places // 2 + number * STRIDE) % places * STEP for number in range(places)]
        return list(islice(self._lines(starts), n))

    def several(self) -> bool:
        return bool(self.candidates(1))

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Some line along the edge.  Raises LookupError where there is no room."""
        starts = [int(rng.random() * self._length) for _ in range(4)]
        answer = next(self._lines(starts), None) or next(iter(self.candidates(1)), None)
        if answer is None:
            raise LookupError(f"{self.key}: there is no room along the edge")
        return answer


def half_extents(at: Placement) -> tuple[int, int]:
    """Half of what a model takes along the edge that it comes from, and across."""
    return (at.shape.width // 2, at.shape.length // 2) if at.shape else (at.radius, at.radius)


# ---- from above ------------------------------------------------------------------------------------------------------


def drop_question(play: Play, unit: Unit) -> Place:
    """Where is the first model of a unit meant to come down?"""
    return Place(
        "drop", f"Where is {unit.name} to come down?", play.world.board, way_layout(play), unit.members[0],
        facing=unit.crewed, name=play.world.names.__getitem__,
    )  # fmt: skip


def ring_question(play: Play, unit: Unit, key: str, prompt: str) -> Muster:
    """Where does a unit stand that comes down in a tight ring, clear of enemies?"""
    return Muster(
        key, prompt, play.world.board, way_layout(play), unit.members,
        inside=lambda _, at: ground.against_standing(play, at), keep_clear=INCH, coherency=coherency_of(unit),
        facing=unit.crewed, tight=True,
        name=play.world.names.__getitem__,
    )  # fmt: skip


def comes_down(play: Play, unit: Unit, x: int, y: int) -> tuple[dict[int, Placement], Reasons]:
    """Where the models of a unit are that comes down at a point; or nowhere, and why: off the table, on somebody, too
    near to an enemy."""
    if not play.world.board.contains(x, y):
        return {}, ("It would be off the table.",)
    question = ring_question(play, unit, "ring", "")
    answer = question.proposed(unit.members[0], (), (x, y))
    return (question.placed(answer), ()) if question.is_legal(answer) else ({}, question.legal(answer))
