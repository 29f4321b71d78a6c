"""What comes next in a battle, and the activation of a player's figure.

`turn` is what the referee runs when nothing waits on the agenda: it looks at the phase and says what comes next.
"""

from __future__ import annotations

from ....core.decision import Choose
from ....core.naming import Names
from ....mechanics.menu import action_menu
from ..events.moments import ActivationStart, BetweenActions
from ..events.rounds import Activated, Finished
from ..records import NEUTRAL, Model, Play, State
from . import deployment, neutrals, rounds

END = "end-activation"
END_TURN = -1


def turn(play: Play) -> None:
    """What happens next."""
    now = play.state.turn
    match now.phase:
        case "roles":
            deployment.settle_roles(play)
        case "deploy":
            deployment.deploy(play)
        case "play" if scenario_intervenes(play):
            return
        case "play" if now.seat == NEUTRAL:
            neutrals.act_for_neutrals(play)
        case "play" if now.actor >= 0:
            act(play, Model(play, now.actor))
        case "play":
            pick(play)
        case _:
            raise AssertionError(f"nothing is next in phase {now.phase!r}")


def scenario_intervenes(play: Play) -> bool:
    """Between two actions: whether the scenario has something to say before the battle goes on."""
    before = len(play.events)
    play.reach(BetweenActions())
    return len(play.events) > before or bool(play.queue)


def active_seat(state: State) -> int:
    """The seat whose step it is: the defender's, while the neutrals act."""
    now = state.turn
    if now.seat != NEUTRAL:
        return now.seat
    return 1 - max(0, now.attacker)


def pick(play: Play) -> None:
    """The figures of a side act in any order, one after another; its turn ends when it likes."""
    seat = play.state.turn.seat
    able = rounds.able_to_be_activated(play, seat)
    if not able:
        rounds.end_turn(play)
        return
    question = Choose(
        "activate",
        lambda: f"Activate whom?  {rounds.points_held_in_words(play, 1 - seat)}",
        lambda: [*able, END_TURN],
        idle=(END_TURN,),
        named=_or_end(play),
    )
    who = play.ask(seat, question)
    if who == END_TURN:
        rounds.end_turn(play)
    else:
        play.happen(Activated(who))
        play.reach(ActivationStart(who))


def _or_end(play: Play) -> Names:
    names, records = play.world.names, play.state.records
    return Names(names, {END_TURN: "end the turn"}, said=lambda who: f"{names[who]}, {records[who].ap} AP")


# ---- an activation ---------------------------------------------------------------------------------------------------


def act(play: Play, actor: Model) -> None:
    """One action of the figure in its activation, or the end of it."""
    figure = actor.record
    if not figure.here or not rounds.can_act(play, figure):
        finish(play, actor)
        return
    question = menu(play, actor)
    if not question.several():
        finish(play, actor)
        return
    chosen = play.ask(actor.owner, question)
    if chosen == END:
        finish(play, actor)
    else:
        play.ruleset.action[chosen].rule(play, actor)


def finish(play: Play, actor: Model) -> None:
    """The activation is over; what points are left are held."""
    play.happen(Finished(actor.id, actor.record.ap))


def purse(actor: Model) -> str:
    """What points a figure has left, of how many, as people read it."""
    left = actor.record.ap
    return f"{left} of {max(left, actor.iv)} AP left."


def menu(play: Play, actor: Model) -> Choose[str]:
    """Which action?  Every action of the game is thought of; those that are refused say why."""
    actions = play.ruleset.action
    return action_menu(
        actor,
        lambda: f"What does {actor.kit.name} do?  {purse(actor)}  {rounds.points_held_in_words(play, 1 - actor.owner)}",
        actions,
        others={END: "end the activation"},
        refuse=lambda choice: () if choice == END else actions[choice].why_not(actor),
    )
