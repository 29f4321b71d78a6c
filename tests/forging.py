"""Forging: a record changed by somebody who knows how records are made, so that every digest fits again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from warbook.core import record

Row = dict[str, Any]
_lines: msgspec.json.Decoder[record.Line] = msgspec.json.Decoder(record.Line)


def rows_of(data: bytes) -> list[Row]:
    """The lines of a record as plain data."""
    return [json.loads(row) for row in data.splitlines()]


def joined(rows: Iterable[Row]) -> bytes:
    """Lines as a file, with whatever digests they have."""
    return b"".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for row in rows)


def chained_anew(rows: list[Row]) -> bytes:
    """Lines as a file whose digests are right, whatever was changed in them."""
    header = _lines.decode(json.dumps(rows[0]).encode())
    assert isinstance(header, record.Header)
    digests = [record.opening(header)]
    for row in rows[1:]:
        line = _lines.decode(json.dumps({**row, "digest": ""}, separators=(",", ":"), ensure_ascii=False).encode())
        assert not isinstance(line, record.Header)
        if isinstance(line, record.StepLine):
            del digests[line.step + 1 :]
        row["digest"] = record.digest(line, digests[-1])
        if isinstance(line, record.StepLine):
            digests.append(row["digest"])
        if isinstance(line, record.UndoLine):
            del digests[line.step + 1 :]
    return joined(rows)


def forged(data: bytes, change: Callable[[list[Row]], object]) -> bytes:
    """A record with its lines changed by `change`, in place, and chained anew."""
    rows = rows_of(data)
    change(rows)
    return chained_anew(rows)
