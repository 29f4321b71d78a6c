"""Interact: doors and their locks, chests, levers, and whatever can be carried."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Literal, TypeAlias

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ....core.naming import Names
from ....core.state import Placement
from ....space.planar import before_line
from ....space.shapes import near_segment
from ....space.sight import wall_between
from ..checks import dice, luck, reach
from ..checks.requirements import has_points, standing
from ..events.figures import Fell
from ..events.things import PickedUp, PutDown, ThingChanged
from ..movement import declaring, going
from ..printed.catalogue import action
from ..records import Figure, Model, Play, Thing, ThingKind, ThingState
from ..records.distances import CONTACT, no_further, threat_of
from ..records.position import foes, here, layout, things

Handling: TypeAlias = Literal["open", "close", "unlock", "flip", "pick-up", "put-down"]
Use: TypeAlias = tuple[int, Handling]
"""A thing, and what to do with it."""

WHAT: dict[ThingKind, dict[ThingState, tuple[Handling, ...]]] = {
    "door": {"open": ("close",), "closed": ("open",), "locked": ("unlock",)},
    "chest": {"closed": ("open", "pick-up"), "locked": ("unlock", "pick-up"), "open": ("pick-up",)},
    "crate": {"closed": ("pick-up",), "locked": ("unlock", "pick-up"), "open": ("pick-up",)},
    "objective": {"closed": ("pick-up",)},
    "lever": {"closed": ("flip",), "up": ("flip",), "down": ("flip",)},
}
"""What can be done with each kind of thing as it stands."""


# ---- what can be used ------------------------------------------------------------------------------------------------


def uses(model: Model) -> list[Use]:
    """Everything that could be done with what is on the table and what the figure carries."""
    return uses_of(model, things(model.play))


def uses_of(model: Model, at_hand: Iterable[Thing]) -> list[Use]:
    """Everything that could be done with the things at hand, and with what the figure carries."""
    found = [(thing.id, what) for thing in at_hand for what in WHAT.get(thing.kind, {}).get(thing.state, ())]
    return [*found, *((id, "put-down") for id in model.record.carries)]


def thing_of(play: Play, id: int) -> Thing:
    """A thing by its id."""
    return play.state.record(Thing, id)


def use_refused(model: Model, use: Use) -> Reasons:
    """Why a figure may not do something with a thing."""
    play, (id, what) = model.play, use
    thing = thing_of(play, id)
    if what == "put-down":
        return ()
    if not is_within_reach(play, model.at, thing, model.threat):
        return ("It is not within the threat range.",)
    if not is_within_reach(play, model.at, thing, CONTACT) and any(
        guards(play, f, thing) for f in foes(play, model.owner)
    ):
        return ("An enemy guards it: only in base contact could it be used.",)
    if what == "close" and any(is_within_reach(play, f.at, thing, 0) for f in here(play)):
        return ("Somebody is in the doorway.",)
    return ()


def is_within_reach(play: Play, at: Placement, thing: Thing, reach: int) -> bool:
    """Whether a thing is within `reach` of a base, with no wall between them.  Of a door, what is nearest counts, apart
    from its jambs, which could be touched from behind the corner of a wall."""
    if thing.kind == "door":
        door = play.world.board.doors[thing.number]
        level = door.z - reach <= at.z <= door.z + door.height
        if not level or not near_segment(at.x, at.y, *door.line, at.radius + reach):
            return False
        return not walled(play, at, Placement(*before_line((at.x, at.y), door.line), at.z, radius=0), at.height)
    return no_further(at, thing.at, reach) and not walled(play, at, thing.at, min(at.height, thing.at.height))


def walled(play: Play, at: Placement, there: Placement, height: int) -> bool:
    """Whether a wall stands between two places, up to so high above the higher one."""
    return wall_between(layout(play), play.world.board, at, there, height)


def guards(play: Play, figure: Figure, thing: Thing) -> bool:
    """Whether a thing is within a figure's threat range."""
    return bool(figure.standing) and is_within_reach(play, figure.at, thing, threat_of(play, figure))


@requirement("It must have something to use within its threat range.")
def something_to_use(model: Model) -> bool:
    play, at, threat = model.play, model.at, model.threat
    near = [thing for thing in things(play) if is_within_reach(play, at, thing, threat)]  # mostly none is
    return any(not use_refused(model, use) for use in uses_of(model, near))


# ---- using it --------------------------------------------------------------------------------------------------------


def interact(play: Play, actor: Model) -> None:
    """A point is paid, and one thing is used."""
    declaring.openly(play, actor, INTERACT, handle)


def handle(play: Play, who: int) -> None:
    """Enemies in whose threat range it happens strike first; then what is simple succeeds, and a lock is tried."""
    actor, names = Model(play, who), play.world.names
    use = play.ask(
        actor.owner,
        Choose(
            "interact.use",
            f"What does {actor.kit.name} do?",
            lambda: uses(actor),
            refuse=lambda use: use_refused(actor, use),
            named=Names(names, of=itemgetter(0), said=lambda use: f"{use[1].replace('-', ' ')} {names[use[0]]}"),
        ),
    )
    if not going.free_strikes(play, who, reach.threatening(play, who)):
        return
    if use_refused(actor, use):
        play.note(who, "it has stepped aside, and out of reach")
    else:
        use_thing(play, actor, use)


def use_thing(play: Play, actor: Model, use: Use) -> None:
    """One thing is used."""
    thing, what = use
    match what:
        case "open" | "close":
            play.happen(ThingChanged(thing, "open" if what == "open" else "closed", actor.owner))
        case "unlock":
            unlock(play, actor, thing)
        case "flip":
            flipped: ThingState = "up" if thing_of(play, thing).state != "up" else "down"
            play.happen(ThingChanged(thing, flipped, actor.owner))
        case "pick-up":
            play.happen(PickedUp(actor.id, thing))
        case _:
            put_down(play, actor.id, thing)


def unlock(play: Play, actor: Model, thing: int) -> None:
    """A test of Initiative against the lock: a success opens it."""
    lock = dice.trial(play, actor.iv, thing_of(play, thing).lock)
    if dice.successes(play, lock, "lock", "The lock", actor.id, most=1, again=luck.rerolls(play, actor.id, "a lock")):
        play.happen(ThingChanged(thing, "open", actor.owner))
    else:
        play.note(actor.id, "the lock holds")


def put_down(play: Play, who: int, thing: int) -> None:
    """A thing that was carried is put down where its carrier stands."""
    at, locked = play.state.records[who].at, thing_of(play, thing).lock > 0
    floor = play.world.board.floor_below(at.x, at.y, at.z)
    play.happen(PutDown(who, thing, at.x, at.y, floor, "locked" if locked else "closed"))


def drop_everything(play: Play, fell: Fell) -> None:
    """A figure that is incapacitated drops everything that it carries."""
    for thing in play.state.records[fell.who].carries:
        put_down(play, fell.who, thing)


INTERACT = action("interact", (standing, has_points, something_to_use), interact, ours=(standing, something_to_use))
