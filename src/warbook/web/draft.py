"""Draft: what has happened in a room and is not yet durable."""

from __future__ import annotations

from .protocol import Spoken
from .stored import Given, Standing, Write


class Draft:
    """Lines of the record, words, and standing orders given and dropped, in the order in which they came.  The battle's
    `Game` writes to `lines`."""

    __slots__ = ("dropped", "given", "lines", "said")

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.said: list[Spoken] = []
        self.given: list[Given] = []
        self.dropped: list[int] = []

    def __bool__(self) -> bool:
        return bool(self.lines or self.said or self.given or self.dropped)

    def take_all(self) -> Draft:
        """Everything in it, as another draft; this one is then empty."""
        other = Draft()
        other.lines += self.lines
        other.said += self.said
        other.given += self.given
        other.dropped += self.dropped
        for each in (self.lines, self.said, self.given, self.dropped):
            each.clear()
        return other

    def write(self, game: str, epoch: int, standing: Standing, first: int) -> Write:
        """The draft as the journal takes it, with how the battle then stands; its lines are numbered from `first`."""
        return Write(
            game=game,
            epoch=epoch,
            standing=standing,
            first=first,
            lines=tuple(self.lines),
            said=tuple(self.said),
            given=tuple(self.given),
            dropped=tuple(self.dropped),
        )
