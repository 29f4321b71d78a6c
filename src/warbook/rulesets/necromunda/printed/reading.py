"""Where the printed data lie."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

from msgspec import Meta

from ....mechanics.tables import DataFolder

DATA = DataFolder(Path(__file__).parents[1] / "data")
Face: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
