"""Storage: everything that a house of battles keeps, in SQLite or PostgreSQL.

All of it waits for a disk or a network, so it is called in threads, never on the event loop (`House` and `Journal` see
to that).  Only the process that holds a battle writes it.  Its `epoch`, which counts the take-overs, is compared in the
transaction that writes (a fence): a process that was suspended and comes back too late writes nothing.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from ..core.errors import WarbookError
from .api import Game as Listed
from .protocol import Order, Spoken
from .stored import (
    About,
    Given,
    Row,
    Standing,
    Stored,
    Write,
    about_of_row,
    columns_of_about,
    columns_of_standing,
    names_of,
    row_of_order,
    row_of_words,
    standing_of_row,
)
from .tables import chat, games, lines, orders, seats

PATIENCE = 30  # seconds that one writer waits for another
ROOM = 32 * 1024 * 1024  # bytes that a disk must have free for SQLite
REMEMBERED = 100  # words of the chat that a table remembers


#: How soon a PostgreSQL that is gone without a word is noticed (libpq's names; seconds, but the last in milliseconds).
WATCHFUL = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class Fenced(WarbookError):
    """Another server plays the battle by now: nothing was written."""


class Unanswered(WarbookError):
    """The database does not answer at the moment: nothing is known, and nothing was changed.  Only the log says why."""

    def __init__(self) -> None:
        super().__init__("The database does not answer just now.")


class Storage:
    """A database of battles.  `url` is SQLAlchemy's: ``sqlite:////path``, ``postgresql+psycopg://...``; ``sqlite://``
    is a database that vanishes when it is closed.  Raises `WarbookError` for an invalid URL."""

    def __init__(self, url: str) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._file: Path | None = None  # of SQLite
        self._opened_as: tuple[int, int] | None = None  # which file that was
        try:
            self.engine = self._opened(make_url(url))
        except (ArgumentError, ImportError) as fault:
            raise WarbookError(
                f"database {url!r}: {fault}; wanted a file for SQLite, or postgresql://... with `warbook[postgres]` "
                "installed"
            ) from fault
        alone = {} if self.engine.dialect.name == "sqlite" else {"isolation_level": "AUTOCOMMIT"}
        self.reading: Engine = self.engine.execution_options(reads=True, **alone)

    def _opened(self, url: URL) -> Engine:
        if url.get_backend_name() != "sqlite":
            libpq = url.get_driver_name() in ("psycopg", "psycopg2")
            watchful = {key: value for key, value in WATCHFUL.items() if libpq and key not in url.query}
            return create_engine(url, pool_pre_ping=True, pool_size=8, pool_timeout=10, connect_args=watchful)
        if not url.database or url.database == ":memory:":
            self._folder = tempfile.TemporaryDirectory(prefix="warbook-")
            url = url.set(database=str(Path(self._folder.name) / "battles.sqlite"))
        assert url.database is not None
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": PATIENCE})
        self._file = Path(url.database).absolute()
        event.listen(engine, "connect", _careful)
        event.listen(engine, "begin", _at_once)
        return engine

    def migrate(self) -> None:
        """Bring the tables up to date.  Raises `WarbookError` where the database cannot be used."""
        from .migrations import upgrade

        try:
            upgrade(self.engine)
            if self._file is not None:
                self._opened_as = _identity(self._file)
        except SQLAlchemyError as fault:
            shown = self.engine.url.render_as_string(hide_password=True)
            raise WarbookError(f"the database {shown} cannot be used: {why(fault)}") from fault

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()
        if self._folder is not None:
            self._folder.cleanup()

    def ailing(self) -> str:
        """Why the database cannot be used, in words for everybody; empty if it can."""
        try:
            with self.reading.connect() as connection:
                connection.execute(select(games.c.id).limit(1))
        except SQLAlchemyError:
            return "the database does not answer"
        return self._lost() if self._file is not None else ""

    def _lost(self) -> str:
        """Why a file that can be read will keep nothing: SQLite continues to write to a deleted file."""
        assert self._file is not None
        try:
            now, free = _identity(self._file), shutil.disk_usage(self._file.parent).free
        except OSError:
            return "the file of the database is gone"
        if now != self._opened_as:
            return "the file of the database is another than the one that was opened"
        return "the disk is full" if free < ROOM else ""

    # ---- writing -----------------------------------------------------------------------------------------------------

    def create(self, about: About, standing: Standing, tokens: dict[str, int], record: Sequence[bytes]) -> None:
        """A new battle with the lines that its record has so far; no server holds it yet."""
        with self.engine.begin() as connection:
            columns = columns_of_about(about) | columns_of_standing(standing) | {"holder": None, "epoch": 0}
            connection.execute(insert(games), columns)
            _rows(connection, seats, [{"game": about.id, "digest": d, "seat": seat} for d, seat in tokens.items()])
            _rows(connection, lines, [{"game": about.id, "number": n, "data": row} for n, row in enumerate(record)])

    def append(self, writes: Sequence[Write]) -> list[Fenced | None]:
        """Store these in one transaction; for each, None or why it was left out.  Raises what SQLAlchemy raises if
        nothing was written."""
        with self.engine.begin() as connection:
            held = _epochs(connection, {write.game for write in writes})
            inside = [write for write in writes if held.get(write.game) == write.epoch]
            _insert(connection, inside)
        return [None if held.get(w.game) == w.epoch else Fenced(f"battle {w.game} is played elsewhere") for w in writes]

    # ---- reading -----------------------------------------------------------------------------------------------------

    def stored(self, game: str) -> Stored | None:
        """A whole battle; None if there is none of this id."""
        with self.reading.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).mappings().first()
            if row is None:
                return None
            record = connection.execute(select(lines.c.data).where(lines.c.game == game).order_by(lines.c.number))
            rows = [bytes(data) for (data,) in record]
            tokens = connection.execute(select(seats.c.digest, seats.c.seat).where(seats.c.game == game))
            return Stored(
                about_of_row(row),
                standing_of_row(row),
                {row.digest: row.seat for row in tokens},
                b"".join(rows),
                len(rows),
                _words(connection, game),
                _orders(connection, game),
            )

    def listing(self, before: tuple[float, str] | None, most: int, *, public: bool) -> list[Listed]:
        """Battles, the last played first, starting behind the one with this time and id."""
        wanted = select(*_LISTED).order_by(games.c.touched.desc(), games.c.id.desc()).limit(most)
        if public:
            wanted = wanted.where(games.c.public)
        if before is not None:
            when, id = before
            wanted = wanted.where((games.c.touched < when) | ((games.c.touched == when) & (games.c.id < id)))
        with self.reading.connect() as connection:
            return [
                Listed(id, title, ruleset, scenario, names_of(players), *others)
                for id, title, ruleset, scenario, players, *others in connection.execute(wanted)
            ]

    def bots_turns(self, since: float, most: int) -> list[str]:
        """Battles touched since then that wait for a program's answer."""
        wanted = (
            select(games.c.id)
            .where(games.c.bots_turn, games.c.touched >= since)
            .order_by(games.c.touched.desc())
            .limit(most)
        )
        with self.reading.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def glimpsed(self, ids: Sequence[str]) -> list[tuple[Row, dict[str, int]]]:
        """How these battles stand, and their seats by the digests of their tokens; those that exist."""
        with self.reading.connect() as connection:
            found = connection.execute(select(games).where(games.c.id.in_(ids))).mappings().all()
            opened: dict[str, dict[str, int]] = {row["id"]: {} for row in found}
            for row in connection.execute(select(seats).where(seats.c.game.in_(list(opened)))):
                opened[row.game][row.digest] = row.seat
        return [(Row(about_of_row(row), standing_of_row(row)), opened[row["id"]]) for row in found]

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes."""
        with self.engine.begin() as connection:
            yield connection


def _identity(file: Path) -> tuple[int, int]:
    """Which file it is, whatever its name.  Raises `OSError` if it is gone."""
    found = file.stat()
    return found.st_dev, found.st_ino


# ---- SQLite's ways ---------------------------------------------------------------------------------------------------


def _careful(connection: Any, record: object) -> None:
    """Durable on commit, readers beside a writer, and no transaction begun by the driver itself."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {PATIENCE}000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _at_once(connection: Connection) -> None:
    """A writer takes its lock before it reads, so that what it read still holds when it writes."""
    if not connection.get_execution_options().get("reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def why(fault: SQLAlchemyError) -> str:
    """What a database complains of, in one line."""
    return next(iter(str(getattr(fault, "orig", None) or fault).splitlines()), type(fault).__name__)


def is_unreachable(fault: Exception) -> bool:
    """Whether the database cannot be reached at all, so that any other request fails too."""
    if isinstance(fault, DBAPIError):
        return fault.connection_invalidated or fault.statement is None
    return isinstance(fault, NoConnection)


def seconds(connection: Connection) -> float:
    """The time by the database's clock, which all servers share."""
    if connection.dialect.name == "sqlite":
        now = "(julianday('now') - 2440587.5) * 86400.0"
    else:
        now = "extract(epoch from clock_timestamp())"
    return float(connection.execute(select(literal_column(now))).scalar_one())


# ---- rows ------------------------------------------------------------------------------------------------------------


_EPOCHS = (
    select(games.c.id, games.c.epoch)
    .where(games.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(games.c.id)
    .with_for_update()
)
_LISTED = [games.c[name] for name in Listed.__struct_fields__]
_STANDS = update(games).where(games.c.id == bindparam("of"))


def _epochs(connection: Connection, ids: Iterable[str]) -> dict[str, int]:
    """The epochs of battles, whose rows are locked until the transaction ends."""
    return {row.id: row.epoch for row in connection.execute(_EPOCHS, {"ids": sorted(ids)})}


def _insert(connection: Connection, writes: Sequence[Write]) -> None:
    """Everything that these writes hold, a table at a time."""
    rows = [{"game": w.game, "number": w.first + n, "data": line} for w in writes for n, line in enumerate(w.lines)]
    _rows(connection, lines, rows)
    _rows(connection, chat, [row_of_words(w.game, spoken) for w in writes for spoken in w.said])
    for write in writes:
        if write.said:
            _forget_words(connection, write.game)
    _rows(connection, orders, [row_of_order(w.game, each) for w in writes for each in w.given])
    for write in writes:
        if write.dropped:
            connection.execute(delete(orders).where(orders.c.game == write.game, orders.c.id.in_(write.dropped)))
    if writes:
        connection.execute(_STANDS, [{"of": w.game} | columns_of_standing(w.standing) for w in writes])


def _rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _forget_words(connection: Connection, game: str) -> None:
    """Keep only as much of a chat as a table shows, so that nobody fills a disk by talking."""
    older = select(chat.c.id).where(chat.c.game == game).order_by(chat.c.id.desc()).offset(REMEMBERED).limit(1)
    connection.execute(delete(chat).where(chat.c.game == game, chat.c.id <= older.scalar_subquery()))


def _words(connection: Connection, game: str) -> tuple[Spoken, ...]:
    last = select(chat).where(chat.c.game == game).order_by(chat.c.id.desc()).limit(REMEMBERED)
    rows = connection.execute(last).mappings().all()
    return tuple(Spoken(row["seat"], row["name"], row["words"], row["said"]) for row in reversed(rows))


def _orders(connection: Connection, game: str) -> tuple[Given, ...]:
    rows = connection.execute(select(orders).where(orders.c.game == game).order_by(orders.c.id)).mappings()
    return tuple(
        Given(
            row["seat"],
            Order(row["key"], msgspec.json.decode(row["unless"], type=tuple[int, ...]), row["until"], row["id"]),
            row["round"],
        )
        for row in rows
    )
