"""Callers: who speaks to the server, from where, and by which name they call it."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope


def address_of(thing: HTTPConnection) -> str:
    """Where a client comes from; behind a proxy uvicorn puts in what the proxy says."""
    return network_of(thing.client.host if thing.client is not None else "")


def network_of(host: str) -> str:
    """An address as it is counted.  Of IPv6 only the half that names a network counts: whoever has one has all of its
    addresses.  An address of IPv4 counts whole, also where a server that listens at ``::`` sees it as one of IPv6."""
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


def of_elsewhere(thing: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """Whether a page of elsewhere has a browser ask for this.  A browser says so of what may change something by
    ``Origin``, of anything else by ``Sec-Fetch-Site``, where the line is safe; somebody who follows a link asks for
    themselves.  Programs say neither, and show their tokens like everybody."""
    origin = thing.headers.get("origin")
    if origin is not None:
        return origin not in allowed and urlsplit(origin).netloc != thing.headers.get("host")
    if thing.headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    link = thing.headers.get("sec-fetch-mode") == "navigate" and thing.headers.get("sec-fetch-dest") == "document"
    return not link or thing.scope.get("method") != "GET"
