"""The database is cut off, or away for a while: nothing that was shown is lost, people are told, and play goes on."""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, event, text
from starlette.testclient import TestClient

from tests.web.conftest import Postgres
from tests.web.guests import Guest, Time, house, setup, sits, until
from tests.web.lines import WANTED, hear, hello, line, opened
from warbook.web import house as house_of_battles
from warbook.web import journal
from warbook.web.app import application
from warbook.web.house import House
from warbook.web.leases import BEAT
from warbook.web.limits import Rules
from warbook.web.protocol import Choose, ClockRules, Fault, Refused
from warbook.web.room import Room
from warbook.web.storage import Fenced, Storage, Unanswered
from warbook.web.thinking import Inline

HUMANS = ("human", "human")
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
OTHERS = " AND pid <> pg_backend_pid()"
WAITING = " AND wait_event_type = 'Lock'"


def test_connections_that_are_cut_are_made_again_and_nobody_notices(fresh_postgres: str) -> None:
    async def scene(administrator: Connection) -> None:
        async with house(fresh_postgres) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1)
            guest, rng = await sits(ours, battle, 0, 1), Random(1)
            for _ in range(6):
                administrator.execute(text(CUT + OTHERS))
                await guest.go_on(rng, 3)
            assert not guest.all(Fault)
            stored = await ours.stored(battle.game)
            assert stored.record.count(b"\n") == guest.room.lines

    over(fresh_postgres, scene)


def test_a_connection_that_is_cut_in_the_middle_of_a_commit(fresh_postgres: str) -> None:
    async def scene(administrator: Connection) -> None:
        async with house(fresh_postgres) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1)
            guest, rng = await sits(ours, battle, 0, 1), Random(1)
            before = guest.position.at
            with create_engine(fresh_postgres).begin() as another:
                another.execute(text("SELECT 1 FROM games FOR UPDATE"))
                choosing = asyncio.create_task(guest.go_on(rng))
                await cut_what_waits(administrator)
                assert guest.position.at == before and not choosing.done()
            await choosing
            assert guest.position.at > before and not guest.all(Fault)

    over(fresh_postgres, scene)


async def cut_what_waits(administrator: Connection) -> None:
    """Cut the connection that waits for a lock."""
    for _ in range(1000):
        if administrator.execute(text(CUT + OTHERS + WAITING)).all():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody waits")


def over(url: str, scene: Any) -> None:
    """Play a scene in which somebody looks after the database."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as administrator:
        asyncio.run(scene(administrator))
    engine.dispose()


def test_while_the_database_is_away_nothing_is_lost_and_then_play_goes_on(
    own_postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with house(own_postgres.url) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1)
            guest, watcher, rng = await sits(ours, battle, 0, 1), await sits(ours, battle, -1), Random(1)
            await guest.go_on(rng, 31)
            shown, record, asked = guest.position, guest.room.game.save(), guest.position.asked[0]
            answer = guest.room.asked_of(asked.seat).sample(rng)  # type: ignore[union-attr]
            own_postgres.stop()
            told = await guest.ask(Choose(seat=asked.seat, at=asked.at, answer=answer))
            assert isinstance(told, Refused) and not told.stale
            for each in (guest, watcher):
                assert (
                    each.position.at == shown.at
                    and each.last(Fault).last
                    and "nothing is lost" in each.last(Fault).todo
                )
            with pytest.raises(Unanswered, match="does not answer"):
                await ours.room(battle.game)
            assert await ours.ailing()
            own_postgres.start()
            again = await sits(ours, battle, 0, 1)
            assert again.room.game.save() == record and again.position.asked == shown.asked
            await again.go_on(rng, 5)
            await until(lambda: "database back" in caplog.messages)

    with caplog.at_level(logging.INFO, "warbook"):
        asyncio.run(scene())
    assert caplog.messages.count("database lost") == 1
    assert "battle lost" in caplog.messages


def test_pages_are_told_that_the_database_is_away(own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LATELY", 1.0)  # nothing is written here that would show sooner that it is back
    storage = Storage(own_postgres.url)
    storage.migrate()
    app = application(House(storage, Inline()), Rules())
    with TestClient(app, base_url="http://table.test") as client:
        game, tokens = opened(client)
        with line(client, game) as socket:
            assert hello(socket, game, tokens[0], tokens[1])["type"] == "welcome"
            own_postgres.stop()
            said = client.post("/api/games", json=WANTED)
            assert said.status_code == 503
            assert "Nothing is lost" in said.json()["reasons"][0]
            health = client.get("/health")
            for reply in (said, health):
                assert "connection" not in reply.text, "where the database is, is nobody's business"
            assert health.status_code == 503
            assert client.get("/api/games").status_code == 503
            socket.send_json({"type": "say", "n": 1, "seat": 0, "words": "Hello?"})
            assert hear(socket, "fault")["last"]
        with line(client, game, **{"X-Forwarded-For": "192.0.2.1"}) as socket:
            told = hello(socket, game, tokens[0])
            assert told["code"] == "broken"
            assert told["last"]
            assert "does not answer" in told["words"]
        own_postgres.start()
        with line(client, game) as socket:
            assert hello(socket, game, tokens[0])["type"] == "welcome"
        asyncio.run(until(lambda: client.get("/health").status_code == 200))  # it looks once a second


# ---- disks -----------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_of_battles, "BEAT", 0.01)
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite'}")
    storage.migrate()
    with TestClient(application(House(storage, Inline()), Rules()), base_url="http://table.test") as client:
        game, tokens = opened(client)
        assert client.get("/health").json()["ok"] is True
        with line(client, game) as socket:
            hello(socket, game, tokens[0], tokens[1])
            with storage.writing() as connection:
                pages = connection.execute(text("PRAGMA page_count")).scalar_one()
            event.listen(storage.engine, "begin", lambda on: on.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
            answers = []
            for n in range(1, 29):  # until the last page is full
                socket.send_json({"type": "say", "n": n, "seat": 0, "words": "x" * 500})
                answers.append(hear(socket, "done", "refused", re=n)["type"])
                if answers[-1] == "refused":
                    break
            assert len(answers) < 28
            assert hear(socket, "fault")["code"] == "broken"
            told = client.get("/health")
            assert (told.status_code, told.json()["why"]) == (503, "what is played cannot be stored")
            event.listen(storage.engine, "begin", lambda on: on.exec_driver_sql("PRAGMA max_page_count = 1000000"))
            socket.send_json({"type": "say", "n": 500, "seat": 0, "words": "and on"})
            assert hear(socket, "done", "refused", re=500)["type"] == "done"
            time.sleep(0.02)
            assert client.get("/health").status_code == 200


def test_a_database_that_does_not_answer_in_time_is_ailing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_of_battles, "PROMPTLY", 0.05)

    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            assert await ours.ailing() == ""
            ours._looked = None
            with ours.storage.writing():  # by somebody who does not come to an end
                assert await ours.ailing() == "the database does not answer"

    asyncio.run(scene())


def test_the_database_is_looked_at_once_a_second_however_often_it_is_asked(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            looks = 0
            ailing = ours.storage.ailing

            def counted() -> str:
                nonlocal looks
                looks += 1
                return ailing()

            ours.storage.ailing = counted  # type: ignore[method-assign]
            assert await asyncio.gather(*(ours.ailing() for _ in range(50))) == [""] * 50
            assert looks == 1

    asyncio.run(scene())


def test_those_who_ask_of_a_silent_database_wait_for_one_look_and_not_one_after_another(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            looks = 0

            async def slow() -> str:
                nonlocal looks
                looks += 1
                await asyncio.sleep(1.2 * BEAT)
                return "silent"

            ours._how_it_is = slow  # type: ignore[method-assign]
            assert await asyncio.gather(*(ours.ailing() for _ in range(20))) == ["silent"] * 20
            assert looks < 5

    asyncio.run(scene())


# ---- clocks that run out meanwhile -----------------------------------------------------------------------------------


class Failing(Storage):
    """Writes nothing while it is `broken`, and counts how often it was asked to."""

    broken, tries = False, 0

    def append(self, writes: Any) -> list[Fenced | None]:
        self.tries += self.broken
        if self.broken:
            raise ZeroDivisionError
        return super().append(writes)


def test_where_nobody_can_be_answered_for_it_is_tried_again_after_longer_and_longer_rests(tmp_path: Path) -> None:
    async def scene() -> None:
        time, storage = Time(), Failing(f"sqlite:///{tmp_path / 'battles.sqlite'}")
        async with house(storage, clock=time) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1, clock=ClockRules(battle=1))
            guest = await sits(ours, battle, 0, 1)
            before, storage.broken = guest.position.at, True
            when = [await tries(ours, guest.room, storage, time) for _ in range(4)]
            assert guest.position.at == before
            rests = [round(b - a) for a, b in pairwise(when)]
            assert rests[0] >= 1 and rests == sorted(rests) and rests[-1] > rests[0], rests
            assert any("Time is up" in fault.words for fault in guest.all(Fault))
            storage.broken = False
            time.now += 100
            await until_shown(ours, guest, before)

    asyncio.run(scene())


async def tries(ours: House, room: Room, storage: Failing, time: Time) -> float:
    """Let time go by until it has been tried once more to answer for somebody."""
    before = storage.tries
    while storage.tries == before:
        time.now += 0.25
        await ours.tick()
        await room.quiet()
    return time.now


async def until_shown(ours: House, guest: Guest, before: Any) -> None:
    await ours.tick()
    await until(lambda: guest.position.at != before)
