"""Serving: a server of its own, from its start to its end."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from warbook.web import serving
from warbook.web.app import application
from warbook.web.house import House
from warbook.web.limits import Rules
from warbook.web.serving import AT_HOME, Server, Wish, rules_of
from warbook.web.state import state_of
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

    state_of(app).farewell = farewell  # type: ignore[method-assign]
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


def rules(host: str, **more: Any) -> Rules:
    return rules_of(Wish(host, (0,), "", **more))


def test_at_home_a_server_answers_to_its_own_names() -> None:
    assert rules("127.0.0.1").hosts == (*AT_HOME, "127.0.0.1")
    assert not rules("127.0.0.1").by_address
    assert "table.test" in rules("127.0.0.1", names=("Table.Test",)).hosts


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_on_the_whole_network_a_server_answers_to_this_machines_names_and_to_addresses(host: str) -> None:
    found = rules(host)
    assert "*" not in found.hosts
    assert found.by_address
    assert socket.gethostname().lower() in found.hosts
    named = rules(host, names=("table.test",), public=True)
    assert "table.test" in named.hosts
    assert not named.by_address
    assert rules(host, public=True).hosts == ("*",)


async def drip(port: int, *pieces: bytes) -> bytes:
    """Say this, and hear until the line is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in pieces:
        writer.write(piece)
    heard = b""
    async with asyncio.timeout(60):
        while b"still here" not in heard and (more := await reader.read(1000)):
            heard += more
    writer.close()
    return heard


def test_a_line_on_which_no_request_comes_is_closed_and_a_conversation_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "DAWDLING", 1.0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await asyncio.sleep(2.5)
            await send({"type": "websocket.send", "text": "still here"})
            await send({"type": "websocket.close"})
        else:
            await asyncio.sleep(2.5)
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})

    async def scene() -> None:
        listening = serving.bound("127.0.0.1", (0,))
        port = listening.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None, http=serving.Punctual))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        upgrade = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        upgrade += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        nothing, part, slow, talk = await asyncio.gather(
            drip(port), drip(port, whole[:20]), drip(port, whole, whole[:20]), drip(port, upgrade)
        )
        assert (nothing, part) == (b"", b"")
        assert slow.startswith(b"HTTP/1.1 200"), "what takes us long is waited for"
        assert b"still here" in talk
        server.should_exit = True
        await running

    asyncio.run(scene())


@contextmanager
def logs(*, as_json: bool) -> Iterator[None]:
    """What is written down, as a server does it; afterwards as before."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        serving.keep_logs(as_json=as_json)
        yield
    finally:
        root.handlers[:], root.level = handlers, level
        logging.getLogger("warbook").setLevel(logging.NOTSET)


def test_a_plain_log_tells_everything_too_and_only_what_matters(capsys: pytest.CaptureFixture[str]) -> None:
    with logs(as_json=False):
        logging.getLogger("warbook.web").info("screen joined", extra={"game": "x"})
        logging.getLogger("warbook.web").warning("database lost", extra={"why": "it is gone"})
    assert capsys.readouterr().err.splitlines()[0].endswith(" WARNING database lost why=it is gone")


def test_a_refused_web_socket_is_no_mistake_to_write_down(capsys: pytest.CaptureFixture[str]) -> None:
    with logs(as_json=True):
        logging.getLogger("uvicorn.error").error("ASGI callable returned without completing handshake.")
        logging.getLogger("warbook.web").info("refused", extra={"reason": "origin"})
    said = capsys.readouterr().err.splitlines()
    assert [json.loads(each)["message"] for each in said] == ["refused"]
    assert json.loads(said[0])["reason"] == "origin"
