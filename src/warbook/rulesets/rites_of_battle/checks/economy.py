"""What a turn has: an action, a maneuver, a second one for the action or for strain, and incidentals."""

from __future__ import annotations

from ..events.fighters import Used
from ..events.turns import Aimed, Spent
from ..records import Model, Play
from ..records.effects import LASTING

STRAIN = 2  # what a further maneuver costs


def make_maneuver(play: Play, actor: Model, *, aiming: bool = False) -> None:
    """A maneuver of its turn is used, and an aim is lost by any other; one out of turn counts toward nothing, but ends
    an aim that was kept."""
    if in_own_turn(play, actor.id):
        play.happen(Spent(actor.id, "aim" if aiming else "maneuver"))
    else:
        LASTING.free(play, actor.id, "aimed")


def make_incidental(play: Play, actor: Model) -> None:
    """Something that takes no time; it ends an aim as well, where the table plays it."""
    if play.option["incidentals-break-aim"] and in_own_turn(play, actor.id) and play.state.turn.aims:
        play.happen(Aimed(actor.id))


def take_action(play: Play, actor: Model) -> None:
    """The action of the turn is used."""
    play.happen(Spent(actor.id, "action"))


OUT_OF_TURN = "out-of-turn"
CLOSED_IN = "closed-in"  # in its turn it has moved next to an enemy
WITHDRAWN = "withdrawn"


def may_answer(play: Play, who: int) -> bool:
    """Whether a fighter could make a maneuver out of its turn now."""
    return within_cap(play, who) and not Model(play, who).held_fast


def within_cap(play: Play, who: int) -> bool:
    """Whether it has not made as many out of its turn in this round as the table allows."""
    return play.state.records[who].round_used.count(OUT_OF_TURN) < play.option["out-of-turn-cap"]


def in_own_turn(play: Play, who: int) -> bool:
    """Whether it is the fighter's own turn."""
    return play.state.turn.actor == who


def has_action(play: Play, who: int) -> bool:
    """Whether it is in its turn, and has its action left."""
    return in_own_turn(play, who) and play.state.turn.action


def once_a_turn(play: Play, who: int, what: str) -> None:
    """What a fighter does in its own turn is marked."""
    if in_own_turn(play, who):
        play.happen(Used(who, what, a_round=True))
