"""A grid over a board: which cell a point is in, and where the cells lie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.grid import BoardGrid, CellShape, Tile

SHAPES: tuple[CellShape, ...] = ("square", "hex")
GRIDS = {shape: BoardGrid(100, 200, 1000, 6, 5, shape) for shape in SHAPES}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_middle_of_a_cell_lies_in_it_and_so_does_what_is_near(shape: CellShape) -> None:
    grid = GRIDS[shape]
    tiles = list(grid.tiles())
    assert len(tiles) == 30
    assert tiles[:2] == [(0, 0), (1, 0)]
    for column, row in tiles:
        x, y = grid.centre(column, row)
        for dx, dy in ((0, 0), (499, 0), (-499, 0), (0, 499), (0, -499), (249, 426), (-249, 426), (249, -426)):
            assert grid.tile_at(x + dx, y + dy) == (column, row)


@given(st.integers(-500, 7500), st.integers(-500, 6500), st.sampled_from(SHAPES))
def test_a_point_lies_in_the_cell_with_the_nearest_middle_or_in_none(x: int, y: int, shape: CellShape) -> None:
    grid = GRIDS[shape]

    def off(tile: Tile) -> int:
        cx, cy = grid.centre(*tile)
        return (cx - x) ** 2 + (cy - y) ** 2 if shape == "hex" else max(abs(cx - x), abs(cy - y))

    nearest = min(map(off, grid.tiles()))
    found = grid.tile_at(x, y)
    if found is not None:
        assert off(found) == nearest
    else:  # no cell's inner circle is there
        assert nearest >= (490**2 if shape == "hex" else 500)


def test_the_corners_of_neighbours_meet() -> None:
    square, hexagon = GRIDS["square"], GRIDS["hex"]
    assert square.corners(0, 0) == ((100, 200), (1100, 200), (1100, 1200), (100, 1200))
    assert set(square.corners(0, 0)) & set(square.corners(1, 0)) == {(1100, 200), (1100, 1200)}
    right = {(x - 1000, y) for x, y in hexagon.corners(1, 0)}
    assert right == set(hexagon.corners(0, 0))
    for tile in ((1, 0), (0, 1)):
        assert len(set(hexagon.corners(0, 0)) & set(hexagon.corners(*tile))) == 2
    assert len(set(hexagon.corners(1, 1)) & set(hexagon.corners(1, 2))) == 2


def test_a_grid_has_cells() -> None:
    with pytest.raises(ValueError, match="no grid of 0 x 3 cells of 1000; wanted 1 at least of each"):
        BoardGrid(0, 0, 1000, 0, 3)


def test_a_point_beside_the_outermost_hexagons_lies_in_none() -> None:
    grid = GRIDS["hex"]
    south, *_, north, _, _ = (grid.corners(0, 0)[n] for n in (0, 1, 2, 3, 4, 5))
    x, y = grid.centre(0, 0)
    assert grid.tile_at(south[0], south[1] + 1) == (0, 0)
    assert grid.tile_at(south[0] - 400, south[1] + 20) is None
    assert grid.tile_at(x - 501, y) is None
