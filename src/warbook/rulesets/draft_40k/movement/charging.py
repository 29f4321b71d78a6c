"""Charge: an advance, a surge or a run as fast as it can that ends in contact with an enemy unit."""

from __future__ import annotations

from collections.abc import Sequence

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
from ..records.position import foes, model, squad
from ..records.state import NOBODY, Mode
from ..records.unit import Unit
from ..records.world import Play
from . import dangerous, raging
from .contacts import IntoContact, into_contact_rules, touches
from .modes import march


@requirement("It must be made of models on foot or of walkers.", fixed=True)
def on_foot(unit: Unit) -> bool:
    return unit.on_foot and not unit.gunners


@requirement(
    "It must have an enemy in sight whom it can reach.",
    condition="It must have an enemy whom it can reach.",
    ours="That enemy must be in sight.",
)
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
    victims = (target.id, *pick_others(play, unit, target, mode))
    for whom in victims:
        play.then(declare, unit.id, whom)
    play.then(charge_home, unit.id, mode, *victims)


def declare(play: Play, who: int, whom: int) -> None:
    """Each of those who are charged may answer it before the next is told."""
    if squad(play, who).members:
        play.happen(ChargeDeclared(who, whom))


def pick_others(play: Play, unit: Unit, target: Unit, mode: Mode) -> list[int]:
    """Whom else does it charge?  Whoever it can come to without losing its coherency."""
    found, reach = list[int](), rates.charge_distance(unit, mode)
    names = Names(play.world.names, words={NOBODY: "nobody else"})
    others = [each.id for each in foes(play, unit.owner) if each.id != target.id]
    able = [id for id in others if sight.nearest(play, unit.id, id) <= reach and not against_victim(unit, id)]
    while able:
        options = (NOBODY, *(id for id in able if id not in found))
        prompt = f"Whom else does {unit.name} charge?"
        chosen: int = unit.pick(Choose("also", prompt, lambda options=options: options, idle=(NOBODY,), named=names))
        if chosen == NOBODY:
            break
        found.append(chosen)
    return found


def charge_home(play: Play, who: int, mode: Mode, *victims: int) -> None:
    """As many as can come into contact, and they are locked in combat with whom they touch, unless that is a vehicle
    that does not strike back."""
    unit, targets = Unit(play, who), [Unit(play, whom) for whom in victims if squad(play, whom).members]
    if not unit.members or not targets:
        return
    if not may(unit, "charge"):  # it has been shot at, and has thrown itself down
        play.happen(DeedDone(who, "moved"))
        return
    distance, through = dangerous.rolled_distance(play, unit, rates.charge_distance(unit, mode))
    question = charge_question(play, unit, targets, mode, distance, through=through)
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
    for target in targets:
        if any(touches(play, model(play, id).at, target.members) for id in unit.members):
            fight(play, unit, target)


def fight(play: Play, unit: Unit, target: Unit) -> None:
    """A unit has come into contact with another: who falls back rallies, or is destroyed; else the two are locked."""
    morale.meet_charge(play, target)
    if target.record.locked:
        play.happen(DeedDone(unit.id, "late"))  # into a fight that was going on
    if target.on_foot and target.members:
        play.happen(Locked(unit.id, target.id))


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
    play: Play, unit: Unit, targets: Sequence[Unit], mode: Mode, distance: int | None = None, *, through: bool = True
) -> IntoContact:
    """Where does everybody end?  They go as far as they charge, unless another distance was rolled; somebody has to
    touch the first of their targets."""
    distance = rates.charge_distance(unit, mode) if distance is None else distance
    going = terrain.going(unit, mode, charging=True, through=through)
    victims = [id for target in targets for id in target.members]
    rules, first = into_contact_rules(distance, victims, going), targets[0].members
    return IntoContact("charge", f"Where does {unit.name} charge?", play, unit, victims, rules, first=first)


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
