"""Machine: on what figures were measured.  A figure that does not say so cannot be compared with another."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from msgspec import Struct


class Machine(Struct, frozen=True):
    """The interpreter (its build and where it lies), what compiles the kernels, and the processor."""

    interpreter: str
    executable: str
    numba: str
    numpy: str
    processor: str
    cores: int
    system: str

    def __str__(self) -> str:
        compiled = f"numba {self.numba} with numpy {self.numpy}" if self.numba else "without numba"
        where = f"{self.processor}, {self.cores} cores, {self.system}"
        return f"{self.interpreter} ({self.executable}), {compiled}; {where}"


def machine() -> Machine:
    """This one."""
    return Machine(
        interpreter=f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        executable=os.path.realpath(sys.executable),
        numba=_installed("numba"),
        numpy=_installed("numpy"),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} on {platform.machine()}",
    )


def most_memory(status: str) -> float:
    """The most megabytes that a process has held, by what Linux says of it in /proc/PID/status.  (What getrusage tells
    counts the memory of whoever started the process, too.)"""
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def _installed(package: str) -> str:
    """The version of a package, "" where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _processor() -> str:
    """The name of the processor: Linux tells it in a file, others to `platform`."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or "an unknown processor"
