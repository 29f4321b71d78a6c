"""Reciting: recorded answers given to the rules again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .answers import Answer, Misfit, Pending, Shown
from .course import Course
from .errors import WarbookError
from .oracle import Recital
from .play import Play
from .record import encode
from .state import State
from .step import run_step
from .traces import describe_fault

#: What a rule or a decoder may stumble over in a file that was made by hand or by other rules.
STUMBLES = (msgspec.DecodeError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, WarbookError)


def recite_answers(game: Course, state: State[Any, Any], answers: Sequence[Answer]) -> tuple[int, str]:
    """How many of these answers the rules accept from the start of a step, and what is wrong with the next one."""
    if not answers:
        return 0, ""
    if game.ruleset.result(state) is not None:
        return 0, "the battle is over"
    play = Play(state.copy(), game.ruleset, game.world, [], Recital(answers))
    said = ""
    try:
        run_step(play)
    except (Misfit, Pending, WarbookError) as fault:
        said = str(fault)
    except STUMBLES as fault:
        said = f"a rule broke down: {describe_fault(fault)}"
    for at, (given, recorded) in enumerate(zip(play.answers, answers, strict=False)):
        if encode(bare(given)) != encode(bare(recorded)):
            return at, f"the rules answer {given!r}, the record {recorded!r}"
    return len(play.answers), said


def bare(answer: Answer) -> Answer:
    """An answer as a record holds it: of a roll only its faces."""
    return Shown(answer.key, answer.faces) if type(answer) is Shown else answer
