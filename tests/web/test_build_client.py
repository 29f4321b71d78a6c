"""Building the pages into a wheel: with npm, without it, and for a release."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="the pages are built with hatchling: make client installs it")

import build_client
from build_client import ClientHook, Without


class Said:
    """Hatch, as the hook knows it."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, words: str) -> None:
        self.warnings.append(words)


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ClientHook:
    """The hook where there is no npm."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv("WARBOOK_RELEASE", raising=False)
    made = ClientHook.__new__(ClientHook)
    made._ClientHook__said = Said()  # type: ignore[attr-defined]
    monkeypatch.setattr(ClientHook, "app", property(lambda self: self._ClientHook__said))
    return made


def test_without_npm_a_wheel_has_everything_but_the_pages_and_says_so(hook: ClientHook) -> None:
    hook.initialize("standard", {})
    assert len(hook.app.warnings) == 1  # type: ignore[attr-defined]
    assert "npm is not installed" in hook.app.warnings[0]  # type: ignore[attr-defined]


def test_a_release_is_not_made_without_them(hook: ClientHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBOOK_RELEASE", "1")
    with pytest.raises(SystemExit, match="A release needs the pages"):
        hook.initialize("standard", {})


def test_an_editable_installation_builds_nothing(hook: ClientHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBOOK_RELEASE", "1")
    hook.initialize("editable", {})


def test_the_types_are_made_with_what_the_build_itself_can_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip's environment for a build is nothing but a path: a process that does not have it finds no msgspec."""
    called: list[dict[str, str]] = []
    monkeypatch.setattr(build_client, "_called", lambda command, folder, environment: called.append(environment))
    monkeypatch.setattr(sys, "path", ["", "/overlay/site-packages"])
    build_client.write_types()
    assert called[0]["PYTHONPATH"].split(os.pathsep) == [str(build_client.ROOT / "src"), "/overlay/site-packages"]


def test_what_a_build_complains_of_is_told(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; print('oh'); sys.exit('dear')"]
    with pytest.raises(Without, match=r"(?s)oh.*dear"):
        build_client._called(command, tmp_path, dict(os.environ))
