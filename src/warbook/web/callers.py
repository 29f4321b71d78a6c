"""Callers: who speaks to the server, from where, and by which name they call it."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope


def address_of(thing: HTTPConnection) -> str:
    """Where a client comes from; behind a proxy uvicorn puts in what the proxy says.  Of IPv6 only the half that names
    a network counts: whoever has one has all of its addresses."""
    host = thing.client.host if thing.client is not None else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ip_network((int(address) >> 64 << 64, 64)))


def host_of(scope: Scope) -> str:
    """What a client calls the server, without a port."""
    host = next((value for key, value in scope["headers"] if key == b"host"), b"").decode("latin-1")
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return host


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(thing: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """Whether the page that speaks is ours; programs say no origin, and show their tokens like everybody."""
    origin = thing.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return urlsplit(origin).netloc == thing.headers.get("host")
