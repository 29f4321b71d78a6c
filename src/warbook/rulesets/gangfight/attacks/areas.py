"""Areas of effect: where one comes down, whom it covers, and Dodge.

The dice are rolled once, against a point or a figure: as many as succeed hit everybody who is covered, friend or foe.
If none does, it comes down somewhere else and hits once.  Neither size nor cover counts, only walls do.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ....core.check import Modifier, Target, target
from ....core.decision import Choose, Reasons
from ....core.dice import D6
from ....core.length import INCH
from ....core.naming import Preview
from ....core.state import Placement
from ....space import templates
from ....space.movement import Point
from ....space.placing import Spot
from ....space.shapes import stretch
from ....space.sight import walled_off
from ..checks import defence, ground, lines, luck
from ..checks.defence import clinging
from ..checks.dice import CUT, Throw, endless, saved, successes, throw_of, trial
from ..events.attacks import Burst, Lobbed
from ..events.deeds import Declared
from ..harm import aftermath, wounding
from ..records import NOBODY, Deed, Model, Play
from ..records.distances import gap
from ..records.model import namer
from ..records.position import foes, friends, here, layout, under_way
from . import shots
from .shots import Shot

SIXTH = 60  # degrees, for each face of the die that says which way
CLEAR = 10  # how high above its floor a point is looked at


# ---- aiming ----------------------------------------------------------------------------------------------------------


def lob(play: Play, actor: Model, slot: int) -> None:
    """Aim at somebody or at a point, let the other side declare; then it comes down."""
    whom = choose_target(play, actor, slot)
    spot = choose_spot(play, actor, slot) if whom == NOBODY else play.state.records[whom].at.spot
    shots.settle_on(play, actor, slot)
    covered = covered_around(play, spot, actor.kit.weapons[slot].area)
    fire = play.ruleset.action["fire"]
    deed = Deed(fire.id, "area", actor.id, ((actor.id, whom),), slot=slot, spot=spot, covered=covered)
    play.happen(Declared(actor.id, deed, fire.name))
    play.then(lobbed, actor.id)
    aftermath.close_action(play)


def choose_target(play: Play, actor: Model, slot: int) -> int:
    """At whom to aim, friend or foe; nobody if it is to be aimed at a point."""
    question: Choose[int] = Choose(
        "fire.target",
        f"At whom does {actor.kit.name} aim?",
        lambda: [*(f.id for f in (*foes(play, actor.owner), *friends(play, actor.id))), NOBODY],
        refuse=lambda whom: () if whom == NOBODY else shots.shot_refused(actor, slot, whom),
        named=namer(play, {NOBODY: "a point"}),
    )
    return play.ask(actor.owner, question.previewed(_around(actor, slot)))


def _around(actor: Model, slot: int) -> Preview:
    """What would be covered around each target, and what a throw at it takes."""
    play = actor.play
    radius, records = actor.kit.weapons[slot].area, play.state.records

    def takes(whom: int) -> list[str]:
        if whom == NOBODY:
            return []
        shot = Shot(play, actor, Model(play, whom), slot, *shots.measure_shot(play, actor.id, whom))
        return [f"dice: {shots.pool(shot)}", f"to hit: {number(shot, whom)}", f"armour: {shots.damage(shot)}"]

    def cautions(whom: int) -> list[str]:
        covered = () if whom == NOBODY else covered_around(play, records[whom].at.spot, radius)
        return friends_covered(actor, [each for each in covered if each != whom])

    return Preview(
        lambda whom: None if whom == NOBODY else templates.disc(records[whom].at.spot, radius),
        lambda whom: () if whom == NOBODY else covered_around(play, records[whom].at.spot, radius),
        takes,
        cautions,
        actor.id,
        actor.kit.weapons[slot].title,
    )


def choose_spot(play: Play, actor: Model, slot: int) -> Point:
    """At which point to aim: one in sight, and near enough that a die is left.  Its own feet are always allowed."""
    refused, board = (lambda point: spot_refused(actor, slot, point)), play.world.board
    weapon = actor.kit.weapons[slot]
    question = Spot("fire.spot", "At which point?", board, refused, points_worth_aiming_at(actor))
    return play.ask(actor.owner, question.previewed(preview_of_area(actor, weapon.area)._replace(weapon=weapon.title)))


def preview_of_area(actor: Model, radius: int) -> Preview:
    """What would be covered around a point, and who."""
    play = actor.play
    return Preview(
        lambda point: templates.disc(point, radius),
        lambda point: covered_around(play, point, radius),
        cautions=lambda point: friends_covered(actor, covered_around(play, point, radius)),
        actor=actor.id,
    )


def friends_covered(actor: Model, covered: Iterable[int]) -> list[str]:
    """A remark that names the figures of its own side among those that would be covered."""
    play = actor.play
    own = [play.world.names[who] for who in covered if play.state.records[who].owner == actor.owner]
    return [f"covers {' and '.join(own)}"] if own else []


def points_worth_aiming_at(actor: Model) -> list[Point]:
    """Points worth a thought: between two enemies, at one, and at last at one's own feet."""
    at = [f.at.spot for f in foes(actor.play, actor.owner)]
    pairs = [(one, other) for one, other in pairwise(at) if one[2] == other[2]]
    between = [((one[0] + other[0]) // 2, (one[1] + other[1]) // 2, one[2]) for one, other in pairs]
    floor = actor.play.world.board.floor_below
    return [*((x, y, floor(x, y, z)) for x, y, z in (*between, *at)), actor.at.spot]


def spot_refused(actor: Model, slot: int, point: Point) -> Reasons:
    """Why a figure may not aim at a point."""
    if point == actor.at.spot:
        return ()
    play = actor.play
    if shots.dice_at(play, actor.id, slot, distance_to(actor.at, point)) <= 0:
        return ("It is so far away that no die is left.",)
    if not in_view(play, actor.at, point):
        return ("It is out of sight.",)
    return ()


def in_view(play: Play, at: Placement, point: Point) -> bool:
    """Whether a point on the floor can be seen from a figure's place."""
    x, y, z = point
    if not lines.open_to(play, at, (x, y, z + CLEAR)):
        return False
    dense = (area for area in ground.areas(play) if area.kind == ground.DENSE)
    return bool(stretch(dense, at.spot, point) <= play.option["sight-in-dense"] * INCH)


def distance_to(at: Placement, point: Point) -> int:
    """From the rim of a base to a point, in thousandths."""
    return gap(at, Placement(*point, radius=0, height=0))


# ---- coming down -----------------------------------------------------------------------------------------------------

DEFENCE: tuple[Modifier, ...] = (
    Modifier("cover", lambda s: -s.cover, "combat, cover"),
    shots.lying_far,
    clinging,
    Modifier("bulwark", lambda s: -defence.bulwark(s.play, s.whom.id), "interrupts, Bulwark"),
)


def lobbed(play: Play, who: int) -> None:
    """The area of the action under way comes down."""
    deed = under_way(play)
    whom, spot = deed.target_of(who), deed.spot
    assert spot is not None
    if whom == NOBODY:
        throw(play, who, whom, deed.slot, spot, distance_to(play.state.records[who].at, spot), 0)
    else:
        distance, cover, _ = shots.measure_shot(play, who, whom)
        throw(play, who, whom, deed.slot, spot, distance, cover)


def throw(play: Play, who: int, whom: int, slot: int, spot: Point, distance: int, cover: int) -> None:
    """Roll to hit; what has no success drifts and hits once.  Then it goes off."""
    shooter = Model(play, who)
    shot = Shot(play, shooter, shooter if whom == NOBODY else Model(play, whom), slot, distance, cover)
    dice, needed, against = shots.pool(shot), number(shot, whom), shots.damage(shot)
    play.happen(Lobbed(who, whom, *spot, dice, needed, against))
    shots.discharge(play, who, slot)
    test = throw_of(dice.number, needed.number, may_drop=play.option["drop-dice"])
    winds = play.state.turn.windy
    hits, ones = play.dice(aim, test, luck.attack_rerolls(play, who, shot=True), winds)
    if winds and ones:
        wounding.wound(play, who, 1, who)
    if not hits:
        hits, spot = 1, drift(play, spot)
    blast(play, who, spot, shot.weapon.area, hits, against.number)


def number(shot: Shot, whom: int) -> Target:
    """What each die must reach: the defence of a figure in its cover, or the number of a point."""
    if whom == NOBODY:
        needed: int = shot.play.option["area-number"]
        return Target(needed, needed, "a point")
    return target("defence", shot.whom.defence, shot.play.ruleset.modifiers["aiming an area"], shot)


def aim(play: Play, hit: Throw, again: tuple[int, ...], ones: bool) -> tuple[int, int]:
    """Dice to hit, as a rule that only rolls: the successes, and the natural 1s where they matter."""
    if not (ones and hit.dice):
        return successes(play, hit, "hit", "To hit", most=CUT, again=again), 0
    reached: tuple[int, int] = play.roll(endless(hit, CUT, again, True), "hit", "To hit")
    return reached


def drift(play: Play, spot: Point) -> Point:
    """Where an area comes down if it has missed."""
    degree, distance = play.dice(drifting)
    return templates.scatter(layout(play), play.world.board, spot, degree, distance).point


def drifting(play: Play) -> tuple[int, int]:
    """How far it drifts, in inches, and which way, as a rule that only rolls; degrees and thousandths."""
    inches: int = play.roll(D6, "scatter.distance", "How far it drifts")
    face: int = play.roll(D6, "scatter.direction", "Which way, in sixths of a circle from the east")
    return (face - 1) * SIXTH, inches * INCH


# ---- whom it covers --------------------------------------------------------------------------------------------------


def covered_around(play: Play, spot: Point, radius: int) -> tuple[int, ...]:
    """Everybody whose base is within the radius of a point, at least in part, and is not hidden from it by a wall."""
    now, board = layout(play), play.world.board
    near = (f.id for f in here(play) if f.wounds > 0 and distance_to(f.at, spot) <= radius)
    return tuple(who for who in near if not walled_off(now, board, spot, who))


def blast(play: Play, by: int, spot: Point, radius: int, hits: int, damage: int) -> None:
    """It goes off: everybody whom it covers takes so many hits, and saves against them separately."""
    play.happen(Burst(by, *spot, hits))
    for who in covered_around(play, spot, radius):
        play.then(engulf, who, by, hits, damage)


def engulf(play: Play, who: int, by: int, hits: int, damage: int) -> None:
    """One figure that is covered: it dodges, if that was declared; then its armour saves."""
    model = Model(play, who)
    if not model.record.here or model.fallen:
        return
    dodged = dodge(play, model, by, hits)
    saves = play.option["dodge-adds"] == "saves"
    left = max(0, hits - dodged) if saves else hits
    save = defence.to_save(play, model, damage, more=0 if saves else dodged)
    again = luck.armour_rerolls(play, who) if left else ()
    wounding.wound(play, who, play.dice(saved, save, left, max(1, model.record.wounds), who, again), by)


def dodge(play: Play, model: Model, by: int, hits: int) -> int:
    """The successes of a Dodge that was declared against the attacker: Initiative dice against the successes of the
    attack."""
    deed: Deed | None = play.state.turn.deed
    pledge = deed.pledged(model.id) if deed is not None else None
    if pledge is None or pledge.kind != "dodge" or pledge.against != by:
        return 0
    most = hits if play.option["dodge-adds"] == "saves" else CUT
    because = (f"dice: Initiative {model.iv}", f"number: {hits} successes of the attack")
    test, again = trial(play, model.iv, hits), luck.rerolls(play, model.id, "a dodge")
    return successes(play, test, "dodge", "Dodge", model.id, most=most, again=again, because=because)
