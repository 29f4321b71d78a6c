"""Convoys: ten fighters against ten, with two vehicles a side: how fast random battles are, also against battles of the
first edition, and how greedy drives.

Run as a program it measures one process and prints JSON; `bench.run` does so with numba.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

from warbook import rulesets, table
from warbook.core.ruleset import Setup
from warbook.players import by_seat
from warbook.rulesets.necromunda.records import CrewedVehicle
from warbook.sim.battle import Ended, Field
from warbook.space import _kernels
from warbook.space.shapes import contains

from .battles import speed

RULESET = "necromunda-classic"
SCENARIO = "classic-haul"  # on whose board they meet, and in which greedy drives four vehicles
GANGS = (
    ("stand-off-red", "haul-red", ("paid-in-full", "drip")),
    ("stand-off-blue", "haul-blue", ("tailings", "leveret")),
)  # whose fighters, and which vehicles of whom
WITHOUT, FIRST = (
    "classic-stand-off",
    "hive-stand-off",
)  # both editions without vehicles, on one board with the same gangs
VEHICLES, FIGHTERS = "[[vehicles]]", "[[fighters]]"
BATTLES = 10  # of greedy with nobody in its way, and as many against uniform, sides exchanged
LEAST = 3  # fighters that a roster has
GOAL = "east"
CELL = """
[[wall]]
points = [[53.5, 33.5], [59.5, 33.5], [59.5, 39.5], [53.5, 39.5], [53.5, 33.5]]
height = 8
[[deployment]]
name = "cell"
rect = [54, 34, 5, 5]
"""


def setup() -> Setup:
    """Ten fighters and two vehicles a side, on the haul road."""
    shelf, rosters = _shelf(), {}
    for seat, (fighters, whose, vehicles) in enumerate(GANGS):
        (text, source), (other, _) = shelf.text("roster", fighters), shelf.text("roster", whose)
        chosen = [each for each in other.split(VEHICLES) if any(f'id = "{id}"' in each for id in vehicles)]
        rosters[seat] = (VEHICLES.join((text, *chosen)), source)
    return Setup(RULESET, shelf.content(SCENARIO, rosters=rosters))


def alone() -> Setup:
    """A convoy of four vehicles with nobody in its way: the other side are three behind walls in a corner."""
    shelf = _shelf()
    (scenario, source), (board, _) = shelf.text("scenario", SCENARIO), shelf.text("board", "haul-road")
    roster, _ = shelf.text("roster", GANGS[1][1])
    three = FIGHTERS.join(roster.split(VEHICLES)[0].split(FIGHTERS)[: LEAST + 1])
    scenario = scenario.replace('zone = ["north-waste", "south-waste"]', 'zone = "cell"')
    files = {"board": (board + CELL, "bench"), "rosters": {1: (three, "bench")}}
    return Setup(RULESET, shelf.content(SCENARIO, text=scenario, source=source, **files))


def _shelf() -> Any:
    return table.shelf_of(rulesets.find(RULESET))


def driven_alone(battles: int) -> dict[str, float]:
    """How many vehicles greedy wrecks where nobody is in its way, and which share of them it gets to the goal."""
    field, wrecks, there, vehicles = Field(rulesets.find(RULESET), alone()), 0, 0, 0
    zones = [zone.polygon for zone in field.world.board.zones if zone.name == GOAL]
    for seed in range(battles):
        for v in _vehicles(field.fight(by_seat(("greedy", "first"), seed), seed), 0):
            vehicles, wrecks = vehicles + 1, wrecks + v.wrecked
            there += not v.wrecked and any(contains(zone, v.at.x, v.at.y) for zone in zones)
    return {"wrecks": wrecks, "there": there / vehicles}


def against_uniform(battles: int) -> dict[str, float]:
    """The share of battles that greedy wins against uniform, sides exchanged, and how long one takes at its median."""
    field, won, spent = Field(rulesets.find(RULESET), table.setup(SCENARIO)), 0, list[float]()
    for seed in range(battles):
        names = ("greedy", "uniform") if seed % 2 == 0 else ("uniform", "greedy")
        began = process_time()
        won += field.fight(by_seat(names, seed), seed).result.winner == names.index("greedy")
        spent.append(process_time() - began)
    return {"won": won / battles, "seconds": sorted(spent)[battles // 2]}


def _vehicles(ended: Ended, seat: int) -> Iterator[CrewedVehicle]:
    return (v for v in ended.state.records if isinstance(v, CrewedVehicle) and v.owner == seat)


def against_first(with_vehicles: float, seconds: float) -> dict[str, float]:
    """Decisions a second with and without vehicles, each as a share of those of the first edition in the same run."""
    without, first = (speed(table.setup(each), seconds)["decisions"] for each in (WITHOUT, FIRST))
    return {"with_to_first": with_vehicles / first, "without_to_first": without / first}


def measured(seconds: float) -> dict[str, Any]:
    """What one process measures."""
    found = speed(setup(), seconds)
    return {
        "compiled": _kernels.COMPILED,
        **found,
        **against_first(found["decisions"], seconds),
        **driven_alone(BATTLES),
        **against_uniform(BATTLES),
    }


if __name__ == "__main__":
    print(json.dumps(measured(float(sys.argv[1]))))
