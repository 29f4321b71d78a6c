"""Outcome: what odds can be asked about, and what a ruleset knows that makes the answer quick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from .state import State


class Outcome(Struct, frozen=True):
    """Something that odds can be asked about a model: the action's `of` unless another is named.  Where `lasting`,
    once true in a step it stays true, so that a branch may stop there; `welcome` is what the model's own side wants.
    `apt` says of which records it is worth saying; unasked, nothing else is said of the others.

    The rest takes a Play and ends with the model.  `pare` gives the position at the end of a step without what can no
    longer bear on the outcome by the end of the action.  The others may give None.  `alike` takes the key of a roll,
    and gives a function from what is read to the one value for all that bear on the outcome alike (`IN_VAIN`: it
    cannot come true any more in this action, `SURE`: it will); `rising`, how such values rank (see `odds.rising`).
    `bearing` takes a question, and gives the answers worth comparing, the likeliest best first.  `remains` takes the
    key of a stage that ends, and gives what still bears on the outcome, True or False where it is decided.  `apart`
    takes the key and arguments of a stage that begins, and gives what bears on its ends (see `odds.stages`).
    None of them may ever leave out what bears on the outcome, but what the acting and the other side are taken not to
    do, which `forgoes` says in a few words for people; unless `sound_for_all`, they may where the other side harms
    itself too (`all`).
    """

    id: str
    title: str
    holds: Callable[[State[Any, Any], int], bool]
    lasting: bool = False
    of: Literal["target", "actor"] = "target"
    welcome: bool = False
    apt: Callable[[State[Any, Any], int], bool] | None = None
    pare: Callable[[Any, int], State[Any, Any]] | None = None
    alike: Callable[[Any, str, int], Callable[[Any], Any] | None] | None = None
    bearing: Callable[[Any, Any, int], Sequence[Any] | None] | None = None
    remains: Callable[[Any, str, int], Any] | None = None
    apart: Callable[[Any, str, tuple[Any, ...], int], tuple[dict[Any, Any], Any, tuple[str, ...]] | None] | None = None
    rising: Callable[[Any, str, int], Callable[[Any], tuple[Any, tuple[int, ...]]] | None] | None = None
    sound_for_all: bool = True
    forgoes: tuple[str, str] = ("", "")
