"""A position under test: what is looked at and arranged in it, and what a ruleset may fill in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, TypeVar

from ..core.errors import nearest
from ..core.events import Event, Rolled
from ..core.length import INCH, inches
from ..core.play import Handle, Model, Play
from ..core.ruleset import Ruleset
from ..core.state import Record, State
from ..core.structs import replace
from ..space import sight

E = TypeVar("E", bound=Event)


class Position:
    """Where things stand in a scene (see `Scene`), and what a ruleset may fill in."""

    menu: ClassVar[str] = "action"
    aliases: ClassVar[Mapping[str, str]] = {"at": "target"}
    defaults: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, ruleset: Ruleset, world: Any, state: State[Any, Any]) -> None:
        self.ruleset, self.world, self.state = ruleset, world, state
        self.events: list[Event] = []
        self.history: list[Event] = []

    # ---- what a ruleset may fill in ----------------------------------------------------------------------------------

    def poised(self, who: int) -> State[Any, Any]:
        """The position in which the next step asks what this model does."""
        __tracebackhide__ = True
        if self.ruleset.poised is None:
            raise AssertionError(
                f"{self.ruleset.id} does not say how a model comes to act; wanted Ruleset.poised, or Scene.poised"
            )
        return self.ruleset.poised(self.play, who)

    def menu_answer(self, who: int, action: str) -> Any:
        """How the menu writes down that this action is chosen."""
        return action

    def action_of(self, answer: Any) -> str:
        """The action that an answer to the menu stands for; empty where it stands for none."""
        return answer if isinstance(answer, str) and answer in self.ruleset.action else ""

    def handle(self, who: Any) -> Any:
        """A handle on a model where things stand now."""
        return Model(self.play, self.id_of(who))

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play[Any, Any, Any]:
        """A Play over the position as it stands, to ask questions of."""
        return Play(self.state, self.ruleset, self.world, [])

    def record(self, who: Any) -> Any:
        """What is true of a model now."""
        return self.state.records[self.id_of(who)]

    def at(self, who: Any) -> tuple[float, float, float]:
        """Where the middle of a model's base is, in inches: x, y and the height of the floor below it."""
        x, y, z = self.record(who).at.spot
        return (x / INCH, y / INCH, z / INCH)

    def gap(self, one: Any, other: Any) -> int:
        """How far it is from one base to another, in thousandths of an inch, rounded up."""
        return sight.gap(self.record(one).at, self.record(other).at)

    def left(self, who: Any) -> int:
        """How many actions or points a model has left in its activation, as `Ruleset.actions_left` counts them.  Where
        they are counted for whoever acts, another has none, as far as the ruleset shows who acts."""
        __tracebackhide__ = True
        part, field = place_of_left(self.ruleset)
        if part == "turn" and actor_now(self, self.id_of(who)) != self.id_of(who):
            return 0
        count: int = getattr(self.state.turn if part == "turn" else self.record(who), field)
        return count

    def happened(self, kind: type[E]) -> list[E]:
        """What happened of one kind in the last sentence."""
        return [event for event in self.events if isinstance(event, kind)]

    def rolled(self, key: str) -> list[list[int] | None]:
        """The faces of every roll of a key in the last sentence; the key may be given by its last part."""
        return [roll.faces for roll in self.happened(Rolled) if key in (roll.key, roll.key.rpartition(".")[2])]

    def log(self) -> list[str]:
        """The last sentence as the log tells it."""
        told = (self.ruleset.sentence(event, partial(self.ruleset.name_of, self.world)) for event in self.events)
        return [sentence for sentence in told if sentence]

    # ---- arranging ---------------------------------------------------------------------------------------------------

    def given(self, who: Any, **changes: Any) -> None:
        """Arranges the scene: changes fields of a model's record, outside the rules."""
        record: Record = self.record(who)
        self.state.put(replace(record, **changes))

    def place(self, who: Any, x: float, y: float, z: float | None = None) -> None:
        """Arranges the scene: puts a model elsewhere, outside the rules.  In inches; without `z` on the same height."""
        at = self.record(who).at
        self.given(who, at=at.moved_to((inches(x), inches(y), at.z if z is None else inches(z))))

    def id_of(self, who: Any) -> int:
        """The id of a model given by itself, by its handle or by its name."""
        __tracebackhide__ = True
        if not isinstance(who, str):
            return who.id if isinstance(who, Handle) else int(who)
        names = [self.ruleset.name_of(self.world, record.id) for record in self.state.records]
        if names.count(who) != 1:
            found = f"{names.count(who)} models" if who in names else f"nobody{nearest(who, names)}"
            raise AssertionError(f"the name {who!r}: found {found}; wanted an id, or the name of one model here")
        return names.index(who)


def actor_now(position: Position, otherwise: int) -> int:
    """Who acts now, -1 for nobody; or `otherwise`, if the ruleset does not show it."""
    ruleset = position.ruleset
    return ruleset.tableau(position.play).actor if ruleset.tableau is not None else otherwise


def place_of_left(ruleset: Ruleset) -> tuple[str, str]:
    """Where it is counted what a model has left: ``turn`` or ``record``, and the field."""
    __tracebackhide__ = True
    part, _, field = ruleset.actions_left.partition(".")
    if not part:
        raise AssertionError(f"{ruleset.id} does not say what is left; wanted Ruleset.actions_left")
    return part, field
