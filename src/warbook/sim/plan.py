"""A plan: which battles a simulation is made of, and how one of them is fought.

Battles are numbered.  Two different players meet in pairs of battles: both of a pair have the same seed, and in the
second the players have exchanged their sides.  Between equal players the second would be the first over again, so each
battle has a seed of its own and red always has the first side.  Where rules are compared, the plan has two arms, and
every battle is fought in each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from .. import rulesets
from ..core.ruleset import Ruleset, Setup
from .battle import Field, Row, fight


class Arm(Struct, frozen=True):
    """The rules under which battles are fought, and what rows call them: ``plain`` or ``changed``, or nothing where
    nothing is compared."""

    name: str
    setup: Setup


class Task(NamedTuple):
    """One battle of a plan: the number of its arm and of the battle, its seed, and red's seat."""

    arm: int
    game: int
    seed: int
    red_seat: int


class Plan(Struct, frozen=True):
    """Who fights what, how often.  `find` gives a ruleset by its id; it and the rest must survive being sent to a
    process.  `records` is a folder, or empty."""

    arms: tuple[Arm, ...]
    red: str
    blue: str
    games: int
    seed: int
    records: str = ""
    find: Callable[[str], Ruleset] = rulesets.find

    @property
    def tasks(self) -> int:
        """How many battles there are in all."""
        return self.games * len(self.arms)

    @property
    def exchanges(self) -> bool:
        """Whether the players exchange their sides in the second battle of each pair."""
        return self.red != self.blue

    def task(self, number: int) -> Task:
        """A battle by its number: the arms take turns, so that a plan that is cut short has as much of each."""
        game, arm = divmod(number, len(self.arms))
        pair, red_seat = divmod(game, 2) if self.exchanges else (game, 0)
        return Task(arm, game, self.seed + pair, red_seat)

    def record(self, task: Task) -> Path:
        """Where the record of a battle goes."""
        arm = self.arms[task.arm]
        name = "-".join(part for part in (arm.setup.ruleset, f"{task.game:05d}", arm.name) if part)
        return Path(self.records) / f"{name}.wbr"

    def unfinished(self, task: Task) -> Path:
        """Where it stands while the battle lasts."""
        return self.record(task).with_suffix(".part")


class Battlefields:
    """The tables of a plan's arms, laid out when the first battle is fought on them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @cached_property
    def fields(self) -> list[Field]:
        """A table for each arm."""
        return [Field(self.plan.find(arm.setup.ruleset), arm.setup) for arm in self.plan.arms]

    def fight(self, number: int) -> Row:
        """A battle by its number.  A record is there once it is whole, or not at all."""
        plan = self.plan
        task = plan.task(number)
        field, arm = self.fields[task.arm], plan.arms[task.arm].name
        fought = partial(
            fight, field, plan.red, plan.blue, game=task.game, seed=task.seed, red_seat=task.red_seat, arm=arm
        )
        if not plan.records:
            return fought()
        unfinished = plan.unfinished(task)
        try:
            with unfinished.open("wb") as file:
                row = fought(write=file.write)
            unfinished.replace(plan.record(task))
        finally:
            unfinished.unlink(missing_ok=True)
        return row
