"""The decision where to go on a grid (`GridPath`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...core.decision import Decision, Random, Reasons
from ..board import Board
from ..layout import Layout
from ..routes import is_leg
from ..rules import Mode, Point, Route
from .cells import Cell, line, neighbours, within
from .ground import GridRules
from .outlines import outlines
from .ways import FAR_OFF, Field, Halt, Reached, Way

MALFORMED = "A way on a grid is a list of legs (x, y, z, 0), each to the middle of a cell."
DRAWS = 6  # ways that are drawn before all cells that can be reached are listed


class GridPath(Decision[Route]):
    """Where a body goes on a grid, at a cost of `far` at most.

    An answer has a leg for each cell of the way, as a `Path` has for each turn: the middle of the cell, and 0.  It may
    be drawn cell by cell; a leg to a cell further off stands for a cheapest way there, and is recorded as that.  No
    legs at all means to stay, which `stays` may forbid.

    `halts` says why a move must end in a cell that it has entered, `end` gives the game's own reasons against a cell to
    stop in.  `leads` lists functions from a point to a number; candidates go where one is low.  `foreseen` returns
    remarks on a way that is legal.  `name` turns an id into a name for the reasons, `unit` is what costs are counted
    in.
    """

    __slots__ = (
        "_reached", "_ways", "end", "far", "field", "foreseen", "halts", "leads", "name", "stays", "unit",
    )  # fmt: skip
    kind = "path"
    facing = False

    def __init__(
        self,
        key: str,
        prompt: str,
        field: Field,
        far: int,
        *,
        stays: bool = True,
        halts: Halt | None = None,
        end: Callable[[Cell], Reasons] | None = None,
        leads: Callable[[], Sequence[Callable[[Point], float]]] | None = None,
        foreseen: Callable[[Way], Sequence[str]] | None = None,
        name: Callable[[int], str] = "number {}".format,
        unit: str = "",
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.field, self.far, self.stays, self.halts, self.end = field, max(0, far), stays, halts, end
        self.leads, self.foreseen, self.name = leads, foreseen, name
        self.unit = unit or ("squares" if field.grid.shape == "square" else "hexes")
        self._reached: Reached | None = None
        self._ways: dict[Any, Way | None] = {}

    @property
    def layout(self) -> Layout:
        """Where everybody is."""
        return self.field.layout

    @property
    def mover_id(self) -> int:
        """Who moves."""
        return self.field.who

    @property
    def board(self) -> Board:
        """The board that the grid lies over."""
        return self.field.ground.board

    @property
    def rules(self) -> GridRules:
        """What the game says about the move."""
        return self.field.rules

    # ---- answers -----------------------------------------------------------------------------------------------------

    def way(self, answer: Route) -> Way:
        """The cells of an answer that is legal, without the one where it begins."""
        way = self._expanded(answer)
        assert way is not None, "only legs that lie on the grid have cells"
        return way

    def on_grid(self, answer: Route) -> bool:
        """Whether all legs of an answer lie on the grid, so that more can be said of it."""
        return self._expanded(answer) is not None

    def goal(self, answer: Route) -> Cell:
        """The cell where an answer ends."""
        return self.way(answer)[-1] if answer else self.field.start

    def answer(self, way: Sequence[Cell]) -> Route:
        """A way as an answer."""
        return tuple((*self.field.ground.middle(cell), int(Mode.WALK)) for cell in way)

    def legal(self, answer: Route) -> Reasons:
        if not isinstance(answer, tuple) or not all(map(is_leg, answer)):
            return (MALFORMED,)
        way = self._expanded(answer)
        if way is None:
            return ("That is not on the grid.",)
        reasons, _ = self.field.against(way, self.far, self.halts, self.name)
        reasons = tuple(self._why_no_way(way[-1]) if why == FAR_OFF else why for why in reasons)
        return reasons or self._against_end(way[-1] if way else self.field.start)

    def _why_no_way(self, cell: Cell) -> str:
        """Why a leg to a cell further off stands for nothing."""
        return self.field.why_not_stop(cell, self.name) or f"No way of at most {self.far} {self.unit} leads there."

    def _against_end(self, cell: Cell) -> Reasons:
        if cell == self.field.start and not self.stays:
            return ("It has to move.",)
        taken = self.field.why_not_stop(cell, self.name)
        return (taken,) if taken else tuple(self.end(cell)) if self.end is not None else ()

    def settled(self, answer: Route) -> Route:
        return self.answer(self.way(answer))

    def _expanded(self, answer: Route) -> Way | None:
        """The cells of an answer, those between legs included; None where a leg leads off the grid."""
        known = self._ways.get(answer, ())
        if known == () and answer:
            known = self._ways[answer] = self._expand(answer)
        return known

    def _expand(self, answer: Route) -> Way | None:
        way: list[Cell] = []
        for x, y, z, _ in answer:
            to = self.field.ground.cell_of(x, y, z)
            if to is None:
                return None
            way += self._on(way, to) or (to,)
        return tuple(way)

    def _on(self, way: Sequence[Cell], to: Cell) -> Way | None:
        """The step on from the end of another way, or else a cheapest way; None where there is none that costs little
        enough."""
        here = way[-1] if way else self.field.start
        if not self.field.against((*way, to), self.far, self.halts)[0]:
            return (to,)
        reasons, spent = self.field.against(way, self.far)
        if reasons or to == here:
            return None
        if not way:
            return self.reached().way(to)
        return self.field.shortest(to, self.far - spent, self.halts, here, self.field.diagonals(way))

    def route_on(self, legs: Route, to: Sequence[int]) -> Route:
        """These legs and a cheapest way on to the cell that a point lies in; one leg there where there is no way, for
        `legal` to say why.  A point without a height is on the highest floor that can be reached; one in the cell where
        the legs end adds nothing."""
        way = self._expanded(legs) if all(map(is_leg, legs)) else None
        tile = self.field.grid.tile_at(to[0], to[1])
        if way is None or tile is None:
            return (*legs, (to[0], to[1], to[2] if len(to) > 2 else 0, 0))
        heights = to[2:3] if len(to) > 2 else (self.field.ground.floors(tile) or (0,))[::-1]
        anchors = [self.field.ground.cell_of(to[0], to[1], z) or (*tile, z) for z in heights]
        if (way[-1] if way else self.field.start) in anchors:
            return self.answer(way)  # it is there already
        for cell in anchors:
            if on := self._on(way, cell):
                return self.answer((*way, *on))
        return self.answer((*way, anchors[0]))

    # ---- proposals ---------------------------------------------------------------------------------------------------

    def reached(self) -> Reached:
        """Every cell that can be entered."""
        if self._reached is None:
            self._reached = self.field.reached(self.far, self.halts)
        return self._reached

    def _ends(self) -> Iterator[Cell]:
        """The cells where it may stop, the cheapest first."""
        return (cell for cell in self.reached() if not self._against_end(cell))

    def candidates(self, n: int) -> list[Route]:
        ends = list(self._ends())
        if len(ends) > n:
            ends = self._chosen(ends, n)
        ways = (self.reached().way(cell) for cell in ends)
        return [self.answer(way) for way in ways if way is not None]

    def _chosen(self, ends: list[Cell], n: int) -> list[Cell]:
        """The first, those where a lead is lowest, and others spread over all."""
        leads = self.leads() if self.leads is not None else ()
        middle, share = self.field.ground.middle, max(1, n // (2 * max(1, len(leads))))
        led = [cell for lead in leads for cell in sorted(ends, key=lambda cell: lead(middle(cell)))[:share]]
        spread = [ends[i * len(ends) // n] for i in range(n)]
        return list(dict.fromkeys((*spread[:1], *led, *spread[1:])))[:n]

    def several(self) -> bool:
        return self.at_least(2)

    def at_least(self, most: int) -> bool:
        """Whether there are so many legal answers; a step to a cell next to it is one of the quickest to find."""
        found = 0 if self._against_end(self.field.start) else 1
        for step in self.field.ground.steps(self.field.start) if self.far else ():
            price, _ = self.field.price(step, 0)
            if price <= self.far and self.field.barring(step.to) < 0 and not self._against_end(step.to):
                found += 1
                if found >= most:
                    return True
        return sum(1 for _ in zip(self._ends(), range(most), strict=False)) >= most

    def sample(self, rng: Random) -> Route:
        """Some legal way.  Raises `LookupError` where there is none."""
        for _ in range(DRAWS):
            way = self._straight_way(rng)
            if not self._against_end(way[-1] if way else self.field.start):
                answer = self.answer(way)
                self._ways[answer] = way  # it need not be found again
                return answer
        ends = list(self._ends())
        if not ends:
            raise LookupError(f"{self.key}: no way is legal")
        return self.answer(self.reached().way(ends[int(rng.random() * len(ends))]) or ())

    def _straight_way(self, rng: Random) -> Way:
        """The straight way towards a cell nearby, as far as it can be gone; where it is barred, beside it."""
        field, start = self.field, self.field.start
        near = list(within(field.grid, start, max(1, self.far // field.rules.straight)))
        aim = near[int(rng.random() * len(near))]
        way: list[Cell] = []
        here, spent, diagonals = start, 0, 0
        for tile in line(field.grid, start, aim)[1:]:
            steps = [step for step in field.ground.steps(here) if step.to[:2] == tile]
            if not steps or field.barring(steps[-1].to) >= 0 or (way and self.halts is not None and self.halts(here)):
                break
            price, diagonals = field.price(steps[-1], diagonals)
            if spent + price > self.far:
                break
            here, spent = steps[-1].to, spent + price
            way.append(here)
        return tuple(way)

    # ---- for people --------------------------------------------------------------------------------------------------

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """For each height the outlines of the cells where it may stop."""
        under = self.field.ground.under
        return outlines(self.field.grid, {each for cell in self._ends() for each in under(cell)})

    def remarks(self, answer: Route) -> tuple[int, tuple[str, ...]]:
        """What a way costs as far as it can be gone, and a remark for each step."""
        way, field = self._expanded(answer) or (), self.field
        remarks, here, diagonals = list[str](), field.start, 0
        for to in way:
            step = next((each for each in field.ground.steps(here) if each.to == to), None)
            if step is None:
                break
            price, diagonals = field.price(step, diagonals)
            verb = "walk" if to[:2] in neighbours(field.grid, here) and to[2] == here[2] else "climb"
            remarks.append(f"{verb}: {price}")
            here = to
        return field.against(way, self.far, self.halts, self.name)[1], tuple(remarks)

    def notes(self, answer: Route) -> tuple[str, ...]:
        return tuple(self.foreseen(self.way(answer))) if self.foreseen is not None else ()

    def label(self, answer: Route) -> str:
        if not answer:
            return "stay"
        cost, cell = self.remarks(answer)[0], self.goal(answer)
        return f"to column {cell[0] + 1}, row {cell[1] + 1} ({cost} of {self.far} {self.unit})"
