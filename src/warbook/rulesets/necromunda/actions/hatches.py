"""Service hatches: ducking behind one."""

from __future__ import annotations

from ....core.action import requirement
from ....core.events import EffectsEnded
from ..checks import pieces, reach
from ..checks.requirements import standing_active, there_must_be_a
from ..events.fighters import StoodUp
from ..events.movement import Moved
from ..printed.library import action
from ..records import Model, Play
from ..records.effects import begin_effect
from ..records.position import whichever_way

hatches_on_board = there_must_be_a("a service hatch", "hatch")


@whichever_way
def _hatch_at_hand(play: Play, who: int) -> bool:
    model = Model(play, who)
    return any(reach.at_hand(model, hatch.at.spot) for hatch in pieces.pieces(play, "hatch"))


@requirement("It must be within an inch of a service hatch.")
def hatch_at_hand(model: Model) -> bool:
    return _hatch_at_hand(model.play, model.id)


@requirement("It must not have that cover already.")
def in_the_open(model: Model) -> bool:
    return not model.effect("sheltered")


def cover(play: Play, model: Model) -> None:
    """It is in partial cover until it moves or is moved."""
    begin_effect(play, "sheltered", model.id, "moved")


def leave_cover(play: Play, moved: Moved) -> None:
    """Whoever is somewhere else has no cover of a hatch any more, does not hide in it, and is out of what it had sunk
    into."""
    model = Model(play, moved.who)
    if model.effect("sheltered") or model.effect("sunk"):
        play.happen(EffectsEnded("moved", moved.who))
    come_out(play, moved)


def come_out(play: Play, out: Moved | StoodUp) -> None:
    """Whoever gets to its feet hides in a hatch no longer."""
    if Model(play, out.who).effect("tucked-away"):
        play.happen(EffectsEnded("emerged", out.who))


COVER = action("cover", (hatches_on_board, standing_active, hatch_at_hand, in_the_open), cover, ours=(in_the_open,))
