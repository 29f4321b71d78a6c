"""What breaks down is named by whoever wrote it, with the file and the line, and never as a fault in Warbook."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

import warbook
from tests.cli.toy import DUEL, NAME, run
from warbook import faults, rulesets
from warbook.cli.files import Recorder
from warbook.core.decision import Choose
from warbook.core.errors import BadData
from warbook.core.play import Play
from warbook.core.ruleset import Ruleset
from warbook.core.traces import describe_fault
from warbook.rulesets import GROUP, find, names

BOTS = ("--red", "uniform", "--blue", "uniform", "--seed", "1")

BOT = """
class Bot:
    def __init__(self, seed):
        pass

    def choose(self, play, decision):
        return self.best(decision)

    def best(self, decision):
        return decision.candidates(9)[0] if decision.key == "no such" else 1 / 0
"""

FIRST_THOUGHT_OF = """
class Bot:
    def __init__(self, seed):
        pass

    def choose(self, play, decision):
        return decision.listed()[0]
"""


def line_of(text: str, words: str) -> int:
    """The number of the line with these words."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose modules can be imported and are forgotten afterwards."""
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def installed(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    """Make these the rulesets of all installed packages."""
    found = EntryPoints(EntryPoint(name.replace("_", "-"), value, GROUP) for name, value in points.items())
    monkeypatch.setattr(rulesets, "names", names)
    monkeypatch.setattr(rulesets, "find", find)
    monkeypatch.setattr(rulesets, "_points", lambda: found)


# ---- bots ------------------------------------------------------------------------------------------------------------


def test_a_bot_that_breaks_down_is_named_with_its_file_and_line(modules: Path) -> None:
    (modules / "my_bot.py").write_text(BOT)
    asked = run("play", DUEL, "--red", "my_bot:Bot", "--blue", "uniform", "--record", "a.wbr")
    assert asked.exit_code == 1
    assert "this is a fault in the bot, not in Warbook: ZeroDivisionError: division by zero" in asked.stderr
    assert f"{modules / 'my_bot.py'}:{line_of(BOT, '1 / 0')}, in best" in asked.stderr
    assert "warbook --traceback" in asked.stderr
    assert "`warbook play --resume a.wbr` goes on from there" in asked.stderr
    assert "Traceback (most recent" not in asked.stderr


@pytest.mark.parametrize("way", ["option", "environment"])
def test_the_traceback_can_be_seen(modules: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    (modules / "my_bot.py").write_text(BOT)
    words = ("play", DUEL, "--red", "my_bot:Bot", "--blue", "uniform", "--record", "a.wbr")
    if way == "environment":
        monkeypatch.setenv("WARBOOK_TRACEBACK", "1")
    asked = run(*(["--traceback"] if way == "option" else []), *words)
    assert "Traceback (most recent call last)" in asked.stderr
    assert "return self.best(decision)" in asked.stderr
    assert "shows the whole traceback" not in asked.stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("class Bot:\n    def __init__(self, seed)\n", "SyntaxError: expected ':' ({file}:2"),
        ("import no_such_package\n", "ModuleNotFoundError: No module named 'no_such_package' ({file}:1"),
        (
            "class Bot:\n    def __init__(self, seed):\n        seed.x\n",
            "AttributeError: 'int' object has no attribute",
        ),
        ("raise RuntimeError('not today')\n", "RuntimeError: not today ({file}:1"),
    ],
)
def test_a_bot_that_cannot_be_made_says_where(modules: Path, text: str, says: str) -> None:
    (modules / "bad_bot.py").write_text(text)
    asked = run("play", DUEL, "--red", "bad_bot:Bot", "--blue", "uniform", "--record", "a.wbr")
    assert asked.exit_code == 2
    assert says.format(file=modules / "bad_bot.py") in asked.stderr
    assert not Path("a.wbr").exists()


def test_a_bot_that_misuses_warbook_is_named_too(modules: Path) -> None:
    text = BOT.replace("1 / 0", "decision.candidates('nine')")
    (modules / "my_bot.py").write_text(text)
    asked = run("play", DUEL, "--red", "my_bot:Bot", "--blue", "uniform", "--record", "a.wbr")
    assert "a fault in the bot" in asked.stderr
    assert f"my_bot.py:{line_of(text, 'nine')}" in asked.stderr


# ---- rulesets and house rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["state.recrods", "state.put(None)"], ids=["its own line", "behind its line"])
def test_a_rule_that_breaks_down_is_named_by_its_ruleset(
    monkeypatch: pytest.MonkeyPatch, lane: Ruleset, modules: Path, line: str
) -> None:
    import toy_lane.events

    (modules / "more_rules.py").write_text(f"def apply(self, state):\n    return {line}\n")
    installed(monkeypatch, toy_lane="toy_lane:RULESET", more="more_rules:RULESET")
    monkeypatch.setattr(toy_lane.events.Passed, "apply", import_module("more_rules").apply)
    asked = run("play", DUEL, *BOTS, "--record", "a.wbr")
    assert asked.exit_code == 1
    assert "this is a fault in the ruleset more, not in Warbook: AttributeError" in asked.stderr
    assert f"{modules / 'more_rules.py'}:2, in apply" in asked.stderr


def test_a_rule_that_breaks_down_while_it_judges_an_answer_is_named(
    monkeypatch: pytest.MonkeyPatch, lane: Ruleset, modules: Path
) -> None:
    (modules / "more_rules.py").write_text("def refuse(answer):\n    return {}['no such key']\n")
    installed(monkeypatch, toy_lane="toy_lane:RULESET", more="more_rules:RULESET")
    refuse = import_module("more_rules").refuse
    ask = Play.ask

    def ask_strictly(play: Any, player: int, decision: Any) -> Any:
        if isinstance(decision, Choose):
            decision.refuse = refuse
        return ask(play, player, decision)

    (modules / "my_bot.py").write_text(FIRST_THOUGHT_OF)
    monkeypatch.setattr(Play, "ask", ask_strictly)
    asked = run("play", DUEL, "--red", "my_bot:Bot", "--blue", "my_bot:Bot", "--seed", "1")
    assert asked.exit_code == 1
    assert "this is a fault in the ruleset more, not in Warbook: KeyError: 'no such key'" in asked.stderr
    assert f"{modules / 'more_rules.py'}:2, in refuse" in asked.stderr


def test_a_bot_that_breaks_down_in_another_process_is_named(modules: Path) -> None:
    (modules / "my_bot.py").write_text(BOT)
    words = ("simulate", "hive-stand-off", "--red", "my_bot:Bot", "--games", "4", "--jobs", "2")
    asked = subprocess.run(
        [sys.executable, "-m", "warbook", *words], capture_output=True, text=True, cwd=modules, check=False
    )
    assert asked.returncode == 1  # as where a bot breaks down in any other command
    assert "ZeroDivisionError: division by zero" in asked.stderr
    assert f"my_bot.py:{line_of(BOT, '1 / 0')}" in asked.stderr
    assert "a fault in Warbook" not in asked.stderr
    assert "\\n" not in asked.stderr
    assert f"warbook --traceback {' '.join(words)}   shows the whole traceback" in asked.stderr
    assert "Traceback (most recent call last)" not in asked.stderr


def test_a_house_rule_that_breaks_down_is_named(monkeypatch: pytest.MonkeyPatch, lane: Ruleset) -> None:
    import toy_lane.house_rules

    installed(monkeypatch, toy_lane="toy_lane:RULESET")
    monkeypatch.delattr(toy_lane.house_rules, "replace")
    asked = run("play", DUEL, *BOTS, "--house-rule", "sudden-death", "--record", "a.wbr")
    assert f"this is a fault in the house rule sudden-death of {NAME}, not in Warbook: NameError" in asked.stderr
    assert f"{toy_lane.house_rules.__file__}:" in asked.stderr
    assert "--resume" not in asked.stderr.split("\n", 3)[-1]  # nothing was begun
    assert not Path("a.wbr").exists()


def test_a_bot_that_breaks_down_beside_a_person_is_named_too(modules: Path) -> None:
    (modules / "my_bot.py").write_text(BOT)
    words = ("--red", "human", "--blue", "my_bot:Bot", "--record", "a.wbr")
    asked = run("play", DUEL, *words, says="wait\n")
    assert asked.exit_code == 1
    assert "a fault in the bot, not in Warbook" in asked.stderr
    assert "`warbook play --resume a.wbr` goes on from there" in asked.stderr
    asked = run("play", "--resume", "a.wbr", "--blue", "first", says="quit\n")
    assert asked.exit_code == 0


def test_a_fault_of_our_own_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "names", None)
    asked = run("scenarios")
    assert asked.exit_code == 1
    assert "this is a fault in Warbook, not in what you wrote: TypeError" in asked.stderr
    assert "table.py:" in asked.stderr


def test_a_bot_of_ours_that_breaks_down_under_somebody_s_rules_is_our_fault(
    monkeypatch: pytest.MonkeyPatch, lane: Ruleset
) -> None:
    from warbook.players.uniform import Uniform

    installed(monkeypatch, toy_lane="toy_lane:RULESET")
    monkeypatch.setattr(Uniform, "__init__", lambda self, seed: None)  # its choice then fails in its own file
    asked = run("play", DUEL, *BOTS, "--record", "a.wbr")
    assert "this is a fault in Warbook, not in what you wrote: AttributeError" in asked.stderr
    assert "uniform.py:" in asked.stderr


def test_a_package_whose_name_begins_with_ours_is_somebody_elses() -> None:
    file = Path(warbook.__file__).parents[1] / "warbook_skirmish" / "rules.py"
    with pytest.raises(LookupError) as caught:
        exec(compile("raise LookupError('no such sword')", file, "exec"), {})
    assert faults.of_exception(caught.value).whose != "Warbook, not in what you wrote"
    assert f"{file}:1" in describe_fault(caught.value)


# ---- a ruleset that cannot be imported -------------------------------------------------------------------------------

BROKEN = {
    "an exception": ("raise RuntimeError('not today')", "RuntimeError: not today"),
    "an exit": ("raise SystemExit(3)", "SystemExit: 3"),
    "no such name": ("\nRULESET = Rulset()", "NameError: name 'Rulset' is not defined"),
    "bad syntax": ("\n\nRULESET = (", "SyntaxError: '(' was never closed"),
    "no such module": ("import no_such_package", "No module named 'no_such_package'"),
    "no ruleset": ("RULES = 1", "has no attribute 'RULESET'"),
    "another thing": ("RULESET = 1", "wanted a Ruleset"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_ruleset_is_listed_as_broken_and_harms_no_other(
    monkeypatch: pytest.MonkeyPatch, lane: Ruleset, modules: Path, kind: str
) -> None:
    from warbook.web import api

    text, says = BROKEN[kind]
    (modules / "broken_rules.py").write_text(text)
    installed(monkeypatch, toy_lane="toy_lane:RULESET", broken="broken_rules:RULESET")
    asked = run("rulesets")
    assert asked.exit_code == 0
    assert "broken" in asked.stdout
    assert says in asked.stderr
    if kind not in ("no ruleset", "another thing"):
        assert f"{modules / 'broken_rules.py'}:{max(1, len(text.splitlines()))}" in asked.stderr
    assert says in run("rulesets", "--json").stdout.replace('\\"', '"')
    assert DUEL in run("scenarios").stdout
    assert run("play", DUEL, *BOTS, "--record", "a.wbr").exit_code == 0
    assert run("check", "a.wbr").exit_code == 0
    assert run("simulate", DUEL, "--games", "2", "--jobs", "1").exit_code == 0
    assert [each.id for each in api.everything()] == [NAME]
    for words in (("rules", "broken"), ("scenarios", "broken"), ("play", "no-such-scenario")):
        asked = run(*words)
        assert asked.exit_code == 2
        assert says in asked.stderr


def test_the_traceback_of_a_broken_ruleset_can_be_seen(monkeypatch: pytest.MonkeyPatch, modules: Path) -> None:
    (modules / "broken_rules.py").write_text("def made():\n    return 1 / 0\nRULESET = made()\n")
    installed(monkeypatch, broken="broken_rules:RULESET")
    assert "in made\n    return 1 / 0" in run("--traceback", "rulesets").stderr


def test_what_a_ruleset_prints_when_it_is_imported_stands_in_nobody_s_answer(
    monkeypatch: pytest.MonkeyPatch, modules: Path, lane: Ruleset
) -> None:
    (modules / "loud_rules.py").write_text("print('hello')\n1 / 0\n")
    installed(monkeypatch, toy_lane="toy_lane:RULESET", loud="loud_rules:RULESET")
    asked = run("rulesets", "--json")
    assert [row["id"] for row in json.loads(asked.stdout)] == [NAME, "loud"]
    assert "hello" in asked.stderr


def test_a_ruleset_that_cannot_list_what_it_ships_harms_no_other(
    monkeypatch: pytest.MonkeyPatch, lane: Ruleset, modules: Path
) -> None:
    from warbook.web import api

    text = (
        "from dataclasses import replace\nfrom toy_lane import RULESET\n"
        "class Shelf:\n    def scenarios(self):\n        return 1 / 0\n"
        "RULESET = replace(RULESET, id='worse', shelf=Shelf())\n"
    )
    (modules / "worse.py").write_text(text)
    installed(monkeypatch, toy_lane="toy_lane:RULESET", worse="worse:RULESET")
    assert DUEL in run("scenarios").stdout
    assert f"ZeroDivisionError: division by zero ({modules / 'worse.py'}:5" in run("rulesets").stderr
    assert [each.id for each in api.everything()] == [NAME]
    assert run("play", DUEL, *BOTS, "--record", "a.wbr").exit_code == 0


# ---- the machine -----------------------------------------------------------------------------------------------------


def full_after(monkeypatch: pytest.MonkeyPatch, size: int) -> list[int]:
    """Let a disk hold so many bytes and no more; what is returned holds how many it still takes."""
    room, real = [size], os.write

    def write(file: int, line: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = real(file, line[: room[0]])
        room[0] -= taken
        return taken

    monkeypatch.setattr(os, "write", write)
    return room


def test_a_full_disk_is_named_and_the_battle_goes_on_when_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("play", DUEL, "--red", "first", "--blue", "first", "--seed", "1", "--record")
    run(*words, "b.wbr")
    whole = Path("b.wbr").read_bytes()
    with monkeypatch.context() as full:
        full_after(full, len(whole) // 2)
        asked = run(*words, "a.wbr")
    assert asked.exit_code == 2
    assert "a.wbr: found a full disk; wanted a file that can be written" in asked.stderr
    assert "`warbook play --resume a.wbr` goes on" in asked.stderr
    assert "fault in" not in asked.stderr
    assert run("play", "--resume", "a.wbr").exit_code == 0
    assert Path("a.wbr").read_bytes() == whole


def test_what_a_full_disk_did_not_take_is_written_when_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    room = full_after(monkeypatch, 7)
    with Recorder(Path("r")) as write:
        write(b"first\n")
        with pytest.raises(BadData, match="a full disk"):
            write(b"second\n")
        room[0] = 100
        write(b"third\n")
    assert Path("r").read_bytes() == b"first\nsecond\nthird\n"


def test_the_lines_of_a_record_end_alike_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows writes another end of line unless it is told not to."""
    monkeypatch.setattr(os, "O_BINARY", 1 << 15, raising=False)
    seen, real = [], os.open

    def opened(path: Path, flags: int, mode: int) -> int:
        seen.append(flags)
        return real(path, flags & ~os.O_BINARY, mode)  # type: ignore[attr-defined,unused-ignore]

    monkeypatch.setattr(os, "open", opened)
    with Recorder(Path("r")) as write:
        write(b"first\n")
    assert [flags & 1 << 15 for flags in seen] == [1 << 15]


def test_other_refusals_of_the_machine_are_no_fault_of_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    from warbook import table

    def full(ruleset: str | None) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/tmp/here")

    monkeypatch.setattr(table, "scenarios", full)
    asked = run("scenarios")
    assert (asked.exit_code, asked.stderr) == (2, "warbook: /tmp/here: the disk is full\n")


def real(words: tuple[str, ...], stdout: int) -> subprocess.CompletedProcess[str]:
    """The command line as a process of its own that writes to this file."""
    return subprocess.run(
        [sys.executable, "-m", "warbook", *words], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [("scenarios",), ("scenarios", "--json"), ("protocol",)])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_answer_that_nobody_can_take_is_told_in_a_line(
    words: tuple[str, ...], unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)  # empty: a write may be held back, and fail at the end
    full = os.open("/dev/full", os.O_WRONLY)
    asked = real(words, full)
    os.close(full)
    assert asked.returncode == 2
    assert asked.stderr in ("warbook: the disk is full\n", "warbook: standard output: No space left on device\n")


@pytest.mark.parametrize("words", [("scenarios",), ("rules", "gangfight", "--json"), ("protocol",)])
def test_a_reader_who_has_seen_enough_is_no_fault(words: tuple[str, ...]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    asked = real(words, writes)
    os.close(writes)
    assert asked.stderr == ""


def test_a_bot_that_answers_what_nobody_asked_is_named() -> None:
    asked = run("play", DUEL, "--red", "tests.cli.bots:Cheat", "--blue", "uniform", "--record", "a.wbr")
    assert asked.exit_code == 2
    assert "'fly' is not allowed: tests.cli.bots:Cheat answers turn.action." in asked.stderr
