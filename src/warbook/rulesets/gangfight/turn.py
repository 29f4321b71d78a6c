"""Rounds and turns: the attacker's, the defender's, the neutrals'; action points and activations.

`turn` is what the referee runs when nothing waits on the agenda: it looks at the phase and says what comes next.
"""

from __future__ import annotations

from ...core.decision import Choose, Names, Reasons
from . import charms, complications, courage, engagements, neutrals, perks, scoring, setup
from .events.rounds import Activated, Finished, Spent, TurnBegan, TurnPassed
from .model import Model, Play, here
from .records import NEUTRAL, Figure, State

END = "end-activation"
END_TURN = -1


def turn(play: Play) -> None:
    """What happens next."""
    now = play.state.turn
    match now.phase:
        case "roles":
            setup.roles(play)
        case "deploy":
            setup.deploy(play)
        case "play" if scoring.look(play):
            return
        case "play" if now.seat == NEUTRAL:
            neutrals.act(play)
        case "play" if now.actor >= 0:
            act(play, Model(play, now.actor))
        case "play":
            pick(play)
        case _:
            raise AssertionError(f"nothing is next in phase {now.phase!r}")


def active_seat(state: State) -> int:
    """The seat whose step it is: the defender's, while the neutrals act."""
    now = state.turn
    if now.seat != NEUTRAL:
        return now.seat
    return 1 - max(0, now.attacker)


# ---- a player's turn -------------------------------------------------------------------------------------------------


def begin_turn(play: Play, seat: int, round: int) -> None:
    """What lasted until now ends, and the scenario may bring somebody; then the points are given out."""
    charms.turn_begins(play, seat)
    engagements.turn_begins(play, seat, round)
    play.then(give_points, seat, round)


def give_points(play: Play, seat: int, round: int) -> None:
    """What was held is lost, and each figure gets its points, as its nerve allows; some are not free to spend them."""
    courage.losses(play, seat)
    those = here(play)
    by_round, first = play.option["points-come"] == "round", seat == play.state.turn.attacker
    kept = by_round and not first
    mine = tuple(
        (f.id, min(f.ap, points) if kept else points)
        for f in those
        if f.owner == seat
        for points in (Model(play, f.id).points,)
    )
    theirs = tuple((f.id, Model(play, f.id).points) for f in those if f.owner != seat) if by_round and first else ()
    play.happen(TurnBegan(seat, round, party_name(play, seat), mine, theirs))
    neutrals.turn_begun(play, seat)
    complications.turn_begun(play, seat)


def party_name(play: Play, seat: int) -> str:
    """What a seat is called."""
    return "the neutrals" if seat == NEUTRAL else play.world.parties[seat]


def pick(play: Play) -> None:
    """The figures of a side act in any order, one after another; its turn ends when it likes."""
    seat = play.state.turn.seat
    able = ready(play, seat)
    if not able:
        end_turn(play)
        return
    question = Choose(
        "activate",
        lambda: f"Activate whom?  {held(play, 1 - seat)}",
        lambda: [*able, END_TURN],
        idle=(END_TURN,),
        named=_or_end(play),
    )
    who = play.ask(seat, question)
    if who == END_TURN:
        end_turn(play)
    else:
        play.happen(Activated(who))
        perks.activated(play, who)


def _or_end(play: Play) -> Names:
    names, records = play.world.names, play.state.records
    return Names(names, {END_TURN: "end the turn"}, said=lambda who: f"{names[who]}, {records[who].ap} AP")


def held(play: Play, seat: int) -> str:
    """Who of a side may still interrupt, as people read it."""
    able, party = holders(play, seat), party_name(play, seat)
    if not able:
        return f"{party} hold no points."
    each = ", ".join(f"{play.world.names[f.id]} {f.ap}" for f in able)
    return f"{party} hold {sum(f.ap for f in able)} AP: {each}."


def holders(play: Play, seat: int) -> list[Figure]:
    """Those of a side who are on their feet and hold points."""
    return [f for f in here(play) if f.owner == seat and f.standing and f.ap > 0]


def ready(play: Play, seat: int) -> list[int]:
    """The figures of a side that may be activated: on the table, their activation not over, with points to spend, or
    kin to take some from."""
    return [f.id for f in here(play) if f.owner == seat and may_be_activated(play, f)]


def may_be_activated(play: Play, f: Figure) -> bool:
    """Whether a figure may be activated in the turn of its side."""
    return f.here and f.activation == "ready" and (f.ap > 0 or perks.could_share(Model(play, f.id)))


def end_turn(play: Play) -> None:
    """The attacker's turn is followed by the defender's, that by the neutrals', and that by the next round."""
    play.then(turn_over, play.state.turn.seat)


def turn_over(play: Play, seat: int) -> None:
    """What the scenario looks at when a turn ends; then the next one begins."""
    now = play.state.turn
    scoring.turn_ends(play, seat)
    if play.state.turn.phase == "over":
        return
    following, round = next_seat(play, seat), now.round
    if following == now.attacker:
        scoring.round_ends(play, round)
        if play.state.turn.phase == "over":
            return
        round += 1
    play.happen(TurnPassed(following, round))
    play.then(begin_turn, following, round)


def next_seat(play: Play, seat: int) -> int:
    """Whose turn follows."""
    attacker = play.state.turn.attacker
    if seat == attacker:
        return 1 - attacker
    if seat == NEUTRAL or not any(f.owner == NEUTRAL for f in here(play)):
        return attacker
    return NEUTRAL


# ---- an activation ---------------------------------------------------------------------------------------------------


def act(play: Play, actor: Model) -> None:
    """One action of the figure in its activation, or the end of it."""
    if not actor.record.here or (actor.record.ap <= 0 and not perks.could_share(actor)):
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


def pay(play: Play, who: int, points: int = 1) -> None:
    """Action points are spent: once the action is settled on, for nothing is paid for what one dares not do."""
    play.happen(Spent(who, points))


def purse(actor: Model) -> str:
    """What points a figure has left, of how many, as people read it."""
    left = actor.record.ap
    return f"{left} of {max(left, actor.iv)} AP left."


def menu(play: Play, actor: Model) -> Choose[str]:
    """Which action?  Every action of the game is thought of; those that are refused say why."""
    actions = play.ruleset.action
    known: dict[int, bool] = {}  # most actions share their first requirements

    def refuse(choice: str) -> Reasons:
        return () if choice == END else actions[choice].why_not(actor)

    def allow(choice: str) -> bool:
        if choice == END:
            return True
        for requirement in actions[choice].requires:
            holds = known.get(id(requirement))
            if holds is None:
                holds = known[id(requirement)] = requirement.holds(actor) is True
            if not holds:
                return False
        return True

    return Choose(
        "action",
        lambda: f"What does {actor.kit.name} do?  {purse(actor)}  {held(play, 1 - actor.owner)}",
        lambda: (*actions, END),
        refuse=refuse,
        allow=allow,
        idle=(END,),
        named=lambda choice: "end the activation" if choice == END else actions[choice].name,
    )
