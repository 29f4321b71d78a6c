"""What comes next in a battle: deployment, the phases of a player turn, and what a unit does in one."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.decision import Choose, Reasons
from ....core.errors import WarbookError
from ....core.naming import Names
from ....core.structs import replace
from ....mechanics.menu import action_menu
from ..actions import reserves, smoke
from ..actions.abandoning import abandon_of, must_abandon
from ..attacks import flight, psychic
from ..attacks.assault import must_fight
from ..events.turns import PHASES, PhaseBegan, RoundBegan, TurnBegan, UnitActed, UnitDone
from ..harm import characters, morale
from ..movement import breaking_off
from ..movement.flying import must_zoom
from ..movement.modes import must_rush
from ..records.position import squads
from ..records.state import NOBODY, Phase, Squad, State
from ..records.unit import Unit
from ..records.world import Play
from . import deployment, missions, phases

END = NOBODY
LOSSES_TELL: tuple[Phase, ...] = ("prepare", "move", "shoot")
"""The phases at whose end those test their morale who have lost many in them."""
LEAVE = "leave-it"


def turn(play: Play) -> None:
    """What happens next."""
    now = play.state.turn
    if now.phase == "deploy":
        if not deployment.deploy(play):
            deployment.steal(play)
            deployment.note_close_starts(play)
            begin_round(play, 1)
    elif now.actor != NOBODY:
        act(play, Unit(play, now.actor))
    else:
        choose_unit(play)


def active_seat(state: State) -> int:
    """The seat whose step it is."""
    return state.turn.seat


# ---- rounds, turns and phases ----------------------------------------------------------------------------------------


def begin_round(play: Play, number: int) -> None:
    """A game turn begins, and in it the turn of whoever is first."""
    play.happen(RoundBegan(number))
    begin_turn(play, play.state.turn.first)


def begin_turn(play: Play, seat: int) -> None:
    """A player turn begins with its first phase: it is rolled for its reserves, and leaders are named."""
    play.happen(TurnBegan(seat, play.state.turn.number + 1))
    psychic.reach_turn(play, play.state.turn.number)
    if play.option["suppressed-ends"] == "preparation":
        morale.recover(play, seat)
    play.happen(PhaseBegan(phases.phases(play)[0]))
    reserves.roll_for(play, seat)
    characters.name_leaders(play, seat)


def end_phase(play: Play) -> None:
    """A phase ends: whoever has lost many in it tests its morale, then the next one begins."""
    if play.state.turn.phase in LOSSES_TELL:
        morale.test_losses(play)
    if play.state.turn.phase == "assault":
        breaking_off.end_of_fights(play)
    if play.state.turn.phase == "consolidate" and play.option["abandon-scope"] == "all":
        abandon_of(play, 1 - play.state.turn.seat)
    play.then(go_on)


def go_on(play: Play) -> None:
    """The next phase begins, or the next player turn; after both turns of a round the mission looks at it."""
    flight.end_phase(play)
    now = play.state.turn
    if now.phase == "shoot":
        smoke.clear(play, now.seat)
    elif now.phase == "consolidate" and play.option["suppressed-ends"] == "consolidation":
        morale.recover(play, now.seat)
    after = phases.following(play, now.phase)
    if after is not None:
        play.happen(PhaseBegan(after))
    elif now.seat == now.first:
        begin_turn(play, 1 - now.seat)
    elif not missions.judge_round(play):
        begin_round(play, now.round + 1)


# ---- who acts --------------------------------------------------------------------------------------------------------


def choose_unit(play: Play) -> None:
    """The player picks a unit that can do something in this phase, or ends the phase."""
    seat = play.state.turn.seat
    able = ready(play)
    if not able:
        play.then(end_phase)
        return
    names = Names(play.world.names, words={END: f"end the {PHASES[play.state.turn.phase].lower()}"})
    end = () if forced(play, able) else (END,)  # whoever has broken falls back before the phase is over
    question = Choose("unit", "Which unit acts?", lambda: [*able, *end], idle=end, named=names)
    chosen = play.ask(seat, question)
    if chosen == END:
        play.then(end_phase)
    else:
        play.happen(UnitActed(chosen))


def ready(play: Play) -> list[int]:
    """The units of whose turn it is that can do something in this phase: of the movement phase those first who are
    falling back."""
    seat, through = play.state.turn.seat, play.state.turn.through
    mine = (squad for squad in squads(play) if squad.owner == seat and squad.where != "gone" and squad.joined < 0)
    found = [squad for squad in mine if squad.id not in through and able(play, squad)]
    runs = [squad for squad in found if squad.morale == "falling-back"] if play.state.turn.phase == "move" else ()
    return [squad.id for squad in runs or found]


def forced(play: Play, able: Sequence[int]) -> bool:
    """Whether one of the units that can do something has to do it."""
    match play.state.turn.phase:
        case "prepare":
            return any(reserves.must_arrive(Unit(play, id)) for id in able)
        case "move":
            return any(
                unit.falling_back or must_zoom(unit) or must_rush(unit) for unit in (Unit(play, id) for id in able)
            )
        case "assault":
            return any(must_fight(Unit(play, id)) for id in able)
        case "consolidate":
            return any(must_abandon(Unit(play, id)) for id in able)
    return False


def able(play: Play, squad: Squad) -> bool:
    """Whether there is an action that a unit may choose."""
    unit = Unit(play, squad.id)
    return bool(squad.members) and any(action.allowed(unit) for action in play.ruleset.actions)


def act(play: Play, unit: Unit) -> None:
    """One thing that a unit does in this phase; or it has done enough."""
    question = menu(play, unit)
    chosen = unit.ask(question)
    play.happen(UnitActed(NOBODY))
    if chosen == LEAVE:
        play.happen(UnitDone(unit.id))
    else:
        play.ruleset.action[chosen].rule(play, unit)


def menu(play: Play, unit: Unit) -> Choose[str]:
    """Which action?  Every action of the game is thought of; those that are refused say why."""
    actions = play.ruleset.action
    return action_menu(
        unit,
        lambda: f"What does {unit.name} do?",
        actions,
        others={LEAVE: "nothing more in this phase"},
        may=lambda choice: choice != LEAVE or not against_leaving(unit),
        refuse=lambda choice: against_leaving(unit) if choice == LEAVE else actions[choice].why_not(unit),
    )


def against_leaving(unit: Unit) -> Reasons:
    """Why a unit has to do something."""
    if not forced(unit.play, (unit.id,)):
        return ()
    if unit.record.locked:
        return ("Its combat must be fought.",)
    if unit.record.where == "reserve":
        return ("It comes out of reserve: it must be placed.",)
    if must_zoom(unit) and unit.play.state.turn.phase == "move":
        return ("It is a flyer: it must go on.",)
    if must_rush(unit):
        return ("It rages: it must go on.",)
    return ("It is falling back: it must go on." if unit.falling_back else "It must leave all but one wounded behind.",)


def poised(play: Play, who: int) -> State:
    """The position in which a unit is about to choose its action, in the phase that it is."""
    if who not in play.world.units:
        raise WarbookError(f"{play.world.names[who]} does not act by itself, its unit does")
    ready = play.state.copy()
    owner = ready.records[who].owner
    phase = ready.turn.phase if ready.turn.phase in phases.phases(play) else "move"
    ready.turn = replace(ready.turn, phase=phase, seat=owner, actor=who, volley=None, course=None)
    ready.agenda = ()
    return ready
