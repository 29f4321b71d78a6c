"""Obstacles that vanish: nobody meets them any more, and the others keep their numbers."""

from __future__ import annotations

import pytest

from tests.space.test_hulls import board, hull, man, standing
from warbook.core.length import INCH
from warbook.space import movement, sight
from warbook.space.drives.driving import driven
from warbook.space.movement import Rules, Walked
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
    with pytest.raises(ValueError, match="Obstacles 0 to 1 can vanish"):
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
