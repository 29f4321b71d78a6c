"""Records: canonical lines, chained, opened again whatever happened to the file or to the rules."""

import json
from dataclasses import replace
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import forging
from tests.core.toys import CRYPT_SETUP, WATCH, WATCH_SETUP, Passed, Taunted, Watch, strike, toy
from warbook.core import record, structs
from warbook.core.answers import Chosen, Sealed, Shown
from warbook.core.decision import Choose, Confirm
from warbook.core.dice import D6, Pool
from warbook.core.errors import BadData, WarbookError
from warbook.core.events import Event, Queued, Rolled
from warbook.core.game import Game
from warbook.core.loading import load_game
from warbook.core.play import Play
from warbook.core.record import Codec, intact, read_answers, write_answers
from warbook.core.ruleset import Ruleset
from warbook.core.source import Source, commitment_of
from warbook.core.state import Effect, Waiting
from warbook.core.verify import verify


def watching(*answers: Any, **more: Any) -> Game:
    game = Game(WATCH, WATCH_SETUP, seed=1, **more)
    for answer in answers:
        game.choose(answer)
    return game


def written(*answers: Any) -> bytes:
    rows: list[bytes] = []
    watching(*answers, write=rows.append)
    return b"".join(rows)


BATTLE = written(False, True, 0, None, None)


def test_lines_are_canonical_json() -> None:
    for row in BATTLE.splitlines():
        line = json.loads(row)
        assert json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() == row
    assert [json.loads(row)["line"] for row in BATTLE.splitlines()][:3] == ["record", "step", "answers"]


def test_every_line_is_written_when_it_is_true() -> None:
    rows: list[bytes] = []
    game = Game(WATCH, WATCH_SETUP, seed=1, write=rows.append)
    for answer in (True, 4, None):
        game.choose(answer)
        opened = load_game(b"".join(rows), toy)
        assert opened.play.state == game.play.state
        assert write_answers(opened.answers) == write_answers(game.answers)


def test_what_is_saved_opens_as_it_was_and_saves_the_same_bytes() -> None:
    for upto in range(8):
        game = watching(*(False, True, 0, ("shout", 1), None, None, False)[:upto])
        again = load_game(game.save(), toy)
        assert again.save() == game.save()
        assert again.notices == []
        assert again.trail == game.trail
        assert [d.key for d in again.decisions] == [d.key for d in game.decisions]


def test_a_loaded_battle_goes_on_with_the_same_dice() -> None:
    game = watching(True, 4)
    again = load_game(game.save(), toy)
    for each in (game, again):
        each.choose(None)
    assert game.save() == again.save()


def test_writing_goes_on_behind_what_was_loaded() -> None:
    rows = [intact(BATTLE)]
    game = load_game(rows[0], toy, write=rows.append)
    game.choose(False)
    again = load_game(b"".join(rows), toy)
    assert again.play.state == game.play.state
    assert len(again.steps) == len(game.steps)


def test_a_finished_battle_is_not_ended_twice() -> None:
    rows: list[bytes] = []
    game = Game(WATCH, WATCH_SETUP, seed=1, write=rows.append)
    while not game.is_over:
        game.choose(game.decisions[0].candidates(1)[0])
    more: list[bytes] = []
    assert load_game(b"".join(rows), toy, write=more.append).result == game.result
    assert more == []
    assert rows[-1].startswith(b'{"line":"end"')


# ---- damage ----------------------------------------------------------------------------------------------------------


@given(st.integers(1, len(BATTLE) - 1))
def test_a_record_cut_off_anywhere_opens_up_to_its_last_whole_line(at: int) -> None:
    cut = BATTLE[:at]
    if b"\n" not in cut and at < BATTLE.index(b"\n"):
        with pytest.raises(BadData):
            load_game(cut, toy)
        return
    game = load_game(cut, toy, advance=False)
    torn = not cut.endswith(b"\n") and cut != intact(cut)[:-1]
    assert [n for n in game.notices if "cut off in the middle of a line" in n] == game.notices
    assert bool(game.notices) == torn
    whole = BATTLE[: len(intact(cut))]
    assert intact(cut) == whole
    assert load_game(whole, toy, advance=False).state == game.state


def rows_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(row) for row in data.splitlines()]


def joined(rows: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def tampered(number: int, **changes: Any) -> bytes:
    rows = rows_of(BATTLE)
    rows[number].update(changes)
    return joined(rows)


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (0, {"players": ["somebody", "else"]}),
        (
            0,
            {"setup": {"ruleset": "watch", "content": {"guards": 3}, "options": {"weather": "wet"}, "house_rules": []}},
        ),
        (1, {"answers": [["c", "strike.really", True]]}),
        (1, {"events": []}),
        (1, {"dice": 7}),
        (1, {"digest": "0" * 32}),
        (2, {"answers": [["c", "strike.really", False]]}),
        (2, {"at": 1}),
    ],
)
def test_what_was_changed_in_a_record_is_found(number: int, changes: dict[str, Any]) -> None:
    data = tampered(number, **changes)
    with pytest.raises(BadData, match=rf"rec: line {max(number, 1) + 1}: found digest .*was changed"):
        load_game(data, toy, source="rec")


def test_a_line_taken_out_or_put_in_twice_is_found() -> None:
    rows = rows_of(written(False, False, False))
    for changed in (rows[:1] + rows[2:], [*rows[:2], *rows[1:]], [rows[0], rows[2], rows[1]]):
        with pytest.raises(BadData, match="was changed"):
            load_game(joined(changed), toy)


def test_a_start_that_was_changed_is_found() -> None:
    rows = rows_of(BATTLE)
    rows[0]["start"]["records"][0]["wounds"] = 1
    with pytest.raises(BadData, match="was changed"):
        load_game(joined(rows), toy)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "line 1: found no header; wanted a record"),
        (b"\n\n", "line 1: found no header"),
        (b"hello\n", "line 1: found 'hello'"),
        (b'{"line":"end"}\n', "line 1"),
        (b"\xff\xfe\n", "line 1"),
        (BATTLE.split(b"\n", 1)[1], "line 1: found no header"),
        (BATTLE.replace(b'"format":2', b'"format":99'), "format 99; wanted a record of format 2 or older"),
        (BATTLE.replace(b'"format":2', b'"format":3,"runes":[]'), "format 3; wanted a record of format 2 or older"),
        (BATTLE.replace(b'"kind":"record"', b'"kind":"roster"'), "kind 'roster'"),
        (BATTLE.replace(b'"type":"Guard"', b'"type":"Gnome"', 1), "line 1: start: found .*Gnome"),
        (BATTLE.replace(b'"active":0', b'"active":"you"', 1), "line 1: start"),
        (BATTLE + BATTLE.split(b"\n")[0] + b"\n", "a second header"),
        (BATTLE.replace(b'{"line":"step"', b'{"line":"stop"', 1), "line 2: found"),
        (BATTLE.replace(b'"step":0,', b"", 1), "line 2: found .*step"),
    ],
)
def test_what_is_no_record_is_told_with_its_line(data: bytes, said: str) -> None:
    with pytest.raises(BadData, match=said) as caught:
        load_game(data, toy, source="battle.wbr")
    assert str(caught.value).startswith("battle.wbr: ")


def forged(line: dict[str, Any]) -> bytes:
    """The battle with one more line, whose digest is right."""
    game = load_game(BATTLE, toy)
    made = record._lines.decode(json.dumps(line).encode())
    assert isinstance(made, record.Chained)
    sealed: Any = structs.replace(made, digest=record.digest(made, game.digest()))
    return game.save() + record.encode(sealed) + b"\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"line": "step", "step": 9, "answers": [], "events": [], "dice": 0}, "it does not follow; step"),
        ({"line": "step", "step": 5, "answers": [["x"]], "events": [], "dice": 0}, "found ValidationError"),
        ({"line": "step", "step": 5, "answers": [], "events": [{"type": "Exploded"}], "dice": 0}, "Exploded"),
        (
            {"line": "step", "step": 5, "answers": [], "events": [{"type": "Reacted", "who": 99}], "dice": 0},
            "IndexError",
        ),
        ({"line": "answers", "step": 5, "at": 9, "answers": [], "dice": 0}, "answers from 0 on"),
        ({"line": "answers", "step": 7, "at": 0, "answers": [], "dice": 0}, "answers of step 5"),
        ({"line": "undo", "step": 9, "answers": 0, "dice": 0, "by": 0}, "there is no step 9"),
        ({"line": "undo", "step": 0, "answers": 9, "dice": 0, "by": 0}, "step 0 has 1 answers; found 9"),
    ],
)
def test_a_line_that_does_not_follow_is_refused_though_its_digest_is_right(line: dict[str, Any], said: str) -> None:
    with pytest.raises(BadData, match=said):
        load_game(forged(line), toy)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([["c", "strike.really", 7]], "step 5, answer 0: found answer 0: the rules ask 'strike.really'.*yes or no"),
        ([["c", "strike.maybe", True]], "strike.maybe"),
        ([["c", "strike.really", True], ["c", "strike.target", 1]], "answer 1: .*not allowed"),
    ],
)
def test_answers_in_the_middle_of_a_step_are_judged(answers: list[Any], said: str) -> None:
    with pytest.raises(BadData, match=said):
        load_game(forged({"line": "answers", "step": 5, "at": 0, "answers": answers, "dice": 0}), toy)


def test_a_record_of_an_unknown_ruleset_says_so() -> None:
    def unknown(name: str) -> Ruleset:
        raise WarbookError(f"no ruleset {name}")

    with pytest.raises(WarbookError, match="no ruleset watch"):
        load_game(BATTLE, unknown)


# ---- older rules -----------------------------------------------------------------------------------------------------


def newer(**changes: Any) -> Any:
    return lambda name: replace(WATCH, version="2", **changes)


def test_a_record_of_an_older_version_opens_by_folding() -> None:
    """The rules of today would never give these events; the record still shows what happened under its own."""

    def quieter(play: Play[Any, Any, Any]) -> None:
        play.ask(play.state.records[play.state.turn.active].owner, Confirm("wait", "Wait?"))
        play.happen(Passed())

    old = watching(False, True, 0, None, None, True)
    again = load_game(old.save(), newer(turn=quieter))
    assert again.state == old.state
    assert [d.before for d in again.steps] == [d.before for d in old.steps]
    assert again.notices[0] == "The record was made with version 1 of watch; this is 2."
    assert "1 answers of the step in progress no longer fit and were dropped." in again.notices
    assert again.decisions[0].key == "wait"
    assert not verify(again).true and "step 0: " in verify(again).rules[0]


def test_answers_are_given_back_while_key_and_legality_agree() -> None:
    old = watching(True, 4, ("shout", 3))
    again = load_game(old.save(), newer())
    assert again.answers == old.answers
    assert len(again.notices) == 1


def test_from_the_first_misfit_answers_are_dropped_and_faces_seen_are_kept() -> None:
    """The roll was seen; under the new rules the choice before it is another one, and the roll stays as it fell."""

    def lucky(play: Play[Any, Any, Any]) -> None:
        play.ask(0, Confirm("go", "Go?"))
        play.roll(D6, "luck")
        play.ask(0, Choose("how", "How?", range, 9))

    def luckier(play: Play[Any, Any, Any]) -> None:
        play.ask(0, Choose("go", "Go where?", lambda: ["left", "right"]))
        play.roll(D6, "luck")
        play.roll(D6, "luck")
        play.happen(Passed())

    def told(game: Game) -> list[Any]:
        return [a.faces for a in game.answers if isinstance(a, Shown)]

    old_rules = replace(WATCH, turn=lucky)
    old = Game(old_rules, WATCH_SETUP, seed=8)
    old.choose(True)
    kept = told(old)
    again = load_game(old.save(), newer(turn=luckier))
    assert again.decisions[0].key == "go"
    assert again.answers == []
    again.choose("left")
    rolls = [a.faces for a in again.steps[0].answers if isinstance(a, Shown)]
    assert rolls[0] == kept[0]
    assert rolls[1] == load_game(old.save(), lambda _: old_rules).oracle.dice.roll(D6)
    again.choose("right")  # a later step rolls dice of its own
    assert again.oracle.dice.rolled == 4


def test_faces_are_kept_only_for_the_same_roll() -> None:
    def before(play: Play[Any, Any, Any]) -> None:
        play.roll(D6, "luck")
        play.ask(0, Confirm("go", "Go?"))

    def after(play: Play[Any, Any, Any]) -> None:
        play.roll(Pool(2, 6), "luck")
        play.ask(0, Confirm("go", "Go?"))

    old_rules = replace(WATCH, turn=before)
    old = Game(old_rules, WATCH_SETUP, seed=8)
    again = load_game(old.save(), newer(turn=after))
    assert [len(a.faces or ()) for a in again.answers if isinstance(a, Shown)] == [2]
    assert again.oracle.dice.rolled == 2


@pytest.mark.parametrize("what", ["undo over a step", "undo within a step", "other dice", "a share"])
def test_that_other_rules_hold_is_said_before_anything_else_happens(what: str) -> None:
    """Also where the record is opened without going on, and the first thing that happens is no choice."""
    if what == "a share":
        old = Game(WATCH, WATCH_SETUP, seed=7, dice="shared", commitment=commitment_of(7))
    else:
        old = watching(*((False, False, False) if "over" in what else (True, 4)))
    rows: list[bytes] = []
    game = load_game(old.save(), newer(), write=rows.append, advance=False)
    match what:
        case "other dice":
            game.change_dice(Source("chosen", 77))
        case "a share":
            game.share(0, "a" * 64)
        case _:
            game.undo(consent=(0, 1))
    game.go_on()
    for data in (game.save(), old.save() + b"".join(rows)):
        again = load_game(data, newer())
        assert (again.state, again.answers, again.source, again.shares) == (
            game.state,
            game.answers,
            game.source,
            game.shares,
        )
        assert again.version == "2" and again.notices == []
        assert [line.split(b'"')[3] for line in again.lines()].count(b"rules") == 1
        assert verify(again).true, verify(again)


def test_an_event_of_an_older_version_may_lack_fields_that_have_a_default() -> None:
    class Passed(Event, frozen=True, tag="Passed"):
        loudly: bool = False
        text: ClassVar[str] = ""

        def apply(self, state: Any) -> None:
            state.turn = Watch(3, state.turn.number + 1)

    old = watching(False)
    events = tuple(e for e in WATCH.events if e.__name__ != "Passed")
    again = load_game(old.save(), newer(events=(*events, Passed)))
    assert again.state == old.state
    assert again.digest() == old.digest()
    assert load_game(again.save(), newer(events=(*events, Passed))).state == old.state


def test_a_waiting_rule_that_is_gone_is_told() -> None:
    old = watching()
    old.state.agenda = (Waiting("gloat", (0,)),)
    rows = Game(replace(WATCH, table=lambda r, c: (None, old.state)), WATCH_SETUP, advance=False).save()
    with pytest.raises(WarbookError, match="gloat waits on the agenda, and watch 2 has no such step"):
        load_game(rows, newer(steps=()))


# ---- values ----------------------------------------------------------------------------------------------------------


def test_answers_read_back_as_they_were_given() -> None:
    answers: list[Any] = [Chosen("a", ("b", (1, None))), Sealed("c", 1, (2,)), Shown("d", [3, 4], 7), Chosen("e", None)]
    assert read_answers(write_answers(answers)) == [*answers[:2], Shown("d", [3, 4]), answers[3]]


def test_positions_and_events_read_back_as_they_were() -> None:
    codec = Codec(WATCH)
    state = watching().state
    state.agenda = (Waiting("gloat", (1, (2, ("x",))), 1),)
    state.effects = (Effect("slow", 2, "round", -1),)
    again = codec.read_state(codec.state(state))
    assert again == state
    assert again.key() == state.key()
    events = [Queued(state.agenda), Taunted(1, 2), Rolled("k", "2D6", (1, (2,)), [1, 2], "why")]
    assert codec.read_events(codec.events(events)) == events


def test_two_records_of_the_same_battle_are_the_same_bytes_whatever_the_order_of_their_options() -> None:
    content = {"coins": 1, "worth": 2}
    one = structs.replace(CRYPT_SETUP, content=content)
    other = structs.replace(CRYPT_SETUP, content=dict(reversed(content.items())))
    assert Game(toy("crypt"), one).save() == Game(toy("crypt"), other).save()


def test_the_header_holds_what_is_needed_to_open_the_record_alone() -> None:
    header = msgspec.json.decode(BATTLE.splitlines()[0])
    assert (header["kind"], header["format"], header["version"]) == ("record", 2, "1")
    assert header["setup"]["ruleset"] == "watch"
    assert header["warbook"]


def test_the_same_rule_serves_the_game_and_the_record() -> None:
    assert strike is WATCH.action["strike"].rule


class Shoved(Event, frozen=True):
    who: int
    x: int

    def apply(self, state: Any) -> None:
        guard = state.records[self.who]
        state.put(structs.replace(guard, at=structs.replace(guard.at, x=self.x)))


def test_an_event_that_leads_to_where_no_table_is_is_refused_with_its_line() -> None:
    def shoves(play: Play[Any, Any, Any]) -> None:
        play.ask(0, Confirm("shove", "Shove?"))
        play.happen(Shoved(0, 5000))

    rules = replace(WATCH, turn=shoves, events=(*WATCH.events, Shoved))
    game = Game(rules, WATCH_SETUP, seed=1)
    game.choose(True)
    assert load_game(game.save(), lambda _: rules).state.records[0].at.x == 5000

    def forge(rows: list[dict[str, Any]]) -> None:
        next(row for row in rows if row["line"] == "step")["events"][0]["x"] = 10**12

    with pytest.raises(BadData, match=r"line \d+: .*0 stands at Placement.*whole numbers from -200,000"):
        load_game(forging.forged(game.save(), forge), lambda _: rules)
