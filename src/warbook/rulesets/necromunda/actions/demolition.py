"""Demolition: grenades that are set against scenery by hand."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ..attacks import ammo
from ..checks.requirements import sighted, standing_active
from ..events.attacks import Does
from ..events.gear import ProfileSpent
from ..harm import damage
from ..harm.strikes import Strike
from ..printed.library import action
from ..records import Model, Play
from . import gear, handling


def charges(model: Model) -> list[tuple[int, int]]:
    """The grenades for demolition that it has left, as (slot, profile)."""
    return [arm for arm in model.kit.arms if model.weapon(arm).has("demolition") and model.usable(arm)]


@requirement("It must have grenades for demolition.", fixed=True)
def equipped(model: Model) -> bool:
    return any(model.weapon(arm).has("demolition") for arm in model.kit.arms)


@requirement("It must have such a grenade left, and a door, a casket or a vehicle within an inch.")
def something_to_demolish(model: Model) -> bool:
    return bool(charges(model)) and bool(gear.things_to_cut(model))


def set_charge(play: Play, model: Model) -> None:
    """One automatic hit; then the grenades are tested for, as if one had been thrown."""
    who = handling.pick_one(play, model, "thing", "Where is it set?", gear.things_to_cut(model))
    kinds = charges(model)
    question = Choose("weapon", "What is set?", lambda: kinds, named=lambda arm: model.kit.weapons[arm[0]].name)
    arm = play.pick(model.owner, question)
    grenade = model.weapon(arm)
    play.happen(Does(model.id, "sets a charge against", who))
    blow = Strike(grenade.strength, grenade.ap, grenade.damage, frozenset(grenade.trait_values))
    damage.damage_thing(play, who, blow, 1, model.id)
    if grenade.ammo and ammo.ammo_test(play, model, grenade.ammo, 1):
        play.happen(ProfileSpent(model.id, *arm))


SET_CHARGE = action(
    "set-charge",
    (equipped, standing_active, sighted, something_to_demolish),
    set_charge,
    ours=(standing_active, sighted, something_to_demolish),
)
