"""What conformance says: what was looked at, and the first promise that is broken."""

from __future__ import annotations

from msgspec import Struct

NOT_DETERMINISTIC = (
    "a rule rests on something besides the position and the answers: on `random`, a clock, the order of a set, a "
    "variable of its module, or something that it remembers from its last run"
)
OUTSIDE_EVENTS = "a rule changes the position itself; only `apply` of an event may"
SWALLOWED = "a bare `except`, an `except BaseException` or a `finally` with effects stops `Pending` on its way"


class Nonconforming(AssertionError):
    """A ruleset breaks a promise that every ruleset makes.  `record` is the battle as it stood, as a file that opens at
    the table; empty where there was none."""

    def __init__(self, said: str, record: bytes = b"") -> None:
        super().__init__(said)
        self.record = record


class Report(Struct):
    """What was looked at; `odds` were compared with playouts, `odds_given_up` could not be, as there were no exact ones
    in the runs and seconds allowed."""

    games: int = 0
    steps: int = 0
    decisions: int = 0
    examined: int = 0
    refused: int = 0
    odds: int = 0
    odds_given_up: int = 0
    most_answers: int = 0
    slowest_ms: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.games} battles, {self.steps} steps, {self.decisions} decisions, {self.examined} of them examined; "
            f"{self.refused} answers refused; {self.odds} odds against playouts, {self.odds_given_up} given up; "
            f"at most {self.most_answers} answers and {self.slowest_ms:.1f} ms to run a step again"
        )
