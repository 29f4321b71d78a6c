"""Strange input at the command line: devices, pipes, endless names and numbers are refused in a sentence each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.toy import run

BOARD = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [24, 24]\n[[wall]]\nline = [1, 1, 5, 1]\nheight = {}\n'
SETUP = '{{"ruleset":"necromunda-2023","content":{}}}'
RECORD = '{{"line":"record","warbook":"1","version":"1","setup":' + SETUP + ',"start":{{}}}}\n'
FILES = {
    "huge.toml": BOARD.format("1e18"),
    "inf.toml": BOARD.format("inf"),
    "nan.toml": BOARD.format("nan"),
    "digits.toml": BOARD.format("9" * 5000),
    "deep.toml": BOARD.format("[" * 5000 + "]" * 5000),
    "dots.toml": "a" + ".a" * 100_000 + " = 1\n",
    "dots.wbr": RECORD.format(
        '{"board":{"text":"' + "a" + ".a" * 100_000 + ' = 1","source":"b"},"scenario":1,"rosters":[]}'
    ),
    "deep.wbr": RECORD.format("[" * 5000 + "]" * 5000),
    "digits.wbr": RECORD.format('{"a":' + "9" * 5000 + "}"),
    "bytes.wbr": '{"line":"record"\udcff}\n',
}
PLACES = (*FILES, "/dev/zero", "pipe", "x" * 300, ".")
COMMANDS = (
    ("check",),
    ("draw",),
    ("replay",),
    ("odds", "--who", "0", "--action", "shoot"),
    ("play", "--red", "uniform", "--blue", "uniform"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text.encode(errors="surrogateescape"))
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[:12])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_strange_files_are_refused_in_a_sentence(folder: Path, command: tuple[str, ...], place: str) -> None:
    told = run(command[0], place, *command[1:])
    err = told.stderr
    assert told.exit_code == 2, (told.output, told.exception)
    assert err.startswith(("warbook:", "Usage:")), err
    assert "fault in" not in err
    assert "Traceback" not in err
    assert len(err) < 4000
