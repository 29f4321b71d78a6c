"""Strange input at the command line: devices, pipes, endless names and numbers are refused in a sentence each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

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
LOUD = "a\x1b]0;owned\x07\x1b[2J\u202e.toml"  # the name of a file, which every message about it names
PLACES = (*FILES, "/dev/zero", "pipe", "x" * 300, ".", "loop", "nowhere", "secret.toml", LOUD, "no\x1b[2J.wbr")
ACTING = "\x1b\x07\x9b\u202e"
COMMANDS = (
    ("check",),
    ("draw",),
    ("replay",),
    ("odds", "--who", "0", "--action", "shoot"),
    ("play", "--red", "uniform", "--blue", "uniform"),
    ("play --resume",),
    ("simulate", "--games", "2", "--jobs", "1"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text.encode(errors="surrogateescape"))
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "nowhere").symlink_to("not-there")
    (tmp_path / "secret.toml").symlink_to("/dev/full")
    (tmp_path / LOUD).write_text("kind = 3\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[:12])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_strange_files_are_refused_in_a_sentence(folder: Path, command: tuple[str, ...], place: str) -> None:
    told = run(*command[0].split(), place, *command[1:])
    err = told.stderr
    assert told.exit_code == 2, (told.output, told.exception)
    assert err.startswith(("warbook:", "Usage:")), err
    assert "fault in" not in err
    assert "Traceback" not in err
    assert not [sign for sign in ACTING if sign in told.output], "nothing acts on the terminal"
    assert len(err) < 4000


@pytest.mark.parametrize("becomes", ["a directory", "a pipe", "gone", "cut short"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_file_that_changes_while_it_is_read_is_refused_in_a_sentence(
    folder: Path, command: tuple[str, ...], becomes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it was looked at it was a file; when it is read it is another, or none."""
    file = folder / "going.toml"
    file.write_text(BOARD.format("2"))
    stat = Path.stat

    def stat_and_replace(path: Path, **named: Any) -> os.stat_result:
        found = stat(path, **named)
        if path.name == "going.toml":
            monkeypatch.setattr(Path, "stat", stat)
            file.unlink()
            if becomes == "a directory":
                file.mkdir()
            elif becomes == "a pipe":
                os.mkfifo(file)
            elif becomes == "cut short":
                file.write_text(BOARD[:40])
        return found

    monkeypatch.setattr(Path, "stat", stat_and_replace)
    told = run(*command[0].split(), "going.toml", *command[1:])
    assert told.exit_code == 2, (told.output, told.exception)
    assert told.stderr.startswith(("warbook:", "Usage:")), told.stderr
    assert "fault in" not in told.stderr and "Traceback" not in told.stderr
