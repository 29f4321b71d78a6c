"""Ductways: which ends are at hand, and crawling through."""

from __future__ import annotations

from functools import partial

from ....core.action import requirement
from ....core.decision import Choose
from ....core.state import Posture
from ....space.placing import Place
from ..checks import ductway_ends, reach
from ..checks.requirements import ductways_on_board, standing_active
from ..harm import displacement
from ..printed.library import action
from ..records import Model, Play
from ..records.fighters import PRONE_HEIGHT
from ..records.position import board_now, layout, namer, per_position


@requirement("It must be within an inch of an end of a ductway.")
def ductway_near(model: Model) -> bool:
    return bool(ductway_ends.duct_ends_near(model))


def duct_exit(model: Model, at: tuple[int, int]) -> Place:
    """Where a fighter may come out at the other end of a ductway: an inch from every enemy, those who lie injured
    too."""
    play = model.play
    far = play.world.board.ductways[at[0]].ends[1 - at[1]]
    return Place(
        "exit",
        "Where does it come out?",
        board_now(play),
        layout(play),
        model.id,
        near=far,
        within=reach.REACH,
        inside=partial(ductway_ends.walled_off_from, play, far),
        keep_clear=displacement.KEEP_CLEAR,
        walls_between=PRONE_HEIGHT,
        keep_from=Posture.HELPLESS,
        name=namer(play),
    )


@per_position
def ways_through(play: Play, who: int) -> list[tuple[int, int]]:
    """The ends of ductways within an inch of a fighter behind which there is room."""
    model = Model(play, who)
    return [at for at in ductway_ends.duct_ends_near(model) if duct_exit(model, at).has_room()]


@requirement("There must be room at the other end of the ductway, an inch from every enemy.")
def way_through(model: Model) -> bool:
    return bool(ways_through(model.play, model.id))


def crawl_through_ductway(play: Play, model: Model) -> None:
    """Go in at one end of a ductway and come out at the other."""
    ends = ways_through(play, model.id)
    ducts = play.world.board.ductways
    at = play.pick(
        model.owner, Choose("ductway", "Which ductway?", lambda: ends, named=lambda way: f"the {ducts[way[0]].id}")
    )
    displacement.put_down(play, model, duct_exit(model, at))


CRAWL_THROUGH_DUCTWAY = action(
    "crawl-through-ductway", (ductways_on_board, standing_active, ductway_near, way_through), crawl_through_ductway
)
