"""Programs at a table: a battle over standard input and output, and everything that a program can get wrong."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tests.web.guests import SCENARIOS, setup
from warbook import rulesets, table
from warbook.core.errors import WarbookError
from warbook.core.verify import verify
from warbook.players import HUMAN
from warbook.web import stdio
from warbook.web.app import application
from warbook.web.house import House
from warbook.web.program import GaveUp, Program
from warbook.web.serving import bound
from warbook.web.stdio import Hosting
from warbook.web.storage import Storage
from warbook.web.thinking import Inline

JAVASCRIPT = Path(__file__).parents[2] / "examples" / "bot-javascript" / "bot.js"

FRAME = """
import json, sys, time
def say(**message): print(json.dumps(message), flush=True)
def hear():
    line = sys.stdin.readline()
    if not line: sys.exit()
    return json.loads(line)
def asked():
    while True:
        told = hear()
        if told["type"] == "position" and told.get("asked"): return told["asked"][0]
def answers(question):
    if question["kind"] == "order": return [[option["answer"] for option in question["options"]]]
    if question.get("options"): return [option["answer"] for option in question["options"]]
    say(type="suggest", n=7, seat=question["seat"], at=question["at"])
    while True:
        told = hear()
        if told.get("re") == 7 and told["type"] == "suggested": return [option["answer"] for option in told["options"]]
        if told["type"] == "position" and told.get("asked"):  # the line was cut, and what was asked is lost
            question.clear()
            question.update(told["asked"][0])
            return answers(question)
def choose(question, answer): say(type="choose", n=9, seat=question["seat"], at=question["at"], answer=answer)
"""


def program(body: str) -> tuple[str, ...]:
    """A program in Python that hears and says what this does."""
    return (sys.executable, "-c", FRAME + body)


class Kept(list[bytes]):
    """The lines of a record."""

    def battle(self) -> Any:
        return table.load(b"".join(self), "the record", advance=True)


def host(body: str | tuple[str, ...], kept: Kept, *, scenario: str = SCENARIOS[0], seat: int = 0, **wishes: Any) -> Any:
    players = stdio.players(2, seat, wishes.pop("against", "first"))
    command = program(body) if isinstance(body, str) else body
    wanted = Hosting(setup(scenario), seat, players, 5)
    return asyncio.run(stdio.host(wanted, command, kept.append, wishes.pop("patience", 30.0)))


def gives_up(body: str, kept: Kept, **wishes: Any) -> str:
    with pytest.raises(GaveUp) as caught:
        host(body, kept, **wishes)
    return str(caught.value)


# ---- a battle --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_plays_a_battle_to_its_end_and_the_record_stands_by_itself(seat: int) -> None:
    kept = Kept()
    body = "while True:\n    q = asked()\n    choose(q, answers(q)[0])\n"
    ended, game = host(body, kept, seat=seat)
    assert ended.yours == (seat,) and len(ended.seats) == 2
    again = kept.battle()
    assert again.is_over and again.result == game.result and verify(again).true
    assert (ended.ending.winner, ended.ending.points) == (again.result.winner, again.result.points)
    assert again.names[seat] == HUMAN and again.names[1 - seat] == "first"


def test_the_same_seed_and_program_give_the_same_record() -> None:
    body = "for _ in range(12):\n    q = asked()\n    choose(q, answers(q)[-1])\nsys.exit()\n"
    one, two = Kept(), Kept()
    gives_up(body, one)
    gives_up(body, two)
    assert one.battle().digest() == two.battle().digest() and len(one) > 12


def test_a_program_is_welcomed_and_shown_the_battle_before_it_says_anything(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    body = f"told = [hear(), hear()]\nopen({str(heard)!r}, 'w').write(json.dumps(told))\nsys.exit()\n"
    gives_up(body, Kept())
    welcome, position = json.loads(heard.read_text())
    assert welcome["type"] == "welcome" and welcome["yours"] == [0] and welcome["board"]
    assert position["type"] == "position" and position["asked"][0]["seat"] == 0


def test_a_program_may_ask_for_all_that_a_screen_may() -> None:
    body = (
        "q = asked()\n"
        "say(type='check', n=1, seat=0, at=q['at'], answer=[0, 0, 0, 0, 1])\n"
        "say(type='card', n=2, seat=0, who=0)\n"
        "say(type='past', n=3, step=0)\n"
        "found = {}\n"
        "while len(found) < 3:\n"
        "    told = hear()\n"
        "    if told.get('re'): found[told['re']] = told['type']\n"
        "sys.exit(0 if found[1] == 'checked' and found[3] == 'past' else 3)\n"
    )
    assert "exit code 0" in gives_up(body, Kept())


# ---- faults ----------------------------------------------------------------------------------------------------------


def test_what_is_no_message_is_told_to_the_program_and_it_may_go_on() -> None:
    body = (
        "asked()\n"
        "print('this is no JSON', flush=True)\n"
        "say(type='no such thing')\n"
        "say(type='hello', protocol=1, game='x')\n"
        "print(flush=True)\n"
        "faults = []\n"
        "while len(faults) < 3:\n"
        "    told = hear()\n"
        "    if told['type'] == 'fault': faults.append(told['code'])\n"
        "sys.exit(0 if faults == ['message'] * 3 else 3)\n"
    )
    assert "exit code 0" in gives_up(body, Kept())


def test_a_program_that_ends_leaves_a_record_that_goes_on() -> None:
    kept = Kept()
    said = gives_up("for _ in range(5):\n    q = asked()\n    choose(q, answers(q)[0])\nsys.exit(4)\n", kept)
    assert "ended before the battle did (exit code 4)" in said
    again = kept.battle()
    assert not again.is_over and again.decision is not None
    assert sum(len(done.answers) for done in again.steps) + len(again.answers) >= 5


def test_a_program_that_is_killed_is_told_by_its_signal() -> None:
    said = gives_up("asked()\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n", Kept())
    assert "killed by SIGKILL" in said


def test_a_program_that_says_nothing_is_given_up() -> None:
    kept = Kept()
    said = gives_up("asked()\ntime.sleep(60)\n", kept, patience=0.5)
    assert "has said nothing for 0.5 seconds" in said
    assert kept.battle().decision is not None


def test_a_program_that_answers_nonsense_for_ever_is_given_up_with_the_last_reason() -> None:
    body = "q = asked()\nwhile True:\n    choose(q, 'nonsense')\n"
    said = gives_up(body, Kept())
    assert "was refused 100 times in a row" in said and "A place is 5 whole numbers." in said


def test_a_line_without_an_end_is_given_up() -> None:
    assert "a line of more than" in gives_up("asked()\nprint('x' * 300000, flush=True)\ntime.sleep(60)\n", Kept())


def test_a_program_that_does_not_read_is_given_up() -> None:
    body = "q = asked()\nfor n in range(4000):\n    say(type='card', n=n + 1, seat=0, who=0)\ntime.sleep(60)\n"
    said = gives_up(body, Kept(), patience=5.0)
    assert "does not read what it is told" in said or "was refused" in said


def test_a_program_that_is_none_is_not_begun_with() -> None:
    kept = Kept()
    with pytest.raises(GaveUp, match="cannot be started"):
        host(("/no/such/program",), kept)
    assert kept == []


def test_an_answer_for_another_seat_is_refused() -> None:
    body = (
        "q = asked()\n"
        "say(type='choose', n=5, seat=1, at=q['at'], answer=None)\n"
        "while True:\n"
        "    told = hear()\n"
        "    if told.get('re') == 5: sys.exit(0 if told['type'] == 'refused' else 3)\n"
    )
    assert "exit code 0" in gives_up(body, Kept())


def test_a_program_may_end_with_its_last_answer() -> None:
    """It need not wait for the news of the end."""
    body = (
        "q = asked()\n"
        "while True:\n"
        "    choose(q, answers(q)[0])\n"
        "    while True:\n"
        "        told = hear()\n"
        "        if told['type'] == 'position' and told.get('ending'): sys.exit()\n"
        "        if told['type'] == 'position' and told.get('asked'): q = told['asked'][0]; break\n"
    )
    ended, game = host(body, Kept())
    assert game.is_over and ended.ending.points == game.result.points


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_program_sits_in_a_seat_that_there_is(seat: int) -> None:
    with pytest.raises(WarbookError, match="wanted one from 0 to 1"):
        stdio.players(2, seat, "greedy")


# ---- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "socket"),
    [
        ("http://localhost:8770/#/join/abc/tok", "ws://localhost:8770/api/games/abc/socket"),
        ("https://club.example/war/#/join/abc/tok", "wss://club.example/war/api/games/abc/socket"),
        ("http://localhost/#/table/abc?seat=tok", "ws://localhost/api/games/abc/socket"),
    ],
)
def test_a_link_leads_to_a_seat(link: str, socket: str) -> None:
    assert stdio.invitation(link) == stdio.Invitation(socket, "abc", "tok")


@pytest.mark.parametrize("where", ["hive-stand-off", "my/scenario.toml", "necromunda-2023/hive-stand-off"])
def test_a_scenario_is_no_link(where: str) -> None:
    assert stdio.invitation(where) is None


@pytest.mark.parametrize("link", ["http://localhost:8770/", "http://localhost/#/join/abc", "https://x/#/new"])
def test_a_link_without_a_seat_is_refused(link: str) -> None:
    with pytest.raises(WarbookError, match="no seat in this link"):
        stdio.invitation(link)


@asynccontextmanager
async def server(folder: Path, port: int = 0) -> AsyncIterator[tuple[int, House]]:
    """A server over the battles of a folder, while it runs: its port, and its house."""
    storage = Storage(f"sqlite:///{folder / 'table.sqlite'}")
    storage.migrate()
    house = House(storage, Inline())
    listening = bound("127.0.0.1", (port,))
    config = uvicorn.Config(application(house), log_config=None, timeout_graceful_shutdown=1)
    running = uvicorn.Server(config)
    serving = asyncio.create_task(running.serve(sockets=[listening]))
    while not running.started:
        await asyncio.sleep(0.01)
    try:
        yield listening.getsockname()[1], house
    finally:
        running.should_exit = True
        await serving


def served(folder: Path, work: Callable[[str, House], Any]) -> Any:
    """Do something while a server runs: with the address, and the house."""

    async def run() -> Any:
        async with server(folder) as (port, house):
            return await work(f"http://127.0.0.1:{port}", house)

    return asyncio.run(run())


def test_a_server_that_comes_back_is_found_again(tmp_path: Path) -> None:
    body = "for _ in range(30):\n    q = asked()\n    choose(q, answers(q)[0])\n    time.sleep(0.1)\nsys.exit(4)\n"

    async def run() -> None:
        async with server(tmp_path) as (port, house):
            opened = await house.open(setup(), (HUMAN, "first"), seed=5)
            token = next(link.token for link in opened.links if link.seat == 0)
            seat = stdio.invitation(f"http://127.0.0.1:{port}/#/join/{opened.game}/{token}")
            assert seat is not None
            playing = asyncio.create_task(stdio.join(seat, program(body), 60.0))
            while not len((await house.room(opened.game)).game.steps):
                await asyncio.sleep(0.05)
        async with server(tmp_path, port) as (_, house):
            with pytest.raises(GaveUp, match="exit code 4"):
                await playing
            room = await house.room(opened.game)
            assert len(room.game.steps) + len(room.game.answers) >= 29

    asyncio.run(run())


def test_a_program_plays_a_seat_across_the_net(tmp_path: Path) -> None:
    async def play(address: str, house: House) -> None:
        opened = await house.open(setup(), (HUMAN, "first"), seed=5)
        token = next(link.token for link in opened.links if link.seat == 0)
        seat = stdio.invitation(f"{address}/#/join/{opened.game}/{token}")
        assert seat is not None
        body = "for _ in range(8):\n    q = asked()\n    choose(q, answers(q)[0])\nasked()\nsys.exit(4)\n"
        with pytest.raises(GaveUp, match="exit code 4"):
            await stdio.join(seat, program(body), 60.0)
        room = await house.room(opened.game)
        assert len(room.game.steps) + len(room.game.answers) >= 8

    served(tmp_path, play)


def test_a_wrong_token_ends_the_conversation_with_the_servers_words(tmp_path: Path) -> None:
    async def play(address: str, house: House) -> None:
        opened = await house.open(setup(), (HUMAN, "first"), seed=5)
        seat = stdio.invitation(f"{address}/#/join/{opened.game}/wrong")
        assert seat is not None
        with pytest.raises(GaveUp, match="opens no seat"):
            await stdio.join(seat, program("while True: hear()\n"), 20.0)

    served(tmp_path, play)


def test_a_server_that_is_not_there_is_told_at_once() -> None:
    seat = stdio.Invitation("ws://127.0.0.1:9/api/games/x/socket", "x", "y")
    with pytest.raises(GaveUp, match="no connection to the server"):
        asyncio.run(stdio.join(seat, program("while True: hear()\n"), 20.0))


# ---- the example -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node here: the example in JavaScript is not run")
@pytest.mark.parametrize("scenario", ["street-ambush", "late-for-market"])
def test_the_example_in_javascript_plays_without_a_refusal(scenario: str, capfd: pytest.CaptureFixture[str]) -> None:
    kept = Kept()
    ended, game = host(("node", str(JAVASCRIPT)), kept, scenario=scenario, against="uniform", patience=60.0)
    assert game.is_over and ended.yours == (0,)
    assert capfd.readouterr().err == ""
    assert rulesets.find(game.ruleset.id) and verify(kept.battle()).true


class Silent(Program):
    """A program that reads what it is told and says nothing."""

    def __init__(self) -> None:
        self.name = "silent"

    async def tell(self, message: bytes) -> None:
        del message

    async def line(self) -> bytes:
        await asyncio.Event().wait()
        return b""


class Asking:
    """A referee that has asked something and waits."""

    why = ""

    def __init__(self) -> None:
        self.told: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.told.put_nowait(b'{"type":"position","at":[1,1],"asked":[{}]}')

    async def hear(self, line: bytes) -> None:
        del line


async def _stopped_after(turns: int) -> None:
    talk = asyncio.create_task(stdio.Conversation(Silent(), Asking()).run())
    for _ in range(turns):
        await asyncio.sleep(0)
    talk.cancel()
    _, pending = await asyncio.wait([talk], timeout=5)
    assert not pending, f"stopped after {turns} turns of the loop, it goes on"


@pytest.mark.parametrize("turns", range(12))
def test_it_can_be_stopped_at_every_moment(turns: int) -> None:
    """Also at the one in which the program has just read what it was told."""
    asyncio.run(_stopped_after(turns))
