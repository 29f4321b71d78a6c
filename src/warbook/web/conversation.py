"""Conversation: what one screen and a battle say to each other, from hello until the line is cut."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core.errors import WarbookError
from . import metrics
from .callers import address_of, same_origin
from .house import Elsewhere, NoGame
from .limits import Allowance
from .protocol import LARGEST, VERSION, Branch, Client, Hello, Refused, heard
from .refusals import STUMBLED
from .replies import MOST_SAID, note
from .screens import LAST_WORDS, Screen
from .state import TOO_MANY_OPENED, ServerState, server_of
from .storage import Unanswered

logger = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for the first message
POLICY = 1008  # WebSocket: against the rules of the house


async def socket(websocket: WebSocket) -> None:
    """The conversation of one screen about one battle."""
    server, address = server_of(websocket), address_of(websocket)
    if not same_origin(websocket, server.rules.origins):
        note("origin", websocket.scope, origin=websocket.headers.get("origin", "")[:MOST_SAID])
        await websocket.close(POLICY)
        return
    if "x-forwarded-for" in websocket.headers and await _plays_elsewhere(server, websocket.path_params["game"]):
        note("elsewhere", websocket.scope)
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


async def _plays_elsewhere(server: ServerState, game: str) -> bool:
    """Whether another process plays a battle; where nobody knows, the screen is told so when it has said hello."""
    try:
        return await server.house.elsewhere(game)
    except Unanswered:
        return False


async def _converse(server: ServerState, screen: Screen, game: str, address: str) -> None:
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
        note("token", screen.websocket.scope)
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
