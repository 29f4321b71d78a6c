"""Traces: where an exception came from, in files and lines, without the frames of Python's own library."""

from __future__ import annotations

import os
import re
import sysconfig
import traceback
from pathlib import Path
from typing import NamedTuple

_REMOTE = re.compile(r'^  File "(.+)", line (\d+), in (.+)$', re.MULTILINE)
OWN = f"{Path(__file__).parents[1]}{os.sep}"  # how the files of the package itself begin; not those of warbook_more
_PYTHON = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib")})
_INSTALLED = ("/site-packages/", "/dist-packages/", "\\site-packages\\", "\\dist-packages\\")


class Frame(NamedTuple):
    """A line that was being run: the file, the number of the line, and the name of its function."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}, in {self.function}"


def frames(fault: BaseException) -> list[Frame]:
    """The lines that led to an exception, the outermost first, also those of another process if it came from one."""
    own = [Frame(f.filename, f.lineno or 0, f.name) for f in traceback.extract_tb(fault.__traceback__)]
    cause = fault.__cause__
    if type(cause).__name__ == "_RemoteTraceback":  # of multiprocessing: the text of what the worker saw
        own += [Frame(file, int(line), function) for file, line, function in _REMOTE.findall(str(cause))]
    if isinstance(fault, SyntaxError) and fault.filename is not None:
        own.append(Frame(fault.filename, fault.lineno or 0, "the text itself"))
    return own


def is_python(file: str) -> bool:
    """Whether a file belongs to Python itself."""
    return file.startswith("<") or (file.startswith(_PYTHON) and not is_installed(file))


def is_installed(file: str) -> bool:
    """Whether a file belongs to a package that was installed."""
    return any(part in file for part in _INSTALLED)


def summary(fault: BaseException) -> str:
    """What went wrong, in one line."""
    said = str(fault.msg) if isinstance(fault, SyntaxError) else " ".join(str(fault).split())
    return f"{type(fault).__name__}: {said}" if said else type(fault).__name__


def describe_fault(fault: BaseException) -> str:
    """What went wrong, and the last line outside Python's own library and Warbook that led there."""
    places = [frame for frame in frames(fault) if not is_python(frame.file) and not frame.file.startswith(OWN)]
    return f"{summary(fault)} ({places[-1]})" if places else summary(fault)
