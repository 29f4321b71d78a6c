"""Charges: where one ends, what it costs to fall short, and the fight that follows."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.necromunda.scenes import (
    COLD,
    KNIFE,
    TOUCH,
    covers,
    fighter,
    fighters_apart,
    piece,
    rolled_keys,
    scene,
    to_hit,
    wall,
)
from warbook.core.length import INCH
from warbook.core.ruleset import Ruleset
from warbook.rulesets.necromunda import edition_2023, edition_classic
from warbook.rulesets.necromunda.events.attacks import Struck
from warbook.rulesets.necromunda.events.fighters import StoodUp, Wounded
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.position import engaged_with
from warbook.testing import if_asked

EDITIONS = (edition_2023.RULESET, edition_classic.RULESET)


def test_a_charge_ends_in_a_fight_with_one_more_die() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 15, weapons=KNIFE)])
    game.does(red, "charge", target=blue, dice=[1, 1, 1], react=None)
    assert to_hit(game, red) == [[1, 1]]


def test_a_pinned_enemy_gets_up_when_charged_and_reacts_as_if_it_had_turned() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 15, weapons=KNIFE, status=Status.PINNED)]
    )
    game.does(red, "charge", target=blue, dice=[1, 1, 1, 4], react=blue)  # 4 would do, had it not been lying there
    assert [event.who for event in game.happened(StoodUp)] == [blue]
    assert not game.happened(Wounded)


def test_a_charge_at_a_fallen_enemy_may_end_in_a_coup_de_grace() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 15, status=Status.SERIOUS)])
    game.does(red, "charge", target=blue, dice=[1, *COLD], ends="Coup de Grace")
    assert game.record(blue).status is Status.OUT


def test_hurling_may_replace_the_fight_after_a_charge() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=KNIFE, skills=("hurl",))], blue=[fighter(10, 15, weapons=KNIFE)]
    )
    game.does(red, "charge", target=blue, dice=[1, 1, 2], ends="Hurl", direction=(0, 1))
    assert game.record(blue).status is Status.PINNED
    assert not to_hit(game, red)


def test_a_charge_at_an_enemy_out_of_sight_is_less_sure() -> None:
    walled = wall(9, 12, 11, 12)
    for board, wounds in (("", 1), (walled, 2)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=KNIFE, stats={"move": 9000})],
            blue=[fighter(10, 14, weapons=KNIFE, stats={"w": 2})],
            board=board,
        )
        game.does(red, "charge", target=blue, dice=[3, 4, 1, *([4] if wounds == 1 else [])], react=None)
        assert game.record(blue).wounds == wounds


def charging(weapon: str, y: float = 17, **blue: Any) -> Any:
    return scene(red=[fighter(10, 10, weapons=[weapon])], blue=[fighter(10, y, **blue)])


@pytest.mark.parametrize(("how", "gap"), [(0, 0), (1000, 1), (2000, 2), (3000, 3)])
def test_a_charger_with_a_long_weapon_stops_as_far_off_as_it_likes_within_its_reach(how: int, gap: int) -> None:
    game, red, blue = charging("whip")
    question = game.asks(red, "charge", target=blue, dice=[3])
    more: dict[str, Any] = {"facing": (0, 1)} if how else {"react": None, "weapons": ((0, 0),)}
    assert question.key == "charge.reach" and question.candidates(9) == [0, 1000, 2000, 3000]
    game.does(red, "charge", target=blue, reach=how, dice=[3, 1, 1], passing=True, **more)
    assert abs(game.gap(red, blue) - gap * INCH) <= 10


def test_whoever_has_charged_within_reach_of_its_long_weapon_must_fight() -> None:
    game, red, blue = charging("whip")
    game.does(red, "charge", target=blue, reach=3000, facing=(0, 1), dice=[3, 1, 1])
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]


def test_a_charge_at_an_enemy_out_of_sight_costs_one_for_all_its_dice_at_that_enemy_and_no_other() -> None:
    walled = wall(8, 13, 10.4, 13)
    game, red, (unseen, seen) = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], stats={"a": 2})],
        blue=[fighter(9.0, 15), fighter(14, 20)],
        board=walled,
    )
    game.does(red, "charge", target=unseen, dice=[3, 4, 4, 4], react=None, passing=True)
    struck = game.happened(Struck)
    assert [(s.whom, s.dice, dict(s.because)) for s in struck] == [(unseen, 3, {"charged out of sight": -1})]


def test_a_charge_past_an_enemy_in_reach_ends_in_no_coup_de_grace() -> None:
    game, red, (up, down) = scene(
        red=[fighter(10, 10, weapons=["whip"])],
        blue=[fighter(10, 17), fighter(11.404, 16.42, status=Status.SERIOUS, wounds=0)],
    )
    game.does(red, "charge", target=up, reach=1000, facing=(0, 1), dice=[3, 1, 1], passing=True)
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]


def test_a_charger_stops_short_only_as_far_off_as_it_gets() -> None:
    # at every distance from the one, the other is too near: only contact excuses that
    game, red, (target, _) = scene(red=[fighter(10, 10, weapons=["whip"])], blue=[fighter(10, 16), fighter(10.9, 13.4)])
    game.does(
        red, "charge", target=target, dice=[3, 1, 1], face=lambda d: d.candidates(1)[0], weapons=((0, 0),), react=None
    )
    assert game.gap(red, target) <= 10


def test_a_headbutt_in_place_of_the_fight_is_the_free_one_of_the_activation() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, skills=["headbutt"])],
        blue=[fighter(10, 15)],
        house_rules=["headbutt-in-charge"],
    )
    game.goes_on(activate=red, action="charge", target=1, ends="headbutt", dice=[3, 1, 2, 1])
    assert game.state.turn.actor == -1  # there is no other to be had


@pytest.mark.parametrize("pinned", [False, True])
def test_a_charge_ends_at_the_barricade_behind_which_its_target_is(pinned: bool) -> None:
    # a charge of 8" reaches the near side of the barricade, and would not get over it
    low = "[[obstacle]]\nrect = [2, 10.5, 16, 0.8]\nheight = 2\n"
    game, red, blue = scene(
        red=[fighter(10, 3, weapons=["fighting-knife"])],
        blue=[fighter(10, 11.792, status=Status.PINNED if pinned else Status.STANDING)],
        board=low,
    )
    game.does(red, "charge", target=blue, dice=[3, 1, 1], react=None)
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]
    assert game.model(red).engaged and game.record(red).at.y <= 10008
    assert game.record(blue).status is Status.STANDING


BARRICADE = "[[obstacle]]\nrect = [2, 10.5, 16, 0.5]\nheight = 1\n"


@pytest.mark.parametrize(("y", "gets_there"), [(4.008, True), (4.007, False)])
def test_a_charge_that_just_gets_to_the_barricade_need_not_get_as_far_as_to_its_target(
    y: float, gets_there: bool
) -> None:
    # the near side of the barricade is half an inch nearer than the enemy at the far side
    game, red, blue = scene(
        red=[fighter(10, y, weapons=["fighting-knife"])], blue=[fighter(10, 11.492)], board=BARRICADE
    )
    follows: dict[str, Any] = {"dice": [1, 1, 1], "react": None} if gets_there else {"dice": [1], "facing": (0, 1)}
    game.does(red, "charge", target=blue, **follows)
    assert bool(game.model(red).engaged) is gets_there


def test_a_charge_meets_its_target_over_a_barricade_where_it_comes_to_it_first() -> None:
    # 6.4" to right opposite the enemy, 5.7" to where it is just less than an inch off
    game, red, blue = scene(
        red=[fighter(14, 5, weapons=["fighting-knife"])], blue=[fighter(10, 11.492)], board=BARRICADE
    )
    assert game.asks(red, "charge").cautions(blue) == ()
    game.does(red, "charge", target=blue, dice=[1, 1, 1], react=None)
    assert game.model(red).engaged and 990 < game.gap(red, blue) < INCH


@pytest.mark.parametrize(
    ("line", "blue"),
    [
        ([6, 10, 18, 10], (12, 10.744)),  # two thousandths off
        ([6, 10, 18, 10], (12, 10.752)),  # ten
        ([6, 8, 16.392, 14], (10.825, 11.644)),  # aslant, where hardly any point is on the lattice
    ],
)
def test_over_half_an_inch_both_editions_fight_wherever_the_two_touch_a_barricade(
    line: list[float], blue: tuple[float, float]
) -> None:
    for rules in EDITIONS:
        red, board = [fighter(12.5, 6, weapons=KNIFE)], piece("obstacle", line=line, width=0.5, height=1)
        game, who, whom = scene(red=red, blue=[fighter(*blue)], board=board, ruleset=rules)
        game.does(who, "charge", target=whom, dice=[1, 1, 1], react=None)
        assert game.model(who).engaged and game.gap(who, whom) >= 500


@pytest.mark.parametrize(
    ("width", "gap", "off", "fights"),
    [
        (0.3, 0.5, 0, (True, True)),
        (0.3, 0.51, 0, (True, False)),  # both right against it: half an inch is half an inch
        (0.5, 0.51, 0, (True, False)),
        (0.99, 0, 0, (True, False)),
        (0.99, 0, 0.01, (True, False)),  # a hair off it on both sides, which is an inch and more
        (0.998, 0, 0.005, (True, False)),
        (0.3, 0.99, 0, (True, False)),
        (0.3, 1.01, 0, (False, False)),
        (1, 0, 0, (False, False)),
    ],
)
def test_how_far_apart_two_may_be_that_fight_over_a_barricade(
    width: float, gap: float, off: float, fights: tuple[bool, bool]
) -> None:
    board, apart = piece("obstacle", line=[4, 10, 20, 10], width=width, height=1), width + TOUCH + 2 * off
    aside = sqrt((gap + TOUCH) ** 2 - apart**2) if gap else 0
    for rules, engaged in zip(EDITIONS, fights, strict=True):
        red, blue = fighter(12, 10 - apart / 2), fighter(12 + aside, 10 + apart / 2)
        game, who, whom = scene(red=[red], blue=[blue], board=board, ruleset=rules)
        assert bool(game.model(who).engaged) is bool(game.model(whom).engaged) is engaged


@pytest.mark.parametrize(
    ("rules", "red", "blue", "line", "width", "inches"),
    [
        # on the straight way to its corner: 2.83"
        (EDITIONS[0], (1575, 20.03, 20.922), (984, 23.501, 24.651), [22.082, 24, 25.918, 24], 0.3, 2.85),
        # at its corner, just so far off as is near enough: 3.25"
        (EDITIONS[1], (1575, 19.926, 20.543), (1260, 22.611, 24.789), [22.241, 24, 25.759, 24], 0.3, 3.265),
        # round its end, so that it hardly lies between them: 3.28" and 3.87"
        (EDITIONS[0], (984, 29.035, 28.819), (1260, 24.912, 26.217), [21.925, 21.543, 26.075, 26.457], 0.2, 3.3),
        (EDITIONS[0], (1260, 30.213, 27.076), (1260, 24.701, 26.2), [22.306, 21.788, 25.694, 26.212], 0.3, 3.89),
    ],
)
def test_at_the_end_of_a_barricade_a_charge_meets_its_target_where_it_comes_to_it_first(
    rules: Ruleset, red: Any, blue: Any, line: list[float], width: float, inches: float
) -> None:
    low = piece("obstacle", line=line, width=width, height=1)
    charger = fighter(*red[1:], weapons=KNIFE, stats={"base": red[0], "move": round(inches * INCH) - INCH})
    game, who, whom = scene(red=[charger], blue=[fighter(*blue[1:], stats={"base": blue[0]})], board=low, ruleset=rules)
    game.does(who, "charge", target=whom, dice=[1, 1, 1], react=None)
    assert game.model(who).engaged and game.gap(who, whom) > 10


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: str(rules.id))
def test_along_a_barricade_a_charge_goes_into_contact_as_in_the_open(rules: Ruleset) -> None:
    red, blue = [fighter(4, 11.55, weapons=KNIFE)], [fighter(10, 11.492)]
    game, who, whom = scene(red=red, blue=blue, board=BARRICADE, ruleset=rules)
    game.does(who, "charge", target=whom, dice=[1, 1, 1], react=None)
    assert game.gap(who, whom) <= 10


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: str(rules.id))
@pytest.mark.parametrize(
    ("red", "blue"),
    [((8.6, 11.492), (10, 11.492)), ((18.492, 10.75), (17.3, 11.492))],  # 0.4" apart, of the last one at its end
)
def test_two_on_one_side_of_a_barricade_or_round_its_end_do_not_fight_over_it(
    rules: Ruleset, red: tuple[float, float], blue: tuple[float, float]
) -> None:
    game, who, whom = scene(red=[fighter(*red)], blue=[fighter(*blue)], board=BARRICADE, ruleset=rules)
    assert not game.model(who).engaged and not game.model(whom).engaged


def injured_behind_a_barricade(joins: bool) -> Any:
    """One who lies seriously injured against the far side of a barricade half an inch wide."""
    return scene(
        red=[fighter(10, 5)],
        blue=[fighter(10, 11.492, status=Status.SERIOUS)],
        board=BARRICADE,
        options={"barricade-joins-injured": joins},
    )


def test_a_charge_at_one_who_is_seriously_injured_gets_base_to_base_over_a_barricade() -> None:
    game, red, blue = injured_behind_a_barricade(joins=False)
    game.does(red, "charge", target=blue, dice=[3], ends=None)
    assert game.record(red).at.y > 11 * INCH
    assert game.gap(red, blue) <= 10


def test_or_it_stops_an_inch_away_where_its_movement_does_not_take_it_over() -> None:
    game, red, blue = injured_behind_a_barricade(joins=False)
    game.does(red, "charge", target=blue, dice=[1], ends=None, facing=(0, 1))
    assert INCH <= game.gap(red, blue) <= INCH + 2


def test_at_some_tables_it_ends_across_the_barricade() -> None:
    game, red, blue = injured_behind_a_barricade(joins=True)
    game.does(red, "charge", target=blue, dice=[1], ends=None)
    assert game.gap(red, blue) == 500


# ---- two at once -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "rise", "offered"),
    [
        ("", 0, True),
        (piece("block", rect=[11, 13.8, 4, 4], height=0.4), 0.4, True),
        (piece("block", rect=[11, 13.8, 4, 4], height=0.6), 0.6, False),
        (wall(11.12, 13.3, 11.12, 13.9), 0, False),  # between where it would touch both and the second
        (wall(10.2, 13.45, 10.45, 13.85), 0, False),  # and its target
    ],
)
def test_who_may_touch_a_second_enemy_is_asked_over_a_step_too_but_not_through_a_wall(
    board: str, rise: float, offered: bool
) -> None:
    game, red, blues = scene(red=[fighter(10.75, 8)], blue=[fighter(10, 14), fighter(11.5, 14, rise)], board=board)
    chosen: dict[str, Any] = {"also": blues[1]} if offered else {}
    dice: dict[str, Any] = {"distance": [3], "hit": if_asked([1, 1])}
    around: dict[str, Any] = {"react": if_asked(None), "facing": if_asked((0, 1)), "targets": if_asked((1, 1))}
    game.does(red, "charge", at=blues[0], passing=True, **dice, **around, **chosen)
    assert engaged_with(game.play, red) == ((*blues,) if offered else (blues[0],))


# ---- contact over heights --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heights", "height", "met"),
    [
        ("level", 0.4, False), ("step", 0.4, True), ("body", 0.4, True),
        ("step", 0.5, True), ("step", 0.51, False),
        ("level", 0.8, False), ("step", 0.8, False), ("body", 0.8, True),
        ("body", 1.2, True), ("body", 1.3, False),
    ],
)  # fmt: skip
def test_how_much_higher_an_enemy_may_stand_that_is_met_in_a_charge(heights: str, height: float, met: bool) -> None:
    plinth = piece("block", rect=[9.55, 10.55, 0.9, 0.9], height=height)  # narrower than a base
    game, red, blue = scene(
        red=[fighter(10, 5)], blue=[fighter(10, 11, height)], board=plinth, options={"contact-over-heights": heights}
    )
    caution = () if met else ("out of reach",)
    assert game.asks(red, "charge").cautions(blue) == caution
    if met:
        game.does(red, "charge", target=blue, dice=[1, 1, 1], react=None)
        assert engaged_with(game.play, red) == (blue,) and engaged_with(game.play, blue) == (red,)
        assert game.record(red).at.z == 0
    else:
        game.does(red, "charge", target=blue, dice=[1], facing=(0, 1))
        assert engaged_with(game.play, red) == ()


DOOR = wall(2, 15, 9, 15) + wall(11, 15, 18, 15) + piece("door", id="gate", line=[9, 15, 11, 15], height=3)


@pytest.mark.parametrize(("board", "touches"), [("", True), (wall(2, 15, 18, 15), False), (DOOR, False)])
def test_nobody_is_in_contact_through_a_wall_or_a_closed_door_that_both_stand_against(
    board: str, touches: bool
) -> None:
    game, red, blue = scene(red=[fighter(10, 14.508)], blue=[fighter(10, 15.492)], board=board)
    assert game.model(red).engaged is game.model(blue).engaged is touches
    assert ("fight" in game.allowed(red)) is touches


def test_no_charge_gets_at_an_enemy_through_the_wall_that_it_stands_against() -> None:
    game, red, blue = scene(red=[fighter(10, 12)], blue=[fighter(10, 15.492)], board=wall(2, 15, 18, 15))
    game.does(red, "charge", target=blue, dice=[3], facing=(0, 1))
    assert not game.happened(Struck)
    assert not game.model(red).engaged
    assert game.record(red).at.y == 15_000 - game.record(red).at.radius  # against the wall, which ends the distance


def test_a_charge_that_falls_short_is_not_held_off_by_an_enemy_behind_a_wall() -> None:
    """A lane between two walls leads to the target, and an enemy stands behind one of them."""
    for blocks, gone in ((wall(2, 15, 9, 15), True), ("", False)):
        blues = [fighter(25, 14.4), fighter(8, 15.6)]
        game, red, (target, _) = scene(red=[fighter(5, 14.4)], blue=blues, board=blocks + wall(2, 13.6, 9, 13.6))
        game.does(red, "charge", target=target, dice=[1], facing=(0, 1))
        ahead = game.record(red).at.x == 11_000  # 5" and 1" straight on
        assert ahead is gone


@pytest.mark.parametrize(("heights", "touches"), [("level", False), ("step", True)])
def test_who_stands_on_the_floor_beside_a_low_ledge_is_in_contact_with_who_stands_at_its_edge(
    heights: str, touches: bool
) -> None:
    ledge = piece("block", rect=[8, 10.5, 4, 4], height=0.4)
    game, red, blue = scene(
        red=[fighter(10, 10.008, skills=["headbutt"])], blue=[fighter(10, 10.992, 0.4)], board=ledge,
        options={"contact-over-heights": heights},
    )  # fmt: skip
    assert game.model(red).engaged is touches
    assert game.model(blue).engaged is touches
    assert ("headbutt" in game.allowed(red)) is touches
    assert ("move" in game.allowed(red)) is not touches


def test_a_step_joins_two_bases_only_where_they_touch_in_plan() -> None:
    ledge = piece("block", rect=[8, 10.5, 4, 4], height=0.4)
    game, red, _ = scene(red=[fighter(10, 9.99)], blue=[fighter(10, 10.992, 0.4)], board=ledge)
    assert not game.model(red).engaged


@pytest.mark.parametrize(("clear", "cautions"), [(True, ("out of reach",)), (False, ())])
def test_that_a_charge_may_end_with_a_coup_de_grace_through_a_wall_is_foreseen_where_the_table_allows_it(
    clear: bool, cautions: tuple[str, ...]
) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10)],
        blue=[fighter(10, 18.4, status=Status.SERIOUS)],
        board=piece("wall", line=[2, 17.6, 18, 17.6], height=3),
        options={"coup-de-grace-needs-clear-way": clear},
    )
    assert game.asks(red, "charge").cautions(blue) == cautions
    game.does(
        red,
        "charge",
        target=blue,
        dice=[3, *([] if clear else COLD)],
        facing=(0, 1),
        **({} if clear else {"ends": "Coup de Grace"}),
    )
    assert (game.record(blue).status is Status.OUT) is not clear


# ---- charges that fall short -----------------------------------------------------------------------------------------


@covers("charge", "numbers")
@pytest.mark.parametrize("status", [Status.STANDING, Status.PINNED, Status.SERIOUS])
@pytest.mark.parametrize(("gap", "left"), [(6.5, 1), (7.5, 1.5)])
def test_a_charge_that_falls_short_stops_an_inch_from_any_enemy(status: Status, gap: float, left: float) -> None:
    game, red, blue = fighters_apart(gap, {}, {"status": status})
    finish = {"ends": None} if status is Status.SERIOUS and left == 1 else {}
    game.does(red, "charge", target=blue, dice=[1], facing=(0, 1), **finish)
    assert game.gap(red, blue) == left * INCH
    assert game.record(blue).status is status


@pytest.mark.parametrize("sideways", [0, 0.3, 1.3, 2.9])
def test_an_inch_from_a_fallen_enemy_is_near_enough_to_finish_it_off(sideways: float) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10 + sideways, 17.2, status=Status.SERIOUS)])
    game.does(red, "charge", target=blue, dice=[1, *COLD], facing=(0, 1), ends="Coup de Grace")
    assert game.record(blue).status is Status.OUT


@pytest.mark.parametrize("rise", [0.3, 0.5, 0.6, 0.9])
@pytest.mark.parametrize("sideways", [0, 1.3])
def test_a_charge_that_falls_short_of_one_who_lies_on_a_ledge_stops_an_inch_away_too(
    rise: float, sideways: float
) -> None:
    ledge = piece("block", rect=[4, 16.5, 14, 6], height=rise)
    game, red, blue = scene(
        red=[fighter(10, 10)], blue=[fighter(10 + sideways, 17, rise, status=Status.SERIOUS)], board=ledge
    )
    game.does(red, "charge", target=blue, dice=[1, *COLD], facing=(0, 1), ends="Coup de Grace")
    assert game.record(blue).status is Status.OUT


@pytest.mark.parametrize("move", [2, 2.5, 3])
def test_nor_does_a_short_charge_stop_before_it_is_an_inch_away(move: float) -> None:
    slow = {"move": round(move * INCH)}
    game, red, blue = scene(
        red=[fighter(10, 10, stats=slow)], blue=[fighter(10, 11.9 + TOUCH + move, status=Status.SERIOUS)]
    )
    game.does(red, "charge", target=blue, dice=[1, *COLD], facing=(0, 1), ends="Coup de Grace")
    assert game.record(blue).status is Status.OUT


@pytest.mark.parametrize("rise", [0, 0.3, 0.5, 0.7])
def test_a_greatsword_reaches_an_inch_up_a_ledge(rise: float) -> None:
    ledge = piece("block", rect=[4, 17, 14, 6], height=rise) if rise else ""
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=("greatsword",))], blue=[fighter(10, 17.6, rise, weapons=KNIFE)], board=ledge
    )
    game.does(red, "charge", target=blue, dice=[1, 1, 1], facing=(0, 1))
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]


@pytest.mark.parametrize("sideways", [0, 0.3, 1.3, 2.1])
def test_a_charge_that_stops_an_inch_off_is_within_an_inch_for_a_greatsword(sideways: float) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=("greatsword",))], blue=[fighter(10 + sideways, 15, weapons=KNIFE)]
    )
    game.does(red, "charge", target=blue, reach=INCH, dice=[1, 1, 1], facing=(0, 1))
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]  # and a knife does not reach so far


def test_a_charge_starts_beside_a_fallen_enemy_all_the_same() -> None:
    fallen = fighter(10, 8.6, status=Status.SERIOUS)
    game, red, blues = scene(red=[fighter(10, 10, weapons=KNIFE)], blue=[fallen, fighter(10, 15, weapons=KNIFE)])
    game.does(red, "charge", target=blues[1], dice=[1, 1, 1], react=None)
    assert engaged_with(game.play, red) == (blues[1],)


@pytest.mark.parametrize("y", [12, 13, 14, 16, 17.9])
@pytest.mark.parametrize("height", [1.8, 4])
def test_a_charge_does_not_run_under_its_target_and_past_it(y: float, height: float) -> None:
    up_there = piece("platform", rect=[6, 11, 8, 10], z=height, thickness=0.25, climbable=False)
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, y, height)], board=up_there)
    game.does(red, "charge", target=blue, dice=[3], facing=(0, 1))
    assert game.record(red).at.y <= round(y * INCH)


# ---- blind drunk -----------------------------------------------------------------------------------------------------

NORTH, SOUTH = 90, 270
AHEAD = [fighter(10, 15, weapons=KNIFE)]


def drunkard(**more: Any) -> Any:
    return [fighter(10, 10, weapons=KNIFE, rinse=3, **more)]


def test_who_is_blind_drunk_charges_in_a_random_direction() -> None:
    game, red, blue = scene(red=drunkard(), blue=AHEAD)
    game.does(red, "charge", target=blue, dice=[2, SOUTH, 4], facing=(0, 1))
    assert rolled_keys(game) == ["charge.distance", "drunk.direction", "drunk"]
    assert game.record(red).at.spot == (10000, 4000, 0), "as far as both dice show"


def test_a_drunkard_that_stumbles_upon_an_enemy_fights_it() -> None:
    game, red, blue = scene(red=drunkard(), blue=AHEAD)
    game.does(red, "charge", target=blue, dice=[3, NORTH, 4, 1, 1], react=None, passing=True)
    assert game.gap(red, blue) <= 10 and "fight.hit" in rolled_keys(game)


def test_a_drunkard_that_falls_short_of_an_enemy_stops_an_inch_away() -> None:
    game, red, blue = scene(red=drunkard(), blue=AHEAD)
    game.does(red, "charge", target=blue, dice=[1, NORTH, 3], facing=(0, 1))  # 4.016" to go
    assert INCH <= game.gap(red, blue) <= INCH + 5 and "fight.hit" not in rolled_keys(game)


def test_in_gunk_a_drunkard_charges_as_far_as_one_die_shows() -> None:
    game, red, blue = scene(red=drunkard(conditions=("gunked",)), blue=AHEAD)
    game.does(red, "charge", target=blue, dice=[SOUTH, 2], facing=(0, 1))
    assert game.record(red).at.spot == (10000, 8000, 0)


def test_a_drunkard_that_falls_over_an_edge_has_charged_nobody() -> None:
    board = piece("platform", rect=[5, 5, 10, 10], z=3, thickness=0.25)
    game, red, blue = scene(red=[fighter(10, 6, 3, weapons=KNIFE, rinse=3)], blue=[fighter(10, 14, 3)], board=board)
    game.does(red, "charge", target=blue, dice=[3, SOUTH, 3, 1])
    assert game.record(red).at.z == 0 and game.state.turn.actor != red


def test_nobody_can_say_how_near_a_drunkards_charge_gets() -> None:
    game, red, blue = scene(red=drunkard(), blue=[fighter(40, 40)])
    question = game.asks(red, "charge")
    assert question.notes(blue) == ("it is too drunk to go where it likes: it staggers in a random direction",)
    assert question.cautions(blue) == ()


def test_at_some_tables_drink_leads_no_charge_astray() -> None:
    game, red, blue = scene(red=drunkard(), blue=AHEAD, options={"drink-leads-charges-astray": False})
    assert any("to go" in note for note in game.asks(red, "charge").notes(blue))
    game.does(red, "charge", target=blue, dice=[1, 1, 1], react=None)
    assert game.gap(red, blue) <= 10
