"""Into contact: where the models of a unit end that charges or piles in, as many of them touching enemies as can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.board import Going
from ....space.contact import contact_places, places_beside_hull
from ....space.movement import shortest
from ....space.rules import Point, Route, Rules
from ....space.sight import contact
from ....space.units import Stand, moved_stand, overlap, stand_of
from ..checks import ground
from ..checks.coherency import coherency_of
from ..checks.sight import within
from ..records.position import model, way_layout
from ..records.unit import Unit
from ..records.world import Play
from .proposed import Proposed

SUPPORT = 2 * INCH
"""How near to one of its own who touches an enemy a model fights as well."""


class IntoContact(Proposed):
    """Where a unit goes that moves into contact with these enemies: somebody has to touch one (`must`), one of the
    `first` of them where there are some, and everybody who could touch one does.  Whose rules allow no way at all
    stays."""

    __slots__ = ("first", "foes", "play")

    def __init__(
        self, key: str, prompt: str, play: Play, unit: Unit, foes: Sequence[int], rules: Rules | Mapping[int, Rules],
        *, must: bool = True, first: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self.play, self.foes, self.first = play, tuple(foes), tuple(first or foes)
        super().__init__(
            play, key, prompt, play.world.board, way_layout(play), unit.members, rules, coherency=coherency_of(unit),
            together=self._against_ends if must else None, name=play.world.names.__getitem__,
        )  # fmt: skip

    def _against_ends(self, ends: Mapping[int, Placement]) -> Reasons:
        """Nobody touches an enemy; or somebody does not who could."""
        touching = [id for id, at in ends.items() if touches(self.play, at, self.foes)]
        if not any(touches(self.play, ends[id], self.first) for id in touching):
            return ("Somebody has to come into contact with an enemy.",)
        stands = {id: moved_stand(stand_of(self.layout, id), at.spot) for id, at in ends.items()}
        for id in ends:
            others = [stand for other, stand in stands.items() if other != id]
            if id not in touching and self.way_in(id, others) is not None:
                return (f"{self.member_name(id)} could come into contact with an enemy.",)
        return ()

    def way_in(self, id: int, others: Sequence[Stand], among: Sequence[int] = ()) -> Route | None:
        """The shortest way of a member into contact with an enemy, beside those who stand there already."""
        rules, stand = self.rules[id], stand_of(self.lifted, id)
        places = [
            place
            for foe in among or self.foes
            for place in self._places_at(id, foe, others)
            if self._fits(moved_stand(stand, place), others)
        ]
        found = shortest(self.board, self.lifted, id, places, rules, first=True) if places else None
        return found[0] if found is not None else None

    def _places_at(self, id: int, foe: int, others: Sequence[Stand]) -> Sequence[Point]:
        """Where a member may touch an enemy: round its base, or along the sides of its hull."""
        at, rules = model(self.play, foe).at, self.rules[id]
        if not at.shape:
            return contact_places(self.board, self.lifted, id, foe, rules)
        start = stand_of(self.lifted, id)[:2]
        return places_beside_hull(self.board, self.lifted, id, foe, rules, (start,), others)

    def _fits(self, stand: Stand, others: Sequence[Stand]) -> bool:
        """Whether a member may stand there beside some others: it stands in none of them, and keeps with one."""
        if any(overlap(stand, other) for other in others):
            return False
        return not others or self.coherency is None or any(self.coherency.joins(stand, other) for other in others)

    # ---- proposing ---------------------------------------------------------------------------------------------------

    def proposal(self) -> tuple[Any, ...] | None:
        """Everybody into contact, the nearest first and each with an enemy whom nobody touches, if that can be; the
        rest as near to those who touch one as they come.  None where nobody gets there."""
        now = self.lifted
        still = [id for id in self.members if not self.rules[id].allowance]
        order = sorted((id for id in self.members if id not in still), key=lambda id: (self._away(id), id))
        ways: dict[int, Route] = {}
        taken = [stand_of(now, id) for id in still]
        free = {
            foe for foe in self.foes if not any(touches(self.play, model(self.play, id).at, (foe,)) for id in still)
        }
        for id in order:
            met = ways or still or self.first == self.foes
            route = (
                (self.way_in(id, taken, self.first) if not met else None)
                or (self.way_in(id, taken, sorted(free)) if free else None)
                or self.way_in(id, taken)
            )
            if route is None:
                continue
            ways[id] = route
            taken.append(moved_stand(stand_of(now, id), route[-1]))
            at = self._on_the_table(id, self.paths[id].end_of(self.paths[id].complete(route)))
            free -= {foe for foe in free if touches(self.play, at, (foe,))}
        if not ways:
            return None
        for id in order:
            if id not in ways:
                ways[id] = self._beside(id, taken)
                taken.append(moved_stand(stand_of(now, id), ways[id][-1] if ways[id] else stand_of(now, id)[:3]))
        return tuple(self.paths[id].complete(ways.get(id, ())) for id in self.members)

    def _away(self, id: int) -> int:
        at = model(self.play, id).at
        return min((at.x - foe.x) ** 2 + (at.y - foe.y) ** 2 for foe in (model(self.play, id).at for id in self.first))

    def _beside(self, id: int, taken: Sequence[Stand]) -> Route:
        """The way of a member that finds no enemy to touch: as near to its own as it comes, or it stays."""
        stand, rules = stand_of(self.lifted, id), self.rules[id]
        spots: list[Point] = []
        for other in taken:
            away = other[3] + stand[3] + 20
            spots += [(other[0] + dx * away // 1000, other[1] + dy * away // 1000, other[2]) for dx, dy in AROUND]
        clear = [spot for spot in spots if not any(overlap(moved_stand(stand, spot), other) for other in taken)]
        found = shortest(self.board, self.lifted, id, clear, rules, first=True) if clear else None
        return found[0] if found is not None else ()


AROUND = ((1000, 0), (707, 707), (0, 1000), (-707, 707), (-1000, 0), (-707, -707), (0, -1000), (707, -707))


def touches(play: Play, at: Placement, others: Iterable[int]) -> bool:
    """Whether a model that stands there is in contact with one of some others."""
    return any(contact(at, model(play, other).at) for other in others)


def against_contact(play: Play, at: Placement, others: Iterable[int]) -> Reasons:
    """Why a model that keeps out of combat may not end there."""
    return ("It must not end in contact with an enemy.",) if touches(play, at, others) else ()


def fighting(play: Play, unit: Unit, foes: Sequence[int]) -> list[int]:
    """The models of a unit that may strike: those that touch an enemy, and those within two inches of one of them."""
    first = [id for id in unit.members if touches(play, model(play, id).at, foes)]
    return [id for id in unit.members if any(within(play, id, other, SUPPORT) for other in first)]


def into_contact_rules(distance: int, foes: Sequence[int], going: Going | None = None) -> Rules:
    """How models go that charge or pile in: up to these enemies and an inch clear of all others."""
    return Rules(
        distance, keep_clear=INCH, contact_with=tuple(foes), going=ground.closed() if going is None else going,
        may_pass_friends=False, may_leap=False, may_jump=False, gap=0, climb_cost=1,
    )  # fmt: skip
