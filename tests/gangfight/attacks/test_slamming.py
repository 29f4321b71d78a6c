"""Slam! and Trample."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import HIT, MISS, OGRE, RUNAWAY_OGRE, UNSAVED, attacks_made, covers, figure, scene, spot
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.gangfight.attacks import slamming
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.figures import Fell, Wounded
from warbook.rulesets.gangfight.events.movement import Moved
from warbook.testing import if_asked

WALL = "[[wall]]\npoints = [[6, 16], [14, 16]]\nheight = 6\n"
LEDGE = "[[platform]]\nrect = [5, 5, 10, 9]\nz = 4\n"


def ogres(blue: dict[str, Any] | None = None, z: float = 0, **more: Any) -> Any:
    """Two ogres in base contact, the second to the north."""
    return scene(red=[figure(10, 10, z, **OGRE)], blue=[figure(10, 12, z, **OGRE, **(blue or {}))], **more)


# ---- Slam! -----------------------------------------------------------------------------------------------------------


@covers("slam", "works")
@covers("slam", "numbers")
@pytest.mark.parametrize(
    ("dice", "inches", "wounds"),
    [([3, 1, 1], 1, 1), ([3, 4, 5], 3, 1), ([6, 3, 6, 3, 3], 5, 1), ([6, 6, 6, 6, 6, 6, 3, 3, 3], 6, 1)],
)
def test_each_hit_pushes_an_inch_and_all_of_them_wound_once(dice: list[int], inches: int, wounds: int) -> None:
    game, red, blue = ogres()
    game.does(red, "slam", at=blue, dice=[*dice, *UNSAVED], follow=False)
    assert game.record(blue).at.y == (12 + inches) * INCH
    assert game.record(blue).down
    assert game.record(blue).wounds == 5 - wounds
    assert game.record(red).ap == 2
    assert game.state.turn.deed is None


def test_armour_may_save_the_wound_but_not_the_push() -> None:
    game, red, blue = ogres()
    game.does(red, "slam", at=blue, dice=[3, 1, 1, 6, 1, 1, 1], follow=False)
    assert game.happened(Wounded) == []
    assert game.record(blue).down
    assert game.record(blue).at.y == 13 * INCH


def test_a_miss_moves_nobody() -> None:
    game, red, blue = ogres()
    game.does(red, "slam", at=blue, dice=[2, 2, 1])
    assert game.happened(Moved) == []
    assert not game.record(blue).down


def test_who_slammed_may_follow_up() -> None:
    game, red, blue = ogres()
    game.does(red, "slam", at=blue, dice=[3, 3, 1, *UNSAVED], follow=True)
    assert game.record(red).at.y == 12 * INCH
    assert game.gap(red, blue) <= 50


def test_who_is_stopped_short_is_wounded_once_more() -> None:
    game, red, blue = ogres(board=WALL)
    game.does(red, "slam", at=blue, dice=[6, 3, 3, 3, *UNSAVED], follow=False)
    assert game.record(blue).at.y < 15.1 * INCH
    assert game.record(blue).wounds == 3


def test_what_armour_has_left_over_takes_the_second_wound() -> None:
    game, red, blue = ogres(board=WALL)
    game.does(red, "slam", at=blue, dice=[6, 3, 3, 3, 6, 6, 1, 1, 1], follow=False)
    assert game.record(blue).wounds == 5


def test_a_smaller_figure_in_the_way_goes_over_too() -> None:
    game, reds, blues = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, **OGRE), figure(10, 14.5)])
    game.does(reds, "slam", at=blues[0], dice=[3, 3, 3, *UNSAVED], follow=False)
    assert game.record(blues[1]).down
    assert game.record(blues[1]).wounds == 3
    assert game.record(blues[0]).wounds == 3


def test_the_edge_of_the_table_stops_a_push() -> None:
    game, red, blue = scene(red=[figure(10, 45, **OGRE)], blue=[figure(10, 47, **OGRE)])
    game.does(red, "slam", at=blue, dice=[3, 1, 1, *UNSAVED])
    assert game.record(blue).at.y == 47 * INCH
    assert game.record(blue).wounds == 3


def test_who_is_pushed_off_a_ledge_falls() -> None:
    game, red, blue = ogres(z=4, board=LEDGE)
    game.does(red, "slam", at=blue, dice=[6, 3, 3, 3, *UNSAVED, *UNSAVED])
    assert game.record(blue).at.z == 0
    assert game.record(blue).down
    assert game.record(blue).wounds == 5 - 1 - 2
    assert game.record(red).at.z == 4 * INCH


@pytest.mark.parametrize(("gap", "falls"), [(1.0, False), (3.0, True)])
def test_who_is_pushed_to_a_gap_that_its_base_does_not_fit_into_stays_at_the_edge(gap: float, falls: bool) -> None:
    roofs = "".join(f"[[block]]\nrect = [6, {south}, 8, 10]\nheight = 4\n" for south in (8, 18 + gap))
    game, red, blue = scene(red=[figure(10, 15.3, 4, **OGRE)], blue=[figure(10, 17.3, 4, **OGRE)], board=roofs)
    game.does(red, "slam", at=blue, follow=if_asked(False), hit=[3, 1, 1], armour=[*UNSAVED, *UNSAVED * falls])
    assert (game.record(blue).at.z == 0) == falls
    assert abs(game.record(blue).at.x - 10 * INCH) < 10
    assert game.record(blue).down and game.record(blue).wounds == (2 if falls else 4)


def test_who_falls_to_its_death_was_felled_by_the_slam() -> None:
    game, red, blue = ogres({"wounds": 2}, z=4, board=LEDGE)
    game.does(red, "slam", at=blue, dice=[6, 3, 3, 3, *UNSAVED, *UNSAVED])
    assert game.happened(Fell) == [Fell(blue, red)]


def test_who_dies_of_the_slam_is_not_pushed() -> None:
    game, red, blue = ogres({"wounds": 1})
    game.does(red, "slam", at=blue, dice=[3, 3, 1, *UNSAVED])
    assert game.happened(Moved) == []
    assert game.record(blue).out


def test_who_is_slammed_strikes_back_before_it_is_pushed() -> None:
    game, red, blue = ogres({"ap": 1})
    game.does(red, "slam", at=blue, dice=[3, 1, 1, *UNSAVED, 3, 1, 1, 1, 1, 1], interrupt_fight=blue, follow=False)
    assert [e.who for e in game.happened(Attacked)] == [red, blue]
    order = [type(e) for e in game.events if type(e) in (Attacked, Moved)]
    assert order == [Attacked, Attacked, Moved]


def test_a_bulwark_holds_against_a_slam() -> None:
    game, red, blue = ogres({"ap": 1})
    game.does(red, "slam", at=blue, dice=[3, 3, 3], interrupt_bulwark=blue)
    assert not game.record(blue).down


@covers("slam", "refused")
def test_only_the_large_slam_and_only_their_equals() -> None:
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(10, 11.1)])
    assert "It must be Large or Huge." in game.why_not(red, "slam")
    game, red, blues = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, **OGRE), figure(10, 8)])
    question = game.asks(red, "slam")
    assert question.options() == [blues[0]]
    assert question.legal(blues[1]) == ("It is smaller: it can be trampled.",)
    game, red, _ = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 20, **OGRE)])
    assert game.why_not(red, "slam") == (
        "It must see an enemy of its size or larger near enough that it dares to fight.",
    )


# ---- Trample ---------------------------------------------------------------------------------------------------------


@covers("trample", "works")
@covers("trample", "numbers")
@pytest.mark.parametrize(
    ("dice", "wounds", "down"),
    [
        ([1, 2, 3, *UNSAVED[:1], *UNSAVED[:2]], 2, True),
        ([1, 2, 4, *UNSAVED], 1, False),
        ([1, 4, 4], 0, False),
        ([1, 2, 3, 6, 6, 1, 1, 1], 0, True),
    ],
)
def test_who_is_trampled_looks_to_its_feet(dice: list[int], wounds: int, down: bool) -> None:
    game, red, blue = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12)])
    game.does(red, "trample", spot=spot(10, 14.5), dice=dice)
    assert game.record(red).at.y == 14.5 * INCH
    assert game.record(blue).wounds == 3 - wounds
    assert game.record(blue).down is down
    assert game.record(red).ap == 2
    assert game.state.turn.deed is None


def test_all_who_are_underfoot_are_trampled_in_the_order_of_the_way() -> None:
    game, red, blues = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10.5, 13), figure(10, 11.6), figure(13, 12)])
    game.does(red, "trample", spot=spot(10, 15), dice=[4, 4, 1, 1, 2, 4, 1, 1, 1])
    assert game.record(blues[1]).wounds == 3
    assert game.record(blues[0]).wounds == 2
    assert game.record(blues[2]).wounds == 3


def test_so_are_they_on_a_way_to_the_south() -> None:
    game, red, blues = scene(red=[figure(10, 20, **OGRE)], blue=[figure(10.5, 17), figure(10, 18.4)])
    assert slamming.trampled_enemies(game.model(red), spot(10, 15)) == (blues[1], blues[0])


def test_those_underfoot_do_not_strike_but_others_do() -> None:
    game, red, blues = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 11.6), figure(8, 9.5)])
    game.does(red, "trample", spot=spot(10, 15), dice=[1, 1, 1, 4, 4, 1])
    assert [e.who for e in game.happened(Attacked)] == [blues[1]]


def test_who_falls_to_a_free_strike_tramples_nobody() -> None:
    game, red, blues = scene(red=[figure(10, 10, **OGRE, wounds=1)], blue=[figure(10, 11.6), figure(8, 9.5)])
    game.does(red, "trample", spot=spot(10, 15), dice=[3, 1, 1, *UNSAVED])
    assert game.record(red).out
    assert game.record(blues[0]).wounds == 3
    assert game.state.turn.deed is None


def test_who_is_trampled_may_shoot_at_who_tramples() -> None:
    red_put = figure(10, 10, profile="ogre-regular", stats={"abilities": {}, "mov": 6})
    game, red, blue = scene(red=[red_put], blue=[figure(10, 13.7, ap=1, weapons=["revolver"])])
    game.does(red, "trample", spot=spot(10, 15.5), dice=[4, 4, 1, 3, 1, 1, 1, 1, 1, 1], interrupt_fire=blue)
    assert game.record(red).wounds == 4


@covers("trample", "refused")
@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ((14, 10), "It does not pass over a smaller enemy."),
        ((10, 12.5), "Another base is in the way there."),
    ],
)
def test_a_way_that_tramples_nobody_is_refused(end: tuple[float, float], reason: str) -> None:
    game, red, _ = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12)])
    assert game.asks(red, "trample").legal(spot(*end)) == (reason,)


@pytest.mark.parametrize(
    ("others", "board"),
    [([], WALL.replace("16", "14")), ([figure(10, 14, **OGRE)], "")],
)
def test_walls_and_equals_are_not_trampled_down(others: list[Any], board: str) -> None:
    game, red, _ = scene(red=[figure(10, 10, **RUNAWAY_OGRE)], blue=[figure(10, 11.6), *others], board=board)
    assert game.asks(red, "trample").legal(spot(10, 17)) != ()


@pytest.mark.parametrize("down", [False, True])
def test_friends_are_not_trampled(down: bool) -> None:
    game, reds, _ = scene(red=[figure(10, 10, **OGRE), figure(10, 13, down=down)], blue=[figure(10, 11.6)])
    assert game.asks(reds[0], "trample").legal(spot(10, 15)) != ()


def test_only_the_large_trample_and_only_where_a_way_is_open() -> None:
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(10, 12, profile="goblin-regular")])
    assert "It must be Large or Huge." in game.why_not(red, "trample")
    game, red, _ = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 20)])
    assert game.why_not(red, "trample") == ("It must have a straight way over a smaller enemy.",)


def test_who_stands_on_the_floor_below_is_not_in_the_way() -> None:
    game, red, _ = scene(red=[figure(10, 10, 4, **OGRE)], blue=[figure(10, 10)], board=LEDGE)
    assert game.why_not(red, "trample") == ("It must have a straight way over a smaller enemy.",)


def test_the_ways_that_are_proposed_are_legal_and_lead_over_each() -> None:
    game, red, _ = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12), figure(12.2, 10)])
    question = game.asks(red, "trample")
    assert len(question.candidates(10)) >= 4
    assert all(question.legal(end) == () for end in question.candidates(10))
    ends = slamming.trample_spots(game.model(red))
    assert ends[0] == (10 * INCH, 12 * INCH + game.record(red).at.radius + game.record(1).at.radius + 1, 0)
    assert [(x > 13 * INCH, y > 13 * INCH) for x, y, _ in ends] == [(False, True)] * 2 + [(True, False)] * 2


def test_a_slanted_line_is_found_where_the_straight_one_is_barred() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, **OGRE)],
        blue=[figure(10, 12.2), figure(10, 15, **OGRE), figure(7.3, 14, **OGRE), figure(13.4, 14.2, **OGRE)],
        board="[[wall]]\nline = [8.2, 10, 8.2, 12]\nheight = 3\n",
    )
    actor = game.model(red)
    spots = slamming.trample_spots(actor)
    assert spots and not any(slamming.trample_refused(actor, spot) for spot in spots)
    assert all(slamming.trampled_enemies(actor, spot) == (blue[0],) for spot in spots)
    assert not game.why_not(red, "trample")


def test_who_is_only_brushed_is_not_trampled() -> None:
    game, red, blues = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 11.6), figure(14, 12)])
    beside = 10 * INCH + game.record(red).at.radius + game.record(blues[1]).at.radius
    for x, trampled in ((beside, blues[:1]), (beside - 2, blues)):
        game.given(blues[1], at=replace(game.record(blues[1]).at, x=x))
        assert slamming.trampled_enemies(game.model(red), spot(10, 14.5)) == tuple(trampled)


def test_who_is_trampled_has_no_counter_strike_for_that_is_a_free_strike() -> None:
    game, red, _ = scene(red=[figure(10, 10, **RUNAWAY_OGRE)], blue=[figure(10, 14.5, perks=["counter-strike"])])
    game.does(red, "trample", spot=spot(10, 17), dice=[4, 4, 1])
    assert attacks_made(game) == []


def test_who_stands_by_has() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, **RUNAWAY_OGRE)], blue=[figure(10, 14.5), figure(12.2, 17, perks=["counter-strike"])]
    )
    game.does(red, "trample", spot=spot(10, 17), dice=[*MISS, 4, 4, 1])
    assert attacks_made(game) == [(blues[1], red)]


def test_who_falls_to_a_counter_strike_tramples_nobody() -> None:
    game, reds, blues = scene(
        red=[figure(10, 10, **RUNAWAY_OGRE, wounds=1), figure(40, 5)],
        blue=[figure(10, 14.5), figure(12.2, 17, perks=["counter-strike"])],
    )
    game.does(reds[0], "trample", spot=spot(10, 17), dice=HIT)
    assert game.record(reds[0]).out and game.record(blues[0]).wounds == 3
