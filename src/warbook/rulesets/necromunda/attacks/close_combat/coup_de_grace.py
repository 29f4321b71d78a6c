"""Coup de grace: who lies helpless within reach, who shields them, and the end of them."""

from __future__ import annotations

from .....core.action import requirement
from .....core.decision import Choose
from .....core.length import INCH
from .....space.sight import within
from ...checks import directions
from ...checks.requirements import standing_active
from ...events.attacks import Does
from ...events.rounds import Acted
from ...harm import injury
from ...printed.library import action
from ...records import Fighter, Model, Play, Status
from ...records.position import GRAIN, enemies, fighters, namer, near_by, nothing_between

REACH = 1 * INCH  # of a coup de grace
#: A charge that falls short stops an inch away, as exactly as lengths are whole.
REACH_OF_CHARGE = REACH + GRAIN
PROTECTED = 3 * INCH
FREE_KILL = "free-coup-de-grace"  # what an activation notes of one, because a free action comes once in it


def coup_de_grace(play: Play, fighter: Model, whom: int | None = None) -> None:
    """A seriously injured enemy within an inch and in sight goes out of action.  `whom` is given where its player has
    chosen already (see the end of a fight)."""
    if whom is None:
        charged = play.state.turn.actor == fighter.id and play.state.turn.done[-1:] == ("charge",)
        fallen = victims(fighter, REACH_OF_CHARGE if charged else REACH)
        question = Choose("coup-de-grace.target", "Finish off whom?", lambda: fallen, named=namer(play))
        whom = play.pick(fighter.owner, question)
    finish_off(play, fighter, Model(play, whom))


def finish_off(play: Play, fighter: Model, victim: Model) -> None:
    """No dice: the victim goes out of action."""
    play.happen(Does(fighter.id, "finishes off", victim.id))
    turn = play.state.turn
    paid = turn.actor == fighter.id and turn.done[-1:] == ("coup-de-grace",)
    injury.take_out(play, victim, fighter.id, free=not paid, melee=True)
    if not paid and turn.actor == fighter.id:
        play.happen(Acted(fighter.id, FREE_KILL, 0))


def victims(fighter: Model, reach: int = REACH) -> list[int]:
    """The seriously injured enemies that it could finish off: within an inch, in its vision arc, nothing solid
    between, no loyal beast beside them, and none whom conviction keeps alive."""
    play = fighter.play
    at = fighter.at
    return [
        f.id
        for f in enemies(play, fighter.owner)
        if f.status is Status.SERIOUS
        and within(at, f.at, reach)
        and directions.in_front(at, f.at)
        and (nothing_between(play, at, f.at) or not play.option["coup-de-grace-needs-clear-way"])
        and not protected_by_beast(play, f)
        and "unshakable-conviction" not in play.world.kits[f.id].skills
    ]


def protected_by_beast(play: Play, fallen: Fighter) -> bool:
    """Whether a loyal beast of its own stands within 3" of it."""
    kits = play.world.kits
    return any(
        f.status is Status.STANDING
        and f.owner == fallen.owner
        and kits[f.id].owner == fallen.id
        and "loyal-protector" in kits[f.id].skills
        and near_by(play, f.at, fallen.at, PROTECTED)
        for f in fighters(play)
    )


@requirement(
    "There must be a seriously injured enemy within an inch and in its vision arc, with no wall between.",
    condition="There must be a seriously injured enemy within an inch and in its vision arc, and no loyal beast of "
    'that one within 3".',
    ours="No wall or closed door must stand between, unless the table allows it (coup-de-grace-needs-clear-way).",
)
def someone_to_finish(model: Model) -> bool:
    return bool(victims(model))


COUP_DE_GRACE = action("coup-de-grace", (standing_active, someone_to_finish), coup_de_grace)
