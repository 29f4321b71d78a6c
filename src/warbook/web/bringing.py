"""Bringing: new battles as they are stored, and uploaded records, which are checked before they become battles.

An uploaded record may hold a position that the rules never reach, or never leave.  So a worker process reads it and
runs every step again, and play continues only from what the rules themselves gave.
"""

from __future__ import annotations

from msgspec import Struct

from .. import rulesets, table
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.record import intact
from ..core.ruleset import Setup
from ..core.seats import must_fit_at_a_table
from ..core.source import Source, shared_source
from ..players import BOTS, HUMAN
from .standing import standing
from .stored import Standing
from .tableaux import Tableaux
from .welcome import scenario_of


class Begun(Struct, frozen=True):
    """A battle that has just begun: what it is, who plays it, how it stands, and the lines of its record."""

    ruleset: str
    title: str
    scenario: str
    summary: str
    seed: int
    commitment: str
    players: tuple[str, ...]
    standing: Standing
    rows: tuple[bytes, ...]

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats that programs play."""
        return tuple(seat for seat, name in enumerate(self.players) if name != HUMAN)


def new_battle(setup: Setup, players: tuple[str, ...], dice: Source) -> Begun:
    """A new battle.  Raises `WarbookError` (`BadData` for files) for a setup that cannot be played."""
    rows: list[bytes] = []
    game = Game(
        rulesets.find(setup.ruleset),
        setup,
        seed=dice.seed or 0,
        dice=dice.how,
        commitment=dice.commitment,
        names=players,
        write=rows.append,
    )
    return begun(game, rows, players)


def begun(game: Game, rows: list[bytes], players: tuple[str, ...]) -> Begun:
    """A battle at its first question, or before its first roll, and the lines of its record so far.  If only programs
    play, nobody has a share to give, and the dice are made at once."""
    must_fit_at_a_table(game.ruleset)
    if HUMAN not in players:
        game.begin_rolling()
    scenario, summary = scenario_of(game.setup)
    bots = tuple(seat for seat, name in enumerate(players) if name != HUMAN)
    stands = standing(game, Tableaux(game), 0.0, bots)
    ruleset = game.ruleset
    return Begun(
        ruleset.id,
        scenario or ruleset.title,
        scenario,
        summary,
        game.seed,
        game.source.commitment,
        tuple(players),
        stands,
        tuple(rows),
    )


def brought(data: bytes, players: tuple[str, ...], seed: int, *, chosen: bool = False) -> Begun:
    """A battle that continues from a record.  The rolls to come have this seed, as whoever brings the record may know
    its old one; unless somebody has `chosen` the seed, it is the server's share.  Without `players` they are as in the
    record.  Raises `WarbookError` if the record is none, was changed, does not follow from its rules, or cannot be
    continued."""
    verdict = table.verify(data, "the record")
    if verdict.different:
        raise WarbookError(
            f"This record does not follow from its rules, and cannot be played on: line {verdict.line}: "
            f"{verdict.different}."
        )
    if verdict.rules:
        raise WarbookError(f"This record cannot be played on: {' '.join(verdict.rules)}.")
    rows = [row + b"\n" for row in intact(data).split(b"\n") if row]
    game = table.load(data, "the record", write=rows.append)
    sits = checked(players, game) if players else _as_recorded(game)
    game.change_dice(Source("chosen", seed) if chosen else shared_source(seed))
    game.go_on()
    return begun(game, rows, sits)


def checked(players: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """The players that somebody asks for.  Raises `WarbookError`."""
    seats = game.ruleset.seats
    if len(players) != seats:
        raise WarbookError(f"found {len(players)} players; wanted {seats}, one for each seat")
    for name in players:
        if name not in (HUMAN, *BOTS):
            raise WarbookError(f"no player {name!r}; wanted {HUMAN} or one of {', '.join(BOTS)}")
    return players


def _as_recorded(game: Game) -> tuple[str, ...]:
    """The players of a record, with a person in place of each bot that is not one of ours."""
    names = game.names if len(game.names) == game.ruleset.seats else (HUMAN,) * game.ruleset.seats
    return tuple(name if name in BOTS else HUMAN for name in names)
