"""What every edition has in the same words, besides the chapters that it lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.action import Action
from ...core.check import Modifier
from ...core.events import Event, Moment
from ...core.reaction import Consequence, Windows
from ...core.ruleset import HouseRule, Option, Ruleset
from ...core.tableau import Card
from ...mechanics.result import result
from ...space import drawing
from .actions import gear, running
from .attacks.close_combat import fighting
from .battle import activations, deployment, ending, poised, scoring, setup, turn
from .bots import outcomes, value, vehicles
from .events import EVENTS
from .harm import conditions, falling, nerve, recovery, taken_home
from .printed.edition import Edition
from .records import THINGS, CrewedVehicle, Fighter, Play, Turn, World
from .records.position import derive
from .view import card, sightings, tableau, vehicle_card, verdicts

STEPS: tuple[Callable[..., None], ...] = (
    activations.carry_out,
    fighting.consolidate,
    nerve.nerve_tests,
    nerve.nerve_test,
    running.run_at_once,
    ending.bottle_check,
    ending.flee_battlefield,
    ending.voluntary_flight,
    ending.abandoned,
    ending.rally,
    recovery.recovery,
    recovery.recover,
    taken_home.lasting_injuries,
    recovery.web_aftermath,
    taken_home.succumb,
    taken_home.earn,
    conditions.recover_senses,
    conditions.lingering_effects,
    gear.wear_off,
    falling.climb_out,
    deployment.reinforce,
    turn.end_of_round,
)
"""What may wait on the agenda in every edition."""


def ruleset_of(
    *,
    id: str,
    title: str,
    version: str,
    edition: Edition,
    actions: tuple[Action[Any], ...],
    steps: tuple[Callable[..., None], ...],
    windows: Mapping[type[Event], Windows],
    follows: Mapping[type[Event] | type[Moment], tuple[Consequence, ...]],
    modifiers: Mapping[str, tuple[Modifier, ...]],
    options: tuple[Option, ...],
    house_rules: tuple[HouseRule, ...],
    notes: str,
) -> Ruleset:
    """The ruleset of an edition: what it has of the chapters, and what all editions share."""
    return Ruleset(
        id=id,
        title=title,
        version=version,
        edition=edition,
        seats=2,
        turn=turn.turn,
        table=setup.table,
        result=result,
        active_seat=turn.active_seat,
        actions=actions,
        records=(Fighter, CrewedVehicle, *THINGS),
        turns=(Turn,),
        events=EVENTS,
        steps=steps,
        windows=windows,
        follows=follows,
        modifiers=modifiers,
        options=options,
        house_rules=house_rules,
        notes=notes,
        name_of=_name_of,
        seat_name=_seat_name,
        shelf=edition.shelf,
        picture=drawing.pictured(tableau.tableau),
        sketch=drawing.sketched(tableau.tableau),
        tableau=tableau.tableau,
        card=_card,
        aims=sightings.aims,
        value=value.value,
        statistics=scoring.statistics,
        verdict=verdicts.verdict,
        derive=derive,
        outcomes=outcomes.OUTCOMES,
        poised=poised.about_to_act,
        leads=vehicles.leads,
        scene=setup.scene,
        actions_left="turn.left",
        withheld=outcomes.withheld,
    )


def _card(play: Play, who: int) -> Card:
    return vehicle_card.card(play, who) if play.world.is_crewed(who) else card.card(play, who)


def _name_of(world: World, who: int) -> str:
    return world.names.get(who, "the cloud")  # the only thing that is not there from the start


def _seat_name(world: World, seat: int) -> str:
    return world.gangs[seat]
