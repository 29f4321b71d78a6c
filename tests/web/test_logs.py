"""Logs: lines for people and for programs, which nobody from outside can make grow."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from warbook.web.logs import LONGEST, REFUSALS_AT_ONCE, Thrift, keep_logs


@contextmanager
def logs(*, as_json: bool) -> Iterator[None]:
    """What is written down, as a server does it; afterwards as before."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        keep_logs(as_json=as_json)
        yield
    finally:
        root.handlers[:], root.level = handlers, level
        logging.getLogger("warbook").setLevel(logging.NOTSET)


def test_a_plain_log_tells_everything_too_and_only_what_matters(capsys: pytest.CaptureFixture[str]) -> None:
    with logs(as_json=False):
        logging.getLogger("warbook.web").info("screen joined", extra={"game": "x"})
        logging.getLogger("warbook.web").warning("database lost", extra={"why": "it is gone"})
    assert capsys.readouterr().err.splitlines()[0].endswith(" WARNING database lost why=it is gone")


def test_a_refused_web_socket_is_no_mistake_to_write_down(capsys: pytest.CaptureFixture[str]) -> None:
    with logs(as_json=True):
        logging.getLogger("uvicorn.error").error("ASGI callable returned without completing handshake.")
        logging.getLogger("warbook.web").info("refused", extra={"reason": "origin"})
    said = capsys.readouterr().err.splitlines()
    assert [json.loads(each)["message"] for each in said] == ["refused"]
    assert json.loads(said[0])["reason"] == "origin"


def refused(reason: str) -> None:
    logging.getLogger("warbook.web").info("refused", extra={"reason": reason})


def test_junk_is_written_down_a_few_times_and_then_counted(capsys: pytest.CaptureFixture[str]) -> None:
    with logs(as_json=True):
        for _ in range(1000):
            refused("token")
        refused("host")
    said = [json.loads(each) for each in capsys.readouterr().err.splitlines()]
    assert [each["reason"] for each in said] == ["token"] * int(REFUSALS_AT_ONCE) + ["host"]


def test_what_was_left_out_is_told() -> None:
    now = 0.0
    thrift = Thrift(lambda: now)
    record = logging.LogRecord("a", logging.INFO, "a.py", 1, "refused", (), None)
    record.reason = "token"
    passed = [thrift.filter(logging.makeLogRecord(vars(record))) for _ in range(30)]
    assert passed == [True] * 20 + [False] * 10
    now = 60.0
    again = logging.makeLogRecord(vars(record))
    assert thrift.filter(again)
    assert vars(again)["left_out"] == 10
    later = logging.makeLogRecord(vars(record))
    assert thrift.filter(later)
    assert "left_out" not in vars(later)


def test_at_the_end_the_rest_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with logs(as_json=False):
        thrift = keep_logs(as_json=True)
        for _ in range(50):
            refused("token")
        thrift.tell_the_rest()
    said = json.loads(capsys.readouterr().err.splitlines()[-1])
    assert (said["of"], said["left_out"]) == ("token", 30)


@pytest.mark.parametrize("as_json", [True, False])
def test_a_line_is_short_and_one_whatever_somebody_sent(capsys: pytest.CaptureFixture[str], *, as_json: bool) -> None:
    with logs(as_json=as_json):
        try:
            raise ValueError("x" * 1_000_000)
        except ValueError:
            logging.getLogger("warbook.web").exception("it broke down: %s", "y" * 1_000_000)
        logging.getLogger("warbook.web").warning("refused", extra={"path": "/\nforged\x1b[2J"})
    said = capsys.readouterr().err
    assert len(said) < 3 * LONGEST
    assert "ValueError: xx" in said
    assert "it broke down" in said
    assert "\nforged" not in said and "\x1b" not in said


@pytest.mark.parametrize("as_json", [False, True])
def test_nothing_in_a_log_acts_on_the_terminal_that_shows_it(
    capsys: pytest.CaptureFixture[str], *, as_json: bool
) -> None:
    with logs(as_json=as_json):
        try:
            raise ValueError("named \x1b[2J\u202e")
        except ValueError:
            logging.getLogger("warbook.web").exception("%s broke down", "Nib\x1b]0;x\x07\x9b")
    said = capsys.readouterr().err
    assert "Nib" in said
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(said)
