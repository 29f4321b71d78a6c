"""What fighters do in badzones: searching an old cache."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....core.dice import D6
from ....core.length import INCH
from ..checks import badzones
from ..checks.characteristics import passes_willpower
from ..checks.requirements import standing_active
from ..events.attacks import Does
from ..events.badzones import CasketDugUp
from ..printed.library import action
from ..records import Model, Piece, Play
from ..records.position import friends, near_by, per_position, things
from . import handling

HELPERS_REACH = 6 * INCH
FINDS, FINDS_IN_MANUFACTORY = 6, 4


@requirement("The battle must be fought in a badzone with events.", fixed=True)
def with_events(model: Model) -> bool:
    return model.play.world.badzone >= 0


# ---- scavenging ------------------------------------------------------------------------------------------------------


@requirement("The event in force must be the Old Cache.")
def at_old_cache(model: Model) -> bool:
    return badzones.befallen_by(model.play, "old-cache")


def finds_left(play: Play) -> list[Piece]:
    """What nobody has found yet."""
    return [piece for piece in things(play, Piece) if piece.profile == "find"]


@per_position
def _beside(play: Play, who: int, find: int) -> list[tuple[int, int, int]]:
    return handling.places_beside(play, Model(play, who), play.state.records[find])


@requirement("There must be something left to find, and room for it beside the fighter.")
def something_to_find(model: Model) -> bool:
    left = finds_left(model.play)
    return bool(left) and bool(_beside(model.play, model.id, left[0].id))


def scavenge(play: Play, model: Model) -> None:
    """A die, one more for each other friend within 6": 6 turns up a loot casket, 4 in an ancient manufactory."""
    manufactory = badzones.fought_in(play, "ancient-manufactory")
    needed = FINDS_IN_MANUFACTORY if manufactory else FINDS
    helpers = sum(near_by(play, friend.at, model.at, HELPERS_REACH) for friend in friends(play, model.id))
    play.happen(Does(model.id, "searches", play.world.badzone))
    if play.roll(D6, "scavenge", f"Scavenging, {needed} with friends nearby") + helpers >= needed:
        find = finds_left(play)[0].id
        spots = _beside(play, model.id, find)
        question = Choose("casket.side", "Where does the casket lie?", lambda: spots, named=handling.spot_in_words)
        play.happen(CasketDugUp(find, *play.pick(model.owner, question)))
    elif badzones.fought_in(play, "tainted-ground"):
        passes_willpower(model, "scavenge")  # whoever fails such a test there is insane


SCAVENGE = action(
    "scavenge", (with_events, standing_active, at_old_cache, something_to_find), scavenge, ours=(something_to_find,)
)
