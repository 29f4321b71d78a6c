"""Processes that think and judge are killed while they have nothing to do: others take their place."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Callable

import pytest

from warbook.web import api
from warbook.web.desk import Job
from warbook.web.judge import Check
from warbook.web.judging import Bench
from warbook.web.workers import Worker

LOOPS: list[Callable[[], asyncio.AbstractEventLoop]] = [asyncio.new_event_loop]
if sys.platform != "win32":
    import uvloop

    LOOPS.append(uvloop.new_event_loop)
pytestmark = pytest.mark.parametrize("loop", LOOPS)


async def killed(process: Process | None) -> None:
    """Kill a process, and wait until that is known."""
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    await asyncio.sleep(0.1)  # the pipes are closed


def test_a_worker_that_was_killed_is_replaced(
    loop: Callable[[], asyncio.AbstractEventLoop], caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        worker, job = Worker(0), Job("warm", "", b"", b"", b"", -1, name="")
        try:
            assert not (await worker.think(job, 60)).broke
            await killed(worker.process)
            assert not (await worker.think(job, 60)).broke
        finally:
            await worker.end()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scene())
    assert "a worker process ended" in caplog.text


def test_a_judge_that_was_killed_is_replaced(
    loop: Callable[[], asyncio.AbstractEventLoop], caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        bench, case = Bench(quick=False), Check(api.Brought(text="a = 1", source="a", ruleset="necromunda-2023"))
        try:
            assert not (await bench.judge(case)).broke
            await killed(bench.process)
            assert not (await bench.judge(case)).broke
        finally:
            await bench.end()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scene())
    assert "a judge's process ended" in caplog.text
