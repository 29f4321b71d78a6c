"""Failures: what went wrong in one battle of many, named by its number and its seed."""

from __future__ import annotations

import traceback

from msgspec import Struct

from .. import faults
from ..core.errors import WarbookError
from .plan import Plan


class Traceback(Exception):
    """The cause of an error in another process, which exists as text alone."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class Failure(Struct, frozen=True):
    """What went wrong, in a form that can be sent from one process to another: a sentence, the traceback, and whether
    somebody's code broke down."""

    sentence: str
    trace: str = ""
    broke: bool = False


class BattleFailed(WarbookError):
    """A battle of a simulation that could not be fought to its end.

    `game` and `seed` are its numbers; `trace` is the traceback of the fault, where there was one; `broke` says
    whether code broke down (a bot's, a rule's), and not what a person gave or the machine refused.
    """

    def __init__(self, message: str, game: int, seed: int, trace: str = "", broke: bool = False) -> None:
        self.game, self.seed, self.trace, self.broke = game, seed, trace, broke
        super().__init__(message)


def failure_of(fault: BaseException) -> Failure:
    """What is told of an exception: a person's error and what the machine refused as they stand, a program's with whose
    it is and the line."""
    trace = "".join(traceback.format_exception(fault))
    if isinstance(fault, WarbookError):
        return Failure(str(fault), trace)
    if refused := faults.of_system(fault):
        return Failure(refused, trace)
    return Failure(faults.of_exception(fault).line, trace, broke=True)


def battle_failed(plan: Plan, number: int, failure: Failure) -> BattleFailed:
    """The error that names the battle."""
    task = plan.task(number)
    arm = plan.arms[task.arm].name
    seats = (plan.red, plan.blue) if task.red_seat == 0 else (plan.blue, plan.red)
    battle = f"battle {task.game} (seed {task.seed}, {seats[0]} first, {seats[1]} second{f', {arm} rules' * bool(arm)})"
    error = BattleFailed(f"{battle}: {failure.sentence}", task.game, task.seed, failure.trace, failure.broke)
    error.__cause__ = Traceback(failure.trace) if failure.trace else None
    return error
