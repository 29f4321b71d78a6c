"""Files that a person named: read as a whole, with errors in that person's terms."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from .errors import BadData, nearest

DISK_FULL = (errno.ENOSPC, errno.EDQUOT)  # what the system says of a write for which there is no room
MOST = 64 * 1024 * 1024  # bytes: far above any record, far below what would fill a machine


def read_bytes(path: str | Path) -> bytes:
    """A file, whole.  Raises `BadData` where there is none, where it is a directory, a device or a pipe, where it is
    too large, and where it cannot be read."""
    path = Path(path)
    try:
        _must_be_file(path, path.stat())
        with open(path, "rb", opener=_open_at_once) as file:
            _must_be_file(path, os.fstat(file.fileno()))  # it may have become another meanwhile
            data = file.read(MOST + 1)  # a file that grows meanwhile is not read for ever
    except FileNotFoundError as fault:
        likely = nearest(path.name, _beside(path))
        raise BadData(str(path), "", f"no such file{likely}", "a file that exists") from fault
    except OSError as fault:
        raise BadData(str(path), "", fault.strerror or str(fault), "a file that can be read") from fault
    except ValueError as fault:  # a zero byte in its name
        raise BadData(repr(str(path)), "", str(fault), "the name of a file") from fault
    if len(data) > MOST:
        raise BadData(str(path), "", f"more than {MOST:,} bytes", f"at most {MOST:,}")
    return data


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for the writer of a pipe; returns its descriptor."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _must_be_file(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise BadData(str(path), "", _kind_of_file(status.st_mode), "a file")
    if status.st_size > MOST:
        raise BadData(str(path), "", f"{status.st_size:,} bytes", f"at most {MOST:,}")


def _kind_of_file(mode: int) -> str:
    """What it is instead of a file."""
    if stat.S_ISDIR(mode):
        return "a directory"
    return "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"


def _beside(path: Path) -> list[str]:
    """The names of what stands in the folder where the file was looked for."""
    try:
        return [each.name for each in path.parent.iterdir()]
    except OSError:
        return []


def read_text(path: str | Path) -> str:
    """A file as text.  Raises `BadData`, also where it is not UTF-8."""
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        where = f"byte {fault.start + 1}"
        raise BadData(str(path), where, f"0x{data[fault.start]:02x}", "text in UTF-8") from fault
    if "\0" in text:
        raise BadData(str(path), f"line {text[: text.index(chr(0))].count(chr(10)) + 1}", "a zero byte", "text")
    return text
