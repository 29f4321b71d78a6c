"""A server to be attacked: a process of its own, and the ways in which an attacker can speak to it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import httpx2
from websockets.asyncio.client import ClientConnection, connect

HOME = Path(__file__).resolve().parents[1]
ATTACKER = "127.0.0.66"  # another address than the victim's, on the same loopback
STARTED = 120.0  # seconds in which a server must have said where it is
LONG = 90.0  # seconds that an attacker waits for an answer
TO_END = 5.0  # seconds in which a server must end after SIGTERM
ENTRY_POINT = "[warbook.rulesets]\nendless = attack.endless:RULESET\n"


class Success(Exception):
    """The attack got what it wanted, which is said here."""


class Answer(NamedTuple):
    """What came of a request: its status, its body, and how many seconds it took."""

    status: int
    body: bytes
    seconds: float

    @property
    def words(self) -> str:
        """What it says, as far as a table can show it."""
        try:
            said = json.loads(self.body)
            text = said.get("says") or " ".join(said.get("reasons", ())) or self.body.decode()
        except (ValueError, AttributeError):
            text = self.body.decode(errors="replace")
        return str(text)[:200]

    def must_refuse(self, what: str) -> None:
        """Raises `Success` unless the server refused it in a sentence."""
        verdict = self.status == 200 and b'"ok":false' in self.body
        if not (verdict or 400 <= self.status < 500 or self.status == 503) or len(self.words) < 10:
            raise Success(f"{what} was answered with {self.status}: {self.words[:100]}")


class Target:
    """The server as an attacker sees it.  Addresses beside `ATTACKER` need Linux, where all of 127.0.0.0/8 is here."""

    def __init__(self, url: str, log: Path, pid: int) -> None:
        self.url, self.log, self.pid = url, log, pid
        self.worst = 0  # the worst status that any request was answered with

    async def post(self, path: str, body: object, *, source: str = ATTACKER, patience: float = LONG) -> Answer:
        """POST bytes as they are, anything else as JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self.request("POST", path, data, source=source, patience=patience)

    async def get(self, path: str, *, source: str = ATTACKER, patience: float = LONG) -> Answer:
        return await self.request("GET", path, b"", source=source, patience=patience)

    async def request(
        self,
        method: str,
        path: str,
        data: bytes,
        *,
        source: str = ATTACKER,
        patience: float = LONG,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Raises `Success` where no answer comes in so many seconds, `OSError` where the connection is cut."""
        began = monotonic()
        try:
            async with httpx2.AsyncClient(transport=httpx2.AsyncHTTPTransport(local_address=source)) as client:
                got = await client.request(method, self.url + path, content=data, timeout=patience, headers=headers)
        except httpx2.TimeoutException as fault:
            raise Success(f"{method} {path} was not answered within {patience:.0f} s") from fault
        except httpx2.TransportError as fault:
            raise ConnectionError(f"{method} {path}: {type(fault).__name__} {fault}") from fault
        self.worst = max(self.worst, got.status_code if got.status_code not in (503,) else 0)
        return Answer(got.status_code, got.content, monotonic() - began)

    async def check(self, text: str, *, source: str = ATTACKER, ruleset: str = "necromunda-2023") -> Answer:
        """Have a file checked."""
        return await self.post("/api/check", {"text": text, "source": "a.toml", "ruleset": ruleset}, source=source)

    @asynccontextmanager
    async def socket(self, game: str, *, source: str = ATTACKER) -> AsyncIterator[ClientConnection]:
        """A WebSocket to a battle, on which nothing has been said.  What is told is read at once, for else it would be
        waited for when the line is closed."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/games/{game}/socket"
        async with connect(url, local_addr=(source, 0), max_size=None, max_queue=None, ping_interval=None) as socket:
            yield socket

    async def raw(self, data: bytes, *, source: str = ATTACKER, patience: float = 5.0) -> bytes:
        """Send bytes over a connection, and read what comes back until it is closed or `patience` is over."""
        host, port = self.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
        writer.write(data)
        found = b""
        try:
            async with asyncio.timeout(patience):
                while more := await reader.read(65536):
                    found += more
        except TimeoutError:
            pass
        finally:
            writer.close()
        return found


class Program:
    """A running server, its folder and its process."""

    def __init__(self, folder: Path, process: subprocess.Popen[str], url: str) -> None:
        self.folder, self.process, self.url = folder, process, url
        self.target = Target(url, folder / "log", process.pid)
        self._read = 0

    def complaints(self) -> str:
        """What is wrong in the log since the last look: the first traceback or error, else nothing."""
        log = (self.folder / "log").read_text(errors="replace")
        fresh, self._read = log[self._read :], len(log)
        for line in fresh.splitlines():
            if "Traceback" in line or '"levelname": "ERROR"' in line or " ERROR " in line:
                return line[:300]
        return ""

    def children(self) -> list[int]:
        """The numbers of the server's own processes (on Linux)."""
        return children(self.process.pid)

    async def end(self) -> float:
        """Tell the server to end.  Answers after how many seconds it did; raises `Success` where it was too slow, or
        where a process of it stays."""
        children, began = self.children(), monotonic()
        self.process.send_signal(signal.SIGTERM)
        while self.process.poll() is None and monotonic() - began < 4 * TO_END:
            await asyncio.sleep(0.02)
        seconds = monotonic() - began
        if self.process.poll() is None:
            raise Success(f"the server still runs {seconds:.1f} s after SIGTERM")
        if seconds > TO_END:
            raise Success(f"the server needed {seconds:.1f} s to end after SIGTERM")
        while (left := [pid for pid in children if alive(pid)]) and monotonic() - began < 4 * TO_END:
            await asyncio.sleep(0.05)
        if left:
            raise Success(f"{len(left)} processes of the server outlive it: {left}")
        return seconds

    def kill(self) -> None:
        """End everything at once."""
        for pid in (*self.children(), self.process.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()


def children(server: int) -> list[int]:
    """The numbers of the processes that a process started (on Linux)."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == server:
            found.append(int(each.parent.name))
    return found


def state(pid: int) -> str:
    """The letter of what a process is doing (Z: it has ended, and nobody waited for it), nothing where it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def alive(pid: int) -> bool:
    """Whether a process runs; one that is only not yet waited for does not."""
    return state(pid) not in ("", "Z")


async def started(folder: Path, *more: str) -> Program:
    """A public server on loopback, with a database of its own in this folder."""
    plugin = folder / "plugin" / "endless-1.dist-info"
    plugin.mkdir(parents=True, exist_ok=True)
    (plugin / "METADATA").write_text("Metadata-Version: 2.1\nName: endless\nVersion: 1\n")
    (plugin / "entry_points.txt").write_text(ENTRY_POINT)
    paths = [str(plugin.parent), str(HOME), str(HOME / "src"), os.environ.get("PYTHONPATH", "")]
    command = [sys.executable, "-m", "warbook", "serve", "--public", "--port", "0", "--json", "--no-browser"]
    command += ["--logs", "json", "--database", str(folder / "table.sqlite"), *more]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )
    try:
        url = await asyncio.wait_for(asyncio.to_thread(_where, process), STARTED)
    except BaseException:
        process.kill()
        raise
    return Program(folder, process, url)


def _where(process: subprocess.Popen[str]) -> str:
    """The address that a server says when it listens."""
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        if line.startswith("}"):
            break
    return str(json.loads(said)["table"]).rstrip("/")
