"""Every example that `--help` shows, and every command of the README, does what it says.

They are run as they stand, but for what would take minutes: bots that think, and many battles.  Servers and programs
of other languages have tests of their own; their examples are only read.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from warbook.cli import COMMANDS, command

DOCS = Path(__file__).parents[1] / "docs"
README = DOCS.parent / "README.md"
ONLY_READ = ("serve", "bot")
EXAMPLE = re.compile(r"^ +warbook ((?:\S+ )*\S+)(?: {2,}.*)?$", re.MULTILINE)


def shown() -> list[str]:
    """Every command that the help of a command or the README shows, without what is said of it."""
    epilogs = [command.epilog or ""]
    for name in COMMANDS:
        sub = command.get_command(Context(command), name)
        assert sub is not None
        epilogs.append(sub.epilog or "")
        epilogs += [each.epilog or "" for each in getattr(sub, "commands", {}).values()]
    found = [line for text in (*epilogs, README.read_text("utf-8")) for line in EXAMPLE.findall(text)]
    return sorted({line for line in found if line.split()[0] in COMMANDS})


EXAMPLES = shown()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the examples name: those that the documentation shows, and a battle."""
    folder = tmp_path_factory.mktemp("examples")
    toml = {page: re.findall(r"^```toml\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)[0]
            for page in ("boards.md", "rosters.md", "scenarios.md")}  # fmt: skip
    (folder / "my-board.toml").write_text(toml["boards.md"])
    for name in ("my-gang.toml", "mine.toml", "my-watch.toml"):
        (folder / name).write_text(toml["rosters.md"])
    (folder / "my-scenario.toml").write_text(toml["scenarios.md"])
    words = ["play", "hive-stand-off", "--red", "uniform", "--blue", "uniform", "--seed", "7", "--record"]
    asked = CliRunner().invoke(command, [*words, str(folder / "battle.wbr")])
    assert asked.exit_code == 0, asked.output
    return folder


def shortened(words: list[str]) -> list[str]:
    """The same command with bots that do not think, and few battles."""
    words = [{"greedy": "uniform", "SCENARIO": "hive-stand-off"}.get(word, word) for word in words]
    if words[0] == "simulate":
        if "--games" in words:
            at = words.index("--games")
            del words[at : at + 2]
        words += ["--games", "2", "--jobs", "1"]
    if words[0] == "play":
        words += [part for side in ("--red", "--blue") if side not in words for part in (side, "uniform")]
    return words


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_works(line: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in folder.iterdir():
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    words = shlex.split(line.partition(" > ")[0])
    if words[0] in ONLY_READ and "--help" not in words:
        sub = command.get_command(Context(command), words[0])
        assert sub is not None
        assert sub.make_context(words[0], words[1:]) is not None
        return
    asked = CliRunner().invoke(command, shortened(words), input="quit\n", prog_name="warbook")
    assert asked.exit_code == 0, asked.output
    assert asked.output


def test_there_are_examples_of_every_command() -> None:
    assert {line.split()[0] for line in EXAMPLES} == set(COMMANDS)


def test_a_model_that_is_named_where_a_way_is_asked_for_is_told_how_ways_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["play", "hive-stand-off", "--red", "human", "--blue", "human", "--seed", "7", "--record", "a.wbr"]
    asked = CliRunner().invoke(command, words, input="orla\nwhy orla\nquit\n", prog_name="warbook")
    assert asked.output.count("wanted points in inches, such as 12 7.5") == 2


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "new"])
def test_no_help_shows_numbers_that_nobody_can_read(name: str) -> None:
    asked = CliRunner().invoke(command, [name, "--help"])
    assert asked.exit_code == 0
    assert not re.search(r"\d{20}", asked.output)
