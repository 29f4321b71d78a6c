"""Gate: what every request passes before it is answered."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from .callers import host_of, is_address
from .limits import Rules
from .replies import MOST_SAID, SECURITY, note


class Called:
    """Answers those who call the server by a name of its own."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self.app, self.rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._known(name := host_of(scope)):
            await self.app(scope, receive, send)
            return
        note("host", scope, called=name[:MOST_SAID])
        words = f"This server is not called {name!r}; `warbook serve --name` says what it may be called.\n"
        await PlainTextResponse(words, 400, SECURITY)(scope, receive, send)

    def _known(self, name: str) -> bool:
        hosts = self.rules.hosts
        return "*" in hosts or name in hosts or (self.rules.by_address and is_address(name))
