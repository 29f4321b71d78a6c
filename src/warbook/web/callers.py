"""Callers: who sends a request, from where, and under which name they address the server."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope


def address_of(thing: HTTPConnection) -> str:
    """The address of a client; behind a proxy uvicorn replaces it by the one that the proxy names."""
    return network_of(thing.client.host if thing.client is not None else "")


def network_of(host: str) -> str:
    """An address as limits count it.  Of IPv6 it is the network half, since a user has all addresses of a network.  An
    IPv4 address counts whole, even if a server that listens at ``::`` sees it as IPv6."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address) >> 64 << 64, 64)))


def host_of(scope: Scope) -> str:
    """The name under which a client addresses the server, without a port."""
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


def of_elsewhere(thing: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """Whether a browser sends this request for a page of another site.  A browser says so in ``Origin`` for requests
    that may change something, and in ``Sec-Fetch-Site`` for others if the connection is secure; following a link does
    not count.  Programs send neither header; they show their tokens like everybody."""
    origin = thing.headers.get("origin")
    if origin is not None:
        return origin not in allowed and urlsplit(origin).netloc != thing.headers.get("host")
    if thing.headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    link = thing.headers.get("sec-fetch-mode") == "navigate" and thing.headers.get("sec-fetch-dest") == "document"
    return not link or thing.scope.get("method") != "GET"
