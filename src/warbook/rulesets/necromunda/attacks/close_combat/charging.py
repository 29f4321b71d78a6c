"""Charging: at whom, how far, and what waits at the end of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .....core.action import requirement
from .....core.decision import Choose
from .....core.dice import D3, D6
from .....core.length import INCH, written
from .....core.naming import Preview
from .....core.state import Body
from .....space.approach import square_of_distance
from .....space.movement import Walked, push
from .....space.shapes import direction
from .....space.sight import visible, within
from ...checks import darkness, directions, drink, targets
from ...checks.characteristics import passes_willpower
from ...checks.requirements import standing_active
from ...events.attacks import Does
from ...events.fighters import StoodUp
from ...events.moments import ChargeEnds
from ...events.movement import Faced
from ...events.rounds import Acted
from ...harm import displacement, injury, shoving
from ...movement import approach, gait, perils, routes, turning
from ...printed.library import action
from ...records import Fighter, Model, Play, Status
from ...records.position import (
    board_now,
    enemies,
    enemies_met,
    layout,
    meet,
    namer,
    near_by,
    nothing_between,
    vehicles_of_enemy,
)
from . import brawling, charge_routes, contacts, coup_de_grace, fighting, grips


def charge(play: Play, charger: Model) -> None:
    """Move up to Movement and D3" by the shortest way.  In contact at the end, fight for free; out of reach, stop an
    inch short."""
    unseen = play.stage(run_in, charger)
    if unseen is not None:
        play.reach(ChargeEnds(charger.id, unseen))


def strike_at_the_end(play: Play, ends: ChargeEnds) -> None:
    """What a charger may do at once where its charge ends."""
    charge_ends(play, Model(play, ends.charger), ends.unseen, may_headbutt=False)


def strike_head_first(play: Play, ends: ChargeEnds) -> None:
    """The same at tables where a headbutt may take the place of the free fight."""
    charge_ends(play, Model(play, ends.charger), ends.unseen, may_headbutt=True)


def run_in(play: Play, charger: Model) -> tuple[int, ...] | None:
    """The charge up to its end.  Answers which enemies it did not see when it began, or None where nothing follows."""
    first = charge_distance(play, charger) if play.option["charge-dice-first"] else None
    question = Choose("target", "Charge whom?", charge_targets, charger, named=namer(play))
    preview = Preview(
        notes=lambda whom: prospects(charger, whom, first),
        cautions=lambda whom: cautions(charger, whom, first),
        actor=charger.id,
    )
    whom = play.ask(charger.owner, question.previewed(preview))
    play.happen(Does(charger.id, "charges", whom))
    if play.world.is_crewed(whom):
        return run_at_vehicle(play, charger, whom, charge_distance(play, charger) if first is None else first)
    target = Model(play, whom)
    if target.has("fearsome") and not passes_willpower(charger, "fearsome"):
        if play.world.edition.fearsome_ends_activation:
            injury.leave_activation(play, charger)
        return None
    foes = charge_routes.enemies_of(play, charger)
    seen = {who for who, _ in visible(layout(play), board_now(play), charger.id, foes)}
    distance = charge_distance(play, charger) if first is None else first
    if not go_in(play, charger, target, distance):
        return None
    face_foes(play, charger)
    return tuple(f.id for f in enemies(play, charger.owner) if f.id not in seen)


def run_at_vehicle(play: Play, charger: Model, whom: int, distance: int) -> tuple[int, ...] | None:
    """A charge at a vehicle goes as far as it gets: it is enough to end within an inch of the hull."""
    if goes_astray(charger):
        arrived = stagger_in(play, charger, distance)
    else:
        rules, hull = charge_routes.keeping_clear(charger, distance), play.state.records[whom].at
        route = approach.approach(play, charger.id, hull, rules)
        if not near_by(play, charge_routes.end_of(charger, route), hull, coup_de_grace.REACH):
            route = charge_routes.way_beside_hull(play, charger, whom, rules) or route
        arrived = not route or perils.follow(play, charger, route, rules)
    if not arrived:
        return None
    turning.turn_to(play, charger, play.state.records[whom].at)
    return ()


def go_in(play: Play, charger: Model, target: Model, distance: int) -> bool:
    """The move of a charge.  Answers whether it got to its end."""
    if goes_astray(charger):
        return stagger_in(play, charger, distance)
    route, rules = charge_routes.charge_route(play, charger, target, distance)
    return not route or perils.follow(play, charger, route, rules)


def goes_astray(charger: Model) -> bool:
    """Whether drink leads a charge anywhere, as it does a Move."""
    return drink.staggers(charger) and bool(charger.play.option["drink-leads-charges-astray"])


def stagger_in(play: Play, charger: Model, distance: int) -> bool:
    """A charge in a random direction, D6" instead of the Movement: into contact with an enemy that is in the way, else
    as far as keeps an inch from all of them.  Answers whether it got to its end."""
    degree = shoving.drunken_direction(play, charger)
    distance += INCH * play.roll(D6, "drunk", "so far", charger.id) - charger.move
    went = push(board_now(play), layout(play), charger.id, direction(degree), distance)
    there = charger.at.moved_to(went.spot)
    if any(meet(play, there, foe.at) for foe in enemies(play, charger.owner)):
        return displacement.go_straight(play, charger, went.spot, went.moved)
    shoving.stagger(play, charger, degree, distance)
    return charger.standing and play.state.turn.actor == charger.id


def charge_distance(play: Play, charger: Model) -> int:
    """Movement and D3", less for heavy armour; in gunk there is no D3."""
    gunked = charger.suffers("gunked")
    return charge_reach(charger, 0 if gunked else play.roll(D3, "charge.distance", "Charge distance", charger.id))


def charge_reach(charger: Model, inches: int) -> int:
    """How far a charge goes whose die shows so much."""
    return charger.move + INCH * inches + INCH * sum(a.charge for a in charger.armour)


def prospects(charger: Model, whom: int, rolled: int | None) -> list[str]:
    """What a charge at an enemy takes: how far it is, what the die must show unless it has been `rolled`, and what the
    way asks for."""
    play = charger.play
    if not play.option["premeasure"] or play.world.is_crewed(whom):
        return []
    if goes_astray(charger):
        return ["it is too drunk to go where it likes: it staggers in a random direction"]
    walked = way_to(charger, whom, farthest(charger, rolled))
    if walked is None:
        near = ends_within_reach(charger, whom, farthest(charger, rolled))
        return ["at its best its charge ends within reach of it" if near else "its charge does not get there"]
    least = -(-(walked.cost - charge_reach(charger, 0)) // INCH)
    sure = charger.suffers("gunked") or rolled is not None or least <= 1
    chance = "its charge gets there" if sure else f"its charge gets there with a {least} or more on the D3"
    return [f"{written(walked.cost)} to go: {chance}", *routes.route_warnings(charger, walked)]


def farthest(charger: Model, rolled: int | None) -> int:
    """How far a charge may go at most, whose die may have been `rolled`."""
    return rolled if rolled is not None else charge_reach(charger, 0 if charger.suffers("gunked") else D3.sides)


def way_to(charger: Model, whom: int, distance: int) -> Walked | None:
    """What the shortest way of a charge into contact with an enemy comes to, if it is no longer than this."""
    play = charger.play
    if not contacts.may_get_to(charger, whom, distance):
        return None
    rules = gait.gait(charger, distance, contact_with=charge_routes.enemies_of(play, charger))
    found = contacts.into_contact(play, charger.id, whom, rules)
    return found[1] if found is not None else None


def cautions(charger: Model, whom: int, rolled: int | None) -> tuple[str, ...]:
    """That an enemy is too far off for a charge however its die falls."""
    play = charger.play
    if not play.option["premeasure"] or goes_astray(charger):
        return ()
    far = farthest(charger, rolled)
    if play.world.is_crewed(whom):
        near = approach.may_come_near(charger, play.state.records[whom].at, far + coup_de_grace.REACH)
        return () if near else ("out of reach",)
    return () if way_to(charger, whom, far) is not None or ends_within_reach(charger, whom, far) else ("out of reach",)


def ends_within_reach(charger: Model, whom: int, distance: int) -> bool:
    """Whether a charge that does not touch an enemy ends where something can be done to it all the same: as near as a
    versatile weapon strikes, or an inch from one that lies there to be finished off."""
    play = charger.play
    target = Model(play, whom)
    reach = grips.longest_reach(charger) if target.standing else 0
    if target.serious and not coup_de_grace.protected_by_beast(play, target.record):
        reach = coup_de_grace.REACH_OF_CHARGE
    if not reach or not approach.may_come_near(charger, target.at, distance + reach):
        return False
    ways = charge_routes.approaches(play, charger, target, charge_routes.keeping_clear(charger, distance))
    ends = [charger.at.moved_to(route[-1]) if route else charger.at for route in ways]
    clear = target.serious and not play.option["coup-de-grace-needs-clear-way"]
    return any(within(end, target.at, reach) and (clear or nothing_between(play, end, target.at)) for end in ends)


def charge_targets(charger: Model) -> list[int]:
    """The enemies that may be charged, the nearest first."""
    at = charger.at
    return [each.id for each in sorted(made_out(charger), key=lambda each: (square_of_distance(at, each.at), each.id))]


def made_out(charger: Model) -> Iterator[Body]:
    """The enemies for which it is light enough to charge them: in the dark those that give themselves away, and those
    so near that they could be seen where no wall hides them."""
    play, at = charger.play, charger.at
    foes: list[Body] = [*enemies(play, charger.owner), *vehicles_of_enemy(play, charger.owner)]
    if not play.state.turn.dark:
        yield from foes
        return
    far = darkness.sight_in_the_dark(charger)
    for foe in foes:
        if darkness.lost_in_the_dark(play, at, foe.id, far):
            continue
        plain = nothing_between(play, at, foe.at) or darkness.given_away(play, foe.id)
        if plain or foe.id in targets.seen_from(play, charger.id, all_round=True):
            yield foe


def face_foes(play: Play, charger: Model) -> None:
    """At the end of a charge one faces whom one touches; its player chooses where that is nobody, or several who
    cannot all be seen at once."""
    touched = [play.state.records[foe].at for foe in enemies_met(play, charger.id)]
    ways = directions.facings(charger.at, touched) if touched else []
    all_seen = [way for way, whom in ways if len(whom) == len(touched)]
    if all_seen:
        play.happen(Faced(charger.id, *all_seen[0]))
    else:
        turning.turn_freely(play, charger)


def charge_ends(play: Play, charger: Model, unseen: tuple[int, ...], *, may_headbutt: bool) -> None:
    """In contact after a charge: whoever lies pinned there gets up, and a fight follows for free (or a throw); so it
    does where a long weapon reaches somebody.  Else a fight with a vehicle or a coup de grace, if it likes.

    `unseen` are the enemies that it did not see when it declared its charge.  The actions are those of the table; that
    for a fight is given the charge as a third argument.
    """
    touched = enemies_met(play, charger.id) if charger.standing else ()
    raised = tuple(foe for foe in touched if play.state.record(Fighter, foe).status is Status.PINNED)
    edition = play.world.edition
    for who in raised:
        play.happen(StoodUp(who))
        if edition.raised_has_turned:
            turning.turn_to(play, Model(play, who), charger.at)
    if not charger.standing:
        return
    engaged, blind = charger.engaged, charger.suffers("blind")
    foes = () if blind else grips.opponents(play, charger.id)
    bound = any(who < play.world.first_thing for who in foes)  # nobody has to fight a parked vehicle
    choices: list[str | None] = ["fight"] if foes else []
    if edition.hurl_ends_charge and engaged and not blind and charger.has("hurl") and brawling.hurlable(charger):
        choices.append("hurl")
    if may_headbutt and not blind and charger.has("headbutt") and brawling.buttable(charger):
        choices.append("headbutt")
    if not bound:
        choices += ["coup-de-grace"] if coup_de_grace.victims(charger, coup_de_grace.REACH_OF_CHARGE) else []
        choices.append(None)
    prompt = "What follows the charge?"

    def named(choice: str | None) -> str:
        return "nothing" if choice is None else play.ruleset.action[choice].name

    chosen = play.pick(charger.owner, Choose("charge.ends", prompt, lambda: choices, named=named))
    if chosen is None:
        return
    rule: Callable[..., None] = play.ruleset.action[chosen].rule
    if chosen == "fight":
        rule(play, charger, fighting.Charged(unseen, raised if edition.raised_has_turned else ()))
        return
    if chosen == "headbutt":
        play.happen(Acted(charger.id, "headbutt", 0))  # a free action comes once in an activation
    rule(play, charger)


@requirement(
    "There must be an enemy to charge.",
    condition="There must be an enemy on the table; in darkness, one that it can make out.",
)
def someone_to_charge(model: Model) -> bool:
    return any(True for _ in made_out(model))


CHARGE = action("charge", (standing_active, someone_to_charge), charge)
