"""Where a rule is printed: chapters say in which part of the book, and an edition says in which book."""

from __future__ import annotations

from typing import Any, TypeVar

from ....core.action import Action
from ....core.check import Modifier
from ....core.reaction import Reaction
from ....core.structs import replace

R = TypeVar("R", bound=Action[Any] | Modifier | Reaction)


def printed_in(book: str, *rules: R) -> tuple[R, ...]:
    """The same actions, modifiers or reactions, cited from that book."""
    return tuple(replace(rule, cite=f"{book}, {rule.cite}") for rule in rules)
