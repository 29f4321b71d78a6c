"""The server's edge: what an attacker may try by HTTP and by WebSocket, and pages, files and lists by HTTP."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tests.web.lines import WANTED, answer_to, asked, hear, hello, line, opened, served
from warbook.space import _kernels
from warbook.web import api, app, callers, conversation, pages, screens, state
from warbook.web.limits import Rules
from warbook.web.protocol import LARGEST, VERSION
from warbook.web.replies import Unfit


@pytest.fixture(autouse=True)
def written_down(caplog: pytest.LogCaptureFixture) -> None:
    """All that an operator is told is worded, as on a server with --logs json."""
    caplog.set_level(logging.INFO, "warbook")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as client:
        yield client


# ---- the conversation ------------------------------------------------------------------------------------------------


def test_two_screens_play_and_a_third_watches(client: TestClient) -> None:
    game, tokens = opened(client)
    with line(client, game) as red, line(client, game) as blue, line(client, game) as watcher:
        assert hello(red, game, tokens[0])["yours"] == [0]
        assert hello(blue, game, tokens[1])["yours"] == [1]
        assert "yours" not in hello(watcher, game, tokens[-1])
        screens = {0: red, 1: blue}
        first = {seat: hear(screen, "position") for seat, screen in screens.items()}
        hear(watcher, "position")
        seat = next(s for s, position in first.items() if position.get("asked"))
        question = asked(first[seat])
        answer = answer_to(screens[seat], question)
        screens[seat].send_json({"type": "choose", "n": 1, "seat": seat, "at": question["at"], "answer": answer})
        assert hear(screens[seat], "done", "refused", re=1)["type"] == "done"
        shown = [hear(screen, "position")["at"] for screen in (red, blue, watcher)]
        assert shown[0] == shown[1] == shown[2] != question["at"]


def test_a_title_and_names_act_on_nobody_who_is_shown_them(client: TestClient) -> None:
    acting = "T\x1b[2J\u202egnihton\x00"
    game, tokens = opened(client, title=acting, names=[acting, ""], public=True)
    with line(client, game) as red:
        told = [hello(red, game, tokens[1]), client.get("/api/games").json()]
    told.append(client.post("/api/games/turns", json={"games": [{"game": game, "tokens": [tokens[0]]}]}).json())
    for each in told:
        words = json.dumps(each, ensure_ascii=False)
        assert "gnihton" in words
        assert not [sign for sign in ("\\u001b", "\\u0000", "\u202e") if sign in words]


def test_nobody_answers_for_another_seat(client: TestClient) -> None:
    game, tokens = opened(client)
    with line(client, game) as red, line(client, game) as blue:
        hello(red, game, tokens[0])
        hello(blue, game, tokens[1])
        first = {0: hear(red, "position"), 1: hear(blue, "position")}
        seat = next(s for s, position in first.items() if position.get("asked"))
        other = (red, blue)[1 - seat]
        question = asked(first[seat])
        answer = answer_to((red, blue)[seat], question)
        for n, kind in enumerate(("choose", "check", "region", "odds", "suggest", "undo", "redo", "stand"), 1):
            said: dict[str, Any] = {"type": kind, "n": n, "seat": seat}
            if kind not in ("undo", "redo", "stand"):
                said["at"] = question["at"]
            if kind in ("choose", "check", "odds"):
                said["answer"] = answer
            if kind == "stand":
                said["order"] = {"window": "x"}
            other.send_json(said)
            assert hear(other, "done", "refused", "checked", "region", "odds", "suggested", re=n)["type"] == "refused"
        other.send_json({"type": "choose", "n": 50, "seat": 1 - seat, "at": question["at"], "answer": answer})
        assert hear(other, "done", "refused", re=50)["type"] == "refused"


def test_who_watches_decides_nothing(client: TestClient) -> None:
    game, tokens = opened(client)
    with line(client, game) as watcher:
        hello(watcher, game, tokens[-1])
        position = hear(watcher, "position")
        assert "asked" not in position
        for seat in (-1, 0, 1):
            watcher.send_json({"type": "choose", "n": 1 + seat + 1, "seat": seat, "at": position["at"], "answer": 0})
            assert hear(watcher, "refused", "done")["type"] == "refused"


def test_an_answer_from_a_tab_left_behind_is_called_stale(client: TestClient) -> None:
    game, tokens = opened(client)
    with line(client, game) as one, line(client, game) as two:
        for tab in (one, two):
            hello(tab, game, tokens[0], tokens[1])
        question = asked(hear(one, "position"))
        hear(two, "position")
        answer = answer_to(one, question)
        said = {"type": "choose", "seat": question["seat"], "at": question["at"], "answer": answer}
        one.send_json(said | {"n": 1})
        assert hear(one, "done", "refused", re=1)["type"] == "done"
        two.send_json(said | {"n": 2})
        told = hear(two, "done", "refused", re=2)
        assert (told["type"], told["stale"]) == ("refused", True)


@pytest.mark.parametrize("token", ["", "x", "A" * 32, "\0" * 8, "💥", "' OR 1=1 --"])
def test_a_guessed_link_opens_nothing(client: TestClient, token: str) -> None:
    game, _ = opened(client)
    with line(client, game) as socket:
        told = hello(socket, game, token)
        assert told["type"] == "fault"
        assert told["code"] == "token"


@pytest.mark.parametrize("game", ["nothing", "%2e%2e", "a" * 64, "0"])
def test_a_battle_that_is_not_there(client: TestClient, game: str) -> None:
    with line(client, game) as socket:
        socket.send_json({"type": "hello", "protocol": VERSION, "game": game})
        assert hear(socket, "fault")["code"] in ("no-game", "message")


def test_guessing_is_soon_over(tmp_path: Path) -> None:
    with served(tmp_path, Rules(guesses=3)) as client:
        game, tokens = opened(client)
        codes = []
        for _ in range(5):
            with line(client, game) as socket:
                codes.append(hello(socket, game, "wrong")["code"])
        assert codes[:3] == ["token"] * 3
        assert codes[-1] == "too-fast"
        assert client.get(f"/api/games/{game}/record", headers={"Authorization": "Bearer wrong"}).status_code == 429


def test_a_flood_is_slowed_down_and_harms_nobody(tmp_path: Path) -> None:
    with served(tmp_path, Rules(rate=50, burst=5)) as client:
        game, tokens = opened(client)
        with line(client, game) as flood, line(client, game) as other:
            hello(flood, game, tokens[0])
            hello(other, game, tokens[1])
            for _ in range(30):
                flood.send_json({"type": "drop", "seat": 0, "order": 9})
            assert hear(flood, "fault")["code"] == "too-fast"
            other.send_json({"type": "say", "n": 1, "seat": 1, "words": "still here"})
            assert hear(other, "chat")["said"]["words"] == "still here"


def test_too_large_a_message_ends_the_line(client: TestClient) -> None:
    game, tokens = opened(client)
    with line(client, game) as socket:
        hello(socket, game, tokens[0])
        socket.send_text(json.dumps({"type": "say", "words": "x" * LARGEST}))
        assert hear(socket, "fault")["code"] == "too-large"
        with pytest.raises(WebSocketDisconnect):
            hear(socket, "nothing more")


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{}", '{"type":"choose"}', "{" * 1000, '{"type":"hello"', "\0", '{"type":"no-such"}']
)
def test_what_is_no_message_is_told_so(client: TestClient, text: str) -> None:
    game, tokens = opened(client)
    with line(client, game) as socket:
        hello(socket, game, tokens[0])
        socket.send_text(text)
        told = hear(socket, "fault")
        assert told["code"] == "message"
        assert "Traceback" not in told["words"]
        socket.send_json({"type": "say", "n": 1, "seat": 0, "words": "and on"})
        assert hear(socket, "chat", "done")


def test_the_first_word_must_be_hello(client: TestClient) -> None:
    game, _ = opened(client)
    with line(client, game) as socket:
        socket.send_json({"type": "undo", "seat": 0})
        assert hear(socket, "fault")["code"] == "message"


def test_another_version_of_the_protocol_is_told_which_one_is_spoken(client: TestClient) -> None:
    game, tokens = opened(client)
    with line(client, game) as socket:
        assert hello(socket, game, tokens[0], protocol=VERSION + 1)["code"] == "version"


@pytest.mark.parametrize("origin", ["http://elsewhere.test", "null", "http://table.test.elsewhere.test"])
def test_pages_of_elsewhere_may_not_speak(client: TestClient, origin: str) -> None:
    game, _ = opened(client)
    with pytest.raises(WebSocketDisconnect), line(client, game, origin=origin) as socket:
        socket.receive_json()


def test_our_own_page_and_those_that_were_named_may(tmp_path: Path) -> None:
    with served(tmp_path, Rules(origins=("http://friend.test",))) as client:
        game, tokens = opened(client)
        for origin in ("http://table.test", "http://friend.test"):
            with line(client, game, host="table.test", origin=origin) as socket:
                assert hello(socket, game, tokens[0])["type"] == "welcome"


def test_a_name_that_is_not_ours_is_not_answered(tmp_path: Path) -> None:
    with served(tmp_path, Rules(hosts=("table.test",))) as client:
        assert client.get("/health").status_code == 200
        assert client.get("/health", headers={"Host": "rebound.test"}).status_code == 400


def test_as_many_screens_as_there_can_be(tmp_path: Path) -> None:
    with served(tmp_path, Rules(screens=1)) as client:
        game, tokens = opened(client)
        with line(client, game) as first:
            hello(first, game, tokens[0])
            with line(client, game) as second:
                assert hello(second, game, tokens[-1])["code"] == "full"


# ---- by HTTP ---------------------------------------------------------------------------------------------------------


def test_a_record_is_for_those_who_have_a_link(client: TestClient) -> None:
    game, tokens = opened(client)
    address = f"/api/games/{game}/record"
    assert client.get(address).status_code == 404
    assert client.get(address, headers={"Authorization": "Bearer wrong"}).status_code == 404
    mine = client.get(address, headers={"Authorization": f"Bearer {tokens[0]}"})
    assert mine.status_code == 200
    header = json.loads(mine.text.splitlines()[0])
    assert header["line"] == "record"
    assert header["seed"] is None


def test_whose_turn_it_is_is_told_without_sitting_down(client: TestClient) -> None:
    game, tokens = opened(client)
    other, others = opened(client, seed=5)

    def turns(*kept: tuple[str, list[str]]) -> dict[str, bool]:
        games = [{"game": game, "tokens": shown} for game, shown in kept]
        reply = client.post("/api/games/turns", json={"games": games})
        assert reply.status_code == 200, reply.text
        return {turn["game"]: turn.get("yours", False) for turn in reply.json()["turns"]}

    with line(client, game) as socket:
        hello(socket, game, tokens[0], tokens[1])
        asked_now = hear(socket, "position")["asked"][0]["seat"]
        assert turns((game, [tokens[asked_now]]), (other, [others[0], others[1]])) == {game: True, other: True}
        assert turns((game, [tokens[1 - asked_now]])) == {game: False}
        assert turns((game, [tokens[-1]])) == {game: False}
        question = {"seat": asked_now, "at": [0, 0], "n": 5, "most": 1}
        socket.send_json(question | {"type": "suggest"})
        answer = hear(socket, "suggested", re=5)["options"][0]["answer"]
        socket.send_json({"type": "choose", "seat": asked_now, "at": [0, 0], "n": 6, "answer": answer})
        assert hear(socket, "done", "refused", re=6)["type"] == "done"
        assert turns((game, [tokens[asked_now]])) == {game: False}
        assert turns((game, [tokens[1 - asked_now]])) == {game: True}


def test_whose_turn_it_is_is_for_those_who_have_a_link(tmp_path: Path) -> None:
    with served(tmp_path, Rules(guesses=2)) as client:
        game, tokens = opened(client)
        wrong = {"games": [{"game": game, "tokens": [tokens[0], "wrong"]}, {"game": "AAAAAAAAAAAA"}, {"game": game}]}
        for _ in range(2):
            assert client.post("/api/games/turns", json=wrong).json() == {"turns": []}
        right = {"games": [{"game": game, "tokens": [tokens[0]]}]}
        assert [turn["game"] for turn in client.post("/api/games/turns", json=right).json()["turns"]] == [game]
        many = {"games": [{"game": game}] * 51}
        assert client.post("/api/games/turns", json=many).status_code == 400
        elsewhere = client.post("/api/games/turns", json=right, headers={"Origin": "https://elsewhere.test"})
        assert elsewhere.status_code == 403


def test_a_saved_battle_is_opened_again(client: TestClient) -> None:
    game, tokens = opened(client)
    saved = client.get(f"/api/games/{game}/record", headers={"Authorization": f"Bearer {tokens[0]}"}).content
    again = client.post("/api/games/import", params={"players": "human,human"}, content=saved)
    assert again.status_code == 201, again.text
    links = {link["seat"]: link["token"] for link in again.json()["links"]}
    with line(client, again.json()["game"]) as socket:
        assert hello(socket, again.json()["game"], links[0])["type"] == "welcome"


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"not a record", b'{"line":"record"}\n'])
def test_a_file_that_is_no_record_says_why(client: TestClient, data: bytes) -> None:
    reply = client.post("/api/games/import", content=data)
    assert reply.status_code == 400
    assert reply.json()["reasons"]


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"ruleset": 3}', b"\xff", json.dumps(WANTED | {"players": ["human"]}).encode(),
     json.dumps(WANTED | {"seed": -1}).encode(), json.dumps(WANTED | {"scenario": {"id": "nope"}}).encode()],
)  # fmt: skip
def test_a_battle_that_cannot_be_opened_says_why(client: TestClient, body: bytes) -> None:
    reply = client.post("/api/games", content=body)
    assert reply.status_code == 400
    assert reply.json()["type"] == "refused"
    assert "Traceback" not in reply.text


def test_too_large_a_file(client: TestClient) -> None:
    assert client.post("/api/check", content=b"x" * (api.LARGEST_FILE + 1)).status_code == 413


def test_an_address_opens_so_many_battles_and_no_more(tmp_path: Path) -> None:
    with served(tmp_path, Rules(public=True, opened=2)) as client:
        assert [client.post("/api/games", json=WANTED).status_code for _ in range(3)][2] == 429


def test_a_public_server_lists_only_what_is_public(tmp_path: Path) -> None:
    with served(tmp_path, Rules(public=True)) as client:
        opened(client)
        shown, _ = opened(client, public=True)
        assert [row["id"] for row in client.get("/api/games").json()["games"]] == [shown]
    with served(tmp_path) as client:
        assert len(client.get("/api/games").json()["games"]) == 2


def test_a_list_goes_on_where_it_stopped(client: TestClient) -> None:
    made = {opened(client)[0] for _ in range(5)}
    seen: list[str] = []
    before = ""
    while True:
        listing = client.get("/api/games", params={"most": 2, "before": before}).json()
        seen += [row["id"] for row in listing["games"]]
        before = listing.get("more", "")
        if not before:
            break
    assert len(seen) == 5
    assert set(seen) == made


@pytest.mark.parametrize("query", [{"most": "many"}, {"before": "💥"}, {"before": "1.5"}, {"before": "a|b|c"}])
def test_a_list_that_nobody_can_give(client: TestClient, query: dict[str, str]) -> None:
    assert client.get("/api/games", params=query).status_code in (200, 400)


def test_metrics_are_for_nobody_who_reaches_the_table(client: TestClient) -> None:
    assert client.get("/metrics").status_code in (404, 503)
    assert "warbook_" not in client.get("/metrics").text


@pytest.mark.parametrize(
    ("host", "proxied", "named"),
    [
        ("table.test", "http", " ws://table.test"),
        ("table.test:8770", "https", " wss://table.test:8770"),
        ("127.0.0.1:8770", "http", " ws://127.0.0.1:8770"),
        ("[::1]:8770", "http", ""),  # which no policy can name: what is its own it may speak to all the same
        ("table.test; script-src *", "http", ""),
    ],
)
def test_a_page_may_speak_to_its_own_server_and_to_no_other(
    tmp_path: Path, host: str, proxied: str, named: str
) -> None:
    with served(tmp_path) as client:
        client.base_url = f"{proxied}://table.test"
        for path in ("/", "/api/games", "/nothing"):
            policy = client.get(path, headers={"Host": host}).headers["Content-Security-Policy"]
            assert f"connect-src 'self'{named};" in policy
            assert "*" not in policy and "ws: " not in policy


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/app.py", "/assets/../../app.py", "//etc/passwd", "/app.py"]
)
def test_no_file_but_the_clients_is_served(
    client: TestClient, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<title>the table</title>")
    (tmp_path / "app.py").write_text("secret")
    monkeypatch.setattr(pages, "BUILT", built)
    assert client.get("/").text == "<title>the table</title>"
    assert "frame-ancestors 'none'" in client.get("/").headers["Content-Security-Policy"]
    reply = client.get(path)
    assert reply.status_code == 404 or "the table" in reply.text
    assert "secret" not in reply.text


def test_a_server_without_its_pages_says_how_to_get_them(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "BUILT", tmp_path / "nowhere")
    reply = client.get("/")
    assert reply.status_code == 503
    assert "make client" in reply.text


# ---- what a stranger may try -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/games", "/api/games/import", "/api/check"])
def test_a_page_of_elsewhere_has_nothing_done_here(client: TestClient, path: str) -> None:
    told = client.post(path, content=json.dumps(WANTED), headers={"Origin": "http://elsewhere.test"})
    assert told.status_code == 403
    assert "elsewhere" in told.json()["reasons"][0]
    assert not client.get("/api/games").json()["games"]


def test_whoever_says_too_much_at_once_is_told_and_gets_every_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "PAUSE", 0.05)
    with served(tmp_path, Rules(rate=100, burst=5)) as client:
        game, tokens = opened(client)
        with line(client, game) as socket:
            hello(socket, game, tokens[0])
            for n in range(1, 41):
                socket.send_json({"type": "drop", "n": n, "seat": 0, "order": 9})
            assert [hear(socket, "refused", "done", re=n)["re"] for n in range(1, 41)] == [*range(1, 41)]
            told = hear(socket, "fault")
            assert (told["code"], told.get("last", False), told.get("re", 0)) == ("too-fast", False, 0)


def test_what_is_no_message_is_counted_like_any(tmp_path: Path) -> None:
    with served(tmp_path, Rules(rate=1, burst=5)) as client:
        game, tokens = opened(client)
        with line(client, game) as flood:
            hello(flood, game, tokens[0])
            for _ in range(8):
                flood.send_text("nonsense")
            assert "too-fast" in [hear(flood, "fault")["code"] for _ in range(8)]


def test_battles_out_of_others_are_counted_too(tmp_path: Path) -> None:
    with served(tmp_path, Rules(public=True, opened=2)) as client:
        game, tokens = opened(client)
        with line(client, game) as socket:
            hello(socket, game, tokens[0])
            told = []
            for n in (1, 2):
                socket.send_json({"type": "branch", "n": n, "step": 0, "players": ["human", "uniform"]})
                told.append(hear(socket, "opened", "refused", re=n))
            assert told[0]["type"] == "opened"
            assert told[1]["reasons"] == [state.TOO_MANY_OPENED]


def test_an_address_has_so_many_files_looked_at(tmp_path: Path) -> None:
    with served(tmp_path, Rules(public=True, checked=2)) as client:
        body = {"text": "", "source": "mine.toml"}
        assert [client.post("/api/check", json=body).status_code for _ in range(3)] == [200, 200, 429]


def test_battles_are_not_guessed_without_a_token_either(tmp_path: Path) -> None:
    with served(tmp_path, Rules(guesses=2)) as client:
        codes = []
        for number in range(3):
            with line(client, f"guess{number}") as socket:
                codes.append(hello(socket, f"guess{number}")["code"])
        assert codes == ["no-game", "no-game", "too-fast"]


@pytest.mark.parametrize("path", ["/%00", "/assets/%00", "/..%2f..%2fapp.py", "/%2e%2e/app.py", "//etc/passwd"])
def test_a_page_that_there_is_not(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 503)


def test_a_public_list_is_short(tmp_path: Path) -> None:
    asked = []
    with served(tmp_path, Rules(public=True)) as client:
        house = client.app.state.server.house  # type: ignore[attr-defined]
        listing = house.listing

        async def noted(**wanted: Any) -> Any:
            asked.append(wanted["most"])
            return await listing(**wanted)

        house.listing = noted
        client.get("/api/games", params={"most": 10_000})
    assert asked == [200]


def test_who_has_a_network_has_one_address(tmp_path: Path) -> None:
    class From:
        def __init__(self, host: str) -> None:
            self.client = type("Address", (), {"host": host})

    def seen(host: str) -> str:
        return callers.address_of(From(host))  # type: ignore[arg-type]

    assert seen("2001:db8::1") == seen("2001:db8::ffff:2") != seen("2001:db8:0:1::1")
    assert seen("192.0.2.1") == "192.0.2.1" == seen("::ffff:192.0.2.1")
    assert seen("testclient") == "testclient"


def test_a_proxy_is_sent_on_to_the_process_that_plays_a_battle(tmp_path: Path) -> None:
    with served(tmp_path) as one, served(tmp_path) as other:
        game, tokens = opened(one)
        with line(one, game) as at_home:
            hello(at_home, game, tokens[0])
            with (
                pytest.raises(WebSocketDenialResponse) as denied,
                line(other, game, **{"X-Forwarded-For": "192.0.2.1"}),
            ):
                pass
            assert denied.value.status_code == 503
            with line(other, game) as straight:
                assert hello(straight, game, tokens[1])["code"] == "elsewhere"
            with line(one, game, **{"X-Forwarded-For": "192.0.2.1"}) as again:
                assert hello(again, game, tokens[1])["type"] == "welcome"


ODD = (
    "[" * 30_000 + "]" * 30_000,
    "[" + "1," * 30_000 + "1]",
    '{"a":' * 9_000 + "1" + "}" * 9_000,
    '"' + "x" * 60_000 + '"',
    "1" * 60_000,
    "1" + "0" * 4400,
    "1e400",
    "-1e-400",
    '"\\ud800"',
    '{"__class__":"x"}',
)


@pytest.mark.parametrize("answer", ODD)
@pytest.mark.parametrize("kind", ["choose", "check", "odds"])
def test_no_answer_is_too_odd_to_be_refused(client: TestClient, kind: str, answer: str) -> None:
    game, tokens = opened(client)
    with line(client, game) as socket:
        hello(socket, game, tokens[0], tokens[1])
        seat = asked(hear(socket, "position"))["seat"]
        socket.send_text(f'{{"type":"{kind}","n":1,"seat":{seat},"at":[0,0],"answer":{answer}}}')
        told = hear(socket, "refused", "fault", "checked", "odds")
        assert (told["type"], told.get("code", "")) in (("refused", ""), ("fault", "message"), ("checked", ""))
        assert told["type"] != "checked" or told["against"]
        assert len(json.dumps(told)) < 200_000
        socket.send_json({"type": "say", "n": 2, "seat": seat, "words": "and on"})
        assert hear(socket, "done", re=2)


@pytest.mark.parametrize("path", ["/api/games", "/api/check", "/api/games/turns", "/api/games/import"])
@pytest.mark.parametrize(
    "body", ["[" * 1_000_000, '{"ruleset":' * 300_000, "1" * 1_000_000, '{"games":[' + "{}," * 300_000]
)
def test_huge_and_deep_files_are_refused_in_few_words(client: TestClient, path: str, body: str) -> None:
    reply = client.post(path, content=body)
    assert reply.status_code == 400
    assert reply.json()["reasons"]
    assert len(reply.content) < 2000
    assert client.get("/health").status_code == 200


def test_what_comes_drop_by_drop_is_not_waited_for(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY", 0.05)

    async def drops() -> Any:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    scope = {"type": "http", "headers": [], "app": client.app}
    with pytest.raises(Unfit) as caught:
        asyncio.run(app._body(Request(scope, drops)))
    assert caught.value.status == 408


class Deaf:
    """A line on which nothing goes out."""

    scope: ClassVar[dict[str, Any]] = {"type": "websocket", "client": ("192.0.2.1", 1), "path": "/", "headers": []}


def test_a_screen_that_does_not_read_is_let_go_by_what_waits_for_it() -> None:
    async def waits(size: int) -> int:
        screen = screens.Screen(Deaf())  # type: ignore[arg-type]
        while not screen.leaving:
            screen.tell(b"x" * size)
        assert screen.weight <= screens.HEAVY + 200
        return screen.queue.qsize() - 2  # the last word, and that it was the last

    assert asyncio.run(waits(10)) == screens.WAITING
    assert asyncio.run(waits(1 << 20)) == 4

    async def one() -> None:
        screen = screens.Screen(Deaf())  # type: ignore[arg-type]
        screen.tell(b"x" * 2 * screens.HEAVY)
        assert not screen.leaving, "a single message is as large as it is"

    asyncio.run(one())


def test_an_address_is_no_name_that_a_page_of_elsewhere_could_have(tmp_path: Path) -> None:
    with served(tmp_path, Rules(hosts=("table.test",), by_address=True)) as client:
        known = {"table.test": 200, "TABLE.test:8770": 200, "192.0.2.7:8770": 200, "[2001:db8::1]:8770": 200}
        wrong = {"rebound.test": 400, "": 400, "192.0.2.7.rebound.test": 400, "[::1": 400}
        for host, status in (known | wrong).items():
            assert client.get("/health", headers={"Host": host}).status_code == status, host
        assert "--name" in client.get("/health", headers={"Host": "rebound.test"}).text
        with pytest.raises(WebSocketDenialResponse), line(client, "game", host="rebound.test"):
            pass


def test_a_fault_of_ours_in_a_conversation_is_told_and_ends_it(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    game, tokens = opened(client)
    house = client.app.state.server.house  # type: ignore[attr-defined]

    async def breaks(game: str) -> Any:
        raise RuntimeError("a rule of mine")

    house.room = breaks
    with line(client, game) as socket:
        told = hello(socket, game, tokens[0])
        assert told["code"] == "broken"
        assert told["last"]
        assert "mine" not in json.dumps(told)
    assert "a conversation broke down" in caplog.messages


def test_what_is_refused_is_written_down_and_shows_no_token(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "warbook"), served(tmp_path, Rules(guesses=1)) as client:
        game, tokens = opened(client)
        client.post("/api/games", content=b"{}")
        client.get(f"/api/games/{game}/record", headers={"Authorization": f"Bearer {tokens[0]}x"})
        with line(client, game) as socket:
            hello(socket, game, "guessed")
    noted = [record.__dict__ for record in caplog.records if record.message == "refused"]
    assert [each["reason"] for each in noted] == ["400", "404", "too-fast"]
    assert {each["address"] for each in noted} == {"testclient"}
    assert noted[2]["path"] == f"/api/games/{game}/socket"
    assert not any(word in str(noted) for word in ("guessed", *tokens.values()))
    assert {"server started", "server stopped", "battle opened"} <= set(caplog.messages)
    started = next(record for record in caplog.records if record.message == "server started")
    assert started.__dict__["compiled"] is _kernels.COMPILED, "whether the geometry is compiled"
