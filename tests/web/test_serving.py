"""Serving: a server of its own, from its start to its end."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from click.testing import CliRunner

from warbook.cli.serve import command
from warbook.core.errors import WarbookError
from warbook.web import metrics, serving
from warbook.web.app import application
from warbook.web.ending import Ending
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
        asyncio.run(Server(uvicorn.Config(app), Ending()).shutdown())
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


TOLD_WHILE_IT_STARTS = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as the system does for process 1 of a container
from warbook.web import serving
def serve(*given):
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(60)
serving.serve = serve
from warbook.cli import main
main()
"""


def test_a_server_that_is_told_to_stop_while_it_starts_ends_also_as_process_1_of_a_container(tmp_path: Path) -> None:
    words = ["serve", "--no-browser", "--port", "0", "--database", str(tmp_path / "t.sqlite")]
    done = subprocess.run(
        [sys.executable, "-c", TOLD_WHILE_IT_STARTS, *words], capture_output=True, text=True, timeout=50
    )
    assert (done.returncode, done.stderr) == (-signal.SIGTERM, "")


UNOPENED = """
from warbook.cli import main
from warbook.core.errors import WarbookError
from warbook.web.house import House

async def refuse(*asked, **named):
    raise WarbookError("the table of this battle is in use")

House.open = refuse
main()
"""


def test_a_battle_that_cannot_be_opened_is_told_in_one_line(tmp_path: Path) -> None:
    words = ["serve", "hive-stand-off", "--no-browser", "--port", "0", "--database", str(tmp_path / "table.sqlite")]
    ended = subprocess.run(
        [sys.executable, "-c", UNOPENED, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.splitlines()[-1] == "warbook: the table of this battle is in use"
    assert "Traceback" not in ended.stderr


def test_metrics_are_had_where_they_were_asked_for_and_nowhere_else() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with metrics.expose(None), metrics.expose(("127.0.0.1", port)):
        assert "warbook_sockets" in httpx2.get(f"http://127.0.0.1:{port}/metrics").text
        with pytest.raises(WarbookError, match=f"127.0.0.1:{port}: .*--metrics"), metrics.expose(("127.0.0.1", port)):
            pass
    with pytest.raises(httpx2.TransportError):
        httpx2.get(f"http://127.0.0.1:{port}/metrics")


@pytest.mark.parametrize("given", ["9100", ":9100", "localhost:", "localhost:http", "localhost:99999"])
def test_an_address_that_is_none_is_told(given: str) -> None:
    told = CliRunner().invoke(command, ["--metrics", given])
    assert told.exit_code == 2
    assert "HOST:PORT" in told.output


def test_a_server_has_no_more_screens_than_it_may_have_files_open() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
        assert serving.allow_files(100) == 100
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(200 + serving.OTHER_FILES, before[1])
        if before[1] != resource.RLIM_INFINITY:
            assert serving.allow_files(before[1]) == (before[1] - serving.OTHER_FILES) // 2
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


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
