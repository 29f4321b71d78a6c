"""Whose turn it is: the attacker's, the defender's, the neutrals', then the next round; and who may be activated."""

from __future__ import annotations

from ....core.action import Action
from ....mechanics.world import per_battle
from ..checks.requirements import has_points
from ..events.moments import RoundEnd, TurnEnd, TurnStart
from ..events.rounds import TurnBegan, TurnPassed
from ..harm import courage
from ..records import NEUTRAL, Figure, Model, Play
from ..records.position import figures, here
from . import scoring

# ---- a turn ----------------------------------------------------------------------------------------------------------


def begin_turn(play: Play, seat: int, round: int) -> None:
    """What lasted until now ends, and the scenario may bring somebody; then the points are given out."""
    play.reach(TurnStart(seat, round))
    play.then(give_points, seat, round)


def give_points(play: Play, seat: int, round: int) -> None:
    """Held points are lost, and each figure gets its points, fewer if its nerve has failed."""
    courage.test_after_losses(play, seat)
    those = here(play)
    by_round, first = play.option["points-come"] == "round", seat == play.state.turn.attacker
    kept = by_round and not first
    mine = tuple(
        (f.id, min(f.ap, points) if kept else points)
        for f in those
        if f.owner == seat
        for points in (Model(play, f.id).points,)
    )
    theirs = tuple((f.id, Model(play, f.id).points) for f in others(play, seat)) if by_round and first else ()
    play.happen(TurnBegan(seat, round, party_name(play, seat), mine, theirs))


def others(play: Play, seat: int) -> list[Figure]:
    """Everybody else in the battle, reserves of the other side too."""
    return [f for f in figures(play) if (f.here and f.owner != seat) or (f.state == "waiting" and f.owner == 1 - seat)]


def party_name(play: Play, seat: int) -> str:
    """What a seat is called."""
    return "the neutrals" if seat == NEUTRAL else play.world.parties[seat]


def end_turn(play: Play) -> None:
    """The attacker's turn is followed by the defender's, that by the neutrals', and that by the next round."""
    play.then(turn_over, play.state.turn.seat)


def turn_over(play: Play, seat: int) -> None:
    """What the scenario looks at when a turn ends; then the next one begins."""
    now = play.state.turn
    play.reach(TurnEnd(seat))
    if scoring.is_over(play):
        return
    following, round = next_seat(play, seat), now.round
    if following == now.attacker:
        play.reach(RoundEnd(round))
        if scoring.is_over(play):
            return
        round += 1
    play.happen(TurnPassed(following, round))
    play.then(begin_turn, following, round)


def next_seat(play: Play, seat: int) -> int:
    """Whose turn follows."""
    attacker = play.state.turn.attacker
    if seat == attacker:
        return 1 - attacker
    if seat == NEUTRAL or not any(f.owner == NEUTRAL for f in here(play)):
        return attacker
    return NEUTRAL


# ---- who may act -----------------------------------------------------------------------------------------------------


def holders(play: Play, seat: int) -> list[Figure]:
    """Those of a side who are on their feet and hold points."""
    return [f for f in here(play) if f.owner == seat and f.standing and f.ap > 0]


def points_held_in_words(play: Play, seat: int) -> str:
    """Who of a side may still interrupt, as people read it."""
    able, party = holders(play, seat), party_name(play, seat)
    if not able:
        return f"{party} hold no points."
    each = ", ".join(f"{play.world.names[f.id]} {f.ap}" for f in able)
    return f"{party} hold {sum(f.ap for f in able)} AP: {each}."


def able_to_be_activated(play: Play, seat: int) -> list[int]:
    """The figures of a side that may be activated: on the table, their activation not over, with points to spend, or
    something to do for nothing."""
    return [f.id for f in here(play) if f.owner == seat and may_be_activated(play, f)]


def may_be_activated(play: Play, f: Figure) -> bool:
    """Whether a figure may be activated in the turn of its side."""
    return f.activation == "ready" and f.here and can_act(play, f)


def can_act(play: Play, f: Figure) -> bool:
    """Whether a figure has points to spend, or may do something for nothing, as to take a point from its kin."""
    return f.ap > 0 or any(action.allowed(Model(play, f.id)) for action in _free_actions(play))


@per_battle
def _free_actions(play: Play) -> tuple[Action[Model], ...]:
    """The actions that somebody without points may take."""
    return tuple(action for action in play.ruleset.actions if has_points not in action.requires)
