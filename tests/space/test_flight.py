"""Flight: over walls and bodies, from under the open sky to under the open sky."""

from __future__ import annotations

from tests.space.test_hulls import PLAIN, board, hull, man, standing, walk, whys
from warbook.core.length import INCH
from warbook.space.movement import Mode, Rules, Walked, Why

WINGS = Rules(30 * INCH, may_fly=True)
WALLED = board("[[wall]]\nline = [10, 10, 30, 10]\nheight = 9")


def test_who_may_fly_passes_over_walls_hulls_and_enemies_at_the_length_in_plan() -> None:
    now = standing(man(20, 5), (hull(20, 15), 1), (man(20, 20), 1))
    found = walk(now, (20, 25, 0, Mode.FLY), rules=WINGS, on=WALLED)
    assert isinstance(found, Walked), found
    assert found.cost == 20 * INCH
    assert whys(walk(now, (20, 25, 0, Mode.FLY), on=WALLED)) == [(Why.MAY_NOT, -1)]
    assert whys(walk(now, (20, 25, 0, Mode.FLY), rules=Rules(10 * INCH, may_fly=True))) == [(Why.TOO_FAR, -1)]


def test_a_flight_ends_where_one_may_stand_clear_of_enemies() -> None:
    now = standing(man(20, 5), (hull(20, 15), 1), (man(20, 25), 1))
    assert whys(walk(now, (20, 15, 0, Mode.FLY), rules=WINGS))[0][1] == 1
    assert whys(walk(now, (21.5, 25, 0, Mode.FLY), rules=WINGS)) == [(Why.TOO_NEAR, 2)]
    assert whys(walk(now, (20, 10.2, 0, Mode.FLY), rules=WINGS, on=WALLED)) == [(Why.WALL, -1)]
    assert whys(walk(now, (5, 5, 3, Mode.FLY), rules=WINGS)) == [(Why.NO_FLOOR, -1)]


def test_nobody_flies_through_a_roof_and_everybody_onto_it() -> None:
    roof = board("[[platform]]\nrect = [10, 10, 6, 6]\nz = 4\nthickness = 0.5")
    now = standing(man(20, 5))
    assert whys(walk(now, (13, 13, 0, Mode.FLY), rules=WINGS, on=roof)) == [(Why.NO_ROOM, -1)]
    assert isinstance(walk(now, (13, 13, 4, Mode.FLY), rules=WINGS, on=roof), Walked)
    assert whys(walk(standing(man(13, 13)), (20, 20, 0, Mode.FLY), rules=WINGS, on=roof)) == [(Why.NO_ROOM, -1)]
    assert isinstance(walk(now, (20, 6), rules=WINGS, on=PLAIN), Walked)
