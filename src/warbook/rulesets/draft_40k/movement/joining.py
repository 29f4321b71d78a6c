"""The consolidation move with which a character joins a unit: it ends where the unit keeps together with it."""

from __future__ import annotations

from typing import Any

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import shortest
from ....space.rules import Point
from ....space.sight import gap
from ....space.units import stand_of
from ..checks.coherency import ON_FOOT
from ..records.position import enemies, model, way_layout
from ..records.unit import Unit
from ..records.world import Play
from . import consolidating
from .contacts import AROUND, against_contact
from .proposed import Proposed

BESIDE = (INCH // 2, 3 * INCH // 2)
"""How far from a model of the unit a character may well stand."""


class Joins(Proposed):
    """Where a character goes that joins a unit."""

    __slots__ = ("others", "play")

    def __init__(self, play: Play, unit: Unit, host: Unit) -> None:
        self.play, self.others = play, host.members
        foes = enemies(play, unit.owner)

        def end(_: int, at: Placement) -> Reasons:
            if all(gap(at, model(play, other).at) > ON_FOOT.gap for other in self.others):
                return ('It must end within 2" of the unit.',)
            return against_contact(play, at, foes)

        reach = play.option["join-reach"] * INCH
        super().__init__(
            play, "join", f"Where does {unit.name} join {host.name}?", play.world.board, way_layout(play), unit.members,
            consolidating.rules_of(play, unit, reach), coherency=None, end=end, name=play.world.names.__getitem__,
        )  # fmt: skip

    def proposal(self) -> tuple[Any, ...] | None:
        """It stays where that will do, else it goes the shortest way to a place beside one of the unit."""
        if self.is_legal(self.stay):
            return self.stay
        id, rules = self.leader, self.rules[self.leader]
        x, y, _z, radius, *_ = stand_of(self.lifted, id)
        spots: list[Point] = []
        for other in self.others:
            at = model(self.play, other).at
            for away in (at.radius + radius + beside for beside in BESIDE):
                spots += [(at.x + dx * away // 1000, at.y + dy * away // 1000, at.z) for dx, dy in AROUND]
        near = [spot for spot in spots if (spot[0] - x) ** 2 + (spot[1] - y) ** 2 <= rules.allowance**2]
        found = shortest(self.board, self.lifted, id, near, rules, first=True) if near else None
        return (self.paths[id].complete(found[0]),) if found is not None else None
