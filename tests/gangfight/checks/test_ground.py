"""Ground: grades, prices, obstacles, ways at an enemy and away from one, and threat ranges that are left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import figure, leg, scene
from warbook.core.length import INCH, inches
from warbook.core.structs import replace
from warbook.rulesets.gangfight.checks import ground, provoking
from warbook.rulesets.gangfight.movement import ways
from warbook.rulesets.gangfight.movement.rules import rules_for, run_rules
from warbook.rulesets.gangfight.records.position import layout
from warbook.rulesets.gangfight.records.state import STORM
from warbook.space.movement import Mode, Rules, Walked, Why, check

WOOD = """
[[area]]
rect = [20, 0, 4, 48]
height = 4
kind = "dense"
"""
SCRUB = """
[[area]]
rect = [20, 0, 4, 48]
kind = "light"
"""
WALL = """
[[wall]]
line = [20, 5, 20, 15]
height = 5
"""


def obstacle(height: float) -> str:
    return f"[[obstacle]]\nrect = [20, 0, 0.5, 48]\nheight = {height}\n"


def points(*places: tuple[float, ...]) -> tuple[tuple[int, int, int], ...]:
    return tuple((inches(x), inches(y), inches(z[0]) if z else 0) for x, y, *z in places)


def cost(game: Any, who: int, *legs: tuple[int, int, int, int], rules: Rules | None = None) -> int | list[Why]:
    """What a way costs a figure, in thousandths; or why it may not go it."""
    play = game.play
    found = check(play.world.board, layout(play), who, legs, rules or rules_for(play, who, 40 * INCH))
    return found.cost if isinstance(found, Walked) else [reason.why for reason in found]


# ---- grades ----------------------------------------------------------------------------------------------------------


def grade(game: Any, who: int, *places: tuple[float, ...]) -> str:
    return ground.grade(game.play, game.record(who).at, points(*places))


def test_the_worst_ground_that_the_base_touches_on_the_whole_way_counts() -> None:
    game, red = scene([figure(10, 10)], board=SCRUB + WOOD.replace("[20, 0, 4, 48]", "[22, 30, 4, 18]"))
    assert grade(game, red, (10, 10), (18, 10)) == "flat"
    assert grade(game, red, (10, 10), (30, 10)) == "light"
    assert grade(game, red, (10, 10), (30, 10), (30, 40), (18, 40)) == "dense"


def test_a_base_that_only_comes_up_to_ground_does_not_touch_it() -> None:
    game, red = scene([figure(10, 10)], board=SCRUB)
    assert grade(game, red, (10, 10), (19.45, 10)) == "flat"
    assert grade(game, red, (10, 10), (19.451, 10)) == "light"
    assert grade(game, red, (19.451, 10), (10, 10)) == "light"  # where it starts counts
    assert grade(game, red, (19.451, 10)) == "light"


def test_ground_on_another_level_does_not_count() -> None:
    game, red = scene([figure(10, 10)], board=WOOD)
    assert grade(game, red, (10, 10, 4), (30, 10, 4)) == "flat"
    assert grade(game, red, (10, 10, 3.9), (30, 10, 3.9)) == "dense"


def test_an_obstacle_higher_than_half_of_a_figure_is_light_ground() -> None:
    game, (red, ogre) = scene([figure(10, 10), figure(10, 20, profile="ogre-regular")], board=obstacle(0.9))
    assert grade(game, red, (10, 10), (30, 10)) == "light"
    assert grade(game, ogre, (10, 20), (30, 20)) == "flat"  # 0.9" of 2"
    game, red = scene([figure(10, 10)], board=obstacle(0.75))
    assert grade(game, red, (10, 10), (30, 10)) == "flat"


def test_a_storm_makes_all_ground_difficult() -> None:
    game, red = scene([figure(10, 10)], board=WOOD, complication=STORM)
    assert grade(game, red, (10, 10), (18, 10)) == "light"
    assert grade(game, red, (10, 10), (30, 10)) == "dense"
    assert cost(game, red, leg(14, 10)) == 6000
    assert cost(game, red, leg(30, 10)) == 24_000 + 8_000


# ---- what a Move costs -----------------------------------------------------------------------------------------------


def test_light_ground_costs_half_as_much_again_and_dense_ground_twice() -> None:
    for board, price in ((SCRUB, 6000), (WOOD, 8000)):
        game, red = scene([figure(10, 10)], board=board)
        assert cost(game, red, leg(19, 10)) == 9000
        assert cost(game, red, leg(30, 10)) == 16_000 + price


def test_what_difficult_ground_costs_is_the_tables_to_say() -> None:
    for options, board, price in (({"light-cost": 200}, SCRUB, 8000), ({"dense-cost": 300}, WOOD, 12_000)):
        game, red = scene([figure(10, 10)], board=board, options=options)
        assert cost(game, red, leg(30, 10)) == 16_000 + price


@pytest.mark.parametrize("eased", [{"perks": ["dash"]}, {"charm": "ring-of-free-movement"}])
def test_who_has_learnt_to_or_wears_the_ring_pays_nothing_for_difficult_ground(eased: dict[str, Any]) -> None:
    game, red = scene([figure(10, 10, **eased)], board=WOOD + obstacle(1), complication=STORM)
    assert cost(game, red, leg(30, 10)) == 20_000
    assert ground.at_ease(game.play, red)


def test_an_obstacle_is_free_up_to_half_of_a_figure_and_costs_two_inches_up_to_all_of_it() -> None:
    for height, price in ((0.75, 0), (0.76, 2000), (1.5, 2000)):
        game, red = scene([figure(10, 10)], board=obstacle(height))
        assert cost(game, red, leg(30, 10)) == 20_000 + price
    game, red = scene([figure(10, 10)], board=obstacle(1.51))
    assert cost(game, red, leg(30, 10)) == [Why.TOO_HIGH]
    game, ogre = scene([figure(10, 10, profile="ogre-regular")], board=obstacle(1.51))
    assert cost(game, ogre, leg(30, 10)) == 22_000


def test_impassable_ground_and_the_edge_of_the_table_stop_everybody() -> None:
    game, red = scene([figure(10, 10)], board=SCRUB.replace("light", "impassable"))
    assert cost(game, red, leg(30, 10)) == [Why.IMPASSABLE]
    assert cost(game, red, leg(0.5, 10)) == [Why.OFF_BOARD]


def test_one_passes_friends_and_those_who_lie_but_no_enemy_that_stands_and_stops_on_nobody() -> None:
    game, (red, friend), (foe, lying) = scene(
        [figure(10, 10), figure(14, 10)], [figure(10, 14), figure(10, 6, down=True)]
    )
    assert cost(game, red, leg(18, 10)) == 8000
    assert cost(game, red, leg(10, 2)) == 8000
    assert cost(game, red, leg(10, 18)) == [Why.IN_THE_WAY]
    assert cost(game, red, leg(14, 10.5)) == [Why.OVERLAPS]
    assert cost(game, red, leg(10, 6.5)) == [Why.OVERLAPS]
    assert cost(game, red, leg(10, 12.9)) == 2900  # up to base contact
    assert cost(game, red, leg(10, 12.901)) == [Why.IN_THE_WAY]


CRAG = """
[[block]]
rect = [20, 5, 10, 10]
height = 1.5
[[block]]
rect = [20, 25, 10, 10]
height = 3
[[ladder]]
foot = [19.4, 30, 0]
top = [20.6, 30, 3]
"""


def test_a_figure_drops_as_deep_as_it_is_high_and_climbs_nothing_on_foot() -> None:
    game, (red, high) = scene([figure(21, 10, 1.5), figure(21, 28, 3)], board=CRAG)
    assert cost(game, red, leg(19.4, 10, 0, Mode.JUMP)) == 1600
    assert cost(game, high, leg(19.4, 28, 0, Mode.JUMP)) == [Why.TOO_DEEP]
    game, red = scene([figure(19.4, 10)], board=CRAG)
    assert cost(game, red, leg(21, 10, 1.5, Mode.CLIMB)) == [Why.MAY_NOT]
    assert cost(game, red, leg(21, 10, 1.5)) == [Why.NO_FLOOR]


def test_ladders_and_stairs_are_ground_like_any() -> None:
    game, red = scene([figure(19.4, 30)], board=CRAG)
    assert cost(game, red, leg(20.6, 30, 3, Mode.LINK)) == 3232
    assert cost(game, red, leg(20.6, 30, 3, Mode.LINK), rules=run_rules(game.play, red, 8 * INCH)) == [Why.NO_LINK]
    stairs = CRAG.replace("[[ladder]]", "[[stairs]]\nwidth = 2").replace("19.4", "16")
    game, red = scene([figure(16, 30)], board=stairs)
    assert cost(game, red, leg(20.6, 30, 3, Mode.LINK), rules=run_rules(game.play, red, 8 * INCH)) == 5492


# ---- threat ranges ---------------------------------------------------------------------------------------------------


def provoked(game: Any, who: int, *places: tuple[float, ...]) -> tuple[int, ...]:
    return provoking.provokes(game.play, who, points(*places))


def test_a_way_out_of_an_enemys_threat_range_provokes_it() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(12, 10)])
    assert game.gap(red, blue) == 900
    assert provoked(game, red, (10, 10), (8, 10)) == (blue,)
    assert provoked(game, red, (10, 10), (9.9, 10)) == ()  # exactly an inch away still
    assert provoked(game, red, (10, 10), (9.899, 10)) == (blue,)


def test_a_way_that_only_enters_provokes_nobody() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(18, 10)])
    assert provoked(game, red, (10, 10), (16.9, 10)) == ()
    assert provoked(game, red, (10, 10), (18, 5), (18, 7.5)) == ()


def test_a_way_through_a_corner_of_a_threat_range_provokes_however_short_it_is() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(18, 10)])
    assert provoked(game, red, (10, 7.9), (26, 7.9)) == (blue,)  # 2.1" between the middles is an inch between the rims
    assert provoked(game, red, (10, 7.899), (26, 7.899)) == ()


def test_a_way_that_leaves_and_comes_back_provokes() -> None:
    game, red, blue = scene([figure(16.5, 10)], [figure(18, 10)])
    assert provoked(game, red, (16.5, 10), (12, 10), (16.5, 10)) == (blue,)
    assert provoked(game, red, (16.5, 10), (18, 11.5)) == ()  # round it, never out


def test_a_spear_reaches_further_for_free_strikes() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(12.5, 10, weapons=["spear"])])
    assert provoked(game, red, (10, 10), (9.4, 10)) == ()
    assert provoked(game, red, (10, 10), (9.3, 10)) == (blue,)


def test_who_lies_threatens_nobody() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(12, 10, down=True)])
    assert provoked(game, red, (10, 10), (5, 10)) == ()


def test_height_counts_as_distance() -> None:
    board = "[[platform]]\nrect = [17, 0, 20, 48]\nz = 2.4\nthickness = 0.1\n"
    game, red, blue = scene([figure(10, 10)], [figure(18, 10, 2.4)], board=board)
    inside = 0.43  # its foot is 0.9" above their heads, and the root of 1 - 0.9 squared is 0.4358..
    assert provoked(game, red, (18 - 1.1 - inside, 10), (10, 10)) == (blue,)
    assert provoked(game, red, (18 - 1.1 - inside - 0.01, 10), (10, 10)) == ()
    assert provoked(game, red, (18 - 1.2, 10), (18 - 1.2, 10, 5)) == (blue,)  # straight up


# ---- ways at an enemy ------------------------------------------------------------------------------------------------


def test_a_run_at_an_enemy_ends_at_its_base() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(16, 18)])
    way = ways.run_towards(game.play, red, blue, 12 * INCH)
    assert way[0] == (10_000, 10_000, 0)
    game.given(red, at=replace(game.record(red).at, x=way[-1][0], y=way[-1][1]))
    assert game.gap(red, blue) <= 1


def test_a_run_that_is_too_short_goes_all_its_length() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(20, 10)])
    assert ways.run_towards(game.play, red, blue, 6 * INCH)[-1] == (16_000, 10_000, 0)


def test_a_run_pays_nothing_for_the_ground() -> None:
    game, red, blue = scene([figure(18, 10)], [figure(28, 10)], board=WOOD)
    assert ways.run_towards(game.play, red, blue, 6 * INCH)[-1] == (24_000, 10_000, 0)


def test_a_run_goes_round_a_wall() -> None:
    game, red, blue = scene([figure(18, 10)], [figure(22, 10)], board=WALL)
    way = ways.run_towards(game.play, red, blue, 20 * INCH)
    assert len(way) > 2
    game.given(red, at=replace(game.record(red).at, x=way[-1][0], y=way[-1][1]))
    assert game.gap(red, blue) <= 1


def test_a_run_that_cannot_get_to_the_base_ends_where_the_enemy_is_in_reach() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(20.6, 10, 0.9)], board=CRAG.replace("1.5", "0.9"))
    end = ways.run_towards(game.play, red, blue, 12 * INCH)[-1]
    assert end[2] == 0
    game.given(red, at=replace(game.record(red).at, x=end[0], y=end[1]))
    assert game.gap(red, blue) <= INCH


def test_a_run_goes_round_to_where_an_enemy_out_of_touch_is_in_reach() -> None:
    ledge = WALL + "[[block]]\nrect = [22, 5, 10, 10]\nheight = 0.9\n"
    game, red, blue = scene([figure(18, 10)], [figure(22.6, 10, 0.9)], board=ledge)
    way = ways.run_towards(game.play, red, blue, 20 * INCH)
    assert len(way) > 2
    game.given(red, at=replace(game.record(red).at, x=way[-1][0], y=way[-1][1]))
    assert way[-1][2] == 0
    assert game.gap(red, blue) <= INCH


def test_a_run_that_is_too_short_to_go_round_ends_where_the_enemy_is_in_reach_over_a_wall() -> None:
    low = "[[wall]]\nline = [20.4, 7, 20.4, 13]\nheight = 1\n"
    game, red, blue = scene([figure(10, 10)], [figure(20.96, 10)], board=low)
    round_it = ways.run_towards(game.play, red, blue, 20 * INCH)
    assert len(round_it) > 2
    x, y, _ = ways.run_towards(game.play, red, blue, 10 * INCH)[-1]
    game.given(red, at=replace(game.record(red).at, x=x, y=y))
    assert game.gap(red, blue) <= INCH


def test_a_run_without_a_way_goes_straight_on_and_stops_short_of_what_is_in_it() -> None:
    ring = "".join(
        f"[[wall]]\nline = [{a}, {b}, {c}, {d}]\nheight = 5\n"
        for a, b, c, d in ((18, 8, 22, 8), (22, 8, 22, 12), (18, 12, 22, 12), (18, 8, 18, 12))
    )
    game, red, blue = scene([figure(10, 10)], [figure(20, 10)], board=ring)
    x, y, z = ways.run_towards(game.play, red, blue, 12 * INCH)[-1]
    assert (y, z) == (10_000, 0)
    assert 17_350 <= x <= 17_450  # its rim a tenth of an inch or less from the wall


def test_a_run_that_ends_on_a_friend_stops_before_it() -> None:
    game, (red, friend), blue = scene([figure(10, 10), figure(16, 10)], [figure(22, 10)])
    x, y, z = ways.run_towards(game.play, red, blue, 6 * INCH)[-1]
    assert 14_800 <= x <= 14_900


# ---- straight ways ---------------------------------------------------------------------------------------------------


def test_closing_in_is_straight_and_stops_at_the_base() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(12, 10)])
    assert ways.straight_to(game.play, red, blue, INCH) == (10_900, 10_000, 0)
    game, red, blue = scene([figure(10, 10)], [figure(13, 10)])
    assert ways.straight_to(game.play, red, blue, INCH) == (11_000, 10_000, 0)


def test_closing_in_pays_nothing_for_the_ground() -> None:
    game, red, blue = scene([figure(20.5, 10)], [figure(23, 10)], board=WOOD)
    assert ways.straight_to(game.play, red, blue, INCH) == (21_500, 10_000, 0)


def test_a_straight_way_under_other_rules_pays_for_the_ground() -> None:
    game, red, blue = scene([figure(20.5, 10)], [figure(28, 10)], board=WOOD)
    rules = rules_for(game.play, red, 4 * INCH)
    x, _, _ = ways.straight_to(game.play, red, blue, 4 * INCH, rules=rules)
    assert 22_400 <= x <= 22_500


def test_closing_in_stops_at_another_model() -> None:
    for other in ({"red": [figure(12.2, 10.9)]}, {"blue": [figure(12.2, 10.9, down=True)]}):
        game, red, blue = scene(
            [figure(10, 10), *other.get("red", [])], [figure(16, 10, profile="ogre-regular"), *other.get("blue", [])]
        )
        first = red[0] if isinstance(red, list) else red
        whom = blue[0] if isinstance(blue, list) else blue
        x, y, z = ways.straight_to(game.play, first, whom, 4 * INCH)
        assert 11_400 <= x <= 11_600


def test_closing_in_does_not_leave_another_enemys_threat_range() -> None:
    game, red, (blue, other) = scene([figure(10, 10)], [figure(14, 10), figure(8.2, 10)])
    assert ways.straight_to(game.play, red, blue, INCH) == (11_000, 10_000, 0)
    x, y, z = ways.straight_to(game.play, red, blue, INCH, bound=True)
    assert 10_200 <= x <= 10_300


def test_one_flees_straight_away_from_the_charger() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(13, 14)])
    x, y, z = ways.away_from(game.play, blue, red)
    assert (x, y) == pytest.approx((13_000 + 2400, 14_000 + 3200), abs=2)


def test_one_who_flees_pays_for_the_ground_and_stops_before_whatever_is_in_the_way() -> None:
    def fled(*, board: str = "", blues: tuple[Any, ...] = ()) -> int:
        game, red, blue = scene([figure(15, 10)], [figure(18, 10), *blues], board=board)
        return ways.away_from(game.play, blue[0] if blues else blue, red)[0]

    assert fled() == 22_000
    assert 20_900 <= fled(board=WOOD) <= 21_000  # 2" to the wood and 2" of movement in it
    assert 19_350 <= fled(board=obstacle(0.3)) <= 20_000
    assert 19_350 <= fled(board=WALL) <= 19_450
    assert 20_800 <= fled(blues=(figure(22, 10),)) <= 20_900
