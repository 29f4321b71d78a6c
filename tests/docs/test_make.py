"""What people read while `make` works: no long silence, and nothing that they should install from where it is not."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from time import monotonic

import pytest

from tests.still_running import StillRunning

ROOT = Path(__file__).parents[2]
CLOCK = ROOT / "scripts/with-clock"


class Reporter:
    """The terminal of pytest, as far as the plugin knows it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def ensure_newline(self) -> None: ...

    def write_line(self, line: str) -> None:
        self.lines.append(line)


def test_a_clock_says_what_is_done_and_hands_on_how_it_ended() -> None:
    ran = subprocess.run(
        [CLOCK, "Counting", "sh", "-c", "echo one; exit 3"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 3
    assert ran.stdout.splitlines() == ["\033[1m==>\033[0m Counting", "one"]


def test_a_clock_says_that_a_silent_command_still_runs(tmp_path: Path) -> None:
    quick = tmp_path / "with-clock"
    quick.write_text(CLOCK.read_text().replace("every=8", "every=0.2"))
    ran = subprocess.run(["bash", quick, "Waiting", "sleep", "1"], capture_output=True, text=True, check=True)
    assert [line for line in ran.stdout.splitlines() if re.fullmatch(r"    \d+ s", line)]


def test_what_reads_the_output_of_a_clock_is_not_kept_waiting(tmp_path: Path) -> None:
    """The sleep of the clock outlives it: if it held the pipe, `make test | tee log` would hang at the end."""
    slow = tmp_path / "with-clock"
    slow.write_text(CLOCK.read_text().replace("every=8", "every=60"))
    ran = subprocess.run(["bash", slow, "Nothing", "true"], capture_output=True, timeout=30, check=True)
    assert ran.stdout


def test_pytest_says_which_tests_still_run() -> None:
    plugin = StillRunning(Reporter())  # type: ignore[arg-type]
    assert plugin.words(plugin.began + 9) == "    9 s: collecting the tests"
    plugin.pytest_runtest_logstart("tests/test_slow.py::test_slow")
    assert "still running: tests/test_slow.py::test_slow (12 s)" in plugin.words(monotonic() + 12)
    plugin.pytest_runtest_logfinish("tests/test_slow.py::test_slow")
    assert "test_slow" not in plugin.words(monotonic())


LINES = (ROOT / "Makefile").read_text().splitlines()
SILENT = (
    "$(PIP)",
    "$(BIN)/mypy",
    "$(BIN)/lint-imports",
    "npm ",
    "build_client.py",
    "apt-get install",
    "$(APT) install",
)


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("\t") and any(s in line for s in SILENT)])
def test_whatever_may_be_silent_for_long_has_a_clock(line: str) -> None:
    told = "$(CLOCK)" in line or "$(SAY)" in line or LINES[LINES.index(line) - 1].endswith("\\")
    assert told, line


SHOWN = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "Makefile", "build_client.py")),
    *(path for top in ("docs", "bench", "examples") for path in (ROOT / top).rglob("*") if path.is_file()),
    *(path for path in (ROOT / "src/warbook").rglob("*.py") if "node_modules" not in path.parts),
]
FROM_AN_INDEX = re.compile(r"pip3? install[^\n`&]*?(?<![-./\w])['\"]?warbook(?![-\w./])")


def test_nothing_is_to_be_installed_from_an_index_where_it_is_not() -> None:
    assert FROM_AN_INDEX.search("pip install 'warbook[web]'")
    assert FROM_AN_INDEX.search("pip install --force-reinstall warbook")
    assert not FROM_AN_INDEX.search("pip install './warbook-0.1.0-py3-none-any.whl[web]'")
    texts = {path: path.read_text("utf-8", errors="ignore") for path in SHOWN if path.suffix not in {".webp", ".pyc"}}
    found = [
        f"{path.relative_to(ROOT)}: {hit[0]}" for path, text in texts.items() for hit in FROM_AN_INDEX.finditer(text)
    ]
    assert not found
