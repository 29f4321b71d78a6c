"""The table of rulings: what the tests show, what they do not, and marks that name nothing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from warbook.core import structs
from warbook.core.action import Action, Requirement
from warbook.testing.rulings import misnamed, missing, printed, shown_by_others, tabled

TABLE = tabled(
    {"toy": ["charge", "shoot"]},
    [
        ("toy", "charge", "works", "test_a"),
        ("toy", "charge", "works", "test_a"),
        ("toy", "charge", "refused", "test_b"),
        ("toy", "charge", "numbers", "test_c"),
        ("toy", "shoot", "works", "test_d"),
        ("toy", "ladder", "works", "test_e"),
    ],
)


def test_each_test_is_counted_once_where_it_belongs() -> None:
    assert TABLE["toy"]["charge"] == {"works": ["test_a"], "refused": ["test_b"], "numbers": ["test_c"]}
    assert TABLE["toy"]["ladder"]["works"] == ["test_e"]


def test_what_no_test_shows_is_missing() -> None:
    assert ("toy", "shoot", "refused") in missing(TABLE)
    assert ("toy", "shoot", "works") not in missing(TABLE)
    assert missing(tabled({"toy": ["charge"]}, [])) == [("toy", "charge", a) for a in ("works", "refused", "numbers")]


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (("toy", "charge", "works"), ""),
        (("toy", "charge", "work"), "aspect 'work'; wanted one of works, refused, numbers (did you mean 'works'?)"),
        (("toi", "charge", "works"), "ruleset 'toi' is not installed (did you mean 'toy'?)"),
    ],
)
def test_a_mark_that_names_nothing_is_told(mark: tuple[str, str, str], said: str) -> None:
    assert misnamed(["toy"], *mark) == said


def test_the_table_shows_how_many_tests_there_are_of_each() -> None:
    lines = printed(TABLE)
    assert lines[0].split() == ["toy", "works", "refused", "numbers"]
    assert lines[1].split() == ["charge", "1", "1", "1"]
    assert lines[2].split() == ["shoot", "1", "-", "-"]


def test_editions_that_share_a_rule_share_its_tests_and_those_that_differ_do_not() -> None:
    def go(play: object, who: object) -> None: ...
    def run(play: object, who: object) -> None: ...

    move: Action[Any] = Action("move", "Move", "1", "", "", (), go)
    other = structs.replace(move, rule=run)
    harder = structs.replace(move, requires=(Requirement(bool, "It must be."),))
    shown = [("first", "move", "works", "test_a")]
    actions = {"first": [move], "second": [structs.replace(move, id="go")], "third": [other], "fourth": [harder]}
    assert shown_by_others(actions, shown) == [("second", "go", "works", "test_a")]


SHOWN = """
import pytest

@pytest.mark.parametrize("entry", [1, 2])
@pytest.mark.covers("tideline", "move", "works")
@pytest.mark.covers("tideline", "move", "refused")
def test_moving(entry):
    pass

def test_unmarked():
    pass
"""
EVERYTHING = "".join(
    f'@pytest.mark.covers("tideline", "{entry}", "{aspect}")\n'
    for entry in ("move", "charge", "shoot", "fight", "hold")
    for aspect in ("works", "refused", "numbers")
)


def session(folder: Path, path: list[str], tests: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A project of its own, with the plugin and one file of tests."""
    folder.joinpath("conftest.py").write_text('pytest_plugins = ["warbook.testing.rulings"]\n')
    folder.joinpath("pytest.ini").write_text("[pytest]\nrulings = tideline\n")
    folder.joinpath("test_it.py").write_text(tests)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    environment = {"PYTHONPATH": ":".join(path), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_whole_session_fails_where_an_entry_lacks_a_test(tmp_path: Path, example: list[str]) -> None:
    ran = session(tmp_path, example, SHOWN)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "tideline: no test shows move: numbers" in ran.stdout
    assert "tideline: no test shows charge: works" in ran.stdout
    assert "no test shows move: works" not in ran.stdout
    told = json.loads(tmp_path.joinpath("build", "rulings.json").read_text())
    assert told["rulings"]["tideline"]["move"]["works"] == ["test_it.py::test_moving"]
    assert ["tideline", "move", "numbers"] in told["missing"]


def test_a_session_that_was_narrowed_is_not_judged(tmp_path: Path, example: list[str]) -> None:
    for narrowing in (["-k", "moving"], ["test_it.py"]):
        assert session(tmp_path, example, SHOWN, *narrowing).returncode == 0


def test_the_table_is_printed_from_the_marked_tests_alone(tmp_path: Path, example: list[str]) -> None:
    ran = session(
        tmp_path,
        example,
        f"import pytest\n\n{EVERYTHING}def test_all():\n    pass\n\n\ndef test_b():\n    assert 0\n",
        "--rulings",
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 passed" in ran.stdout
    assert "works  refused  numbers" in ran.stdout


def test_a_mark_for_a_ruleset_that_is_not_there_fails_the_session(tmp_path: Path, example: list[str]) -> None:
    stray = '@pytest.mark.covers("tidelime", "move", "works")\n'
    ran = session(tmp_path, example, f"import pytest\n\n{EVERYTHING}{stray}def test_all():\n    pass\n")
    assert ran.returncode == 1
    assert "ruleset 'tidelime' is not installed (did you mean 'tideline'?)" in ran.stdout
