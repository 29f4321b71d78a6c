"""Interrupts: who may declare which against what, and the order in which everything then happens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import (
    ANYBODY_MAY,
    HIT,
    MISS,
    UNSAVED,
    attacks_made,
    covers,
    figure,
    interrupts_offered,
    leg,
    scene,
)
from warbook.core.length import INCH, inches
from warbook.rulesets.gangfight.attacks import charge_attacks
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.deeds import Pledged, Ran
from warbook.rulesets.gangfight.events.figures import Fell
from warbook.rulesets.gangfight.events.movement import Moved
from warbook.rulesets.gangfight.events.rounds import Spent
from warbook.rulesets.gangfight.records.state import Deed

BYSTANDERS: dict[str, Any] = {**ANYBODY_MAY, "bystanders-answer-charges": True}


def charged(
    ap: int = 1,
    far: float = 8,
    red: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **blue: Any,
) -> Any:
    """One who is about to charge another."""
    return scene(red=[figure(10, 10, **(red or {}))], blue=[figure(10, 10 + far, ap=ap, **blue)], options=options)


def locked(ap: int = 1, red: dict[str, Any] | None = None, **blue: Any) -> Any:
    """Two in base contact."""
    return scene(red=[figure(10, 10, **(red or {}))], blue=[figure(10, 11.1, ap=ap, **blue)])


# ---- who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blue", "kinds"),
    [
        ({}, ["counter-charge", "flee", "bulwark"]),
        ({"weapons": ["revolver"]}, ["counter-charge", "flee", "fire", "bulwark"]),
        ({"weapons": ["longbow"], "unloaded": (0,)}, ["counter-charge", "flee", "bulwark"]),
    ],
)
def test_who_is_charged_may(blue: dict[str, Any], kinds: list[str]) -> None:
    game, red, other = charged(**blue)
    assert interrupts_offered(game, red, "charge", at=other) == [(kind, other) for kind in kinds]


def test_the_window_says_what_is_answered_and_each_question_whose_answer_it_is() -> None:
    game, red, blue = charged(weapons=["revolver"])
    window = game.asks(red, "charge", at=blue)
    assert window.prompt == "Human Regular at 10, 10 declares Charge! against Human Regular at 10, 18. Who reacts?"
    game, reds, blue = two_charge_one()
    whom = game.asks(reds[0], "with-me", way="charge", target=[blue, blue], interrupt_counter_charge=blue)
    assert whom.prompt == "Whom does Human Regular at 12, 17 counter-charge?"


def test_who_is_charged_in_close_combat_may_fight_but_not_counter_charge_or_fire() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(10, 19.1)], blue=[figure(10, 18, ap=1, weapons=["revolver"])])
    assert interrupts_offered(game, reds[0], "charge", at=blue) == [("flee", blue), ("bulwark", blue), ("fight", blue)]


@pytest.mark.parametrize("action", ["fight", "power-attack", "finesse-attack"])
def test_who_is_attacked_in_close_combat_may_bulwark_or_fight(action: str) -> None:
    game, red, blue = locked(weapons=["revolver"])
    assert interrupts_offered(game, red, action, at=blue) == [("bulwark", blue), ("fight", blue)]


def test_who_is_attacked_from_further_off_is_not_yet_in_close_combat() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 12.5, ap=1, weapons=["revolver"])])
    assert interrupts_offered(game, red, "fight", at=blue) == [("fire", blue), ("bulwark", blue)]


def test_who_is_shot_at_may_fire_or_bulwark() -> None:
    game, red, blue = charged(red={"weapons": ["revolver"]}, weapons=["revolver"])
    assert interrupts_offered(game, red, "fire", at=blue) == [("fire", blue), ("bulwark", blue)]


def test_nothing_that_is_aimed_at_nobody_is_interrupted() -> None:
    game, red, blue = charged(ap=3, weapons=["revolver"])
    game.does(red, "move", path=())
    assert game.happened(Pledged) == []


def test_unless_anybody_may_then_it_may_be_shot_at() -> None:
    game, red, blue = scene(
        red=[figure(10, 10)], blue=[figure(10, 18, ap=3, weapons=["revolver"])], options=ANYBODY_MAY
    )
    assert interrupts_offered(game, red, "move") == [("fire", blue)]


@covers("interrupt-counter-charge", "refused")
@covers("interrupt-flee", "refused")
@covers("interrupt-bulwark", "refused")
@covers("interrupt-fight", "refused")
@covers("interrupt-fire", "refused")
@pytest.mark.parametrize("blue", [{"ap": 0}, {"down": True}])
def test_who_has_no_point_or_lies_may_do_nothing(blue: dict[str, Any]) -> None:
    game, red, other = charged(**{"ap": 3, "weapons": ["revolver"], **blue})
    game.does(red, "charge", at=other, dice=[2, 2, 2, 2, *MISS])
    game, red, other = locked(**{"ap": 3, **blue})
    game.does(red, "fight", at=other, dice=MISS)
    assert game.happened(Pledged) == []


def test_who_stands_by_may_not_interrupt() -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=1), figure(12, 18, ap=1)])
    assert {who for _, who in interrupts_offered(game, red, "charge", at=blues[0])} == {blues[0]}


def test_unless_the_table_plays_it_so() -> None:
    game, red, blues = scene(
        red=[figure(10, 10)], blue=[figure(10, 18, ap=1), figure(13, 18, ap=1)], options=ANYBODY_MAY
    )
    assert {who for _, who in interrupts_offered(game, red, "charge", at=blues[0])} == set(blues)


def test_nobody_interrupts_twice_in_one_action() -> None:
    game, red, blue = locked(ap=3)
    game.does(red, "fight", at=blue, dice=[*MISS, *MISS], interrupt_fight=blue)
    assert game.record(blue).ap == 2


def test_an_interrupt_costs_a_held_point_at_once() -> None:
    game, red, blue = charged(ap=2)
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], interrupt_bulwark=blue)
    assert game.record(blue).ap == 1
    order = [type(e) for e in game.events if type(e) in (Spent, Pledged, Ran, Moved)]
    assert order == [Spent, Pledged, Ran, Moved]


# ---- Counter-Charge --------------------------------------------------------------------------------------------------


@covers("interrupt-counter-charge", "works")
def test_where_the_charger_arrives_both_strike_the_charger_first() -> None:
    game, red, blue = charged()
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS, *MISS], interrupt_counter_charge=blue)
    assert attacks_made(game) == [(red, blue), (blue, red)]
    assert len(game.happened(Ran)) == 1


@covers("interrupt-counter-charge", "numbers")
def test_where_the_charger_falls_short_only_the_other_runs_and_strikes() -> None:
    game, red, blue = charged(far=14)
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 2, 2, 2, 2, 2, *MISS], interrupt_counter_charge=blue)
    assert [(e.who, e.length) for e in game.happened(Ran)] == [(red, 5 * INCH), (blue, 8 * INCH)]
    assert game.record(red).at.y == 15 * INCH
    assert game.gap(red, blue) <= 50
    assert attacks_made(game) == [(blue, red)]


def test_where_both_fall_short_nobody_strikes() -> None:
    game, red, blue = charged(far=20)
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, 1, 1, 1, 1], interrupt_counter_charge=blue)
    assert attacks_made(game) == []
    assert game.gap(red, blue) == 20 * INCH - 8 * INCH - 1100


def test_the_fallen_still_strike_and_both_may_fall() -> None:
    game, red, blue = charged(wounds=1, red={"wounds": 1})
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *HIT, *UNSAVED, *HIT, *UNSAVED], interrupt_counter_charge=blue)
    assert game.record(red).out and game.record(blue).out
    assert game.happened(Fell) == [Fell(red, blue), Fell(blue, red)]
    assert game.state.turn.deed is None and game.state.turn.actor == -1


def test_the_fallen_close_in_as_if_they_stood() -> None:
    game, red, blue = charged(far=8.5, wounds=1, red={"profile": "ogre-regular"})
    game.does(
        red, "charge", at=blue, dice=[1] * 5 + [*HIT, 1, 1] + MISS, close=False, interrupt_counter_charge=blue,
    )  # fmt: skip
    assert attacks_made(game) == [(red, blue), (blue, red)]
    assert game.record(blue).out


STAYS = {"counter-from-combat": False}


def two_charge_one(options: dict[str, Any] | None = None) -> Any:
    """Two are about to charge one between them, the first of them the nearer."""
    return scene(red=[figure(11, 10), figure(17.5, 10)], blue=[figure(12, 17, ap=1)], options=options)


def both(game: Any, red: list[int], blue: int, **answers: Any) -> None:
    """They charge it, it names the second of them, and that one falls short."""
    game.does(
        red[0],
        "with-me",
        way="charge",
        target=[blue, blue],
        interrupt_counter_charge=blue,
        against=red[1],
        passing=True,
        **answers,
    )


@covers("interrupt-counter-charge", "works")
def test_a_counter_charger_runs_at_the_one_that_it_named_though_another_has_come_home_and_strikes_as_it_leaves() -> (
    None
):
    game, red, blue = two_charge_one()
    both(game, red, blue, dice=[*(2, 2, 2, 2), *(1, 1, 1, 1), *(2, 2, 2, 2), *MISS, *MISS])
    assert [(e.who, e.free) for e in game.happened(Attacked)] == [(red[0], True), (blue, False)]
    assert attacks_made(game) == [(red[0], blue), (blue, red[1])]


@covers("interrupt-counter-charge", "works")
def test_unless_the_table_has_it_stay_and_meet_the_one_who_has() -> None:
    game, red, blue = two_charge_one(STAYS)
    both(game, red, blue, dice=[*(2, 2, 2, 2), *(1, 1, 1, 1), *MISS, *MISS])
    assert attacks_made(game) == [(red[0], blue), (blue, red[0])]
    assert game.record(blue).at.y == 17 * INCH
    assert "Human Regular at 12, 17 stays to meet Human Regular at 11, 10." in game.log()


@covers("interrupt-counter-charge", "works")
def test_it_runs_at_that_table_too_as_long_as_nobody_has_come() -> None:
    game, red, blue = two_charge_one(STAYS)
    both(game, red, blue, dice=[*(1, 1, 1, 1), *(1, 1, 1, 1), *(2, 2, 2, 2), *MISS])
    assert attacks_made(game) == [(blue, red[1])]


@covers("interrupt-counter-charge", "works")
def test_of_several_who_have_come_it_chooses_whom_it_meets() -> None:
    game, red, blue = scene(
        red=[figure(12, 10), figure(17, 10), figure(9, 10)], blue=[figure(12, 17, ap=1)], options=STAYS
    )
    game.does(
        red[0],
        "with-me",
        way="charge",
        join=red[1:],
        target=[blue] * 3,
        interrupt_counter_charge=blue,
        against=red[1],
        meets=red[2],
        next=red[0],
        dice=[*(2, 2, 2, 2), *(1, 1, 1, 1), *(2, 2, 2, 2), *MISS, *MISS, *MISS],
    )
    assert attacks_made(game) == [(red[0], blue), (red[2], blue), (blue, red[2])]


@pytest.mark.parametrize(("heavy", "offers"), [("true", False), ("false", True)])
def test_who_carries_something_heavy_does_not_counter_charge(heavy: str, offers: bool) -> None:
    crate = f'[[marker]]\nid = "crate"\nkind = "crate"\nat = [30, 30, 0]\nparams = {{ heavy = {heavy} }}\n'
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=1, carries=(2,))], board=crate)
    assert (("counter-charge", blue) in interrupts_offered(game, red, "charge", at=blue)) is offers


HEAVY: dict[str, Any] = {"profile": "ogre-regular", "stats": {"abilities": {"throwing-weight": 0}}}


def test_who_throws_its_weight_into_charges_does_so_when_it_runs_to_meet_one() -> None:
    game, red, ogre = scene(red=[figure(10, 10)], blue=[figure(10, 24, ap=1, **HEAVY)])
    game.does(red, "charge", at=ogre, interrupt_counter_charge=ogre, dice=[*[1] * 4, *[2] * 5, *HIT, *[1] * 2])
    assert [e.damage.number for e in game.happened(Attacked)] == [7]
    assert game.record(red).down


def test_it_does_not_where_the_charger_has_come_home_and_it_need_not_run() -> None:
    game, red, ogre = scene(red=[figure(10, 10)], blue=[figure(10, 17, ap=1, **HEAVY)])
    game.does(red, "charge", at=ogre, interrupt_counter_charge=ogre, dice=[*[2] * 4, *MISS, *MISS])
    assert [(e.who, e.damage.number) for e in game.happened(Attacked)] == [(red, 4), (ogre, 6)]


def test_bull_true_shoots_at_who_counter_charges_it() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, perks=["bull-true"], weapons=["shortbow"])], blue=[figure(10, 22, ap=1)]
    )
    game.does(red, "charge", at=blue, interrupt_counter_charge=blue, dice=[*[1] * 4, *[2] * 4, *[1] * 4, *MISS])
    assert [(e.who, e.whom, e.close) for e in game.happened(Attacked)] == [(red, blue, False), (blue, red, True)]


# ---- Flee! -----------------------------------------------------------------------------------------------------------


@covers("interrupt-flee", "works")
def test_who_flees_fast_enough_is_not_caught() -> None:
    game, red, blue = charged()
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 2], interrupt_flee=blue)
    assert game.record(blue).at.y == 22 * INCH
    assert game.record(red).at.y == 15 * INCH
    assert attacks_made(game) == []


@covers("interrupt-flee", "numbers")
def test_a_flight_of_four_inches_from_three_away_is_caught_by_a_run_of_eight() -> None:
    game, red, blue = charged(far=4.1)
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], interrupt_flee=blue)
    assert game.record(blue).at.y == 18.1 * INCH
    assert [e.how for e in game.happened(Moved)] == ["flees", "charges"]
    assert attacks_made(game) == [(red, blue)]


def test_the_dice_of_the_charge_are_rolled_before_the_flight() -> None:
    game, red, blue = charged()
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 2], interrupt_flee=blue)
    assert [type(e) for e in game.events if type(e) in (Ran, Moved)] == [Ran, Moved, Moved]


def test_who_flees_from_close_combat_is_struck_by_those_it_does_not_flee_from() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(11.1, 18)], blue=[figure(10, 18, ap=1)])
    game.does(reds[0], "charge", at=blue, dice=[1, 1, 1, 1, *HIT, *UNSAVED], interrupt_flee=blue)
    assert attacks_made(game) == [(reds[1], blue)]
    assert game.record(blue).at.y == 22 * INCH
    assert game.record(blue).wounds == 2


def test_a_flight_ends_at_the_edge_of_the_table() -> None:
    game, red, blue = scene(red=[figure(10, 38)], blue=[figure(10, 46, ap=1)])
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], interrupt_flee=blue, close=False)
    assert game.record(blue).at.y > 47 * INCH
    assert attacks_made(game) == [(red, blue)]


def test_who_flees_into_the_threat_range_of_a_counter_striker_is_struck_there() -> None:
    game, reds, blue = scene(
        red=[figure(10, 10), figure(11.5, 22, perks=["counter-strike"])], blue=[figure(10, 18, ap=1)]
    )
    game.does(reds[0], "charge", at=blue, dice=[1, 1, 1, 1, *MISS], interrupt_flee=blue)
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(reds[1], blue)]


@pytest.mark.parametrize(("y", "down", "end"), [(20, False, 22), (20, True, 22), (21.5, False, 20.3)])
def test_who_flees_passes_friends_and_the_lying_where_it_can_end_beyond_them(y: float, down: bool, end: float) -> None:
    game, red, (blue, _) = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=1), figure(10, y, down=down)])
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1], interrupt_flee=blue)
    assert abs(game.record(blue).at.y - inches(end)) <= INCH // 8


# ---- Bulwark ---------------------------------------------------------------------------------------------------------


@covers("interrupt-bulwark", "works")
@covers("interrupt-bulwark", "numbers")
def test_a_bulwark_is_one_harder_to_hit_in_this_action_only() -> None:
    game, red, blue = locked()
    game.does(red, "fight", at=blue, dice=[4, 4, 4], interrupt_bulwark=blue)
    assert game.happened(Attacked)[0].number.number == 5
    assert game.record(blue).wounds == 3
    game.does(red, "fight", at=blue, dice=[4, 1, 1, *UNSAVED])
    assert game.happened(Attacked)[0].number.number == 4
    assert game.record(blue).wounds == 2


def test_a_bulwark_holds_against_all_who_charge_and_nobody_is_asked_against_whom() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(13, 10)], blue=[figure(11.5, 16, ap=1)])
    game.does(
        reds[0], "with-me", way="charge", target=[blue, blue], interrupt_bulwark=blue, next=reds[0],
        dice=[*[2] * 8, *MISS, *MISS],
    )  # fmt: skip
    assert [e.number.number for e in game.happened(Attacked)] == [5, 5]


# ---- Fight! ----------------------------------------------------------------------------------------------------------


@covers("interrupt-fight", "works")
def test_who_is_attacked_in_close_combat_strikes_back_afterwards() -> None:
    game, red, blue = locked()
    game.does(red, "fight", at=blue, dice=[*HIT, *UNSAVED, *HIT, *UNSAVED], interrupt_fight=blue)
    assert attacks_made(game) == [(red, blue), (blue, red)]
    assert game.record(red).wounds == game.record(blue).wounds == 2


@covers("interrupt-fight", "numbers")
def test_it_strikes_even_if_it_has_fallen() -> None:
    game, red, blue = locked(wounds=1)
    game.does(red, "fight", at=blue, dice=[*HIT, *UNSAVED, 4, 4, 1, *UNSAVED], interrupt_fight=blue)
    assert attacks_made(game) == [(red, blue), (blue, red)]
    assert game.record(red).wounds == 1
    assert game.record(blue).out


def test_who_is_charged_while_fighting_another_strikes_at_the_charger() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(11.1, 18)], blue=[figure(10, 18, ap=1)])
    game.does(reds[0], "charge", at=blue, dice=[2, 2, 2, 2, *MISS, *MISS], interrupt_fight=blue)
    assert attacks_made(game) == [(reds[0], blue), (blue, reds[0])]


def test_it_strikes_nobody_who_stays_out_of_reach() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(11.1, 18)], blue=[figure(10, 18, ap=1)])
    game.does(reds[0], "charge", at=blue, dice=[1, 1, 1, 1], interrupt_fight=blue)
    assert attacks_made(game) == []


# ---- Fire! -----------------------------------------------------------------------------------------------------------


@covers("interrupt-fire", "works")
def test_a_charger_is_shot_at_after_it_has_struck() -> None:
    game, red, blue = charged(weapons=["revolver"])
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS, 4, 1, 1, 1, *UNSAVED], interrupt_fire=blue)
    assert [e.how for e in game.happened(Attacked)] == ["strikes at", "shoots at"]
    assert game.record(red).wounds == 2


@covers("interrupt-fire", "numbers")
def test_the_shot_is_measured_when_it_is_declared() -> None:
    game, red, blue = charged(far=12, weapons=["revolver"])  # 10.9" away, beyond 8": no die more
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, 1, 1, 1], interrupt_fire=blue)
    assert game.happened(Attacked)[-1].dice.number == 3


def test_the_shot_of_who_has_fallen_is_lost() -> None:
    game, red, blue = charged(weapons=["revolver"], wounds=1)
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *HIT, *UNSAVED], interrupt_fire=blue)
    assert attacks_made(game) == [(red, blue)]
    assert game.record(red).wounds == 3


def test_a_shot_in_answer_to_a_shot() -> None:
    game, red, blue = charged(red={"weapons": ["revolver"]}, weapons=["revolver"])
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 1, 1, 1, 1, 1], interrupt_fire=blue)
    assert attacks_made(game) == [(red, blue), (blue, red)]


# ---- late ------------------------------------------------------------------------------------------------------------


def test_who_is_attacked_after_a_move_in_a_band_has_a_window_then() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(12, 10)], blue=[figure(10, 14, ap=1)])
    game.does(
        reds[0], "with-me", way="move", path=[(leg(10, 12.9),), ()], attack=blue, interrupt_fight=blue,
        dice=[*MISS, *MISS],
    )  # fmt: skip
    assert attacks_made(game) == [(reds[0], blue), (blue, reds[0])]


def test_nobody_strikes_back_at_who_has_fallen() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, wounds=1)],
        blue=[figure(10, 11.1, ap=1), figure(11.1, 10, ap=1)],
        options=ANYBODY_MAY,
    )
    game.does(
        red, "fight", at=blues[0], dice=[*MISS, *HIT, *UNSAVED], answer=blues[1],
        Declared=[("interrupt-fight", blues[0]), ("interrupt-fight", blues[1])],
    )  # fmt: skip
    assert attacks_made(game) == [(red, blues[0]), (blues[1], red)]
    assert game.happened(Fell) == [Fell(red, blues[1])]


# ---- anybody may -----------------------------------------------------------------------------------------------------


def test_three_interrupt_one_charge_each_in_its_place() -> None:
    game, red, blues = scene(
        red=[figure(10, 10)],
        blue=[figure(10, 18, ap=1), figure(14, 16, ap=1), figure(6, 16, ap=1, weapons=["revolver"])],
        options=BYSTANDERS,
    )
    game.does(
        red, "charge", at=blues[0], dice=[2, 2, 2, 2, *[2, 2, 2, 2], *MISS, *[1, 1, 1, 1]],
        Declared=[("interrupt-flee", blues[0]), ("interrupt-counter-charge", blues[1]), ("interrupt-fire", blues[2])],
        answer=blues[1],
    )  # fmt: skip
    assert [e.who for e in game.happened(Pledged)] == blues
    assert [(e.who, e.how) for e in game.happened(Moved)][:3] == [
        (blues[0], "flees"), (red, "charges"), (blues[1], "counter-charges"),
    ]  # fmt: skip
    assert all(game.record(blue).ap == 0 for blue in blues)
    assert game.state.turn.deed is None


def test_a_friend_of_the_charged_counter_charges_the_charger() -> None:
    game, red, blues = scene(
        red=[figure(10, 10)], blue=[figure(10, 18, ap=1), figure(17, 17, ap=1)], options=BYSTANDERS
    )
    game.does(
        red, "charge", at=blues[0], dice=[2, 2, 2, 2, 2, 2, 2, 2, *MISS, *MISS], interrupt_counter_charge=blues[1],
    )  # fmt: skip
    assert attacks_made(game) == [(red, blues[0]), (blues[1], red)]
    assert [e.who for e in game.happened(Ran)] == [red, blues[1]]


# ---- what tables may settle otherwise --------------------------------------------------------------------------------


@pytest.mark.parametrize(("strikes", "blows"), [(False, 1), (True, 2)])
def test_a_charger_that_fell_short_strikes_at_who_comes_to_meet_it_only_where_the_table_allows_it(
    strikes: bool, blows: int
) -> None:
    game, red, blue = scene(
        red=[figure(10, 10)], blue=[figure(10, 19, ap=1)], options={"failed-charger-strikes": strikes}
    )
    game.does(red, "charge", at=blue, interrupt_counter_charge=blue, dice=[1] * 8 + MISS * blows)
    assert attacks_made(game) == [(red, blue), (blue, red)][-blows:]


def test_each_of_a_band_strikes_at_those_who_came_to_meet_itself() -> None:
    deed = Deed("with-me", "charge", 0, ((0, 2), (1, 3)), reached=((2, 0), (3, 1), (1, 3)))
    options = {"failed-charger-strikes": True, "charge-attacks": "anybody"}
    game, red, blue = scene(
        red=[figure(10, 10), figure(14, 10)], blue=[figure(10, 11.5), figure(14, 11.5)], options=options, deed=deed
    )
    assert [charge_attacks.reached_by(game.play, who) for who in red] == [[blue[0]], [blue[1]]]


@pytest.mark.parametrize(("lasts", "number"), [("action", 4), ("turn", 5)])
def test_a_bulwark_stands_for_the_action_or_where_the_table_has_it_so_for_the_turn(lasts: str, number: int) -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 11.1, ap=1)], options={"bulwark-lasts": lasts})
    game.does(red, "fight", at=blue, interrupt_bulwark=blue, dice=MISS)
    assert game.happened(Attacked)[0].number.number == 5
    game.does(red, "fight", at=blue, dice=MISS)
    assert game.happened(Attacked)[0].number.number == number


@pytest.mark.parametrize(("may", "kinds"), [(True, ["flee", "bulwark", "fight"]), (False, ["bulwark", "fight"])])
def test_who_is_in_close_combat_with_another_may_flee_from_a_charge_unless_the_table_forbids_it(
    may: bool, kinds: list[str]
) -> None:
    game, reds, blue = scene(
        red=[figure(10, 10), figure(10, 19.1)], blue=[figure(10, 18, ap=1)], options={"flee-from-combat": may}
    )
    assert [kind for kind, _ in interrupts_offered(game, reds[0], "charge", at=blue)] == kinds


# ---- what people read ------------------------------------------------------------------------------------------------


def test_the_log_tells_who_acts_against_whom() -> None:
    game, red, blue = charged(weapons=["revolver"])
    game.does(red, "charge", at=blue, interrupt_fire=blue, dice=[1, 1, 1, 1, *MISS, 1])
    me, other = (game.world.names[who] for who in (red, blue))
    said = [line for line in game.log() if "declares" in line]
    assert said == [f"{me} declares Charge! against {other}.", f"{other} declares Fire! against {me}."]


@pytest.mark.parametrize(
    ("options", "kinds"), [(ANYBODY_MAY, ["bulwark"]), (BYSTANDERS, ["counter-charge", "flee", "bulwark"])]
)
def test_only_who_is_charged_counter_charges_or_flees_unless_the_table_lets_everybody(
    options: dict[str, Any], kinds: list[str]
) -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=1), figure(13, 18, ap=1)], options=options)
    offered = interrupts_offered(game, red, "charge", at=blues[0])
    assert [kind for kind, who in offered if who == blues[0]] == ["counter-charge", "flee", "bulwark"]
    assert [kind for kind, who in offered if who == blues[1]] == kinds


@pytest.mark.parametrize(("reaches", "far", "offered"), [
    ("dice", 9, True), ("dice", 20, True), ("range", 8, True), ("range", 8.1, False),
])  # fmt: skip
def test_fire_answers_as_far_as_a_die_is_left_or_within_the_range_alone(
    reaches: str, far: float, offered: bool
) -> None:
    game, red, blue = charged(far=far + 1.1, weapons=["revolver"], options={"interrupt-fire-reaches": reaches})
    assert (("fire", blue) in interrupts_offered(game, red, "charge", at=blue)) is offered


@pytest.mark.parametrize(("late", "pledged"), [(True, 1), (False, 0)])
def test_who_becomes_a_target_after_the_moves_interrupts_then_unless_the_table_forbids_it(
    late: bool, pledged: int
) -> None:
    game, reds, blue = scene(
        red=[figure(10, 10), figure(12, 10)], blue=[figure(10, 14, ap=1)], options={"late-interrupts": late}
    )
    answers: dict[str, Any] = {"interrupt_bulwark": blue} if late else {}
    game.does(reds[0], "with-me", way="move", path=[(leg(10, 12.9),), ()], attack=blue, dice=MISS, **answers)
    assert len(game.happened(Pledged)) == pledged
