"""Processes of a simulation: started from scripts and notebooks, killed, stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path

import pytest

from tests.odds.duel import find, setup
from warbook.core.errors import WarbookError
from warbook.core.loading import load_game
from warbook.core.ruleset import Setup
from warbook.core.verify import verify
from warbook.sim import BattleFailed, Row, Stopped, Totals, simulate
from warbook.sim.match import compare

BROKEN = "tests.sim.broken:"
HERE = Path(__file__).parents[2]


def script(folder: Path, text: str, *words: str, name: str = "script.py") -> subprocess.CompletedProcess[str]:
    """A script of somebody's own, run in its folder."""
    (folder / name).write_text(text)
    return subprocess.run(
        [sys.executable, name, *words],
        capture_output=True,
        text=True,
        cwd=folder,
        env=surroundings(),
        timeout=120,
        check=False,
    )


def surroundings() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE / "src"), str(HERE)])}


PLAIN = """
import warbook
from tests.odds.duel import find, setup
print("begins")
print(warbook.simulate(setup(), games=6, jobs=2, find=find).games)
"""


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Processes that `multiprocessing` spawns would run the script again."""
    ran = script(tmp_path, PLAIN)
    assert (ran.returncode, ran.stdout) == (0, "begins\n6\n"), ran.stderr


OWN_BOT = """
import warbook
from tests.odds.duel import find, setup
from warbook.players.uniform import Uniform

class Mine(Uniform):
    pass

print(warbook.simulate(setup(), red="__main__:Mine", games=6, find=find{}).games)
"""


def test_a_bot_of_the_script_or_the_notebook_plays_in_its_own_process(tmp_path: Path) -> None:
    ran = script(tmp_path, OWN_BOT.format(""))
    assert (ran.returncode, ran.stdout) == (0, "6\n"), ran.stderr
    refused = script(tmp_path, OWN_BOT.format(", jobs=2"))
    assert "jobs: found 2, but __main__:Mine of the running script or notebook cannot be imported" in refused.stderr
    assert "wanted it in a module of its own, or jobs=1" in refused.stderr


def test_cells_of_a_notebook_have_no_file(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-"],
        input=OWN_BOT.format("") + PLAIN,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=surroundings(),
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "6\nbegins\n6\n"), ran.stderr


def test_a_script_that_names_itself_is_told_what_to_write(tmp_path: Path) -> None:
    ran = script(tmp_path, OWN_BOT.format("").replace("__main__:", "mine:"), name="mine.py")
    assert "mine is the script that is running; wanted __main__:Mine, or a module of its own" in ran.stderr


def test_a_module_that_starts_a_simulation_when_it_is_imported_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(
        "import sys, warbook\nfrom tests.odds.duel import find, setup\nfrom warbook.players.uniform import Uniform\n"
        "class Mine(Uniform): pass\n"
        "if 'ready' in sys.argv: sys.argv.remove('ready')\n"
        "else: warbook.simulate(setup(), games=2, jobs=1, find=find)\n"
    )
    text = PLAIN.replace("games=6", 'red="bots:Mine", games=6')
    ran = script(tmp_path, text, "ready")
    assert 'wanted `if __name__ == "__main__":` before that' in ran.stderr


@pytest.mark.parametrize(
    ("bot", "jobs", "told"),
    [
        ("Raises", 1, "this is a fault in the bot, not in Warbook: ZeroDivisionError: no plan"),
        ("Raises", 2, "this is a fault in the bot, not in Warbook: ZeroDivisionError: no plan"),
        ("Leaves", 1, "this is a fault in the bot, not in Warbook: SystemExit: 4"),
        ("Leaves", 2, "this is a fault in the bot, not in Warbook: SystemExit: 4"),
        ("Killed", 2, "the process that fought it was killed by signal 9; perhaps there was not enough memory"),
        ("Gone", 2, "the process that fought it ended by itself with exit status 4"),
    ],
)
def test_what_breaks_a_battle_off_is_named_with_its_number_and_seed(bot: str, jobs: int, told: str) -> None:
    rows: list[Row] = []
    with pytest.raises(BattleFailed) as fault:
        simulate(setup(), red=BROKEN + bot, games=20, jobs=jobs, find=find, on_row=rows.append)
    assert (fault.value.game, fault.value.seed) == (6, 3)
    assert str(fault.value).startswith(f"battle 6 (seed 3, {BROKEN}{bot} first, uniform second): {told}")
    assert [row.game for row in rows] == list(range(6))
    if bot == "Raises":
        assert "broken.py:" in str(fault.value)
        assert "in broken" in fault.value.trace
        assert "in broken" in "".join(traceback.format_exception(fault.value))


def test_a_process_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nowhere = tmp_path / "python"
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", str(nowhere))
        with pytest.raises(BattleFailed, match=f"battle 0 .*: {nowhere}: No such file or directory"):
            simulate(setup(), games=6, jobs=2, find=find)
    nowhere.write_text("#!/bin/sh\nexit 4\n")
    nowhere.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(nowhere))
    with pytest.raises(BattleFailed, match="the process that fought it ended by itself with exit status 4"):
        simulate(setup(), games=6, jobs=2, find=find)


def test_what_a_bot_prints_harms_nothing() -> None:
    rows: list[Row] = []
    simulate(setup(), red=BROKEN + "Chatty", games=8, jobs=2, find=find, on_row=rows.append)
    assert len(rows) == 8


def test_a_broken_battle_leaves_no_half_of_a_record(tmp_path: Path) -> None:
    for jobs, bot in ((1, "Raises"), (2, "Raises"), (2, "Killed")):
        with pytest.raises(BattleFailed):
            simulate(setup(), red=BROKEN + bot, games=20, jobs=jobs, records=tmp_path / bot, find=find)
        assert {path.suffix for path in (tmp_path / bot).iterdir()} == {".wbr"}


STOPPED = """
import os, signal, sys, threading, time
import warbook
from warbook.sim import Stopped
from tests.odds.duel import find, setup

rows, again = [], sys.argv[2:] == ["twice"]

def press(row):
    rows.append(row)
    if len(rows) == 4:
        os.kill(os.getpid(), signal.SIGINT)
        if again:
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()

try:
    warbook.simulate(setup(), red="tests.sim.broken:Slow", games=400, jobs=int(sys.argv[1]), records="r",
        find=find, on_row=press)
except Stopped as stop:
    assert stop.found.games == len(rows), (stop.found.games, len(rows))
    print(len(rows), *sorted(os.listdir("r")))
"""


@pytest.mark.parametrize("words", [("1",), ("2",), ("1", "twice"), ("2", "twice")])
def test_ctrl_c_tells_what_was_fought_and_leaves_whole_records(tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = script(tmp_path, STOPPED, *words)
    assert ran.returncode == 0, ran.stderr
    count, *records = ran.stdout.split()
    assert 4 <= int(count) <= 8
    assert all(name.endswith(".wbr") for name in records)
    assert int(count) <= len(records) <= int(count) + 2
    for name in records:
        assert verify(load_game((tmp_path / "r" / name).read_bytes(), find, source=name)).true
    if "twice" not in words:
        assert len(records) == int(count)


def test_ctrl_c_is_a_keyboard_interrupt() -> None:
    assert issubclass(Stopped, KeyboardInterrupt)


def test_no_worker_outlives_the_one_who_asked(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(STOPPED)
    asked = subprocess.Popen(
        [sys.executable, "script.py", "2"], cwd=tmp_path, env=surroundings(), stdout=subprocess.DEVNULL
    )
    workers: list[int] = []
    for _ in range(400):
        workers = children(asked.pid)
        if len(workers) == 2 and list(tmp_path.glob("r/*")):
            break
        time.sleep(0.05)
    assert len(workers) == 2
    asked.send_signal(signal.SIGKILL)
    asked.wait()
    for _ in range(400):
        if not any(Path(f"/proc/{pid}").exists() for pid in workers):
            return
        time.sleep(0.05)
    pytest.fail("a worker goes on")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(p) for t in Path(f"/proc/{pid}/task").iterdir() for p in (t / "children").read_text().split()]
    except FileNotFoundError:
        return []


def test_it_takes_what_a_battle_takes() -> None:
    import warbook

    found: Totals = warbook.simulate(
        "open-field", red="first", blue="first", games=2, jobs=1, options={"rounds": 4}, seed=3
    )
    game = warbook.battle("open-field", red="first", blue="first", options={"rounds": 4}, seed=3)
    rows: list[Row] = []
    warbook.simulate(
        warbook.setup("open-field", options={"rounds": 4}),
        red="first",
        blue="first",
        games=1,
        seed=3,
        on_row=rows.append,
    )
    assert found.games == 2
    assert game.result is not None
    assert (rows[0].points, rows[0].why) == (game.result.points, game.result.why)


def test_a_setup_with_options_beside_it_is_refused() -> None:
    for call in (simulate, compare):
        with pytest.raises(WarbookError, match="found a Setup, and files, options or house rules beside it"):
            call(Setup("duel", {}), options={"rounds": 4}, find=find)
