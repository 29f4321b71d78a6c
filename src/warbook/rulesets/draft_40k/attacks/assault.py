"""The assault phase: all who are locked with each other strike in the order of their Initiative; whoever has caused
fewer wounds tests its morale, and may be swept away.

A combat is settled in parts: the charged close up, each step of Initiative strikes, then the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....core.action import Action, requirement
from ....core.dice import D6
from ....core.length import INCH
from ..checks.hitting import Needed
from ..checks.hulls import FRONT
from ..checks.leadership import FEARLESS_OF, fearlessness, passes
from ..checks.permissions import permitted
from ..checks.requirements import in_phase, on_table
from ..checks.saving import Blow
from ..checks.striking import Attack, attacks_of, blade_of, initiative_of
from ..events.assault import CombatBegan, WoundsCounted
from ..events.casualties import Destroyed
from ..events.morale import Parted
from ..events.turns import DeedDone
from ..harm import allocation, morale
from ..movement import consolidating
from ..movement.contacts import IntoContact, fighting, into_contact_rules
from ..printed.words import action
from ..records.position import squad
from ..records.state import NOBODY
from ..records.unit import Unit
from ..records.world import Play
from . import breaching
from .blows import Aimed, aimed_at, strike_hull, struck

REACTS = 6 * INCH
"""How far models close up with whom they fight."""
AT_WALKERS = Needed(6, because=("grenades at a walker that moves",))
"""What grenades need to hit a walker, unless it is stunned or immobilised."""
FIRST = 10
"""The highest Initiative."""


@requirement("It must be locked in combat, or touch a vehicle that it has charged.")
def engaged(unit: Unit) -> bool:
    charged = unit.record.has("charged", "by-chance")
    return bool(unit.record.locked) or bool(charged and breaching.hulls_at(unit))


@requirement("Its combat must not have been fought in this phase.")
def not_fought(unit: Unit) -> bool:
    return not unit.record.has("fought")


def must_fight(unit: Unit) -> bool:
    """Whether a unit is in a combat that has to be fought before the phase is over."""
    return bool(unit.record.locked) and not_fought.holds(unit) is True


def combat_of(play: Play, unit: Unit) -> tuple[int, ...]:
    """All units in the combat of one: whom it is locked with, whom these are locked with, and so on."""
    found, todo = set[int](), [unit.id]
    while todo:
        id = todo.pop()
        if id not in found:
            found.add(id)
            todo += squad(play, id).locked
    return tuple(sorted(found))


def fight(play: Play, unit: Unit) -> None:
    """A combat is fought, or a vehicle struck that does not strike back."""
    if not unit.record.locked:
        breaching.breach(play, unit)
        return
    units = combat_of(play, unit)
    play.happen(CombatBegan(unit.id, units))
    play.then(close_up, *units)
    play.then(strike, FIRST, *units)


def alive(play: Play, units: Sequence[int]) -> list[Unit]:
    """Those units of a combat that still fight."""
    return [Unit(play, id) for id in units if squad(play, id).members and squad(play, id).locked]


def foes_of(play: Play, unit: Unit) -> list[int]:
    """The models of the units that a unit is locked with."""
    return [id for other in unit.record.locked for id in squad(play, other).members]


# ---- closing up ------------------------------------------------------------------------------------------------------


def close_up(play: Play, *units: int) -> None:
    """Those who were charged move up to six inches into contact, and may meet the charge."""
    for unit in alive(play, units):
        if any(squad(play, other).has("charged") for other in unit.record.locked):
            pile_in(play, unit)
            if unit.has("counter-attack") and passes(play, unit, "counter-attack"):
                play.happen(DeedDone(unit.id, "countered"))


def pile_in(play: Play, unit: Unit) -> None:
    """The models of a unit that touch no enemy move up to six inches into contact."""
    foes = foes_of(play, unit)
    idle = [id for id in unit.members if id not in fighting(play, unit, foes)]
    if not idle or not foes:
        return
    rules = {id: into_contact_rules(REACTS * (id in idle), foes) for id in unit.members}
    question = IntoContact("pile-in", f"How does {unit.name} close up?", play, unit, foes, rules, must=False)
    if not question.possible:
        return
    consolidating.move_by(play, unit, question, "piles in")


# ---- striking --------------------------------------------------------------------------------------------------------


def strike(play: Play, step: int, *units: int) -> None:
    """All models of one Initiative strike at the same time; then those of the next that anybody has."""
    blows = [each for unit in alive(play, units) for each in blows_of(play, unit, step)]
    landed = [
        (target, attack, [] if Unit(play, target).crewed else struck(play, attack)) for target, attack in blows
    ]  # those at walkers are rolled when they are suffered
    for target, attack, kinds in landed:
        caused = suffer(play, Unit(play, target), attack, kinds)
        if caused:
            play.happen(WoundsCounted(play.state.records[attack.who].owner, caused))
    following = next_step(play, units, step)
    if following:
        play.then(strike, following, *units)
    else:
        play.then(settle, *units)


def suffer(play: Play, victim: Unit, attack: Attack, kinds: list[tuple[Blow, int]]) -> int:
    """What some attacks do to a unit: how many wounds it has lost, or hits that a walker took on its front."""
    if not victim.members:
        return 0
    if victim.crewed:
        return strike_hull(play, victim, attack, FRONT)
    before = wounds_of(victim)
    allocation.suffer(play, victim, kinds, among=attack.among)
    return before - wounds_of(victim)


def blows_of(play: Play, unit: Unit, step: int) -> Iterator[tuple[int, Attack]]:
    """The attacks that a unit makes at a step, each with the unit that it is aimed at."""
    foes = foes_of(play, unit)
    if not foes:
        return
    able = [id for id in fighting(play, unit, foes) if initiative_of(unit, id) == step]
    for models, target, part in one_by_one(unit, aimed_at(unit, able, unit.record.locked)):
        attack = attacks_of(unit, models, target, part)
        if target.crewed:
            hit = attack.hit if target.crippled else AT_WALKERS
            attack = breaching.with_what(play, unit, models[0], attack, len(models), hit)
        yield target.id, attack


def one_by_one(unit: Unit, blows: Iterable[Aimed]) -> Iterator[Aimed]:
    """Models that strike alike, each by itself where it has a force weapon, whose power it may use."""
    for models, target, part in blows:
        blade = blade_of(unit, models[0])
        groups = [(id,) for id in models] if blade is not None and blade.force else [models]
        yield from ((group, target, part) for group in groups)


def next_step(play: Play, units: Sequence[int], step: int) -> int:
    """The next lower Initiative of anybody in a combat, 0 where there is none."""
    steps = {initiative_of(unit, id) for unit in alive(play, units) for id in unit.members}
    return max((each for each in steps if each < step), default=0)


def wounds_of(unit: Unit) -> int:
    """All wounds that a unit has left."""
    return sum(unit.wounds_left(id) for id in unit.members)


# ---- the result ------------------------------------------------------------------------------------------------------


def settle(play: Play, *units: int) -> None:
    """Whoever has caused fewer wounds tests its morale, so much harder; who fails flees, or is swept away.  Each unit
    of a side does, one that has nobody left to fight as well."""
    for unit in (Unit(play, id) for id in units):
        if unit.members and unit.owner == loser_of(play):
            stand_or_run(play, unit)
    play.then(end_combat, *units)


def loser_of(play: Play) -> int:
    """The seat of the side that has caused fewer wounds, `NOBODY` where both have caused as many."""
    red, blue = play.state.turn.tally
    return NOBODY if red == blue else int(red > blue)


def end_combat(play: Play, *units: int) -> None:
    """Those who flee have gone: whoever has nobody left to fight has won, unless its side lost; the others close up."""
    for unit in (Unit(play, id) for id in units):
        if unit.members and not unit.record.locked and not unit.falling_back and unit.owner != loser_of(play):
            play.happen(DeedDone(unit.id, "won"))
    for unit in alive(play, units):
        pile_in(play, unit)


def stand_or_run(play: Play, unit: Unit) -> None:
    """One unit of the side that lost; walkers never run."""
    if unit.crewed:
        return
    red, blue = play.state.turn.tally
    by = abs(red - blue)
    if fearlessness(unit) >= FEARLESS_OF["combat"]:
        no_retreat(play, unit, by)
        return
    if passes(play, unit, "combat", by):
        return
    caught = swept(play, unit)
    if caught and unit.has("steadfast"):
        no_retreat(play, unit, by)
        return
    if not caught:
        morale.break_unit(play, unit)  # it runs through those whom it fights
        return
    for foe in unit.record.locked:
        play.happen(Parted(unit.id, foe))
    play.happen(Destroyed(unit.id))


def no_retreat(play: Play, unit: Unit, by: int) -> None:
    """Whoever does not run suffers a wound for each by which the combat was lost, which cover does not save."""
    play.note(unit.id, "it does not give way")
    allocation.suffer(play, unit, [(Blow(0), by)])


def swept(play: Play, unit: Unit) -> bool:
    """Whether a unit that runs is caught: a die and Initiative of each side, the same catches.  No walker follows that
    is stunned or cannot move."""
    foes = (Unit(play, id) for id in unit.record.locked)
    chasers = [foe for foe in foes if not foe.any_has("no-sweep") and not foe.crippled]
    if not chasers or unit.gunners:
        return bool(chasers)  # guns do not get away
    away: int = quickness(unit) + play.roll(D6, "flight", "To get away", unit.id)
    fastest = max(chasers, key=lambda each: (quickness(each), -each.id))
    after: int = quickness(fastest) + play.roll(D6, "sweep", "To sweep them away", fastest.id)
    return after >= away


def quickness(unit: Unit) -> int:
    """The Initiative with which a unit gets away or follows: that of most of it, or of a walker."""
    return unit.kits[0].card.i if unit.crewed else unit.characteristic("i")


# ---- after the combat ------------------------------------------------------------------------------------------------


FREE = permitted("consolidate", "Its state and its last move must let it consolidate.")


@requirement("It must have won a combat in this phase, and fight nobody any more.")
def victorious(unit: Unit) -> bool:
    return unit.record.has("won") and not unit.record.has("moved-on") and not unit.record.locked


def move_on(play: Play, unit: Unit) -> None:
    """Up to D6 inches, into contact with nobody."""
    play.happen(DeedDone(unit.id, "moved-on"))
    distance = play.roll(D6, "after-combat", "Moves on", unit.id)
    consolidating.consolidate(play, unit, distance * INCH, "moves on after combat")


ASSAULT: Action[Unit] = action("assault", (in_phase("assault"), on_table, engaged, not_fought), fight)
AFTER_COMBAT: Action[Unit] = action("after-combat-move", (in_phase("assault"), on_table, victorious, FREE), move_on)
