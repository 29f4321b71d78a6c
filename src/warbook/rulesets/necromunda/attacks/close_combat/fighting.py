"""The fight: turning to face, the attacks, and what follows when nobody is left to fight."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from .....core.action import requirement
from .....core.decision import Choose
from .....core.length import INCH
from .....core.naming import Names
from ...checks import directions
from ...checks.requirements import sighted
from ...events.movement import Faced
from ...movement import gait, moving, routes
from ...printed.library import action
from ...records import CrewedVehicle, Model, Piece, Play, Rat, Status, Vehicle
from ...records.position import enemies, engaged_with, namer
from . import attacks, blows, coup_de_grace, grips, reaction_attacks

CONSOLIDATE, HASTY = 2 * INCH, 4 * INCH


# ---- the fight -------------------------------------------------------------------------------------------------------


class Charged(Struct, frozen=True):
    """What a fight has to know of the charge that led to it: the enemies that were charged out of sight, and those
    whom the charge brought to their feet."""

    unseen: tuple[int, ...] = ()
    raised: tuple[int, ...] = ()


def fight(play: Play, attacker: Model, charge: Charged | None = None) -> None:
    """Strike at the enemies you are engaged with; those still standing may strike back; if none is left to fight,
    consolidate or finish one off.  `charge` is given where a charge ends in this fight."""
    engaged = engaged_with(play, attacker.id)
    foes = grips.opponents(play, attacker.id)
    about = bool(engaged) and charge is None and "face-about" in play.state.turn.done
    turned = turn_to_face(play, attacker, foes) or about
    stance = blows.Stance(charging=charge is not None, turned=turned, unseen=charge.unseen if charge else ())
    clash = play.stage(attacks.attacks, attacker, foes, stance)
    reaction_attacks.strike_back(play, attacker, clash, charge.raised if charge else ())
    after_fight(play, attacker, tuple(dict.fromkeys((*engaged, *clash.attacked))))


@requirement(
    "It must be standing, with an enemy in base contact or in reach of a versatile weapon, or a vehicle beside it.",
    condition="It must be standing and not broken, with an enemy in base contact, across a barricade or in reach of a "
    "versatile weapon, or a vehicle within an inch.",
)
def someone_to_fight(model: Model) -> bool:
    return model.standing and not model.broken and bool(grips.opponents(model.play, model.id))


FIGHT = action("fight", (someone_to_fight, sighted), fight)


# ---- turn to face ----------------------------------------------------------------------------------------------------


def turn_to_face(play: Play, attacker: Model, foes: tuple[int, ...]) -> bool:
    """A fighter that does not see all its opponents may turn, at -1 to hit; whether it did."""
    at = attacker.at
    places = [play.state.records[who].at for who in foes]
    seen = [directions.in_front(at, p) for p in places]
    if all(seen):
        return False
    now = (at.fx, at.fy)
    ways = directions.facings(at, places)
    named = dict(ways)
    options = [*([now] if any(seen) else ()), *named]
    say = namer(play)

    def label(way: tuple[int, int]) -> str:
        if way not in named:
            return "stay as it is"
        return "turn to " + " and ".join(say(foes[n]) for n in named[way])

    question = "Does it turn? Turning costs 1 to hit."
    chosen = play.pick(attacker.owner, Choose("fight.face", question, lambda: options, named=label))
    if chosen == now:
        return False
    play.happen(Faced(attacker.id, *chosen))
    return True


# ---- after the fight -------------------------------------------------------------------------------------------------


def after_fight(play: Play, attacker: Model, fought: tuple[int, ...]) -> None:
    """Nobody left to fight: finish off one of those who lie injured (in some editions only if all of them do), or move
    up to 2".  Rats are no opponents, nor are crewed vehicles and pieces of terrain."""
    fought = tuple(who for who in fought if not isinstance(play.state.records[who], Rat | Piece | CrewedVehicle))
    if not fought or not attacker.standing or attacker.engaged:
        return
    fates = {status_of_opponent(play, who) for who in fought}
    if not fates <= {Status.SERIOUS, Status.OUT}:
        return
    turn = play.state.turn
    again = turn.actor == attacker.id and coup_de_grace.FREE_KILL in turn.done
    may_finish = fates == {Status.SERIOUS} or play.world.edition.finish_beside_the_dead
    fallen = [who for who in coup_de_grace.victims(attacker) if who in fought] if may_finish and not again else []
    whom = None
    if fallen:
        names = play.world.names
        said = Names(names, {None: "consolidate"}, said=lambda who: f"finish off {names[who]}")
        question = Choose("fight.after", "Finish one off, or consolidate?", lambda: [*fallen, None], named=said)
        whom = play.ask(attacker.owner, question)
    if whom is not None:
        finish_off: Callable[..., None] = play.ruleset.action["coup-de-grace"].rule
        finish_off(play, attacker, whom)
    else:
        play.then(consolidate, attacker.id, scope=attacker.id)


def status_of_opponent(play: Play, who: int) -> Status:
    """How an opponent fares; a wrecked vehicle is as good as an enemy that lies there."""
    if who < play.world.count:
        return Model(play, who).record.status
    return Status.SERIOUS if play.state.record(Vehicle, who).wrecked else Status.STANDING


def consolidate(play: Play, who: int) -> None:
    """Nobody is left to fight: move up to 2", 4" if it is impetuous."""
    model = Model(play, who)
    if model.active:
        distance = HASTY if model.has("impetuous") else CONSOLIDATE
        key, prompt = "consolidate.path", "Where does it consolidate?"
        if play.option["consolidation-keeps-clear"]:
            routes.ask_and_follow(play, model, gait.gait(model, distance), key, prompt)
        else:
            moving.close_in(play, model, distance, key, prompt, 0, enemies(play, model.owner))
