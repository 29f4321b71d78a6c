"""Hulls and long bases among the others: what they hide, who walks past them and stands on them."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from warbook.core.length import INCH
from warbook.core.shape import Hull, Oval, Shape
from warbook.core.state import Body, Placement, Posture, State, Turn
from warbook.space import fitting, hull_sight, movement, sight, templates
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.footprints import HullSide, facing, footprint, rim
from warbook.space.layout import Layout, layout
from warbook.space.movement import Mode, Rules, Walked, Why
from warbook.space.placing import Place

TRUCK = Hull(4_000, 2_500)
FLATBED = Hull(6_000, 3_000, carries=True)
BIKE = Oval(3_000, 1_000)
HEIGHT = 2_000


class Clock(Turn, frozen=True):
    pass


def board(pieces: str = "", size: str = "[40, 40]") -> Board:
    return read_board(f'kind = "board"\nid = "b"\ntitle = "B"\nsize = {size}\n{pieces}', "b.toml")


PLAIN = board()


def man(x: float, y: float, z: float = 0, radius: int = 500, posture: Posture = Posture.UP) -> Placement:
    return Placement(round(x * INCH), round(y * INCH), round(z * INCH), 0, 1, radius, 1_250, posture)


def hull(
    x: float,
    y: float,
    shape: Shape = TRUCK,
    fx: int = 0,
    fy: int = 1,
    posture: Posture = Posture.UP,
    height: int = HEIGHT,
) -> Placement:
    return Placement(round(x * INCH), round(y * INCH), 0, fx, fy, shape.radius, height, posture, shape)


def standing(*places: Placement | tuple[Placement, int]) -> Layout:
    """The bodies in this order; each of seat 0 unless it comes with another."""
    given_places = [place if isinstance(place, tuple) else (place, 0) for place in places]
    records = [Body(id=n, owner=owner, profile="", at=at) for n, (at, owner) in enumerate(given_places)]
    state: State[Any, Any] = State(records, Clock())
    return layout(state, PLAIN)


# ---- sight ----


def test_a_hull_hides_what_is_behind_it_and_not_itself() -> None:
    now = standing(man(20, 5), hull(20, 15), man(20, 25))
    assert sight.hidden(now, PLAIN, 0, 2) == 25
    assert sight.hidden(now, PLAIN, 0, 1) == 0
    assert sight.hidden(now, PLAIN, 1, 2) == 0, "who looks out of it sees past it"
    assert sight.visible(now, PLAIN, 0, [1, 2]) == [(1, 0)]
    beside = standing(man(20, 5), hull(23, 15), man(20, 25))
    assert sight.hidden(beside, PLAIN, 0, 2) == 0, "the disc around it would hide this one"


def test_whoever_looks_round_a_corner_sees_round_bases_there_and_no_hull() -> None:
    corner = board("[[wall]]\nline = [0, 6, 20.2, 6]\nheight = 3")
    for other, seen in ((man(17.5, 25), True), (hull(17, 25), False)):
        now = standing(man(20, 5), other, hull(35, 35))
        assert sight.visible(now, corner, 0, [1]) == []
        assert bool(sight.visible(now, corner, 0, [1], beside=True)) is seen


def test_what_is_higher_looks_over_it_and_what_is_ignored_or_lies_hides_nothing() -> None:
    now = standing(man(20, 5), hull(20, 15), man(20, 25))
    assert sight.hidden_from(now, PLAIN, (20_000, 5_000, 9_000), 2) == 0
    assert sight.hidden(now, PLAIN, 0, 2, ignore=(1,)) == 0
    assert sight.visible(now, PLAIN, 0, [2], ignore=(1,)) == [(2, 0)]
    wreck = standing(man(20, 5), hull(20, 15, posture=Posture.DOWN), man(20, 25))
    assert sight.hidden(wreck, PLAIN, 0, 2) == 0
    gone = standing(man(20, 5), hull(20, 15, posture=Posture.AWAY), man(20, 25))
    assert sight.hidden(gone, PLAIN, 0, 2) == 0


def test_a_long_base_hides_as_much_as_it_is_wide_from_there() -> None:
    along = standing(man(20, 5), hull(20.6, 15, BIKE), man(20, 25))
    across = standing(man(20, 5), hull(20.6, 15, BIKE, 1, 0), man(20, 25))
    assert 0 < sight.hidden(along, PLAIN, 0, 2) < 25
    assert sight.hidden(across, PLAIN, 0, 2) == 25
    assert sight.hidden(across, PLAIN, 0, 1) == 0
    assert sight.hidden(across, PLAIN, 1, 2) == 0


def test_a_look_at_a_hull_names_the_facing_and_what_is_hidden_of_it() -> None:
    wall = board("[[wall]]\nline = [18, 10, 22, 10]\nheight = 3")
    now = standing(man(20, 5), hull(20, 15))
    assert hull_sight.look_at_hull(now, PLAIN, (20_000, 5_000, 1_250), 1) == (HullSide.REAR, 0, None, 25)
    assert hull_sight.look_at_hull(now, wall, (20_000, 5_000, 1_250), 1) == (HullSide.REAR, 25, None, 25)
    low = board("[[wall]]\nline = [18, 12.9, 22, 12.9]\nheight = 1")
    assert hull_sight.look_at_hull(now, low, (20_000, 5_000, 1_250), 1).hidden == 10
    beside = standing(man(30, 12.5), hull(20, 15))
    found = hull_sight.look_at_hull(beside, PLAIN, (30_000, 12_500, 1_250), 1)
    assert found == (HullSide.RIGHT, 0, HullSide.REAR, 0)
    assert hull_sight.look_at_hull(now, PLAIN, (20_000, 16_000, 2_000), 1).hidden == 0, "who stands on it sees it"


def test_a_look_at_a_hull_is_not_barred_by_who_looks_or_is_left_out() -> None:
    eye = (20_000, 5_000, 1_250)
    now = standing(hull(20, 5), hull(20, 11), hull(20, 17))
    assert hull_sight.look_at_hull(now, PLAIN, eye, 2, 0).hidden == 25
    assert hull_sight.look_at_hull(now, PLAIN, eye, 2, 0, ignore=(1,)).hidden == 0, "nor by itself"
    assert hull_sight.look_at_hull(now, PLAIN, eye, 2, ignore=(1,)).hidden == 25, "the eye is inside the first"


def test_the_facing_is_that_of_the_middle_of_the_base_even_if_the_eye_is_elsewhere() -> None:
    now = standing(man(10, 15), hull(20, 15))
    eye = (20_000, 25_000, 2_000)
    assert hull_sight.look_at_hull(now, PLAIN, eye, 1).facing == HullSide.FRONT
    assert hull_sight.look_at_hull(now, PLAIN, eye, 1, seen_from=(10_000, 15_000)).facing == HullSide.LEFT
    assert hull_sight.look_at_hull(now, PLAIN, eye, 1, seen_from=(10_000, 15_000)).hidden == 25
    assert hull_sight.look_at_hull(now, PLAIN, eye, 1, facing=HullSide.REAR).hidden == 25


def test_hull_down_means_that_the_facing_is_out_of_sight_although_the_hull_is_not() -> None:
    wall = board("[[wall]]\nline = [14, 12.6, 21.2, 12.6]\nheight = 3")
    now = standing(man(24, 5), hull(20, 15))
    found = hull_sight.look_at_hull(now, wall, (22_000, 5_000, 1_250), 1, seen_from=(20_000, 5_000))
    assert (found.facing, found.hidden) == (HullSide.REAR, 25)
    assert found.beside == HullSide.RIGHT
    assert found.hidden_beside < 25
    assert 0 < sight.hidden_from(now, wall, (22_000, 5_000, 1_250), 1) < 25


spots = st.tuples(st.integers(2_000, 38_000), st.integers(2_000, 38_000))
turns = st.tuples(st.integers(-20, 20), st.integers(-20, 20)).filter(any)


@given(spots, spots, spots, turns, st.sampled_from([TRUCK, FLATBED, BIKE]))
def test_a_target_is_in_the_open_or_out_of_sight_as_shapely_sees_it(
    eye: tuple[int, int], there: tuple[int, int], target: tuple[int, int], turn: tuple[int, int], shape: Shape
) -> None:
    """The lines to the two borders of the target and all between them, against the hull's outline."""
    barrier = Placement(*there, 0, *turn, shape.radius, 5_000, Posture.UP, shape)
    core, radius = footprint(barrier)
    outline = shapely.MultiPoint(core).convex_hull.buffer(radius, quad_segs=32)
    dx, dy = target[0] - eye[0], target[1] - eye[1]
    length = hypot(dx, dy)
    assume(
        length > 2_000 and outline.distance(shapely.Point(eye)) > 10 and outline.distance(shapely.Point(target)) > 600
    )
    now = standing(man(0, 0), barrier, Placement(*target))
    sx, sy = dy / length * 500, -dx / length * 500
    lines = [
        shapely.LineString([eye, (target[0] + part * sx, target[1] + part * sy)]) for part in (-0.8, -0.4, 0, 0.4, 0.8)
    ]
    found = sight.hidden_from(now, PLAIN, (*eye, 1_250), 2)
    if isinstance(shape, Oval):  # seen from afar: a rectangle square to each line
        assume(outline.distance(shapely.Point(eye)) > 3_000)
    crossed = [line.intersection(outline).length > 30 for line in lines]
    missed = [line.distance(outline) > 30 for line in lines]
    if all(crossed):
        assert found == 25
    elif all(missed):
        assert found == 0
    elif all(one or other for one, other in zip(crossed, missed, strict=True)) and not isinstance(shape, Oval):
        assert found == 5 * sum(crossed)


# ---- walkers ----


def walk(now: Layout, *legs: tuple[float, ...], rules: Rules | None = None, on: Board = PLAIN, who: int = 0) -> Any:
    route: Any = [
        (*(round(v * INCH) for v in (*leg[:2], leg[2] if len(leg) > 2 else 0)), int(leg[3]) if len(leg) > 3 else 0)
        for leg in legs
    ]
    return movement.check(on, now, who, route, rules or Rules(30 * INCH, keep_clear=0))


def whys(found: Any) -> list[tuple[Why, int]]:
    return [] if isinstance(found, Walked) else [(reason.why, reason.who) for reason in found]


@pytest.mark.parametrize("owner", [0, 1])
def test_nobody_walks_through_a_hull(owner: int) -> None:
    now = standing(man(20, 5), (hull(20, 15), owner))
    assert whys(walk(now, (20, 25))) == [(Why.IN_THE_WAY, 1)]
    assert whys(walk(now, (21.75, 5), (21.75, 25), (20, 25))) == [], "beside it, rim to outline"
    assert whys(walk(now, (21.749, 5), (21.749, 25), (20, 25))) == [(Why.IN_THE_WAY, 1)]
    assert whys(walk(now, (20, 15))) == [(Why.IN_THE_WAY, 1)]


def test_one_may_stand_beside_a_hull_and_nowhere_in_it() -> None:
    now = standing(man(20, 5), hull(20, 15, Hull(10_000, 8_000)))
    assert whys(walk(now, (20, 9.5))) == []
    assert movement.overlapping(now, 0, (20_000, 9_501, 0)) == (1,)
    assert movement.overlapping(now, 0, (22_000, 16_000, 0)) == (1,)
    assert movement.overlapping(now, 0, (20_000, 9_500, 0)) == ()
    assert movement.overlapping(now, 0, (20_000, 15_000, 2_000)) == ()
    trip = movement.reach(PLAIN, now, 0, Rules(20 * INCH, keep_clear=0))
    for v in trip.nodes():
        x, y, z = trip.point(v)
        assert sight.gap(Placement(x, y, z), hull(20, 15, Hull(10_000, 8_000))) > 0 or not movement.overlapping(
            now, 0, (x, y, z)
        )


def test_an_enemys_hull_is_kept_clear_of_as_far_as_the_rules_say() -> None:
    now = standing(man(20, 5), (hull(20, 15), 1))
    strict = Rules(30 * INCH, keep_clear=INCH)
    assert whys(walk(now, (22.75, 5), (22.75, 25), rules=strict)) == []
    assert whys(walk(now, (22.7, 5), (22.7, 25), rules=strict)) == [(Why.TOO_NEAR, 1)]
    assert whys(walk(now, (21.75, 5), (21.75, 25), rules=Rules(30 * INCH, exempt=(1,)))) == []
    assert whys(walk(standing(man(20, 5), hull(20, 15)), (21.75, 5), (21.75, 25), rules=strict)) == []


def test_who_is_too_near_to_a_hull_already_may_go_round_it_no_nearer() -> None:
    now = standing(man(22, 14), (hull(20, 15), 1))  # 0.25" from its right side
    strict = Rules(30 * INCH)
    assert whys(walk(now, (22, 18), rules=strict)) == []
    assert whys(walk(now, (21.9, 18), rules=strict)) == [(Why.TOO_NEAR, 1)]


def test_a_long_base_may_be_passed_as_a_round_one_may() -> None:
    friend, enemy = standing(man(20, 5), hull(20, 15, BIKE, 1, 0)), standing(man(20, 5), (hull(20, 15, BIKE, 1, 0), 1))
    assert whys(walk(friend, (20, 25))) == []
    assert whys(walk(enemy, (20, 25))) == [(Why.IN_THE_WAY, 1)]
    assert whys(walk(friend, (20, 15))) == [(Why.OVERLAPS, 1)]
    assert whys(walk(enemy, (20, 14))) == []
    assert whys(walk(enemy, (20, 14.01))) == [(Why.IN_THE_WAY, 1)]


def test_a_hull_that_carries_is_climbed_stood_on_and_jumped_from() -> None:
    now = standing(man(20, 5), hull(20, 15, FLATBED))
    up = [(20, 11.4), (20, 12.6, 2, Mode.CLIMB)]
    found = walk(now, *up)
    assert isinstance(found, Walked), found
    assert found.climbs == (1,)
    assert isinstance(walk(now, *up, (20, 17, 2)), Walked)
    assert whys(walk(standing(man(20, 5), hull(20, 15)), *up)) != [], "not every hull carries"
    on_top = standing(man(20, 15, 2), hull(20, 15, FLATBED))
    assert isinstance(walk(on_top, (21.4, 15, 2)), Walked)
    jump = walk(on_top, (21.4, 15, 2), (22.3, 15, 0, Mode.JUMP))
    assert isinstance(jump, Walked), jump
    assert jump.jumps[0].height == 2_000


def test_two_on_a_hull_stand_apart() -> None:
    now = standing(man(20, 15, 2), hull(20, 15, FLATBED), man(20, 17, 2))
    assert whys(walk(now, (20, 16.5, 2))) == [(Why.OVERLAPS, 2)]


@given(spots, spots, turns, st.sampled_from([TRUCK, FLATBED, BIKE]))
def test_a_straight_walk_is_barred_where_shapely_has_it_overlap(
    a: tuple[int, int], b: tuple[int, int], turn: tuple[int, int], shape: Shape
) -> None:
    barrier = Placement(20_000, 20_000, 0, *turn, shape.radius, HEIGHT, Posture.UP, shape)
    core, radius = footprint(barrier)
    outline = shapely.MultiPoint(core).convex_hull.buffer(radius, quad_segs=64)
    assume(outline.distance(shapely.Point(a)) > 505)
    now = standing(Placement(*a), (barrier, 1))
    found = walk(now, (b[0] / INCH, b[1] / INCH), rules=Rules(80 * INCH, keep_clear=0))
    away = shapely.LineString([a, b]).distance(outline)
    if away > 503:
        assert isinstance(found, Walked)
    elif away < 497:
        assert not isinstance(found, Walked)


def test_a_hull_that_moves_is_where_it_is_now() -> None:
    now = standing(man(20, 5), hull(20, 15))
    moved = now.after(Body(id=1, owner=0, profile="", at=hull(10, 15)))
    assert isinstance(walk(moved, (20, 25)), Walked)
    assert whys(walk(moved, (10, 5), (10, 25))) == [(Why.IN_THE_WAY, 1)]
    away = now.after(Body(id=1, owner=0, profile="", at=hull(20, 15, posture=Posture.AWAY)))
    assert isinstance(walk(away, (20, 25)), Walked)
    round_now = now.after(Body(id=1, owner=0, profile="", at=man(20, 15)))
    assert round_now.shapes == {}
    assert isinstance(walk(round_now, (20, 25)), Walked), "a friend's round base"


def test_bearings_are_those_of_the_facing() -> None:
    truck = hull(20, 20, TRUCK, 3, 1)
    for x, y in ((30, 22), (18, 30), (5, 15), (22, 5)):
        turn = degrees(atan2(y - 20, x - 20) - atan2(1, 3)) % 360
        limit = degrees(atan2(2_500, 4_000))
        wanted = (
            HullSide.FRONT if turn < limit or turn > 360 - limit
            else HullSide.LEFT if turn < 180 - limit
            else HullSide.REAR if turn < 180 + limit
            else HullSide.RIGHT
        )  # fmt: skip
        assert facing(truck, x * INCH, y * INCH) == wanted


def test_ways_onto_a_hull_and_off_it_are_found() -> None:
    now = standing(man(20, 10), hull(20, 15, FLATBED))
    top = (20_000, 15_000, 2_000)
    found = movement.shortest(PLAIN, now, 0, [top], Rules(12 * INCH, keep_clear=0))
    assert found is not None
    assert Mode.CLIMB in {leg[3] for leg in found[0]}
    assert movement.shortest(PLAIN, standing(man(20, 10), hull(20, 15)), 0, [top], Rules(12 * INCH)) is None
    on_top = standing(man(20, 15, 2), hull(20, 15, FLATBED))
    off = movement.shortest(PLAIN, on_top, 0, [(23_000, 15_000, 0)], Rules(8 * INCH, keep_clear=0))
    assert off is not None


# ---- those who are moved, placed and hit ----


def test_the_nearest_place_beside_a_hull_is_straight_out_of_it() -> None:
    now = standing(man(21, 15), hull(20, 15))
    assert movement.overlapping(now, 0, (21_000, 15_000, 0)) == (1,)
    assert movement.settle(PLAIN, now, 0, (21_000, 15_000, 0)) == (21_750, 15_000, 0)
    assert movement.shove_clear(PLAIN, now, 0, [1], INCH) == (22_750, 15_000, 0)
    turned = standing(man(21, 15), hull(20, 15, TRUCK, 1, 1))
    spot = movement.shove_clear(PLAIN, turned, 0, [1], INCH)
    assert spot is not None
    away = sight.gap(Placement(*spot), hull(20, 15, TRUCK, 1, 1))
    assert INCH <= away <= INCH + 3


def test_a_hull_is_shifted_as_little_as_it_takes() -> None:
    now = standing(hull(20, 15), hull(22, 15))
    assert movement.settle(PLAIN, now, 1, (22_000, 15_000, 0)) == (22_500, 15_000, 0)
    beside_a_man = standing(man(20, 15), hull(21, 15))
    assert movement.settle(PLAIN, beside_a_man, 1, (21_000, 15_000, 0)) == (21_750, 15_000, 0)


@given(spots, turns, st.integers(0, 1_500), st.sampled_from([TRUCK, BIKE]))
def test_where_a_body_settles_it_stands_clear_and_nothing_nearer_that_is_tried_does(
    spot: tuple[int, int], turn: tuple[int, int], keep: int, shape: Shape
) -> None:
    there = Placement(20_000, 20_000, 0, *turn, shape.radius, HEIGHT, Posture.UP, shape)
    now = standing(Placement(*spot), (there, 1))
    found = movement.settle(PLAIN, now, 0, (*spot, 0), clear_of=(1,), distance=keep)
    assert found is not None
    away = sight.gap(Placement(*found), there)
    assert away >= keep
    moved, before = hypot(found[0] - spot[0], found[1] - spot[1]), sight.gap(Placement(*spot), there)
    if 0 < before < keep:
        assert moved <= keep - before + 60


def test_no_hull_is_put_on_another_and_whoever_goes_on_foot_is() -> None:
    now = standing(man(5, 5), hull(20, 15, FLATBED), hull(35, 15, FLATBED))
    on_foot, driven = (Place("p", "Where?", board(), now, mover) for mover in (0, 2))
    assert on_foot.at_point((20_000, 15_000))[2] == 2_000
    assert on_foot.legal((20_000, 15_000, 2_000, 0, 1)) == ()
    assert driven.at_point((20_000, 15_000))[2] == 0
    assert driven.legal((20_000, 15_000, 2_000, 0, 1)) != ()


def test_a_hull_is_put_where_its_whole_outline_fits() -> None:
    pieces = "[[wall]]\nline = [10, 10, 20, 10]\nheight = 3\n[[block]]\nrect = [30, 30, 6, 6]\nheight = 4"
    place = Place("p", "Where?", board(pieces), standing(hull(5, 5), man(25, 20)), 0, name=lambda _: "Hob")
    assert place.legal((5_000, 5_000, 0, 0, 1)) == ()
    assert place.legal((15_000, 12_000, 0, 0, 1)) == (), "its rear touches the wall"
    assert place.legal((15_000, 11_999, 0, 0, 1)) == ("Its base does not fit past a wall or other solid terrain.",)
    assert place.legal((15_000, 11_999, 0, 1, 0)) == (), "turned it fits"
    assert place.legal((1_249, 5_000, 0, 0, 1)) == ("Its base would leave the board.",)
    assert place.legal((23_251, 20_000, 0, 0, 1)) == ("It would end on top of Hob.",)
    assert place.legal((23_250, 20_000, 0, 0, 1)) == ()
    assert place.legal((33_000, 28_500, 0, 0, 1)) != ()
    assert place.legal((33_000, 33_000, 0, 0, 1)) != (), "inside a block there is no room"
    assert place.legal((33_000, 33_000, 4_000, 0, 1)) == (), "and on it there is"
    for answer in place.candidates(20):
        assert place.legal(answer) == ()


def test_zones_may_want_the_whole_base() -> None:
    zone = ((0, 0), (10_000, 0), (10_000, 10_000), (0, 10_000))
    middle = Place("p", "Where?", PLAIN, standing(hull(5, 5)), 0, zones=[zone])
    whole = Place("p", "Where?", PLAIN, standing(hull(5, 5)), 0, zones=[zone], whole=True)
    assert middle.legal((9_500, 5_000, 0, 0, 1)) == ()
    assert whole.legal((9_500, 5_000, 0, 0, 1)) == ("It is outside the area where it may be placed.",)
    assert whole.legal((8_750, 8_000, 0, 0, 1)) == ()
    assert whole.legal((8_751, 8_000, 0, 0, 1)) != ()
    bike = Place("p", "Where?", PLAIN, standing(hull(5, 5, BIKE)), 0, zones=[zone], whole=True)
    assert bike.legal((9_500, 8_500, 0, 0, 1)) == ()
    assert bike.legal((9_501, 8_500, 0, 0, 1)) != ()


def test_a_place_keeps_clear_of_hulls_by_their_outline() -> None:
    place = Place("p", "Where?", PLAIN, standing(man(5, 5), (hull(20, 15), 1)), 0, keep_clear=INCH, name=lambda _: "it")
    assert place.legal((22_750, 15_000, 0, 0, 1)) == ()
    assert place.legal((22_749, 15_000, 0, 0, 1)) == ('It would come within 1" of it.',)
    near = Place("p", "Where?", PLAIN, standing(hull(5, 5)), 0, near=(20_000, 20_000, 0), within=2 * INCH)
    assert near.legal((23_250, 20_000, 0, 0, 1)) == ()
    assert near.legal((23_251, 20_000, 0, 0, 1)) != ()


def test_templates_touch_a_hull_where_its_outline_is() -> None:
    now = standing(hull(20, 15), man(5, 5))
    assert templates.blast(now, PLAIN, (22_750, 15_000, 0), 3 * INCH) == [0]
    assert templates.blast(now, PLAIN, (22_751, 15_000, 0), 3 * INCH) == []
    assert templates.beside_line(now, (21_750, 5_000, 500), (21_750, 25_000, 500), 500) == [0]
    assert templates.beside_line(now, (21_751, 5_000, 500), (21_751, 25_000, 500), 500) == []
    shooter = standing(hull(20, 15), man(16, 15))
    assert templates.flame(shooter, PLAIN, 1, (1, 0)) == [0]
    assert templates.flame(shooter, PLAIN, 1, (-1, 0)) == []


def test_a_flame_begins_at_the_edge_of_a_hull_or_at_one_of_its_weapons() -> None:
    now = standing(hull(20, 15), man(22.5, 15), man(29.7, 15), man(30.3, 15), man(20, 24.7), man(21.5, 24))
    assert templates.flame(now, PLAIN, 0, (1, 0)) == [1, 2], 'from its side, 1.25" from its middle'
    assert templates.flame(now, PLAIN, 0, (0, 1)) == [4, 5], 'from its front, 2" from its middle'
    corner = (21_250, 17_000)
    assert templates.flame(now, PLAIN, 0, (0, 1), muzzle=corner) == [4, 5]
    assert templates.flame(now, PLAIN, 0, (1, 0), muzzle=corner) == []
    (ring,) = [ring for _, ring in templates.laid_out(hull(20, 15), (1, 0)).rings]
    assert min(x for x, _ in ring) == 21_250
    (ring,) = [ring for _, ring in templates.laid_out(hull(20, 15), (1, 0), muzzle=corner).rings]
    assert min(ring)[0] == 21_250 and {y for x, y in ring if x == 21_250} == {16_800, 17_200}


@given(st.sampled_from((TRUCK, FLATBED, BIKE, Oval(2_000, 2_000))), turns, turns)
def test_the_rim_is_where_a_ray_leaves_the_outline(
    shape: Shape, turn: tuple[int, int], towards: tuple[int, int]
) -> None:
    at = hull(20, 20, shape, *turn)
    foot = footprint(at)
    ground = shapely.Polygon(foot.core) if foot.radius == 0 else shapely.MultiPoint(foot.core).convex_hull
    ground = ground.buffer(foot.radius, quad_segs=200) if foot.radius else ground
    far, long = rim(at, towards), hypot(*towards)
    on_it = shapely.Point(20_000 + towards[0] / long * far, 20_000 + towards[1] / long * far)
    assert ground.exterior.distance(on_it) < 3


def test_a_roof_over_part_of_a_hull_leaves_it_no_room() -> None:
    roof = board("[[platform]]\nrect = [10, 10, 5, 5]\nz = 2\nthickness = 0.5")
    now = standing(hull(5, 5))
    assert fitting.misfit(roof, now, 0, hull(8.75, 12)) is None
    found = fitting.misfit(roof, now, 0, hull(8.8, 12))
    assert found is not None
    assert found.why == Why.NO_ROOM


def test_a_hull_hides_the_middle_of_a_blast_from_nobody_and_terrain_shields_it() -> None:
    wall = board("[[wall]]\nline = [15, 12, 25, 12]\nheight = 3")
    now = standing(hull(20, 15), man(20, 19))
    assert templates.blast(now, wall, (20_000, 11_000, 0), 8 * INCH) == [], "behind a wall"
    assert templates.blast(now, PLAIN, (20_000, 11_000, 0), 18 * INCH) == [0, 1], "a hull is no terrain"


def test_a_hull_of_which_a_sliver_is_seen_is_not_hidden() -> None:
    box = hull(20, 20, Hull(500, 2_000), 1, 0)
    walled = board("[[wall]]\npoints = [[17, 18], [17, 21.01]]\nheight = 5")
    eye = (5_000, 21_050, 1_000)
    assert sight.hidden_from(standing(man(0, 0), box), walled, eye, 1) == 24
    longer = board("[[wall]]\npoints = [[17, 18], [17, 21.2]]\nheight = 5")
    assert sight.hidden_from(standing(man(0, 0), box), longer, eye, 1) == 25


def test_a_hull_is_not_carried_by_a_pit_nor_barred_by_walls_of_another_floor() -> None:
    now = standing(hull(5, 5))
    pit = board('[[area]]\nkind = "pitfall"\nrect = [19.5, 19.5, 1, 1]')
    found = fitting.misfit(pit, now, 0, hull(20, 20))
    assert found is not None and found.why == Why.NO_FLOOR
    assert fitting.misfit(pit, now, 0, hull(21.6, 20)) is None
    for z, barred in ((0, True), (2.5, False)):
        wall = board(f"[[wall]]\npoints = [[20, 19], [20, 21]]\nz = {z}\nheight = 1")
        assert (fitting.misfit(wall, now, 0, hull(20, 20)) is not None) is barred


def test_a_layout_that_bodies_have_come_to_is_that_of_the_same_bodies() -> None:
    """The order in which bodies have moved, or have become what they are, changes nothing."""
    now = standing(man(5, 5), man(10, 5), hull(20, 20))
    later = now.after(Body(id=1, owner=0, profile="", at=hull(10, 5, BIKE)))
    later = later.after(Body(id=0, owner=0, profile="", at=hull(5, 5, FLATBED)))
    anew = standing(hull(5, 5, FLATBED), hull(10, 5, BIKE), hull(20, 20))
    assert list(later.shapes) == list(anew.shapes) == [0, 1, 2]
    assert [list(row) for row in later.barriers] == [list(row) for row in anew.barriers]


def test_hulls_among_many_are_seen_as_each_by_itself() -> None:
    now = standing(man(5, 5), hull(20, 15), man(25, 20), hull(12, 25, BIKE, 3, 1))
    walled = board("[[wall]]\npoints = [[14, 12], [20, 8]]\nheight = 1.5")
    seen = dict(sight.visible(now, walled, 0, [1, 2, 3]))
    assert seen == {n: hidden for n in (1, 2, 3) if (hidden := sight.hidden(now, walled, 0, n)) < 25}
    assert 0 < seen[1] < 25


def test_how_a_hull_would_be_seen_elsewhere_is_how_it_is_seen_there() -> None:
    walled = board("[[wall]]\npoints = [[14, 12], [20, 8]]\nheight = 1.5")
    spots = [(20_000, 15_000, 0), (18_500, 11_000, 0), (30_000, 5_000, 0)]
    told = sight.exposure(standing(man(5, 5), hull(35, 35)), walled, [0], 1, spots)
    there = [standing(man(5, 5), hull(x / INCH, y / INCH)) for x, y, _ in spots]
    assert told == [[sight.hidden(now, walled, 0, 1)] for now in there]


def test_terrain_hides_a_hull_by_the_sides_that_it_shows() -> None:
    end_on = standing(man(5, 5), hull(20, 20, Hull(10_000, 2_000), 1, 0))
    narrow = board("[[wall]]\npoints = [[12, 19], [12, 21]]\nheight = 4")
    assert sight.walled_off(end_on, narrow, (5_000, 20_000, 1_000), 1)
    assert not sight.walled_off(end_on, narrow, (20_000, 5_000, 1_000), 1)


def test_a_hull_that_is_off_the_table_carries_nobody() -> None:
    here, away = (standing(man(5, 5), hull(20, 15, FLATBED, posture=posture)) for posture in (Posture.UP, Posture.AWAY))
    assert here.with_ground(PLAIN).on_floor(20_000, 15_000, HEIGHT)
    assert away.decks() == () and not away.with_ground(PLAIN).on_floor(20_000, 15_000, HEIGHT)
