"""Scenes of the reaction draft: units in rows, and dice by what they are for."""

from __future__ import annotations

from typing import Any

from warbook.rulesets.draft_40k import RULESET
from warbook.rulesets.draft_40k.records.state import Machine, Squad
from warbook.testing import Placed, Scene, model

INCH = 1000
APART = 1.6


def row(count: int, x: float, y: float, profile: str, squad: str, **words: Any) -> list[Placed]:
    """Models of one unit in a row, the first of them with the `unit` words of all."""
    first = {"unit": words.pop("unit", {})}
    return [
        model(x + APART * n, y, profile, squad=squad, name=f"{squad} {n + 1}", **words, **({} if n else first))
        for n in range(count)
    ]


class Field(Scene):
    """A scene of units: what they are asked for is found by the name of the unit."""

    def unit(self, name: str) -> int:
        """The id of a unit."""
        found: int = next(id for id in self.world.units if self.world.names[id] == name)
        return found

    def squad(self, name: str) -> Squad:
        """The record of a unit."""
        return self.state.record(Squad, self.unit(name))

    def machine(self, name: str) -> Machine:
        """The record of the only vehicle of a unit."""
        (id,) = self.world.card(self.unit(name)).models
        return self.state.record(Machine, id)


def field(red: list[Placed], blue: list[Placed], board: str = "", **turn: Any) -> Field:
    """A scene in the phase that is named, the movement phase where none is."""
    game: Field
    game, *_ = Field.of(RULESET, red=red, blue=blue, board=board, **turn)
    return game
