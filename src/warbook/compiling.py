"""Compiling: all kernels of the geometry, once, in processes of their own beside whatever else goes on.

A process that is started with `command` compiles what is lacking and says on its standard output, a line of JSON each,
how far it is; it ends when its standard input does.  A server reads `progress`, who waits for it calls `finish`.
What was compiled is kept kernel by kernel, so that nothing is lost where it is stopped.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from typing import IO

import msgspec
from msgspec import Struct

MOST = 4  # processes: more find nothing to do
NICE = 19  # to everything else
_START = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started it, and its end is heard of
sys.path[:] = sys.argv[2:]
from warbook.orphans import end_with_parent
end_with_parent()
from warbook import compiling
compiling.{}(sys.argv[1])
"""


class Progress(Struct, frozen=True):
    """How far it is: kernels that are compiled, of how many; `trouble` is why it goes no further."""

    done: int
    total: int
    trouble: str = ""

    @property
    def complete(self) -> bool:
        """Whether all are compiled."""
        return 0 < self.total == self.done


def lacking() -> bool:
    """Whether there are kernels to compile: numba is here, there is a place to keep them, and not all are there."""
    from .space import _compiled

    return find_spec("numba") is not None and _compiled.lacking() is not None


def all_compiled() -> bool:
    """Whether processes that begin now take the kernels compiled."""
    from .space import _compiled

    return _compiled.form().compiled


def keep_beside(file: Path) -> None:
    """Where this user may write in none of the usual places: keep kernels beside a file, here and in the processes
    that this one starts."""
    from .space import _compiled

    if "NUMBA_CACHE_DIR" not in os.environ and not all_compiled() and _compiled.writable(".") is None:
        os.environ["NUMBA_CACHE_DIR"] = str(file.absolute().parent / "compiled")


def command(*, nice: int = 0) -> list[str]:
    """What to start, with pipes for its input and output, to have all kernels compiled."""
    return [sys.executable, "-c", _START.format("compile_all"), str(nice), *sys.path]


def read(line: bytes) -> Progress:
    """A line of its output."""
    return msgspec.json.decode(line, type=Progress)


def finish(say: Callable[[Progress], None]) -> Progress:
    """Compile all kernels that are lacking, and wait for it.  Processes that begin afterwards take them."""
    last = Progress(0, 0)
    with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            last = read(line)
            say(last)
    if process.returncode and not last.trouble:
        return Progress(last.done, last.total, f"the process that compiles ended with code {process.returncode}")
    return last


def finish_visibly() -> Progress:
    """The same, where a person waits: with a bar on the error stream, or a line for each quarter where that is none."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    what = "Compiling the geometry (once)"
    if not console.is_terminal:
        console.print(f"{what}: up to a minute or two")
        return finish(lambda progress: None)
    with Bar(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console, transient=True
    ) as bar:
        task = bar.add_task(what, total=None)
        return finish(lambda progress: bar.update(task, total=progress.total, completed=progress.done))


async def progress() -> AsyncIterator[Progress]:
    """Compile all kernels that are lacking, behind everything else that this machine does, and tell how far it is."""
    last = Progress(0, 0)
    process = await asyncio.create_subprocess_exec(
        *command(nice=NICE), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        async for line in process.stdout:
            last = read(line)
            yield last
        code = await process.wait()
        if code == -signal.SIGTERM:  # with the server, or by somebody who wants it so: then there is nothing to tell
            yield Progress(0, 0)
        elif code and not last.trouble:
            yield Progress(last.done, last.total, f"the process that compiles ended with code {process.returncode}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


# ---- in the process that compiles ------------------------------------------------------------------------------------


def compile_all(nice: str) -> None:
    """Have all kernels compiled, by as many processes as there are cores."""
    os.environ["WARBOOK_COMPILE"] = "1"
    if hasattr(os, "nice"):
        os.nice(int(nice))
    _end_with_input(None)
    from .space import _compiled, _kernels

    folder = _kernels.FORM.folder
    total = len(_kernels.ENTRIES)
    if folder is None:
        _say(Progress(0, total, "there is no folder to keep them in; NUMBA_CACHE_DIR names one"))
        sys.exit(1)
    with _alone(folder):
        if _compiled.lacking() is None:  # another process was quicker
            _say(Progress(total, total))
            return
        done = 0
        _say(Progress(done, total))
        try:
            for _ in _share_out([entry.__name__ for entry in _kernels.ENTRIES]):
                done += 1
                _say(Progress(min(done, total - 1), total))
            for entry in _kernels.ENTRIES:  # two may have written over each other's list of what is kept
                _kernels.compile_entry(entry)
            _compiled.mark_complete(folder)
        except Exception as fault:  # noqa: BLE001  (whatever numba stumbles over is told)
            _say(Progress(done, total, f"{type(fault).__name__}: {fault}".splitlines()[0]))
            sys.exit(1)
    _say(Progress(total, total))


def compile_some(_: str) -> None:
    """Compile the kernels that are named on the standard input, a line each, and say when each is done."""
    names: SimpleQueue[str] = SimpleQueue()
    _end_with_input(names.put)
    from .space import _kernels

    while True:
        _kernels.compile_entry(getattr(_kernels, names.get()))
        print("done", flush=True)


def _share_out(names: list[str]) -> Iterator[str]:
    """Have kernels compiled by several processes; their names when they are."""
    left = deque(names)
    done: SimpleQueue[str | None] = SimpleQueue()  # None: one process has ended
    busy = min(MOST, os.cpu_count() or 1)
    with ThreadPoolExecutor(busy) as threads:

        def work() -> None:
            try:
                for name in _compile_in_a_process(left):
                    done.put(name)
            finally:
                done.put(None)

        workers = [threads.submit(work) for _ in range(busy)]
        while busy:
            name = done.get()
            if name is None:
                busy -= 1
            else:
                yield name
        for worker in workers:
            worker.result()


def _compile_in_a_process(left: deque[str]) -> Iterator[str]:
    """Kernels that one more process compiled, until none is left."""
    command = [sys.executable, "-c", _START.format("compile_some"), "", *sys.path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while left:
            name = left.popleft()
            process.stdin.write(f"{name}\n")
            process.stdin.flush()
            if not process.stdout.readline():
                raise RuntimeError(f"the process that compiled {name} ended with code {process.wait()}")
            yield name


def _say(progress: Progress) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(progress) + b"\n")
    sys.stdout.buffer.flush()


def _end_with_input(hear: Callable[[str], None] | None) -> None:
    """End this process, whatever it is doing, with whoever started it: when nothing more can come from there."""

    def listen(lines: IO[str]) -> None:
        for line in lines:
            if hear is not None:
                hear(line.strip())
        os._exit(0)

    threading.Thread(target=listen, args=(sys.stdin,), daemon=True).start()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other process compiles into this folder.  Where files cannot be locked, two compile it all."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (folder / "compiling").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
