"""Whoever lies in toxic sludge or in a flooded passage when a round ends."""

from __future__ import annotations

from ....core.dice import D6
from ..events.moments import RoundEnding
from ..records import Model, Play
from ..records.position import fighters, stands_in
from . import injury

LOST = 1  # on a die of that, whoever lies there is out of action


def soak(play: Play) -> None:
    """Whoever lies prone in toxic sludge rolls a die each."""
    for fighter in fighters(play) if play.world.sludge else ():
        model = Model(play, fighter.id)
        if model.prone and any(stands_in(play, model.at, number) for number in play.world.sludge):
            may_be_lost(play, model, "sludge")


def drown_later(play: Play, ending: RoundEnding) -> None:
    """Whoever lies seriously injured in a flooded passage may drown; that is a step of its own."""
    if play.world.flooded:
        play.then(drown)


def drown(play: Play) -> None:
    """Whoever lies seriously injured in a flooded passage rolls a die each."""
    for fighter in fighters(play):
        model = Model(play, fighter.id)
        if model.serious and any(stands_in(play, model.at, number) for number in play.world.flooded):
            may_be_lost(play, model, "drown")


def may_be_lost(play: Play, model: Model, key: str) -> None:
    """A die: on a 1 it is out of action."""
    if play.roll(D6, key, "It is lost on a 1", model.id) <= LOST:
        injury.take_out(play, model, -1)
