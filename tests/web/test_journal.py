"""The journal: one thread, one commit for many, nobody told too early."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy.exc import OperationalError

from tests.web.test_storage import about, write
from warbook.web.journal import Journal, NotStored
from warbook.web.storage import Fenced, Storage
from warbook.web.stored import Standing, Write


class Slow(Storage):
    """A database that commits when it is let, and counts its commits; it fails for the battles in `failing`.  `taken`
    is set when there is something to commit."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.go, self.taken = Event(), Event()
        self.batches, self.failing = list[int](), set[str]()

    def append(self, writes: Sequence[Write]) -> list[Fenced | None]:
        self.taken.set()
        assert self.go.wait(60)
        if any(write.game in self.failing for write in writes):
            raise OperationalError("insert", {}, OSError("the disk is full"))
        self.batches.append(len(writes))
        return super().append(writes)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Slow]:
    storage = Slow(f"sqlite:///{tmp_path / 'battles.sqlite'}")
    storage.migrate()
    for n in range(20):
        storage.create(about(f"b{n}"), Standing(1.0), {"digest": 0}, [b"header\n"])
    yield storage
    storage.close()


def test_what_comes_during_a_commit_goes_into_the_next_as_one(storage: Slow) -> None:
    async def scene() -> None:
        journal = Journal(storage)
        first = asyncio.create_task(journal.write(write(1, b"1\n", game="b0")))
        await asyncio.to_thread(storage.taken.wait, 60)  # the thread has taken it, and waits
        rest = [asyncio.create_task(journal.write(write(1, b"1\n", game=f"b{n}"))) for n in range(1, 20)]
        await asyncio.sleep(0.05)
        assert not first.done(), "nobody is told before it is durable"
        storage.go.set()
        await asyncio.gather(first, *rest)
        journal.close()

    asyncio.run(scene())
    assert storage.batches == [1, 19]
    stored = storage.stored("b7")
    assert stored is not None and stored.record == b"header\n1\n"


def test_one_battle_that_fails_takes_no_other_with_it(storage: Slow) -> None:
    async def scene() -> list[object]:
        journal = Journal(storage)
        writes = [write(1, b"1\n", game="b0"), write(1, b"1\n", game="b1"), write(1, b"1\n", epoch=9, game="b2")]
        tasks = [asyncio.create_task(journal.write(each)) for each in writes]
        await asyncio.sleep(0.05)
        storage.go.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        journal.close()
        return list(found)

    storage.failing = {"b1"}
    well, failed, fenced = asyncio.run(scene())
    assert well is None and isinstance(failed, NotStored) and isinstance(fenced, Fenced)
    one = storage.stored("b1")
    assert one is not None and one.record == b"header\n"


def test_closing_writes_what_was_asked_for_and_takes_no_more(storage: Slow) -> None:
    async def scene() -> None:
        journal = Journal(storage)
        asked = asyncio.create_task(journal.write(write(1, b"1\n", game="b0")))
        await asyncio.sleep(0.05)
        storage.go.set()
        await asyncio.to_thread(journal.close)
        await asked
        with pytest.raises(NotStored):
            await journal.write(write(2, b"2\n", game="b0"))

    asyncio.run(scene())
    stored = storage.stored("b0")
    assert stored is not None and stored.record == b"header\n1\n"


def test_who_does_not_wait_any_more_holds_up_nobody(storage: Slow) -> None:
    async def scene() -> None:
        journal = Journal(storage)
        gone = asyncio.create_task(journal.write(write(1, b"1\n", game="b0")))
        await asyncio.sleep(0.05)
        gone.cancel()
        storage.go.set()
        await journal.write(write(1, b"1\n", game="b1"))
        journal.close()

    asyncio.run(scene())
    stored = storage.stored("b0")
    assert stored is not None and stored.record == b"header\n1\n"
