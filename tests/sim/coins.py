"""Coins: the smallest game with a house rule and an option whose effects are known exactly.

One roll of a D6 decides.  By the plain rules the first side wins on 1 to 3; with the house rule ``lucky-four`` on 4 as
well: 1/6 more of its score.  Each point of the face is a casualty of the loser's, on a mean of 3.5.  The option
``extra-rounds`` makes a battle longer by so many rounds, and nothing else.  ``idle`` changes nothing.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from warbook.core.action import Action
from warbook.core.decision import Confirm
from warbook.core.dice import D6
from warbook.core.errors import WarbookError
from warbook.core.events import Event
from warbook.core.play import Play
from warbook.core.ruleset import HouseRule, Option, Result, Ruleset, Setup, Statistics
from warbook.core.state import Body, Placement, State, Turn
from warbook.core.structs import replace

WIN = 1 / 6  # what lucky-four adds to the score of the first side
MEAN_FACE = 3.5


class Coin(Body, frozen=True, kw_only=True):
    """One for each side."""


class Toss(Turn, frozen=True):
    face: int = 0
    wins: int = 3
    round: int = 1


class Tossed(Event, frozen=True, gc=False):
    face: int
    wins: int
    round: int

    def apply(self, state: State[Any, Any]) -> None:
        state.turn = replace(state.turn, face=self.face, wins=self.wins, round=self.round)


def turn(play: Play[Any, Any, Any]) -> None:
    play.ask(0, Confirm("toss", "Toss?"))
    play.happen(Tossed(play.roll(D6, "toss"), play.ruleset.edition, 1 + play.option["extra-rounds"]))


def result(state: State[Any, Any]) -> Result | None:
    now = state.turn
    if not now.face:
        return None
    first = now.face <= now.wins
    return Result(0 if first else 1, (now.face, 0) if first else (0, now.face), "the coin lies")


def statistics(world: Any, state: State[Any, Any]) -> Statistics:
    now = state.turn
    return Statistics(now.round, (0, now.face) if now.face <= now.wins else (now.face, 0), attacker=1)


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[Any, State[Any, Any]]:
    records = [Coin(id=seat, owner=seat, profile="coin", at=Placement(seat, 0)) for seat in (0, 1)]
    return None, State(records, Toss())


def _lucky(rules: Ruleset) -> Ruleset:
    return dataclasses.replace(rules, edition=4)


COINS = Ruleset(
    id="coins",
    title="Coins",
    version="1",
    seats=2,
    turn=turn,
    table=table,
    result=result,
    active_seat=lambda state: 0,
    actions=(Action("toss", "Toss", "1", "It tosses.", "", (), lambda play, me: None),),
    records=(Coin,),
    turns=(Toss,),
    events=(Tossed,),
    options=(Option("extra-rounds", 0, (0, 1, 2), "How many more rounds.", "the tests"),),
    house_rules=(
        HouseRule("lucky-four", "Lucky four", "A four wins, too.", "the tests", _lucky),
        HouseRule("idle", "Idle", "Nothing is different.", "the tests", lambda rules: rules),
    ),
    statistics=statistics,
    edition=3,  # up to what face the first side wins
)
SETUP = Setup("coins", {})


def find(name: str) -> Ruleset:
    """As `warbook.rulesets.find`, for one game that is not installed."""
    if name != "coins":
        raise WarbookError(f"no ruleset {name!r}")
    return COINS
