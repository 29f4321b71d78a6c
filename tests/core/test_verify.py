"""Verifying: what was forged by somebody who knows how records are made is found, and what is true is told so."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.core.toys import CRYPT, CRYPT_SETUP, WATCH, WATCH_SETUP, toy
from tests.forging import Row, chained_anew, forged, rows_of
from warbook.core.answers import Answer, Shown
from warbook.core.decision import Choose, Confirm
from warbook.core.dice import D6
from warbook.core.errors import BadData, WarbookError
from warbook.core.game import Game
from warbook.core.loading import load_game
from warbook.core.play import Play
from warbook.core.record import RedoLine, chained, encode, write_answers
from warbook.core.source import Source, commitment_of, shared_source
from warbook.core.verdict import Verdict
from warbook.core.verify import verify, verify_record

KEPT = Path(__file__).parent / "records"


def judged(data: bytes) -> Verdict:
    return verify_record(data, toy)


def whole_battle(seed: int = 11, *, ruleset: Any = WATCH, setup: Any = WATCH_SETUP, chance: int = 4) -> bytes:
    """A battle to its end, with choices taken back and done again."""
    rows: list[bytes] = []
    game, rng, chosen = Game(ruleset, setup, seed=seed, write=rows.append), Random(chance), 0
    while game.decisions:
        decision = rng.choice(game.decisions)
        game.choose(decision.sample(rng), decision.player)
        chosen += 1
        if chosen % 5 == 0:
            game.undo(consent=(0, 1))
        if chosen % 10 == 0:
            game.redo()
    return b"".join(rows)


BATTLE = whole_battle()


def line(rows: list[Row], kind: str, number: int = 0) -> Row:
    """One of the lines of a kind."""
    return [row for row in rows if row["line"] == kind][number]


def struck() -> bytes:
    """A battle in which a strike is under way: dice are on the table, and somebody is asked."""
    rows: list[bytes] = []
    game = Game(WATCH, WATCH_SETUP, seed=11, write=rows.append)
    for answer in (True, 5, None):
        game.choose(answer)
    return b"".join(rows)


# ---- what is true ----------------------------------------------------------------------------------------------------


def test_a_battle_with_choices_taken_back_and_done_again_is_true() -> None:
    for seed in range(6):
        data = whole_battle(seed, chance=seed)
        assert b'"line":"undo"' in data and b'"line":"redo"' in data
        verdict = judged(data)
        assert verdict.true and verdict.rolls > 5
        game = load_game(data, toy)
        assert verify(game).true and judged(game.save()).true and judged(game.save(export=True)).true


def test_a_battle_of_secrets_is_true_when_it_is_over() -> None:
    for seed in range(6):
        assert judged(whole_battle(seed, ruleset=CRYPT, setup=CRYPT_SETUP, chance=seed)).true


def test_chaining_anew_changes_nothing_in_a_record_that_nobody_forged() -> None:
    assert forged(BATTLE, lambda rows: None) == BATTLE


def test_a_record_that_was_loaded_and_goes_on_is_true() -> None:
    rows = [struck()]
    game = load_game(rows[0], toy, write=rows.append)
    rng = Random(3)
    while game.decisions:
        game.choose(game.decisions[0].sample(rng))
    assert judged(b"".join(rows)).true


# ---- what is forged --------------------------------------------------------------------------------------------------


def loaded_dice(rows: list[Row]) -> None:
    """A hit where there was a miss: the face and everything that tells of it."""
    for row in rows:
        for answer in row["answers"] if row["line"] in ("step", "answers") else ():
            if answer[:2] == ["r", "strike.hit"]:
                answer[2] = [answer[2][0] % 6 + 1]


def other_seed(rows: list[Row]) -> None:
    rows[0]["seed"] = "12"


def false_end(rows: list[Row]) -> None:
    end = line(rows, "end")
    end["result"]["winner"] = 1 - max(end["result"]["winner"], 0)


def early_end(rows: list[Row]) -> None:
    del rows[rows.index(line(rows, "step", 1)) + 1 :]
    rows.append({"line": "end", "result": {"winner": 0, "points": [1, 0], "why": "the other gave up"}})


def second_end(rows: list[Row]) -> None:
    rows.append(dict(rows[-1]))


def no_consent(rows: list[Row]) -> None:
    undo = next(row for row in rows if row["line"] == "undo" and row["consent"])
    undo["consent"] = []


def other_seat_takes_back(rows: list[Row]) -> None:
    undo = line(rows, "undo")
    undo["by"] = 1 - undo["by"]


def consent_of_nobody(rows: list[Row]) -> None:
    line(rows, "undo")["consent"] = [0, 1, 5]


def consent_twice(rows: list[Row]) -> None:
    """It says the same; but Warbook writes every seat once, in their order."""
    undo = next(row for row in rows if row["line"] == "undo" and row["consent"])
    undo["consent"] = [*undo["consent"], *undo["consent"]]


def forgotten_undo(rows: list[Row]) -> None:
    """What was taken back never happened: the numbers of its rolls are missing."""
    at = next(n for n, row in enumerate(rows) if row["line"] == "undo" and row["dice"] > rows[n - 2].get("dice", 0))
    step = rows[at]["step"]
    first = next(n for n, row in enumerate(rows) if row["line"] in ("answers", "step") and row["step"] == step)
    del rows[first : at + 1]


def redo_of_nothing(rows: list[Row]) -> None:
    rows.insert(rows.index(line(rows, "step", 1)) + 1, {"line": "redo", "dice": line(rows, "step", 1)["dice"]})


def shifted_counts(rows: list[Row]) -> None:
    for row in rows[1:]:
        if "dice" in row:
            row["dice"] += 3


def one_count(rows: list[Row]) -> None:
    line(rows, "answers", 1)["dice"] += 1


def unknown_key_in_an_event(rows: list[Row]) -> None:
    line(rows, "step")["events"][0]["colour"] = "red"


def unknown_key_in_the_setup(rows: list[Row]) -> None:
    rows[0]["start"]["turn"]["weather"] = "wet"


def keys_in_another_order(rows: list[Row]) -> None:
    event = line(rows, "step")["events"][0]
    line(rows, "step")["events"][0] = dict(reversed(event.items()))


def value_beside_a_roll(rows: list[Row]) -> None:
    for row in rows:
        for answer in row.get("answers", ()) if row["line"] == "step" else ():
            if answer[0] == "r":
                answer[3] = 6


def other_faces_in_the_log(rows: list[Row]) -> None:
    events = [e for row in rows if row["line"] == "step" for e in row["events"] if e["type"] == "Rolled"]
    events[0]["faces"] = [6]


def skipped_window(rows: list[Row]) -> None:
    """Nobody was asked who might have reacted."""
    for row in rows:
        for answer in row.get("answers", ()) if row["line"] == "step" else ():
            if answer[0] == "c" and answer[1].startswith("Declared"):
                answer[:] = ["p", answer[1], None]
                return


def changed_answer(rows: list[Row]) -> None:
    """The step says something else than what had been answered, and shown, before it was over."""
    for row in rows:
        if row["line"] == "answers" and row["answers"][0] == ["c", "strike.really", True]:
            row["answers"][0][2] = False
            return


def forgotten_answers(rows: list[Row]) -> None:
    """What was answered and rolled in the middle of a step is gone, though nobody took it back."""
    given = line(rows, "answers", 1)
    del rows[rows.index(given) + 1 :]
    rows.append({"line": "answers", "step": given["step"], "at": 0, "answers": [], "dice": given["dice"]})


FORGERIES: list[tuple[Callable[[list[Row]], None], str]] = [
    (loaded_dice, "the seed gives"),
    (other_seed, "the seed gives"),
    (false_end, "the rules say Result"),
    (early_end, "that it is not over"),
    (second_end, "the battle was over before it"),
    (no_consent, "without the consent of the others"),
    (other_seat_takes_back, "takes back|has chosen nothing yet"),
    (consent_of_nobody, "the consent of seats"),
    (consent_twice, "the consent of seats"),
    (forgotten_undo, "the seed gives|rolls are counted|the rules ask"),
    (redo_of_nothing, "nothing had been taken back"),
    (shifted_counts, "rolls are counted"),
    (one_count, "rolls are counted"),
    (unknown_key_in_an_event, "an event is not written as Warbook writes it"),
    (unknown_key_in_the_setup, "the first position is not"),
    (keys_in_another_order, "an event is not written as Warbook writes it"),
    (value_beside_a_roll, "or they differ"),
    (other_faces_in_the_log, "the rules give Rolled"),
    (skipped_window, "Who interrupts|the rules ask|the rules take"),
    (changed_answer, "strike.really|an answer that had been given|the step is over before it"),
    (forgotten_answers, "an answer that had been given is gone"),
]


@pytest.mark.parametrize(("forge", "said"), FORGERIES, ids=lambda each: getattr(each, "__name__", ""))
def test_what_was_forged_is_found_though_every_digest_fits(forge: Callable[[list[Row]], None], said: str) -> None:
    data = forged(BATTLE, forge)
    try:
        verdict = judged(data)
    except BadData as fault:
        pytest.fail(f"it does not even open: {fault}")
    assert verdict.different and verdict.line > 0 and not verdict.true
    assert re.search(said, verdict.different), verdict.different


@pytest.mark.parametrize("number", range(3))
def test_an_unknown_key_on_a_line_is_refused_by_every_opening(number: int) -> None:
    rows = rows_of(BATTLE)
    rows[number]["colour"] = "red"
    with pytest.raises(BadData, match="colour"):
        load_game(b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows), toy)


def test_a_key_that_stands_twice_is_found() -> None:
    """Readers do not agree on which of the two counts."""
    twice = BATTLE.replace(b'"step":0,', b'"step":7,"step":0,', 1)
    assert load_game(twice, toy).is_over
    assert "a key is unknown, or twice" in judged(twice).different
    spaced = BATTLE.replace(b'"dice":', b'"dice": ', 1)
    assert "not as Warbook writes it" in judged(spaced).different


# ---- what cannot be checked ------------------------------------------------------------------------------------------


def test_an_export_of_a_running_battle_cannot_be_checked_for_want_of_its_seed() -> None:
    game = load_game(struck(), toy)
    verdict = judged(game.save(export=True))
    assert (verdict.different, verdict.rules, verdict.true) == ("", (), False)
    assert verdict.dice == ("there is no seed",)


def test_what_one_seat_saw_cannot_be_checked() -> None:
    game = Game(CRYPT, CRYPT_SETUP, seed=2)
    for seat, answer in ((0, 1), (1, 2)):
        game.choose(answer, seat)
    game.choose(5)
    for seat in (-1, 0, 1):
        verdict = judged(game.save(export=True, seat=seat))
        assert not verdict.different and not verdict.true and "saw of a battle with secrets" in verdict.rules[0]


def test_faces_that_a_script_gave_are_said_to_be_given() -> None:
    game = Game(WATCH, WATCH_SETUP, dice="given")
    for answer in (True, 5, None):
        game.choose(answer)
    verdict = verify(game)
    assert (
        not verdict.different and not verdict.true and verdict.dice == ("the faces were given by a script, not rolled",)
    )


def test_to_call_loaded_dice_given_does_not_make_them_true() -> None:
    def forge(rows: list[Row]) -> None:
        rows[0].update(dice="given", seed=None)

    assert judged(forged(BATTLE, forge)).dice == ("the faces were given by a script, not rolled",)


def test_a_branch_of_a_running_battle_tells_which_dice_cannot_be_checked() -> None:
    game = load_game(struck(), toy)
    branch = game.branch(1, seed=9)
    rng = Random(1)
    while branch.decisions:
        branch.choose(branch.decisions[0].sample(rng))
    verdict = verify(branch)
    assert (verdict.different, verdict.rules, verdict.dice) == ("", (), ("there is no seed",))
    assert b'"seed":"11"' not in branch.save()
    later = next(n for n, row in enumerate(rows_of(branch.save())) if row["line"] == "dice")

    def loaded(rows: list[Row]) -> None:
        loaded_dice(rows[later:])

    assert "the seed gives" in judged(forged(branch.save(), loaded)).different


def test_a_branch_of_a_battle_that_is_over_can_be_checked_under_both_seeds() -> None:
    plain, rng = Game(WATCH, WATCH_SETUP, seed=3), Random(1)
    while plain.decisions:
        plain.choose(plain.decisions[0].sample(rng))
    rolls = [done.dice for done in plain.steps]
    step = next(n for n, dice in enumerate(rolls) if dice >= 2) + 1
    branch = plain.branch(step, seed=9)
    while branch.decisions:
        branch.choose(branch.decisions[0].sample(rng))
    assert verify(branch).true and verify(branch).rolls > rolls[step - 1]

    def loaded(rows: list[Row]) -> None:
        loaded_dice(rows)  # the first hit, which was rolled under the earlier seed

    assert "the seed gives" in judged(forged(branch.save(), loaded)).different

    def other(rows: list[Row]) -> None:
        line(rows, "dice")["seed"] = "10"

    assert "the seed gives" in judged(forged(branch.save(), other)).different


def undone_behind_its_beginning() -> Game:
    """A branch in which choices were taken back that were made before it began."""
    plain, rng = Game(WATCH, WATCH_SETUP, seed=3), Random(1)
    while len(plain.steps) < 4:
        plain.choose(plain.decisions[0].sample(rng))
    branch = plain.branch(4, seed=9)
    while len(branch.steps) > 1:
        branch.undo(consent=(0, 1))
    return branch


def test_a_branch_taken_back_behind_its_beginning_is_exported_and_branched_as_it_stands() -> None:
    game = undone_behind_its_beginning()
    for data in (game.save(export=True), game.branch(len(game.steps), seed=5).save()):
        assert judged(data).different == ""
        assert load_game(data, toy).state == game.state


def test_what_is_done_again_has_the_dice_that_it_had() -> None:
    game, rng = undone_behind_its_beginning(), Random(2)
    while game.undone:
        game.redo()
    while game.decisions:
        game.choose(game.decisions[0].sample(rng))
    opened = load_game(game.save(), toy)
    for played in (game, opened):
        assert judged(played.branch(len(played.steps) - 1, seed=5).save()).different == ""


# ---- other rules -----------------------------------------------------------------------------------------------------


def lucky(play: Play[Any, Any, Any]) -> None:
    play.ask(0, Confirm("go", "Go?"))
    play.roll(D6, "luck")
    play.ask(0, Choose("how", "How?", range, 9))
    play.happen(WATCH.events[-1]())


def luckier(play: Play[Any, Any, Any]) -> None:
    play.ask(0, Choose("go", "Go where?", lambda: ["left", "right"]))
    play.roll(D6, "luck")
    play.ask(0, Choose("how", "How?", range, 9))
    play.happen(WATCH.events[-1]())


OLD, NEW = replace(WATCH, turn=lucky, version="1"), replace(WATCH, turn=luckier, version="2")


def faces_of(answers: Sequence[Answer]) -> list[list[int]]:
    return [answer.faces or [] for answer in answers if isinstance(answer, Shown)]


def taken_up_by_newer_rules(*, taken_back: bool = False) -> tuple[bytes, list[int]]:
    """A battle whose roll has been seen when its rules change, and the choice before it no longer fits."""
    rows: list[bytes] = []
    old = Game(OLD, WATCH_SETUP, seed=8, write=rows.append)
    old.choose(True)
    seen = faces_of(old.answers)[0]
    new = load_game(b"".join(rows), lambda _: NEW, write=rows.append)
    new.choose("left")
    if taken_back:
        new.undo(consent=(0, 1))
        new = load_game(b"".join(rows), lambda _: NEW, write=rows.append)  # the server was started again meanwhile
        new.choose("right")
    new = load_game(b"".join(rows), lambda _: NEW, write=rows.append)
    new.choose(3)
    return b"".join(rows), seen


def test_a_battle_that_goes_on_under_newer_rules_keeps_the_faces_that_were_seen() -> None:
    data, seen = taken_up_by_newer_rules()
    assert data.count(b'"line":"rules"') == 1
    for record in (data, load_game(data, lambda _: NEW).save()):
        verdict = verify_record(record, lambda _: NEW)
        assert not verdict.different, verdict
        game = load_game(record, lambda _: NEW)
        assert game.notices == [] and game.version == "2"
        assert faces_of(game.steps[0].answers) == [seen]


LONGER_OLD, LONGER_NEW = (replace(rules, result=lambda state: None) for rules in (OLD, NEW))


def played_on_under_newer_rules() -> Game:
    """Two steps under the old rules, a third begun there and ended under the new ones, and a fourth begun."""
    old = Game(LONGER_OLD, WATCH_SETUP, seed=8)
    for answer in (True, 2, True, 3, True):
        old.choose(answer)
    new = load_game(old.save(), lambda _: LONGER_NEW)
    for taken in ("left", 5, "right"):
        new.choose(taken)
    return new


@pytest.mark.parametrize(("step", "answers"), [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (2, 2), (3, 0), (3, 2)])
def test_a_branch_says_which_rules_held_when_from_wherever_it_goes_on(step: int, answers: int) -> None:
    game = played_on_under_newer_rules()
    branch = game.branch(step, answers, seed=9)
    for _ in range(4):
        asked = branch.decision
        assert asked is not None
        branch.choose(asked.candidates(1)[0])
    rows = [json.loads(row) for row in branch.save().splitlines()]
    kinds = [row["line"] for row in rows]
    assert kinds.count("rules") == 1 and line(rows, "rules")["step"] == min(step, 2)
    assert kinds.index("rules") == 1 + kinds[: kinds.index("rules")].count("step") + (
        "answers" in kinds[: kinds.index("rules")]
    )
    again = load_game(branch.save(), lambda _: LONGER_NEW)
    assert again.version == "2" and again.notices == [] and again.state.key() == branch.state.key()
    assert not verify_record(branch.save(), lambda _: LONGER_NEW).different


def test_the_export_of_a_battle_says_which_rules_held_when() -> None:
    exported = played_on_under_newer_rules().save(export=True)
    assert exported.count(b'"line":"rules"') == 1
    again = load_game(exported, lambda _: LONGER_NEW)
    assert again.version == "2" and again.notices == []
    assert not verify_record(exported, lambda _: LONGER_NEW).different


def test_a_face_that_was_kept_and_taken_back_is_rolled_anew() -> None:
    data, seen = taken_up_by_newer_rules(taken_back=True)
    for record in (data, load_game(data, lambda _: NEW).save()):
        assert not verify_record(record, lambda _: NEW).different
        assert faces_of(load_game(record, lambda _: NEW).steps[0].answers) != [seen]


def test_answers_that_newer_rules_would_have_dropped_are_found() -> None:
    data, _ = taken_up_by_newer_rules()

    def forge(rows: list[Row]) -> None:
        assert line(rows, "rules")["answers"] == 0
        line(rows, "rules")["answers"] = 1

    assert "these rules take 0 answers of the step" in verify_record(forged(data, forge), lambda _: NEW).different


def test_another_face_than_the_one_that_was_seen_is_found() -> None:
    data, seen = taken_up_by_newer_rules()

    def forge(rows: list[Row]) -> None:
        since = next(n for n, row in enumerate(rows) if row["line"] == "rules")
        for row in rows[since:]:
            for answer in row["answers"] if row["line"] in ("step", "answers") else ():
                if answer[0] == "r":
                    answer[2] = [seen[0] % 6 + 1]

    assert "had been seen for this roll" in verify_record(forged(data, forge), lambda _: NEW).different


def test_what_was_played_under_other_rules_is_told_apart_from_what_differs() -> None:
    old = Game(OLD, WATCH_SETUP, seed=8)
    old.choose(True)
    old.choose(3)
    verdict = verify_record(old.save(), lambda _: NEW)
    assert not verdict.different and not verdict.true
    assert "played under version 1 of the rules; under version 2 it differs: step 0" in verdict.rules[0]
    assert verify_record(old.save(), lambda _: OLD).true


def test_a_rule_that_breaks_down_is_not_held_against_the_record() -> None:
    def broken_watch(play: Play[Any, Any, Any]) -> None:
        play.state.turn.active[0]

    def broken_result(state: Any) -> Any:
        raise RuntimeError("nobody knows who has won")

    for rules, said in (
        (replace(WATCH, turn=broken_watch), r"^step 0: a rule broke down: TypeError: .*test_verify.py:\d+, in broken"),
        (replace(WATCH, result=broken_result), "a rule broke down: RuntimeError: nobody knows who has won"),
    ):
        verdict = verify_record(BATTLE, {"watch": rules}.__getitem__)
        assert not verdict.different and not verdict.true
        assert re.search(said, verdict.rules[0]), verdict.rules


def test_a_rule_that_breaks_down_where_a_choice_is_taken_back_is_not_held_against_the_record() -> None:
    rows = BATTLE.splitlines(keepends=True)
    until = next(n for n, row in enumerate(rows) if b'"line":"undo"' in row)
    steps = sum(b'"line":"step"' in row for row in rows[:until])
    asked = 0

    def breaks_later(state: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > steps + 1:
            raise LookupError("too late")
        return WATCH.result(state)

    verdict = verify_record(b"".join(rows[: until + 1]), lambda _: replace(WATCH, result=breaks_later))
    assert not verdict.different and "a rule broke down: LookupError: too late" in verdict.rules[0]


def test_an_answer_over_which_a_rule_breaks_down_names_the_rule_when_the_record_is_opened() -> None:
    def broken_watch(play: Play[Any, Any, Any]) -> None:
        play.ask(0, Confirm("strike.really", "Strike?"))
        play.state.turn.active[0]

    game = Game(WATCH, WATCH_SETUP, seed=11)
    game.choose(True)
    game.choose(5)
    with pytest.raises(BadData, match=r"answer 1: found a rule broke down: TypeError: .*test_verify.py:\d+, in broken"):
        load_game(game.save(), lambda _: replace(WATCH, turn=broken_watch))


@pytest.mark.parametrize(("kind", "part"), [("answers", [["x", 3]]), ("step", [["c"]])])
def test_a_line_that_holds_no_answers_is_refused_by_its_number(kind: str, part: list[Any]) -> None:
    def forge(rows: list[Row]) -> None:
        line(rows, kind)["answers"] = part

    with pytest.raises(BadData, match=r"record: line \d+: found ValidationError"):
        judged(forged(BATTLE, forge))


def test_a_line_that_holds_no_events_is_refused_by_its_number() -> None:
    def forge(rows: list[Row]) -> None:
        line(rows, "step")["events"] = [{"type": "Nothing"}]

    with pytest.raises(BadData, match=r"record: line \d+: found ValidationError"):
        judged(forged(BATTLE, forge))


def test_rules_that_did_not_change_drop_no_answer() -> None:
    def forge(rows: list[Row]) -> None:
        at = next(n for n, row in enumerate(rows) if row["line"] == "answers")
        rows.insert(at + 1, {"line": "rules", "step": 0, "answers": 0, "dice": 0, "warbook": "0", "version": "1"})

    assert "the rules had version 1 before it" in judged(forged(struck(), forge)).different


# ---- dice that nobody chose ------------------------------------------------------------------------------------------


def shared(*, shares: dict[int, str], write: Callable[[bytes], None] | None = None) -> Game:
    source = shared_source(SECRET)
    assert source.seed is not None
    game = Game(WATCH, WATCH_SETUP, seed=source.seed, dice="shared", commitment=source.commitment, write=write)
    for answer in (True, 5, None):
        game.choose(answer)
    assert game.awaits_dice and not game.decisions and game.oracle.dice.rolled == 0
    for seat, share in shares.items():
        game.share(seat, share)
    game.begin_rolling()
    rng = Random(1)
    while game.decisions:
        game.choose(game.decisions[0].sample(rng))
    return game


SECRET, SHARES = 2**255 + 19, {0: "0" * 64, 1: "f" * 64}


def test_dice_of_several_shares_are_true_and_bound_to_every_one_of_them() -> None:
    rows: list[bytes] = []
    game = shared(shares=SHARES, write=rows.append)
    assert game.is_over and verify(game).true and judged(b"".join(rows)).true

    def other_share(rows: list[Row]) -> None:
        line(rows, "share", 1)["share"] = "e" * 64

    def no_share(rows: list[Row]) -> None:
        rows.remove(line(rows, "share"))

    def other_server(rows: list[Row]) -> None:
        rows[0]["seed"] = str(int(rows[0]["seed"]) ^ 1)

    def bound_anew(rows: list[Row]) -> None:
        other_server(rows)
        rows[0]["commitment"] = commitment_of(int(rows[0]["seed"]))

    def late_share(rows: list[Row]) -> None:
        rows.insert(-1, {"line": "share", "seat": 1, "share": "a" * 64})

    for forge in (other_share, no_share, bound_anew):
        assert "the seed gives" in judged(forged(b"".join(rows), forge)).different
    assert "commitment" in judged(forged(b"".join(rows), other_server)).different
    assert "after their first roll" in judged(forged(b"".join(rows), late_share)).different


def test_a_share_counts_once_and_only_before_the_first_roll() -> None:
    source = shared_source(SECRET)
    game = Game(WATCH, WATCH_SETUP, seed=source.seed or 0, dice="shared", commitment=source.commitment)
    for seat, share, said in (
        (0, "xyz", "64 hexadecimal"),
        (2, SHARES[0], "found seat 2"),
        (0, "F" * 64, "lower case"),
    ):
        with pytest.raises(WarbookError, match=said):
            game.share(seat, share)
    game.share(0, SHARES[0])
    with pytest.raises(WarbookError, match="has given its share"):
        game.share(0, SHARES[1])
    for answer in (True, 5, None):
        game.choose(answer)
    game.begin_rolling()
    with pytest.raises(WarbookError, match="no share can be added"):
        game.share(1, SHARES[1])


def test_a_share_is_refused_as_soon_as_the_dice_are_made() -> None:
    """Also before their first roll: the dice would not have it, and the record would say that they do."""
    source = shared_source(SECRET)
    game = Game(WATCH, WATCH_SETUP, seed=source.seed or 0, dice="shared", commitment=source.commitment)
    game.share(0, SHARES[0])
    game.begin_rolling()
    assert game.oracle.dice.rolled == 0
    with pytest.raises(WarbookError, match="no share can be added"):
        game.share(1, SHARES[1])
    rng = Random(1)
    while game.decisions:
        game.choose(game.decisions[0].sample(rng))
    assert game.rolled and verify(game).true


def test_a_share_that_stands_twice_in_a_record_is_found() -> None:
    def forge(rows: list[Row]) -> None:
        rows.insert(rows.index(line(rows, "share")), dict(line(rows, "share")))

    assert "gives a second share" in judged(forged(shared(shares=SHARES).save(), forge)).different


def test_a_commitment_of_dice_that_nobody_shared_is_found() -> None:
    def forge(rows: list[Row]) -> None:
        rows[0]["commitment"] = commitment_of(11)

    assert "dice that were chosen have no commitment" in judged(forged(BATTLE, forge)).different


def test_a_battle_that_waits_for_its_dice_is_opened_as_it_waits() -> None:
    source, rows = shared_source(SECRET), list[bytes]()
    game = Game(
        WATCH, WATCH_SETUP, seed=source.seed or 0, dice="shared", commitment=source.commitment, write=rows.append
    )
    game.share(1, SHARES[1])
    for answer in (True, 5, None):
        game.choose(answer)
    again = load_game(b"".join(rows), toy, write=rows.append)
    assert again.awaits_dice and again.shares == {1: SHARES[1]}
    again.share(0, SHARES[0])
    again.begin_rolling()
    game.transcript.write_to(None)
    game.share(0, SHARES[0])
    game.begin_rolling()
    assert write_answers(again.answers) == write_answers(game.answers) and again.save() == game.save()
    after = load_game(b"".join(rows), toy)
    assert not after.awaits_dice and write_answers(after.answers) == write_answers(game.answers)


def test_the_servers_share_of_a_running_battle_is_in_no_export() -> None:
    source = shared_source(SECRET)
    game = Game(WATCH, WATCH_SETUP, seed=source.seed or 0, dice="shared", commitment=source.commitment)
    game.share(0, SHARES[0])
    told = game.save(export=True)
    assert str(source.seed).encode() not in told and source.commitment.encode() in told and SHARES[0].encode() in told


def test_where_the_dice_were_changed_is_told() -> None:
    """A few rolls of shared dice at the end do not make those before them nobody's choice."""
    game, rng = Game(WATCH, WATCH_SETUP, seed=3), Random(1)
    while game.oracle.dice.rolled < 2 or game.answers:  # so that the dice change between two steps
        game.choose(game.decisions[0].sample(rng))
    share, step = shared_source(2**200 + 1), len(game.steps)
    game.change_dice(share)
    for seat in (0, 1):
        game.share(seat, f"{seat:064x}")
    game.begin_rolling()
    while game.decisions:
        game.choose(game.decisions[0].sample(rng))
    verdict = judged(game.save())
    first, second = verdict.sources
    assert verdict.true and verdict.rolls == first.rolls + second.rolls
    assert (first.how, first.step, first.commitment) == ("chosen", 0, "")
    assert (second.how, second.step, second.commitment) == ("shared", step, share.commitment)
    assert f"{first.rolls} from step 0 on are chosen, {second.rolls} from step {step} on are shared." in str(verdict)
    assert "changed" not in str(judged(BATTLE)) and len(judged(BATTLE).sources) == 1


def test_dice_are_changed_where_a_battle_that_was_brought_goes_on() -> None:
    rows = [struck()]
    game = load_game(rows[0], toy, write=rows.append, advance=False)
    game.change_dice(Source("drawn", 2**200 + 1))
    game.go_on()
    rng = Random(3)
    while game.decisions:
        game.choose(game.decisions[0].sample(rng))
    assert judged(b"".join(rows)).true
    assert load_game(b"".join(rows), toy).seed == 2**200 + 1


@pytest.mark.parametrize("secrets", [False, True])
def test_the_seed_of_dice_that_came_later_is_in_no_export_of_a_running_battle(secrets: bool) -> None:
    ruleset, setup = (CRYPT, CRYPT_SETUP) if secrets else (WATCH, WATCH_SETUP)
    game, rng = Game(ruleset, setup, seed=11), Random(5)
    for seed in ("another", "and one more"):
        game.change_dice(Source("drawn", int.from_bytes(seed.encode())))
        game.go_on()
        for _ in range(3):
            game.choose(game.decisions[0].sample(rng), game.decisions[0].player)
    assert not game.is_over
    branch = game.branch(len(game.steps), seed=1)
    for told in (game.save(export=True), game.save(export=True, seat=0), branch.save()):
        changes = [row for row in rows_of(told) if row["line"] == "dice"]
        assert [row["seed"] for row in changes[:2]] == [None, None]
        assert str(int.from_bytes(b"another")).encode() not in told


def test_with_other_dice_nothing_is_done_again_that_was_taken_back() -> None:
    rows = [struck()]
    game = load_game(rows[0], toy, write=rows.append, advance=False)
    game.undo(consent=(0, 1))
    redo = encode(chained(RedoLine(dice=game.oracle.dice.rolled), game.digest()))
    game.change_dice(Source("drawn", 2**200 + 1))
    with pytest.raises(WarbookError, match="nothing to do again"):
        game.redo()
    with pytest.raises(BadData, match="something that was taken back"):
        load_game(b"".join([*rows, redo]), toy)


# ---- records of before -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", ["whole", "saved", "sealed"])
def test_a_record_of_format_1_still_verifies(kept: str) -> None:
    data = (KEPT / f"format-1-{kept}.wbr").read_bytes()
    assert judged(data).true
    assert load_game(data, toy).save()[:60] == data[:60]
    forgery = forged(data, loaded_dice)
    assert kept == "sealed" or "the seed gives" in judged(forgery).different


def test_an_export_of_format_1_left_out_what_was_taken_back_and_verifies_but_for_that() -> None:
    verdict = judged((KEPT / "format-1-export.wbr").read_bytes())
    assert not verdict.different and verdict.rules == ()
    assert verdict.dice == ("3 numbers of rolls are skipped: what was rolled there is not in this record",)


def test_other_exports_of_format_1_say_what_they_lack() -> None:
    assert judged((KEPT / "format-1-running.wbr").read_bytes()).dice == ("there is no seed",)
    assert "battle with secrets" in judged((KEPT / "format-1-secrets.wbr").read_bytes()).rules[0]


def test_a_record_of_format_1_goes_on_and_is_true() -> None:
    rows = [chained_anew(rows_of((KEPT / "format-1-whole.wbr").read_bytes())[:-6])]
    game = load_game(rows[0], toy, write=rows.append)
    rng = Random(5)
    game.undo(consent=(0, 1))
    game.redo()
    while game.decisions:
        game.choose(game.decisions[0].sample(rng))
    assert judged(b"".join(rows)).true
