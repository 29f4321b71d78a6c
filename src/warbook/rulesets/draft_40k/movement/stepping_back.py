"""Stepping away: after blows at a vehicle who struck goes up to three inches, until they are more than an inch away;
a character who leaves a unit does until it is out of coherency."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.sight import gap
from ..checks.coherency import coherency_of
from ..records.position import enemies, model, way_layout
from ..records.unit import Unit
from ..records.world import Play
from . import consolidating
from .contacts import AROUND, against_contact
from .proposed import Proposed

BACK = 3 * INCH
"""How far models may go back."""


class StepsAway(Proposed):
    """Where models go to be farther than so much away from others: each of them ends there."""

    __slots__ = ()

    def __init__(
        self, key: str, prompt: str, play: Play, unit: Unit, members: Sequence[int], others: Sequence[int], *,
        reach: int, clear: int, refused: str,
    ) -> None:  # fmt: skip
        foes = enemies(play, unit.owner)

        def end(id: int, at: Placement) -> Reasons:
            if any(gap(at, model(play, other).at) <= clear for other in others):
                return (refused,)
            return against_contact(play, at, foes)

        super().__init__(
            play, key, prompt, play.world.board, way_layout(play), members, consolidating.rules_of(play, unit, reach),
            coherency=coherency_of(unit), end=end, name=play.world.names.__getitem__,
        )  # fmt: skip

    def proposal(self) -> tuple[Any, ...] | None:
        """All of them the same way, as little as need be."""
        for step in range(INCH // 4, self.rules[self.leader].allowance + 1, INCH // 4):
            for dx, dy in AROUND:
                answer = self.all_go(dx * step // 1000, dy * step // 1000)
                if self.is_legal(answer):
                    return answer
        return None


def step_back(play: Play, unit: Unit, hulls: Sequence[int]) -> None:
    """Whoever struck at vehicles goes back from them, as its player likes; where there is no room it stays."""
    question = back_question(play, unit, hulls)
    if not question.possible:
        play.note(unit.id, "it finds no room to go back")
        return
    consolidating.move_by(play, unit, question, "goes back")


def back_question(play: Play, unit: Unit, hulls: Sequence[int]) -> StepsAway:
    """Where does a unit go that has struck at these vehicles?"""
    return StepsAway(
        "step-back", f"Where does {unit.name} go back?", play, unit, unit.members, hulls,
        reach=BACK, clear=INCH, refused="It must end more than an inch from the vehicle.",
    )  # fmt: skip
