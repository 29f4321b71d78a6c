"""The ways of a charge: who leaps or jumps on one says so."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.necromunda.scenes import KNIFE, TOUCH, fighter, piece, rolled_keys, scene, wall
from warbook.core.length import INCH
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.testing import if_asked


def roof(x: float, y: float, width: float, depth: float) -> str:
    return f"[[platform]]\nrect = [{x}, {y}, {width}, {depth}]\nz = 3\nthickness = 0.25\n"


ROOF = roof(7, 5, 6, 6)
TWO_ROOFS = roof(6, 5, 8, 6) + roof(6, 12.4, 8, 6)
BRIDGED = TWO_ROOFS + roof(12, 11, 1.5, 1.4)


def test_a_charge_that_falls_short_jumps_down_only_if_its_player_says_so() -> None:
    for jumps in (False, True):
        game, red, blue = scene(
            red=[fighter(10, 8, 3, weapons=KNIFE)], blue=[fighter(10, 21, weapons=KNIFE)], board=ROOF
        )
        question = game.asks(red, "charge", at=blue, dice=[3])
        assert question.key == "charge.short" and question.candidates(9) == [False, True]
        game.does(red, "charge", at=blue, short=jumps, dice=[3, *([6] if jumps else [])], passing=True, facing=(0, 1))
        assert rolled_keys(game) == ["charge.distance", *(["jump"] if jumps else [])]
        assert game.record(red).at.z == (0 if jumps else 3 * INCH)


def test_who_can_leap_into_contact_or_go_round_is_asked_which() -> None:
    for leaps in (False, True):
        game, red, blue = scene(
            red=[fighter(9, 9, 3, weapons=KNIFE)], blue=[fighter(9, 14, 3, weapons=KNIFE)], board=BRIDGED
        )
        question = game.asks(red, "charge", at=blue, dice=[3])
        assert question.key == "charge.way" and question.candidates(9) == [False, True]
        game.does(red, "charge", at=blue, way=leaps, dice=[3, *([6] if leaps else []), 1, 1], react=None, passing=True)
        assert ("leap" in rolled_keys(game)) == leaps
        assert game.gap(red, blue) <= 10


def test_who_can_only_leap_into_contact_is_asked_nothing() -> None:
    game, red, blue = scene(
        red=[fighter(9, 9, 3, weapons=KNIFE)], blue=[fighter(9, 14, 3, weapons=KNIFE)], board=TWO_ROOFS
    )
    game.does(red, "charge", at=blue, dice=[3, 6, 1, 1], react=None, passing=True)
    assert "leap" in rolled_keys(game)
    assert game.gap(red, blue) <= 10


def test_how_deep_a_charge_jumps_down_takes_nothing_of_how_far_it_gets() -> None:
    game, red, blue = scene(red=[fighter(10, 8, 3, weapons=KNIFE)], blue=[fighter(10, 16.8, weapons=KNIFE)], board=ROOF)
    assert game.asks(red, "charge").cautions(blue) == ()
    game.does(red, "charge", at=blue, dice=[3, 6, 1, 1], react=None)  # 7.8" in plan, 8.4" from rim to rim
    assert "jump" in rolled_keys(game) and game.gap(red, blue) <= 10


def test_nor_does_a_step_up() -> None:
    step = piece("block", rect=[6, 14, 8, 6], height=0.4)
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 16.974, 0.4, weapons=KNIFE)], board=step
    )
    game.does(red, "charge", at=blue, dice=[1, 1, 1], react=None)
    assert game.gap(red, blue) <= 10


def test_a_charge_climbs_where_its_way_is_shortest() -> None:
    # 5.4" to contact up a ledge of 0.6", right where the charger stands; half an inch beside that it is more than 6"
    ledge = piece("block", rect=[18.89, 17.06, 5.22, 4.4], height=0.6) + wall(21.05, 16.43, 20.52, 17.65)
    game, red, blue = scene(
        red=[fighter(21.96, 16.49, weapons=KNIFE)], blue=[fighter(19.92, 21.17, 0.6, weapons=KNIFE)], board=ledge
    )
    game.does(red, "charge", at=blue, dice=[1, 1, 1], react=None)
    assert game.gap(red, blue) <= 10


@pytest.mark.parametrize("base", [984, 1575])
@pytest.mark.parametrize("aside", [3, 5])
@pytest.mark.parametrize("turned", [False, True])
def test_a_charge_climbs_aslant_where_its_way_is_shortest(base: int, aside: float, turned: bool) -> None:
    # straight at the enemy it is 6" and 2" for the climb; straight up the ledge it is 0.1" to 0.2" more
    radius = base // 2 / INCH
    away = 5.99 + radius + TOUCH / 2
    start, enemy = (10.0, 13.2 - sqrt(away**2 - aside**2)), (10 + aside, 13.2)
    ledge = [(4.0, 12.0), (16.0, 12.0), (16.0, 18.0), (4.0, 18.0)]
    if turned:  # by the angle of 5, 12, 13, about (10, 12)
        ledge = [aslant(x, y) for x, y in ledge]
        start, enemy = aslant(*start), aslant(*enemy)
    game, red, blue = scene(
        red=[fighter(*start, weapons=KNIFE, stats={"base": base})],
        blue=[fighter(*enemy, 1, weapons=KNIFE)],
        board=piece("block", polygon=[list(corner) for corner in ledge], height=1),
    )
    game.does(red, "charge", at=blue, dice=[3, 1, 1], react=None)
    assert game.gap(red, blue) <= 10


def aslant(x: float, y: float) -> tuple[float, float]:
    return 10 + (12 * (x - 10) - 5 * (y - 12)) / 13, 12 + (5 * (x - 10) + 12 * (y - 12)) / 13


@pytest.mark.parametrize(
    ("charger", "target", "ledge"),
    [
        ((22.61, 20.2), (21.32, 19.81), (18.86, 18.47, 2.91, 2.03)),  # room for a base on 0.4" of its edge
        ((16.17, 16.5), (18.51, 17.89), (17.51, 17.53, 5.94, 2.02)),  # on 0.1", right at its corner
    ],
)
def test_a_charge_climbs_where_there_is_just_room_beside_its_target(
    charger: tuple[float, float], target: tuple[float, float], ledge: tuple[float, ...]
) -> None:
    board = piece("block", rect=list(ledge), height=1)
    game, red, blue = scene(red=[fighter(*charger, weapons=KNIFE)], blue=[fighter(*target, 1)], board=board)
    game.does(red, "charge", at=blue, dice=[1, 1, 1], react=None)
    assert game.gap(red, blue) <= 10


@pytest.mark.parametrize(
    ("charger", "target", "ledge", "height", "walls", "inches"),
    [
        # down aslant beside somebody who stands before the face, 1.79", and an askew one, 2.03"
        ((1260, 26.49, 23.684, 1.5), (1260, 26.378, 21.651, 0),
         [(22.192, 21.157), (27.157, 22.823), (25.808, 26.843), (20.843, 25.177)], 1.5, [], 2),
        ((1260, 24.444, 25.089, 0.8), (1260, 25.722, 22.253, 0),
         [(22.599, 22.008), (26.316, 24.753), (25.401, 25.992), (21.684, 23.247)], 0.8, [], 2.06),
        # down between two walls that stand below the edge, 2.54"
        ((1575, 22.692, 21.936, 0.6), (984, 20.55, 25.047, 0),
         [(22.285, 21.014), (25.715, 21.014), (25.715, 26.986), (22.285, 26.986)], 0.6,
         [(22.253, 23.691, 21.758, 24.886, 1), (21.339, 22.096, 21.166, 22.565, 3)], 2.57),
        # past the end of a wall that stands across the edge, 2.4"
        ((1575, 23.243, 25.194, 2), (1260, 19.669, 24.925, 0),
         [(22.309, 22.367), (25.691, 22.367), (25.691, 25.633), (22.309, 25.633)], 2,
         [(22.17, 25.392, 22.99, 25.957, 3)], 2.42),
        # up past the end of one, 5.2"
        ((1260, 22.936, 26.8, 0), (984, 24.874, 25.544, 1.5),
         [(21.062, 22.382), (26.938, 22.382), (26.938, 25.618), (21.062, 25.618)], 1.5,
         [(24.304, 25.48, 22.957, 25.778, 1), (23.269, 26.471, 22.536, 28.188, 3)], 5.23),
        # up to where contact is nearest to the top of the climb, 5.24"
        ((984, 18.889, 24.387, 0), (1260, 23.026, 22.165, 0.8),
         [(26.694, 25.494), (25.623, 26.618), (21.306, 22.506), (22.377, 21.382)], 0.8,
         [(21.276, 23.257, 22.381, 24.006, 3)], 5.265),
        # up to where there is room at a corner alone, for a hair, 6.98"
        ((984, 22.972, 22.21, 0), (1260, 24.114, 23.695, 3),
         [(23.12, 23.146), (24.88, 23.146), (24.88, 24.854), (23.12, 24.854)], 3, [], 7),
    ],
)  # fmt: skip
def test_a_charge_crosses_an_edge_wherever_there_is_room_for_it(
    charger: Any, target: Any, ledge: list[Any], height: float, walls: list[Any], inches: float
) -> None:
    game, red, blue = scene(
        red=[on_base(*charger, weapons=KNIFE, stats={"move": round(inches * INCH) - INCH})],
        blue=[on_base(*target, weapons=KNIFE)],
        board=piece("block", polygon=[list(corner) for corner in ledge], height=height)
        + "".join(wall(*each) for each in walls),
    )
    dice: dict[str, Any] = {"distance": [1], "jump": if_asked([6]), "hit": [1, 1]}
    game.does(red, "charge", at=blue, react=None, way=if_asked(True), **dice)
    assert game.gap(red, blue) <= 10


def stairs(foot: list[float], top: list[float], width: float) -> str:
    return piece("stairs", foot=foot, top=top, width=width)


def led_up(rect: list[float], height: float, link: str) -> str:
    """A ledge up which nobody climbs but by a ladder or stairs."""
    return piece("block", rect=rect, height=height, climbable=False) + link


@pytest.mark.parametrize(
    ("charger", "target", "board", "inches"),
    [
        # 8.36" from a base and half its width before its foot to as far beyond its head; from its foot to its head 9.4"
        ((984, 10, 8, 0), (984, 10, 16, 3),
         led_up([6, 12, 8, 8], 3, piece("ladder", foot=[10, 11.4, 0], top=[10, 12.1, 3])), 8.38),
        # 3.1": to an enemy beside its head
        ((984, 21.485, 20.804, 0), (1260, 23.461, 21.998, 2),
         led_up([21.239, 21.862, 5.523, 4.277], 2, piece("ladder", foot=[22.794, 21.32, 0], top=[22.794, 21.962, 2])),
         3.14),
        # up one side of stairs, 8.1" and 10.1"
        ((1260, 23.556, 16.899, 0), (984, 24.661, 24.98, 3),
         led_up([21.684, 21.245, 4.633, 5.511], 3, stairs([22.966, 17.645, 0], [22.966, 21.345, 3], 2)),
         8.13),
        ((1260, 29.469, 16.949, 0), (1260, 22.609, 21.845, 3),
         led_up([21.065, 21.691, 5.871, 4.618], 3, stairs([23.838, 18.091, 0], [23.838, 21.791, 3], 1)),
         10.12),
    ],
)  # fmt: skip
def test_a_charge_takes_a_ladder_or_stairs_from_where_its_way_is_shortest(
    charger: Any, target: Any, board: str, inches: float
) -> None:
    game, red, blue = scene(
        red=[on_base(*charger, weapons=KNIFE, stats={"move": round(inches * INCH) - INCH})],
        blue=[on_base(*target, weapons=KNIFE)],
        board=board,
    )
    game.does(red, "charge", at=blue, dice=[1, 1, 1], react=None)
    assert game.gap(red, blue) <= 10


@pytest.mark.parametrize(("height", "strikes"), [(2, True), (2.01, False)])
def test_a_charge_that_does_not_get_up_to_its_target_ends_where_a_long_weapon_reaches_it(
    height: float, strikes: bool
) -> None:
    ledge = piece("block", rect=[4, 12.6, 12, 6], height=height)  # up there, and an inch from its target, it is too far
    game, red, blue = scene(
        red=[fighter(10, 8, weapons=["polearm"])], blue=[fighter(10, 13, height, weapons=KNIFE)], board=ledge
    )
    dice: dict[str, Any] = {"distance": [1], "hit": if_asked([1, 1])}
    game.does(red, "charge", at=blue, react=if_asked(None), facing=if_asked((0, 1)), **dice)
    assert ("fight.hit" in rolled_keys(game)) == strikes
    assert (game.gap(red, blue) == 2 * INCH) == strikes


def on_base(width: int, *at: float, **facts: Any) -> Any:
    """A fighter on a base of so many thousandths."""
    return fighter(*at, **{**facts, "stats": {"base": width, **facts.get("stats", {})}})


@pytest.mark.parametrize(
    ("weapon", "move", "red", "friends", "blue", "board"),
    [
        # between the bases of friends: 4.21" to a gap of 2"
        ("polearm", 3.24, (1260, 16.731, 23.94),
         [(1260, 21.351, 24.795), (984, 21.722, 22.708), (1260, 22.642, 23.715)], (984, 24, 24), ""),
        # below a ledge that stands askew: 4.99"
        ("whip", 4.02, (1575, 22.416, 17.145), [], (1575, 24.063, 25.83, 0.7),
         piece("block", polygon=[[25.466, 26.217], [23.444, 26.599], [22.534, 21.783], [24.556, 21.401]], height=0.7)),
        # past the end of a wall, beside which it is measured from less than 3" on: 5.79"
        ("whip", 4.83, (984, 30.745, 17.222), [], (1260, 24, 24), wall(25.995, 22.977, 24.814, 21.802, 1)),
    ],
    ids=["friends", "ledge", "wall"],
)  # fmt: skip
def test_wherever_a_long_weapon_reaches_its_target_a_charge_that_falls_short_may_end(
    weapon: str, move: float, red: Any, friends: list[Any], blue: Any, board: str
) -> None:
    charger = on_base(*red, weapons=[weapon], stats={"move": round(move * INCH)})
    game, reds, foe = scene(
        red=[charger, *(on_base(*each) for each in friends)], blue=[on_base(*blue, weapons=KNIFE)], board=board
    )
    who = reds[0] if friends else reds
    dice: dict[str, Any] = {"distance": [1], "hit": [1, 1]}
    game.does(who, "charge", at=foe, react=if_asked(None), facing=lambda q: q.candidates(1)[0], passing=True, **dice)
    assert "fight.hit" in rolled_keys(game)


@pytest.mark.parametrize(
    ("red", "friends", "width", "board", "inches"),
    [
        ((1575, 24.588, 30.057), [(1260, 24.051, 27.008)], 1575, "", 4),  # a friend stands on the straight way
        ((1260, 21.737, 17.224), [], 1575,
         wall(22.417, 19.02, 22.999, 22.87, 1) + wall(23.489, 18.161, 23.253, 20.012, 1), 6),
    ],
)  # fmt: skip
def test_a_charge_that_falls_short_of_who_is_seriously_injured_gets_to_an_inch_from_it_past_what_is_in_its_way(
    red: Any, friends: list[Any], width: int, board: str, inches: int
) -> None:
    charger = on_base(*red, stats={"move": (inches - 1) * INCH})
    fallen = on_base(width, 24, 24, status=Status.SERIOUS)
    game, reds, foe = scene(red=[charger, *(on_base(*each) for each in friends)], blue=[fallen], board=board)
    who = reds[0] if friends else reds
    ends: dict[str, Any] = {"facing": lambda question: question.candidates(1)[0], "ends": None}
    game.does(who, "charge", at=foe, dice=[1], **ends)
    assert INCH <= game.gap(who, foe) <= INCH + 2


PENINSULA = roof(5, 5, 8, 6) + roof(5, 14, 8, 6) + roof(5, 11, 1.5, 1.9)  # 1.1" from the other side


def strikes_with_a_whip(charger: Any, target: Any, board: str, **chosen: bool) -> tuple[Any, int, int]:
    """Charges 6" with a whip at somebody on a roof, and strikes."""
    (x, y), (there_x, there_y) = charger, target
    game, red, blue = scene(red=[fighter(x, y, 3, weapons=["whip"])], blue=[fighter(there_x, there_y, 3)], board=board)
    dice: dict[str, Any] = {"distance": [1], "leap": if_asked([6]), "hit": [1, 1]}
    around: dict[str, Any] = {"react": if_asked(None), "facing": if_asked((0, 1)), "reach": if_asked(0)}
    game.does(red, "charge", at=blue, passing=True, weapons=if_asked(((0, 0),)), **dice, **chosen, **around)
    return game, red, blue


@pytest.mark.parametrize("leaps", [False, True])
@pytest.mark.parametrize("bridge", ["", roof(12, 11, 1, 3)], ids=["cut off", "with a bridge far off"])
def test_who_falls_short_by_a_leap_may_strike_from_where_it_need_not_leap(bridge: str, leaps: bool) -> None:
    game, _, _ = strikes_with_a_whip((8, 9), (8, 16), PENINSULA + bridge, short=leaps)  # 6.016" to contact
    assert ("leap" in rolled_keys(game)) is leaps


@pytest.mark.parametrize("leaps", [False, True])
def test_who_can_only_leap_into_contact_may_strike_from_where_it_need_not_too(leaps: bool) -> None:
    game, red, blue = strikes_with_a_whip((8, 9), (8, 15.9), PENINSULA, way=leaps)
    assert ("leap" in rolled_keys(game)) is leaps is (game.gap(red, blue) <= 10)


def test_who_gets_into_reach_by_a_leap_alone_may_leap() -> None:
    two_roofs = roof(8, 8, 3.39, 2.94) + roof(14.93, 3.18, 2.78, 4.97)
    game, _, _ = strikes_with_a_whip((11.025, 10.106), (16.253, 4.276), two_roofs, short=True)
    assert "leap" in rolled_keys(game)


def test_what_a_mighty_leap_has_for_nothing_it_has_in_a_charge_too() -> None:
    two_inches_apart = roof(6, 5, 8, 6) + roof(6, 13, 8, 20)
    game, red, blue = scene(
        red=[fighter(10, 9, 3, weapons=KNIFE, skills=["mighty-leap"])],
        blue=[fighter(10, 19.5, 3, weapons=KNIFE)],
        board=two_inches_apart,
    )
    assert game.asks(red, "charge").cautions(blue) == ()
    game.does(red, "charge", at=blue, dice=[3, 1, 1], react=None)  # 9.5", of which 2" are free
    assert game.gap(red, blue) <= 10


@pytest.mark.parametrize("away", [20, 22, 26])  # the whole way takes 8.6" and more
def test_a_charge_that_falls_short_beyond_a_gap_leaps_it_if_its_player_says_so_else_goes_up_to_it(away: float) -> None:
    for leaps in (False, True):
        game, red, blue = scene(
            red=[fighter(10, 9, 3, weapons=KNIFE)],
            blue=[fighter(10, away, 3, weapons=KNIFE)],
            board=roof(6, 5, 8, 6) + roof(6, 13, 8, 20),
        )
        question = game.asks(red, "charge", at=blue, dice=[3])
        assert question.key == "charge.short" and question.candidates(9) == [False, True]
        game.does(red, "charge", at=blue, short=leaps, dice=[3, *([6] if leaps else [])], facing=(0, 1))
        assert game.at(red) == (10, 17 if leaps else 11, 3)


MIRE = piece("area", rect=[8.5, 11, 3, 1.5], kind="dangerous")


def test_who_can_charge_over_dangerous_ground_or_go_round_is_asked_which() -> None:
    for dares in (False, True):
        game, red, blue = scene(red=[fighter(10, 9, weapons=KNIFE)], blue=[fighter(10, 15, weapons=KNIFE)], board=MIRE)
        question = game.asks(red, "charge", at=blue, dice=[3])
        assert question.key == "charge.way" and question.candidates(9) == [False, True]
        assert question.label(True).startswith("cross dangerous ground, ")
        game.does(red, "charge", at=blue, way=dares, dice=[3, *([6] if dares else []), 1, 1], react=None, passing=True)
        assert ("dangerous" in rolled_keys(game)) == dares
        assert game.gap(red, blue) <= 10


def test_who_has_no_way_round_dangerous_ground_is_asked_nothing() -> None:
    walled = MIRE + wall(0, 11.5, 8.5, 11.5) + wall(11.5, 11.5, 48, 11.5)
    game, red, blue = scene(red=[fighter(10, 9, weapons=KNIFE)], blue=[fighter(10, 15, weapons=KNIFE)], board=walled)
    game.does(red, "charge", at=blue, dice=[3, 6, 1, 1], react=None, passing=True)
    assert "dangerous" in rolled_keys(game) and game.gap(red, blue) <= 10


def test_a_charge_that_falls_short_crosses_dangerous_ground_only_if_its_player_says_so() -> None:
    for dares in (False, True):
        game, red, blue = scene(
            red=[fighter(10, 8, weapons=KNIFE)], blue=[fighter(10, 26)], board=MIRE.replace("[8.5, 11, 3", "[4, 11, 12")
        )
        question = game.asks(red, "charge", at=blue, dice=[3])
        assert question.key == "charge.short" and question.candidates(9) == [False, True]
        game.does(red, "charge", at=blue, short=dares, dice=[3, *([6] if dares else [])], facing=(0, 1))
        assert rolled_keys(game) == ["charge.distance", *(["dangerous"] if dares else [])]
        assert (game.record(red).at.y > 12.5 * INCH) is dares


def test_a_place_at_a_barricade_beside_a_friend_is_found() -> None:
    # the friend stands right opposite the enemy, and where the straight way ends
    low = "[[obstacle]]\nrect = [6, 10.5, 8, 0.8]\nheight = 2\n"
    game, (red, _), blue = scene(
        red=[fighter(10.9, 6, weapons=KNIFE), fighter(10.6, 10)],
        blue=[fighter(10, 11.792, weapons=KNIFE)],
        board=low,
    )
    game.does(red, "charge", at=blue, dice=[1, 1, 1], react=None, passing=True)
    assert "fight.hit" in rolled_keys(game)


@pytest.mark.parametrize("west", [12.0, 12.3, 12.6, 13.0])
def test_a_charge_that_falls_short_goes_through_a_doorway_and_as_far_beyond_it_as_it_can(west: float) -> None:
    doorway = wall(2, 12, west, 12) + wall(west + 1.6, 12, 40, 12)
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 24)], board=doorway)
    game.does(red, "charge", target=blue, dice=[3], facing=(0, 1))
    assert game.record(red).at.y > 15.5 * INCH
    assert game.record(red).moved > 7.5 * INCH


def test_a_charge_that_falls_short_goes_as_far_as_it_can_along_the_shortest_way_round() -> None:
    # straight on it would come nearest, against the wall
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 13.2)], board=wall(0, 12, 15, 12))
    game.does(red, "charge", target=blue, dice=[3], facing=(0, 1))
    assert game.record(red).moved == 8 * INCH
    assert game.record(red).at.x > 14 * INCH
    assert game.record(red).at.y > 12 * INCH
