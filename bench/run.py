"""``make bench``: speed and memory in one run, beside other engines measured in the same minutes.

    python -m bench.run [--scenario ID] [--seconds N] [--out FILE]

Absolute figures depend on the machine; the ratios at the end do so far less.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from warbook import compiling

from . import charges, convoys, first_move, hulls, others, panning, process, rams, squares, symbols, units, wardens
from .figures import Figure, Skipped, table
from .machine import Machine, machine

Figures = list[Figure | Skipped]


def main() -> None:
    """Measure everything, print it, and keep it as JSON."""
    asked = _arguments()
    if compiling.lacking() and compiling.finish_visibly().complete:
        _begin_again()
    on = machine()
    print(f"{on}\n")
    parts: tuple[tuple[str, Callable[[], Figures]], ...] = (
        ("Processes", lambda: _processes(asked.scenario)),
        (f"Battles ({asked.scenario}, uniform players, one core)", lambda: _battles(asked.scenario, asked.seconds)),
        (f"Gangfight ({charges.SCENARIO}: 8 against 8, ground of three grades)", lambda: _gangfight(asked.seconds)),
        (f"Vehicles ({convoys.SCENARIO}: 10 against 10 and two vehicles a side)", lambda: _convoys(asked.seconds)),
        (f"Rites of Battle ({wardens.SCENARIO}: 5 against 12 on squares)", lambda: _rites(asked.seconds)),
        (f"Shots at vehicles and rams ({rams.SCENARIO}, on the track)", _rams),
        ("Units of twenty on a board with terrain", _marches),
        (f"Whole units ({', '.join(units.MISSIONS)}: about 25 and 50 models a side)", lambda: _units(asked.seconds)),
        ("Dice with symbols, squares, and hulls", lambda: [*symbols.figures(), *squares.figures(), *hulls.figures()]),
        ("The pages of the table (40 models, 40 pieces)", panning.figures),
        ("The first move of a newcomer (a clone of what was committed, in a browser)", first_move.figures),
        ("Other engines, random games of chess from Python", lambda: _others(asked.seconds)),
    )
    found: Figures = []
    for title, measure in parts:
        print(title, flush=True)
        figures = measure()
        print(table(figures), "\n", flush=True)
        found += figures
    ratios = _ratios(found)
    print("Ratios of decisions a second")
    print(table(ratios))
    _keep(Path(asked.out), on, [*found, *ratios])
    missed = [f.name for f in found if isinstance(f, Figure) and f.met is False]
    print(
        f"\n{len(missed)} bounds not reached" + (f": {', '.join(missed)}" if missed else "") + f".  Kept in {asked.out}"
    )


def _begin_again() -> None:
    """Run this command once more: this process took its kernels as plain Python while they were not compiled, and
    what it measures itself would seem slower than it is (a drive of a hull fifteen times)."""
    os.execv(sys.executable, [sys.executable, "-m", "bench.run", *sys.argv[1:]])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description="Speed and memory, in one run.")
    parser.add_argument("--scenario", default="hive-stand-off", help="the scenario to measure")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each measurement of speed runs")
    parser.add_argument("--out", default="build/bench.json", help="where the figures are kept")
    return parser.parse_args()


def _processes(scenario: str) -> Figures:
    return [process.import_time(), process.help_time(), process.peak_memory(scenario)]


def _battles(scenario: str, seconds: float) -> Figures:
    """The figures of a scenario, with numba where it is installed, and without."""
    fast = _child(scenario, seconds, "--thorough")
    plain = _child(scenario, seconds, WARBOOK_PLAIN="1")
    figures: Figures = []
    if fast["compiled"]:
        figures += [
            Figure("battles, with numba", fast["battles"], "/s", wanted=40, better="more"),
            Figure("decisions, with numba", fast["decisions"], "/s", wanted=30_000, better="more"),
        ]
    else:
        figures.append(Skipped("battles with numba", "numba is not installed (pip install -e '.[fast]')"))
    figures += [
        Figure("battles, without numba", plain["battles"], "/s", wanted=10, better="more"),
        Figure("decisions, without numba", plain["decisions"], "/s", wanted=8_000, better="more"),
        Figure("a fork in the middle of an action", fast["fork"] * 1e6, "µs", wanted=1),
        Figure("fork, answer, next question (median)", fast["fork_answer_ask"] * 1e6, "µs", wanted=30),
    ]
    if fast["legal_actions"] is not None:
        figures.append(Figure("the legal actions of a model (median)", fast["legal_actions"] * 1e3, "ms", wanted=0.3))
    else:
        figures.append(Skipped("the legal actions of a model", "no question lists actions"))
    for name, action, wanted in (("a shot", "shoot", 1.0), ("a charge with its fight and reactions", "charge", 20.0)):
        spent = fast[action]
        if spent is None:
            figures.append(Skipped(f"exact odds of {name}", "no position of the sample allows it"))
        else:
            figures.append(Figure(f"exact odds of {name} (median)", spent["median"] * 1e3, "ms", wanted=wanted))
            figures.append(Figure(f"exact odds of {name} (worst of {spent['of']})", spent["worst"] * 1e3, "ms"))
    return figures


def _gangfight(seconds: float) -> Figures:
    """The second ruleset: how fast its battles are, and the odds of a charge that three may interrupt."""
    fast, plain = _child(charges.SCENARIO, seconds), _child(charges.SCENARIO, seconds, WARBOOK_PLAIN="1")
    figures: Figures = []
    if fast["compiled"]:
        figures.append(
            Figure(f"{GANGFIGHT}, with numba", fast["decisions"], "/s", wanted=30_000, better="more"),
        )
    figures.append(Figure(f"{GANGFIGHT}, without numba", plain["decisions"], "/s"))
    told = _program("bench.charges")
    for defender, wanted in (("all", 50.0), ("best", 300.0)):
        found = told[defender]
        name = f"exact odds of a charge that three may interrupt ({defender})"
        figures.append(Figure(name, found["seconds"] * 1e3, "ms", wanted=wanted))
        figures.append(Figure(f"runs of the rules for them ({defender})", found["runs"], ""))
        figures.append(Figure(f"what was cut of them ({defender})", found["cut"], "", wanted=1e-12))
    return figures


def _convoys(seconds: float) -> Figures:
    """Vehicles: how fast battles with them are, and how well greedy drives."""
    told = _program("bench.convoys", str(seconds))
    return [
        Figure("decisions, two vehicles a side", told["decisions"], "/s", wanted=8_000, better="more"),
        Figure("decisions, two vehicles a side, to the first edition", told["with_to_first"], "times", better="more"),
        Figure(
            "decisions without vehicles, to the first edition",
            told["without_to_first"],
            "times",
            wanted=1.0,
            better="more",
        ),
        Figure("wrecks of greedy's own, ten battles alone", told["wrecks"], "", wanted=1),
        Figure("vehicles that greedy gets to the goal alone", told["there"], "of 1", wanted=0.5, better="more"),
        Figure("greedy wins against uniform", told["won"], "of 1", wanted=0.95, better="more"),
        Figure("a battle of greedy, four vehicles a side (median)", told["seconds"], "s", wanted=10),
    ]


def _rites(seconds: float) -> Figures:
    """The third ruleset: how fast its battles are, and the odds of attacks with ten dice."""
    told = _program("bench.wardens", str(seconds))
    figures: Figures = [
        Figure("decisions, on squares with narrative dice", told["decisions"], "/s", wanted=10_000, better="more"),
        Figure("fork, answer, next question (median)", told["fork_answer_ask"] * 1e6, "µs", wanted=35),
    ]
    for mode, (first, again) in told["odds"].items():
        figures.append(Figure(f"exact odds of {mode} (worst outcome)", again * 1e3, "ms", wanted=50))
        figures.append(Figure("the same, asked for the first time", first * 1e3, "ms", wanted=50))
    return figures


def _rams() -> Figures:
    """Odds about vehicles, on open ground and beside what they may run into."""
    figures: Figures = []
    told = _program("bench.rams")
    for what, wanted in (("shot", 5.0), ("fresh shot", 5.0), ("ram", 50.0)):
        found = told[what]
        name = f"odds of a {what} at a vehicle"
        figures.append(Figure(f"{name} (median of {found['of']})", found["median"], "ms", wanted=wanted))
        figures.append(Figure(f"{name} (worst)", found["worst"], "ms"))
        figures.append(Figure(f"{name}: given up as an interval", found["rough"], ""))
    return figures


def _marches() -> Figures:
    return [Figure(**figure) for figure in _program("bench.marches", "--json")]


def _units(seconds: float) -> Figures:
    return [Figure(**figure) for figure in _program("bench.units", "--json", str(seconds))]


GANGFIGHT = "gangfight decisions"


def _child(scenario: str, seconds: float, *more: str, **environment: str) -> dict[str, Any]:
    measured: dict[str, Any] = _program("bench.battles", scenario, str(seconds), *more, **environment)
    return measured


def _program(module: str, *arguments: str, **environment: str) -> Any:
    """What a program of this package measures in a process of its own."""
    asked = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        check=True,
    )
    return json.loads(asked.stdout)


def _others(seconds: float) -> Figures:
    return [*others.openspiel_chess(seconds), *others.pettingzoo_chess(seconds)]


def _ratios(found: Figures) -> Figures:
    known = {f.name: f.value for f in found if isinstance(f, Figure)}
    ratios: Figures = []
    for ours in ("with numba", "without numba"):
        for theirs in ("OpenSpiel chess", "PettingZoo chess"):
            mine, other = known.get(f"decisions, {ours}"), known.get(f"{theirs}, decisions")
            if mine is not None and other is not None:
                ratios.append(Figure(f"Warbook {ours} to {theirs}", mine / other, "times"))
        first, second = known.get(f"decisions, {ours}"), known.get(f"{GANGFIGHT}, {ours}")
        if first is not None and second is not None:
            ratios.append(Figure(f"gangfight to the first ruleset, {ours}", second / first, "times"))
    return ratios or [Skipped("ratios", "there was nothing to compare with")]


def _keep(path: Path, on: Machine, figures: Figures) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(to_builtins({"machine": on, "figures": figures}), indent=2) + "\n")


if __name__ == "__main__":
    main()
