"""Scenes of Rites of Battle: fighters by square, and the table of rulings."""

from __future__ import annotations

from typing import Any

import pytest

from warbook.core.state import Effect
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.attacks import combat
from warbook.rulesets.rites_of_battle.checks import pools
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.rulesets.rites_of_battle.printed.catalogue import Weapon
from warbook.rulesets.rites_of_battle.printed.scenario import SCENE
from warbook.rulesets.rites_of_battle.records import Check, Kit
from warbook.testing import Placed, Scene, model, piece


def covers(entry: str, aspect: str) -> Any:
    """The ruling that a test shows."""
    return pytest.mark.covers("rites-of-battle", entry, aspect)


HALF = 0.5


def at(column: float, row: float, profile: str = "line-warden", **words: Any) -> Placed:
    """Somebody in the middle of a square, counted from 0."""
    return model(column + HALF, row + HALF, profile, **words)


def scene(red: list[Placed], blue: list[Placed], board: str = "", **more: Any) -> Any:
    """A scene without a game master's rulings, unless they are asked for; either side spends the other's threats."""
    options = {"gm": "engine", "threats-by": "other-side", **more.pop("options", {})}
    return Scene.of(RULESET, red=red, blue=blue, board=board, options=options, **more)


def somewhere(game: Any, **fields: Any) -> None:
    """Arranges that a scene is played in a scenario of these fields: dark, heavy, airless."""
    game.world = replace(game.world, scenario=replace(SCENE, **{"rounds": 8, **fields}))


def weapon(like: str = "boltgun", **changes: Any) -> Weapon:
    """A weapon like one of the table, but for these fields; `qualities` replace its own."""
    return replace(catalogue.weapons()[like], **changes)


def armed(column: float, row: float, *weapons: Weapon, profile: str = "line-warden", **words: Any) -> Placed:
    """Somebody with weapons of no table; `of` are fields of the profile, `count` makes a group."""
    plain = replace(catalogue.profiles()[profile], **words.pop("of", {}))
    name = words.pop("name", f"{profile} at {column:g}, {row:g}")
    kit = Kit(name, plain, weapons or tuple(catalogue.weapons()[id] for id in plain.weapons), plain.gear)
    kit = replace(kit, count=words.pop("count", 1))
    return model(column + HALF, row + HALF, kit=kit, name=name, **words)


def dice_of(game: Any, who: int, whom: int, slot: int = 0, **check: Any) -> dict[str, int]:
    """The dice of an attack, without the kinds of which there are none."""
    attempt = combat.attempt_of(game.play, Check("attack", who, whom, slot, **check))
    return {name: n for name, n in pools.reckon(attempt).dice._asdict().items() if n}


def affected(game: Any, who: int, name: str, until: str = "battle", amount: int = 1) -> None:
    """Arranges that a condition or a token is on somebody."""
    game.state.effects = (*game.state.effects, Effect(name, who, until, amount))


def effects(game: Any, who: int) -> dict[str, int]:
    """The conditions and tokens on somebody, with their amounts."""
    return {each.name: each.amount for each in game.state.effects if each.on == who}


__all__ = ["affected", "armed", "at", "covers", "dice_of", "effects", "model", "piece", "scene", "somewhere", "weapon"]
