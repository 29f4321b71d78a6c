"""Printed data: what a file may say, and what is said of a file that says something else."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from warbook.core.errors import BadData
from warbook.core.profile import (
    Inches,
    Millimetres,
    kind_of,
    known,
    read_document,
    read_one,
    read_table,
)


class Sail(Struct, frozen=True):
    """A part of a ship, for rows inside rows."""

    cloth: Literal["linen", "hemp"]
    height: Inches = 0


class Ship(Struct, frozen=True):
    """A row of a table that no game has."""

    id: str
    speed: Inches
    beam: Millimetres = 0
    crew: Annotated[int, Meta(ge=1)] = 1
    sails: tuple[Sail, ...] = ()
    reach: tuple[Inches, Inches] | Literal["none"] = "none"
    cargo: dict[str, int] = {}
    flagship: bool = False
    marks: dict[Literal["bow", "stern"], int] = {}


class Notice(Struct, frozen=True):
    """A file that describes one thing."""

    kind: str
    id: str
    text: str


def refusal(text: str) -> BadData:
    with pytest.raises(BadData) as caught:
        read_table(text, "ships.toml", Ship)
    return caught.value


def test_a_heading_is_the_id_and_rows_keep_their_order() -> None:
    ships = read_table("[brig]\nspeed = 6\n[ark]\nspeed = 2\n", "ships.toml", Ship)
    assert list(ships) == ["brig", "ark"]
    assert ships["ark"].id == "ark"


def test_lengths_are_written_in_inches_and_kept_in_thousandths_wherever_they_stand() -> None:
    text = '[brig]\nspeed = 2.5\nbeam = 25\nreach = [4, 12]\nsails = [{ cloth = "hemp", height = 0.25 }]\ncrew = 7\n'
    brig = read_table(text, "ships.toml", Ship)["brig"]
    assert (brig.speed, brig.beam, brig.reach, brig.sails[0].height, brig.crew) == (2500, 984, (4000, 12000), 250, 7)


def test_text_that_is_no_toml_is_told_with_line_and_column() -> None:
    error = refusal("[brig]\nspeed = = 3\n")
    assert error.source == "ships.toml"
    assert "line 2, column 9" in error.where


def test_a_misspelt_key_is_refused_with_the_nearest_name() -> None:
    error = refusal("[brig]\nspeed = 6\ncrw = 3\n")
    assert error.where == "[brig].crw"
    assert "did you mean 'crew'?" in error.found
    assert "sails" in error.wanted


def test_a_misspelt_key_deep_in_a_row_is_found_too() -> None:
    error = refusal('[brig]\nspeed = 6\nsails = [{ cloth = "hemp" }, { cloth = "hemp", hight = 2 }]\n')
    assert error.where == "[brig].sails[2].hight"
    assert "'height'" in error.found


def test_a_missing_key_says_what_kind_of_value_it_wants() -> None:
    error = refusal("[brig]\ncrew = 2\n")
    assert (error.where, error.found, error.wanted) == ("[brig].speed", "no such key", "speed = a whole number")


def test_a_missing_key_of_few_values_lists_them() -> None:
    error = refusal("[brig]\nspeed = 6\nsails = [{ height = 2 }]\n")
    assert error.where == "[brig].sails[1].cloth"
    assert error.wanted == "cloth = 'linen' or 'hemp'"


def test_a_value_of_the_wrong_type_is_shown_as_it_was_written() -> None:
    error = refusal('[brig]\nspeed = 6\ncrew = "seven"\n')
    assert (error.where, error.found) == ("[brig].crew", "'seven'")
    assert error.wanted.startswith("a whole number")


def test_a_length_of_the_wrong_type_is_refused_and_not_scaled() -> None:
    error = refusal("[brig]\nspeed = true\n")
    assert (error.where, error.found) == ("[brig].speed", "true")


def test_a_number_out_of_bounds_names_the_bound() -> None:
    error = refusal("[brig]\nspeed = 6\ncrew = 0\n")
    assert (error.where, error.found, error.wanted) == ("[brig].crew", "0", "a whole number >= 1")


def test_a_word_outside_a_closed_set_lists_the_set_and_the_nearest() -> None:
    error = refusal('[brig]\nspeed = 6\nsails = [{ cloth = "hamp" }]\n')
    assert error.where == "[brig].sails[1].cloth"
    assert error.found == "'hamp' (did you mean 'hemp'?)"
    assert error.wanted == "'linen' or 'hemp'"


def test_a_key_outside_a_closed_set_lists_the_set_and_the_nearest() -> None:
    error = refusal("[brig]\nspeed = 6\nmarks = { stren = 2 }")
    assert (error.where, error.found) == ("[brig].marks", "'stren' (did you mean 'stern'?)")
    assert error.wanted == "'bow' or 'stern'"


def test_a_row_that_is_no_table_is_refused() -> None:
    error = refusal("brig = 6\n")
    assert (error.where, error.found) == ("brig", "6")


def test_a_row_may_not_name_its_own_id() -> None:
    assert refusal('[brig]\nid = "ark"\nspeed = 6\n').where == "[brig].id"


def test_a_list_of_the_wrong_length_is_refused() -> None:
    assert refusal("[brig]\nspeed = 6\nreach = [4, 8, 12]\n").found == "[4, 8, 12]"


def test_a_file_of_one_thing_needs_no_heading() -> None:
    notice = read_one('kind = "notice"\nid = "a"\ntext = "No swimming."\n', "wall", Notice)
    assert notice.text == "No swimming."


def test_a_file_says_its_kind_or_is_told_to() -> None:
    kinds = ("board", "roster")
    assert kind_of('kind = "board"\n', "x.toml", kinds) == "board"
    with pytest.raises(BadData, match=r"x\.toml: kind: found no such key; wanted kind = 'board' or 'roster'"):
        kind_of('title = "?"\n', "x.toml", kinds)
    with pytest.raises(BadData, match=r"'rooster' \(did you mean 'roster'\?\)"):
        kind_of('kind = "rooster"\n', "x.toml", kinds)


def test_an_unknown_id_is_told_with_the_nearest_known_one() -> None:
    assert known("brig", ["brig", "ark"], "x.toml", "ship", "a ship") == "brig"
    with pytest.raises(BadData) as caught:
        known("brik", ["brig", "ark"], "x.toml", "ship", "a ship")
    assert str(caught.value) == "x.toml: ship: found 'brik' (did you mean 'brig'?); wanted a ship: brig, ark"


def test_a_key_given_twice_is_told() -> None:
    with pytest.raises(BadData, match="line 2"):
        read_document("a = 1\na = 2\n", "x.toml")
