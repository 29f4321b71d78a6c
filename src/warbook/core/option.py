"""Options: points of the rules on which tables may differ.

A ruleset says each of them once, as a key of a TypedDict: the type is what it can be, its `Default` all the rest.  So
mypy knows what `play.option["..."]` is, and that nothing else is an option.
"""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from .errors import WarbookError


class Option(Struct, frozen=True):
    """A point on which tables may differ.  `values` lists what it can be; `source` says where the default comes
    from."""

    name: str
    default: Any
    values: tuple[Any, ...]
    summary: str
    source: str


class Default(Struct, frozen=True):
    """What an option is unless a table says otherwise, what it does, and where the default comes from."""

    value: Any
    summary: str
    source: str


def declared(options: type) -> tuple[Option, ...]:
    """The options of a TypedDict, in the order of its keys: each is a bool or a Literal, and has a `Default`.

    Raises `WarbookError` for a key of another type or without a `Default`, and for a default that it cannot be.
    """
    return tuple(_declared(name, hint) for name, hint in get_type_hints(options, include_extras=True).items())


def _declared(name: str, hint: Any) -> Option:
    default = next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Default)), None)
    if default is None:
        raise WarbookError(f"option {name} is {hint}; wanted Annotated[..., Default(...)]")
    values = _values(name, get_args(hint)[0])
    if default.value not in values:
        allowed = ", ".join(map(repr, values))
        raise WarbookError(f"option {name} has the default {default.value!r}; wanted one of {allowed}")
    return Option(name, default.value, values, default.summary, default.source)


def _values(name: str, kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return (True, False)
    if get_origin(kind) is Literal:
        return get_args(kind)
    raise WarbookError(f"option {name} is of type {kind}; wanted bool or a Literal of what it can be")
