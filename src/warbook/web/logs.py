"""Logs: what a server writes for its administrator.

Nobody can fill a disk with them: of one kind of line only so many are written, and the next line of its kind says how
many were left out.  All are counted in the metrics.
"""

from __future__ import annotations

import logging
import logging.config
import traceback
from collections import Counter
from collections.abc import Callable
from time import monotonic

from ..core.text import visible_lines
from .limits import Allowance

REFUSALS, REFUSALS_AT_ONCE = 10 / 60, 20.0  # lines a second, and at once, for each reason to refuse something
LINES, LINES_AT_ONCE = 1.0, 100.0  # the same for whatever else is written at one place of the code
LONGEST = 4000  # characters of a message, and of a traceback
Kind = tuple[str, int, str]


def keep_logs(*, as_json: bool) -> Thrift:
    """Write the server's log to standard error: one line of text each, or one JSON object each for programs."""
    form = (
        {"()": "pythonjsonlogger.json.JsonFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
        if as_json
        else {"()": Plain, "fmt": "%(asctime)s %(levelname)s %(message)s"}
    )
    thrift = Thrift()
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"form": form},
            "filters": {"denied": {"()": lambda: _not_denied}, "thrift": {"()": lambda: thrift}},
            "handlers": {
                "out": {"class": "logging.StreamHandler", "formatter": "form", "filters": ["denied", "thrift"]}
            },
            "root": {"level": "WARNING", "handlers": ["out"]},
            "loggers": {"warbook": {"level": "INFO" if as_json else "WARNING"}},
        }
    )
    return thrift


class Thrift(logging.Filter):
    """Lets through only so many lines of each kind, and shortens long ones.  Refusals for the same reason are one kind,
    and so are lines written at the same place in the code."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._refusals = Allowance(REFUSALS, REFUSALS_AT_ONCE, clock=clock)
        self._lines = Allowance(LINES, LINES_AT_ONCE, clock=clock)
        self.left_out: Counter[Kind] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a line; it then says how many of its kind were left out."""
        reason = str(getattr(record, "reason", ""))
        kind = record.pathname, record.lineno, reason
        if not (self._refusals if reason else self._lines).take(kind):
            self.left_out[kind] += 1
            return False
        if self.left_out[kind]:
            record.left_out = self.left_out.pop(kind)
        _shorten(record)
        return True

    def tell_the_rest(self) -> None:
        """Write how many lines were left out after the last of their kind."""
        for (path, line, reason), many in list(self.left_out.items()):
            del self.left_out[path, line, reason]
            where = reason or f"{path}:{line}"
            logging.getLogger(__name__).warning("more of this kind", extra={"of": where, "left_out": many})


def _shorten(record: logging.LogRecord) -> None:
    """No line may be endless, whatever a client has sent that it mentions."""
    said = record.getMessage()
    if len(said) > LONGEST:
        record.msg, record.args = f"{said[:LONGEST]}…", ()
    if record.exc_info and record.exc_info[0] is not None:
        trace = "".join(traceback.format_exception(*record.exc_info)).rstrip()
        half = LONGEST // 2
        record.exc_text = trace if len(trace) <= LONGEST else f"{trace[:half]}\n…\n{trace[-half:]}"
        record.exc_info = None


class Plain(logging.Formatter):
    """A line of text, with its further facts."""

    USUAL = frozenset((*vars(logging.makeLogRecord({})), "message", "asctime"))

    def format(self, record: logging.LogRecord) -> str:
        """The line and, below it, a traceback; neither can control the terminal."""
        return visible_lines(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:
        more = [f"{key}={_on_one_line(value)}" for key, value in vars(record).items() if key not in self.USUAL]
        return " ".join((super().formatMessage(record), *more))


def _on_one_line(value: object) -> str:
    """Text from a client starts no line of its own, and does not control a terminal."""
    said = str(value)
    return said if said.isprintable() else repr(said)


def _not_denied(record: logging.LogRecord) -> bool:
    """uvicorn logs as an error a WebSocket that is refused with its own answer (see `conversation.socket`), and one
    that is closed because it sent no text.  These are left out."""
    return record.getMessage() not in _NO_FAULTS


_NO_FAULTS = (
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)
