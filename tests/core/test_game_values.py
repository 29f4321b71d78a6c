"""A Game as a value in a script: what it prints, what is asked, copies and pickles."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest

from tests.core.toys import CRYPT, CRYPT_SETUP, WATCH, WATCH_SETUP, toy
from warbook.core.game import Game
from warbook.core.loading import load_game


class Moody:
    """A player whose answers depend on what it has drawn so far."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, play: Any, decision: Any) -> Any:
        return decision.sample(self.rng)


def to_the_end(game: Game, seed: int = 5) -> bytes:
    rng = Random(seed)
    while game.decisions:
        decision = game.decisions[0]
        game.choose(decision.sample(rng), decision.player)
    return game.save()


# ---- what is asked ---------------------------------------------------------------------------------------------------


def test_a_running_battle_always_has_its_question_and_a_finished_one_none() -> None:
    game = Game(WATCH, WATCH_SETUP, seed=1, advance=False)
    assert game.decision is not None
    assert game.decision.key == "strike.really"
    to_the_end(game)
    assert game.is_over
    assert game.decision is None


def test_a_record_that_was_opened_without_going_on_has_the_question_that_it_stopped_at() -> None:
    game = Game(WATCH, WATCH_SETUP, seed=1)
    game.choose(True)
    opened = load_game(game.save(), toy, advance=False)
    assert opened.decisions == ()
    assert opened.decision is not None and game.decision is not None
    assert (opened.decision.key, opened.decision.player) == (game.decision.key, game.decision.player)
    assert opened.save() == game.save()


def test_the_question_is_found_without_letting_a_bot_answer_it() -> None:
    data = Game(WATCH, WATCH_SETUP, seed=1).save()
    opened = load_game(data, toy, players={0: Moody(1), 1: Moody(2)}, advance=False)
    assert opened.decision is not None
    assert opened.decision.player == 0
    assert opened.steps == []


# ---- what it prints --------------------------------------------------------------------------------------------------


def test_it_prints_who_fights_how_far_it_is_and_what_is_asked() -> None:
    game = Game(WATCH, WATCH_SETUP, seed=1, names=("human", "greedy"))
    asked = game.decision
    assert asked is not None
    assert str(game) == (
        f"player 1 (human) against player 2 (greedy), after 0 steps: player 1 is asked {asked.prompt!r}"
    )
    assert repr(game) == f"<Game watch: {game}>"


def test_it_prints_that_several_are_asked_who_won_and_that_nothing_is_open_yet() -> None:
    sealed = Game(CRYPT, CRYPT_SETUP, seed=1)
    while len(sealed.decisions) < 2:
        sealed.choose(sealed.decisions[0].candidates(1)[0])
    assert str(sealed).count(" is asked ") == 2
    to_the_end(sealed)
    assert "has won, " in str(sealed) or "a draw, " in str(sealed)
    assert str(Game(WATCH, WATCH_SETUP, advance=False)).endswith("no question is open yet")


# ---- copies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy, deepcopy])
@pytest.mark.parametrize(("ruleset", "setup"), [(WATCH, WATCH_SETUP), (CRYPT, CRYPT_SETUP)], ids=["watch", "crypt"])
def test_a_copy_goes_on_by_itself_and_as_the_battle_itself_would(copied: Any, ruleset: Any, setup: Any) -> None:
    written: list[bytes] = []
    game = Game(ruleset, setup, seed=3, players={1: Moody(4)}, write=written.append)
    game.choose(game.decisions[0].candidates(1)[0], game.decisions[0].player)
    before, lines = game.save(), len(written)
    other = copied(game)
    assert other.save() == before
    assert [d.key for d in other.decisions] == [d.key for d in game.decisions]
    ended = to_the_end(other)
    assert other.is_over
    assert (game.save(), len(written)) == (before, lines), "the copy changed the battle, or wrote into its record"
    assert to_the_end(game) == ended


def test_a_copy_can_take_back_what_was_chosen_before_it_was_made() -> None:
    game = Game(WATCH, WATCH_SETUP, seed=3)
    game.choose(True)
    before = game.save()
    other = copy(game)
    other.undo()
    assert len(other.answers) == 0
    assert (len(game.answers), game.save()) == (1, before)


def test_a_copy_of_a_finished_battle_is_finished() -> None:
    game = Game(WATCH, WATCH_SETUP, seed=3)
    to_the_end(game)
    assert copy(game).result == game.result


def test_a_pickle_says_why_not_and_what_instead() -> None:
    game = Game(WATCH, WATCH_SETUP, seed=3)
    with pytest.raises(TypeError, match=r"pickle game\.save\(\), its record as bytes"):
        pickle.dumps(game)
    again = load_game(pickle.loads(pickle.dumps(game.save())), toy)
    assert again.save() == game.save()
