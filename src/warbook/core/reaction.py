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
    """A rule that a model may use when something happens.  `able` names the models (ids) that may react to an event,
    and `rule` is what they then do.  A `sealed` window is asked even if nobody is able, because leaving it out would
    reveal something.  A reaction that `declares` only says what is to come: in one window the order of several makes no
    difference.  `leaves_open` and `options` are as for an action; `cautions` says what a player should know before
    choosing it for a model.  `cost` and `requires` say for people what it costs and what must hold for a model to be
    among the able; `ours` are those of these conditions that the printed rule does not state."""

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
    cost: str = "reaction"
    requires: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


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
