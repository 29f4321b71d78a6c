"""Serving: a real ``warbook serve``, which can be killed and come back to the same battles."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec

from warbook.web.protocol import Opened

PATIENCE = 60.0  # seconds until a server on a busy machine listens


class Server:
    """A server with a database of its own, at a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.page = f"http://127.0.0.1:{self.port}/"
        # A line is let go before the server closes it for being idle: on one that closes just then, a request is lost.
        self.http = httpx.Client(base_url=self.page, timeout=60, limits=httpx.Limits(keepalive_expiry=1))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "warbook", "serve", "--no-browser", "--workers", "1"]
        command += ["--port", str(self.port), "--database", str(self.folder / "table.sqlite")]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        late = time.monotonic() + PATIENCE
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > late:
                raise AssertionError(f"the server did not start:\n{self.log()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        """Stop it as its owner would."""
        self.http.close()
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def log(self) -> str:
        """What it has said so far."""
        return (self.folder / "server.log").read_text()

    # ---- battles -------------------------------------------------------------------------------------------------

    def rulesets(self) -> list[dict[str, Any]]:
        """Every ruleset that the server can open a battle of."""
        return list(self.http.get("api/rulesets").raise_for_status().json())

    def open(self, **fresh: Any) -> Opened:
        """Open a battle."""
        return opened(self.http.post("api/games", json=fresh))

    def take(self, record: bytes, *players: str) -> Opened:
        """Open a battle at the point where its record ends."""
        seed = msgspec.json.decode(record.split(b"\n", 1)[0])["seed"] or "0"  # the same dice as a test has found
        asked = {"players": ",".join(players), "seed": seed}
        return opened(self.http.post("api/games/import", params=asked, content=record))

    def record(self, game: Opened, seat: int = 0) -> bytes:
        """The record of a battle, as a seat may have it."""
        bearer = {"Authorization": f"Bearer {token(game, seat)}"}
        return self.http.get(f"api/games/{game.game}/record", headers=bearer).raise_for_status().content

    def invitation(self, game: Opened, seat: int) -> str:
        """The address that leads to a seat (-1: of those who watch)."""
        return f"{self.page}#/join/{game.game}/{token(game, seat)}"

    def _listens(self) -> bool:
        try:
            return self.http.get("health", timeout=5).status_code == 200
        except httpx.TransportError:
            return False


def opened(answer: httpx.Response) -> Opened:
    """What a server answers where a battle was opened."""
    assert answer.status_code < 300, answer.text
    return msgspec.json.decode(answer.content, type=Opened)


def token(game: Opened, seat: int) -> str:
    """The token of a seat (-1: of those who watch)."""
    return next(link.token for link in game.links if link.seat == seat)


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])
