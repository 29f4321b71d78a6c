"""The position in which a model is about to act, for odds and for the scenes of tests."""

from __future__ import annotations

from typing import Any

from ....core.length import INCH
from ....core.structs import replace
from ..records import Play, State
from . import deployment
from .turn import make_ready

DUSK = 12 * INCH  # how far one sees where it will be dark and nobody has rolled yet


def about_to_act(play: Play, who: int) -> State:
    """The position in which a model is about to act: everybody on the table, its activation begun, nothing done.

    Those still to be deployed are put down where the first candidate is.
    """
    world, play = play.world, Play(play.state.copy(), play.ruleset, play.world, [])
    play.state.agenda = ()
    while (seat := deployment.next_to_deploy(world, play.state)) >= 0:
        waiting = deployment.waiting_to_deploy(world, play.state, seat)[0]
        deployment.put_down(play, waiting, lambda start: start.candidates(1)[0])
    now = play.state.turn
    if world.scenario.dark and not now.dark:
        now = replace(now, dark=DUSK)
    if now.round == 0:
        make_ready(play)
    actor: Any = play.state.records[who]  # a fighter or a crewed vehicle
    play.state.put(replace(actor, ready=False))
    play.state.turn = replace(
        now,
        phase="action",
        round=max(1, now.round),
        priority=max(0, now.priority),
        seat=actor.owner,
        actor=who,
        left=2,
        done=(),
        group=(),
    )
    return play.state
