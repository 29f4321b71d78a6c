"""Processes that think: how they start, what is told where they do not, and how others take their place."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.web.guests import house, setup, sits, until
from tests.web.test_thinking import alive, battle, go_on
from warbook import compiling
from warbook.compiling import Progress
from warbook.core.structs import replace
from warbook.web import bots, checking, desk, workers
from warbook.web.desk import Job, Thought
from warbook.web.protocol import Chat, Refused, Region, Service
from warbook.web.thinking import Inline, Thinkers, Unready

Asked = list[tuple[desk.What, dict[str, Any]]]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that processes need, and that breaks when they import it."""
    package = tmp_path / "site" / "msgspec.py"
    package.parent.mkdir()
    package.write_text("raise ImportError('msgspec was torn')\n")
    monkeypatch.syspath_prepend(str(package.parent))
    return package


def test_a_process_that_cannot_start_is_told_and_tried_again_after_a_rest(
    broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, told, started = battle(), list[Service](), list[str]()
    start = workers.Worker._start

    async def counted(worker: workers.Worker) -> Any:
        started.append("")
        return await start(worker)

    monkeypatch.setattr(workers.Worker, "_start", counted)
    monkeypatch.setattr(workers, "REST", 0.2)

    async def scene() -> None:
        thinkers = Thinkers(1, warm=False)
        thinkers.on_service.append(told.append)
        with pytest.raises(Unready, match="msgspec was torn"):
            await thinkers.region("battle", game, 0)
        worker = thinkers.workers._all[0]
        worker._rests_until += 3600
        for _ in range(3):  # who asks meanwhile hears it at once, and no process is started for it
            with pytest.raises(Unready, match="msgspec was torn"):
                await thinkers.region("battle", game, 0)
        assert len(started) == 1
        broken.unlink()
        worker._rests_until -= 3600
        await asyncio.sleep(0.3)
        assert await thinkers.region("battle", game, 0)
        await thinkers.close()

    asyncio.run(scene())
    trouble, well = told
    assert trouble.failing and "msgspec was torn" in trouble.words and trouble.todo
    assert well == Service()


def test_whoever_is_at_a_table_or_comes_to_it_is_told_that_nobody_can_think(broken: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite", Thinkers(1, warm=False)) as ours:
            opened = await ours.open(setup(), ("human", "human"), seed=2)
            guest = await sits(ours, opened, 0)
            asked = guest.position.asked[0]
            await guest.room.hear(guest, Region(n=9, seat=0, at=asked.at))
            await until(lambda: bool(guest.all(Service)) and bool(guest.all(Refused)), 60)
            assert "msgspec was torn" in guest.all(Refused)[0].reasons[0]
            assert guest.all(Service)[0].failing
            other = await sits(ours, opened, 1)
            await until(lambda: bool(other.all(Service)))

    asyncio.run(scene())


class Unwell(Inline):
    """Nobody can think for so many questions; then all is well."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def bot(self, *asked: Any) -> Any:
        self.times -= 1
        if self.times >= 0:
            raise Unready("no process can begin")
        return await super().bot(*asked)


def test_a_bot_for_which_no_process_starts_waits_and_nobody_answers_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "REST", 0.01)

    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite", Unwell(6)) as ours:
            opened = await ours.open(setup(), ("first", "human"), seed=2)
            guest = await sits(ours, opened, 1)
            await until(lambda: bool(guest.position.asked))
            assert not guest.all(Chat)

    asyncio.run(scene())


def test_to_start_is_no_part_of_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly(worker: workers.Worker) -> Any:
        await asyncio.sleep(0.5)

    async def at_once(worker: workers.Worker, process: Any, job: Job) -> Thought:
        return Thought("thought")

    monkeypatch.setattr(workers.Worker, "_start", slowly)
    monkeypatch.setattr(workers.Worker, "_thought", at_once)
    found = asyncio.run(workers.Worker(0).think(Job("warm", "", b"", b"", b"", -1), patience=0.1))
    assert found == Thought("thought")


def test_a_process_that_is_never_ready_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = battle()
    monkeypatch.setattr(workers, "_START", "import time; time.sleep(3600)")
    monkeypatch.setattr(workers, "STARTING", 0.5)

    async def scene() -> None:
        thinkers = Thinkers(1, warm=False)
        with pytest.raises(Unready, match="was not ready within"):
            await thinkers.region("battle", game, 0)
        assert thinkers.workers.pids == ()
        await thinkers.close()

    asyncio.run(scene())


def test_processes_are_replaced_while_others_go_on() -> None:
    game = battle()

    async def scene() -> None:
        thinkers = Thinkers(2, warm=False)
        before = await thinkers.wait_until_ready()
        region = await thinkers.region("battle", game, 0)
        renewal = asyncio.create_task(thinkers.workers.renew())
        while not renewal.done():
            assert await thinkers.region("battle", game, 0) == region
        await renewal
        assert len(thinkers.workers.pids) == 2 and not {*before} & {*thinkers.workers.pids}
        assert await thinkers.region("battle", game, 0) == region
        assert not any(map(alive, before))
        await thinkers.close()

    asyncio.run(scene())


def test_a_process_stays_where_no_other_can_take_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = battle()

    async def torn(worker: workers.Worker) -> Any:
        raise workers.Unstarted("torn")

    async def scene() -> None:
        thinkers = Thinkers(1, warm=False)
        before = await thinkers.wait_until_ready()
        with monkeypatch.context() as patch:
            patch.setattr(workers.Worker, "_start", torn)
            await thinkers.workers.renew()
        assert thinkers.workers.pids == before and not thinkers.service.failing
        assert await thinkers.region("battle", game, 0)
        await thinkers.close()

    asyncio.run(scene())


def test_a_process_that_was_to_take_anothers_place_ends_with_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    started, start = list[int](), workers.Worker._start

    async def noted(worker: workers.Worker) -> Any:
        process = await start(worker)
        started.append(process.pid)
        return process

    async def without_end(worker: workers.Worker, process: Any, job: Job) -> Thought:
        await asyncio.sleep(3600)
        raise AssertionError

    async def scene() -> None:
        thinkers = Thinkers(1, warm=False)
        await thinkers.wait_until_ready()
        monkeypatch.setattr(workers.Worker, "_start", noted)
        monkeypatch.setattr(workers.Worker, "_thought", without_end)
        renewal = asyncio.create_task(thinkers.workers.renew())
        await until(lambda: bool(started), 60)
        renewal.cancel()
        await asyncio.gather(renewal, return_exceptions=True)
        assert not any(map(alive, started))
        await thinkers.close()

    asyncio.run(scene())


def test_what_is_compiled_is_told_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly() -> Any:
        for done in (0, 1, 2):
            yield Progress(done, 2)

    monkeypatch.setattr("warbook.compiling.lacking", lambda: True)
    monkeypatch.setattr("warbook.compiling.progress", slowly)
    told: list[str] = []

    async def scene() -> None:
        thinkers = Thinkers(1, warm=False, compiles=True)
        thinkers.on_service.append(lambda service: told.append(service.words))
        before = await thinkers.wait_until_ready()
        thinkers.start()
        await until(lambda: told[-1:] == [""])
        assert thinkers.workers.pids != before, "processes that begin now take what was compiled"
        await thinkers.close()

    asyncio.run(scene())
    assert [words.partition(";")[0] for words in told] == [
        "Getting faster: 0 of 2 parts of the geometry are compiled",
        "Getting faster: 1 of 2 parts of the geometry are compiled",
        "Getting faster: 2 of 2 parts of the geometry are compiled",
        "",
    ]


def test_where_compiling_fails_battles_run_and_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing() -> Any:
        yield Progress(1, 2, "LoweringError: no such thing")

    monkeypatch.setattr("warbook.compiling.lacking", lambda: True)
    monkeypatch.setattr("warbook.compiling.progress", failing)
    game = battle()

    async def scene() -> Service:
        thinkers = Thinkers(1, warm=False, compiles=True)
        before = await thinkers.wait_until_ready()
        thinkers.start()
        await until(lambda: bool(thinkers.service.words))
        assert await thinkers.region("battle", game, 0) and thinkers.workers.pids == before
        service = thinkers.service
        await thinkers.close()
        return service

    service = asyncio.run(scene())
    assert "LoweringError" in service.words and "warbook compile" in service.todo and not service.failing


@pytest.mark.parametrize(
    ("end", "told"), [("kill -TERM $$", ""), ("exit 3", "the process that compiles ended with code 3")]
)
def test_a_process_that_compiles_and_ends_too_early_is_told_unless_it_was_stopped(
    end: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "command", lambda nice: ["sh", "-c", end])

    async def scene() -> list[Progress]:
        return [each async for each in compiling.progress()]

    (last,) = asyncio.run(scene())
    assert last.trouble == told and not last.complete


COLD = """
import asyncio, os, signal, sys
from tests.web.test_thinking import battle
from warbook.web.thinking import Thinkers
async def main():
    thinkers, told = Thinkers(1, warm=False, compiles=True), []
    thinkers.on_service.append(lambda service: told.append(service))
    thinkers.start()
    answer = await thinkers.bot("battle", battle(), 0, "greedy")
    while not told:
        await asyncio.sleep(0.05)
    print(answer is not None, told[0].words, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""


@pytest.mark.skipif(os.environ.get("WARBOOK_PLAIN") == "1", reason="nothing is compiled")
def test_with_nothing_compiled_a_bot_answers_while_it_is_and_nothing_outlives_a_kill(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(("src", "."))}
    environment.pop("WARBOOK_COMPILE", None)  # then the bot would wait until all is compiled
    ended = subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, timeout=120, env=environment)
    assert ended.stdout.startswith("True Getting faster: ")
    assert not ended.stderr
    until_then = time.monotonic() + 20
    while time.monotonic() < until_then and (left := using(str(tmp_path))):
        time.sleep(0.05)
    assert not left


def using(word: str) -> list[str]:
    """The processes in whose environment a word stands."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (folder / "environ").read_bytes() and alive(int(folder.name)):
                found.append(folder.name)
        except OSError:
            continue
    return found


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def _bot_job(name: str) -> Job:
    return Job("bot", "", b"", b"", b"", 0, battle=name)


def _region_job(name: str) -> Job:
    return Job("region", name, b"", b"", b"", 0, battle=name)


def test_the_battle_that_has_used_the_least_time_is_served_first(monkeypatch: pytest.MonkeyPatch) -> None:
    served, free = list[str](), asyncio.Event()

    async def think(worker: workers.Worker, job: Job, patience: float | None) -> Thought:
        await free.wait()
        served.append(job.battle)
        return Thought("thought")

    monkeypatch.setattr(workers.Worker, "think", think)

    async def scene() -> None:
        ours = workers.Workers(1)
        ours._used.add("greedy", 7.0)
        ours._used.add("used little", 1.0)
        order = ["greedy", "greedy", "greedy", "used little", "new"]
        asked = [asyncio.create_task(ours.think(_bot_job(name), 9.0)) for name in order]
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*asked)
        await ours.close()

    asyncio.run(scene())
    assert served == ["greedy", "new", "used little", "greedy", "greedy"]  # the first was being worked on


def test_time_that_was_used_long_ago_counts_little() -> None:
    now = 0.0
    used = workers.Used(lambda: now)
    used.add("a", 8.0)
    now = workers.FADING
    used.add("a", 1.0)
    assert used.of("a") == 5.0 and used.of("b") == 0.0
    now += 2 * workers.FADING
    assert used.of("a") == 1.25


def test_the_time_of_old_battles_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MANY", 2)
    now = 0.0
    used = workers.Used(lambda: now)
    for name in ("a", "b"):
        used.add(name, 8.0)
    now = 100 * workers.FADING
    used.add("c", 8.0)
    assert list(used._seconds) == ["c"]


def _served(monkeypatch: pytest.MonkeyPatch, asked: list[Job], count: int) -> list[tuple[str, int]]:
    """Whose jobs each of so many workers has, in their order; every one of a battle "slow..." takes three seconds."""
    served, now = list[tuple[str, int]](), [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(workers, "RESPITE", 0.0)

    async def scene() -> None:
        ours = workers.Workers(count)
        ours._used, ours._long = workers.Used(time.monotonic), workers.Used(time.monotonic)

        async def think(worker: workers.Worker, job: Job, patience: float | None) -> Thought:
            served.append((job.battle, ours._all.index(worker)))
            await asyncio.sleep(0)
            now[0] += 3.0 if job.battle.startswith("slow") else 0.01
            return Thought("thought")

        monkeypatch.setattr(workers.Worker, "think", think)
        await asyncio.gather(*(ours.think(job, 9.0) for job in asked))
        await ours.close()

    asyncio.run(scene())
    return served


def test_what_is_asked_of_a_battle_waits_behind_what_is_asked_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [*(_region_job("slow") for _ in range(5)), _region_job("other"), _region_job("other")]
    assert [name for name, _ in _served(monkeypatch, asked, 1)] == ["slow", "other", "other", *["slow"] * 4]


def test_questions_are_answered_in_a_fair_order_by_battle_also_where_none_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = [*(_region_job("often") for _ in range(3)), _region_job("other")]
    assert [name for name, _ in _served(monkeypatch, asked, 1)] == ["often", "other", "often", "often"]


def test_a_bot_goes_before_what_is_asked_of_a_slow_battle_that_has_used_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [*(_region_job("slow") for _ in range(5)), _bot_job("other")]
    assert [name for name, _ in _served(monkeypatch, asked, 1)][:2] == ["slow", "other"]


def test_after_a_long_question_a_bot_is_next_also_where_others_ask_for_the_first_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = [_region_job("other"), *(_region_job(f"slow {number}") for number in range(4)), _bot_job("other")]
    assert [name for name, _ in _served(monkeypatch, asked, 1)][:3] == ["other", "slow 0", "other"]


@pytest.mark.parametrize("count", [1, 2])
def test_after_a_long_question_a_bot_has_time_for_many_answers(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is asked for when the last is given: with a long question in between, a turn would take ten of them."""
    served = list[str]()

    async def think(worker: workers.Worker, job: Job, patience: float | None) -> Thought:
        served.append(job.battle)
        await asyncio.sleep(2 * workers.LONG if job.battle.startswith("slow") else 0)
        return Thought("thought")

    async def scene() -> None:
        ours = workers.Workers(count)
        for name in ("slow 1", "slow 2"):
            ours._long.add(name, 9.0)
        asked = [asyncio.create_task(ours.think(_region_job(f"slow {n % 2 + 1}"), 9.0)) for n in range(6)]
        await asyncio.sleep(0)
        for _ in range(5):
            await ours.think(_bot_job("other"), 9.0)
        served.append("the bot's turn is over")
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait_for(asyncio.gather(*asked[:3]), 60)
        await ours.close()

    monkeypatch.setattr(workers.Worker, "think", think)
    monkeypatch.setattr(workers, "LONG", 0.005)
    monkeypatch.setattr(workers, "RESPITE", 0.5)
    asyncio.run(scene())
    assert served[1:7] == [*["other"] * 5, "the bot's turn is over"]
    assert len([name for name in served if name.startswith("slow")]) >= 3


def test_the_next_question_comes_also_where_the_clock_of_the_event_loop_runs_a_little_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That of uvloop counts whole milliseconds: its timers may come before `time.monotonic` has got there."""

    async def think(worker: workers.Worker, job: Job, patience: float | None) -> Thought:
        await asyncio.sleep(workers.LONG + 0.02)
        return Thought("thought")

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        later = loop.call_later
        monkeypatch.setattr(loop, "call_later", lambda delay, *what: later(max(0.0, delay - 0.01), *what))
        ours = workers.Workers(1)
        ours._long.add("slow", 9.0)
        asked = [ours.think(_region_job("slow"), 9.0) for _ in range(3)]
        await asyncio.wait_for(asyncio.gather(*asked), 3)
        await ours.close()

    monkeypatch.setattr(workers.Worker, "think", think)
    monkeypatch.setattr(workers, "LONG", 0.005)
    monkeypatch.setattr(workers, "RESPITE", 0.05)
    asyncio.run(scene())


def test_no_worker_begins_with_what_still_waits_once_all_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    async def think(worker: workers.Worker, job: Job, patience: float | None) -> Thought:
        begun.append(job)
        await asyncio.sleep(2 * workers.LONG)
        return Thought("thought")

    async def scene() -> None:
        ours = workers.Workers(1)
        ours._long.add("slow", 9.0)
        asked = [asyncio.create_task(ours.think(_region_job("slow"), 9.0)) for _ in range(2)]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        await ours.close()
        await asyncio.sleep(3 * workers.RESPITE)
        assert len(begun) == 1
        asked[1].cancel()

    monkeypatch.setattr(workers.Worker, "think", think)
    monkeypatch.setattr(workers, "LONG", 0.005)
    monkeypatch.setattr(workers, "RESPITE", 0.05)
    asyncio.run(scene())


def test_a_bot_goes_before_another_that_only_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = Job("foresee", "early", b"", b"", b"", 0, battle="early")
    asked = [_bot_job("first"), ready, _bot_job("late")]
    assert [name for name, _ in _served(monkeypatch, asked, 1)] == ["first", "late", "early"]


def test_a_bot_waits_behind_what_people_ask_of_a_battle_that_is_not_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [*(_region_job("quick") for _ in range(3)), _bot_job("other")]
    assert [name for name, _ in _served(monkeypatch, asked, 1)] == [*["quick"] * 3, "other"]


def test_the_jobs_of_one_battle_are_done_in_their_order_while_what_it_has_used_fades(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    served = list[int]()

    async def think(worker: workers.Worker, job: Job, patience: float | None) -> Thought:
        served.append(job.seat)
        return Thought("thought")

    async def scene() -> None:
        ours, clock = workers.Workers(1), itertools.count()
        ours._used = workers.Used(lambda: float(next(clock)))
        ours._used.add("one", 8.0)
        jobs = [Job("bot", "", b"", b"", b"", seat, battle="one") for seat in range(4)]
        await asyncio.gather(*(ours.think(job, 9.0) for job in jobs))
        await ours.close()

    monkeypatch.setattr(workers.Worker, "think", think)
    asyncio.run(scene())
    assert served == [0, 1, 2, 3]


def test_the_first_worker_has_what_people_ask_of_a_battle_that_is_not_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    served = _served(monkeypatch, [_region_job("quick") for _ in range(5)], 2)
    assert served == [("quick", 0)] * 5


@pytest.mark.parametrize("count", [2, 3])
def test_a_battle_whose_questions_take_long_leaves_the_first_worker_to_others(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = _served(monkeypatch, [_region_job("slow") for _ in range(9)], count)
    assert len(served) == 9 and all(number for _, number in served[count:])


@pytest.mark.parametrize("count", [2, 3])
def test_the_questions_of_one_battle_never_have_all_workers(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(worker: workers.Worker, job: Job, patience: float | None) -> Thought:
        began.append(job.battle)
        await asyncio.sleep(3600)
        raise AssertionError

    async def scene() -> None:
        ours = workers.Workers(count)
        asked = [asyncio.create_task(ours.think(_region_job(name), 9.0)) for name in ["one"] * 5 + ["other"]]
        await asyncio.sleep(0.01)
        for task in asked:
            task.cancel()
        await ours.close()

    began: list[str] = []
    monkeypatch.setattr(workers.Worker, "think", never)
    asyncio.run(scene())
    assert began == ["one"] * (count - 1) + ["other"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform does not measure it")
def test_a_question_may_take_so_much_time_of_the_processor_and_the_next_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, drafts, regioned = battle(), desk.Drafts(), checking.regioned
    decision = go_on(game, lambda d: d.kind == "path")
    asked = drafts.job("region", game, decision.player)
    ours = desk.Desk(limit=5.0)
    with monkeypatch.context() as patch:
        patch.setattr(ours, "limit", 0.05)
        patch.setattr(checking, "regioned", lambda _: all(True for _ in itertools.repeat(None)))  # never ends
        told = ours.think(asked).refused
    assert "region that can be reached would take longer than 0.05 seconds" in told and "leg by leg" in told
    assert ours.think(replace(asked, setup=b"")).unknown  # what it was in the middle of is not used again
    assert ours.think(asked) == Thought(regioned(decision))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform does not measure it")
def test_a_rehearsal_takes_no_longer_than_whoever_asks_something_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    # The bots of a game with many models took a minute and a half over it, and whoever came was not answered.
    def endless(_: desk.Desk, job: desk.Job) -> None:
        begun.append(job.what)
        while True:
            pass

    begun: list[str] = []
    monkeypatch.setattr(desk, "REHEARSAL", 0.5)
    monkeypatch.setattr(desk.Desk, "_bot", endless)
    monkeypatch.setattr(desk.Desk, "_warm", lambda ours, _: ours.think(Job("bot", "", b"", b"", b"", 0)))
    assert desk.Desk(limit=5.0).think(workers._warming("gangfight")).refused
    assert begun == ["bot"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform does not measure it")
def test_a_limit_within_another_does_not_lift_that() -> None:
    def think(*limits: float) -> None:
        for seconds in limits:
            with suppress(desk.TookTooLong), desk._limited(seconds):
                think()
        while True:
            pass

    with pytest.raises(desk.TookTooLong), desk._limited(0.3):
        think(0.1, 5.0)


@pytest.mark.parametrize(("compiled", "limit"), [(False, 5.0), (True, 1.5)])
def test_a_question_may_take_longer_as_long_as_the_kernels_are_not_compiled(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, limit: float
) -> None:
    # In the first minutes of a clone a vehicle's manoeuvre takes 3.4 seconds: that its board was too intricate is what
    # was said instead.
    monkeypatch.setattr(compiling, "all_compiled", lambda: compiled)
    assert desk.limit_of_a_question() == limit
    assert "as long as the geometry is not compiled" in desk._too_long("region", desk.UNCOMPILED)


def test_only_quick_questions_of_people_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def used_up(seconds: float) -> Iterator[None]:
        allowed.append(seconds)
        yield
        raise desk.TookTooLong

    allowed: list[float] = []

    monkeypatch.setattr(desk, "_limited", used_up)
    monkeypatch.setattr(desk, "FORESIGHT", 7.0)
    game, ours, drafts = battle(), desk.Desk(limit=3.0), desk.Drafts()
    decision = go_on(game, lambda d: d.key == "action")
    answer = decision.candidates(1)[0]
    quick: Asked = [("suggest", {"most": 5}), ("odds", {"answer": answer}), ("aims", {"who": 0}), ("region", {})]
    free: Asked = [("bot", {"name": "first"}), ("odds", {"answer": answer, "thorough": True})]
    for what, said in quick:
        assert "longer than 3 seconds" in ours.think(drafts.job(what, game, decision.player, **said)).refused
    for what, said in free:
        assert ours.think(drafts.job(what, game, decision.player, **said)).value is not None
    assert allowed == [3.0] * len(quick)
    assert ours.think(drafts.job("foresee", game, decision.player, name="first")).refused
    assert allowed[-1] == 7.0
