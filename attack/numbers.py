"""Numbers without bounds, and texts that are none."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from .files import BOARD, FRESH, all_refused, at_once, open_with
from .server import Success, Target

HUGE = ("1e18", "1e308", "-1e308", "inf", "-inf", "nan", "9" * 5000, "1" + "0" * 4000 + ".0", "9223372036854775808")
PROTOCOL = 1


async def heights_without_bounds(target: Target) -> str:
    """A wall as high as 1e18, infinity or a number of 5,000 digits overflows in play, or answers with 500."""
    wall = "[[wall]]\nline = [1, 1, 5, 1]\nheight = {}\n"
    texts = [BOARD + wall.format(number) for number in HUGE]
    texts += [BOARD.replace("[96, 96]", f"[{number}, 30]") for number in HUGE]
    texts += [BOARD + f"[[wall]]\nline = [{number}, 1, 5, 1]\nheight = 2\n" for number in HUGE]
    said = ""
    for number, text in enumerate(texts):  # from several addresses: each may have only so many checked a minute
        source = f"127.0.2.{1 + number % 9}"
        said = all_refused(
            await at_once(target.check(text, source=source), target.post("/api/games", open_with(text), source=source)),
            f"the number in {text[-60:]!r}",
        )
    return said


async def what_is_no_text(target: Target) -> str:
    """Bytes that are no UTF-8, zero bytes and half a pair of surrogates break whatever reads them."""
    sent = [
        b"\xff\xfe\x00",
        b'{"text":"\\ud800","source":"a"}',
        b'{"text":"\xff","source":"a"}',
        b"\0" * 1000,
        b"",
        b"null",
    ]
    addresses = ("/api/check", "/api/games", "/api/games/import", "/api/games/turns")
    answers = await at_once(*(target.post(each, data, source="127.0.2.20") for each in addresses for data in sent))
    return all_refused(answers, "what is no text")


async def seeds_and_seats(target: Target) -> str:
    """A seed, a seat or a clock that no number should be opens a battle that cannot be played."""
    bad: list[Any] = [
        {"seed": 10**30},
        {"seed": -1},
        {"seed": 1.5},
        {"rosters": {"99": {"id": "x"}}},
        {"rosters": {"1e9": {"id": "x"}}},
        {"clock": {"move": 1e308}},
        {"players": ["human"] * 9},
        {"options": {"x" * 100_000: 1}},
        {"scenario": {"id": "a" * 300}},
        {"scenario": {"id": "../../../dev/zero"}},
    ]
    answers = await at_once(*(target.post("/api/games", FRESH | each, source="127.0.2.21") for each in bad))
    return all_refused(answers, "a number without bounds")


async def messages_without_bounds(target: Target) -> str:
    """A message at the table with numbers without bounds stops the battle, or is a fault in Warbook."""
    opened = await target.post("/api/games", FRESH, source="127.0.2.22")
    battle = json.loads(opened.body)
    tokens = [link["token"] for link in battle["links"] if link["seat"] >= 0]
    async with target.socket(battle["game"], source="127.0.2.22") as socket:
        hello = {"type": "hello", "protocol": PROTOCOL, "game": battle["game"], "tokens": tokens}
        await socket.send(json.dumps(hello))
        position = await _next(socket, "position")
        question = position["asked"][0]
        seat, at = question["seat"], question["at"]
        said = 0
        for number, message in enumerate(_strange(seat, at)):
            await socket.send(message if isinstance(message, str) else json.dumps(message | {"n": number + 1}))
            told = await _next(socket)
            if told.get("type") == "fault" and told.get("code") == "broken":
                raise Success(f"a message was a fault in Warbook: {str(message)[:100]}")
            said += 1
            await asyncio.sleep(0.06)
        await socket.send(json.dumps({"type": "suggest", "n": 9999, "seat": seat, "at": at, "most": 1}))
        told = await _next(socket, "suggested", "refused", "fault")
        if told["type"] != "suggested":
            raise Success(f"after that the battle does not answer: {told}")
    return f"{said} strange messages, each answered, and the battle goes on"


async def _next(socket: Any, *types: str) -> dict[str, Any]:
    """The next answer (of these types); what everybody is told is left out."""
    while True:
        told: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 20))
        if told["type"] in types if types else told["type"] not in ("position", "presence", "welcome", "chat"):
            return told


def _strange(seat: int, at: Any) -> list[Any]:
    numbers: list[Any] = [10**18, -(10**18), 2**63, 10**30, 1.5, 1e308, None, "x", [], {}, True, -1, 10**6]
    found: list[Any] = []
    for number in numbers:
        for answer in (number, [number], [[number] * 3], [[number, number, 0, 0]], [[number] * 4, [1, number]]):
            found.append({"type": "choose", "seat": seat, "at": at, "answer": answer})
        found.append({"type": "check", "seat": seat, "at": at, "answer": [[number, number, 0, 0]]})
        found.append({"type": "card", "who": number})
        found.append({"type": "aims", "who": number})
    for who in (-1, 0, 5, 60, 10**9):
        found += [{"type": kind, "who": who} for kind in ("card", "aims")]
    found += ['{"type":"choose","n":1,"answer":' + "[" * 5000, '{"type":"card","who":' + "9" * 5000 + "}", "\x00", "{}"]
    return found


ATTACKS = (heights_without_bounds, what_is_no_text, seeds_and_seats, messages_without_bounds)
