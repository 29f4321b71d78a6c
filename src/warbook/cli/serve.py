"""``warbook serve``: the table in the browser."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from .. import __version__
from ..core.errors import WarbookError
from ..core.text import visible
from .output import json_option, print_json, say

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    from ..core.ruleset import Setup
    from ..web.protocol import Opened, Service

EPILOG = """\b
Battles are kept in the user's data folder, or in the --database: every choice is stored before
anybody sees its result.  Ctrl-C stops the server; every battle can be continued when it runs again.

\b
Examples:
  warbook serve                                a table at http://127.0.0.1:8770
  warbook serve hive-stand-off                 and a battle against a bot, opened in the browser
  warbook serve --host 0.0.0.0 --public        for others too (docs/hosting.md: a proxy, a name, PostgreSQL)
  warbook serve --database postgresql://warbook@localhost/warbook
"""
PORT = 8770
KEPT = 365  # days for which a server for everybody keeps what nobody plays any more
MORE_PORTS = 20  # tried where the usual one is taken


def _host_and_port(context: click.Context, option: click.Parameter, given: str | None) -> tuple[str, int] | None:
    """An address that is given as HOST:PORT."""
    if given is None:
        return None
    host, colon, port = given.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65535:
        raise click.BadParameter(f"{given!r} is not an address; wanted HOST:PORT, such as 127.0.0.1:9100")
    return host.strip("[]"), int(port)


@contextmanager
def _ending_at_sigterm() -> Iterator[None]:
    """As process 1 of a container: until the server takes SIGTERM itself, SIGTERM ends this process.  Without a handler
    the system ignores it there.  Any other process keeps the system's way, which waits for no C code to return."""
    if os.getpid() != 1 and signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os._exit(128 + number)  # process 1 is still here

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not in the main thread, where no signals are handled
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@click.command("serve", epilog=EPILOG)
@click.argument("scenario", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"The port (default: {PORT}, or the next free one).")
@click.option("--database", metavar="URL", help="Where battles are kept: an SQLAlchemy URL, or a file for SQLite.")
@click.option(
    "--public", is_flag=True, help="For a server open to everybody: limits for each address, no list of all battles."
)
@click.option("--name", "names", multiple=True, metavar="HOST", help="A host name under which people reach the server.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Another page that may speak to this server.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes for bots and odds."
)
@click.option(
    "--against", default="greedy", show_default=True, metavar="PLAYER", help="Who plays SCENARIO's other side."
)
@click.option(
    "--metrics",
    metavar="HOST:PORT",
    callback=_host_and_port,
    help="The address of the metrics for Prometheus (default: none).",
)
@click.option(
    "--keep-days",
    type=click.IntRange(0, 36_500),
    help=f"Remove a battle after this many days in which nobody did anything; 0: never.  "
    f"Default: {KEPT} with --public, otherwise never.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser; only print the address.")
@click.option(
    "--logs", type=click.Choice(["plain", "json"]), default="plain", show_default=True, help="The form of the logs."
)
@json_option
@_ending_at_sigterm()
def command(
    scenario: str | None,
    host: str,
    port: int | None,
    database: str | None,
    public: bool,
    names: tuple[str, ...],
    origins: tuple[str, ...],
    workers: int,
    against: str,
    metrics: tuple[str, int] | None,
    keep_days: int | None,
    no_browser: bool,
    logs: str,
    as_json: bool,
) -> None:
    """Open the table in the browser; with SCENARIO a battle is ready on it.

    With --json the command prints one object with the table's address and the links of the battle's seats.
    """
    from .. import table

    setup = table.setup(scenario) if scenario is not None else None
    _accept(against)
    for fault in table.all_rulesets()[1].values():
        say(f"warbook: {fault}", err=True)
    with needs_table():
        from ..web import serving
    serving.serve(
        serving.Wish(
            host=host,
            ports=(port,) if port is not None else tuple(range(PORT, PORT + MORE_PORTS)),
            database=database or _own_database(),
            public=public,
            names=names,
            origins=origins,
            workers=workers,
            as_json=logs == "json",
            metrics=metrics,
            keep_days=keep_days if keep_days is not None else KEPT if public else 0,
        ),
        lambda house: _ready(house, setup, against),
        lambda address, opened: _say(address, opened, browse=not no_browser, as_json=as_json),
        _Report(),
    )


@contextmanager
def needs_table() -> Iterator[None]:
    """Says what to install where the packages of the table are not."""
    try:
        yield
    except ImportError as fault:
        if fault.name is None or fault.name.startswith("warbook"):
            raise
        raise WarbookError(
            f"the table needs {fault.name}; in a clone of Warbook: pip install '.[web,fast]', or with a wheel of it: "
            f"pip install './warbook-{__version__}-py3-none-any.whl[web,fast]'"
        ) from fault


def _own_database() -> str:
    from .files import data_folder

    folder: Path = data_folder().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise WarbookError(f"{folder}: {fault.strerror}; --database names another place") from fault
    return str(folder / "table.sqlite")


def _accept(against: str) -> None:
    """Raises `WarbookError` for a player that nobody knows, before anything is started."""
    from .. import players

    if against != players.HUMAN:
        players.by_name(against)


async def _ready(house: Any, setup: Setup | None, against: str) -> Opened | None:
    """The battle that is to be on the table."""
    if setup is None:
        return None
    from ..players import HUMAN

    opened: Opened = await house.open(setup, (HUMAN, against), names=("you",))
    return opened


class _Report:
    """Says on the error stream how the server is: on a terminal a line that changes, else one where something fails."""

    def __init__(self) -> None:
        self._shown = 0

    def __call__(self, service: Service) -> None:
        words = " ".join(filter(None, (service.words, service.todo)))
        if not sys.stderr.isatty():
            if service.todo:
                say(words, err=True)
        elif words or self._shown:
            stays = bool(service.todo) or not words
            words = words or "The geometry is compiled: bots think at full speed."
            click.echo("\r" + visible(words).ljust(self._shown), err=True, nl=stays)
            self._shown = 0 if stays else len(words)


def _say(address: str, opened: Opened | None, *, browse: bool, as_json: bool) -> None:
    """Tell where the table is, and open it where there is a browser."""
    import webbrowser

    links = {}
    if opened is not None:
        links = {link.seat: f"{address}/#/join/{opened.game}/{link.token}" for link in opened.links}
    page = links.get(0, f"{address}/")
    if as_json:
        print_json({"table": address, "game": opened.game if opened is not None else None, "links": links})
    else:
        say(f"The table is at {page}")
        say("Ctrl-C stops it; every battle is kept.")
    if browse:
        webbrowser.open(page)
