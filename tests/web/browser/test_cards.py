"""Cards: a model close up, with whatever a game says of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .by_hand import TABLEAU, asked_by_hand
from .conftest import Sits
from .serving import Server


def test_a_card_may_use_the_same_words_twice(server: Server, sits: Sits) -> None:
    # A walker has S for the armour of its sides and S for its strength, and its card ended the page.
    said = ("S", "Armour, sides", "12"), ("S", "Strength", "6")
    guns: dict[str, Any] = {"title": "Shooting", "columns": ["Weapon"], "rows": [["Gun"]]}
    rules: dict[str, Any] = {"title": "Rules", "entries": [{"name": "Tall"}]}
    card = {"id": 1, "name": "Asp", "kind": "Walker", "side": "Red", "grids": [guns, guns], "sections": [rules, rules]}
    card["stats"] = [{"short": short, "title": title, "value": value, "why": ["Hurt"]} for short, title, value in said]
    chance = {"title": "Out of action", "probability": 0.5, "low": 0.5, "high": 0.5, "exact": True, "welcome": False}
    answers: dict[str, list[dict[str, Any]]] = {
        "card": [{"type": "card", "card": card, "reasons": None}],
        "odds": [{"type": "odds", "answer": 1, "chances": [chance, chance], "reasons": None}],
    }
    counters = [{"title": "Wounds", "have": have, "of": 3} for have in (1, 2)]
    badges = [{"sign": "P", "title": "Pinned"}] * 2
    bodies = [body | {"counters": counters, "badges": badges} for body in TABLEAU["bodies"]]
    tableau = TABLEAU | {"bodies": bodies}
    person, _ = asked_by_hand(server, sits, tableau=tableau, answers=answers, options=[{"answer": 1, "label": "Go"}])
    person.clicks(person.spot_of("Asp"))
    shown = person.page.get_by_role("article", name="Asp")
    profile = shown.get_by_role("region", name="Profile")
    expect(profile.locator("td")).to_have_text(["12", "6"])
    profile.get_by_role("button", name="6").click()
    expect(shown.locator(".why")).to_have_text(["Strength 6, as printed; Hurt"])
    expect(shown.get_by_role("region", name="Shooting")).to_have_count(2)
    person.bar.locator(".option").hover()
    expect(person.bar.get_by_label("Odds").locator("dt")).to_have_text(["Out of action"] * 2)


def test_of_a_unit_whose_attack_is_answered_the_leader_is_shown(server: Server, sits: Sits) -> None:
    # The card of the unit itself was asked for, which it has not: "The referee stumbled over what you said."
    unit: dict[str, Any] = {"id": 9, "owner": 1, "name": "Snakes", "kind": "", "members": [1, 2], "leader": 2}
    tableau = TABLEAU | {"units": [unit], "bodies": [body | {"unit": 9} for body in TABLEAU["bodies"]]}
    options = [{"answer": 1, "label": "Brace"}]
    person, said = asked_by_hand(server, sits, tableau=tableau, kind="window", actor=9, options=options)
    expect(person.page.get_by_role("article", name="Bat")).to_be_visible()
    assert {message["who"] for message in said if message["type"] in ("card", "aims")} == {2}
