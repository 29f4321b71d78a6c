"""Consolidation moves: all moves outside the movement phase, and those that a rule calls so.

They ignore terrain, end in contact with no enemy, and change nothing of how fast a unit counts as having moved.
"""

from __future__ import annotations

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.marching import March
from ....space.rules import Rules
from ..checks import ground, rates
from ..checks.coherency import coherency_of
from ..events.movement import Consolidated, How
from ..records.position import enemies, model, way_layout
from ..records.unit import Unit
from ..records.world import Play
from .contacts import against_contact
from .ways import Ways

PROPOSALS = 4
"""How many ways are thought of for whoever may not stay."""


def consolidate(
    play: Play, unit: Unit, distance: int, how: How, seat: int | None = None, *, may_stay: bool = True
) -> None:
    """A unit moves so far at most, as its player likes, or that of another seat."""
    move_by(play, unit, move_question(play, unit, distance, may_stay=may_stay), how, seat)


def move_by(play: Play, unit: Unit, question: March, how: How, seat: int | None = None) -> None:
    """A unit moves as such a question is answered, or stays; so does one that touches an enemy and finds no way."""
    if not question.is_legal(question.stay) and not question.candidates(PROPOSALS):
        play.note(unit.id, "it finds no way")
        return
    answer = play.ask(unit.owner if seat is None else seat, question)
    if answer != question.stay:
        play.happen(Consolidated(unit.id, tuple(question.placed(answer).items()), how))


def move_question(play: Play, unit: Unit, distance: int, *, may_stay: bool = True) -> March:
    """Where does a unit consolidate?  Who touches an enemy already `may_stay`, as that is no move."""
    foes = enemies(play, unit.owner)

    def end(id: int, at: Placement) -> Reasons:
        if may_stay and at.spot == model(play, id).at.spot:
            return ()
        return against_contact(play, at, foes)

    return Ways(
        play,
        "consolidate",
        f"Where does {unit.name} consolidate?",
        play.world.board,
        way_layout(play),
        unit.members,
        rules_of(play, unit, distance),
        coherency=coherency_of(unit),
        end=end,
        name=play.world.names.__getitem__,
    )


def rules_of(play: Play, unit: Unit, distance: int) -> Rules:
    """How a unit consolidates: past terrain, and as near to enemies as it likes, unless the table keeps it clear."""
    clear = INCH if play.option["consolidation-keeps-clear"] else 0
    return Rules(
        distance, keep_clear=clear, going=ground.closed(), ignore_terrain=True, may_fly=rates.flies(unit),
        may_pass_friends=False, may_leap=False, may_jump=False, gap=0, climb_cost=1,
    )  # fmt: skip
