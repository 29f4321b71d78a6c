"""After blows at a vehicle: who struck it moves up to three inches, until they are more than an inch away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.rules import Mode
from ....space.sight import gap
from ....space.units import stand_of
from ..checks.coherency import coherency_of
from ..records.position import layout, model
from ..records.unit import Unit
from ..records.world import Play
from . import consolidating
from .contacts import AROUND
from .proposed import Proposed

BACK = 3 * INCH
"""How far models may go back."""
STEPS = tuple(range(INCH // 4, BACK + 1, INCH // 4))


class StepsBack(Proposed):
    """Where a unit goes that has struck at these vehicles: each of it ends more than an inch away from them."""

    __slots__ = ()

    def __init__(self, play: Play, unit: Unit, hulls: Sequence[int]) -> None:
        def end(id: int, at: Placement) -> Reasons:
            near = any(gap(at, model(play, hull).at) <= INCH for hull in hulls)
            return ("It must end more than an inch from the vehicle.",) if near else ()

        super().__init__(
            "step-back", f"Where does {unit.name} go back?", play.world.board, layout(play), unit.members,
            consolidating.rules_of(play, unit, BACK), coherency=coherency_of(unit), end=end,
            name=play.world.names.__getitem__,
        )  # fmt: skip

    def proposal(self) -> tuple[Any, ...] | None:
        """All of the unit the same way, as little as need be."""
        for step in STEPS:
            for dx, dy in AROUND:
                answer = tuple(self._moved(id, dx * step // 1000, dy * step // 1000) for id in self.members)
                if self.is_legal(answer):
                    return answer
        return None

    def _moved(self, id: int, dx: int, dy: int) -> tuple[Any, ...]:
        x, y, z = stand_of(self.lifted, id)[:3]
        return self.paths[id].complete(((x + dx, y + dy, z, Mode.WALK),))


def step_back(play: Play, unit: Unit, hulls: Sequence[int]) -> None:
    """Whoever struck at vehicles goes back from them, as its player likes; where there is no room it stays."""
    question = StepsBack(play, unit, hulls)
    if not question.possible:
        play.note(unit.id, "it finds no room to go back")
        return
    consolidating.move_by(play, unit, question, "goes back")
