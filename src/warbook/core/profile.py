"""Printed data: TOML text becomes frozen Structs, and errors are told in the terms of the file's author.

A file of data is a table of rows: each top-level table is one row, and its heading is the row's id.  A file that
describes one thing (a roster, a board) is one row as a whole.  Types say what is allowed.  Lengths are written in
inches, as printed, and become whole thousandths when they are read.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct, ValidationError, convert

from .bounds import must_be_bounded, must_have_numbers, number_in_words
from .errors import BadData, nearest
from .kinds import meet
from .length import INCH

Inches: TypeAlias = Annotated[int, Meta(extra={"unit": float(INCH)})]
"""A length written in inches and kept in whole thousandths of an inch."""

Millimetres: TypeAlias = Annotated[int, Meta(extra={"unit": INCH / 25.4})]
"""A length written in millimetres, as bases are sold, and kept in whole thousandths of an inch."""

LONGEST = 1000 * INCH
"""The longest length that a file may name; boards, whose points the geometry multiplies, are smaller."""

_ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Id: TypeAlias = Annotated[str, Meta(pattern=_ID)]
"""A name for programs and for the command line: ``plasma-gun``."""

S = TypeVar("S", bound=Struct)
W = TypeVar("W", bound=str)

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def read_document(text: str, source: str) -> dict[str, Any]:
    """The plain content of a TOML file.  Raises `BadData` with line and column if it is not TOML, or exceeds the bounds
    of any file (see `bounds`)."""
    must_be_bounded(text, source)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).rstrip(")").rpartition(" (at ")
        raise BadData(source, place, f"what TOML cannot read ({what or place})", "well-formed TOML") from None
    except RecursionError:
        raise BadData(source, "", "lists nested without end", "well-formed TOML") from None
    must_have_numbers(document, source)
    return document


def kind_of(text: str, source: str, kinds: Collection[W]) -> W:
    """What a file says it is (its ``kind`` key), which must be one of `kinds`."""
    return kind_in(read_document(text, source), source, kinds)


def kind_in(document: dict[str, Any], source: str, kinds: Collection[W]) -> W:
    """`kind_of` for a document that has been read already."""
    if "kind" not in document:
        raise BadData(source, "kind", "no such key", f"kind = {_one_of(kinds)}")
    kind: Any = document["kind"]
    if kind not in kinds:
        raise BadData(source, "kind", repr(kind) + nearest(str(kind), kinds), _one_of(kinds))
    known: W = kind
    return known


def read_table(text: str, source: str, kind: type[S]) -> dict[str, S]:
    """Every row of a file of data, by id, in the order written.  A row's heading is its ``id``."""
    rows: dict[str, S] = {}
    for key, row in read_document(text, source).items():
        if not isinstance(row, dict):
            raise BadData(source, key, repr(row), f"a table headed [{key}]")
        if "id" in row:
            raise BadData(source, f"[{key}].id", repr(row["id"]), "no such key: the heading of a row is its id")
        named = {"id": key, **row} if "id" in kind.__struct_fields__ else row
        rows[key] = read_row(named, source, kind, f"[{key}]")
    return rows


def read_one(text: str, source: str, kind: type[S]) -> S:
    """A file that describes one thing."""
    return read_row(read_document(text, source), source, kind)


def read_row(row: dict[str, Any], source: str, kind: type[S], where: str = "") -> S:
    """One row as a Struct; the first thing wrong with it as `BadData`."""
    prepared = _prepared(row, kind, source, where)
    meet(kind)
    try:
        return convert(prepared, kind)
    except ValidationError as error:
        raise _translated(str(error), row, kind, source, where) from None


def read_value(value: Any, kind: type[Struct], field: str, source: str, where: str = "") -> Any:
    """A value for one field of a Struct, as its type has it; what is wrong with it as `BadData`."""
    try:
        return convert(value, _hints(kind)[field])
    except ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        message = f"{what} - at `$.{field}{path or '`'}"
        raise _translated(message, {field: value}, kind, source, where) from None


class OfRuleset(Protocol):
    """A file that says which ruleset it is for."""

    @property
    def ruleset(self) -> str: ...


K = TypeVar("K", bound=OfRuleset)


class Parser(Generic[K]):
    """Reads the files of one kind and judges them: ``parse_roster(text, source)``.

    The Struct `kind` has a field of the same name, whose type is the only word that the file may have there.
    `objections` takes what was read and what messages call the file, and yields everything that is wrong with it
    besides its types and its ruleset, in the order in which it is written.
    """

    def __init__(self, kind: type[K], ruleset: str, objections: Callable[[K, str], Iterable[BadData]]) -> None:
        self.kind, self.ruleset, self._objections = kind, ruleset, objections

    def __call__(self, text: str, source: str) -> K:
        """What a text holds; `source` is what messages call it.  Raises `BadData` for the first thing that is wrong."""
        document = read_document(text, source)
        kind_in(document, source, get_args(_hints(self.kind)["kind"]))
        found: K = read_row(document, source, self.kind)  # type: ignore[type-var]  # a Struct that is `OfRuleset`
        for objection in self.objections(found, source):
            raise objection
        return found

    def objections(self, found: K, source: str) -> Iterator[BadData]:
        """Everything that is wrong with what was read, its types apart."""
        if found.ruleset != self.ruleset:
            yield BadData(source, "ruleset", repr(found.ruleset), repr(self.ruleset))
        yield from self._objections(found, source)


def repeated_ids(ids: Iterable[str], source: str, where: str) -> Iterator[BadData]:
    """What is wrong with a list of things named `where` in which several have the same id."""
    for id, count in Counter(ids).items():
        if count > 1:
            yield BadData(source, f"{where}[{id}].id", f"{count} {where} of that id", "an id of its own for each")


def known(word: str, words: Collection[str], source: str, where: str, what: str) -> str:
    """The word if it is one of `words`; else `BadData` that suggests the nearest, and lists them if they are few."""
    if mistake := unknown(word, words, source, where, what):
        raise mistake
    return word


def unknown(word: str, words: Collection[str], source: str, where: str, what: str) -> BadData | None:
    """What `known` raises, or None for a known word, for those who gather everything that is wrong."""
    if word in words:
        return None
    few = f": {', '.join(words)}" if len(words) <= 12 else ""
    return BadData(source, where, repr(word) + nearest(word, words), what + few)


def unknown_ids(
    row: Struct, keys: Mapping[str, tuple[Collection[str], str]], source: str, where: str
) -> Iterator[BadData]:
    """What is wrong with those ids of a row that there are not: `keys` names its fields that hold ids, one or several,
    each with the known ones and what they are.  An empty text is no id."""
    for key, (ids, what) in keys.items():
        held = getattr(row, key)
        for id in (held,) if isinstance(held, str) else held:
            if id and (mistake := unknown(id, ids, source, f"{where}.{key}", what)):
                yield mistake


def _one_of(words: Collection[str]) -> str:
    return " or ".join(repr(word) for word in words)


def _prepared(value: Any, hint: Any, source: str, where: str) -> Any:
    """The value with lengths in thousandths.  Keys that a Struct does not have are refused; types are judged later."""
    if get_origin(hint) is Annotated:
        unit = _unit(hint)
        if unit and isinstance(value, int | float) and not isinstance(value, bool):
            return _length(value, unit, source, where)
        return _prepared(value, get_args(hint)[0], source, where)
    if get_origin(hint) in (Union, UnionType):
        for choice in get_args(hint):
            changed = _prepared(value, choice, source, where) if _may_hold(value, choice) else value
            if changed is not value:
                return changed
        return value
    if isinstance(value, dict) and isinstance(hint, type) and issubclass(hint, Struct):
        hints = _hints(hint)
        for key in value:
            if key not in hint.__struct_fields__:
                keys = [name for name in hint.__struct_fields__ if name != "id" or "id" in value]
                found = "a key that is not known here" + nearest(key, keys)
                raise BadData(source, _joined(where, key), found, "one of " + ", ".join(keys))
        return {key: _prepared(each, hints[key], source, _joined(where, key)) for key, each in value.items()}
    if isinstance(value, list) and get_origin(hint) in (tuple, list):
        return [
            _prepared(each, _item_hint(hint, number), source, _joined(where, _label(value, number)))
            for number, each in enumerate(value)
        ]
    if isinstance(value, dict) and get_origin(hint) is dict:
        return {key: _prepared(each, get_args(hint)[1], source, _joined(where, key)) for key, each in value.items()}
    return value


def _length(value: float, unit: float, source: str, where: str) -> int:
    """A length in thousandths of an inch.  Raises `BadData` if it is longer than anything on a table."""
    longest = LONGEST / unit
    if not -longest <= value <= longest:
        raise BadData(source, where, f"a length of {number_in_words(value)}", f"one from {-longest:g} to {longest:g}")
    return round(value * unit)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of a Struct's fields with their annotations; empty for anything else."""
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return {}
    return get_type_hints(kind, include_extras=True)


def _unit(hint: Any) -> float:
    units = [meta.extra["unit"] for meta in get_args(hint)[1:] if isinstance(meta, Meta) and meta.extra]
    return float(units[0]) if units else 0.0


def _may_hold(value: Any, hint: Any) -> bool:
    """Whether a member of a union is the one to which a value of this shape belongs."""
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if isinstance(value, dict):
        return get_origin(bare) is dict or (isinstance(bare, type) and issubclass(bare, Struct))
    if isinstance(value, list):
        return get_origin(bare) in (tuple, list)
    return bare is not hint


def _item_hint(hint: Any, number: int) -> Any:
    items = get_args(hint)
    return items[number] if Ellipsis not in items and number < len(items) else items[0]


def _translated(message: str, row: Any, kind: type[Struct], source: str, where: str) -> BadData:
    """An error of msgspec about a row, as an error about the file."""
    what, at, path = re.split(r"( - at (?:`key` in )?`\$|$)", message, maxsplit=1)
    steps, value, hint = _followed(path.rstrip("`"), row, kind)
    if "key" in at and (word := re.fullmatch("Invalid enum value '(.*)'", what)):
        value, hint = word[1], get_args(hint)[0]  # the type of a dictionary has that of its keys first
    for step in steps:
        where = _joined(where, step)
    if missing := re.match(r"Object missing required field `(.+)`", what):
        name = missing[1]
        hints = _hints(hint)
        return BadData(source, _joined(where, name), "no such key", f"{name} = {_type_in_words(hints.get(name, Any))}")
    if what.startswith("Invalid enum value"):
        words = [str(word) for word in _literals(hint)]
        return BadData(source, where, repr(value) + nearest(str(value), words), _one_of(words))
    if expected := re.match(r"Expected `(.+?)`(.*?)(?:, got .+)?$", what):
        wanted = " or ".join(_WORDS.get(word, word) for word in expected[1].split(" | ")) + expected[2]
        if _ID in wanted:
            wanted = "an id: small letters and digits, joined by hyphens"
        elif wanted == _WORDS["array"] and isinstance(value, str):
            wanted = f'a list, as in ["{value}"]'
        return BadData(source, where, _value_in_words(value), wanted)
    return BadData(source, where, _value_in_words(value), what)


def _followed(path: str, value: Any, hint: Any) -> tuple[list[str], Any, Any]:
    """The labels, the written value and the wanted type at a path such as ``.profiles[0].range``."""
    labels: list[str] = []
    for key, number in re.findall(r"\.([\w-]+)|\[(\d+|\.\.\.)\]", path):
        hint = _bare(hint, value)
        if key:
            labels.append(key)
            hints = _hints(hint)
            value, hint = (value.get(key) if isinstance(value, dict) else None), hints.get(key, Any)
        elif number == "...":  # msgspec does not say under which key of a dictionary
            return labels, value, hint
        else:
            labels.append(_label(value, int(number)))
            value, hint = value[int(number)], _item_hint(hint, int(number))
    return labels, value, _bare(hint, value)


def _bare(hint: Any, value: Any) -> Any:
    """The type without its annotations; of a union the member to which the value belongs."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0], value)
    if get_origin(hint) in (Union, UnionType):
        choices = [choice for choice in get_args(hint) if choice is not NoneType]
        fitting = [choice for choice in choices if isinstance(value, dict | list) and _may_hold(value, choice)]
        literal = [choice for choice in choices if isinstance(value, str) and get_origin(choice) is Literal]
        return _bare((fitting + literal + choices)[0], value)
    return hint


def _literals(hint: Any) -> tuple[Any, ...]:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(each.value for each in hint)
    return get_args(hint) if get_origin(hint) is Literal else ()


def _type_in_words(hint: Any) -> str:
    bare = _bare(hint, None)
    if get_origin(bare) is Literal:
        return _one_of([str(word) for word in get_args(bare)])
    if get_origin(bare) in (tuple, list):
        return "a list"
    return _WORDS.get(getattr(bare, "__name__", ""), "a table")


def _value_in_words(value: Any) -> str:
    shown = repr(value) if not isinstance(value, bool) else str(value).lower()
    return shown if len(shown) <= 80 else f"{shown[:77]}..."


def _label(items: list[Any], number: int) -> str:
    """How a person finds an item of a list: by its id if it has one, else by its number, counted from 1."""
    item = items[number]
    name = item.get("id") if isinstance(item, dict) else None
    return f"[{name if isinstance(name, str) else number + 1}]"


def _joined(where: str, step: str) -> str:
    return where + step if step.startswith("[") or not where else f"{where}.{step}"
