"""What a person types, as an answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.space.test_drives import ALONE, drive
from tests.space.test_marching import march, muster, ranks, waiting
from warbook.cli.answers import Point, Unreadable, read_answer, read_points
from warbook.core.decision import Allocate, Choose, Confirm, Order
from warbook.core.naming import Names
from warbook.space.facing import Face


def middle_of(square: tuple[int, int]) -> tuple[int, int, int]:
    return (square[0] * 1000 + 500, square[1] * 1000 + 500, 0)


COLOURS = Choose("c", "Which?", lambda: ("red", "ruby", "blue"))


def answered(text: str) -> Any:
    return read_answer(COLOURS, text, ("red", "ruby", "blue"), ("Red", "Ruby", "Blue"))


@pytest.mark.parametrize(
    ("typed", "meant"), [("1", "red"), ("3", "blue"), ("blue", "blue"), ("RUB", "ruby"), (" 2 ", "ruby")]
)
def test_an_option_is_named_by_its_number_or_the_beginning_of_its_name(typed: str, meant: str) -> None:
    assert answered(typed) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("0", "a number from 1 to 3"),
        ("4", "a number from 1 to 3"),
        ("r", "Red or Ruby"),
        ("bleu", "did you mean 'blue'?"),
        ("-1", "the number or the name of an option"),
    ],
)
def test_what_names_no_option_is_met_with_what_would(typed: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says.replace("?", r"\?")):
        answered(typed)


def test_an_option_may_be_named_in_full_although_another_begins_with_it() -> None:
    assert read_answer(COLOURS, "red", ("red", "redder"), ("red", "redder")) == "red"


def test_yes_and_no_are_options_like_others() -> None:
    question = Confirm("sure", "Sure?")
    shown = question.candidates(2)
    assert read_answer(question, "n", shown, [question.label(a) for a in shown]) is False


def test_an_order_is_the_numbers_of_its_items() -> None:
    assert read_answer(Order("o", "In which order?", ("a", "b", "c")), "3 1 2", (), ()) == ("c", "a", "b")


@pytest.mark.parametrize("typed", ["4 1 2", "a b c", "", "0 1 2"])
def test_an_order_of_other_things_is_refused(typed: str) -> None:
    with pytest.raises(Unreadable, match="the numbers 1 to 3"):
        read_answer(Order("o", "In which order?", ("a", "b", "c")), typed, (), ())


def test_an_order_that_names_an_item_twice_is_for_the_decision_to_refuse() -> None:
    question = Order("o", "In which order?", ("a", "b", "c"))
    assert question.legal(read_answer(question, "1 1 2", (), ()))


def test_a_split_is_a_number_for_each_bin_and_a_single_number_an_option() -> None:
    question = Allocate("a", "Split 3", 3, ("x", "y"))
    shown = question.candidates(9)
    assert read_answer(question, "1 2", shown, ()) == (1, 2)
    assert read_answer(question, "1", shown, ["3 to x"] * len(shown)) == (3, 0)


def test_points_are_inches_with_a_letter_for_the_way_and_a_height() -> None:
    assert read_points("12 7.5, c 12 7.5 @3; J 14 -1") == [
        Point(12000, 7500, None, 0),
        Point(12000, 7500, 3000, 1),
        Point(14000, -1000, None, 3),
    ]


@pytest.mark.parametrize("typed", ["12", "12 7 3", "x 1 2", "a b", "1 2,", "@3"])
def test_what_is_no_point_is_met_with_an_example(typed: str) -> None:
    with pytest.raises(Unreadable, match="wanted points in inches, such as"):
        read_points(typed)


def test_a_direction_is_two_numbers_or_a_word() -> None:
    face = Face("facing", "Which way?", towards={(3, -5): "Ash"})
    shown = face.candidates(9)
    labels = [face.label(way) for way in shown]
    assert read_answer(face, "north", shown, labels) == (0, 1)
    assert read_answer(face, "at ash", shown, labels) == (3, -5)
    assert read_answer(face, "1 0", shown, labels) == (1000, 0)


def test_a_unit_follows_its_first_member_to_a_point() -> None:
    question = march(ranks(3, 10, 10), count=3)
    assert read_answer(question, "12 13", (), ()) == question.proposed(0, (), (12_000, 13_000))
    placing = muster(waiting(2), 2)
    with pytest.raises(Unreadable, match="found a point to look at"):
        read_answer(question, "12 10 > 20 20", [], [])
    assert read_answer(placing, "12 13 @0", (), ()) == placing.proposed(0, (), (12_000, 13_000, 0))
    with pytest.raises(Unreadable, match="wanted one"):
        read_answer(question, "12 13, 14 13", (), ())


SQUARES = Choose(
    "square",
    "Where to?",
    lambda: [(x, y) for x in range(25) for y in range(25)],
    named=Names({}, said=lambda square: f"square {square[0]}-{square[1]}", spot=middle_of),
)


def test_an_option_that_is_a_place_is_named_by_its_coordinates() -> None:
    assert read_answer(SQUARES, "12.5 3.4", (), ()) == (12, 3)
    assert read_answer(SQUARES, "20 20 @0", (), ()) in [(19, 19), (20, 20), (19, 20), (20, 19)]
    with pytest.raises(Unreadable, match="within an inch"):
        read_answer(SQUARES, "40 40", (), ())
    with pytest.raises(Unreadable, match="not about places"):
        answered("3 4")


def test_an_option_beyond_what_is_shown_can_be_named() -> None:
    shown = SQUARES.candidates(40)
    assert read_answer(SQUARES, "square 24-24", shown, [SQUARES.label(answer) for answer in shown]) == (24, 24)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20 20", ((5_000, 0, 1),)),
        ("ahead 6", ((6_000, 0, 1),)),
        ("back 2.5", ((-2_500, 0, 1),)),
        ("left 90, ahead 3", ((0, -1, 0), (3_000, -1, 0))),
        ("Right 90; ahead 3, 23 18", ((0, 1, 0), (3_000, 1, 0), (3_000, 0, 3_000))),
        ("ahead 1 > 30 16", ((1_000, 0, 1), (0, 10_000, 0))),
        ("> 20 30", ((0, 0, 15_000),)),
    ],
)
def test_a_drive_is_typed_by_points_or_leg_by_leg(typed: str, meant: Any) -> None:
    assert read_answer(drive(ALONE), typed, (), ()) == meant


def test_what_is_no_leg_of_a_drive_says_what_would_be() -> None:
    with pytest.raises(Unreadable, match="ahead 6"):
        read_answer(drive(ALONE), "north 6", (), ())
