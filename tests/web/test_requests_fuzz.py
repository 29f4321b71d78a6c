"""Requests, fuzzed: whatever is sent to whatever address, by HTTP, is answered, and never by a fault of the server."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from starlette.testclient import TestClient

from warbook.web.app import application
from warbook.web.house import House
from warbook.web.storage import Storage
from warbook.web.thinking import Inline

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "150"))
WANTED = {"ruleset": "necromunda-2023", "scenario": {"id": "hive-stand-off"}, "players": ["human", "human"]}
BODIES: dict[str, dict[str, Any]] = {
    "/api/games": WANTED | {"board": {"text": "x"}, "rosters": {"0": {"id": "x"}}, "seed": "1", "options": {"a": 1}},
    "/api/check": {"text": 'kind = "board"\n', "source": "a.toml", "ruleset": "necromunda-2023", "kind": "board"},
    "/api/games/turns": {"games": [{"game": "abcdefghijkl", "tokens": ["x"]}]},
    "/api/games/import?players=human,human": {"line": "record", "warbook": "1", "setup": {"ruleset": "x"}},
}
VALUES = some.one_of(
    some.none(),
    some.booleans(),
    some.sampled_from([10**18, -(10**18), 2**63, 10**40, 1.5, 1e308, -1, "", "x" * 300, "../../etc/passwd", [], {}]),
    some.recursive(some.text(max_size=5), lambda inner: some.lists(inner, max_size=3), max_leaves=6),
)
JUNK = some.one_of(
    some.binary(max_size=60),
    some.sampled_from(
        [b"[" * 5000, b'{"a":' * 5000, b"9" * 5000, b"\xff\xfe", b'{"text":"\\ud800","source":"a"}', b"NaN"]
    ),
)
PATHS = ("/", "/health", "/metrics", "/api/games", "/api/rulesets", "/api/protocol.json", "/nothing", "/assets/")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    storage = Storage(f"sqlite:///{Path(tmp_path_factory.mktemp('fuzz')) / 'table.sqlite'}")
    storage.migrate()
    app = application(House(storage, Inline()))
    with TestClient(app, base_url="http://table.test", raise_server_exceptions=False) as client:
        yield client


FUZZED = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)


@FUZZED
@given(some.sampled_from(sorted(BODIES)), some.integers(0, 50), VALUES, some.one_of(some.none(), JUNK))
def test_no_body_is_answered_by_a_fault(
    client: TestClient, path: str, place: int, value: Any, junk: bytes | None
) -> None:
    body = dict(BODIES[path])
    body[sorted(body)[place % len(body)]] = value
    data = junk if junk is not None else json.dumps(body).encode()
    answer = client.post(path, content=data)
    assert answer.status_code < 500, answer.text
    assert len(answer.text) > 10


@FUZZED
@given(some.sampled_from(PATHS), some.text(max_size=40), some.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE"]))
def test_no_address_is_answered_by_a_fault(client: TestClient, path: str, more: str, method: str) -> None:
    from urllib.parse import quote

    for address in (path + quote(more), f"{path}?most={quote(more)}&before={quote(more)}&seed={quote(more)}"):
        assert client.request(method, address).status_code != 500


@pytest.mark.parametrize(
    "path", ["/" + "a" * 300, "/%00", "/..%2f..%2fetc%2fpasswd", "/api/games/" + "a" * 300 + "/record"]
)
def test_an_address_that_is_none_is_not_there(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 400)
