"""The server: pages and files by HTTP, the conversation of a battle by WebSocket.

Everything about a battle is the room's; here are the addresses, the limits, and what a client may not do at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from .. import __version__
from ..core.errors import WarbookError
from . import api, metrics, schema
from .house import Elsewhere, House, NoGame
from .limits import Allowance
from .protocol import LARGEST, VERSION, Branch, Client, Fault, FaultCode, Hello, Refused, Server, encode, heard
from .refusals import STUMBLED
from .storage import Unanswered

logger = logging.getLogger(__name__)

BUILT = Path(__file__).parent / "built"
PATIENCE = 10.0  # seconds for the first message
WAITING = 256  # messages that may wait for a screen that is slow to read
HEAVY = 4 * 1024 * 1024  # bytes of them, where it is more than one
MOST_SAID = 300  # characters of what somebody sent that are said back, or written down
BODY = 60.0  # seconds in which a file must have come
LAST_WORDS = 2.0  # seconds in which what was said last may still be sent
GRACE = 1013  # WebSocket: try again later
POLICY = 1008  # WebSocket: against the rules of the house
T = TypeVar("T")

TOO_MANY_OPENED = "So many battles have been opened from your address; wait a while."
NO_CLIENT = """The table's pages have not been built here.

  in a clone of the repository    make client     (needs Node 20 with npm)
  from a package index            the wheel of a release has them: pip install --force-reinstall warbook

The server itself runs: programs can join with `warbook bot`, see docs/protocol.md.
"""

SECURITY = {
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws: wss:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Rules(NamedTuple):
    """How open the house is.

    `public`: anybody may come, so that addresses are limited.  `hosts` are the names under which it may be called (a
    page of elsewhere could give its own name our address), "*" any; `by_address` is whether any address will do, which
    no page can pass off as its name.  `origins` are other pages that may speak to it.
    A screen may send `rate` messages a second, `burst` at once; an address may have `sockets` screens, open `opened`
    battles an hour, have `checked` files looked at and guess `guesses` wrong tokens a minute.
    """

    public: bool = False
    hosts: tuple[str, ...] = ("*",)
    by_address: bool = False
    origins: tuple[str, ...] = ()
    rate: float = 20.0
    burst: float = 80.0
    screens: int = 4000
    sockets: int = 64
    opened: float = 60.0
    checked: float = 30.0
    guesses: float = 10.0


class Desk:
    """The state of one server: its house, and what each address has used up."""

    def __init__(self, house: House, rules: Rules) -> None:
        self.house, self.rules = house, rules
        self.screens: set[Screen] = set()
        self.of_address: Counter[str] = Counter()
        self.opening = Allowance(rules.opened / 3600, rules.opened)
        self.checking = Allowance(rules.checked / 60, rules.checked)
        self.guessing = Allowance(rules.guesses / 60, rules.guesses)
        self.stopping = False

    def full(self, address: str) -> bool:
        """Whether this address, or the house, has as many screens as it can have."""
        crowded = self.rules.public and self.of_address[address] >= self.rules.sockets
        return crowded or len(self.screens) >= self.rules.screens

    async def farewell(self) -> None:
        """Tell every screen that the server stops, and wait until they have heard it."""
        self.stopping = True
        screens = list(self.screens)
        for screen in screens:
            screen.tell(Fault(code="stopping", words="The server stops; every battle is kept.", last=True))
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(screen.closed.wait() for screen in screens)), 2 * LAST_WORDS)

    @property
    def longest_list(self) -> int:
        """How many battles a list may have: where anybody may ask, not so many that it keeps the others waiting."""
        return 200 if self.rules.public else 10_000

    def may_open(self, address: str) -> bool:
        """Whether this address may open one battle more, which is then counted."""
        return not self.rules.public or self.opening.take(address)

    def may_check(self, address: str) -> bool:
        """Whether this address may have one file more looked at, which is then counted."""
        return not self.rules.public or self.checking.take(address)


class Called:
    """Answers those who call the server by a name of its own."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self.app, self.rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._known(name := _called(scope)):
            await self.app(scope, receive, send)
            return
        _note("host", scope, called=name[:MOST_SAID])
        words = f"This server is not called {name!r}; `warbook serve --name` says what it may be called.\n"
        await PlainTextResponse(words, 400, SECURITY)(scope, receive, send)

    def _known(self, name: str) -> bool:
        hosts = self.rules.hosts
        return "*" in hosts or name in hosts or (self.rules.by_address and _is_address(name))


def _called(scope: Scope) -> str:
    """What a client calls the server, without a port."""
    host = next((value for key, value in scope["headers"] if key == b"host"), b"").decode("latin-1")
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return host


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Unfit(Exception):
    """A request that is not answered: why, and with which status."""

    def __init__(self, reason: str, status: int) -> None:
        self.reason, self.status = reason, status


def application(house: House, rules: Rules | None = None) -> Starlette:
    """The server over a house, as an ASGI application; it closes the house when it stops."""
    server = Desk(house, rules or Rules())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await server.farewell()
        await house.close()

    app = Starlette(
        routes=[
            Route("/health", health),
            Route("/metrics", measured),
            Route("/api/protocol.json", protocol_schema),
            Route("/api/rulesets", rulesets),
            Route("/api/check", check, methods=["POST"]),
            Route("/api/games", games, methods=["GET"]),
            Route("/api/games", fresh, methods=["POST"]),
            Route("/api/games/turns", turns, methods=["POST"]),
            Route("/api/games/import", brought, methods=["POST"]),
            Route("/api/games/{game}/record", record),
            WebSocketRoute("/api/games/{game}/socket", socket),
            Route("/{path:path}", page),
        ],
        middleware=[
            Middleware(Called, rules=server.rules),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=3),  # a long list is a matter of milliseconds
        ],
        exception_handlers={Unfit: unfit, Unanswered: unanswered},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


def desk_of(app: Starlette) -> Desk:
    """The state of the server that an application is."""
    desk: Desk = app.state.server
    return desk


def server_of(thing: Request | WebSocket) -> Desk:
    return desk_of(thing.app)


def address_of(thing: HTTPConnection) -> str:
    """Where a client comes from; behind a proxy uvicorn puts in what the proxy says.  Of IPv6 only the half that names
    a network counts: whoever has one has all of its addresses."""
    host = thing.client.host if thing.client is not None else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ip_network((int(address) >> 64 << 64, 64)))


# ---- by HTTP ---------------------------------------------------------------------------------------------------------


def said(value: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(encode(value), status, {**SECURITY, "Cache-Control": "no-store"}, "application/json")


def refused(request: Request, reason: str, status: int = 400) -> Response:
    """A refusal: what is wrong, and what would be right."""
    _note(str(status), request.scope, why=reason)
    return said(Refused(reasons=(reason,)), status)


def _note(reason: str, scope: Scope, *, why: str = "", **more: object) -> None:
    """Count what was refused, and write it down for whoever looks after the server."""
    metrics.REFUSED.labels(reason).inc()
    address = address_of(HTTPConnection(scope))
    logger.info(
        "refused",
        extra={"reason": reason, "address": address, "path": scope["path"][:MOST_SAID], "why": why[:MOST_SAID], **more},
    )


async def unfit(request: Request, why: Exception) -> Response:
    """The answer to what is not answered."""
    assert isinstance(why, Unfit)
    return refused(request, why.reason, why.status)


async def unanswered(request: Request, why: Exception) -> Response:
    """The answer where the database gives none."""
    return refused(request, f"{why} Nothing is lost; try again in a moment.", 503)


async def health(request: Request) -> Response:
    """Whether the server can play: its storage answers."""
    server = server_of(request)
    if server.stopping:
        return said({"ok": False, "why": "it stops"}, 503)
    why = await server.house.ailing()
    return said({"ok": not why, "why": why, "warbook": __version__, "protocol": VERSION}, 503 if why else 200)


async def measured(request: Request) -> Response:
    """The metrics."""
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")


async def protocol_schema(request: Request) -> Response:
    """The JSON Schema of the protocol."""
    return Response(_schema(), media_type="application/schema+json", headers=SECURITY)


@cache
def _schema() -> str:
    return schema.text()


@cache
def _everything() -> bytes:
    return encode(api.everything())


async def rulesets(request: Request) -> Response:
    """What can be played."""
    known = await asyncio.to_thread(_everything)
    return Response(known, headers={**SECURITY, "Cache-Control": "max-age=60"}, media_type="application/json")


async def check(request: Request) -> Response:
    """Whether a file that somebody brings says what it should."""
    if not server_of(request).may_check(address_of(request)):
        raise Unfit("So many files have been brought from your address; wait a minute.", 429)
    return await _with_body(request, api.Brought, lambda file: asyncio.to_thread(api.judged, file))


async def fresh(request: Request) -> Response:
    """Open a battle."""
    server = server_of(request)
    _must_be_allowed_to_open(request)

    async def opened(wanted: api.Fresh) -> object:
        players = api.players_of(wanted)
        setup = await asyncio.to_thread(api.setup_of, wanted)
        battle = await server.house.open(
            setup,
            players,
            names=wanted.names,
            seed=wanted.seed,
            clock=wanted.clock,
            title=wanted.title,
            public=wanted.public,
        )
        logger.info("battle opened", extra={"game": battle.game, "ruleset": wanted.ruleset, "players": players})
        return battle

    return await _with_body(request, api.Fresh, opened)


async def brought(request: Request) -> Response:
    """Open a battle that goes on from a record; the players are in the query: ``?players=human,greedy``."""
    server = server_of(request)
    _must_be_allowed_to_open(request)
    data = await _body(request)
    players = tuple(name for name in request.query_params.get("players", "").split(",") if name)
    try:
        return said(await server.house.import_record(data, players), 201)
    except Unanswered:
        raise
    except WarbookError as fault:
        return refused(request, str(fault))


def _must_be_allowed_to_open(request: Request) -> None:
    if not server_of(request).may_open(address_of(request)):
        raise Unfit(TOO_MANY_OPENED, 429)


async def games(request: Request) -> Response:
    """The battles of this house: all of them at home, those that anybody may watch on a public server."""
    server, query = server_of(request), request.query_params
    try:
        most = int(query.get("most", "50"))
    except ValueError:
        return refused(request, f"most={query['most']!r}: wanted a number")
    try:
        listing = await server.house.listing(
            before=query.get("before", ""), most=max(1, min(server.longest_list, most)), public=server.rules.public
        )
    except Unanswered:
        raise
    except WarbookError as fault:
        return refused(request, str(fault))
    return said(listing)


async def turns(request: Request) -> Response:
    """Which of these battles wait for one of these tokens.  Nobody sits down for it, and no clock runs."""
    server, address = server_of(request), address_of(request)

    async def looked(wanted: api.Looked) -> object:
        if server.guessing.left(address) < 1:
            raise Unfit("So many wrong tokens came from your address; wait a minute.", 429)
        found = await server.house.turns(wanted.games)
        if len(found.turns) < len({each.game for each in wanted.games}):
            server.guessing.take(address)  # once: a battle that is gone may be kept in somebody's list for long
        return found

    return await _with_body(request, api.Looked, looked)


async def record(request: Request) -> Response:
    """A battle's record as a file, as the seat of the token (in the header ``Authorization: Bearer``) may see it."""
    server, address = server_of(request), address_of(request)
    token = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if server.guessing.left(address) < 1:
        return refused(request, "So many wrong tokens came from your address; wait a minute.", 429)
    try:
        data = await server.house.record(request.path_params["game"], token)
    except NoGame as fault:
        server.guessing.take(address)
        return refused(request, str(fault), 404)
    except Elsewhere as fault:
        return refused(request, str(fault), 503)
    except Unanswered:
        raise
    except WarbookError as fault:
        return refused(request, f"This battle cannot be opened here: {fault}", 409)
    name = f"{request.path_params['game']}.wbr"
    headers = {**SECURITY, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, headers=headers, media_type="application/jsonl")


async def page(request: Request) -> Response:
    """A file of the client; whatever is none of them is the page itself."""
    if not (BUILT / "index.html").is_file():
        return PlainTextResponse(NO_CLIENT, 503 if request.url.path == "/" else 404, SECURITY)
    wanted = request.path_params["path"]
    file = _built(wanted)
    if file is not None:
        forever = "public, max-age=31536000, immutable" if wanted.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={**SECURITY, "Cache-Control": forever})
    if wanted and wanted != "index.html":
        return PlainTextResponse("There is nothing here.", 404, SECURITY)
    return FileResponse(BUILT / "index.html", headers={**SECURITY, "Cache-Control": "no-cache"})


def _built(wanted: str) -> Path | None:
    """The file of the client of this name, if there is one."""
    if not wanted or "\0" in wanted:
        return None
    pages = BUILT.resolve()
    file = (pages / wanted).resolve()
    return file if file.is_relative_to(pages) and file.is_file() else None


async def _body(request: Request) -> bytes:
    """What was sent.  Raises `Unfit` where a page of elsewhere sent it, where it is too large to be what it should be,
    and where it does not come."""
    if not same_origin(request, server_of(request).rules.origins):
        raise Unfit("A page of elsewhere may not ask for that; `warbook serve --origin` names those that may.", 403)
    try:
        async with asyncio.timeout(BODY):
            return await _read(request)
    except TimeoutError as fault:
        raise Unfit(f"what you sent has not come within {BODY:.0f} seconds", 408) from fault


async def _read(request: Request) -> bytes:
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > api.LARGEST_FILE:
            raise Unfit(f"what you sent is larger than {api.LARGEST_FILE >> 20} MB", 413)
    return bytes(data)


async def _with_body(request: Request, kind: type[T], answer: Callable[[T], Awaitable[object]]) -> Response:
    """Answer a request whose body is JSON of a kind."""
    data = await _body(request)
    try:
        return said(await answer(msgspec.json.decode(data, type=kind)))
    except msgspec.MsgspecError as fault:
        return refused(request, f"this is not what is wanted here: {fault}")
    except Unanswered:
        raise
    except WarbookError as fault:
        return refused(request, str(fault))


# ---- by WebSocket ----------------------------------------------------------------------------------------------------


class Screen:
    """One connection.  What is told waits in a queue, so that telling never waits for a slow reader; whoever does not
    read at all is let go."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.weight = 0  # bytes that wait
        self.closed = asyncio.Event()
        self.leaving = False

    def tell(self, told: Server | bytes) -> None:
        """Send a message, in its turn."""
        if self.leaving:
            return
        data = told if isinstance(told, bytes) else encode(told)
        if self._behind(len(data)):
            words = "This screen did not keep up."
            self._last(encode(self.fault("slow", words, waiting=self.queue.qsize(), bytes=self.weight)))
        elif isinstance(told, Fault) and told.last:
            self._last(data)
        else:
            self._put(data)

    send = tell

    def fault(self, code: FaultCode, words: str, todo: str = "", *, last: bool = True, **noted: object) -> Fault:
        """What is wrong, counted and written down."""
        _note(code, self.websocket.scope, why=words, **noted)
        return Fault(code=code, words=words, todo=todo, last=last)

    def _behind(self, more: int) -> bool:
        """Whether so much waits already that this is too much."""
        return self.queue.qsize() >= WAITING or (self.weight > 0 and self.weight + more > HEAVY)

    def _put(self, data: bytes) -> None:
        self.weight += len(data)
        self.queue.put_nowait(data)

    def _last(self, data: bytes) -> None:
        self.leaving = True
        self._put(data)
        self.queue.put_nowait(None)

    async def write(self) -> None:
        """Send what waits until somebody says the last word."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (data := await self.queue.get()) is not None:
                await self.websocket.send_text(data.decode())
                self.weight -= len(data)
            await self.websocket.close(GRACE if self.leaving else 1000)

    async def hear(self) -> dict[str, Any]:
        """What comes next over the line.  Raises `WebSocketDisconnect`, also where the line had been cut before."""
        try:
            got: dict[str, Any] = dict(await self.websocket.receive())
        except (RuntimeError, OSError) as fault:
            raise WebSocketDisconnect(1006) from fault
        if got["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(got.get("code", 1000))
        return got


async def socket(websocket: WebSocket) -> None:
    """The conversation of one screen about one battle."""
    server, address = server_of(websocket), address_of(websocket)
    if not same_origin(websocket, server.rules.origins):
        _note("origin", websocket.scope, origin=websocket.headers.get("origin", "")[:MOST_SAID])
        await websocket.close(POLICY)
        return
    if "x-forwarded-for" in websocket.headers and await _plays_elsewhere(server, websocket.path_params["game"]):
        _note("elsewhere", websocket.scope)
        await websocket.send_denial_response(PlainTextResponse("This battle is played by another process.", 503))
        return  # the proxy turns to the next one
    await websocket.accept()
    screen = Screen(websocket)
    writing = asyncio.create_task(screen.write())
    if server.full(address):
        screen.tell(screen.fault("full", "There are as many screens here as there can be.", "Close another."))
    elif server.stopping:
        screen.tell(screen.fault("stopping", "The server stops.", "This page will come back by itself."))
    else:
        server.screens.add(screen)
        server.of_address[address] += 1
        metrics.SOCKETS.set(len(server.screens))
        try:
            await _converse(server, screen, websocket.path_params["game"], address)
        except WebSocketDisconnect:
            pass  # the line is gone
        except Exception:
            logger.exception("a conversation broke down")
            metrics.FAULTS.inc()
            screen.tell(STUMBLED)
        finally:
            server.screens.discard(screen)
            server.of_address[address] -= 1
            if not server.of_address[address]:
                del server.of_address[address]
            metrics.SOCKETS.set(len(server.screens))
    if not screen.leaving:
        screen.queue.put_nowait(None)
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(writing, LAST_WORDS)
    screen.closed.set()


async def _plays_elsewhere(server: Desk, game: str) -> bool:
    """Whether another process plays a battle; where nobody knows, the screen is told so when it has said hello."""
    try:
        return await server.house.elsewhere(game)
    except Unanswered:
        return False


def same_origin(thing: Request | WebSocket, allowed: tuple[str, ...]) -> bool:
    """Whether the page that speaks is ours; programs say no origin, and show their tokens like everybody."""
    origin = thing.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return urlsplit(origin).netloc == thing.headers.get("host")


async def _converse(server: Desk, screen: Screen, game: str, address: str) -> None:
    """Greet, and then hear what is said until the line is cut."""
    try:
        first = await asyncio.wait_for(_next(screen), PATIENCE)
    except TimeoutError:
        screen.tell(screen.fault("slow", "Nothing was said.", "Say hello first."))
        return
    if not isinstance(first, Hello):
        if first is not None:
            screen.tell(screen.fault("message", "The first message must be a hello.", "See docs/protocol.md."))
        return
    if first.protocol != VERSION:
        words = f"This server speaks version {VERSION} of the protocol; you speak {first.protocol}."
        screen.tell(screen.fault("version", words, "Load the page again, or bring your program up to date."))
        return
    if first.game != game:
        words = "The battle you greet is not the one of this address."
        screen.tell(screen.fault("message", words, "Say hello to that one."))
        return
    if server.guessing.left(address) < 1:
        screen.tell(screen.fault("too-fast", "So many wrong links came from your address.", "Wait a minute."))
        return
    try:
        room = await server.house.room(game)
    except NoGame as why:
        server.guessing.take(address)
        screen.tell(screen.fault("no-game", str(why), "Look at the link again, or ask for a new one."))
        return
    except Elsewhere as why:
        screen.tell(screen.fault("elsewhere", str(why), "This page will try again by itself."))
        return
    except Unanswered as why:
        screen.tell(screen.fault("broken", str(why), "Every battle is kept; this page will try again by itself."))
        return
    except WarbookError as why:
        screen.tell(screen.fault("broken", f"This battle cannot be opened here: {why}", "Its record is kept as it is."))
        return
    if not await room.join(screen, first):
        _note("token", screen.websocket.scope)
        server.guessing.take(address)
        return
    logger.info("screen joined", extra={"game": game, "address": address, "screens": len(server.screens)})
    pace = Allowance(server.rules.rate, server.rules.burst)
    try:
        while not screen.leaving:
            message = await _next(screen)
            if not pace.take(""):  # what is no message takes time too
                screen.tell(screen.fault("too-fast", "You say too much at once.", "Wait a second.", last=False))
                await asyncio.sleep(1.0)
            elif isinstance(message, Hello):
                screen.tell(screen.fault("message", "You are at this table already.", last=False))
            elif isinstance(message, Branch) and not server.may_open(address):
                screen.tell(Refused(re=message.n, reasons=(TOO_MANY_OPENED,)))
            elif message is not None:
                metrics.MESSAGES.labels(type(message).__name__.lower()).inc()
                await room.hear(screen, message)
    finally:
        room.leave(screen)
        logger.info("screen left", extra={"game": game, "address": address})


async def _next(screen: Screen) -> Client | None:
    """The next message; None for what is none, which has been told.  Raises `WebSocketDisconnect`."""
    got = await screen.hear()
    data: bytes | str = got.get("bytes") or got.get("text") or ""
    if len(data) > LARGEST:
        screen.tell(screen.fault("too-large", f"A message may have {LARGEST} bytes.", "Send less at once."))
        return None
    try:
        return heard.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as why:
        words = f"This is no message of the protocol: {str(why)[:MOST_SAID]}."
        screen.tell(screen.fault("message", words, "See docs/protocol.md.", last=False))
        return None
