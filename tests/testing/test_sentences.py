"""Sentences of scenes: dice by key, answers by model and if asked, and what a failure says."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, cast

import pytest

from tests.core.signs import ADVANTAGE, GREEN, PURPLE, SUCCESS, THREAT
from tests.core.toys import CRYPT, CRYPT_SETUP, WATCH, crypt_table, watch_table
from tests.testing.test_scene import BLUE, RED, WatchScene, scene
from warbook.core.decision import Choose, Confirm
from warbook.core.dice import D6, SHOWN, Endless, Pool, dice
from warbook.core.mixed import Mixed
from warbook.core.naming import Preview
from warbook.core.play import Play
from warbook.testing import Script, Unscripted, Unused, if_asked

THREE = Pool(3, 6, SHOWN)


def play_of(script: Script) -> Play[Any, Any, Any]:
    return Play(watch_table(WATCH, {"guards": 2})[1], WATCH, None, [], script)


def faces(script: Script, *rolls: tuple[Pool, str]) -> list[list[int] | None]:
    """The faces of some rolls, one after another."""
    play = play_of(script)
    for pool, key in rolls:
        play.roll(pool, key)
    return [event.faces for event in cast(list[Any], play.events)]


# ---- dice by key -----------------------------------------------------------------------------------------------------


def test_dice_go_by_the_key_of_their_roll_whole_or_its_last_part() -> None:
    game = scene()
    game.does(RED, "strike", at=BLUE, parry=BLUE, dice={"strike.hit": 5, "parry": [2], "hurt": [4], "bleed": 3})
    assert (game.rolled("hit"), game.rolled("parry"), game.rolled("bleed")) == ([[5]], [[2]], [[3]])


def test_a_list_under_the_key_of_a_roll_is_its_dice() -> None:
    game = scene()
    game.does(RED, "strike", at=BLUE, parry=None, hit=[5], hurt=[2], bleed=[3])
    assert game.rolled("strike.hit") == [[5]]
    assert game.record(BLUE).wounds == 1


def test_dice_by_key_stand_beside_those_in_order() -> None:
    game = scene()
    game.does(RED, "strike", at=BLUE, parry=BLUE, hit=[5], dice=[2, 4, 3])
    assert (game.rolled("hit"), game.rolled("parry"), game.rolled("bleed")) == ([[5]], [[2]], [[3]])


def test_several_rolls_of_a_key_take_its_dice_in_order_and_a_list_within_is_one_roll() -> None:
    script = Script({"hit": [1, 2], "save": [[1, 2, 3], [4, 5, 6]]})
    assert faces(script, (D6, "hit"), (THREE, "save"), (D6, "x.hit"), (THREE, "save")) == [
        [1],
        [1, 2, 3],
        [2],
        [4, 5, 6],
    ]
    script.finish()
    assert faces(Script([6, [1, 2, 3], 5]), (D6, "hit"), (THREE, "save"), (D6, "hit")) == [[6], [1, 2, 3], [5]]


def test_a_list_for_one_roll_has_the_dice_that_the_roll_earns_too() -> None:
    earning = Endless(1, 4, most=4)
    assert faces(Script({"hit": [[6, 6, 2]]}), (earning, "hit")) == [[6, 6, 2]]
    with pytest.raises(Unscripted, match=r"takes 1 dice, and the script has \[3, 6\]"):
        faces(Script({"hit": [[3, 6]]}), (earning, "hit"))
    with pytest.raises(Unscripted, match=r"the dice left under 'hit' are \[6, 6\]"):
        faces(Script({"hit": [[6, 6]]}), (earning, "hit"))


def test_a_roll_in_order_takes_no_dice_out_of_the_list_of_another() -> None:
    with pytest.raises(Unscripted, match=r"the dice left are \[4, \[1, 2, 3\]\]"):
        faces(Script([4, [1, 2, 3]]), (dice(2), "hit"))


def test_a_word_is_dice_or_an_answer_and_what_is_neither_says_so() -> None:
    with pytest.raises(Unscripted, match=r"hit=5 is an answer: wanted a list for dice, hit=\[5\]"):
        scene().does(RED, "strike", at=BLUE, parry=None, hit=5)
    with pytest.raises(Unscripted, match=r"'parry' has answered a question: wanted dice=\{'parry': ...\} for the roll"):
        scene().does(RED, "strike", at=BLUE, hit=[5], parry=[BLUE, 3])


def test_a_word_that_a_roll_and_a_question_both_want_is_an_error_that_names_both() -> None:
    def rolls_and_asks(script: Script) -> int:
        play = play_of(script)
        play.roll(D6, "nerve")
        return play.ask(0, Choose("nerve", "Which nerve?", lambda: [1, 2]))

    with pytest.raises(Unscripted, match=r"'nerve' has been taken for the dice of a roll: wanted dice=\{'nerve'"):
        rolls_and_asks(Script(choices={"nerve": [3, 2]}))
    assert rolls_and_asks(Script({"nerve": 3}, {"nerve": 2})) == 2
    assert rolls_and_asks(Script([3], {"nerve": 2})) == 2


def test_dice_of_a_key_that_are_never_rolled_fail() -> None:
    with pytest.raises(Unused, match=r"dice never rolled: luck=\[4\]"):
        scene().does(RED, "strike", at=BLUE, parry=None, dice={"hit": 1, "luck": 4})
    with pytest.raises(Unused, match=r"dice never rolled: hit=\[2\]"):
        scene().does(RED, "strike", at=BLUE, parry=None, hit=[1, 2])


# ---- if asked --------------------------------------------------------------------------------------------------------


def test_an_answer_that_is_marked_need_not_be_asked_and_answers_as_often_as_it_is() -> None:
    game = scene()
    game.does(RED, "strike", at=BLUE, parry=if_asked(None), mood=if_asked("foul"), dice=[1])
    script = Script(choices={"weapon": [5, if_asked(7)]})
    play = play_of(script)
    asked = [play.ask(0, Choose("weapon", "With what?", lambda: [3, 5, 7])) for _ in range(3)]
    assert asked == [5, 7, 7]
    script.finish()


def test_dice_may_be_marked_too() -> None:
    script = Script({"hit": [1, if_asked(6)], "ammo": if_asked([4])})
    assert faces(script, (D6, "hit"), (D6, "hit"), (D6, "hit")) == [[1], [6], [6]]
    script.finish()
    game = scene()
    game.does(RED, "strike", at=BLUE, parry=None, hit=[1], bleed=if_asked([3]))


def test_what_is_marked_stands_last() -> None:
    with pytest.raises(ValueError, match="found if_asked before another answer; wanted it last"):
        Script(choices={"weapon": [if_asked(7), 5]})


def test_a_game_may_have_answers_for_every_sentence() -> None:
    class Calm(WatchScene):
        defaults: ClassVar[dict[str, Any]] = {"parry": None, "target": BLUE}

    game = Calm(WATCH, *watch_table(WATCH, {"guards": 1}))
    game.does(RED, "strike", dice=[1])
    game.does(RED, "strike", parry=BLUE, dice=[4])
    assert game.rolled("parry") == [[4]]
    game.does(BLUE, "strike", at=RED, dice=[1])


def test_going_on_does_not_stop_for_what_is_answered_if_asked() -> None:
    game = scene()
    game.goes_on(really=[False, False, if_asked(False)], dice=[])
    assert game.ruleset.result(game.state) is not None


# ---- by model --------------------------------------------------------------------------------------------------------


def weapons(script: Script, *questions: Callable[[], Choose[int]]) -> list[int]:
    play = play_of(script)
    return [play.ask(seat, question()) for seat, question in enumerate(questions)]


def choice(prompt: str) -> Callable[[], Choose[int]]:
    return lambda: Choose("weapon", prompt, lambda: [3, 5, 7])


def test_questions_of_one_key_are_told_apart_by_whose_name_they_say() -> None:
    script = Script(choices={"weapon": {2: 7, 1: 5, 0: 3}})
    asked = [choice(f"With what does guard {n} strike?") for n in (1, 2, 0)]
    play = play_of(script)
    assert [play.ask(0, each()) for each in asked] == [5, 7, 3]
    script.finish()


@pytest.mark.parametrize(("said", "meant"), [("yes", True), ("no", False), (True, True)])
def test_yes_and_no_are_labels_too(said: Any, meant: bool) -> None:
    assert play_of(Script({}, {"follow": said})).ask(0, Confirm("fight.follow", "Follow?")) is meant
    with pytest.raises(Unscripted, match="Answer yes or no"):
        play_of(Script({}, {"follow": "maybe"})).ask(0, Confirm("fight.follow", "Follow?"))


def test_a_name_within_a_longer_one_is_not_meant() -> None:
    rules = replace(WATCH, name_of=lambda world, who: ("Vane", "Old Vane")[who])
    script = Script(choices={"weapon": {0: 3, 1: 5}})
    play = Play(watch_table(WATCH, {"guards": 2})[1], rules, None, [], script)
    assert [play.ask(0, choice(f"With what does {who} strike?")()) for who in ("Old Vane", "Vane")] == [5, 3]


def test_an_answer_by_model_that_is_marked_goes_on_when_the_others_are_used_up() -> None:
    script = Script(choices={"weapon": {0: [3, if_asked(7)], 1: 5}})
    asked = [choice(f"With what does guard {n} strike?") for n in (0, 1, 0, 0)]
    play = play_of(script)
    assert [play.ask(0, each()) for each in asked] == [3, 5, 7, 7]
    script.finish()


def test_questions_of_one_key_are_told_apart_by_whose_attack_they_are() -> None:
    play = play_of(Script(choices={"weapon": {1: [5, 7], 0: 3}}))
    answers = [play.ask(0, choice("Which?")().previewed(Preview(actor=n))) for n in (1, 0, 1)]
    assert answers == [5, 3, 7]


def test_questions_of_one_key_are_told_apart_by_the_seat_that_is_asked() -> None:
    assert weapons(Script(choices={"weapon": {2: 7, 0: 3}}), choice("Which?"), choice("Which?")) == [3, 7]


def test_a_question_that_does_not_say_whose_it_is_fails_and_says_what_would_help() -> None:
    with pytest.raises(
        Unscripted, match=r"the script has weapon of guard 0=3; weapon of guard 1=5, and no answer to .*"
    ):
        play_and_fail({0: 3, 1: 5})
    with pytest.raises(Unscripted, match="wanted the answers in a list, in their order"):
        play_and_fail({0: 3, 1: 5})


def play_and_fail(by_model: dict[int, int]) -> None:
    script = Script(choices={"weapon": by_model})
    script._name = "guard {}".format
    weapons(script, choice("Which?"))


def test_an_answer_of_a_model_that_is_never_asked_fails() -> None:
    script = Script(choices={"weapon": {0: 3, 2: if_asked(5), 1: 7}})
    weapons(script, choice("With what does guard 0 strike?"))
    with pytest.raises(Unused, match="never asked: weapon of 1=7\n"):
        script.finish()


def test_models_may_be_named_by_handles_and_by_their_names() -> None:
    game = scene()
    game.does("guard 0", "strike", at={"guard 0": game.handle(BLUE)}, parry=None, hit=[1])
    with pytest.raises(AssertionError, match=r"the name 'gard 1': found nobody \(did you mean 'guard 1'\?\)"):
        game.record("gard 1")


def test_sealed_answers_go_by_seat_in_one_list_or_in_lists_of_each() -> None:
    for choices in ({"bid": {0: 1, 1: 3}}, {"bid": [{0: 1, 1: 3}]}, {"bid": {0: [1], 1: [3]}}):
        script = Script(choices={**choices, "refill": 6})
        events: list[Any] = script.run(crypt_table(CRYPT, CRYPT_SETUP.content)[1], CRYPT, None).events
        assert events[0].bids == (1, 3)
        script.finish()


# ---- what a failure says ---------------------------------------------------------------------------------------------


def test_a_failure_says_what_was_rolled_and_answered_and_what_is_left() -> None:
    with pytest.raises(Unscripted) as fault:
        scene().does(RED, "strike", at=BLUE, parry=BLUE, dice={"hit": 5, "parry": 2, "hurt": 2}, mood="foul")
    assert str(fault.value).splitlines() == [
        "a roll of D3 for 'bleed', and the dice left are []",
        "  asked by bleed",
        "  rolled so far: parry 2; strike.hit 5; strike.hurt 2",
        "  answered: strike.really: yes; strike.target: 1; Declared.before: Parry: guard 1",
        "  left: never asked: mood='foul'",
    ]


def test_dice_with_symbols_go_by_key_too_and_a_failure_shows_what_lay() -> None:
    pool = Mixed((GREEN, PURPLE), SHOWN)
    script = Script(choices={"check": ["success, advantage", "threat", 1, 1]})
    play = play_of(script)
    assert play.roll(pool, "skill.check") == ((SUCCESS, ADVANTAGE), (THREAT,))
    assert script.report() == (
        "rolled so far: skill.check green (success, advantage), purple (threat)",
        "left: dice never rolled: check=[1, 1]",
    )
    with pytest.raises(Unscripted, match="a die 'green' cannot show 'threat'; its faces are: blank"):
        faces(Script({"check": ["threat", 1]}), (pool, "check"))
