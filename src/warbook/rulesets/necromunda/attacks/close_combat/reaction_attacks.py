"""Reaction attacks: striking back, at whoever leaves, at a rider that goes by."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .....core.decision import Choose, Confirm
from .....core.naming import Preview
from ...checks import directions
from ...checks.characteristics import initiative_needed, passes_initiative
from ...events.moments import DrivesOff, RiddenPast
from ...movement import turning
from ...records import Driver, Fighter, Model, Play, Status
from ...records.position import engaged_with, namer, near_by
from . import attacks, blows, grips
from .attacks import Clash


def strike_back(play: Play, attacker: Model, clash: Clash, raised: tuple[int, ...] = ()) -> None:
    """Each enemy that still stands and is engaged with the attacker may strike back, in an order its player likes."""
    done: list[int] = []
    while left := [who for who in who_may_strike_back(play, attacker, clash) if who not in done]:
        seat = play.state.records[left[0]].owner
        question = Choose("fight.react", "Who strikes back?", lambda: [*left, None], named=namer(play))
        who = play.ask(seat, question.previewed(Preview(actor=attacker.id)))
        if who is None:
            return
        done.append(who)
        reaction_attacks(
            play,
            Model(play, who),
            attacker,
            entangled=who in clash.entangled,
            raised=who in raised,
            extra=dict(clash.missed).get(who, 0),
        )


def who_may_strike_back(play: Play, attacker: Model, clash: Clash) -> list[int]:
    """The enemies that may strike back: those in contact, and those attacked from afar that reach as far themselves, or
    at some tables whatever they reach.  One that burns may not, in some editions."""
    if not attacker.standing:
        return []
    near = engaged_with(play, attacker.id)
    at = attacker.at
    far = [
        who
        for who in clash.attacked
        if who < play.world.count
        and who not in near
        and (
            near_by(play, at, play.state.records[who].at, grips.longest_reach(Model(play, who)))
            or grips.answers_from_anywhere(play)
        )
    ]
    return [who for who in (*near, *far) if _may_strike(play, play.state.record(Fighter, who))]


def _may_strike(play: Play, fighter: Fighter) -> bool:
    if fighter.status is not Status.STANDING:
        return False
    return not fighter.suffers("blaze") or play.world.edition.burning_strike_back


def reaction_attacks(
    play: Play,
    reactor: Model,
    attacker: Model,
    *,
    entangled: bool = False,
    raised: bool = False,
    extra: int = 0,
    passing: bool = False,
) -> None:
    """The attacks of one who reacts: as a fight, at the attacker alone, turning to it if it must; nobody reacts to a
    reaction.

    `raised`: a charge has just brought it to its feet, which counts as turning; `extra` dice for attacks that missed
    it (see Counter-attack); `passing`: one die at a rider that goes by.
    """
    turned = raised
    if not directions.in_front(reactor.at, attacker.at):
        turning.turn_to(play, reactor, attacker.at)
        turned = True
    stance = blows.Stance(
        reaction=True, turned=turned, entangled=entangled, extra=extra, passing=passing, most=1 if passing else 99
    )
    play.stage(attacks.attacks, reactor, (attacker.id,), stance)


def react_to_leaving(play: Play, model: Model) -> None:
    """Each enemy engaged with one who gets away may test its Initiative to strike at it."""
    _react(play, model, lambda: who_may_strike_back(play, model, Clash()))


def react_to_driving_off(play: Play, off: DrivesOff) -> None:
    """So may each enemy beside a vehicle that drives away from it."""
    driver = Driver(play, off.who)

    def able() -> list[int]:
        return [who for who in off.beside if driver.on_table and _may_strike(play, Model(play, who).record)]

    _react(play, Model(play, off.who), able)


def _react(play: Play, leaving: Model, able: Callable[[], list[int]]) -> None:
    """Those who are able to test their Initiative to strike at one who leaves, in an order their player likes."""
    done: list[int] = []
    while left := [who for who in able() if who not in done]:
        question = Choose("leave.react", "Who tries to strike at it?", lambda: [*left, None], named=namer(play))
        preview = Preview(notes=partial(_takes_to_react, play), actor=leaving.id)
        who = play.ask(play.state.records[left[0]].owner, question.previewed(preview))
        if who is None:
            return
        done.append(who)
        reactor = Model(play, who)
        if passes_initiative(reactor, "react"):
            reaction_attacks(play, reactor, leaving)


def _takes_to_react(play: Play, who: int | None) -> list[str]:
    """What it takes to strike at one who gets away."""
    return [] if who is None else [f"Initiative test, {initiative_needed(Model(play, who), 'react')}"]


def ride_by(play: Play, past: RiddenPast) -> None:
    """A rider goes past an enemy: one attack at it, and one in return."""
    rider, victim = Model(play, past.rider), Model(play, past.victim)
    turning.turn_to(play, rider, victim.at)
    play.stage(attacks.attacks, rider, (victim.id,), blows.Stance(passing=True, most=1))
    able = rider.standing and _may_strike(play, victim.record)
    question = Confirm("ride.react", "Strike back at the rider?").previewed(Preview(actor=rider.id))
    if able and play.ask(victim.owner, question):
        reaction_attacks(play, victim, rider, passing=True)
