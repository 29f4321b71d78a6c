"""Judge: what is said of a stranger's file, and the life of the process in which that is found out.

A file may be made to keep its reader busy, or to take all memory.  So each is read in a process of its own: a *bench*
(see `judging`) is a process that has everything loaded, never looks at a file, and forks one child for each.  The child
has limits of time and memory, says what it found, and ends; one that does not is killed.  The geometry runs plain
there, which gives the same results, needs a tenth of the memory, and is ready at once.
"""

from __future__ import annotations

import gc
import os
import select
import signal
from contextlib import suppress
from io import RawIOBase
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct

from .. import table
from ..core.errors import WarbookError
from ..core.source import Source
from ..orphans import end_with_parent
from . import api
from .bringing import Begun, brought, new_battle

LENGTH = 8  # bytes of a frame's length
LARGEST_JUDGEMENT = 64 << 20  # bytes
NICE = 10  # to the table's own process
CHUNK = 1 << 16


class Check(Struct, frozen=True, tag=True):
    """Is this file valid?"""

    file: api.Brought


class Open(Struct, frozen=True, tag=True):
    """Can a battle begin with the files that somebody sends?"""

    wanted: api.Fresh
    dice: Source


class Import(Struct, frozen=True, tag=True):
    """Can a battle continue from this record?"""

    record: bytes
    players: tuple[str, ...]
    seed: int
    chosen: bool = False


Case = Check | Open | Import


class Order(Struct, frozen=True):
    """A case as it goes to a bench, which does not look into it, with its limits: seconds of processor time, seconds of
    waiting, bytes of memory."""

    case: bytes
    work: int
    wait: float
    memory: int


class Judgement(Struct, frozen=True):
    """The result of a case: a verdict on a file, a battle that has begun, or why there is none.  `broke` says that it
    was not the file's fault, `late` that nothing is known except that it took too long."""

    verdict: api.Verdict | None = None
    begun: Begun | None = None
    refused: str = ""
    broke: str = ""
    late: bool = False


_cases: msgspec.json.Decoder[Case] = msgspec.json.Decoder(Case)
_orders = msgspec.msgpack.Decoder(Order)
_judgements = msgspec.json.Decoder(Judgement)
encode = msgspec.json.Encoder().encode  # JSON, for seeds have more bits than numbers of msgpack
encode_order = msgspec.msgpack.Encoder().encode
decode_judgement = _judgements.decode


def judge_case(case: Case) -> Judgement:
    """Judge a case in this process.  Never raises: failures of a ruleset are part of the result."""
    try:
        match case:
            case Check(file):
                return Judgement(verdict=api.judged(file))
            case Open(wanted, dice):
                return Judgement(begun=new_battle(api.setup_of(wanted), api.players_of(wanted), dice))
            case Import(record, players, seed, chosen):
                return Judgement(begun=brought(record, players, seed, chosen=chosen))
    except WarbookError as fault:
        return Judgement(refused=str(fault))
    except MemoryError:
        return Judgement(refused=too_large())
    except RecursionError:
        return Judgement(refused="This is nested deeper than anything that can be read; wanted a file that is not.")
    except Exception as fault:  # noqa: BLE001  (others' rulesets run here, and strangers try to break them)
        return Judgement(broke=f"{type(fault).__name__}: {fault}")


def too_long(seconds: float) -> str:
    """What is said of what takes too long."""
    return f"This took longer than the {seconds:.0f} seconds that it may; wanted a file that is read sooner."


def too_large(memory: int = 0) -> str:
    """What is said of what takes too much memory."""
    share = f"the {memory >> 20} MB" if memory else "all the memory"
    return f"Reading this took {share} that it may have; wanted a smaller file."


# ---- the life of a bench ---------------------------------------------------------------------------------------------


def attend() -> None:
    """Have one case after another judged, as long as the server lives."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if hasattr(os, "nice"):
        os.nice(NICE)
    asked, told = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a ruleset prints is no answer
    with suppress(WarbookError):
        table.all_rulesets()
    gc.collect()
    gc.freeze()
    while (order := _next_order(asked)) is not None:
        if hasattr(os, "fork"):
            answer = _judge_in_child(order, asked.fileno(), told.fileno())
        else:
            answer = encode(judge_bytes(order.case))
        told.write(frame(answer))
        told.flush()


def judge_bytes(case: bytes) -> Judgement:
    """Judge a case as it came."""
    return judge_case(_cases.decode(case))


def frame(data: bytes) -> bytes:
    """Bytes as they go through a pipe."""
    return len(data).to_bytes(LENGTH, "big") + data


def _next_order(asked: RawIOBase) -> Order | None:
    """The next case; None if the server is gone."""
    length = _read_exactly(asked, LENGTH)
    data = _read_exactly(asked, int.from_bytes(length, "big")) if length else b""
    return _orders.decode(data) if data else None


def _read_exactly(asked: RawIOBase, count: int) -> bytes:
    """So many bytes; none where there are not so many."""
    found = bytearray()
    while len(found) < count:
        more = asked.read(count - len(found))
        if not more:
            return b""
        found += more
    return bytes(found)


def _judge_in_child(order: Order, asked: int, told: int) -> bytes:
    """Have a case judged by a child of this process, which is killed if it takes too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            end_with_parent()
            for each in (reading, asked, told):
                os.close(each)
            _set_limits(order)
            _write(writing, encode(judge_bytes(order.case)))
        finally:
            os._exit(0)
    os.close(writing)
    try:
        found = _answer_of_child(reading, asked, order.wait)
    finally:
        os.close(reading)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if found is None:
        os._exit(0)  # the server is gone
    if not found:
        return encode(_why_silent(status, order))
    return found


def _why_silent(status: int, order: Order) -> Judgement:
    """Why a child has said nothing."""
    ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if ended in (signal.SIGXCPU, signal.SIGKILL):
        return Judgement(refused=too_long(order.work), late=True)
    return Judgement(refused=too_large(order.memory))


def _set_limits(order: Order) -> None:
    """Set the limits of this process; those that the system does not know are left out."""
    try:
        import resource
    except ImportError:  # there are no such limits on Windows: the server kills a bench that does not answer
        return
    page, size = os.sysconf("SC_PAGE_SIZE"), _pages_in_use()
    for limit, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, order.work),
        (resource.RLIMIT_AS, size * page + order.memory if size else resource.RLIM_INFINITY),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))


def _pages_in_use() -> int:
    """The pages that this process has by now, where the system tells; else 0."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0])
    except OSError:
        return 0


def _write(writing: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(writing, view) :]


def _answer_of_child(reading: int, asked: int, wait: float) -> bytes | None:
    """What a child answers within so many seconds; empty if the answer is missing or incomplete, None if the server is
    gone."""
    until, found = monotonic() + wait, bytearray()
    looking = select.poll()
    for each in (reading, asked):
        looking.register(each, select.POLLIN | select.POLLHUP)
    while (left := until - monotonic()) > 0:
        ready: dict[int, Any] = dict(looking.poll(left * 1000))
        if asked in ready:  # nothing is asked while something is judged
            return None
        if reading in ready:
            more = os.read(reading, CHUNK)
            if not more:
                return bytes(found)
            found += more
            if len(found) > LARGEST_JUDGEMENT:
                return b""
    return b""
