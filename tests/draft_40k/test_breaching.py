"""Blows at vehicles that do not strike back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.attacks.breaching import hulls_at
from warbook.rulesets.draft_40k.checks.striking import attacks_of
from warbook.rulesets.draft_40k.movement.charging import charge_question
from warbook.rulesets.draft_40k.movement.stepping_back import back_question
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.sight import gap
from warbook.testing import model

MODES = {"stationary": 1, "advance": 4, "surge": 6, "flat-out": 6}


def beside(profile: str = "keeper", charged: bool = True, **tank: Any) -> Field:
    """Somebody behind a tank of three by four and a half inches that looks away, in contact with it."""
    us = row(1, 10, 10, profile, "us", unit={"done": ["charged"]} if charged else {})
    game = field(us, [model(10, 40, "breakwater", name="tank", squad="tank", **tank)], phase="assault")
    touch(game)
    return game


def touch(game: Field) -> None:
    """The tank is moved until it touches us."""
    machine = game.machine("tank")
    us = game.play.state.records[game.squad("us").members[0]]

    away = gap(us.at, machine.at)
    game.play.state.put(replace(machine, at=replace(machine.at, y=machine.at.y - away)))


@pytest.mark.parametrize(("mode", "number"), MODES.items())
def test_the_faster_it_went_the_harder_it_is_to_hit(mode: str, number: int) -> None:
    game = beside(unit={"mode": mode})
    us, tank = Unit(game.play, game.unit("us")), Unit(game.play, game.unit("tank"))
    assert attacks_of(us, us.members, tank).hit.number == number


def test_what_cannot_move_is_hit_without_a_die() -> None:
    game = beside(unit={"mode": "surge"}, immobilised=True)
    us, tank = Unit(game.play, game.unit("us")), Unit(game.play, game.unit("tank"))
    assert attacks_of(us, us.members, tank).hit.number == 1


def test_a_charge_at_a_tank_locks_nobody_and_touches_it() -> None:
    game = field(row(3, 10, 10, "keeper", "us"), [model(10, 17, "breakwater", name="tank", squad="tank")])
    us, tank = game.unit("us"), game.unit("tank")
    answer = charge_question(game.play, Unit(game.play, us), [Unit(game.play, tank)], "advance").proposal()
    game.does(us, "charge", target=tank, mode="advance", charge=answer)
    assert game.squad("us").locked == game.squad("tank").locked == ()
    assert [each.id for each in hulls_at(Unit(game.play, us))] == [tank]


def test_blows_go_at_the_rear_and_grenades_are_one_attack_each() -> None:
    """Grenades of Strength 6 and a 4 glance off the rear of 10; whoever struck goes back from it."""
    game = beside()
    before = game.squad("us").members
    back = (((10_000, 8_750, 0, 0),),)
    game.does(game.unit("us"), "assault", blow="breach-grenades", dice=[4, 6], step_back=back)
    assert not game.machine("tank").wrecked
    assert game.machine("tank").immobilised, "6 less 2 for what glances off"
    us = game.play.state.records[before[0]]
    assert gap(us.at, game.machine("tank").at) > 1000


def test_fists_go_at_the_rear_with_twice_the_strength_and_nobody_may_stay() -> None:
    """A fist of Strength 8: two attacks and one for the charge, of which none needs a die to hit; a 2 glances off."""
    game = beside("bell-keeper", unit={"mode": "stationary"})
    us = Unit(game.play, game.unit("us"))
    attack = attacks_of(us, us.members, Unit(game.play, game.unit("tank")))
    assert (attack.dice, attack.strength, attack.penetrating) == (3, 8, 1)
    question = back_question(game.play, us, [game.world.card(game.unit("tank")).models[0]])
    assert question.legal(question.stay) == ("Us 1: It must end more than an inch from the vehicle.",)


def test_who_has_not_charged_does_not_strike() -> None:
    why = "It must be locked in combat, or touch a vehicle that it has charged."
    assert why in beside(charged=False).why_not(beside(charged=False).unit("us"), "assault")
    assert why not in beside().why_not(beside().unit("us"), "assault")
