"""Group activations: who may be taken along, in which order they act, and the beasts that come with them."""

from __future__ import annotations

from typing import Any

from tests.necromunda.scenes import COLD, fighter, leg, marker, next_question, run_rule, scene, way
from warbook.rulesets.necromunda.battle import activations
from warbook.rulesets.necromunda.events.rounds import Activated
from warbook.rulesets.necromunda.harm import injury
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model

END = "end-activation"
NOBODY = -1


def leader(x: float, y: float, **more: Any) -> Any:
    return fighter(x, y, profile="chandler", **more)


def activated(game: Any) -> list[int]:
    return [e.who for e in game.history if isinstance(e, Activated)]


def test_a_leader_takes_two_ready_friends_along_that_are_near() -> None:
    game, (boss, a, b, spent, far), blue = scene(
        red=[leader(10, 10), fighter(12, 10), fighter(10, 12), fighter(8, 10, ready=False), fighter(20, 10)],
        blue=[fighter(10, 40)],
    )
    asked = next_question(game, activate=boss)
    assert asked.key == "group" and asked.candidates(9) == [a, b, NOBODY]
    game.goes_on(activate=boss, group=[a, b], action=[END, END, END], next=[b, boss])
    assert activated(game) == [b, boss, a]
    assert game.state.turn.seat == 1 and game.record(far).ready


def test_a_champion_takes_one_and_a_ganger_nobody() -> None:
    game, (boss, a, b), blue = scene(
        red=[fighter(10, 10, profile="wickmaster"), fighter(12, 10), fighter(10, 12)], blue=[fighter(10, 40)]
    )
    game.goes_on(activate=boss, group=a, action=[END, END], next=[boss])
    assert activated(game) == [boss, a]
    game, (a, b), blue = scene(red=[fighter(10, 10), fighter(12, 10)], blue=[fighter(10, 40)])
    game.goes_on(activate=a, action=END)
    assert game.state.turn.seat == 1


def test_a_member_of_a_group_starts_none_of_its_own() -> None:
    game, (boss, second, third), blue = scene(
        red=[leader(10, 10), fighter(12, 10, profile="wickmaster"), fighter(14, 10)], blue=[fighter(10, 40)]
    )
    game.goes_on(activate=boss, group=[second, NOBODY], action=[END, END], next=[boss])
    assert activated(game) == [boss, second] and game.record(third).ready


def test_neither_nerve_nor_wounds_keep_one_out_of_a_group() -> None:
    game, (boss, broken, hurt), blue = scene(
        red=[leader(10, 10), fighter(12, 10, broken=True), fighter(10, 12, status=Status.SERIOUS)],
        blue=[fighter(10, 40)],
    )
    assert activations.group_candidates(game.play, game.model(boss), []) == [broken, hurt]


def test_a_group_goes_on_when_its_leader_falls() -> None:
    game, (boss, friend), blue = scene(red=[leader(10, 10), fighter(12, 10)], blue=[fighter(10, 40)])
    game.goes_on(activate=boss, group=friend, next=boss)
    run_rule(game, lambda play: injury.take_out(play, Model(play, boss), -1), dice=(6, 6, 1, 5))
    game.goes_on(action=END)
    assert activated(game) == [boss, friend]


def test_beasts_come_with_their_owner_for_nothing_even_if_it_is_itself_taken_along() -> None:
    game, (boss, hound, keeper, other), blue = scene(
        red=[
            leader(10, 10),
            fighter(11, 12, profile="tallow-hound", beast_of=0),
            fighter(12, 10),
            fighter(13, 12, profile="tallow-hound", beast_of=2),
        ],
        blue=[fighter(10, 40)],
    )
    assert activations.group_candidates(game.play, game.model(boss), []) == [keeper]
    game.goes_on(activate=boss, group=keeper, action=[END] * 4, next=[boss, keeper, other])
    assert activated(game) == [boss, keeper, other, hound]


def test_a_beast_that_ends_far_from_its_owner_tests_its_nerve() -> None:
    red = [fighter(10, 10), fighter(10, 15, profile="tallow-hound", beast_of=0)]
    game, (owner, hound), blue = scene(red=red, blue=[fighter(10, 40)])
    game.goes_on(activate=owner, action=[END, END], next=owner, dice=[3, 3])
    assert not game.record(hound).broken
    game, (owner, hound), blue = scene(red=red, blue=[fighter(10, 40)])
    game.goes_on(activate=owner, action=[END, END], next=owner, dice=[3, 2, 1, 1])  # it runs, and not far
    assert any(type(e).__name__ == "Broke" for e in game.events)
    game, (owner, hound), blue = scene(
        red=[fighter(10, 10), fighter(10, 13, profile="tallow-hound", beast_of=0)], blue=[fighter(10, 40)]
    )
    game.goes_on(activate=owner, action=[END, END], next=owner)
    assert game.state.turn.seat == 1


def test_a_beast_that_costs_its_owner_the_battle_acts_no_more() -> None:
    game, (owner, beast), _ = scene(
        red=[fighter(13.5, 13.5, wounds=1), fighter(10, 10, beast_of=0)],
        blue=[fighter(40, 40)],
        board=marker("booby-trap", 12, 13),
    )
    # the beast springs a trap, which takes out its owner, and goes with that
    game.does(beast, "move", path=way(leg(11, 11.5)), dice=[4, 1, 6, 6, *COLD], order=(owner, beast))
    assert game.record(beast).status is Status.OUT and game.state.turn.actor == -1
