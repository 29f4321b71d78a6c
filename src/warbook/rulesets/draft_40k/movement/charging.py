"""Charge: an advance, a surge or a run as fast as it can that ends in contact with an enemy unit."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.decision import Choose, Reasons
from ....core.naming import Names
from ..checks import rates, sight, terrain
from ..checks.beginnings import NEAR, began_close
from ..checks.permissions import may, permitted
from ..checks.requirements import charges_follow_shots, free_to_charge, on_table, time_to_charge
from ..events.assault import ChargeDeclared
from ..events.morale import Locked
from ..events.movement import Consolidated, Moved
from ..events.turns import DeedDone
from ..harm import morale
from ..printed.words import action
from ..records.position import foes, squad
from ..records.state import NOBODY, Mode
from ..records.unit import Unit
from ..records.world import Play
from . import dangerous, raging
from .contacts import IntoContact, into_contact_rules
from .modes import march


@requirement("It must be made of models on foot or of walkers.", fixed=True)
def on_foot(unit: Unit) -> bool:
    return unit.on_foot and not unit.gunners


@requirement("It must have an enemy in sight whom it can reach.")
def has_victim(unit: Unit) -> bool:
    return any(not against_victim(unit, foe.id) for foe in foes(unit.play, unit.owner))


def modes_of(unit: Unit) -> list[Mode]:
    """The modes in which a unit may charge: where charges follow shots it goes once its Move."""
    if charges_follow_shots(unit.play):
        return ["advance"]
    faster: tuple[Mode, ...] = ("surge", "fleet") if unit.has("fleet") else ("surge",)
    open_to = [mode for mode in (faster if may(unit, "faster") else ()) if not held(unit, mode)]
    return [mode for mode in ("advance", *open_to) if not too_far(unit, mode)]


def too_far(unit: Unit, mode: Mode) -> bool:
    """Whether a unit may not charge so far, since it began close to an enemy."""
    return began_close(unit) and rates.charge_distance(unit, mode) >= NEAR


def held(unit: Unit, mode: Mode) -> bool:
    """Whether the ground in which a unit stands holds it to less than a mode in a charge."""
    return terrain.is_barred(unit, mode, charging=True) and terrain.starts_in_difficult(unit.play, unit.id)


def against_victim(unit: Unit, foe: int) -> Reasons:
    """Why a unit may not charge another."""
    play = unit.play
    if unit.record.aimed not in (NOBODY, foe):
        return ("It must be whom it has shot at in this turn.",)
    if raging.prey_of(unit) not in (NOBODY, foe):
        return ("It rages: it must be the nearest that it sees.",)
    if Unit(play, foe).drives("flyer"):
        return ("It must not be a flyer.",)
    if not sight.sees(play, unit.id, foe):
        return ("Somebody of the unit must see it.",)
    farthest = max(rates.charge_distance(unit, mode) for mode in modes_of(unit))
    if sight.nearest(play, unit.id, foe) > farthest:
        return ("It must be within reach.",)
    return ()


def charge(play: Play, unit: Unit) -> None:
    """Name an enemy and how fast the unit goes."""
    names = Names(play.world.names)
    question = Choose(
        "target", f"Whom does {unit.name} charge?", lambda: [each.id for each in foes(play, unit.owner)],
        refuse=lambda foe: against_victim(unit, foe), named=names,
    )  # fmt: skip
    target = Unit(play, unit.ask(question))
    mode = pick_mode(play, unit, target)
    play.happen(ChargeDeclared(unit.id, target.id))
    play.then(charge_home, unit.id, target.id, mode)


def charge_home(play: Play, who: int, whom: int, mode: Mode) -> None:
    """As many as can come into contact, and the two are locked in combat, unless the enemy is a vehicle that does not
    strike back."""
    unit, target = Unit(play, who), Unit(play, whom)
    if not unit.members or not target.members:
        return
    if not may(unit, "charge"):  # it has been shot at, and has thrown itself down
        play.happen(DeedDone(who, "moved"))
        return
    distance, through = dangerous.rolled_distance(play, unit, rates.charge_distance(unit, mode))
    question = charge_question(play, unit, target, mode, distance, through=through)
    if not question.possible:
        fail(play, unit, mode)
        return
    answer = unit.ask(question)
    hindered = dangerous.goes_through(play, question, answer) and not rates.flies(unit)
    tested = dangerous.who_tests(play, unit, mode, question, answer)
    ends = tuple(question.placed(answer).items())
    late = charges_follow_shots(play)
    play.happen(Consolidated(who, ends, "charges") if late else Moved(who, mode, ends, "charges"))
    play.happen(DeedDone(who, "charged"))
    if hindered:
        play.happen(DeedDone(who, "hindered"))
    dangerous.test(play, unit, tested)
    if not unit.members:
        return
    morale.meet_charge(play, target)
    if target.record.locked:
        play.happen(DeedDone(who, "late"))  # into a fight that was going on
    if target.on_foot and target.members:
        play.happen(Locked(who, whom))


def fail(play: Play, unit: Unit, mode: Mode) -> None:
    """Nobody gets into contact: in its movement phase it may move in that mode instead."""
    play.note(unit.id, "it cannot come into contact")
    if play.option["failed-charge-moves"] and not charges_follow_shots(play):
        march(play, unit, mode)
    else:
        play.happen(DeedDone(unit.id, "charged" if charges_follow_shots(play) else "moved"))


def pick_mode(play: Play, unit: Unit, target: Unit) -> Mode:
    """How fast does it go?  Only what reaches is worth a thought."""
    apart = sight.nearest(play, unit.id, target.id)
    modes = [mode for mode in modes_of(unit) if rates.charge_distance(unit, mode) >= apart]
    return unit.pick(Choose("mode", f"How does {unit.name} charge?", lambda: modes))


def charge_question(
    play: Play, unit: Unit, target: Unit, mode: Mode, distance: int | None = None, *, through: bool = True
) -> IntoContact:
    """Where does everybody end?  They go as far as they charge, unless another distance was rolled."""
    distance = rates.charge_distance(unit, mode) if distance is None else distance
    going = terrain.going(unit, mode, charging=True, through=through)
    rules = into_contact_rules(distance, target.members, going)
    return IntoContact("charge", f"Where does {unit.name} charge?", play, unit, squad(play, target.id).members, rules)


CHARGE: Action[Unit] = action(
    "charge",
    (
        on_foot,
        time_to_charge,
        on_table,
        free_to_charge,
        permitted("charge", "It must be in a state to charge."),
        has_victim,
    ),
    charge,
)
