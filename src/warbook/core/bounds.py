"""Bounds of the files that people write: how large a file may be, how deep, and how large the numbers in it.

A stranger's file must not keep its reader busy.  Python's own reader of TOML takes time that grows with the square of
the parts of a key, and its readers of numbers and of nested lists have limits of their own that they tell as faults.
So a text is looked through once, in time that grows with its length, before anything reads it; and its numbers once
more when they have been read.  Every bound is far above what any file that is shipped needs (see docs/boards.md).
"""

from __future__ import annotations

import re
from typing import Any

from .errors import BadData

MOST_CHARACTERS = 256 * 1024  # of a TOML file; the largest board that is shipped has 5,000
MOST_KEY_PARTS = 8  # of a key such as a.b.c
MOST_NESTING = 16  # brackets and braces within one another
DEEPEST_LINE = 100  # brackets and braces within one another in a line of a record
LONGEST_WORD = 100  # characters of a key or a number
MOST_DIGITS = 30  # of a number that a message repeats
LONGEST_TEXT = 4000  # characters between quotes
LARGEST_NUMBER = 1_000_000_000  # of anything; lengths have tighter bounds of their own

_TOKEN = re.compile(
    r'''
    (?P<text>
        """ (?: [^"\\] | \\. | "(?!"") )*+ (?: "{3,5} )?+
      | \'\'\' (?: [^'] | '(?!\'\') )*+ (?: '{3,5} )?+
      | " (?: [^"\\\n] | \\[^\n] )*+ "?+
      | ' [^'\n]*+ '?+
    )
    | (?P<comment> \#[^\n]*+ )
    | (?P<word> [^\s"'\#\[\]{}=,.]++ )
    | (?P<mark> [\[\]{}=,.\n] )
    ''',
    re.VERBOSE | re.DOTALL,
)


def must_be_bounded(text: str, source: str) -> None:
    """Raises `BadData` for a TOML text that is too long, too deep, or has a key, a number or a text without bounds.

    Takes time in proportion to the length of the text.  What is no TOML at all is left to the reader.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadData(source, "", f"{len(text):,} characters", f"at most {MOST_CHARACTERS:,}")
    line, parts, depth = 1, 1, 0
    for token in _TOKEN.finditer(text):
        kind, found = token.lastgroup, token[0]
        if kind == "mark":
            if found == ".":
                parts += 1
                continue
            _expect(parts <= MOST_KEY_PARTS, source, line, f"a key of {parts:,} parts", f"at most {MOST_KEY_PARTS}")
            parts = 1
            if found == "\n":
                line += 1
            elif found in "[{":
                depth += 1
                _expect(depth <= MOST_NESTING, source, line, f"brackets {depth} deep", f"at most {MOST_NESTING}")
            elif found in "]}":
                depth = max(0, depth - 1)
        elif kind == "word":
            what = "number or date" if found[0] in "+-0123456789" else "word"
            shown = f"a {what} of {len(found):,} characters"
            _expect(len(found) <= LONGEST_WORD, source, line, shown, f"at most {LONGEST_WORD}")
        elif kind == "text":
            shown = f"a text of {len(found):,} characters"
            _expect(len(found) <= LONGEST_TEXT, source, line, shown, f"at most {LONGEST_TEXT:,}")
            line += found.count("\n")
    _expect(parts <= MOST_KEY_PARTS, source, line, f"a key of {parts:,} parts", f"at most {MOST_KEY_PARTS}")


def _expect(holds: bool, source: str, line: int, found: str, wanted: str) -> None:
    if not holds:
        raise BadData(source, f"line {line}", found, wanted)


_TEXT_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*+"?+|[\[\]{}]')


def is_too_deep(line: bytes) -> bool:
    """Whether brackets and braces stand deeper within one another than any line of a record has them.  How deep the
    reader itself goes depends on Python's limit of recursion, which any code in the process may set."""
    if line.count(b"[") + line.count(b"{") <= DEEPEST_LINE:
        return False
    depth = 0
    for found in _TEXT_OR_BRACKET.findall(line):
        depth += 1 if found in b"[{" else -1 if found in b"]}" else 0
        if depth > DEEPEST_LINE:
            return True
    return False


def must_have_numbers(value: Any, source: str, where: str = "") -> None:
    """Raises `BadData` if a number in a document is infinite, not a number, or larger than `LARGEST_NUMBER`."""
    if isinstance(value, dict):
        for key, each in value.items():
            must_have_numbers(each, source, f"{where}.{key}" if where else str(key))
    elif isinstance(value, list):
        for number, each in enumerate(value, 1):
            must_have_numbers(each, source, f"{where}[{number}]")
    elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise BadData(source, where, number_in_words(value), f"a number from {-LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}")


def number_in_words(value: float) -> str:
    """A number as a message shows it; of a number with hundreds of digits only how many digits it has."""
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return f"a whole number of more than {MOST_DIGITS} digits"
    return repr(value)
