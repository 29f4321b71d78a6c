"""Wardens: Rites of Battle, five Marines against the twelve of a brood, two groups of minions among them.

Battles at random, what forking and answering costs in positions drawn from them, and the exact odds of attacks with ten
dice, asked for the first time and again.  Run as a program it measures one process and prints JSON; `bench.run` does
so.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Mapping
from functools import _lru_cache_wrapper
from inspect import signature
from pathlib import Path
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import Any, TypeAlias

from warbook import table
from warbook.core.play import Play
from warbook.core.ruleset import Setup
from warbook.core.state import Effect
from warbook.core.structs import replace
from warbook.odds import odds
from warbook.rulesets import rites_of_battle
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.rulesets.rites_of_battle.printed.catalogue import Quality, Weapon
from warbook.rulesets.rites_of_battle.records import Kit
from warbook.space import _kernels
from warbook.testing import Scene, model

from .battles import fork_answer_ask, positions, speed

SCENARIO = "hold-the-breach"
BROOD = Path(rites_of_battle.__file__).parent / "data" / "rosters" / "deep-brood.toml"
MODES = {"a shot": (0, "single", -1), "auto-fire": (0, "auto", -1)}
PARTS = ("leg", "item 0")
GOALS = ("hit", "wounded", "injured", "incapacitated", "dead")
POSITIONS, TIMES = 200, 5


def _like(id: str, more: Mapping[Quality, int] = MappingProxyType({})) -> Weapon:
    """A weapon of the table, with more qualities."""
    weapon = catalogue.weapons()[id]
    return replace(weapon, qualities={**weapon.qualities, **more})


WEAPONS: dict[str, tuple[str, Weapon, str, int, dict[str, str], int]] = {
    "two claws at a captain": ("storm-warden", _like("lightning-claws"), "warden-captain", 1, {}, 1),
    "two claws at a group": ("storm-warden", _like("lightning-claws"), "brute", 1, {}, 4),
    "flames at a captain": ("line-warden", _like("flamer"), "warden-captain", 4, {}, 1),
    "a gun that stuns at a captain": ("line-warden", _like("boltgun", {"stun": 3}), "warden-captain", 4, {}, 1),
    "a linked gun at an item": (
        "line-warden", _like("boltgun", {"linked": 1}), "warden-captain", 4, {"part": "item 0"}, 1,
    ),
    "a Force axe at a warlord": ("seer-warden", _like("force-axe"), "brute-warlord", 1, {}, 1),
}  # fmt: skip
"""Attacks with other weapons, each with ten dice or more: by whom, with what, at whom, from how far off, and what is
said besides, and how many the target is."""


def setup() -> Setup:
    """The battle that is measured."""
    return table.setup(SCENARIO, rosters={1: BROOD}, options={"gm": "engine"})


def ten_dice(
    target: str,
    *tokens: tuple[str, int],
    aims: int = 0,
    weapon: Weapon | None = None,
    profile: str = "line-warden",
    away: int = 9,
    count: int = 1,
) -> tuple[Play[Any, Any, Any], int, int]:
    """A Marine who attacks somebody, by default from medium range with a boltgun, after such aims, with such boost and
    setback dice to come."""
    mine = catalogue.profiles()[profile]
    arms = (weapon,) if weapon is not None else tuple(catalogue.weapons()[each] for each in mine.weapons)
    game, shooter, whom = Scene.of(
        rites_of_battle.RULESET, red=[model(5.5, 5.5, kit=Kit("A Marine", mine, arms, mine.gear))],
        blue=[model(5.5, 5.5 + away, target, count=count)], options={"gm": "engine", "aim-at-parts": True},
    )  # fmt: skip
    game.state.turn = replace(game.state.turn, actor=shooter, action=True, aims=aims)
    effects = (Effect(name, shooter, "battle", amount) for name, amount in tokens)
    game.state.effects = (*game.state.effects, *effects)
    return game.play, shooter, whom


Seconds: TypeAlias = tuple[float, float]
"""Of CPU for the worst of all outcomes: asked for the first time, and at the median of several times."""


def seconds_of_odds() -> dict[str, Seconds]:
    """How long the exact odds of each way to fire take, against the best that the target can do."""
    play, shooter, target = ten_dice("brood-warrior", ("next-boost", 3), ("next-setback", 2))
    found = {f"{mode} with ten dice": _worst(play, shooter, use, target) for mode, use in MODES.items()}
    play, shooter, target = ten_dice("brood-warrior", ("next-boost", 3), aims=1)
    limb, item = (_worst(play, shooter, MODES["a shot"], target, part=part) for part in PARTS)
    found["a shot at a limb or an item with ten dice"] = max(limb[0], item[0]), max(limb[1], item[1])
    for name, (profile, weapon, foe, away, said, count) in WEAPONS.items():
        play, shooter, target = ten_dice(
            foe, ("next-boost", 3), aims=1, weapon=weapon, profile=profile, away=away, count=count
        )
        found[name] = _worst(play, shooter, MODES["a shot"], target, **said)
    play, shooter, target = ten_dice("seer-warden")
    return {**found, "auto-fire at a seer under its dome": _worst(play, shooter, MODES["auto-fire"], target)}


def _worst(play: Play[Any, Any, Any], shooter: int, use: tuple[int, str, int], target: int, **more: str) -> Seconds:
    said = {"with": use, "target": target, **more}
    spent = [_asked(play, shooter, said, goal) for goal in GOALS]
    return max(first for first, *_ in spent), max(map(median, spent))


def _forget() -> None:
    """Empties what the package keeps of questions that were asked before, but not the data that it has read."""
    gc.collect()
    for each in gc.get_objects():
        ours = isinstance(each, _lru_cache_wrapper) and each.__module__.startswith("warbook.")
        if ours and signature(each).parameters:
            each.cache_clear()


def _asked(play: Play[Any, Any, Any], who: int, said: dict[str, Any], goal: str) -> list[float]:
    spent = []
    odds(play, who, "combat-check", said, goal, defender="best")  # reads the data
    _forget()
    for _ in range(TIMES):
        began = process_time()
        found = odds(play, who, "combat-check", said, goal, defender="best")
        spent.append(process_time() - began)
        assert found.exact, found
    return spent


def measured(seconds: float) -> dict[str, Any]:
    """What one process measures."""
    return {
        "compiled": _kernels.COMPILED,
        **speed(setup(), seconds),
        "fork_answer_ask": fork_answer_ask(list(positions(setup(), POSITIONS))),
        "odds": seconds_of_odds(),
    }


if __name__ == "__main__":
    print(json.dumps(measured(float(sys.argv[1]))))
