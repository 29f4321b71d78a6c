"""Distance, line of sight and cover."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import MISS, OGRE, attacks_made, figure, leg, scene
from warbook.rulesets.gangfight.checks import lines
from warbook.rulesets.gangfight.checks.requirements import not_engaged
from warbook.rulesets.gangfight.records.distances import engaged_with

WALL = """
[[wall]]
line = [20, 5, 20, 15]
height = {height}
"""
FENCE = "[[wall]]\nline = [5, 11, 15, 11]\nheight = 1.3\n"
WOOD = """
[[area]]
rect = [{x}, 0, {width}, 48]
height = 4
kind = "{kind}"
"""


def sees(game: Any, viewer: int, target: int) -> bool:
    return lines.sees(game.play, viewer, target)


def cover(game: Any, shooter: int, target: int) -> int:
    return lines.cover(game.play, shooter, target)


def wood(width: float, kind: str = "dense", x: float = 18) -> str:
    return WOOD.format(width=width, kind=kind, x=x)


# ---- distance ------------------------------------------------------------------------------------------------------


def test_whoever_is_in_anothers_threat_range_is_in_close_combat_with_it_and_the_other_way_round() -> None:
    for x, engaged in ((13.55, True), (13.551, False)):
        game, red, ogre = scene([figure(10, 10)], [figure(x, 10, profile="ogre-regular")])
        assert game.gap(red, ogre) == round(1000 * (x - 11.55))
        assert game.model(red).engaged is game.model(ogre).engaged is engaged


def test_the_height_between_them_counts_to_the_distance_of_two_figures() -> None:
    board = "[[platform]]\nrect = [14, 5, 10, 10]\nz = 5.5\n"
    game, red, blue = scene([figure(10, 10)], [figure(14.1, 10, 5.5)], board=board)
    assert game.gap(red, blue) == 5000


# ---- sight -----------------------------------------------------------------------------------------------------------


def test_one_sees_across_an_open_table_in_all_directions() -> None:
    game, red, blue = scene([figure(2, 2)], [figure(46, 46)])
    assert sees(game, red, blue)
    assert sees(game, blue, red)


def test_a_wall_as_high_as_both_stops_sight_and_one_that_shows_a_head_does_not() -> None:
    for height, seen in ((1.5, False), (1.25, True), (1, True)):
        game, red, blue = scene([figure(18, 10)], [figure(22, 10)], board=WALL.format(height=height))
        assert sees(game, red, blue) is seen


def test_right_behind_a_fence_a_head_looks_over_it() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(10, 20)], board=FENCE)
    assert sees(game, red, blue)
    assert sees(game, blue, red)


def test_one_looks_out_below_what_hangs_as_low_as_a_head() -> None:
    bridge = "[[platform]]\nrect = [10.6, 5, 18, 10]\nz = 1.4\n"
    lintel = "[[wall]]\nline = [10.8, 5, 10.8, 15]\nz = 1.2\nheight = 3\n"
    for board in (bridge, lintel):
        game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=board)
        assert sees(game, red, blue)
        assert cover(game, red, blue) == 0


def test_one_looks_out_of_a_slit_no_higher_than_the_top_third_of_a_head() -> None:
    for low, high, seen in ((1.1, 1.4, True), (0.5, 0.9, False)):
        board = WALL.format(height=low) + f"[[wall]]\nline = [20, 5, 20, 15]\nz = {high}\nheight = 3\n"
        game, red, blue = scene([figure(19, 10)], [figure(40, 10)], board=board)
        assert sees(game, red, blue) is seen


def test_one_peers_through_an_opening_beside_the_middle_of_ones_body() -> None:
    opening = "".join(f"[[wall]]\nline = [11, {a}, 11, {b}]\nheight = 3\n" for a, b in ((1, 10.3), (10.6, 20)))
    for y, seen in ((10, True), (10.9, True), (11.2, False)):
        game, red, blue = scene([figure(10.3, y)], [figure(30, y)], board=opening)
        assert sees(game, red, blue) is seen
        game, red, blue = scene([figure(10.3, y)], [figure(30, y)], board=opening, options={"sight-from": "middle"})
        assert not sees(game, red, blue)


def test_one_peers_round_a_corner_at_who_sees_a_part_of_one() -> None:
    corner = "[[wall]]\nline = [20, 1, 20, 10.3]\nheight = 3\n"
    game, red, blue = scene([figure(18, 10)], [figure(30, 10)], board=corner)
    assert sees(game, red, blue)
    assert sees(game, blue, red)
    assert cover(game, red, blue) == 1
    game, red, blue = scene([figure(18, 9.5)], [figure(30, 9.5)], board=corner)
    assert not sees(game, red, blue)


def test_nobody_peers_through_the_wall_at_its_shoulder() -> None:
    lane = "[[wall]]\nline = [1, 10.2, 20, 10.2]\nheight = 3\n[[wall]]\nline = [20, 1, 20, 10.2]\nheight = 3\n"
    game, red, blue = scene([figure(18, 10)], [figure(30, 12)], board=lane)
    assert not sees(game, red, blue)


def test_who_looks_down_from_high_up_sees_over_a_wall() -> None:
    board = WALL.format(height=1.5) + "[[platform]]\nrect = [10, 5, 8, 10]\nz = 6\n"
    game, red, blue = scene([figure(17, 10, 6)], [figure(22, 10)], board=board)
    assert sees(game, red, blue)


def test_large_figures_stop_sight_and_medium_ones_do_not() -> None:
    for profile, seen in (("ogre-regular", False), ("human-regular", True)):
        game, (red, between), blue = scene([figure(10, 10), figure(15, 10, profile=profile)], [figure(20, 10)])
        assert sees(game, red, blue) is seen


def test_a_large_figure_that_lies_stops_no_sight() -> None:
    game, red, (blue, between) = scene(
        [figure(10, 10)], [figure(20, 10), figure(15, 10, profile="ogre-regular", down=True)]
    )
    assert sees(game, red, blue)


def test_one_looks_through_three_inches_of_dense_ground_and_no_more() -> None:
    for width, seen in ((3, True), (3.001, False)):
        game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=wood(width))
        assert sees(game, red, blue) is seen
    game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=wood(12, "light"))
    assert sees(game, red, blue)


def test_dense_ground_in_two_pieces_counts_together_and_once_where_it_overlaps() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=wood(2) + wood(2, x=22))
    assert not sees(game, red, blue)
    game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=wood(2) + wood(2, x=19))
    assert sees(game, red, blue)


def test_who_stands_in_dense_ground_is_seen_from_outside_as_far_as_three_inches_in() -> None:
    for x, seen in ((21, True), (21.1, False)):
        game, red, blue = scene([figure(10, 10)], [figure(x, 10)], board=wood(12))
        assert sees(game, red, blue) is seen


def test_how_deep_one_looks_into_dense_ground_is_the_tables_to_say() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=wood(5), options={"sight-in-dense": 6})
    assert sees(game, red, blue)


def test_one_looks_over_dense_ground_from_above_it() -> None:
    board = wood(12) + "".join(f"[[platform]]\nrect = [{x}, 5, 6, 10]\nz = 5\n" for x in (8, 32))
    game, (red, low), blue = scene([figure(10, 10, 5), figure(10, 20)], [figure(34, 10, 5)], board=board)
    assert sees(game, red, blue)
    assert not sees(game, low, blue)


def test_base_to_base_there_is_always_a_line_of_sight() -> None:
    board = "[[wall]]\nline = [10.575, 5, 10.575, 15]\nheight = 5\n"
    game, red, blue = scene([figure(10, 10)], [figure(11.15, 10)], board=board)
    assert game.gap(red, blue) == 50
    assert sees(game, red, blue)
    game, red, blue = scene([figure(10, 10)], [figure(11.151, 10)], board=board)
    assert not sees(game, red, blue)


# ---- cover -----------------------------------------------------------------------------------------------------------


def test_in_the_open_there_is_no_cover() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(30, 10)])
    assert cover(game, red, blue) == 0


@pytest.mark.parametrize(("height", "found"), [(0.6, 0), (0.9, 1)])
def test_who_is_half_hidden_is_in_cover(height: float, found: int) -> None:
    board = f"[[obstacle]]\nrect = [28.5, 0, 0.5, 48]\nheight = {height}\n"
    game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=board)
    assert cover(game, red, blue) == found
    assert sees(game, red, blue)


def test_who_looks_over_a_fence_from_right_behind_it_has_no_cover_to_shoot_through() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(10, 20)], board=FENCE)
    assert lines.best_look(game.play, red, blue)[0] == 0
    assert (cover(game, red, blue), cover(game, blue, red)) == (0, 1)


def test_figures_of_any_size_give_cover() -> None:
    game, (red, between), blue = scene([figure(10, 10), figure(28, 10)], [figure(30, 10)])
    assert cover(game, red, blue) == 1


def test_who_stands_in_light_or_dense_ground_is_in_cover_once_its_middle_is() -> None:
    for kind in ("light", "dense"):
        for x, found in ((17.9, 0), (18, 1), (20, 1)):
            game, red, blue = scene([figure(10, 10)], [figure(x, 10)], board=wood(12, kind))
            assert cover(game, red, blue) == found


def test_what_is_hard_covers_better() -> None:
    board = """
[[obstacle]]
rect = [28.5, 0, 0.5, 48]
height = 1
[[area]]
rect = [28.5, 0, 0.5, 48]
height = 1
kind = "hard"
"""
    game, red, blue = scene([figure(10, 10)], [figure(30, 10)], board=board)
    assert cover(game, red, blue) == 2
    game, red, blue = scene([figure(10, 10)], [figure(26, 10)], board=board)
    assert cover(game, red, blue) == 0


def test_what_cover_is_worth_is_the_tables_to_say() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(20, 10)], board=wood(12), options={"cover": 2})
    assert cover(game, red, blue) == 2


def test_from_three_inches_above_one_shoots_over_obstacles() -> None:
    board = "[[obstacle]]\nrect = [24.2, 5, 0.2, 10]\nheight = 2\n[[platform]]\nrect = [0, 5, 12, 10]\nz = {z}\n"
    for z, found in ((2.9, 1), (3, 0)):
        game, red, blue = scene([figure(10, 10, z)], [figure(25, 10)], board=board.format(z=z))
        assert cover(game, red, blue) == found


def test_base_to_base_there_is_no_cover() -> None:
    game, red, blue = scene([figure(20, 10)], [figure(21.1, 10)], board=wood(12))
    assert cover(game, red, blue) == 0


# ---- how far it is up and down ---------------------------------------------------------------------------------------


def below(height: float, **red: Any) -> Any:
    """One at the foot of a ledge, and another above it at its edge, their bases an inch apart in plan."""
    ledge = f"[[platform]]\nrect = [5, 11.5, 10, 10]\nz = {height}\n"
    return scene(red=[figure(10, 10, **red)], blue=[figure(10, 12.05, height)], board=ledge)


@pytest.mark.parametrize(
    ("height", "red", "gap"),
    [
        (1, {}, 950),
        (1.5, {}, 950),
        (2, {}, 1074),
        (2, {"down": True, "ap": 1}, 1776),
        (3, OGRE, 1119),
    ],
)
def test_it_is_as_far_as_from_the_top_of_the_lower_to_the_foot_of_the_higher(
    height: float, red: dict[str, Any], gap: int
) -> None:
    game, red_, blue = below(height, **red)
    assert game.gap(red_, blue) == game.gap(blue, red_) == gap


def test_who_stands_a_step_higher_is_in_close_combat_and_in_base_contact() -> None:
    game, red, blue = below(1.5)
    assert game.model(red).engaged
    game.does(red, "fight", at=blue, close=False, dice=MISS)
    assert attacks_made(game) == [(red, blue)]
    game, red, blue = below(2)
    assert not game.model(red).engaged


def test_a_way_is_within_reach_where_the_bodies_are() -> None:
    game, red, blue = below(1.5)
    game.does(red, "move", path=(leg(10, 6),), dice=MISS)
    assert attacks_made(game) == [(blue, red)]
    game, red, blue = below(2)
    game.does(red, "move", path=(leg(10, 6),))
    assert attacks_made(game) == []


def across(board: str, z: float = 0, far: float = 15.8, **blue: Any) -> Any:
    """An archer, an enemy near enough to strike it or be struck, and another enemy far off."""
    return scene(
        red=[figure(14, 14.2, z, weapons=["longbow"])], blue=[figure(14, far, **blue), figure(14, 4)], board=board
    )


@pytest.mark.parametrize(
    ("board", "where", "engaged"),
    [
        ("", {}, True),
        ("[[wall]]\nline = [5, 15, 25, 15]\nheight = 4\n", {}, False),
        ("[[wall]]\nline = [5, 15, 25, 15]\nheight = 1\n", {}, True),
        ("[[platform]]\nrect = [10, 10, 8, 8]\nz = 4\nthickness = 0.25\n", {"z": 4, "far": 14, **OGRE}, False),
        ("[[platform]]\nrect = [10, 10, 8, 4.4]\nz = 4\n", {"z": 4, "far": 15.6, **OGRE}, True),
    ],
    ids=["nothing between", "a wall", "a low wall", "a floor", "an edge"],
)
def test_nobody_is_in_close_combat_with_whom_neither_sees(board: str, where: dict[str, Any], engaged: bool) -> None:
    game, red, blues = across(board, **where)
    assert engaged_with(game.play, red) == ((blues[0],) if engaged else ())
    assert engaged_with(game.play, blues[0]) == ((red,) if engaged else ())
    assert (not_engaged.reason in game.why_not(red, "fire")) is engaged
