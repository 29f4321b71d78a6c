"""Gate: the checks that every request passes first, and the headers that every answer gets.

A page of another site cannot use a visitor's browser against the server: it can neither read what only the server's own
pages may read (DNS rebinding), nor use up what the visitor's address may ask for.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .callers import host_of, is_address, of_elsewhere
from .limits import Rules
from .protocol import Refused
from .replies import MOST_SAID, answer_json, note

HEAD = 32 * 1024  # bytes that the head of a request may have: its address and its headers
FIELDS = 100  # headers of it
SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
CONTENT = (
    "default-src 'self'; connect-src 'self'{socket}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_NAMED = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?")  # a host that a policy can name; one of IPv6 it cannot
ELSEWHERE = "A page of elsewhere may not ask for that; `warbook serve --origin` names those that may."


class TurnedAway(NamedTuple):
    """A request that is refused: the reason for the log, the answer, and other facts for the log."""

    reason: str
    answer: Response
    noted: dict[str, str]


class Gate:
    """Lets requests pass that may be answered, and adds to every answer what a browser may do with it."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self.app, self.rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def secured(message: MutableMapping[str, Any]) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update({**SECURITY, "Content-Security-Policy": policy(scope)})
            await send(message)

        turned = self._turned_away(scope)
        if turned is None:
            await self.app(scope, receive, secured)
        else:
            note(turned.reason, scope, **turned.noted)
            await turned.answer(scope, receive, secured)

    def _turned_away(self, scope: Scope) -> TurnedAway | None:
        """How a request is turned away; None where it may pass."""
        fields = scope["headers"]
        if len(fields) > FIELDS or sum(len(name) + len(value) for name, value in fields) > HEAD:
            words = f"A request may have {FIELDS} headers and {HEAD} bytes of them; this one has more.\n"
            return TurnedAway("head", PlainTextResponse(words, 431), {})
        name = host_of(scope)
        if not self._is_our_name(name):
            words = (
                f"This server is not called {name[:MOST_SAID]!r}; `warbook serve --name` says what it may be called.\n"
            )
            return TurnedAway("host", PlainTextResponse(words, 400), {"called": name[:MOST_SAID]})
        if scope["path"].startswith("/api/") and of_elsewhere(HTTPConnection(scope), self.rules.origins):
            origin = Headers(scope=scope).get("origin", "")[:MOST_SAID]
            return TurnedAway("origin", answer_json(Refused(reasons=(ELSEWHERE,)), 403), {"origin": origin})
        return None

    def _is_our_name(self, name: str) -> bool:
        """Whether the server may be called so."""
        hosts = self.rules.hosts
        return "*" in hosts or name in hosts or (self.rules.by_address and is_address(name))


def policy(scope: Scope) -> str:
    """What a page may load, and whom it may connect to: this server, under the name by which it was addressed.
    Browsers from before 2022 do not include the server's WebSocket in that."""
    host = Headers(scope=scope).get("host", "")
    secure = scope["scheme"] in ("https", "wss")
    socket = f" {'wss' if secure else 'ws'}://{host}" if _NAMED.fullmatch(host) else ""
    return CONTENT.format(socket=socket)
