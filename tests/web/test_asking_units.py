"""Questions about whole units in the words of the protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.cli.test_answers import SQUARES
from tests.space.test_marching import body, march, muster, ranks, waiting, walk
from tests.web.test_asking import put
from warbook.core.decision import Choose, Order
from warbook.core.length import INCH
from warbook.core.naming import Names
from warbook.web import checking
from warbook.web.protocol import AnswerOption, Asked, CheckedPart, Member, Refusal


def as_sent(answer: Any) -> Any:
    """An answer as it comes over the wire: lists in place of tuples."""
    return msgspec.json.decode(msgspec.json.encode(answer))


def test_a_march_says_who_goes_from_where_and_how_far() -> None:
    question = put(march(ranks(3, 10, 10), count=3))
    assert (question.kind, question.more, question.mover, question.allowance) == ("march", True, 0, 6 * INCH)
    assert question.members[1] == Member(1, (11_500, 10_000, 0), 500, 1250, 6 * INCH)
    assert [member.id for member in question.members] == [0, 1, 2] and not question.facing
    assert msgspec.convert(as_sent(question), Asked) == question


def test_a_muster_says_what_bounds_it() -> None:
    zone = ((0, 0), (9000, 0), (9000, 9000), (0, 9000))
    question = put(muster(waiting(2), 2, zones=[zone], facing=True))
    assert question.kind == "muster" and question.facing and question.members[0].allowance == -1
    assert question.bounds is not None and question.bounds.rings == ((0, zone),)


def test_the_unit_follows_whoever_is_taken_to_a_point_and_then_one_is_drawn_differently() -> None:
    decision = march(ranks(5, 10, 10), count=5)
    followed = checking.routed(decision, (), [16_000, 14_000], who=2)
    assert not followed.against and [part.who for part in followed.parts] == [0, 1, 2, 3, 4]
    assert followed.parts[2] == CheckedPart(2, (), 5000, ('walk: 5"',))
    one = checking.routed(decision, (), [9_500, 11_000, 0], who=0, answer=as_sent(followed.answer))
    assert one.answer[1:] == followed.answer[1:] and one.answer[0] == ((9_500, 11_000, 0, 0),)
    assert one.against and one.parts[0].against == (one.against[0].removeprefix("Trooper 0: "),)
    assert not one.parts[1].against


def test_what_cannot_be_drawn_is_refused_in_words() -> None:
    decision = march(ranks(2, 10, 10), count=2)
    assert checking.routed(decision, (), [0, 0], who=9).against == ("Number 9 is not of this unit.",)
    nonsense: tuple[Any, ...] = ([], [[], [], []], "no", [5, 5])
    for wrong in nonsense:
        said = checking.routed(decision, (), [0, 0], answer=wrong).against
        assert said == ("This is no answer in which a member could be drawn differently.",)
    assert checking.judged(decision, [[], 5]).against
    assert checking.routed(decision, [[1, 2]], [0, 0]).against


def test_every_part_of_a_refused_march_is_told_of() -> None:
    decision = march([body(10, 10), body(12, 10)], count=2)
    found = checking.judged(decision, as_sent((walk(10, 15), walk(12, 17))))
    assert found.parts[0].against == ()
    assert found.parts[1].against == ('That takes 7" of movement, more than it has.',)
    assert [part.length for part in found.parts] == [5000, 7000]


def test_a_region_is_that_of_the_leader_and_suggestions_are_whole() -> None:
    decision = march(ranks(3, 10, 10), count=3)
    assert checking.regioned(decision).outline.rings
    for option in checking.suggested(None, decision, 4).options:  # type: ignore[arg-type]  # no action is asked about
        assert not decision.legal(option.answer) and option.label


def test_several_hundred_places_are_listed_with_their_spots() -> None:
    question = put(SQUARES)
    assert len(question.options) == 625 and not question.more
    assert question.options[26] == AnswerOption((1, 1), "square 1-1", spot=(1500, 1500, 0))
    named = Names({}, {"pass": "pass"}, said=SQUARES.label, spot=SQUARES.spot)
    assert put(Choose("s", "?", lambda: [(1, 0), "pass"], named=named)).options[1] == AnswerOption("pass", "pass")
    order = put(Order("o", "Which first?", ((0, 0), (1, 0)), named=SQUARES.named))
    assert order.options[1].spot == (1500, 500, 0)


def test_what_is_refused_names_its_spot_too() -> None:
    walled = Choose("s", "?", lambda: [(0, 0), (1, 0)], refuse=lambda s: ("A wall.",) * s[0], named=SQUARES.named)
    assert put(walled).refused == (Refusal((1, 0), "square 1-0", ("A wall.",), spot=(1500, 500, 0)),)
