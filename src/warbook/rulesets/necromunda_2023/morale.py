"""Nerve: tests when friends fall, broken fighters, bottling out, fleeing and rallying."""

from __future__ import annotations

from ...core.action import Action
from ...core.decision import Confirm, Order
from ...core.dice import D6, LOWEST, TWO_D6, Pool
from ...core.length import INCH
from ...space.sight import within
from . import fighting, injury, refuge, scoring
from .characteristics import passes_cool, passes_initiative
from .events.fighters import Broke, Earned, Fled, Rallied, Unreadied
from .events.moments import ActivationEnds, BottledByChoice, BroughtDown, NerveFailed
from .events.rounds import BattleEnded, Bottled
from .model import Fighter, Model, Play, Status, beasts_of, fighters, friends, namer
from .requirements import broken

NERVE_REACH = 3 * INCH
RALLY_REWARD = 1
LOWER_OF_TWO = Pool(2, 6, LOWEST)
LESSER = ("juve", "prospect")
BEAST_STRAYS = 3 * INCH


# ---- nerve tests -----------------------------------------------------------------------------------------------------


def shake_friends(play: Play, fallen: BroughtDown) -> None:
    """Nerve tests wait until the attack is resolved to the end.  A fighter brought down and then finished off for
    free in one activation shakes its friends once."""
    queued = any(w.rule == "nerve_tests" and w.args[0] == fallen.who for w, _ in play.queue)
    shaken = queued or (fallen.free and Model(play, fallen.who).effect("brought-down"))
    if not shaken or not play.option["no-second-nerve-test-after-free-coup-de-grace"]:
        play.then(nerve_tests, fallen.who, int(fallen.out))


def nerve_tests(play: Play, victim: int, out: int) -> None:
    """A fighter is seriously injured, or (`out`: 1) goes out of action: every friend within 3" tests its nerve, in an
    order its player likes."""
    fallen: Fighter = play.state.records[victim]
    shaken = [f.id for f in friends(play, victim) if _shaken_by(play, f, fallen, bool(out))]
    if len(shaken) > 1:
        order: Order[int] = Order("nerve.order", "Who tests first?", shaken, named=namer(play))
        shaken = [*play.ask(fallen.owner, order)]
    for who in shaken:
        play.then(nerve_test, who)


def _shaken_by(play: Play, friend: Fighter, victim: Fighter, out: bool) -> bool:
    """Nobody minds a beast but beasts, and a youngster taken out but youngsters; who is broken already cannot break."""
    if friend.broken or not within(friend.at, victim.at, NERVE_REACH):
        return False
    role, fallen = play.world.kits[friend.id].profile.role, play.world.kits[victim.id].profile.role
    if fallen == "beast":
        return role == "beast"
    if out and fallen in LESSER:
        return role in LESSER
    return True


def nerve_test(play: Play, who: int) -> None:
    """A Cool test, better by one for each other friend within 3" that is neither broken nor seriously injured."""
    model = Model(play, who)
    if model.on_table and not model.broken and not passes_cool(model, "nerve", company(play, model)):
        break_nerve(play, model)


def test_nerve_of_stray_beast(play: Play, ends: ActivationEnds) -> None:
    """A beast that has strayed from its owner tests its nerve after its activation."""
    model = Model(play, ends.who)
    owner = model.kit.owner
    if model.on_table and owner >= 0 and not within(model.at, play.state.records[owner].at, BEAST_STRAYS):
        play.then(nerve_test, model.id)


def company(play: Play, model: Model) -> int:
    """How many friends nearby lend it courage."""
    at = model.at
    return sum(
        not f.broken and f.status is not Status.SERIOUS and within(f.at, at, NERVE_REACH)
        for f in friends(play, model.id)
    )


def break_nerve(play: Play, model: Model) -> None:
    """It is broken, no longer ready, and runs for cover at once."""
    play.happen(Broke(model.id))
    if model.record.ready:
        play.happen(Unreadied(model.id))
    play.reach(NerveFailed(model.id))


def run_before_anything_else(play: Play, failed: NerveFailed) -> None:
    """Whoever has lost its nerve runs at once."""
    play.then(run_at_once, failed.who)


def run_at_once(play: Play, who: int) -> None:
    """The activation that breaking forces upon a fighter, out of turn."""
    model = Model(play, who)
    if model.on_table:
        play.ruleset.action["running-for-cover"].rule(play, model)
        injury.leave_activation(play, model)


# ---- running for cover -----------------------------------------------------------------------------------------------


def run_for_cover(play: Play, model: Model) -> None:
    """Standing, it runs 2D6"; prone, it crawls half its Movement.  It seeks a place clear of enemies, out of their
    sight, in cover, far away: in this order.  Engaged, it must first get away, and every enemy it leaves may
    strike."""
    if model.engaged:
        away = passes_initiative(model, "run-for-cover")
        if not away:
            return
        fighting.react_to_leaving(play, model)
        if not model.on_table:
            return
    if model.standing:
        distance = INCH * play.roll(TWO_D6, "run-for-cover.distance", "Running for cover", model.id)
    else:
        distance = model.half_move
    refuge.run_away(play, model, distance)


RUN_FOR_COVER: Action[Model] = Action(
    "running-for-cover",
    "Running for Cover",
    cost="double",
    summary="A broken fighter runs 2D6 inches (or crawls half its Movement) to where enemies are far and cannot see "
    "it.",
    cite="core 2023, broken fighters",
    requires=(broken,),
    rule=run_for_cover,
    leaves_open="The four aims are weighed strictly one after the other, unless a table leaves all but the first to "
    "the player; whatever lies outside the vision arcs of the enemies is out of their sight. The run that breaking "
    "forces upon a fighter at once is no activation otherwise: madness, fire and blindness wait for the next.",
)


# ---- the end phase ---------------------------------------------------------------------------------------------------


def bottle_check(play: Play, seat: int) -> None:
    """A gang with a casualty rolls a die (at home two, of which the lower counts) and adds its casualties; above its
    starting size it bottles out.  It may choose to."""
    turn = play.state.turn
    crew = [f for f in fighters(play) if f.owner == seat and counts(play, f)]
    lost = sum(f.status in (Status.SERIOUS, Status.OUT) for f in crew)
    if turn.bottled[seat] or not lost:
        return
    if play.ask(seat, Confirm("bottle", "Bottle out at once?")):
        play.happen(Bottled(seat, play.world.gangs[seat]))
        play.reach(BottledByChoice(seat))
        return
    why = f"{play.world.gangs[seat]}: bottle check, {lost} of {len(crew)} are down"
    roll = play.roll(LOWER_OF_TWO if at_home(play, seat) else D6, "bottle", why) - iron_will(play, seat)
    if roll + lost > len(crew):
        play.happen(Bottled(seat, play.world.gangs[seat]))


def forfeit(play: Play, bottled: BottledByChoice) -> None:
    """At some tables whoever bottles out by choice has lost the battle."""
    conclude(play, scoring.forfeit(play, bottled.seat))


def at_home(play: Play, seat: int) -> bool:
    """Whether a gang fights on its home turf."""
    home: bool = play.world.scenario.sides[seat].home_turf
    return home


def counts(play: Play, fighter: Fighter) -> bool:
    """Whether a fighter counts for bottling: beasts do not."""
    return play.world.kits[fighter.id].profile.role != "beast"


def iron_will(play: Play, seat: int) -> int:
    """One less for a standing or pinned fighter with an iron will."""
    return int(
        any(
            f.owner == seat
            and f.status in (Status.STANDING, Status.PINNED)
            and "iron-will" in play.world.kits[f.id].skills
            for f in fighters(play)
        )
    )


def voluntary_flight(play: Play, seat: int) -> None:
    """A gang that has bottled may give up the field at the start of an action phase: whoever is free leaves, whoever
    is engaged tests its Initiative and leaves or is cut down, and the injured are left behind.  With that the battle
    is over."""
    if not play.state.turn.bottled[seat] or not play.ask(seat, Confirm("flight", "Give up the field?")):
        return
    for f in fighters(play):
        model = Model(play, f.id)
        if f.owner != seat or not model.on_table or model.serious:
            continue
        if model.engaged and not passes_initiative(model, "flight"):
            injury.injure(play, model, -1)
        else:
            leave_battle(play, model)
    play.then(abandoned, seat)


def abandoned(play: Play, seat: int) -> None:
    """Nobody of a side is left who could fight on."""
    if not scoring.able(play)[seat]:
        conclude(play)


def conclude(play: Play, over: BattleEnded | None = None) -> bool:
    """End the battle if it is over, or given up: those who lie on the field may succumb to their injuries."""
    over = over or scoring.verdict(play)
    if over is None:
        return False
    if play.option["lasting-injuries"]:
        for f in fighters(play):
            if f.status is Status.SERIOUS and "webbed" not in f.conditions:
                injury.succumb(play, f.id)
    play.happen(over)
    return True


def flee_battlefield(play: Play, seat: int) -> None:
    """Each fighter of a gang that has bottled tests its Cool or leaves; a leader or champion who stays, if only
    because another has steadied it, steadies those near."""
    if not play.state.turn.bottled[seat]:
        return
    kits = play.world.kits
    steady: set[int] = set()
    for f in sorted(fighters(play), key=lambda f: -kits[f.id].profile.example):
        model = Model(play, f.id)
        if f.owner != seat or not model.on_table:
            continue
        if f.id not in steady and not passes_cool(model, "flee"):
            leave_battle(play, model)
        elif model.profile.example:
            steady.update(g.id for g in friends(play, f.id) if within(g.at, model.at, model.profile.example))


def leave_battle(play: Play, model: Model) -> None:
    """It leaves unharmed, its beasts with it; one that is seriously injured may still succumb."""
    hurt = model.serious and not model.suffers("webbed")
    play.happen(Fled(model.id))
    injury.leave_activation(play, model)
    if hurt and play.option["lasting-injuries"]:
        play.then(injury.succumb, model.id)
    for beast in beasts_of(play, model.id):
        play.happen(Fled(beast))
        injury.leave_activation(play, Model(play, beast))


def rally(play: Play, seat: int) -> None:
    """Each broken fighter tests its Cool, better by one for each friend within 3" that is neither broken nor down, and
    by one on its home turf."""
    home = int(at_home(play, seat))
    for f in fighters(play):
        model = Model(play, f.id)
        if f.owner != seat or not model.on_table or not model.broken:
            continue
        if passes_cool(model, "rally", company(play, model) + home):
            play.happen(Rallied(f.id))
            play.happen(Earned(f.id, RALLY_REWARD))
