"""What a change does to the speed of decisions: ``python -m bench.against COMMIT [SCENARIO [BATTLES [STARTS]]]``.

The same battles are fought by a checkout of the commit and by this one at the same time, each on a core of its own,
and they change cores at every start, so that both suffer alike from what else the machine does.  The CPU time between
two questions is put down to the one that was answered.  Rules that were mended lead elsewhere, so battles of the two
are not the same for long: of each question the least mean time of all starts counts, and both are weighed by how often
the commit was asked it.  One start may differ from another by up to 8 in a hundred for the same code; what is left of
that after four is 1 to 2, more where a question is seldom asked.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from os import environ, sched_getaffinity, sched_setaffinity
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time_ns
from typing import Any, ClassVar

from warbook import rulesets, table
from warbook.core.decision import Decision
from warbook.core.play import Play
from warbook.players.uniform import Uniform
from warbook.sim.battle import Field

HERE = Path(__file__).parents[1]
WARM = 50  # battles before the clock starts


class Clocked(Uniform):
    """A player at random who notes how long each question was in coming, and how often it came."""

    at = 0
    spent: ClassVar[Counter[str]] = Counter()
    asked: ClassVar[Counter[str]] = Counter()

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """Some legal answer."""
        answer = super().choose(play, decision)
        now = process_time_ns()
        Clocked.spent[decision.key] += now - Clocked.at
        Clocked.asked[decision.key] += 1
        Clocked.at = process_time_ns()  # what the clock itself takes is nobody's
        return answer


def fight(scenario: str, battles: int) -> None:
    """Fights, and prints for each question how often it came and how long it took on the whole."""
    setup = table.setup_of(scenario, None, None, None, None, ())
    field = Field(rulesets.find(setup.ruleset), setup)
    for seed in range(WARM + battles):
        if seed == WARM:
            Clocked.spent.clear()
            Clocked.asked.clear()
            gc.collect()
            gc.freeze()  # one collection of all that was imported takes as long as a battle, and falls where it may
        Clocked.at = process_time_ns()
        field.fight({seat: Clocked(2 * seed + seat) for seat in (0, 1)}, seed)
    print(json.dumps({key: (asked, Clocked.spent[key]) for key, asked in Clocked.asked.items()}))


def begin(tree: Path, scenario: str, battles: str, core: int) -> subprocess.Popen[str]:
    """Begins a process of a checkout, on one core."""
    env = {**environ, "PYTHONPATH": f"{tree / 'src'}", "WARBOOK_COMPILE": "1", "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, "--fight", scenario, battles, str(core)]
    return subprocess.Popen(command, cwd=tree, env=env, stdout=subprocess.PIPE, text=True)


def end(process: subprocess.Popen[str]) -> dict[str, tuple[int, int]]:
    """What a process has measured."""
    said, _ = process.communicate()
    if process.returncode:
        sys.exit("the battles were not fought")
    found: dict[str, tuple[int, int]] = json.loads(said)
    return found


def together(trees: Sequence[Path], scenario: str, battles: str, turn: int) -> tuple[dict[str, tuple[int, int]], ...]:
    """One start of each checkout, on the cores in turn."""
    cores = sorted(sched_getaffinity(0))
    begun = [begin(tree, scenario, battles, cores[(turn + i) % len(cores)]) for i, tree in enumerate(trees)]
    return tuple(map(end, begun))


def least(starts: list[dict[str, tuple[int, int]]]) -> dict[str, float]:
    """For each question its least mean time, in nanoseconds."""
    keys = {key for found in starts for key in found}
    return {key: min(found[key][1] / found[key][0] for found in starts if key in found) for key in keys}


def against(commit: str, scenario: str = "hive-stand-off", battles: str = "150", starts: str = "4") -> None:
    """Fights, compares and prints: first the questions that make the most of the difference."""
    with TemporaryDirectory() as folder:
        other = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(other), commit], cwd=HERE, check=True)
        try:
            trees = (other, HERE)
            pairs = [together(trees, scenario, battles, turn) for turn in range(int(starts))]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(other)], cwd=HERE, check=True)
    before, after = least([pair[0] for pair in pairs]), least([pair[1] for pair in pairs])
    weights = {key: asked for key, (asked, _) in pairs[0][0].items() if key in after}
    total = sum(weights.values())
    was, now = (sum(weights[key] * of[key] for key in weights) / total / 1000 for of in (before, after))
    parts = {key: weights[key] * (after[key] - before[key]) / total / 1000 for key in weights}
    for key in sorted(parts, key=lambda key: -abs(parts[key]))[:12]:
        print(
            f"{parts[key]:+7.2f} us  {key}: {before[key] / 1000:.1f} to {after[key] / 1000:.1f} us,"
            f" {weights[key] / total:.1%} of all"
        )
    print(f"{scenario}: {was:.1f} us a question at {commit}, now {now:.1f}: {now / was - 1:+.1%}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fight"]:
        sched_setaffinity(0, {int(sys.argv[4])})
        fight(sys.argv[2], int(sys.argv[3]))
    elif 2 <= len(sys.argv) <= 5:
        against(*sys.argv[1:])
    else:
        sys.exit(__doc__)
