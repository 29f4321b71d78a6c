"""Ending: a server that is told to stop is gone within five seconds, whatever holds it up.

It is ended in one of three ways, each of which works where the one before does not:

1. The server tells its screens, stores what is going on, ends its processes, and leaves.  Threads in which boards are
   still laid out are not waited for.
2. After `DEADLINE` seconds a thread that needs nothing of Python's writes down where all threads hung, and ends the
   process.  A handler of signals sets it going, for which Python must come to run one.
3. After `LAST` seconds a small process of its own, the watchdog, kills the server.  It hears of the signal through a
   pipe, into which a handler writes that runs in C: even if a thread never lets Python go on, or if standard error is
   a pipe that nobody reads.

Nothing that anybody was shown is lost by any of them: it was stored before it was shown.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

logger = logging.getLogger(__name__)

DEADLINE = 4.25  # seconds after which the server ends, wherever it hangs
LAST = 4.6  # seconds after which it is killed
SIGNALS = (signal.SIGTERM, signal.SIGINT)
#: Its standard input says that a signal has come, and closes when the server is gone.
_WATCHDOG = """
import os, select, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # whoever stops the server may tell all of its processes
server, seconds = int(sys.argv[1]), float(sys.argv[2])
there = os.read(0, 65536)
until = time.monotonic() + seconds
while there and (left := until - time.monotonic()) > 0:
    if select.select([0], [], [], left)[0]:
        there = os.read(0, 65536)
if there and os.getppid() == server:
    os.kill(server, signal.SIGKILL)
"""


class Ending:
    """Makes this process end when a signal says so.  Only the main thread may create one."""

    def __init__(self) -> None:
        self._told = False
        self._watchdog: subprocess.Popen[bytes] | None = None
        self._pipe = -1

    def handle(self, stop: Callable[[int, FrameType | None], None]) -> None:
        """Have `stop` called at each signal from now on; the time runs from the first."""

        def begin(signum: int, frame: FrameType | None) -> None:
            if not self._told:
                self._told = True
                with suppress(AttributeError, OSError, ValueError):  # where standard error is no file
                    faulthandler.dump_traceback_later(DEADLINE, exit=True)
            stop(signum, frame)

        if hasattr(faulthandler, "register"):  # not on Windows
            self._start_watchdog()
        for each in SIGNALS:
            signal.signal(each, begin)
            if self._watchdog is not None:  # after Python's handler was set: it is called by this one
                faulthandler.register(each, file=self._pipe, all_threads=False, chain=True)

    def leave(self) -> NoReturn:
        """End this process at once, without waiting for its threads; call it when nothing is left to do."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # nobody can take it: that was told when it was written
                stream.flush()
        if self._watchdog is not None:  # it would end by itself, unless it is stopped
            self._watchdog.kill()
        os._exit(0)

    def _start_watchdog(self) -> None:
        """Start the process that kills this one.  A server that cannot have one runs without it."""
        reading, self._pipe = os.pipe()
        os.set_blocking(self._pipe, False)
        command = [sys.executable, "-I", "-S", "-c", _WATCHDOG, str(os.getpid()), str(LAST)]
        try:
            self._watchdog = subprocess.Popen(
                command, stdin=reading, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
            )
        except OSError as fault:
            logger.warning("no watchdog could be started", extra={"why": str(fault)})
        finally:
            os.close(reading)
