"""Decisions for many: where a unit goes, and where many models are put."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.space.test_movement import board
from warbook.core.decision import against
from warbook.core.length import INCH
from warbook.core.state import Placement, Posture
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.layout import Layout, Row
from warbook.space.marching import March
from warbook.space.movement import Rules
from warbook.space.mustering import Muster
from warbook.space.rules import Mode
from warbook.space.units import Coherency

FIELD = Board(id="field", title="A field", width=48 * INCH, depth=48 * INCH)
RUINS = read_board(
    """
    kind = "board"
    id = "ruins"
    title = "Ruins"
    size = [48, 48]
    [[block]]
    rect = [20, 12, 8, 3]
    height = 4
    [[block]]
    rect = [10, 20, 3, 8]
    height = 2
    [[area]]
    rect = [30, 10, 6, 8]
    height = 3
    kind = "difficult"
    [[platform]]
    rect = [34, 26, 8, 8]
    z = 3
    [[stairs]]
    foot = [32, 30, 0]
    top = [36, 30, 3]
    width = 2
    [[wall]]
    points = [[5, 14], [18, 14]]
    height = 3
    """,
    "ruins.toml",
)


def name(id: int) -> str:
    return f"trooper {id}"


def body(x: float, y: float, owner: int = 0, radius: int = 500, posture: Posture = Posture.UP) -> Row:
    return (int(x * INCH), int(y * INCH), 0, 0, 1, radius, 1250, int(posture), owner)


def raised(row: Row, z: int) -> Row:
    return (*row[:2], z, *row[3:])


def ranks(count: int, x: float, y: float, apart: float = 1.5) -> list[Row]:
    return [body(x + apart * (n % 5), y + apart * (n // 5)) for n in range(count)]


def march(rows: list[Row], inches: int = 6, board: Board = FIELD, count: int = 20, **more: Any) -> March:
    return March(
        "unit.march", "Where does it go?", board, Layout(rows), range(count), Rules(inches * INCH), name=name, **more
    )


def ends(decision: March, answer: tuple[Any, ...]) -> list[tuple[int, int, int]]:
    return [decision.placed(answer)[id].spot for id in decision.members]


def walk(x: float, y: float) -> tuple[Any, ...]:
    return ((int(x * INCH), int(y * INCH), 0, 0),)


def test_on_open_ground_all_follow_the_leader_in_step() -> None:
    decision = march(ranks(20, 10, 10))
    answer = decision.proposed(0, (), (13_000, 14_000))
    assert not decision.legal(answer)
    assert ends(decision, answer) == [(row[0] + 3000, row[1] + 4000, 0) for row in ranks(20, 10, 10)]
    assert decision.label(answer) == 'Trooper 0 to (13", 14"), 19 with it'


def test_any_member_may_be_followed_and_any_be_drawn_differently() -> None:
    decision = march(ranks(20, 10, 10))
    answer = decision.proposed(7, (), (13_000, 16_000))
    assert ends(decision, answer)[7] == (13_000, 16_000, 0)
    other = decision.redrawn(answer, 3, (), (14_500, 13_000))
    assert [a == b for a, b in zip(answer, other, strict=True)].count(False) == 1
    assert ends(decision, other)[3] == (14_500, 13_000, 0)
    with pytest.raises(LookupError):
        decision.proposed(30, (), (0, 0))
    with pytest.raises(ValueError, match="wanted 20"):
        decision.redrawn(answer[:4], 3, (), (0, 0))


def test_two_may_change_places() -> None:
    decision = march([body(10, 10), body(12, 10)], count=2)
    assert not decision.legal((walk(12, 10), walk(10, 10)))


def test_every_reason_names_the_member_that_it_is_about() -> None:
    rows = [body(10, 10), body(12, 10), body(14, 10), body(17, 16, owner=1), body(9, 12)]
    decision = march(rows, count=3)
    assert decision.legal(((), walk(12, 17), walk(13, 10))) == (
        'Trooper 1: That takes 7" of movement, more than it has.',
        'Trooper 1: It would be out of coherency: no chain of gaps of 2" joins it to the rest.',
    )
    assert decision.legal((walk(10, 15), walk(12.9, 15), walk(15.5, 15))) == (
        'Trooper 2: It would come within 1" of trooper 3.',
    )
    assert decision.legal((walk(9.9, 12), (), ())) == ("Trooper 0: It would end on top of trooper 4.",)
    assert decision.legal((walk(10, 12), walk(10.9, 12), walk(13, 12))) == (
        "Trooper 1: It would end on top of trooper 0.",
    )


BANK = board("[[block]]\nrect = [10, 10, 8, 8]\nheight = 2")


@pytest.mark.parametrize("first", ["up", "down"])
def test_each_leaves_enemies_who_are_too_near_on_whatever_floor_the_others_stand(first: str) -> None:
    up, down, enemy = raised(body(17.9, 14.2), 2 * INCH), body(20.4, 14.9), body(19.5, 13.6, owner=1)
    pair = [up, down] if first == "up" else [down, up]
    decision = march([*pair, enemy], 12, BANK, 2, coherency=None)
    low, high = pair.index(down), pair.index(up)
    assert not decision.legal(decision.exchanged(decision.stay, low, walk(20.4, 16)))
    down_the_bank = ((17_400, 15_100, 2000, 0), (18_600, 15_100, 0, int(Mode.CLIMB)))
    for who, way in ((low, walk(20.3, 14.8)), (high, down_the_bank)):
        reasons = decision.legal(decision.exchanged(decision.stay, who, way))
        assert reasons == (f'Trooper {who}: It would come within 1" of trooper 2.',)


def test_a_climb_is_judged_by_where_the_way_begins_whoever_has_been_asked_about_before() -> None:
    foot, climb = (18_600, 12_000, 0, 0), (17_400, 12_000, 2000, int(Mode.CLIMB))
    decision = march([body(19.9, 11.5), body(18.6, 12), body(18.6, 13.3, owner=1)], 12, BANK, 2, coherency=None)
    said = decision.legal(((foot, climb, (15_000, 12_000, 2000, 0)), (climb,)))
    assert set(said) == {'Trooper 0: It would come within 1" of trooper 2.'}, "the other was too near already"


def test_an_answer_of_another_form_is_refused() -> None:
    decision = march(ranks(3, 10, 10), count=3)
    for wrong in (None, 3, (), ((), ()), ((), (), 5), ((), (), ((1, 2),)), ((), (), ((1, 2, 3, 9),)), ("a", "b", "c")):
        assert against(decision, wrong), wrong
    for parts in (((), (), 5), ((), (), ((1, 2),)), ((), (), ((1, 2, 3, 9),)), ("a", "b", "c")):
        assert decision.legal(parts), "and nothing breaks when it is judged"


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ((), "found no members"),
        ((0, 1, 0), "found the member 0 twice"),
    ],
)
def test_a_unit_has_members_and_each_of_them_once(members: tuple[int, ...], said: str) -> None:
    here = Layout(ranks(3, 10, 10))
    with pytest.raises(ValueError, match=said):
        March("unit.march", "", FIELD, here, members, Rules(6 * INCH))
    with pytest.raises(ValueError, match=said):
        Muster("unit.muster", "", FIELD, here, members)


def test_only_those_on_the_table_march_each_by_its_rules() -> None:
    here = Layout([*ranks(2, 10, 10), body(12, 12, posture=Posture.AWAY)])
    with pytest.raises(ValueError, match="member 2 is not on the table"):
        March("unit.march", "", FIELD, here, (0, 1, 2), Rules(6 * INCH))
    with pytest.raises(ValueError, match="no rules for the members 1"):
        March("unit.march", "", FIELD, here, (0, 1), {0: Rules(6 * INCH)})


def test_members_may_have_rules_of_their_own() -> None:
    rules = {0: Rules(6 * INCH), 1: Rules(3 * INCH)}
    decision = March("m", "?", FIELD, Layout([body(10, 10), body(11.5, 10)]), tuple(rules), rules, name=name)
    assert decision.legal((walk(10, 14), walk(11.5, 14))) == (
        'Trooper 1: That takes 4" of movement, more than it has.',
    )
    for answer in decision.candidates(8):
        assert not decision.legal(answer)


def test_whoever_is_scattered_may_come_closer_and_not_part_further() -> None:
    decision = march([body(10, 10), body(12, 10), body(30, 10)], count=3)
    assert not decision.legal(decision.stay)
    assert not decision.legal(((), (), walk(24, 10)))
    assert decision.legal(((), (), walk(30.5, 10)))
    assert decision.legal((walk(9.9, 10), (), ()))
    nearer = [answer for answer in decision.candidates(12) if answer != decision.stay]
    assert nearer and not any(decision.legal(answer) for answer in nearer)


def test_the_game_has_reasons_of_its_own() -> None:
    def end(id: int, at: Placement) -> tuple[str, ...]:
        assert at.posture == Posture.UP
        return ("It is too far east.",) if at.x > 15 * INCH else ()

    def together(places: Any) -> tuple[str, ...]:
        return ("Somebody must go north.",) if all(at.y <= 10 * INCH for at in places.values()) else ()

    decision = march([body(10, 10), body(12, 10)], count=2, end=end, together=together)
    assert decision.legal((walk(14, 11), walk(15.5, 11))) == ("Trooper 1: It is too far east.",)
    assert decision.legal(decision.stay) == ("Somebody must go north.",)
    rng = Random(1)
    for answer in [*decision.candidates(6), *(decision.sample(rng) for _ in range(6))]:
        assert not decision.legal(answer)


def test_the_game_is_asked_of_all_places_only_where_nothing_else_speaks_against_them() -> None:
    def together(places: Any) -> tuple[str, ...]:
        raise AssertionError("somebody cannot go there")

    decision = march([body(10, 10), body(12, 10)], count=2, together=together)
    assert decision.legal((walk(10, 10.5), walk(30, 10)))


def test_who_stands_in_another_already_may_stay_there() -> None:
    decision = march([body(10, 10), body(10.5, 10), body(12, 10)], count=3)
    assert decision.legal(((), (), walk(12, 11))) == ()
    assert decision.legal(((), walk(10.6, 10), ())) == ("Trooper 1: It would end on top of trooper 0.",)


def test_where_not_all_can_follow_a_way_they_follow_the_first_part_of_it() -> None:
    rules = {0: Rules(6 * INCH), 1: Rules(2 * INCH)}
    decision = March("m", "?", FIELD, Layout([body(10, 10), body(11.5, 10)]), tuple(rules), rules, name=name)
    answer = decision.following(0, walk(10, 16))
    assert answer is not None and ends(decision, answer)[0] == (10_000, 13_600, 0)


def test_a_unit_goes_to_its_goals_and_along_its_leads() -> None:
    goal = (13_000, 14_000, 0)
    near_goal = march(ranks(3, 10, 10), count=3, goals=[goal])
    assert goal in [ends(near_goal, answer)[0] for answer in near_goal.candidates(2)]
    led = march(ranks(3, 20, 20), count=3, leads=lambda: [lambda at: -at[0] - at[1]])
    x, y, _ = ends(led, led.candidates(2)[1])[0]
    assert x + y >= 47_000  # north-east, as far as six inches lead


def test_who_cannot_move_may_still_look_elsewhere() -> None:
    walls = [(x, y) for x in range(4, 20, 2) for y in range(4, 20, 2)]
    rows = [body(10.5, 10.5), *(body(x + 0.5, y + 0.5, owner=1, radius=990) for x, y in walls if (x, y) != (10, 10))]
    assert march(rows, count=1, facing=True).several()


def test_those_who_are_joined_to_the_guide_follow_in_its_order_then_the_others() -> None:
    line = [body(10 + 2 * n, 10) for n in (0, 5, 4, 3, 2, 1)]  # next to the guide is the last of them
    decision = march(line, count=6)
    assert ends(decision, decision.proposed(0, (), (10_000, 14_000))) == [(row[0], 14_000, 0) for row in line]
    stray = [body(10, 10), *(body(16 + 2 * n, 10) for n in range(4)), body(12, 10)]
    decision = march(stray, count=6)
    answer = decision.proposed(0, (), (10_000, 10_500))
    assert ends(decision, answer)[5] == (12_000, 10_500, 0)


@pytest.mark.parametrize(
    "seed",
    [
        46,  # to a free place beside those who have gone before
        61,  # by a point of the guide's way
        85,  # by a way around that is searched for
        264,  # as far as one can go straight towards the others
        335,  # by a way around that another has found
    ],
)
def test_whoever_is_blocked_finds_a_way_to_the_others(seed: int) -> None:
    rng = Random(seed)
    count = rng.choice([4, 7, 10])
    spots = [(rng.uniform(2, 46), rng.uniform(2, 32))]
    while len(spots) < count:
        x, y = rng.choice(spots)
        x, y = x + rng.uniform(-2, 2), y + rng.uniform(-2, 2)
        if 1 < x < 47 and 1 < y < 47 and all(hypot(x - a, y - b) >= 1.01 for a, b in spots):
            spots.append((x, y))
    others = [body(rng.uniform(2, 46), rng.uniform(2, 46), owner=rng.choice([0, 1])) for _ in range(20)]
    decision = march([*(body(x, y) for x, y in spots), *others], 12, RUINS, count)
    to = (int(rng.uniform(3, 45) * INCH), int(rng.uniform(3, 45) * INCH))
    answer = decision.proposed(0, (), to)
    assert ends(decision, answer)[0][:2] == to
    assert decision.legal(answer) == ()


def crowded(rng: Random) -> tuple[list[Any], int, float, float]:
    """A row of a unit in a crowd: all rows, how many are its members, and where it stands."""
    count, x, y = rng.randint(2, 5), rng.uniform(3, 45), rng.uniform(3, 45)
    mine = [body(x + 1.05 * n, y) for n in range(count)]
    crowd = [body(rng.uniform(x - 4, x + 6), rng.uniform(y - 4, y + 4), owner=1, radius=700) for _ in range(14)]
    rows = [*mine, *(row for row in crowd if all(hypot(row[0] - a[0], row[1] - a[1]) > 1300 for a in mine))]
    return rows, count, x, y


@pytest.mark.parametrize("seed", [9, 130, 192, 227, 38])
def test_in_a_crowd_a_unit_has_a_choice_wherever_a_longer_search_finds_one(seed: int) -> None:
    rng = Random(seed)
    rows, count, x, y = crowded(rng)
    decision = march(rows, 2, RUINS, count)
    assert decision.several() == (len(decision.candidates(40)) > 1)
    right, up = [rng.uniform(1, 3.2) for _ in range(2)], [rng.uniform(1, 3) for _ in range(2)]
    corners = ((-1.2, -1.2), (right[0], -1.2), (right[1], up[0]), (-1.2, up[1]))
    zone = tuple((int((x + dx) * INCH), int((y + dy) * INCH)) for dx, dy in corners)
    placing = muster(rows, count, zones=(zone,))
    assert placing.several() == (len(placing.candidates(40)) > 1)


def test_where_one_member_can_step_aside_the_unit_has_a_choice() -> None:
    rows, count, _, _ = crowded(Random(265))
    decision = march(rows, 2, RUINS, count)
    assert decision.candidates(40) == [decision.stay], "nowhere can all of it go"
    steps = [(id, (row[0] + dx, row[1], row[2], 0)) for id, row in enumerate(rows[:count]) for dx in (-250, 250)]
    assert any(not decision.legal(decision.exchanged(decision.stay, id, (leg,))) for id, leg in steps)
    assert decision.several()


def test_who_cannot_move_stays() -> None:
    walls = [(x, y) for x in range(4, 20, 2) for y in range(4, 20, 2)]
    rows = [body(10.5, 10.5), *(body(x + 0.5, y + 0.5, owner=1, radius=990) for x, y in walls if (x, y) != (10, 10))]
    decision = march(rows, count=1)
    assert decision.candidates(5) == [((),)] and not decision.several()
    assert decision.sample(Random(2)) == ((),)


def test_a_unit_passes_a_gap_in_single_file() -> None:
    wall = """
        kind = "board"
        id = "gate"
        title = "Gate"
        size = [48, 48]
        [[wall]]
        points = [[0, 20], [23, 20]]
        height = 3
        [[wall]]
        points = [[25, 20], [48, 20]]
        height = 3
    """
    decision = march(ranks(15, 21, 14), 20, read_board(wall, "gate"), count=15)
    answer = decision.proposed(2, (), (24_000, 26_000))
    assert not decision.legal(answer)
    assert all(y > 20 * INCH for _, y, _ in ends(decision, answer))


def test_who_cannot_follow_is_told_of_and_the_others_do() -> None:
    pen = [body(3, 3), body(6, 3), *(body(x, y, 1, 700) for x, y in ((1.5, 3), (4.5, 3), (3, 1.5), (3, 4.5)))]
    decision = March("m", "?", FIELD, Layout(pen), [1, 0], Rules(6 * INCH), name=name)
    answer = decision.proposed(1, (), (10_000, 6_000))
    assert {fault[:9] for fault in decision.legal(answer)} == {"Trooper 0"}
    assert ends(decision, answer)[0] == (10_000, 6_000, 0)


def chained(spots: list[tuple[int, int, int]], gap: int, radius: int = 500) -> bool:
    """Whether a chain joins bases on one level, by another way than the one that is tested."""
    known, left = {0}, set(range(1, len(spots)))
    while near := {
        b for a in known for b in left if hypot(*(spots[a][i] - spots[b][i] for i in (0, 1))) <= gap + 2 * radius
    }:
        known, left = known | near, left - near
    return not left


@st.composite
def formations(draw: st.DrawFn) -> list[Row]:
    """A unit in coherency somewhere in the ruins, and enemies and friends about."""
    rng = Random(draw(st.integers(0, 10**9)))
    count = draw(st.integers(2, 20))
    spots = [(rng.uniform(2, 46), rng.uniform(2, 10))]
    while len(spots) < count:
        x, y = rng.choice(spots)
        x, y = x + rng.uniform(-2, 2), y + rng.uniform(-2, 2)
        if 1 < x < 47 and 1 < y < 11 and all(hypot(x - a, y - b) >= 1.01 for a, b in spots):
            spots.append((x, y))
    others = [body(rng.uniform(2, 46), rng.uniform(16, 46), owner=rng.choice([0, 1])) for _ in range(12)]
    return [*(body(x, y) for x, y in spots), *others]


@settings(max_examples=40)
@given(formations(), st.sampled_from([6, 12, 24]), st.integers(0, 10**6))
def test_whatever_is_proposed_is_legal_and_in_coherency(rows: list[Row], inches: int, seed: int) -> None:
    count = len(rows) - 12
    decision = march(rows, inches, RUINS, count)
    answers = [*decision.candidates(4), decision.sample(Random(seed))]
    assert decision.stay in answers
    for answer in answers:
        assert not decision.legal(answer)
        spots = ends(decision, answer)
        if all(z == 0 for _, _, z in spots):
            assert chained(spots, 2 * INCH)
        for a, b in combinations(spots, 2):
            assert hypot(a[0] - b[0], a[1] - b[1]) >= 1000 or abs(a[2] - b[2]) >= 1250


# ---- putting many ----------------------------------------------------------------------------------------------------

ZONE = ((0, 0), (48_000, 0), (48_000, 12_000), (0, 12_000))


def waiting(count: int = 10) -> list[Row]:
    return [body(0, 0, posture=Posture.AWAY) for _ in range(count)]


def muster(rows: list[Row], count: int = 10, board: Board = FIELD, **more: Any) -> Muster:
    return Muster("unit.muster", "Where does it stand?", board, Layout(rows), range(count), name=name, **more)


def test_many_are_put_around_a_point_in_coherency() -> None:
    decision = muster(waiting(), zones=[ZONE])
    answer = decision.proposed(0, (), (20_000, 6_000))
    assert not decision.legal(answer)
    assert answer[0] == (20_000, 6_000, 0)
    assert chained([part[:3] for part in answer], 2 * INCH)
    moved = decision.redrawn(answer, 4, (), (21_000, 10_900))
    assert moved[4] == (21_000, 10_900, 0) and moved[:4] == answer[:4]


def test_a_place_is_judged_alone_then_beside_the_others() -> None:
    decision = muster([*waiting(3), body(30.3, 6, owner=1)], 3, zones=[ZONE], keep_clear=9 * INCH)
    assert decision.legal(((20_000, 6_000, 0), (18_500, 6_000, 0), (20_800, 6_500, 0))) == (
        'Trooper 2: It would come within 9" of trooper 3.',
        "Trooper 2: It would end on top of trooper 0.",
    )
    assert decision.legal(((10_000, 6_000, 0), (10_500, 6_000, 0), (12_000, 13_000, 0))) == (
        "Trooper 2: It is outside the area where it may be placed.",
        "Trooper 1: It would end on top of trooper 0.",
        'Trooper 2: It would be out of coherency: no chain of gaps of 2" joins it to the rest.',
    )


def test_arrivals_stand_in_tight_rings() -> None:
    decision = muster(waiting(), near=(24_000, 24_000, 0), within=4 * INCH, tight=True)
    answer = decision.proposed(0, (), (24_000, 24_000))
    assert not decision.legal(answer)
    assert max(hypot(x - 24_000, y - 24_000) for x, y, _ in answer) < 2200


def test_a_zone_without_room_for_all_says_so() -> None:
    decision = muster(waiting(), zones=[((0, 0), (2_000, 0), (2_000, 2_000), (0, 2_000))])
    assert decision.candidates(3) == []
    with pytest.raises(LookupError, match="no room for all"):
        decision.sample(Random(1))


@settings(max_examples=25)
@given(st.integers(1, 20), st.integers(0, 10**6), st.booleans())
def test_whatever_is_proposed_for_putting_is_legal(count: int, seed: int, facing: bool) -> None:
    decision = muster(
        [*waiting(count), body(24, 6, owner=1)], count, RUINS, zones=[ZONE], keep_clear=3 * INCH, facing=facing
    )
    for answer in [*decision.candidates(3), decision.sample(Random(seed))]:
        assert not decision.legal(answer)
        assert chained([part[:3] for part in answer], 2 * INCH)


def test_where_there_is_no_room_at_ease_they_stand_close() -> None:
    narrow = ((10_000, 5_000), (11_100, 5_000), (11_100, 5_100), (10_000, 5_100))
    decision = muster(waiting(2), 2, zones=[narrow])
    assert len(decision.proposed(0, (), (10_050, 5_050))) == 2
    assert not decision.legal(decision.proposed(0, (), (10_050, 5_050)))


def test_where_few_places_have_room_for_all_one_is_found() -> None:
    def square(x: int, y: int, wide: int) -> tuple[tuple[int, int], ...]:
        return ((x, y), (x + wide, y), (x + wide, y + wide), (x, y + wide))

    nooks = [square(x, y, 100) for x in range(2_000, 40_000, 6_000) for y in range(2_000, 40_000, 6_000)]
    assert muster(waiting(3), 3, zones=[*nooks, square(43_000, 43_000, 2_500)]).candidates(1)


def test_where_the_waiting_are_kept_has_no_say_in_how_they_may_stand() -> None:
    rows = [body(0, 0, posture=Posture.AWAY), body(40, 40, posture=Posture.AWAY)]
    assert muster(rows, 2).legal(((10_000, 10_000, 0), (16_000, 10_000, 0)))


def test_candidates_stand_in_rings_and_in_lines_along_both_axes() -> None:
    def extent(answer: tuple[Any, ...], axis: int) -> int:
        places: list[int] = [part[axis] for part in answer]
        return max(places) - min(places)

    found = muster(waiting(12), 12).candidates(6)
    assert min(extent(answer, 1) for answer in found) < 3 * INCH < min(extent(answer, 0) for answer in found[1::3])
    assert min(extent(answer, 0) for answer in found) < 3 * INCH < min(extent(answer, 1) for answer in found[2::3])


def test_members_need_not_keep_together() -> None:
    decision = muster(waiting(2), 2, zones=[ZONE], coherency=None)
    assert not decision.legal(((2_000, 6_000, 0), (40_000, 6_000, 0)))
    assert march([body(2, 2), body(40, 2)], count=2, coherency=None).candidates(4)
    assert Coherency().gap == 2 * INCH


def test_who_may_not_stay_is_proposed_one_way_where_there_are_several() -> None:
    there = (20 * INCH, 20 * INCH)
    decision = march([body(20, 20)], count=1, end=lambda _, at: ("Not there.",) if at.spot[:2] == there else ())
    assert len(decision.candidates(4)) > 1
    assert len(decision.candidates(1)) == 1
