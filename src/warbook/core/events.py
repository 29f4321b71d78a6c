"""Events: the only things that change a State, and the lines of the log.

An event knows what it changes (`apply`) and how it reads (`text`).  Folding the events of a record gives the same
positions as running its rules, so a record opens even after the rules have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct, structs

from .mixed import signs_in_words
from .state import Effect, State, Waiting
from .structs import replace

#: Fields that hold a record's id and are read out as its name.
WHO = ("who", "whom", "by")


class Event(Struct, frozen=True, tag=True, gc=False):
    """Something that happens.  Subclasses give `apply` and `text`, a template over the event's fields."""

    text: ClassVar[str] = ""
    #: Fields besides `WHO` that are read out as a name.
    named: ClassVar[tuple[str, ...]] = ()
    #: Fields that only explain, each with a default: records from before a rule gave such words do without them.
    words: ClassVar[tuple[str, ...]] = ()
    #: Whether it uncovers something secret: a choice before it is then taken back only by consent.
    reveals: ClassVar[bool] = False

    def apply(self, state: State[Any, Any]) -> None:
        """Change the position.  Most notes change nothing."""

    def explains(self) -> Mapping[str, tuple[str, ...]]:
        """The reasons for the numbers of the rolls that follow, by the key of the roll."""
        return {}

    def seen_by(self, seat: int) -> Event | None:
        """The event as a seat (or a spectator, -1) may see it; None if even that it happened is secret."""
        return self

    def sentence(self, name: Callable[[int], str]) -> str:
        """The sentence for the log; empty for bookkeeping that nobody reads."""
        if not self.text:
            return ""
        fields = structs.asdict(self)
        for field in (*WHO, *self.named):
            if isinstance(fields.get(field), int):
                fields[field] = name(fields[field])
        return self.text.format(**fields)


class Rolled(Event, frozen=True, gc=False, omit_defaults=True):
    """Dice on the table.  `faces` is None in odds and search, where only the value is drawn.  `signs` has, where faces
    bear signs, for each die its name and what it shows.  `who` is the model that rolls, if the sentence before does not
    name it.  `because` says where the number to reach comes from, if no earlier event has said so (see `derivations`).
    `came` is what the roll means, if the rule makes more of it than its faces show."""

    words: ClassVar[tuple[str, ...]] = ("came",)

    key: str
    pool: str
    value: Any
    faces: list[int] | None = None
    why: str = ""
    who: int = -1
    because: tuple[str, ...] = ()
    came: str = ""
    signs: tuple[tuple[str, ...], ...] = ()

    def heading(self, name: Callable[[int], str]) -> str:
        """Whose roll it is, and what for."""
        whose = f"{name(self.who)}, " if self.who >= 0 else ""
        why = self.why or self.key
        return f"{whose}{why}{'' if why.endswith('?') else ':'}"

    def sentence(self, name: Callable[[int], str]) -> str:
        return f"{self.heading(name)} {self._shown()}."

    def _shown(self) -> str:
        if self.signs:
            return signs_in_words(self.signs)
        shown = ", ".join(map(str, self.faces)) if self.faces is not None else str(self.value)
        return f"{self.pool} shows {shown}"


class Noted(Event, frozen=True, gc=False):
    """A remark in the log, such as why something had no effect."""

    who: int
    note: str
    text: ClassVar[str] = "{who}: {note}."


class Queued(Event, frozen=True):
    """Rules put on the agenda, ahead of those that are waiting already."""

    waiting: tuple[Waiting, ...]

    def apply(self, state: State[Any, Any]) -> None:
        state.agenda = self.waiting + state.agenda


class Begun(Event, frozen=True, gc=False):
    """The next rule leaves the agenda to be run."""

    rule: str

    def apply(self, state: State[Any, Any]) -> None:
        state.agenda = state.agenda[1:]


class ActivationLeft(Event, frozen=True, gc=False):
    """The rest of a model's activation is dropped from the agenda."""

    who: int

    def apply(self, state: State[Any, Any]) -> None:
        if state.agenda:
            state.agenda = tuple(w for w in state.agenda if w.scope != self.who)


class EffectBegan(Event, frozen=True):
    """An effect is attached to a model."""

    effect: Effect

    def apply(self, state: State[Any, Any]) -> None:
        state.effects = (*state.effects, self.effect)


class EffectsEnded(Event, frozen=True, gc=False):
    """All effects until this moment end; `who` restricts it to one model's (-1: everybody's)."""

    until: str
    who: int = -1

    def apply(self, state: State[Any, Any]) -> None:
        if state.effects:
            state.effects = tuple(
                e for e in state.effects if e.until != self.until or (self.who >= 0 and e.on != self.who)
            )


class Moment(Struct, frozen=True, gc=False):
    """A point that the battle reaches, such as the end of a turn, at which a ruleset lists rules (`Ruleset.follows`).

    Unlike an event it changes nothing and is not written down.
    """


#: The events of every game.
COMMON: tuple[type[Event], ...] = (Rolled, Noted, Queued, Begun, ActivationLeft, EffectBegan, EffectsEnded)


def as_worded(event: Event, recorded: Event) -> Event:
    """An event without those words that a record may leave out."""
    if type(event) is not type(recorded):
        return event
    defaults = {field.name: field.default for field in structs.fields(type(event)) if field.name in event.words}
    lacking = {name: value for name, value in defaults.items() if getattr(recorded, name) == value}
    return replace(event, **lacking) if lacking else event


def derivations(events: Sequence[Event]) -> list[tuple[str, ...]]:
    """For each event of a step, the reasons for its number; empty for events that are no rolls.  They are those of the
    roll itself, or those that the last earlier event gave for rolls of the same key."""
    known: dict[str, tuple[str, ...]] = {}
    found = []
    for event in events:
        if isinstance(event, Rolled):
            found.append(event.because or known.get(event.key, ()))
        else:
            known.update(event.explains())
            found.append(())
    return found
