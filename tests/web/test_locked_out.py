"""Nobody is locked out: neither by those who watch, nor by those who guess, nor by a page of elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from tests.web.guests import house, setup, sits
from tests.web.lines import WANTED, hear, hello, line, opened, served
from warbook.web import api, conversation, people, screens
from warbook.web.house import Elsewhere
from warbook.web.limits import Rules
from warbook.web.places import Places
from warbook.web.protocol import Fault, Position, Presence
from warbook.web.screens import Screen
from warbook.web.state import state_of


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "PAUSE", 0.01)


# ---- those who watch -------------------------------------------------------------------------------------------------


def test_a_server_full_of_watchers_has_a_place_for_each_seat(tmp_path: Path) -> None:
    with served(tmp_path, Rules(screens=3)) as client, ExitStack() as crowd:
        game, tokens = opened(client)
        watching = [crowd.enter_context(line(client, game)) for _ in range(3)]
        for socket in watching:
            assert hello(socket, game, tokens[-1])["type"] == "welcome"
        with line(client, game) as late:
            assert hello(late, game, tokens[-1])["code"] == "full"
        for seat in (0, 1):
            player = crowd.enter_context(line(client, game))
            assert hello(player, game, tokens[seat])["yours"] == [seat]
        for socket in watching[1:]:
            assert hear(socket, "fault")["code"] == "full"
        assert len(state_of(client.app).places) == 3  # type: ignore[arg-type]


def test_an_address_full_of_watchers_has_a_place_for_each_seat(tmp_path: Path) -> None:
    with served(tmp_path, Rules(public=True, sockets=2)) as client, ExitStack() as crowd:
        game, tokens = opened(client)
        for number in range(3):
            socket = crowd.enter_context(line(client, game))
            assert hello(socket, game, tokens[-1]).get("code", "") == ("full" if number == 2 else "")
        for seat in (0, 0, 1, 1):
            assert hello(crowd.enter_context(line(client, game)), game, tokens[seat])["type"] == "welcome"


def test_a_table_full_of_watchers_has_a_place_for_each_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST", 3)

    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            battle = await ours.open(setup(), ("human", "human"), seed=1)
            watching = [await sits(ours, battle, -1) for _ in range(4)]
            assert watching[3].last(Fault).code == "full"
            red = await sits(ours, battle, 0)
            assert red.all(Position)
            assert watching[2].last(Fault).code == "full"
            assert not watching[0].all(Fault)
            assert red.last(Presence).watching == 2
            assert (await sits(ours, battle, 1)).all(Position)
            assert len(red.room.people) == 3

    asyncio.run(scene())


def test_a_seat_on_too_many_screens_lets_its_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "OF_A_SEAT", 2)

    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            battle = await ours.open(setup(), ("human", "human"), seed=1)
            both = await sits(ours, battle, 0, 1)
            red = [await sits(ours, battle, 0) for _ in range(3)]
            assert [bool(each.all(Fault)) for each in (both, *red)] == [True, True, False, False]
            assert red[2].all(Position)

    asyncio.run(scene())


def test_battles_that_are_only_watched_make_way_for_one_that_is_played(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite", most=1) as ours:
            watched, played, third = [
                await ours.open(setup(), ("human", "human"), seed=n, public=True) for n in (1, 2, 3)
            ]
            guests = [await sits(ours, watched, -1), await sits(ours, watched, -1)]
            await ours.open(setup(), ("human", "human"), seed=4)
            ours.most = 0
            with pytest.raises(Elsewhere):
                await ours.room(third.game)
            await ours.room(played.game, seated=True)
            assert [guest.last(Fault).code for guest in guests] == ["full", "full"]
            assert set(ours.rooms) == {played.game}

    asyncio.run(scene())


class Far:
    """A line from an address."""

    def __init__(self, address: str) -> None:
        self.scope: dict[str, Any] = {"type": "websocket", "client": (address, 1), "path": "/", "headers": []}


def far(address: str) -> Screen:
    return Screen(Far(address))  # type: ignore[arg-type]


def test_who_makes_way_comes_from_the_address_that_crowds() -> None:
    async def scene() -> None:
        places = Places(Rules(public=True, screens=6))
        alone, crowd = far("192.0.2.1"), [far("192.0.2.2") for _ in range(5)]
        for number, screen in enumerate((alone, *crowd)):
            places.arrive(screen, screen.websocket.scope["client"][0])
            assert places.sit(screen, ("mine" if screen is alone else f"game {number // 4}", 0))
        newcomer = far("192.0.2.1")
        places.arrive(newcomer, "192.0.2.1")
        assert places.sit(newcomer, ("mine", 1))
        assert [screen.leaving for screen in (alone, newcomer, *crowd)] == [False, False, True, *[False] * 4]
        assert places.sit(crowd[0], ("again", 0)) is False, "it has made way"

    asyncio.run(scene())


def test_those_who_say_nothing_keep_nobody_out() -> None:
    async def scene() -> None:
        places = Places(Rules(public=True, screens=80, sockets=4))
        near = [far("192.0.2.1") for _ in range(5)]
        for screen in near:
            places.arrive(screen, "192.0.2.1")
        assert [screen.leaving for screen in near] == [True, *[False] * 4]
        crowd = [far(f"192.0.2.{number // 4 + 2}") for number in range(16)]
        for screen in crowd:
            places.arrive(screen, screen.websocket.scope["client"][0])
        assert len(places) == 16
        assert places.watch(crowd[-1])
        player = far("192.0.2.9")
        places.arrive(player, "192.0.2.9")
        assert places.sit(player, "seat")

    asyncio.run(scene())


def test_a_screen_that_made_way_and_does_not_hang_up_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "LAST_WORDS", 0.01)

    class Deaf(Far):
        sent: ClassVar[list[str]] = []

        async def send_text(self, text: str) -> None:
            self.sent.append(text)
            await asyncio.sleep(1000)

    async def scene() -> None:
        screen = Screen(Deaf("192.0.2.1"))  # type: ignore[arg-type]
        asyncio.get_running_loop().call_later(0.01, screen.tell, Fault(code="full", words="Go.", last=True))
        async with asyncio.timeout(30):
            async with screen.conversing():
                await asyncio.sleep(1000)
        assert screen.leaving

    asyncio.run(scene())


# ---- those who guess -------------------------------------------------------------------------------------------------


@pytest.fixture
def guessed(tmp_path: Path) -> Iterator[tuple[TestClient, str, dict[int, str]]]:
    """A server at which somebody of our address has guessed as often as they may, and our battle."""
    with served(tmp_path, Rules(public=True, guesses=3)) as client:
        game, tokens = opened(client)
        for number in range(6):
            with line(client, game) as socket:
                assert hello(socket, game, f"wrong {number}")["code"] == ("token" if number < 3 else "too-fast")
        for _ in range(3):
            client.get(f"/api/games/{game}/record", headers={"Authorization": "Bearer wrong"})
            client.post("/api/games/turns", json={"games": [{"game": game, "tokens": ["wrong"]}]})
        yield client, game, tokens


def test_who_guesses_locks_no_token_of_their_address(guessed: tuple[TestClient, str, dict[int, str]]) -> None:
    client, game, tokens = guessed
    for seat, token in tokens.items():
        with line(client, game) as socket:
            assert hello(socket, game, token)["type"] == "welcome", seat
    reply = client.get(f"/api/games/{game}/record", headers={"Authorization": f"Bearer {tokens[0]}"})
    assert reply.status_code == 200
    reply = client.post("/api/games/turns", json={"games": [{"game": game, "tokens": [tokens[0]]}]})
    assert [turn["game"] for turn in reply.json()["turns"]] == [game]


def test_what_was_looked_for_in_vain_is_not_looked_for_again(guessed: tuple[TestClient, str, dict[int, str]]) -> None:
    client, game, _ = guessed
    ours = state_of(client.app).house  # type: ignore[arg-type]

    async def looks(*asked: Any) -> Any:
        raise AssertionError("it was looked for")

    ours.seats_of = looks  # type: ignore[assignment, method-assign]
    ours.turns = looks_for_none  # type: ignore[method-assign]
    reply = client.get(f"/api/games/{game}/record", headers={"Authorization": "Bearer wrong"})
    assert reply.status_code == 429
    reply = client.post("/api/games/turns", json={"games": [{"game": game, "tokens": ["wrong"]}]})
    assert reply.json() == {"turns": []}


async def looks_for_none(kept: Any) -> Any:
    assert not kept, "it was looked for"
    return api.Turns(())


def test_a_wrong_link_takes_no_battle_into_memory(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        game, _ = opened(client)
        with line(client, game) as socket:
            assert hello(socket, game, "wrong")["code"] == "token"
        assert client.get(f"/api/games/{game}/record").status_code == 404
        assert not state_of(client.app).house.rooms  # type: ignore[arg-type]


# ---- pages of elsewhere ----------------------------------------------------------------------------------------------

IMAGE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
POSTED = {"Origin": "https://elsewhere.test"}


def test_a_page_of_elsewhere_uses_up_nothing_of_who_looks_at_it(tmp_path: Path) -> None:
    rules = Rules(public=True, opened=1, checked=1, guesses=1)
    with served(tmp_path, rules) as client:
        for _ in range(3):
            assert client.get("/api/games/nothing/record", headers=IMAGE).status_code == 403
            for path in ("/api/check", "/api/games", "/api/games/import", "/api/games/turns"):
                assert client.post(path, content=b"{}", headers=POSTED).status_code == 403
                assert client.post(path, content=b"{}", headers=IMAGE).status_code == 403
        assert client.get("/api/games/nothing/record").status_code == 404, "nothing was guessed so far"
        assert client.post("/api/check", json={"text": "", "source": "mine.toml"}).status_code == 200
        assert client.post("/api/games", json=WANTED).status_code == 200


@pytest.mark.parametrize("frame", ["iframe", "embed", "object", "empty"])
def test_a_link_from_elsewhere_may_be_followed_and_a_frame_not_be_filled(tmp_path: Path, frame: str) -> None:
    with served(tmp_path) as client:
        game, _ = opened(client, public=True)
        assert client.get(f"/api/games/{game}/record", headers=LINK).status_code == 200
        assert client.get(f"/api/games/{game}/record", headers=LINK | {"Sec-Fetch-Dest": frame}).status_code == 403
        ours = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}
        assert client.get(f"/api/games/{game}/record", headers=ours).status_code == 200
        assert client.get("/", headers=LINK).status_code in (200, 503), "the table itself is for everybody"
        with pytest.raises(WebSocketDenialResponse), line(client, game, **POSTED):
            pass
