"""Records that somebody forged, and dice that somebody wants to know or to choose.

Every digest of a forged record fits: whoever forges knows how records are made.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from random import Random

from tests.forging import Row, forged
from warbook import table

from .files import FRESH
from .server import Answer, Success, Target

IMPORT = "/api/games/import?players=human,uniform"
CHOICES = 100  # of the battle that is forged


@cache
def battle() -> bytes:
    """The record of the beginning of a battle between two who sit at one keyboard, with something taken back."""
    rows: list[bytes] = []
    game, rng = table.battle("gangfight/open-field", seed=5, write=rows.append), Random(1)
    for number in range(CHOICES):
        assert game.decision is not None
        game.choose(game.decision.sample(rng), game.decision.player)
        if number in (30, 60, 90):
            game.undo(consent=(0, 1))
    return b"".join(rows)


async def _bring(target: Target, change: Callable[[list[Row]], object]) -> str:
    """Bring the battle with its lines changed, which must be refused."""
    answer = await target.post(IMPORT, forged(battle(), change))
    answer.must_refuse("a forged record")
    return answer.words


async def loaded_dice(target: Target) -> str:
    """Faces that were never rolled pass, since nobody compares them with the seed."""

    def change(rows: list[Row]) -> None:
        for row in rows:
            for answer in row.get("answers", ()) if row["line"] in ("step", "answers") else ():
                if answer[0] == "r":
                    answer[2] = [1 + face % 6 for face in answer[2]]

    return await _bring(target, change)


async def another_seed(target: Target) -> str:
    """The same rolls pass under a seed that gives others."""
    return await _bring(target, lambda rows: rows[0].update(seed="6"))


async def a_false_end(target: Target) -> str:
    """A battle that goes on is over, and whoever brings it has won."""

    def change(rows: list[Row]) -> None:
        rows.append({"line": "end", "result": {"winner": 0, "points": [9, 0], "why": "the other gave up"}})

    return await _bring(target, change)


async def taken_back_alone(target: Target) -> str:
    """What the others must agree to is taken back without them."""

    def change(rows: list[Row]) -> None:
        for row in rows:
            if row["line"] == "undo":
                row["consent"] = []

    return await _bring(target, change)


async def shifted_counts(target: Target) -> str:
    """Rolls that nobody made are counted, so that later ones are others."""

    def change(rows: list[Row]) -> None:
        for row in rows[1:]:
            if "dice" in row:
                row["dice"] += 1

    return await _bring(target, change)


async def keys_that_nobody_knows(target: Target) -> str:
    """What stands under an unknown key is carried along unseen."""

    def change(rows: list[Row]) -> None:
        next(row for row in rows if row["line"] == "step")["events"][0]["hidden"] = "x" * 1000

    return await _bring(target, change)


async def code_in_a_record(target: Target) -> str:
    """A player's name in a record makes the server import a module."""
    head, _, rest = battle().partition(b"\n")
    header = json.loads(head) | {"players": ["antigravity:Bot", "no_such_module_here:Bot"]}
    whole = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" + rest
    answer = await target.post("/api/games/import", forged(whole, lambda rows: None))
    if answer.status not in (200, 201) or b"no_such_module_here" in answer.body:
        raise Success(f"the names in a record were looked up: {answer.status} {answer.words}")
    return "people sit where a record names what is not registered"


async def dice_of_ones_own(target: Target) -> str:
    """Whoever opens a battle chooses its seed, and knows every roll."""
    answers: list[Answer] = [await target.post("/api/games", FRESH | {"seed": seed}) for seed in (7, "7", "9" * 70)]
    answers.append(await target.post(f"{IMPORT}&seed=7", battle()))
    for answer in answers:
        answer.must_refuse("a seed that was chosen")
    return answers[0].words


async def the_servers_share(target: Target) -> str:
    """The server's share of the dice is told to somebody while they are rolled, or is not the one it bound."""
    opened = json.loads((await target.post("/api/games", FRESH)).body)
    game = opened["game"]
    tokens = [link["token"] for link in opened["links"] if link["seat"] >= 0]
    hello = {"type": "hello", "protocol": 1, "game": game, "tokens": tokens, "share": "ab" * 32}
    async with target.socket(game) as socket:
        await socket.send(json.dumps(hello))
        welcome = json.loads(await socket.recv())
        told = [json.dumps(welcome), *[str(await socket.recv()) for _ in range(2)]]
    bearer = {"Authorization": f"Bearer {tokens[0]}"}
    record = (await target.request("GET", f"/api/games/{game}/record", b"", headers=bearer)).body
    header = json.loads(record.partition(b"\n")[0])
    commitment = welcome["game"]["commitment"]
    if header["seed"] is not None or any('"seed"' in each for each in told):
        raise Success("a running battle tells its seed")
    if header["commitment"] != commitment or commitment == sha256(b"0").hexdigest():
        raise Success("the record has another commitment than was told")
    if record.count(b'{"line":"share"') != len(tokens):
        raise Success("a share that was given does not count")
    return "only its commitment is told, and the shares of the seats count"


ATTACKS = (
    loaded_dice,
    another_seed,
    a_false_end,
    taken_back_alone,
    shifted_counts,
    keys_that_nobody_knows,
    code_in_a_record,
    dice_of_ones_own,
    the_servers_share,
)
