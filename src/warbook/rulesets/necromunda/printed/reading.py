"""What the rows of several tables have in common."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

Face: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
