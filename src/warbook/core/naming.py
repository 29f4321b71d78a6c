"""How the options of a decision are named, and what is shown of them before one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Spot = tuple[int, int, int]


class Names:
    """How options that stand for records or for places are read out; a table can ask it whom an option is about, and
    where on the board it may be clicked.

    `names` are those of the records by id.  A number is an id, in other options `of` may find one; a negative one, None
    and what stands in `words` name nobody.  `said` words an option where more than the name is to be said.  `spot`
    finds the place that an option stands for: x, y and z in thousandths, None where it stands for none.
    """

    __slots__ = ("_of", "_said", "_spot", "names", "words")

    def __init__(
        self,
        names: Mapping[int, str] | Sequence[str],
        words: Mapping[Any, str] | None = None,
        *,
        of: Callable[[Any], int] | None = None,
        said: Callable[[Any], str] | None = None,
        spot: Callable[[Any], Spot | None] | None = None,
    ) -> None:
        self.names, self.words, self._of, self._said, self._spot = names, words or {}, of, said, spot

    def whom(self, option: Any) -> int:
        """The id of the record that an option names, -1 for none."""
        if option is None or option in self.words:
            return -1
        who = option if self._of is None else self._of(option)
        return who if isinstance(who, int) and who >= 0 else -1

    def spot(self, option: Any) -> Spot | None:
        """The place that an option stands for."""
        return None if self._spot is None or option is None or option in self.words else self._spot(option)

    def __call__(self, option: Any) -> str:
        if option in self.words:
            return self.words[option]
        if self._said is not None:
            return self._said(option)
        who = self.whom(option)
        return self.names[who] if who >= 0 else "nobody"


def whom(named: Callable[[Any], str] | None, option: Any) -> int:
    """The id of the record that an option, an item or a bin named in this way stands for; -1 for none."""
    return named.whom(option) if isinstance(named, Names) else -1


def spot(named: Callable[[Any], str] | None, option: Any) -> Spot | None:
    """The place that an option, an item or a bin named in this way stands for; None for none."""
    return named.spot(option) if isinstance(named, Names) else None


class Preview(NamedTuple):
    """What a table may show of an answer before it is given.  Each is a function of the answer, called only when
    somebody looks: `outline` is what it puts down (see `space.templates.Shape`), `touched` the ids of the records that
    this would touch, `notes` are remarks, `cautions` what should be known before it is chosen (it cannot reach, it may
    hit a friend) and stands beside it in a list.  `actor` is the model whose attack the question is about (-1: none in
    particular), `weapon` with what, by the name that its aims have."""

    outline: Callable[[Any], Any] | None = None
    touched: Callable[[Any], Sequence[int]] | None = None
    notes: Callable[[Any], Sequence[str]] | None = None
    cautions: Callable[[Any], Sequence[str]] | None = None
    actor: int = -1
    weapon: str = ""


UNSEEN = Preview()
"""Nothing to show."""
