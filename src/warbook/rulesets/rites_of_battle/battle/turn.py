"""What comes next in a battle, and the turn of a fighter."""

from __future__ import annotations

from ....core.action import Requirement
from ....core.decision import Choose
from ....core.events import EffectsEnded
from ....core.structs import replace
from ....mechanics.lasting import end_of_round, end_of_turn, reach_moment, start_of_turn
from ....mechanics.menu import action_menu
from ....mechanics.world import per_battle
from ..actions import stances
from ..attacks import combat
from ..checks.requirements import able, has_maneuver, maneuvers_left
from ..events.turns import OrderChanged, RoundBegan, TurnBegan, TurnEnded
from ..harm import hazards, injuries
from ..records import Model, Play, State
from . import deployment, initiative, scenario

END = "end-turn"
QUICK = ("guarded-stance", "exchange-for-maneuver", "incidental", "extra-maneuver", "drop-prone")
"""Actions that are quick to judge and often legal."""


def turn(play: Play) -> None:
    """What happens next."""
    now = play.state.turn
    match now.phase:
        case "deploy":
            deployment.deploy(play)
        case "initiative":
            initiative.roll_all(play)
        case "play" if scenario.judge(play):
            return
        case "play" if now.round == 0:
            begin_round(play, 1)
        case "play" if now.actor >= 0:
            act(play, Model(play, now.actor))
        case "play":
            go_on(play)
        case _:
            raise AssertionError(f"nothing is next in phase {now.phase!r}")


def active_seat(state: State) -> int:
    """The seat whose step it is."""
    return state.turn.seat


# ---- rounds ----------------------------------------------------------------------------------------------------------


def begin_round(play: Play, number: int) -> None:
    """A round begins, and late members of a side come on: all take their places, and then they roll."""
    play.happen(RoundBegan(number))
    coming = deployment.waiting(play)
    for who in coming:
        play.then(deployment.place, who)
    if coming:
        play.then(initiative.arrive)


def end_round(play: Play) -> None:
    """What lasts for the round ends, the air runs out, the doomed die; then the scenario looks at the board."""
    if play.state.turn.guided:
        play.then(combat.come_round)
        play.then(end_round)
        return
    number = play.state.turn.round
    hazards.hold_breath(play)
    injuries.end_the_doomed(play)
    reach_moment(play, end_of_round(play.state))
    if not scenario.judge_round(play):
        begin_round(play, number + 1)


def go_on(play: Play) -> None:
    """The next in the order has its turn; the dead are struck off, and with them what lasted until a turn of theirs."""
    now = play.state.turn
    if now.place >= len(now.order):
        play.then(end_round)
        return
    who = next_to_act(play)
    fighter = play.state.records[who]
    if fighter.state in ("dead", "away"):
        order, before = (tuple(s for s in part if s.who != who) for part in (now.order, now.order[: now.place]))
        play.happen(OrderChanged(order, len(before)))
        for until in sorted({e.until for e in play.state.effects if e.until.startswith(f"turn-{who}-")}):
            play.happen(EffectsEnded(until))
    elif not now.order[now.place].late and injuries.acts_last(play, who):
        put_off(play, who, "slowed down, it acts last")
    elif not now.order[now.place].late and chooses_to_wait(play, who):
        put_off(play, who, "it has waited, and acts last")
    elif fighter.acted:
        play.happen(TurnEnded(who))
    else:
        play.then(begin_turn, who)


def put_off(play: Play, who: int, why: str) -> None:
    """Somebody whose place is reached has its turn at the end of the round."""
    now = play.state.turn
    play.note(who, why)
    play.happen(OrderChanged((*now.order, replace(now.order[now.place], late=True)), now.place + 1))


def chooses_to_wait(play: Play, who: int) -> bool:
    """Where the table plays it, and others are to come, somebody whose place is reached is asked whether it waits."""
    now, fighter = play.state.turn, play.state.records[who]
    may_wait = play.option["turns-wait"] and play.option["initiative-mode"] == "fixed"
    if not may_wait or fighter.acted or not fighter.able or now.place + 1 == len(now.order):
        return False
    question = Choose(
        "turn.wait", f"Does {play.world.names[who]} wait for the end of the round?", lambda: (False, True),
        idle=(False,), named=lambda yes: "it waits" if yes else "it acts now",
    )  # fmt: skip
    return Model(play, who).ask(question)


def next_to_act(play: Play) -> int:
    """Who has the place in the order that is reached: the one who rolled for it, or whoever of the side is picked for
    it where places belong to the sides; who is slowed down is the last of its side then, before the fallen."""
    now = play.state.turn
    holder = now.order[now.place].who
    if play.option["initiative-mode"] == "fixed":
        return holder
    records = play.state.records
    owner = records[holder].owner
    left = [s.who for s in now.order if records[s.who].owner == owner and not records[s.who].acted]
    able = [who for who in left if records[who].able]
    able = [who for who in able if not injuries.acts_last(play, who)] or able
    if not able:
        return next((who for who in left if records[who].here), holder)
    return play.pick(
        owner, Choose("slot", "Who takes this place of the order?", lambda: able, named=play.world.names.__getitem__)
    )


def begin_turn(play: Play, who: int) -> None:
    """A fighter's turn begins: what burns and bleeds does so before it acts.  Whoever is incapacitated does nothing in
    it."""
    model = Model(play, who)
    slow = model.has("no-free-maneuver") or model.injured("hamstrung")
    reach_moment(play, start_of_turn(who))
    play.happen(TurnBegan(who, model.record.able, int(not slow)))
    stances.take_up_aim(play, model)
    hazards.burn(play, who)
    injuries.bleed(play, who)
    if play.state.records[who].able:
        hazards.face_fears(play, who)


# ---- a turn ----------------------------------------------------------------------------------------------------------


def act(play: Play, actor: Model) -> None:
    """One thing that the fighter does in its turn, or the end of it."""
    if not actor.record.able:
        finish(play, actor)
        return
    question = menu(play, actor)
    if not question.several():
        finish(play, actor)
        return
    chosen = actor.ask(question)
    if chosen == END:
        finish(play, actor)
    else:
        play.ruleset.action[chosen].rule(play, actor)


def finish(play: Play, actor: Model) -> None:
    """The turn is over, and with it what lasted until its end."""
    reach_moment(play, end_of_turn(play.state, actor.id, 0))
    stances.keep_aim(play, actor)
    play.happen(TurnEnded(actor.id))
    scenario.leave_if_out(play, actor)


def menu(play: Play, actor: Model) -> Choose[str]:
    """Which action?  Every action of the game is thought of; those that are refused say why."""
    actions, (requires, no_maneuvers) = play.ruleset.action, conceivable(play, actor.id)

    def likely() -> list[str]:
        """What it has the time for: most actions take a maneuver."""
        return [*(requires if has_maneuver.holds(actor) is True else no_maneuvers), END]

    return action_menu(
        actor,
        lambda: f"What does {actor.name} do?  It has {left_in_words(actor)}.",
        actions,
        others={END: "end the turn"},
        refuse=lambda choice: () if choice == END else actions[choice].why_not(actor),
        requires=requires,
        likely=likely,
        quick=QUICK,
    )


@per_battle
def conceivable(play: Play, who: int) -> tuple[dict[str, tuple[Requirement[Model], ...]], tuple[str, ...]]:
    """The actions that a fighter may ever take, with what they require besides that it is able to act and has the
    maneuver; and those of them that are no maneuvers."""
    actor = Model(play, who)
    actions = [a for a in play.ruleset.actions if all(r.holds(actor) is True for r in a.requires if r.fixed)]
    requires = {a.id: tuple(r for r in a.requires if not (r.fixed or r is able or r is has_maneuver)) for a in actions}
    return requires, tuple(a.id for a in actions if not any(r is has_maneuver for r in a.requires))


def left_in_words(actor: Model) -> str:
    """What a fighter has left in its turn."""
    maneuvers = maneuvers_left(actor)
    action = "its action" if actor.play.state.turn.action else "no action"
    return f"{action} and {maneuvers} maneuver{'s' if maneuvers != 1 else ''} left"
