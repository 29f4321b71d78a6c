"""Obstacles that vanish: nobody meets them any more, and the others keep their numbers."""

from __future__ import annotations

import pytest

from tests.space.test_hulls import board, hull, man, standing
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.space import movement, sight
from warbook.space.drives.driving import driven
from warbook.space.movement import Rules, Walked
from warbook.space.passages import offered_passages, passages
from warbook.space.terrain import Area

TWO = board("[[obstacle]]\nrect = [18, 9, 4, 1]\nheight = 1\n[[obstacle]]\nrect = [18, 19, 4, 1]\nheight = 1")


def test_a_destroyed_obstacle_hides_costs_and_bars_nothing_and_the_other_does() -> None:
    gone = TWO.without((0,))
    now = standing(man(20, 5), man(20, 10.5))
    assert sight.hidden(now, TWO, 0, 1) > 0
    assert sight.hidden(now, gone, 0, 1) == 0
    alone = standing(man(20, 5))
    over = movement.check(TWO, alone, 0, [(20_000, 25_000, 0, 0)], Rules(30 * INCH))
    past = movement.check(gone, alone, 0, [(20_000, 25_000, 0, 0)], Rules(30 * INCH))
    assert isinstance(over, Walked)
    assert isinstance(past, Walked)
    assert [crossing.obstacle for crossing in over.obstacles] == [0, 1]
    assert [crossing.obstacle for crossing in past.obstacles] == [1]
    assert over.cost - past.cost == INCH
    on_it = movement.check(gone, alone, 0, [(20_000, 9_500, 0, 0)], Rules(30 * INCH))
    assert isinstance(on_it, Walked), "one may stand where it was"


def test_a_hull_meets_only_what_is_left() -> None:
    met = driven(TWO.without((0,)), standing(hull(20, 5)), 0, [(20 * INCH, 0, 1)]).met
    assert [(one.what, one.number) for one in met] == [("obstacle", 1)]


def test_nothing_gone_is_the_same_board_to_the_kernels_and_what_there_is_not_cannot_vanish() -> None:
    assert TWO.without(()).rows == TWO.rows
    assert TWO.without((0,)) is TWO.without((0,))
    assert TWO.rows.edges[0][6] != 0, "the board itself stays as it was"
    with pytest.raises(ValueError, match="Of the pieces of this board 0 to 1 can vanish"):
        TWO.without((2,))


def test_what_was_remembered_of_a_board_is_not_said_of_one_with_less_on_it() -> None:
    """Layouts and boards keep what they have come to under the board itself, not under what it looks like."""
    now, rules = standing(man(20, 5), man(20, 10.5)), Rules(30 * INCH)
    route = ((20_000, 9_500, 0, 0),)
    for on, hides, bars in ((TWO, True, True), (TWO.without((0,)), False, False), (TWO, True, True)):
        assert bool(sight.hidden(now, on, 0, 1)) == hides
        assert isinstance(movement.trace(on, now, 0, route, rules), tuple) == bars
        assert bool(sight.visible(now, on, 0, [1])[0][1]) == hides
    mud = Area(((0, 0), (40_000, 0), (40_000, 40_000), (0, 40_000)), 0, 3_000, "difficult")
    laid = standing(man(20, 5)).blocked_by((), ground=(mud,))
    for on, met in ((TWO, [0, 1]), (TWO.without((0,)), [1]), (TWO.without((0, 1)), [])):
        found = movement.check(on, laid, 0, [(20_000, 25_000, 0, 0)], Rules(60 * INCH))
        assert isinstance(found, Walked)
        assert [crossing.obstacle for crossing in found.obstacles] == met
        assert found.cost == 40 * INCH + len(met) * INCH


DECK = "[[platform]]\nrect = [30, 30, 6, 6]\nz = 3\nthickness = 1\nflimsy = true\n"
UP = "[[ladder]]\nfoot = [31, 29, 0]\ntop = [31, 30, 3]\n"
MANY = board(
    "[[obstacle]]\nrect = [18, 9, 4, 1]\nheight = 1\n"
    "[[wall]]\nline = [0, 20, 40, 20]\nheight = 3\n[[wall]]\nline = [0, 22, 40, 22]\nheight = 3\nflimsy = true\n"
    f"[[platform]]\nrect = [10, 30, 6, 6]\nz = 3\n{DECK}"
    "[[block]]\nrect = [20, 30, 4, 4]\nheight = 3\nflimsy = true\n"
    f"{UP}[[ladder]]\nfoot = [11, 29, 0]\ntop = [11, 30, 3]\n"
)


def test_what_is_flimsy_is_numbered_after_the_obstacles_and_vanishes_with_what_led_up_to_it() -> None:
    """To every kernel, but for the numbers of what is left."""
    text = MANY.source_text.replace(DECK, "").replace(UP, "")
    never = board("".join(text.partition("[[obstacle]]")[1:]))
    gone = MANY.without((3,))
    assert [edge for edge in gone.rows.edges if edge[6]] == list(never.rows.edges)
    assert [(z, *box) for z, _, _, *box in gone.rows.floors] == [(z, *box) for z, _, _, *box in never.rows.floors]
    assert gone.rows.links == never.rows.links and gone.platforms == never.platforms


CLUTTERED = board(
    """
[[platform]]
rect = [10, 10, 8, 8]
z = 3
[[platform]]
rect = [22, 10, 8, 8]
z = 3
flimsy = true
[[ladder]]
foot = [9.2, 14, 0]
top = [10.6, 14, 3]
[[obstacle]]
rect = [13, 8, 2, 1.5]
height = 1
[[obstacle]]
rect = [8, 13, 1.5, 2]
height = 1
[[wall]]
line = [19.5, 9, 19.5, 19]
height = 6
flimsy = true
"""
)


@pytest.mark.parametrize("gone", [(0,), (1,), (2,), (3,), (0, 2), (0, 1, 2, 3)])
def test_passages_where_pieces_have_vanished_are_those_of_a_board_without_them(gone: tuple[int, ...]) -> None:
    """Most are kept from the whole board; a board that knows nothing of it looks for all of them."""
    less, rules = CLUTTERED.without(gone), Rules(9 * INCH)
    other = replace(less)
    other.__dict__.update({name: getattr(less, name) for name in ("breakable", "codes", "parts", "rows", "arrays")})
    assert (less.whole, other.whole) == (CLUTTERED, None)
    for radius in (500, 800):
        assert passages(less, radius, 1_250, rules) == passages(other, radius, 1_250, rules)
        found, wanted = (offered_passages(each, radius, 1_250, rules).priced for each in (less, other))
        assert found == wanted
        assert found != offered_passages(CLUTTERED, radius, 1_250, rules).priced
