"""Files: writing them so that nothing is ever half there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from ..core.errors import BadData
from ..core.files import DISK_FULL


def data_folder() -> Path:
    """Where battles are kept that were given no file."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("warbook", appauthor=False)) / "battles"


def own_record(scenario: str) -> Path:
    """A new file in the user's data folder."""
    from datetime import datetime
    from secrets import token_hex

    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadData(
            str(folder),
            "",
            fault.strerror or str(fault),
            "a folder to keep battles in; --record FILE names another place",
        ) from fault
    return folder / f"{datetime.now():%Y%m%d-%H%M%S}-{Path(scenario).stem}-{token_hex(3)}.wbr"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file all at once: it is there as before or complete, never in between.  Raises `BadData`."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.is_dir():
            raise BadData(str(path), "", "a directory", "a file to write")
        if path.exists() and not path.is_file():  # a pipe or a device takes what it is given
            path.write_bytes(data)
            return
        aside.write_bytes(data)
        os.replace(aside, path)
    except OSError as fault:
        with suppress(OSError):
            aside.unlink()
        raise unwritable(path, fault) from fault


def unwritable(path: Path | str, fault: OSError) -> BadData:
    """What is wrong with a file that could not be written."""
    found = "a full disk" if fault.errno in DISK_FULL else fault.strerror or str(fault)
    return BadData(str(path), "", found, "a file that can be written")


def writable(path: Path) -> None:
    """Raises `BadData` now where `write_whole` would raise it after long work."""
    if path.is_dir():
        raise BadData(str(path), "", "a directory", "a file to write")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise BadData(str(path), "", "no such folder, or not ours to write in", "a file that can be written")


class Recorder:
    """Appends the lines of a record to its file, each as it becomes true.

    The file is opened with the first line, so that bad input leaves nothing behind.  What stood there before is kept
    beside it under the same name with a ``~``.  A Recorder is called with a line; it raises `BadData` where it cannot
    write, and then writes what is left with the next line.
    """

    def __init__(self, path: Path, *, goes_on: bool = False) -> None:
        self.path, self.goes_on = path, goes_on
        self._file: int | None = None
        self._left = b""  # what a full disk did not take; it goes before whatever comes next

    def __call__(self, line: bytes) -> None:
        self._left += line
        try:
            if self._file is None:
                self._file = self._open()
            while self._left:
                self._left = self._left[os.write(self._file, self._left) :]
        except OSError as fault:
            told = unwritable(self.path, fault)
            if self._began():
                wanted = f"{told.wanted}; `warbook play --resume {self.path}` goes on from what it holds"
                raise BadData(told.source, told.where, told.found, wanted) from fault
            raise told from fault

    def _began(self) -> bool:
        """Whether the file holds something of this battle."""
        return self._file is not None and os.fstat(self._file).st_size > 0

    def _open(self) -> int:
        if self.path.is_dir():
            raise BadData(str(self.path), "", "a directory", "a file to write")
        if not self.goes_on and self.path.is_file():
            if self.path.stat().st_size:
                os.replace(self.path, self.path.with_name(self.path.name + "~"))
            else:
                self.path.unlink()
        binary: int = getattr(os, "O_BINARY", 0)  # Windows would end lines otherwise
        return os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | binary, 0o644)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def mend_tail(path: Path, data: bytes) -> bytes:
    """Make a record's file end with a whole line, so that lines can be appended; answers what it holds then.

    A tail cut off in the middle of a line is dropped; a last line that only lacks its newline gets it.  Raises
    `BadData`.
    """
    from ..core.record import intact

    whole = intact(data)
    if whole != data:
        write_whole(path, whole)
    return whole
