"""Battles: how fast random ones are, and what forking, listing and odds cost in positions drawn from them.

Run as a program it measures one process and prints JSON; `bench.run` does so with numba (``--thorough``) and without.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from statistics import median
from time import perf_counter, process_time
from typing import Any

from warbook import rulesets, table
from warbook.core.answers import Answer, Chosen, Pending, Sealed
from warbook.core.decision import Choose, Decision
from warbook.core.dice import Dice
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.oracle import Table
from warbook.core.play import Play
from warbook.core.ruleset import Setup
from warbook.core.state import State
from warbook.core.step import run_step
from warbook.odds import odds
from warbook.odds.policy import Defender
from warbook.players import by_seat
from warbook.sim.battle import Field
from warbook.space import _kernels

PLAYERS = ("uniform", "uniform")
POSITIONS = 400
FORKS = 1000
ASKED = 20  # positions whose odds are asked for


class Position:
    """A question in the middle of a step: the state before the step, the answers so far, and what is asked."""

    def __init__(self, game: Game) -> None:
        self.state: State[Any, Any] = game.state
        self.answers: list[Answer] = list(game.answers)
        self.play, self.decision = game.play, game.decisions[0]

    def fork(self) -> tuple[State[Any, Any], list[Answer]]:
        return self.state.copy(), self.answers.copy()


def speed(setup: Setup, seconds: float) -> dict[str, float]:
    """Whole battles and decisions a second of CPU, from the first set-up to the last result.

    A decision counts only where two answers or more are legal.
    """
    ruleset = rulesets.find(setup.ruleset)
    Field(ruleset, setup).fight(by_seat(PLAYERS, 0), 0)  # compiles
    battles = decisions = 0
    began = process_time()
    field = Field(ruleset, setup)
    while process_time() - began < seconds or battles < 3:
        battles += 1
        decisions += field.fight(by_seat(PLAYERS, battles), battles).decisions
    spent = process_time() - began
    return {"battles": battles / spent, "decisions": decisions / spent}


def positions(setup: Setup, many: int) -> Iterator[Position]:
    """Every third question of random battles."""
    found, seed = 0, 0
    while found < many:
        seed += 1
        players = by_seat(PLAYERS, seed)
        game = Game(rulesets.find(setup.ruleset), setup, seed=seed)
        asked = 0
        while not game.is_over and found < many:
            decision = game.decisions[0]
            asked += 1
            if asked % 3 == 0:
                found += 1
                yield Position(game)
            game.choose(players[decision.player].choose(game.view(decision.player), decision), decision.player)


def fork(found: list[Position]) -> float:
    """Seconds a fork in the middle of an action takes, at the median."""

    spent = []
    for position in found:
        if position.answers:
            began = perf_counter()
            for _ in range(FORKS):
                position.fork()
            spent.append((perf_counter() - began) / FORKS)
    return median(spent)


def fork_answer_ask(found: list[Position]) -> float:
    """Seconds from a fork over its answer to the next question, or the end of the step, at the median."""
    spent = []
    for position in found:
        answer = position.decision.candidates(1)[0]
        ruleset, world = position.play.ruleset, position.play.world
        oracle = Table(Dice(1))
        began = perf_counter()
        state, answers = position.fork()
        key, seat = position.decision.key, position.decision.player
        answers.append(Sealed(key, seat, answer) if position.decision.sealed else Chosen(key, answer))
        with suppress(Pending):
            run_step(Play(state, ruleset, world, answers, oracle))
        spent.append(perf_counter() - began)
    return median(spent)


def legal_actions(found: list[Position]) -> float | None:
    """Seconds that listing the legal actions of a model takes, at the median; None where no question lists any."""
    spent = []
    for position in found:
        again = _asked_again(position)
        if isinstance(again, Choose) and again.listed() and again.listed()[0] in position.play.ruleset.action:
            began = perf_counter()
            again.options()
            spent.append(perf_counter() - began)
    return median(spent) if spent else None


def _asked_again(position: Position) -> Decision[Any] | None:
    """The question of a position, made anew: nothing of it has been listed yet."""
    state, answers = position.fork()
    play = Play(state, position.play.ruleset, position.play.world, answers)
    try:
        run_step(play)
    except Pending as pending:
        return pending.decisions[0]
    return None


def odds_of(found: list[Position], action: str, defender: Defender) -> dict[str, float] | None:
    """Median and worst seconds of the exact odds of an action where it may be taken; None where it never may.

    Each is asked twice, and the second time counts: code is compiled by then.
    """
    spent = []
    for position in found:
        play = position.play
        for record in play.state.records:
            if record.owner != position.decision.player:
                continue
            try:
                odds(play, record.id, action, defender=defender)
                again = odds(play, record.id, action, defender=defender)
            except (WarbookError, LookupError):
                continue
            if again.exact:
                spent.append(again.seconds)
                break
        if len(spent) >= ASKED:
            break
    return {"median": median(spent), "worst": max(spent), "of": len(spent)} if spent else None


def measured(scenario: str, seconds: float, *, thorough: bool) -> dict[str, Any]:
    """What one process measures: how fast battles are, and if thorough what is done in the middle of them."""
    setup = table.setup(scenario)
    quick = {"compiled": _kernels.COMPILED, **speed(setup, seconds)}
    if not thorough:
        return quick
    found = list(positions(setup, POSITIONS))
    return {
        **quick,
        "fork": fork(found),
        "fork_answer_ask": fork_answer_ask(found),
        "legal_actions": legal_actions(found),
        "shoot": odds_of(found, "shoot", "none"),
        "charge": odds_of(found, "charge", "best"),
    }


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], float(sys.argv[2]), thorough="--thorough" in sys.argv[3:])))
