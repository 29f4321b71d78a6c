"""The fuzzer passes sound rulesets, and keeps each failure as a record that opens."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from tests.core.toys import CRYPT, CRYPT_SETUP, WATCH, WATCH_SETUP, watch
from warbook.core.errors import WarbookError
from warbook.core.loading import load_game
from warbook.core.play import Play
from warbook.core.ruleset import Ruleset, Setup
from warbook.rulesets import find
from warbook.testing.fuzz import at_another_table, fuzz, main


@pytest.mark.parametrize(("ruleset", "setup"), [(CRYPT, CRYPT_SETUP), (WATCH, WATCH_SETUP)])
def test_nonsense_undo_and_pulled_plugs_break_nothing(ruleset: Ruleset, setup: Setup, tmp_path: Path) -> None:
    assert fuzz(ruleset, [setup], games=60, out=tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_each_failure_is_a_record_that_opens_with_its_traceback(tmp_path: Path) -> None:
    def brittle(play: Play[Any, Any, Any]) -> None:
        if play.state.turn.number == 4:
            raise ZeroDivisionError("the fourth turn")
        watch(play)

    ruleset = replace(WATCH, turn=brittle)
    failures = fuzz(ruleset, [WATCH_SETUP], games=3, seed=40, out=tmp_path)
    assert {f.said for f in failures} == {"ZeroDivisionError: the fourth turn"}
    assert {f.seed for f in failures} <= {40, 41, 42}
    first = failures[0]
    assert "in brittle" in first.traceback.read_text()
    opened = load_game(first.record.read_bytes(), lambda name: replace(WATCH, turn=watch))
    assert opened.state.turn.number <= 4


def test_a_battle_at_another_table_is_drawn_by_its_seed_from_what_tables_may_choose() -> None:
    ruleset = find("gangfight")
    kept = ruleset.house_rules[0].id
    setup = Setup("gangfight", {}, {"rounds": 4}, (kept,))
    drawn = [at_another_table(ruleset, setup, Random(seed)) for seed in range(100)]
    assert drawn == [at_another_table(ruleset, setup, Random(seed)) for seed in range(100)]
    assert all(other.content == setup.content and ruleset.having(other.options, other.house_rules) for other in drawn)
    assert all(kept in other.house_rules for other in drawn)  # what the battle is played with anyway
    assert all(len({str(other.options.get(option.name)) for other in drawn}) > 1 for option in ruleset.options)


def test_without_a_table_there_is_nothing_to_fuzz(tmp_path: Path) -> None:
    with pytest.raises(WarbookError, match="ships no scenario"):
        fuzz(WATCH, games=1, out=tmp_path)
    told = CliRunner().invoke(main, ["no-such-game"])
    assert told.exit_code == 1
    assert "no ruleset 'no-such-game'" in told.output


def test_a_seed_plays_the_same_battle_alone_and_says_how_to_see_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def brittle(play: Play[Any, Any, Any]) -> None:
        if len(play.state.records) == 6:
            raise ZeroDivisionError("three against three")
        watch(play)

    ruleset = replace(WATCH, turn=brittle)
    setups = [Setup("watch", {"guards": guards}) for guards in (1, 2, 3)]
    assert [failure.seed for failure in fuzz(ruleset, setups, games=6, out=tmp_path)] == [2, 5]
    assert [failure.seed for failure in fuzz(ruleset, setups, games=1, seed=5, out=tmp_path)] == [5]
    monkeypatch.setattr("warbook.testing.fuzz.find", lambda name: ruleset)
    monkeypatch.setattr("warbook.testing.fuzz.every_setup", lambda ruleset: setups)
    told = CliRunner().invoke(main, ["watch", "--games", "3", "--out", str(tmp_path)])
    assert "watch, seed 2: ZeroDivisionError: three against three" in told.stdout
    assert f"warbook replay {tmp_path / '2.wbr'}" in told.stdout
    assert "python -m warbook.testing.fuzz watch --seed 2 --games 1" in told.stdout
    assert told.stdout.endswith("1 failure.\n")
