"""Forging: a record changed by somebody who knows how records are made, so that every digest fits again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from warbook.core import record

Row = dict[str, Any]
_lines: msgspec.json.Decoder[record.Line] = msgspec.json.Decoder(record.Line)


def rows_of(data: bytes) -> list[Row]:
    """The lines of a record as plain data."""
    return [json.loads(row) for row in data.splitlines()]


def written(row: Row) -> bytes:
    """A line as Warbook writes it."""
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False).encode()


def chained_anew(rows: list[Row]) -> bytes:
    """Lines as a file whose digests are right, whatever was changed in them."""
    header = _lines.decode(written(rows[0]))
    assert isinstance(header, record.Header)
    digests, taken_back = [record.opening(header)], list[list[str]]()
    for row in rows[1:]:
        line = _lines.decode(written({**row, "digest": ""}))
        assert not isinstance(line, record.Header)
        row["digest"] = record.digest(line, digests[-1])
        if isinstance(line, record.StepLine):
            digests.append(row["digest"])
        elif isinstance(line, record.UndoLine):
            taken_back.append(digests[line.step + 1 :])
            del digests[line.step + 1 :]
        elif isinstance(line, record.RedoLine) and taken_back:
            digests += taken_back.pop()
    return b"".join(written(row) + b"\n" for row in rows)


def forged(data: bytes, change: Callable[[list[Row]], object]) -> bytes:
    """A record with its lines changed by `change`, in place, and chained anew."""
    rows = rows_of(data)
    change(rows)
    return chained_anew(rows)
