"""One battle between bots, from the first position to the result.

Without a record it is driven straight through: no journal, no digests, no sentences.  The players and the dice are
those of a battle at the table, so the same seed is the same battle there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from ..core.answers import Sealed
from ..core.decision import Decision
from ..core.dice import Dice
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.oracle import Player, Table
from ..core.play import Play
from ..core.record import Codec
from ..core.ruleset import Result, Ruleset, Setup
from ..core.state import State
from ..core.step import run_step
from ..players import by_seat

MOST_STEPS = 200_000


class Row(Struct, frozen=True):
    """How a battle of a match went.

    `red_seat` is the seat of the match's red player; `winner` is ``red``, ``blue`` or ``draw``, by player and not by
    seat; the `points` are red's and blue's.  `decisions` are those in which at least two answers were legal.
    `digest` is that of the last position.  `arm` is ``plain`` or ``changed`` where rules are compared.  `rounds` and
    `casualties` (red's and blue's) are None where the ruleset does not count them; `attacker` is ``red``, ``blue``, or
    empty where nobody has that part.
    """

    game: int
    seed: int
    red_seat: int
    winner: str
    points: tuple[int, ...]
    why: str
    decisions: int
    steps: int
    digest: str
    arm: str = ""
    rounds: int | None = None
    casualties: tuple[int, ...] | None = None
    attacker: str = ""


class Counting(Table):
    """A table that counts the decisions put to its players: those that have at least two legal answers."""

    __slots__ = ("decisions",)

    def __init__(self, dice: Dice, players: Mapping[int, Player]) -> None:
        super().__init__(dice, players)
        self.decisions = 0

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        answer = super().choose(play, decision)
        if decision.several_with(answer):
            self.decisions += 1
        return answer

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        given = super().choose_each(play, decisions)
        if decisions[given.seat].several_with(given.value):
            self.decisions += 1
        return given


class Ended(Struct, frozen=True):
    """A finished battle: its result, the last position, and how much there was to decide."""

    result: Result
    state: State[Any, Any]
    decisions: int
    steps: int


class Field:
    """A ruleset under the options of a setup, and the table laid out once for many battles."""

    def __init__(self, ruleset: Ruleset, setup: Setup) -> None:
        self.base, self.setup = ruleset, setup
        self.ruleset = ruleset.having(setup.options, setup.house_rules)
        self.world, self.start = self.ruleset.table(self.ruleset, setup.content)
        self.codec = Codec(self.ruleset)

    def fight(self, players: Mapping[int, Player], seed: int) -> Ended:
        """A battle to its end.  Raises `WarbookError` for one that does not end."""
        ruleset, world = self.ruleset, self.world
        result_of = ruleset.result
        oracle = Counting(Dice(seed), players)
        state = self.start.copy()
        for steps in range(MOST_STEPS):
            result = result_of(state)
            if result is not None:
                return Ended(result, state, oracle.decisions, steps)
            play = Play(state.copy(), ruleset, world, [], oracle, state)
            run_step(play)
            state = play.state
        raise WarbookError(f"a battle of {ruleset.id} with seed {seed} has not ended after {MOST_STEPS} steps")

    def record(self, names: tuple[str, ...], seed: int, write: Callable[[bytes], object]) -> Ended:
        """The same battle with its record written line by line."""

        def line(row: bytes) -> None:
            write(row)

        game = Game(self.base, self.setup, seed=seed, names=names, write=line, advance=False)
        oracle = Counting(game.oracle.dice, by_seat(names, seed))
        game.oracle = oracle
        game.go_on()
        assert game.result is not None
        return Ended(game.result, game.state, oracle.decisions, len(game.steps))


def fight(
    field: Field,
    red: str,
    blue: str,
    *,
    game: int = 0,
    seed: int = 0,
    red_seat: int = 0,
    arm: str = "",
    write: Callable[[bytes], object] | None = None,
) -> Row:
    """One battle of a match of two players by their names; with `write`, its record too; `arm` as in its `Row`."""
    names = (red, blue) if red_seat == 0 else (blue, red)
    ended = field.fight(by_seat(names, seed), seed) if write is None else field.record(names, seed, write)
    result, by_player = ended.result, slice(None, None, 1 if red_seat == 0 else -1)
    statistics = field.ruleset.statistics
    counted = statistics(field.world, ended.state) if statistics is not None else None
    return Row(
        game=game,
        seed=seed,
        red_seat=red_seat,
        winner=_player_of(result.winner, red_seat, "draw"),
        points=result.points[by_player],
        why=result.why,
        decisions=ended.decisions,
        steps=ended.steps,
        digest=blake2b(field.codec.state(ended.state), digest_size=16).hexdigest(),
        arm=arm,
        rounds=counted.rounds if counted is not None else None,
        casualties=counted.casualties[by_player] if counted is not None else None,
        attacker=_player_of(counted.attacker, red_seat, "") if counted is not None else "",
    )


def _player_of(seat: int, red_seat: int, nobody: str) -> str:
    return nobody if seat < 0 else "red" if seat == red_seat else "blue"
