"""Workers: the processes in which the battles of a plan are fought.

They are started by a command line of their own and not by `multiprocessing`, which would import the script or the
notebook that asks for a simulation once more in each of them.  A worker gets the number of one battle at a time and
answers with its row, so that it is known which battle a process died over.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Any

from ..core.errors import WarbookError
from .battle import Row
from .failure import Failure, battle_failed, failure_of
from .plan import Battlefields, Plan

LENGTH = 4  # bytes of a message's length
PATIENCE = 5.0  # seconds for a process that has closed its pipes to end
_START = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # where there are no sessions, Ctrl-C comes here too
sys.path[:] = sys.argv[1:]
from warbook.sim.workers import attend
attend()
"""

in_worker = False  # whether this process is a worker: a bot's module must start no simulation when it is imported


class Crew:
    """So many workers, which fight the battles of a plan.

    Once `stopping` is set no further battle is begun; those that are being fought are fought to their end.
    """

    def __init__(self, plan: Plan, workers: int, stopping: Event) -> None:
        self.plan, self.stopping = plan, stopping
        try:
            self._message = _frame(plan)
        except (pickle.PicklingError, AttributeError, TypeError) as fault:
            raise WarbookError(
                f"this simulation cannot be sent to other processes ({fault}); wanted jobs=1, or all of it in modules"
            ) from fault
        self._numbers, self._lock, self._ended = count(), Lock(), False
        self._answers: SimpleQueue[tuple[int, Row | Failure] | None] = SimpleQueue()
        self._under_way: dict[subprocess.Popen[bytes], int] = {}
        self._threads = [Thread(target=self._drive, daemon=True) for _ in range(workers)]

    def rows(self) -> Iterator[Row]:
        """The rows in the order of their numbers, as they come.  Raises `BattleFailed` after all those that came
        before the battle in question."""
        for thread in self._threads:
            thread.start()
        answers: dict[int, Row | Failure] = {}
        busy, wanted = len(self._threads), 0
        try:
            while busy:
                answer = self._answers.get()
                if answer is None:
                    busy -= 1
                    continue
                number, found = answer
                if isinstance(found, Failure):
                    self.stopping.set()
                answers[number] = found
                while (found_next := answers.get(wanted)) is not None:
                    if isinstance(found_next, Failure):
                        raise battle_failed(self.plan, wanted, found_next)
                    yield found_next
                    del answers[wanted]
                    wanted += 1
        finally:
            self._end()

    def _next(self) -> int | None:
        with self._lock:
            number = next(self._numbers)
        return None if self.stopping.is_set() or number >= self.plan.tasks else number

    def _drive(self) -> None:
        """One worker's thread: hands it battles until there are no more."""
        process: subprocess.Popen[bytes] | None = None
        try:
            while (number := self._next()) is not None:
                messages = [_frame(number)]
                if process is None:
                    try:
                        process = _start_process()
                    except OSError as fault:
                        self._answers.put((number, failure_of(fault)))
                        return
                    messages.insert(0, self._message)
                with self._lock:
                    if self._ended:
                        return
                    self._under_way[process] = number
                answer = _ask(process, messages)
                with self._lock:
                    del self._under_way[process]
                if isinstance(answer, Failure):
                    self._clear(number)
                self._answers.put((number, answer))
                if isinstance(answer, Failure):
                    return
        finally:
            if process is not None:
                _dismiss(process)
            self._answers.put(None)

    def _end(self) -> None:
        """No process and no half of a record stays behind, whatever happened."""
        self.stopping.set()
        with self._lock:
            self._ended = True
            cut_short = dict(self._under_way)
        for process in cut_short:
            process.kill()
        for thread in self._threads:
            thread.join()
        for number in cut_short.values():
            self._clear(number)

    def _clear(self, number: int) -> None:
        """Remove the half of a record that a battle may have left behind whose process is gone."""
        if self.plan.records:
            self.plan.unfinished(self.plan.task(number)).unlink(missing_ok=True)


def _start_process() -> subprocess.Popen[bytes]:
    """A worker.  In a session of its own: Ctrl-C is for the one who asked, who ends the workers."""
    return subprocess.Popen(
        [sys.executable, "-c", _START, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def _ask(process: subprocess.Popen[bytes], messages: list[bytes]) -> Row | Failure:
    """Send the number of a battle (to a new worker, the plan before it); the row of the battle, or why there is
    none."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(b"".join(messages))
        process.stdin.flush()
        answer: Row | Failure = _receive(process.stdout)
    except (EOFError, OSError):
        return Failure(f"the process that fought it {_end_of(process)}")
    return answer


def _end_of(process: subprocess.Popen[bytes]) -> str:
    """How a process ended, in words."""
    try:
        status = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    if status >= 0:
        return f"ended by itself with exit status {status}"
    return f"was killed by signal {-status}{'; perhaps there was not enough memory' * (status == -9)}"


def _dismiss(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes: the worker ends when it has nothing more to read."""
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        try:
            pipe.close()
        except OSError:  # what was still to be written to a process that is gone
            continue
    process.wait()


def _frame(message: Any) -> bytes:
    data = pickle.dumps(message)
    return len(data).to_bytes(LENGTH, "big") + data


def _receive(pipe: IO[bytes]) -> Any:
    """The next message.  Raises `EOFError` where there is no more."""
    length = pipe.read(LENGTH)
    data = pipe.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""
    if not data:
        raise EOFError
    return pickle.loads(data)


# ---- in a worker -----------------------------------------------------------------------------------------------------


def attend() -> None:
    """Fight battles by their numbers until nobody asks any more.  What bots print goes to the error stream."""
    global in_worker
    in_worker = True
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    try:
        battlefields = Battlefields(_receive(asked))
        while True:
            number = _receive(asked)
            told.write(_frame(_fight(battlefields, number)))
            told.flush()
    except (EOFError, OSError):
        os._exit(0)  # whoever asked is satisfied or gone


def _fight(battlefields: Battlefields, number: int) -> Row | Failure:
    try:
        return battlefields.fight(number)
    except (Exception, SystemExit) as fault:  # noqa: BLE001  (of a bot, a ruleset, a full disk: told where it was asked)
        return failure_of(fault)
