"""Options: points of the rules on which tables may differ.

A ruleset says what each can be as a key of a TypedDict: so mypy knows what `play.option["..."]` is, and that nothing
else is an option.  What it is otherwise, what it does and why stands in a file beside the printed data.
"""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from .errors import BadData, WarbookError, nearest
from .profile import known, read_table


class Option(Struct, frozen=True):
    """A point on which tables may differ.  `values` lists what it can be; `source` says where the default comes
    from."""

    name: str
    default: Any
    values: tuple[Any, ...]
    summary: str
    source: str


class ChosenOptions(dict[str, Any]):
    """What a table has chosen, by the name of the option.  To ask for an option that there is not is an error, by `get`
    as well: of a TypedDict mypy knows the keys, but lets `get` ask for any."""

    __slots__ = ()

    def __missing__(self, name: str) -> Any:
        found = ", ".join(self) or "none"
        raise WarbookError(f"a rule asks for the option {name!r}{nearest(name, self)}; found {found}")

    def get(self, name: str, default: Any = None) -> Any:
        return self[name]


class OptionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An option as the file has it."""

    default: bool | int | str
    summary: str
    source: str


def read_options(options: type, text: str, source: str) -> tuple[Option, ...]:
    """The options of a TypedDict, each of whose keys is a bool or a Literal, in their order; `text` has a row for each,
    and messages call it `source`.

    Raises `WarbookError` for a key of another type, `BadData` for a row that does not fit.
    """
    rows, hints = read_table(text, source, OptionRow), get_type_hints(options)
    for name in rows:
        known(name, hints, source, f"[{name}]", "an option")
    found = []
    for name, hint in hints.items():
        if name not in rows:
            raise BadData(source, f"[{name}]", "no such table", "one for each option")
        row, values = rows[name], _values(name, hint)
        if not any(row.default == value and type(row.default) is type(value) for value in values):
            raise BadData(source, f"[{name}].default", repr(row.default), f"one of {', '.join(map(repr, values))}")
        found.append(Option(name, row.default, values, row.summary, row.source))
    return tuple(found)


def _values(name: str, kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return (True, False)
    if get_origin(kind) is Literal:
        return get_args(kind)
    raise WarbookError(f"option {name} is of type {kind}; wanted bool or a Literal of what it can be")
