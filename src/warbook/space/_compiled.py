"""Which form the kernels have in this process, and where their compiled form is kept.

To compile them all takes numba the better part of a minute, in which nothing else would happen.  So a process takes
them compiled only where all of them were compiled before, from this source, by this Python and numba, for this
processor; else it runs them as they stand.  `warbook.compiling` compiles them in processes of its own.

``NUMBA_CACHE_DIR``    where they are kept; else beside the source, or where one may not write there in the user's cache
``WARBOOK_PLAIN=1``    they run as they stand, as with ``NUMBA_DISABLE_JIT=1``
``WARBOOK_COMPILE=1``  they are compiled when they are first called, those that are not kept yet too
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from os import environ, getpid, listdir
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from ..core.state import Posture
from . import terrain

SOURCE = Path(__file__).with_name("_kernels.py")
KEPT = (".nbi", ".nbc")  # numba's files: an index for each kernel, and its code for each signature


class Form(NamedTuple):
    """How a process runs the kernels; `folder` is where their compiled form is kept, if it is anywhere."""

    compiled: bool
    folder: Path | None


PLAIN = Form(compiled=False, folder=None)


def form() -> Form:
    """The form for a process that begins now."""
    name = _name()
    if _is_to_be_plain() or name is None:
        return PLAIN
    if environ.get("WARBOOK_COMPILE") == "1":
        return Form(compiled=True, folder=writable(name))
    folder = complete(name)
    return PLAIN if folder is None else Form(compiled=True, folder=folder)


def _is_to_be_plain() -> bool:
    return environ.get("WARBOOK_PLAIN") == "1" or environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def lacking() -> Path | None:
    """The folder into which the kernels can be compiled; None where they are complete, or not to be had compiled."""
    name = _name()
    if _is_to_be_plain() or name is None or complete(name) is not None:
        return None
    return writable(name)


def complete(name: str) -> Path | None:
    """The folder of this name in which all kernels are."""
    for place in places():
        folder = place / name
        if _is_complete(folder):
            return folder
    return None


def _is_complete(folder: Path) -> bool:
    """Whether a folder has a mark for this processor, and every file that the mark lists; one may have been deleted."""
    if not any(folder.glob("complete-*")):  # without one nobody need ask numba for the processor
        return False
    try:
        listed = (folder / _mark()).read_text().splitlines()
        return bool(listed) and {*listed} <= {*listdir(folder)}
    except (OSError, UnicodeDecodeError):
        return False


def writable(name: str) -> Path | None:
    """The folder of this name in the first place where this user may write, made where there is none."""
    for place in places():
        folder = place / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def mark_complete(folder: Path) -> None:
    """Note that all kernels are in a folder, compiled for the processor of this machine, and in which files."""
    mark = folder / _mark()
    written = mark.with_name(f"{mark.name}-{getpid()}.part")
    written.write_text("".join(f"{name}\n" for name in sorted(listdir(folder)) if name.endswith(KEPT)))
    written.replace(mark)  # at once, for others may be reading it


def places() -> Iterator[Path]:
    """Where compiled kernels may be kept, the best first."""
    if chosen := environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen)
        return
    yield SOURCE.parent / "__pycache__"
    from platformdirs import user_cache_path

    yield user_cache_path("warbook", appauthor=False)


def _name() -> str | None:
    """What the folder of these kernels is called, wherever it is; None where they cannot be compiled."""
    try:
        numba, source = version("numba"), SOURCE.read_bytes()
    except (PackageNotFoundError, OSError):
        return None
    constants = {key: int(value) for key, value in vars(terrain).items() if isinstance(value, int)}
    values = ",".join(f"{key}={value}" for key, value in sorted(constants.items())) + repr([*Posture])
    digest = blake2b(source + values.encode(), digest_size=8).hexdigest()
    return f"warbook-kernels-{digest}-{sys.implementation.cache_tag}-numba{numba}"


def _mark() -> str:
    """The file that says that a folder has all kernels for this processor."""
    try:
        from numba.core.registry import cpu_target
    except ImportError:
        return "complete-without-numba"  # which nobody writes
    triple, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return f"complete-{blake2b(f'{triple} {processor} {features}'.encode(), digest_size=8).hexdigest()}"
