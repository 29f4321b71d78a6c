"""Where the printed data lie, and how a file of them is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta, Struct

from ....core.profile import read_table

DATA = Path(__file__).parents[1] / "data"
Face: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
S = TypeVar("S", bound=Struct)


def read(name: str, kind: type[S]) -> tuple[dict[str, S], str]:
    """The rows of a file of `data/` by id, and its name."""
    path = DATA / name
    return read_table(path.read_text(encoding="utf-8"), name, kind), name
