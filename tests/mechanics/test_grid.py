"""A battle on a grid: what is next to a body, and what the ground is."""

from __future__ import annotations

from tests.rites_of_battle.scenes import at, scene
from warbook.mechanics import grid


def test_near_a_body_are_its_cell_and_those_around_it() -> None:
    game, *_ = scene(red=[at(0, 0)], blue=[at(5, 5)])
    assert grid.near(game.play, 0) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert len(grid.near(game.play, 1)) == 9


def test_a_cell_is_read_out_as_people_count() -> None:
    assert grid.cell_in_words((0, 4, 0)) == "column 1, row 5"
