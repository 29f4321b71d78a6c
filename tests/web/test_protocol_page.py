"""The page on the protocol says what the types say: each example is a message, whole and exact, and every message has
one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from warbook.web import protocol
from warbook.web.protocol import Asked, Client, Server, encode

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
SAID = {"client": Client, "server": Server}


def examples(who: str) -> list[str]:
    blocks = re.findall(rf"```json {who}\n(.*?)```", PAGE, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize(("who", "line"), [(who, line) for who in SAID for line in examples(who)])
def test_an_example_is_a_message_as_the_encoder_writes_it(who: str, line: str) -> None:
    message: Any = msgspec.json.decode(line, type=SAID[who])
    assert json.loads(encode(message)) == json.loads(line)


@pytest.mark.parametrize("who", SAID)
def test_every_message_has_an_example(who: str) -> None:
    shown = {json.loads(line)["type"] for line in examples(who)}
    assert shown == {kind.__struct_config__.tag for kind in get_args(SAID[who])}


def test_every_field_of_a_question_is_spoken_of() -> None:
    told = set(re.findall(r"`(\w+)`|\"(\w+)\":", PAGE))
    words = {word for pair in told for word in pair}
    assert [field for field in Asked.__struct_fields__ if field not in words] == []


def test_the_page_names_every_fault_and_the_bounds() -> None:
    assert all(f"`{code}`" in PAGE for code in get_args(protocol.FaultCode))
    assert f"{protocol.LARGEST:,} bytes" in PAGE and f"It describes version {protocol.VERSION}." in PAGE
