"""What a table shows of Rites of Battle: pools and prices in dice and symbols, range bands, who acts next, groups."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from warbook.cli.terminal import Terminal
from warbook.core.decision import Choose
from warbook.core.game import Game
from warbook.core.ruleset import Setup
from warbook.core.window import Window
from warbook.mechanics.narrative import in_words
from warbook.players import by_name
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.events.checks import CheckAmended
from warbook.rulesets.rites_of_battle.events.turns import RoundBegan
from warbook.rulesets.rites_of_battle.printed.shelf import SHELF
from warbook.rulesets.rites_of_battle.view import sightings, tableau
from warbook.web import asking, positions

from .scenes import at, scene

SCENARIOS = ("hold-the-breach", "the-warlord", "wake-the-pump")
POOL = re.compile(r"(\d+ (boost|ability|proficiency|setback|difficulty|challenge)(, | and )?)+ (die|dice)")
PRICE = re.compile(r"\d+ (advantage|triumph|threat|despair)s?(, \d+ (triumph|despair)s?)?")


def test_symbols_are_counted_in_words() -> None:
    assert in_words(2, -1) == "2 successes, 1 threat"
    assert in_words(-1, 1, 2, 1) == "1 failure, 1 advantage, 2 triumphs, 1 despair"
    assert in_words(0, 0) == ""


def test_what_is_added_to_a_pool_is_counted_in_words() -> None:
    assert CheckAmended(0, boosts=1, harder=2).sentence(str) == "0: 1 boost die, 2 upgrades of the difficulty."
    assert (
        CheckAmended(0, dark=1).sentence(str) == "0: 1 dark pip."
        and CheckAmended(0, dark=3).sentence(str)[-5:] == "pips."
    )


def test_whoever_acts_has_the_range_bands_about_it_in_squares() -> None:
    game, me, _ = scene(red=[at(6, 2)], blue=[at(20, 20)])
    game.does(me, "aim")
    body = next(each for each in tableau.tableau(game.play).bodies if each.id == me)
    short, *_ = body.rings
    assert short.title == "short, to 6 squares"
    xs, ys = zip(*short.corners, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (0, 13_000, 0, 9_000), "it ends where the board does"
    assert all(not each.rings for each in tableau.tableau(game.play).bodies if each.id != me)


def shared(*players: str) -> dict[str, Any]:
    """The files of a scenario whose squad several people share, each with the fighters of a name."""
    content = SHELF.content("hold-the-breach")
    squad, foes = content["rosters"]
    first, *members = squad["text"].split("[[members]]")
    given = (f'[[members]]\nplayer = "{name}"{rest}' for name, rest in zip(players, members, strict=True))
    return {**content, "rosters": [squad | {"text": "".join((first, *given))}, foes]}


def test_each_of_those_who_share_a_squad_is_asked_for_their_own_by_name() -> None:
    setup = Setup("rites-of-battle", shared("Anna", "Ben", "Anna", "Ben", "Cleo"), {"gm": "engine"})
    game = Game(RULESET, setup, seed=5)
    bots = [by_name("uniform", seed=seat) for seat in range(2)]
    asked: dict[str, set[str]] = {}
    while (decision := game.decision) is not None and len(game.steps) < 300:
        question = asking.question_of(game, decision)
        acts = game.state.turn.actor
        if question.seat == 0 and decision.key == "action":
            asked.setdefault(game.name(acts), set()).update(question.people)
        elif decision.key == "deploy" and question.seat == 0:
            assert len(question.people) == 1
        elif question.seat == 1:
            assert question.people == ()
        game.choose(bots[decision.player].choose(game.play, decision), decision.player)
    assert asked["Brother Orsolt"] == {"Anna"} and asked["Brother Keth"] == {"Ben"}


def test_a_reaction_is_asked_of_those_who_may_react() -> None:
    keth, orsolt = at(3, 3, name="Keth", player="Ben"), at(4, 3, name="Orsolt", player="Anna")
    game, *_ = scene(red=[keth, orsolt], blue=[at(9, 9)])
    orsolt_id = 1
    window = Window("HitLanded.after", "?", RoundBegan(1), lambda: [("parry", orsolt_id)], sealed=False)
    assert RULESET.people(game.play.world, window) == ("Anna",)
    assert RULESET.people(game.play.world, Choose("spend.theirs", "?", lambda: [1])) == ()


def test_an_aim_says_its_pool_as_a_table_draws_it() -> None:
    game, me, foe = scene(red=[at(6, 2)], blue=[at(6, 9)])
    game.does(me, "aim")
    lines = [aim for aim in sightings.aims(game.play, me) if aim.target == foe]
    assert lines and all(POOL.fullmatch(aim.needs) for aim in lines)
    assert lines[0].distance == 7000 and lines[0].band == "medium"


def test_a_mount_that_can_be_struck_has_a_line_of_its_own() -> None:
    game, me, foe = scene(red=[at(6, 2)], blue=[at(6, 6, "brute-boss", mount="raider-bike")])
    bike = game.world.names[game.record(foe).rides]
    guns = [aim for aim in sightings.aims(game.play, me) if aim.weapon.startswith("Boltgun")]
    at_rider, at_bike = (aim for aim in guns if "auto-fire" not in aim.weapon)
    assert at_bike.weapon == f"Boltgun, at {bike}" and not at_bike.against
    assert (at_rider.target, at_rider.distance) == (at_bike.target, at_bike.distance) == (foe, 4000)
    assert at_rider.needs != at_bike.needs  # the boss knows how to fight


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_position_can_be_shown_and_every_price_is_told(scenario: str) -> None:
    """A battle between bots at a table: what is asked goes over the wire; a price stands before what it buys, and the
    question says what is left."""
    game = Game(RULESET, Setup("rites-of-battle", SHELF.content(scenario)), seed=5)
    bots, spent, rng = [by_name("uniform", seed=seat) for seat in range(2)], 0, Random(1)
    while (decision := game.decision) is not None and len(game.steps) < 400:
        if rng.random() < 0.1 or decision.key.startswith("spend"):
            asked = asking.question_of(game, decision)
            assert not any(each.label.startswith("nobody") for each in asked.options)
            if decision.key.startswith("spend"):
                spent += 1
                assert isinstance(decision, Choose) and PRICE.search(asked.prompt), asked.prompt
                priced = [each.label for each in asked.options if not each.idle]
                assert all(PRICE.match(label.partition(": ")[0]) for label in priced), priced
        game.choose(bots[decision.player].choose(game.play, decision), decision.player)
    assert spent
    rolls = [entry for entry in positions.entries(game, -1) if entry.dice is not None and entry.dice.signs]
    assert rolls and all("(" not in entry.words for entry in rolls), "the dice are drawn beside the words"
    order = [group for group in tableau.tableau(game.play).groups if group.title.startswith("still to act")]
    assert all(not group.linked for group in order)


@pytest.mark.parametrize(
    ("scenario", "first"),
    [
        ("hold-the-breach", "Round 1, 0 of 3 rounds held; the turn of"),
        ("the-warlord", "Round 1, Old Maul is at large; the turn of"),
        ("wake-the-pump", "Round 1, the machine stands still; the turn of"),
    ],
)
def test_the_heading_says_how_far_the_battle_has_come(scenario: str, first: str) -> None:
    game = Game(RULESET, Setup("rites-of-battle", SHELF.content(scenario), {"gm": "engine"}), seed=5)
    bots = [by_name("uniform", seed=seat) for seat in range(2)]
    while (decision := game.decision) is not None and decision.key != "action":
        game.choose(bots[decision.player].choose(game.play, decision), decision.player)
    assert tableau.tableau(game.play).heading.startswith(first)
    assert [side.points for side in tableau.tableau(game.play).sides] == [0, 0]


def test_at_the_terminal_squares_are_typed_and_whoever_is_asked_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    setup = Setup("rites-of-battle", shared("Anna", "Ben", "Anna", "Ben", "Cleo"), {"gm": "engine"})
    game, bot = Game(RULESET, setup, seed=3), by_name("greedy")
    terminal = Terminal(game, {}, Path("a.wbr"))
    assert game.decision is not None
    terminal.put(game.decision)
    shown = " ".join(capsys.readouterr().out.split())
    assert "Anna, The Wardens of Ash Gate: Where does Brother Orsolt start?" in shown
    assert "9 column 13, row 1 and more: type the coordinates of a place" in shown
    assert terminal.meant(game.decision, "8.2 6.9") == (8, 6, 0)
    while (decision := game.decision) is not None and decision.key != "move.path":
        game.choose(bot.choose(game.play, decision), decision.player)
    assert decision is not None
    terminal.put(decision)
    assert "cell by cell: 9.5 4.5, 10.5 4.5" in " ".join(capsys.readouterr().out.split())
    x, y, *_ = decision.candidates(1)[0][0]
    assert decision.legal(terminal.meant(decision, f"{x / 1000} {y / 1000}")) == ()
