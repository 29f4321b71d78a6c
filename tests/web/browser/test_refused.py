"""Refused: a question of the board that fails is told on the page, whether it is refused, lost or too late."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .by_hand import ASKED, TABLEAU, asked_by_hand
from .conftest import Sits
from .people import Person
from .serving import Server

PLACE: dict[str, Any] = {"kind": "place", "radius": 500, "mover": 1, "origin": [3000, 5000, 0]}
LATER: dict[str, Any] = {
    "type": "position", "re": 0, "at": [1, 0], "eyes": 0, "since": 0, "log": [], "tableau": TABLEAU,
    "asked": [ASKED | {"at": [1, 0], "options": [{"answer": 1, "label": "Wait"}]}],
}  # fmt: skip


def click_beside_asp(person: Person) -> None:
    spot = person.spot_of("Asp")
    person.page.mouse.click(spot.x + 60, spot.y - 60)


def is_told(person: Person, words: str) -> None:
    expect(person.bar.get_by_role("alert")).to_contain_text(re.compile(words))


def test_a_region_that_cannot_be_had_is_told(server: Server, sits: Sits) -> None:
    answers = {"region": [{"reasons": ["the region broke down: the worker died"]}]}
    person, _ = asked_by_hand(server, sits, answers=answers, **PLACE | {"kind": "path"})
    is_told(person, "the worker died")


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({}, "no answer came"),
        ({"check": [{"reasons": ["the worker died"]}]}, "the worker died"),
        ({"check": [LATER, {"reasons": ["another by now"], "stale": True}]}, "too late"),
    ],
    ids=["lost", "refused", "late"],
)
def test_a_click_that_is_not_answered_is_told(
    answers: dict[str, list[dict[str, Any]]], words: str, server: Server, sits: Sits
) -> None:
    person, said = asked_by_hand(server, sits, answers=answers, **PLACE)
    click_beside_asp(person)
    is_told(person, words)
    assert "check" in [message["type"] for message in said]


@pytest.mark.parametrize("place", ["Decision", "What is drawn"])
def test_a_click_that_nobody_could_judge_is_judged_when_it_is_asked_again(
    place: str, server: Server, sits: Sits
) -> None:
    answers: dict[str, list[dict[str, Any]]] = {"check": [{"reasons": ["the worker died"]}]}
    person, _ = asked_by_hand(server, sits, answers=answers, **PLACE)
    click_beside_asp(person)
    is_told(person, "the worker died")
    expect(person.drawn).to_be_disabled()
    answers["check"] = [{"type": "checked", "answer": None, "reasons": None}]
    person.page.get_by_label(place).get_by_role("button", name="Ask again").first.click()
    expect(person.drawn).to_be_enabled()
    expect(person.bar.get_by_role("alert")).to_have_count(0)
    expect(person.page.get_by_role("button", name="Ask again")).to_have_count(0)
