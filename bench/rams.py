"""Rams: what the exact odds of shots at vehicles cost, and those of Rams, on the road of a classic scenario: where they
are asked again in a battle, and where nothing is known of hits yet (`fresh`; the code is warm).

Run as a program it measures one process and prints JSON; `bench.run` does so.
"""

from __future__ import annotations

import json
from itertools import product
from statistics import median
from typing import Any

from warbook import rulesets, table
from warbook.core.errors import Illegal
from warbook.core.length import INCH
from warbook.core.play import Play
from warbook.core.state import Posture
from warbook.core.structs import replace
from warbook.odds import Odds, odds
from warbook.rulesets.necromunda.records import Status

SCENARIO = "classic-haul"
ROAD = 17 * INCH  # how far north of the southern edge the middle of the track is
PLACES = (26 * INCH, 32 * INCH, 38 * INCH)  # of the target, along the road; whoever rams it stands 8" west of it
BEFORE, BESIDE, AHEAD = 8 * INCH, 10 * INCH, (8 * INCH, 1, 0)
OUTCOMES = ("wrecked", "hull-damaged", "stalled")
SECONDS = 2.0  # after which odds are estimated


def position(shooter: int, rammer: int, target: int, x: int) -> Play[Any, Any, Any]:
    """Two vehicles on the road, one behind the other, and a fighter beside it; nobody else is about."""
    setup = table.setup(SCENARIO)
    ruleset = rulesets.find(setup.ruleset)
    world, state = ruleset.table(ruleset, setup.content)
    places = {target: (x, ROAD, 1, 0), rammer: (x - BEFORE, ROAD, 1, 0), shooter: (x, ROAD - BESIDE, 0, 1)}
    for who in range(world.first_thing):
        record: Any = state.records[who]
        cx, cy, fx, fy = places.get(who, (0, 0, 0, 1))
        posture = int(Posture.UP if who in places else Posture.AWAY)
        at = replace(record.at, x=cx, y=cy, z=0, fx=fx, fy=fy, posture=posture)
        fields = {"status": Status.STANDING if who in places else Status.OUT} if who < world.count else {}
        state.put(replace(record, at=at, deployed=True, **fields))
    state.turn = replace(state.turn, phase="action", round=1, priority=0)
    state.agenda, state.derived = (), None
    return Play(state, ruleset, world, [])


def asked(shooter: int, rammer: int, target: int, x: int, outcome: str) -> dict[str, Odds]:
    """The odds of a shot and of a Ram at a vehicle, of each the second time in a battle; of the shot also once all that
    is kept of hits is forgotten, when all code is warm."""
    found = {}
    play = position(shooter, rammer, target, x)
    for name, who, action, said in (
        ("shot", shooter, "shoot", {"target": target}),
        ("shot", shooter, "shoot", {"target": target}),
        ("fresh shot", shooter, "shoot", {"target": target}),
        ("ram", rammer, "ram", {"drive": (AHEAD,)}),
        ("ram", rammer, "ram", {"drive": (AHEAD,)}),
    ):
        if name == "fresh shot":
            play.world.chances_of_hits.clear()
        try:
            found[name] = odds(play, who, action, said, outcome, about=target, seconds=SECONDS, playouts=1)
        except Illegal:
            continue
    return found


def measured() -> dict[str, Any]:
    """Milliseconds at the median, the worst, how many were asked for and how many of them were not exact."""
    setup = table.setup(SCENARIO)
    ruleset = rulesets.find(setup.ruleset)
    world, state = ruleset.table(ruleset, setup.content)
    fighters, vehicles = (
        [[r.id for r in state.records[low:high] if r.owner == seat] for seat in (0, 1)]
        for low, high in ((0, world.count), (world.count, world.first_thing))
    )
    found: dict[str, list[Odds]] = {"shot": [], "fresh shot": [], "ram": []}
    for n, (x, outcome, target) in enumerate(product(PLACES, OUTCOMES, vehicles[1])):
        shooter, rammer = fighters[0][n % len(fighters[0])], vehicles[0][n % len(vehicles[0])]
        for name, told in asked(shooter, rammer, target, x, outcome).items():
            found[name].append(told)
    return {name: _summary(told) for name, told in found.items() if told}


def _summary(told: list[Odds]) -> dict[str, float]:
    spent = [1000 * each.seconds for each in told]
    return {"median": median(spent), "worst": max(spent), "of": len(told), "rough": sum(not o.exact for o in told)}


if __name__ == "__main__":
    print(json.dumps(measured()))
