"""The continuous decisions: exact on any answer, and never proposing what they refuse."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warbook.core.decision import Reasons, freeze
from warbook.core.length import inches
from warbook.core.state import Placement, Posture
from warbook.space.boardfile import read_board
from warbook.space.facing import ROUND, Face
from warbook.space.layout import Layout
from warbook.space.movement import Rules, Walked, shortest
from warbook.space.paths import Path
from warbook.space.placing import Place, Spot
from warbook.space.shapes import direction

OPEN = read_board('kind = "board"\nid = "b"\ntitle = "B"\nsize = [24, 24]', "test")
TOWER = read_board(
    'kind = "board"\nid = "b"\ntitle = "B"\nsize = [24, 24]\n'
    "[[platform]]\nrect = [10, 10, 4, 4]\nz = 3\nthickness = 0.25\nclimbable = true\n"
    "[[wall]]\nline = [2, 6, 8, 6]\nheight = 3",
    "test",
)
ZONE = ((0, 0), (6000, 0), (6000, 24000), (0, 24000))


def body(x: float, y: float, z: float = 0, side: int = 0, posture: int = Posture.UP) -> tuple[int, ...]:
    return (inches(x), inches(y), inches(z), 0, 1, 500, 1250, int(posture), side)


NOW = Layout([body(9, 12), body(14, 5, side=1), body(6, 12)])


def path(**more: Any) -> Path:
    given: dict[str, Any] = {"board": TOWER, "layout": NOW, "mover_id": 0, "rules": Rules(6000), **more}
    return Path("move.path", "Where to?", **given)


def place(**more: Any) -> Place:
    given: dict[str, Any] = {"board": TOWER, "layout": NOW, "mover_id": 0, **more}
    return Place("deploy", "Where?", **given)


# ---- facing


def test_any_direction_but_none_is_a_facing() -> None:
    face = Face("face", "Which way?", towards=[(3, -5), (0, 0)])
    assert (7, -1) in face
    wrong: list[Any] = [(0, 0), (1,), (1, 2, 3), (1.0, 2), [1, 2], None, (True, 1)]
    assert all(face.legal(answer) for answer in wrong)


def test_the_directions_of_shapes_and_their_sums_are_facings() -> None:
    face = Face("face", "Which way?")
    assert direction(0) in face and (2 * direction(45)[0], 2 * direction(45)[1]) in face
    assert (10**30, 1) not in face


def test_facings_worth_a_thought_come_first_and_all_are_legal() -> None:
    face = Face("face", "Which way?", towards=[(3, -5)])
    options = face.candidates(17)
    assert options[0] == (3, -5)
    assert len(set(options)) == 17
    assert all(option in face for option in options)


def test_a_facing_is_told_by_name_or_by_compass() -> None:
    face = Face("face", "Which way?", towards={(3, -5): "Ash", (4, 0): ""})
    assert face.label((3, -5)) == "at Ash (south-south-east, 149°)"
    assert [face.label(way) for way in ((0, 7), (4, 0), (-2, -2))] == ["north", "east", "south-west"]
    assert face.label((-1, 100)) == "north, 359°"
    assert len({face.label(way) for way in ROUND}) == 16


def test_a_facing_is_drawn_from_sixteen() -> None:
    face, rng = Face("face", "Which way?"), Random(1)
    assert len({face.sample(rng) for _ in range(400)}) == 16


# ---- paths


def test_a_path_is_legs_and_a_facing() -> None:
    ask = path()
    assert ((9000, 15000, 0, 0), (1, 0)) in ask
    assert ((1, 0),) in ask
    assert ask.legal(()) == ("A path is a list of legs and a facing.",)
    assert ask.legal(((9000, 15000, 0, 0),))
    assert ask.legal(((9000, 15000, 0, 0), (0, 0))) == ("A facing is two whole numbers, not both 0.",)
    assert ask.legal(((9000, 15000, 0), (1, 0))) == ("A leg is three coordinates and a mode, all whole numbers.",)


def test_a_path_without_facing_is_legs_alone() -> None:
    ask = path(facing=False)
    assert ((9000, 15000, 0, 0),) in ask
    assert () in ask
    assert ask.sample(Random(3)) in ask


def test_a_refusal_names_names_and_every_reason() -> None:
    ask = path(rules=Rules(3000), name=("Ash", "Brim", "Cole").__getitem__)
    assert ask.legal(((6100, 12000, 0, 0), (1, 0))) == ("It would end on top of Cole.",)
    assert len(ask.legal(((9000, 6200, 0, 0), (9000, 12000, 0, 0), (0, 0)))) == 2
    near = path(name=("Ash", "Brim", "Cole").__getitem__, rules=Rules(9000))
    assert near.legal(((14000, 7000 - 1, 0, 0), (1, 0))) == ('It would come within 1" of Brim.',)


def test_a_game_may_refuse_an_end() -> None:
    def north(end: Placement) -> Reasons:
        return () if end.y > 14000 else ("It must end in the north.",)

    ask = path(end=north)
    assert ask.legal(((9000, 13000, 0, 0), (1, 0))) == ("It must end in the north.",)
    rng = Random(5)
    for _ in range(30):
        assert ask.sample(rng) in ask
    candidates = ask.candidates(5)
    assert len(candidates) == 5
    assert all(answer in ask for answer in candidates)


def test_where_no_end_will_do_there_is_no_answer() -> None:
    ask = path(end=lambda end: ("Nowhere.",))
    assert ask.candidates(4) == []
    assert not ask.several()
    with pytest.raises(LookupError, match="no path"):
        ask.sample(Random(1))


def test_goals_are_candidates_and_get_drawn() -> None:
    goal = (13000, 5000, 0)
    ask = path(rules=Rules(9000, contact_with=(1,)), goals=[goal], end=lambda end: () if end.x == 13000 else ("No.",))
    assert ask.candidates(3)[0][-2][:3] == goal
    assert ask.sample(Random(1))[-2][:3] == goal


def test_nobody_follows_a_lead_to_find_out_whether_there_are_two_ways() -> None:
    def leads() -> list[Any]:
        raise AssertionError("no lead is needed")

    crowd = [body(12 + x, 12 + y, side=1) for x, y in ((-1.05, 0), (1.05, 0), (0, -1.05), (0, 1.05))]
    hemmed = Layout([body(12, 12), *crowd])
    assert path(board=OPEN, facing=False, leads=leads).several()
    assert not path(board=OPEN, layout=hemmed, facing=False, leads=leads).several()


def test_whoever_moves_might_have_stayed_where_it_may() -> None:
    around = [body(9 + x, 12 + y, side=1) for x, y in ((-1.05, 0), (1.05, 0), (0, -1.05), (0, 1.05))]
    moved, stayed = ((9000, 13000, 0, 0),), ()
    assert path(board=OPEN, facing=False).several_with(moved)
    assert path(board=OPEN, facing=False, end=lambda at: () if at.spot[1] < 13_500 else ("No.",)).several_with(moved)
    assert path(board=OPEN, facing=False).several_with(stayed)
    assert not path(board=OPEN, layout=Layout([body(9, 12), *around]), facing=False).several_with(stayed)


def test_whoever_may_end_at_one_place_only_had_no_choice() -> None:
    def there(at: Placement) -> Reasons:
        return () if at.spot == (9000, 13000, 0) else ("No.",)

    assert not path(board=OPEN, facing=False, end=there).several_with(((9000, 13000, 0, 0),))


def test_leads_are_followed_by_candidates_after_staying_and_never_by_samples() -> None:
    east, west = (lambda spot: -spot[0], lambda spot: spot[0])
    led = path(facing=False, leads=lambda: (east, west))
    plain = path(facing=False)
    furthest = [answer[-1][0] if answer else None for answer in led.candidates(6)]
    reached = [answer[-1][0] for answer in plain.candidates(60) if answer]
    assert furthest[0] is None
    assert furthest[1:3] == [max(reached), min(reached)]
    assert all(not led.legal(answer) for answer in led.candidates(12))
    assert [led.sample(Random(n)) for n in range(9)] == [plain.sample(Random(n)) for n in range(9)]


def test_routes_that_follow_one_lead_do_not_end_side_by_side() -> None:
    answers = path(facing=False, leads=lambda: (lambda spot: -spot[0],)).candidates(8)[1:5]
    ends = [answer[-1][:2] for answer in answers]
    assert all(
        (ax - bx) ** 2 + (ay - by) ** 2 >= inches(2) ** 2 for ax, ay in ends for bx, by in ends if (ax, ay) != (bx, by)
    )


def test_an_answer_survives_json_and_its_walk_can_be_asked_for() -> None:
    ask = path()
    answer = ask.sample(Random(8))
    assert freeze(json.loads(json.dumps(answer))) == answer
    assert isinstance(ask.walked(answer), Walked)


def test_who_looks_at_somebody_ends_facing_the_nearest() -> None:
    ask = path(worth_facing=[(14000, 5000), (0, 0)])
    for answer in ask.candidates(6):
        x, y = answer[-2][:2] if len(answer) > 1 else (9000, 12000)
        toward = min(((14000, 5000), (0, 0)), key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
        assert answer[-1] == (toward[0] - x, toward[1] - y)


def test_the_way_onward_goes_on_from_the_legs_and_spends_what_they_left() -> None:
    drawn = ((9000, 14000, 0, 0),)
    route = path().route_on(drawn, (11000, 14000, 0))
    assert route[0] == drawn[0] and route[-1][:3] == (11000, 14000, 0)
    assert path(facing=False).legal(route) == ()


def test_a_way_onward_that_the_legs_leave_no_movement_for_is_the_straight_one() -> None:
    drawn, behind_the_wall = ((5000, 8000, 0, 0),), (5000, 4000, 0)
    far, short = path(rules=Rules(16000), facing=False), path(rules=Rules(10000), facing=False)
    assert far.legal(far.route_on(drawn, behind_the_wall)) == ()
    assert short.route_on(drawn, behind_the_wall) == (*drawn, (*behind_the_wall, 0))
    assert short.legal(short.route_on(drawn, behind_the_wall))


def test_the_way_onward_from_where_it_stands_is_the_shortest() -> None:
    found = shortest(TOWER, NOW, 0, [(12000, 12000, 3000)], Rules(12000))
    assert found is not None
    assert path(rules=Rules(12000)).route_on((), (12000, 12000, 3000)) == found[0]


def test_a_point_without_a_height_is_on_the_floor_that_can_be_stepped_on() -> None:
    assert path().route_on((), (12000, 12000))[-1][2] == 0
    up = path(layout=Layout([body(11, 11, 3), *[body(1, 1)] * 2]))
    assert up.route_on((), (12000, 12000))[-1][2] == 3000


def test_what_is_no_leg_leads_nowhere_and_is_refused() -> None:
    asked = path(facing=False)
    assert asked.legal(asked.route_on(((1, 2, 3, 9),), (9000, 13000)))
    assert asked.legal(asked.route_on((), (10**9, 0)))


def test_without_a_word_about_it_one_looks_at_the_nearest_or_as_before() -> None:
    spots = [(9000, 20000), (9000, 10000)]
    for decision in (path(worth_facing=spots), place(worth_facing=spots)):
        assert decision.default_facing(9000, 12000) == (0, -2000)
        assert decision.default_facing(9000, 10000) == (0, 10000)
    assert path().default_facing(3, 3) == place().default_facing(3, 3) == (0, 1)


@settings(max_examples=20)
@given(st.integers(0, 1000), st.integers(500, 23_500), st.integers(500, 23_500))
def test_paths_propose_only_what_is_legal(seed: int, x: int, y: int) -> None:
    now = Layout([(x, y, 0, 0, 1, 500, 1250, 3, 0), body(14, 5, side=1)])
    ask = path(layout=now)
    rng = Random(seed)
    for answer in [*(ask.sample(rng) for _ in range(20)), *ask.candidates(6)]:
        assert ask.legal(answer) == (), answer


def test_a_climb_between_those_who_cover_the_spots_on_the_board_is_drawn_shown_and_proposed() -> None:
    """The board knows one spot on each inch of an edge; two friends on the roof leave room between these only."""
    now = Layout([body(9.4, 12.1), body(10.5, 10.9, 3), body(10.5, 13.1, 3)])
    up = path(layout=now, rules=Rules(7500, may_pass_friends=False))
    assert not up.legal(up.complete(up.route_on((), (inches(10.1), 12000, 3000))))
    assert up.region()[3000]
    assert any(leg[2] == 3000 for answer in up.candidates(2000) for leg in up.split(answer)[0])
    no = path(layout=now, rules=Rules(6500, may_pass_friends=False))
    assert no.legal(no.complete(no.route_on((), (inches(10.1), 12000, 3000)))) and set(no.region()) == {0}
    no = path(layout=now, rules=Rules(7500, may_climb=False, may_pass_friends=False))
    assert no.legal(no.complete(no.route_on((), (inches(10.1), 12000, 3000)))) and set(no.region()) == {0}


# ---- places


def test_a_place_is_on_a_floor_in_its_zone_and_clear_of_everybody() -> None:
    ask = place(zones=[ZONE], name=("Ash", "Brim", "Cole").__getitem__)
    assert (3000, 12000, 0, 1, 0) in ask
    assert ask.legal((6001, 12000, 0, 1, 0))[0] == "It is outside the area where it may be placed."
    assert ask.legal((5100, 12000, 0, 1, 0)) == ("It would end on top of Cole.",)
    assert ask.legal((3000, 12000, 500, 1, 0)) == ("There is no floor to carry it there.",)
    assert ask.legal((3000, 6400, 0, 1, 0)) == ("Its base does not fit past a wall or other solid terrain.",)
    assert (3000, 6500, 0, 1, 0) in ask
    assert ask.legal((499, 12000, 0, 1, 0)) == ("Its base would leave the board.",)
    assert ask.legal((3000, 12000, 0)) == ("A place is 5 whole numbers.",)
    assert (3000, 12000, 0) in place(zones=[ZONE], facing=False)


@pytest.mark.parametrize(("x", "clear"), [(16.0, True), (15.999, False)])
def test_a_place_keeps_clear_of_enemies(x: float, clear: bool) -> None:
    ask = place(board=OPEN, keep_clear=1000)
    assert ((inches(x), 5000, 0, 1, 0) in ask) is clear


def test_helpless_enemies_need_no_clearance() -> None:
    now = Layout([body(9, 12), body(14, 5, side=1, posture=Posture.HELPLESS)])
    assert (15000, 5000, 0, 1, 0) in place(layout=now, keep_clear=1000)


@pytest.mark.parametrize(("x", "near"), [(12.5, True), (12.501, False)])
def test_a_distance_to_a_point_is_measured_from_the_base(x: float, near: bool) -> None:
    ask = place(board=OPEN, near=(10000, 10000, 0), within=2000)
    assert ((inches(x), 10000, 0, 1, 0) in ask) is near


def test_a_point_on_another_floor_is_further_by_its_height() -> None:
    ask = place(near=(12000, 12000, 3000), within=2000)
    assert (12000, 12000, 3000, 1, 0) in ask
    assert ask.legal((12000, 15000, 0, 1, 0)) == ('It must be within 2" of the point given.',)


@pytest.mark.parametrize(
    "where",
    [{"zones": [ZONE]}, {"near": (12000, 12000, 3000), "within": 1500}, {"near": (9000, 12000, 0), "within": 3000}, {}],
)
def test_places_propose_only_what_is_legal(where: dict[str, Any]) -> None:
    ask, rng = place(keep_clear=1000, **where), Random(2)
    answers = [*(ask.sample(rng) for _ in range(30)), *ask.candidates(12)]
    assert len(set(answers)) > 20
    for answer in answers:
        assert ask.legal(answer) == (), answer


@pytest.mark.parametrize("side", [50, 900, 1000, 1100, 3000])
def test_there_is_room_where_there_is_a_place_however_small_the_zone(side: int) -> None:
    """A zone between the points of the lattice of whole inches has room as well."""
    zone = ((5250, 5250), (5250 + side, 5250), (5250 + side, 5250 + side), (5250, 5250 + side))
    for crowd in ([], [body(5, 5)], [body(6, 6)], [body(x / 2, y / 2) for x in range(8, 20) for y in range(8, 20)]):
        here = Layout([body(20, 20), *crowd])
        for facing in (True, False):
            question = place(board=OPEN, layout=here, zones=[zone], facing=facing)
            assert question.has_room() == bool(question.candidates(1))


def test_where_nothing_fits_there_is_no_place() -> None:
    ask = place(inside=lambda at: ("Nowhere.",))
    assert not ask.several()
    with pytest.raises(LookupError, match="no place"):
        ask.sample(Random(1))


# ---- spots


def spot(refuse: Any = lambda point: ()) -> Spot:
    return Spot("spot", "Where?", TOWER, refuse, [(12000, 12000, 3000), (3000, 12000, 0)])


def test_a_spot_is_a_point_on_a_floor() -> None:
    ask = spot()
    assert (3000, 12000, 0) in ask
    assert ask.legal((3000, 12000, 500)) == ("There is no floor at that height.",)
    assert ask.legal((-1, 12000, 0)) == ("It is not on the board.",)
    short: Any = (3000, 12000)
    assert ask.legal(short) == ("A point is three whole numbers.",)
    assert ask.label((3000, 12000, 0)) == 'at (3", 12")'


def test_a_spot_may_be_on_a_ramp() -> None:
    text = """
kind = "board"
id = "ramp"
title = "Ramp"
size = [20, 20]
[[platform]]
rect = [5, 10, 10, 10]
z = 2
[[ramp]]
foot = [10, 4, 0]
top = [10, 10.5, 2]
width = 4
"""
    ask = Spot("spot", "Where?", read_board(text, "test"), lambda point: (), [(10000, 7250, 1000)])
    assert ask.candidates(1) == [(10000, 7250, 1000)]
    assert ask.legal((10000, 7250, 1500)) == ("There is no floor at that height.",)


def test_spots_propose_only_what_is_legal_the_points_worth_a_thought_first() -> None:
    ask, rng = spot(lambda point: ("Too far west.",) if point[0] < 11000 else ()), Random(3)
    assert ask.candidates(2)[0] == (12000, 12000, 3000)
    for answer in [*(ask.sample(rng) for _ in range(20)), *ask.candidates(6)]:
        assert ask.legal(answer) == (), answer
    with pytest.raises(LookupError, match="no point"):
        spot(lambda point: ("Nowhere.",)).sample(rng)
