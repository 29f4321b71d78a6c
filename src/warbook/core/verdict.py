"""The result of verifying a record."""

from __future__ import annotations

from msgspec import Struct

from .errors import WarbookError
from .source import How


class Stretch(Struct, frozen=True):
    """A run of rolls from one source: how many, from which step on, and the source."""

    step: int
    rolls: int
    how: How
    commitment: str = ""


class Verdict(Struct, frozen=True):
    """The result of verifying a record.  `different` describes the first difference, with its `line` in the file.  What
    cannot be checked is listed with the reason in `rules` (positions, answers, events) and in `dice` (faces).  A record
    is `true` if there is neither.  `sources` are the sources of its rolls in order: a record may continue with other
    dice."""

    steps: int
    rolls: int
    different: str = ""
    line: int = 0
    rules: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    sources: tuple[Stretch, ...] = ()

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Everything that cannot be checked, and why."""
        return self.rules + self.dice

    @property
    def true(self) -> bool:
        """Whether everything could be checked and is correct."""
        return not self.different and not self.unchecked

    def __str__(self) -> str:
        """The verdict in a sentence."""
        if self.different:
            return f"Differs at line {self.line}: {self.different}."
        if self.unchecked:
            return f"Nothing differs, but not everything can be checked: {'; '.join(self.unchecked)}."
        words = f"All {self.steps} steps are as the rules give them, and all {self.rolls} rolls as the seed gives them."
        return f"{words} {self.changes}".rstrip()

    @property
    def changes(self) -> str:
        """Where the dice changed, in a sentence; empty if they did not."""
        if len(self.sources) < 2:
            return ""
        told = (f"{each.rolls} from step {each.step} on are {each.how}" for each in self.sources)
        return f"The dice were changed in between: of its rolls {', '.join(told)}."


class Differs(WarbookError):
    """A record does not say what it should."""
