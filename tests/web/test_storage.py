"""Storage, in SQLite and in PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from warbook.core.errors import WarbookError
from warbook.core.structs import replace
from warbook.web.migrations import configuration, newest, revision
from warbook.web.protocol import ClockRules, Order, Spoken
from warbook.web.storage import REMEMBERED, Fenced, Storage
from warbook.web.stored import About, Given, Standing, Write
from warbook.web.tables import METADATA

Opener = Callable[[], Storage]


def about(id: str = "battle", *, public: bool = False) -> About:
    return About(
        id=id,
        ruleset="some-rules",
        title="A title",
        scenario="A scenario",
        players=("human", "greedy"),
        names=("Ann",),
        seed=2**63 + 5,
        public=public,
        created=1.5,
        clock=ClockRules(10, 600),
    )


def write(first: int, *rows: bytes, epoch: int = 0, game: str = "battle") -> Write:
    return Write(game=game, epoch=epoch, standing=Standing(2.0), first=first, lines=rows)


def test_what_is_written_is_read_again(opener: Opener) -> None:
    storage = opener()
    storage.create(about(), Standing(1.5, words="it begins"), {"digest": 0}, [b"header\n", b"\x00\xff\n"])
    order = Given(1, Order("a.window", (3, 4), "round", 7), 2)
    said = Spoken(0, "Ann", "“Hullo”", 3.25)
    stands = Standing(9.75, True, '{"winner":0}', "Ann won", 3, 2, True, (1.5, 2.0))
    done = Write(game="battle", epoch=0, standing=stands, first=2, lines=(b"step\n",), said=(said,), given=(order,))
    assert storage.append([done]) == [None]
    stored = opener().stored("battle")
    assert stored is not None
    assert stored.about == about() and stored.standing == stands and stored.seats == {"digest": 0}
    assert stored.record == b"header\n\x00\xff\nstep\n" and stored.lines == 3
    assert stored.chat == (said,) and stored.orders == (order,)
    storage.append([Write(game="battle", epoch=0, standing=stands, dropped=(7,))])
    after = storage.stored("battle")
    assert after is not None and after.orders == ()


def test_there_is_no_battle_of_another_id(opener: Opener) -> None:
    assert opener().stored("battle") is None


def test_who_was_overtaken_writes_nothing_and_stops_nobody(opener: Opener) -> None:
    storage = opener()
    for id in ("one", "two"):
        storage.create(about(id), Standing(1.0), {}, [b"header\n"])
    late = Write(
        game="one", epoch=5, standing=Standing(7.0), first=1, lines=(b"late\n",), said=(Spoken(0, "", "x", 1),)
    )
    refused, taken = storage.append([late, write(1, b"step\n", game="two")])
    assert isinstance(refused, Fenced) and taken is None
    one, two = storage.stored("one"), storage.stored("two")
    assert one is not None and one.record == b"header\n" and one.chat == () and one.standing.touched == 1.0
    assert two is not None and two.record == b"header\nstep\n"


def test_a_line_that_is_there_is_never_written_again(opener: Opener) -> None:
    storage = opener()
    storage.create(about(), Standing(1.0), {}, [b"header\n"])
    with pytest.raises(Exception, match=r"(?i)unique"):
        storage.append([write(0, b"another\n")])
    stored = storage.stored("battle")
    assert stored is not None and stored.record == b"header\n" and stored.standing.touched == 1.0


def test_the_chat_remembers_its_last_hundred(opener: Opener) -> None:
    storage = opener()
    storage.create(about(), Standing(1.0), {}, [])
    for hundred in range(2):
        said = tuple(Spoken(0, "Ann", f"{hundred}.{n}", 1.0) for n in range(60))
        storage.append([Write(game="battle", epoch=0, standing=Standing(1.0), said=said)])
    stored = storage.stored("battle")
    assert stored is not None and [s.words for s in stored.chat][:: len(stored.chat) - 1] == ["0.20", "1.59"]


def test_lists_go_from_the_last_touched_to_the_first(opener: Opener) -> None:
    storage = opener()
    for n in range(7):
        storage.create(about(f"battle{n}", public=n % 2 == 0), Standing(float(n // 2)), {}, [])
    page = storage.listing(None, 3, public=False)
    assert [row.id for row in page] == ["battle6", "battle5", "battle4"]
    last = page[-1]
    rest = storage.listing((last.touched, last.id), 10, public=False)
    assert [row.id for row in rest] == ["battle3", "battle2", "battle1", "battle0"]
    assert [row.id for row in storage.listing(None, 10, public=True)] == [f"battle{n}" for n in (6, 4, 2, 0)]


def test_battles_that_wait_for_a_program_are_found(opener: Opener) -> None:
    storage = opener()
    for n, bots_turn in enumerate((True, False, True)):
        storage.create(about(f"battle{n}"), Standing(float(n), bots_turn=bots_turn), {}, [])
    assert storage.bots_turns(0.0, 10) == ["battle2", "battle0"]
    assert storage.bots_turns(1.0, 10) == ["battle2"]


def test_the_migrations_make_the_tables_that_the_code_uses(opener: Opener) -> None:
    storage = opener()
    storage.migrate()
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_a_database_of_today_is_left_alone_and_an_older_one_is_brought_up(opener: Opener) -> None:
    storage = opener()
    assert revision(storage.engine) == newest() == ScriptDirectory.from_config(configuration()).get_current_head()
    with storage.writing() as connection:
        for column in ("deciding", "joined"):
            connection.execute(text(f"ALTER TABLE games DROP COLUMN {column}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    storage.migrate()
    assert revision(storage.engine) == newest()
    assert storage.bots_turns(0.0, 1) == [] and storage.listing(None, 1, public=False) == []


def test_sqlite_is_durable_on_commit(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'deep' / 'battles.sqlite'}")
    storage.migrate()
    with storage.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2
    storage.close()


def test_a_database_without_a_name_goes_when_it_is_closed() -> None:
    storage = Storage("sqlite://")
    storage.migrate()
    file = Path(storage.engine.url.database or "")
    assert file.is_file()
    storage.close()
    assert not file.exists()


@pytest.mark.parametrize("url", ["nonsense", "oracle9://x", "sqlite"])
def test_a_url_that_is_none_is_told_in_words(url: str) -> None:
    with pytest.raises(WarbookError, match="wanted a file for SQLite"):
        Storage(url)


def test_a_database_that_cannot_be_reached_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "battles.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(WarbookError, match="cannot be used"):
        Storage(f"sqlite:///{tmp_path / 'battles.sqlite'}").migrate()


def test_an_ailing_database_says_so(opener: Opener) -> None:
    storage = opener()
    assert storage.ailing() == ""
    with storage.writing() as connection:
        connection.execute(text("DROP TABLE chat"))
        connection.execute(text("DROP TABLE orders"))
        connection.execute(text("DROP TABLE lines"))
        connection.execute(text("DROP TABLE seats"))
        connection.execute(text("DROP TABLE games"))
    assert "does not answer" in storage.ailing()


def test_a_file_that_keeps_nothing_any_more_is_ailing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "battles.sqlite"
    storage = Storage(f"sqlite:///{file}")
    storage.migrate()
    assert storage.ailing() == ""
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1_000_000))
    assert "full" in storage.ailing()
    monkeypatch.undo()
    file.unlink()
    assert "gone" in storage.ailing(), "SQLite itself still reads and writes"
    Storage(f"sqlite:///{file}").migrate()
    assert "another" in storage.ailing()
    storage.close()


def test_of_a_chat_only_what_is_remembered_is_kept(opener: Opener) -> None:
    storage = opener()
    for name in ("battle", "other"):
        storage.create(about(name), Standing(1.0), {}, [b"{}\n"])
        for start in range(0, 250, 50):
            said = tuple(Spoken(0, "Ann", str(n), 5.0) for n in range(start, start + 50))
            assert storage.append([replace(write(1, game=name), said=said)]) == [None]
    with storage.reading.connect() as connection:
        kept = connection.execute(text("SELECT game, count(*) FROM chat GROUP BY game ORDER BY game")).all()
    assert [tuple(row) for row in kept] == [("battle", REMEMBERED), ("other", REMEMBERED)]
    stored = storage.stored("battle")
    assert stored is not None
    assert [spoken.words for spoken in stored.chat] == [str(n) for n in range(150, 250)]


def test_what_a_database_cannot_keep_of_a_text_is_left_out(opener: Opener) -> None:
    storage = opener()
    odd = replace(about(), title="a\0b\ud800")
    storage.create(odd, Standing(1.0, words="a\0b"), {}, [b"{}\n"])
    given = Given(0, Order("key\0", (1,), "round", 3), 1)
    said = Spoken(0, "Ann\0", "hello\0", 5.0)
    rows = replace(write(1, b"\0\n"), said=(said,), given=(given,), standing=Standing(2.0, words="\0"))
    assert storage.append([rows]) == [None]
    kept = storage.stored("battle")
    assert kept is not None
    assert kept.about.title == "a b?"
    assert kept.chat == (Spoken(0, "Ann ", "hello ", 5.0),)
    assert kept.orders[0].order.window == "key "
    assert kept.record == b"{}\n\0\n", "the record itself is bytes"
