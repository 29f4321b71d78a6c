"""Serving: a server from its start to its end, in this process."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from os import environ
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, NoReturn, cast

import uvicorn
from starlette.applications import Starlette
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from .. import compiling
from ..core.errors import WarbookError
from . import litter, metrics
from .abandoned import keeping
from .app import application
from .connections import line_of
from .ending import Ending
from .frames import Frames
from .gate import HEAD
from .house import House
from .idle import Lines
from .judging import Judges
from .limits import Rules
from .logs import keep_logs
from .protocol import LARGEST, Opened, Service
from .state import state_of
from .storage import Storage
from .thinking import Thinkers

SILENT = 20.0  # seconds after which a screen is asked whether it is there, and again until it is let go
SWITCH = 0.001  # seconds after which the threads of the storage and the event loop let each other go on
GRACE = 1  # seconds in which requests may end when the server stops
AT_HOME = ("localhost", "127.0.0.1", "::1")
OTHER_FILES = 256  # that a server has open: its database, its workers, lines by HTTP
EVERYWHERE = ("0.0.0.0", "::")
PROXIES = "127.0.0.1,::1,::ffff:127.0.0.1"  # this machine, also as a server that listens at :: sees it


class Wish(NamedTuple):
    """How a server is to run.  The `ports` are tried in order; `database` is a URL, or a file for SQLite; `metrics` is
    an address for Prometheus, apart from the table's; `keep_days` says when an abandoned battle is removed (0: never).
    """

    host: str
    ports: tuple[int, ...]
    database: str
    public: bool = False
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    workers: int = 2
    as_json: bool = False
    metrics: tuple[str, int] | None = None
    keep_days: int = 0


def _nothing(service: Service) -> None:
    """A report that goes nowhere."""


def serve(
    wish: Wish,
    ready: Callable[[House], Awaitable[Opened | None]],
    say: Callable[[str, Opened | None], None],
    report: Callable[[Service], None] = _nothing,
) -> NoReturn:
    """Run a server until it is told to stop, and end this process.  `ready` may open a battle; `say` is called with the
    address of the table and what was opened, `report` whenever the state of the server changes.  Raises `WarbookError`
    if it cannot listen or cannot use its database."""
    thrift = keep_logs(as_json=wish.as_json)
    listening = bound(wish.host, wish.ports)
    sys.setswitchinterval(SWITCH)
    ending = Ending()
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # like SIGTERM: until it serves, it may end anywhere, at once
    try:
        with metrics.expose(wish.metrics), asyncio.Runner(loop_factory=_loops()) as runner:
            runner.run(_serve(wish, listening, ending, ready, say, report))
        thrift.tell_the_rest()
        ending.leave()
    finally:
        signal.signal(signal.SIGINT, before)


async def _serve(
    wish: Wish,
    listening: socket.socket,
    ending: Ending,
    ready: Callable[[House], Awaitable[Opened | None]],
    say: Callable[[str, Opened | None], None],
    report: Callable[[Service], None],
) -> None:
    storage = Storage(database_url(wish.database))
    storage.migrate()
    if "://" not in wish.database:
        compiling.keep_beside(Path(wish.database))
    thinkers = Thinkers(wish.workers, compiles=True)
    thinkers.on_service.append(report)
    house = House(storage, thinkers, Judges(), kept=keeping(wish.keep_days))
    rules = rules_of(wish)
    rules = rules._replace(screens=min(rules.screens, allow_files(rules.screens)))
    app = application(house, rules)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws_max_size=4 * LARGEST,
        ws_ping_interval=SILENT,
        ws_ping_timeout=SILENT,
        ws_per_message_deflate=False,
        ws=Frames,
        h11_max_incomplete_event_size=HEAD,
        proxy_headers=True,
        forwarded_allow_ips=environ.get("FORWARDED_ALLOW_IPS", PROXIES),
        timeout_graceful_shutdown=GRACE,
    )
    proxies = ProxyHeadersMiddleware(cast(Any, app), config.forwarded_allow_ips).trusted_hosts
    config.http = line_of(Lines(rules, proxies.__contains__))
    server = Server(config, ending)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if server.started:
        port = listening.getsockname()[1]
        shown = f"[{wish.host}]" if ":" in wish.host else wish.host
        try:
            opened = await ready(house)
        except WarbookError:
            server.should_exit = True  # an end like any other: nothing that was started is cut off
            await running
            raise
        say(f"http://{'localhost' if wish.host in ('0.0.0.0', '::') else shown}:{port}", opened)
        litter.wait_for_quiet()
    await running


def _loops() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of uvloop if it is installed, which takes half the time for a socket; else Python's own."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # there is none for Windows
        return None
    return new_event_loop


def rules_of(wish: Wish) -> Rules:
    """How open the house is.  A page of another site that gives its own name our address (DNS rebinding) gets nothing,
    unless the server is public anyway: at home only this machine's names are accepted, the given ones, and, if it
    listens to the whole network, any address."""
    if wish.public and not wish.names:
        return Rules(public=True, hosts=("*",), origins=wish.origins)
    everywhere = wish.host in EVERYWHERE
    machine = socket.gethostname().lower()
    ours = (machine, f"{machine}.local", socket.getfqdn().lower()) if everywhere else ()
    names = tuple(name.lower() for name in wish.names)
    return Rules(
        public=wish.public,
        hosts=(*AT_HOME, wish.host.lower(), *ours, *names),
        by_address=everywhere and not names,
        origins=wish.origins,
    )


class Server(uvicorn.Server):
    """A server that tells its clients before it disconnects, and then ends by itself."""

    def __init__(self, config: uvicorn.Config, ending: Ending) -> None:
        super().__init__(config)
        self.ending = ending

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal, to the very end of the process (see `ending`). uvicorn would release the signals before
        that and raise them again; the process would end before its workers are stopped."""
        self.ending.handle(self.handle_exit)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when everything is sent and stored; a second Ctrl-C stops at once."""
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every screen, and then close everything."""
        assert isinstance(self.config.app, Starlette)
        await state_of(self.config.app).farewell()
        await super().shutdown(sockets)


def allow_files(screens: int) -> int:
    """Ask the system for enough open files for so many screens and everything else.  Returns how many screens it
    allows: with one more, nobody could connect at all."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return screens
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * screens + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return screens if soft == resource.RLIM_INFINITY else max(1, (soft - OTHER_FILES) // 2)


def bound(host: str, ports: tuple[int, ...]) -> socket.socket:
    """A socket at the first of these ports that is free.  Raises `WarbookError` if none is."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why = ""
    for port in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as fault:
            listening.close()
            why = fault.strerror or str(fault)
        else:
            return listening
    tried = str(ports[0]) if len(ports) == 1 else f"{ports[0]} to {ports[-1]}"
    raise WarbookError(f"cannot listen at {host}, port {tried}: {why}; --host and --port name another place")


def database_url(given: str) -> str:
    """An SQLAlchemy URL, also for a file's path and for ``postgresql://`` without a driver."""
    if "://" not in given:
        return f"sqlite:///{Path(given).absolute()}"
    scheme, rest = given.split("://", 1)
    if scheme in ("postgres", "postgresql"):
        return f"postgresql+psycopg://{rest}"
    return given
