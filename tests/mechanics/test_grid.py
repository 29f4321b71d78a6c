"""A battle on a grid: what is next to a body, and what the ground is."""

from __future__ import annotations

from tests.rites_of_battle.scenes import at, scene
from warbook.mechanics import grid
from warbook.rulesets.rites_of_battle.checks import squares


def test_near_a_body_are_its_cell_and_those_around_it() -> None:
    game, *_ = scene(red=[at(0, 0)], blue=[at(5, 5)])
    assert grid.near(game.play, 0) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert len(grid.near(game.play, 1)) == 9


def test_a_cell_is_read_out_as_people_count() -> None:
    assert grid.cell_in_words((0, 4, 0)) == "column 1, row 5"


def test_on_foot_it_is_round_walls_and_through_doors_whoever_stands_there() -> None:
    wall = "[[wall]]\npoints = [[0, 2], [5, 2]]\nheight = 3\n"
    game, who, *_ = scene(red=[at(0, 0)], blue=[at(1, 0), at(1, 1)], board=wall)
    rules = squares.plain_rules(game.play)
    assert grid.on_foot(game.play, who, ((4, 0, 0),), rules) == 4
    assert grid.on_foot(game.play, who, ((0, 3, 0),), rules) == 5 + 5  # to the end of the wall and back
    assert grid.on_foot(game.play, who, ((0, 3, 0), (4, 0, 0)), rules) == 4
    assert grid.on_foot(game.play, who, ((400, 0, 0),), rules) == grid.FAR


def test_on_foot_the_ground_that_is_entered_counts_and_not_that_which_is_left() -> None:
    mud = '[[area]]\nkind = "difficult"\npolygon = [[0, 0], [1, 0], [1, 24], [0, 24]]\n'
    game, one, other = scene(red=[at(0, 0)], blue=[at(3, 0)], board=mud)
    rules = squares.plain_rules(game.play)
    assert grid.on_foot(game.play, one, ((3, 0, 0),), rules) == 3
    assert grid.on_foot(game.play, other, ((0, 0, 0),), rules) == 4
