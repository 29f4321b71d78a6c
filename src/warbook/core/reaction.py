"""Reactions: rules that other models may use when something happens.

Before an event its window holds the interrupts, which may return `PREVENTED`; after it, the reactions proper.  A
window offers every pair of a reaction and a model that may use it, and to pass, as one choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from .action import Requirement


class _Prevented:
    __slots__ = ()

    def __repr__(self) -> str:
        return "PREVENTED"


PREVENTED = _Prevented()


class Respondent(NamedTuple):
    """A model (its id) that might react to an event: what the requirements of a reaction ask about."""

    play: Any
    event: Any
    who: int


class Reaction(Struct, frozen=True):
    """A rule that a model may use when something happens.  `able` names the models (ids) that might react to an event;
    of these may who meets all that it `requires`, and `rule` is what they then do.  A `sealed` window is asked even if
    nobody may, because leaving it out would reveal something.  A reaction that `declares` only says what is to come: in
    one window the order of several makes no difference.  `cost`, `leaves_open`, `options` and `ours` are as for an
    action; `cautions` says what a player should know before choosing it for a model."""

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
    requires: tuple[Requirement[Respondent], ...] = ()
    ours: tuple[Requirement[Respondent], ...] = ()
    options: tuple[str, ...] = ()


def pairs(reactions: Sequence[Reaction], play: Any, event: Any) -> list[tuple[str, int]]:
    """Reactions, by id, with the models that may use them.  What several of them share is asked once: who might react,
    and whether a model meets a requirement."""
    if len(reactions) == 1:
        (only,) = reactions
        return [(only.id, who) for who in only.able(play, event) if _may(only, Respondent(play, event, who))]
    judged: dict[tuple[int, int], bool] = {}
    able: dict[Callable[[Any, Any], Iterable[int]], tuple[Respondent, ...]] = {}
    found: list[tuple[str, int]] = []
    for reaction in reactions:
        among = able.get(reaction.able)
        if among is None:
            among = tuple(Respondent(play, event, who) for who in reaction.able(play, event))
            able[reaction.able] = among
        for respondent in among:
            if _meets_all(respondent, reaction.requires, judged):
                found.append((reaction.id, respondent.who))
    return found


def _may(reaction: Reaction, respondent: Respondent) -> bool:
    for requirement in reaction.requires:  # a plain loop: every action that is declared asks this
        if requirement.holds(respondent) is not True:
            return False
    return True


def _meets_all(
    respondent: Respondent, requires: tuple[Requirement[Respondent], ...], judged: dict[tuple[int, int], bool]
) -> bool:
    who = respondent.who
    for requirement in requires:
        key = (id(requirement), who)
        holds = judged.get(key)
        if holds is None:
            holds = judged[key] = requirement.holds(respondent) is True
        if not holds:
            return False
    return True


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
