"""A game of a few lines with hulls that drive: what it says happens, and it plays like any other."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.derby import DERBY, SETUP, Broken, Drove, Harmed, drive_question, find, hurt, tableau
from warbook.core.game import Game
from warbook.core.loading import load_game
from warbook.core.ruleset import Setup
from warbook.core.verify import verify_record
from warbook.players.greedy import Greedy
from warbook.players.uniform import Uniform
from warbook.space.drawing import pictured, sketched
from warbook.space.drives.riding import riders
from warbook.space.movement import Mode
from warbook.testing import conformance, drive
from warbook.testing.fuzz import fuzz

NORTH, SOUTH, EAST = (0, 1), (0, -1), (1, 0)


def test_a_truck_breaks_crates_runs_men_over_and_rams_what_stops_it_in_this_order() -> None:
    places = [[15, 10], [3, 3], [4, 8], [5, 8], [6, 8], [15, 21], [25, 25], [15, 18], [26, 8], [27, 8]]
    game = Game(DERBY, Setup("derby", {"places": places}), seed=1)
    game.choose(0)
    question = game.decision
    assert question is not None and question.kind == "drive"
    assert question.legal(drive((11, NORTH))) == ('That takes 11" of movement, more than it has.',)
    assert question.legal(drive((9.5, NORTH))) == ()
    game.choose(drive((9.5, NORTH)))
    while len(game.steps) < 1:
        assert game.decision is not None
        game.choose(game.decision.candidates(1)[0])
    events = [event for step in game.steps for event in step.events]
    (drove,) = [event for event in events if isinstance(event, Drove)]
    assert (drove.at.x, drove.at.y) == (15_000, 17_000)
    happened = [event for event in events if isinstance(event, Broken | Harmed)]
    assert happened[:4] == [Broken(0), Harmed(7, 1), Harmed(5, 6), Harmed(0, 3)]


def crates(game: Game) -> list[str]:
    """The obstacles in the picture of a position."""
    return re.findall(r'<polygon[^>]*stroke="#6d5f45"', pictured(tableau)(game.play))


def test_what_is_broken_is_met_no_more() -> None:
    places = [[15, 10], [3, 3], [4, 8], [5, 8], [6, 8], [15, 25], [25, 25], [15, 28], [26, 8], [27, 8]]
    game = Game(DERBY, Setup("derby", {"places": places}), seed=1)
    game.choose(0)
    game.choose(drive((8, NORTH)))
    while len(game.steps) < 1:
        assert game.decision is not None
        game.choose(game.decision.candidates(1)[0])
    assert game.state.turn.broken == (0,)
    assert len(crates(game)) == 1 and tableau(game.play).gone == (0,)
    assert "low obstacle" in sketched(tableau)(game.play, 100)
    found = drive_question(game.play, 5).driven(drive((10, SOUTH)))
    assert [met.what for met in found.met] == ["body"]
    game.undo(0)
    assert game.state.turn.broken == ()


def test_it_turns_by_its_pivot_and_shoots_at_what_a_gun_bears_on() -> None:
    places = [[15, 10], [3, 3], [4, 8], [5, 8], [6, 8], [5, 25], [25, 25], [28, 10], [15, 2], [27, 28]]
    game = Game(DERBY, Setup("derby", {"places": places}), seed=1)
    game.choose(0)
    question = game.decision
    assert question is not None
    assert question.legal(drive((0, (1, 0)))) == ()
    assert question.legal(drive((0, (1, -1)))) == ("It may turn by 90° at most at a time.",)
    game.choose(drive((0, (1, 0))))
    assert game.play.state.records[0].at.fx == 1
    assert game.decision is not None and game.decision.key == "shoot"
    assert 7 in game.decision and 8 in game.decision, "one is ahead, one to the right"


def test_it_keeps_the_contract() -> None:
    conformance(DERBY, [SETUP], games=3, odds=0)


def test_a_battle_is_played_recorded_and_verified() -> None:
    rows: list[bytes] = []
    rng, game = Random(4), Game(DERBY, SETUP, seed=4, write=rows.append)
    while game.decision is not None:
        game.choose(game.decision.sample(rng))
    record = b"".join(rows)
    assert verify_record(record, find).true, verify_record(record, find)
    assert load_game(record, find).result == game.result


@pytest.mark.parametrize("player", [Uniform(1), Greedy(1)], ids=["uniform", "greedy"])
def test_players_drive(player: Greedy | Uniform) -> None:
    game = Game(DERBY, SETUP, seed=2, players={0: player, 1: Uniform(2)})
    assert game.result is not None
    drives = [event for step in game.steps for event in step.events if isinstance(event, Drove)]
    assert len({(event.at.x, event.at.y) for event in drives}) > 3


def test_a_man_flies_onto_a_truck_and_is_driven_with_it_and_lost_with_it() -> None:
    places = [[15, 10], [25, 3], [12, 5], [5, 8], [6, 3], [15, 25], [25, 25], [2, 28], [27, 20], [27, 28]]
    game = Game(DERBY, Setup("derby", {"places": places}), seed=1)
    game.choose(0)
    game.choose(())
    answers: dict[str, Any] = {"shoot": -1, "walker": 2, "move": ((15_500, 10_500, 2_000, int(Mode.FLY)),)}
    while len(game.steps) < 1:
        assert game.decision is not None
        game.choose(answers[game.decision.key])
    assert game.state.records[2].at.spot == (15_500, 10_500, 2_000)
    play = game.play
    drive_by = drive_question(play, 0)
    assert riders(drive_by.layout, 0) == (2,)
    play.happen(Drove(0, drive_by.end_of(drive((0, EAST), (3, EAST))), (2,)))
    assert play.state.records[2].at.spot == (18_500, 9_500, 2_000), "half an inch ahead and to the right of its middle"
    hurt(play, 0, 8)
    assert play.state.records[2].hull == 0


def test_nonsense_undo_and_pulled_plugs_break_nothing(tmp_path: Path) -> None:
    assert fuzz(DERBY, [SETUP], games=12, out=tmp_path) == []
