"""Flyers zoom: one turn, then straight on over everything; whoever leaves the table comes back in its next turn."""

from __future__ import annotations

from ....core.decision import Reasons
from ....core.length import INCH
from ....space.drives.decision import Drive
from ....space.drives.met import Driven, DriveRules, Met
from ..events.movement import LeftTable, Moved, Went
from ..events.vehicles import Wrecked
from ..records.position import layout
from ..records.unit import Unit
from ..records.world import Play
from .driving import STRAIGHT

LEAST, MOST = 18 * INCH, 36 * INCH
WIDEST = 90
"""Degrees that it turns at most, before it goes."""


def must_zoom(unit: Unit) -> bool:
    """Whether a flyer still has to go on in this phase."""
    return unit.drives("flyer") and unit.record.where == "table" and not unit.record.has("moved", "dropped")


def zoom(play: Play, unit: Unit) -> None:
    """It flies on; where it cannot, it falls."""
    (id,) = unit.members
    question = zoom_question(play, unit, id)
    if not question.candidates(1):
        play.happen(Wrecked(id, unit.id, gone=True))
        return
    found = question.driven(unit.ask(question))
    play.happen(Moved(unit.id, "surge", (), "zooms"))
    if off_table(found):
        play.happen(LeftTable(unit.id))
    else:
        play.happen(Went(id, found.end))


def off_table(found: Driven) -> bool:
    """Whether a flyer comes to the edge of the table."""
    return any(met.what == "border" for met in found.met)


def zoom_question(play: Play, unit: Unit, id: int) -> Drive:
    """Where does it fly?  One that is damaged goes straight on."""

    def refuse(found: Driven) -> Reasons:
        if len(found.lengths) != 1:
            return STRAIGHT
        return ('It must go 18" at least.',) if found.lengths[0] < LEAST else ()

    def above(met: Met) -> bool:
        return met.what != "body"

    return Drive(
        "zoom", f"Where does {unit.kit(id).name} fly?", play.world.board, layout(play), id,
        DriveRules(MOST, back=0, turns=0 if unit.crippled else 1, widest=WIDEST, gap=MOST, going=()),
        stops=lambda met: False, yields=above, refuse=refuse, name=play.world.names.__getitem__,
        leads=lambda: play.ruleset.leads(play, unit.id),
    )  # fmt: skip
