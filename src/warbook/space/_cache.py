"""numba's cache of compiled functions, kept in a folder of ours (see `_compiled`).

numba's own places must be writable even to read from them, and take what was compiled for stale when a file was copied.
Here the folder's name says from which source its content was compiled.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.types import unliteral


class _Locator:
    """The folder, as numba asks for it."""

    folder: Path

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Locator:
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return self.folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Cache(FunctionCache):
    """What is compiled although it cannot be kept is compiled for this process alone."""

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with suppress(OSError):
            super().save_overload(signature, compiled)  # type: ignore[no-untyped-call]


@cache
def _cache_in(folder: Path) -> type[_Cache]:
    locator = type("Locator", (_Locator,), {"folder": folder})
    kept = type("Kept", (CompileResultCacheImpl,), {"_locator_classes": [locator]})
    return type("Cache", (_Cache,), {"_impl_class": kept})


_unliteral: Any = unliteral


def take_all_numbers_alike(dispatcher: Any) -> None:
    """Have calls from other kernels take what was compiled for any number.  numba would compile anew for each constant
    that is handed over: a walk six times, in twice the time for all kernels together, and nothing runs faster."""
    for_types = dispatcher.get_call_template

    def for_numbers(arguments: Any, named: Any) -> Any:
        return for_types([_unliteral(each) for each in arguments], named)

    dispatcher.get_call_template = for_numbers


def keep(dispatcher: Any, folder: Path) -> None:
    """Keep what a dispatcher compiles in a folder, and take from there what it has."""
    dispatcher._cache = _cache_in(folder)(dispatcher.py_func)
