"""Figures name what they were measured with."""

from __future__ import annotations

import platform
import sys

import msgspec
import pytest

from bench import machine as on
from bench.machine import machine


def test_it_names_the_interpreter_and_the_processor() -> None:
    said = str(machine())
    assert f"CPython {platform.python_version()}" in said or platform.python_implementation() != "CPython"
    assert machine().executable in said
    assert f"{machine().cores} cores" in said


def test_it_says_when_nothing_compiles_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on, "_installed", lambda package: "")
    assert "without numba" in str(machine())


def test_it_is_kept_with_the_figures() -> None:
    kept = msgspec.json.decode(msgspec.json.encode(machine()))
    assert kept["interpreter"].split()[1].rstrip(",") == sys.version.split()[0]
