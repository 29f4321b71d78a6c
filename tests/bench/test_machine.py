"""Figures name what they were measured with."""

from __future__ import annotations

import platform
import sys

import msgspec
import pytest

from bench import machine as on
from bench.machine import machine, most_memory


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


def test_the_most_memory_that_a_process_has_held_is_told_in_megabytes() -> None:
    status = "Name:\tpython\nVmPeak:\t  99328 kB\nVmHWM:\t  54272 kB\nVmRSS:\t  1024 kB\n"
    assert most_memory(status) == 53
