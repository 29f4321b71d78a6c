"""Conversation: what one screen and a battle say to each other, from hello until the line is cut."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import NoReturn

import msgspec
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core.errors import WarbookError
from . import metrics
from .callers import address_of
from .house import Elsewhere, NoGame
from .limits import Allowance
from .places import FULL
from .protocol import LARGEST, VERSION, Branch, Client, Fault, Hello, Refused, heard
from .refusals import NO_TOKEN, STUMBLED, WRONG_TOKEN
from .replies import MOST_SAID, note
from .room import Room
from .screens import LAST_WORDS, Screen
from .state import TOO_MANY_OPENED, ServerState, server_of
from .storage import Unanswered

logger = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for the first message
PAUSE = 1.0  # seconds that who guesses, or says too much at once, waits for the answer
GUESSED = Fault(code="too-fast", words="So many wrong links came from your address.", todo="Wait a minute.", last=True)
SLOWED = "You say so much at once that you are answered with a delay."


class Unwelcome(Exception):
    """Somebody cannot join a battle; holds what to tell them, unless they have been told."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.fault = fault


async def socket(websocket: WebSocket) -> None:
    """The conversation of one screen about one battle."""
    server, address = server_of(websocket), address_of(websocket)
    if "x-forwarded-for" in websocket.headers and await _plays_elsewhere(server, websocket.path_params["game"]):
        note("elsewhere", websocket.scope)
        await websocket.send_denial_response(PlainTextResponse("This battle is played by another process.", 503))
        return  # the proxy turns to the next one
    await websocket.accept()
    screen = Screen(websocket)
    writing = asyncio.create_task(screen.write())
    if server.stopping:
        screen.tell(screen.fault("stopping", "The server stops.", "This page will come back by itself."))
    else:
        await _talk(server, screen, websocket.path_params["game"], address)
    if not screen.leaving:
        screen.queue.put_nowait(None)
    with suppress(asyncio.TimeoutError):
        async with asyncio.timeout(LAST_WORDS):
            await writing
    screen.closed.set()


async def _plays_elsewhere(server: ServerState, game: str) -> bool:
    """Whether another process plays a battle.  If nobody knows, the screen is told so after its hello."""
    try:
        return await server.house.elsewhere(game)
    except Unanswered:
        return False


async def _talk(server: ServerState, screen: Screen, game: str, address: str) -> None:
    """Hold a conversation, and free its place at the end, however it ends."""
    server.places.arrive(screen, address)
    metrics.SOCKETS.set(len(server.places))
    try:
        async with screen.conversing():
            await _converse(server, screen, game, address)
    except WebSocketDisconnect:
        pass  # the line is gone
    except Unwelcome as why:
        if why.fault is not None:
            screen.tell(screen.fault(why.fault.code, why.fault.words, why.fault.todo))
    except Exception:
        logger.exception("a conversation broke down")
        metrics.FAULTS.inc()
        screen.tell(STUMBLED)
    finally:
        server.places.leave(screen)
        metrics.SOCKETS.set(len(server.places))


async def _converse(server: ServerState, screen: Screen, game: str, address: str) -> None:
    """Greet, and then hear what is said until the line is cut.  Raises `Unwelcome`."""
    hello = await _greeting(screen, game)
    room = await _room(server, screen, hello, address)
    try:
        if (why := await room.join(screen, hello)) is not None:
            note(why.code, screen.websocket.scope, why=why.words)
            return
        logger.info("screen joined", extra={"game": game, "address": address, "screens": len(server.places)})
        await _listen(server, screen, room, address)
    finally:
        room.leave(screen)
        logger.info("screen left", extra={"game": game, "address": address})


async def _greeting(screen: Screen, game: str) -> Hello:
    """The first message, which names a battle.  Raises `Unwelcome`."""
    try:
        async with asyncio.timeout(PATIENCE):
            first = await _next_message(screen)
    except TimeoutError as fault:
        raise Unwelcome(Fault(code="slow", words="Nothing was said.", todo="Say hello first.")) from fault
    if first is None:
        raise Unwelcome
    if not isinstance(first, Hello):
        words = "The first message must be a hello."
        raise Unwelcome(Fault(code="message", words=words, todo="See docs/protocol.md."))
    if first.protocol != VERSION:
        words = f"This server speaks version {VERSION} of the protocol; you speak {first.protocol}."
        raise Unwelcome(
            Fault(code="version", words=words, todo="Load the page again, or bring your program up to date.")
        )
    if first.game != game:
        words = "The battle you greet is not the one of this address."
        raise Unwelcome(Fault(code="message", words=words, todo="Say hello to that one."))
    return first


async def _room(server: ServerState, screen: Screen, hello: Hello, address: str) -> Room:
    """The room of a battle, for a screen that may enter and has a place.  Raises `Unwelcome`."""
    try:
        if server.guesses.hopeless(hello.game, hello.tokens):
            raise Unwelcome(GUESSED)
        seats = await server.house.seats_of(hello.game, hello.tokens)
        if seats is None:
            await _refuse_tokens(server, hello, address, WRONG_TOKEN if hello.tokens else NO_TOKEN)
        elif seats:
            if not server.places.sit(screen, (hello.game, seats)):
                raise Unwelcome
        elif not server.places.watch(screen):
            raise Unwelcome(FULL)
        return await server.house.room(hello.game, seated=bool(seats))
    except NoGame as why:
        todo = "Look at the link again, or ask for a new one."
        return await _refuse_tokens(server, hello, address, Fault(code="no-game", words=str(why), todo=todo))
    except Elsewhere as why:
        raise Unwelcome(Fault(code="elsewhere", words=str(why), todo="This page will try again by itself.")) from why
    except Unanswered as why:
        todo = "Every battle is kept; this page will try again by itself."
        raise Unwelcome(Fault(code="broken", words=str(why), todo=todo)) from why
    except WarbookError as why:
        words = f"This battle cannot be opened here: {why}"
        raise Unwelcome(Fault(code="broken", words=words, todo="Its record is kept as it is.")) from why


async def _refuse_tokens(server: ServerState, hello: Hello, address: str, why: Fault) -> NoReturn:
    """Say that these tokens open nothing, with a delay for those who guess often.  Raises `Unwelcome`."""
    if server.guesses.count(address, hello.game, hello.tokens):
        await asyncio.sleep(PAUSE)
        raise Unwelcome(GUESSED)
    raise Unwelcome(why)


async def _listen(server: ServerState, screen: Screen, room: Room, address: str) -> None:
    """Hear what is said, and have the room answer it, until the line is cut."""
    pace = Allowance(server.rules.rate, server.rules.burst)
    while not screen.leaving:
        message = await _next_message(screen)
        await _slow_down(pace, screen)  # what is no message takes time too
        if isinstance(message, Hello):
            screen.tell(screen.fault("message", "You are at this table already.", last=False, re=message.n))
        elif isinstance(message, Branch) and not server.may_open(address):
            screen.tell(Refused(re=message.n, reasons=(TOO_MANY_OPENED,)))
        elif message is not None:
            metrics.MESSAGES.labels(type(message).__name__.lower()).inc()
            await room.hear(screen, message)


async def _slow_down(pace: Allowance, screen: Screen) -> None:
    """Tell a client that it sends too much, and read no more until it may go on; nothing is dropped."""
    if pace.take(""):
        return
    screen.tell(screen.fault("too-fast", SLOWED, "Say less at once.", last=False))
    await asyncio.sleep(max(PAUSE, 1 / pace.rate))
    pace.take("")


async def _next_message(screen: Screen) -> Client | None:
    """The next message; None for something that is no message, of which the client has been told.  Raises
    `WebSocketDisconnect`."""
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
