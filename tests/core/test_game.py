"""Games: choose, undo, redo, branch and view are all consequences of replaying."""

import gc
import weakref
from dataclasses import replace
from typing import Any

import pytest

from tests.core.toys import CRYPT, CRYPT_SETUP, WATCH, WATCH_SETUP, Dawned, Guard, Opened, toy, watch
from warbook.core import structs
from warbook.core.answers import Chosen, Shown
from warbook.core.decision import Confirm
from warbook.core.dice import D6
from warbook.core.errors import Illegal, WarbookError
from warbook.core.events import Rolled
from warbook.core.game import Game, NeedsConsent
from warbook.core.loading import load_game
from warbook.core.play import Play
from warbook.core.source import commitment_of
from warbook.core.verify import verify


def watching(seed: int = 1, **more: Any) -> Game:
    return Game(WATCH, WATCH_SETUP, seed=seed, **more)


def playing(game: Game, *answers: Any) -> Game:
    for answer in answers:
        game.choose(answer)
    return game


class Always:
    """A player who strikes at the first foe and never reacts."""

    def choose(self, play: Any, decision: Any) -> Any:
        return None if decision.kind == "window" else decision.candidates(1)[0]


def test_a_game_asks_for_whoever_must_decide_and_says_why() -> None:
    game = playing(watching(), True)
    assert game.decision is not None
    assert (game.decision.key, game.decision.player) == ("strike.target", 0)
    assert game.trail == ("watch", "strike")
    assert game.answers == [Chosen("strike.really", True)]


def test_an_illegal_answer_is_refused_with_every_reason_and_changes_nothing() -> None:
    game = playing(watching(), True)
    before = game.save(), game.decision
    with pytest.raises(Illegal) as caught:
        game.choose(1)
    assert caught.value.reasons == ("It is a friend.",)
    for nonsense in (None, "x", -1, 99, [4], {"a": 1}, 4.5):
        with pytest.raises(Illegal):
            game.choose(nonsense)
    assert (game.save(), game.decision) == before


def test_an_answer_is_kept_as_the_decision_writes_it() -> None:
    game = playing(watching(), True, 4.0)
    assert game.answers[1] == Chosen("strike.target", 4)
    assert type(game.answers[1].value) is int


def test_only_the_seat_that_is_asked_may_answer() -> None:
    with pytest.raises(WarbookError, match="seat 1 has nothing to decide now; seat 0 has"):
        watching().choose(True, seat=1)
    crypt = Game(CRYPT, CRYPT_SETUP)
    crypt.choose(1, seat=1)
    with pytest.raises(WarbookError, match="seat 1 has nothing to decide now; seat 0 has"):
        crypt.choose(1, seat=1)


def test_bots_play_by_themselves_until_a_person_must_decide() -> None:
    both = watching(players={0: Always(), 1: Always()})
    assert both.is_over
    assert both.decision is None
    with pytest.raises(WarbookError, match="the battle is over"):
        both.choose(True)
    one = watching(players={0: Always()})
    assert one.decision is not None
    assert one.decision.player == 1


def test_the_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    first, again, other = (watching(seed, players={0: Always(), 1: Always()}) for seed in (5, 5, 6))
    assert first.save() == again.save()
    assert first.log() != other.log()


# ---- undo and redo ---------------------------------------------------------------------------------------------------


def test_undo_is_free_while_nothing_has_come_between() -> None:
    game = playing(watching(), True, 4)
    assert game.decision is not None
    assert game.decision.key == "Declared.before"
    game.undo()
    assert game.decision is not None
    assert game.decision.key == "strike.target"
    game.undo()
    assert game.answers == []
    assert game.decision is not None
    assert game.decision.key == "strike.really"
    with pytest.raises(WarbookError, match="nothing has been chosen yet"):
        game.undo()


def test_undo_goes_back_over_the_end_of_a_step() -> None:
    game = playing(watching(), False)
    assert len(game.steps) == 1
    game.undo()
    assert game.steps == []
    assert game.state == game.start


def test_dice_in_between_need_the_consent_of_the_others() -> None:
    game = playing(watching(), True, 4, None)
    before = game.save()
    with pytest.raises(NeedsConsent, match="dice were rolled") as caught:
        game.undo(by=0)
    assert caught.value.seats == (1,)
    assert game.save() == before
    game.undo(by=0, consent=(1,))
    assert game.decision is not None
    assert game.decision.key == "strike.target"


def test_another_players_choice_in_between_needs_consent() -> None:
    game = playing(watching(), False, True)
    with pytest.raises(NeedsConsent, match="another player has chosen since"):
        game.undo(by=0)
    game.undo(by=0, consent=(1,))
    assert game.decision is not None
    assert game.decision.player == 0
    assert game.steps == []


def test_undo_takes_back_ones_own_last_choice_and_what_a_bot_did_since() -> None:
    game = watching(players={1: Always()})
    playing(game, False)  # the bot strikes, and asks about a parry
    assert game.decision is not None
    assert game.decision.key == "Declared.before"
    assert game.decision.player == 0
    game.undo(by=0, consent=(1,))
    assert (game.decisions[0].key, game.decisions[0].player) == ("strike.really", 0)
    assert game.steps == []


def test_undo_gives_no_number_back() -> None:
    seen = set()
    game = playing(watching(3), True, 4, None)
    for _ in range(12):
        rolls = [a for done in game.steps for a in done.answers if isinstance(a, Shown)]
        seen.add(tuple(tuple(r.faces or ()) for r in rolls))
        rolled = game.oracle.dice.rolled
        game.undo(by=1, consent=(0,))
        assert game.oracle.dice.rolled == rolled
        game.choose(None)
    assert len(seen) > 1


def test_a_record_that_is_loaded_gives_no_number_back_either() -> None:
    rows: list[bytes] = []
    game = playing(watching(3, write=rows.append), True, 4, None)
    game.undo(by=1, consent=(0,))
    for data in (b"".join(rows), game.save(), game.save(export=True)):
        again = load_game(data, toy, seed=3)
        assert again.oracle.dice.rolled == game.oracle.dice.rolled > 0


def test_redo_does_it_again_with_the_same_dice() -> None:
    game = playing(watching(), True, 4, None)
    after = game.play.state, game.digest(), game.answers
    game.undo(consent=(0, 1))
    game.undo(consent=(0, 1))
    game.redo()
    game.redo()
    assert (game.play.state, game.digest(), game.answers) == after
    with pytest.raises(WarbookError, match="nothing to do again"):
        game.redo()


def test_a_new_choice_ends_what_could_be_done_again() -> None:
    game = playing(watching(), True)
    game.undo()
    playing(game, False)
    with pytest.raises(WarbookError, match="nothing to do again"):
        game.redo()


def test_where_a_bot_goes_on_from_what_was_done_again_nothing_else_can_be() -> None:
    game = playing(watching(players={1: Always()}), False)
    game.undo(by=1, consent=(0, 1))
    game.undo(by=0, consent=(0, 1))
    game.redo()
    assert not game.undone
    with pytest.raises(WarbookError, match="nothing to do again"):
        game.redo()
    assert load_game(game.save(), lambda _: WATCH).log() == game.log()


def test_what_was_done_again_is_not_written_twice() -> None:
    rows: list[bytes] = []
    game = playing(watching(write=rows.append), True)
    game.undo()
    written = len(rows)
    game.redo()
    assert [row[:14] for row in rows[written:]] == [b'{"line":"redo"']


def test_a_share_of_the_dice_given_after_an_undo_stays_when_that_is_done_again() -> None:
    game = playing(watching(dice="shared", commitment=commitment_of(1)), True)
    game.undo()
    game.share(0, "ab" * 32)
    game.redo()
    branch = game.branch(0, 1, seed=2)
    assert b"ab" * 32 in branch.save()
    assert verify(branch).different == ""


def test_the_record_keeps_what_was_undone_and_opens_where_it_stands() -> None:
    rows: list[bytes] = []
    game = playing(watching(write=rows.append), True, 4, None)
    game.undo(consent=(0, 1))
    playing(game, ("shout", 3))
    for data in (b"".join(rows), game.save()):
        assert data.count(b'"line":"undo"') == 1
        assert b'["c","Declared.before",null]' in data
        again = load_game(data, toy)
        assert (again.play.state, again.answers, again.digest()) == (game.play.state, game.answers, game.digest())
        assert again.save() == game.save()


def test_an_undo_after_the_end_opens_the_battle_again() -> None:
    rows: list[bytes] = []
    game = watching(write=rows.append)
    while game.decisions:
        game.choose(game.decisions[0].candidates(1)[0])
    ended = game.result
    game.undo(consent=(0, 1))
    assert [d.key for d in game.decisions] == [game.decisions[0].key]
    assert load_game(b"".join(rows), toy).save() == game.save()
    game.redo()
    assert game.result == ended
    assert ended is not None


# ---- branches --------------------------------------------------------------------------------------------------------


def test_a_branch_plays_on_from_any_point_with_dice_of_its_own() -> None:
    game = playing(watching(), False, False, True, 4)
    branch = game.branch(1, seed=9)
    assert branch.state == game.steps[1].before
    assert branch.decisions[0].key == "strike.really"
    middle = game.branch(2, 2, seed=9)
    assert middle.answers == game.answers
    assert middle.decisions[0].key == game.decisions[0].key
    before = game.save()
    playing(branch, True, 0)
    assert game.save() == before
    assert branch.seed == 9
    assert load_game(branch.save(), toy).play.state == branch.play.state


@pytest.mark.parametrize(("step", "answers"), [(0, 0), (1, 0), (2, 2)])
def test_a_branch_has_the_whole_way_in_its_record_and_can_be_verified(step: int, answers: int) -> None:
    game = playing(watching(), False, False, True, 4)
    rows: list[bytes] = []
    branch = game.branch(step, answers, seed=9, names=("Ann", "Bob"), write=rows.append)
    assert [done.events for done in branch.steps] == [done.events for done in game.steps[:step]]
    playing(branch, *([True] if answers == 0 else []))
    again = load_game(b"".join(rows), toy)
    assert (again.header.players, again.seed) == (("Ann", "Bob"), 9)
    assert again.play.state == branch.play.state
    assert verify(again) == verify(branch)
    assert verify(again).different == "" and verify(again).rules == ()


@pytest.mark.parametrize(("step", "answers"), [(5, 0), (-1, 0), (0, 3), (1, 9)])
def test_a_branch_from_nowhere_is_refused(step: int, answers: int) -> None:
    with pytest.raises(WarbookError, match=r"there is no step|has . answers"):
        playing(watching(), False).branch(step, answers, seed=1)


# ---- crashes ---------------------------------------------------------------------------------------------------------


def test_a_step_that_crashes_has_changed_nothing() -> None:
    def clumsy(play: Play[Any, Any, Any]) -> None:
        play.roll(D6, "luck")
        if play.ask(0, Confirm("fall", "Fall?")):
            play.roll(D6, "fall")
            raise ZeroDivisionError
        watch(play)

    game = Game(replace(WATCH, turn=clumsy), WATCH_SETUP)
    before = game.save(), game.decision, game.trail, game.oracle.dice.rolled
    with pytest.raises(ZeroDivisionError):
        game.choose(True)
    assert (game.save(), game.decision, game.trail, game.oracle.dice.rolled) == before
    playing(game, False, False)
    assert len(game.steps) == 1


# ---- secrets ---------------------------------------------------------------------------------------------------------


def crypt(*bids: tuple[int, int]) -> Game:
    game = Game(CRYPT, CRYPT_SETUP, seed=4)
    for seat, bid in bids:
        game.choose(bid, seat=seat)
    return game


def test_a_sealed_answer_is_taken_back_freely_until_the_last_has_answered() -> None:
    game = crypt((1, 3))
    game.undo()
    assert [d.player for d in game.decisions] == [0, 1]
    assert game.answers == []
    game = crypt((1, 3), (0, 1))
    with pytest.raises(NeedsConsent, match="a secret was shown"):
        game.undo(by=0)


def test_taking_back_a_sealed_answer_leaves_those_of_others() -> None:
    three = replace(CRYPT, turn=three_bids, seats=3)
    game = Game(three, CRYPT_SETUP)
    game.choose(True, seat=2)
    game.choose(False, seat=0)
    game.undo(by=2)
    assert [d.player for d in game.decisions] == [1, 2]
    assert [a.value for a in game.answers] == [False]
    assert load_game(game.save(), lambda _: three).answers == game.answers


def test_a_sealed_answer_is_taken_back_as_freely_after_the_battle_was_opened_again() -> None:
    three = replace(CRYPT, turn=three_bids, seats=3)
    game = Game(three, CRYPT_SETUP)
    game.choose(True, seat=2)
    game.choose(False, seat=0)
    again = load_game(game.save(), lambda _: three, advance=False)
    game.undo(by=2)
    again.undo(by=2)
    assert again.save() == game.save() and again.answers == game.answers
    assert [d.player for d in again.decisions] == [1, 2]


def three_bids(play: Play[Any, Any, Any]) -> None:
    play.ask_each({seat: Confirm("sure", "Sure?") for seat in (0, 1, 2)})


def test_a_choice_is_not_freely_taken_back_after_it_has_uncovered_a_secret() -> None:
    def peek(play: Play[Any, Any, Any]) -> None:
        if play.ask(1, Confirm("peek", "Look into it?")):
            play.happen(Opened(1, play.state.records[2].worth))
        play.happen(Dawned())

    game = playing(Game(replace(CRYPT, turn=peek), CRYPT_SETUP), False, True)
    with pytest.raises(NeedsConsent, match="a secret was shown"):
        game.undo()
    game.undo(consent=(0,))
    game.undo()  # not to look was no secret
    assert game.steps == []


def test_a_seat_sees_what_is_its_to_see_and_no_more() -> None:
    game = crypt((0, 1), (1, 3))  # seat 1 wins, looks, and may refill
    game.choose(7)
    assert [game.view(seat).state.records[2].worth for seat in (0, 1, -1)] == [0, 7, 0]
    assert "Player 1 finds 5." in game.log(1)
    assert "Player 1 finds 0." in game.log(0)
    assert "Player 1 finds 5." in game.log()
    assert all(b'"worth":7' not in game.save(export=True, seat=seat) for seat in (0, -1))
    assert b'"worth":7' in game.save(export=True, seat=1)


def test_a_sealed_answer_is_on_no_view_and_in_no_export_before_the_last() -> None:
    for first, second in ((1, 3), (0, 4)):
        one, other = crypt((0, first)), crypt((0, second))
        for seat in (1, -1):
            assert one.view(seat).state == other.view(seat).state
            assert one.log(seat) == other.log(seat)
            assert one.view(seat).answers == []
            assert one.view(seat).start is None
            assert one.save(export=True, seat=seat) == other.save(export=True, seat=seat)


def test_the_seed_of_a_running_game_is_in_no_export() -> None:
    running, over = watching(987654321), watching(987654321, players={0: Always(), 1: Always()})
    assert b"987654321" not in running.save(export=True)
    assert b"987654321" in running.save()
    assert b"987654321" in over.save(export=True)
    playing(running, True)
    again = load_game(running.save(export=True), toy, seed=5)
    assert again.seed == 5
    assert again.digest() == running.digest()
    assert again.answers == running.answers


def test_an_export_with_secrets_opens_as_the_position_that_its_seat_sees() -> None:
    game = crypt((0, 1), (1, 3))
    game.choose(7)
    for seat in (-1, 0, 1):
        again = load_game(game.save(export=True, seat=seat), toy, advance=False)
        assert again.state == CRYPT.masked(game.state, seat)


def test_bots_are_shown_what_their_seat_sees() -> None:
    shown: dict[int, list[int]] = {0: [], 1: []}

    class Watcher:
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def choose(self, play: Any, decision: Any) -> Any:
            shown[self.seat].append(play.state.records[2].worth)
            return decision.candidates(9)[-1]

    Game(CRYPT, CRYPT_SETUP, players={0: Watcher(0), 1: Watcher(1)})
    assert shown[0][0] == 5
    assert shown[1][0] == 0


# ---- looking ---------------------------------------------------------------------------------------------------------


def test_names_are_read_out_in_the_log() -> None:
    game = playing(watching(), True, 4, None)
    assert game.log()[0] == "guard 0 strikes at guard 4."


def test_the_play_shows_a_half_played_step_and_the_state_does_not() -> None:
    game = playing(watching(), True, 4, ("shout", 3))
    assert not game.play.state.records[3].alert
    assert game.state.records[3].alert
    assert isinstance(game.play.state.records[3], Guard)


def test_verify_finds_a_whole_game_in_order() -> None:
    game = watching(players={0: Always(), 1: Always()})
    assert verify(game).true
    assert verify(playing(watching(), True, 4)).true


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([("strike.really", True), ("strike.target", 1)], "friend"),
        ([("strike.really", True)], "Strike whom"),
        ([("strike.really", False), ("strike.really", False)], "1 answers, the record has 2"),
    ],
)
def test_verify_names_the_first_difference(answers: list[tuple[str, Any]], said: str) -> None:
    game = playing(watching(), False, False)
    game.steps[0] = structs.replace(game.steps[0], answers=tuple(Chosen(k, v) for k, v in answers))
    assert verify(game).different.startswith("step 0: ")
    assert said in verify(game).different


def test_verify_finds_a_first_position_that_nobody_laid_out() -> None:
    rows = playing(watching(), False).lines()[:1]
    assert b'"wounds":0' in rows[0]
    forged = load_game(rows[0].replace(b'"wounds":0', b'"wounds":-9', 1) + b"\n", toy)
    assert verify(forged).different == "the first position is not the one that the setup lays out"


@pytest.mark.parametrize("dice", [-1, 2**60])
def test_verify_finds_a_count_of_rolls_that_cannot_be(dice: int) -> None:
    game = playing(watching(), False, False)
    game.steps[1] = structs.replace(game.steps[1], dice=dice)
    assert "rolls are counted" in verify(game).different
    game = playing(watching(), True, 4)
    game.oracle.dice.rolled = dice
    assert "rolls are counted" in verify(game).different


def test_verify_finds_events_that_the_rules_do_not_give() -> None:
    game = playing(watching(), False, False)
    game.steps[1] = structs.replace(game.steps[1], events=())
    assert verify(game).different == "step 1: the rules give 1 events, the record has 0"
    game = playing(watching(), True, 4, None, None)
    changed = [structs.replace(e, value=9) if isinstance(e, Rolled) else e for e in game.steps[0].events]
    game.steps[0] = structs.replace(game.steps[0], events=tuple(changed))
    assert verify(game).different.startswith("step 0, event 1: the rules give Rolled(")


def test_a_battle_that_nobody_wants_any_more_is_gone_at_once() -> None:
    gc.disable()
    try:
        game = watching()
        gone = weakref.ref(game)
        del game
        assert gone() is None
    finally:
        gc.enable()


def test_an_event_that_is_not_listed_is_refused_before_a_record_has_it() -> None:
    rows: list[bytes] = []
    unlisted = replace(WATCH, events=())
    game = Game(unlisted, WATCH_SETUP, seed=1, write=rows.append)
    rolled = game.oracle.dice.rolled
    with pytest.raises(WarbookError, match=r"makes the event \w+ \(.*toys\) happen and does not list it in `events`"):
        answer_first(game)
    assert load_game(b"".join(rows), lambda _: unlisted).state == game.state and game.oracle.dice.rolled == rolled


def answer_first(game: Game) -> None:
    """The first answer to every question, to the end."""
    while game.decision is not None:
        game.choose(game.decision.candidates(1)[0])
