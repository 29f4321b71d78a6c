"""Verifying: the answers of a record given to the rules once more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .errors import WarbookError
from .oracle import Answer, Misfit, Pending, Recital, Shown
from .play import Play, run_step
from .record import encode, write_answers
from .state import State

if TYPE_CHECKING:
    from .game import Game

#: What a rule or a decoder may stumble over in a file that was made by hand or by other rules.
STUMBLES = (msgspec.DecodeError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, WarbookError)

MOST_ROLLS = 2**53
"""How high the rolls of a battle are counted: what is more was made up."""


def recited(game: Game, state: State[Any, Any], answers: Sequence[Answer]) -> tuple[int, str]:
    """How many of these answers the rules take, given from the start of a step, and what is wrong with the next."""
    if not answers:
        return 0, ""
    if game.ruleset.result(state) is not None:
        return 0, "the battle is over"
    play = Play(state.copy(), game.ruleset, game.world, [], Recital(answers))
    said = ""
    try:
        run_step(play)
    except (Misfit, Pending, *STUMBLES) as fault:
        said = str(fault)
    for at, (given, recorded) in enumerate(zip(play.answers, answers, strict=False)):
        if encode(_bare(given)) != encode(_bare(recorded)):
            return at, f"the rules answer {given!r}, the record {recorded!r}"
    return len(play.answers), said


def _bare(answer: Answer) -> Answer:
    return Shown(answer.key, answer.faces) if type(answer) is Shown else answer


def verify(game: Game) -> str:
    """Re-run every step of a loaded record from its answers; an empty string, or the first difference in words.

    Every answer is judged anew: an illegal choice or a die with seven pips is a difference too.  So is a first position
    that is not the one which the setup lays out.
    """
    _, laid_out = game.ruleset.table(game.ruleset, game.setup.content)
    if game.codec.state(game.start) != game.codec.state(laid_out):
        return "the first position is not the one that the setup lays out"
    state, rolled = game.start.copy(), 0
    for number, done in enumerate(game.steps):
        if not rolled <= done.dice <= MOST_ROLLS:
            return f"step {number}: {done.dice} rolls after {rolled}"
        rolled = done.dice
        if (over := game.ruleset.result(state)) is not None:
            return f"step {number}: the battle was over before it ({over.why})"
        play = Play(state, game.ruleset, game.world, [], Recital(done.answers))
        try:
            run_step(play)
        except (Misfit, Pending, *STUMBLES) as fault:
            return f"step {number}: {fault}"
        if write_answers(play.answers) != write_answers(done.answers):
            taken, recorded = len(play.answers), len(done.answers)
            return f"step {number}: the rules take {taken} answers, the record has {recorded}, or they differ"
        if game.codec.events(play.events) != game.codec.events(done.events):
            for n, (a, b) in enumerate(zip(play.events, done.events, strict=False)):
                if encode(a) != encode(b):
                    return f"step {number}, event {n}: the rules give {a!r}, the record has {b!r}"
            return f"step {number}: the rules give {len(play.events)} events, the record has {len(done.events)}"
        state = play.state
    if state != game.state:
        return "the position after the last step differs"
    if not rolled <= game.oracle.dice.rolled <= MOST_ROLLS:
        return f"step {len(game.steps)}: {game.oracle.dice.rolled} rolls after {rolled}"
    fitting, misfit = recited(game, state, game.answers)
    return "" if fitting == len(game.answers) else f"step {len(game.steps)}, answer {fitting}: {misfit}"
