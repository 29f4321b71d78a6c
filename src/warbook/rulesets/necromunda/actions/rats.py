"""Bomb delivery rats: sent off with a grenade, and running on at the start of each round."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....core.length import INCH
from ....space.movement import Point
from ....space.shapes import direction, stretched
from ..attacks import ammo, rats
from ..checks import directions
from ..checks.characteristics import passes_intelligence
from ..checks.requirements import standing_active
from ..events.gear import ProfileSpent
from ..events.moments import PriorityRolled
from ..events.things import RatRan, RatSent
from ..movement import scurrying
from ..printed.library import action
from ..records import Model, Play, Rat
from ..records.position import loose_rats, near_by, per_position, things
from . import gear, handling

CONTROL, GIANTS = 9 * INCH, 12 * INCH


# ---- sending one off -------------------------------------------------------------------------------------------------


def grenades(model: Model) -> list[tuple[int, int]]:
    """The grenades that it has left, as (slot, profile)."""
    return [arm for arm in model.kit.arms if model.weapon(arm).has("grenade") and model.usable(arm)]


def rats_left(model: Model) -> list[int]:
    """The rats of a fighter that do not run about now."""
    return [rat.id for rat in things(model.play, Rat) if rat.bearer == model.id and not rat.there]


@requirement("It must have a grenade left.")
def grenade_left(model: Model) -> bool:
    return bool(grenades(model))


@requirement("It must have a rat that does not run about already.")
def rat_left(model: Model) -> bool:
    return bool(rats_left(model))


@requirement("There must be room for a rat beside it.")
def room_for_rat(model: Model) -> bool:
    left = rats_left(model)
    return bool(left) and bool(_places(model.play, model.id, left[0]))


@per_position
def _places(play: Play, who: int, rat: int) -> tuple[Point, ...]:
    return tuple(handling.places_beside(play, Model(play, who), play.state.records[rat]))


def prime_bomb_rat(play: Play, model: Model) -> None:
    """Test for the grenade as if it were thrown, put a rat beside you, and let it run up to 6": where you like if you
    pass an Intelligence test, else in a random direction."""
    kinds = grenades(model)
    named = {arm: model.kit.weapons[arm[0]].name for arm in kinds}
    arm = play.pick(model.owner, Choose("grenade", "With which grenade?", lambda: kinds, named=named.__getitem__))
    profile = model.weapon(arm)
    spent = profile.has("single-shot")
    failed = bool(profile.ammo and not spent and ammo.ammo_test(play, model, profile.ammo, 1))
    if spent or failed:
        play.happen(ProfileSpent(model.id, *arm))
    if failed and not play.option["spent-grenades-still-run"]:
        play.note(model.id, "there was no grenade left for the rat")
        return
    rat = rats_left(model)[0]
    spots = list(_places(play, model.id, rat))
    question = Choose("place", "Where is the rat set down?", lambda: spots, named=handling.spot_in_words)
    play.happen(RatSent(model.id, rat, *play.pick(model.owner, question), *arm))
    run(play, model, rat, keeps_it_in_hand(play, model, rat))


PRIME_BOMB_RAT = action(
    "prime-bomb-rat",
    (gear.carrying("bomb delivery rats", "bomb-delivery-rats"), standing_active, grenade_left, rat_left, room_for_rat),
    prime_bomb_rat,
    ours=(rat_left, room_for_rat),
)


# ---- running ---------------------------------------------------------------------------------------------------------


def run(play: Play, bearer: Model, rat: int, led: bool) -> None:
    """A rat runs where its bearer leads it, or 6" in a random direction; at its end it may go off."""
    if led:
        to = play.ask(bearer.owner, scurrying.run_choice(play, rat, bearer.owner))
    else:
        degree = play.roll(directions.by_chance(play), "rat.direction", "The rat runs")
        at = play.state.records[rat].at
        dx, dy = stretched(*direction(degree), scurrying.RUN)
        to = scurrying.run_towards(play, rat, (at.x + dx, at.y + dy), scurrying.RUN)
    play.happen(RatRan(rat, *to))
    for lord in scurrying.lords_near(play, rat):
        play.happen(RatRan(rat, *scurrying.driven_off(play, rat, lord)))
    rats.arrive(play, rat)


def run_on(play: Play, rolled: PriorityRolled) -> None:
    """After the roll for priority all rats run on, those of the side with priority first."""
    records = play.state.records
    running = [rat for rat in things(play, Rat) if rat.there and rat.bearer >= 0]
    for rat in sorted(running, key=lambda rat: (records[rat.bearer].owner != rolled.seat, rat.id)):
        play.then(rat_runs, rat.id)


def rat_runs(play: Play, who: int) -> None:
    """One rat runs on: its bearer leads it from within 9", on its feet or pinned, with an Intelligence test."""
    rat = play.state.record(Rat, who)
    if rat.there:
        bearer = Model(play, rat.bearer)
        able = bearer.on_table and (bearer.active or bearer.pinned) and near_by(play, bearer.at, rat.at, CONTROL)
        run(play, bearer, who, able and keeps_it_in_hand(play, bearer, who))


def keeps_it_in_hand(play: Play, bearer: Model, who: int) -> bool:
    """An Intelligence test to lead a rat, three harder within 12" of a giant one."""
    at = play.state.records[who].at
    giants = (other.at for other in loose_rats(play) if other.kind == "giant-rat")
    return passes_intelligence(bearer, "rat", -3 if any(near_by(play, at, giant, GIANTS) for giant in giants) else 0)
