"""Moves and charges: how far, past whom, and what the way asks for."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from tests.necromunda.scenes import (
    TOUCH,
    covers,
    fighter,
    gate,
    leg,
    marker,
    piece,
    rolled_keys,
    roof,
    scene,
    wall,
    way,
)
from warbook.core.length import INCH, inches
from warbook.rulesets.necromunda.events.fighters import Pinned, StoodUp, TakenOut
from warbook.rulesets.necromunda.events.movement import Fell, Moved
from warbook.rulesets.necromunda.events.rounds import Acted
from warbook.rulesets.necromunda.harm import shoving
from warbook.rulesets.necromunda.movement import gait
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.position import layout
from warbook.space.contact import corners
from warbook.space.movement import Mode, Walked, check, reach
from warbook.space.paths import Path
from warbook.testing import if_asked

STEP = roof(3)
CHASM = roof(3) + roof(3, 18.5)
CRACK = roof(3) + roof(3, 17.8)


def at(game: Any, who: int) -> tuple[float, float, float]:
    """Where a fighter is, in inches."""
    place = game.record(who).at
    return (place.x / INCH, place.y / INCH, place.z / INCH)


# ---- the move --------------------------------------------------------------------------------------------------------


@covers("move", "works")
def test_a_fighter_goes_where_it_is_sent_and_looks_where_it_is_told() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 30)])
    game.does(red, "move", path=way(leg(13, 10), leg(13, 12), face=(-1, 0)))
    assert at(game, red) == (13, 12, 0)
    assert (game.record(red).at.fx, game.record(red).at.fy) == (-1, 0)
    assert game.record(red).moved == 5 * INCH


@covers("move", "numbers")
def test_a_move_is_as_long_as_the_movement_and_no_longer() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 30)])
    question = game.asks(red, "move")
    assert not question.legal(way(leg(15, 10)))
    assert question.legal(way(leg(15.001, 10))) == ('That takes 5.001" of movement, more than it has.',)


@covers("move", "refused")
@pytest.mark.parametrize("status", [Status.PINNED, Status.SERIOUS])
def test_nobody_walks_while_it_lies_prone(status: Status) -> None:
    game, red, _ = scene(red=[fighter(10, 10, status=status)], blue=[fighter(30, 30)])
    assert game.why_not(red, "move") == ("It must be standing and not engaged.",)


@covers("move", "refused")
def test_nobody_walks_out_of_a_fight() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 10 + TOUCH)])
    assert game.why_not(red, "move") == ("It must be standing and not engaged.",)
    assert game.why_not(red, "charge")[0] == "It must be standing and not engaged."
    assert game.why_not(red, "take-cover") == ("It must be standing and not engaged.",)


def test_a_move_keeps_an_inch_from_enemies_but_not_from_those_who_lie_injured() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10)],
        blue=[fighter(10, 13), fighter(13, 10, status=Status.SERIOUS), fighter(7, 10, status=Status.PINNED)],
    )
    question = game.asks(red, "move")
    assert question.legal(way(leg(10, 11.1))) == ('It would come within 1" of Dipper at 10, 13.',)
    assert question.legal(way(leg(8.9, 10))) == ('It would come within 1" of Dipper at 7, 10.',)
    assert not question.legal(way(leg(12, 10)))


WING = piece("block", rect=[6, 11, 6, 0.2], height=2)


@covers("move", "numbers")
@pytest.mark.parametrize("action", ["move", "crawl", "take-cover"])
def test_an_enemy_is_not_near_through_a_wall(action: str) -> None:
    """It stands on one side of a wall 0.2" thick, and somebody goes along the other side."""
    prone: dict[str, Any] = {"status": Status.PINNED} if action == "crawl" else {}
    near, far = (leg(8, 10.4), leg(9, 10.4)) if action == "move" else (leg(7, 10.4), leg(7.5, 10.4))
    for board, refused in ((WING, False), ("", True)):
        game, red, _ = scene(red=[fighter(6, 10.4, **prone)], blue=[fighter(8.5, 11.8)], board=board)
        question = game.asks(red, action)
        answer = (near, far) if action == "crawl" else way(near, far)
        assert (question.legal(answer) == ('It would come within 1" of Dipper at 8.5, 11.8.',)) is refused


def test_who_staggers_is_not_stopped_by_an_enemy_behind_a_wall() -> None:
    for board in (wall(6, 11, 20, 11), ""):
        game, red, _ = scene(red=[fighter(9, 10.4)], blue=[fighter(11.5, 11.6)], board=board)
        shoving.stagger(game.play, game.model(red), 0, 4 * INCH)
        assert (game.record(red).at.x == 13_000) is bool(board)


def test_an_enemy_is_near_as_soon_as_it_is_seen_round_the_end_of_a_wall() -> None:
    game, red, _ = scene(red=[fighter(9, 10.4)], blue=[fighter(11.6, 11.8)], board=WING)
    question = game.asks(red, "move")
    assert not question.legal(way(leg(12.533, 10.4)))
    assert question.legal(way(leg(12.534, 10.4))) == ('It would come within 1" of Dipper at 11.6, 11.8.',)


def test_an_enemy_behind_a_door_is_near_when_that_is_open() -> None:
    for state, refused in (("closed", False), ("open", True)):
        game, red, _ = scene(red=[fighter(7, 9.4)], blue=[fighter(10, 10.6)], board=gate(state))
        assert bool(game.asks(red, "move").legal(way(leg(11, 9.4)))) is refused


def test_friends_are_passed_through_but_not_stood_on() -> None:
    game, reds, _ = scene(red=[fighter(10, 10), fighter(12, 10)], blue=[fighter(30, 30)])
    question = game.asks(reds[0], "move")
    assert not question.legal(way(leg(14, 10)))
    assert question.legal(way(leg(12.5, 10))) == ("It would end on top of Dipper at 12, 10.",)


def test_a_second_move_is_twice_as_long_for_a_sprinter() -> None:
    game, red, _ = scene(red=[fighter(10, 10, skills=["sprint"])], blue=[fighter(40, 40)])
    assert game.asks(red, "move").legal(way(leg(20, 10)))
    game.does(red, "move", path=way(leg(15, 10)))
    game.goes_on(action="move", path=way(leg(25, 10)))
    assert at(game, red) == (25, 10, 0)


def test_gunk_slows_by_an_inch() -> None:
    game, red, _ = scene(red=[fighter(10, 10, conditions=("gunked",))], blue=[fighter(40, 40)])
    question = game.asks(red, "move")
    assert not question.legal(way(leg(14, 10)))
    assert question.legal(way(leg(14.1, 10)))


def test_a_table_that_does_not_measure_beforehand_is_shown_no_reach() -> None:
    shown, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 30)])
    hidden, _, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 30)], options={"premeasure": False})
    assert shown.asks(red, "move").region()
    assert not hidden.asks(red, "move").region()
    for action in ("move", "take-cover"):
        assert not hidden.asks(red, action).legal(way(leg(11, 10)))
        assert hidden.asks(red, action).legal(way(leg(16, 10)))


@pytest.mark.parametrize("action", ["move", "charge"])
def test_nobody_walks_through_a_parked_vehicle(action: str) -> None:
    truck = marker("vehicle", 10, 13.5)
    game, red, blue = scene(red=[fighter(10, 10, stats={"move": 8000})], blue=[fighter(10, 20)], board=truck)
    if action == "move":
        assert game.asks(red, "move").legal(((10000, 17000, 0, 0), (0, 1))) == ("The hauler vehicle is in the way.",)
    else:
        game.does(red, "charge", target=blue, dice=[1], facing=(0, 1))
        for event in game.happened(Moved):
            assert (event.x - 10000) ** 2 + (event.y - 13500) ** 2 >= (1250 + 492) ** 2


def test_nobody_comes_to_rest_within_an_inch_of_any_enemy_when_pushed_clear_of_one() -> None:
    """Knocked back from one enemy towards another, it is put clear of both."""
    game, reds, blue = scene(
        red=[fighter(10, 10, weapons=("spud-jacker",)), fighter(10, 10 + 2 * TOUCH + 1.4)],
        blue=[fighter(10, 10 + TOUCH, stats={"w": 2})],
    )
    game.does(reds[0], "fight", dice=[4, 1], follow=False)
    assert all(game.gap(red, blue) >= INCH for red in reds)


# ---- climbing, leaping, jumping --------------------------------------------------------------------------------------


def climbed(**kit: Any) -> Path:
    game, red, _ = scene(red=[fighter(13, 9.4, **kit)], blue=[fighter(40, 40)], board=roof(2))
    question = game.asks(red, "move")
    assert isinstance(question, Path)
    return question


def test_an_inch_of_climbing_costs_two_and_one_with_clamber() -> None:
    up = way(leg(13, 10.3, 2, Mode.CLIMB))
    assert not climbed().legal(up)
    cost = climbed().walked(up).cost  # type: ignore[union-attr]
    assert cost == 4 * INCH + 900
    assert climbed(skills=["clamber"]).walked(up).cost == cost - 2 * INCH  # type: ignore[union-attr]


def test_a_rider_does_not_climb() -> None:
    game, red, _ = scene(red=[fighter(13, 9.2, profile="dray-rider")], blue=[fighter(40, 40)], board=STEP)
    assert game.asks(red, "move").legal(way(leg(13, 10.8, 3, Mode.CLIMB))) == ("It may not climb.",)


UP = way(leg(13, 10.3, 3, Mode.CLIMB), face=(0, 1))


def test_a_climb_too_high_for_one_move_takes_the_next_one_with_it() -> None:
    game, red, _ = scene(red=[fighter(13, 9.4)], blue=[fighter(40, 40)], board=STEP)
    events = game.does(red, "move", path=UP)
    assert at(game, red) == (13, 10.3, 3)
    assert [e.cost for e in events if isinstance(e, Acted)] == [1, 1]
    assert next(e.z for e in events if isinstance(e, Moved)) > 2 * INCH
    assert game.state.turn.left == 0
    assert game.record(red).moved == 6 * INCH + 900


def test_a_climb_that_takes_both_moves_says_so_beforehand() -> None:
    game, red, _ = scene(red=[fighter(13, 9.4)], blue=[fighter(40, 40)], board=STEP)
    question = game.asks(red, "move")
    assert all(question.legal(nonsense) for nonsense in (7, (), (7,), (leg(13, 8), "north"), ((1, 2), (0, 1))))
    told = question.notes(UP)
    assert told[0].startswith("it hangs on the face after the first Move") and "1 enemy" in told[-1]
    assert "hangs" not in " ".join(game.asks(red, "move").notes(way(leg(13, 7))))


def test_nobody_starts_a_climb_that_it_cannot_finish() -> None:
    game, red, _ = scene(red=[fighter(13, 9.4)], blue=[fighter(40, 40)], board=STEP)
    game.does(red, "move", path=way())
    assert game.state.turn.left == 1
    with pytest.raises(AssertionError, match="more than it has"):
        game.goes_on(action="move", path=UP)


def test_a_climb_down_that_takes_both_moves_hangs_over_its_foot() -> None:
    game, red, _ = scene(red=[fighter(13, 10.3, 3)], blue=[fighter(40, 40)], board=STEP)
    game.does(red, "move", path=way(leg(13, 9.4, 0, Mode.CLIMB)))
    assert [(e.y, e.z) for e in game.happened(Moved)] == [(9400, 827), (9400, 0)] and game.state.turn.left == 0


def test_a_sprinter_climbs_as_high_as_its_two_moves_take_it() -> None:
    for height, able in ((7, True), (7.1, False)):
        game, red, _ = scene(red=[fighter(13, 9.4, skills=["sprint"])], blue=[fighter(40, 40)], board=roof(height, 10))
        answer = way(leg(13, 10.3, height, Mode.CLIMB))
        assert (not game.asks(red, "move").legal(answer)) is able


def test_a_long_walk_is_no_climb() -> None:
    game, red, _ = scene(red=[fighter(13, 4)], blue=[fighter(40, 40)], board=STEP)
    question = game.asks(red, "move")
    assert question.legal(way(leg(20, 4)))
    assert question.legal(way(leg(13, 9.4), leg(13, 10.3, 3, Mode.CLIMB)))  # 12" in all, the face not reached in 5"


def test_whoever_is_shot_on_a_face_falls_off_it() -> None:
    game, red, blue = scene(
        red=[fighter(13, 9.4)],
        blue=[fighter(13, 2, facing=(0, 1), skills=["overwatch"], weapons=["lasgun"])],
        board=STEP,
    )
    game.does(red, "move", path=UP, overwatch=[None, blue], dice=[6, 2, 1, 1])
    assert game.record(red).status is Status.PINNED
    assert at(game, red)[2] == 0
    assert [e.height for e in game.happened(Fell)]
    assert game.state.turn.actor == -1


def test_whoever_is_shot_on_a_face_above_another_roof_falls_no_deeper_than_that() -> None:
    roofs = roof(3) + roof(6, 16)
    game, red, blue = scene(
        red=[fighter(15.4, 13, 3)],
        blue=[fighter(4, 13, 3, facing=(1, 0), skills=["overwatch"], weapons=["lasgun"])],
        board=roofs + roof(3, 1),
    )
    climb = way(leg(16.3, 13, 6, Mode.CLIMB))
    game.does(red, "move", path=climb, overwatch=[None, blue], dice=[6, 2, 1, 1, 6])
    assert [e.height < 3 * INCH for e in game.happened(Fell)] == [True] and at(game, red) == (15.4, 13, 3)


def test_the_candidates_of_a_move_name_such_climbs() -> None:
    game, red, _ = scene(red=[fighter(13, 9.4)], blue=[fighter(40, 40)], board=STEP)
    question = game.asks(red, "move")
    offered = question.candidates(400)
    assert all(not question.legal(answer) for answer in offered)
    assert any(answer[-2][2:] == (3 * INCH, Mode.CLIMB) for answer in offered if len(answer) > 1)


LEAP = way(leg(19.2, 13, 3, Mode.LEAP))


def test_a_gap_wider_than_the_base_is_leapt_with_a_test() -> None:
    game, red, _ = scene(red=[fighter(15.3, 13, 3)], blue=[fighter(40, 40)], board=CHASM)
    assert game.asks(red, "move").legal(way(leg(19.2, 13, 3)))
    game.does(red, "move", path=LEAP, dice=[4])
    assert at(game, red) == (19.2, 13, 3)


def test_whoever_fails_to_leap_lies_in_the_gap() -> None:
    game, red, _ = scene(red=[fighter(15.3, 13, 3)], blue=[fighter(40, 40)], board=CHASM)
    game.does(red, "move", path=LEAP, dice=[3, 3])  # Initiative 4+; the fall of 3" wounds on 4+
    assert game.record(red).status is Status.PINNED
    assert 16 < at(game, red)[0] < 18.5
    assert at(game, red)[2] == 0
    assert game.state.turn.actor == -1


@pytest.mark.parametrize("pit", [False, True])
def test_a_one_is_enough_for_the_nimblest_but_not_over_a_pit(pit: bool) -> None:
    hole = piece("area", rect=[16, 8, 2.5, 6], z=0, kind="pitfall") if pit else ""
    board = hole + piece("area", rect=[30, 30, 4, 4], kind="dangerous")
    start, far = (15.3, 12) if pit else (15.3, 13), leg(19.2, 12, 0, Mode.LEAP) if pit else leg(19.2, 13, 3, Mode.LEAP)
    game, red, _ = scene(
        red=[fighter(*start, 0 if pit else 3, stats={"i": 1})],
        blue=[fighter(40, 40)],
        board=board if pit else board + CHASM,
        options={"natural-1-fails-initiative": False},
    )
    game.does(red, "move", path=way(far), dice=[1, 1, 5] if pit else [1])
    assert (game.record(red).status is Status.OUT) is pit


def test_a_mighty_leap_over_just_two_inches_is_no_risk() -> None:
    gap = roof(3) + roof(3, 18)
    game, red, _ = scene(red=[fighter(15.3, 13, 3, skills=["mighty-leap"])], blue=[fighter(40, 40)], board=gap)
    game.does(red, "move", path=way(leg(18.7, 13, 3, Mode.LEAP)))
    assert at(game, red) == (18.7, 13, 3)


def test_a_mighty_leap_forgets_two_inches_of_the_gap() -> None:
    game, red, _ = scene(red=[fighter(15.3, 13, 3, skills=["mighty-leap"])], blue=[fighter(40, 40)], board=CRACK)
    game.does(red, "move", path=way(leg(18.4, 13, 3, Mode.LEAP)))  # 1.8" wide: no test, and no movement for it
    assert game.record(red).moved == pytest.approx(3100 - 1800, abs=20)
    wide, red, _ = scene(red=[fighter(15.3, 13, 3, skills=["mighty-leap"])], blue=[fighter(40, 40)], board=CHASM)
    wide.does(red, "move", path=LEAP, dice=[4])
    assert wide.record(red).moved == pytest.approx(3900 - 2000, abs=20)


@pytest.mark.parametrize(("height", "need"), [(2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_a_jump_is_harder_the_higher_it_is(height: int, need: int) -> None:
    board = roof(height)
    down = way(leg(13, 9.4, 0, Mode.JUMP))
    game, red, _ = scene(red=[fighter(13, 10.3, height)], blue=[fighter(40, 40)], board=board)
    game.does(red, "move", path=down, dice=[need])
    assert game.record(red).status is Status.STANDING
    assert game.record(red).moved < 1 * INCH  # the height costs nothing
    game, red, _ = scene(red=[fighter(13, 10.3, height)], blue=[fighter(40, 40)], board=board)
    game.does(red, "move", path=down, dice=[need - 1, *([1] if height > 2 else [])])
    assert game.record(red).status is Status.PINNED


def test_catfall_halves_a_jump() -> None:
    game, red, _ = scene(red=[fighter(13, 10.3, 5, skills=["catfall"])], blue=[fighter(40, 40)], board=roof(5))
    game.does(red, "move", path=way(leg(13, 9.4, 0, Mode.JUMP)), dice=[5])  # 5" counts as 3"


@pytest.mark.parametrize("item", ["grav-chute", "lifter"])
def test_some_gear_takes_the_fear_out_of_a_jump(item: str) -> None:
    game, red, _ = scene(red=[fighter(13, 10.3, 3, wargear=[item])], blue=[fighter(40, 40)], board=STEP)
    game.does(red, "move", path=way(leg(13, 9.4, 0, Mode.JUMP)))
    assert game.record(red).status is Status.STANDING


ROOFS = "".join(f"[[platform]]\nrect = [{x}, 10, 3, 3]\nz = 3\n" for x in (10, 15, 20))


@pytest.mark.parametrize("beside", [(14, 13.8, 0), (40, 40, 0)])
def test_the_cost_of_a_mighty_leap_is_its_own(beside: tuple[float, float, float]) -> None:
    game, red, _ = scene(red=[fighter(11.5, 11.5, 3, skills=["mighty-leap"])], blue=[fighter(*beside)], board=ROOFS)
    now, rules = layout(game.play), gait.gait(game.model(red), 12 * INCH)
    found = reach(game.world.board, now, red, rules)
    assert min(found.cost) >= -1
    beyond = [v for v in found.nodes() if found.point(v)[0] > inches(20) and found.point(v)[2]]
    assert beyond
    for v in beyond:
        walked = check(game.world.board, now, red, found.route(v), rules)
        assert isinstance(walked, Walked)
        assert len(walked.leaps) == 2
        assert found.cost[v] == walked.cost


def test_where_moves_close_in_a_high_climb_still_takes_two_moves() -> None:
    block = "[[block]]\nrect = [8, 12, 4, 4]\nheight = 4\n"
    game, red, blue = scene(red=[fighter(10, 11)], blue=[fighter(10, 8)], board=block, house_rules=["moves-close-in"])
    question = game.asks(red, "move")
    assert not question.legal(way(leg(10, 8 + TOUCH)))
    game.does(red, "move", path=way(leg(10, 11.5), leg(10, 12.5, 4, Mode.CLIMB)))
    assert game.record(red).at.z == 4 * INCH and game.state.turn.left == 0


# ---- the ground ------------------------------------------------------------------------------------------------------

GROUND = """
[[area]]
rect = [12, 8, 4, 4]
kind = "{}"
"""


def test_difficult_ground_costs_double() -> None:
    game, red, _ = scene(red=[fighter(11, 10)], blue=[fighter(40, 40)], board=GROUND.format("difficult"))
    question = game.asks(red, "move")
    assert not question.legal(way(leg(14, 10)))  # 1" and twice 2"
    assert question.legal(way(leg(14.1, 10)))
    lifted, red, _ = scene(
        red=[fighter(11, 10, wargear=["lifter"])], blue=[fighter(40, 40)], board=GROUND.format("difficult")
    )
    assert not lifted.asks(red, "move").legal(way(leg(16, 10)))


@pytest.mark.parametrize(("face", "status"), [(4, Status.STANDING), (3, Status.OUT)])
def test_dangerous_ground_is_entered_at_ones_peril(face: int, status: Status) -> None:
    game, red, _ = scene(red=[fighter(11, 10)], blue=[fighter(40, 40)], board=GROUND.format("dangerous"))
    lasting = [1, 5] if status is Status.OUT else []
    game.does(red, "move", path=way(leg(13, 10), leg(13, 11)), dice=[face, *lasting])  # tested once, not for each leg
    assert game.record(red).status is status
    assert bool(game.happened(TakenOut)) == (status is Status.OUT)


def test_what_a_way_comes_to_first_happens_first() -> None:
    for trap, keys in ((11.9, ["trap", "dangerous"]), (17.6, ["dangerous", "trap"])):
        game, red, _ = scene(
            red=[fighter(9, 10, stats={"move": 13000})],
            blue=[fighter(40, 40)],
            board=GROUND.format("dangerous") + marker("booby-trap", trap, 12.6),
        )
        game.does(red, "move", path=way(leg(17, 10)), dice=[4 if key == "dangerous" else 2 for key in keys])
        assert rolled_keys(game) == keys


def test_a_way_over_dangerous_ground_says_what_it_asks_for() -> None:
    game, red, _ = scene(red=[fighter(11, 10)], blue=[fighter(40, 40)], board=GROUND.format("dangerous"))
    note = game.asks(red, "move").notes(way(leg(13, 10), leg(13, 11)))[0]
    assert note.startswith("dangerous ground: Initiative test, 4+") and note.endswith("or it is out of action")


# ---- riders ----------------------------------------------------------------------------------------------------------


def test_a_rider_passes_one_enemy_as_near_as_it_likes_and_strikes_at_it() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, profile="dray-rider", weapons=["fighting-knife"])], blue=[fighter(13, 11.7)]
    )
    past = way(leg(16, 10))
    assert game.asks(red, "move").candidates(9) == [-1, blue]
    assert game.asks(red, "move", ride_by=-1).legal(past)
    game.does(red, "move", ride_by=blue, path=past, dice=[6, 6, 3])  # hits, wounds, brings down
    assert game.record(blue).status is Status.SERIOUS
    assert at(game, red) == (16, 10, 0)


@pytest.mark.parametrize(("east", "strikes"), [(30, []), (12.6, ["fight.hit"])])
def test_a_rider_strikes_at_nobody_through_a_wall_and_round_its_end_as_soon_as_it_sees_it(
    east: float, strikes: list[str]
) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, profile="dray-rider", weapons=["fighting-knife"])],
        blue=[fighter(13, 11.7)],
        board=wall(5, 11.1, east, 11.1),
    )
    game.does(red, "move", ride_by=blue, path=way(leg(16, 10)), dice=[1] * len(strikes), react=if_asked(False))
    assert rolled_keys(game) == strikes


def test_a_rider_may_jump_down_to_one_whom_it_passes() -> None:
    game, red, blue = scene(red=[fighter(13, 13, 3, profile="dray-rider")], blue=[fighter(13, 23.2)], board=roof(3))
    question = game.asks(red, "move")  # 8.9" in plan, 9.4" from rim to rim
    assert question.key == "ride-by" and question.candidates(9) == [-1, blue]


def test_a_rider_may_pass_the_first_of_a_roster_as_well() -> None:
    rider = fighter(10, 10, profile="dray-rider", weapons=["fighting-knife"])
    game, red, blue = scene(red=[fighter(13, 11.7)], blue=[rider])
    assert game.asks(blue, "move", ride_by=red).legal(way(leg(13, 10)))
    game.does(blue, "move", ride_by=red, path=way(leg(16, 10)), dice=[1], react=False)
    assert rolled_keys(game) == ["fight.hit"]


def test_a_rider_may_not_stop_beside_whom_it_passes() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, profile="dray-rider", weapons=["fighting-knife"])], blue=[fighter(13, 11.7)]
    )
    question = game.asks(red, "move", ride_by=blue)
    assert question.legal(way(leg(13, 10))) == ("It would end within an inch of Dipper at 13, 11.7.",)


@pytest.mark.parametrize(("stop", "clear"), [(13.985, True), (13.983, False)])
def test_a_rider_stops_an_inch_away_from_whom_it_has_passed(stop: float, clear: bool) -> None:
    game, red, blue = scene(red=[fighter(17, 10, profile="dray-rider")], blue=[fighter(12, 10)])
    wide = game.record(red).at.radius / INCH - 0.492
    assert (not game.asks(red, "move", ride_by=blue).legal(way(leg(stop + wide, 10)))) is clear


def test_where_moves_close_in_one_ends_in_contact_or_an_inch_away() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 13)], house_rules=["moves-close-in"])
    question = game.asks(red, "move")
    for gap, fine in ((0, True), (0.5, False), (0.999, False), (1, True)):
        assert (not question.legal(way(leg(10, 13 - TOUCH - gap)))) is fine


@pytest.mark.parametrize(
    ("before", "wound", "after"),
    [
        (Status.STANDING, [1], Status.STANDING),  # the trap has pinned it on the way: it gets up
        (Status.PINNED, [6, 3], Status.SERIOUS),
        (Status.PINNED, [6, 6], Status.OUT),
    ],
)
def test_where_moves_close_in_who_gets_up_is_told_when_the_mover_has_arrived(
    before: Status, wound: list[int], after: Status
) -> None:
    red = fighter(12, 9, skills=["nerves-of-steel"], stats={"move": 7 * INCH, "t": 7})
    game, mover, met = scene(
        red=[red],
        blue=[fighter(12, 14, status=before)],
        board=marker("booby-trap", 14.5, 12.5),
        house_rules=["moves-close-in"],
        options={"lasting-injuries": False},
    )
    # the trap goes off; the mover keeps its head, nobody is knocked back, the mover has no wound
    dice = [4, 6, 6, 1, 1, 1, *wound]
    game.does(mover, "move", path=way(leg(12, 14 - TOUCH)), order=(mover, met), dice=dice)
    assert game.record(mover).at.y == inches(14 - TOUCH)
    assert game.record(met).status is after
    assert [event.who for event in game.happened(StoodUp)] == ([met] if after is Status.STANDING else [])


def test_where_moves_close_in_a_rider_still_rides_by() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, profile="dray-rider", weapons=["fighting-knife"])],
        blue=[fighter(13, 11.7)],
        house_rules=["moves-close-in"],
    )
    game.does(red, "move", ride_by=blue, path=way(leg(16, 10)), dice=[1], react=False)
    assert rolled_keys(game) == ["fight.hit"] and game.record(red).at.x == 16 * INCH


# ---- the charge ------------------------------------------------------------------------------------------------------


@covers("charge", "works")
def test_a_charge_into_contact_is_followed_by_a_fight_for_nothing() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["fighting-knife"])], blue=[fighter(10, 16)])
    game.does(red, "charge", at=blue, dice=[1, 4, 4, 4, 4, 3], after=None, path=way())
    assert game.record(blue).status is Status.SERIOUS
    assert game.state.turn.left == 0


@covers("charge", "numbers")
@pytest.mark.parametrize(("face", "further"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_charge_goes_a_d3_beyond_the_movement(face: int, further: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    game.does(red, "charge", at=blue, dice=[further], facing=(0, 1))
    assert at(game, red)[1] == pytest.approx(15 + further, abs=0.01)
    assert face in (2 * further, 2 * further - 1)


def test_a_charge_that_falls_short_stops_an_inch_away() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 17.5)])
    game.does(red, "charge", at=blue, dice=[1], facing=(0, 1))  # 6.5" to contact, 6" to go
    assert INCH <= game.gap(red, blue) <= INCH + 20
    assert at(game, red)[1] == pytest.approx(15.516, abs=0.02)


def test_a_charge_out_of_reach_goes_all_the_way_it_can() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)])
    game.does(red, "charge", at=blue, dice=[3], facing=(1, 1))
    assert game.record(red).moved == pytest.approx(8 * INCH, abs=20)


def test_where_the_table_says_so_the_dice_of_a_charge_come_first() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], options={"charge-dice-first": True})
    assert game.asks(red, "charge", dice=[3]).key == "target"
    game.does(red, "charge", at=blue, dice=[3], facing=(0, 1))
    assert game.record(red).moved == pytest.approx(8 * INCH, abs=20)


@covers("charge", "refused")
def test_there_must_be_somebody_to_charge() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(12, 10, status=Status.OUT)])
    assert game.why_not(red, "charge") == ("There must be an enemy to charge.",)


@covers("charge", "refused")
def test_a_charge_takes_the_whole_activation() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 10)])
    game.does(red, "move", path=way())
    assert game.state.turn.left == 1
    with pytest.raises(AssertionError, match="takes 2 actions"):
        game.goes_on(action="charge")


def test_gunk_leaves_no_dash_and_heavy_armour_shortens_it() -> None:
    gunked, red, blue = scene(red=[fighter(10, 10, conditions=("gunked",))], blue=[fighter(10, 30)])
    gunked.does(red, "charge", at=blue, facing=(0, 1))
    assert at(gunked, red)[1] == pytest.approx(14, abs=0.01)
    heavy, red, blue = scene(red=[fighter(10, 10, armour=["heavy-carapace"])], blue=[fighter(10, 30)])
    heavy.does(red, "charge", at=blue, dice=[1], facing=(0, 1))
    assert at(heavy, red)[1] == pytest.approx(15, abs=0.01)


@pytest.mark.parametrize(("dice", "moved"), [([3, 3], False), ([4, 3, 1], True)])
def test_whoever_charges_something_fearsome_needs_the_will(dice: list[int], moved: bool) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30, skills=["fearsome"])])
    facing = {"facing": (0, 1)} if moved else {}
    game.does(red, "charge", at=blue, dice=dice, **facing)
    assert (at(game, red)[1] > 10) is moved
    assert (game.state.turn.actor == red) is moved


def test_in_the_dark_only_those_one_can_make_out_are_charged() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10)],
        blue=[fighter(10, 15), fighter(10, 20), fighter(30, 30, conditions=("revealed",))],
        dark=6 * INCH,
    )
    assert game.asks(red, "charge").candidates(9) == [blues[0], blues[2]]
    far, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 20)], dark=6 * INCH)
    assert far.why_not(red, "charge") == ("There must be an enemy to charge.",)
    keen, red, _ = scene(red=[fighter(10, 10, wargear=["photo-goggles"])], blue=[fighter(10, 20)], dark=6 * INCH)
    assert "charge" in keen.allowed(red)


@pytest.mark.parametrize(("weapon", "keen"), [("long-las", True), ("boltgun", False), ("fighting-knife", False)])
def test_a_sight_lets_one_charge_and_shoot_as_far_into_the_dark(weapon: str, keen: bool) -> None:
    red_one = fighter(10, 10, weapons=[weapon, "stub-gun"], accessories={weapon: ["infra-sight"]})
    game, red, blue = scene(red=[red_one], blue=[fighter(10, 20)], dark=6 * INCH)
    assert ("charge" in game.allowed(red)) is keen
    assert ("shoot" in game.allowed(red)) is keen


def test_a_charge_may_pass_close_to_others_if_it_ends_in_contact() -> None:
    game, red, blues = scene(red=[fighter(10, 10)], blue=[fighter(10, 16), fighter(11.3, 13)])
    game.does(red, "charge", at=blues[0], dice=[3, 1, 1], react=None, passing=True)
    assert game.gap(red, blues[0]) <= 10


def test_a_charger_may_touch_two_at_once() -> None:
    game, red, blues = scene(red=[fighter(10, 10)], blue=[fighter(9.4, 15), fighter(10.6, 15)])
    game.does(red, "charge", at=blues[0], also=blues[1], dice=[1, 1, 1], targets=(1, 1), react=None, passing=True)
    assert game.gap(red, blues[0]) <= 10
    assert game.gap(red, blues[1]) <= 10


def test_a_long_weapon_lets_its_bearer_strike_from_an_inch_away() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["polearm"])], blue=[fighter(10, 15)])
    game.does(red, "charge", at=blue, reach=INCH, facing=(0, 1), dice=[3, 1, 1], passing=True)
    assert INCH <= game.gap(red, blue) <= INCH + 20


def test_whoever_lies_pinned_gets_up_to_meet_a_charge() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 15, status=Status.PINNED)])
    game.does(red, "charge", at=blue, dice=[3, 1, 1], react=None)
    assert [e.who for e in game.happened(StoodUp)] == [blue]


@pytest.mark.parametrize(("dx", "dy"), [(1200, 0), (0, -1900), (700, 900), (-1900, 310), (-1204, -1111), (899, -1500)])
def test_where_a_base_touches_two_others_it_does_not_stand_on_either(dx: int, dy: int) -> None:
    game, _, (a, b) = scene(red=[fighter(5, 5)], blue=[fighter(20, 20), fighter(20 + dx / INCH, 20 + dy / INCH)])
    places = [game.record(who).at for who in (a, b)]
    spots = corners(492, *places)
    assert len(spots) == 2
    for x, y, _ in spots:
        assert all(984 <= hypot(x - at.x, y - at.y) < 987 for at in places)


def test_a_charge_takes_the_way_round_a_wall() -> None:
    board = """
    [[wall]]
    line = [9, 12, 11, 12]
    height = 3
    """
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 14)], board=board)
    game.does(red, "charge", at=blue, dice=[3, 1, 1], react=None)
    assert game.gap(red, blue) <= 10
    assert game.record(red).moved > 3.1 * INCH


def test_a_charge_round_a_wall_stops_as_far_off_as_the_weapon_strikes() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["whip"])],
        blue=[fighter(10, 16)],
        board=piece("wall", line=[6, 12.5, 10.5, 12.5], height=3),
    )
    game.does(red, "charge", at=blue, dice=[3, 1, 1], reach=2 * INCH, facing=(0, 1), passing=True)
    assert len(game.happened(Moved)) > 1 and 2 * INCH - 5 <= game.gap(red, blue) <= 2 * INCH


# ---- down and up -----------------------------------------------------------------------------------------------------


@covers("take-cover", "works")
@covers("take-cover", "numbers")
def test_whoever_takes_cover_goes_half_as_far_and_lies_down() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 30)])
    question = game.asks(red, "take-cover")
    assert not question.legal(way(leg(12.5, 10)))
    assert question.legal(way(leg(12.6, 10)))
    game.does(red, "take-cover", path=way(leg(12.5, 10)))
    assert game.record(red).status is Status.PINNED
    assert game.state.turn.left == 1


@covers("take-cover", "refused")
def test_cover_is_taken_once_and_on_ones_feet() -> None:
    game, red, _ = scene(red=[fighter(10, 10, status=Status.PINNED)], blue=[fighter(30, 30)])
    assert game.why_not(red, "take-cover") == ("It must be standing and not engaged.",)


@covers("crawl", "works")
@covers("crawl", "numbers")
@pytest.mark.parametrize("status", [Status.PINNED, Status.SERIOUS])
def test_the_prone_crawl_half_as_far_and_stay_down(status: Status) -> None:
    game, red, _ = scene(red=[fighter(10, 10, status=status)], blue=[fighter(30, 30)])
    question = game.asks(red, "crawl")
    assert not question.legal((leg(12.5, 10),))
    assert question.legal((leg(12.6, 10),))
    game.does(red, "crawl", path=(leg(12.5, 10),))
    assert game.record(red).status is status
    assert game.state.turn.left == 0


@covers("crawl", "refused")
def test_only_the_prone_crawl() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(30, 30)])
    assert game.why_not(red, "crawl") == ("It must be prone.",)


def test_nobody_jumps_or_climbs_on_its_belly() -> None:
    game, red, _ = scene(red=[fighter(13, 10.3, 3, status=Status.PINNED)], blue=[fighter(40, 40)], board=STEP)
    question = game.asks(red, "crawl")
    assert question.legal((leg(13, 9.4, 0, Mode.JUMP),)) == ("It may not jump down.",)
    assert question.legal((leg(13, 9.4, 0, Mode.CLIMB),)) == ("It may not climb.",)


@covers("stand-up", "works")
def test_the_pinned_get_up_and_look_round() -> None:
    game, red, _ = scene(red=[fighter(10, 10, status=Status.PINNED)], blue=[fighter(30, 30)])
    game.does(red, "stand-up", facing=(1, 0))
    assert game.record(red).status is Status.STANDING
    assert game.record(red).at.fx == 1
    assert game.state.turn.left == 1


@covers("stand-up", "refused")
def test_neither_the_standing_nor_the_injured_get_up() -> None:
    for status in (Status.STANDING, Status.SERIOUS):
        game, red, _ = scene(red=[fighter(10, 10, status=status)], blue=[fighter(30, 30)])
        assert game.why_not(red, "stand-up") == ("It must be prone and pinned.",)


@covers("stand-up", "numbers")
@pytest.mark.parametrize(("face", "status"), [(4, Status.STANDING), (3, Status.PINNED)])
def test_a_rider_gets_its_mount_up_with_a_test(face: int, status: Status) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, profile="dray-rider", status=Status.PINNED, stats={"i": 4})], blue=[fighter(30, 30)]
    )
    game.does(red, "stand-up", dice=[face], **({"facing": (1, 0)} if status is Status.STANDING else {}))
    assert game.record(red).status is status
    assert game.state.turn.left == 1  # the action is spent either way


# ---- drink -----------------------------------------------------------------------------------------------------------


def test_two_moves_in_a_row_are_one_too_many_for_a_drunkard() -> None:
    game, red, _ = scene(red=[fighter(10, 10, rinse=2)], blue=[fighter(30, 30)])
    game.does(red, "move", path=way(leg(12, 10)))
    game.goes_on(action="move", path=way(leg(14, 10)), dice=[3])
    assert [e.who for e in game.happened(Pinned)] == [red]


def test_whoever_has_had_too_much_goes_where_its_legs_take_it() -> None:
    game, red, _ = scene(red=[fighter(10, 10, rinse=3)], blue=[fighter(30, 30)])
    game.does(red, "move", dice=[90, 4])
    assert at(game, red) == (10, 14, 0)


LEDGE = roof(3)


def test_a_climb_that_takes_both_moves_makes_a_drunkard_reel() -> None:
    game, red, _ = scene(red=[fighter(13, 9.4, rinse=2)], blue=[fighter(40, 40)], board=LEDGE)
    game.does(red, "move", path=way(leg(13, 10.9, 3, Mode.CLIMB), leg(13, 11.1, 3)), dice=[3])
    assert game.record(red).status is Status.PINNED


# ---- moves that begin within an inch of an enemy ---------------------------------------------------------------------


def too_near(status: Status = Status.STANDING, red: Any = None, **around: Any) -> Any:
    """Two fighters half an inch apart."""
    return scene(red=[fighter(10, 10, **(red or {}))], blue=[fighter(10, 10.5 + TOUCH, status=status)], **around)


@covers("move", "refused")
@pytest.mark.parametrize("status", [Status.STANDING, Status.PINNED])
def test_a_move_that_begins_within_an_inch_of_an_enemy_ends_an_inch_away_or_where_it_began(status: Status) -> None:
    game, red, blue = too_near(status)
    question = game.asks(red, "move")
    assert question.legal(way(leg(10, 9.6))) == (f"It would end within an inch of {game.world.names[blue]}.",)
    assert not question.legal(way(leg(10, 9.4)))
    assert not question.legal(way(leg(10, 9.4), leg(10, 9.5)))
    assert not question.legal(way())
    assert all(not question.legal(answer) for answer in question.candidates(20))


def test_at_some_tables_it_may_end_there_but_no_nearer() -> None:
    game, red, blue = too_near(options={"moves-may-end-near": True})
    question = game.asks(red, "move")
    assert not question.legal(way(leg(10, 9.6)))
    assert question.legal(way(leg(10, 10.1)))


def test_one_who_lies_seriously_injured_keeps_nobody_away() -> None:
    game, red, _ = too_near(Status.SERIOUS)
    assert not game.asks(red, "move").legal(way(leg(10, 9.9)))


@pytest.mark.parametrize(
    ("action", "red"), [("take-cover", {}), ("crawl", {"status": Status.SERIOUS}), ("crawl", {"status": Status.PINNED})]
)
def test_so_do_those_who_take_cover_or_crawl(action: str, red: Any) -> None:
    for ends_near in (False, True):
        game, who, _ = too_near(red=red, options={"moves-may-end-near": ends_near})
        answer = way(leg(10, 9.8)) if action == "take-cover" else (leg(10, 9.8),)
        assert bool(game.asks(who, action).legal(answer)) is not ends_near


def test_so_does_a_move_that_may_take_a_high_climb_along() -> None:
    game, red, _ = too_near(board=STEP)
    assert game.asks(red, "move").legal(way(leg(10, 9.6)))
