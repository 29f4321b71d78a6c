"""Scenes in badzones."""

from __future__ import annotations

from typing import Any

from tests.necromunda.scenes import fighter, scene
from warbook.core.structs import replace
from warbook.rulesets.necromunda.battle.setup import add_badzone
from warbook.rulesets.necromunda.edition_classic import RULESET

FAR = fighter(40, 40)


def badzone(red: Any, blue: Any = FAR, *, environment: str = "", event: str = "", **around: Any) -> Any:
    """A scene in a badzone of some environment, in which an event is in force."""
    several = [*red] if isinstance(red, list) else [red]
    game, *ids = scene(red=several, blue=[blue], ruleset=RULESET, **around)
    scenario = replace(game.world.scenario, environment=environment, events=True)
    names = dict(game.world.names)
    number = add_badzone(scenario, game.state.records, names, game.world.count)
    game.world = replace(game.world, scenario=scenario, names=names, badzone=number)
    game.state.derived = None
    if event:
        game.given(number, event=event, since=1, seen=(event,))
    return game, *ids
