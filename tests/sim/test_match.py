"""Matches: pairs, processes, intervals, and battles that are the same as at the table."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from tests.odds.duel import DUEL, find, setup
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.loading import load_game
from warbook.core.oracle import Table
from warbook.core.ruleset import Result, Ruleset
from warbook.core.verify import verify
from warbook.players import by_seat
from warbook.sim import BattleFailed, Row, intervals, simulate
from warbook.sim.battle import Field, fight
from warbook.sim.match import battles
from warbook.sim.plan import Arm, Plan


def test_the_two_battles_of_a_pair_have_one_seed_and_exchanged_sides() -> None:
    rows: list[Row] = []
    simulate(setup(), red="uniform", blue="first", games=5, seed=40, jobs=1, find=find, on_row=rows.append)
    assert [(r.game, r.seed, r.red_seat) for r in rows] == [(0, 40, 0), (1, 40, 1), (2, 41, 0), (3, 41, 1), (4, 42, 0)]


def test_equal_players_have_a_seed_for_each_battle_and_keep_their_sides() -> None:
    """The second battle of a pair would be the first over again."""
    rows: list[Row] = []
    totals = simulate(setup(), games=5, seed=40, jobs=1, find=find, on_row=rows.append)
    assert [(r.game, r.seed, r.red_seat) for r in rows] == [(n, 40 + n, 0) for n in range(5)]
    assert len({r.digest for r in rows}) == 5
    assert totals.seats == (totals.red_wins, totals.blue_wins)


def test_the_share_of_wins_counts_a_pair_as_one_observation() -> None:
    totals = simulate(setup(), red="uniform", blue="first", games=60, jobs=1, find=find)
    rows: list[Row] = []
    simulate(setup(), red="uniform", blue="first", games=60, jobs=1, find=find, on_row=rows.append)
    pairs = [[float(row.winner == "red") for row in rows[at : at + 2]] for at in range(0, 60, 2)]
    assert totals.red == intervals.share(pairs)


@pytest.mark.parametrize(
    ("blue", "games", "few"), [("uniform", 9, True), ("uniform", 10, False), ("first", 18, True), ("first", 20, False)]
)
def test_means_over_few_seeds_are_told_to_be_unreliable(blue: str, games: int, few: bool) -> None:
    totals = simulate(setup(), red="uniform", blue=blue, games=games, jobs=1, find=find)
    assert totals.method.endswith("with fewer than 10 seeds the intervals of means may be too narrow") == few


def test_the_number_of_processes_changes_nothing() -> None:
    plan = Plan((Arm("", setup()),), "uniform", "greedy", 14, 3, find=find)
    assert list(battles(plan, 1)) == list(battles(plan, 2))


def test_red_wins_are_the_red_players_whichever_side_it_had() -> None:
    field = Field(DUEL, setup())
    for seed in range(12):
        for seat in (0, 1):
            names = ("uniform", "first") if seat == 0 else ("first", "uniform")
            result = Game(DUEL, setup(), seed=seed, players=by_seat(names, seed)).result
            assert result is not None
            fought = fight(field, "uniform", "first", seed=seed, red_seat=seat)
            expected = "draw" if result.winner < 0 else "red" if names[result.winner] == "uniform" else "blue"
            assert fought.winner == expected
            assert fought.points == (result.points if seat == 0 else result.points[::-1])


def test_totals_add_up() -> None:
    rows: list[Row] = []
    totals = simulate(setup(), red="uniform", blue="first", games=30, jobs=1, find=find, on_row=rows.append)
    assert totals.games == 30 == totals.red_wins + totals.blue_wins + totals.draws
    assert totals.red_wins == sum(r.winner == "red" for r in rows)
    assert totals.decisions == sum(r.decisions for r in rows) > 0
    assert sum(totals.seats) == totals.red_wins + totals.blue_wins
    assert totals.red.low < totals.red.value == totals.red_wins / 30 < totals.red.high
    assert totals.seconds > 0


def test_a_battle_without_a_journal_is_the_battle_at_the_table() -> None:
    field = Field(DUEL, setup())
    ended = field.fight(by_seat(("uniform", "uniform"), 9), 9)
    game = Game(DUEL, setup(), seed=9, players=by_seat(("uniform", "uniform"), 9))
    assert ended.state == game.state
    assert ended.result == game.result
    assert ended.steps == len(game.steps)


def test_only_decisions_with_two_legal_answers_are_counted() -> None:
    game = Game(DUEL, setup(), seed=9, players=by_seat(("uniform", "uniform"), 9))
    ended = Field(DUEL, setup()).fight(by_seat(("uniform", "uniform"), 9), 9)
    several = 0

    class Asked(Table):
        def choose(self, play: Any, decision: Any) -> Any:
            nonlocal several
            several += len(decision.candidates(2)) == 2
            return super().choose(play, decision)

    again = Game(DUEL, setup(), seed=9, advance=False)
    again.oracle = Asked(again.oracle.dice, by_seat(("uniform", "uniform"), 9))
    again.go_on()
    assert again.save() == game.save()
    assert 0 < ended.decisions == several


def test_records_are_written_whole_and_replay(tmp_path: Path) -> None:
    rows: list[Row] = []
    plain: list[Row] = []
    simulate(
        setup(),
        red="uniform",
        blue="first",
        games=4,
        seed=2,
        jobs=2,
        records=tmp_path / "r",
        find=find,
        on_row=rows.append,
    )
    simulate(setup(), red="uniform", blue="first", games=4, seed=2, jobs=1, find=find, on_row=plain.append)
    assert rows == plain
    files = sorted((tmp_path / "r").iterdir())
    assert [f.name for f in files] == [f"duel-{n:05d}.wbr" for n in range(4)]
    for file, fought in zip(files, rows, strict=True):
        game = load_game(file.read_bytes(), find, source=str(file))
        assert verify(game).true
        assert isinstance(game.result, Result)
        assert game.names == (("uniform", "first") if fought.red_seat == 0 else ("first", "uniform"))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"games": 0}, "games: found 0; wanted 1 or more"),
        ({"jobs": 0}, "jobs: found 0; wanted 1 or more"),
        ({"red": "unifrom"}, "did you mean 'uniform'?"),
    ],
)
def test_a_match_that_cannot_be_is_refused(asked: dict[str, Any], message: str) -> None:
    wanted: dict[str, Any] = {"red": "uniform", "blue": "uniform", "games": 4, "jobs": 1, **asked}
    with pytest.raises(WarbookError) as told:
        simulate(setup(), find=find, **wanted)
    assert message in str(told.value)


def test_a_crash_in_a_worker_reaches_the_one_who_asked() -> None:
    with pytest.raises(
        BattleFailed, match=r"battle 0 \(seed 0, greedy first, greedy second\): .* what positions are worth"
    ):
        simulate(setup(), red="greedy", blue="greedy", games=8, jobs=2, find=blind)


def blind(name: str) -> Ruleset:
    return dataclasses.replace(find(name), value=None)


def test_a_bar_shows_the_progress_on_the_error_stream(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(setup(), games=4, jobs=1, find=find, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "uniform against uniform" in err
