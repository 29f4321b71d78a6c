"""The protocol as a JSON Schema, generated from its types.

``python -m warbook.web.schema FILE`` writes it to a file, from which the client's types are made.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from . import protocol
from .api import Brought, Fresh, Listing, Looked, Ruleset, Turns, Verdict

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """One schema with a definition for each type: ``Client`` is whatever a client may say, ``Server`` whatever the
    referee says, and the others are what the pages ask of the server by HTTP."""
    spoken: dict[str, Any] = {"Client": protocol.Client, "Server": protocol.Server}
    over_http: tuple[type[msgspec.Struct], ...] = (Brought, Fresh, Listing, Looked, Ruleset, Turns, Verdict)
    shapes, components = msgspec.json.schema_components([*spoken.values(), *over_http], ref_template="#/$defs/{name}")
    definitions = {**components, **dict(zip(spoken, shapes, strict=False))}
    return {
        "$schema": DIALECT,
        "title": "Warbook",
        "description": f"The protocol of a table, version {protocol.VERSION}.",
        "$defs": definitions,
        "oneOf": [{"$ref": "#/$defs/Client"}, {"$ref": "#/$defs/Server"}],
    }


def text() -> str:
    """The schema as people read it."""
    return msgspec.json.format(msgspec.json.encode(schema(), order="deterministic"), indent=2).decode() + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
