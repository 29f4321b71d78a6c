"""Metrics, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from ..core.errors import WarbookError

REGISTRY = CollectorRegistry()

SOCKETS = Gauge("warbook_sockets", "Screens that are connected", registry=REGISTRY)
ROOMS = Gauge("warbook_rooms", "Battles that are held in memory", registry=REGISTRY)
MESSAGES = Counter("warbook_messages", "Messages of clients, by type", ["type"], registry=REGISTRY)
REFUSED = Counter("warbook_refused", "Messages that were refused, by reason", ["reason"], registry=REGISTRY)
ANSWERED = Histogram(
    "warbook_answer_seconds",
    "From a choice that arrives to the last screen that is told",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
    registry=REGISTRY,
)
STORED = Histogram(
    "warbook_commit_seconds",
    "One commit of the journal",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 1),
    registry=REGISTRY,
)
THOUGHT = Histogram(
    "warbook_thinking_seconds",
    "Work of other processes, waiting included",
    ["what"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30),
    registry=REGISTRY,
)
FAULTS = Counter("warbook_faults", "Faults of ours that a client was spared", registry=REGISTRY)


@contextmanager
def expose(address: tuple[str, int] | None) -> Iterator[None]:
    """Serve the metrics at this address, and nowhere else.  Raises `WarbookError` if the address is in use."""
    if address is None:
        yield
        return
    host, port = address
    try:
        server, thread = start_http_server(port, host, registry=REGISTRY)
    except OSError as fault:
        raise WarbookError(
            f"the metrics cannot be had at {host}:{port}: {fault.strerror or fault}; --metrics names another place"
        ) from fault
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
