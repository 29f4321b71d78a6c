"""Banding: one leads, up to four near it of its rank or lower join, and they act as one.

With Me! is a Move or a Charge! of each; the attacks that a band makes as one are a chapter of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias, get_args

from ....core.action import Requirement, requirement
from ....core.decision import Choose, Reasons
from ....core.length import INCH
from ..attacks import charge_attacks, charging
from ..checks.requirements import has_points, standing, unpaid
from ..events.deeds import Declared
from ..events.rounds import Finished, Spent
from ..harm import aftermath, courage
from ..movement import moving
from ..printed.catalogue import action
from ..records import NOBODY, Deed, Model, Play
from ..records.distances import no_further
from ..records.model import enemies, namer
from ..records.position import friends, under_way

NEAR = 6 * INCH  # of the leader, from rim to rim
MOST = 4  # who join
ENOUGH = -1  # nobody else joins

Fit = Callable[[Model], Reasons]
"""Why a figure could not take part in an order, whoever leads it."""


# ---- who joins -------------------------------------------------------------------------------------------------------


def join_refused(leader: Model, who: int) -> Reasons:
    """Why a friend may not join any band of this leader."""
    play = leader.play
    figure = play.state.records[who]
    if figure.activation == "done":
        return ("Its activation is over.",)
    if not figure.standing:
        return ("It is not on its feet.",)
    if figure.ap <= 0 and joiners_pay(play):
        return (has_points.reason,)
    kits = play.world.kits
    if kits[who].rank > kits[leader.id].rank:
        return ("It is of a higher rank.",)
    if not no_further(play.state.records[leader.id].at, figure.at, NEAR):
        return ('It is further away than 6".',)
    return ()


def able_to_join(leader: Model, fit: Fit | None = None) -> list[int]:
    """The friends who may join the band and can take part in the order."""
    play = leader.play
    those = [f.id for f in friends(play, leader.id) if not join_refused(leader, f.id)]
    return those if fit is None else [who for who in those if not fit(Model(play, who))]


def gather_band(play: Play, leader: Model, fit: Fit) -> tuple[int, ...]:
    """Who joins, one after the other in the order in which they will act: at least one, at most four, and no more than
    can be paid for."""
    joined: tuple[int, ...] = ()
    while len(joined) < MOST and leader.record.ap >= leaders_price(play, len(joined) + 1):
        who = play.pick(leader.owner, ask_who_joins(leader, joined, fit))
        if who == ENOUGH:
            break
        joined = (*joined, who)
    return joined


def ask_who_joins(leader: Model, joined: tuple[int, ...], fit: Fit) -> Choose[int]:
    """Who joins next?"""
    play = leader.play

    def refuse(who: int) -> Reasons:
        if who == ENOUGH:
            return () if joined else ("Somebody has to join.",)
        return join_refused(leader, who) or fit(Model(play, who))

    return Choose(
        "band.join",
        f"Who joins?  The band: {roll_call(play, (leader.id, *joined))}.",
        lambda: [*(f.id for f in friends(play, leader.id) if f.id not in joined), ENOUGH],
        refuse=refuse,
        named=namer(play, {ENOUGH: "nobody else"}),
    )


def roll_call(play: Play, band: Iterable[int]) -> str:
    """A band with the points of each."""
    return ", ".join(f"{play.world.names[who]} ({play.state.records[who].ap} AP)" for who in band)


# ---- who pays --------------------------------------------------------------------------------------------------------


def joiners_pay(play: Play) -> bool:
    """Whether everybody who joins pays a point of its own."""
    return bool(play.option["band-cost"] == "joiner")


def leaders_price(play: Play, joiners: int) -> int:
    """What the leader pays: a point for the lead, and at some tables another for all who join, or for each."""
    match play.option["band-cost"]:
        case "leader":
            return 2
        case "leader-each":
            return 1 + joiners
        case _:
            return 1


def pay(play: Play, leader: int, joined: Iterable[int]) -> None:
    """The points for an order are paid: by the leader, and by those who join where the table has them pay.  The
    moves and attacks of the order itself cost nothing."""
    joined = tuple(joined)
    play.happen(Spent(leader, leaders_price(play, len(joined))))
    for who in joined if joiners_pay(play) else ():
        play.happen(Spent(who))


def strength(play: Play) -> int:
    """How many figures count towards the attack of a band."""
    deed = under_way(play)
    return len(deed.band) - (not play.option["band-counts-leader"])


def disband(play: Play, *band: int) -> None:
    """The order is over: the activation of its leader ends, and at some tables that of everybody who joined."""
    for who in band if play.option["band-ends-joiners"] else band[:1]:
        figure = play.state.records[who]
        if figure.here and figure.activation != "done":
            play.happen(Finished(who, figure.ap))


# ---- With Me! --------------------------------------------------------------------------------------------------------

Way: TypeAlias = Literal["move", "charge"]
WAYS: tuple[Way, ...] = get_args(Way)
"""The actions that an order of With Me! can be carried out by."""


def ways_to_follow(play: Play, way: Way) -> tuple[Way, ...]:
    """The ways that those who join may go when their leader goes this one: the same, or at some tables either."""
    return WAYS if play.option["band-may-mix"] else (way,)


def cannot_follow(play: Play, way: Way) -> Fit:
    """Gives a function that says why a figure could not go along with a leader who goes this way."""

    def fit(model: Model) -> Reasons:
        ways = ways_to_follow(play, way)
        if any(unpaid(play, each).allowed(model) for each in ways):
            return ()
        return tuple(dict.fromkeys(why for each in ways for why in unpaid(play, each).why_not(model)))

    return fit


def way_refused(leader: Model, way: Way) -> Reasons:
    """Why a band may not go this way."""
    return unpaid(leader.play, way).why_not(leader) or (
        () if way_open(leader, way) else ("Nobody who could join can do that.",)
    )


def way_open(leader: Model, way: Way) -> bool:
    """Whether a band may go this way."""
    play = leader.play
    follows = [unpaid(play, each).allowed for each in ways_to_follow(play, way)]
    return unpaid(play, way).allowed(leader) and any(
        allowed(Model(play, who)) for who in able_to_join(leader) for allowed in follows
    )


def with_me(play: Play, leader: Model) -> None:
    """All move, or all charge: one choice, the leader's, unless the table lets each have its own.  Each does it in
    full, the leader first; then each has one attack for nothing."""
    way = play.pick(
        leader.owner,
        Choose(
            "with-me.way",
            "Move or charge?",
            lambda: WAYS,
            refuse=lambda way: way_refused(leader, way),
            allow=lambda way: way_open(leader, way),
            named=lambda way: play.ruleset.action[way].name,
        ),
    )
    joined = gather_band(play, leader, cannot_follow(play, way))
    band = (leader.id, *joined)
    walkers = tuple(who for who in band if way_along(play, leader, who, way) == "move")
    if len(walkers) < len(band):
        charge_together(play, leader, joined, walkers)
    else:
        move_together(play, leader, joined)


def way_along(play: Play, leader: Model, who: int, way: Way) -> Way:
    """The way that one of a band goes when its leader goes this one."""
    if who == leader.id or not play.option["band-may-mix"]:
        return way
    model = Model(play, who)
    return play.pick(
        leader.owner,
        Choose(
            "with-me.along",
            f"Does {model.kit.name} move or charge?",
            lambda: ways_to_follow(play, way),
            refuse=lambda way: unpaid(play, way).why_not(model),
            allow=lambda way: unpaid(play, way).allowed(model),
            named=lambda way: play.ruleset.action[way].name,
        ),
    )


def move_together(play: Play, leader: Model, joined: tuple[int, ...]) -> None:
    """Everybody moves; then each who is base to base with an enemy attacks."""
    band = (leader.id, *joined)
    pay(play, leader.id, joined)
    play.happen(
        Declared(leader.id, Deed(WITH_ME.id, "move", leader.id, tuple((who, NOBODY) for who in band)), WITH_ME.name)
    )
    for who in band:
        play.then(moving.stride, who)
    play.then(charge_attacks.attacks)
    aftermath.close_action(play)
    play.then(disband, *band)


def charge_together(play: Play, leader: Model, joined: tuple[int, ...], walkers: tuple[int, ...]) -> None:
    """Everybody except the walkers charges an enemy of its own, and the walkers move; then each who has an enemy
    within its threat range attacks.  No order is given if the leader does not dare to charge, or if nobody is left
    to follow.  If nobody dares to charge, all move."""
    aims: tuple[tuple[int, int], ...] = ()
    for who in (leader.id, *joined):
        whom = NOBODY if who in walkers else dares_to_charge(play, Model(play, who), again=who != leader.id)
        if whom != NOBODY or who in walkers:
            aims = (*aims, (who, whom))
        elif who == leader.id:
            return
    if len(aims) < 2:
        return
    band = tuple(who for who, _ in aims)
    if band == walkers:
        move_together(play, leader, band[1:])
        return
    pay(play, leader.id, band[1:])
    for who, whom in aims:
        if who not in walkers:
            charging.survey(play, who, whom)
    play.happen(Declared(leader.id, Deed(WITH_ME.id, "charge", leader.id, aims, walkers=walkers), WITH_ME.name))
    charging.carry_out(play, *(strike_again,) * play.option["band-strikes-twice"])
    play.then(disband, *band)


def strike_again(play: Play) -> None:
    """At tables where the order gives an attack besides that of the charge: chargers who are base to base strike a
    second time."""
    deed = under_way(play)
    waiting = [who for who in deed.chargers if deed.done.count(who) == 1 and charge_attacks.in_reach(play, who)]
    if not waiting:
        return
    seat = play.state.records[deed.leader].owner
    who = play.pick(seat, Choose("charge.next", "Who attacks next?", lambda: waiting, named=namer(play)))
    play.then(charge_attacks.free_attack, who)
    play.then(strike_again)


def dares_to_charge(play: Play, model: Model, *, again: bool) -> int:
    """An enemy that a figure charges and dares to face, or nobody; `again`: it may look for another one."""
    while any(not charging.charge_refused(model, whom) for whom in enemies(model)):
        whom = charging.choose_target(play, model)
        if courage.dares(play, model, whom):
            return whom
        if not again:
            break
    return NOBODY


# ---- the actions -----------------------------------------------------------------------------------------------------


@requirement("It must have the points to lead somebody.")
def _can_pay(model: Model) -> bool:
    return model.record.ap >= leaders_price(model.play, 1)


@requirement("It must have somebody near who may join.")
def _friends_near(model: Model) -> bool | str:
    if able_to_join(model):
        return True
    others = [f.id for f in friends(model.play, model.id) if no_further(model.at, f.at, NEAR)]
    why = dict.fromkeys(reason for who in others for reason in join_refused(model, who))
    return f"Of those near, nobody may join. {' '.join(why)}" if others else False


@requirement("It and whoever joins must be able to move or to charge.")
def _somewhere_to_go(model: Model) -> bool:
    return any(way_open(model, way) for way in WAYS)


leads: tuple[Requirement[Model], ...] = (standing, has_points, _can_pay, _friends_near)
leads_by_our_ruling: tuple[Requirement[Model], ...] = (standing, _friends_near)

WITH_ME = action("with-me", (*leads, _somewhere_to_go), with_me, ours=(*leads_by_our_ruling, _somewhere_to_go))
