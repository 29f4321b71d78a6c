"""Secrets: tokens that are written down somewhere, and dice that are told before the battle is over."""

from __future__ import annotations

import json
import re
from random import Random

from bench.sitters import listening, seated
from warbook.core.source import commitment_of

from .crowds import PROTOCOL, hear
from .files import FRESH
from .server import Success, Target

FROM = "127.0.10.{}"
CHOICES = 6


async def tokens_in_the_log(target: Target) -> str:
    """What a token is sent with, or beside, wrongly, is written to the log or said back."""
    opened = json.loads((await target.post("/api/games", FRESH, source=FROM.format(1))).body)
    game, token = opened["game"], opened["links"][0]["token"]
    headers = [
        {"Authorization": f"Bearer {token}x"},
        {"Authorization": f"Basic {token}"},
        {"Referer": f"http://localhost/#{token}", "Origin": "http://elsewhere.example"},
        {"Cookie": token, "Origin": "http://elsewhere.example"},
    ]
    said = b""
    for each in headers:
        for path in (f"/api/games/{game}/record", "/api/games/turns", "/health", f"/nothing?token={token}"):
            said += (await target.request("GET", path, b"", headers=each, source=FROM.format(2))).body
    hello = {"type": "hello", "protocol": PROTOCOL, "game": game, "tokens": [token]}
    messages = [
        {**hello, "tokens": token},
        {**hello, "tokens": [token], "what": 1},
        {**hello, "protocol": token},
        {**hello, "name": [token]},
        {**hello, "tokens": [token + "x"]},
        {**hello, "game": "other"},
    ]
    for message in messages:
        async with target.socket(game, source=FROM.format(3)) as socket:
            await socket.send(json.dumps(message))
            said += json.dumps(await hear(socket, "fault")).encode()
    kept = {"games": [{"game": game, "tokens": token}]}
    said += (await target.post("/api/games/turns", kept, source=FROM.format(4))).body
    bearer = {"Authorization": f"Bearer {token}"}
    record = (await target.request("GET", f"/api/games/{game}/record", b"", headers=bearer)).body
    for what, text in {"the log": target.log.read_bytes(), "an answer": said, "a record": record}.items():
        if token.encode() in text:
            raise Success(f"{what} has a token: {text[text.index(token.encode()) - 80 :][:120]!r}")
    return "neither the log nor an answer nor the record has it"


async def dice_before_the_end(target: Target) -> str:
    """A record, a branch or a past position of a battle that goes on tells the dice to come."""
    battle = json.loads((await target.post("/api/games", FRESH, source=FROM.format(10))).body)
    tokens = {link["seat"]: link["token"] for link in battle["links"]}
    table = await seated(target.url, battle, (0, 1), Random(5))
    table.ears = listening(table)
    told = b""
    try:
        for _ in range(CHOICES):
            await table.choose()
        async with target.socket(battle["game"], source=FROM.format(11)) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "game": battle["game"], "tokens": [tokens[0], tokens[1]]}
            await socket.send(json.dumps(hello))
            welcome = await hear(socket, "welcome")
            wishes = [
                {"type": "undo", "seat": 0},
                {"type": "consent", "seat": 1, "agree": True},
                {"type": "redo", "seat": 0},
                *({"type": "past", "step": step, "event": 0, "seat": 0} for step in range(3)),
                {"type": "branch", "step": 0, "players": ["human", "human"]},
            ]
            for number, wish in enumerate(wishes, 1):
                await socket.send(json.dumps(wish | {"n": number}))
                while (said := json.loads(await socket.recv())).get("re") != number:
                    told += json.dumps(said).encode()
                told += json.dumps(said).encode()
        branched = said
        if "game" not in branched:
            raise Success(f"nobody can play on from the beginning: {branched}")
        for game, token in ((battle["game"], tokens[0]), (branched["game"], branched["links"][0]["token"])):
            bearer = {"Authorization": f"Bearer {token}"}
            told += (await target.request("GET", f"/api/games/{game}/record", b"", headers=bearer)).body
    finally:
        for screen in table.screens:
            screen.socket.transport.abort()
        for ear in table.ears:
            ear.cancel()
    bound = welcome["game"]["commitment"]
    numbers = {int(found) for found in re.findall(rb"\d{20,80}", told)}
    numbers |= {int(found, 16) for found in re.findall(rb"\b[0-9a-f]{40,64}\b", told)}
    if any(commitment_of(number) == bound for number in numbers) or b'"seed":"' in told:
        raise Success("the server's share of the dice is told while they are rolled")
    if branched["game"] == battle["game"] or bound in json.dumps(branched):
        raise Success("a branch has the dice of the battle that it is from")
    return f"none of {len(numbers)} numbers that were told is the server's share, and a branch has another"


ATTACKS = (tokens_in_the_log, dice_before_the_end)
