"""Processes: what it costs to import Warbook, to ask for help, and to hold a battle in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter

from .figures import Figure, Skipped
from .machine import most_memory

_IMPORT = "import time; began = time.perf_counter(); import warbook; print(time.perf_counter() - began)"
_PEAK = """
import warbook
warbook.battle({scenario!r}, red="uniform", blue="uniform", seed=1)
print(open("/proc/self/status").read())
"""


def import_time(times: int = 9) -> Figure:
    """The quickest of several fresh imports, as the interpreter sees it."""
    seen = [float(_python(_IMPORT)) for _ in range(times)]
    return Figure("import warbook", min(seen), "s", wanted=0.15)


def help_time(times: int = 9) -> Figure:
    """The quickest of several runs of ``warbook --help``, the start of the interpreter included."""
    seen = []
    for _ in range(times):
        began = perf_counter()
        subprocess.run([sys.executable, "-m", "warbook", "--help"], check=True, stdout=subprocess.DEVNULL)
        seen.append(perf_counter() - began)
    return Figure("warbook --help", min(seen), "s", wanted=0.3)


def peak_memory(scenario: str) -> Figure | Skipped:
    """The most memory that a process with one whole battle held, without numba."""
    name = "a battle's process without numba"
    if sys.platform != "linux":
        return Skipped(name, "only Linux says how much memory a process has held")
    status = _python(_PEAK.format(scenario=scenario), WARBOOK_PLAIN="1")
    return Figure(name, most_memory(status), "MB", wanted=80)


def _python(program: str, **environment: str) -> str:
    asked = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return asked.stdout
