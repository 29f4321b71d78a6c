"""Bounds of files: whatever is too long, too deep or too large is a sentence, and no reader is kept busy by it."""

from __future__ import annotations

import os
import socket
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from warbook.core import bounds, files
from warbook.core.errors import BadData, nearest
from warbook.core.profile import LONGEST, Inches, read_document, read_one, read_row
from warbook.core.record import Lines, intact
from warbook.core.state import FARTHEST, LONGEST_FACING, Body, Placement, State, Turn, out_of_bounds

SHIPPED = sorted(Path(bounds.__file__).parents[1].rglob("data/**/*.toml"))
DOTS = 400_000


@pytest.mark.parametrize(
    ("text", "found", "wanted"),
    [
        ("a" + ".a" * 30_000 + " = 1", "a key of 30,001 parts", "at most 8"),
        ("[a" + ".a" * 30_000 + "]", "a key of 30,001 parts", "at most 8"),
        ("x = {a" + " . a" * 9 + " = 1}", "a key of 10 parts", "at most 8"),
        ('x = 1\n"a"' + '."b"' * 8 + " = 1", "a key of 9 parts", "at most 8"),
        ("a" + ".a" * 20, "a key of 21 parts", "at most 8"),
        ("a" + ".a" * DOTS + " = 1", "800,005 characters", "at most 262,144"),
        ("x = " + "[" * 5000 + "]" * 5000, "brackets 17 deep", "at most 16"),
        ("x = " + "{a=" * 5000, "brackets 17 deep", "at most 16"),
        ("x = " + "9" * 5000, "a number or date of 5,000 characters", "at most 100"),
        ("x = 0." + "0" * 5000 + "1", "a number or date of 5,001 characters", "at most 100"),
        ("k" * 5000 + " = 1", "a word of 5,000 characters", "at most 100"),
        ('x = "' + "y" * 5000 + '"', "a text of 5,002 characters", "at most 4,000"),
        ("x = '''" + "y\n" * 5000 + "'''", "a text of 10,006 characters", "at most 4,000"),
        ("x = 1e18", "1e+18", "a number from -1,000,000,000 to 1,000,000,000"),
        ("x = [[0, {y = -inf}]]", "-inf", "a number from"),
        ("x = nan", "nan", "a number from"),
        ("x = 1" + "0" * 60, "a whole number of more than 30 digits", "a number from"),
        ("x = 2020-02-31", "what TOML cannot read (Invalid date", "well-formed TOML"),
    ],
)
def test_what_goes_beyond_a_bound_is_told_with_the_bound(text: str, found: str, wanted: str) -> None:
    with pytest.raises(BadData) as told:
        read_document(text, "a.toml")
    assert found in told.value.found
    assert wanted in told.value.wanted


def test_a_bound_says_in_which_line_it_was_passed() -> None:
    with pytest.raises(BadData, match=r"a\.toml: line 4: found a key of 9 parts"):
        read_document('x = """\n.\n"""\na.a.a.a.a.a.a.a.a = 1\n', "a.toml")


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_whatever_is_shipped_is_far_within_the_bounds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for bound, share in (("MOST_CHARACTERS", 10), ("MOST_KEY_PARTS", 3), ("MOST_NESTING", 2), ("LONGEST_TEXT", 5)):
        monkeypatch.setattr(bounds, bound, getattr(bounds, bound) // share)
    assert read_document(file.read_text("utf-8"), file.name)


@given(st.text(alphabet="ab.=[]{},\"'#\\\n 1\r", max_size=60))
@settings(max_examples=600)
def test_what_lies_in_texts_and_comments_is_never_taken_for_keys(text: str) -> None:
    """Whatever TOML can read and has few dots and brackets passes: the look through it knows texts from keys."""
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    quoted = 'x.y = """' + "." * 50 + "[" * 50 + '"""  # ' + "." * 50 + "[" * 50 + "\n"
    bounds.must_be_bounded(quoted, "a")
    if text.count(".") < bounds.MOST_KEY_PARTS and text.count("[") + text.count("{") <= bounds.MOST_NESTING:
        bounds.must_be_bounded(text, "a")


@given(
    st.lists(st.sampled_from(['"""', "'''", '"', "'", "\\", "a.b", "\n", "[", "#", "x=", '""""', '\\"""']), max_size=40)
)
@settings(max_examples=600)
def test_no_key_of_many_parts_hides_behind_quotes(pieces: list[str]) -> None:
    """Where TOML reads a key of many parts, so does the look through it, whatever stands before it."""
    text = "".join(pieces) + "\nk.k.k.k.k.k.k.k.k.k = 1\n"
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    if "'k': {'k': {'k': {'k': {'k': {'k': {'k': {'k'" in repr(document):
        with pytest.raises(BadData):
            bounds.must_be_bounded(text, "a")


class _Pole(Struct, frozen=True):
    height: Inches


@pytest.mark.parametrize("height", ["1001", "-1001.0", "9e8"])
def test_a_length_that_nothing_has_is_told_in_its_unit(height: str) -> None:
    with pytest.raises(BadData, match=r"height: found a length of .*; wanted one from -1000 to 1000"):
        read_one(f"height = {height}", "a.toml", _Pole)
    assert read_one("height = 1000", "a.toml", _Pole).height == LONGEST


@pytest.mark.parametrize("height", [float("nan"), float("inf"), 1e308, 10**400])
def test_a_length_that_is_no_number_is_told_too(height: float) -> None:
    with pytest.raises(BadData, match="height: found a length of"):
        read_row({"height": height}, "a.toml", _Pole)


# ---- files -----------------------------------------------------------------------------------------------------------


def test_only_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for path, what in (
            ("/dev/zero", "a device"),
            (tmp_path, "a directory"),
            (tmp_path / "pipe", "a pipe"),
            (tmp_path / "socket", "a socket"),
            ("x" * 300, "File name too long"),
            ("a\0b", "embedded null byte"),
            (tmp_path / "none", "no such file"),
        ):
            with pytest.raises(BadData) as told:
                files.read_bytes(path)
            assert what in told.value.found.lower() or what in told.value.found


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "large").write_bytes(b"x" * 11)
    monkeypatch.setattr(files, "MOST", 10)
    with pytest.raises(BadData, match="found 11 bytes; wanted at most 10"):
        files.read_bytes(tmp_path / "large")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a file that says it is empty and is not")
def test_a_file_that_is_larger_than_it_says_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST", 10)
    with pytest.raises(BadData, match="found more than 10 bytes"):
        files.read_bytes("/proc/self/status")


# ---- messages --------------------------------------------------------------------------------------------------------


def test_a_message_repeats_only_so_much_of_a_file() -> None:
    fault = BadData("a" * 5000, "b" * 5000, "c" * 5000, "d")
    assert len(str(fault)) < 1000
    assert str(fault).endswith("wanted d")


def test_no_time_is_spent_on_names_that_nobody_mistypes() -> None:
    assert nearest("a" * 5000, ["a" * 4999]) == ""
    assert nearest("lasgum", ["lasgun"]) == " (did you mean 'lasgun'?)"


@pytest.mark.parametrize(
    "row",
    [
        b'{"line":"record","warbook":"1","version":"1","setup":{"ruleset":"x","content":{"a":' + b"[" * 5000,
        b'{"line":"record","warbook":"1","version":"1","start":{},"setup":{"ruleset":"x","content":{"a":'
        + b"9" * 5000
        + b"}}}",
        b'{"line":"step","step":1e308,"answers":[],"events":[],"dice":1}',
        b'{"line":"step","step":0,"answers":' + b"[" * 5000 + b"]" * 5000 + b',"events":[],"dice":1}',
        b"\xff\xfe",
    ],
)
def test_lines_of_records_without_bounds_are_refused(row: bytes) -> None:
    with pytest.raises(BadData, match="wanted a line of a Warbook record"):
        list(Lines(row + b"\n", "battle.wbr"))


def test_a_line_nested_without_end_is_refused_however_deep_python_itself_would_go() -> None:
    row = b'{"line":"step","step":0,"answers":' + b"[" * 5000 + b"]" * 5000 + b',"events":[],"dice":1}'
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        with pytest.raises(BadData, match="nested"):
            list(Lines(row + b"\n", "battle.wbr"))
    finally:
        sys.setrecursionlimit(limit)


def test_a_last_line_nested_without_end_is_cut_off() -> None:
    assert intact(b"{}\n" + b"[" * 5000) == b"{}\n"


def test_brackets_in_the_texts_of_a_line_are_not_counted_as_nesting() -> None:
    row = b'{"line":"step","step":0,"answers":[],"events":[{"type":"Noted","note":"' + b'\\"[{' * 500 + b'"}],"dice":1}'
    assert not bounds.is_too_deep(row)
    assert bounds.is_too_deep(row.replace(b'"note":"', b'"note":').replace(b'\\"', b""))


# ---- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "right"),
    [
        (Placement(95_000, 1, fx=-552_691, fy=891_091), True),  # directions are as long as they are
        (Placement(FARTHEST, -FARTHEST), True),
        (Placement(FARTHEST + 1, 0), False),
        (Placement(0, 0, height=-FARTHEST - 1), False),
        (Placement(0, 0, fx=LONGEST_FACING + 1), False),
        (Placement(0, 0, posture=4), False),
        (Placement(0, 1.5), False),  # type: ignore[arg-type]
    ],
)
def test_events_of_a_record_lead_to_places_that_a_table_has(place: Placement, right: bool) -> None:
    before: State[Body, Turn] = State([Body(id=0, owner=0, profile="a", at=Placement(0, 0))], Turn())
    after = before.copy()
    after.put(Body(id=0, owner=0, profile="a", at=place))
    assert (out_of_bounds(after, before) == "") is right
    assert out_of_bounds(after, after) == ""
    assert out_of_bounds(State([Body(id=0, owner=99, profile="a", at=Placement(0, 0))], Turn()), before)
