"""Prospects: everything that an answer may lead to, told while somebody hesitates."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.odds.veiled import veiled
from warbook import rulesets, table
from warbook.core.decision import Decision
from warbook.core.errors import Illegal, WarbookError
from warbook.core.game import Game
from warbook.core.window import Window
from warbook.odds import odds, prospects
from warbook.odds import prospect as module
from warbook.odds.dice_rules import TooLong
from warbook.odds.prospect import DIGIT, _digits
from warbook.players import by_name


def go_on(game: Game, wanted: Callable[[Game, Decision[Any]], bool]) -> Decision[Any]:
    player = by_name("uniform")
    while game.decision is not None and not wanted(game, game.decision):
        decision = game.decision
        game.choose(player.choose(game.view(decision.player), decision), decision.player)
    assert game.decision is not None
    return game.decision


def aimed(game: Game, decision: Decision[Any]) -> bool:
    return decision.key in ("target", "fire.target") and any(decision.whom(a) >= 0 for a in decision.candidates(9))


def shot(scenario: str, seed: int = 3, **options: Any) -> tuple[Game, Decision[Any], int]:
    """A battle in which somebody is about to name a target, and the one named."""
    game = table.battle(scenario, seed=seed, options=options)
    decision = go_on(game, aimed)
    return game, decision, next(a for a in decision.candidates(9) if decision.whom(a) >= 0)


@pytest.mark.parametrize("scenario", ["hive-stand-off", "open-field", "parcels-from-above"])
def test_prospects_are_the_odds_of_each_outcome(scenario: str) -> None:
    options = {"premeasure": True} if scenario == "hive-stand-off" else {}
    game, decision, target = shot(scenario, **options)
    found = prospects(game.view(decision.player), decision, target, seconds=60.0)
    assert found.found
    outcomes = {outcome.id: outcome for outcome in game.ruleset.outcomes}
    acting = next(record.id for record in game.play.state.records if record.owner == decision.player)
    for prospect in found.found:
        wanted = odds(game, acting, None, {decision.key: target}, prospect.outcome, about=prospect.about)
        assert prospect.exact and wanted.exact
        assert prospect.probability == pytest.approx(wanted.probability, abs=1e-12)
        assert prospect.about == target or outcomes[prospect.outcome].of == "actor"


def test_what_cannot_come_and_what_is_so_already_is_left_out() -> None:
    game, decision, target = shot("open-field")
    found = prospects(game.view(decision.player), decision, target)
    acting = next(record.id for record in game.play.state.records if record.owner == decision.player)
    told = {(prospect.outcome, prospect.about) for prospect in found.found}
    for outcome in game.ruleset.outcomes:
        if outcome.of == "target" and (outcome.id, target) not in told:
            wanted = odds(game, acting, None, {decision.key: target}, outcome.id, about=target)
            before = outcome.holds(game.play.state, target)
            assert wanted.probability < module.NEGLIGIBLE or (before and wanted.probability > 1 - module.NEGLIGIBLE)
    for prospect in found.found:
        outcome = next(o for o in game.ruleset.outcomes if o.id == prospect.outcome)
        assert prospect.probability >= module.NEGLIGIBLE
        assert not outcome.holds(game.play.state, prospect.about) or prospect.probability <= 1 - module.NEGLIGIBLE


def test_what_happens_to_an_enemy_is_welcome_and_what_happens_to_oneself_is_not() -> None:
    game, flags = table.battle("late-for-market", seed=3), set[bool]()
    while len(flags) < 2:
        decision = go_on(game, lambda game, d: d.key in ("fire.target", "fight.target"))
        records = game.play.state.records
        for answer in decision.candidates(9):
            for prospect in prospects(game.view(decision.player), decision, answer, seconds=5.0).found:
                harm = not next(o for o in game.ruleset.outcomes if o.id == prospect.outcome).welcome
                assert prospect.welcome == (harm == (records[prospect.about].owner != decision.player))
                assert prospect.title.startswith(game.name(prospect.about))
                flags.add(prospect.welcome)
        game.choose(decision.candidates(1)[0], decision.player)


def test_a_reaction_is_about_who_reacts_and_whom_to() -> None:
    game = table.battle("open-field", seed=3)
    decision = go_on(game, lambda game, d: isinstance(d, Window) and len(d.candidates(3)) > 1)
    answer = decision.candidates(1)[0]
    about = {who for _, who in module._outcomes_to_ask(game.play, decision, answer)}
    assert answer[1] in about and len(about) > 1


def test_of_a_unit_of_one_model_it_is_not_said_how_many_it_loses() -> None:
    game = table.battle("five-fields", seed=3)
    said: dict[bool, set[str]] = {}

    def shot_at(game: Game, decision: Decision[Any]) -> bool:
        for answer in decision.candidates(9) if decision.key.endswith("target") else ():
            if (whom := decision.whom(answer)) >= 0:
                asked = {
                    outcome.id for outcome, who in module._outcomes_to_ask(game.play, decision, answer) if who == whom
                }
                said.setdefault(game.state.records[whom].size == 1, set()).update(asked)
        return len(said) == 2

    go_on(game, shot_at)
    assert {"half", "loses-one"} <= said[False] and "destroyed" in said[True]
    assert not {"half", "loses-one"} & said[True]


@pytest.mark.parametrize("name", rulesets.names())
def test_what_odds_are_asked_of_follows_the_name_of_a_model(name: str) -> None:
    """Nobody says that Dag is pinned itself."""
    assert [outcome.title for outcome in rulesets.find(name).outcomes if "itself" in outcome.title] == []


def test_where_exactness_takes_too_long_prospects_are_estimated_within_bounds() -> None:
    game, decision, target = shot("open-field")
    play = game.view(decision.player)
    exact = {p.outcome: p.probability for p in prospects(play, decision, target).found if p.about == target}
    rough = prospects(play, decision, target, runs=3, playouts=300, seconds=20.0)
    assert rough.found and not any(p.exact for p in rough.found)
    for p in rough.found:
        if p.about == target and p.outcome in exact:
            assert p.low - 0.03 <= exact[p.outcome] <= p.high + 0.03


def test_time_is_up_after_the_fewest_playouts() -> None:
    game, decision, target = shot("open-field")
    rough = prospects(game.view(decision.player), decision, target, seconds=0.0)
    assert not any(p.exact for p in rough.found)
    assert all((p.probability * module.FEWEST) % 1 == pytest.approx(0) for p in rough.found)


def test_an_answer_that_only_equals_a_number_is_taken_for_the_number() -> None:
    game, decision, target = shot("open-field")
    play = game.view(decision.player)
    assert prospects(play, decision, float(target)) == prospects(play, decision, target)


def test_an_illegal_answer_is_refused() -> None:
    game, decision, _ = shot("open-field")
    with pytest.raises(Illegal):
        prospects(game.view(decision.player), decision, "nobody")


def test_a_table_that_measures_after_declaring_is_told_nothing_before() -> None:
    game = table.battle("hive-stand-off", seed=3, options={"premeasure": False})
    decision = go_on(game, lambda game, d: d.key == "action")
    with pytest.raises(WarbookError, match="premeasure"):
        prospects(game.view(decision.player), decision, decision.candidates(1)[0])


def test_what_a_seat_does_not_know_is_drawn_and_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wounds of the other side are one or two, as likely: the truth must not show."""
    found = []
    for wounds in (1, 2):
        game = veiled(1, 1, wounds, wounds)
        decision = go_on(game, lambda game, d: d.key.rsplit(".", 1)[-1] == "target")
        answer = decision.candidates(1)[0]
        asked = [(outcome, answer) for outcome in game.ruleset.outcomes if outcome.of == "target"]
        monkeypatch.setattr(module, "_outcomes_to_ask", lambda play, decision, answer, asked=asked: asked)
        told = prospects(game.view(decision.player), decision, answer, seconds=20.0).found
        assert told and not any(prospect.exact for prospect in told)
        found.append([(p.outcome, p.probability) for p in told])
    assert found[0] == found[1]


@pytest.mark.parametrize("digits", [[Fraction(1, 3), Fraction(0), Fraction(5, 7)], [Fraction(1)], []])
def test_digits_are_read_back_as_they_were_written(digits: list[Fraction]) -> None:
    number = sum((digit * DIGIT**n for n, digit in enumerate(digits)), Fraction(0))
    assert _digits(number, len(digits)) == digits


def test_a_digit_that_is_too_fine_is_not_guessed() -> None:
    fine = Fraction(1, 3**400)
    with pytest.raises(TooLong):
        _digits(fine + DIGIT * fine, 2)
