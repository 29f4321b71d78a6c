"""The actions that move: Move, riding by, Stand Up, Take Cover, Crawl."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement
from ..checks import drink, pieces
from ..checks.characteristics import passes_initiative
from ..checks.requirements import pinned, prone, standing_active
from ..events.fighters import Pinned, StoodUp
from ..harm import falling, injury, shoving
from ..harm.displacement import KEEP_CLEAR
from ..printed.library import action
from ..records import Fighter, Model, Play, Status
from ..records.position import board_now, enemies, enemies_met, meet, namer, near_by
from . import approach, climbing, gait, perils, routes, turning

WHERE_TO = "Where does it move?"
#: Actions that are, or contain, a Move action.
MOVES = ("move", "carry-casket", "carry")


# ---- the move --------------------------------------------------------------------------------------------------------


def move(play: Play, mover: Model, prompt: str = WHERE_TO) -> None:
    """Move up to the Movement characteristic, keeping an inch from every enemy, and face anywhere."""
    stride(play, mover, prompt, may_touch=False)


def move_close_in(play: Play, mover: Model, prompt: str = WHERE_TO) -> None:
    """The same at tables where a Move may end in contact with an enemy."""
    stride(play, mover, prompt, may_touch=True)


def stride(play: Play, mover: Model, prompt: str, *, may_touch: bool) -> None:
    """What every Move is: the way, and what skills and drink make of it.  `may_touch` says that it may end in contact
    with an enemy."""
    again = moves_made(play) > 1
    if drink.staggers(mover):
        degree = shoving.drunken_direction(play, mover)
        shoving.stagger(play, mover, degree, INCH * play.roll(D6, "drunk", "so far"))
    else:
        allowance = mover.move * (2 if again and mover.has("sprint") else 1)
        passing = choose_ride(play, mover, allowance) if mover.profile.mounted else -1
        far, now = 0, play.state.turn
        if (
            now.left > 0
            and now.actor == mover.id
            and not mover.profile.mounted
            and climbing.has_faces(board_now(play))
            and not pieces.short_of_breath(mover)
        ):
            far = mover.move * (2 if mover.has("sprint") else 1)
        within_touch = enemies(play, mover.owner) if may_touch else enemies_in_hatches(mover)
        if within_touch and passing < 0:
            close_in(play, mover, allowance, "path", prompt, far, within_touch)
        elif not far:
            rules = gait.gait(mover, allowance, exempt=(passing,) if passing >= 0 else ())
            end = routes.clear_of_enemies(mover) if passing >= 0 else None
            routes.ask_and_follow(play, mover, rules, "path", prompt, end=end, passing=passing)
        else:
            climbing.climb_high(play, mover, gait.gait(mover, allowance), gait.gait(mover, allowance + far), prompt)
    if again or moves_made(play) > 1:
        reel(play, mover)


def moves_made(play: Play) -> int:
    """How many Moves the activation has seen so far."""
    return sum(done in MOVES for done in play.state.turn.done)


def enemies_in_hatches(model: Model) -> list[Fighter]:
    """The enemies that hide in service hatches: one may simply walk up to them."""
    play = model.play
    return [f for f in enemies(play, model.owner) if pieces.hides_in_hatch(play, f.id)] if play.world.hatches else []


def close_in(
    play: Play, mover: Model, allowance: int, key: str, prompt: str, far: int, foes: Sequence[Fighter]
) -> None:
    """A Move that may end in contact with some enemies: at some tables with any, else with one that hides in a hatch.
    Who lies pinned there gets up; nobody fights yet.  Whoever is near one already may stay where it is.  `far` is what
    the next Move of the activation adds for a high climb (see `climb_high`), 0 where there is none."""
    start = mover.at.spot

    def end(at: Placement) -> Reasons:
        if at.spot == start:
            return ()
        near = [f.at for f in foes if f.status is not Status.SERIOUS and near_by(play, at, f.at, KEEP_CLEAR - 1)]
        if near and not any(meet(play, at, other) for other in near):
            return ("It must end in contact with an enemy or an inch from all of them.",)
        return ()

    rules = gait.gait(mover, allowance, tuple(f.id for f in foes))
    if far:
        climbing.climb_high(play, mover, rules, gait.gait(mover, allowance + far), prompt, end)
    else:
        routes.ask_and_follow(play, mover, rules, key, prompt, end=end)
    if mover.standing:
        for foe in enemies_met(play, mover.id):
            if play.state.record(Fighter, foe).status is Status.PINNED:
                play.happen(StoodUp(foe))


@requirement("It must not have moved already in bad air without a respirator.")
def breath_left(model: Model) -> bool:
    return not (pieces.short_of_breath(model) and moves_made(model.play))


MOVE = action("move", (standing_active,), move)


# ---- riders ----------------------------------------------------------------------------------------------------------


def choose_ride(play: Play, rider: Model, distance: int) -> int:
    """The one enemy within reach that a rider may go past as near as it likes and strike at; -1 for none."""
    far = distance + KEEP_CLEAR
    near = [
        f.id
        for f in enemies(play, rider.owner)
        if f.status is not Status.SERIOUS and approach.may_come_near(rider, f.at, far)
    ]
    if not near:
        return -1
    who: int = play.ask(
        rider.owner, Choose("ride-by", "Ride by whom?", lambda: [-1, *near], idle=(-1,), named=namer(play))
    )
    return who


# ---- up and down -----------------------------------------------------------------------------------------------------


def stand_up(play: Play, model: Model) -> None:
    """Get to its feet and face anywhere; a rider has to pass an Initiative test to get its mount up."""
    if not model.profile.mounted or passes_initiative(model, "mount"):
        turning.stand(play, model)


STAND_UP = action("stand-up", (pinned,), stand_up)


def take_cover(play: Play, mover: Model) -> None:
    """Move up to half the Movement, then go to ground."""
    if (
        routes.ask_and_follow(play, mover, gait.gait(mover, mover.half_move), "path", "Where does it take cover?")
        and mover.active
    ):
        play.happen(Pinned(mover.id))
        if not play.option["take-cover-is-safe"]:
            falling.teeter(play, mover)


TAKE_COVER = action("take-cover", (standing_active,), take_cover)


def crawl(play: Play, mover: Model) -> None:
    """Move up to half the Movement, staying down."""
    rules = gait.gait(mover, mover.half_move)
    legs = play.ask(
        mover.owner, routes.route_question(play, mover, rules, "path", "Where does it crawl?", facing=False)
    )
    if legs:
        perils.follow(play, mover, legs, rules)


CRAWL = action("crawl", (prone,), crawl)


# ---- drunk -----------------------------------------------------------------------------------------------------------


def reel(play: Play, model: Model) -> None:
    """After two moves in a row a drunkard tests its Initiative or goes down."""
    if any(row.reels for row in drink.drinks_felt(model)) and model.active and not passes_initiative(model, "drunk"):
        injury.pin(play, model)
