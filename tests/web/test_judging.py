"""Judging: whatever a stranger sends is read by processes of their own, with limits, and holds up nobody."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from attack import endless
from attack.server import ENTRY_POINT, alive
from tests.web.guests import setup
from warbook import rulesets
from warbook.core import bounds, profile
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.source import Source
from warbook.web import judging
from warbook.web.api import Brought, Fresh, Piece
from warbook.web.app import application
from warbook.web.house import House
from warbook.web.judging import Busy, Inline, Judges, Judging
from warbook.web.storage import Storage
from warbook.web.thinking import Inline as Thinking

NECROMUNDA = "necromunda-2023"
BOARD = 'kind = "board"\nid = "yard"\ntitle = "Yard"\nsize = [24, 24]\n'
ZONES = '[[deployment]]\nname = "{}"\nrect = [0, 0, 24, 4]\n'
GOOD = Brought(BOARD, "good.toml", ruleset=NECROMUNDA)
BAD = Brought(BOARD + "hight = 1\n", "bad.toml", ruleset=NECROMUNDA)
LOOPING = Brought(endless.LOOPING, "loop.toml", ruleset="endless")
HOARDING = Brought(endless.HOARDING, "hoard.toml", ruleset="endless")
LIMITED = pytest.mark.skipif(sys.platform != "linux", reason="the system knows no such limits")


@pytest.fixture(autouse=True)
def endless_ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruleset whose reader never ends is installed, here and in every process started from here."""
    plugin = tmp_path / "plugin" / "endless-1.dist-info"
    plugin.mkdir(parents=True)
    (plugin / "METADATA").write_text("Metadata-Version: 2.1\nName: endless\nVersion: 1\n")
    (plugin / "entry_points.txt").write_text(ENTRY_POINT)
    monkeypatch.syspath_prepend(str(plugin.parent))


@pytest.fixture(autouse=True)
def nobody_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that has much to do work counts, and not how long it took."""
    for name in ("FIRST_WAIT", "FILE_WAIT", "RECORD_WAIT", "QUEUE"):
        monkeypatch.setattr(judging, name, 120.0)


def judges(work: Callable[[Judges], Coroutine[Any, Any, None]]) -> None:
    """Do something with judges in processes of their own."""

    async def whole() -> None:
        these = Judges()
        try:
            await work(these)
        finally:
            await these.close()

    asyncio.run(whole())


def both(work: Callable[[Judging], Coroutine[Any, Any, None]]) -> None:
    """Do something with judges of both kinds."""
    asyncio.run(work(Inline()))
    judges(work)


def fresh(**other: Any) -> Fresh:
    return Fresh(NECROMUNDA, Piece("hive-stand-off"), ("human", "greedy"), **other)


def test_files_are_told_from_bad_ones() -> None:
    async def ask(them: Judging) -> None:
        assert (await them.verdict(GOOD)).ok
        verdict = await them.verdict(BAD)
        assert not verdict.ok and verdict.where == "hight" and "no such" not in verdict.says

    both(ask)


def test_a_battle_on_files_of_ones_own_begins_as_any_other() -> None:
    board = Piece(text=BOARD + ZONES.format("south") + ZONES.format("north"), source="mine.toml")
    found: list[tuple[bytes, ...]] = []

    async def ask(them: Judging) -> None:
        new = await them.open_battle(fresh(board=board), Source("chosen", 2**200))
        assert (new.ruleset, new.players, new.seed, new.bots) == (NECROMUNDA, ("human", "greedy"), 2**200, (1,))
        found.append(new.rows)
        with pytest.raises(WarbookError, match=r"your board: hight: found a key"):
            await them.open_battle(fresh(board=Piece(text=BAD.text)), Source("chosen", 5))

    both(ask)
    assert found[0] == found[1]


def test_a_strangers_record_is_played_through_before_it_is_a_battle() -> None:
    rows: list[bytes] = []
    Game(rulesets.find(NECROMUNDA), setup(), write=rows.append)
    odd = rows[0].replace(b'"records":[', b'"records":[],"more":[', 1)

    async def ask(them: Judging) -> None:
        assert (await them.open_record(rows[0], (), 7)).players == ("human", "human")
        with pytest.raises(WarbookError):
            await them.open_record(odd, (), 7)

    both(ask)


def test_who_reads_a_file_without_end_is_stopped_and_others_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "FILE_WORK", 1)
    monkeypatch.setattr(judging, "UNKNOWN", 60.0)  # whose files were read soon comes before those whom nobody knows
    done: list[str] = []

    async def one(them: Judges, file: Brought, address: str) -> None:
        verdict = await them.verdict(file, address)
        done.append(file.source)
        assert verdict.ok == (file is GOOD), verdict.says
        assert verdict.ok or "took longer than the 1 seconds that it may" in verdict.says

    async def ask(them: Judges) -> None:
        for _ in range(2):  # the first only waits until there is a judge
            await them.verdict(GOOD, "good")
        bad = [asyncio.create_task(one(them, LOOPING, f"bad {n}")) for n in range(3)]
        await asyncio.sleep(0)
        await one(them, GOOD, "good")
        await asyncio.gather(*bad)

    judges(ask)
    assert done[0] == GOOD.source


@LIMITED
def test_who_reads_a_file_that_takes_all_memory_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MEMORY", 100 << 20)

    async def ask(them: Judges) -> None:
        verdict = await them.verdict(HOARDING)
        assert "memory that it may have; wanted a smaller file" in verdict.says
        assert (await them.verdict(GOOD)).ok

    judges(ask)


def test_an_address_may_send_only_so_much_at_once_and_so_may_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "OF_ONE", 2)
    monkeypatch.setattr(judging, "IN_ALL", 2)

    async def ask(them: Judges) -> None:
        waiting = [asyncio.create_task(them.verdict(LOOPING, address)) for address in ("a", "a", "b")]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="2 files from your address are being read") as one:
            await them.verdict(GOOD, "a")
        with pytest.raises(Busy, match="So many files are being read") as every:
            await them.verdict(GOOD, "c")
        assert (one.value.status, every.value.status) == (429, 503)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not them._of_address
        assert not them._waiting

    judges(ask)


def test_a_full_queue_makes_room_for_an_address_whose_files_are_read_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else files that take long, from many addresses, would keep everybody's out."""
    monkeypatch.setattr(judging, "IN_ALL", 2)

    async def ask(them: Judges) -> None:
        await them.verdict(GOOD, "quick")
        await them.verdict(GOOD, "quick")
        them._took["quick"] = 0.0
        long = [asyncio.create_task(them.verdict(LOOPING, f"long{number}")) for number in range(3)]
        await asyncio.sleep(0)
        assert len(them._waiting) == 2, "one is being read, and the queue is full"
        good = asyncio.create_task(them.verdict(GOOD, "quick"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="So many files are being read"):
            await long[-1]
        assert (await good).ok
        for each in long:
            each.cancel()
        await asyncio.gather(*long, return_exceptions=True)

    judges(ask)


def test_nobody_waits_for_their_turn_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "QUEUE", 0.2)

    async def ask(them: Judges) -> None:
        await them.verdict(GOOD)
        first = asyncio.create_task(them.verdict(LOOPING, "a"))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="So many files are being read"):
            await them.verdict(GOOD, "b")
        first.cancel()

    judges(ask)


def test_a_judge_that_dies_is_replaced() -> None:
    async def ask(them: Judges) -> None:
        assert (await them.verdict(GOOD)).ok
        before = them.pids
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        assert (await them.verdict(GOOD)).ok
        assert set(them.pids).isdisjoint(before)

    judges(ask)


@LIMITED
def test_judges_end_with_whatever_they_started_also_when_they_are_stopped() -> None:
    seen: set[int] = set()

    def children(pid: int) -> set[int]:
        tasks = Path(f"/proc/{pid}/task/{pid}/children")
        return {int(each) for each in tasks.read_text().split()} if tasks.exists() else set()

    async def ask(them: Judges) -> None:
        await them.verdict(GOOD)
        looping = asyncio.create_task(them.verdict(LOOPING))
        while not any(map(children, them.pids)):
            await asyncio.sleep(0.01)
        seen.update(them.pids, *map(children, them.pids))
        for pid in seen:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        looping.cancel()

    judges(ask)
    assert len(seen) >= 2
    for _ in range(500):
        if not any(map(alive, seen)):
            return
        asyncio.run(asyncio.sleep(0.01))
    raise AssertionError("processes are left")


def test_the_servers_own_process_reads_no_file_of_a_stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards, scenarios and records that somebody brings are read elsewhere: here nothing of theirs reaches TOML."""
    seen: list[str] = []
    read = bounds.must_be_bounded

    def watched(text: str, source: str) -> None:
        seen.append(text)
        read(text, source)

    monkeypatch.setattr(profile, "must_be_bounded", watched)
    rows: list[bytes] = []
    Game(rulesets.find(NECROMUNDA), setup(), write=rows.append)
    seen.clear()
    mine = BOARD + ZONES.format("south") + ZONES.format("north") + "# mine\n"
    storage = Storage(f"sqlite:///{tmp_path / 'table.sqlite'}")
    storage.migrate()
    wanted = {"ruleset": NECROMUNDA, "scenario": {"id": "hive-stand-off"}, "players": ["human", "human"]}
    with TestClient(application(House(storage, Thinking(), Judges()))) as client:
        assert client.post("/api/check", json={"text": mine, "source": "a", "ruleset": NECROMUNDA}).json()["ok"]
        for piece in ({"board": {"text": mine}}, {"rosters": {"0": {"text": mine}}}, {"scenario": {"text": mine}}):
            answer = client.post("/api/games", json=wanted | piece)
            assert answer.status_code == (200 if "board" in piece else 400), answer.text
        assert client.post("/api/games/import?players=human,human", content=rows[0]).status_code == 201
    assert mine not in seen
    assert not seen
