"""The end of a battle, and what a gang does when it has had enough: bottling out, fleeing, rallying."""

from __future__ import annotations

from ....core.decision import Confirm
from ....core.dice import D6, LOWEST, Pool
from ..checks.characteristics import passes_cool, passes_initiative
from ..events.fighters import Earned, Rallied
from ..events.moments import BottledByChoice
from ..events.rounds import BattleEnded, Bottled
from ..harm import injury, nerve, taken_home
from ..records import Fighter, Model, Play, Status
from ..records.position import fighters, friends, near_by
from . import scoring

RALLY_REWARD = 1
LOWER_OF_TWO = Pool(2, 6, LOWEST)


def bottle_check(play: Play, seat: int) -> None:
    """A gang with a casualty rolls a die (at home two, of which the lower counts) and adds its casualties; above its
    starting size it bottles out.  It may choose to."""
    turn = play.state.turn
    crew = [f for f in fighters(play) if f.owner == seat and counts_for_bottling(play, f)]
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


def counts_for_bottling(play: Play, fighter: Fighter) -> bool:
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
            nerve.leave_battle(play, model)
    play.then(abandoned, seat)


def abandoned(play: Play, seat: int) -> None:
    """Nobody of a side is left who could fight on."""
    if not scoring.fighters_left(play)[seat]:
        conclude(play)


def conclude(play: Play, over: BattleEnded | None = None) -> bool:
    """End the battle if it is over, or given up: those who lie on the field may succumb to their injuries."""
    over = over or scoring.verdict(play)
    if over is None:
        return False
    if play.option["lasting-injuries"]:
        for f in fighters(play):
            if f.status is Status.SERIOUS and not f.suffers("webbed"):
                taken_home.succumb(play, f.id)
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
            nerve.leave_battle(play, model)
        elif model.profile.example:
            steady.update(g.id for g in friends(play, f.id) if near_by(play, g.at, model.at, model.profile.example))


def rally(play: Play, seat: int) -> None:
    """Each broken fighter tests its Cool, better by one for each friend within 3" that is neither broken nor down, and
    by one on its home turf."""
    home = int(at_home(play, seat))
    for f in fighters(play):
        model = Model(play, f.id)
        if f.owner != seat or not model.on_table or not model.broken:
            continue
        if passes_cool(model, "rally", nerve.friends_for_courage(play, model) + home):
            play.happen(Rallied(f.id))
            play.happen(Earned(f.id, RALLY_REWARD))
