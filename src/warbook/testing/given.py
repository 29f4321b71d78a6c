"""What a sentence of a scene gives: answers under the words of questions, and dice under the keys of rolls.

A word holds its answers in order.  A dictionary among them has one for each model that is asked (or for each seat, if
several seats answer at once); `if_asked` marks one that is given whenever it is wanted, and need not be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ..core.decision import Decision
from ..core.play import Play

Use: TypeAlias = Literal["", "answer", "dice"]
Die: TypeAlias = int | str
"""A die as a script shows it: the number that lies up, or the name of a face that has one."""


class _Nothing:
    """Stands for no answer: None is one."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING: Any = _Nothing()


class IfAsked(Struct, frozen=True):
    """An answer that is given whenever it is asked for; see `if_asked`."""

    answer: Any

    def __repr__(self) -> str:
        return f"if_asked({self.answer!r})"


def if_asked(answer: Any) -> IfAsked:
    """An answer, or the dice of a roll, that a sentence gives as often as they are wanted, which may be never.

    Without it, an answer that nobody has asked for fails the test, and so do dice that were never rolled.  At the end
    of a list it stands for all that follow: ``path=[there, if_asked(())]``.
    """
    return IfAsked(answer)


class Given:
    """What is given under one word.

    `items` are the answers still to be given, in order; `always` is given when there are none left.  `use` says what
    the word was first taken for: the answer to a question, or the dice of a roll.
    """

    __slots__ = ("always", "items", "listed", "use", "word")

    def __init__(self, word: str, value: Any) -> None:
        self.word = word
        self.use: Use = ""
        self.listed = isinstance(value, list)
        items = list(value) if isinstance(value, list) else [value]
        self.always: Any = NOTHING
        if items and isinstance(items[-1], IfAsked):
            self.always = items.pop().answer
            self.listed = self.listed or isinstance(self.always, list)
        if any(isinstance(item, IfAsked) for item in items):
            raise ValueError(f"{word}: found if_asked before another answer; wanted it last, as it holds from there on")
        self.items = [ByModel(word, item) if isinstance(item, Mapping) else item for item in items]

    def __bool__(self) -> bool:
        """Whether it has anything to give."""
        return bool(self.items) or self.always is not NOTHING

    def peek(self) -> Any:
        """What it gives next; `NOTHING` if it has nothing."""
        return self.items[0] if self.items else self.always

    def take(self, whose: Callable[[Collection[int]], int | None]) -> Any:
        """The next answer.  `whose` says which of several models, or seats, is asked (None: it cannot tell); the answer
        is `NOTHING` if none of them is."""
        head = self.peek()
        if not isinstance(head, ByModel):
            if self.items:
                self.items.pop(0)
            return head
        who = whose([each for each, part in head.parts.items() if part])
        answer = NOTHING if who is None else head.parts[who].take(whose)
        if self.items and not any(part.items for part in head.parts.values()):
            self.items.pop(0)
            if self.always is NOTHING and any(head.parts.values()):
                self.always = head
        return answer

    def left(self, name: Callable[[int], str] = str) -> Iterator[str]:
        """Everything that must still be asked for, in words."""
        for item in self.items:
            if isinstance(item, ByModel):
                for who, part in item.parts.items():
                    yield from (f"{self.word} of {name(who)}={answer!r}" for answer in part.items)
            else:
                yield f"{self.word}={item!r}"


class ByModel:
    """Answers to questions of one key, by the model (or the seat) that is asked."""

    __slots__ = ("parts",)

    def __init__(self, word: str, by_model: Mapping[int, Any]) -> None:
        self.parts = {who: Given(word, value) for who, value in by_model.items()}


def whose_question(play: Play[Any, Any, Any], decision: Decision[Any], among: Collection[int]) -> int | None:
    """Which of several models a question is about: who moves, whose attack it is, whose name the question says, or who
    alone belongs to the seat that is asked.  None if it is none of them, or does not say which."""
    about = [who for who in (getattr(decision, "mover_id", -1), decision.attack[0]) if who >= 0]
    if about:
        return next((who for who in about if who in among), None)
    records, prompt = play.state.records, decision.prompt
    known = [who for who in among if 0 <= who < len(records)]
    names = {who: play.ruleset.name_of(play.world, who) for who in known}
    named = [who for who, name in names.items() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", prompt)]
    longest = max((len(names[who]) for who in named), default=0)
    named = [who for who in named if len(names[who]) == longest]
    if len(named) != 1:
        named = [who for who in known if records[who].owner == decision.player]
    return named[0] if len(named) == 1 else None


# ---- dice ------------------------------------------------------------------------------------------------------------


def is_dice(value: Any) -> bool:
    """Whether a list can be meant as dice: numbers, names of faces, or lists of these, one for each roll."""
    return isinstance(value, list) and all(
        is_dice(die) or (isinstance(die, int | str) and not isinstance(die, bool)) for die in value
    )


def dice_in_order(value: Any) -> list[Any]:
    """The dice under a key as a list: one die may stand alone."""
    return list(value) if isinstance(value, list | tuple) else [value]
