"""Moving: anywhere within reach, at one's ease or straight at a foe."""

from __future__ import annotations

from warbook.core.action import Action
from warbook.space.movement import Mode, Rules, Walked, body, check, contact_point
from warbook.space.paths import Path

from .checks import free
from .events import Moved
from .records import Model, Play, beach


def move(play: Play, sailor: Model) -> None:
    """Go anywhere within the move, and not within an inch of a foe."""
    board, layout = beach(play)
    rules = Rules(allowance=sailor.kind.move)
    path = play.ask(sailor.owner, Path("move.path", "Where to?", board, layout, sailor.id, rules, facing=False))
    for x, y, z, _ in path:
        play.happen(Moved(sailor.id, x, y, z))


def run_into_contact(play: Play, sailor: Model, foe: Model, reach: int) -> bool:
    """Straight at a foe, if nothing is in the way and it is within reach; whether the sailor got there."""
    board, layout = beach(play)
    goal = contact_point(body(layout, sailor.id), body(layout, foe.id))
    straight = ((*goal, int(Mode.WALK)),)
    if not isinstance(check(board, layout, sailor.id, straight, Rules(reach, contact_with=(foe.id,))), Walked):
        return False
    play.happen(Moved(sailor.id, *goal))
    return True


MOVE = Action("move", "Move", "all", "Go up to the move of the sailor.", "Tideline, moving", (free,), move)
