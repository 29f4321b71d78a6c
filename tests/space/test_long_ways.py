"""Ways of long bases: what the disc around one does not get through, its outline may."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.space.test_hulls import BIKE, PLAIN, TRUCK, board, hull, man, standing, turns
from warbook.core.length import INCH
from warbook.core.state import Posture
from warbook.space.footprints import footprint
from warbook.space.layout import Layout
from warbook.space.marching import March
from warbook.space.movement import Mode, Rules, check
from warbook.space.movement import Walked as Walk
from warbook.space.paths import Path
from warbook.web import checking

NORTH, EAST = (0, 1), (1, 0)
# Two walls leave an opening of 1.5": a bike of 3" by 1" gets through lengthways, the disc of 3" does not.
OPENING = board("[[wall]]\nline = [0, 20, 19.25, 20]\nheight = 3\n[[wall]]\nline = [20.75, 20, 40, 20]\nheight = 3")
RULES = Rules(12 * INCH)


def path(now: Layout, on: Any = OPENING, facing: bool = True, rules: Rules = RULES) -> Path:
    return Path("p", "Where?", on, now, 0, rules, facing=facing, name="truck {}".format)


def way(*points: tuple[float, float], face: tuple[int, int] | None = NORTH) -> tuple[Any, ...]:
    legs = tuple((round(x * INCH), round(y * INCH), 0, 0) for x, y in points)
    return (*legs, *(() if face is None else (face,)))


def test_a_bike_rides_lengthways_through_an_opening_that_its_disc_does_not_fit() -> None:
    now = standing(hull(20, 15, BIKE, 0, 1))
    assert not isinstance(check(OPENING, now, 0, [(20_000, 25_000, 0, 0)], RULES), Walk)
    assert path(now).legal(way((20, 25))) == ()
    assert path(now).legal(way((20, 25), face=EAST)) == (), "and turns behind it"
    found = path(now).walked(way((20, 25)))
    assert isinstance(found, Walk) and found.cost == 10 * INCH
    assert path(now).legal(way((20.9, 25))) != (), "aslant it does not fit"


def test_it_turns_before_it_goes_where_there_is_room_to_turn() -> None:
    across = standing(hull(20, 15, BIKE, 1, 0))
    assert path(across).legal(way((20, 25))) == ()
    assert path(across, facing=False).legal(way((20, 25), face=None)) != (), "pushed aside as it lies it does not fit"
    close = standing(hull(20, 15, BIKE, 1, 0), (man(20, 16.2), 1), (man(20, 13.8), 1))
    assert path(close, rules=Rules(12 * INCH, keep_clear=0)).legal(way((25, 15), face=EAST)) == ()
    assert path(close, rules=Rules(12 * INCH, keep_clear=0)).legal(way((20, 25))) != ()


def test_it_may_not_stop_or_turn_across_the_opening() -> None:
    now = standing(hull(20, 15, BIKE, 0, 1))
    assert path(now).legal(way((20, 20))) == ()
    assert path(now).legal(way((20, 20), face=EAST)) == ("Its base does not fit past a wall or other solid terrain.",)


def test_it_keeps_clear_of_enemies_by_its_outline() -> None:
    now = standing(hull(20, 10, BIKE, 0, 1), (man(22.1, 15), 1))
    assert path(now, PLAIN).legal(way((20, 20))) == ()
    near = standing(hull(20, 10, BIKE, 0, 1), (man(21.9, 15), 1))
    assert path(near, PLAIN).legal(way((20, 20))) == ('It would come within 1" of truck 1.',)
    for owner, posture in ((0, Posture.UP), (1, Posture.DOWN)):  # who is no threat may be that near
        harmless = standing(hull(20, 10, BIKE, 0, 1), (man(21.9, 15, posture=posture), owner))
        assert path(harmless, PLAIN, rules=Rules(12 * INCH, keep_from=Posture.UP)).legal(way((20, 20))) == ()
    friend = standing(hull(20, 10, BIKE, 0, 1), man(20, 15))
    assert path(friend, PLAIN).legal(way((20, 20))) == ()
    assert path(friend, PLAIN).legal(way((20, 14))) == ("It would end on top of truck 1.",)


def test_a_rectangle_on_foot_is_judged_by_its_corners() -> None:
    now = standing(hull(20, 10, TRUCK, 0, 1), (hull(23, 15, TRUCK, 0, 1), 1))
    rules = Rules(12 * INCH, keep_clear=0)
    assert path(now, PLAIN, rules=rules).legal(way((20, 20))) == ()
    assert path(now, PLAIN, rules=rules).legal(way((20.6, 15))) == ("Truck 1 is in the way.",)


def test_in_a_march_each_long_base_is_judged_by_its_outline() -> None:
    now = standing(hull(20, 15, BIKE, 0, 1), hull(20, 11, BIKE, 0, 1))
    march = March("m", "Where?", OPENING, now, (0, 1), RULES, coherency=None, name="bike {}".format)
    assert march.legal((way((20, 26), face=None), way((20, 22), face=None))) == ()
    assert march.legal((way((20.6, 26), face=None), ())) != ()


def test_what_is_said_of_a_way_through_the_opening_has_its_length() -> None:
    found = checking.judged(path(standing(hull(20, 15, BIKE, 0, 1))), [[20_000, 25_000, 0, 0], [0, 1]])
    assert (found.against, found.length, found.legs) == ((), 10 * INCH, ('walk: 10"',))


@settings(max_examples=60)
@given(st.integers(0, 2**32), turns)
def test_a_straight_push_is_legal_exactly_where_shapely_says_so(seed: int, turn: tuple[int, int]) -> None:
    rng = Random(seed)
    others = [man(rng.uniform(15, 25), rng.uniform(13, 27), radius=rng.randrange(300, 900)) for _ in range(2)]
    start, to = hull(20, 10, BIKE, *turn), (rng.randrange(18_000, 22_000), rng.randrange(18_000, 30_000))
    now = standing(start, *((other, 1) for other in others))
    rules = Rules(40 * INCH, keep_clear=0)
    found = path(now, PLAIN, facing=False, rules=rules).legal(((*to, 0, int(Mode.WALK)),))
    cores = [footprint(start.moved_to(spot)) for spot in (start.spot, (*to, 0))]
    swept = shapely.MultiPoint([*cores[0].core, *cores[1].core]).convex_hull
    away = [swept.distance(shapely.Point(other.x, other.y)) - other.radius - cores[0].radius for other in others]
    if min(map(abs, away)) > 3:
        assert (found == ()) == (min(away) > 0), (found, away)


@pytest.mark.parametrize("facing", [True, False])
def test_whatever_is_proposed_is_legal(facing: bool) -> None:
    now, rng = standing(hull(20, 17, BIKE, 1, 3), (man(18, 19), 1), man(23, 15)), Random(2)
    question = path(now, facing=facing)
    for answer in (*question.candidates(12), *(question.sample(rng) for _ in range(12))):
        assert question.legal(answer) == ()


def test_who_stays_turns_only_where_there_is_room() -> None:
    close = standing(hull(20, 15, BIKE, 1, 0), (man(20, 16.2), 1))
    question = path(close, PLAIN, rules=Rules(0, keep_clear=0))
    assert question.legal((EAST,)) == () and question.legal(((-1, 0),)) == ()
    assert question.legal((NORTH,)) == ("It would end on top of truck 1.",)
    rng = Random(1)
    for answer in (*question.candidates(5), *(question.sample(rng) for _ in range(10))):
        assert question.legal(answer) == ()
    worth = Path("p", "?", PLAIN, close, 0, Rules(0, keep_clear=0), worth_facing=[(20_000, 30_000)])
    assert worth.candidates(1) == [(EAST,)], "it cannot look there"
    near = path(standing(hull(20, 15, BIKE, 1, 0), (man(20, 16.2), 1)), PLAIN)
    assert near.legal(way((24, 15), face=EAST)) == (), "who was too near already may go along, though not nearer"
    assert near.legal(way((20, 15.1), face=EAST)) == ('It would come within 1" of truck 1.',)


def test_its_ends_stay_on_the_board_and_off_closed_ground() -> None:
    now = standing(hull(20, 15, BIKE, 1, 0), (man(20, 17.2), 1))
    pushed = path(now, PLAIN, facing=False, rules=Rules(30 * INCH, keep_clear=0))
    assert pushed.legal(way((38.5, 15), face=None)) == ()
    assert pushed.legal(way((38.6, 15), face=None)) == ("Its base would leave the board.",)
    lava = board('[[area]]\nkind = "lava"\nrect = [24, 10, 4, 4]')
    rules = Rules(30 * INCH, keep_clear=0, going=(("lava", 0),))
    beside = standing(hull(20, 14.6, BIKE, 1, 0))
    assert path(beside, lava, facing=False, rules=rules).legal(way((30, 14.6), face=None)) == ()
    assert path(beside, lava, facing=False, rules=rules).legal(way((30, 14.4), face=None)) != ()
