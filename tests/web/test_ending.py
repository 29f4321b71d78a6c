"""Ending: whatever holds a server up, it is gone soon after it was told to stop, with all that it started."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO, NamedTuple
from uuid import uuid4

import httpx2
import pytest

from tests.web.conftest import Postgres

WANTED = {"ruleset": "necromunda-2023", "scenario": {"id": "hive-stand-off"}, "players": ["human", "human"]}
LONG = 40.0  # seconds in which a server has ended that is told to stop: the machine may be busy with other things
SOON, LATE = 1.5, 1000.0  # seconds in which it must have ended by itself, where it cannot and where it can
#: A server with its deadlines; what stands in the middle breaks something in it.
SERVER = """
import re, sys, threading, time
from warbook import compiling
from warbook.web import app, ending, house, storage
ending.DEADLINE, ending.LAST = {}, {}
def mark():
    print("busy", file=sys.stderr, flush=True)
def hold(setup):  # the interpreter, in C
    mark()
    re.match("(a+)+$", "a" * 60 + "b")
def sleep(*_):
    mark()
    time.sleep(1000)
def leave(*_, **__):
    mark()
    while True: pass
{}
from warbook.cli import main
sys.argv = ["warbook", "serve", *sys.argv[1:]]
main()
"""
PAUSES = "house._lay_out = sleep"
HOLDS = "house._lay_out = hold"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it is seen in /proc what a server leaves behind")


class Ended(NamedTuple):
    """How a server ended: its exit code, and what it wrote to standard error."""

    code: int
    said: str


class Running:
    """A server of its own, and the processes that it started."""

    def __init__(self, process: subprocess.Popen[str], mark: bytes) -> None:
        self.process, self.mark = process, mark
        self.address = ""
        self.said: list[str] = []
        self.busy = threading.Semaphore(0)  # once for each time that something broken was reached
        self._reading = threading.Thread(target=self._read, daemon=True)

    def wait_until_it_listens(self) -> None:
        assert self.process.stdout is not None
        said = ""
        while not said.endswith("\n}\n"):
            line = self.process.stdout.readline()
            assert line, f"the server ended with {self.process.wait()}: {''.join(self.said)}"
            said += line
        self.address = json.loads(said)["table"]

    def begin_reading(self) -> None:
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if line == "busy\n":
                self.busy.release()

    def open_battle(self) -> None:
        """Ask for a battle, and do not wait for the answer."""
        self.ask("POST", "/api/games", WANTED)

    def ask(self, method: str, path: str, body: object = None) -> None:
        """Send a request, and do not wait for the answer."""

        def send() -> None:
            with suppress(httpx2.HTTPError):
                httpx2.request(method, self.address + path, json=body, timeout=LONG)

        threading.Thread(target=send, daemon=True).start()

    def is_busy(self) -> None:
        assert self.busy.acquire(timeout=LONG)

    def ends(self, *signals: signal.Signals) -> Ended:
        """Tell it to stop, unless it ends anyway; it must end soon, with all that it had started."""
        for each in signals:
            self.process.send_signal(each)
            sleep(0.05)
        code = self.process.wait(LONG)
        until = monotonic() + LONG
        while self.offspring() and monotonic() < until:
            sleep(0.02)
        assert not self.offspring()
        if self._reading.is_alive():
            self._reading.join(LONG)
        return Ended(code, "".join(self.said))

    def offspring(self) -> list[int]:
        """The processes that it started, and those that these did, also after it is gone."""
        found = []
        for each in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self.mark in (each / "environ").read_bytes() and int(each.name) != self.process.pid:
                    found.append(int(each.name))  # one that is only not yet waited for has no environment
        return found


@contextmanager
def serving(
    folder: Path,
    broken: str = "",
    *more: str,
    deadline: float = LATE,
    last: float = LATE,
    stdout: IO[bytes] | int = subprocess.PIPE,
    stderr: IO[bytes] | int = subprocess.PIPE,
    **more_env: str,
) -> Iterator[Running]:
    """A server in which something is broken, and which ends by itself so many seconds after a signal."""
    script = SERVER.format(deadline, last, broken)
    command = [sys.executable, "-c", script, "--json", "--no-browser", "--port", "0"]
    if "--database" not in more:
        command += ["--database", str(folder / "t.sqlite")]
    mark = f"WARBOOK_TEST_OF_ENDING={uuid4()}"
    env = dict(os.environ, **more_env) | dict([mark.split("=")])
    process = subprocess.Popen([*command, *more], stdout=stdout, stderr=stderr, text=True, env=env)
    running = Running(process, mark.encode())
    if stderr == subprocess.PIPE:
        running.begin_reading()
    try:
        yield running
    finally:
        process.kill()
        process.wait()
        for pid in running.offspring():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def test_layouts_that_take_long_do_not_hold_a_server_up(tmp_path: Path) -> None:
    with serving(tmp_path, PAUSES) as server:
        server.wait_until_it_listens()
        for _ in range(4):
            server.open_battle()
        server.is_busy()
        assert server.ends(signal.SIGTERM).code == 0


def test_a_thread_that_never_ends_is_waited_for_no_longer_and_told(tmp_path: Path) -> None:
    with serving(tmp_path, "app.api.setup_of = leave", deadline=SOON) as server:
        server.wait_until_it_listens()
        server.open_battle()
        server.is_busy()
        ended = server.ends(signal.SIGTERM)
        assert ended.code == 1
        assert "in leave" in ended.said


def test_a_thread_in_c_that_lets_nobody_else_go_on(tmp_path: Path) -> None:
    """No handler of Python's runs any more, whatever signals come."""
    with serving(tmp_path, HOLDS, last=SOON) as server:
        server.wait_until_it_listens()
        server.open_battle()
        server.is_busy()
        sleep(0.5)
        assert server.ends(signal.SIGTERM, signal.SIGINT, signal.SIGTERM).code == -signal.SIGKILL


def test_a_server_that_is_told_again_and_again_gets_no_more_time(tmp_path: Path) -> None:
    with serving(tmp_path, "app.api.setup_of = leave", deadline=SOON) as server:
        server.wait_until_it_listens()
        server.open_battle()
        server.is_busy()
        began = monotonic()
        while server.process.poll() is None and monotonic() - began < LONG:
            server.process.send_signal(signal.SIGTERM)
            sleep(SOON / 3)
        assert server.ends().code == 1


@pytest.mark.parametrize("signals", [("TERM", "TERM"), ("INT", "INT", "TERM")])
def test_two_signals(tmp_path: Path, signals: tuple[str, ...]) -> None:
    with serving(tmp_path, PAUSES) as server:
        server.wait_until_it_listens()
        server.open_battle()
        server.is_busy()
        assert server.ends(*(signal.Signals[f"SIG{each}"] for each in signals)).code == 0


def test_a_database_that_another_process_keeps_locked(tmp_path: Path) -> None:
    with serving(tmp_path, deadline=SOON) as server, closing(sqlite3.connect(tmp_path / "t.sqlite")) as other:
        server.wait_until_it_listens()
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        for _ in range(8):
            server.open_battle()
        sleep(1.0)
        ended = server.ends(signal.SIGTERM)
        assert ended.code == 1
        assert "in append" in ended.said or "writing" in ended.said or "create" in ended.said


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_database_that_is_locked_while_the_server_starts(tmp_path: Path, sent: signal.Signals) -> None:
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as other:
        other.isolation_level = None
        other.execute("BEGIN EXCLUSIVE")
        with serving(tmp_path, "storage.PATIENCE = 1000; mark()") as server:
            server.is_busy()
            sleep(1.0)
            assert server.ends(sent).code != 0


def test_a_postgres_that_does_not_answer(tmp_path: Path, own_postgres: Postgres) -> None:
    with serving(tmp_path, "", "--database", own_postgres.url, deadline=SOON) as server:
        server.wait_until_it_listens()
        own_postgres.pause()
        for _ in range(8):
            server.open_battle()
        sleep(1.0)
        assert server.ends(signal.SIGTERM).code == 1


def test_a_postgres_that_does_not_answer_while_the_server_starts(tmp_path: Path, own_postgres: Postgres) -> None:
    own_postgres.pause()
    with serving(tmp_path, "mark()", "--database", own_postgres.url) as server:
        server.is_busy()
        sleep(1.0)
        assert server.ends(signal.SIGTERM).code != 0


def test_a_server_that_does_not_come_to_serve(tmp_path: Path) -> None:
    """What it waits for in the beginning does not come."""
    with serving(tmp_path, "house.Leases.enlist = sleep", deadline=SOON) as server:
        server.is_busy()
        ended = server.ends(signal.SIGTERM)
        assert ended.code == 1
        assert "in sleep" in ended.said


@pytest.mark.parametrize("pause", [0.1, 1.0])
def test_processes_that_are_just_being_started(tmp_path: Path, pause: float) -> None:
    """Those that think and judge, and those that compile."""
    with serving(tmp_path, "", "--workers", "4", NUMBA_CACHE_DIR=str(tmp_path)) as server:
        server.wait_until_it_listens()
        sleep(pause)
        assert server.ends(signal.SIGTERM).code == 0


def test_an_event_loop_that_hangs(tmp_path: Path) -> None:
    with serving(tmp_path, "house.House.listing = leave", deadline=SOON) as server:
        server.wait_until_it_listens()
        server.ask("GET", "/api/games")
        server.is_busy()
        ended = server.ends(signal.SIGTERM)
        assert ended.code == 1
        assert "in leave" in ended.said


@pytest.fixture
def unread() -> Iterator[IO[bytes]]:
    """A pipe that nobody reads."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb"), os.fdopen(writing, "wb") as file:
        yield file


def fill(pipe: IO[bytes]) -> None:
    """Write into a pipe until it takes no more."""
    os.set_blocking(pipe.fileno(), False)
    with suppress(BlockingIOError):
        while True:
            os.write(pipe.fileno(), b" ")
    os.set_blocking(pipe.fileno(), True)


def test_a_standard_output_that_nobody_reads(tmp_path: Path, unread: IO[bytes]) -> None:
    marked = "import warbook.cli.serve as cli; say = cli._say; cli._say = lambda *a, **k: (mark(), say(*a, **k))"
    fill(unread)
    with serving(tmp_path, marked, deadline=SOON, stdout=unread) as server:
        server.is_busy()
        assert server.ends(signal.SIGTERM).code == 1


def test_a_standard_error_that_nobody_reads(tmp_path: Path, unread: IO[bytes]) -> None:
    """Not even where it hangs can be written down."""
    with serving(tmp_path, "", "--logs", "json", deadline=SOON, last=2 * SOON, stderr=unread) as server:
        server.wait_until_it_listens()
        fill(unread)
        server.open_battle()  # which is written down
        sleep(0.5)
        assert server.ends(signal.SIGTERM).code == -signal.SIGKILL


def test_a_server_that_is_killed_leaves_nobody_behind(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.wait_until_it_listens()
        server.process.kill()
        assert server.ends().code == -signal.SIGKILL


STOPS = """
import os, signal
from warbook.orphans import end_with_parent
end_with_parent()
print(os.getpid(), flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
"""
STARTS = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {STOPS!r}])"


def test_a_process_that_is_stopped_ends_with_the_one_that_started_it() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTS], stdout=subprocess.PIPE) as starter:
        assert starter.stdout is not None
        stopped = int(starter.stdout.readline())
        starter.kill()
    until = monotonic() + LONG
    while Path(f"/proc/{stopped}/environ").exists() and monotonic() < until:
        sleep(0.02)
    assert not Path(f"/proc/{stopped}/environ").exists()
