"""Options: what a game says of each, and what it can be, must fit together."""

from __future__ import annotations

from typing import Literal, TypedDict

import pytest

from warbook.core.errors import BadData, WarbookError
from warbook.core.option import Option, read_options


class Options(TypedDict):
    half: Literal["up", "down"]
    rounds: Literal[1, 2]
    late: bool


HALF = '[half]\ndefault = "up"\nsummary = "How halves are rounded."\nsource = "ours"\n'
ROUNDS = '[rounds]\ndefault = 2\nsummary = "How long it goes on."\nsource = "the book"\n'
LATE = '[late]\ndefault = false\nsummary = "Latecomers are let in."\nsource = "ours"\n'


def test_options_come_in_the_order_of_their_types() -> None:
    assert read_options(Options, LATE + ROUNDS + HALF, "options.toml") == (
        Option("half", "up", ("up", "down"), "How halves are rounded.", "ours"),
        Option("rounds", 2, (1, 2), "How long it goes on.", "the book"),
        Option("late", False, (True, False), "Latecomers are let in.", "ours"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HALF + LATE, r"\[rounds\].*no such table"),
        (HALF + ROUNDS + LATE + LATE.replace("late", "lat"), r"\[lat\].*'lat'.*late"),
        (HALF.replace("up", "sideways") + ROUNDS + LATE, r"\[half\].default.*'sideways'.*'up', 'down'"),
        (HALF + ROUNDS.replace("2", "true") + LATE, r"\[rounds\].default.*True.*1, 2"),
        (HALF + ROUNDS + LATE.replace("false", "0"), r"\[late\].default.*0.*True, False"),
        (HALF + ROUNDS + LATE.replace("source", "sauce"), r"\[late\].sauce"),
    ],
)
def test_a_row_that_does_not_fit_is_named(text: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        read_options(Options, text, "options.toml")


def test_an_option_of_any_other_type_is_refused() -> None:
    class Wide(TypedDict):
        half: str

    with pytest.raises(WarbookError, match="option half is of type"):
        read_options(Wide, HALF, "options.toml")
