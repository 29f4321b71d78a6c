"""The decision where a whole unit goes (`March`): a way for each of its members, which keep together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ..core.decision import Prompt, Random, Reasons
from ..core.length import INCH, written
from ..core.state import Placement, Posture
from ..core.structs import replace
from .board import Board
from .facing import Spots
from .formation import Formation, Ways
from .layout import POSTURE, Layout
from .movement import Point, Reach, Reason, Route, Rules, reach, sample, shortest
from .paths import FINE, Lead, Path
from .reached import squared_distance
from .rules import Mode
from .together import ANYWHERE, FEW_OR_MANY, KEEP_TOGETHER, ForMany, Together
from .units import Coherency, Stand, moved_stand, stand_of

SHARES = (100, 60, 30)  # hundredths of the leader's way that are tried, where not all can follow it
STEP = INCH // 4  # of one member: enough to tell that a unit may do something else than stay
FOUR_WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
LOOKED_AT = (4, 12)  # so many ways of the leader, at the least, where it may not stay
DRAWS = 4  # samples that are drawn before the candidates are listed


class _Way(Path):
    """The way of one member, on the board without its unit."""

    __slots__ = ("_march",)

    def __init__(self, march: March, key: str, board: Board, id: int, **more: Any) -> None:
        super().__init__(key, "", board, march.lifted, id, march.rules[id], **more)
        self._march = march

    def against(self, route: Route) -> tuple[Reason, ...]:
        return self._march.formation.against(self.mover_id, route)


class March(ForMany):
    """Where a unit goes: an answer has a way for each member, in the order of `members`; each is what `Path` takes for
    an answer (no legs at all: it stays; no facing unless `facing`).

    The first of `members` leads: a way is drawn for it, or for any other, and the rest follow in formation
    (`proposed`), but each member's way is its own and may be drawn differently (`redrawn`).  Every way is judged with
    the unit lifted off the board, and every end beside the ends of the others.  Whoever moves keeps the unit together
    (`coherency`); one that is scattered already may also come closer together.  `rules` are those of all members, or of
    each by id; all are on the table.  `end` gives the game's own reasons against the place where a member stops,
    `together` against all places at once; both are asked of those who stay, too.  `goals` are places worth going to for
    the leader; `leads`, `worth_facing` and `name` are as in `Path`.
    """

    __slots__ = ("_end", "_formation", "goals", "leads", "paths", "rules")
    kind = "march"

    def __init__(
        self,
        key: str,
        prompt: Prompt,
        board: Board,
        layout: Layout,
        members: Sequence[int],
        rules: Rules | Mapping[int, Rules],
        *,
        coherency: Coherency | None = KEEP_TOGETHER,
        facing: bool = False,
        end: Callable[[int, Placement], Reasons] | None = None,
        together: Together | None = None,
        goals: Sequence[Point] = (),
        worth_facing: Spots | Callable[[], Spots] = (),
        leads: Callable[[], Sequence[Lead]] | None = None,
        name: Callable[[int], str] = "number {}".format,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, board, layout, members, coherency, together, facing, name, secret)
        self.rules = dict.fromkeys(self.members, rules) if isinstance(rules, Rules) else dict(rules)
        self._expect_all_here_with_rules()
        self._end, self.goals, self.leads = end, tuple(goals), leads
        self.paths = {
            id: _Way(
                self, key, board, id, facing=facing, worth_facing=worth_facing, name=name,
                end=None if end is None else partial(self._refused_end, id),
            )
            for id in self.members
        }  # fmt: skip
        self._formation: Formation | None = None

    def _expect_all_here_with_rules(self) -> None:
        """Raises ValueError for members who are off the table, or for whom there are no rules."""
        lacking = [f"{id}" for id in self.members if id not in self.rules]
        if lacking:
            raise ValueError(f"{self.key}: found no rules for the members {', '.join(lacking)}")
        for id in self.members:
            if self.layout.row(id)[POSTURE] == Posture.AWAY:
                raise ValueError(f"{self.key}: member {id} is not on the table; wanted those who are")

    @property
    def formation(self) -> Formation:
        """How the members stand to one another now."""
        if self._formation is None:
            may_end = None if self._end is None else self._may_end
            self._formation = Formation(self.board, self.lifted, self.rules, self.coherency or ANYWHERE, may_end)
        return self._formation

    def _refused_end(self, id: int, at: Placement) -> Reasons:
        assert self._end is not None
        return self._end(id, self._on_the_table(id, at))

    def _on_the_table(self, id: int, at: Placement) -> Placement:
        return replace(at, posture=self.layout.row(id)[POSTURE])

    def _may_end(self, id: int, route: Route) -> bool:
        path = self.paths[id]
        return not self._refused_end(id, path.end_of(path.complete(route)))

    # ---- judging -----------------------------------------------------------------------------------------------------

    def is_part(self, id: int, part: Any) -> bool:
        return self.paths[id].is_way(part)

    def against_part(self, id: int, part: Any) -> Reasons:
        return self.paths[id].legal(part)

    def stand_after(self, id: int, part: Any) -> Stand:
        stand, route = stand_of(self.layout, id), self.route_of(part)
        return moved_stand(stand, route[-1] if route else stand[:3], part[-1] if self.facing else None)

    def route_of(self, part: tuple[Any, ...]) -> Route:
        """The legs in a member's part."""
        return part[:-1] if self.facing else part

    def placed(self, answer: tuple[Any, ...]) -> dict[int, Placement]:
        return {
            id: self._on_the_table(id, path.end_of(way))
            for (id, path), way in zip(self.paths.items(), answer, strict=True)
        }

    # ---- proposing ---------------------------------------------------------------------------------------------------

    @property
    def stay(self) -> tuple[Any, ...]:
        """The answer that nobody moves."""
        return tuple(path.complete(()) for path in self.paths.values())

    def _answer(self, ways: Ways) -> tuple[Any, ...]:
        return tuple(path.complete(ways[id]) for id, path in self.paths.items())

    def following(self, guide: int, route: Route, searches: int | None = None) -> tuple[Any, ...] | None:
        """A legal march in which a member goes a way that is legal for it, or as much of it as all can follow; None
        where they cannot follow any of it."""
        formation = self.formation
        left = formation.searches_for(guide) if searches is None else searches
        for share in SHARES:
            part = route if share == SHARES[0] else formation.shorter(guide, route, share)
            if part and (share == SHARES[0] or formation.is_free(guide, part)):
                ways = formation.following(guide, part, left)
                left = formation.searches
                if ways is not None and self.is_legal(answer := self._answer(ways)):
                    return answer
        return None

    def proposed(self, guide: int, legs: Sequence[Any], to: tuple[int, ...]) -> tuple[Any, ...]:
        route = self.paths[guide].route_on(tuple(legs), to)
        formation = self.formation
        free = formation.is_free(guide, route)
        ways = formation.following(guide, route, formation.searches_for(guide), True) if free else None
        return self._answer(ways if ways is not None else formation.shifted(guide, route))

    def redrawn(self, answer: tuple[Any, ...], id: int, legs: Sequence[Any], to: tuple[int, ...]) -> tuple[Any, ...]:
        path = self.paths[id]
        return self.exchanged(answer, id, path.complete(path.route_on(tuple(legs), to)))

    def reach(self, pitch: int = FINE) -> Reach:
        """Where the leader can get to, the rest of the unit aside."""
        return reach(self.board, self.lifted, self.leader, self.rules[self.leader], pitch, self.goals)

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """For each height the outlines of where the leader can get to."""
        return self.reach().region()

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        found = [self.stay] if n > 0 and self.is_legal(self.stay) else []
        for tried in sorted({n, *(more for more in LOOKED_AT if more > n)}):  # as long as nothing is found, more
            for route in self._routes_of_leader(tried) if len(found) < n else ():
                answer = self.following(self.leader, route)
                if answer is not None and answer not in found:
                    found.append(answer)
                if len(found) == n:
                    break
            if found:
                break
        return found

    def _routes_of_leader(self, n: int) -> Iterator[Route]:
        """Ways of the leader that are worth a try: to goals, along leads, and spread over all that it can reach."""
        rules, start = self.rules[self.leader], stand_of(self.layout, self.leader)[:3]
        for goal in sorted(self.goals, key=lambda at: squared_distance(at, start)):
            way = shortest(self.board, self.lifted, self.leader, [goal], rules)
            if way is not None and way[0]:
                yield way[0]
        found, leads = self.reach(INCH), self.leads() if self.leads is not None else ()
        for lead in leads:
            yield from filter(None, found.routes_by_lead(lead, max(1, n // (2 * len(leads)))))
        yield from found.candidates(n)[1:]

    def several(self) -> bool:
        if self.facing and self.is_legal(self.stay):
            return True  # they may stay and look elsewhere
        if self.is_legal(self.stay) and any(map(self.is_legal, self._steps())):
            return True
        return any(len(self.candidates(n)) > 1 for n in FEW_OR_MANY)

    def _steps(self) -> Iterator[tuple[Any, ...]]:
        """The unit as it stands, but for one member that takes a step aside: what no search is needed for."""
        stay = self.stay
        for id, path in self.paths.items():
            x, y, z = stand_of(self.layout, id)[:3]
            for dx, dy in FOUR_WAYS if self.rules[id].allowance >= STEP else ():
                step = path.complete(((x + dx * STEP, y + dy * STEP, z, int(Mode.WALK)),))
                if not path.legal(step):
                    yield self.exchanged(stay, id, step)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Some legal answer.  Raises LookupError where none was found, which can only be where something speaks against
        staying."""
        for _ in range(DRAWS):
            route = sample(self.board, self.lifted, self.leader, self.rules[self.leader], rng)
            answer = self.following(self.leader, route, 0) if route else None
            if answer is not None:
                return answer
        if self.is_legal(self.stay):
            return self.stay
        answers = self.candidates(8)
        if not answers:
            raise LookupError(f"{self.key}: no march is legal")
        return answers[int(rng.random() * len(answers))]

    def label(self, answer: tuple[Any, ...]) -> str:
        gone = [(id, way) for id, part in zip(self.members, answer, strict=True) if (way := self.route_of(part))]
        if not gone:
            return "stay"
        (first, way), others = gone[0], len(gone) - 1
        end = f"({written(way[-1][0])}, {written(way[-1][1])})"
        return f"{self.member_name(first)} to {end}" + (f", {others} with it" if others else "")
