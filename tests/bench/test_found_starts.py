"""What a slow search finds in seeded positions is found by the lists that look for it."""

from __future__ import annotations

import pytest

from bench import found_starts
from bench.edge_positions import Way
from bench.found_moves import missed_moves


@pytest.mark.parametrize(
    ("kind", "first"),
    [(kind, first) for kind in found_starts.KINDS for first in range(0, 20 if "ledge" in kind else 100, 20)],
)
def test_whatever_a_slow_search_finds_is_listed(kind: str, first: int) -> None:
    assert [miss for number in range(first, first + 20) for miss in found_starts.KINDS[kind](number)] == []


def test_there_is_something_to_find_in_these_positions() -> None:
    tramples = [found_starts.trample_scene(number) for number in range(20)]
    assert sum(bool(found_starts.searched_trample(*scene)) for scene in tramples) > 10
    starts = [found_starts.climb_scene(number) for number in range(20)]
    found = [way.kind for scene in starts for way in found_starts.searched_ways(*scene, found_starts.TRIES)]
    assert {*found} == {"climb", "jump", "drop"}


@pytest.mark.parametrize(
    ("number", "way"),
    [
        # a body stops where others stand beside it, though it could not be put down there
        (767, Way("jump", 3000, 0)),
        (1554, Way("jump", 3000, 0)),
        (2299, Way("jump", 4000, 2)),
        # what is seen only from a point beside the nearest one before the edge
        (150, Way("jump", 3000, 0)),
        (304, Way("jump", 2000, 0)),
        # the face is taken hold of further along the edge than the body reaches, from a point that it reaches
        (255, Way("climb", 0, -1)),
        (271, Way("climb", 0, -1)),
        (394, Way("climb", 3000, 0)),
        # beside the first way that is found stands somebody whom one would climb through
        (5414, Way("climb", 3000, 1)),
        (5608, Way("climb", 3000, 0)),
        # only a direction to a corner of the square of all starts leads from where it ends back to one
        (2120417, Way("drop", 0, -1)),
    ],
)
def test_ways_that_are_hard_to_find_are_listed_and_legal(number: int, way: Way) -> None:
    game, who = found_starts.climb_scene(number)
    assert way in found_starts.listed_ways(game, who)
    assert found_starts.illegal_ways(game, who) == []


def test_a_climb_aslant_away_from_an_enemy_who_is_near_is_found() -> None:
    """At a right angle it would come nearer to the enemy first, which nobody may."""
    assert list(missed_moves(1173114)) == []


def test_a_jump_past_the_end_of_a_wall_before_the_edge_begins_neither_near_it_nor_far() -> None:
    assert list(missed_moves(8800860)) == []


def test_a_climb_is_found_that_begins_where_a_base_is_led_just_past_the_end_of_a_wall() -> None:
    assert list(found_starts.missed_starts(2125672)) == []


def test_a_jump_aslant_is_found_that_comes_down_just_clear_of_an_enemy() -> None:
    assert list(missed_moves(7300206)) == []


@pytest.mark.parametrize("number", [40695, 40945])
def test_moves_that_were_missed_once_are_found(number: int) -> None:
    """A climb that goes on over a narrow gap, and a leap that begins as far from the edge as it may."""
    assert list(missed_moves(number)) == []


@pytest.mark.parametrize("number", [31324, 13000791])
def test_leaps_beside_ledges_that_were_missed_once_are_found(number: int) -> None:
    """One of somebody beside an enemy who keeps it from the edge, and one over a gap that is leapt aslant only."""
    assert list(missed_moves(number, ledges=True)) == []
