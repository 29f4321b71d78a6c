"""What the tests of the table share: databases of both kinds."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, text

from warbook.web.storage import Storage

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def run(command: list[str], folder: Path) -> None:
    """Run one of PostgreSQL's programs, as somebody that it lets."""
    as_who = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*as_who, *command], cwd=folder, check=True, capture_output=True, timeout=60)


class Postgres:
    """A PostgreSQL server of the tests' own, that can be stopped and started again."""

    def __init__(self) -> None:
        self.programs, self.folder = PROGRAMS[-1].parent, Path(tempfile.mkdtemp(prefix="warbook-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.url = f"postgresql+psycopg://warbook@/postgres?host={self.folder}"
        self._paused: list[int] = []
        self._run("initdb", "-U", "warbook", "-A", "trust", "-N")

    def start(self) -> None:
        said = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", said, "start")

    def stop(self, how: str = "immediate") -> None:
        for pid in self._paused:
            os.kill(pid, signal.SIGCONT)
        self._paused.clear()
        self._run("pg_ctl", "-m", how, "stop")

    def pause(self) -> None:
        """Let it answer nothing any more, though it takes whatever it is sent; until it is stopped."""
        master = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        for pid in (master, *map(int, Path(f"/proc/{master}/task/{master}/children").read_text().split())):
            os.kill(pid, signal.SIGSTOP)
            self._paused.append(pid)

    def _run(self, program: str, *words: str) -> None:
        run([str(self.programs / program), "-D", str(self.folder / "data"), *words], self.folder)


@contextmanager
def running() -> Iterator[Postgres]:
    """A server, until it is not needed any more."""
    if not PROGRAMS:
        pytest.skip("no PostgreSQL here: install Debian's package postgresql to test with it")
    server = Postgres()
    server.start()
    try:
        yield server
    finally:
        with suppress(subprocess.CalledProcessError):  # a test may have stopped it
            server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server that lives as long as the tests."""
    with running() as server:
        yield server.url


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server that a test may stop."""
    with running() as server:
        yield server


@pytest.fixture
def fresh_postgres(postgres: str) -> str:
    """The URL of an empty database of its own."""
    name = f"t{uuid4().hex}"
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return postgres.replace("/postgres?", f"/{name}?")


Opener = Callable[[], Storage]


@pytest.fixture(params=["sqlite", "postgresql"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Opens one and the same database, each time as another process would."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'battles.sqlite'}"
    else:
        url = request.getfixturevalue("fresh_postgres")
    opened: list[Storage] = []

    def opens() -> Storage:
        storage = Storage(url)
        storage.migrate()
        opened.append(storage)
        return storage

    yield opens
    for storage in opened:
        storage.close()
