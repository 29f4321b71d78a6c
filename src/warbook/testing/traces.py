"""Tracebacks of a test without the frames of Warbook between the test and the rules."""

from __future__ import annotations

import os
from types import TracebackType

from ..core.traces import OWN

BETWEEN = tuple(f"{OWN}{part}{os.sep}" for part in ("core", "testing", "mechanics"))


def rules_only(trace: TracebackType | None) -> TracebackType | None:
    """The frames of a traceback that are no parts of Warbook between the rules, and the innermost, whatever it is."""
    frames = []
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    kept: TracebackType | None = None
    for frame in reversed(frames):
        if kept is None or not frame.tb_frame.f_code.co_filename.startswith(BETWEEN):
            kept = TracebackType(kept, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return kept
