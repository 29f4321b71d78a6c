"""Damage to things: doors, caskets, vehicles."""

from __future__ import annotations

from ....core.dice import D6
from ..checks import badzones
from ..events.moments import CasketBroken
from ..events.things import DoorChanged, ThingDamaged, Wrecked
from ..records import Casket, Door, Fighter, Play, Vehicle
from .dice import strength_against_toughness, wound_number
from .strikes import Strike

DOOR_TOUGHNESS, VAULT_TOUGHNESS = 5, 8
UNSTABLE_DOOR = 2  # less


def damage_thing(play: Play, who: int, blow: Strike, hits: int, by: int = -1) -> None:
    """Hits on a door, a casket or a vehicle: a wound roll against its toughness, no save, and its wounds go down."""
    thing = play.state.records[who]
    if not isinstance(thing, Door | Casket | Vehicle) or thing.wounds <= 0:
        return  # another hit has dealt with it
    lost = play.dice(thing_damage, blow, toughness_of(play, thing), hits)
    if not lost:
        return
    play.happen(ThingDamaged(who, lost))
    if play.state.record(Fighter, who).wounds > 0:
        return
    if isinstance(thing, Door):
        play.happen(DoorChanged(who, "gone"))
    elif isinstance(thing, Casket):
        play.reach(CasketBroken(who, by))
    else:
        play.happen(Wrecked(who))


def thing_damage(play: Play, blow: Strike, toughness: int, hits: int) -> int:
    """Dice rule: the wounds that so many hits take off a thing; gravity, which has no Strength, must roll its
    Toughness, or a 6."""
    lost = 0
    for _ in range(hits):
        need = min(6, toughness) if blow.strength is None else wound_number(blow.strength, toughness)
        because = (
            (f"Toughness {toughness}",)
            if blow.strength is None
            else strength_against_toughness(blow.strength, toughness)
        )
        face: int = play.roll(D6, "wound", f"To damage, {need}+", because=because)
        if face >= need:
            lost += (blow.damage or 0) + (face == 6 and "rending" in blow.traits)
    return lost


def toughness_of(play: Play, thing: Door | Casket | Vehicle) -> int:
    """What a hit has to beat: what the board says of a door, else what the book does."""
    if isinstance(thing, Door):
        printed = VAULT_TOUGHNESS if thing.vault else DOOR_TOUGHNESS
        weaker = UNSTABLE_DOOR if badzones.fought_in(play, "unstable-dome") else 0
        return max(1, (play.world.board.doors[thing.number].toughness or printed) - weaker)
    if isinstance(thing, Casket):
        return int(play.option["casket-toughness"])
    return thing.toughness
