"""Boards are read from files, and a wrong file is told what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.errors import BadData
from warbook.core.length import INCH, inches
from warbook.space._kernels import segments_meet
from warbook.space.board import CELL, Board
from warbook.space.boardfile import load_board, read_board
from warbook.space.shapes import rectangle
from warbook.space.terrain import (
    BLOCK_TOP,
    CLIMB,
    DIFFICULT,
    FIRST_TAG,
    LADDER,
    LANDING,
    LOW,
    MOVE,
    OBSTACLE,
    PITFALL,
    PLATFORM,
    RAMP,
    SIGHT,
    STAIRS,
    Platform,
)

YARD = Path(__file__).parent / "boards" / "yard.toml"

HEAD = """
kind = "board"
id = "plain"
title = "The plain"
size = [24, 20]
"""


def board(text: str = "") -> Board:
    return read_board(HEAD + text, "plain.toml")


@pytest.fixture(scope="module")
def yard() -> Board:
    return load_board(YARD)


def test_a_board_knows_its_name_and_size_in_thousandths(yard: Board) -> None:
    assert (yard.id, yard.title, yard.width, yard.depth) == ("yard", "The yard", 24 * INCH, 20 * INCH)
    assert yard.source_text == YARD.read_text()


def test_pieces_keep_what_the_file_says_of_them(yard: Board) -> None:
    gate, duct, hoist, crate = yard.doors[0], yard.ductways[0], yard.lifts[0], yard.markers[0]
    assert (gate.id, gate.state, gate.toughness, gate.wounds) == ("gate", "locked", 5, 4)
    assert gate.terminals[0] == (13_800, 3_500, 0)
    assert duct.firing_port
    assert duct.ends[1] == (4_500, 4_000, 0)
    assert hoist.levels == (0, 4_000)
    assert crate.kind == "casket"
    assert crate.params == {"contents": "ammo", "weight": 2}
    assert [zone.name for zone in yard.zones] == ["red", "blue"]
    assert yard.platforms[0].rails == (0,)
    assert yard.platforms[1].rails == (0, 1, 2, 3)


def test_walls_and_the_sides_of_blocks_obstacles_and_thick_platforms_are_edges(yard: Board) -> None:
    edges = yard.rows.edges
    assert edges[0] == (4_000, 2_000, 4_000, 6_000, 0, 3_000, MOVE | SIGHT | CLIMB)
    assert len(edges) == 3 + 2 * 4 - 1 + 2 * 4 + 4  # walls, a square and a triangle, two obstacles, one thick platform
    assert sum(edge[6] == MOVE | SIGHT for edge in edges) == 3  # the triangle, which cannot be climbed
    assert sum(edge[6] == MOVE | SIGHT | LOW for edge in edges) == 8
    assert {edge[4:] for edge in edges if not edge[6] & MOVE} == {(2_750, 3_000, SIGHT)}


def test_platforms_tops_and_landings_are_floors_and_the_ground_is_not(yard: Board) -> None:
    floors = [(floor[0], floor[8]) for floor in yard.rows.floors]
    assert floors == [
        (3_000, PLATFORM | CLIMB),
        (6_000, PLATFORM),
        (2_500, BLOCK_TOP | CLIMB),
        (4_000, PLATFORM | LANDING),
    ]
    corners = yard.rows.corners[:4]
    assert corners == ((2_000, 12_000, 1), (10_000, 12_000, 0), (10_000, 18_000, 0), (2_000, 18_000, 0))
    assert yard.rows.floors[0][1:8] == (0, 4, 2_000, 12_000, 10_000, 18_000, 250)


def test_areas_have_codes_and_low_obstacles_are_areas_too(yard: Board) -> None:
    assert yard.codes["sludge"] == FIRST_TAG
    assert [area[8] for area in yard.rows.areas] == [DIFFICULT, FIRST_TAG, PITFALL, OBSTACLE, OBSTACLE]
    assert yard.rows.areas[2][:2] == (3_000, 4_000)
    assert yard.rows.areas[3][4:8] == (6_000, 8_750, 10_000, 9_250)  # a line of 0.5" in width


def test_links_are_as_long_as_their_slope_rounded_up(yard: Board) -> None:
    ladder, stairs, ramp = yard.rows.links
    assert ladder == (6_000, 11_500, 0, 6_000, 12_000, 3_000, LADDER, 3_042, INCH)
    assert stairs[6:] == (STAIRS, 5_591, 1_500)
    assert ramp[6:] == (RAMP, 7_281, 2_000)


def test_a_shut_door_is_a_wall_from_post_to_post(yard: Board) -> None:
    assert yard.door_edge(0) == (14_000, 4_000, 14_000, 6_000, 0, 3_000, MOVE | SIGHT)


def test_the_floor_below_is_the_highest_that_is_not_above(yard: Board) -> None:
    assert yard.floor_below(6_000, 14_000, 9_000) == 3_000
    assert yard.floor_below(6_000, 14_000, 3_000) == 3_000
    assert yard.floor_below(6_000, 14_000, 2_999) == 0
    assert yard.floor_below(19_000, 3_300, 9_000) == 0  # the top of that block is no floor
    assert yard.on_floor(12_000, 12_000, 6_000)  # a corner belongs to its floor
    assert not yard.on_floor(11_999, 12_000, 6_000)


def test_every_edge_that_bars_the_way_is_in_every_cell_of_the_grid_that_it_meets(yard: Board) -> None:
    grid, columns = yard.rows.grid, yard.rows.grid[1]
    barring = {number for number, edge in enumerate(yard.rows.edges) if edge[6] & (MOVE | LOW) == MOVE}
    assert barring == {*grid[grid[3] :]}
    for cell in range(columns * grid[2]):
        listed = set(grid[grid[3 + cell] : grid[4 + cell]])
        sides = rectangle(cell % columns * CELL, cell // columns * CELL, CELL, CELL)
        for number, edge in enumerate(yard.rows.edges):
            if number not in barring:
                continue
            ax, ay, bx, by = edge[0], edge[1], edge[2], edge[3]
            pairs = zip(sides, sides[1:] + sides[:1], strict=True)
            meets = any(segments_meet(ax, ay, bx, by, *one, *other) for one, other in pairs)
            inside = sides[0][0] <= ax < sides[2][0] and sides[0][1] <= ay < sides[2][1]
            assert not (meets or inside) or number in listed or _only_touches(edge, sides)


def _only_touches(edge: tuple[int, ...], sides: tuple[tuple[int, int], ...]) -> bool:
    """An edge on the upper border of a cell belongs to the next cell."""
    return min(edge[0], edge[2]) >= sides[2][0] or min(edge[1], edge[3]) >= sides[2][1]


def test_a_polygon_may_run_either_way_and_its_rails_stay_where_they_were() -> None:
    outline = [[2, 2], [8, 2], [8, 6], [2, 6]]
    one = board(f'[[platform]]\npolygon = {outline}\nz = 3\nedges = ["rail", "open", "open", "open"]').platforms[0]
    other = board(
        f'[[platform]]\npolygon = {outline[::-1]}\nz = 3\nedges = ["open", "open", "rail", "open"]'
    ).platforms[0]

    def railed(platform: Platform) -> set[frozenset[tuple[int, int]]]:
        ring = platform.polygon
        return {frozenset((ring[n], ring[(n + 1) % len(ring)])) for n in platform.rails}

    assert railed(one) == railed(other) == {frozenset(((2_000, 2_000), (8_000, 2_000)))}


def test_the_digest_is_that_of_the_pieces_not_of_the_text() -> None:
    wall = "[[wall]]\nline = [1, 1, 5, 1]\nheight = 3"
    assert board(wall).digest == board("# a remark\n" + wall + "  # and another").digest
    assert board(wall).digest != board(wall.replace("3", "2.999")).digest


def test_a_board_cannot_be_changed(yard: Board) -> None:
    with pytest.raises(AttributeError):
        setattr(yard, yard.__struct_fields__[1], "Mine")


@given(st.decimals(min_value=0, max_value=20, places=3))
def test_lengths_are_read_to_the_thousandth(y: object) -> None:
    assert board(f"[[wall]]\nline = [1, {y}, 5, {y}]\nheight = 3").walls[0].points[0] == (1_000, inches(float(str(y))))


LADDER_TO_NOWHERE = "[[ladder]]\nfoot = [4, 4, 0]\ntop = [4, 5, 3]"

WRONG = {
    "not TOML": ("[[wall]\n", "line 6", "well-formed TOML"),
    "an unknown key at the top": ("tile = 3", "tile", "did you mean 'title'?"),
    "an unknown key in a table": ("[[wall]]\nline = [1,1,2,2]\nhight = 3", "wall[1].hight", "did you mean 'height'?"),
    "an unknown kind of piece": ("[[plattform]]\nz = 3", "plattform", "did you mean 'platform'?"),
    "a missing key": ("[[wall]]\nline = [1,1,2,2]", "wall[1].height", "no such key"),
    "text for a length": ('[[wall]]\nline = [1,1,2,2]\nheight = "3"', "wall[1].height", "a whole number"),
    "too few numbers": ("[[wall]]\nline = [1,1,2]\nheight = 3", "wall[1].line", "length 4"),
    "neither outline": ("[[block]]\nheight = 3", "block[1]", "neither polygon nor rect"),
    "both outlines": (
        "[[block]]\nheight = 3\nrect = [1,1,2,2]\npolygon = [[1,1],[2,1],[2,2]]",
        "block[1]",
        "both polygon and rect",
    ),
    "two corners": ("[[block]]\nheight = 3\npolygon = [[1,1],[2,1]]", "block[1].polygon", "2 points"),
    "a hollow outline": (
        "[[block]]\nheight = 3\npolygon = [[1,1],[5,1],[5,5],[3,2]]",
        "block[1].polygon",
        "inwards at (3, 2)",
    ),
    "an outline that crosses itself": (
        "[[block]]\nheight = 3\npolygon = [[1,1],[5,5],[5,1],[1,5]]",
        "block[1].polygon",
        "corner",
    ),
    "corners in a line": (
        "[[block]]\nheight = 3\npolygon = [[1,1],[2,1],[3,1],[3,4]]",
        "block[1].polygon",
        "three points in a line at (2, 1)",
    ),
    "no width": ("[[block]]\nheight = 3\nrect = [1,1,0,2]", "block[1].rect", "both more than 0"),
    "off the board": ("[[block]]\nheight = 3\nrect = [20,1,8,2]", "block[1].rect", "(28, 1)"),
    "no height": ("[[wall]]\nline = [1,1,2,2]\nheight = 0", "wall[1].height", "more than 0"),
    "below the ground": ("[[wall]]\nline = [1,1,2,2]\nheight = 3\nz = -1", "wall[1].z", "0 or more"),
    "a platform on the ground": ("[[platform]]\nrect = [1,1,4,4]\nz = 0", "platform[1].z", "the ground"),
    "a platform thicker than high": (
        "[[platform]]\nrect = [1,1,4,4]\nz = 3\nthickness = 3",
        "platform[1].thickness",
        'less than z = 3"',
    ),
    "edges that do not fit": (
        '[[platform]]\nrect = [1,1,4,4]\nz = 3\nedges = ["open"]',
        "platform[1].edges",
        "each of the 4 corners",
    ),
    "a misspelt edge": (
        '[[platform]]\nrect = [1,1,4,4]\nz = 3\nedges = ["open", "rial", "open", "open"]',
        "platform[1].edges[2]",
        "did you mean 'rail'?",
    ),
    "a rail on no edge": ("[[platform]]\nrect = [1,1,4,4]\nz = 3\nrail = [4]", "platform[1].rail", "from 0 to 3"),
    "a wall of one point": ("[[wall]]\npoints = [[1,1]]\nheight = 3", "wall[1].points", "two or more"),
    "a wall without length": ("[[wall]]\nline = [1,1,1,1]\nheight = 3", "wall[1].line", "some length"),
    "a floating solid without top": (
        '[[block]]\nrect = [1,1,2,2]\nz = 3\nheight = 2\ntop = "none"',
        "block[1].top",
        "or z = 0",
    ),
    "a high obstacle": ("[[obstacle]]\nrect = [1,1,2,1]\nheight = 2.5", "obstacle[1].height", 'at most 2"'),
    "a wall on something flimsy": (
        "[[platform]]\nrect = [2, 2, 4, 4]\nz = 3\nflimsy = true\n[[wall]]\nline = [3, 3, 5, 3]\nz = 3\nheight = 2",
        "wall[1].z",
        "only markers and ways up and down",
    ),
    "an obstacle without width": ("[[obstacle]]\nline = [1,1,4,1]\nheight = 1", "obstacle[1].width", "no such key"),
    "an area without a kind": ('[[area]]\nrect = [1,1,2,2]\nkind = " "', "area[1].kind", "'difficult'"),
    "a misspelt kind of area": ('[[area]]\nrect = [1,1,2,2]\nkind = "dificult"', "area[1].kind", "mean 'difficult'?"),
    "a ladder to nowhere": (LADDER_TO_NOWHERE, "ladder[1].top", 'no floor at z = 3" at (4, 5)'),
    "a ladder that goes down": (
        "[[ladder]]\nfoot = [4, 4, 0]\ntop = [4, 5, 0]",
        "ladder[1].top",
        "higher than its foot",
    ),
    "a slope straight up": (
        "[[platform]]\nrect = [1,1,4,4]\nz = 3\n[[ramp]]\nfoot = [2,2,0]\ntop = [2,2,3]\nwidth = 1",
        "ramp[1].top",
        "what goes straight up is a ladder",
    ),
    "an unknown state of a door": (
        '[[door]]\nid = "a"\nline = [1,1,3,1]\nheight = 3\nstate = "close"',
        "door[a].state",
        "did you mean 'closed'?",
    ),
    "two doors of one name": (
        '[[door]]\nid = "a"\nline = [1,1,3,1]\nheight = 3\n[[door]]\nid = "a"\nline = [5,1,7,1]\nheight = 3',
        "door[2].id",
        "door[1] does not have",
    ),
    "a lift with one level": ('[[lift]]\nid = "l"\nrect = [1,1,2,2]\nz = [4]', "lift[1].z", "two or more heights"),
    "a marker in the air": ('[[marker]]\nid = "m"\nkind = "casket"\nat = [5,5,2]', "marker[1].at", "no floor"),
    "a list where a scalar belongs": (
        '[[marker]]\nid = "m"\nkind = "casket"\nat = [5,5,0]\nparams = { x = [1] }',
        "marker[m].params",
        "[1]",
    ),
    "two zones of one name": (
        '[[deployment]]\nname = "red"\nrect = [0,0,5,2]\n[[deployment]]\nname = "red"\nrect = [0,5,5,2]',
        "deployment[2].name",
        "no other zone",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_board_is_told_where_and_what(what: str) -> None:
    text, where, said = WRONG[what]
    with pytest.raises(BadData) as refusal:
        board(text)
    assert refusal.value.source == "plain.toml"
    assert where in refusal.value.where, str(refusal.value)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ('kind = "board"', "", "kind", "no such key"),
        ('kind = "board"', 'kind = "roster"', "kind", "'board'"),
        ("size = [24, 20]", "size = [24, 120]", "size[2]", 'at most 96"'),
        ("size = [24, 20]", "size = [24]", "size", "length 2"),
        ('id = "plain"', "id = 7", "id", "text in quotes"),
    ],
)
def test_a_wrong_head_is_told_too(old: str, new: str, where: str, said: str) -> None:
    with pytest.raises(BadData) as refusal:
        read_board(HEAD.replace(old, new), "plain.toml")
    assert refusal.value.where == where
    assert said in str(refusal.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(BadData, match=r"nowhere\.toml: found no such file"):
        load_board("nowhere.toml")


WALL = "[[wall]]\nline = [1, 1, 5, 1]\nheight = 2\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WALL * 501, "found 501 pieces, 501 of them of the kind 'wall'; wanted at most 500 in all"),
        (
            ("[[wall]]\npoints = [" + "[1, 1], [2, 1], " * 32 + "]\nheight = 2\n") * 63,
            "found 4,032 corners of outlines and points of walls; wanted at most 4,000 in all",
        ),
        ("[[wall]]\npoints = [" + "[1, 1], [2, 1], " * 33 + "]\nheight = 2", "wall[1].points: found 66 of them"),
        ('[[deployment]]\nname = "a"\nrect = [0, 0, 1, 1]\n' * 33, "deployment: found 33 of them; wanted at most 32"),
        ("[[wall]]\nline = [1, 1, 5, 1]\nheight = 96.1", 'no higher than 96" above the ground in all'),
        ("[[wall]]\nline = [1, 1, 5, 1]\nheight = 1e18", "wanted a number from"),
        ("[[wall]]\nline = [inf, 1, 5, 1]\nheight = 1", "wanted a number from"),
        ("[[platform]]\nrect = [0, 0, 3, 3]\nz = 97", 'found 97"; wanted a height above the ground, which is a floor'),
        ("[[stairs]]\nfoot = [1, 1, 0]\ntop = [2, 2, 4]\nwidth = 97", "more than 0 and at most 96"),
        ('[[lift]]\nid = "l"\nrect = [1, 1, 2, 2]\nz = [0, 97]', "each above the last, and at most 96"),
        (
            '[[lift]]\nid = "l"\nrect = [1, 1, 2, 2]\nz = [' + ", ".join(map(str, range(17))) + "]",
            "lift[1].z: found 17 of them; wanted at most 16",
        ),
    ],
)
def test_a_board_beyond_its_bounds_is_told_which(text: str, said: str) -> None:
    with pytest.raises(BadData) as told:
        board(text)
    assert said in str(told.value)
