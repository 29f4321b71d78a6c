"""What odds can be asked about a figure, and the position in which one is about to act."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.ruleset import Outcome
from . import charms, setup
from .bearing import pared_for_stance, pared_for_wounds
from .events.moments import TurnStart
from .model import Play
from .records import Figure, State


def _incapacitated(state: State, who: int) -> bool:
    figure = state.records[who]
    return isinstance(figure, Figure) and (figure.out or figure.wounds <= 0)


def _knocked_over(state: State, who: int) -> bool:
    figure = state.records[who]
    return isinstance(figure, Figure) and figure.down


def _wounded(state: State, who: int) -> bool:
    figure = state.records[who]
    return isinstance(figure, Figure) and figure.state == "here" and figure.hurt


def _standing(state: State, who: int) -> bool:
    figure = state.records[who]
    return isinstance(figure, Figure) and figure.standing


OUTCOMES: tuple[Outcome, ...] = (
    Outcome("incapacitated", "is incapacitated", _incapacitated, pare=pared_for_wounds),
    Outcome("wounded", "has lost wounds", _wounded, pare=pared_for_wounds),
    Outcome("knocked-over", "is knocked over", _knocked_over, pare=pared_for_stance),
    Outcome("actor-incapacitated", "is incapacitated itself", _incapacitated, of="actor", pare=pared_for_wounds),
    Outcome("actor-wounded", "has lost wounds itself", _wounded, of="actor", pare=pared_for_wounds),
    Outcome("standing", "is on its feet", _standing, of="actor", welcome=True, pare=pared_for_stance),
)


def poised(play: Play, who: int) -> State:
    """The position in which a figure is about to act: everybody on the table, its side's turn begun, its activation
    too, nothing done."""
    world, play = play.world, Play(play.state.copy(), play.ruleset, play.world, [])
    play.state.agenda = ()
    setup.everybody_in_place(play)
    figure: Figure = play.state.records[who]
    if play.state.turn.actor != who:
        ap = figure.ap if play.state.turn.phase == "play" and figure.ap else world.kits[who].profile.iv
        fresh = {} if figure.activation == "active" else {"cowed": (), "braved": ()}
        play.state.put(replace(figure, ap=ap, activation="active", **fresh))
    now = play.state.turn
    if now.seat != figure.owner:
        charms.wear_off(play, TurnStart(figure.owner, now.round))
    play.state.turn = replace(
        now,
        phase="play",
        round=max(1, now.round),
        seat=figure.owner,
        attacker=max(0, now.attacker),
        actor=who,
        deed=None,
    )
    return play.state
