"""What is told of a target or an interrupt before it is chosen: it cannot reach, it may hit a friend."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import ANYBODY_MAY, figure, scene, spot


def archer(x: float, y: float, **card: Any) -> Any:
    return figure(x, y, weapons=["longbow"], **card)


@pytest.mark.parametrize(("options", "told"), [({}, True), ({"stray-shots": False}, False)])
def test_a_shot_into_a_fight_says_whom_it_may_hit(options: dict[str, Any], told: bool) -> None:
    game, red, (one, other) = scene(
        red=[archer(10, 5), figure(11.5, 15)], blue=[figure(10, 15), figure(20, 15)], options=options
    )
    question = game.asks(red[0], "fire")
    friend = game.world.names[red[1]]
    assert question.cautions(one) == ((f"natural 1s hit {friend}",) if told else ())
    assert question.cautions(other) == ()
    assert question.attack == (red[0], "Longbow")


def test_an_interrupt_that_shoots_into_a_fight_says_whom_it_may_hit() -> None:
    game, red, (watcher, friend) = scene(
        red=[figure(10, 10)], blue=[archer(10, 20, ap=1), figure(11.5, 10, ap=0)], options=ANYBODY_MAY
    )
    question = game.asks(red, "fight", target=friend)
    assert question.cautions(("interrupt-fire", watcher)) == (f"natural 1s hit {game.world.names[friend]}",)


@pytest.mark.parametrize(("x", "told"), [(12.5, True), (11, False)])
def test_it_says_so_only_if_no_target_is_without_that_risk(x: float, told: bool) -> None:
    game, red, (watcher, friend) = scene(
        red=[figure(11.5, 10, profile="human-hero"), figure(13.5, 10)],
        blue=[archer(12, 20, ap=1), figure(x, 11.3, ap=0)],
        options=ANYBODY_MAY,
    )
    question = game.asks(red[0], "with-me")
    names = game.world.names
    assert question.cautions(("interrupt-fire", watcher)) == ((f"natural 1s hit {names[friend]}",) if told else ())


def test_an_area_that_would_cover_a_friend_says_so() -> None:
    game, (red, friend), (one, other) = scene(
        red=[figure(10, 5, weapons=["grenade"]), figure(11.5, 12)], blue=[figure(10, 12), figure(20, 12)]
    )
    question = game.asks(red, "fire")
    assert question.cautions(one) == (f"covers {game.world.names[friend]}",)
    assert question.cautions(other) == ()


def test_a_point_around_which_a_friend_would_be_covered_says_so() -> None:
    game, (red, friend), _ = scene(
        red=[figure(10, 5, weapons=["grenade"]), figure(11.5, 12)], blue=[figure(10, 12), figure(20, 12)]
    )
    question = game.asks(red, "fire", target=-1)
    assert (question.key, question.attack) == ("fire.spot", (red, "Grenade"))
    assert question.cautions(spot(10, 12)) == (f"covers {game.world.names[friend]}",)
    assert question.cautions(spot(20, 12)) == ()
    mage = figure(10, 5, perks=["mage"], spells=["blast"], mana=4)
    game, (red, friend), _ = scene(red=[mage, figure(11.5, 12)], blue=[figure(10, 12)])
    question = game.asks(red, "cast")
    assert question.cautions(spot(10, 12)) == (f"covers {game.world.names[friend]}",)


def test_a_shot_of_a_band_into_a_fight_says_whom_it_may_hit() -> None:
    archers = [archer(10, 5, profile="human-hero"), archer(12, 5)]
    game, (red, _, friend), (one, other) = scene(
        red=[*archers, figure(11.5, 15)], blue=[figure(10, 15), figure(16, 15)]
    )
    question = game.asks(red, "on-my-mark")
    assert question.cautions(one) == (f"natural 1s hit {game.world.names[friend]}",)
    assert question.cautions(other) == ()
    assert question.attack == (red, "Longbow")


def test_a_charge_that_its_dice_do_not_carry_says_so() -> None:
    game, red, (near, far) = scene(red=[figure(10, 10)], blue=[figure(10, 16), figure(10, 40)])
    question = game.asks(red, "charge")
    assert question.cautions(near) == ()
    assert question.cautions(far) == ("out of reach, but for 6s that earn more dice",)


def test_a_charge_whose_dice_earn_nothing_is_out_of_reach_for_good() -> None:
    game, red, far = scene(
        red=[figure(10, 10)], blue=[figure(10, 40)], options={"criticals-everywhere": False, "drop-dice": False}
    )
    assert game.asks(red, "charge").cautions(far) == ("out of reach",)


def test_a_counter_charge_that_does_not_get_there_says_so() -> None:
    game, red, (charged, beside, far) = scene(
        red=[figure(10, 10)],
        blue=[figure(10, 16, ap=1), figure(14, 14, ap=1), figure(40, 40, ap=1)],
        options={**ANYBODY_MAY, "bystanders-answer-charges": True},
    )
    question = game.asks(red, "charge", target=charged)
    kind = "interrupt-counter-charge"
    assert question.cautions((kind, charged)) == question.cautions((kind, beside)) == ()
    assert question.cautions((kind, far)) == ("as they stand out of reach, but for 6s that earn more dice",)
