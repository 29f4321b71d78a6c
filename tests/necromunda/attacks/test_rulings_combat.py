"""Rulings of close combat that are easily got wrong: who is faced, who is in the way, who is near enough."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, TOUCH, covers, fighter, marker, scene, wall
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.rulesets.necromunda.events.fighters import LastingInjury, StoodUp, Wounded
from warbook.rulesets.necromunda.events.movement import Fell, Moved
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.position import engaged_with

KNIFE = ("fighting-knife",)
LEDGE = "[[platform]]\nrect = [8, 8, 4, 4]\nz = 5\n"


def apart(gap: float, red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **around: Any) -> Any:
    """Two fighters with knives, face to face, so many inches from base to base."""
    mine = {"weapons": KNIFE, **(red or {})}
    theirs = {"weapons": KNIFE, **(blue or {})}
    return scene(red=[fighter(10, 10, **mine)], blue=[fighter(10, 10 + TOUCH + gap, **theirs)], **around)


def rolled(game: Any) -> list[str]:
    """What was rolled for in the last sentence."""
    return [event.key for event in game.happened(Rolled)]


# ---- who is faced ----------------------------------------------------------------------------------------------------


def test_whoever_gets_up_before_a_charge_has_turned_to_it_and_is_not_stabbed_in_the_back() -> None:
    behind = {"facing": (0, 1), "stats": {"t": 4, "w": 2}}
    game, red, blue = apart(5, {}, {"status": Status.PINNED, **behind})
    game.does(red, "charge", target=blue, dice=[1, 1, 4, 4], react=None)  # S3 against T4 wounds on a 5
    assert game.happened(StoodUp) and not game.happened(Wounded)
    game, red, blue = apart(5, {}, behind)
    game.does(red, "charge", target=blue, dice=[1, 1, 4, 4], react=None)  # S4 from behind, on a 4
    assert game.happened(Wounded)


def test_whoever_lies_there_sees_nobody_and_is_stabbed_in_the_back_from_any_side() -> None:
    for status, wounds in ((Status.STANDING, 2), (Status.PINNED, 1)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=KNIFE, stats={"mounted": True})],
            blue=[fighter(10.5, 13, weapons=KNIFE, status=status, stats={"w": 2, "t": 4})],
        )
        answer = {"react": False} if status is Status.STANDING else {}
        game.does(red, "move", ride_by=blue, path=((9000, 14800, 0, 0), (0, 1)), dice=[4, 4], **answer)
        assert game.record(blue).wounds == wounds  # S3 needs a 5 against T4, S4 a 4


@covers("fight", "numbers")
def test_turning_about_before_the_first_action_costs_an_engaged_fighter_as_much() -> None:
    game, red, blue = apart(0, {"facing": (0, -1)})
    game.state = game.poised(red)
    game.goes_on(action=["face-about", "fight"], facing=(0, 1), dice=[4], react=None)
    assert rolled(game) == ["fight.hit"]


def test_turning_about_before_a_charge_or_a_blow_from_afar_costs_nothing() -> None:
    game, red, blue = apart(5, {"facing": (0, -1)}, {"stats": {"w": 2}})
    game.state = game.poised(red)
    game.goes_on(action=["face-about", "charge"], facing=(0, 1), target=blue, dice=[1, 4, 1, 4], react=None)
    assert game.happened(Wounded)
    game, red, blue = apart(1.5, {"facing": (0, -1), "weapons": ("polearm",)}, {"stats": {"w": 2}})
    game.state = game.poised(red)
    game.goes_on(action=["face-about", "fight"], facing=(0, 1), dice=[4, 4])
    assert game.happened(Wounded)


# ---- charges that fall short -----------------------------------------------------------------------------------------


@covers("charge", "numbers")
@pytest.mark.parametrize("status", [Status.STANDING, Status.PINNED, Status.SERIOUS])
@pytest.mark.parametrize(("gap", "left"), [(6.5, 1), (7.5, 1.5)])
def test_a_charge_that_falls_short_stops_an_inch_from_any_enemy(status: Status, gap: float, left: float) -> None:
    game, red, blue = apart(gap, {}, {"status": status})
    finish = {"ends": None} if status is Status.SERIOUS and left == 1 else {}
    game.does(red, "charge", target=blue, dice=[1], facing=(0, 1), **finish)
    assert game.gap(red, blue) == left * INCH
    assert game.record(blue).status is status


@pytest.mark.parametrize("sideways", [0, 0.3, 1.3, 2.9])
def test_an_inch_from_a_fallen_enemy_is_near_enough_to_finish_it_off(sideways: float) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10 + sideways, 17.2, status=Status.SERIOUS)])
    game.does(red, "charge", target=blue, dice=[1, *COLD], facing=(0, 1), ends="Coup de Grace")
    assert game.record(blue).status is Status.OUT


@pytest.mark.parametrize("sideways", [0, 0.3, 1.3, 2.1])
def test_a_charge_that_stops_an_inch_off_is_within_an_inch_for_a_greatsword(sideways: float) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=("greatsword",))], blue=[fighter(10 + sideways, 15, weapons=KNIFE)]
    )
    game.does(red, "charge", target=blue, reach=INCH, dice=[1, 1, 1], facing=(0, 1))
    assert rolled(game) == ["charge.distance", "fight.hit"]  # and a knife does not reach so far


def test_a_charge_starts_beside_a_fallen_enemy_all_the_same() -> None:
    fallen = fighter(10, 8.6, status=Status.SERIOUS)
    game, red, blues = scene(red=[fighter(10, 10, weapons=KNIFE)], blue=[fallen, fighter(10, 15, weapons=KNIFE)])
    game.does(red, "charge", target=blues[1], dice=[1, 1, 1], react=None)
    assert engaged_with(game.play, red) == (blues[1],)


# ---- heads that butt, enemies that fly -------------------------------------------------------------------------------


def hurling(*others: Any, red: Any = None, **around: Any) -> Any:
    """A fighter who hurls, an enemy in contact with two wounds, and more enemies."""
    thrower = fighter(10, 10, skills=("hurl",)) if red is None else red
    return scene(red=[thrower], blue=[fighter(10, 10 + TOUCH, stats={"w": 2}), *others], **around)


@covers("headbutt", "refused")
@covers("hurl", "refused")
def test_nobody_butts_or_hurls_an_enemy_across_a_barricade() -> None:
    low = "[[obstacle]]\nrect = [8, 10.492, 4, 0.5]\nheight = 1\n"
    game, red, blue = scene(red=[fighter(10, 10, skills=("hurl", "headbutt"))], blue=[fighter(10, 11.484)], board=low)
    assert game.model(red).engaged
    for action in ("headbutt", "hurl"):
        assert any("base contact" in why for why in game.why_not(red, action))


@covers("hurl", "refused")
def test_nobody_is_hurled_through_a_wall() -> None:
    fallen = fighter(11.5, 10, status=Status.SERIOUS)
    for board, question in (("", "hurl.target"), (wall(10.7, 8, 10.7, 12), "hurl.direction")):
        game, red, _ = hurling(fallen, board=board)
        dice = [] if question == "hurl.target" else [3]
        assert game.asks(red, "hurl", dice=dice).key == question


@covers("hurl", "numbers")
@pytest.mark.parametrize("status", [Status.PINNED, Status.SERIOUS])
def test_a_hurled_enemy_flies_over_those_who_lie_there(status: Status) -> None:
    game, red, blues = hurling(fighter(10, 12.2, status=status))
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3])
    assert game.record(blues[0]).at.y == 13984
    assert not game.happened(Wounded)


def test_whoever_comes_down_on_somebody_who_lies_there_is_put_beside_it() -> None:
    game, red, blues = hurling(fighter(10.2, 13, status=Status.SERIOUS))
    game.does(red, "hurl", direction=(0, 1), dice=[3, 2])
    assert not game.happened(Wounded)
    assert 0 <= game.gap(*blues) <= 10


def test_whoever_strikes_a_friend_of_the_thrower_is_put_clear_of_both() -> None:
    game, reds, blue = scene(
        red=[fighter(10, 10, skills=("hurl",)), fighter(10, 13, stats={"w": 2})],
        blue=[fighter(10, 10 + TOUCH, stats={"w": 2})],
    )
    game.does(reds[0], "hurl", direction=(0, 1), dice=[3, 3, 4, 4])
    assert [game.record(who).wounds for who in (reds[1], blue)] == [1, 1]
    assert all(game.gap(red, blue) >= INCH for red in reds)


def test_a_hurled_enemy_that_strikes_a_vehicle_damages_it() -> None:
    truck = marker("vehicle", 10, 13.5, wounds=3)
    game, red, blue = hurling(board=truck)
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3, 4, 5])  # S3: 4 wounds T3, 5 damages T5
    assert game.record(blue).wounds == 1
    assert game.state.records[-1].wounds == 2


def test_only_who_stood_may_slip_off_the_edge_it_is_thrown_to() -> None:
    """Within half an inch of the edge whoever goes down tests its Initiative; who lay there already does not."""
    thrower = fighter(10, 8.8, 5, skills=("hurl",))
    game, red, blue = scene(red=[thrower], blue=[fighter(10, 8.8 + TOUCH, 5)], board=LEDGE)
    game.does(red, "hurl", direction=(0, 1), dice=[3, 2, 4])  # Initiative, D3, Initiative at the edge
    assert rolled(game)[-1] == "edge" and not game.happened(Fell)
    fallen = fighter(11, 9.2, 5, status=Status.SERIOUS)
    game, red, blues = scene(red=[thrower], blue=[fighter(10, 8.8 + TOUCH, 5), fallen], board=LEDGE)
    game.does(red, "hurl", target=blues[1], direction=(0, 1), dice=[3, 2])
    assert game.record(blues[1]).at.y == 11200


@covers("hurl", "numbers")
def test_whoever_is_thrown_off_a_ledge_falls() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, 5, skills=("hurl",))], blue=[fighter(10, 10 + TOUCH, 5, stats={"w": 2})], board=LEDGE
    )
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3, 4])  # a fall of 5" hits with S3
    assert [event.height for event in game.happened(Fell)] == [5 * INCH]
    assert (game.record(blue).status, game.record(blue).wounds) == (Status.PINNED, 1)


# ---- what comes of the dice ------------------------------------------------------------------------------------------


def test_each_result_that_takes_a_fighter_out_leaves_a_lasting_injury() -> None:
    game, red, blue = apart(0, {"weapons": ("maul",)})
    game.does(red, "fight", dice=[4, 4, 6, 6, *COLD, *COLD], weapons=((0, 0),), path=((0, 1),))
    assert len(game.happened(LastingInjury)) == 2


def test_nerve_is_tested_when_the_reactions_are_over() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE)],
        blue=[fighter(9.31, 10.71, weapons=KNIFE), fighter(10.69, 10.71, weapons=KNIFE)],
    )
    game.does(red, "fight", targets=(1, 0), dice=[5, 4, 3, 1, 6, 6], react=blues[1])
    assert rolled(game) == ["fight.hit", "wound", "injury", "fight.hit", "nerve"]


@pytest.mark.parametrize(("face", "finished", "tests"), [(6, False, 0), (3, False, 1), (3, True, 1)])
def test_a_youngster_taken_out_shakes_only_its_like_but_one_that_falls_shakes_everybody(
    face: int, finished: bool, tests: int
) -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 10 + TOUCH, profile="wisp"), fighter(10, 13)]
    )
    lasting = COLD if face == 6 or finished else ()
    after = {} if face == 6 else {"after": blues[0] if finished else None}
    path = {} if finished else {"path": ((0, 1),)}
    game.does(red, "fight", dice=[4, 4, face, *([6, 6] * tests), *lasting], **after, **path)
    assert rolled(game).count("nerve") == tests


@pytest.mark.parametrize(
    ("profile", "faces", "answers", "earned"),
    [
        ("dipper", (3,), {"after": None, "path": ((0, 1),)}, 1),
        ("dipper", (3, *COLD), {"after": 1}, 2),
        ("wickmaster", (6, *COLD), {"path": ((0, 1),)}, 3),
    ],
)
def test_experience_is_earned_once_for_an_enemy(profile: str, faces: Any, answers: Any, earned: int) -> None:
    reach = 1.122 if profile == "wickmaster" else TOUCH
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 10 + reach, profile=profile, stats={"w": 1})]
    )
    game.does(red, "fight", dice=[4, 4, *faces], **answers)
    assert game.record(red).experience == earned


# ---- what is in the way ----------------------------------------------------------------------------------------------


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
