"""Units: the reaction draft, some twenty-five models a side and some fifty.

How fast random battles are, what a move of twenty costs and whom ten see, what the odds of a volley and of an assault
cost, and how `greedy` plays.

    python -m bench.units [--json] [SECONDS [BATTLES]]

Every battle and question is measured for so many seconds; `greedy` plays so many battles of each mission (none, unless
they are asked for: one takes up to half a minute).  The bounds hold with numba (``WARBOOK_COMPILE=1``).
"""

from __future__ import annotations

import json
import sys
from random import Random
from statistics import median
from time import process_time
from typing import Any

from msgspec import to_builtins

from warbook import table
from warbook.core.length import INCH
from warbook.core.play import Play
from warbook.odds import Odds, odds
from warbook.odds.policy import DEFENDERS, Defender
from warbook.players import by_seat
from warbook.rulesets.draft_40k import RULESET
from warbook.rulesets.draft_40k.movement.modes import way_question
from warbook.rulesets.draft_40k.records.position import derive
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.sim.battle import Field
from warbook.space.marching import March
from warbook.space.movement import Route
from warbook.space.units import sight
from warbook.testing import Placed, Scene, model

from . import figures
from .battles import speed
from .figures import Figure, Skipped
from .marches import quickest

MISSIONS = ("two-standards", "five-fields", "to-the-last")
SMALL, LARGE = MISSIONS[:2], MISSIONS[2]
BOARD = table.shelf_of(RULESET).text("board", "old-mill")[0]
DISTANCES = {6: 5.0, 12: 10.0, 24: 10.0}  # milliseconds by inches
MARCHES = 20  # to places all over what the leader reaches, for each distance
SIGHTS = 2.0  # milliseconds
VOLLEY, ASSAULT = 50.0, 300.0  # milliseconds
SECONDS = 2.0  # after which odds are estimated
TIMES = 3
ABREAST, APART = 5, 1.5
TOUCHING = 1.005  # inches from middle to middle of two on foot


def unit(count: int, x: float, y: float, profile: str, name: str, **words: Any) -> list[Placed]:
    """Models in ranks of five, the first of them with the `unit` words of all."""
    first = {"unit": words.pop("unit", {})}
    return [
        model(
            x + APART * (n % ABREAST), y + APART * (n // ABREAST), profile, squad=name, name=f"{name} {n + 1}",
            **words, **({} if n else first),
        )
        for n in range(count)
    ]  # fmt: skip


def laid_out(red: list[Placed], blue: list[Placed], **turn: Any) -> tuple[Play[Any, Any, Any], list[int]]:
    """A scene on a board with terrain, and its units."""
    game = Scene.of(RULESET, red=red, blue=blue, board=BOARD, **turn)[0]
    return game.play, list(game.world.units)


# ---- battles ---------------------------------------------------------------------------------------------------------


def battles(seconds: float) -> list[Figure | Skipped]:
    """How fast random battles are."""
    found, costs = list[Figure | Skipped](), dict[str, float]()
    for mission in MISSIONS:
        told, wanted = speed(table.setup(mission), seconds), mission in SMALL
        costs[mission] = 1 / told["decisions"]
        found += [
            Figure(f"decisions, {mission}", told["decisions"], "/s", 2000 if wanted else None, "more"),
            Figure(f"battles, {mission}", told["battles"], "/s", 3 if wanted else None, "more"),
        ]
    small = sum(costs[each] for each in SMALL) / len(SMALL)
    return [*found, Figure("a decision at 1,000 points to one at 500", costs[LARGE] / small, "times", 2.0)]


def played(mission: str, count: int) -> list[Figure | Skipped]:
    """How many battles `greedy` wins against `uniform`, sides exchanged, and how long it takes."""
    field, won, drawn, spent = Field(RULESET, table.setup(mission)), 0, 0, list[float]()
    for seed in range(count):
        names = ("greedy", "uniform") if seed % 2 == 0 else ("uniform", "greedy")
        began = process_time()
        winner = field.fight(by_seat(names, seed), seed).result.winner
        spent.append(process_time() - began)
        won, drawn = won + (winner == names.index("greedy")), drawn + (winner < 0)
    return [
        Figure(f"greedy wins against uniform, {mission}", won / count, "of 1", 0.95, "more"),
        Figure(f"of {count} battles are drawn", drawn, ""),
        Figure("a battle of greedy, the longest", max(spent), "s", 30 if mission in SMALL else None),
        Figure("a battle of greedy, the median", median(spent), "s"),
    ]


# ---- moves and sight -------------------------------------------------------------------------------------------------


def moves() -> list[Figure | Skipped]:
    """What it costs to propose the move of a unit of twenty, and to judge it, as the rule asks for it."""
    red = unit(20, 15, 10, "militia", "us")
    blue = [each for n in range(4) for each in unit(5, 5 + 10 * n, 36, "militia", f"them {n}")]
    play, (us, *_) = laid_out(red, blue)
    found = list[Figure | Skipped]()
    for inches, wanted in DISTANCES.items():
        ways = question(play, us, inches).reach(INCH).candidates(3 * MARCHES)[1:]
        tried = [moved(play, us, inches, way) for way in Random(inches).sample(ways, min(MARCHES, len(ways)))]
        proposed, judged = (max(spent) for spent in zip(*tried, strict=True))
        found += [
            Figure(f'propose the move of twenty, {inches}", the longest of {len(tried)}', proposed, "ms", wanted),
            Figure(f'judge it, {inches}", the longest', judged, "ms", 0.5),
        ]
    return found


def moved(play: Play[Any, Any, Any], who: int, inches: int, way: Route) -> tuple[float, float]:
    """Milliseconds to propose a unit's move along a way of its leader, and to judge what is proposed."""
    leader = play.state.records[who].members[0]
    asked = question(play, who, inches)
    answer = asked.following(leader, way) or asked.stay
    return (
        quickest(lambda: question(play, who, inches).following(leader, way)),
        quickest(lambda: question(play, who, inches).legal(answer)),
    )


def question(play: Play[Any, Any, Any], who: int, inches: int) -> March:
    """The question, as a rule asks it: nothing is remembered of it."""
    play.state.derived = None
    return way_question(play, Unit(play, who), "advance", inches * INCH)


def sights() -> list[Figure | Skipped]:
    """What it costs to find out whom ten see of a hundred, in ten units."""
    red = unit(10, 15, 6, "militia", "us")
    blue = [each for n in range(10) for each in unit(10, 3 + 9 * (n % 5), 30 + 5 * (n // 5), "militia", f"them {n}")]
    play, _ = laid_out(red, blue)
    now = derive(play.world, play.state)
    looked = quickest(lambda: sight(now.blocked_by(()), play.world.board, range(10), range(10, 110)))
    return [Figure("sight of a unit of ten at ten units of ten", looked, "ms", SIGHTS)]


# ---- odds ------------------------------------------------------------------------------------------------------------


def volley() -> tuple[Play[Any, Any, Any], list[int]]:
    """Ten shooters of three weapons, and ten models of two kinds within twelve inches of them, who may return fire."""
    keepers = unit(7, 15, 6, "keeper", "us")
    keepers += [
        model(15 + APART * n, 9, "keeper", squad="us", name=f"us {n + 8}", gear=(gear,))
        for n, gear in enumerate(("plasma-gun", "plasma-gun", "heat-gun"))
    ]
    scouts = unit(8, 15, 15, "tideling", "them", gear=("scrap-gun", "blade"))
    scouts += [model(15 + APART * n, 18, "bosun", squad="them", name=f"them {n + 9}") for n in range(2)]
    return laid_out(keepers, scouts, phase="shoot")


def assault() -> tuple[Play[Any, Any, Any], list[int]]:
    """Ten against ten who strike at two steps of Initiative."""

    def row(y: float, profile: str, name: str, against: int, *deeds: str) -> list[Placed]:
        said: Any = {"unit": {"locked": [against], "done": list(deeds)}}
        return [
            model(15 + 1.1 * n, y, profile, squad=name, name=f"{name} {n + 1}", **({} if n else said))
            for n in range(10)
        ]  # fmt: skip

    return laid_out(row(15, "keeper", "us", 21, "charged"), row(15 + TOUCHING, "tideling", "them", 20), phase="assault")


def asked(
    scene: tuple[Play[Any, Any, Any], list[int]], action: str, said: dict[str, Any], outcome: str, defender: Defender
) -> tuple[float, Odds]:
    """Milliseconds for the odds of an outcome for the second unit, when all code is warm, and the odds."""
    play, (us, them) = scene
    spent = list[float]()
    for _ in range(TIMES):
        began = process_time()
        found = odds(
            play, us, action, said, outcome, about=them, defender=defender, seconds=SECONDS, playouts=1
        )  # fmt: skip
        spent.append(1000 * (process_time() - began))
        if not found.exact:
            break
    return median(spent), found


def of_odds() -> list[Figure | Skipped]:
    """What odds cost: the worst of all outcomes, for each way in which the target may react."""
    found = list[Figure | Skipped]()
    scene = volley()
    for defender in DEFENDERS:
        told = [asked(scene, "shoot", {"target": scene[1][1]}, each.id, defender) for each in RULESET.outcomes]
        found += shown(f"a volley of ten at ten ({defender})", told, VOLLEY)
    told = [asked(assault(), "assault", {}, each.id, "none") for each in RULESET.outcomes]
    return [*found, *shown("an assault of ten on ten", told, ASSAULT)]


def shown(what: str, told: list[tuple[float, Odds]], wanted: float) -> list[Figure | Skipped]:
    rough = sum(not each.exact for _, each in told)
    return [
        Figure(f"odds of {what}, the worst outcome", max(spent for spent, _ in told), "ms", wanted),
        Figure(f"of {len(told)} outcomes are intervals", rough, "", 0),
    ]


def measured(seconds: float, count: int = 0) -> list[Figure | Skipped]:
    """Everything."""
    found = [*battles(seconds), *moves(), *sights(), *of_odds()]
    for mission in MISSIONS if count else ():
        found += played(mission, count)
    return found


if __name__ == "__main__":
    numbers = [each for each in sys.argv[1:] if each != "--json"]
    told = measured(float(numbers[0]) if numbers else 10.0, int(numbers[1]) if len(numbers) > 1 else 0)
    print(json.dumps(to_builtins(told)) if "--json" in sys.argv else figures.table(told))
