"""By hand: a table whose server is the test, so that a page can be asked anything and shown anything."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from playwright.sync_api import WebSocketRoute

from .conftest import Sits
from .people import PATIENCE, Person
from .serving import Server

# What a server of a game with secrets would say to a screen of both sides; whatever the screen says is kept.
TABLEAU: dict[str, Any] = {
    "heading": "",
    "sides": [{"seat": 0, "name": "Red"}, {"seat": 1, "name": "Blue"}],
    "bodies": [
        {
            "id": n,
            "owner": 1,
            "label": str(n),
            "name": name,
            "kind": "",
            "at": {"x": 3000 * n, "y": 5000, "radius": 500},
        }
        for n, name in ((1, "Asp"), (2, "Bat"))
    ],
}
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "re": 1,
    "warbook": "0",
    "game": {"id": "g", "title": "In secret", "ruleset": "toy", "game": "Toy", "scenario": ""},
    "seats": [{"seat": seat, "name": name, "player": "human"} for seat, name in enumerate(("Red", "Blue"))],
    "yours": [0, 1],
    "board": {"id": "b", "title": "B", "width": 10000, "depth": 10000},
}
ASKED: dict[str, Any] = {"seat": 0, "key": "bid", "kind": "choose", "prompt": "How much?", "at": [0, 0]}


def asked_by_hand(
    server: Server,
    sits: Sits,
    secrets: bool = False,
    tableau: dict[str, Any] = TABLEAU,
    log: Sequence[dict[str, Any]] = (),
    dress: dict[str, Any] | None = None,
    after: Sequence[dict[str, Any]] = (),
    answers: Mapping[str, Sequence[dict[str, Any]]] = MappingProxyType({}),
    script: str = "",
    **question: Any,
) -> tuple[Person, list[dict[str, Any]]]:
    """Somebody for both sides at a table whose only question is this one, and what their screen says; `after`
    is what is told when something was chosen, `answers` what is told when a message of a type has come (without
    `type`, a refusal); messages of other types are never answered.  The `script` runs on the page before its own."""
    person, said = sits(**dress or {}), list[dict[str, Any]]()

    def line(socket: WebSocketRoute) -> None:
        def heard(message: str | bytes) -> None:
            said.append(json.loads(message))
            if said[-1]["type"] == "hello":
                where = {"type": "position", "at": [0, 0], "eyes": 0, "since": 0, "log": list(log)}
                socket.send(json.dumps(WELCOME | {"game": WELCOME["game"] | {"secrets": secrets}}))
                socket.send(json.dumps(where | {"tableau": tableau, "asked": [ASKED | question]}))

            elif said[-1]["type"] == "choose":
                for told in after:
                    socket.send(json.dumps(told))

            else:
                for told in answers.get(said[-1]["type"], ()):
                    socket.send(json.dumps({"type": "refused", "re": said[-1]["n"]} | told))

        socket.on_message(heard)

    person.page.route_web_socket(re.compile("/socket"), line)
    person.page.add_init_script(script)
    person.page.goto(f"{server.page}#/table/g")
    person.bar.wait_for()
    return person, said


def chosen(person: Person, said: list[dict[str, Any]]) -> list[Any]:
    """What a screen has chosen, once it has; and a moment later, so that nothing is chosen twice."""
    answers: list[Any] = []
    for _ in range(PATIENCE // 200):
        seen, answers = answers, [message["answer"] for message in said if message["type"] == "choose"]
        if seen:
            break
        person.page.wait_for_timeout(200)
    return answers
