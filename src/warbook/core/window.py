"""Windows: the question that is put to a seat when something happens to which it may react."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .decision import Choose, Prompt
from .events import Event
from .reaction import Reaction


class Window(Choose["tuple[str, int] | None"]):
    """The question that a window puts to one seat: who reacts, and how, or to pass (None).  `last` is the previous
    answer if it only declared something."""

    __slots__ = ("event", "last", "reactions")
    kind = "window"

    def __init__(
        self,
        key: str,
        prompt: Prompt,
        event: Event,
        pairs: Callable[[], list[tuple[str, int]]],
        sealed: bool,
        named: Callable[[tuple[str, int] | None], str] | None = None,
        reactions: tuple[Reaction, ...] = (),
        last: tuple[str, int] | None = None,
    ) -> None:
        super().__init__(key, prompt, lambda: [*pairs(), None], named=named, secret=sealed)
        self.event, self.reactions, self.last = event, reactions, last

    def whom(self, answer: tuple[str, int] | None) -> int:
        return -1 if answer is None else answer[1]

    def in_order(self) -> Sequence[tuple[str, int] | None]:
        """The options, without those that would only declare in another order what can be declared in this one: by
        the numbers of the models."""
        if self.last is None:
            return self.options()
        said, declaring = self.last[1], {r.id for r in self.reactions if r.declares}
        return [pair for pair in self.options() if pair is None or pair[1] > said or pair[0] not in declaring]


def window_key(event: type[Event], moment: str) -> str:
    """The key of the windows that open ``before`` or ``after`` events of a kind."""
    return f"{event.__name__}.{moment}"
