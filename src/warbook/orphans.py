"""Orphans: processes whose starter is gone, and which must not stay behind it.

Every process that Warbook starts reads from a pipe, and ends when nothing more can come from there.  One that is
stopped, or runs C code that lets no other thread run, does not notice that; on Linux the kernel ends it all the same.
"""

from __future__ import annotations

import signal
import sys
from contextlib import suppress

PR_SET_PDEATHSIG = 1  # of prctl(2)


def end_with_parent() -> None:
    """Have the kernel kill this process when the one that started it is gone; only Linux can."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):  # a sandbox may refuse it
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
