"""How battles end: each scenario played to its own sentence, and who has won."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.rites_of_battle.scenes import at, scene, somewhere
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_scenarios import begun
from warbook.core.game import Game
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle.battle import scenario
from warbook.rulesets.rites_of_battle.events.turns import Over
from warbook.rulesets.rites_of_battle.records import Thing


def arranged(game: Game, who: int, **fields: Any) -> None:
    """Arranges fields of a record in the midst of a battle."""
    game.state.put(replace(game.state.records[who], **fields))


def stands(game: Game, who: int, column: int, row: int) -> None:
    """Arranges that somebody stands in a square."""
    at_now = game.state.records[who].at
    arranged(game, who, at=replace(at_now, x=1000 * column + 500, y=1000 * row + 500))


def goes_on(game: Game, until: int) -> tuple[int, str] | None:
    """Nobody does anything before this round begins; answers who has won and why, if the battle is over."""
    while game.decision is not None and game.state.turn.round < until:
        decision = game.decision
        answer = "end-turn" if decision.key == "action" else decision.sample(Random(1))
        game.choose(answer, decision.player)
    over = [event for step in game.steps for event in step.events if isinstance(event, Over)]
    return (over[-1].winner, over[-1].why) if over else None


def test_the_breach_is_held_by_those_who_stand_in_it_alone_and_can_act() -> None:
    game = begun("hold-the-breach")
    mine, foe = (side[0] for side in game.play.world.sides)
    stands(game, mine, 13, 13)
    goes_on(game, 2)
    stands(game, foe, 15, 13)
    goes_on(game, 3)
    assert game.state.turn.held_rounds == 1  # the second was contested
    stands(game, foe, 15, 20)
    goes_on(game, 4)
    arranged(game, mine, state="incapacitated", strain=20)
    goes_on(game, 5)
    assert game.state.turn.held_rounds == 2
    arranged(game, mine, state="up", strain=0)
    assert goes_on(game, 6) == (0, "The Wardens of Ash Gate have held their ground")
    assert game.state.turn.round == 5


@pytest.mark.parametrize(
    ("name", "rounds", "why"),
    [
        ("hold-the-breach", 8, "the ground was not held long enough"), ("wake-the-pump", 10, "time has run out"),
        ("the-warlord", 8, "Old Maul has got away"),
    ],
)  # fmt: skip
def test_the_squad_has_so_many_rounds(name: str, rounds: int, why: str) -> None:
    game = begun(name)
    assert goes_on(game, rounds + 1) == (1, why) and game.state.turn.round == rounds


@pytest.mark.parametrize("state", ["incapacitated", "dead"])
def test_the_warlord_is_taken_alive_or_dead_and_though_nobody_of_the_squad_can_act(state: str) -> None:
    game = begun("the-warlord")
    maul = next(who for who, kit in enumerate(game.play.world.kits) if kit.member == "maul")
    arranged(game, maul, state=state)
    for who in game.play.world.sides[0]:
        arranged(game, who, state="incapacitated")
    assert goes_on(game, 2) == (0, "Old Maul is taken")


def test_whoever_ends_its_turn_in_the_way_out_gets_out_once_the_pump_is_worked() -> None:
    game = begun("wake-the-pump")
    goes_on(game, 2)
    assert game.state.turn.escaped == 0
    pump = next(each for each in game.state.records if isinstance(each, Thing) and each.kind == "terminal")
    arranged(game, pump.id, state="worked")
    assert goes_on(game, 3) == (0, "the machine is worked, and enough have got out")
    assert game.state.turn.escaped == 2


def test_a_squad_of_which_nobody_can_act_has_lost() -> None:
    game = begun("hold-the-breach")
    for who in game.play.world.sides[0]:
        arranged(game, who, state="incapacitated")
    assert goes_on(game, 2) == (1, "The Wardens of Ash Gate have nobody left to act")


@pytest.mark.parametrize(("foes", "winner"), [(1, -1), (2, 0)])
def test_where_the_last_of_both_sides_fall_at_once_those_who_put_more_out_have_won(foes: int, winner: int) -> None:
    game, _, _ = scene([at(5, 5)], [at(9 + n, 9, "levy") for n in range(foes)])
    somewhere(game, about="rout")
    for who in range(1 + foes):
        game.given(who, state="dead")
    (over,) = suffers(game, scenario.judge)
    assert over == Over(winner, (foes, 1), "nobody is left to act")
