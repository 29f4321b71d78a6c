"""Every ruleset stands on the same floors: the shipped ones, the example, and what `warbook new ruleset` writes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.toy import run
from tests.conftest import EXAMPLE

ROOT = Path(__file__).parents[1]
ATOP = {"house_rules", "consequences"}


@pytest.fixture(params=["the example", "the skeleton"])
def package(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A ruleset as a package of its own, to be changed freely."""
    folder = tmp_path / "ruleset"
    if request.param == "the example":
        shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        assert run("new", "ruleset", "my-house", "--into", str(folder)).exit_code == 0
    return folder


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """`lint-imports` in the folder of a ruleset, as its author runs it."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    path = os.pathsep.join([str(folder / "src"), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def contracts(pyproject: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(pyproject.read_text())["tool"]["importlinter"]["contracts"]
    return found


def floors(pyproject: Path) -> list[str]:
    """The floors of rulesets, from the highest, as the linter knows them; on top of them stands what a family has."""
    (law,) = [law for law in contracts(pyproject) if "floors" in law["name"]]
    assert law["exhaustive"]
    found = [name for layer in law["layers"] for name in re.findall(r"\w+", layer)]
    return [name for name in found if not re.match("family$|edition_", name)]


def shown(page: Path) -> list[str]:
    """The floors of the first table of a page that has them, in its order."""
    lines = dropwhile(lambda line: not line.startswith("| floor"), page.read_text().splitlines())
    _, _, *rows = takewhile(lambda line: line.startswith("|"), lines)
    return [re.findall(r"`(\w+)", row)[0] for row in rows]


def test_a_ruleset_of_ones_own_keeps_the_floors(package: Path) -> None:
    ran = lint(package)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "2 kept, 0 broken" in ran.stdout


def test_an_import_that_goes_up_is_found(package: Path) -> None:
    (records,) = package.glob("src/*/records.py")
    records.write_text(f"{records.read_text()}\n\ndef later() -> None:\n    from . import battle\n")
    ran = lint(package)
    assert ran.returncode == 1
    assert re.search(r"\.records -> \w+\.battle", ran.stdout), ran.stdout


def test_a_module_that_is_no_floor_is_found(package: Path) -> None:
    (records,) = package.glob("src/*/records.py")
    records.with_name("leftovers.py").write_text("")
    assert "leftovers" in lint(package).stdout


def test_the_floors_are_the_same_everywhere(package: Path) -> None:
    everywhere = floors(ROOT / "pyproject.toml")
    assert floors(package / "pyproject.toml") == everywhere
    (top,) = package.glob("src/*/__init__.py")
    used = {module.stem for module in top.parent.glob("*.py") if module != top}
    assert used <= set(everywhere)
    assert used >= ATOP | {"records", "events", "battle"}


def test_the_pages_show_the_floors_in_their_order() -> None:
    everywhere = floors(ROOT / "pyproject.toml")
    inside = [floor for floor in everywhere if floor not in ATOP]
    assert shown(ROOT / "docs/decisions/floors-of-a-ruleset.md") == inside[::-1]
    assert shown(ROOT / "docs/rulesets.md") == everywhere
    assert shown(ROOT / "src/warbook/cli/templates/ruleset/README.md.txt") == everywhere
