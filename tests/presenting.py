"""What every ruleset promises of the way it shows itself: looked at in random battles, at every question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from warbook.core.decision import Allocate, Choose, Decision, Order
from warbook.core.game import Game
from warbook.core.naming import whom
from warbook.core.play import Play
from warbook.core.ruleset import Ruleset, Setup
from warbook.core.state import Posture
from warbook.core.tableau import Aim, Card, Tableau
from warbook.core.window import Window

OFTEN = 12  # questions between two looks at everybody


def shown_well(
    ruleset: Ruleset, any_setup: Callable[[Random], Setup], seed: int, choices: int, unnamed: tuple[str, ...] = ()
) -> int:
    """Play some choices of a random battle and look at how it is shown; answers how many options named somebody.
    `unnamed` are keys of questions that name somebody in words alone."""
    rng = Random(seed)
    game = Game(ruleset, any_setup(rng), seed=seed)
    named = 0
    for number in range(choices):
        decision = game.decision
        if decision is None:
            break
        named += options_name_whom_they_mean(game, decision, unnamed)
        if number % OFTEN == 0:
            everything_can_be_looked_at(game)
        try:
            answer = decision.sample(rng)
        except LookupError:
            break
        may_be_asked_about(decision, answer)
        game.choose(answer)
    return named


def options_name_whom_they_mean(game: Game, decision: Decision[Any], unnamed: tuple[str, ...]) -> int:
    """`whom` names a record if and only if the words of an option do.  Answers how many do."""
    names = [game.name(record.id) for record in game.state.records]
    found = 0
    for option, label, who in options(decision):
        if who >= 0:
            found += 1
            assert names[who] in label, (decision.key, option, label, names[who])
        elif decision.key not in unnamed:
            meant = [part for part in numbers(option) if 0 <= part < len(names) and names[part] in label]
            assert label not in names and not meant, (decision.key, option, label)
    return found


def options(decision: Decision[Any]) -> Iterator[tuple[Any, str, int]]:
    """Whatever can be picked in a list: the option, its words, and the record it names."""
    if isinstance(decision, Choose):
        for option in decision.listed():
            yield option, decision.label(option), decision.whom(option)
            if isinstance(decision, Window) and option is not None:
                assert decision.whom(option) == option[1]
    elif isinstance(decision, Order | Allocate):
        for part in decision.items if isinstance(decision, Order) else decision.bins:
            yield part, decision.named(part) if decision.named else str(part), whom(decision.named, part)


def numbers(option: Any) -> Iterator[int]:
    """The whole numbers in an option."""
    if type(option) is int:
        yield option
    elif isinstance(option, tuple):
        for part in option:
            yield from numbers(part)


def may_be_asked_about(decision: Decision[Any], answer: Any) -> None:
    """A legal answer can be drawn and remarked on, and whom it touches are records."""
    shape, touched, notes = decision.outline(answer), decision.touched(answer), decision.notes(answer)
    assert shape is None or shape.circles or shape.rings
    assert all(type(who) is int and who >= 0 for who in touched)
    assert all(isinstance(note, str) and note for note in notes)


def everything_can_be_looked_at(game: Game) -> None:
    """The tableau and the card and the aims of everybody can be had and sent, and say what the records say."""
    ruleset, play = game.ruleset, game.play
    assert ruleset.tableau is not None and ruleset.card is not None and ruleset.aims is not None
    tableau = ruleset.tableau(play)
    sent(tableau, Tableau)
    records = play.state.records
    assert len({body.id for body in tableau.bodies}) == len(tableau.bodies)
    for body in tableau.bodies:
        record = records[body.id]
        assert (body.owner, body.at, body.name) == (record.owner, record.at, game.name(body.id))
        assert (body.stands == "here") == (record.at.posture != Posture.AWAY), body
        assert body.words and all(1 <= len(badge.sign) <= 3 and badge.title for badge in body.badges)
    here = {body.id for body in tableau.bodies if body.stands == "here"}
    assert all(set(group.members) <= {body.id for body in tableau.bodies} for group in tableau.groups)
    assert {side.seat for side in tableau.sides} >= {body.owner for body in tableau.bodies}
    assert tableau.actor < 0 or tableau.actor in {body.id for body in tableau.bodies}
    for body in tableau.bodies:
        card = ruleset.card(play, body.id)
        sent(card, Card)
        assert card.name == body.name and card.words == body.words
        assert all(len(row) == len(grid.columns) for grid in card.grids for row in grid.rows)
        aims = ruleset.aims(play, body.id)
        sent(aims, tuple[Aim, ...])
        assert body.id in here or not aims
        assert all(aim.target in here and 0 <= aim.hidden <= aim.parts for aim in aims)
        assert all(aim.needs or aim.against or aim.distance < 0 or aim.band == "beyond its range" for aim in aims)


def sent(told: Any, kind: Any) -> None:
    """It goes over the wire and comes back the same."""
    assert msgspec.json.decode(msgspec.json.encode(told), type=kind) == told


def tray_is_the_menu(game: Any, who: int, ruleset: Ruleset) -> None:
    """The tray of whoever acts has the reasons of its menu, and lacks only what nobody like it could ever do."""
    assert ruleset.card is not None
    menu: Any = game.offered(who)
    play: Any = Play(game.poised(who), game.ruleset, game.world, [])
    offers = {offer.id: offer.against for offer in ruleset.card(play, who).tray}
    assert offers
    for action in ruleset.actions:
        if action.id in offers:
            assert offers[action.id] == menu.refuse(action.id), action.id
        else:
            assert menu.refuse(action.id), action.id
