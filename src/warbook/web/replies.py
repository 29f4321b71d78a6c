"""Replies: HTTP answers and refusals, and the log line of each refusal."""

from __future__ import annotations

import logging
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Scope

from . import metrics
from .callers import address_of
from .protocol import Refused, encode

logger = logging.getLogger(__name__)

MOST_SAID = 300  # characters of what somebody sent that are said back, or written down


class Unfit(Exception):
    """A request that is not served: why, and with which status."""

    def __init__(self, reason: str, status: int) -> None:
        self.reason, self.status = reason, status


def answer_json(value: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(encode(value), status, {"Cache-Control": "no-store"}, "application/json")


def refuse(request: Request, reason: str, status: int = 400) -> Response:
    """A refusal: what is wrong, and what would be right."""
    note(str(status), request.scope, why=reason)
    return answer_json(Refused(reasons=(reason,)), status)


def note(reason: str, scope: Scope, *, why: str = "", **more: object) -> None:
    """Count a refusal, and log it."""
    metrics.REFUSED.labels(reason).inc()
    address = address_of(HTTPConnection(scope))
    logger.info(
        "refused",
        extra={"reason": reason, "address": address, "path": scope["path"][:MOST_SAID], "why": why[:MOST_SAID], **more},
    )
