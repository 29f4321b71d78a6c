"""Charge by Chance: who is trapped, or whom a tank has come to, charges out of turn."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.action import requirement
from ....core.reaction import Reaction, Respondent
from ..checks import rates, sight
from ..checks.permissions import may
from ..checks.requirements import unit_of
from ..events.courses import TankShocked
from ..events.morale import Locked, MoraleChanged, Trapped
from ..events.movement import Consolidated
from ..events.turns import DeedDone
from ..harm import morale
from ..movement.contacts import IntoContact, into_contact_rules
from ..records.position import course_of, foes
from ..records.unit import Unit
from ..records.world import Play
from . import assault
from .tank_shock import answered, not_answered


def face_walker(play: Play, tank: Unit, walker: Unit) -> None:
    """A tank has come to a walker, which takes no test, but may charge it."""
    if walker.drives("walker") and play.option["walkers-answer-tank-shock"]:
        play.happen(TankShocked(tank.id, walker.id, True, None))


def concerned(play: Play, event: TankShocked | Trapped) -> Iterable[int]:
    """The unit that a tank has come to, or that is trapped."""
    return (event.whom if isinstance(event, TankShocked) else event.who,)


@requirement(
    "It must be made of models on foot or of walkers.",
    condition="It must be made of models on foot or of walkers, and not of guns unless the table lets their crews.",
)
def afoot(asked: Respondent) -> bool:
    unit = unit_of(asked)
    return unit.on_foot and (not unit.gunners or asked.play.option["artillery-charges-by-chance"])


@requirement("It must be free to charge: fighting nobody, its crew neither stunned nor immobilised.")
def free_to_charge(asked: Respondent) -> bool:
    unit = unit_of(asked)
    if not unit.members or unit.record.locked or unit.crippled:
        return False
    return isinstance(asked.event, Trapped) or may(unit, "react")


@requirement(
    "It must have passed its test.", condition="It must have passed the test of a tank shock, unless the table has it."
)
def stands(asked: Respondent) -> bool:
    if isinstance(asked.event, Trapped):
        return True
    return asked.event.held or not asked.play.option["chance-charge-needs-pass"]


def charge_by_chance(play: Play, who: int, event: TankShocked | Trapped) -> None:
    """Who is trapped charges the nearest enemy at once; whom a tank has come to charges it when it has stopped."""
    if isinstance(event, TankShocked):
        answered(play, "charge-by-chance", chargers=(*course_of(play).chargers, who))
        return
    unit = Unit(play, who)
    target = min(foes(play, unit.owner), key=lambda foe: (sight.nearest(play, who, foe.id), foe.id), default=None)
    if target is not None:
        charge(play, unit, Unit(play, target.id))


def charge_tank(play: Play, id: int, tank: int) -> None:
    """A unit charges the tank that has come to it."""
    unit, target = Unit(play, id), Unit(play, tank)
    if unit.members and target.members:
        charge(play, unit, target)


def charge(play: Play, unit: Unit, target: Unit) -> None:
    """As far as it advances, into contact: the two are locked in combat, and both close up; a vehicle that does not
    strike back is struck in the next assault phase.  Who does not get there stays."""
    distance = rates.distance(unit, play.option["chance-charge-reach"])
    question = IntoContact(
        "chance-charge", f"Where does {unit.name} charge?", play, unit, target.members,
        into_contact_rules(distance, target.members),
    )  # fmt: skip
    if not question.possible:
        play.note(unit.id, "it cannot come into contact")
        return
    answer = unit.ask(question)
    play.happen(Consolidated(unit.id, tuple(question.placed(answer).items()), "charges by chance"))
    if unit.record.morale != "steady":
        play.happen(MoraleChanged(unit.id, "steady"))
    play.happen(DeedDone(unit.id, "by-chance"))
    if play.option["chance-charge-bonus"]:
        play.happen(DeedDone(unit.id, "charged"))
    morale.meet_charge(play, target)
    if target.on_foot and target.members:
        play.happen(Locked(unit.id, target.id))
        assault.pile_in(play, unit)
        assault.pile_in(play, target)


CHARGE_BY_CHANCE = Reaction(
    "charge-by-chance", "Charge by Chance",
    "A unit on foot or a walker that is trapped, or to which a tank has come, charges out of turn: the nearest enemy, "
    "or the tank where it stops.",
    "reactions", concerned, charge_by_chance, cost="nothing", requires=(afoot, free_to_charge, stands, not_answered),
    ours=(free_to_charge, stands, not_answered),
    options=(
        "reactions-per-trigger", "chance-charge-needs-pass", "chance-charge-reach", "chance-charge-bonus",
        "artillery-charges-by-chance", "walkers-answer-tank-shock", "fleet-bars-reactions",
        "falling-back-bars-reactions", "suppressed-react", "stunned-react", "movement-rates", "unlisted-move",
        "fearless-grades", "leadership",
    ),
)  # fmt: skip
