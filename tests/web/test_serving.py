"""Serving: a server of its own, from its start to its end."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import uvicorn

from warbook.web.app import application, desk_of
from warbook.web.house import House
from warbook.web.serving import Server
from warbook.web.storage import Storage
from warbook.web.thinking import Inline


def test_screens_are_told_before_the_server_hangs_up(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'table.sqlite'}")
    storage.migrate()
    app = application(House(storage, Inline()))
    done: list[str] = []

    async def farewell() -> None:
        done.append("farewell")

    async def hang_up(self: uvicorn.Server, sockets: object = None) -> None:
        done.append("hung up")

    desk_of(app).farewell = farewell  # type: ignore[method-assign]
    before = uvicorn.Server.shutdown
    uvicorn.Server.shutdown = hang_up  # type: ignore[method-assign]
    try:
        asyncio.run(Server(uvicorn.Config(app)).shutdown())
    finally:
        uvicorn.Server.shutdown = before  # type: ignore[method-assign]
        storage.close()
    assert done == ["farewell", "hung up"]


def test_a_server_that_is_told_to_stop_ends_by_itself_and_has_nothing_to_complain_of(tmp_path: Path) -> None:
    words = [
        "serve",
        "hive-stand-off",
        "--json",
        "--no-browser",
        "--workers",
        "1",
        "--database",
        str(tmp_path / "t.sqlite"),
    ]
    running = subprocess.Popen(
        [sys.executable, "-m", "warbook", *words, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    said = ""
    while not said.endswith("\n}\n"):  # the object that says where the table is
        said += running.stdout.readline() or "\n}\n"
    assert set(json.loads(said)["links"]) == {"-1", "0"}
    running.send_signal(signal.SIGTERM)
    _, complained = running.communicate(timeout=60)
    assert (running.returncode, complained) == (0, "")
