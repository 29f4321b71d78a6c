"""Flying High after it is declared: how long a unit counts as a flyer, and who is moved six inches for it."""

from __future__ import annotations

from ....core.effect import has_effect
from ....core.events import EffectBegan, EffectsEnded
from ....core.length import INCH
from ....core.state import Effect
from ..movement import consolidating, driving
from ..records.state import Volley
from ..records.unit import Unit
from ..records.world import Play

PUSHED = 6 * INCH
"""How far whoever has flown high is moved."""
FLYING, MOVED = "flying-high", "pushed"
PHASE = "phase"
"""The end of a phase."""


def flies(unit: Unit) -> bool:
    """Whether a unit still counts as a flyer for an attack that it answered before."""
    return has_effect(unit.play.state, unit.id, FLYING)


def push(play: Play, volley: Volley) -> None:
    """The side that shoots may move whoever has flown high six inches; at some tables the unit that shot, and only once
    in a phase."""
    option = play.option
    moved = Unit(play, volley.target if option["flying-high-moves"] == "unit" else volley.who)
    if not moved.members or moved.record.where != "table" or moved.drives("flyer"):
        return  # those who have shot out of a transport stay in it, and a flyer is not pushed
    if not option["flying-high-each-time"] and has_effect(play.state, volley.target, MOVED):
        return
    if not option["flying-high-each-time"]:
        play.happen(EffectBegan(Effect(MOVED, volley.target, PHASE)))
    consolidate = consolidating.consolidate if moved.on_foot else driving.consolidate
    consolidate(play, moved, PUSHED, "is pushed away", play.state.records[volley.who].owner)


def end_phase(play: Play) -> None:
    """What lasted for the phase is over."""
    if any(effect.until == PHASE for effect in play.state.effects):
        play.happen(EffectsEnded(PHASE))
