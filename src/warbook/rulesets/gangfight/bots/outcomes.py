"""What odds can be asked about a figure, and the position in which one is about to act."""

from __future__ import annotations

from ....core.ruleset import Outcome
from ..records import Figure, State
from .bearing import pared_for_stance, pared_for_wounds


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
    Outcome("actor-incapacitated", "is incapacitated", _incapacitated, of="actor", pare=pared_for_wounds),
    Outcome("actor-wounded", "has lost wounds", _wounded, of="actor", pare=pared_for_wounds),
    Outcome("standing", "is on its feet", _standing, of="actor", welcome=True, pare=pared_for_stance),
)
