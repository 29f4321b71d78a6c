"""Who acts when, and how a battle ends."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from warbook.core.decision import Choose, Names
from warbook.core.ruleset import Result, Statistics
from warbook.core.state import Posture

from .events import Finished, Picked, TideTurned
from .model import Hand, Play, Position


def turn(play: Play) -> None:
    """What happens next: a sailor acts, or is picked to act, or the tide turns."""
    now = play.state.turn
    if now.actor >= 0:
        act(play, Hand(play, now.actor))
        return
    ready = [waiting(play.state, seat) for seat in (0, 1)]
    if not any(ready):
        play.happen(TideTurned(now.round + 1))
        return
    seat = now.seat if ready[now.seat] else 1 - now.seat
    who = play.ask(seat, Choose("activate", "Who acts?", lambda: ready[seat], named=Names(play.world.names)))
    play.happen(Picked(who))


def act(play: Play, hand: Hand) -> None:
    """One action of the sailor that was picked."""
    actions = play.ruleset.action
    menu = Choose(
        "action",
        f"What does {play.world.names[hand.id]} do?",
        lambda: list(actions),
        refuse=lambda name: actions[name].why_not(hand),
        allow=lambda name: actions[name].allowed(hand),
        idle=("hold",),
        named=lambda name: actions[name].name,
    )
    actions[play.ask(hand.owner, menu)].rule(play, hand)
    play.happen(Finished(hand.id))


def waiting(state: Position, seat: int) -> list[int]:
    """The sailors of a side who have not acted yet."""
    mine = (sailor for sailor in state.records if sailor.owner == seat and not sailor.done)
    return [sailor.id for sailor in mine if sailor.at.posture == Posture.UP]


def hands(state: Position, seat: int) -> int:
    """How many of a side are still in the fight."""
    return sum(sailor.owner == seat and sailor.at.posture == Posture.UP for sailor in state.records)


def result(state: Position) -> Result | None:
    left = (hands(state, 0), hands(state, 1))
    if all(left) and state.turn.round <= state.turn.rounds:
        return None
    winner = -1 if left[0] == left[1] else int(left[1] > left[0])
    return Result(winner, left, "the tide is in" if all(left) else "one crew is gone")


def statistics(world: Any, state: Position) -> Statistics:
    """What simulations count: rounds, and the sailors of each side who are out of the fight."""
    fallen = tuple(sum(sailor.owner == seat for sailor in state.records) - hands(state, seat) for seat in (0, 1))
    return Statistics(min(state.turn.round, state.turn.rounds), fallen)


def active_seat(state: Position) -> int:
    """The side whose step it is."""
    actor = state.turn.actor
    return state.records[actor].owner if actor >= 0 else state.turn.seat


def poised(play: Play, who: int) -> Position:
    """The position in which this sailor is about to act."""
    ready = play.state.copy()
    ready.agenda = ()
    ready.turn = replace(ready.turn, actor=who)
    return ready


def is_down(state: Position, who: int) -> bool:
    """What odds can be asked about."""
    return state.records[who].wounds == 0


def value(play: Play, seat: int) -> float:
    """What a position is worth to a side: its wounds left, less the other's."""
    return float(sum(sailor.wounds if sailor.owner == seat else -sailor.wounds for sailor in play.state.records))
