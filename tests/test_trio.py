"""A game for three sides with squads, hexagons and unlike dice, tested as its author would test it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.trio import BONE, SETUP, TRIO, Hurt, Squad, poised
from warbook import players
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.verify import verify
from warbook.odds import odds
from warbook.testing import Scene, Unscripted, conformance, model
from warbook.testing.conformance import chances
from warbook.testing.fuzz import fuzz
from warbook.web.positions import tableau_of


def of_three(**more: Any) -> Any:
    red = [model(4.5, 4.041, name="Ada"), model(5.5, 4.041, name="Ben")]
    return Scene.of(TRIO, red, [model(4.5, 9, name="Cy")], others={2: [model(10, 10, name="Dan")]}, **more)


def test_it_keeps_the_contract_of_every_ruleset() -> None:
    report = conformance(TRIO, [SETUP], games=6, milliseconds=0)
    assert report.odds > 5 and report.examined > 50
    assert report.odds_given_up == 0


def test_odds_that_take_too_long_to_be_compared_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "SECONDS", 0.0)
    report = conformance(TRIO, [SETUP], games=1, milliseconds=0)
    assert report.odds == 0 < report.odds_given_up
    assert f"0 odds against playouts, {report.odds_given_up} given up" in str(report)


def test_odds_are_asked_of_squads_only() -> None:
    def strict(play: Any, who: int) -> Any:
        assert isinstance(play.state.records[who], Squad)
        return poised(play, who)

    assert conformance(replace(TRIO, poised=strict), [SETUP], games=3, milliseconds=0).odds > 0


def test_whatever_people_click_it_holds(tmp_path: Any) -> None:
    assert fuzz(TRIO, [SETUP], games=12, out=tmp_path) == []


def test_three_bots_play_it_to_its_end() -> None:
    names = ("uniform", "greedy", "uniform")
    game = Game(TRIO, SETUP, seed=3, players=players.by_seat(names, 3), names=names)
    assert game.result is not None and verify(game).true


def test_a_squad_strikes_with_dice_said_by_their_symbols() -> None:
    game, red, blue, green = of_three()
    assert (red, blue, green) == ([0, 1], 2, 3)
    game.place("Cy", 5, 4.9)
    game.does("squad of side 1", "strike", at="Cy", blow=["hit", "2 hits", 7], dodge=None)
    assert game.happened(Hurt) == [Hurt(blue, 4)]
    assert "squad of side 1, Blow: bone (hit), bone (hit, hit), D10 (7)." in game.log()


def test_an_interrupt_of_a_member_prevents_what_would_happen() -> None:
    game, _, blue, _ = of_three()
    game.place("Cy", 5, 4.9)
    game.does("squad of side 1", "strike", at=blue, blow=["hit", "blank", 3], dodge=blue, bone=["2 hits"])
    assert not game.happened(Hurt)


def test_only_who_is_hurt_may_dodge() -> None:
    game, *_, green = of_three()
    game.place("Dan", 5, 4.9)
    window = game.asks("squad of side 1", "strike", at=green, blow=["hit", "hit", 9])
    assert (window.player, window.options()) == (2, [("dodge", green), None])  # the second side is not asked


def test_a_squad_goes_on_with_what_it_has_left() -> None:
    game, *_ = of_three()
    squad = "squad of side 1"
    game.does(squad, "march", ways=lambda question: question.proposed(0, (), (4500, 6500)))
    assert game.left(squad) == 1
    ada, ben = game.record("Ada").at, game.record("Ben").at
    assert (ada.y, ben.y) == (6500, 6500)
    game.then("step", who="Ben", way=lambda question: question.route_on((), (7500, 6639)))
    assert game.left(squad) == 0  # its activation is over, whatever the next one has


def test_what_its_dice_cannot_show_is_said_with_their_faces() -> None:
    game, _, blue, _ = of_three()
    game.place("Cy", 5, 4.9)
    with pytest.raises(Unscripted, match="a die 'bone' cannot show '3 hits'; its faces are: hit; 2 hits; blank; miss"):
        game.does("squad of side 1", "strike", at=blue, blow=["hit", "3 hits", 7])
    assert BONE.face_meant("Bone: 2 hits") == 2


def test_odds_are_those_of_who_acts() -> None:
    game = Game(TRIO, SETUP, seed=3)
    assert odds(game, 2, "march", outcome="out").probability == 0
    with pytest.raises(WarbookError, match="does not act by itself"):
        odds(game, 0, "march", outcome="out")


def test_without_a_tableau_of_its_own_a_game_shows_what_has_a_place() -> None:
    shown = tableau_of(Game(replace(TRIO, tableau=None), SETUP, seed=3).play)
    assert [body.id for body in shown.bodies] == [0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16] and not shown.things


def test_a_side_of_a_scene_may_have_no_models() -> None:
    game, dan, _ = Scene.of(TRIO, blue=[model(10, 10, name="Dan")], others={2: [model(2, 2)]})
    assert game.record(dan).owner == 1 and game.allowed("squad of side 2") == ["march", "step", "rest"]
