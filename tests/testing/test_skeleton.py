"""What `warbook new ruleset` writes passes its own tests, as its author runs them, and mypy."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.toy import run


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    """A ruleset that has just been begun."""
    folder = tmp_path / "my-skirmish"
    assert run("new", "ruleset", "my-skirmish", "--into", str(folder)).exit_code == 0
    return folder


@pytest.mark.parametrize(
    "command", [["pytest", "-q", "-p", "no:cacheprovider"], ["mypy", "--strict", "--cache-dir", "mypy", "src"]]
)
def test_the_skeleton_passes_its_own_tests(command: list[str], skeleton: Path) -> None:
    path = os.pathsep.join([str(skeleton / "src"), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": path, "MYPYPATH": ""}
    ran = subprocess.run(
        [sys.executable, "-m", *command], cwd=skeleton, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
