"""Files that a stranger brings: too deep, too long, too many, too slow to read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from . import endless
from .server import Answer, Success, Target

DOTS = 400_000
DOTS_THAT_FIT = 120_000  # within a file of the size that is read
WALL = "[[wall]]\nline = [{x}, {y}, {x}, {z}]\nheight = 2\n"
BOARD = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [96, 96]\n'
FRESH: dict[str, object] = {
    "ruleset": "necromunda-2023",
    "scenario": {"id": "hive-stand-off"},
    "players": ["human", "human"],
}


def walls(number: int) -> str:
    """A board of so many walls."""
    return BOARD + "".join(WALL.format(x=1 + n % 94, y=n // 94 % 90, z=n // 94 % 90 + 1) for n in range(number))


def open_with(board: str) -> dict[str, object]:
    """A request for a battle on a board of one's own."""
    return FRESH | {"board": {"text": board, "source": "b.toml"}}


def record_of(content: dict[str, object]) -> bytes:
    """The first line of a record with this content."""
    setup = {"ruleset": "necromunda-2023", "content": content}
    header = {"line": "record", "warbook": "0.1.0", "version": "1", "setup": setup, "start": {}}
    return json.dumps(header).encode() + b"\n"


async def at_once(*asked: object) -> list[Answer]:
    """The answers to several requests at the same time."""
    return list(await asyncio.gather(*asked))  # type: ignore[call-overload]


def all_refused(answers: Sequence[Answer], what: str) -> str:
    for answer in answers:
        answer.must_refuse(what)
    return answers[0].words


async def dots_in_a_key(target: Target) -> str:
    """A key of 400,000 dots keeps the reader of TOML busy for minutes."""
    dotted, fitting = ("a" + ".a" * dots + " = 1\n" for dots in (DOTS, DOTS_THAT_FIT))
    answers = [target.check(text) for text in (dotted, fitting, f"[{fitting[:-5]}]\n", f"x = {{ {fitting[:-1]} }}\n")]
    return all_refused(await at_once(*answers), "a key of 400,000 dots")


async def dots_in_a_record(target: Target) -> str:
    """The same key inside a record reaches a reader that nobody guards."""
    dotted = {"text": "a" + ".a" * DOTS_THAT_FIT + " = 1\n", "source": "b"}
    record = record_of({"board": dotted, "scenario": dotted, "rosters": [dotted, dotted]})
    answers = [target.check(record.decode()), target.post("/api/games/import?players=human,human", record)]
    return all_refused(await at_once(*answers), "a record with a key of 400,000 dots")


async def brackets_without_end(target: Target) -> str:
    """Lists in lists, 100,000 deep, break the readers of TOML and of JSON."""
    deep = "[" * 100_000
    texts = (f"x = {deep}", "x = " + "{a=" * 100_000, '{"line":"record","setup":' + deep, "[" * 5000 + "]" * 5000)
    answers = [target.check(text) for text in texts]
    more = [
        target.post("/api/games", deep.encode()),
        target.post("/api/games", json.dumps(FRESH)[:-1].encode() + b',"options":{"x":' + deep.encode() + b"}}"),
        target.post("/api/games/import", b'{"line":' + deep.encode()),
        target.post("/api/games/turns", b'{"games":' + deep.encode()),
    ]
    return all_refused(await at_once(*answers, *more), "lists 100,000 deep")


async def twelve_boards_of_walls(target: Target) -> str:
    """Twelve boards of 60,000 walls, opened at once, make everybody wait."""
    body = json.dumps(open_with(walls(60_000))).encode()
    return all_refused(await at_once(*(target.post("/api/games", body) for _ in range(12))), "a board of 60,000 walls")


async def tables_and_keys(target: Target) -> str:
    """A file of a million small tables or keys is slow to read though nothing in it is long."""
    tables = "".join(f"[a{n}]\n" for n in range(300_000))
    keys = "".join(f"a{n}=1\n" for n in range(300_000))
    nested = "[[a]]\n" * 500_000
    heads = "".join(f"[a.b{n}.c.d.e.f.g]\n" for n in range(100_000))
    return all_refused(await at_once(*(target.check(text) for text in (tables, keys, nested, heads))), "a million keys")


async def many_models(target: Target) -> str:
    """A gang of 20,000 fighters makes every question slow."""
    fighter = '[[fighters]]\nid = "f{n}"\nname = "F{n}"\nprofile = "ganger"\n'
    roster = 'kind = "roster"\nruleset = "necromunda-2023"\nid = "r"\ntitle = "R"\n'
    roster += "".join(fighter.format(n=n) for n in range(20_000))
    wanted = FRESH | {"rosters": {0: {"text": roster, "source": "r.toml"}}}
    return all_refused(await at_once(target.check(roster), target.post("/api/games", wanted)), "20,000 fighters")


async def bad_imports(target: Target) -> str:
    """Records that cannot be read keep the workers from thinking for those who play."""
    walled = {"text": walls(60_000), "source": "b"}
    board = record_of({"board": walled, "scenario": walled, "rosters": []})
    junk = b'{"line":"step"}\n' * 200_000
    sent = [board, junk, board + junk, b"\xff" * 1_000_000] * 4
    answers = await at_once(*(target.post("/api/games/import?players=human,greedy", each) for each in sent))
    return all_refused(answers, "a record that cannot be read")


async def a_reader_without_end(target: Target) -> str:
    """A file that keeps its reader busy for ever keeps a worker for ever, and then all of them."""
    answers = await at_once(*(target.check(endless.LOOPING, ruleset="endless") for _ in range(4)))
    return all_refused(answers, "a file without end")


async def a_reader_that_takes_all_memory(target: Target) -> str:
    """A file that makes its reader ask for more and more memory takes the machine's."""
    answers = await at_once(*(target.check(endless.HOARDING, ruleset="endless") for _ in range(3)))
    return all_refused(answers, "a file that takes all memory")


async def files_from_many_addresses(target: Target) -> str:
    """Files that take long, from forty addresses at once, keep a good file from being looked at."""
    sources = [f"127.0.1.{n}" for n in range(1, 41)]
    answers = await at_once(*(target.check(endless.LOOPING, ruleset="endless", source=each) for each in sources))
    said = all_refused(answers, "a file without end")
    if not any(answer.status == 503 for answer in answers):
        raise Success("forty endless files were all waited for")
    return said


ATTACKS = (
    dots_in_a_key,
    dots_in_a_record,
    brackets_without_end,
    twelve_boards_of_walls,
    tables_and_keys,
    many_models,
    bad_imports,
    a_reader_without_end,
    a_reader_that_takes_all_memory,
    files_from_many_addresses,
)
