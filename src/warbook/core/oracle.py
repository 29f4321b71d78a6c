"""Oracles that come with Warbook: recorded answers, and a table with dice and players.

A `Play` gives the recorded answers first and then turns to its oracle.  Another oracle makes another use of the same
rules: people and bots at a table, an enumeration of all dice, the tree of a search, the script of a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from .answers import Answer, Chosen, Misfit, Pending, Sealed, Shown
from .decision import Decision, against, freeze
from .dice import Dice, Pool
from .errors import Illegal
from .play import Oracle, Play

G = TypeVar("G", Chosen, Shown)


class Recital(Oracle):
    """Recorded answers, judged as if they were given now.  The first one that the rules would not accept (another
    question, an illegal choice, impossible dice) raises `Misfit`; after the last one the questions stay open."""

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


class KeptDice(Table):
    """Dice that first return the faces already seen for the same rolls, so that nobody can choose again knowing new
    dice."""

    __slots__ = ("kept", "table")

    def __init__(self, table: Table, kept: Iterable[Shown]) -> None:
        super().__init__(table.dice)
        self.table, self.players = table, table.players
        self.kept = [s for s in kept if s.faces is not None]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        for shown in self.kept:
            faces = shown.faces or []
            if shown.key == key and pool.fits(faces):
                self.kept.remove(shown)
                return Shown(key, faces, pool.read(faces))
        return self.table.roll(play, pool, key)


class Awaited(Table):
    """Dice that the seats have not given their shares for yet: if the rules would roll, the battle waits."""

    __slots__ = ()

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise Pending
