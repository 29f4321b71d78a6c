"""Flight: over walls and bodies, from under the open sky to under the open sky."""

from __future__ import annotations

from random import Random

from tests.space.test_hulls import PLAIN, board, hull, man, standing, walk, whys
from warbook.cli.answers import read_answer
from warbook.core.length import INCH
from warbook.space import movement
from warbook.space.board import Board
from warbook.space.layout import Layout
from warbook.space.movement import Mode, Route, Rules, Walked, Why
from warbook.space.paths import Path
from warbook.web import checking

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


ROOFED = board(
    "[[wall]]\nline = [0, 10, 40, 10]\nheight = 9\n[[platform]]\nrect = [18, 18, 6, 6]\nz = 4\nthickness = 0.5"
)
ALONE = standing(man(20, 5))


def way_to(x: float, y: float, z: float = 0, rules: Rules = WINGS, now: Layout = ALONE, on: Board = ROOFED) -> Route:
    found = movement.shortest(on, now, 0, [(round(x * INCH), round(y * INCH), round(z * INCH))], rules)
    assert found is not None
    return found[0]


def test_the_shortest_way_flies_where_it_cannot_walk_straight() -> None:
    assert [leg[3] for leg in way_to(20, 15)] == [Mode.FLY]
    assert [leg[3] for leg in way_to(20, 8)] == [Mode.WALK]
    assert [leg[3] for leg in way_to(21, 21, 4)] == [Mode.FLY]
    assert movement.shortest(ROOFED, ALONE, 0, [(20_000, 15_000, 0)], Rules(30 * INCH)) is None


def test_it_lands_beside_a_roof_and_walks_below_it_and_comes_out_to_take_off() -> None:
    below = way_to(21, 21)
    assert below[0][3] == Mode.FLY and below[-1] == (21_000, 21_000, 0, Mode.WALK)
    out = way_to(20, 5, now=standing(man(21, 21)))
    assert out[-1] == (20_000, 5_000, 0, Mode.FLY) and out[0][3] == Mode.WALK


def test_reach_region_and_candidates_go_wherever_it_flies() -> None:
    found = movement.reach(ROOFED, ALONE, 0, Rules(12 * INCH, may_fly=True), 500)
    points = {found.point(v) for v in found.nodes()}
    assert (20_000, 16_500, 0) in points
    walked = movement.reach(ROOFED, ALONE, 0, Rules(12 * INCH), 500)
    assert all(walked.point(v)[1] < 10_000 for v in walked.nodes())
    question = Path("p", "?", ROOFED, ALONE, 0, Rules(16 * INCH, may_fly=True))
    answers = question.candidates(20)
    assert any(leg[3] == Mode.FLY for answer in answers for leg in answer[:-1])
    assert not any(question.legal(answer) for answer in answers)
    assert set(question.region()) == {0, 4_000}


def test_samples_fly_now_and_then_and_are_legal() -> None:
    rng = Random(1)
    question = Path("p", "?", ROOFED, ALONE, 0, Rules(16 * INCH, may_fly=True))
    drawn = [question.sample(rng) for _ in range(40)]
    assert not any(question.legal(answer) for answer in drawn)
    assert any(leg[3] == Mode.FLY for answer in drawn for leg in answer[:-1])
    walks = Path("p", "?", ROOFED, ALONE, 0, Rules(16 * INCH))
    assert not any(leg[3] == Mode.FLY for _ in range(20) for leg in walks.sample(rng)[:-1])


def test_a_click_beyond_a_wall_is_flown_to_and_told() -> None:
    question = Path("p", "?", ROOFED, ALONE, 0, WINGS, facing=False)
    found = checking.routed(question, [], [20_000, 15_000])
    assert not found.against and found.legs == ('fly: 10"',)
    assert read_answer(question, "f 20 15", (), ()) == ((20_000, 15_000, 0, Mode.FLY),)
    assert read_answer(question, "f 21 21", (), ()) == ((21_000, 21_000, 4_000, Mode.FLY),), "onto the roof"
