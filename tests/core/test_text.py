"""Text of strangers, made harmless."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.text import visible, visible_lines


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Nib", "Nib"),
        ("Zoë, 阿, Łódź", "Zoë, 阿, Łódź"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\rb\nc\td\x00", "a\\rb\\nc\\td\\x00"),
        ("\x9b31m\x7f", "\\x9b31m\\x7f"),
        ("\u202egnib", "\\u202egnib"),
        ("\u2066x\u2069\u200f\u061c", "\\u2066x\\u2069\\u200f\\u061c"),
        ("\u2028\ufeff\U000e0041", "\\u2028\\ufeff\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),  # a picture made of two stays whole
    ],
)
def test_what_acts_is_written_out_and_what_is_read_stays(name: str, shown: str) -> None:
    assert visible(name) == shown


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_acts_afterwards_and_it_can_always_be_printed(text: str) -> None:
    said = visible(text)
    said.encode()
    assert not {unicodedata.category(sign) for sign in said} & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(sign) for sign in said} & {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI"}
    assert visible(said) == said


def test_text_of_several_lines_keeps_its_lines() -> None:
    assert visible_lines("a\x1bb\nc\r\n") == "a\\x1bb\nc\\r\n"
