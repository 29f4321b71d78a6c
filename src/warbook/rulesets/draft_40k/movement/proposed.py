"""Marches that are worked out: where a rule knows how a unit goes, that is what is proposed and drawn at random."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from ....core.decision import Random
from ....space.rules import Mode
from ....space.units import stand_of
from .ways import Ways


class Proposed(Ways):
    """Where a unit goes, with an answer that its rule works out; players may draw any other."""

    __slots__ = ("_found",)

    @abstractmethod
    def proposal(self) -> tuple[Any, ...] | None:
        """The answer that is worked out, None where there is none."""

    def all_go(self, dx: int, dy: int) -> tuple[Any, ...]:
        """The answer by which all of them go straight on, so far the same way."""
        stands = ((id, stand_of(self.lifted, id)) for id in self.members)
        return tuple(self.paths[id].complete(((x + dx, y + dy, z, Mode.WALK),)) for id, (x, y, z, *_) in stands)

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        found = self.found
        return [found][:n] if found is not None else super().candidates(n)

    @property
    def found(self) -> tuple[Any, ...] | None:
        """The proposal, if it is legal: worked out once for a question."""
        try:
            return self._found
        except AttributeError:
            answer = self.proposal()
            self._found: tuple[Any, ...] | None = answer if answer is not None and self.is_legal(answer) else None
            return self._found

    def several(self) -> bool:
        return True

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """The proposal.  Raises LookupError where no answer is known."""
        answers = self.candidates(1)
        if not answers:
            raise LookupError(f"{self.key}: no way is known")
        return answers[0]

    @property
    def possible(self) -> bool:
        """Whether an answer is known."""
        return bool(self.candidates(1))
