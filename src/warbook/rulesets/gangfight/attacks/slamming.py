"""What only the Large and the Huge can do: Slam! an enemy of their size or larger, and Trample over smaller ones."""

from __future__ import annotations

from math import isqrt

from ....core.action import Requirement, requirement
from ....core.decision import Confirm, Reasons
from ....core.length import INCH, root_up
from ....core.naming import Preview
from ....core.structs import replace
from ....space.breakpoints import ahead, directions, distances, outlines, over
from ....space.layout import Layout
from ....space.movement import Mode, Point, Pushed, Rules, Walked, Why, check, overlapping, sentence
from ....space.movement import push as pushed_by
from ....space.placing import Spot
from ....space.routes import Journey
from ....space.shapes import passes
from ..checks import defence, luck, provoking
from ..checks.dice import saved, successes, trial
from ..checks.requirements import has_points, standing
from ..events.attacks import Missed
from ..events.deeds import Declared
from ..events.moments import Arrival, ClosedIn, PushDue
from ..events.movement import Moved
from ..events.rounds import Spent
from ..harm import aftermath, courage, falling, wounding
from ..movement import going, ways
from ..movement.rules import allowance, rules_for
from ..printed.catalogue import action
from ..records import LARGE, NOBODY, Deed, Due, Figure, Model, Play, off_table
from ..records.distances import gap
from ..records.model import choose_enemy, enemies, namer
from ..records.position import foes, layout, per_position, under_way
from . import fighting

FURTHEST = 6  # inches of a push
STAND_FAST = 4  # the number of the test of those who are trampled
UNHARMED = 2  # successes that it takes
EDGES = (Why.NO_FLOOR, Why.GAP)


@requirement("It must be Large or Huge.", fixed=True)
def _large(model: Model) -> bool:
    return model.size.order >= LARGE


# ---- Slam! -----------------------------------------------------------------------------------------------------------


def slam_refused(actor: Model, whom: int) -> Reasons:
    """Why a figure may not slam an enemy."""
    if actor.play.world.kits[whom].size.order < actor.size.order:
        return ("It is smaller: it can be trampled.",)
    return fighting.fight_refused(actor, whom)


def slam(play: Play, actor: Model) -> None:
    """Close in, and send the enemy flying."""
    prompt = f"Whom does {actor.kit.name} slam?"
    preview = Preview(notes=lambda whom: fighting.expectation(actor, whom, "slam"), actor=actor.id)
    whom = choose_enemy(play, actor, "slam.target", prompt, lambda whom: slam_refused(actor, whom), preview)
    if not courage.dares(play, actor, whom):
        return
    play.happen(Spent(actor.id))
    play.happen(Declared(actor.id, Deed("slam", "melee", actor.id, ((actor.id, whom),)), SLAM.name))
    play.then(shove, actor.id)
    aftermath.close_action(play)


def shove(play: Play, who: int) -> None:
    """The attack of a slam: a hit wounds once, however large the figure, knocks over, and pushes an inch for every hit
    once the action is over.  What armour saves beyond that wound is left for the end of the push."""
    whom = under_way(play).target_of(who)
    if not fighting.gets_there(play, who, whom):
        return
    blow = fighting.Blow(play, Model(play, who), Model(play, whom), "slam")
    hit, save = fighting.announce(blow)
    hits = successes(play, hit, "hit", "To hit", most=FURTHEST, again=luck.attack_rerolls(play, who))
    if not hits:
        fighting.miss(play, blow)
        return
    saves = successes(play, save, "armour", "Armour", most=2, again=luck.armour_rerolls(play, whom))
    wounding.wound(play, whom, int(saves == 0), who)
    wounding.owe(play, "push", whom, who, hits * INCH, max(0, saves - 1))
    wounding.owe(play, "knock", whom, who)


def push(play: Play, moment: PushDue) -> None:
    """A figure is pushed straight away from the one that slammed it, until it is stopped or falls off an edge."""
    due = moment.due
    by, victim = play.state.records[due.by].at, play.state.records[due.who].at
    direction = (victim.x - by.x, victim.y - by.y)
    went = pushed_by(
        play.world.board, layout(play), due.who, direction if direction != (0, 0) else (0, 1), due.amount, keep_clear=0
    )
    if went.moved:
        play.happen(Moved(due.who, went.x, went.y, went.z, "is pushed"))
    if went.stopped in EDGES:
        falling.fall_over_edge(play, due.who, (went.x + direction[0], went.y + direction[1]))
    elif went.stopped is not None:
        stop_short(play, due, went)
    follow_up(play, due)


def stop_short(play: Play, due: Due, went: Pushed) -> None:
    """A push that is stopped short wounds once more, and a smaller figure that stopped it goes over too."""
    if due.spare:
        play.note(due.who, "it is stopped short, and its armour takes it")
    else:
        wounding.wound(play, due.who, 1, due.by)
    kits = play.world.kits
    if 0 <= went.who < len(kits) and kits[went.who].size.order < kits[due.who].size.order:
        falling.knock_over(play, went.who)


def follow_up(play: Play, due: Due) -> None:
    """The figure that slammed may follow up to base contact, for nothing."""
    me, other = play.state.records[due.by], play.state.records[due.who]
    if not me.standing or me.at.z != other.at.z:
        return
    spot = ways.straight_to(play, due.by, due.who, gap(me.at, other.at), bound=True)
    if spot != me.at.spot and play.ask(me.owner, Confirm("slam.follow", "Follow up?")):
        play.happen(Moved(due.by, *spot, "follows up"))
        play.reach(ClosedIn(due.by, (me.at.spot, spot)))


# ---- Trample ---------------------------------------------------------------------------------------------------------


def smaller_enemies(actor: Model) -> list[Figure]:
    """The enemies over whom a figure can go."""
    kits = actor.play.world.kits
    return [f for f in foes(actor.play, actor.owner) if kits[f.id].size.order < actor.size.order]


def trampled_enemies(actor: Model, spot: Point) -> tuple[int, ...]:
    """The enemies over whom a straight line to a point leads, in the order in which they are met."""
    at = actor.at
    way = ((at.x, at.y), spot[:2])
    under = [
        (root_up((f.at.x - at.x) ** 2 + (f.at.y - at.y) ** 2), f.id)
        for f in smaller_enemies(actor)
        if passes(*way, f.at.x, f.at.y, at.radius + f.at.radius - 1) and abs(f.at.z - at.z) < at.height
    ]
    return tuple(who for _, who in sorted(under))


def trample_rules(actor: Model) -> Rules:
    """How a figure tramples: as it moves, but through nobody of its own side and nobody who lies."""
    rules = rules_for(actor.play, actor.id, allowance(actor.play, actor.id))
    return replace(rules, may_pass_friends=False, may_pass_helpless=False)


def trample_refused(actor: Model, spot: Point) -> Reasons:
    """Why a figure may not trample to a point."""
    play, rules = actor.play, trample_rules(actor)
    walked = check(play.world.board, without_smaller(actor), actor.id, ((*spot, int(Mode.WALK)),), rules)
    if not isinstance(walked, Walked):
        return tuple(sentence(reason, namer(play)) for reason in walked)
    if overlapping(layout(play), actor.id, spot):
        return ("Another base is in the way there.",)
    if not trampled_enemies(actor, spot):
        return ("It does not pass over a smaller enemy.",)
    return ()


def without_smaller(actor: Model) -> Layout:
    """The placements without those who are trampled underfoot."""
    rows = layout(actor.play)
    for f in smaller_enemies(actor):
        rows = rows.after(replace(f, at=off_table(f.at)))
    return rows


def trample_spots(actor: Model) -> list[Point]:
    """Ends worth proposing: on a line over each smaller enemy, over its middle if that is legal, once as near behind it
    as possible and once as far."""
    found: list[Point] = []
    for f in _enemies_in_the_way(actor):
        legal = _over_the_middle(actor, f) or _slanted_ends(actor, f)
        found += dict.fromkeys((legal[0], legal[-1])) if legal else ()
    return found


def has_somebody_to_trample(actor: Model) -> bool:
    """Whether any straight way over a smaller enemy is legal."""
    within = _enemies_in_the_way(actor)
    return any(_over_the_middle(actor, f) for f in within) or any(_slanted_ends(actor, f) for f in within)


def _enemies_in_the_way(actor: Model) -> list[Figure]:
    """The smaller enemies that its movement may take it over and beyond."""
    at, furthest = actor.at, allowance(actor.play, actor.id)
    return [
        f
        for f in smaller_enemies(actor)
        if (f.at.x - at.x) ** 2 + (f.at.y - at.y) ** 2 < furthest**2 + (at.radius + f.at.radius) ** 2
        and abs(f.at.z - at.z) < at.height
    ]


def _over_the_middle(actor: Model, f: Figure) -> list[Point]:
    """The legal ends of a trample straight over the middle of an enemy, the nearest first."""
    at, furthest = actor.at, allowance(actor.play, actor.id)
    dx, dy = f.at.x - at.x, f.at.y - at.y
    length = root_up(dx * dx + dy * dy)
    behind = length + at.radius + f.at.radius + 1
    ends = (
        (at.x + dx * far // length, at.y + dy * far // length, at.z)
        for far in (*range(behind, furthest, INCH // 2), furthest)
        if length and far >= behind
    )
    return [end for end in ends if not trample_refused(actor, end)]


def _slanted_ends(actor: Model, f: Figure) -> tuple[Point, ...]:
    """The legal ends of a trample in one direction over an enemy, the nearest first; none if no direction has any."""
    small = tuple(other.id for other in smaller_enemies(actor))
    return _ends_in_any_direction(actor.play, actor.id, f.id, trample_rules(actor), small)


@per_position
def _ends_in_any_direction(play: Play, who: int, whom: int, rules: Rules, _small: tuple[int, ...]) -> tuple[Point, ...]:
    """The ends in the first direction that has any: every direction is tried at which anything changes, and one between
    any two.  `_small` is there for what a position remembers: who is smaller does not follow from places."""
    actor, f = Model(play, who), play.state.records[whom]
    at, reach = actor.at, actor.at.radius + f.at.radius - 1
    board, rows, far = play.world.board, layout(play), rules.allowance
    wide = far + at.radius
    bounds = outlines(board, rows, who, (at.x - wide, at.y - wide, at.x + wide, at.y + wide))
    bounds = over(bounds, at.spot, (f.at.x, f.at.y, reach))
    trip = Journey(board, without_smaller(actor), who, rules)
    ends = Journey(board, rows, who, rules)
    for direction in directions(at.spot, bounds, far):
        touching = _first_over(direction, f.at.x - at.x, f.at.y - at.y, reach)
        if touching is None or trip.end_of_walk(at.spot, ahead(at.spot, direction, touching))[1]:
            continue
        legal: list[Point] = []
        barred = 0  # what bars it twice bars it for good: the first time it may have been by a rounded point
        for away in distances(at.spot, direction, bounds, far):
            end = ahead(at.spot, direction, away)
            if not passes(at.spot, end, f.at.x, f.at.y, reach):
                continue
            level, stopped = trip.end_of_walk(at.spot, end)
            barred += stopped
            if barred > 1:
                break
            spot = (*end, level)
            if not stopped and ends.stands(spot) and not trample_refused(actor, spot):
                legal.append(spot)
        if legal:
            return tuple(legal)
    return ()


def _first_over(direction: tuple[int, int], dx: int, dy: int, reach: int) -> int | None:
    """How far in a direction one first comes within `reach` of what is so far away; None where one never does."""
    ux, uy = direction
    length = isqrt(ux * ux + uy * uy)
    along, across = (ux * dx + uy * dy) // length, (ux * dy - uy * dx) // length
    if along <= 0 or abs(across) > reach:
        return None
    return max(0, along - isqrt(reach * reach - across * across))


def trample(play: Play, actor: Model) -> None:
    """Straight over smaller enemies, who look to their feet."""
    near = trample_spots(actor)
    question = Spot(
        "trample.spot",
        f"Where does {actor.kit.name} trample to?",
        play.world.board,
        lambda s: trample_refused(actor, s),
        near,
    )
    question.previewed(
        Preview(
            touched=lambda spot: trampled_enemies(actor, spot),
            notes=lambda spot: going.strikes_on(play, actor.id, (actor.at.spot, spot), trampled_enemies(actor, spot)),
        )
    )
    spot: Point = play.ask(actor.owner, question)
    play.happen(Spent(actor.id))
    under = trampled_enemies(actor, spot)
    deed = Deed("trample", "trample", actor.id, ((actor.id, NOBODY),), spot=spot, covered=under)
    play.happen(Declared(actor.id, deed, TRAMPLE.name))
    play.then(stampede, actor.id)
    for whom in under:
        play.then(underfoot, whom)
    aftermath.close_action(play)


def stampede(play: Play, who: int) -> None:
    """The move of a trample; enemies whom it leaves strike, except those under its feet."""
    deed = under_way(play)
    at, spot = play.state.records[who].at, deed.spot
    assert spot is not None
    way = (at.spot, spot)
    provoked = tuple(enemy for enemy in provoking.provokes(play, who, way) if enemy not in deed.covered)
    if going.go_along(play, who, way, provoked, "tramples"):
        play.reach(Arrival(who, way, deed.covered))


def underfoot(play: Play, whom: int) -> None:
    """A figure that is trampled tests Initiative: two successes save it, one leaves a wound, and none leave two and
    knock it over."""
    deed = under_way(play)
    victim, who = Model(play, whom), Model(play, deed.leader)
    if who.fallen or who.at.spot != deed.spot or not victim.record.here:
        return
    test, again = trial(play, victim.iv, STAND_FAST), luck.rerolls(play, whom, "to get out of the way")
    passed = successes(play, test, "trample.feet", "Out of the way", whom, most=UNHARMED, again=again)
    if passed >= UNHARMED:
        play.happen(Missed(who.id, whom))
        return
    save = defence.to_save(play, victim, who.dam, who)
    again = luck.armour_rerolls(play, whom)
    left = play.dice(saved, save, UNHARMED - passed, max(1, victim.record.wounds), NOBODY, again)
    wounding.wound(play, whom, left, who.id)
    if not passed:
        wounding.owe(play, "knock", whom, who.id)


somebody_to_slam: Requirement[Model] = requirement(
    "It must see an enemy of its size or larger near enough that it dares to fight.",
    condition="There must be an enemy of its size or larger that it dares to fight.",
    ours="It must see the enemy that it slams, no further away than twice its threat range unless the table lets it "
    "fight from afar (fight-from-afar).",
)(lambda actor: any(not slam_refused(actor, whom) for whom in enemies(actor)))
somebody_to_trample: Requirement[Model] = requirement("It must have a straight way over a smaller enemy.")(
    has_somebody_to_trample
)

SLAM = action("slam", (_large, standing, has_points, somebody_to_slam), slam, ours=(standing,))

TRAMPLE = action(
    "trample", (_large, standing, has_points, somebody_to_trample), trample, ours=(standing, somebody_to_trample)
)
