"""Activations: who is picked, who follows in its group, and one action after the other."""

from __future__ import annotations

from functools import partial

from ....core.decision import Choose
from ....core.length import INCH
from ....space.facing import Face
from ..checks import directions, pieces
from ..events.moments import ActionDone, VehicleActionDone
from ..events.movement import Faced
from ..events.rounds import Acted, Activated, Declared, Declined, GroupEnded, PhaseBegan
from ..events.vehicles import VehicleActivated
from ..harm import injury
from ..printed.arms import ShootingAction
from ..records import Actor, Fighter, Model, Play, actor_of
from ..records.position import beasts_of, crewed_vehicles, fighters, friends, namer, near_by
from . import menu
from .menu import END, FACE

WAITS = ""  # of an action that is declared, and put off until an interrupt is over
SHOTS: tuple[ShootingAction, ...] = ("shoot", "blind-fire", "fire-through-ductway")
NOBODY = -1
GROUP_REACH = 3 * INCH
RELAY_REACH = 3 * INCH


# ---- the action phase ------------------------------------------------------------------------------------------------


def action_phase(play: Play) -> None:
    """The next action of whoever is in its activation, the next of a group, or the next activation."""
    now = play.state.turn
    if now.actor >= 0:
        take_action(play, actor_of(play, now.actor))
    elif now.group:
        activate_next_of_group(play)
    else:
        pick_model(play)


def pick_model(play: Play) -> None:
    """The sides take turns to activate one ready model; where one has none left, the other goes on."""
    seat = play.state.turn.seat
    able = ready_models(play, seat)
    if not able:
        seat = 1 - seat
        able = ready_models(play, seat)
        if not able:
            play.happen(PhaseBegan("end"))
            return
    nobody = () if play.option["ready-must-activate"] else (NOBODY,)
    question = Choose(
        "activate",
        "Activate whom?",
        lambda: [*able, *nobody],
        idle=nobody,
        named=namer(play),
    )
    who = play.ask(seat, question)
    if who == NOBODY:
        hold_back(play, seat)
    else:
        group = () if play.world.is_crewed(who) else choose_group(play, Model(play, who))
        activate_one_of(play, (who, *group))


def hold_back(play: Play, seat: int) -> None:
    """A side activates nobody, where the table allows that; when the other does the same or cannot go on, the phase
    is over."""
    if play.state.turn.declined or not any_ready(play, 1 - seat):
        play.happen(PhaseBegan("end"))
    else:
        play.happen(Declined(seat, play.world.gangs[seat]))


def begin_activation(play: Play, actor: Actor, group: tuple[int, ...]) -> None:
    """The activation of one model, before its first action."""
    begun = Activated if isinstance(actor, Model) else VehicleActivated
    play.happen(begun(actor.id, 2, group))


def take_action(play: Play, actor: Actor) -> None:
    """One action of the model in its activation, or the end of it."""
    chosen = play.stage(declare, actor)
    if chosen == END:
        end_activation(play, actor)
    elif chosen == FACE:
        face_about(play, Model(play, actor.id))
    elif chosen != WAITS:
        carry_out(play, actor.id, chosen)


def carry_out(play: Play, who: int, action: str) -> None:
    """Do what was declared, if that is still possible: an interrupt may have ended the activation, or taken away what
    it was for.  Shots look for themselves whether anything is left to shoot at."""
    actor = actor_of(play, who)
    if play.state.turn.actor != who:
        return
    rule = play.ruleset.action[action]
    if play.world.on_guard and action not in SHOTS and not rule.allowed(actor):
        play.note(who, "that can be done no longer")
    else:
        rule.rule(play, actor)
        play.reach(ActionDone(who) if isinstance(actor, Model) else VehicleActionDone(who))


def declare(play: Play, actor: Actor) -> str:
    """What the model does next, said before it does it."""
    left = play.state.turn.left
    if not left and not menu.free_actions(actor):
        return END
    question = menu.menu(play, actor)
    if left < 2 and not question.several():
        return END
    chosen = play.ask(actor.owner, question)
    if chosen not in (END, FACE):
        play.happen(Acted(actor.id, chosen, menu.cost(actor, chosen)))
        play.happen(Declared(actor.id, chosen))
        if play.queue:  # what an interrupt has done to others, such as to their nerve, comes before the action
            play.then(carry_out, actor.id, chosen, scope=actor.id)
            return WAITS
    return chosen


def end_activation(play: Play, actor: Actor) -> None:
    """The model has done what it would."""
    injury.leave_activation(play, actor)


def face_about(play: Play, actor: Model) -> None:
    """Before its first action a standing fighter may turn to face any way."""
    ways = partial(directions.ways_to_foes, actor)
    way = play.ask(actor.owner, Face("facing", "Which way does it face?", towards=ways, mover_id=actor.id))
    play.happen(Acted(actor.id, FACE, 0))
    play.happen(Faced(actor.id, *way))


# ---- groups ----------------------------------------------------------------------------------------------------------


def choose_group(play: Play, leader: Model) -> tuple[int, ...]:
    """A leader or champion may name ready friends within 3", or by a relay, who are activated with it, one by one."""
    group: list[int] = []
    while len(group) < leader.profile.group and (able := group_candidates(play, leader, group)):
        prompt = f"Who follows {leader.kit.name}?"
        who = play.ask(leader.owner, Choose("group", prompt, list, (*able, NOBODY), named=namer(play)))
        if who == NOBODY:
            break
        group.append(who)
    return (*group, *pack(play, leader.id))


def pack(play: Play, owner: int) -> list[int]:
    """The beasts that are activated with their owner, wherever they are."""
    return [beast for beast in beasts_of(play, owner) if play.state.record(Fighter, beast).ready]


def group_candidates(play: Play, leader: Model, group: list[int]) -> list[int]:
    """The ready friends near enough that are not named yet."""
    at = leader.at
    return [
        f.id
        for f in friends(play, leader.id)
        if f.ready and f.id not in group and play.world.kits[f.id].owner < 0
        if near_by(play, at, f.at, GROUP_REACH) or pieces.beside(play, f.at, "vox-relay", RELAY_REACH)
    ]


def activate_next_of_group(play: Play) -> None:
    """The members of a group are activated in an order of their player's choosing."""
    group = tuple(who for who in play.state.turn.group if play.state.record(Fighter, who).ready)
    if not group:
        play.happen(GroupEnded())
        return
    activate_one_of(play, group)


def activate_one_of(play: Play, group: tuple[int, ...]) -> None:
    """Whoever of a group its player likes is next, with the others after it."""
    who = group[0]
    if len(group) > 1:
        question = Choose("group.next", "Who of the group is next?", lambda: list(group), named=namer(play))
        who = play.ask(play.state.records[who].owner, question)
    left = dict.fromkeys((*group, *pack(play, who)))
    left.pop(who)
    begin_activation(play, actor_of(play, who), tuple(left))


# ---- who is ready ----------------------------------------------------------------------------------------------------


def any_ready(play: Play, seat: int) -> bool:
    """Whether a side has a model left to activate."""
    return bool(ready_models(play, seat))


def ready_models(play: Play, seat: int) -> list[int]:
    """The fighters and vehicles that a side may activate; beasts go with their owners."""
    kits = play.world.kits
    able = [f.id for f in fighters(play) if f.ready and f.owner == seat and kits[f.id].owner < 0]
    if play.world.vehicle_kits:
        able += [v.id for v in crewed_vehicles(play.world, play.state) if v.ready and v.owner == seat]
    return able
