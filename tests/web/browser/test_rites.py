"""A combat check of Rites of Battle on the pages: its pool as dice, what they show in symbols and in words, and what
the symbols are spent on."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.rites_of_battle.test_view import shared
from warbook import rulesets, table
from warbook.core.decision import Decision
from warbook.core.game import Game
from warbook.core.ruleset import Setup
from warbook.players import by_name
from warbook.rulesets.rites_of_battle import RULESET

from .conftest import PHONE, Sits
from .people import Person, Spot
from .serving import Server
from .test_alone import serious

TURNS = 60  # steps in which somebody is to attack, and to have symbols left


def about_to_attack() -> tuple[bytes, str, str]:
    """The record of a battle in which one of the squad is asked whom it attacks, whose dice will leave it advantages;
    the label of that target, and how the question after it begins."""
    for seed in range(20):
        rows: list[bytes] = []
        setup = table.setup("hold-the-breach", options={"gm": "engine"})
        game = Game(rulesets.find(setup.ruleset), setup, seed=seed, write=rows.append)
        bots = [by_name("greedy", seed=seat) for seat in range(2)]
        asked: tuple[bytes, str] | None = None
        while (decision := game.decision) is not None and len(game.steps) < TURNS:
            if decision.key == "spend" and decision.player == 0 and asked and "advantages" in decision.prompt:
                return *asked, decision.prompt
            answer = bots[decision.player].choose(game.play, decision)
            asked = None
            if decision.key == "attack.target" and decision.player == 0:
                asked = b"".join(rows), decision.label(answer)
            game.choose(answer, decision.player)
    raise AssertionError("nobody had advantages to spend")


def about_to_name_who_is_first() -> bytes:
    """The record of a battle in which those who rolled together have a triumph for one of them."""
    rows: list[bytes] = []
    setup = table.setup("the-warlord", options={"enemy-initiative": "all"})
    game, rng = Game(rulesets.find(setup.ruleset), setup, seed=10, write=rows.append), Random(10)
    while (decision := game.decision) is not None and decision.key != "initiative.triumph":
        game.choose(decision.sample(rng), decision.player)
    assert decision is not None
    return b"".join(rows)


def with_groups() -> bytes:
    """The record of a battle whose groups have come to the board, each of their members on a square of its own."""
    rows: list[bytes] = []
    setup = table.setup("hold-the-breach", options={"gm": "engine", "groups-stand-on": "squares"})
    game = Game(rulesets.find(setup.ruleset), setup, seed=3, write=rows.append)
    bots = [by_name("greedy", seed=seat) for seat in range(2)]
    while (decision := game.decision) is not None and (decision.key != "action" or decision.player):
        game.choose(bots[decision.player].choose(game.play, decision), decision.player)
    return b"".join(rows)


def whom(decision: Decision[Any]) -> str:
    """The fighter whose action is asked for."""
    asked = re.search("What does (.*) do", decision.prompt)
    assert asked is not None
    return asked[1]


def shared_by_two() -> tuple[bytes, tuple[str, str], tuple[str, str]]:
    """The record of a battle in which Anna and Ben share the squad, and one of them is asked for the last thing in a
    turn, after which the other is; the names of both fighters, and of those who play them."""
    setup = Setup("rites-of-battle", shared("Anna", "Ben", "Anna", "Ben", "Anna"), {"gm": "engine"})
    for seed in range(20):
        rows: list[bytes] = []
        game, rng = Game(RULESET, setup, seed=seed, write=rows.append), Random(seed)
        while (decision := game.decision) is not None and game.state.turn.round < 2:
            before, asked = b"".join(rows), RULESET.people(game.play.world, decision)
            last = decision.key == "action" and decision.player == 0
            game.choose("end-turn" if decision.key == "action" else decision.sample(rng), decision.player)
            after = game.decision
            if last and after is not None and after.key == "action" and after.player == 0:
                then = RULESET.people(game.play.world, after)
                if {*asked, *then} == {"Anna", "Ben"}:
                    (first,), (second,) = asked, then
                    return before, (whom(decision), whom(after)), (first, second)
    raise AssertionError("nobody of the one follows somebody of the other")


def comes(server: Server, sits: Sits, **dress: object) -> tuple[Person, str, str]:
    """Somebody who is asked whom to attack, with the name of the target and the prompt that is to follow."""
    record, target, prompt = about_to_attack()
    return sits(server.invitation(server.take(record, "human", "greedy"), 0), **dress), target, prompt


def test_symbols_are_drawn_read_out_and_spent(server: Server, sits: Sits) -> None:
    person, target, prompt = comes(server, sits)
    assert re.match("Whom does .* attack?", person.prompt)
    expect(person.page.locator(".chip.pool").first).to_be_attached()
    expect(person.board.get_by_text(re.compile("^(short|medium), to "))).not_to_have_count(0)
    person.gives(target)
    person.is_asked(prompt.replace("  ", " "))
    left = int(re.findall(r"(\d+) advantages", prompt)[0])
    heading = person.bar.locator("#question")
    expect(heading.locator(".signs").first.locator("svg")).to_have_count(left)
    dice = person.page.locator(".log .dice").last
    assert re.match(
        "(boost|proficiency|ability): (blank|success|advantage|triumph)", dice.get_attribute("aria-label") or ""
    )
    offered = [label for label in person.options() if label != "nothing more"]
    assert all(re.match(r"\d (advantage|triumph)s?: ", label) for label in offered), offered
    assert serious(person) == []
    bought = next(label for label in offered if label.startswith("2 advantages"))
    person.gives(bought)
    person.heard(f"For {bought}")
    person.waits_to_be_asked()
    again = re.findall(r"The check of .*: (\d) advantage", person.prompt)
    assert not again or int(again[0]) == left - 2


def test_whoever_shares_a_squad_sees_whose_turn_it_is_by_name(server: Server, sits: Sits) -> None:
    record, fighters, players = shared_by_two()
    opened = server.take(record, "human", "human")
    screens = {name: sits(server.invitation(opened, 0)) for name in players}
    for name, person in screens.items():
        person.menu("Settings")
        person.page.get_by_label("Your name at the table").fill(name)
        person.page.keyboard.press("Escape")
    for fighter, asked in zip(fighters, players, strict=True):
        for name, person in screens.items():
            person.is_asked(re.compile(f"What does {fighter} do"))
            decider = person.bar.locator(".decider strong")
            expect(decider).to_have_text("You decide" if name == asked else f"{asked} decides")
            expect(person.bar).to_have_class(re.compile(r"\byours\b") if name == asked else re.compile("^(?!.*yours)"))
        screens[asked].gives("end the turn")


def test_who_makes_a_maneuver_before_the_first_round_is_asked_and_then_which(server: Server, sits: Sits) -> None:
    opened = server.take(about_to_name_who_is_first(), "greedy", "human")
    person = sits(server.invitation(opened, 1))
    person.is_asked("Who makes a maneuver before the first round?")
    assert person.options() == ["Old Maul", "Grint", "Grint's Gang", "Slug Line", "Runt Pack"]
    assert serious(person) == []
    person.gives("Grint")
    person.is_asked("Who reacts?")
    assert person.options() == ["Out-of-turn Maneuver: Grint", "pass"]


def test_the_board_is_read_out_with_its_cells(server: Server, sits: Sits) -> None:
    person, target, _ = comes(server, sits)
    body = person.page.locator(f"[data-body][aria-label^='{target}, ']")
    expect(body).to_have_attribute("aria-label", re.compile(r"; column \d+, row \d+;.*may be chosen"))
    chest = person.board.get_by_role("img", name=re.compile(r"the field chest; column \d+, row \d+"))
    rubble = person.board.get_by_role("img", name=re.compile(r"difficult; columns \d+ to \d+, rows \d+ to \d+"))
    expect(chest).to_have_count(1)
    expect(rubble.first).to_be_attached()


def test_each_member_of_a_group_is_drawn_read_out_and_pointed_at(server: Server, sits: Sits) -> None:
    person = sits(server.invitation(server.take(with_groups(), "human", "greedy"), 0))
    person.waits_to_be_asked()
    group = person.page.locator("[data-body][aria-label^='Slug Line, ']")
    others = re.compile(
        r"4 of 4 left, on 4 squares;.*the others of its group: column \d+, row \d+( and column \d+, row \d+){2}"
    )
    expect(group).to_have_attribute("aria-label", others)
    members = person.page.locator(".member .token")
    expect(members).to_have_count(4 + 3 + 3)
    for each in members.all():
        expect(each).to_have_text(re.compile("^[345]$"))
    box = members.filter(has_text="4").first.bounding_box()
    assert box is not None
    person.clicks(Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    expect(person.page.get_by_role("heading", name="Slug Line")).to_be_visible()
    tip = person.page.get_by_role("status").filter(has_text="Slug Line")
    expect(tip).to_have_text(re.compile(r"^(?!.*of 4 left.*of 4 left).*4 of 4 left, on 4 squares", re.DOTALL))
    person.page.get_by_role("button", name="Board or list").click()
    rows = person.page.get_by_role("region", name="Models and distances").get_by_role("row")
    expect(rows.filter(has_text="Slug Line").first).to_contain_text("the others of its group: column")


def test_on_a_telephone_symbols_are_spent_with_a_finger(server: Server, sits: Sits) -> None:
    person, target, prompt = comes(server, sits, **PHONE, color_scheme="dark")
    person.gives(target)
    if person.bar.get_by_role("button", name="Do it").is_visible():
        person.bar.get_by_role("button", name="Do it").click()
    person.is_asked(prompt.replace("  ", " "))
    wide = person.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "the page is wider than the telephone"
    assert serious(person) == []


def test_the_list_says_cells_and_how_far_targets_are_in_squares(server: Server, sits: Sits) -> None:
    person, target, _ = comes(server, sits)
    person.page.get_by_role("button", name="Board or list").click()
    rows = person.page.get_by_role("region", name="Models and distances").get_by_role("row")
    row = rows.filter(has_text=target).first
    expect(row).to_contain_text(re.compile(r"column \d+, row \d+"))
    expect(row).to_contain_text(re.compile(r"\d+ squares? \w+"))
    expect(row).to_contain_text(re.compile(r"\d+ proficiency"))
