"""Wounds given back, and charms that spare those who would fall."""

from __future__ import annotations

from ....core.events import EffectsEnded
from ..checks import dice
from ..events.figures import Healed, UsedUp, Wounded
from ..events.moments import TurnStart
from ..printed.catalogue import Charm
from ..records import Model, Play

SURVIVAL = "charm-of-survival"
AEGIS = "charm-of-aegis"
PRESERVATION = "talisman-of-preservation"


def wear_off(play: Play, moment: TurnStart) -> None:
    """What lasted until this turn has worn off."""
    play.happen(EffectsEnded(f"turn-{moment.seat}"))


def break_talisman(play: Play, wounded: Wounded) -> None:
    """A talisman of preservation breaks at the first wound."""
    if Model(play, wounded.who).wears(PRESERVATION):
        play.happen(UsedUp(wounded.who, PRESERVATION))


def spare_fallen(play: Play, wounded: Wounded) -> None:
    """A charm saves a figure that would fall.  It does so at once: the figure was never incapacitated, and keeps
    acting."""
    model = Model(play, wounded.who)
    if not model.fallen:
        return
    if model.wears(AEGIS):
        play.happen(UsedUp(model.id, AEGIS))
        heal(play, model.id, 1)
    elif model.wears(SURVIVAL):
        play.happen(UsedUp(model.id, SURVIVAL))
        endure(play, model.id, charm_of(model).number)


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
