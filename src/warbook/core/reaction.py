"""Reactions: rules that other models may use when something happens.

Before an event its window holds the interrupts, which may return `PREVENTED`; after it, the reactions proper.  A
window offers every pair of a reaction and a model that may use it, and to pass, as one choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct


class _Prevented:
    __slots__ = ()

    def __repr__(self) -> str:
        return "PREVENTED"


PREVENTED = _Prevented()


class Reaction(Struct, frozen=True):
    """`able` names the models (ids) that may react to an event, `rule` is what they then do; `sealed` windows are
    asked even when nobody is able, because the very asking would betray something.  One that `declares` only says what
    is to come: of several in one window the order makes no difference.  `leaves_open` is that of an action; `cautions`
    says of one model's what should be known before it is chosen."""

    id: str
    name: str
    summary: str
    cite: str
    able: Callable[[Any, Any], Iterable[int]]
    rule: Callable[[Any, int, Any], Any]
    sealed: bool = False
    declares: bool = False
    leaves_open: str = ""
    cautions: Callable[[Any, int, Any], Sequence[str]] | None = None


class Windows(Struct, frozen=True):
    """The interrupts before an event and the reactions after it."""

    before: tuple[Reaction, ...] = ()
    after: tuple[Reaction, ...] = ()


#: A rule that follows from an event or a moment: it gets the Play, and what has happened.
Consequence: TypeAlias = Callable[[Any, Any], None]


class Hooks(Struct, frozen=True):
    """What a ruleset attaches to one kind of event, in the order in which it runs: the interrupts before the event, the
    consequences of the event, the reactions after it."""

    before: tuple[Reaction, ...] = ()
    follows: tuple[Consequence, ...] = ()
    after: tuple[Reaction, ...] = ()
