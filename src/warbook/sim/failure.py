"""Failures: what went wrong in one battle of many, named by its number and its seed."""

from __future__ import annotations

import traceback
from pathlib import Path

from msgspec import Struct

from ..core.errors import WarbookError
from .plan import Plan

_OURS = str(Path(__file__).parents[1])


class Failure(Struct, frozen=True):
    """What went wrong, in a form that can be sent from one process to another: a sentence, and the traceback."""

    sentence: str
    trace: str = ""


class BattleFailed(WarbookError):
    """A battle of a simulation that could not be fought to its end.

    `game` and `seed` are its numbers; `trace` is the traceback of the fault, where there was one.
    """

    def __init__(self, message: str, game: int, seed: int, trace: str = "") -> None:
        self.game, self.seed, self.trace = game, seed, trace
        super().__init__(message)


def failure_of(fault: BaseException) -> Failure:
    """What is told of an exception: a person's error as it stands, a program's with the place where it was raised."""
    trace = "".join(traceback.format_exception(fault))
    if isinstance(fault, WarbookError):
        return Failure(str(fault), trace)
    if isinstance(fault, OSError) and fault.filename is not None:
        return Failure(f"{fault.filename}: {fault.strerror}", trace)
    return Failure(f"{type(fault).__name__}: {fault}{_where(fault)}", trace)


def _where(fault: BaseException) -> str:
    """The last line of somebody else's that was being run, or else the last of all."""
    frames = traceback.extract_tb(fault.__traceback__)
    if not frames:
        return ""
    theirs = [frame for frame in frames if not frame.filename.startswith(_OURS)]
    frame = (theirs or frames)[-1]
    return f" ({frame.filename}:{frame.lineno})"


def battle_failed(plan: Plan, number: int, failure: Failure) -> BattleFailed:
    """The error that names the battle."""
    task = plan.task(number)
    arm = plan.arms[task.arm].name
    seats = (plan.red, plan.blue) if task.red_seat == 0 else (plan.blue, plan.red)
    battle = f"battle {task.game} (seed {task.seed}, {seats[0]} first, {seats[1]} second{f', {arm} rules' * bool(arm)})"
    return BattleFailed(f"{battle}: {failure.sentence}", task.game, task.seed, failure.trace)
