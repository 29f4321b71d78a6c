"""The end phase of pieces of terrain: what was switched on or off, and what begins by chance."""

from __future__ import annotations

from ....core.dice import D6
from ....core.events import EffectBegan, EffectsEnded
from ....core.structs import replace
from ..checks import badzones, pieces
from ..events.moments import RoundEnding
from ..records import Piece, Play
from ..records.effects import begin_effect
from ..records.position import things

BEGINS, BEGINS_IN_MANUFACTORY = 6, 4


def settle_later(play: Play, ending: RoundEnding) -> None:
    """Where anything has been switched, or may begin by chance, that is settled in a step of its own."""
    if any(e.until in ("end-phase", "next-end-phase") for e in play.state.effects) or left_to_chance(play):
        play.then(settle)


def left_to_chance(play: Play) -> list[int]:
    """The pieces whose special effect may begin by chance."""
    kinds = {id for id, row in play.world.edition.library.pieces.items() if row.random}
    return [p.id for p in things(play, Piece) if p.there and p.profile in kinds and not pieces.is_off(play, p.id)]


def settle(play: Play) -> None:
    """What was to last until this end phase is over; then a die for each piece whose effect may begin by chance."""
    play.happen(EffectsEnded("end-phase"))
    later = [effect for effect in play.state.effects if effect.until == "next-end-phase"]
    play.happen(EffectsEnded("next-end-phase"))
    for effect in later:
        play.happen(EffectBegan(replace(effect, until="end-phase")))
    manufactory = badzones.fought_in(play, "ancient-manufactory")
    needed = BEGINS_IN_MANUFACTORY if manufactory else BEGINS
    for who in left_to_chance(play):
        if play.roll(D6, "terrain", f"Does {play.world.names[who]} begin? {needed}+") >= needed:
            play.note(who, "begins")
            begin_effect(play, "running", who, "end-phase")
