"""Decisions, answers and the log in the words of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from tests.odds.veiled import veiled
from tests.web.guests import SCENARIOS, setup
from warbook import rulesets
from warbook.core.decision import Allocate, Choose, Confirm, Decision, Order
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.naming import Names, Preview
from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.players import by_name
from warbook.space.facing import Face
from warbook.space.paths import Path
from warbook.space.placing import Place
from warbook.testing.nonsense import ABSURD, nonsense
from warbook.web import asking, checking, positions
from warbook.web.protocol import Asked, Checked, Entry, Position, encode

HIVE, FIELD = SCENARIOS
RED, BLUE = 0, 1
Wanted = Callable[[Game, Decision[Any]], bool]


def battle(scenario: str = HIVE, seed: int = 3) -> Game:
    return Game(rulesets.find(setup(scenario).ruleset), setup(scenario), seed=seed)


def go_on(game: Game, wanted: Wanted, bot: str = "uniform") -> Decision[Any]:
    """Let bots play until a question is wanted."""
    player = by_name(bot)
    while game.decision is not None:
        if wanted(game, game.decision):
            return game.decision
        decision = game.decision
        game.choose(player.choose(game.view(decision.player), decision), decision.player)
    raise AssertionError("nobody was asked that")


def action_question(game: Game, decision: Decision[Any]) -> bool:
    return decision.key == "action"


def path_question(game: Game, decision: Decision[Any]) -> bool:
    return isinstance(decision, Path) and decision.rules.allowance >= 3 * INCH


def put(decision: Decision[Any], seat: int = RED) -> Asked:
    """A question that comes from nowhere."""
    decision.player = seat
    return asking.question_of(battle(), decision)


# ---- questions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_list_says_what_is_legal_and_why_the_rest_is_not(scenario: str) -> None:
    game = battle(scenario)
    decision = go_on(game, action_question)
    question = asking.question_of(game, decision)
    assert isinstance(decision, Choose)
    assert [option.answer for option in question.options] == decision.options()
    assert {refusal.answer: refusal.reasons for refusal in question.refused} == decision.refused()
    assert not question.more and question.kind == "choose" and question.seat == decision.player
    assert question.at == (len(game.steps), len(game.answers))
    assert all(option.label == decision.label(option.answer) for option in question.options)


def test_the_options_of_the_action_question_are_actions_and_others_are_not() -> None:
    game = battle()
    question = asking.question_of(game, go_on(game, action_question))
    acted = [option for option in question.options if option.action]
    assert acted and all(option.action == option.answer for option in acted)
    assert all(option.action in game.ruleset.action for option in acted)
    whom = asking.question_of(game, go_on(game, lambda g, d: d.key == "activate"))
    assert not any(option.action for option in whom.options)


def test_an_option_names_the_record_that_it_is_about() -> None:
    named = Names(["Ash", "Birch"], words={-1: "nobody"})
    question = put(Choose("whom", "Whom?", lambda: [0, 1, -1], named=named, idle=(-1,)))
    assert [(option.label, option.who, option.idle) for option in question.options] == [
        ("Ash", 0, False),
        ("Birch", 1, False),
        ("nobody", -1, True),
    ]


def test_a_long_list_is_cut_and_says_so() -> None:
    question = put(Choose("many", "Which?", lambda: list(range(1500))))
    assert len(question.options) == asking.MOST_LISTED and question.more


def test_a_window_can_be_passed_and_has_a_key_for_standing_orders() -> None:
    game = battle(FIELD)
    decision = go_on(game, lambda game, decision: decision.kind == "window")
    question = asking.question_of(game, decision)
    assert question.window == question.key == decision.key and question.kind == "window"
    passing = [option for option in question.options if option.answer is None]
    assert [option.idle for option in passing] == [True]
    assert all(option.who >= 0 for option in question.options if option.answer is not None)


def test_an_order_lists_its_items() -> None:
    question = put(Order("order", "In which order?", (4, 2), named=Names(list("abcde"))))
    assert [(option.answer, option.label, option.who) for option in question.options] == [(4, "e", 4), (2, "c", 2)]


def test_an_allocation_lists_its_bins_and_their_bounds() -> None:
    question = put(Allocate("split", "How many to each?", 3, ("left", "right"), most=(3, 1)))
    assert [option.answer for option in question.options] == ["left", "right"]
    assert (question.total, question.most) == (3, (3, 1))


def test_a_confirmation_has_two_options() -> None:
    assert [option.answer for option in put(Confirm("sure", "Sure?")).options] == [True, False]


def test_a_facing_comes_with_directions_to_take() -> None:
    question = put(Face("facing", "Which way?", towards={(1, 0): "the door"}))
    assert question.facing and question.more and question.options[0].label == "at the door (east)"


@pytest.mark.parametrize("whom", [-1, 3])
def test_a_facing_says_who_turns(whom: int) -> None:
    assert put(Face("facing", "Which way?", mover_id=whom)).mover == whom


def test_a_path_says_who_goes_and_how_far_and_lists_nothing() -> None:
    game = battle()
    decision = go_on(game, path_question)
    assert isinstance(decision, Path)
    question = asking.question_of(game, decision)
    row = decision.layout.row(decision.mover_id)
    assert (question.mover, question.origin, question.radius) == (decision.mover_id, row[:3], row[5])
    assert question.allowance == decision.rules.allowance and question.more and not question.options


def test_a_place_says_where_it_must_be() -> None:
    game = battle()
    decision = game.decision
    assert isinstance(decision, Place)
    question = asking.question_of(game, decision)
    assert question.bounds is not None
    assert [ring for _, ring in question.bounds.rings] == [tuple(zone) for zone in decision.zones]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_question_and_every_suggestion_of_a_battle_can_be_written_down(scenario: str) -> None:
    game, rng, kinds = battle(scenario), Random(4), set()
    for _ in range(160):
        if game.decision is None:
            break
        decision = game.decision
        question = asking.question_of(game, decision)
        assert msgspec.json.decode(encode(question), type=Asked).key == decision.key
        kinds.add(question.kind)
        if len(game.answers) < 2 and decision.kind in ("path", "place"):
            for option in checking.suggested(game.ruleset, decision, 4).options:
                back = msgspec.json.decode(encode(option.answer))
                assert not checking.judged(decision, back).against
        game.choose(decision.sample(rng), decision.player)
    assert {"choose", "path", "place"} <= kinds


def test_the_trail_names_actions_and_reactions_and_no_inner_rule() -> None:
    game = battle()
    go_on(game, path_question)
    assert len(game.trail) > 2
    (action,) = game.actions_running
    assert action in {action.name for action in game.ruleset.actions}


@pytest.mark.parametrize(
    ("scenario", "action"), [("classic-stand-off", "Move"), ("five-fields", "Advance"), ("five-fields", "Surge")]
)
def test_the_trail_names_the_action_that_runs_and_not_one_whose_rule_is_called_the_same(
    scenario: str, action: str
) -> None:
    game = battle(scenario)
    declared = next(each.id for each in game.ruleset.actions if each.name == action)
    go_on(game, lambda _, decision: isinstance(decision, Choose) and declared in decision.options())
    game.choose(declared)
    assert game.actions_running[0] == action


def test_where_no_action_runs_there_is_no_trail() -> None:
    game = battle()
    assert game.trail == ("turn", "deploy", "put_down")
    assert game.actions_running == ()


# ---- answers ---------------------------------------------------------------------------------------------------------


def test_a_legal_path_comes_with_its_length_and_a_remark_for_each_leg() -> None:
    game = battle()
    decision = go_on(game, path_question)
    assert isinstance(decision, Path)
    answer = next(a for a in decision.candidates(12) if len(a) > 1)
    found = checking.judged(decision, msgspec.json.decode(encode(answer)))
    walked: Any = decision.walked(answer)
    assert found.against == () and found.answer == answer
    assert found.length == walked.cost and len(found.legs) == len(answer) - 1


def test_a_refused_leg_says_why_in_its_place_and_length_counts_up_to_there() -> None:
    game = battle()
    decision = go_on(game, path_question)
    assert isinstance(decision, Path)
    good = next(a for a in decision.candidates(12) if len(a) == 2)
    off = (*good[:-1], (-5000, -5000, 0, 0), good[-1])
    found = checking.judged(decision, off)
    walked: Any = decision.walked(good)
    assert found.against and found.length == walked.cost
    assert found.legs[0].startswith("walk: ") and found.legs[-1] in found.against


def test_an_answer_is_judged_in_the_decisions_own_values() -> None:
    seen: list[Any] = []

    def notes(answer: Any) -> tuple[str, ...]:
        seen.append(answer)
        return ()

    question = Choose("whom", "Whom?", lambda: [0, 1]).previewed(Preview(notes=notes))
    assert checking.judged(question, True).answer is not True
    assert [type(answer) for answer in seen] == [int]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_answer_whatsoever_breaks_a_judgement(scenario: str) -> None:
    game, rng = battle(scenario), Random(8)
    for _ in range(120):
        if game.decision is None:
            break
        decision = game.decision
        for answer in (*ABSURD, *nonsense(decision, rng)):
            found = checking.judged(decision, answer)
            assert encode(replace(found, answer=None))
            assert checking.routed(decision, answer, (1, 2)).against or decision.kind == "path"
        game.choose(decision.sample(rng), decision.player)


def test_the_way_to_a_point_is_the_shortest_and_a_whole_answer() -> None:
    game = battle()
    decision = go_on(game, path_question)
    assert isinstance(decision, Path)
    goal = next(a for a in decision.candidates(12) if len(a) == 2)[0][:3]
    found = checking.routed(decision, (), goal)
    assert found.against == () and found.answer[-2][:3] == goal
    assert found.answer[-1] == decision.default_facing(*goal[:2])
    assert found == checking.judged(decision, found.answer)


def test_a_way_goes_on_from_the_legs_that_are_drawn() -> None:
    game = battle()
    decision = go_on(game, path_question)
    assert isinstance(decision, Path)
    x, y, z = decision.layout.row(decision.mover_id)[:3]
    steps = [(x + dx, y + dy, z, 0) for dx, dy in ((600, 0), (-600, 0), (0, 600), (0, -600))]
    leg = next(leg for leg in steps if not decision.legal((leg, (1, 0))))
    found = checking.routed(decision, [list(leg)], [x, y])
    assert found.answer[0] == leg and found.answer[-2][:2] == (x, y) and found.length == 1200


def test_where_no_way_leads_the_straight_one_is_refused_with_its_reasons() -> None:
    game = battle()
    decision = go_on(game, path_question)
    found = checking.routed(decision, (), (-9000, -9000))
    assert found.against and found.answer[0][:2] == (-9000, -9000)


def test_only_a_path_has_a_way() -> None:
    game = battle()
    assert game.decision is not None
    assert checking.routed(game.decision, (), (1, 1)).against == ("This question is not answered with a path.",)


def test_a_region_is_drawn_in_closed_rings() -> None:
    game = battle()
    found = checking.regioned(go_on(game, path_question)).outline
    assert found.rings and all(len(ring) >= 4 for _, ring in found.rings)


# ---- the log ---------------------------------------------------------------------------------------------------------


def worded(game: Game, eyes: int = -1) -> list[str]:
    return [entry.words for entry in positions.entries(game, eyes)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_log_says_what_the_battle_says_and_goes_on_from_any_number(scenario: str) -> None:
    game, rng = battle(scenario), Random(2)
    log = positions.Log(game)
    for _ in range(120):
        if game.decision is None:
            break
        known = log.count(-1)
        game.choose(game.decision.sample(rng), game.decision.player)
        assert [*log.entries(-1)[:known], *log.entries(-1, known)] == list(log.entries(-1))
    whole = log.entries(-1)
    assert [entry.words for entry in whole] == game.log(-1) and len(game.steps) > positions.LAST_WORDED
    assert len(log._kept[-1].worded) == positions.LAST_WORDED
    assert all(log.entries(-1, since) == whole[since:] for since in range(len(whole) + 2))


def test_an_entry_names_its_event_and_who_is_in_it_and_a_roll_has_its_dice() -> None:
    game = battle()
    go_on(game, lambda game, decision: len(game.steps) > 60)
    for entry in positions.entries(game, -1):
        events = game.steps[entry.step].events if entry.step < len(game.steps) else game.play.events
        event: Any = events[entry.event]
        assert entry.kind == type(event).__name__
        assert all(0 <= who < len(game.play.state.records) for who in entry.who)
        if hasattr(event, "who") and event.who >= 0:
            assert event.who in entry.who
        if entry.kind == "Rolled":
            assert entry.dice is not None and entry.dice.faces == tuple(event.faces)


def test_what_is_taken_back_leaves_the_log_and_what_comes_instead_is_in_it() -> None:
    game, rng = battle(), Random(1)
    log = positions.Log(game)
    for _ in range(60):
        assert game.decision is not None
        game.choose(game.decision.sample(rng), game.decision.player)
    before = log.entries(-1)
    for _ in range(12):
        game.undo(consent=(RED, BLUE))
        assert [entry.words for entry in log.entries(-1)] == worded(game)
    assert len(log.entries(-1)) < len(before)


def test_what_comes_instead_of_what_was_taken_back_is_in_the_log() -> None:
    """Also where nobody looked in between, and the battle is as long as it was."""
    game, rng = battle(), Random(1)
    log = positions.Log(game)
    for _ in range(40):
        assert game.decision is not None
        game.choose(game.decision.sample(rng), game.decision.player)
    before, steps = log.entries(-1), len(game.steps)
    for _ in range(12):
        game.undo(consent=(RED, BLUE))
    while len(game.steps) < steps:
        assert game.decision is not None
        game.choose(game.decision.sample(rng), game.decision.player)
    assert log.entries(-1) == positions.entries(game, -1)
    assert log.count(-1) == len(positions.entries(game, -1))
    assert log.entries(-1)[: len(before)] != before


def test_a_seat_has_something_to_take_back_once_it_has_chosen() -> None:
    game, log = battle(), positions.Log
    watching = log(game)
    assert not watching.may_undo(RED) and not watching.may_undo(BLUE)
    assert game.decision is not None
    first = game.decision.player
    game.choose(game.decision.candidates(1)[0], first)
    assert watching.may_undo(first) and not watching.may_undo(1 - first)
    game.undo(by=first, consent=(RED, BLUE))
    assert not watching.may_undo(first)
    rng = Random(1)
    while not (watching.may_undo(RED) and watching.may_undo(BLUE) and len(game.steps) > 4):
        game.choose(game.decision.sample(rng), game.decision.player)
    while game.steps or game.answers:
        game.undo(consent=(RED, BLUE))
    assert not watching.may_undo(RED) and not watching.may_undo(BLUE)


# ---- positions -------------------------------------------------------------------------------------------------------


def seen(game: Game, eyes: int, yours: tuple[int, ...] = (), heard: int = 0) -> Position:
    return positions.position(game, positions.Log(game), eyes, yours, heard)


def test_only_those_who_sit_there_are_asked_and_all_see_who_is_waited_for() -> None:
    game = battle()
    assert game.decision is not None
    decides = game.decision.player
    assert [question.seat for question in seen(game, decides, (decides,)).asked] == [decides]
    other = seen(game, 1 - decides, (1 - decides,))
    assert other.asked == () and [(w.seat, w.prompt) for w in other.waiting] == [(decides, game.decision.prompt)]
    assert len(seen(game, decides, (RED, BLUE)).asked) == 1


def test_a_position_sends_the_log_from_where_it_was_heard() -> None:
    game = battle()
    go_on(game, lambda game, decision: len(game.steps) > 40)
    entries = positions.entries(game, -1)
    assert seen(game, -1, heard=5).log == entries[5:] and seen(game, -1, heard=5).since == 5
    beyond = seen(game, -1, heard=len(entries) + 7)
    assert beyond.log == () and beyond.since == len(entries)


def test_a_secret_question_is_not_told_to_others() -> None:
    game = battle()
    assert game.decision is not None
    decides = game.decision.player
    game.decision.secret = True
    assert seen(game, 1 - decides).waiting[0].prompt == ""
    assert seen(game, decides, (decides,)).waiting[0].prompt != ""


def test_the_wire_of_a_seat_holds_nothing_that_it_may_not_know() -> None:
    game = veiled(1, 2, 1, 2)
    shown = encode(positions.tableau_of(game.view(BLUE))) + encode(seen(game, BLUE, (BLUE,)))
    mine = game.view(BLUE).state.records
    assert [record.wounds for record in mine if record.owner == RED] == [-1, -1]
    assert b"wounds" not in shown
    assert seen(game, BLUE, (BLUE,)).trail == () or game.decisions[0].player == BLUE


def test_the_end_says_who_won() -> None:
    game = battle()
    go_on_to_the_end(game)
    found = seen(game, -1)
    assert found.ending is not None and game.result is not None
    assert (found.ending.winner, found.ending.points) == (game.result.winner, game.result.points)
    assert found.asked == () and found.waiting == ()


def go_on_to_the_end(game: Game) -> None:
    rng = Random(6)
    while game.decision is not None:
        game.choose(game.decision.sample(rng), game.decision.player)


def test_a_bot_is_waited_for_as_one() -> None:
    game = Game(rulesets.find("necromunda-2023"), setup(HIVE), names=("greedy", "human"))
    assert [waited.bot for waited in seen(game, -1).waiting] == [True]
    shown = positions.position(game, positions.Log(game), -1, (), 0, ())
    assert [waited.bot for waited in shown.waiting] == [False]


# ---- the past --------------------------------------------------------------------------------------------------------


def test_the_past_is_the_position_after_so_many_events() -> None:
    game = battle()
    go_on(game, lambda game, decision: len(game.steps) > 30)
    step = 25
    done = game.steps[step]
    whole = positions.past(game, step, len(done.events), -1)
    after = Play(game.steps[step + 1].before.copy(), game.ruleset, game.world, [])
    assert whole.tableau == positions.tableau_of(after)
    assert list(whole.words) == [e.words for e in positions.entries(game, -1) if e.step == step]
    assert positions.past(game, step, 0, -1).words == ()


def test_the_past_reaches_to_the_step_in_progress() -> None:
    game = battle()
    go_on(game, lambda game, decision: len(game.steps) > 30 and bool(game.play.events))
    told = positions.past(game, len(game.steps), len(game.play.events), -1)
    assert told.tableau.bodies == positions.tableau_of(game.play).bodies


@pytest.mark.parametrize(("step", "event"), [(10_000, 0), (0, 10_000)])
def test_a_past_that_there_was_not_is_refused(step: int, event: int) -> None:
    with pytest.raises(WarbookError):
        positions.past(battle(), step, event, -1)


def test_a_ruleset_without_a_tableau_shows_its_records() -> None:
    shown = positions.tableau_of(veiled(1, 1, 1, 1).play)
    assert [body.id for body in shown.bodies] == [0, 1, 2, 3] and len(shown.sides) == 2


def test_an_entry_is_what_the_protocol_says() -> None:
    game = battle()
    go_on(game, lambda game, decision: len(game.steps) > 5)
    entry = positions.entries(game, -1)[0]
    assert msgspec.json.decode(encode(entry), type=Entry) == entry
    assert isinstance(checking.judged(game.decisions[0], None), Checked)


# ---- what is told before it is chosen --------------------------------------------------------------------------------


def test_an_option_bears_what_should_be_known_before_it_is_chosen() -> None:
    preview = Preview(cautions=lambda who: ("out of range",) if who == 2 else (), actor=7, weapon="Lasgun")
    question = put(Choose("target", "At whom?", lambda: [1, 2]).previewed(preview))
    assert [option.cautions for option in question.options] == [(), ("out of range",)]
    assert (question.actor, question.weapon) == (7, "Lasgun")
    assert msgspec.json.decode(msgspec.json.encode(question))["options"][0] == {"answer": 1, "label": "1"}


def test_a_window_shows_whose_action_is_answered() -> None:
    game = battle(FIELD, seed=4)
    decision = go_on(game, lambda game, decision: decision.kind == "window")
    assert asking.question_of(game, decision).actor == decision.event.who  # type: ignore[attr-defined]
    assert asking.question_of(game, decision).actor >= 0
