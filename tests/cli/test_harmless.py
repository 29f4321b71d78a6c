"""Whatever stands in a file or a record, nothing in it acts on the terminal or turns a picture's line around."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.toy import DUEL, run
from warbook import cli

NASTY = "Oak\\u001B[2J\\u001B]0;owned\\u0007\\u009B31m\\u202Ekao\\u2066\\r"
SCENARIO = f'kind = "scenario"\ntitle = "Near{NASTY}"\nnames = ["{NASTY}", "Elm"]\napart = 4\n'
ACTING = "\x1b\x07\x9b\u202e\u2066\r"

COMMANDS = [
    ("play", "n.toml", "--red", "uniform", "--blue", "uniform", "--record", "n.wbr"),
    ("play", "n.toml", "--red", "human", "--blue", "human", "--record", "m.wbr"),
    ("play", "--resume", "b.wbr"),
    ("replay", "b.wbr"),
    ("replay", "b.wbr", "--json"),
    ("check", "b.wbr", "n.toml"),
    ("check", "n.toml", "--json"),
    ("check", "bad.toml"),
    ("odds", "n.toml", "--who", "1", "--action", "wait"),
    ("odds", "n.toml", "--who", "nobody", "--action", "wait"),
    ("draw", "b.wbr", "-o", "b.svg"),
    ("simulate", "n.toml", "--games", "2", "--jobs", "1"),
]


@pytest.fixture(autouse=True)
def files() -> None:
    Path("n.toml").write_text(SCENARIO)
    Path("bad.toml").write_text(SCENARIO.replace("apart", f'"{NASTY}"'))
    assert run("play", "n.toml", "--red", "uniform", "--blue", "uniform", "--record", "b.wbr").exit_code == 0


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_names_are_shown_and_do_not_act(words: tuple[str, ...]) -> None:
    asked = run(*words, says="log\nwhy\nodds\nundo\nadvance\nboard\nundo\nno\nquit\n")
    said = asked.stdout + asked.stderr
    assert said
    assert not [sign for sign in ACTING if sign in said]


def test_programs_get_the_name_as_it_is() -> None:
    log = json.loads(run("replay", "b.wbr", "--json").stdout)["log"]
    assert any("\x1b[2J" in line and "\u202e" in line for line in log)


def test_a_program_at_the_wire_is_asked_in_harmless_json() -> None:
    asked = run("play", DUEL, "--red", "human", "--json", "--record", "a.wbr", says='"\x1b\u202e"\n{"do": "quit"}\n')
    assert not [sign for sign in ACTING if sign in asked.output]


SOURCES = Path(cli.__file__).parent


@pytest.mark.parametrize("file", sorted(SOURCES.glob("*.py")), ids=lambda file: file.name)
def test_every_command_prints_by_the_functions_that_make_text_harmless(file: Path) -> None:
    """`say`, `print_json` and the console of `output`; what else is printed is made harmless in the same line."""
    for line in file.read_text("utf-8").splitlines():
        if re.search(r"click\.s?echo\(|(?<![\w.])print\(|sys\.std(out|err)\.write\(", line):
            assert re.search(r"visible|json_text|schema\.text|fault\.strerror", line), f"{file.name}: {line.strip()}"
