"""Scenes and scripts: a test says what is rolled and chosen, and fails where the rules want something else."""

from typing import Any

import pytest

from tests.core.toys import (
    CRYPT,
    CRYPT_SETUP,
    WATCH,
    Gloated,
    Reacted,
    Taunted,
    Watch,
    Wounded,
    crypt_table,
    watch_table,
)
from warbook.core.decision import Choose
from warbook.core.play import Model, Play
from warbook.core.state import State
from warbook.testing import Scene, Script, Unscripted


class WatchScene(Scene):
    menu = "really"

    def poised(self, who: int) -> State[Any, Any]:
        state = self.state.copy()
        state.turn = Watch(who, state.turn.number)
        return state

    def menu_answer(self, who: int, action: str) -> bool:
        return action == "strike"

    def action_of(self, answer: Any) -> str:
        return "strike" if answer is True else ""


def scene(guards: int = 1) -> WatchScene:
    return WatchScene(WATCH, *watch_table(WATCH, {"guards": guards}))


RED, BLUE = 0, 1


def test_a_sentence_says_who_does_what_to_whom_and_what_is_rolled() -> None:
    game = scene()
    game.does(RED, "strike", at=BLUE, parry=None, dice=[3, 2, 3])
    assert game.record(BLUE).wounds == 1
    assert [type(e).__name__ for e in game.happened(Wounded)] == ["Wounded"]
    assert game.log()[0] == "guard 0 strikes at guard 1."


def test_an_action_is_played_with_all_that_it_sets_going() -> None:
    game = scene()
    game.does(RED, "strike", at=BLUE, parry=None, dice=[3, 2, 3])
    assert game.happened(Gloated) == [Gloated(RED)]
    assert game.state.agenda == ()
    game.does(RED, "strike", at=BLUE, parry=None, dice=[3, 2, 1])  # sick at the sight of it
    assert game.happened(Gloated) == []
    assert len(game.history) > len(game.events)


def test_reactions_go_by_their_name_and_who_uses_them() -> None:
    game = scene(guards=2)
    red, (blue, other) = 0, (2, 3)
    game.does(red, "strike", at=blue, shout=other, parry=None, dice=[1])
    assert game.happened(Reacted) == [Reacted(other)]
    assert not any(game.happened(Wounded))
    game.does(red, "strike", at=blue, passing=True, taunt=other, retort=red, dice=[6, 6, 3])
    assert game.happened(Taunted) == [Taunted(other, red)]


def test_several_answers_to_one_question_stand_in_a_list() -> None:
    game = scene(guards=3)
    game.does(0, "strike", at=3, shout=[5, 4], dice=[1])
    assert game.happened(Reacted) == [Reacted(5), Reacted(4)]


def test_handles_may_stand_for_their_ids() -> None:
    game = scene()
    red: Model[Any] = Model(game.play, RED)
    blue: Model[Any] = Model(game.play, BLUE)
    game.does(red, "strike", at=blue, parry=blue, dice=[4])
    assert game.record(blue).wounds == 0
    assert game.handle(red).record == game.record(red)


def test_the_menu_says_what_is_allowed_and_why_not() -> None:
    game = scene()
    assert game.allowed(RED) == ["strike"]
    assert game.why_not(RED, "strike") == ()


def test_without_a_model_the_menu_is_the_one_that_is_asked_next() -> None:
    game = scene()
    game.goes_on(really=[False])
    assert game.allowed() == ["strike"]
    assert [game.offered().player, game.offered(RED).player] == [1, 0]


def test_a_scene_may_be_arranged_and_asked_without_changing_anything() -> None:
    game = scene(guards=2)
    game.given(2, wounds=1)
    before = game.state.key()
    question = game.asks(0, "strike")
    assert question.candidates(9) == [2, 3]
    assert question.legal(1) == ("It is a friend.",)
    assert game.state.key() == before
    assert game.record(2).wounds == 1


def test_the_battle_goes_on_as_far_as_the_script_carries_it() -> None:
    game = scene()
    game.goes_on(really=[False, False])
    assert game.state.turn.number == 3
    game.goes_on(really=[True], target=RED, passing=True, dice=[2])
    assert game.state.turn.number == 4


# ---- what the script does not foresee --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (r"does not answer: 'strike.target' to seat 0 .*\n  asked by watch > strike\n", {"dice": [1]}),
        (r"1 is not allowed: .*", {"target": 9}),
        (r"does not mention: 'Declared.before' to seat 1 .*\n  asked by watch > strike\n", {"target": 1}),
        (
            r"a roll of D6 for 'strike.hit', and the dice left are \[\]\n  asked by watch > strike > struck",
            {"at": 1, "parry": None},
        ),
        (r"a roll of D6 for 'parry', .*\n  asked by watch > strike > parry", {"at": 1, "parry": 1}),
        (r"a roll of D6 for 'strike.hit' cannot show \[7\]", {"at": 1, "parry": None, "dice": [7]}),
        (r"dice never rolled: \[5\]", {"at": 1, "parry": None, "dice": [1, 5]}),
        (r"never asked: mood='foul'", {"at": 1, "parry": None, "dice": [1], "mood": "foul"}),
        (r"never asked: parry=None", {"at": 1, "parry": [1, None], "dice": [6]}),
    ],
)
def test_the_unexpected_fails_with_the_trail_that_led_to_it(said: str, sentence: dict[str, Any]) -> None:
    if sentence == {"target": 9}:
        said = r"9 is not allowed: It is not among the choices."
    with pytest.raises(AssertionError, match=said):
        scene().does(RED, "strike", **sentence)


def test_going_on_stops_only_before_what_is_not_in_the_script() -> None:
    with pytest.raises(Unscripted, match="the dice left are"):
        scene().goes_on(really=True, target=BLUE, passing=True)
    with pytest.raises(Unscripted, match=r"does not answer: 'strike\.really'"):
        scene().goes_on()


def test_a_scene_without_a_poised_position_says_so() -> None:
    plain = Scene(WATCH, *watch_table(WATCH, {"guards": 1}))
    with pytest.raises(AssertionError, match="does not say how a model comes to act"):
        plain.allowed(RED)


# ---- scripts ---------------------------------------------------------------------------------------------------------


def bids(script: Script) -> list[Any]:
    state = crypt_table(CRYPT, CRYPT_SETUP.content)[1]
    return script.run(state, CRYPT, None).events


def test_sealed_answers_are_given_by_seat() -> None:
    script = Script(choices={"bid": {0: 1, 1: 3}, "refill": 6})
    assert bids(script)[0].bids == (1, 3)
    script.finish()
    with pytest.raises(Unscripted, match="does not answer: 'bid' to seat 1"):
        bids(Script(choices={"bid": {0: 1}}))


def armed(*answers: Any) -> list[int]:
    """The weapons that a script names."""
    names = {3: "knife", 5: "sword, sharp", 7: "a lasgun", 9: "knife, rusty", 11: "sword, rusty"}
    script = Script(choices={"weapon": list(answers)})
    play = Play(watch_table(WATCH, {"guards": 1})[1], WATCH, None, [], script)
    return [play.ask(0, Choose("weapon", "With what?", lambda: [*names], named=names.__getitem__)) for _ in answers]


def test_an_option_may_be_given_by_its_name_or_a_part_of_it_that_fits_no_other() -> None:
    assert armed("a lasgun", "A LASGUN", "sharp", 7, "knife") == [7, 7, 5, 7, 3]
    with pytest.raises(Unscripted, match="'rusty' is not allowed"):
        armed("rusty")
