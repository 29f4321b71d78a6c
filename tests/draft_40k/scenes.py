"""Scenes of the reaction draft: units in rows, and dice by what they are for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.rulesets.draft_40k import RULESET
from warbook.rulesets.draft_40k.records.state import Machine, Squad
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Placed, Scene, model
from warbook.testing.running import keep, script_of

INCH = 1000
APART = 1.6


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of a ruling: the entry of the catalogue that it shows, and whether it shows that it works, that it
    is refused or its numbers."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


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

    def turns_to(self, **turn: Any) -> None:
        """The battle stands elsewhere: in another phase, another round."""
        self.state.turn = replace(self.state.turn, **turn)

    def runs(self, rule: Callable[..., Any], *of: Any, dice: Any = (), **answers: Any) -> None:
        """A rule by itself; a unit among what it is about is named."""
        script = script_of(self, dice, answers, False)
        play = Play(self.state.copy(), self.ruleset, self.world, [], script, self.state)
        rule(play, *(Unit(play, self.unit(each)) if isinstance(each, str) else each for each in of))
        script.finish()
        keep(self, play)


def field(red: list[Placed], blue: list[Placed], board: str = "", **turn: Any) -> Field:
    """A scene in the phase that is named, the movement phase where none is."""
    game: Field
    game, *_ = Field.of(RULESET, red=red, blue=blue, board=board, **turn)
    return game


def with_row(game: Field, unit: str, **fields: Any) -> Field:
    """The scene with other words in the row of a unit's roster, such as how it arrives."""
    id = game.unit(unit)
    cards = tuple(
        replace(card, row=replace(card.row, **fields)) if number == id else card
        for number, card in zip(game.world.units, game.world.cards, strict=True)
    )
    game.world = replace(game.world, cards=cards)
    return game


def with_rules(game: Field, unit: str, **rules: int) -> Field:
    """The scene with other rules for all models of a unit, besides those that they have: `hit_and_run=1`."""
    models = game.world.card(game.unit(unit)).models
    more = {rule.replace("_", "-"): level for rule, level in rules.items()}
    kits = tuple(
        replace(kit, card=replace(kit.card, rules={**kit.card.rules, **more})) if id in models else kit
        for id, kit in enumerate(game.world.kits)
    )
    game.world = replace(game.world, kits=kits)
    return game
