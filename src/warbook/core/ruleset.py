"""Ruleset: everything a game is, listed in one place so that a reader reaches every rule from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct
from msgspec import field as default

from .action import Action
from .check import Modifier
from .decision import Decision
from .errors import WarbookError, nearest
from .events import COMMON, Event, Moment, Rolled
from .mixed import Die
from .option import Option as Option
from .outcome import Outcome as Outcome
from .reaction import Consequence, Hooks, Reaction, Windows
from .registration import check_entry, chosen_options, knows_field, no_name_twice
from .state import Record, State, Turn
from .tableau import Aim, Card, Tableau

MOST_ASKED = 64  # reactions of a window whose players are named


class HouseRule(Struct, frozen=True):
    """A named change to the rules: a function from a ruleset to a ruleset."""

    id: str
    title: str
    summary: str
    source: str
    patch: Callable[[Ruleset], Ruleset]


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How a battle ended: the seat that won (-1 for a draw), the points of each seat, and why it is over."""

    winner: int
    points: tuple[int, ...]
    why: str


class Statistics(Struct, frozen=True):
    """What simulations count in a finished battle besides its result: the rounds that were begun, the models of each
    seat that were taken out (and did not leave in another way), and the attacker's seat, -1 if there is none."""

    rounds: int
    casualties: tuple[int, ...]
    attacker: int = -1


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle as it can be written down: which rules, and what the ruleset needs to lay out the table (`content`:
    the texts of board, scenario and rosters, so that a record is whole in itself)."""

    ruleset: str
    content: dict[str, Any]
    options: dict[str, Any] = default(default_factory=dict)
    house_rules: tuple[str, ...] = ()


FileKind: TypeAlias = Literal["board", "roster", "scenario"]  # what people write files of


class Row(Struct, frozen=True):
    """Something that is shipped (a board, a roster) as a list shows it."""

    id: str
    title: str
    summary: str


class ScenarioRow(Row, frozen=True):
    """A scenario as a list shows it, with the ids of its board and of its rosters by seat; empty where it brings a
    file."""

    board: str = ""
    rosters: tuple[str, ...] = ()


class Shelf(Protocol):
    """What a ruleset ships to play with, and how it reads what people bring.  Texts come with the name of their file
    (`source`), for messages."""

    def scenarios(self) -> list[ScenarioRow]:
        """The scenarios that are shipped."""
        ...

    def listed(self, kind: FileKind) -> list[Row]:
        """The boards, or the rosters, that are shipped.  Raises `WarbookError` for another kind."""
        ...

    def text(self, kind: FileKind, id: str) -> tuple[str, str]:
        """The text and the source of a board, a roster or a scenario that is shipped.  Raises `WarbookError` for an
        unknown id."""
        ...

    def content(
        self,
        scenario: str,
        *,
        text: str | None = None,
        source: str = "",
        board: tuple[str, str] | None = None,
        rosters: Mapping[int, tuple[str, str]] | None = None,
    ) -> dict[str, Any]:
        """The content of a `Setup`: a shipped scenario by id, or one from its `text`; `board` and `rosters` (by seat)
        are pairs of text and source that replace what the scenario names.  Raises `BadData`, or `WarbookError` for an
        unknown id."""
        ...

    def check(self, kind: FileKind, text: str, source: str) -> str:
        """Read a file of this kind and say in a line what it holds.  Raises `BadData`."""
        ...


#: What events and moments lead to: rules that run at once, in this order.
Follows: TypeAlias = Mapping[type[Event] | type[Moment], tuple[Consequence, ...]]


def _turn_about(play: Any, event: Event) -> tuple[int, ...]:
    """Windows are offered first to the seat whose step it is not."""
    active = play.ruleset.active_seat(play.state)
    return tuple((active + 1 + n) % play.ruleset.seats for n in range(play.ruleset.seats))


@dataclass(frozen=True)
class Ruleset:
    """A game, as its rules."""

    #: How records and the command line name it, how people read it, and the version of its rules.
    id: str
    title: str
    version: str
    seats: int
    #: Runs when nothing waits on the agenda, and decides what is next: a phase, an activation, an action.
    turn: Callable[[Any], None]
    #: Lays out a battle: from the content of a `Setup` to the world (what never changes) and the first State.
    table: Callable[[Ruleset, dict[str, Any]], tuple[Any, State[Any, Any]]]
    #: How the battle ended; None while it goes on.
    result: Callable[[State[Any, Any]], Result | None]
    #: The seat whose step it is, so that windows ask the other seats first.
    active_seat: Callable[[State[Any, Any]], int]
    actions: tuple[Action[Any], ...]
    records: tuple[type[Record], ...]
    turns: tuple[type[Turn], ...]
    events: tuple[type[Event], ...]
    #: The rules that may stand on the agenda: `parts` of an action, which odds, bots and scenes follow to its end, and
    #: other `steps`.
    parts: tuple[Callable[..., None], ...] = ()
    steps: tuple[Callable[..., None], ...] = ()
    #: The interrupts before an event and the reactions after it.
    windows: Mapping[type[Event], Windows] = field(default_factory=dict)
    #: What an event or a moment leads to: rules that run at once, in this order, when the event has changed the
    #: position, and before the window of its reactions opens.
    follows: Follows = field(default_factory=dict)
    modifiers: Mapping[str, tuple[Modifier, ...]] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    #: The values that this edition of a game has its own way, where several share their chapters; `table` hands them
    #: to the world.
    edition: Any = None
    #: How the rules were read where their source leaves something open, for people.
    notes: str = ""
    window_order: Callable[[Any, Event], tuple[int, ...]] = _turn_about
    secrets: bool = False
    #: Whether a table measures heights from the top of the lower of two models to the foot of the higher.
    between_bodies: bool = False
    name_of: Callable[[Any, int], str] = lambda world, who: f"#{who}"
    seat_name: Callable[[Any, int], str] = lambda world, seat: f"player {seat + 1}"
    #: The name of the person who plays a model, where several share a side; empty where they do not.
    person_of: Callable[[Any, int], str] = lambda world, who: ""
    #: Draws at random what a seat does not know, for bots and odds.
    determinize: Callable[[State[Any, Any], int, Any], State[Any, Any]] | None = None
    shelf: Shelf | None = None
    #: The position of a Play as SVG, as text of so many columns, and in terms that any table can draw.
    picture: Callable[[Any], str] | None = None
    sketch: Callable[[Any, int], str] | None = None
    tableau: Callable[[Any], Tableau] | None = None
    #: Everything about one model, and whom it could aim at.
    card: Callable[[Any, int], Card] | None = None
    aims: Callable[[Any, int], tuple[Aim, ...]] | None = None
    #: What the position of a Play is worth to a seat.
    value: Callable[[Any, int], float] | None = None
    #: What simulations read from the world and the last position of a battle.
    statistics: Callable[[Any, State[Any, Any]], Statistics] | None = None
    #: The result of a roll in a word or two, for the log.
    verdict: Callable[[Rolled], str] | None = None
    #: Builds what a position derives from its placements.
    derive: Callable[[Any, State[Any, Any]], object] | None = None
    outcomes: tuple[Outcome, ...] = ()
    #: Dice with symbols on their faces, for tables that draw them and for the pages of the rules.
    dice: tuple[Die, ...] = ()
    #: From the position of a Play, which it leaves alone, to one in which a model is about to act: for odds and for the
    #: scenes of tests.
    poised: Callable[[Any, int], State[Any, Any]] | None = None
    #: For the scenes of tests: lays out a `mechanics.cast.Cast`, models anywhere on a board in the middle of a battle.
    scene: Callable[[Ruleset, Any], tuple[Any, State[Any, Any]]] | None = None
    #: Where it is counted what a model has left in its activation: "turn.left", "record.points"; "" if nowhere.
    actions_left: str = ""
    #: Where a model that goes somewhere would like to get: functions from a point to how far that still is, the less
    #: the better, by which players find ways worth a thought.  No rule rests on it.
    leads: Callable[[Any, int], Sequence[Callable[[Any], float]]] = lambda play, who: ()
    #: Why a table with these options is not told odds while the question of this key is open ("" before any was
    #: asked).
    withheld: Callable[[Any, str], str] | None = None
    #: The house rules and the values of options that this table has chosen.
    patched: tuple[str, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        no_name_twice(self.id, "action", [a.id for a in self.actions])
        no_name_twice(self.id, "step", [rule.__name__ for rule in (*self.parts, *self.steps)])
        no_name_twice(self.id, "option", [option.name for option in self.options])
        no_name_twice(self.id, "house rule", [rule.id for rule in self.house_rules])
        for what, kinds in {"event": (*COMMON, *self.events), "record": self.records, "turn": self.turns}.items():
            no_name_twice(self.id, what, [str(kind.__struct_config__.tag) for kind in kinds])
        object.__setattr__(self, "chosen", chosen_options(self.id, self.options, self.chosen))
        knows_field(self.id, self.actions_left, self.turns, self.records)
        entries: tuple[Action[Any] | Reaction, ...] = (*self.actions, *self.reactions.values())
        for entry in entries:
            check_entry(self.id, entry, self.options)

    @cached_property
    def action(self) -> dict[str, Action[Any]]:
        """Actions by id."""
        return {action.id: action for action in self.actions}

    @cached_property
    def step(self) -> dict[str, Callable[..., None]]:
        """Rules for the agenda by name."""
        return {rule.__name__: rule for rule in (*self.parts, *self.steps)}

    @cached_property
    def going_on(self) -> frozenset[str]:
        """The names of the parts of actions."""
        return frozenset(rule.__name__ for rule in self.parts)

    @cached_property
    def reactions(self) -> dict[str, Reaction]:
        """Reactions by id."""
        return {r.id: r for windows in self.windows.values() for r in (*windows.before, *windows.after)}

    @cached_property
    def hooks(self) -> dict[type[Event] | type[Moment], Hooks]:
        """What is attached to each kind of event; kinds to which nothing is attached are left out."""
        windows: Mapping[type, Windows] = self.windows
        hooks = {}
        for kind in (*windows, *(kind for kind in self.follows if kind not in windows)):
            around = windows.get(kind, Windows())
            hooks[kind] = Hooks(around.before, self.follows.get(kind, ()), around.after)
        return hooks

    @cached_property
    def event_types(self) -> frozenset[type[Event]]:
        """All events that a record of this game may hold."""
        return frozenset((*COMMON, *self.events))

    def sentence(self, event: Event, name: Callable[[int], str]) -> str:
        """An event as the log has it, a roll with what it came to; empty for bookkeeping that nobody reads."""
        said = event.sentence(name)
        came = self.came(event) if isinstance(event, Rolled) else ""
        return f"{said.removesuffix('.')}: {came}." if came else said

    def people(self, world: Any, decision: Decision[Any]) -> tuple[str, ...]:
        """The names of those who are asked, where several share a side: whoever plays the model that the question is
        for, or one of those that its answers name; none where the whole side is asked."""
        in_window = decision.kind == "window"
        asked = map(decision.whom, decision.candidates(MOST_ASKED)) if in_window else (decision.who,)
        return tuple(dict.fromkeys(name for who in asked if who >= 0 and (name := self.person_of(world, who))))

    def came(self, rolled: Rolled) -> str:
        """What a roll came to, in a word or two; empty where nobody says."""
        return rolled.came or (self.verdict(rolled) if self.verdict is not None else "")

    def having(self, options: Mapping[str, Any] | None = None, house_rules: Iterable[str] = ()) -> Ruleset:
        """This ruleset under the options and house rules of one table.

        Raises `WarbookError` for an unknown name or a value an option cannot have.
        """
        changed = self
        known = {rule.id: rule for rule in self.house_rules}
        for name in house_rules:
            if name not in known:
                raise WarbookError(
                    f"{self.id} has no house rule {name!r}{nearest(name, known)}; it has {', '.join(known) or 'none'}"
                )
            if name not in changed.patched:
                changed = known[name].patch(changed)
                changed = replace(changed, patched=(*changed.patched, name))
        choices = {option.name: option for option in self.options}
        for name, value in (options or {}).items():
            option = choices.get(name)
            if option is None:
                raise WarbookError(f"{self.id} has no option {name!r}{nearest(name, choices)}")
            if value not in option.values:
                allowed = ", ".join(map(str, option.values))
                raise WarbookError(f"option {name} of {self.id}: found {value!r}; wanted one of {allowed}")
        return replace(changed, chosen={**changed.chosen, **(options or {})}) if options else changed

    def replacing(self, action: Action[Any]) -> Ruleset:
        """The same rules with one action in place of that of the same id.

        Raises `WarbookError` where there is none.
        """
        if action.id not in self.action:
            found = ", ".join(self.action) or "none"
            raise WarbookError(f"{self.id} has no action {action.id!r}{nearest(action.id, self.action)}; found {found}")
        return replace(self, actions=tuple(action if a.id == action.id else a for a in self.actions))

    def leading_to(self, kind: type[Event] | type[Moment], *rules: Consequence) -> Ruleset:
        """The same rules with further consequences of an event or a moment, after those that it has."""
        return replace(self, follows={**self.follows, kind: (*self.follows.get(kind, ()), *rules)})

    def without(self, kind: type[Event] | type[Moment], *rules: Consequence) -> Ruleset:
        """The same rules without these consequences of an event or a moment.

        Raises `WarbookError` for a rule that is none of its consequences.
        """
        follows = self.follows.get(kind, ())
        for rule in rules:
            if rule not in follows:
                found = ", ".join(r.__name__ for r in follows) or "nothing"
                raise WarbookError(f"in {self.id}, {rule.__name__} does not follow from {kind.__name__}; found {found}")
        return replace(self, follows={**self.follows, kind: tuple(r for r in follows if r not in rules)})

    def putting(self, kind: type[Event] | type[Moment], rule: Consequence, *, in_place_of: Consequence) -> Ruleset:
        """The same rules with one consequence of an event or a moment in place of another.

        Raises `WarbookError` where that other is none of its consequences.
        """
        self.without(kind, in_place_of)
        follows = tuple(rule if each is in_place_of else each for each in self.follows[kind])
        return replace(self, follows={**self.follows, kind: follows})

    def with_modifier(self, kind: str, modifier: Modifier) -> Ruleset:
        """The same rules with one more modifier of a kind of roll.

        Raises `WarbookError` for a kind that `modifiers` does not list.
        """
        if kind not in self.modifiers:
            found = ", ".join(self.modifiers) or "none"
            raise WarbookError(f"{self.id} has no modifiers of {kind!r}{nearest(kind, self.modifiers)}; found {found}")
        return replace(self, modifiers={**self.modifiers, kind: (*self.modifiers[kind], modifier)})

    def rehearsed(self, world: Any, state: State[Any, Any]) -> State[Any, Any]:
        """A copy of the position from which one step is to be run many times.  What is derived from the placements is
        built once, and kept for every position that the runs reach."""
        again = state.copy()
        if self.derive is not None:
            self.derive(world, again)
        if again.derived is not None:
            again.derived = again.derived.remembering()
        return again

    def masked(self, state: State[Any, Any], seat: int) -> State[Any, Any]:
        """A copy of the position as a seat sees it: records and the turn that define `seen_by` answer for
        themselves."""
        shown = state.copy()
        shown.records = [_as_seen_by(record, seat) for record in state.records]
        shown.turn = _as_seen_by(state.turn, seat)
        shown.derived = None
        return shown


def _as_seen_by(thing: Any, seat: int) -> Any:
    mask = getattr(thing, "seen_by", None)
    return mask(seat) if mask else thing
