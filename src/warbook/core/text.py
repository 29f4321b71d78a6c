"""Text from files and records, made harmless: characters that would control a terminal or reverse a line are written as
escapes."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Controls (C0, C1), separators of lines and paragraphs, marks and overrides of direction, invisible operators and
#: tags, and surrogates, which nothing can encode.  Joiners stay: scripts and pictures are written with them.
_RANGES = (
    (0x00, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200B, 0x200B), (0x200E, 0x200F), (0x2028, 0x202E),
    (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xD800, 0xDFFF), (0xE0000, 0xE007F),
)  # fmt: skip
_ACTING = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _RANGES) + "]")


def visible(text: str) -> str:
    """A line of text in which every control character is written as an escape: ``\\x1b``, ``\\u202e``."""
    return _ACTING.sub(_escaped, text)


def visible_lines(text: str) -> str:
    """`visible` for text of several lines; line ends stay."""
    return "\n".join(map(visible, text.split("\n")))


def list_in_words(words: Sequence[str]) -> str:
    """Words as a sentence has them: "one", "one and another", "one, another and a third"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
