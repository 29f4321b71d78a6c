"""Hit and run: a unit with that rule may leave its fight at the end of an assault phase."""

from __future__ import annotations

from typing import Any

from ....core.decision import Confirm, Reasons
from ....core.dice import D6, dice
from ....core.length import INCH
from ....core.state import Placement
from ..checks.coherency import coherency_of
from ..checks.permissions import verdict
from ..events.morale import Parted
from ..events.movement import Consolidated
from ..records.position import enemies, model, squad, squads, way_layout
from ..records.unit import Unit
from ..records.world import Play
from . import consolidating
from .contacts import AROUND, against_contact
from .proposed import Proposed

FAR = dice(3)
SHARES = (4, 3, 2, 1)
"""Quarters of its way that are proposed."""
FAILS = 6
"""A test of Initiative is always failed by it."""


class BreaksOff(Proposed):
    """Where a unit goes that leaves a fight: each model straight on, past whom it fought, into contact with nobody."""

    __slots__ = ("foes", "play")

    def __init__(self, play: Play, unit: Unit, distance: int) -> None:
        self.play, self.foes = play, tuple(id for foe in unit.record.locked for id in squad(play, foe).members)
        others = enemies(play, unit.owner)

        def end(_: int, at: Placement) -> Reasons:
            return against_contact(play, at, others)

        super().__init__(
            play, "break-off", f"Where does {unit.name} break off to?", play.world.board,
            way_layout(play).lifted(self.foes), unit.members, consolidating.rules_of(play, unit, distance),
            coherency=coherency_of(unit), end=end, name=play.world.names.__getitem__,
        )  # fmt: skip

    def against_part(self, id: int, part: Any) -> Reasons:
        return super().against_part(id, part) or (("It must go straight on.",) if len(self.route_of(part)) > 1 else ())

    def proposal(self) -> tuple[Any, ...] | None:
        """All of them the same way, away from whom they fought and as far as they get."""
        at = model(self.play, self.leader).at
        away = [(at.x - foe.x, at.y - foe.y) for foe in (model(self.play, id).at for id in self.foes)]
        dx, dy = sum(x for x, _ in away), sum(y for _, y in away)
        for x, y in sorted(AROUND, key=lambda towards: -(towards[0] * dx + towards[1] * dy)):
            for share in SHARES:
                step = self.rules[self.leader].allowance * share // SHARES[0]
                answer = self.all_go(x * step // 1000, y * step // 1000)
                if self.is_legal(answer):
                    return answer
        return None


def end_of_fights(play: Play) -> None:
    """Every unit that can may leave its fight, those of whose turn it is first: it is a move of its own will."""
    if "hit-and-run" not in play.world.rules:
        return
    seat = play.state.turn.seat
    for each in sorted(squads(play), key=lambda each: (each.owner != seat, each.id)):
        unit = Unit(play, each.id)
        if each.locked and unit.has("hit-and-run") and verdict(unit, "consolidate", but="locked")[0] == "y":
            play.then(break_off, each.id)


def break_off(play: Play, id: int) -> None:
    """By a test of Initiative a unit goes up to 3D6 inches straight out of its fight, and nobody sweeps it away."""
    unit = Unit(play, id)
    if not unit.members or not unit.record.locked:
        return
    if not unit.ask(Confirm("break-off", f"Does {unit.name} try to break off?")):
        return
    quick = unit.kit(unit.leader).card.i if unit.led else unit.characteristic("i")
    if not FAILS > play.roll(D6, "initiative", f"Initiative, {quick} or less", id) <= quick:
        return
    inches: int = play.roll(FAR, "break-off", "Breaks off", id)
    question = BreaksOff(play, unit, inches * INCH)
    if not question.possible:
        play.note(id, "it finds no way out")
        return
    ends = tuple(question.placed(unit.ask(question)).items())
    for foe in unit.record.locked:
        play.happen(Parted(id, foe))
    play.happen(Consolidated(id, ends, "breaks off"))
