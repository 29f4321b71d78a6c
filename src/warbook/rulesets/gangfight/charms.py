"""Charms, talismans and potions: what wakes by itself, and what is used for a point.

Those that always work are read where the attribute is; what a used one does lasts until its bearer's next turn.
"""

from __future__ import annotations

from ...core.action import Action, Requirement, requirement
from ...core.decision import Choose, Confirm
from ...core.events import EffectBegan, EffectsEnded
from ...core.state import Effect
from ...space.movement import settle
from . import dice, moving
from .events.figures import Healed, Revived, UsedUp, Wounded
from .events.moments import TurnStart
from .events.rounds import Gained
from .model import Model, Play, figures, layout, namer, until_next_turn
from .printed import Charm
from .records import Figure
from .requirements import has_points, standing

CITE = "core rules, equipment"
SURVIVAL = "charm-of-survival"
AEGIS = "charm-of-aegis"
LUCK = "luck-charm"
RUNE = "life-rune"
PRESERVATION = "talisman-of-preservation"
LUCKLESS = "luck-is-out"  # the effect of a luck charm that has served in this round


def wear_off(play: Play, moment: TurnStart) -> None:
    """What lasted until this turn has worn off."""
    play.happen(EffectsEnded(f"turn-{moment.seat}"))


# ---- what wakes by itself --------------------------------------------------------------------------------------------


def break_talisman(play: Play, wounded: Wounded) -> None:
    """A talisman of preservation breaks at the first wound."""
    if Model(play, wounded.who).wears(PRESERVATION):
        play.happen(UsedUp(wounded.who, PRESERVATION))


def spare_fallen(play: Play, wounded: Wounded) -> None:
    """A charm keeps one in play that would fall.  It does so at once: a figure that a charm has spared was never
    incapacitated, and keeps acting."""
    model = Model(play, wounded.who)
    if not model.fallen:
        return
    if model.wears(AEGIS):
        play.happen(UsedUp(model.id, AEGIS))
        heal(play, model.id, 1)
    elif model.wears(SURVIVAL):
        play.happen(UsedUp(model.id, SURVIVAL))
        endure(play, model.id, charm_of(model).number)


def lucky(play: Play, who: int, why: str) -> bool:
    """Whether a figure calls on its luck charm for the roll that comes: once a round its ones are rolled again."""
    model = Model(play, who)
    if not model.wears(LUCK) or model.effect(LUCKLESS):
        return False
    if not play.ask(model.owner, Confirm("luck", f"{model.kit.name}, {why}: call on the luck charm?")):
        return False
    play.happen(EffectBegan(Effect(LUCKLESS, who, until_next_turn(play, who))))
    return True


def again(play: Play, who: int, why: str) -> tuple[int, ...]:
    """Faces that a figure rolls once more in the roll that comes: ones, by luck."""
    return (1,) if lucky(play, who, why) else ()


def endure(play: Play, who: int, number: int) -> int:
    """A test of Endurance that heals a wound for each success; answers how many."""
    model = Model(play, who)
    test = dice.trial(play, model.en, number)
    healed = dice.successes(play, test, "endurance", "Endurance", who, most=model.en)
    return heal(play, who, healed)


def heal(play: Play, who: int, wounds: int) -> int:
    """Gives wounds back, never more than were lost; answers how many."""
    model = Model(play, who)
    wounds = min(wounds, model.en - max(0, model.record.wounds))
    if wounds > 0:
        play.happen(Healed(who, wounds, model.en, model.size.height))
    return max(0, wounds)


def charm_of(model: Model) -> Charm:
    """The charm that a figure has."""
    charm = model.kit.charm
    assert charm is not None
    return charm


# ---- what is used ----------------------------------------------------------------------------------------------------


@requirement("It must have a charm that is used.", fixed=True)
def _has_charm(model: Model) -> bool:
    charm = model.kit.charm
    return charm is not None and charm.when == "action"


@requirement("It must have a charm that has not served.")
def _charm_to_use(model: Model) -> bool | str:
    charm = model.kit.charm
    if charm is None or charm.id in model.record.spent:
        return False
    if charm.id == RUNE:
        return bool(fallen_friends(model)) or "Nobody of its side is incapacitated."
    if charm.number:
        return model.record.hurt or "It has lost no wounds."
    return True


has_charm: Requirement[Model] = _has_charm
charm_to_use: Requirement[Model] = _charm_to_use


def use_charm(play: Play, actor: Model) -> None:
    """A point is spent on it, and the charm works."""
    moving.openly(play, actor, USE_CHARM, wake, play.option["charm-cost"])


def wake(play: Play, who: int) -> None:
    """The charm does once in the battle what it does."""
    actor = Model(play, who)
    charm = charm_of(actor)
    play.happen(UsedUp(actor.id, charm.id))
    for name, amount in charm.lasting.items():
        play.happen(EffectBegan(Effect(name, actor.id, until_next_turn(play, actor.id), amount)))
    if charm.ap:
        play.happen(Gained(actor.id, charm.ap, f"the {charm.title.lower()}"))
    if charm.number:
        endure(play, actor.id, charm.number)
    if charm.id == RUNE:
        revive(play, actor)


def fallen_friends(model: Model) -> list[int]:
    """Those of its side that are incapacitated."""
    return [f.id for f in figures(model.play) if f.owner == model.owner and f.out]


def revive(play: Play, actor: Model) -> None:
    """One who is incapacitated comes back with a wound left, where it fell or as near as there is room."""
    among = fallen_friends(actor)
    whom = play.pick(actor.owner, Choose("charm.revive", "Who comes back?", lambda: among, named=namer(play)))
    fallen: Figure = play.state.records[whom]
    spot = settle(play.world.board, layout(play), whom, (fallen.at.x, fallen.at.y, fallen.at.z))
    if spot is None:
        play.note(whom, "there is no room for it where it fell")
    else:
        play.happen(Revived(whom, *spot, play.world.kits[whom].size.height))


USE_CHARM: Action[Model] = Action(
    "use-charm",
    "Use a charm",
    "1 AP",
    "It drinks its potion or wakes its charm, which serves once in a battle.",
    CITE,
    (has_charm, standing, has_points, charm_to_use),
    use_charm,
    leaves_open="What it costs to use a charm is not in the public text: a point, unless it wakes by itself "
    "(charm-cost).",
)
