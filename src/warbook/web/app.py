"""The server: its addresses, and what is answered there by HTTP.

Everything about a battle is the room's.  What every request passes is in `gate`, the conversation by WebSocket in
`conversation`, the files of the client in `pages`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from .. import __version__
from ..core.errors import WarbookError
from . import api, schema
from .callers import address_of
from .conversation import GUESSED, PAUSE, socket
from .gate import Gate
from .house import Elsewhere, House, NoGame
from .judging import Busy
from .limits import Rules
from .pages import page
from .protocol import VERSION, encode
from .replies import Unfit, answer_json, refuse
from .state import TOO_MANY_OPENED, ServerState, server_of
from .storage import Unanswered

logger = logging.getLogger(__name__)

SEED_CHOSEN = "On a public server nobody chooses the dice; leave the seed out, and all sides give a share of them."
BODY = 60.0  # seconds in which a file must have come
T = TypeVar("T")


def application(house: House, rules: Rules | None = None) -> Starlette:
    """The server over a house, as an ASGI application; it closes the house when it stops."""
    server = ServerState(house, rules or Rules())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await server.farewell()
        await house.close()

    app = Starlette(
        routes=[
            Route("/health", health),
            Route("/api/protocol.json", protocol_schema),
            Route("/api/rulesets", rulesets),
            Route("/api/check", check, methods=["POST"]),
            Route("/api/games", games, methods=["GET"]),
            Route("/api/games", open_battle, methods=["POST"]),
            Route("/api/games/turns", turns, methods=["POST"]),
            Route("/api/games/import", open_record, methods=["POST"]),
            Route("/api/games/{game}/record", record),
            WebSocketRoute("/api/games/{game}/socket", socket),
            Route("/{path:path}", page),
        ],
        middleware=[
            Middleware(Gate, rules=server.rules),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=3),  # a long list is a matter of milliseconds
        ],
        exception_handlers={Unfit: answer_unfit, Unanswered: answer_unanswered},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


# ---- by HTTP ---------------------------------------------------------------------------------------------------------


async def answer_unfit(request: Request, why: Exception) -> Response:
    """The answer to a request that cannot be served."""
    assert isinstance(why, Unfit)
    return refuse(request, why.reason, why.status)


async def answer_unanswered(request: Request, why: Exception) -> Response:
    """The answer while the database does not respond."""
    return refuse(request, f"{why} Nothing is lost; try again in a moment.", 503)


async def health(request: Request) -> Response:
    """Whether the server can play: its storage answers."""
    server = server_of(request)
    if server.stopping:
        return answer_json({"ok": False, "why": "it stops"}, 503)
    why = await server.house.ailing()
    return answer_json({"ok": not why, "why": why, "warbook": __version__, "protocol": VERSION}, 503 if why else 200)


async def protocol_schema(request: Request) -> Response:
    """The JSON Schema of the protocol."""
    return Response(_schema(), media_type="application/schema+json")


@cache
def _schema() -> str:
    return schema.text()


@cache
def _everything() -> bytes:
    return encode(api.everything())


async def rulesets(request: Request) -> Response:
    """What can be played."""
    known = await asyncio.to_thread(_everything)
    return Response(known, headers={"Cache-Control": "max-age=60"}, media_type="application/json")


async def check(request: Request) -> Response:
    """Whether an uploaded file is valid."""
    if not server_of(request).may_check(address_of(request)):
        raise Unfit("So many files have been brought from your address; wait a minute.", 429)
    judges, address = server_of(request).house.judges, address_of(request)
    return await _with_body(request, api.Brought, lambda file: judges.verdict(file, address))


async def open_battle(request: Request) -> Response:
    """Open a battle."""
    server = server_of(request)
    _must_be_allowed_to_open(request)

    async def opened(wanted: api.Fresh) -> object:
        if server.rules.public and wanted.seed is not None:
            raise Unfit(SEED_CHOSEN, 400)
        players = api.players_of(wanted)
        if wanted.brings_files:
            battle = await server.house.open_brought(wanted, address_of(request))
        else:
            battle = await server.house.open(
                await asyncio.to_thread(api.setup_of, wanted),
                players,
                names=wanted.names,
                seed=int(wanted.seed) if wanted.seed is not None else None,
                clock=wanted.clock,
                title=wanted.title,
                public=wanted.public,
            )
        logger.info("battle opened", extra={"game": battle.game, "ruleset": wanted.ruleset, "players": players})
        return battle

    return await _with_body(request, api.Fresh, opened)


def _seed_of(request: Request) -> int | None:
    """The seed in a query.  Raises `WarbookError` if it is no seed, `Unfit` if nobody may choose one."""
    text = request.query_params.get("seed", "")
    if not text:
        return None
    if server_of(request).rules.public:
        raise Unfit(SEED_CHOSEN, 400)
    if not re.fullmatch("[0-9]{1,77}", text):
        raise WarbookError(f"seed={text[:80]!r}: wanted up to 77 decimal digits")
    return int(text)


async def open_record(request: Request) -> Response:
    """Open a battle that continues from a record.  The query names the players, ``?players=human,greedy``, and may give
    a seed for the dice to come, ``&seed=7``; everybody is told that it was chosen."""
    server = server_of(request)
    _must_be_allowed_to_open(request)
    data = await _body(request)
    players = tuple(name for name in request.query_params.get("players", "").split(",") if name)
    try:
        seed = _seed_of(request)
        return answer_json(await server.house.import_record(data, players, address=address_of(request), seed=seed), 201)
    except Unanswered:
        raise
    except Busy as fault:
        return refuse(request, str(fault), fault.status)
    except WarbookError as fault:
        return refuse(request, str(fault))


def _must_be_allowed_to_open(request: Request) -> None:
    if not server_of(request).may_open(address_of(request)):
        raise Unfit(TOO_MANY_OPENED, 429)


async def games(request: Request) -> Response:
    """The battles of this house: all of them at home; on a public server those that anybody may watch."""
    server, query = server_of(request), request.query_params
    try:
        most = int(query.get("most", "50"))
    except ValueError:
        return refuse(request, f"most={query['most']!r}: wanted a number")
    try:
        listing = await server.house.listing(
            before=query.get("before", ""), most=max(1, min(server.longest_list, most)), public=server.rules.public
        )
    except Unanswered:
        raise
    except WarbookError as fault:
        return refuse(request, str(fault))
    return answer_json(listing)


async def turns(request: Request) -> Response:
    """Which of these battles wait for one of these tokens.  Asking seats nobody and starts no clock."""
    server, address = server_of(request), address_of(request)

    async def looked(wanted: api.Looked) -> object:
        kept = [each for each in wanted.games if not server.guesses.hopeless(each.game, each.tokens)]
        found = await server.house.turns(kept)
        opened = {turn.game for turn in found.turns}
        for each in {each.game: each for each in kept}.values():
            if each.game not in opened:
                server.guesses.count(address, each.game, each.tokens)
        return found

    return await _with_body(request, api.Looked, looked)


async def record(request: Request) -> Response:
    """A battle's record as a file, as the seat of the token (in the header ``Authorization: Bearer``) may see it."""
    server, address = server_of(request), address_of(request)
    token = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    game = request.path_params["game"]
    if server.guesses.hopeless(game, (token,)):
        raise Unfit(GUESSED.words, 429)
    try:
        data = await server.house.record(game, token)
    except NoGame as fault:
        if server.guesses.count(address, game, (token,)):
            await asyncio.sleep(PAUSE)
            raise Unfit(GUESSED.words, 429) from fault
        return refuse(request, str(fault), 404)
    except Elsewhere as fault:
        return refuse(request, str(fault), 503)
    except Unanswered:
        raise
    except WarbookError as fault:
        return refuse(request, f"This battle cannot be opened here: {fault}", 409)
    name = f"{game}.wbr"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, headers=headers, media_type="application/jsonl")


async def _body(request: Request) -> bytes:
    """The body of a request.  Raises `Unfit` if it is too large, does not arrive, or breaks off."""
    try:
        async with asyncio.timeout(BODY):
            return await _read(request)
    except ClientDisconnect as fault:
        raise Unfit("what you sent broke off", 400) from fault
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
        return answer_json(await answer(msgspec.json.decode(data, type=kind)))
    except (msgspec.MsgspecError, UnicodeError) as fault:
        return refuse(request, f"this is not what is wanted here: {fault}")
    except RecursionError:
        return refuse(request, "this is not what is wanted here: lists nested without end")
    except Unanswered:
        raise
    except Busy as fault:
        return refuse(request, str(fault), fault.status)
    except WarbookError as fault:
        return refuse(request, str(fault))
