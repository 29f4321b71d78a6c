"""The protocol, fuzzed: messages made from its schema and bytes made of nothing, said at a real table.

Whatever comes, every reply is one of the protocol's, nothing breaks inside, and the battle changes only where the
referee said that it did.  ``FUZZ_EXAMPLES`` says how many conversations are held.
"""

from __future__ import annotations

import asyncio
import json
import os
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import jsonschema
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from warbook import table
from warbook.core.game import Game
from warbook.web import schema
from warbook.web.house import House
from warbook.web.protocol import Client, Hello, Server, encode, heard
from warbook.web.room import Room
from warbook.web.screens import Screen
from warbook.web.storage import Storage
from warbook.web.thinking import Inline

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "12"))
CHANGING = {"done", "opened"}
SLOW = settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


class Ear:
    """Hears everything, and holds it against the schema."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def send(self, told: Server | bytes) -> None:
        message = json.loads(told if isinstance(told, bytes) else encode(told))
        checker().validate(message)
        self.told.append(message)


@cache
def checker() -> jsonschema.Draft202012Validator:
    whole = schema.schema()
    return jsonschema.Draft202012Validator({"$defs": whole["$defs"], "$ref": "#/$defs/Server"})


@cache
def messages() -> some.SearchStrategy[dict[str, Any]]:
    """Messages of a client as the schema has them, each kind as often as the others."""
    whole = schema.schema()["$defs"]
    return some.one_of(*(made(kind, whole) for kind in whole["Client"]["anyOf"] if not kind["$ref"].endswith("Hello")))


anything = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(2**40), 2**40)
    | some.floats(allow_nan=False)
    | some.text(max_size=9),
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


def made(shape: dict[str, Any], whole: dict[str, Any]) -> some.SearchStrategy[Any]:
    """Values of a JSON Schema, as far as msgspec writes any."""
    if "$ref" in shape:
        return made(whole[shape["$ref"].rsplit("/", 1)[-1]], whole)
    if "anyOf" in shape:
        return some.one_of(*(made(branch, whole) for branch in shape["anyOf"]))
    if "enum" in shape:
        return some.sampled_from(shape["enum"])
    match shape.get("type"):
        case "integer":
            return some.integers(shape.get("minimum", -(2**40)), shape.get("maximum", 2**40))
        case "string":
            return some.text(min_size=shape.get("minLength", 0), max_size=min(40, shape.get("maxLength", 40)))
        case "boolean":
            return some.booleans()
        case "array" if "prefixItems" in shape:
            return some.tuples(*(made(item, whole) for item in shape["prefixItems"])).map(list)
        case "array":
            most = min(6, shape.get("maxItems", 6))
            return some.lists(made(shape["items"] or {}, whole), min_size=shape.get("minItems", 0), max_size=most)
        case "object":
            fields = {name: made(each, whole) for name, each in shape["properties"].items()}
            must = {name: fields.pop(name) for name in shape.get("required", ())}
            return some.fixed_dictionaries(must, optional=fields)
        case _:
            return anything


async def at_a_table(folder: Path, scenario: str, talk: Any) -> None:
    storage = Storage("sqlite://")
    storage.migrate()
    house = House(storage, Inline())
    await house.start()
    opened = await house.open(table.setup(scenario), ("human", "human"), seed=1)
    room, ear = await house.room(opened.game), Ear()
    mine = next(link.token for link in opened.links if link.seat == 0)
    assert await room.join(ear, Hello(protocol=1, game=opened.game, tokens=(mine,))) is None
    await talk(room, ear)
    await house.close()


def stands(game: Game) -> tuple[int, int, str]:
    return len(game.steps), len(game.answers), game.digest()


async def said(room: Room, ear: Ear, message: Client) -> None:
    """Say it, and see that the battle changed only if that was told."""
    before, heard_before = stands(room.game), len(ear.told)
    await room.hear(ear, message)
    told = [each["type"] for each in ear.told[heard_before:]]
    assert "fault" not in told or all(e.get("code") != "broken" for e in ear.told[heard_before:]), message
    if stands(room.game) != before:
        assert CHANGING & set(told), (message, told)


@pytest.mark.parametrize("scenario", ["hive-stand-off", "open-field"])
@SLOW
@given(data=some.data())
def test_nothing_that_the_schema_allows_breaks_a_table(
    scenario: str, data: some.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def talk(room: Room, ear: Ear) -> None:
        for message in data.draw(some.lists(messages(), min_size=1, max_size=8)):
            if "at" in message and data.draw(some.booleans()):
                message["at"] = [len(room.game.steps), len(room.game.answers)]
                message["seat"] = room.game.decisions[0].player if room.game.decisions else 0
            if message["type"] == "choose" and data.draw(some.booleans()) and room.game.decisions:
                found = room.game.decisions[0].candidates(4)
                message["answer"] = data.draw(some.sampled_from(found)) if found else None
            try:
                decoded = heard.decode(msgspec.json.encode(message))
            except msgspec.MsgspecError:
                continue  # larger than a number or a text may be
            await said(room, ear, decoded)

    asyncio.run(at_a_table(tmp_path_factory.getbasetemp(), scenario, talk))


class Deaf:
    """A socket from which these bytes come, and then no more."""

    scope: ClassVar[dict[str, Any]] = {"type": "websocket", "client": ("192.0.2.1", 1), "path": "/", "headers": []}

    def __init__(self, frames: list[bytes]) -> None:
        self.frames = frames

    async def receive(self) -> dict[str, Any]:
        if self.frames:
            return {"type": "websocket.receive", "bytes": self.frames.pop(0)}
        return {"type": "websocket.disconnect", "code": 1001}


@SLOW
@given(
    some.lists(some.binary(max_size=200) | some.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
)
def test_bytes_made_of_nothing_are_told_to_be_no_message(frames: list[bytes]) -> None:
    from starlette.websockets import WebSocketDisconnect

    from warbook.web.conversation import _next_message

    async def hear() -> None:
        screen = Screen(Deaf(list(frames)))  # type: ignore[arg-type]
        for _ in frames:
            assert await _next_message(screen) is None
        with pytest.raises(WebSocketDisconnect):
            await _next_message(screen)
        assert screen.queue.qsize() == len(frames)

    asyncio.run(hear())
