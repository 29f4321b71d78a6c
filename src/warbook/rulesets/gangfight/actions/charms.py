"""Charms, talismans and potions that are used for a point; what one does lasts until its bearer's next turn.

Those that always work are read where the attribute is.
"""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....space.movement import settle
from ..checks.requirements import has_points, standing
from ..events.figures import Revived, UsedUp
from ..events.rounds import Gained
from ..harm import healing
from ..movement import declaring
from ..printed.catalogue import action
from ..records import Model, Play
from ..records.effects import begin_effect
from ..records.model import namer
from ..records.position import figures, layout

RUNE = "life-rune"


# ---- what is used ----------------------------------------------------------------------------------------------------


@requirement("It must have a charm that is used.", fixed=True)
def has_charm(model: Model) -> bool:
    charm = model.kit.charm
    return charm is not None and charm.when == "action"


@requirement("It must have a charm that has not served.")
def charm_to_use(model: Model) -> bool | str:
    charm = model.kit.charm
    if charm is None or charm.id in model.record.spent:
        return False
    if charm.id == RUNE:
        return bool(fallen_friends(model)) or "Nobody of its side is incapacitated."
    if charm.number:
        return model.record.hurt or "It has lost no wounds."
    return True


@requirement(has_points.reason, condition="It must have the points that a charm costs (charm-cost).")
def can_pay(model: Model) -> bool:
    return model.record.ap >= model.play.option["charm-cost"]


def use_charm(play: Play, actor: Model) -> None:
    """A point is spent on it, and the charm works."""
    declaring.openly(play, actor, USE_CHARM, wake, play.option["charm-cost"])


def wake(play: Play, who: int) -> None:
    """The charm works, once in the battle."""
    actor = Model(play, who)
    charm = healing.charm_of(actor)
    play.happen(UsedUp(actor.id, charm.id))
    for name, amount in charm.lasting.items():
        begin_effect(play, name, actor.id, actor.id, amount)
    if charm.ap:
        play.happen(Gained(actor.id, charm.ap, f"the {charm.title.lower()}"))
    if charm.number:
        healing.endure(play, actor.id, charm.number)
    if charm.id == RUNE:
        revive(play, actor)


def fallen_friends(model: Model) -> list[int]:
    """Those of its side that are incapacitated."""
    return [f.id for f in figures(model.play) if f.owner == model.owner and f.out]


def revive(play: Play, actor: Model) -> None:
    """A figure that is incapacitated comes back with one wound left: where it fell, or as near to it as there is
    room."""
    among = fallen_friends(actor)
    whom = play.pick(actor.owner, Choose("charm.revive", "Who comes back?", lambda: among, named=namer(play)))
    fallen = play.state.records[whom]
    spot = settle(play.world.board, layout(play), whom, fallen.at.spot)
    if spot is None:
        play.note(whom, "there is no room for it where it fell")
    else:
        play.happen(Revived(whom, *spot, play.world.kits[whom].size.height))


USE_CHARM = action("use-charm", (has_charm, standing, can_pay, charm_to_use), use_charm, ours=(standing, can_pay))
