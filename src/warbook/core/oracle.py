"""Oracles: who answers the questions of the rules.

A `Play` gives the recorded answers first and then turns to its oracle.  Another oracle makes another use of the same
rules: people and bots at a table, an enumeration of all dice, the tree of a search, the script of a test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import Struct

from .decision import Decision, against, freeze
from .dice import Dice, Pool
from .errors import Illegal

if TYPE_CHECKING:
    from .play import Play, Window


class Chosen(Struct, frozen=True, tag="c", array_like=True, gc=False):
    """A player's answer to a decision."""

    key: str
    value: Any


class Shown(Struct, frozen=True, tag="r", array_like=True, gc=False):
    """A roll: its faces, and how the rule reads them.  Faces are None where only the reading was drawn."""

    key: str
    faces: list[int] | None
    value: Any = None


class Passed(Struct, frozen=True, tag="p", array_like=True, gc=False):
    """A window in which nobody could react passed by itself; noted, so that re-running never asks again."""

    key: str
    value: None = None


class Sealed(Struct, frozen=True, tag="s", array_like=True, gc=False):
    """One seat's answer to a question that several seats answer at once."""

    key: str
    seat: int
    value: Any


class Whole(Struct, frozen=True, tag="w", array_like=True, gc=False):
    """The outcome of a dice rule taken as one node (odds and search only; never written to a record)."""

    key: str
    value: Any


class Staged:
    """A stage that is over, as one answer: what it came to, and the position behind it (odds only; never written to a
    record).

    It belongs to one place in one tree of runs, and equals nothing but itself.
    """

    __slots__ = ("agenda", "depth", "derived", "effects", "events", "kept", "key", "queue", "records", "turn", "value")

    def __init__(self, play: Play[Any, Any, Any], key: str, value: Any) -> None:
        state = play.state
        self.key, self.value, self.depth = key, value, play.depth
        self.records, self.turn, self.agenda = state.records.copy(), state.turn, state.agenda
        self.effects, self.derived = state.effects, state.derived
        self.events, self.queue, self.kept = play.events.copy(), play.queue.copy(), play.kept

    def resume(self, play: Play[Any, Any, Any]) -> Any:
        """Put a run that has come to the stage behind it, and tell what it came to."""
        state = play.state
        state.records[:] = self.records
        state.turn, state.agenda = self.turn, self.agenda
        state.effects, state.derived = self.effects, self.derived
        play.events, play.queue, play.kept = self.events.copy(), self.queue.copy(), self.kept
        return self.value


Answer = Chosen | Shown | Passed | Sealed | Whole | Staged
G = TypeVar("G", Chosen, Shown)


class Pending(BaseException):
    """The rules have a question that nobody has answered.  `decisions` are open now, one for each seat that is asked.

    A BaseException, so that no rule swallows it by accident.
    """

    def __init__(self, *decisions: Decision[Any]) -> None:
        self.decisions = decisions
        super().__init__(*decisions)

    def __str__(self) -> str:
        """The questions, which are worded only when somebody reads them."""
        return ", ".join(d.prompt for d in self.decisions)


class Misfit(BaseException):
    """A recorded answer does not fit the question the rules now ask at its place."""

    def __init__(self, at: int, wanted: str, found: str) -> None:
        self.at, self.wanted, self.found = at, wanted, found
        super().__init__(f"answer {at}: the rules ask {wanted!r}, the record answers {found!r}")


class Oracle:
    """Answers questions; this one leaves every choice open and knows no dice."""

    __slots__ = ()

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise LookupError(f"{key}: no dice to roll {pool}")

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole | None:
        """The outcome of a dice rule as one node, or None to roll it die by die."""
        return None

    def staged(self, play: Play[Any, Any, Any], rule: Callable[..., Any], at: int, value: Any) -> None:
        """A stage is over that began before answer `at` and came to `value`."""

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        raise Pending(decision)

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        """One seat's answer out of several that are open at once."""
        raise Pending(*decisions.values())

    def react(self, play: Play[Any, Any, Any], window: Window) -> Any:
        """Answer a window; the caller has seen that somebody is able."""
        return self.choose(play, window)


class Recital(Oracle):
    """Recorded answers, judged as if they were given now: a `Misfit` tells the first that the rules would not take
    (another question, an illegal choice, impossible dice); after the last one the questions stay open."""

    __slots__ = ("answers",)

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = answers

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        given = self._next(play, key, Shown)
        if given is None:
            raise Pending
        faces = given.faces
        if faces is None or not pool.fits(faces):
            raise Misfit(len(play.answers), f"{key} ({pool})", f"the faces {faces}")
        return Shown(key, faces, pool.read(faces))

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        given = self._next(play, decision.key, Chosen)
        if given is None:
            raise Pending(decision)
        return self._judged(play, decision, given.value)

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        at = len(play.answers)
        if at == len(self.answers):
            raise Pending(*decisions.values())
        given = self.answers[at]
        asked = decisions.get(given.seat) if isinstance(given, Sealed) else None
        if asked is None or asked.key != given.key:
            raise Misfit(at, next(iter(decisions.values())).key, given.key)
        return Sealed(asked.key, asked.player, self._judged(play, asked, given.value))

    def _next(self, play: Play[Any, Any, Any], key: str, kind: type[G]) -> G | None:
        at = len(play.answers)
        if at == len(self.answers):
            return None
        given = self.answers[at]
        if not isinstance(given, kind) or given.key != key:
            raise Misfit(at, key, given.key)
        return given

    def _judged(self, play: Play[Any, Any, Any], decision: Decision[Any], answer: Any) -> Any:
        reasons = against(decision, answer)
        if reasons:
            raise Misfit(len(play.answers), decision.key, f"{answer!r}, which is not allowed: {' '.join(reasons)}")
        return answer


class Player(Protocol):
    """Who decides for a seat: a person's client, a bot, an agent.

    Its answers are judged like a person's, unless it promises with an attribute ``trusted = True`` that it gives none
    but legal ones, just as the decision lists or samples them.
    """

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """An answer to a decision of its seat.  `play` is the position in the middle of the step, as its seat may see
        it."""
        ...


class Judged:
    """A player whose answers are judged before they count."""

    __slots__ = ("player",)

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """The player's answer.  Raises `Illegal` where it is not allowed."""
        answer = freeze(self.player.choose(play, decision))
        reasons = against(decision, answer)
        if reasons:
            raise Illegal(answer, (f"{_named(self.player)} answers {decision.key}.", *reasons))
        return decision.settled(answer)


def _named(player: Player) -> str:
    """What a player calls itself, or its class as the command line does."""
    kind = type(player)
    return f"{kind.__module__}:{kind.__qualname__}" if kind.__repr__ is object.__repr__ else repr(player)


class Table(Oracle):
    """Seeded dice, and a player for each seat that has one; the other seats' questions are left open for people."""

    __slots__ = ("dice", "players")
    players: dict[int, Player]

    def __init__(self, dice: Dice, players: Mapping[int, Player] | None = None) -> None:
        self.dice = dice
        self.players = {
            seat: player if getattr(player, "trusted", False) else Judged(player)
            for seat, player in (players or {}).items()
        }

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        faces = self.dice.roll(pool)
        return Shown(key, faces, pool.read(faces))

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        player = self.players.get(decision.player)
        if player is None:
            raise Pending(decision)
        return player.choose(play.seen_by(decision.player), decision)

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        for seat, decision in decisions.items():
            player = self.players.get(seat)
            if player is not None:
                return Sealed(decision.key, seat, player.choose(play.seen_by(seat), decision))
        raise Pending(*decisions.values())
