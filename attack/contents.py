"""Contents: files of very many small parts, and texts that act on whoever is shown them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .crowds import PROTOCOL, hear
from .files import BOARD, FRESH, all_refused, at_once, open_with
from .records import battle
from .server import Answer, Success, Target

FROM = "127.0.8.{}"
PARTS = 10_000
FITS = 262_000  # characters, a few less than a file may have
LINES = 1_000_000
ROSTER = 'kind = "roster"\nruleset = "necromunda-2023"\nid = "r"\ntitle = "R"\n'
FIGHTER = '[[fighters]]\nid = "{}"\nname = "F"\nprofile = "ganger"\n'
SCENARIO = 'kind = "scenario"\nruleset = "necromunda-2023"\nid = "s"\ntitle = "S"\n'
MARKER = '[[markers]]\nid = "m{}"\nat = [{}, 5]\n'
HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202egnihton\u2066<img src=x onerror=alert(1)>\x00\x7f\u2028"
ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")


def filled(begin: str, part: Callable[[int], str], end: str = "", most: int = FITS) -> str:
    """As many of these parts as fit into a file that is read."""
    found, size = [begin], len(begin) + len(end)
    while size < most:
        found.append(part(len(found)))
        size += len(found[-1])
    return "".join(found[:-1]) + end


async def many_small_parts(target: Target) -> str:
    """Inline tables, lists of tables, dotted heads and keys by the hundred thousand are slow to read."""
    endings = {
        "x = [": (lambda n: "{a=1},", "]"),
        "x = {a=1": (lambda n: f",a{n}=1", "}"),
        "y = 1\n": (lambda n: f"[[a.b{n}]]\nc=[[1],[2]]\n", ""),
        "y = 2\n": (lambda n: f"a.b.c.d.e.f{n}=1\n", ""),
        "y = 3\n": (lambda n: f"a{n}={{b={{c={{d={{e={n}}}}}}}}}\n", ""),
        "y = 4\n": (lambda n: f"[a{n}.b.c.d.e.f.g]\n", ""),
        'x = "': (lambda n: "\\u0041", '"'),
        "x = '''": (lambda n: "\n", "'''"),
        "#": (lambda n: "#", ""),
        "\n": (lambda n: "\n", ""),
        "x = [1": (lambda n: ",1979-05-27T07:32:00Z", "]"),
        "x = [2": (lambda n: ",1_0_0_0", "]"),
    }
    texts = [filled(begin, *rest) for begin, rest in endings.items()] + ["#" * 4_000_000, "x = [" + "1," * 1_000_000]
    answers = [target.check(text, source=FROM.format(1 + n // 4)) for n, text in enumerate(texts)]
    return all_refused(await at_once(*answers), "a file of very many parts")


async def a_million_lines_in_a_record(target: Target) -> str:
    """A record of a million short lines is slow to read."""
    head = battle().partition(b"\n")[0] + b"\n"
    lines = (b"{}\n", b"[]\n", b"1\n", b'""\n')
    sent = [head + each * (LINES if len(each) < 4 else LINES * 4 // 5) for each in lines]
    answers = [
        *(target.post("/api/games/import?players=human,human", each, source=FROM.format(10)) for each in sent),
        *(target.check(each.decode(), source=FROM.format(11)) for each in sent),
    ]
    return all_refused(await at_once(*answers), "a record of a million lines")


async def very_many_of_a_kind(target: Target) -> str:
    """10,000 fighters or markers, or a thousand with one name, make every question slow."""
    rosters = (
        ROSTER + "".join(FIGHTER.format(f"f{n}") for n in range(PARTS)),
        ROSTER + FIGHTER.format("same") * 1000,
        filled(ROSTER, FIGHTER.format),
        filled(ROSTER, lambda n: FIGHTER.format("same")),
        ROSTER + '[[fighters]]\nid = "f"\nname = "F"\nprofile = "ganger"\nweapons = [' + '"lasgun",' * PARTS + "]\n",
    )
    scenarios = (
        SCENARIO + "".join(MARKER.format(n, n % 90) for n in range(PARTS)),
        SCENARIO + MARKER.format("same", 5) * 1000,
        filled(SCENARIO, lambda n: MARKER.format(n, n % 90)),
    )
    wanted: list[dict[str, Any]] = [FRESH | {"rosters": {0: {"text": each, "source": "r.toml"}}} for each in rosters]
    wanted += [FRESH | {"scenario": {"text": each, "source": "s.toml"}} for each in scenarios]
    wanted += [open_with(BOARD + '[[area]]\nname = "same"\nrect = [1, 1, 2, 2]\n' * PARTS)]
    answers = [
        *(target.check(each, source=FROM.format(20 + n)) for n, each in enumerate((*rosters, *scenarios))),
        *(target.post("/api/games", each, source=FROM.format(30 + n)) for n, each in enumerate(wanted)),
    ]
    return all_refused(await at_once(*answers), "10,000 of a kind")


async def words_that_act(target: Target) -> str:
    """A title, a name or a word of chat turns lines around, writes to a terminal or is run by a browser."""
    board = BOARD.replace('"B"', json.dumps("B" + HOSTILE)) + "[[wall]]\nline = [1, 1, 5, 1]\nheight = 2\n"
    bad: list[dict[str, Any]] = [
        {"title": "x" * 100_000},
        {"names": ["x" * 100_000, ""]},
        {"house_rules": [HOSTILE]},
        {"options": {HOSTILE: 1}},
        {"options": {HOSTILE: "x" * 100_000}},
        {"scenario": {"id": HOSTILE}},
        {"board": {"text": board, "source": HOSTILE}},
        {"players": [HOSTILE, "human"]},
        {"ruleset": HOSTILE},
    ]
    answers: list[Answer] = await at_once(
        *(target.post("/api/games", FRESH | each, source=FROM.format(40)) for each in bad)
    )
    said = all_refused(answers, "words that act")
    shown = list[str]()
    wish = FRESH | {"title": "T" + HOSTILE[:60], "names": ["N" + HOSTILE[:30], ""], "public": True}
    opened = await target.post("/api/games", wish, source=FROM.format(41))
    if opened.status == 200:
        shown = await _messages_about(target, json.loads(opened.body))
    for text in shown:
        for word in _words(json.loads(text)):
            if found := ACTING.search(word):
                raise Success(f"{found[0]!r} is told to others: {word[:80]!r}")
    return said


async def _messages_about(target: Target, battle: dict[str, Any]) -> list[str]:
    """What others are told of a battle whose title, names and talk act."""
    game, tokens = battle["game"], [link["token"] for link in battle["links"]]
    async with (
        target.socket(game, source=FROM.format(42)) as other,
        target.socket(game, source=FROM.format(41)) as ours,
    ):
        hello = {"type": "hello", "protocol": PROTOCOL, "game": game, "tokens": [tokens[1]]}
        await other.send(json.dumps(hello))
        told = [json.dumps(await hear(other, "welcome"))]
        await ours.send(json.dumps(hello | {"tokens": [tokens[0]], "name": HOSTILE[:35]}))
        await ours.send(json.dumps({"type": "say", "n": 1, "seat": 0, "words": HOSTILE}))
        await ours.send('{"type":"say","n":2,"seat":0,"words":"\\ud800"}')
        await ours.send(json.dumps({"type": "say", "n": 3, "seat": 0, "words": "x" * 60_000}))
        order = {"type": "stand", "n": 4, "seat": 0, "order": {"window": HOSTILE[:60]}}
        await ours.send(json.dumps(order))
        told += [json.dumps(await hear(other, kind)) for kind in ("presence", "chat")]
    listing = await target.get("/api/games", source=FROM.format(42))
    turns = await target.post(
        "/api/games/turns", {"games": [{"game": game, "tokens": tokens[:1]}]}, source=FROM.format(42)
    )
    return [*told, listing.body.decode(), turns.body.decode()]


def _words(value: object) -> list[str]:
    """Every text in what was told."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for pair in value.items() for each in pair for word in _words(each)]
    return [word for each in value for word in _words(each)] if isinstance(value, list) else []


ATTACKS = (many_small_parts, a_million_lines_in_a_record, very_many_of_a_kind, words_that_act)
