"""Decisions: player nodes.  A decision is lazy (nothing is listed until somebody looks), exact (`legal` rules on any
answer and says why not), samplable, and plain: an answer is JSON (numbers, strings, None and nested tuples of these),
never an index.
"""

# long: the base of decisions and its four kinds that need no board are read together
from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise, permutations
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from .naming import UNSEEN, Preview, Spot, spot, whom
from .splits import Splits, splits_of
from .traces import OWN, frames, is_python

A = TypeVar("A")

#: Where the questions themselves are written, and what they are made of.
_ASKING = tuple(f"{OWN}{part}{os.sep}" for part in ("core", "space"))

DecisionKind: TypeAlias = Literal[
    "choose", "confirm", "order", "allocate", "window", "path", "place", "face", "drive", "march", "muster"
]
"""What kind of answer a question takes.  The decisions of games derive from those that say one."""
LISTED, DRAWS = 1000, 1000  # splits that are listed to draw one without bias, else how often one is drawn
Reasons = tuple[str, ...]
Prompt = str | Callable[[], str]


class Random(Protocol):
    """What a decision needs of a source of randomness (`random.Random` has it)."""

    def random(self) -> float: ...
    def randrange(self, start: int, stop: int = ..., /) -> int: ...


class Decision(Generic[A]):
    """One question to one seat.

    `key` is stable across versions and languages (``charge.target``); `prompt` is for people, and may be a function
    that words it when somebody reads it.  `player` is the seat that decides, `who` the model that it is asked for (-1:
    the side as a whole); both are set when the question is asked.  A `secret` answer is shown to nobody else; a
    `sealed` one is given while others answer the same question.
    """

    __slots__ = ("_preview", "_prompt", "key", "player", "sealed", "secret", "who")
    kind: ClassVar[DecisionKind]

    def __init__(self, key: str, prompt: Prompt, *, secret: bool = False) -> None:
        self.key, self._prompt, self.secret = key, prompt, secret
        self.player, self.who, self.sealed = -1, -1, False
        self._preview = UNSEEN

    def previewed(self, preview: Preview) -> Self:
        """The same question, with what may be shown of its answers."""
        self._preview = preview
        return self

    @property
    def prompt(self) -> str:
        """The question as people read it."""
        if not isinstance(self._prompt, str):
            self._prompt = self._prompt()
        return self._prompt

    def legal(self, answer: A) -> Reasons:
        """Every reason against this answer; empty when it is legal."""
        raise NotImplementedError

    def __contains__(self, answer: A) -> bool:
        return not self.legal(answer)

    def settled(self, answer: A) -> A:
        """A legal answer as it is recorded, in the decision's own values (1 if somebody sent 1.0)."""
        return answer

    def candidates(self, n: int) -> list[A]:
        """Up to `n` good representatives of the legal answers; all of them if there are few."""
        raise NotImplementedError

    def sample(self, rng: Random) -> A:
        """Some legal answer, drawn without bias where the answers are a list."""
        raise NotImplementedError

    def several(self) -> bool:
        """Whether at least two answers are legal."""
        return len(self.candidates(2)) > 1

    def several_with(self, answer: A) -> bool:
        """Whether another answer than this legal one is legal, which is often found out faster than `several`."""
        return self.several()

    def region(self) -> Any:
        """What to draw for a continuous decision; None for lists."""
        return None

    def whom(self, answer: A) -> int:
        """The id of the record that an answer names, -1 for none."""
        return -1

    def spot(self, answer: A) -> Spot | None:
        """The place on the board that an answer stands for, so that it can be clicked there; None for none."""
        return None

    def outline(self, answer: A) -> Any:
        """What an answer puts down, to be drawn before it is given (see `space.templates.Shape`); None for nothing."""
        outline = self._preview.outline
        return outline(answer) if outline is not None else None

    def touched(self, answer: A) -> tuple[int, ...]:
        """The ids of the records that what it puts down would touch."""
        touched = self._preview.touched
        return tuple(touched(answer)) if touched is not None else ()

    def notes(self, answer: A) -> tuple[str, ...]:
        """Remarks on an answer for whoever thinks of giving it: the tests it asks for, what it would provoke."""
        notes = self._preview.notes
        return tuple(notes(answer)) if notes is not None else ()

    def cautions(self, answer: A) -> tuple[str, ...]:
        """What should be known of an answer before it is chosen: that it cannot reach, that it may hit a friend."""
        cautions = self._preview.cautions
        return tuple(cautions(answer)) if cautions is not None else ()

    @property
    def attack(self) -> tuple[int, str]:
        """Whose attack the question is about (-1: nobody's in particular), and with what weapon."""
        return self._preview.actor, self._preview.weapon

    def label(self, answer: A) -> str:
        """An answer as a person reads it."""
        return "pass" if answer is None else str(answer)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r}, seat {self.player})"


class Choose(Decision[A]):
    """One of a list.  `among` lists what could be thought of; `refuse` gives the reasons against each, so that
    listing, checking and explaining are one text; `allow` may answer the same question faster, without the reasons,
    and `likely` may list fewer options, as long as all that are legal are among them: then `allow` is asked of these
    alone; `quick` are those that are judged first where it only matters whether there are several.  `idle` options are
    legal but do nothing (players at random avoid them).  `named` turns an option into words."""

    __slots__ = (
        "_allow", "_among", "_args", "_judged", "_likely", "_listed", "_options", "_quick", "_several", "_worth",
        "idle", "named", "refuse",
    )  # fmt: skip
    kind: ClassVar[DecisionKind] = "choose"

    def __init__(
        self,
        key: str,
        prompt: Prompt,
        among: Callable[..., Sequence[A]],
        *args: Any,
        refuse: Callable[[A], Reasons] | None = None,
        allow: Callable[[A], bool] | None = None,
        likely: Callable[[], Sequence[A]] | None = None,
        quick: tuple[A, ...] = (),
        idle: tuple[A, ...] = (),
        named: Callable[[A], str] | None = None,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self._among, self._args, self.refuse, self.idle, self.named = among, args, refuse, idle, named
        self._allow, self._likely, self._quick = allow, likely, quick
        self._judged: dict[A, bool] = {}
        self._listed: Sequence[A] | None = None
        self._options: list[A] | None = None
        self._several: bool | None = None
        self._worth: Sequence[A] | None = None

    def listed(self) -> Sequence[A]:
        """Everything that could be thought of, legal or not."""
        if self._listed is None:
            self._listed = self._among(*self._args)
        return self._listed

    def options(self) -> list[A]:
        """The legal answers, in a stable order."""
        if self._options is None:
            worth_judging = self._worth_judging()
            self._options = list(filter(self._allowed, worth_judging) if self._judges() else worth_judging)
        return self._options

    def _judges(self) -> bool:
        """Whether anything may be against an option."""
        return self._allow is not None or self.refuse is not None

    def _allowed(self, option: A) -> bool:
        """Whether an option is legal.  It is judged once, however often this is asked, as judging may take long."""
        held = self._judged.get(option)
        if held is None:
            if self._allow is not None:
                held = self._allow(option)
            else:
                held = self.refuse is None or not self.refuse(option)
            self._judged[option] = held
        return held

    def _worth_judging(self) -> Sequence[A]:
        if self._worth is None:
            self._worth = self._likely() if self._likely is not None else self.listed()
        return self._worth

    def refused(self) -> dict[A, Reasons]:
        """What is not offered, and why."""
        refuse = self.refuse
        return {a: why for a in self.listed() if (why := refuse(a))} if refuse else {}

    def legal(self, answer: A) -> Reasons:
        listed = self.listed()
        if answer not in listed:
            return ("It is not among the choices.",)
        return self.refuse(listed[listed.index(answer)]) if self.refuse else ()

    def settled(self, answer: A) -> A:
        listed = self.listed()
        return listed[listed.index(answer)]

    def candidates(self, n: int) -> list[A]:
        return self.options()[:n]

    def several(self) -> bool:
        if self._several is None:
            self._several = self._has_legal(2)
        return self._several

    def several_with(self, answer: A) -> bool:
        if self._several is None:
            self._several = self._has_legal(1, (answer,))
        return self._several

    def _has_legal(self, many: int, but: tuple[A, ...] = ()) -> bool:
        """Whether so many answers are legal, not counting some.  Options are judged until they are found, first the
        idle ones and those that are quick to judge."""
        if self._options is not None or not self._judges():
            options = self.options()
            return len(options) - sum(map(options.count, but)) >= many
        allow, first, worth_judging = self._allowed, (*self.idle, *self._quick), self._worth_judging()
        for option in first:
            if option in worth_judging and option not in but and allow(option):
                many -= 1
                if many == 0:
                    return True
        for option in worth_judging:
            if option not in first and option not in but and allow(option):
                many -= 1
                if many == 0:
                    return True
        return False

    def sample(self, rng: Random) -> A:
        """Draws options in a random order and takes the first legal one, so that most are never judged; idle options
        come last."""
        untried = list(self._worth_judging())
        allow, idle = self._allowed, self.idle
        spare: list[A] = []
        while untried:
            at = int(rng.random() * len(untried))
            option = untried[at]
            untried[at] = untried[-1]
            untried.pop()
            if option in idle:
                spare.append(option)
            elif allow(option):
                return option
        for option in spare:
            if allow(option):
                return option
        raise LookupError(f"{self.key}: no answer is legal")

    def whom(self, answer: A) -> int:
        return whom(self.named, answer)

    def spot(self, answer: A) -> Spot | None:
        return spot(self.named, answer)

    def label(self, answer: A) -> str:
        return self.named(answer) if self.named else super().label(answer)


class Confirm(Decision[bool]):
    """Yes or no."""

    __slots__ = ()
    kind = "confirm"

    def legal(self, answer: bool) -> Reasons:
        return () if answer is True or answer is False else ("Answer yes or no.",)

    def candidates(self, n: int) -> list[bool]:
        return [True, False][:n]

    def sample(self, rng: Random) -> bool:
        return rng.random() < 0.5

    def several(self) -> bool:
        return True

    def label(self, answer: bool) -> str:
        return "yes" if answer else "no"


class Order(Decision[tuple[A, ...]]):
    """All of these, in an order of the player's liking."""

    __slots__ = ("items", "named")
    kind = "order"

    def __init__(
        self,
        key: str,
        prompt: str,
        items: Sequence[A],
        *,
        named: Callable[[A], str] | None = None,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.items, self.named = tuple(items), named

    def legal(self, answer: tuple[A, ...]) -> Reasons:
        if isinstance(answer, tuple) and Counter(answer) == Counter(self.items):
            return ()
        return (f"Name each of {', '.join(map(str, self.items))} once.",)

    def settled(self, answer: tuple[A, ...]) -> tuple[A, ...]:
        return tuple(self.items[self.items.index(a)] for a in answer)

    def candidates(self, n: int) -> list[tuple[A, ...]]:
        return list(islice(permutations(self.items), n))

    def sample(self, rng: Random) -> tuple[A, ...]:
        left, order = list(self.items), []
        while left:
            order.append(left.pop(int(rng.random() * len(left))))
        return tuple(order)

    def several(self) -> bool:
        return len(self.items) > 1

    def label(self, answer: tuple[A, ...]) -> str:
        return ", then ".join(self.named(a) if self.named else str(a) for a in answer)


class Allocate(Decision[tuple[int, ...]]):
    """Split `total` among `bins`: the answer says how many go to each, in the order of the bins.  `most` bounds each
    bin, `refuse` gives reasons against a split as a whole."""

    __slots__ = ("bins", "most", "named", "refuse", "total")
    kind = "allocate"

    def __init__(
        self,
        key: str,
        prompt: str,
        total: int,
        bins: Sequence[Any],
        *,
        most: Sequence[int] | None = None,
        refuse: Callable[[tuple[int, ...]], Reasons] | None = None,
        named: Callable[[Any], str] | None = None,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.total, self.bins, self.refuse, self.named = total, tuple(bins), refuse, named
        self.most = tuple(most) if most is not None else (total,) * len(self.bins)

    def legal(self, answer: tuple[int, ...]) -> Reasons:
        if not isinstance(answer, tuple) or len(answer) != len(self.bins):
            return (f"Give {len(self.bins)} numbers.",)
        if any(type(a) is not int or a < 0 for a in answer) or sum(answer) != self.total:
            return (f"The numbers must add up to {self.total}.",)
        for given, most, into in zip(answer, self.most, self.bins, strict=True):
            if given > most:
                return (f"At most {most} may go to {self.named(into) if self.named else into}.",)
        return self.refuse(answer) if self.refuse else ()

    @property
    def _splits(self) -> Splits:
        return splits_of(self.total, self.most)

    def splits(self) -> Iterator[tuple[int, ...]]:
        """Every legal split, in lexicographic order from the first bin full."""
        return (split for split in self._splits if not self.refuse or not self.refuse(split))

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        spread = [split for split in self._splits.spread(n) if not self.refuse or not self.refuse(split)]
        return spread if len(spread) in (n, self._splits.count) else list(islice(self.splits(), n))

    def sample(self, rng: Random) -> tuple[int, ...]:
        """Draws by number; only where a rule refuses some splits are these listed, and only if they are few."""
        splits = self._splits
        if self.refuse and splits.count <= LISTED:
            legal = list(self.splits())
            return legal[int(rng.random() * len(legal))]
        for _ in range(DRAWS):
            split = splits[int(rng.random() * splits.count)]
            if not self.refuse or not self.refuse(split):
                return split
        return next(self.splits())

    def label(self, answer: tuple[int, ...]) -> str:
        parts = (f"{n} to {self.named(b) if self.named else b}" for n, b in zip(answer, self.bins, strict=True) if n)
        return ", ".join(parts)


def against(decision: Decision[Any], answer: Any) -> Reasons:
    """Every reason against an answer that somebody sent, even if it is no answer to such a question at all.  If a rule
    raises an exception while it judges the answer (in `refuse`, or while it lists the options), that is a fault of the
    rule, and the exception goes on to the caller."""
    try:
        return decision.legal(answer)
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as fault:
        if raised_by_rule(fault):
            raise
        return (f"It is not an answer to this question ({fault}).",)


def raised_by_rule(fault: BaseException) -> bool:
    """Whether an exception comes from a rule that a question had called to judge an answer.  An exception of the
    question itself (or of a kind of question that a ruleset defines) means that the answer does not fit."""
    files = [frame.file for frame in frames(fault) if not is_python(frame.file)]
    return any(asking.startswith(_ASKING) and not called.startswith(_ASKING) for asking, called in pairwise(files[1:]))


def freeze(value: Any) -> Any:
    """Lists, as JSON gives them, become tuples, as answers have them."""
    return tuple(freeze(v) for v in value) if isinstance(value, list | tuple) else value
