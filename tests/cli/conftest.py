"""The toy ruleset is the only one installed, and battles without a file go to a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import toy
from warbook.core.ruleset import Ruleset


@pytest.fixture(scope="session")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return toy.made(tmp_path_factory.mktemp("toy"))


@pytest.fixture(autouse=True)
def installed(lane: Ruleset, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ruleset:
    toy.install(lane, monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return lane
