"""Export: the rows of a simulation as lines of a file, for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from .battle import Row

#: The columns of a table; points and casualties are red's and blue's, whichever side they had.
COLUMNS: dict[str, Callable[[Row], Any]] = {
    "arm": lambda row: row.arm,
    "game": lambda row: row.game,
    "seed": lambda row: row.seed,
    "red_seat": lambda row: row.red_seat,
    "winner": lambda row: row.winner,
    "attacker": lambda row: row.attacker,
    "red_points": lambda row: row.points[0],
    "blue_points": lambda row: row.points[1],
    "red_casualties": lambda row: row.casualties[0] if row.casualties is not None else None,
    "blue_casualties": lambda row: row.casualties[1] if row.casualties is not None else None,
    "rounds": lambda row: row.rounds,
    "decisions": lambda row: row.decisions,
    "steps": lambda row: row.steps,
    "why": lambda row: row.why,
    "digest": lambda row: row.digest,
}


def lines(path: str | Path) -> tuple[bytes, Callable[[Row], bytes]]:
    """What a file of rows begins with, and what turns a row into its line: a table of comma-separated values where the
    name ends in ``.csv``, JSON lines otherwise."""
    if Path(path).suffix.lower() == ".csv":
        return _csv_line(COLUMNS), lambda row: _csv_line(value(row) for value in COLUMNS.values())
    return b"", lambda row: msgspec.json.encode(row) + b"\n"


def _csv_line(cells: Any) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()
