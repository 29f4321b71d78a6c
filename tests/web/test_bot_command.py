"""`warbook bot` as people meet it: what it prints, where the record lies, and what it says when something is wrong."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.web.test_stdio import FRAME
from warbook import table
from warbook.cli import COMMANDS, command
from warbook.core.verify import verify

PLAYS = FRAME + "while True:\n    q = asked()\n    choose(q, answers(q)[0])\n"
LEAVES = FRAME + "q = asked()\nchoose(q, answers(q)[0])\nasked()\nsys.exit(3)\n"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["bot", *words], prog_name="warbook")


def plays(*words: str, code: str = PLAYS) -> Result:
    return run("street-ambush", "--against", "first", "--seed", "4", *words, "--", sys.executable, "-c", code)


def test_a_battle_ends_with_who_won_and_where_the_record_is() -> None:
    ended = plays("--record", "battle.wbr")
    assert ended.exit_code == 0, ended.output
    assert re.match(r".* \((the program|first)\) wins, \d+ to \d+: .*[^.]\.\n|A draw", ended.output)
    assert "Seed 4.  The record: battle.wbr   (warbook replay battle.wbr)" in ended.output
    battle = table.open_record("battle.wbr")
    assert battle.is_over and battle.seed == 4 and verify(battle).true


def test_for_programs_the_end_is_json() -> None:
    ended = plays("--seat", "1", "--json", "--record", "battle.wbr")
    told = json.loads(ended.output)
    battle = table.open_record("battle.wbr")
    assert battle.result is not None
    assert told["seats"] == [1] and told["players"] == ["first", "human"] and told["record"] == "battle.wbr"
    assert told["result"]["points"] == list(battle.result.points) and told["digest"] == battle.digest()


def test_a_program_that_leaves_is_told_of_with_how_to_go_on() -> None:
    ended = plays("--record", "battle.wbr", code=LEAVES)
    assert ended.exit_code == 2 and len(ended.output.splitlines()) == 1
    assert "ended before the battle did (exit code 3)" in ended.output
    assert "warbook play --resume battle.wbr" in ended.output
    assert table.open_record("battle.wbr", advance=True).decision is not None


def test_who_stops_it_is_told_how_to_go_on(tmp_path: Path) -> None:
    waits = FRAME + "q = asked()\nopen('asked', 'w')\ntime.sleep(3600)\n"  # not waited for
    words = ("bot", "street-ambush", "--against", "first", "--record", "battle.wbr", "--", sys.executable, "-c", waits)
    heeds = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # not so in the background
    code = f"{heeds}from warbook.cli import main; main()"
    running = subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not (tmp_path / "asked").exists() and time.monotonic() < until:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=120)  # on a busy machine
    assert running.returncode == 2 and "stopped; the record: battle.wbr" in said, said
    assert table.open_record("battle.wbr", advance=True).decision is not None


def test_without_a_file_the_record_lies_in_the_data_folder(tmp_path: Path) -> None:
    plays(code=LEAVES)
    assert len(list((tmp_path / "data").rglob("*street-ambush-*.wbr"))) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no-such-scenario", "--", "x"), "no scenario 'no-such-scenario'"),
        (("street-ambush", "--", "/no/such/program"), "/no/such/program cannot be started: No such file or directory"),
        (("street-ambush", "--seat", "2", "--", "x"), "seat 2: wanted one from 0 to 1"),
        (("street-ambush", "--against", "nobody", "--", "x"), "no player 'nobody'"),
        (("http://localhost:1/", "--", "x"), "no seat in this link"),
        (("http://localhost:1/#/join/a/b", "--seed", "1", "--", "x"), "--seed can be used only with a scenario"),
        (("http://127.0.0.1:9/#/join/a/b", "--", "cat"), "there is no connection to the server"),
        (("street-ambush",), "Missing argument '-- COMMAND...'"),
    ],
)
def test_what_a_person_gets_wrong_is_one_message(words: tuple[str, ...], said: str) -> None:
    ended = run(*words)
    assert ended.exit_code == 2 and said in ended.output, ended.output
    assert "Traceback" not in ended.output


def test_help_shows_examples_of_commands_that_there_are() -> None:
    told = run("--help")
    assert told.exit_code == 0 and "bot" in COMMANDS
    assert (Path(__file__).parents[2] / "examples" / "bot-javascript" / "bot.js").is_file()
    assert "warbook bot hive-stand-off -- node examples/bot-javascript/bot.js" in told.output
