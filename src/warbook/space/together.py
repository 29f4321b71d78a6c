"""What the decisions for many have in common: their members, what speaks against where these end, and how reasons
name them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from ..core.decision import Decision, Prompt, Reasons
from ..core.length import written
from ..core.state import Placement
from .board import Board
from .layout import Layout
from .movement import Reason, Why, sentence
from .units import Coherency, Stand, overlap, stand_of

KEEP_TOGETHER = Coherency()
ANYWHERE = Coherency(gap=1 << 17)  # wider than any table
FEW_OR_MANY = (2, 40)
"""How many answers are looked for until there are two: in a crowd, what a short search tries may all fail."""
Together = Callable[[Mapping[int, Placement]], Reasons]
Fault = tuple[int, str]
"""A reason against an answer, and the id of the member that it is about (-1: all of them)."""


class ForMany(Decision[tuple[Any, ...]]):
    """A decision whose answer has a part for each of `members`, in their order.

    `coherency` says how near to one another they keep (None: that is not asked), `together` gives the game's own
    reasons against all places at once.  `lifted` is the layout without the members.  Raises ValueError where there are
    none, or one is named twice.
    """

    __slots__ = ("board", "coherency", "facing", "layout", "lifted", "members", "name", "together")

    def __init__(
        self,
        key: str,
        prompt: Prompt,
        board: Board,
        layout: Layout,
        members: Sequence[int],
        coherency: Coherency | None,
        together: Together | None,
        facing: bool,
        name: Callable[[int], str],
        secret: bool,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.board, self.layout, self.members = board, layout, tuple(members)
        if not self.members:
            raise ValueError(f"{key}: found no members; a unit of which nobody is left is not asked")
        if twice := [id for id in self.members if self.members.count(id) > 1]:
            raise ValueError(f"{key}: found the member {twice[0]} twice; each has one part of an answer")
        self.lifted = layout.lifted(self.members)
        self.coherency, self.together, self.facing, self.name = coherency, together, facing, name

    @property
    def leader(self) -> int:
        """The first member: the others are proposed around it."""
        return self.members[0]

    def legal(self, answer: tuple[Any, ...]) -> Reasons:
        return tuple(self.fault_in_words(fault) for fault in self.faults(answer))

    def fault_in_words(self, fault: Fault) -> str:
        """A reason with the name of the member that it is about."""
        id, reason = fault
        return f"{self.member_name(id)}: {reason}" if id >= 0 else reason

    def member_name(self, id: int) -> str:
        """A member's name, as a sentence begins with it."""
        name = self.name(id)
        return name[:1].upper() + name[1:]

    def faults(self, answer: tuple[Any, ...]) -> Iterator[Fault]:
        """Every reason against an answer, with the member that it is about."""
        if not isinstance(answer, tuple) or len(answer) != len(self.members):
            yield -1, f"Wanted a part for each of {len(self.members)} members, in their order."
            return
        good, whole = True, True
        for id, part in zip(self.members, answer, strict=True):
            reasons = self.against_part(id, part)
            if reasons:
                good, whole = False, whole and self.is_part(id, part)
                yield from ((id, reason) for reason in reasons)
        if not whole:
            return
        for fault in self._faults_of_ends(answer):
            good = False
            yield fault
        if good and self.together is not None:
            yield from ((-1, reason) for reason in self.together(self.placed(answer)))

    def _faults_of_ends(self, answer: tuple[Any, ...]) -> Iterator[Fault]:
        before = [self.stand_before(id) for id in self.members]
        ends = [self.stand_after(id, part) for id, part in zip(self.members, answer, strict=True)]
        if ends == before:
            return
        for a, b in combinations(range(len(ends)), 2):
            if overlap(ends[a], ends[b]) and (ends[a] != before[a] or ends[b] != before[b]):
                mover, other = (b, a) if ends[b] != before[b] else (a, b)
                yield self.members[mover], sentence(Reason(Why.OVERLAPS, who=self.members[other]), self.name)
        if self.coherency is None:
            return
        groups = self.coherency.groups(ends)
        if len(groups) > 1 and not self.comes_closer(before, ends):
            gap = written(self.coherency.gap)
            for at in sorted(at for group in groups[1:] for at in group):
                yield self.members[at], f"It would be out of coherency: no chain of gaps of {gap} joins it to the rest."

    def comes_closer(self, before: Sequence[Stand | None], ends: Sequence[Stand]) -> bool:
        """Whether members who do not keep together stood further apart before."""
        stood = [stand for stand in before if stand is not None]
        if self.coherency is None or len(stood) < len(ends):
            return False
        return self.coherency.scatter(ends) < self.coherency.scatter(stood)

    def is_legal(self, answer: tuple[Any, ...]) -> bool:
        """Whether nothing speaks against an answer."""
        return next(self.faults(answer), None) is None

    def is_whole(self, answer: Any) -> bool:
        """Whether something has the form of an answer."""
        return (
            isinstance(answer, tuple)
            and len(answer) == len(self.members)
            and all(self.is_part(id, part) for id, part in zip(self.members, answer, strict=True))
        )

    # ---- what a kind of decision says of a member --------------------------------------------------------------------

    def is_part(self, id: int, part: Any) -> bool:
        """Whether something has the form of a member's part of an answer."""
        raise NotImplementedError

    def against_part(self, id: int, part: Any) -> Reasons:
        """The reasons against a member's part, the other members aside."""
        raise NotImplementedError

    def stand_before(self, id: int) -> Stand | None:
        """Where a member stands now; None where it is not on the table."""
        return stand_of(self.layout, id)

    def stand_after(self, id: int, part: Any) -> Stand:
        """Where a member stands after its part."""
        raise NotImplementedError

    def placed(self, answer: tuple[Any, ...]) -> dict[int, Placement]:
        """Where each member is after an answer."""
        raise NotImplementedError

    def proposed(self, guide: int, legs: Sequence[Any], to: tuple[int, ...]) -> tuple[Any, ...]:
        """A whole answer that takes a member to a point (by these legs first, where it goes), the others following.
        Where not all can, the answer is what they would have to do, for `legal` to say what is wrong with it.  Raises
        LookupError for somebody who is no member."""
        raise NotImplementedError

    def redrawn(self, answer: tuple[Any, ...], id: int, legs: Sequence[Any], to: tuple[int, ...]) -> tuple[Any, ...]:
        """An answer with another part for one member, which takes it to a point.  Raises LookupError for somebody who
        is no member, and ValueError where the answer has not a part for each."""
        raise NotImplementedError

    def exchanged(self, answer: tuple[Any, ...], id: int, part: Any) -> tuple[Any, ...]:
        """An answer with this part for a member."""
        if len(answer) != len(self.members):
            raise ValueError(f"found parts for {len(answer)} members; wanted {len(self.members)}")
        at = self.members.index(id)
        return (*answer[:at], part, *answer[at + 1 :])
