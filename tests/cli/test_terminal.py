"""A person at the terminal: asked, answered, refused, taken back, resumed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import warbook
from tests.cli.toy import DUEL, run
from warbook import open_record, verify
from warbook.cli.terminal import Terminal

TWO = ("--red", "human", "--blue", "human", "--seed", "1")


def typed(*lines: str, record: str = "a.wbr", players: tuple[str, ...] = TWO) -> str:
    """What the terminal showed when a person typed these lines."""
    asked = run("play", DUEL, *players, "--record", record, says="".join(f"{line}\n" for line in lines))
    assert asked.exit_code == 0, asked.output
    return asked.output


def resumed(*lines: str, record: str = "a.wbr") -> str:
    asked = run("play", "--resume", record, says="".join(f"{line}\n" for line in lines))
    assert asked.exit_code == 0, asked.output
    return asked.output


def test_the_position_the_question_what_led_to_it_and_its_options_are_shown() -> None:
    shown = typed("1", "quit")
    assert "round 1: Ash(2)" in shown
    assert "What does Ash do?\n" in shown
    assert "1  Advance" in shown
    assert "How far?   (Advance)" in shown


def test_why_tells_what_is_not_offered() -> None:
    assert "not Strike: The opponent must be within 1 inch." in typed("why", "quit")


def test_why_of_one_answer_tells_whether_anything_speaks_against_it() -> None:
    assert "This answer is legal." in typed("why 1", "quit")


@pytest.mark.parametrize("nonsense", ["99", "3", "0", "advance please"])
def test_what_is_no_answer_changes_nothing_and_says_what_would_be(nonsense: str) -> None:
    shown = typed(nonsense, "quit")
    assert "wanted" in shown
    assert open_record("a.wbr").answers == []


def test_an_option_may_be_typed_by_name() -> None:
    assert "How far?" in typed("adv", "quit")


def test_where_python_has_no_readline_a_line_is_typed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = warbook.battle(DUEL, red="human", blue="human")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setitem(sys.modules, "readline", None)
    Terminal(game, {}, Path("a.wbr"))


def test_help_lists_the_words() -> None:
    shown = typed("help", "quit")
    for word in ("why", "odds", "undo", "redo", "save", "log", "help", "quit"):
        assert word in shown


def test_a_choice_nobody_answered_is_taken_back_freely_and_done_again() -> None:
    shown = typed("advance", "undo", "redo", "quit")
    assert "Taken back." in shown
    assert shown.count("How far?") == 2


def test_taking_back_after_the_other_side_has_chosen_asks_the_other_side() -> None:
    lines = ("advance", "1", "wait", "undo")
    refused = typed(*lines, "no", "quit")
    assert "blue, do you agree" in refused
    assert "did not agree" in refused
    agreed = typed(*lines, "yes", "quit", record="b.wbr")
    assert "Taken back." in agreed
    assert len(open_record("a.wbr").steps) == 2
    assert len(open_record("b.wbr").steps) == 0


def test_a_bot_agrees_to_everything() -> None:
    shown = typed("wait", "undo", "quit", players=("--red", "human", "--blue", "uniform", "--seed", "1"))
    assert "Taken back." in shown


def test_nothing_to_take_back_is_said() -> None:
    assert "chosen nothing" in typed("undo", "quit")


def test_the_log_is_read_again_in_whole_or_in_part() -> None:
    shown = typed("wait", "wait", "log 1", "log x", "quit")
    assert shown.count("Birch: waits.") == 2
    assert shown.count("Ash: waits.") == 1
    assert "wanted a number of lines" in shown


def test_chance_may_answer_as_often_as_one_likes() -> None:
    typed("any 4", "quit")
    record = open_record("a.wbr")
    given = sum(len(done.answers) for done in record.steps) + len(record.answers)
    assert given == 4
    assert "wanted a number of questions" in typed("any few", "quit")


def test_save_writes_a_copy_that_opens() -> None:
    typed("wait", "save copy.wbr", "quit")
    assert len(open_record("copy.wbr").steps) == 1


def test_a_battle_goes_on_in_the_middle_of_an_action() -> None:
    typed("advance", "quit")
    shown = resumed("3", "quit")
    assert "How far?" in shown
    game = open_record("a.wbr")
    assert len(game.steps) == 1
    assert game.state.records[0].at.x == 3000


def test_resuming_again_and_again_writes_the_record_that_one_sitting_writes() -> None:
    typed("advance", "3", "wait", "advance", "1", "quit")
    typed("advance", "quit", record="b.wbr")
    for line in ("3", "wait", "advance", "1"):
        resumed(line, "quit", record="b.wbr")
    assert Path("a.wbr").read_bytes() == Path("b.wbr").read_bytes()


def test_a_record_cut_off_in_the_middle_of_a_line_goes_on_at_its_last_whole_line() -> None:
    typed("wait", "wait", "quit")
    whole = Path("a.wbr").read_bytes()
    Path("a.wbr").write_bytes(whole[:-20])
    assert "cut off" in resumed("quit")
    assert whole.startswith(Path("a.wbr").read_bytes())
    resumed("wait", "quit")
    assert Path("a.wbr").read_bytes() == whole


def test_a_record_that_only_lacks_its_last_newline_loses_nothing() -> None:
    typed("wait", "quit")
    whole = Path("a.wbr").read_bytes()
    Path("a.wbr").write_bytes(whole[:-1])
    resumed("quit")
    assert Path("a.wbr").read_bytes() == whole


def test_a_finished_battle_is_shown_and_its_record_left_alone() -> None:
    run("play", DUEL, "--red", "uniform", "--blue", "uniform", "--seed", "5", "--record", "a.wbr")
    before = Path("a.wbr").read_bytes()
    assert "round" in resumed()
    assert Path("a.wbr").read_bytes() == before


def test_the_end_of_input_leaves_the_table_and_says_how_to_go_on() -> None:
    assert "warbook play --resume a.wbr" in typed("wait")


def test_a_program_answers_in_json_lines() -> None:
    lines = ['"strike"', '"advance"', "2", "nonsense", '{"do": "undo"}', '{"do": "dance"}', '{"do": "quit"}']
    asked = run("play", DUEL, *TWO, "--record", "a.wbr", "--json", says="\n".join(lines) + "\n")
    assert asked.exit_code == 0, asked.output
    said = _documents(asked.stdout)
    assert said[0]["ask"]["key"] == "turn.action"
    assert [c["answer"] for c in said[0]["ask"]["candidates"]] == ["advance", "wait"]
    assert said[1] == {"refused": ["The opponent must be within 1 inch."]}
    assert said[3]["ask"]["key"] == "advance.inches"
    assert said[-1]["over"] is False


def _documents(text: str) -> list[Any]:
    """All JSON documents of a text, one after the other."""
    decoder, at, found = json.JSONDecoder(), 0, []
    while at < len(text.rstrip()):
        document, at = decoder.raw_decode(text, at)
        found.append(document)
        while at < len(text) and text[at].isspace():
            at += 1
    return found


def test_odds_are_told_of_options_that_name_a_model_and_of_nothing_else() -> None:
    Path("near.toml").write_text('kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 4\n')
    words = ("near.toml", *TWO, "--house-rule", "sudden-death", "--record", "a.wbr")
    shown = run("play", *words, says="odds\nadvance\n3\nstrike\nodds\nquit\n").output
    assert "No option here has odds of its own." in shown
    assert "Oak: is down: 1/1 = 100.00%" in shown
    assert "Oak: Oak" not in shown


def test_odds_leave_out_what_cannot_happen() -> None:
    Path("near.toml").write_text('kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 4\n')
    words = ("near.toml", *TWO, "--record", "a.wbr")  # two wounds: no strike brings anybody down
    shown = run("play", *words, says="advance\n3\nstrike\nodds\nquit\n").output
    assert "None of these options can lead directly to an outcome that has odds." in shown
    assert "0/1" not in shown
    assert "cannot happen" not in shown


@pytest.mark.parametrize("named", ["strike", "Strike", "STR"])
def test_why_answers_for_an_option_that_is_refused(named: str) -> None:
    assert "The opponent must be within 1 inch." in typed(f"why {named}", "quit")


def test_an_option_that_is_refused_says_why_when_it_is_typed() -> None:
    shown = typed("strike", "quit")
    assert "The opponent must be within 1 inch." in shown
    assert open_record("a.wbr").answers == []


def test_why_answers_for_a_model_that_is_not_among_the_options() -> None:
    assert "It is not among the choices." in typed("why birch", "quit")
    assert "wanted the number or the name of an option" in typed("why nobody", "quit")


def test_an_export_goes_on_with_dice_that_nobody_knows() -> None:
    typed("advance", "quit")
    Path("b.wbr").write_bytes(open_record("a.wbr").save(export=True))
    assert open_record("b.wbr").source.seed is None
    resumed("3", "wait", "quit", record="b.wbr")
    game = open_record("b.wbr")
    assert game.source.how == "drawn" and game.seed > 2**128
    assert b'"line":"dice"' in Path("b.wbr").read_bytes()
    assert not verify(game).different


def test_the_seed_is_drawn_unless_it_is_named_and_the_record_has_it() -> None:
    for number in range(2):
        run("play", DUEL, "--red", "uniform", "--blue", "uniform", "--record", f"{number}.wbr")
    seeds = {open_record(f"{number}.wbr").seed for number in range(2)}
    assert len(seeds) == 2 and min(seeds) > 2**128
    assert all(verify(open_record(f"{number}.wbr")).true for number in range(2))
