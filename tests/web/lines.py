"""Lines to a server that a test starts: battles by HTTP, and screens by WebSocket."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession

from warbook.web.app import application
from warbook.web.house import House
from warbook.web.limits import Rules
from warbook.web.protocol import VERSION
from warbook.web.state import state_of
from warbook.web.storage import Storage
from warbook.web.thinking import Inline

WANTED = {"ruleset": "necromunda-2023", "scenario": {"id": "hive-stand-off"}, "players": ["human", "human"]}


_waiting: WeakKeyDictionary[WebSocketTestSession, list[dict[str, Any]]] = WeakKeyDictionary()


def served(folder: Path, rules: Rules | None = None) -> TestClient:
    storage = Storage(f"sqlite:///{folder / 'table.sqlite'}")
    storage.migrate()
    return TestClient(application(House(storage, Inline()), rules), base_url="http://table.test")


def opened(client: TestClient, **other: Any) -> tuple[str, dict[int, str]]:
    """A battle; on a public server without a seed, for nobody chooses one there."""
    assert isinstance(client.app, Starlette)
    seeded = {} if state_of(client.app).rules.public else {"seed": 4}
    reply = client.post("/api/games", json=WANTED | seeded | other)
    assert reply.status_code == 201 or reply.status_code == 200, reply.text
    battle = reply.json()
    return battle["game"], {link["seat"]: link["token"] for link in battle["links"]}


def line(client: TestClient, game: str, **headers: str) -> Any:
    return client.websocket_connect(f"/api/games/{game}/socket", headers=headers)


def hello(socket: WebSocketTestSession, game: str, *tokens: str, **other: Any) -> dict[str, Any]:
    socket.send_json({"type": "hello", "protocol": VERSION, "game": game, "tokens": list(tokens)} | other)
    return hear(socket, "welcome", "fault")


def hear(socket: WebSocketTestSession, *types: str, re: int | None = None) -> dict[str, Any]:
    """The next message of these types (with this number); others stay to be heard."""
    waiting = _waiting.setdefault(socket, [])
    for heard in waiting:
        if heard["type"] in types and re in (None, heard.get("re", 0)):
            waiting.remove(heard)
            return heard
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] in types and re in (None, message.get("re", 0)):
            return message
        waiting.append(message)


def asked(position: dict[str, Any]) -> dict[str, Any]:
    question: dict[str, Any] = position["asked"][0]
    return question


def answer_to(socket: WebSocketTestSession, question: dict[str, Any]) -> Any:
    """An answer to any question."""
    options = question.get("options")
    if not options:
        socket.send_json({"type": "suggest", "n": 99, "seat": question["seat"], "at": question["at"]})
        options = hear(socket, "suggested", re=99)["options"]
    return options[0].get("answer")
