"""Plays: rules that roll, ask and react run again from their answers alone."""

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from tests.core.toys import (
    CRYPT,
    PARRY,
    SHOUT,
    WATCH,
    Declared,
    Gloated,
    Reacted,
    Wounded,
    gloat,
    strike,
    tidy,
    watch_table,
)
from warbook.core import structs
from warbook.core.answers import Chosen, Misfit, Passed, Pending, Sealed, Shown, Whole
from warbook.core.decision import Choose
from warbook.core.dice import D6, Dice, Pool
from warbook.core.errors import Illegal, WarbookError
from warbook.core.events import ActivationLeft, Event, Moment, Noted, Queued, Rolled
from warbook.core.oracle import Recital, Table
from warbook.core.play import Oracle, Play
from warbook.core.reaction import PREVENTED, Windows
from warbook.core.ruleset import Ruleset
from warbook.core.state import Waiting
from warbook.core.step import run_step, trail
from warbook.core.window import Window

START = watch_table(WATCH, {"guards": 3})[1]


def asked(answers: list[Any], ruleset: Ruleset = WATCH) -> tuple[Play[Any, Any, Any], Pending]:
    """The first step of the watch as far as these answers carry it, with dice that are open too."""
    play = Play(START.copy(), ruleset, None, answers, Recital(answers))
    with pytest.raises(Pending) as caught:
        run_step(play)
    return play, caught.value


def through(answers: list[Any], ruleset: Ruleset = WATCH) -> Play[Any, Any, Any]:
    play = Play(START.copy(), ruleset, None, list(answers))
    run_step(play)
    return play


YES, AT_FOUR = Chosen("strike.really", True), Chosen("strike.target", 4)
PASS = Chosen("Declared.before", None)
MISS = Shown("strike.hit", [1])
HIT, HURT = Shown("strike.hit", [3]), Shown("strike.hurt", [2])


def test_a_step_stops_at_each_question_and_goes_on_from_the_answers_alone() -> None:
    answers: list[Any] = []
    seen = []
    for answer in (YES, AT_FOUR, PASS):
        _, pending = asked(answers)
        seen.append((pending.decisions[0].key, pending.decisions[0].player))
        answers = [*answers, answer]
    assert seen == [("strike.really", 0), ("strike.target", 0), ("Declared.before", 1)]
    play = through([*answers, Passed("Declared.before"), MISS])
    assert [type(e).__name__ for e in play.events] == ["Declared", "Rolled", "Passed"]


def test_a_step_that_was_suspended_has_changed_nothing() -> None:
    before = START.key()
    play, _ = asked([YES, AT_FOUR, Chosen("Declared.before", ("shout", 3))])
    assert not play.state.records[3].alert
    assert START.key() == before


def test_both_reactors_may_react_and_each_pair_answers_an_event_once() -> None:
    _, pending = asked([YES, AT_FOUR])
    window = pending.decisions[0]
    assert window.candidates(9) == [("parry", 4), ("shout", 3), ("shout", 5), None]
    assert [window.label(answer) for answer in window.candidates(9)][1:] == ["Shout: guard 3", "Shout: guard 5", "pass"]
    answers: list[Any] = [YES, AT_FOUR, Chosen("Declared.before", ("shout", 3)), Passed("Declared.before")]
    _, pending = asked(answers)
    assert pending.decisions[0].candidates(9) == [("parry", 4), ("shout", 5), None]
    _, pending = asked([*answers, Chosen("Declared.before", ("shout", 5)), Passed("Declared.before")])
    assert pending.decisions[0].candidates(9) == [("parry", 4), None]


def test_a_window_says_what_is_reacted_to_and_whether_that_can_still_be_prevented() -> None:
    _, interrupting = asked([YES, AT_FOUR])
    assert interrupting.decisions[0].prompt == "guard 0 strikes at guard 4. Who interrupts?"
    _, reacting = asked([YES, AT_FOUR, PASS, Passed("Declared.before"), HIT, HURT])
    assert reacting.decisions[0].prompt == "guard 4 is wounded by guard 0. Who reacts?"


def test_a_window_is_put_in_words_only_when_somebody_reads_it() -> None:
    worded = []

    def name(world: None, who: int) -> str:
        worded.append(who)
        return f"guard {who}"

    _, pending = asked([YES, AT_FOUR], replace(WATCH, name_of=name))
    assert worded == []
    assert str(pending) == pending.decisions[0].prompt == "guard 0 strikes at guard 4. Who interrupts?"
    assert worded == [0, 4]


def test_a_window_tells_each_seat_no_more_of_the_event_than_it_may_see() -> None:
    class Whispered(Event, frozen=True):
        who: int
        what: str
        text: ClassVar[str] = "{who} whispers {what}."

        def seen_by(self, seat: int) -> Event | None:
            return self if seat == 0 else None if seat == 1 else structs.replace(self, what="something")

    deaf = structs.replace(SHOUT, able=lambda play, event: [1, 4], rule=lambda play, who, event: None)
    ruleset = replace(
        WATCH,
        turn=lambda play: play.happen(Whispered(2, "the watchword")),
        events=(*WATCH.events, Whispered),
        windows={Whispered: Windows(after=(deaf,))},
    )
    _, first = asked([], ruleset)
    assert (first.decisions[0].player, first.decisions[0].prompt) == (1, "Who reacts?")
    _, second = asked([Chosen("Whispered.after", None)], ruleset)
    assert second.decisions[0].prompt == "guard 2 whispers the watchword. Who reacts?"


def test_a_pair_is_offered_once_even_where_it_would_still_be_able() -> None:
    tireless = structs.replace(SHOUT, rule=lambda play, who, event: None)
    again = replace(WATCH, windows={Declared: Windows(before=(tireless,))})
    _, pending = asked([YES, AT_FOUR, Chosen("Declared.before", ("shout", 3)), Passed("Declared.before")], again)
    assert pending.decisions[0].candidates(9) == [("shout", 5), None]


def test_a_window_goes_first_to_the_seat_whose_step_it_is_not() -> None:
    play, pending = asked([YES, AT_FOUR])
    assert play.ruleset.active_seat(play.state) == 0
    assert pending.decisions[0].player == 1


def test_a_window_in_which_nobody_can_react_passes_by_itself_and_is_noted() -> None:
    play, _ = asked([YES, AT_FOUR, PASS])
    assert play.answers == [YES, AT_FOUR, PASS, Passed("Declared.before")]


def test_what_follows_from_an_event_runs_in_the_listed_order_between_the_event_and_its_reactions() -> None:
    def falls(play: Any, wounded: Wounded) -> None:
        assert play.state.records[wounded.who].wounds == 1, "the event has changed the position"
        play.note(wounded.who, "it falls")

    shouting = structs.replace(SHOUT, able=lambda play, event: [4], rule=lambda play, who, event: None)
    ruleset = replace(
        WATCH,
        turn=lambda play: play.happen(Wounded(1, by=3)),
        follows={Wounded: (falls, lambda play, wounded: play.happen(Gloated(wounded.by)))},
        windows={Wounded: Windows(after=(shouting,))},
    )
    play, pending = asked([], ruleset)
    assert play.events == [Wounded(1, 3), Noted(1, "it falls"), Gloated(3)]
    assert pending.decisions[0].key == "Wounded.after"


def test_an_event_that_is_prevented_leads_to_nothing() -> None:
    parrying = structs.replace(PARRY, able=lambda play, event: [1], rule=lambda play, who, event: PREVENTED)
    ruleset = replace(
        WATCH,
        turn=lambda play: play.happen(Wounded(1, by=3)),
        follows={Wounded: (lambda play, wounded: play.happen(Gloated(wounded.by)),)},
        windows={Wounded: Windows(before=(parrying,))},
    )
    play = Play(START.copy(), ruleset, None, [Chosen("Wounded.before", ("parry", 1))])
    run_step(play)
    assert play.events == []


def test_of_events_that_happen_together_all_have_happened_before_anything_follows() -> None:
    def counted(play: Any, wounded: Wounded) -> None:
        play.note(wounded.who, f"{sum(guard.wounds for guard in play.state.records)} wounds")

    play = Play(START.copy(), replace(WATCH, windows={}, follows={Wounded: (counted,)}), None, [])
    play.happen_together([Wounded(1, by=3), Gloated(3), Wounded(2, by=3)])
    assert play.events == [Wounded(1, 3), Gloated(3), Wounded(2, 3), Noted(1, "2 wounds"), Noted(2, "2 wounds")]


def test_what_follows_from_an_event_does_not_follow_from_one_that_is_derived_from_it() -> None:
    class Scratched(Wounded, frozen=True, gc=False):
        pass

    falls = (lambda play, wounded: play.note(wounded.who, "it falls"),)
    play = Play(START.copy(), replace(WATCH, windows={}, follows={Wounded: falls}), None, [])
    play.happen(Scratched(1, by=3))
    assert play.events == [Scratched(1, 3)]


def test_of_events_that_happen_together_one_that_is_prevented_is_left_out() -> None:
    def spares(play: Any, who: int, event: Wounded) -> Any:
        return PREVENTED if event.who == who else None

    parrying = structs.replace(PARRY, able=lambda play, event: [1] if event.who == 1 else [], rule=spares)
    ruleset = replace(
        WATCH,
        turn=lambda play: play.happen_together([Wounded(1, by=3), Wounded(2, by=3)]),
        follows={Wounded: (lambda play, wounded: play.note(wounded.who, "it falls"),)},
        windows={Wounded: Windows(before=(parrying,))},
    )
    play = Play(START.copy(), ruleset, None, [Chosen("Wounded.before", ("parry", 1))])
    run_step(play)
    assert play.events == [Wounded(2, 3), Noted(2, "it falls")]


def test_a_moment_runs_what_is_listed_for_it_and_leaves_no_trace_of_its_own() -> None:
    class Dusk(Moment, frozen=True):
        guard: int

    ruleset = replace(WATCH, follows={Dusk: (lambda play, dusk: play.happen(Gloated(dusk.guard)),)})
    for rules, events in ((ruleset, [Gloated(2)]), (WATCH, [])):
        play = Play(START.copy(), rules, None, [])
        play.reach(Dusk(2))
        assert play.events == events


def test_an_interrupt_may_prevent_the_event() -> None:
    parried: list[Any] = [YES, AT_FOUR, Chosen("Declared.before", ("parry", 4)), Shown("parry", [4])]
    play = through(parried)
    assert not any(type(e) is Declared for e in play.events)
    assert [type(e).__name__ for e in play.events] == ["Reacted", "Rolled", "Noted", "Passed"]
    failed = [*parried[:3], Shown("parry", [3]), Passed("Declared.before"), PASS, MISS]
    assert any(type(e) is Declared for e in through(failed).events)


def test_a_reaction_may_be_reacted_to() -> None:
    answers: list[Any] = [
        YES,
        AT_FOUR,
        PASS,
        Passed("Declared.before"),
        HIT,
        HURT,
        Chosen("Wounded.after", ("taunt", 3)),
    ]
    play, pending = asked(answers)
    window = pending.decisions[0]
    assert isinstance(window, Window)
    assert window.key == "Taunted.after"
    assert window.player == 0
    assert window.candidates(9) == [("retort", 0), None]
    assert trail(pending) == ("watch", "strike", "taunt")
    play = through([*answers[:7], Passed("Taunted.after"), Chosen("Taunted.after", ("retort", 0)), *AFTER_RETORT])
    assert [type(e).__name__ for e in play.events if not isinstance(e, Rolled)] == [
        "Declared", "Wounded", "Reacted", "Taunted", "Reacted", "Passed", "Queued",
    ]  # fmt: skip


AFTER_RETORT = [Passed("Taunted.after")] * 2 + [Passed("Wounded.after"), Chosen("Wounded.after", None)]


def test_the_trail_names_the_rules_that_led_to_a_question() -> None:
    assert trail(asked([])[1]) == ("watch",)
    assert trail(asked([YES])[1]) == ("watch", "strike")
    assert trail(asked([YES, AT_FOUR, Chosen("Declared.before", ("parry", 4))])[1]) == ("watch", "strike", "parry")
    assert trail(asked([YES, AT_FOUR, PASS, Passed("Declared.before")])[1]) == ("watch", "strike", "struck")


def test_rules_put_on_the_agenda_wait_in_the_order_written_before_the_others() -> None:
    play = Play(START.copy(), WATCH, None, [])
    play.happen(Queued((Waiting("tidy"),)))
    play.happen(Queued((Waiting("gloat", (1,)), Waiting("gloat", (2,)))))
    assert [(w.rule, w.args) for w in play.state.agenda] == [("gloat", (1,)), ("gloat", (2,)), ("tidy", ())]


def test_consequences_become_steps_of_their_own_with_their_scope() -> None:
    play = through(
        [
            YES,
            AT_FOUR,
            PASS,
            Passed("Declared.before"),
            HIT,
            HURT,
            Chosen("Wounded.after", None),
            Passed("Wounded.after"),
        ]
    )
    assert play.state.agenda == (Waiting("bleed", (4, 0), 0), Waiting("gloat", (0,), 0), Waiting("tidy", (), -1))


def test_leaving_an_activation_drops_what_still_waited_in_it() -> None:
    waiting = (
        Waiting("bleed", (4, 0), 0),
        Waiting("gloat", (0,), 0),
        Waiting("gloat", (1,), 1),
        Waiting("tidy", (), -1),
    )
    for face, left in ((1, waiting[2:]), (2, waiting[1:])):
        start = START.copy()
        start.agenda = waiting
        play = Play(start, WATCH, None, [Shown("bleed", [face])])
        run_step(play)
        assert play.state.agenda == left


def test_leaving_an_activation_drops_what_the_same_step_had_put_there_before_and_not_what_comes_after() -> None:
    def flight(play: Play[Any, Any, Any]) -> None:
        play.then(gloat, 1, scope=1)
        play.then(gloat, 2, scope=2)
        play.then(tidy)
        play.happen(ActivationLeft(1))
        play.then(gloat, 1, scope=1)

    play = Play(START.copy(), replace(WATCH, turn=flight), None, [])
    run_step(play)
    assert [(w.rule, w.scope) for w in play.state.agenda] == [("gloat", 2), ("tidy", -1), ("gloat", 1)]


def test_only_listed_steps_may_wait_and_the_refusal_says_so() -> None:
    with pytest.raises(WarbookError, match="strike cannot wait on the agenda: it is not among the steps of watch"):
        Play(START.copy(), WATCH, None, []).then(strike, 1)
    start = START.copy()
    start.agenda = (Waiting("gloating", (1,)),)
    with pytest.raises(WarbookError, match=r"no such step.*did you mean 'gloat'"):
        run_step(Play(start, WATCH, None, []))


@pytest.mark.parametrize(
    ("answers", "at"),
    [
        ([AT_FOUR], 0),
        ([Shown("strike.really", [1])], 0),
        ([YES, Chosen("strike.victim", 4)], 1),
        ([YES, AT_FOUR, Chosen("Wounded.after", None)], 2),
        ([YES, AT_FOUR, PASS, Passed("Declared.before"), Shown("strike.miss", [1])], 4),
        ([YES, AT_FOUR, PASS, Passed("Declared.before"), Shown("strike.hit", [1, 2])], 4),
    ],
)
def test_an_answer_to_another_question_is_a_misfit(answers: list[Any], at: int) -> None:
    with pytest.raises(Misfit) as caught:
        through(answers)
    assert caught.value.at == at


@pytest.mark.parametrize(
    ("answers", "at", "said"),
    [
        ([YES, Chosen("strike.target", 1)], 1, "It is a friend."),
        ([YES, Chosen("strike.target", "x")], 1, "not among the choices"),
        ([YES, AT_FOUR, Chosen("Declared.before", ("parry", 3))], 2, "not among"),
        ([YES, AT_FOUR, Passed("Declared.before")], 2, "Declared.before"),
        ([YES, AT_FOUR, PASS, Passed("Declared.before"), Shown("strike.hit", [7])], 4, "7"),
        ([YES, AT_FOUR, PASS, Passed("Declared.before"), Shown("strike.hit", [0])], 4, "0"),
        ([YES, AT_FOUR, PASS, Passed("Declared.before"), Shown("strike.hit", None)], 4, "None"),
    ],
)
def test_a_recital_judges_recorded_answers_as_if_they_were_given_now(answers: list[Any], at: int, said: str) -> None:
    with pytest.raises(Misfit, match=said) as caught:
        run_step(Play(START.copy(), WATCH, None, [], Recital(answers)))
    assert caught.value.at == at


def sealed_bids(*answers: Any) -> Play[Any, Any, Any]:
    return Play(START.copy(), replace(WATCH, secrets=True), None, list(answers), Recital(answers))


def bids(play: Play[Any, Any, Any]) -> dict[int, int]:
    return play.ask_each({0: Choose("bid", "", range, 3), 1: Choose("bid", "", range, 3)})


def in_secret(play: Play[Any, Any, Any]) -> Any:
    return play.ask(0, Choose("hide", "", range, 3, secret=True))


@pytest.mark.parametrize("asking", [bids, in_secret])
def test_rules_that_say_they_have_no_secrets_ask_none(asking: Any) -> None:
    with pytest.raises(WarbookError, match="asked in secret, and watch has no secrets"):
        asking(Play(START.copy(), WATCH, None, []))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_sealed_answers_may_come_in_any_order_and_are_told_by_seat(order: tuple[int, int]) -> None:
    given = {0: Sealed("bid", 0, 1), 1: Sealed("bid", 1, 2)}
    told = bids(sealed_bids(*(given[seat] for seat in order)))
    assert told == {0: 1, 1: 2}
    assert list(told) == [0, 1]


def test_all_who_are_asked_at_once_stay_open_until_they_have_answered() -> None:
    with pytest.raises(Pending) as caught:
        bids(sealed_bids())
    assert [(d.player, d.secret, d.sealed) for d in caught.value.decisions] == [(0, True, True), (1, True, True)]
    with pytest.raises(Pending) as caught:
        bids(sealed_bids(Sealed("bid", 1, 2)))
    assert [d.player for d in caught.value.decisions] == [0]


@pytest.mark.parametrize(
    "answers",
    [
        (Sealed("bid", 0, 1), Sealed("bid", 0, 2)),
        (Sealed("bid", 5, 1),),
        (Sealed("bet", 0, 1),),
        (Chosen("bid", 1),),
    ],
)
def test_a_sealed_answer_of_the_wrong_seat_or_question_is_a_misfit(answers: tuple[Any, ...]) -> None:
    with pytest.raises(Misfit):
        bids(sealed_bids(*answers))


def test_a_dice_rule_is_rolled_die_by_die_or_taken_whole() -> None:
    head: list[Any] = [YES, AT_FOUR, PASS, Passed("Declared.before")]
    missed = through([*head, Whole("struck", False)])
    assert [type(e).__name__ for e in missed.events] == ["Declared", "Passed"]

    class Blunt(Oracle):
        def whole(self, play: Play[Any, Any, Any], rule: Any, values: tuple[Any, ...]) -> Whole:
            assert (rule.__name__, values) == ("struck", (3,))
            return Whole(rule.__name__, False)

    play = Play(START.copy(), WATCH, None, list(head), Blunt())
    run_step(play)
    assert play.answers[-1] == Whole("struck", False)


def test_the_plain_oracle_leaves_choices_open_and_knows_no_dice() -> None:
    with pytest.raises(LookupError, match="no dice to roll D6"):
        Play(START.copy(), WATCH, None, []).roll(D6, "x")


def test_a_bot_is_judged_like_a_person_unless_it_is_trusted() -> None:
    class Rash:
        def __init__(self, trusted: bool) -> None:
            self.trusted = trusted

        def choose(self, play: Play[Any, Any, Any], decision: Any) -> Any:
            return {"strike.really": True, "strike.target": 1}.get(decision.key)

        def __repr__(self) -> str:
            return "Rash"

    with pytest.raises(Illegal, match=r"Rash answers strike.target. It is a friend."):
        run_step(Play(START.copy(), WATCH, None, [], Table(Dice(1), {0: Rash(False)})))
    play = Play(START.copy(), WATCH, None, [], Table(Dice(1), {0: Rash(True)}))
    run_step(play)
    assert play.answers[1] == Chosen("strike.target", 1)


def test_a_crash_in_a_rule_has_a_trail_too() -> None:
    def careless(play: Play[Any, Any, Any]) -> None:
        deeper(play)

    def deeper(play: Play[Any, Any, Any]) -> None:
        play.happen(Reacted(99))

    with pytest.raises(IndexError) as caught:
        run_step(Play(START.copy(), replace(WATCH, turn=careless), None, []))
    assert trail(caught.value)[:2] == ("careless", "deeper")


def test_rolls_are_read_from_their_faces_when_they_are_given_again() -> None:
    play = Play(START.copy(), WATCH, None, [Shown("x", [2, 5])])
    assert play.roll(Pool(2, 6), "x", "Twice") == 7
    assert play.events == [Rolled("x", "2D6", 7, [2, 5], "Twice")]
    assert play.events[0].sentence(str) == "Twice: 2D6 shows 2, 5."


def test_prevented_is_one_of_a_kind() -> None:
    assert repr(PREVENTED) == "PREVENTED"
    assert PREVENTED is not None


def test_where_nothing_is_secret_every_seat_sees_the_play_itself() -> None:
    play = Play(START.copy(), WATCH, None, [])
    assert play.seen_by(1) is play
    assert CRYPT.secrets
    assert not WATCH.secrets


def test_a_window_that_no_model_of_any_seat_can_answer_passes_in_one_go() -> None:
    dull = START.copy()
    dull.records = [structs.replace(guard, alert=guard.id == 0) for guard in dull.records]
    nobody: list[Any] = [YES, AT_FOUR, Passed("Declared.before.nobody"), MISS]
    played = Play(dull.copy(), WATCH, None, [], Recital(nobody))
    run_step(played)
    assert played.answers[2] == Passed("Declared.before.nobody")
    again = Play(dull.copy(), WATCH, None, list(nobody))
    run_step(again)
    assert again.events == played.events


def test_who_may_react_is_looked_for_once_as_long_as_nobody_does() -> None:
    looked: list[str] = []

    def counted(reaction: Any) -> Any:
        def able(play: Play[Any, Any, Any], event: Event) -> Any:
            looked.append(reaction.id)
            return reaction.able(play, event)

        return structs.replace(reaction, able=able)

    class Shouting(Oracle):
        def choose(self, play: Play[Any, Any, Any], decision: Any) -> Any:
            return {"strike.really": True, "strike.target": 4}[decision.key]

        def react(self, play: Play[Any, Any, Any], window: Window) -> Any:
            if ("shout", 3) in window.options():
                return ("shout", 3)
            raise Pending(window)

    windows = {event: Windows(tuple(map(counted, w.before)), w.after) for event, w in WATCH.windows.items()}
    asked([YES, AT_FOUR], replace(WATCH, windows=windows))
    once = len(looked)
    assert once == len(set(looked)) > 1
    play = Play(START.copy(), replace(WATCH, windows=windows), None, [], Shouting())
    with pytest.raises(Pending):
        run_step(play)
    assert len(looked) == 3 * once  # before the shout, and after it


def test_a_roll_says_whose_it_is_where_the_rule_tells() -> None:
    assert Rolled("luck", "D6", 3, [3], "Luck").sentence(str) == "Luck: D6 shows 3."
    assert Rolled("luck", "D6", 3, [3], "Luck", 4).sentence("guard {}".format) == "guard 4, Luck: D6 shows 3."
    assert Rolled("luck", "D6", 3, [3], "Lucky?").sentence(str) == "Lucky? D6 shows 3."
    play = Play(START.copy(), WATCH, None, [Shown("luck", [3])])
    play.roll(D6, "luck", "Luck", 2)
    assert play.events == [Rolled("luck", "D6", 3, [3], "Luck", 2)]


@pytest.mark.parametrize(("among", "answers", "picked"), [([7], [], 7), ([7, 8], [Chosen("which", 8)], 8)])
def test_a_question_with_one_answer_is_not_asked(among: list[int], answers: list[Any], picked: int) -> None:
    play: Play[Any, Any, Any] = Play(START.copy(), WATCH, None, list(answers))
    assert play.pick(0, Choose("which", "Which?", lambda: among)) == picked
    assert play.cursor == len(answers)


def test_nothing_is_picked_without_being_asked_where_two_are_possible() -> None:
    play: Play[Any, Any, Any] = Play(START.copy(), WATCH, None, [])
    with pytest.raises(Pending):
        play.pick(0, Choose("which", "Which?", lambda: [7, 8]))
