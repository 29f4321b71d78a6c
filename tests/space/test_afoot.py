"""How far it is on foot: round walls, by doors that are open, and never less than as the crow flies."""

from __future__ import annotations

from itertools import pairwise

from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.space.afoot import ANYWHERE, nearest, ways_to
from warbook.space.board import Board, Going
from warbook.space.boardfile import read_board

TWO_ROOMS = """
kind = "board"
id = "two-rooms"
title = "Two rooms"
size = [24, 24]

[[wall]]
line = [12, 0, 12, 11]
height = 6
climbable = false

[[wall]]
line = [12, 13, 12, 22]
height = 6
climbable = false

[[door]]
id = "between"
line = [12, 11, 12, 13]
height = 3
"""


def board() -> Board:
    return read_board(TWO_ROOMS, "two-rooms.toml")


def far(a: tuple[int, int], b: tuple[int, int], *, shut: bool) -> float:
    ground = board()
    walls = (tuple(ground.door_edge(0)),) if shut else ()
    return nearest((*a, 0), ways_to(ground, walls, [(*b, 0)]))


def test_in_the_open_it_is_about_as_far_as_the_crow_flies() -> None:
    straight = 8 * INCH
    assert straight <= far((3 * INCH, 3 * INCH), (3 * INCH, 11 * INCH), shut=True) <= 1.6 * straight


def test_a_wall_is_gone_round() -> None:
    assert far((10 * INCH, 3 * INCH), (15 * INCH, 3 * INCH), shut=False) > 10 * INCH


def test_a_door_that_is_shut_makes_it_further() -> None:
    a, b = (9 * INCH, 12 * INCH), (15 * INCH, 12 * INCH)
    assert far(a, b, shut=True) > far(a, b, shut=False) + 6 * INCH


def test_close_to_a_wall_it_is_as_far_as_round_it() -> None:
    goal = (15 * INCH, 5 * INCH)
    beside, before = ((x, 5 * INCH) for x in (11_400, 9 * INCH))
    assert far(beside, goal, shut=False) >= far(before, goal, shut=False) - 3 * INCH > 8 * INCH


def test_every_step_counts_in_the_open_and_in_a_thicket() -> None:
    ground = read_board(
        'kind = "board"\nid = "thicket"\ntitle = "A thicket"\nsize = [24, 24]\n'
        '[[area]]\nrect = [0, 8, 24, 8]\nheight = 1\nkind = "scrub"\n',
        "thicket.toml",
    )
    ways = ways_to(ground, (), [(12 * INCH, 20 * INCH, 0)], replace(ANYWHERE, going=(("scrub", 200),)))
    steps = [nearest((12 * INCH, y, 0), ways) for y in range(3 * INCH, 19 * INCH, INCH // 2)]
    assert all(there < here for here, there in pairwise(steps))


def test_a_broad_body_does_not_go_where_a_slim_one_does() -> None:
    ground = read_board(
        'kind = "board"\nid = "cleft"\ntitle = "A cleft"\nsize = [36, 24]\n'
        "[[block]]\nrect = [8, 10, 6, 4]\nheight = 6\n[[block]]\nrect = [16, 10, 12, 4]\nheight = 6\n",
        "cleft.toml",
    )
    a, b = (15 * INCH, 8 * INCH, 0), [(15 * INCH, 16 * INCH, 0)]
    walker = replace(ANYWHERE, may_climb=False)
    slim, broad = (nearest(a, ways_to(ground, (), b, walker, size)) for size in (500, 1500))
    assert broad > slim + 4 * INCH


def test_ground_costs_what_it_costs_the_walker() -> None:
    ground = read_board(
        'kind = "board"\nid = "scrub"\ntitle = "Scrub"\nsize = [24, 24]\n'
        '[[area]]\nrect = [0, 8, 24, 8]\nheight = 1\nkind = "scrub"\n',
        "scrub.toml",
    )
    goal = [(12 * INCH, 20 * INCH, 0)]
    prices: tuple[Going, Going] = ((), (("scrub", 200),))
    free, dear = (
        nearest((12 * INCH, 4 * INCH, 0), ways_to(ground, (), goal, replace(ANYWHERE, going=going))) for going in prices
    )
    assert free + 6 * INCH < dear < free + 10 * INCH


def test_the_nearest_of_several_goals_counts() -> None:
    ground = board()
    ways = ways_to(ground, (), [(20 * INCH, 20 * INCH, 0), (4 * INCH, 9 * INCH, 0)])
    assert nearest((3 * INCH, 4 * INCH, 0), ways) == nearest((3 * INCH, 4 * INCH, 0), ways[1:]) < 12 * INCH


def test_off_the_floors_it_is_as_the_crow_flies() -> None:
    ways = ways_to(board(), (), [(4 * INCH, 4 * INCH, 9 * INCH)])
    assert nearest((4 * INCH, 7 * INCH, 5 * INCH), ways) == 5 * INCH
