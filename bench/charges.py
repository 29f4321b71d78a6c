"""Charges: what the exact odds of a Charge! cost where a target and two friends may all interrupt it.

Run as a program it measures one process and prints JSON; `bench.run` does so with numba.
"""

from __future__ import annotations

import json
from statistics import median
from time import process_time
from typing import Any

from warbook import rulesets, table
from warbook.core.length import INCH
from warbook.core.play import Play
from warbook.core.state import Posture, State
from warbook.core.structs import replace
from warbook.odds import Odds, odds
from warbook.odds.policy import Defender

SCENARIO = "late-for-market"
SWORD, BOWS = "hand-weapon", "shotgun"
OPTIONS = {"interrupt-targeted-only": False}
PLACES = ((24, 28), (27, 28), (21, 28))  # of the target and its friends; who charges stands seven inches off
FROM = (24, 21)
TIMES = 5


def position() -> tuple[Play[Any, Any, Any], int, int]:
    """Somebody with a blade before three who hold a point each, two of them with a loaded gun; nobody else is about."""
    setup = table.setup(SCENARIO)
    ruleset = rulesets.find(setup.ruleset).having(OPTIONS)
    world, state = ruleset.table(ruleset, setup.content)
    armed = [{weapon.id for weapon in kit.weapons} for kit in world.kits]
    charger = next(who for who in world.sides[0] if armed[who] == {SWORD})
    guns = [who for who in world.sides[1] if BOWS in armed[who]][:2]
    target = next(who for who in world.sides[1] if armed[who] == {SWORD})
    places = dict(zip((target, *guns, charger), (*PLACES, FROM), strict=True))
    records = [_placed(record, places) for record in state.records]
    return Play(State(records, state.turn), ruleset, world, []), charger, target


def _placed(record: Any, places: dict[int, tuple[int, int]]) -> Any:
    if record.id not in places:
        return (
            replace(record, state="gone", at=replace(record.at, posture=Posture.AWAY)) if record.owner >= 0 else record
        )
    x, y = places[record.id]
    return replace(record, state="here", ap=1, at=replace(record.at, x=x * INCH, y=y * INCH, z=0))


def asked(defender: Defender) -> tuple[Odds, float]:
    """The odds, and the seconds of CPU that they took at the median: code is compiled by then."""
    play, charger, target = position()
    spent = []
    for _ in range(TIMES):
        began = process_time()
        found = odds(play, charger, "charge", {"target": target}, defender=defender)
        spent.append(process_time() - began)
    return found, median(spent)


def measured() -> dict[str, Any]:
    """Seconds, runs and what was cut, for a given policy of the defender and for its best."""
    told: dict[str, Any] = {}
    for defender in ("all", "best"):
        found, seconds = asked(defender)
        told[defender] = {"seconds": seconds, "runs": found.runs, "cut": found.cut, "exact": found.exact}
    return told


if __name__ == "__main__":
    print(json.dumps(measured()))
