"""Grids over boards: distances, lines, ground and ways, against what a search without any of this finds."""

from __future__ import annotations

from itertools import pairwise, product
from math import dist
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon, unary_union

from warbook.core.grid import BoardGrid, Tile
from warbook.core.length import INCH
from warbook.core.shape import Hull, Oval, Shape
from warbook.core.state import Body, Placement, Posture
from warbook.core.structs import replace
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.grid.cells import Cell, distance, grid_over, line, neighbours, within
from warbook.space.grid.ground import GridRules, ground_for
from warbook.space.grid.outlines import outlines
from warbook.space.grid.paths import GridPath
from warbook.space.grid.views import bodies_between, comes_from, sees
from warbook.space.grid.ways import Field, apart, cells_of, next_to, reached, snapped, vacant
from warbook.space.layout import Layout

SIZE = 7
OURS, THEIRS = 0, 1
SQUARES = BoardGrid(0, 0, INCH, SIZE, SIZE)
HEXES = BoardGrid(0, 0, INCH, SIZE, SIZE, "hex")


def board(*pieces: str, size: int = SIZE) -> Board:
    return read_board(f'kind = "board"\nid = "b"\ntitle = "B"\nsize = [{size}, {size}]\n' + "\n".join(pieces), "test")


def wall(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"[[wall]]\nline = [{x1}, {y1}, {x2}, {y2}]\nheight = 3"


def area(kind: str, column: int, row: int, wide: int = 1, deep: int = 1) -> str:
    return f'[[area]]\nkind = "{kind}"\nrect = [{column}, {row}, {wide}, {deep}]'


def platform(x: int, y: int, wide: int, deep: int, z: float = 3) -> str:
    return f"[[platform]]\nrect = [{x}, {y}, {wide}, {deep}]\nz = {z}\nthickness = 0.25"


def body(
    column: float, row: float, side: int = OURS, *, z: int = 0, radius: int = 450, posture: int = Posture.UP
) -> tuple[int, ...]:
    """Somebody in the middle of a cell."""
    return (int(column * INCH) + 500, int(row * INCH) + 500, z, 0, 1, radius, 1250, int(posture), side)


def field(on: Board, *bodies: tuple[int, ...], grid: BoardGrid = SQUARES, **rules: Any) -> Field:
    return Field(on, Layout(bodies), grid, 0, GridRules(**rules))


def flat(cells: Any) -> set[Tile]:
    return {cell[:2] for cell in cells}


# ---- cells by themselves ---------------------------------------------------------------------------------------------

TILES = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))


STEPS = [(1, (1,)), (1, (1, 2)), (1, (2, 1)), (1, (2,)), (1, (3,)), (1, (1, 1, 2)), (1, ()), (2, (3,)), (2, (2, 4, 3))]


@given(TILES, TILES, st.sampled_from(STEPS))
def test_a_distance_is_what_the_cheapest_steps_cost(a: Tile, b: Tile, steps: tuple[int, tuple[int, ...]]) -> None:
    straight, diagonals = steps
    ways = field(board(), body(*a), diagonals=diagonals, straight=straight).reached(60)
    assert (
        ways.costs[(*b, 0)]
        == distance(SQUARES, a, b, diagonals, straight)
        == distance(SQUARES, b, a, diagonals, straight)
    )


@given(TILES, TILES)
def test_hexagons_are_as_far_apart_as_steps_lead(a: Tile, b: Tile) -> None:
    start, grid = HEXES.centre(*a), board(size=8)
    here = Field(grid, Layout([(*start, 0, 0, 1, 400, 1250, 3, 0)]), HEXES, 0, GridRules())
    assert here.start == (*a, 0)
    assert here.reached(40).costs[(*b, 0)] == distance(HEXES, a, b)


def test_distances_of_squares_are_those_that_games_print() -> None:
    assert distance(SQUARES, (0, 0), (3, 5)) == 5
    assert distance(SQUARES, (0, 0), (3, 5), (1, 2)) == 2 + 1 + 2 + 1 == 6
    assert distance(SQUARES, (0, 0), (3, 5), ()) == 8
    assert distance(SQUARES, (0, 0), (3, 5), (14,), straight=10) == 3 * 14 + 2 * 10
    assert len(list(within(SQUARES, (3, 3), 2))) == 25
    assert len(list(within(SQUARES, (3, 3), 2, ()))) == 13
    assert len(list(within(HEXES, (3, 3), 2))) == 19


@pytest.mark.parametrize("grid", [SQUARES, HEXES], ids=["square", "hex"])
@given(a=TILES, b=TILES)
def test_a_line_passes_the_cells_that_it_meets(grid: BoardGrid, a: Tile, b: Tile) -> None:
    """Against shapely: every cell that the line is inside of is on it, and what is on it touches the line."""
    found = line(grid, a, b)
    assert found[0] == a
    assert found[-1] == b
    assert line(grid, b, a) == found[::-1]
    assert all(one in set(neighbours(grid, other)) for one, other in pairwise(found))
    if a == b:
        return
    straight = LineString([grid.centre(*a), grid.centre(*b)])
    for tile in grid.tiles():
        along = straight.intersection(Polygon(grid.corners(*tile)).buffer(-3)).length
        assert not along or tile in found or grid.shape == "hex"  # along a side, one of two hexagons is taken
    assert all(straight.distance(Polygon(grid.corners(*tile))) < 3 for tile in found)
    if grid.shape == "hex":
        assert len(found) == distance(grid, a, b) + 1


def test_a_line_through_a_corner_goes_straight_on() -> None:
    assert line(SQUARES, (0, 0), (2, 2)) == ((0, 0), (1, 1), (2, 2))
    assert line(SQUARES, (0, 0), (3, 1)) == ((0, 0), (1, 0), (2, 1), (3, 1))
    assert line(SQUARES, (0, 0), (2, 1)) == ((0, 0), (1, 0), (1, 1), (2, 1))


def test_a_line_along_a_side_at_the_border_keeps_to_the_grid() -> None:
    assert line(HEXES, (0, 0), (0, 2)) == ((0, 0), (0, 1), (0, 2))
    assert line(HEXES, (SIZE - 1, 1), (SIZE - 1, 3)) == ((SIZE - 1, 1), (SIZE - 1, 2), (SIZE - 1, 3))


def test_a_grid_has_as_many_cells_as_the_board_has_room_for() -> None:
    assert grid_over(board(), INCH) == SQUARES
    assert grid_over(board(), 1500) == BoardGrid(0, 0, 1500, 4, 4)
    hexes = grid_over(board(), INCH, "hex")
    assert (hexes.columns, hexes.rows) == (6, 7)
    assert all(0 <= x <= 7000 and 0 <= y <= 7000 for tile in hexes.tiles() for x, y in hexes.corners(*tile))


# ---- ways, against a search of its own -------------------------------------------------------------------------------


class Maze:
    """A board of cells with walls on their borders, told twice: as pieces, and as a table of what may be gone."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        cells = list(product(range(SIZE), range(SIZE)))
        borders = [((c, r), (c + 1, r)) for c, r in cells if c + 1 < SIZE]
        borders += [((c, r), (c, r + 1)) for c, r in cells if r + 1 < SIZE]
        self.walls = set(rng.sample(borders, rng.randrange(18)))
        self.kinds: dict[Tile, str] = {}
        for kind in ("difficult", "impassable", "block"):
            self.kinds |= dict.fromkeys(rng.sample(cells, rng.randrange(7)), kind)
        self.bodies = {tile: rng.choice((OURS, THEIRS)) for tile in rng.sample(cells, rng.randrange(1, 8))}
        self.start = next(iter(self.bodies))
        for tile in self.bodies:
            self.kinds.pop(tile, None)
        self.rules = GridRules(
            diagonals=rng.choice(((1,), (1, 2), (2,), ())),
            corners=rng.choice(("one", "both")),
            passing=rng.choice(("nobody", "friends", "everybody")),
            going=(("difficult", rng.choice((2, 3))), ("impassable", 0)),
        )
        self.far = rng.randrange(1, 9)

    def pieces(self) -> list[str]:
        found = [wall(*self._border(a, b)) for a, b in self.walls]
        for (column, row), kind in self.kinds.items():
            rect = f"rect = [{column}.1, {row}.1, 0.8, 0.8]\nheight = 3\n"
            found.append(f'[[block]]\n{rect}top = "none"' if kind == "block" else area(kind, column, row))
        return found

    @staticmethod
    def _border(a: Tile, b: Tile) -> tuple[int, int, int, int]:
        return (b[0], b[1], b[0], b[1] + 1) if a[1] == b[1] else (b[0], b[1], b[0] + 1, b[1])

    def layout(self) -> Layout:
        sides = dict(self.bodies) | {self.start: OURS}
        return Layout([body(*tile, side) for tile, side in sides.items()])

    def may_enter(self, tile: Tile) -> bool:
        return tile in SQUARES and self.kinds.get(tile) not in ("impassable", "block")

    def straight(self, a: Tile, b: Tile) -> bool:
        """Whether the border between two cells with a common side may be crossed."""
        return self.may_enter(b) and (a, b) not in self.walls and (b, a) not in self.walls

    def step(self, a: Tile, b: Tile) -> bool:
        if a[0] == b[0] or a[1] == b[1]:
            return self.straight(a, b)
        around = [self.straight(a, by) and self.straight(by, b) for by in ((a[0], b[1]), (b[0], a[1]))]
        return bool(self.rules.diagonals) and (all if self.rules.corners == "both" else any)(around)

    def passes(self, tile: Tile) -> bool:
        side = self.bodies.get(tile)
        passing = self.rules.passing
        return side is None or tile == self.start or passing == "everybody" or (passing == "friends" and side == OURS)

    def costs(self, halts: frozenset[Tile] = frozenset()) -> dict[Tile, int]:
        """The least cost of each cell, by trying every step from every state until nothing becomes cheaper."""
        turns = max(1, len(self.rules.diagonals))
        known = {(self.start, 0): 0}
        changed = True
        while changed:
            changed = False
            for ((column, row), turn), spent in list(known.items()):
                if (column, row) in halts and (column, row) != self.start:
                    continue
                for across, up in product((-1, 0, 1), repeat=2):
                    to = (column + across, row + up)
                    if to == (column, row) or not self.step((column, row), to) or not self.passes(to):
                        continue
                    diagonal = across != 0 != up
                    price = self.rules.diagonals[turn] if diagonal else 1
                    price *= dict(self.rules.going)["difficult"] if self.kinds.get(to) == "difficult" else 1
                    after = (to, (turn + diagonal) % turns)
                    if spent + price <= self.far and spent + price < known.get(after, 99):
                        known[after] = spent + price
                        changed = True
        costs: dict[Tile, int] = {}
        for (tile, _), spent in known.items():
            costs[tile] = min(spent, costs.get(tile, 99))
        return costs


@given(st.integers(0, 1 << 30), st.booleans())
def test_what_is_reached_is_what_can_be_gone_step_by_step(seed: int, halting: bool) -> None:
    maze = Maze(seed)
    stop = frozenset(Random(seed).sample(sorted(SQUARES.tiles()), 8)) if halting else frozenset[Tile]()

    def halts(cell: Cell) -> str:
        return "It stops here." if cell[:2] in stop else ""

    here = Field(board(*maze.pieces()), maze.layout(), SQUARES, 0, maze.rules)
    wanted, found = maze.costs(stop), here.reached(maze.far, halts)
    assert {cell[:2]: cost for cell, cost in found.costs.items()} == wanted
    assert reached(board(*maze.pieces()), maze.layout(), SQUARES, 0, maze.far, maze.rules, halts) == found.costs
    for cell, cost in found.costs.items():
        way = found.way(cell)
        assert way is not None
        assert here.against(way, maze.far, halts) == ((), cost)
        assert (way[-1] if way else here.start) == cell
    for tile in sorted(set(SQUARES.tiles()) - set(wanted))[:3]:
        assert here.shortest((*tile, 0), maze.far, halts) is None


@given(st.integers(0, 1 << 30))
def test_every_answer_that_is_proposed_or_drawn_is_legal_and_short_for_itself(seed: int) -> None:
    maze, rng = Maze(seed), Random(seed)
    here = Field(board(*maze.pieces()), maze.layout(), SQUARES, 0, maze.rules)
    question = GridPath("move", "Where to?", here, maze.far, end=lambda cell: ("No.",) * (cell[0] == 3))
    everything = question.candidates(100)
    ends = {question.goal(answer)[:2] for answer in everything}
    wanted = {tile for tile in maze.costs() if tile[0] != 3 and (tile not in maze.bodies or tile == maze.start)}
    assert ends == wanted
    assert question.several() is (len(wanted) > 1)
    assert [question.legal(answer) for answer in everything] == [()] * len(everything)
    if wanted:
        drawn = [question.sample(rng) for _ in range(5)]
        assert [question.legal(answer) for answer in drawn] == [()] * 5
        assert set(question.candidates(3)) <= set(everything)
        assert len(question.candidates(3)) == min(3, len(everything))
    else:
        with pytest.raises(LookupError, match="move: no way is legal"):
            question.sample(rng)
    for answer in everything:
        if answer:
            clicked = (answer[-1],)  # its end alone
            assert question.legal(clicked) == ()
            settled = question.settled(clicked)
            assert question.settled(settled) == settled
            assert len(settled) == 1 or here.cost(question.way(settled)) == here.cost(question.way(answer))
            x, y, _, _ = answer[-1]
            assert question.legal(question.route_on((), (x + 300, y - 400))) == ()
            assert question.route_on(answer[:1], (x, y, 0))[:1] == answer[:1]


# ---- what a step may not do ------------------------------------------------------------------------------------------


def reasons(here: Field, *tiles: tuple[int, ...], far: int = 6) -> tuple[str, ...]:
    return here.against([(tile[0], tile[1], sum(tile[2:])) for tile in tiles], far)[0]


def test_reasons_say_what_is_in_the_way() -> None:
    pieces = (wall(2, 0, 2, 2), area("impassable", 0, 2), area("difficult", 1, 2), platform(4, 4, 2, 2, z=1))
    block = '[[block]]\nrect = [6, 6, 1, 1]\nheight = 3\ntop = "none"'
    here = field(board(*pieces, block), body(1, 1), body(2, 2, THEIRS), body(1, 0))
    assert reasons(here, (2, 1)) == ("A wall, a shut door or a corner is in the way.",)
    assert reasons(here, (0, 2)) == ("That ground may not be entered.",)
    assert reasons(here, (2, 2)) == ("number 1 is in the way.",)
    assert reasons(here, (1, 0)) == ()
    assert here.why_not_stop((1, 0, 0)) == "number 2 is there."
    assert reasons(here, (3, 1)) == ("Each cell of a way lies next to the one before.",)
    assert reasons(here, (1, 2), (1, 3), far=2) == ("It would take 3, and there are 2.",)
    assert reasons(here, (-1, 1)) == ("That is not on the grid.",)
    assert reasons(here, (1, 2, 700)) == ("There is no floor at that height, or no room above it.",)
    assert reasons(here, (4, 4)) == ("There is no floor at that height, or no room above it.",)
    assert reasons(here, (6, 6)) == ("Nothing can stand in that cell.",)
    plain = field(board(*pieces), body(1, 1), diagonals=())
    assert reasons(plain, (0, 0)) == ("There are no diagonal steps.",)
    below = field(board(*pieces), body(3, 4))
    assert reasons(below, (4, 4, 1000)) == ("That floor is too high or too low for a step.",)


def test_a_diagonal_passes_one_corner_or_none() -> None:
    pieces = (area("impassable", 1, 0),)
    assert (1, 1) in flat(field(board(*pieces), body(0, 0)).reached(1))
    assert (1, 1) not in flat(field(board(*pieces), body(0, 0), corners="both").reached(1))
    assert (1, 1) not in flat(field(board(*pieces, area("impassable", 0, 1)), body(0, 0)).reached(1))


def test_doors_bar_a_step_while_they_are_shut() -> None:
    door = '[[door]]\nid = "d"\nline = [1, 0, 1, 7]\nheight = 3'
    on = board(door)
    open_, shut = Layout([body(0, 3)]), Layout([body(0, 3)], walls=(on.door_edge(0),))
    assert len(reached(on, open_, SQUARES, 0, 1, GridRules())) == 6
    assert len(reached(on, shut, SQUARES, 0, 1, GridRules())) == 3
    assert next_to(on, Layout([body(0, 3), body(1, 4)]), SQUARES, GridRules(), 0, 1)
    assert not next_to(on, Layout([body(0, 3), body(1, 4)]), SQUARES, GridRules(), 0, 1, corners=False)
    assert next_to(on, Layout([body(0, 3), body(1, 3)]), SQUARES, GridRules(), 0, 1, corners=False)
    assert not next_to(on, Layout([body(0, 3), body(1, 4)], walls=(on.door_edge(0),)), SQUARES, GridRules(), 0, 1)


def test_heights_are_stepped_climbed_or_too_much() -> None:
    on = board(platform(3, 0, 4, 7, z=1))
    ledge = (3, 3, 1000)
    assert ledge not in field(on, body(2, 3)).reached(6)
    assert field(on, body(2, 3), step=1000).reached(6).costs[ledge] == 1
    assert field(on, body(2, 3), climb=2, highest=1000).reached(6).costs[ledge] == 3
    assert ledge not in field(on, body(2, 3), climb=2, highest=900).reached(6)
    assert field(on, body(3, 3, z=1000), climb=2, highest=1000).reached(6).costs[(2, 3, 0)] == 3


def test_a_wall_counts_on_the_level_of_the_higher_cell() -> None:
    low = wall(3, 0, 3, 7).replace("height = 3", "height = 0.8")
    on = board(platform(3, 0, 4, 7, z=1), low)
    assert (3, 3, 1000) in field(on, body(2, 3), step=1000).reached(1)
    assert (3, 3, 0) not in field(board(low), body(2, 3)).reached(6)


def test_ground_that_may_not_be_entered_may_not_whatever_else_it_is() -> None:
    on = board(area("difficult", 1, 0), area("impassable", 1, 0), area("dangerous", 2, 0))
    here = field(on, body(0, 0), going=(("difficult", 2), ("dangerous", 3), ("impassable", 0)))
    assert [here.ground.price((column, 0, 0)) for column in range(4)] == [1, 0, 3, 1]


def test_impassable_ground_is_barred_unless_it_has_a_price_of_its_own() -> None:
    on = board(area("impassable", 1, 0), area("pitfall", 2, 0), area("mire", 3, 0))
    priced = [((("mire", 3),), [0, 0, 3]), ((("impassable", 1), ("pitfall", 4)), [1, 4, 1])]
    for going, wanted in priced:
        here = field(on, body(0, 0), going=going)
        assert [here.ground.price((column, 0, 0)) for column in (1, 2, 3)] == wanted


def test_ground_counts_up_to_its_height_and_not_on_the_floor_that_lies_on_it() -> None:
    on = board(platform(1, 1, 3, 3, z=2), area("difficult", 1, 1, 3, 3) + "\nheight = 2")
    here = field(on, body(2, 2, z=2000))
    assert (here.ground.price((2, 2, 0)), here.ground.price((2, 2, 2000))) == (2, 1)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"straight": 0}, "no diagonal cheaper than a straight step"),
        ({"climb": -1}, "climb=-1"),
        ({"hurdle": -2}, "hurdle=-2"),
        ({"going": (("difficult", -2),)}, "'difficult' for -2"),
    ],
)
def test_a_step_never_costs_less_than_nothing(rules: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GridRules(**rules)


@pytest.mark.parametrize("grid", [SQUARES, HEXES])
def test_who_has_less_than_nothing_to_go_stays(grid: BoardGrid) -> None:
    question = GridPath("way", "", field(board(), body(2, 2), grid=grid), -3)
    assert question.candidates(9) == [()] and question.sample(Random(1)) == () and not question.several()


def test_part_of_a_cell_of_height_is_climbed_as_a_whole_one() -> None:
    on = board(platform(3, 0, 4, 7, z=2.25))
    assert field(on, body(2, 3), climb=2, highest=3000).reached(9).costs[(3, 3, 2250)] == 1 + 3 * 2


def test_where_the_board_ends_there_is_no_ground() -> None:
    wide = BoardGrid(0, 0, INCH, SIZE + 2, SIZE)
    assert {column for column, _, _ in field(board(), body(3, 3), grid=wide).reached(9)} == set(range(SIZE))


def test_what_has_no_size_is_in_nobodys_way() -> None:
    here = field(board(), body(1, 1), body(2, 1, THEIRS, radius=0))
    assert here.barring((2, 1, 0)) == here.taking((2, 1, 0)) == -1


def test_a_way_goes_on_with_the_turn_of_its_diagonals() -> None:
    question = GridPath("way", "", field(board(), body(1, 1), diagonals=(1, 2)), 3)
    assert question.legal(((2500, 2500, 0, 0), (4500, 3500, 0, 0))) == ("No way of at most 3 squares leads there.",)
    assert question.legal(((2500, 2500, 0, 0), (3500, 3500, 0, 0))) == ()


def test_over_and_under_a_bridge_are_two_cells() -> None:
    on = board(platform(0, 3, 7, 1, z=2))
    under = field(on, body(3, 2)).reached(2)
    assert (3, 3, 0) in under
    assert (3, 3, 2000) not in under
    over = field(on, body(1, 3, z=2000), body(3, 3, THEIRS)).reached(6)
    assert flat(over) == {(column, 3) for column in range(7)}
    assert field(on, body(1, 3, z=2000), body(3, 3, THEIRS, z=2000)).barring((3, 3, 2000)) == 1


def test_ladders_lead_up_for_what_they_are_long() -> None:
    on = board(platform(3, 0, 4, 7, z=3), "[[ladder]]\nfoot = [2.9, 3.5, 0]\ntop = [3, 3.5, 3]")
    assert field(on, body(2, 3)).reached(9).costs[(3, 3, 3000)] == 4
    assert (3, 3, 3000) not in field(on, body(2, 3), may_link=False).reached(9)
    assert field(on, body(3, 3, z=3000)).reached(9).costs[(2, 3, 0)] == 4


def test_low_obstacles_cost_more_or_bar() -> None:
    on = board("[[obstacle]]\nline = [3, 0, 3, 7]\nwidth = 0.2\nheight = 1")
    for hurdle, cost in ((0, 1), (2, 3)):
        assert field(on, body(2, 3), hurdle=hurdle).reached(6).costs[(3, 3, 0)] == cost
    assert flat(field(on, body(2, 3), hurdle=-1).reached(9)) == {(c, r) for c in range(3) for r in range(7)}


def test_bodies_that_lie_helpless_are_not_in_the_way() -> None:
    here = field(
        board(), body(1, 1), body(2, 1, THEIRS, posture=Posture.HELPLESS), body(0, 1, THEIRS, posture=Posture.DOWN)
    )
    assert here.taking((2, 1, 0)) == -1
    assert here.barring((0, 1, 0)) == 2
    lying = body(2, 1, THEIRS, posture=Posture.HELPLESS)
    assert field(board(), body(1, 1), lying, hinders=1).barring((2, 1, 0)) == 1
    claimed = field(board(), body(1, 1), lying, claims=1)
    assert claimed.taking((2, 1, 0)) == 1 and claimed.barring((2, 1, 0)) == -1


def test_somebody_wide_takes_several_cells() -> None:
    wide = (2 * INCH, 2 * INCH, 0, 0, 1, 950, 1250, int(Posture.UP), OURS)
    pieces = (wall(4, 0, 4, 3), wall(4, 4, 4, 7), area("difficult", 0, 3, 2))
    now = Layout([wide, body(0, 0, THEIRS)])
    here = Field(board(*pieces), now, SQUARES, 0, GridRules())
    assert cells_of(SQUARES, now, 0) == ((1, 1, 0), (2, 1, 0), (1, 2, 0), (2, 2, 0))
    assert here.start == (1, 1, 0)
    costs = here.reached(9).costs
    assert costs[(1, 2, 0)] == 2  # one of its cells is difficult
    assert (0, 0, 0) not in costs  # where somebody stands
    assert not any(column >= 3 for column, _, _ in costs)  # the gap in the wall is one cell wide
    assert here.placed((2, 3, 0)).spot == (3 * INCH, 4 * INCH, 0)
    assert apart(SQUARES, now, 0, 1, distance) == 1
    assert next_to(board(*pieces), now, SQUARES, GridRules(), 1, 0)
    assert apart(SQUARES, Layout([wide, body(0, 0, posture=Posture.AWAY)]), 0, 1, distance) is None


@given(st.integers(0, 6999), st.integers(0, 6999), st.sampled_from([400, 900, 1400]))
def test_a_body_snaps_to_the_middle_of_the_cells_nearest_to_it(x: int, y: int, radius: int) -> None:
    at = snapped(SQUARES, Placement(x, y, radius=radius))
    size = round(radius / 500)
    if at is None:
        assert size > 1
        return
    assert dist((at.x, at.y), (x, y)) <= 708
    assert snapped(SQUARES, at) == at
    assert (at.x % INCH == 0) is (size % 2 == 0)


@pytest.mark.parametrize("shape", [Hull(3 * INCH, 2 * INCH), Oval(3 * INCH, INCH)])
def test_a_body_that_is_not_round_is_as_wide_as_its_longer_side(shape: Shape) -> None:
    at = Placement(3500, 3500, 0, 1, 0, shape.radius, shape=shape)
    here = Layout.of([Body(id=0, owner=0, profile="", at=at)], (), (), ())
    assert len(cells_of(SQUARES, here, 0)) == 9
    assert snapped(SQUARES, replace(at, x=3700)) == at
    assert Field(board(), here, SQUARES, 0, GridRules()).placed((1, 2, 0)) == replace(at, x=2500)


def test_a_diagonal_step_is_no_short_cut() -> None:
    with pytest.raises(ValueError, match=r"found steps for 2 and diagonal ones for \(3, 1\); wanted 1 at least"):
        GridRules(straight=2, diagonals=(3, 1))


def test_bodies_are_put_down_where_nobody_is() -> None:
    on = board(area("impassable", 0, 1), platform(3, 0, 2, 1, z=2))
    now = Layout([body(5, 5), body(1, 1), body(2, 1, posture=Posture.AWAY)])
    column = [(c, r) for c in range(5) for r in (0, 1)]
    found = list(vacant(on, now, SQUARES, GridRules(), 0, column))
    assert found == [
        (0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (3, 0, 0), (3, 0, 2000), (3, 1, 0),
        (4, 0, 0), (4, 0, 2000), (4, 1, 0),
    ]  # fmt: skip
    wide = Layout([(3000, 3000, 0, 0, 1, 950, 1250, 3, 0), body(1, 1)])
    assert list(vacant(board(), wide, SQUARES, GridRules(), 0, [(0, 0), (1, 0), (2, 0), (6, 6)])) == [(2, 0, 0)]


def test_cells_see_each_other_past_what_the_board_has() -> None:
    on = board(wall(3, 0, 3, 3), "[[obstacle]]\nline = [3, 5, 3, 7]\nwidth = 0.2\nheight = 1.5")
    now = Layout([body(0, 0), body(2, 4), body(4, 4, THEIRS), body(6, 4, THEIRS), body(5, 4, posture=Posture.DOWN)])
    assert not sees(on, now, SQUARES, (2, 1, 0), (4, 1, 0))
    assert sees(on, now, SQUARES, (2, 3, 0), (4, 3, 0))
    assert sees(on, now, SQUARES, (2, 1, 0), (4, 1, 0), eye=4000, mark=3000)
    assert sees(on, now, SQUARES, (2, 6, 0), (4, 6, 0))
    assert not sees(on, now, SQUARES, (2, 6, 0), (4, 6, 0), low=True)
    smoky = Layout([body(0, 0)], clouds=((3_500, 4_500, 0, 1_000),))
    assert not sees(on, smoky, SQUARES, (1, 4, 0), (6, 4, 0))
    assert bodies_between(SQUARES, now, (2, 4, 0), (6, 4, 0)) == (2,)
    assert bodies_between(SQUARES, now, (2, 4, 0), (6, 5, 0)) == (2,)
    assert bodies_between(SQUARES, now, (2, 4, 0), (3, 4, 0)) == ()
    wide = Layout([body(0, 0), (4000, 5000, 0, 0, 1, 950, 1250, 3, 1)])
    assert bodies_between(SQUARES, wide, (0, 4, 0), (4, 4, 0)) == ()
    assert bodies_between(SQUARES, wide, (0, 4, 0), (6, 4, 0)) == (1,)
    assert comes_from(SQUARES, (0, 0, 0), (3, 1, 0)) == (2, 1)
    assert comes_from(SQUARES, (3, 1, 0), (3, 1, 0)) == (3, 1)


def test_who_is_off_the_grid_is_told_so() -> None:
    with pytest.raises(ValueError, match=r"body 0 at \(8500, 500\) is not on the grid"):
        field(board(size=9), body(8, 0))


def test_laid_ground_counts_like_that_of_the_board() -> None:
    on = board(area("difficult", 1, 0))
    laid = Layout(
        [body(0, 0)],
        ground=(on.areas[0].__class__(((0, 1000), (1000, 1000), (1000, 2000), (0, 2000)), 0, 1000, "difficult"),),
    )
    assert reached(on, laid, SQUARES, 0, 3, GridRules())[(0, 1, 0)] == 2
    assert reached(on, Layout([body(0, 0)]), SQUARES, 0, 3, GridRules())[(0, 1, 0)] == 1


# ---- the decision ----------------------------------------------------------------------------------------------------


def question(*pieces: str, bodies: tuple[tuple[int, ...], ...] = (), far: int = 6, **more: Any) -> GridPath:
    here = field(board(*pieces), body(1, 1), *bodies)
    return GridPath("move", "Where to?", here, far, **more)


def leg(column: int, row: int) -> tuple[int, int, int, int]:
    return (column * INCH + 500, row * INCH + 500, 0, 0)


def test_a_way_is_drawn_or_its_end_is_clicked() -> None:
    asked = question()
    assert asked.legal((leg(2, 1), leg(3, 2))) == ()
    assert asked.settled(((3_210, 2_880, 0, 0),)) == (leg(2, 1), leg(3, 2))
    assert asked.settled(((2_100, 1_100, 0, 0), leg(3, 2))) == (leg(2, 1), leg(3, 2))
    assert asked.route_on((leg(2, 1),), (2_900, 1_900)) == (leg(2, 1),)
    assert asked.route_on((), (1_100, 1_100)) == ()
    assert asked.label((leg(2, 1), leg(3, 2))) == "to column 4, row 3 (2 of 6 squares)"
    assert asked.label(()) == "stay"
    assert asked.remarks((leg(2, 1), leg(3, 2))) == (2, ("walk: 1", "walk: 1"))


def test_a_click_without_a_height_means_the_highest_floor_that_is_reached() -> None:
    on = board(platform(3, 0, 4, 7, z=3), "[[ladder]]\nfoot = [2.9, 3.5, 0]\ntop = [3, 3.5, 3]")
    for far, z in ((9, 3000), (2, 0)):
        question = GridPath("way", "", field(on, body(2, 3)), far)
        assert question.route_on((), (4500, 3500))[-1][:3] == (4500, 3500, z)


def test_a_drawn_way_that_takes_too_much_is_refused() -> None:
    asked = question(far=2)
    assert asked.legal((leg(1, 2), leg(1, 3), leg(1, 4))) == ("It would take 3, and there are 2.",)
    assert asked.legal((leg(6, 6),)) == ("No way of at most 2 squares leads there.",)
    assert asked.legal((leg(1, 2), leg(6, 6))) == ("No way of at most 2 squares leads there.",)
    assert asked.legal((leg(9, 9),)) == ("That is not on the grid.",)


@pytest.mark.parametrize("answer", [None, 3, [], ((1, 2),), ((1, 2, 3, 4, 5),), (("a", 1, 2, 0),), ((1.5, 1, 0, 0),)])
def test_what_is_no_way_is_refused(answer: Any) -> None:
    assert question().legal(answer) == (
        "A way on a grid is a list of legs (x, y, z, 0), each to the middle of a cell.",
    )


def test_a_move_halts_and_ends_where_the_game_says() -> None:
    asked = question(
        bodies=(body(4, 1, THEIRS),),
        stays=False,
        halts=lambda cell: "It has come next to an enemy." if abs(cell[0] - 4) <= 1 and cell[1] <= 2 else "",
        end=lambda cell: ("The altar is no place to stand.",) if cell[:2] == (0, 0) else (),
    )
    assert asked.legal((leg(2, 1), leg(3, 1))) == ()
    drawn = [asked.sample(Random(seed)) for seed in range(60)]
    assert [asked.legal(answer) for answer in drawn] == [()] * 60
    assert any(asked.goal(answer)[0] >= 3 for answer in drawn)
    assert asked.legal((leg(2, 1), leg(3, 1), leg(3, 2))) == ("It has come next to an enemy.",)
    assert asked.legal(()) == ("It has to move.",)
    assert asked.legal((leg(0, 0),)) == ("The altar is no place to stand.",)
    assert asked.legal((leg(4, 1),)) == ("number 1 is there.",)
    assert (5, 1) in flat(asked.reached())  # round about
    assert asked.settled((leg(4, 3),))[-1] == leg(4, 3)


def test_leads_say_where_candidates_go() -> None:
    asked = question(leads=lambda: [lambda point: dist(point[:2], (6_500, 500))])
    few = [asked.goal(answer)[:2] for answer in asked.candidates(4)]
    assert few[0] == (1, 1)
    assert (6, 0) in few
    assert len(set(few)) == 4
    assert asked.notes(()) == ()
    assert question(foreseen=lambda way: [f"{len(way)} cells"]).notes((leg(1, 2),)) == ("1 cells",)


def test_what_can_be_reached_is_outlined() -> None:
    asked = question(area("impassable", 2, 2), far=1)
    (rings,) = asked.region().values()
    shape = unary_union([Polygon(ring) for ring in rings])
    assert shape.area == 8 * INCH * INCH
    alone = outlines(SQUARES, [(3, 3, 0), (3, 4, 0), (5, 5, 700)])
    assert {z: [len(ring) for ring in rings] for z, rings in alone.items()} == {0: [4], 700: [4]}


@given(st.sets(TILES, min_size=1, max_size=30), st.sampled_from([SQUARES, HEXES]))
def test_outlines_cover_the_cells_and_nothing_else(tiles: set[Tile], grid: BoardGrid) -> None:
    (rings,) = outlines(grid, [(*tile, 0) for tile in tiles]).values()
    shape: Any = Polygon()
    for ring in rings:
        shape = shape.symmetric_difference(Polygon(ring).buffer(0))
    cells = unary_union([Polygon(grid.corners(*tile)) for tile in tiles])
    assert abs(shape.area - cells.area) < 1
    assert shape.symmetric_difference(cells).area < 1


def test_hexagons_are_walked_like_squares() -> None:
    here = Field(board(size=8), Layout([(*HEXES.centre(3, 3), 0, 0, 1, 400, 1250, 3, 0)]), HEXES, 0, GridRules())
    asked = GridPath("move", "Where to?", here, 2)
    assert len(asked.candidates(100)) == 19
    x, y = HEXES.centre(3, 5)
    assert asked.legal(((x, y, 0, 0),)) == ()
    assert len(asked.settled(((x, y, 0, 0),))) == 2
    assert asked.unit == "hexes"


def test_ground_is_kept_until_a_door_moves() -> None:
    on = board(wall(2, 2, 3, 2))
    one, two = Layout([body(0, 0)]), Layout([body(5, 5)])
    assert ground_for(on, one, SQUARES, GridRules(), 0) is ground_for(on, two, SQUARES, GridRules(), 0)
    shut = Layout([body(0, 0)], walls=((0, 1000, 1000, 1000, 0, 3000, 3),))
    assert ground_for(on, shut, SQUARES, GridRules(), 0) is not ground_for(on, one, SQUARES, GridRules(), 0)
