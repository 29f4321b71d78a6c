"""Matches: pairs, processes, intervals, and battles that are the same as at the table."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.odds.duel import DUEL, find, setup
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.oracle import Table
from warbook.core.ruleset import Result, Ruleset
from warbook.core.verify import verify
from warbook.players import by_seat
from warbook.sim import Row, compare, match
from warbook.sim.battle import Field, fight
from warbook.sim.match import Match, _paired, battles


def row(game: int, winner: str) -> Row:
    return Row(game, game // 2, game % 2, winner, (0, 0), "", 0, 0, "")


def test_the_two_battles_of_a_pair_have_one_seed_and_exchanged_sides() -> None:
    rows: list[Row] = []
    match(setup(), "uniform", "first", games=5, seed=40, jobs=1, find=find, on_row=rows.append)
    assert [(r.game, r.seed, r.red_seat) for r in rows] == [(0, 40, 0), (1, 40, 1), (2, 41, 0), (3, 41, 1), (4, 42, 0)]


def test_the_number_of_processes_changes_nothing() -> None:
    plan = Match(setup(), "uniform", "greedy", 14, 3, find=find)
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
    totals = match(setup(), "uniform", "first", games=30, jobs=1, find=find, on_row=rows.append)
    assert totals.games == 30 == totals.red_wins + totals.blue_wins + totals.draws
    assert totals.red_wins == sum(r.winner == "red" for r in rows)
    assert totals.decisions == sum(r.decisions for r in rows) > 0
    assert sum(totals.seats) == totals.red_wins + totals.blue_wins
    assert totals.red.low < totals.red.share == totals.red_wins / 30 < totals.red.high
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
    match(setup(), "uniform", "first", games=4, seed=2, jobs=2, records=tmp_path / "r", find=find, on_row=rows.append)
    match(setup(), "uniform", "first", games=4, seed=2, jobs=1, find=find, on_row=plain.append)
    assert rows == plain
    files = sorted((tmp_path / "r").iterdir())
    assert [f.name for f in files] == [f"duel-{n:05d}.wbr" for n in range(4)]
    for file, fought in zip(files, rows, strict=True):
        game = Game.load(file.read_bytes(), find, source=str(file))
        assert verify(game) == ""
        assert isinstance(game.result, Result)
        assert game.names == (("uniform", "first") if fought.red_seat == 0 else ("first", "uniform"))


def test_two_rulesets_are_compared_on_the_same_seeds() -> None:
    told = compare(setup(8), "uniform", "uniform", ("savage",), games=40, seed=1, jobs=1, find=find)
    assert told.with_rules.games == told.without.games == 40
    alone = match(setup(8), "uniform", "uniform", games=40, seed=1, jobs=1, find=find)
    assert told.without == replace(alone, seconds=told.without.seconds)
    assert told.with_rules.decisions != told.without.decisions
    assert told.low <= told.difference <= told.high


def test_a_house_rule_that_changes_nothing_makes_no_difference() -> None:
    told = compare(setup(8), "uniform", "uniform", (), games=20, seed=1, jobs=1, find=find)
    assert (told.difference, told.low, told.high) == (0.0, 0.0, 0.0)


def test_a_pair_is_one_observation() -> None:
    with_rules = [row(0, "red"), row(1, "red"), row(2, "draw"), row(3, "red"), row(4, "blue"), row(5, "red")]
    without = [row(0, "blue"), row(1, "red"), row(2, "draw"), row(3, "draw"), row(4, "blue"), row(5, "red")]
    difference, low, high = _paired(with_rules, without)  # pairs: 0.5, 0.25, 0
    assert difference == 0.25
    assert round(high - difference, 4) == round(1.959964 * 0.25 / 3**0.5, 4) == round(difference - low, 4)


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
        match(setup(), str(wanted.pop("red")), str(wanted.pop("blue")), find=find, **wanted)
    assert message in str(told.value)


def test_a_crash_in_a_worker_reaches_the_one_who_asked() -> None:
    with pytest.raises(WarbookError, match="does not say what positions are worth"):
        match(setup(), "greedy", "greedy", games=8, jobs=2, find=blind)


def blind(name: str) -> Ruleset:
    return dataclasses.replace(find(name), value=None)


def test_a_bar_shows_the_progress_on_the_error_stream(capsys: pytest.CaptureFixture[str]) -> None:
    match(setup(), "uniform", "uniform", games=4, jobs=1, find=find, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "uniform against uniform" in err
