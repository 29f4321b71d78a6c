"""The decision how to drive: one text judges, draws and proposes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.space.test_hulls import FLATBED, PLAIN, TRUCK, board, hull, man, standing, turns
from warbook.core.length import INCH
from warbook.core.shape import Hull
from warbook.core.state import Placement
from warbook.space.board import Board
from warbook.space.drives.decision import SHARES, Drive
from warbook.space.drives.driving import driven
from warbook.space.drives.met import MALFORMED, Driven, DriveRules, Met
from warbook.space.drives.riding import carried
from warbook.space.footprints import footprint
from warbook.space.layout import Layout
from warbook.space.terrain import MOVE

NORTH, SOUTH, EAST = (0, 1), (0, -1), (1, 0)
PLAIN_RULES = DriveRules(12 * INCH, back=6 * INCH, turns=2, widest=90)


def drive(now: Layout, rules: DriveRules = PLAIN_RULES, on: Board = PLAIN, **more: Any) -> Drive:
    return Drive("drive", "Where?", on, now, 0, rules, name="truck {}".format, **more)


ALONE = standing(hull(20, 15))


def legs(*given_legs: tuple[float, tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    return tuple((round(far * INCH), *way) for far, way in given_legs)


@pytest.mark.parametrize(
    ("answer", "reasons"),
    [
        ((), ()),
        (legs((12, NORTH)), ()),
        (legs((-6, NORTH)), ()),
        (legs((4, EAST), (4, NORTH), (-4, NORTH)), ()),
        (legs((12.5, NORTH)), ('That takes 12.5" of movement, more than it has.',)),
        (legs((-3, NORTH), (-3.5, NORTH)), ('It may go 6" backwards at most.',)),
        (legs((1, SOUTH)), ("It may turn by 90° at most at a time.",)),
        (legs((1, EAST), (1, NORTH), (1, EAST)), ("It may turn twice at most.",)),
        (((1, 2),), (MALFORMED,)),
        (((1, 0, 0),), (MALFORMED,)),
        (((1.5, 0, 1),), (MALFORMED,)),
        ("ahead", (MALFORMED,)),
    ],
)
def test_every_reason_against_a_drive_is_said(answer: Any, reasons: tuple[str, ...]) -> None:
    assert drive(ALONE).legal(answer) == reasons


@pytest.mark.parametrize(
    ("rules", "answer", "reason"),
    [
        (DriveRules(9000, ahead=False), legs((1, NORTH)), "It may not go ahead."),
        (DriveRules(9000, back=0), legs((-1, NORTH)), "It may not go backwards."),
        (DriveRules(9000, turns=0), legs((1, EAST)), "It may not turn."),
        (DriveRules(9000, turns=1), legs((1, EAST), (1, NORTH)), "It may turn once at most."),
        (DriveRules(9000, turns=1, widest=30), legs((1, EAST)), "It may turn by 30° at most."),
        (DriveRules(9000, turn_cost=2000), legs((8, EAST)), 'That takes 10" of movement, more than it has.'),
        (DriveRules(9000, slides=True), legs((-1, EAST)), "It may not go backwards."),
    ],
)
def test_what_it_may_is_for_the_rules_to_say(rules: DriveRules, answer: Any, reason: str) -> None:
    assert drive(ALONE, rules).legal(answer) == (reason,)


WAYS = ((0, 1), (0, 3), (1, 0), (5, 0), (-2, 0), (0, -1), (0, -4))  # along which lengths are exact
legs_of_a_trip = st.tuples(st.integers(-900, 900), st.sampled_from(WAYS)).map(lambda leg: (leg[0], *leg[1]))


def price(trip: list[tuple[int, int, int]], turn_cost: int, first_turn: int) -> int:
    """What a trip over open ground costs: its length, and its turns counted by the angles it faces."""
    angles = [math.atan2(1, 0), *(math.atan2(fy, fx) for _, fx, fy in trip)]
    turned = sum(not math.isclose(one, other) for one, other in itertools.pairwise(angles))
    return sum(abs(far) for far, *_ in trip) + turned * turn_cost + (first_turn if turned else 0)


@settings(max_examples=100)
@given(st.lists(legs_of_a_trip, min_size=1, max_size=5), st.sampled_from((0, 700)), st.sampled_from((0, 1900)))
def test_the_first_turn_costs_more_and_each_its_own(trip: list[Any], turn_cost: int, first_turn: int) -> None:
    rules = DriveRules(turn_cost=turn_cost, first_turn=first_turn)
    wanted = price(trip, turn_cost, first_turn)
    assert driven(PLAIN, ALONE, 0, trip, rules).cost == wanted
    question = drive(ALONE, rules)
    assert [question.cost(tuple(trip[:n])) for n in range(len(trip) + 1)] == [
        price(trip[:n], turn_cost, first_turn) for n in range(len(trip) + 1)
    ]
    assert drive(ALONE, DriveRules(wanted, turn_cost=turn_cost, first_turn=first_turn)).legal(tuple(trip)) == ()
    if wanted:
        assert drive(ALONE, DriveRules(wanted - 1, turn_cost=turn_cost, first_turn=first_turn)).legal(tuple(trip))


def test_a_drive_that_is_proposed_uses_what_its_turn_leaves() -> None:
    question = drive(ALONE, DriveRules(6 * INCH, turn_cost=700, first_turn=1900, back=0))
    found = {leg for leg, *_ in filter(None, question.candidates(200))}
    assert max(far for far, *way in found if tuple(way) == NORTH) == 6 * INCH
    left = 6 * INCH - 700 - 1900
    assert {far for far, *way in found if tuple(way) != NORTH} == {0, *(left * share // 8 for share in SHARES)}


WALL = board("[[wall]]\nline = [15, 23, 25, 23]\nheight = 3\n[[obstacle]]\nrect = [18, 19, 4, 1]\nheight = 1")


def test_it_is_stopped_where_the_game_says_so_and_ends_on_nothing_that_does_not_give_way() -> None:
    question = drive(ALONE, on=WALL)
    assert question.legal(legs((10, NORTH))) == ("It would end on an obstacle.",)
    assert question.legal(legs((1, NORTH))) == ()
    gives = drive(ALONE, on=WALL, yields=lambda met: met.what == "obstacle")
    assert gives.legal(legs((10, NORTH))) == ()
    assert gives.end_of(legs((10, NORTH))).y == 21_000
    assert gives.legal(legs((10, NORTH), (1, EAST))) == ("A wall stops it before that.",)
    assert drive(ALONE, on=WALL, bars=lambda met: met.what == "wall").legal(legs((10, NORTH))) == (
        "A wall is in the way.",
        "It would end on an obstacle.",
    )


def test_bodies_are_named_and_the_games_own_reasons_come_last() -> None:
    now = standing(hull(20, 10), man(20, 18))
    through: Callable[[Met], bool] = lambda met: met.what != "body"  # noqa: E731
    question = drive(now, stops=through)
    assert question.legal(legs((8, NORTH))) == ("It would end on truck 1.",)
    assert question.legal(legs((12, NORTH))) == ()

    def at_least(found: Driven) -> tuple[str, ...]:
        return () if sum(found.lengths) >= 3 * INCH else ('It has to go 3" at least.',)

    question = drive(now, stops=through, refuse=at_least)
    assert question.legal(()) == ('It has to go 3" at least.',)
    assert () not in question.candidates(20)
    assert question.several() and not question.legal(question.sample(Random(1)))


@pytest.mark.parametrize(
    ("to", "leg"),
    [
        ((20_000, 25_000), legs((10, NORTH))[0]),
        ((20_500, 25_000), legs((10, NORTH))[0]),
        ((20_000, 12_000), legs((-3, NORTH))[0]),
        ((24_000, 19_000), (5_657, 4_000, 4_000)),
        ((16_000, 11_000), (-5_657, 4_000, 4_000)),
    ],
)
def test_a_point_is_driven_to_by_the_smaller_turn(to: tuple[int, int], leg: tuple[int, int, int]) -> None:
    question = drive(ALONE)
    assert question.route_on((), to) == (leg,)
    assert question.route_on((), (20_000, 15_000)) == ()
    assert drive(ALONE, DriveRules(12 * INCH)).route_on((), to) == (leg,), "also where it could turn right round"


def test_what_may_not_turn_is_driven_beside_the_point() -> None:
    question = drive(ALONE, DriveRules(12 * INCH, turns=0))
    assert question.route_on((), (25_000, 20_000)) == legs((5, NORTH))
    assert question.region() == {0: [((18_750, 1_000), (21_250, 1_000), (21_250, 29_000), (18_750, 29_000))]}


def test_candidates_are_legal_differ_and_stop_short_of_what_stops() -> None:
    now = standing(hull(20, 10), (hull(20, 18), 1))
    question = drive(now, goals=[(25_000, 15_000, 0)])
    found = question.candidates(30)
    assert len(found) == len(set(found)) == 30 and found[0] == ()
    assert not any(question.legal(answer) for answer in found)
    assert question.end_of(found[1]).spot[:2] in {(25_000, 15_000), (24_999, 14_999)}
    rams = [answer for answer in found if question.driven(answer).stopped is not None]
    assert rams and legs((4, NORTH)) in found
    led = drive(now, leads=lambda: [lambda at: -at[0]]).candidates(4)
    assert max(question.end_of(answer).x for answer in led) > 28 * INCH


def test_what_is_met_twice_on_a_leg_is_told_once() -> None:
    now = standing(hull(20, 10), (hull(20, 13.5), 1))
    question = drive(now, stops=lambda met: False)
    way = legs((6, (1, 3)))
    assert [met.number for met in question.driven(way).met] == [1, 1], "in the turn, and on the way"
    assert question.remarks(way)[1][0].count("truck 1") == 1
    assert question.cautions(way) == ("Meets truck 1.",)


def test_remarks_say_leg_by_leg_what_it_meets() -> None:
    now = standing(hull(20, 10), (hull(20, 18), 1))
    cost, remarks = drive(now).remarks(legs((1, NORTH), (8, NORTH), (1, NORTH)))
    assert cost == 9 * INCH
    assert remarks == ('ahead 1"', 'ahead 8", is stopped by truck 1: 3"', "Truck 1 stops it before that.")
    assert drive(now).label(legs((1, EAST), (-1, EAST))) == 'turn 90° right, ahead 1", then back 1"'
    assert drive(now).touched(legs((8, NORTH))) == (1,)


@settings(max_examples=40)
@given(turns, st.integers(0, 2**32), st.sampled_from((0, 1, 3, -1)), st.sampled_from((20, 45, 90, 180)))
def test_whatever_is_drawn_or_proposed_is_legal(turn: tuple[int, int], seed: int, most: int, widest: int) -> None:
    rng = Random(seed)
    places = [man(rng.uniform(8, 32), rng.uniform(8, 32)) for _ in range(4)]
    now = standing(hull(20, 15, Hull(rng.randrange(2000, 6000), 2500), *turn), *places)
    question = drive(now, DriveRules(8000, back=4000, turns=most, widest=widest), WALL)
    if question.legal(()):
        return
    for answer in [question.sample(rng) for _ in range(5)] + question.candidates(12):
        assert question.legal(answer) == (), question.label(answer)


def test_a_rider_keeps_its_place_on_the_hull() -> None:
    before, rider = hull(20, 15, FLATBED), man(21, 17, 2)
    ahead = carried(before, hull(20, 20, FLATBED), rider)
    assert (ahead.x, ahead.y, ahead.z) == (21_000, 22_000, 2_000)
    turned = carried(before, hull(30, 15, FLATBED, 1, 0), rider)
    assert (turned.x, turned.y) == (32_000, 14_000)
    assert turned.fy == 0 < turned.fx


@given(turns, turns, st.integers(-2_000, 2_000), st.integers(-1_000, 1_000))
def test_a_corner_is_carried_to_the_same_corner(turn: tuple[int, int], after: tuple[int, int], x: int, y: int) -> None:
    old, new = hull(20, 15, TRUCK, *turn), hull(20 + x / 1000, 15 + y / 1000, TRUCK, *after)
    for here, there in zip(footprint(old).core, footprint(new).core, strict=True):
        found = carried(old, new, Placement(*here, 2_000))
        assert abs(found.x - there[0]) <= 1 and abs(found.y - there[1]) <= 1


def test_the_region_is_where_a_turn_and_a_leg_lead() -> None:
    now = standing(hull(20, 15), (hull(20, 24), 1))
    question = drive(now, DriveRules(8 * INCH, back=4 * INCH, widest=60))
    ((ring,),) = question.region().values()
    ground = shapely.Polygon(ring).buffer(1)
    for to, inside in (
        ((20, 19.5), True),
        ((24, 20), True),
        ((20, 12), True),
        ((20, 20.5), False),
        ((20, 10.5), False),
    ):
        assert ground.contains(shapely.Point(to[0] * 1000, to[1] * 1000)) == inside, to
    assert not ground.contains(shapely.Point(27_000, 15_000)), "beside it there is nothing to reach with such a turn"
    crate = board("[[obstacle]]\nrect = [10, 22, 20, 2]\nheight = 1")
    ((ring,),) = drive(ALONE, DriveRules(8 * INCH, back=0, widest=10), crate).region().values()
    assert max(y for _, y in ring) == 19_000, "it cannot stop on the crate, but short of it"


def test_what_stays_is_drawn_now_and_then() -> None:
    rng = Random(2)
    drawn = [drive(ALONE).sample(rng) for _ in range(60)]
    assert 0 < drawn.count(()) < 20


def test_a_shut_door_a_low_roof_and_closed_ground_are_met_and_told_apart() -> None:
    lying = board(
        '[[area]]\nkind = "impassable"\nrect = [18, 30, 4, 1]\n'
        "[[platform]]\nrect = [16, 24, 8, 1]\nz = 1.5\nthickness = 0.25"
    )
    now = ALONE.blocked_by([(18_000, 20_000, 22_000, 20_000, 0, 3_000, MOVE)])
    question = drive(now, DriveRules(16 * INCH), lying, stops=lambda met: False)
    met = question.driven(legs((16, NORTH))).met
    assert [(one.what, one.number, one.at) for one in met] == [
        ("door", 0, 3_000),
        ("roof", -1, 7_000),
        ("ground", 0, 13_000),
    ]
    _, (remark,) = question.remarks(legs((12, NORTH)))
    assert remark == 'ahead 12", meets a shut door, meets a roof that is too low'
