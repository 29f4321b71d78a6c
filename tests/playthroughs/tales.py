"""Tales: an action or two with every die and every answer in a script, as people read them in the log."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct


class Tale(ABC):
    """A scene, and what has been told of it.  Each game says how a model `stands`."""

    def __init__(self, scene: Any, red: int, blue: int) -> None:
        self.scene = scene
        self.sides: tuple[tuple[str, Sequence[int]], ...] = (("Red", range(red)), ("Blue", range(red, red + blue)))
        self.ids = {name: who for who, name in scene.world.names.items()}
        self.lines = [*self.parties()]

    def does(self, who: str, action: str, *, dice: Any = (), **answers: Any) -> None:
        """Somebody takes an action; models go by their names everywhere."""
        given = {key: self.known(answer) for key, answer in answers.items()}
        self.scene.does(self.ids[who], action, dice=dice, **given)
        self.lines += ["", *self.scene.log(), "", *self.parties()]

    def known(self, given: Any) -> Any:
        """Names turned into ids, wherever they stand in an answer."""
        if isinstance(given, list):
            return [self.known(each) for each in given]
        if isinstance(given, tuple):
            return tuple(self.known(each) for each in given)
        return self.ids.get(given, given) if isinstance(given, str) else given

    def parties(self) -> Iterator[str]:
        """Where everybody stands, and how."""
        for title, side in self.sides:
            yield f"{title}: {'; '.join(self.standing(who) for who in side)}."

    @abstractmethod
    def standing(self, who: int) -> str:
        """Where a model stands, and how."""


class Tales(Struct, frozen=True):
    """The tales of a game by title, and where their texts are kept."""

    folder: Path
    scenes: Mapping[str, Callable[[], Tale]]

    @classmethod
    def of(cls, file: str, rules: Iterable[Callable[[], Tale]]) -> Tales:
        """Those of a module, each called as its function is."""
        return cls(Path(file).parent, {rule.__name__.replace("_", "-"): rule for rule in rules})

    def told(self, title: str) -> str:
        """A tale as text."""
        rule = self.scenes[title]
        assert rule.__doc__ is not None
        return "\n".join((rule.__doc__, "", *rule().lines, ""))

    def path_of(self, title: str) -> Path:
        """Where the text of a tale is kept."""
        return self.folder / f"{title}.txt"
